//! Validates a score before playback: tracks which sounds exist at the time of each message and checks the
//! message against these sounds.
//!
//! Sounds are added, morphed and removed as the score says. Conditions that are known only during playback
//! are not checked: free slots, permission to record.

use crate::address_space::{
    ALL, Arg, EngineRequest, MessageError, NOTHING, SoundRequest, SoundTarget, UserPresets, addresses_of,
    check_name, is_pattern, similar, sound_target, split,
};
use crate::dispatcher::{Dispatcher, address_to_learn, check_order, matching};
use crate::mapping::{Mapping, Mappings, target};
use crate::midi::{Rack, key};
use crate::scene_file::{LiveScene, SceneSound, ScoreMessage};
use foley_catalogue::{nearest_sounds, resolve_sound};
use foley_document::DocumentError;
use foley_engine::EngineError;
use foley_params::words::excerpt;
use foley_sound::{Score, Sound};

/// A sound with its name.
type NamedSound = (String, Box<dyn Sound>);

/// Sounds and racks present at the start; scores and mappings are checked against them.
#[derive(Debug, Default)]
pub(crate) struct InitialSounds {
    sounds: Vec<NamedSound>,
    racks: Vec<Rack>,
}

impl InitialSounds {
    /// Returns the sounds and racks that a dispatcher has now.
    pub(crate) fn on(dispatcher: &Dispatcher) -> Self {
        let sounds = dispatcher.address_space.names();
        let sounds = sounds.map(|(name, sound)| (name.to_owned(), sound.duplicate()));
        let racks = dispatcher.racks.iter().map(|rack| empty_rack(&rack.name, &*rack.sound));
        Self { sounds: sounds.collect(), racks: racks.collect() }
    }

    /// Returns these sounds without those of a scene.
    pub(crate) fn without(mut self, scene: &LiveScene) -> Self {
        for scene_sound in &scene.sounds {
            let rack = self.racks.iter().position(|other| other.name == scene_sound.name);
            if let Some(rack) = rack.map(|index| self.racks.swap_remove(index)) {
                self.sounds.retain(|(name, _)| !rack.owns(name));
            }
            self.sounds.retain(|(name, _)| *name != scene_sound.name);
        }
        self
    }

    /// Returns these sounds together with those of a scene.
    fn with(&self, scene: &LiveScene) -> Self {
        let mut all = Self {
            sounds: copy_all(&self.sounds),
            racks: self.racks.iter().map(|rack| empty_rack(&rack.name, &*rack.sound)).collect(),
        };
        for SceneSound { name, sound, keys, .. } in &scene.sounds {
            let mut first = name.clone();
            if keys.is_some() {
                let rack = empty_rack(name, &**sound);
                first = rack.name_of(key::MIDDLE);
                all.racks.push(rack);
            }
            all.sounds.push((first, sound.duplicate()));
        }
        all
    }

    /// Checks a scene as if it were added to these sounds. `all` has the mappings that will be active,
    /// including those of the scene.
    ///
    /// # Errors
    /// Returns the first message or mapping that has an unknown address, and its place in the file.
    pub(crate) fn judge(
        &self,
        scene: &LiveScene,
        all: &Mappings,
        user_presets: &UserPresets,
    ) -> Result<(), DocumentError> {
        let initial = self.with(scene);
        let mut check = ScoreCheck::new(&initial, user_presets);
        check.score(&scene.score, all)?;
        check.mappings(&scene.mappings)
    }
}

/// Makes a rack without voices, to check messages against.
fn empty_rack(name: &str, sound: &dyn Sound) -> Rack {
    Rack::new(name, sound, &Score::default(), 0, 1)
}

fn copy_all(all: &[NamedSound]) -> Vec<NamedSound> {
    let one = |(name, sound): &NamedSound| (name.clone(), sound.duplicate());
    all.iter().map(one).collect()
}

/// Makes an error for a place in a file.
pub(crate) fn document_error(place: String, why: &(impl ToString + ?Sized)) -> DocumentError {
    DocumentError {
        place,
        at: None,
        kind: Box::new(foley_document::DocumentErrorKind::Custom(why.to_string())),
    }
}

/// Checks a score message by message, and tracks which sounds exist at each message.
pub(crate) struct ScoreCheck<'a> {
    user_presets: &'a UserPresets,
    racks: &'a [Rack],
    present: Vec<NamedSound>,
    /// All sounds that exist at any time of the score, one for each combination of name and model.
    known_sounds: Vec<NamedSound>,
}

