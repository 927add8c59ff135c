//! Validates a score before playback: tracks which sounds exist at each message and checks the message
//! against them.
//!
//! Sounds are added, morphed and removed as the score says. Conditions of the moment are not checked: free
//! slots, permission to record.

use crate::address_space::{
    ALL, Arg, EngineRequest, MessageError, NOTHING, SoundRequest, SoundTarget, UserPresets, addresses_of,
    alike, check_name, heard, is_pattern, split,
};
use crate::dispatcher::{Dispatcher, check_order, matching, taught};
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
    /// The present sounds and racks of a dispatcher.
    pub(crate) fn on(dispatcher: &Dispatcher) -> Self {
        let sounds = dispatcher.address_space.names();
        let sounds = sounds.map(|(name, sound)| (name.to_owned(), sound.duplicate()));
        let racks = dispatcher.racks.iter().map(|rack| bare(&rack.name, &*rack.sound));
        Self { sounds: sounds.collect(), racks: racks.collect() }
    }

    /// Without the sounds of a scene.
    pub(crate) fn without(mut self, scene: &LiveScene) -> Self {
        for placed in &scene.sounds {
            let rack = self.racks.iter().position(|it| it.name == placed.name);
            if let Some(rack) = rack.map(|index| self.racks.swap_remove(index)) {
                self.sounds.retain(|(name, _)| !rack.owns(name));
            }
            self.sounds.retain(|(name, _)| *name != placed.name);
        }
        self
    }

    /// With the sounds of a scene.
    fn with(&self, scene: &LiveScene) -> Self {
        let mut all = Self {
            sounds: copied(&self.sounds),
            racks: self.racks.iter().map(|it| bare(&it.name, &*it.sound)).collect(),
        };
        for SceneSound { name, sound, keys, .. } in &scene.sounds {
            let mut first = name.clone();
            if keys.is_some() {
                let rack = bare(name, &**sound);
                first = rack.name_of(key::MIDDLE);
                all.racks.push(rack);
            }
            all.sounds.push((first, sound.duplicate()));
        }
        all
    }

    /// Checks a scene that is added to these sounds. `all` are the mappings that will be active, including
    /// its own.
    ///
    /// # Errors
    /// With the first message or mapping that has an unknown address, and its place.
    pub(crate) fn judge(
        &self,
        scene: &LiveScene,
        all: &Mappings,
        user_presets: &UserPresets,
    ) -> Result<(), DocumentError> {
        let cast = self.with(scene);
        let mut rehearsal = ScoreCheck::new(&cast, user_presets);
        rehearsal.score(&scene.score, all)?;
        rehearsal.mappings(&scene.mappings)
    }
}

/// A rack without voices.
fn bare(name: &str, sound: &dyn Sound) -> Rack {
    Rack::new(name, sound, &Score::default(), 0, 1)
}

fn copied(all: &[NamedSound]) -> Vec<NamedSound> {
    let one = |(name, sound): &NamedSound| (name.clone(), sound.duplicate());
    all.iter().map(one).collect()
}

/// An error at a place of a file.
pub(crate) fn says(place: String, why: &(impl ToString + ?Sized)) -> DocumentError {
    DocumentError {
        place,
        at: None,
        kind: Box::new(foley_document::DocumentErrorKind::Custom(why.to_string())),
    }
}

/// The sounds that exist at the current message of the score.
pub(crate) struct ScoreCheck<'a> {
    user_presets: &'a UserPresets,
    racks: &'a [Rack],
    there: Vec<NamedSound>,
    /// All sounds that ever exist: one of each name and model.
    ever: Vec<NamedSound>,
}

impl<'a> ScoreCheck<'a> {
    /// Starts with the given sounds and the user's presets.
    pub(crate) fn new(cast: &'a InitialSounds, user_presets: &'a UserPresets) -> Self {
        Self { user_presets, racks: &cast.racks, there: copied(&cast.sounds), ever: copied(&cast.sounds) }
    }

