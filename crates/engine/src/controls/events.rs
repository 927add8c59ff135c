//! What a sound is told, and when: at a sample that is still to come, or, for one that has gone, when the
//! next block begins. Gestures and values are true to the sample; what else there is happens when the block
//! begins in which its sample is.

use super::{Controls, EngineError, Instance, Loudness, modes};
use crate::input_source::InputSource;
use crate::message::Command;
use foley_catalogue::preset::Preset;
use foley_sound::{Event, EventKind, Retarget, Sound, SoundError, SoundParam};
use foley_sound::{plan_events, resolve_gesture, resolve_value, sound_params};

impl Controls {
    /// A gesture, by name, at a sample; for one that has gone, when the next block begins.
    ///
    /// # Errors
    /// If the sound has no such gesture, its value is not allowed, or too much is on its way.
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

    /// Another value, by path or by handle: what can glide glides, and what there is becomes another.
    ///
    /// # Errors
    /// If there is no such value, it is not allowed, or too much is on its way.
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

    /// The same for those who know where the value is: its place among the sound's [`addresses`], and its
    /// address. The value is SI.
    ///
    /// # Errors
    /// If it is not allowed, or too much is on its way.
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

    /// A sound becomes another in so many seconds. One of the same model glides; if one of its bodies needs
    /// more modes than there is room for, or it is of another model, a new voice takes its place while the
    /// old one fades.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
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

    /// Plays what a preset does, or the opening of a model, from a sample on: all of it, or, where there is
    /// no room, nothing.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
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

    /// The sound becomes a preset in so many seconds, as loud as is said: what can glide glides, and what
    /// cannot is another sound in its place.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
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

    /// A sound fades out and is gone. Who heard it hears nothing.
    ///
    /// # Errors
    /// If there is none, or too much is on its way.
    pub fn remove(&mut self, slot: usize, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.lookup(slot)?;
        self.busy_until[slot] = self.send_to(slot, at, Command::Remove { slot, birth })?;
        self.instances[slot] = None;
        self.disconnect(slot);
        Ok(())
    }
}