impl<'a> ScoreCheck<'a> {
    /// Starts a check with the sounds that exist at the start and the user's presets.
    pub(crate) fn new(initial: &'a InitialSounds, user_presets: &'a UserPresets) -> Self {
        Self {
            user_presets,
            racks: &initial.racks,
            present: copy_all(&initial.sounds),
            known_sounds: copy_all(&initial.sounds),
        }
    }

    /// Checks the messages of a score, with the active mappings.
    ///
    /// # Errors
    /// Returns the first message that would be rejected, and its place in the file.
    pub(crate) fn score(&mut self, score: &[ScoreMessage], mappings: &Mappings) -> Result<(), DocumentError> {
        for (index, message) in score.iter().enumerate() {
            self.say(mappings, message).map_err(|why| document_error(format!("score[{index}].say"), &why))?;
        }
        Ok(())
    }

    /// Checks that every mapping has a target among the sounds that exist at any time of the score.
    ///
    /// # Errors
    /// Returns the first mapping that has an unknown target, and its place in the file.
    pub(crate) fn mappings(&self, all: &[Mapping]) -> Result<(), DocumentError> {
        for (index, mapping) in all.iter().enumerate() {
            let place = format!("mappings[{index}]");
            let Some(target) = self.target(&mapping.say) else {
                return Err(document_error(format!("{place}.say"), &self.not_controllable(&mapping.say)));
            };
            target.ends(&mapping.say, mapping.to.as_ref()).map_err(|why| document_error(place, &why))?;
        }
        Ok(())
    }

    /// Checks one message of the score as the dispatcher would handle it.
    ///
    /// # Errors
    /// If the address is unknown or the arguments are not allowed.
    fn say(&mut self, mappings: &Mappings, message: &ScoreMessage) -> Result<(), MessageError> {
        let ScoreMessage { address, args, .. } = message;
        let numbers = args.iter().any(|arg| matches!(arg, Arg::Number(_)));
        if mappings.knows_address(address) && (numbers || args.is_empty()) {
            return Ok(());
        }
        if let Some(what @ ("learn" | "forget" | "save")) = address.strip_prefix("/foley/") {
            let target = address_to_learn(what, args)?;
            return match target.filter(|_| what == "learn") {
                Some(target) if self.target(target).is_none() => Err(self.not_controllable(target)),
                _ => Ok(()),
            };
        }
        if !is_pattern(address) {
            return self.one(address, args);
        }
        for address in matching(address, names(&self.present), self.racks)? {
            self.one(&address, args)?;
        }
        Ok(())
    }

    /// Returns the target behind a mapping's address; `None` if no sound at any time has it.
    fn target(&self, address: &str) -> Option<target::Target> {
        let (name, rest) = split(address)?;
        if name == "foley" {
            return target::whole(rest);
        }
        let of = |sound: &dyn Sound| target::of(sound, &Score::default(), rest);
        if let Some(rack) = self.racks.iter().find(|rack| rack.name == name) {
            return of(&*rack.sound);
        }
        let mut known_sounds = self.known_sounds.iter().filter(|(other, _)| other == name);
        known_sounds.find_map(|(_, sound)| of(&**sound))
    }

    /// Returns the error for an address that a mapping cannot move, with examples of addresses that it can.
    fn not_controllable(&self, address: &str) -> MessageError {
        let present = split(address).and_then(|(name, rest)| {
            if name == "foley" {
                // The arguments do not matter here.
                let order = !matches!(EngineRequest::read(address, rest, &[]), Ok(None));
                let address_to_learn = matches!(rest, "learn" | "forget" | "save");
                let numbers = ["/foley/gain", "/foley/limiter"].map(str::to_owned);
                return (order || address_to_learn).then(|| numbers.to_vec());
            }
            let mut known_sounds = names(&self.known_sounds);
            let (_, sound) =
                known_sounds.find(|(other, sound)| *other == name && sound_target(*sound, rest).is_some())?;
            let mut all = addresses_of(name, sound);
            all.retain(|other| self.target(other).is_some());
            // Suggests the first gesture or value of a sound, and its gain.
            all.truncate(1);
            all.push(format!("/{name}/mixer/gain"));
            Some(all)
        });
        let mut nearest = self.similar(address);
        let address = excerpt(address);
        if let Some(known) = present {
            let known = known.iter().map(|other| format!("`{other}`")).collect();
            return MessageError::NotControllable { address, known };
        }
        nearest.retain(|other| self.target(other).is_some());
        MessageError::UnknownAddress { address, nearest }
    }

    /// Returns the error for an unknown address, with similar addresses.
    fn unknown_address(&self, address: &str) -> MessageError {
        MessageError::UnknownAddress { address: excerpt(address), nearest: self.similar(address) }
    }

