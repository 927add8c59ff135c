//! A rack: one voice per key. All voices are made from one sound, each tuned to its key,
//!
//! ```math
//! f_k = f_{60}\,2^{(k - 60 + b)/12}
//! ```
//!
//! | symbol | unit      | meaning                                                                     |
//! |--------|-----------|-----------------------------------------------------------------------------|
//! | f      | Hz        | any frequency of the voice                                                  |
//! | k      | 1         | key; for 60, C3, the voice sounds like the untransposed sound               |
//! | b      | semitones | bend of the channel that played the key                                     |
//!
//! by the parameter that [`pitch`] finds, within its range. A sound without such a parameter has one voice
//! that every key strikes. The number of voices is limited: when another voice is needed, the voice struck
//! longest ago is removed, first among those whose keys are up. The choice depends only on the messages, so
//! it is the same live and offline.
//!
//! | message        | effect                                                                                                 |
//! |----------------|--------------------------------------------------------------------------------------------------------|
//! | a note         | makes the first gesture of the key's voice, about as hard as the preset makes it ([`velocity`])         |
//! | bend           | retunes the voices that the channel played                                                              |
//! | pressure       | raises the force parameter ([`force`]) from its value to its maximum, for the channel or for one key    |
//! | timbre (MPE)   | sets the first handle of the channel's voices                                                           |
//!
//! With MPE every finger has its own channel ([`zone`](super::zone)), as the instrument or the scene
//! declares. A rack for one channel also takes the members of that channel's zone.

mod requests;

use super::zone::Channels;
use super::{Control, TIMBRE, key, velocity};
use crate::address_space::{AddressSpace, Answer, MessageError};
use crate::dispatcher::Outcome;
use crate::mapping::standard::{Pitch, force, pitch};
use foley_catalogue::preset::PresetLoudness;
use foley_engine::{ChannelStrip, Instance, Loudness};
use foley_params::Info;
use foley_sound::{Score, Sound, SoundError, SoundParam, sound_params, tells_duration};

/// Default maximum number of voices of a rack.
pub const DEFAULT_VOICES: usize = 32;

/// One voice of a rack, which belongs to one key.
#[derive(Clone, Debug)]
struct RackVoice {
    key: u8,
    name: String,
    /// Number of the voice's last strike; the voice with the smallest number was struck longest ago.
    struck: u64,
    down: bool,
    channel: u8,
}

/// A rack plays one sound with a MIDI keyboard, by one voice per key.
#[derive(Debug)]
pub struct Rack {
    /// First word of the rack's addresses; messages to these addresses reach all voices of the rack.
    pub name: String,
    /// Sound of all voices, as the middle key plays it.
    pub sound: Box<dyn Sound>,
    /// The only MIDI channel that the rack takes, with the members of its zone; `None` means every channel.
    pub channel: Option<u8>,
    /// Score of the preset. It sets how hard a key strikes at velocity 100.
    pub(crate) score: Score,
    /// Stored loudness of the preset or model, which all voices have. [`Rack::new`] sets that of the model.
    pub loudness: PresetLoudness,
    seed: u64,
    most: usize,
    pitch: Option<Pitch>,
    force: Option<SoundParam>,
    handle: Option<SoundParam>,
    voices: Vec<RackVoice>,
    strikes: u64,
    channels: Channels,
    strip: ChannelStrip,
}

impl Rack {
    /// Makes a rack of a sound with at most `most` voices. Keys strike about as hard as `score` does
    /// ([`velocity`]); an empty score means the model's opening.
    pub fn new(name: &str, sound: &dyn Sound, score: &Score, seed: u64, most: usize) -> Self {
        let handled = |at: &SoundParam| at.info.handle.is_some();
        Self {
            name: name.to_owned(),
            channel: None,
            score: score.clone(),
            loudness: PresetLoudness::of_model(sound.info().name),
            seed,
            most: most.max(1),
            pitch: pitch(sound),
            force: force(sound),
            handle: sound_params(sound).into_iter().find(handled),
            voices: Vec::new(),
            strikes: 0,
            channels: Channels::default(),
            strip: ChannelStrip::default(),
            sound: sound.duplicate(),
        }
    }

    /// Sets the number of members of the MPE zone whose master is channel `master`, 1 or 16.
    pub fn set_zone(&mut self, master: u8, members: u8) {
        self.channels.set_zone(master, members);
    }

    /// Sets the channel strip of voices that the rack makes from then on.
    pub fn set_strip(&mut self, strip: ChannelStrip) {
        self.strip = strip;
    }

    /// Returns the parameter by which the voices are tuned; `None` if the sound has no such parameter.
    pub fn tuned_by(&self) -> Option<Pitch> {
        self.pitch
    }

    /// Makes the voice of the middle key, so that a sound that cannot be played is reported at once.
    ///
    /// # Errors
    /// If the voice cannot be made, or the engine has no free slot.
    pub fn prepare(&mut self, address_space: &mut AddressSpace, at: u64) -> Result<(), MessageError> {
        self.voice_index(key::MIDDLE, 1, address_space, at).map(|_| ())
    }