    /// Checks the messages of a score, with the active mappings.
    ///
    /// # Errors
    /// With the first message that would be rejected, and its place.
    pub(crate) fn score(&mut self, score: &[ScoreMessage], mappings: &Mappings) -> Result<(), DocumentError> {
        for (index, word) in score.iter().enumerate() {
            self.say(mappings, word).map_err(|why| says(format!("score[{index}].say"), &why))?;
        }
        Ok(())
    }

    /// Checks that mappings have known targets among all sounds that ever exist.
    ///
    /// # Errors
    /// With the first mapping that has an unknown target, and its place.
    pub(crate) fn mappings(&self, all: &[Mapping]) -> Result<(), DocumentError> {
        for (index, mapping) in all.iter().enumerate() {
            let place = format!("mappings[{index}]");
            let Some(target) = self.target(&mapping.say) else {
                return Err(says(format!("{place}.say"), &self.unmoved(&mapping.say)));
            };
            target.ends(&mapping.say, mapping.to.as_ref()).map_err(|why| says(place, &why))?;
        }
        Ok(())
    }

    /// Checks one message of the score as the dispatcher would handle it.
    ///
    /// # Errors
    /// If the address is unknown or the arguments are not allowed.
    fn say(&mut self, mappings: &Mappings, word: &ScoreMessage) -> Result<(), MessageError> {
        let ScoreMessage { address, args, .. } = word;
        let numbers = args.iter().any(|arg| matches!(arg, Arg::Number(_)));
        if mappings.knows_address(address) && (numbers || args.is_empty()) {
            return Ok(());
        }
        if let Some(what @ ("learn" | "forget" | "save")) = address.strip_prefix("/foley/") {
            let whom = taught(what, args)?;
            return match whom.filter(|_| what == "learn") {
                Some(whom) if self.target(whom).is_none() => Err(self.unmoved(whom)),
                _ => Ok(()),
            };
        }
        if !is_pattern(address) {
            return self.one(address, args);
        }
        for address in matching(address, names(&self.there), self.racks)? {
            self.one(&address, args)?;
        }
        Ok(())
    }

    /// The target of a mapping.
    fn target(&self, address: &str) -> Option<target::Target> {
        let (name, rest) = split(address)?;
        if name == "foley" {
            return target::whole(rest);
        }
        let of = |sound: &dyn Sound| target::of(sound, &Score::default(), rest);
        if let Some(rack) = self.racks.iter().find(|rack| rack.name == name) {
            return of(&*rack.sound);
        }
        let mut ever = self.ever.iter().filter(|(it, _)| it == name);
        ever.find_map(|(_, sound)| of(&**sound))
    }

    /// The error for an address that a mapping cannot move, with addresses it can move.
    fn unmoved(&self, address: &str) -> MessageError {
        let there = split(address).and_then(|(name, rest)| {
            if name == "foley" {
                // The arguments do not matter here.
                let order = !matches!(EngineRequest::read(address, rest, &[]), Ok(None));
                let taught = matches!(rest, "learn" | "forget" | "save");
                let numbers = ["/foley/gain", "/foley/limiter"].map(str::to_owned);
                return (order || taught).then(|| numbers.to_vec());
            }
            let mut ever = names(&self.ever);
            let (_, sound) = ever.find(|(it, sound)| *it == name && heard(*sound, rest).is_some())?;
            let mut all = addresses_of(name, sound);
            all.retain(|it| self.target(it).is_some());
            // Its first gesture or value, and its gain.
            all.truncate(1);
            all.push(format!("/{name}/mixer/gain"));
            Some(all)
        });
        let mut nearest = self.alike(address);
        let address = excerpt(address);
        if let Some(known) = there {
            let known = known.iter().map(|it| format!("`{it}`")).collect();
            return MessageError::NotControllable { address, known };
        }
        nearest.retain(|it| self.target(it).is_some());
        MessageError::UnknownAddress { address, nearest }
    }

