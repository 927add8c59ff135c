//! Requests behind `/foley/`: add, morph, play and remove sounds; master gain, limiter, place, meters,
//! recording.

use super::entry::{GAIN, LIMITER, METER, ORDERS, PLACE, STRIP};
use super::{AddressSpace, Answer, Arg, Entry, EntryKind, MessageError, check_name, number, takes};
#[cfg(feature = "net")]
use foley_audio::recorder::RecordError;
use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_catalogue::{ResolvedSound, nearest_sounds, resolve_sound};
use foley_engine::{ChannelStrip, Loudness, SoundId};
use foley_params::Info;

/// Duration of the glide that `/foley/preset` starts \[s\].
const BECOMES: f64 = 0.1;

/// Returns every word that may follow `/foley/` in an address, with its kind and declaration.
pub(super) fn words() -> impl Iterator<Item = (EntryKind, Info)> {
    let numbers = [GAIN, LIMITER, PLACE, DISTANCE].map(|info| (EntryKind::Mixer, info));
    let all = ORDERS.into_iter().chain([(EntryKind::Asked, METER)]);
    all.chain(numbers)
}

/// A parsed request to an address behind `/foley/`. `None` in place of a number reads the setting, a number
/// sets it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EngineRequest<'a> {
    /// Add a sound: its name, the name of a preset or model, and its channel strip.
    Add(&'a str, &'a str, ChannelStrip),
    /// Fade out and remove the sound of this name.
    Remove(&'a str),
    /// Morph the sound of the first name into the preset of the second name.
    Preset(&'a str, &'a str),
    /// Play the score of the sound with this name.
    Play(&'a str),
    /// List the names of all sounds.
    List,
    /// Read the level meters of the output channels.
    Meter,
    /// Set or read the master gain \[1\].
    Gain(Option<f64>),
    /// Set or read the limiter switch: 1 is on, 0 is off.
    Limiter(Option<f64>),
    /// Set or read the place in which all sounds are heard.
    Place(Option<Place>),
    /// Set or read the distance of the sources \[m\].
    Distance(Option<f64>),
    /// Start a recording of this name; the name `off` stops the running recording.
    Record(&'a str),
}

impl<'a> EngineRequest<'a> {
    /// Parses the word `what` behind `/foley/` and its arguments; returns `None` if the word is unknown.
    pub(crate) fn read(address: &str, what: &str, args: &'a [Arg]) -> Result<Option<Self>, MessageError> {
        let wants = match (what, args) {
            ("add", [Arg::Text(name), Arg::Text(sound), strip @ ..]) if strip.len() <= 2 => {
                let strip = wanted_strip(address, strip)?;
                return Ok(Some(Self::Add(name, sound, strip)));
            }
            ("add", _) => "a name, a model or preset, and optionally gain and pan",
            ("remove", [Arg::Text(name)]) => return Ok(Some(Self::Remove(name))),
            ("play", [Arg::Text(name)]) => return Ok(Some(Self::Play(name))),
            ("remove" | "play", _) => "the name of a sound",
            ("preset", [Arg::Text(name), Arg::Text(preset)]) => {
                return Ok(Some(Self::Preset(name, preset)));
            }
            ("preset", _) => "the name of a sound, and a preset",
            ("list", []) => return Ok(Some(Self::List)),
            ("meter", []) => return Ok(Some(Self::Meter)),
            ("list" | "meter", _) => "no argument; it sends an answer",
            ("gain", _) => return Ok(Some(Self::Gain(number(address, &GAIN, args)?))),
            ("limiter", _) => return Ok(Some(Self::Limiter(number(address, &LIMITER, args)?))),
            ("place", _) => {
                let index = number(address, &PLACE, args)?;
                return Ok(Some(Self::Place(index.map(|index| Place::from_index(index as usize)))));
            }
            ("distance", _) => return Ok(Some(Self::Distance(number(address, &DISTANCE, args)?))),
            ("record", [Arg::Text(name)]) => return Ok(Some(Self::Record(name))),
            ("record", _) => "the name of a recording, or `off`",
            _ => return Ok(None),
        };
        Err(takes(address, wants))
    }
}

impl AddressSpace {
    pub(super) fn whole_entries(&self) -> Vec<Entry> {
        let value = |id: &str| match id {
            "gain" => Some(self.gain),
            "limiter" => Some(f64::from(u8::from(self.limiter))),
            "place" => Some(self.controls.place().0 as usize as f64),
            "distance" => Some(self.controls.place().1),
            _ => None,
        };
        let entry = |(kind, info): (EntryKind, Info)| Entry {
            address: format!("/foley/{}", info.id),
            kind,
            info,
            value: value(info.id),
        };
        words().map(entry).collect()
    }

    pub(super) fn send_to_engine(
        &mut self,
        address: &str,
        what: &str,
        args: &[Arg],
        at: u64,
    ) -> Result<Answer, MessageError> {
        let Some(order) = EngineRequest::read(address, what, args)? else {
            return Err(self.no_such(address, at));
        };
        match order {
            EngineRequest::Add(name, sound, strip) => {
                let sound = self.add(name, sound, at)?;
                if strip != ChannelStrip::default() {
                    self.controls.set_strip(sound, strip, at)?;
                }
            }
            EngineRequest::Remove(name) => {
                let sound = self.controls.find(name)?;
                self.controls.remove(sound, at)?;
            }
            EngineRequest::Preset(name, preset) => self.morph_into(name, preset, at)?,
            EngineRequest::Play(name) => {
                let sound = self.controls.find(name)?;
                self.controls.play(sound, at)?;
            }
            EngineRequest::List => {
                let all = self.controls.instances();
                return Ok(Answer::Names(all.map(|(_, instance)| instance.name.clone()).collect()));
            }
            EngineRequest::Meter => {
                let all = self.controls.master().into_iter();
                let all = all.flat_map(|meter| [meter.peak.into(), meter.rms.into()]);
                return Ok(Answer::Values(all.collect()));
            }
            EngineRequest::Gain(None) => return Ok(Answer::Value(self.gain)),
            EngineRequest::Gain(Some(gain)) => {
                self.controls.set_master(gain, at)?;
                self.gain = gain;
            }
            EngineRequest::Limiter(None) => {
                return Ok(Answer::Value(f64::from(u8::from(self.limiter))));
            }
            EngineRequest::Limiter(Some(on)) => {
                self.controls.limit(on >= 0.5, at)?;
                self.limiter = on >= 0.5;
            }
            EngineRequest::Place(None) => {
                return Ok(Answer::Value(self.controls.place().0 as usize as f64));
            }
            EngineRequest::Place(Some(place)) => {
                // A smaller place brings the sources nearer.
                let distance = self.controls.place().1.min(place.max_distance());
                self.controls.set_place(place, distance, at)?;
            }
            EngineRequest::Distance(None) => return Ok(Answer::Value(self.controls.place().1)),
            EngineRequest::Distance(Some(distance)) => {
                self.controls.set_place(self.controls.place().0, distance, at)?;
            }
            EngineRequest::Record(name) => self.record(name, at)?,
        }
        Ok(Answer::Done)
    }

    #[cfg(feature = "net")]
    fn record(&mut self, name: &str, at: u64) -> Result<(), MessageError> {
        let refused = |why: RecordError| MessageError::Record { why: why.to_string() };
        let recorder = self.recorder.as_ref();
        let recorder = recorder.ok_or(refused(RecordError::NotAllowed))?;
        recorder.record_named(&mut self.controls, name, at).map_err(refused)
    }

    #[cfg(not(feature = "net"))]
    #[expect(clippy::unused_self, reason = "it is the same where one can record")]
    fn record(&mut self, _name: &str, _at: u64) -> Result<(), MessageError> {
        Err(MessageError::Record { why: "recording to files is not possible here".to_owned() })
    }

    /// Adds a sound called `name` and returns its handle. `sound` names a preset, or a model with default
    /// values.
    ///
    /// # Errors
    /// If no preset or model has that name, the sound's name is not allowed, or the engine has no free slot.
    pub fn add(&mut self, name: &str, sound: &str, at: u64) -> Result<SoundId, MessageError> {
        self.check_room(name)?;
        let found = self.resolve(sound, at)?;
        Ok(self.controls.add_preset(name, &found.preset, Loudness::default(), at)?)
    }

    /// Adds a sound called `name`, made from a preset, at a given loudness; returns its handle.
    ///
    /// # Errors
    /// If the name is not allowed, or the engine has no free slot.
    pub fn add_preset(
        &mut self,
        name: &str,
        preset: &Preset,
        loudness: Loudness,
        at: u64,
    ) -> Result<SoundId, MessageError> {
        self.check_room(name)?;
        Ok(self.controls.add_preset(name, preset, loudness, at)?)
    }

    /// Checks that a new sound may have this name and that the engine has a slot for the sound.
    fn check_room(&self, name: &str) -> Result<(), MessageError> {
        check_name(name)?;
        if self.called(name).is_none() && !self.has_room() {
            return Err(self.no_room());
        }
        Ok(())
    }

    /// Whether the engine has a free slot.
    pub(crate) fn has_room(&self) -> bool {
        self.controls.instances().count() < self.controls.capacity().instances
    }

    /// Returns the error for an engine without a free slot.
    pub(crate) fn no_room(&self) -> MessageError {
        let most = self.controls.capacity().instances;
        MessageError::EngineFull { most }
    }

    /// Morphs the sound `name` into a preset. If both have the same model and the modes fit, the voice
    /// glides; otherwise the preset gets a new voice.
    fn morph_into(&mut self, name: &str, preset: &str, at: u64) -> Result<(), MessageError> {
        let sound = self.controls.find(name)?;
        let found = self.resolve(preset, at)?;
        Ok(self.controls.morph_to(sound, &found.preset, Loudness::default(), BECOMES, at)?)
    }

    /// Finds the preset or model of a name. The error for an unknown name suggests similar names, unless
    /// there were too many unknown names in this second.
    fn resolve(&mut self, name: &str, at: u64) -> Result<ResolvedSound, MessageError> {
        resolve_sound(name, self.user_presets.all()).map_err(|why| MessageError::UnknownSound {
            name: why.name,
            nearest: if self.may_suggest(at) {
                nearest_sounds(name, self.user_presets.all())
            } else {
                Vec::new()
            },
        })
    }
}

/// Parses the channel strip from the arguments of `/foley/add`; gain and pan are optional.
fn wanted_strip(address: &str, args: &[Arg]) -> Result<ChannelStrip, MessageError> {
    let mut strip = ChannelStrip::default();
    for (info, arg) in STRIP.iter().zip(args) {
        let value = number(address, info, core::slice::from_ref(arg))?;
        super::write_strip(&mut strip, info.id, value.unwrap_or(info.default));
    }
    Ok(strip)
}