    /// Whether the name belongs to a voice of the rack, now or once its key is struck.
    pub(crate) fn owns(&self, name: &str) -> bool {
        let key = name.strip_prefix(&*self.name);
        let key = key.and_then(|rest| rest.strip_prefix('-')?.parse::<u8>().ok());
        name == self.name || key.is_some_and(|key| key < 128 && self.name_of(key) == name)
    }

    /// Returns the channel strip of the rack's voices.
    pub(crate) fn strip(&self) -> &ChannelStrip {
        &self.strip
    }

    pub(crate) fn name_of(&self, key: u8) -> String {
        match self.pitch {
            Some(_) => format!("{}-{key}", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns the value of the pitch parameter for a key on a channel \[SI\].
    fn tuning(&self, pitch: &Pitch, key: u8, channel: u8) -> f64 {
        let ratio = key::ratio(key) * key::semitones(self.channels.bend(channel));
        pitch.tuned(pitch.address.get(&*self.sound), ratio)
    }

    /// Removes voices from the rack's list that are no longer in the engine.
    pub(super) fn drop_removed_voices(&mut self, address_space: &AddressSpace) {
        let there = |voice: &RackVoice| address_space.controls.find(&voice.name).is_ok();
        self.voices.retain(there);
    }

    /// Returns the key whose voice `key` plays: the middle key if the sound cannot be tuned, else `key`
    /// itself.
    fn folded(&self, key: u8) -> u8 {
        self.pitch.map_or(key::MIDDLE, |_| key)
    }

    /// Returns the index of the voice of a key; makes the voice if there is none.
    fn voice_index(
        &mut self,
        key: u8,
        channel: u8,
        address_space: &mut AddressSpace,
        at: u64,
    ) -> Result<usize, MessageError> {
        let key = self.folded(key);
        let name = self.name_of(key);
        if let Some(index) = self.voices.iter().position(|voice| voice.key == key) {
            if let Some(voice) = self.voices.get_mut(index) {
                voice.channel = channel;
            }
            self.retune(index, address_space, at)?;
            return Ok(index);
        }
        // When the engine is full a voice of the rack is removed, never a named sound.
        while self.voices.len() >= self.most || !address_space.has_room() {
            let oldest = self.voices.iter().enumerate();
            let oldest = oldest.min_by_key(|(_, voice)| (voice.down, voice.struck));
            let Some((index, voice)) = oldest else {
                return Err(address_space.no_room());
            };
            let id = address_space.controls.find(&voice.name)?;
            address_space.controls.remove(id, at)?;
            self.voices.swap_remove(index);
        }
        let mut sound = self.sound.duplicate();
        if let Some(pitch) = self.pitch {
            let value = self.tuning(&pitch, key, channel);
            let set = pitch.address.set(&mut *sound, value);
            set.map_err(SoundError::from)?;
        }
        let seed = self.seed.wrapping_add(u64::from(key)).wrapping_sub(u64::from(key::MIDDLE));
        let loudness = Loudness::Factor(Loudness::default().factor(self.loudness));
        address_space.controls.add(&name, &*sound, seed, loudness, at)?;
        self.begin(key, name, channel, address_space, at)
    }

    /// Returns the gesture that a key makes, and the strength of that gesture in the sound's own score.
    fn gesture(&self) -> Option<(Info, f64)> {
        let gesture = *self.sound.gestures().first()?;
        let own = velocity::own(&*self.sound, &self.score, &gesture);
        Some((gesture, own))
    }

    fn begin(
        &mut self,
        key: u8,
        name: String,
        channel: u8,
        address_space: &mut AddressSpace,
        at: u64,
    ) -> Result<usize, MessageError> {
        let id = address_space.controls.find(&name)?;
        address_space.controls.set_strip(id, self.strip, at)?;
        self.voices.push(RackVoice { key, name, struck: 0, down: false, channel });
        Ok(self.voices.len() - 1)
    }

    /// Tunes a voice to its key and the bend of its channel.
    fn retune(&self, index: usize, address_space: &mut AddressSpace, at: u64) -> Result<(), MessageError> {
        let (Some(voice), Some(pitch)) = (self.voices.get(index), self.pitch) else {
            return Ok(());
        };
        let id = address_space.controls.find(&voice.name)?;
        let is = instance(address_space, &voice.name).map(|instance| pitch.address.get(&*instance.sound));
        let value = self.tuning(&pitch, voice.key, voice.channel);
        if is != Some(value) {
            address_space.controls.set(id, &pitch.address.path(), value, None, at)?;
        }
        Ok(())
    }

    /// Handles a new value of a control on a channel; returns the errors.
    pub fn hear(
        &mut self,
        channel: u8,
        control: Control,
        value: f64,
        at: u64,
        address_space: &mut AddressSpace,
    ) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        if !value.is_finite() {
            return outcomes;
        }
        // Zones belong to the whole instrument: a zone that another rack declares takes members from this
        // rack's zone.
        if let Control::Cc(number) = control {
            self.channels.register(channel, number, value as u8);
        }
        self.drop_removed_voices(address_space);
        let reached = |own: u8| self.channels.reaches(own, channel);
        if !self.channel.is_none_or(reached) {
            return outcomes;
        }
        let result = match control {
            Control::Note(key) if value > 0.0 => self.strike(key, channel, value, at, address_space),
            Control::Note(key) => {
                let key = self.folded(key);
                let lasting = self.gesture().map(|(info, _)| info);
                let lasting = lasting.filter(|info| self.sound.lasting_gestures().contains(&info.id));
                let played = |voice: &&mut RackVoice| voice.key == key && voice.channel == channel;
                let mut ended = Ok(());
                for voice in self.voices.iter_mut().filter(played) {
                    if let Some(gesture) = lasting.filter(|_| voice.down) {
                        let controls = &mut address_space.controls;
                        let sent = controls
                            .find(&voice.name)
                            .and_then(|id| controls.gesture(id, gesture.id, Some(0.0), at));
                        ended = ended.and(sent);
                    }
                    voice.down = false;
                }
                ended.map(|()| Answer::Done).map_err(MessageError::from)
            }
            Control::Bend => {
                self.channels.turn(channel, value);
                let all = 0..self.voices.len();
                let reached = |index: &usize| {
                    let voice = self.voices.get(*index);
                    voice.is_some_and(|voice| self.channels.reaches(channel, voice.channel))
                };
                all.filter(reached)
                    .try_for_each(|index| self.retune(index, address_space, at))
                    .map(|()| Answer::Done)
            }
            Control::Pressure => self.press(
                |rack, voice| rack.channels.reaches(channel, voice.channel),
                value,
                at,
                address_space,
            ),
            Control::PolyPressure(key) => self.press(
                |rack, voice| voice.key == rack.folded(key) && voice.channel == channel,
                value,
                at,
                address_space,
            ),
            Control::Cc(TIMBRE) if self.channels.has_zone() => {
                let reached = |rack: &Self, voice: &RackVoice| rack.channels.reaches(channel, voice.channel);
                let way = value / 127.0;
                let change = self.handle.map(|at| (at.path(), at.info.from_normalised(way)));
                self.set_voices(reached, change, at, address_space)
            }
            Control::Cc(_) | Control::Fine(_) | Control::Program => Ok(Answer::Done),
        };
        if result.is_err() {
            outcomes.push(Outcome { address: format!("/{}", self.name), from: None, result });
        }
        outcomes
    }

    fn strike(
        &mut self,
        key: u8,
        channel: u8,
        velocity: f64,
        at: u64,
        address_space: &mut AddressSpace,
    ) -> Result<Answer, MessageError> {
        let index = self.voice_index(key, channel, address_space, at)?;
        let gesture = self.gesture();
        self.strikes += 1;
        let Some(voice) = self.voices.get_mut(index) else {
            return Ok(Answer::Done);
        };
        voice.struck = self.strikes;
        voice.down = true;
        let Some((gesture, own)) = gesture else {
            return Ok(Answer::Done);
        };
        let value = velocity::touched(&gesture, own, velocity);
        let id = address_space.controls.find(&voice.name)?;
        let goes_on = self.sound.lasting_gestures().contains(&gesture.id) && tells_duration(&gesture);
        address_space.controls.gesture(id, gesture.id, (!goes_on).then_some(value), at)?;
        Ok(Answer::Done)
    }

    /// Sets the force parameter of the voices for which `selects` holds. A pressure of 0 keeps the
    /// parameter's own value, 127 sets its maximum.
    fn press(
        &self,
        selects: impl Fn(&Self, &RackVoice) -> bool,
        value: f64,
        at: u64,
        address_space: &mut AddressSpace,
    ) -> Result<Answer, MessageError> {
        let change = self.force.map(|force| {
            let from = force.info.normalised(force.get(&*self.sound));
            let way = from + (1.0 - from) * (value / 127.0);
            (force.path(), force.info.from_normalised(way))
        });
        self.set_voices(selects, change, at, address_space)
    }

    fn set_voices(
        &self,
        selects: impl Fn(&Self, &RackVoice) -> bool,
        change: Option<(String, f64)>,
        at: u64,
        address_space: &mut AddressSpace,
    ) -> Result<Answer, MessageError> {
        if let Some((path, value)) = change {
            for voice in self.voices.iter().filter(|voice| selects(self, voice)) {
                let id = address_space.controls.find(&voice.name)?;
                address_space.controls.set(id, &path, value, None, at)?;
            }
        }
        Ok(Answer::Done)
    }
}

/// Returns the instance of the engine with this name; `None` if the engine has no such sound.
pub(crate) fn instance<'a>(address_space: &'a AddressSpace, name: &str) -> Option<&'a Instance> {
    let mut all = address_space.controls.instances();
    all.find(|(_, instance)| instance.name == name).map(|(_, instance)| instance)
}
