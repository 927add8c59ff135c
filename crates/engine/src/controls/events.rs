//! Events for sounds. Gestures and values take effect at their exact sample, or at the start of the next
//! block if that sample has passed. Other events take effect at the start of the block that contains their
//! sample.

use super::{Controls, EngineError, Instance, Loudness, modes};
use crate::SoundId;
use crate::input_source::InputSource;
use crate::message::Command;
use foley_catalogue::preset::Preset;
use foley_params::ParamError;
use foley_sound::{Event, EventKind, Retarget, Sound, SoundError, SoundParam};
use foley_sound::{parse_value, plan_events, resolve_gesture, resolve_live_gesture, resolve_param};
use foley_sound::{resolve_value, sound_params};

impl Controls {
    /// Sends a gesture to a sound by the gesture's name. It takes effect at the sample `at`, or at the start
    /// of the next block if `at` has passed. A lasting sound goes on until the same gesture has the value 0
    /// ([`resolve_live_gesture`]).
    ///
    /// # Errors
    /// If the sound has no such gesture, its value is out of range, or the command queue is full.
    pub fn gesture(
        &mut self,
        id: SoundId,
        name: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let kind = resolve_live_gesture(&*self.lookup(id)?.0.sound, name, value)?;
        self.send_gesture(id, kind, at)
    }

    /// Sends a gesture of a score, as [`Controls::gesture`] does; a lasting sound ends after the durations of
    /// the model, as when rendered.
    ///
    /// # Errors
    /// Fails as [`Controls::gesture`] does.
    pub fn scored_gesture(
        &mut self,
        id: SoundId,
        name: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let kind = resolve_gesture(&*self.lookup(id)?.0.sound, name, value)?;
        self.send_gesture(id, kind, at)
    }

    fn send_gesture(&mut self, id: SoundId, kind: EventKind, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.lookup(id)?;
        self.send_to(id.slot, at, Command::Event { slot: id.slot, birth, kind }).map(|_| ())
    }

    /// Sets a value of a sound by path or by handle, gliding over `over` \[s\]. A structural value moves the
    /// voice to another body, or replaces the voice.
    ///
    /// # Errors
    /// If the sound has no such value, the value is out of range, or the command queue is full.
    pub fn set(
        &mut self,
        id: SoundId,
        name: &str,
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, _) = self.lookup(id)?;
        let (param, value) = resolve_value(&*instance.sound, name, value)?;
        self.set_param(id, &param, value, over, at)
    }

    /// Sets a value of a sound from text, such as `glass`, `12 cm` or `70`; see [`Controls::set`].
    ///
    /// # Errors
    /// If the sound has no such value, the text is not a value that it allows, or the command queue is full.
    pub fn set_text(
        &mut self,
        id: SoundId,
        name: &str,
        text: &str,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, _) = self.lookup(id)?;
        let (param, form) = resolve_param(&*instance.sound, name)?;
        let value = parse_value(&param, form, text)?;
        self.set_param(id, &param, value, over, at)
    }

    fn set_param(
        &mut self,
        id: SoundId,
        param: &SoundParam,
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let all = sound_params(&*self.lookup(id)?.0.sound);
        let index = all.iter().position(|other| other.path() == param.path());
        let unknown = || SoundError::from(ParamError::unknown_name("parameter", &param.path(), Vec::new()));
        self.set_at(id, (index.ok_or_else(unknown)?, param), value, over, at)
    }

    /// Sets a value whose index among [`sound_params`] and declaration are known. The value is in SI units.
    ///
    /// # Errors
    /// If the value is out of range or the command queue is full.
    pub fn set_at(
        &mut self,
        id: SoundId,
        (index, address): (usize, &SoundParam),
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(id)?;
        let mut sound = instance.sound.duplicate();
        address.set(&mut *sound, value).map_err(SoundError::from)?;
        if address.aspect == foley_sound::Aspect::Structure {
            let over = over.unwrap_or(address.info.glide);
            return self.replace_sound(id, sound, over, at);
        }
        let kind = EventKind::Set { param: index, value, glide: over };
        self.send_to(id.slot, at, Command::Event { slot: id.slot, birth, kind })?;
        if let Some(Some(instance)) = self.instances.get_mut(id.slot) {
            instance.sound = sound;
        }
        Ok(())
    }

    /// Changes a sound into another over `over` \[s\]. A sound of the same model glides. If a body needs
    /// more modes than the voice has memory for, or the model differs, a new voice takes the slot while the
    /// old voice fades.
    ///
    /// # Errors
    /// If the voice cannot be made or the command queue is full.
    fn replace_sound(
        &mut self,
        id: SoundId,
        sound: Box<dyn Sound>,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(id)?;
        let same = instance.sound.info().name == sound.info().name;
        let target = Box::new(Retarget::at(&*sound, self.spec(instance).channels)?);
        let fits =
            modes(&target).zip(&instance.mode_capacity).all(|(modes, &mode_capacity)| modes <= mode_capacity);
        if same && fits {
            let kind = EventKind::Retarget { target, glide: over };
            self.send_to(id.slot, at, Command::Event { slot: id.slot, birth, kind })?;
            if let Some(Some(instance)) = self.instances.get_mut(id.slot) {
                instance.sound = sound;
            }
            return Ok(());
        }
        let mut instance = Instance { sound, ..instance.clone() };
        if !instance.sound.takes_input() {
            instance.input = InputSource::None;
        }
        self.put(id.slot, instance, at)
    }

    /// Plays the score of a sound's preset, or the opening of its model, from the sample `at` on. Sends all
    /// events, or none if the command queue cannot take all of them.
    ///
    /// # Errors
    /// If the sound was removed or the command queue is full.
    pub fn play(&mut self, id: SoundId, at: u64) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(id)?;
        let events = plan_events(&*instance.sound, &instance.score, &self.spec(instance), true)?;
        let retargets = events.iter().filter(|event| matches!(event.kind, EventKind::Retarget { .. }));
        self.check_room(events.len(), retargets.count())?;
        let start = at.max(self.busy_until[id.slot]);
        for Event { at, kind } in events {
            self.send(start.saturating_add(at), Command::Event { slot: id.slot, birth, kind })?;
        }
        Ok(())
    }

    /// Morphs a sound into a preset over `over` \[s\] at the given loudness; see [`Controls::set_at`] for
    /// values that cannot glide.
    ///
    /// # Errors
    /// If the voice cannot be made or the command queue is full.
    pub fn morph_to(
        &mut self,
        id: SoundId,
        preset: &Preset,
        loudness: Loudness,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let strip = self.lookup(id)?.0.strip;
        self.replace_sound(id, preset.sound.duplicate(), over, at)?;
        if let Some(Some(instance)) = self.instances.get_mut(id.slot) {
            instance.score = preset.score.clone();
            instance.loudness = preset.loudness;
            instance.factor = loudness.factor(preset.loudness);
        }
        self.set_strip(id, strip, at)
    }

    /// Fades a sound out and frees its slot. Inputs that it fed become silent.
    ///
    /// # Errors
    /// If the sound was removed or the command queue is full.
    pub fn remove(&mut self, id: SoundId, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.lookup(id)?;
        self.busy_until[id.slot] = self.send_to(id.slot, at, Command::Remove { slot: id.slot, birth })?;
        self.instances[id.slot] = None;
        self.disconnect(id);
        Ok(())
    }
}
