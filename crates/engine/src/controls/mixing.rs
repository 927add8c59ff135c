//! The mixer: strips, what rooms hear, what is led away, the whole. All of it happens when the block begins
//! in which its sample is.

use super::{Controls, EngineError, Instance};
use crate::Strip;
use crate::hearing::Hearing;
use crate::message::Command;
use crate::probe::{Probed, probe};
use crate::tap::{Tap, Tapped, tap};
use foley_sound::BLOCK;

impl Controls {
    /// Sets a strip of the mixer.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn mix(&mut self, place: usize, strip: Strip, at: u64) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        let it = Instance { strip, ..it.clone() };
        let strip = it.scaled();
        let set = Command::Strip { place, birth, strip };
        self.send_to(place, at, set)?;
        self.instances[place] = Some(it);
        Ok(())
    }

    /// What a sound that listens hears from then on: what it hears is heard through it alone. It hears that
    /// sound, not its place: a new voice of the same name, but not another that takes the place.
    ///
    /// # Errors
    /// If there is no such sound, it cannot listen, it is to hear itself, or too much is on its way.
    pub fn hear(&mut self, place: usize, hearing: Hearing, at: u64) -> Result<(), EngineError> {
        let (it, birth) = self.born(place)?;
        if !it.sound.takes_input() || hearing == Hearing::Place(place) {
            return Err(EngineError::Deaf { name: it.name.clone() });
        }
        if let Hearing::Place(other) = hearing {
            self.born(other)?;
        }
        let hear = Command::Hear { place, birth, hears: self.hears(hearing) };
        self.send_to(place, at, hear)?;
        if let Some(Some(it)) = self.instances.get_mut(place) {
            it.hearing = hearing;
        }
        Ok(())
    }

    /// Leads away what a sound adds to the loudspeakers, or, without a place, all that leaves the engine,
    /// with room for so many seconds. It ends when the sound has faded out, when another tap takes its place,
    /// or with [`Controls::untap`].
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn tap(&mut self, place: Option<usize>, seconds: f64, at: u64) -> Result<Tapped, EngineError> {
        let frames = (seconds.clamp(0.0, 60.0) * self.rate) as usize;
        let (tap, tapped) = tap(self.capacity.channels.max(1), frames);
        self.send_tap(place, Some(Box::new(tap)), at)?;
        Ok(tapped)
    }

    /// Whether every sound that begins from now on is tapped from its first block, with room for so many
    /// seconds; [`Controls::new_taps`] hands them out.
    pub fn tap_new(&mut self, seconds: Option<f64>) {
        self.tap_new = seconds;
    }

    /// Taps of sounds that began since one last asked, with their names.
    pub fn new_taps(&mut self) -> Vec<(String, Tapped)> {
        core::mem::take(&mut self.new_taps)
    }

    /// Leads away no more.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn untap(&mut self, place: Option<usize>, at: u64) -> Result<(), EngineError> {
        self.send_tap(place, None, at)
    }

    fn send_tap(&mut self, place: Option<usize>, tap: Option<Box<Tap>>, at: u64) -> Result<(), EngineError> {
        let Some(place) = place else {
            return self.send(at, Command::Tap { place: None, tap });
        };
        let birth = self.born(place)?.1;
        let command = Command::Tap { place: Some((place, birth)), tap };
        self.send_to(place, at, command).map(|_| ())
    }

    /// Leads away what a sound measures of itself and where its energy is, with room for so many seconds. It
    /// ends when the sound has faded out, gets a new voice, when another probe takes its place, or with
    /// [`Controls::unprobe`].
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn probe(&mut self, place: usize, seconds: f64, at: u64) -> Result<Probed, EngineError> {
        let (it, birth) = self.born(place)?;
        let blocks = (seconds.clamp(0.0, 10.0) * self.rate) as usize / BLOCK + 2;
        let (probe, probed) = probe(&it.outputs, blocks);
        let probe = Some(Box::new(probe));
        let command = Command::Probe { place, birth, probe };
        self.send_to(place, at, command)?;
        Ok(probed)
    }

    /// Looks inside no more.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn unprobe(&mut self, place: usize, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.born(place)?;
        let command = Command::Probe { place, birth, probe: None };
        self.send_to(place, at, command).map(|_| ())
    }

    /// How loud the whole is \[1\].
    ///
    /// # Errors
    /// If too much is on its way.
    pub fn set_master(&mut self, gain: f64, at: u64) -> Result<(), EngineError> {
        let gain = if gain.is_finite() { gain.clamp(0.0, 1000.0) } else { 0.0 };
        self.send(at, Command::Master { gain })
    }

    /// Whether nothing may be louder than full scale: what is heard goes over to that within a block
    /// ([`crate::limiter`]).
    ///
    /// # Errors
    /// If too much is on its way.
    pub fn limit(&mut self, on: bool, at: u64) -> Result<(), EngineError> {
        self.send(at, Command::Limit { on })
    }
}