    fn similar(&self, address: &str) -> Vec<String> {
        let racks = self.racks.iter().map(|rack| (&*rack.name, &*rack.sound));
        similar(address, names(&self.known_sounds).chain(racks))
    }

    fn one(&mut self, address: &str, args: &[Arg]) -> Result<(), MessageError> {
        let Some((name, rest)) = split(address) else {
            return Err(self.unknown_address(address));
        };
        if name == "foley" {
            return match EngineRequest::read(address, rest, args)? {
                Some(order) => self.order(order),
                None => Err(self.unknown_address(address)),
            };
        }
        if let Some(rack) = self.racks.iter().find(|rack| rack.name == name) {
            return match rack.sound_target(rest) {
                Some(target) => target.with_args(address, args).map(|_| ()),
                None => Err(rack.unknown_address(rest)),
            };
        }
        let present = self.present.iter().find(|(other, _)| other == name);
        let Some(target) = present.and_then(|(_, sound)| sound_target(&**sound, rest)) else {
            return Err(self.unknown_address(address));
        };
        match target.with_args(address, args)? {
            SoundRequest::Hears(Some(input)) if input == name => {
                Err(EngineError::CannotListen { name: name.to_owned() }.into())
            }
            SoundRequest::Hears(Some(input)) if input != ALL && input != NOTHING => self.known(input),
            _ => Ok(()),
        }
    }

    fn order(&mut self, order: EngineRequest<'_>) -> Result<(), MessageError> {
        check_order(self.racks, &order)?;
        match order {
            EngineRequest::Add(name, sound, _) => {
                check_name(name)?;
                self.make(name, self.resolve(sound)?);
            }
            EngineRequest::Preset(name, preset) => {
                self.known(name)?;
                self.make(name, self.resolve(preset)?);
            }
            EngineRequest::Remove(name) => {
                self.known(name)?;
                self.present.retain(|(other, _)| other != name);
            }
            EngineRequest::Play(name) => self.known(name)?,
            EngineRequest::List
            | EngineRequest::Meter
            | EngineRequest::Gain(_)
            | EngineRequest::Limiter(_)
            | EngineRequest::Place(_)
            | EngineRequest::Distance(_)
            | EngineRequest::Record(_) => {}
        }
        Ok(())
    }

    /// Returns the sound of the preset or model called `name`.
    fn resolve(&self, name: &str) -> Result<Box<dyn Sound>, MessageError> {
        let user = self.user_presets.all();
        resolve_sound(name, user)
            .map(|found| found.preset.sound)
            .map_err(|why| MessageError::UnknownSound { name: why.name, nearest: nearest_sounds(name, user) })
    }

    fn make(&mut self, name: &str, sound: Box<dyn Sound>) {
        let model = sound.info().name;
        let same = |(other, made): &NamedSound| other == name && made.info().name == model;
        if !self.known_sounds.iter().any(same) {
            self.known_sounds.push((name.to_owned(), sound.duplicate()));
        }
        self.present.retain(|(other, _)| other != name);
        self.present.push((name.to_owned(), sound));
    }

    fn known(&self, name: &str) -> Result<(), MessageError> {
        if self.present.iter().any(|(other, _)| other == name) {
            return Ok(());
        }
        Err(MessageError::from(EngineError::UnknownSound {
            name: excerpt(name),
            known: self.present.iter().map(|(other, _)| other.clone()).collect(),
        }))
    }
}

fn names(all: &[NamedSound]) -> impl Iterator<Item = (&str, &dyn Sound)> {
    all.iter().map(|(name, sound)| (&**name, &**sound))
}

/// A rack takes messages like a single sound, but has no meter and no input.
impl Rack {
    /// Resolves the words behind the rack's name; returns `None` if the rack has no such address.
    pub(crate) fn sound_target(&self, rest: &str) -> Option<SoundTarget> {
        sound_target(&*self.sound, rest)
            .filter(|target| !matches!(target, SoundTarget::Meter | SoundTarget::Hears))
    }

    /// Returns the error for unknown words behind the rack's name, with similar addresses.
    pub(crate) fn unknown_address(&self, rest: &str) -> MessageError {
        let address = format!("/{}/{rest}", self.name);
        let mut nearest = similar(&address, [(&*self.name, &*self.sound)].into_iter());
        nearest.retain(|other| split(other).is_some_and(|(_, rest)| self.sound_target(rest).is_some()));
        MessageError::UnknownAddress { address: excerpt(&address), nearest }
    }
}