    /// The error for an unknown address, with similar ones.
    fn nobody(&self, address: &str) -> MessageError {
        MessageError::UnknownAddress { address: excerpt(address), nearest: self.alike(address) }
    }

    fn alike(&self, address: &str) -> Vec<String> {
        let racks = self.racks.iter().map(|rack| (&*rack.name, &*rack.sound));
        alike(address, names(&self.ever).chain(racks))
    }

    fn one(&mut self, address: &str, args: &[Arg]) -> Result<(), MessageError> {
        let Some((name, rest)) = split(address) else {
            return Err(self.nobody(address));
        };
        if name == "foley" {
            return match EngineRequest::read(address, rest, args)? {
                Some(order) => self.order(order),
                None => Err(self.nobody(address)),
            };
        }
        if let Some(rack) = self.racks.iter().find(|rack| rack.name == name) {
            return match rack.heard(rest) {
                Some(heard) => heard.with(address, args).map(|_| ()),
                None => Err(rack.nobody(rest)),
            };
        }
        let there = self.there.iter().find(|(it, _)| it == name);
        let Some(heard) = there.and_then(|(_, sound)| heard(&**sound, rest)) else {
            return Err(self.nobody(address));
        };
        match heard.with(address, args)? {
            SoundRequest::Hears(Some(whom)) if whom == name => {
                Err(EngineError::CannotListen { name: name.to_owned() }.into())
            }
            SoundRequest::Hears(Some(whom)) if whom != ALL && whom != NOTHING => self.known(whom),
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
                self.there.retain(|(it, _)| it != name);
            }
            EngineRequest::Play(name) => self.known(name)?,
            EngineRequest::List
            | EngineRequest::Meter
            | EngineRequest::Gain(_)
            | EngineRequest::Limiter(_)
            | EngineRequest::Record(_) => {}
        }
        Ok(())
    }

    /// The sound of a preset or model by its name.
    fn resolve(&self, name: &str) -> Result<Box<dyn Sound>, MessageError> {
        let user = self.user_presets.all();
        resolve_sound(name, user)
            .map(|found| found.preset.sound)
            .map_err(|why| MessageError::UnknownSound { name: why.name, nearest: nearest_sounds(name, user) })
    }

    fn make(&mut self, name: &str, sound: Box<dyn Sound>) {
        let model = sound.info().name;
        let same = |(it, made): &NamedSound| it == name && made.info().name == model;
        if !self.ever.iter().any(same) {
            self.ever.push((name.to_owned(), sound.duplicate()));
        }
        self.there.retain(|(it, _)| it != name);
        self.there.push((name.to_owned(), sound));
    }

    fn known(&self, name: &str) -> Result<(), MessageError> {
        if self.there.iter().any(|(it, _)| it == name) {
            return Ok(());
        }
        Err(MessageError::from(EngineError::UnknownSound {
            name: excerpt(name),
            known: self.there.iter().map(|(it, _)| it.clone()).collect(),
        }))
    }
}

fn names(all: &[NamedSound]) -> impl Iterator<Item = (&str, &dyn Sound)> {
    all.iter().map(|(name, sound)| (&**name, &**sound))
}

/// A rack takes messages like a single sound, but has no meter and no input.
impl Rack {
    /// Resolves the words behind the rack's name.
    pub(crate) fn heard(&self, rest: &str) -> Option<SoundTarget> {
        heard(&*self.sound, rest).filter(|it| !matches!(it, SoundTarget::Meter | SoundTarget::Hears))
    }

    /// The error for unknown words, with similar ones.
    pub(crate) fn nobody(&self, rest: &str) -> MessageError {
        let address = format!("/{}/{rest}", self.name);
        let mut nearest = alike(&address, [(&*self.name, &*self.sound)].into_iter());
        nearest.retain(|it| split(it).is_some_and(|(_, rest)| self.heard(rest).is_some()));
        MessageError::UnknownAddress { address: excerpt(&address), nearest }
    }
}
