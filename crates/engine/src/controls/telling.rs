//! What a sound is told, and when: at a sample that is still to come, or, for one that has gone, when the
//! next block begins. Gestures and values are true to the sample; what else there is happens when the block
//! begins in which its sample is.

use super::{Controls, EngineError, Instance, Loudness, modes};
use crate::hearing::Hearing;
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
        place: usize,
        name: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let kind = resolve_gesture(&*it.sound, name, value)?;
        self.send_to(place, at, Command::Event { place, birth, kind }).map(|_| ())
    }

    /// Another value, by path or by handle: what can glide glides, and what there is becomes another.
    ///
    /// # Errors
    /// If there is no such value, it is not allowed, or too much is on its way.
    pub fn set(
        &mut self,
        place: usize,
        name: &str,
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, _) = self.born(place)?;
        let (address, value) = resolve_value(&*it.sound, name, value)?;
        let all = sound_params(&*it.sound);
        let index = all.iter().position(|it| it.path() == address.path());
        self.set_at(place, (index.unwrap_or(usize::MAX), &address), value, over, at)
    }

    /// The same for those who know where the value is: its place among the sound's [`addresses`], and its
    /// address. The value is SI.
    ///
    /// # Errors
    /// If it is not allowed, or too much is on its way.
    pub fn set_at(
        &mut self,
        place: usize,
        (index, address): (usize, &SoundParam),
        value: f64,
        over: Option<f64>,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let mut sound = it.sound.duplicate();
        address.set(&mut *sound, value).map_err(SoundError::from)?;
        if address.aspect == foley_sound::Aspect::Structure {
            let over = over.unwrap_or(address.info.glide);
            return self.become_another(place, sound, over, at);
        }
        let kind = EventKind::Set { param: index, value, glide: over };
        self.send_to(place, at, Command::Event { place, birth, kind })?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.sound = sound;
        }
        Ok(())
    }

    /// A sound becomes another in so many seconds. One of the same model glides; if one of its bodies needs
    /// more modes than there is room for, or it is of another model, a new voice takes its place while the
    /// old one fades.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
    fn become_another(
        &mut self,
        place: usize,
        sound: Box<dyn Sound>,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let same = it.sound.info().name == sound.info().name;
        let target = Box::new(Retarget::at(&*sound, self.spec(it).channels)?);
        let fits = modes(&target).zip(&it.room).all(|(modes, &room)| modes <= room);
        if same && fits {
            let kind = EventKind::Retarget { target, glide: over };
            self.send_to(place, at, Command::Event { place, birth, kind })?;
            if let Some(Some(it)) = self.instances.get_mut(place) {
                it.sound = sound;
            }
            return Ok(());
        }
        let mut it = Instance { sound, ..it.clone() };
        if !it.sound.takes_input() {
            it.hearing = Hearing::Nothing;
        }
        self.put(place, it, at)
    }

    /// Plays what a preset does, or the opening of a model, from a sample on: all of it, or, where there is
    /// no room, nothing.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn play(&mut self, place: usize, at: u64) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let events = plan_events(&*it.sound, &it.score, &self.spec(it), true)?;
        let retargets = events.iter().filter(|event| matches!(event.kind, EventKind::Retarget { .. }));
        self.room_for(events.len(), retargets.count())?;
        let start = at.max(self.settled[place]);
        for Event { at, kind } in events {
            self.send(start.saturating_add(at), Command::Event { place, birth, kind })?;
        }
        Ok(())
    }

    /// The sound becomes a preset in so many seconds, as loud as is said: what can glide glides, and what
    /// cannot is another sound in its place.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
    pub fn turn_into(
        &mut self,
        place: usize,
        preset: &Preset,
        loudness: Loudness,
        over: f64,
        at: u64,
    ) -> Result<(), EngineError> {
        let (sound, score, seed) = (&preset.sound, &preset.score, preset.seed);
        let factor = loudness.factor(&**sound, score, self.rate, seed)?;
        let strip = self.born(place)?.0.strip;
        self.become_another(place, sound.duplicate(), over, at)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.score = score.clone();
            it.factor = factor;
        }
        self.mix(place, strip, at)
    }

    /// A sound fades out and is gone. Who heard it hears nothing.
    ///
    /// # Errors
    /// If there is none, or too much is on its way.
    pub fn remove(&mut self, place: usize, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.born(place)?;
        self.settled[place] = self.send_to(place, at, Command::Remove { place, birth })?;
        self.instances[place] = None;
        self.unheard(place);
        Ok(())
    }
}
