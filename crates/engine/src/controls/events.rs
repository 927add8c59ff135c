//! Events for sounds. Gestures and values take effect at their exact sample, or at the start of the next
//! block if that sample has passed. Other events take effect at the start of the block that contains their
//! sample.

use super::{Controls, EngineError, Instance, Loudness, modes};
use crate::input_source::InputSource;
use crate::message::Command;
use foley_catalogue::preset::Preset;
use foley_sound::{Event, EventKind, Retarget, Sound, SoundError, SoundParam};
use foley_sound::{plan_events, resolve_gesture, resolve_value, sound_params};

impl Controls {
    /// Sends a gesture to a sound by the gesture's name. It takes effect at the sample `at`, or at the start
    /// of the next block if `at` has passed.
    ///
    /// # Errors
    /// If the sound has no such gesture, its value is out of range, or the command queue is full.
    pub fn gesture(
        &mut self,
        slot: usize,
        name: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        let kind = resolve_gesture(&*instance.sound, name, value)?;
        self.send_to(slot, at, Command::Event { slot, birth, kind }).map(|_| ())
    }

    /// Sets a value of a sound by path or by handle, gliding over `over` \[s\]. A structural value moves the
    /// voice to another body, or replaces the voice.
    ///
    /// # Errors
    /// If the sound has no such value, the value is out of range, or the command queue is full.
    pub fn set(
        &mut self,
        slot: usize,
        name: &str,
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, _) = self.lookup(slot)?;
        let (address, value) = resolve_value(&*instance.sound, name, value)?;
        let all = sound_params(&*instance.sound);
        let index = all.iter().position(|param| param.path() == address.path());
        self.set_at(slot, (index.unwrap_or(usize::MAX), &address), value, over, at)
    }

    /// Sets a value whose index among [`sound_params`] and declaration are known. The value is in SI units.
    ///
    /// # Errors
    /// If the value is out of range or the command queue is full.
    pub fn set_at(
        &mut self,
        slot: usize,
        (index, address): (usize, &SoundParam),
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        let mut sound = instance.sound.duplicate();
        address.set(&mut *sound, value).map_err(SoundError::from)?;
        if address.aspect == foley_sound::Aspect::Structure {
            let over = over.unwrap_or(address.info.glide);
            return self.replace_sound(slot, sound, over, at);
        }
        let kind = EventKind::Set { param: index, value, glide: over };
        self.send_to(slot, at, Command::Event { slot, birth, kind })?;
        if let Some(Some(instance)) = self.instances.get_mut(slot) {
            instance.sound = sound;
        }
        Ok(())
    }

    /// Changes a sound into another over `over` \[s\]. A sound of the same model glides. If a body needs more
    /// modes than the voice has room for, or the model differs, a new voice takes the slot while the old
    /// voice fades.
    ///
    /// # Errors
    /// If the voice cannot be made or the command queue is full.
    fn replace_sound(
        &mut self,
        slot: usize,
        sound: Box<dyn Sound>,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        let same = instance.sound.info().name == sound.info().name;
        let target = Box::new(Retarget::at(&*sound, self.spec(instance).channels)?);
        let fits =
            modes(&target).zip(&instance.mode_capacity).all(|(modes, &mode_capacity)| modes <= mode_capacity);
        if same && fits {
            let kind = EventKind::Retarget { target, glide: over };
            self.send_to(slot, at, Command::Event { slot, birth, kind })?;
            if let Some(Some(instance)) = self.instances.get_mut(slot) {
                instance.sound = sound;
            }
            return Ok(());
        }
        let mut instance = Instance { sound, ..instance.clone() };
        if !instance.sound.takes_input() {
            instance.input = InputSource::None;
        }
        self.put(slot, instance, at)
    }

    /// Plays the score of a sound's preset, or the opening of its model, from the sample `at` on. Sends all
    /// events, or none if there is no room for all.
    ///
    /// # Errors
    /// If the slot is empty or the command queue is full.
    pub fn play(&mut self, slot: usize, at: u64) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        let events = plan_events(&*instance.sound, &instance.score, &self.spec(instance), true)?;
        let retargets = events.iter().filter(|event| matches!(event.kind, EventKind::Retarget { .. }));
        self.check_room(events.len(), retargets.count())?;
        let start = at.max(self.busy_until[slot]);
        for Event { at, kind } in events {
            self.send(start.saturating_add(at), Command::Event { slot, birth, kind })?;
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
        slot: usize,
        preset: &Preset,
        loudness: Loudness,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (sound, score, seed) = (&preset.sound, &preset.score, preset.seed);
        let factor = loudness.factor(&**sound, score, self.rate, seed)?;
        let strip = self.lookup(slot)?.0.strip;
        self.replace_sound(slot, sound.duplicate(), over, at)?;
        if let Some(Some(instance)) = self.instances.get_mut(slot) {
            instance.score = score.clone();
            instance.factor = factor;
        }
        self.set_strip(slot, strip, at)
    }

    /// Fades a sound out and frees its slot. Inputs that it fed become silent.
    ///
    /// # Errors
    /// If the slot is empty or the command queue is full.
    pub fn remove(&mut self, slot: usize, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.lookup(slot)?;
        self.busy_until[slot] = self.send_to(slot, at, Command::Remove { slot, birth })?;
        self.instances[slot] = None;
        self.disconnect(slot);
        Ok(())
    }
}
