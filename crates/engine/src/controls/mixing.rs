//! The mixer: strips, what rooms hear, what is led away, the whole. All of it happens when the block begins
//! in which its sample is.

use super::{Controls, EngineError, Instance};
use crate::ChannelStrip;
use crate::input_source::InputSource;
use crate::message::Command;
use crate::probe::{ProbeReader, probe};
use crate::tap::{Tap, TapReader, tap};
use foley_sound::BLOCK;

impl Controls {
    /// Sets a strip of the mixer.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn set_strip(&mut self, slot: usize, strip: ChannelStrip, at: u64) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        let instance = Instance { strip, ..instance.clone() };
        let strip = instance.scaled();
        let set = Command::SetStrip { slot, birth, strip };
        self.send_to(slot, at, set)?;
        self.instances[slot] = Some(instance);
        Ok(())
    }

    /// What a sound that listens hears from then on: what it hears is heard through it alone. It hears that
    /// sound, not its place: a new voice of the same name, but not another that takes the place.
    ///
    /// # Errors
    /// If there is no such sound, it cannot listen, it is to hear itself, or too much is on its way.
    pub fn set_input(&mut self, slot: usize, input: InputSource, at: u64) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        if !instance.sound.takes_input() || input == InputSource::Slot(slot) {
            return Err(EngineError::CannotListen { name: instance.name.clone() });
        }
        if let InputSource::Slot(other) = input {
            self.lookup(other)?;
        }
        let hear = Command::SetInput { slot, birth, input: self.resolve_input(input) };
        self.send_to(slot, at, hear)?;
        if let Some(Some(instance)) = self.instances.get_mut(slot) {
            instance.input = input;
        }
        Ok(())
    }

    /// Leads away what a sound adds to the loudspeakers, or, without a place, all that leaves the engine,
    /// with room for so many seconds. It ends when the sound has faded out, when another tap takes its place,
    /// or with [`Controls::untap`].
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn tap(&mut self, slot: Option<usize>, seconds: f64, at: u64) -> Result<TapReader, EngineError> {
        let frames = (seconds.clamp(0.0, 60.0) * self.rate) as usize;
        let (tap, reader) = tap(self.capacity.channels.max(1), frames);
        self.send_tap(slot, Some(Box::new(tap)), at)?;
        Ok(reader)
    }

    /// Whether every sound that begins from now on is tapped from its first block, with room for so many
    /// seconds; [`Controls::new_taps`] hands them out.
    pub fn tap_new(&mut self, seconds: Option<f64>) {
        self.tap_new = seconds;
    }

    /// Taps of sounds that began since one last asked, with their names.
    pub fn new_taps(&mut self) -> Vec<(String, TapReader)> {
        core::mem::take(&mut self.new_taps)
    }

    /// Leads away no more.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn untap(&mut self, slot: Option<usize>, at: u64) -> Result<(), EngineError> {
        self.send_tap(slot, None, at)
    }

    fn send_tap(&mut self, slot: Option<usize>, tap: Option<Box<Tap>>, at: u64) -> Result<(), EngineError> {
        let Some(slot) = slot else {
            return self.send(at, Command::Tap { slot: None, tap });
        };
        let birth = self.lookup(slot)?.1;
        let command = Command::Tap { slot: Some((slot, birth)), tap };
        self.send_to(slot, at, command).map(|_| ())
    }

    /// Leads away what a sound measures of itself and where its energy is, with room for so many seconds. It
    /// ends when the sound has faded out, gets a new voice, when another probe takes its place, or with
    /// [`Controls::unprobe`].
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn probe(&mut self, slot: usize, seconds: f64, at: u64) -> Result<ProbeReader, EngineError> {
        let (instance, birth) = self.lookup(slot)?;
        let blocks = (seconds.clamp(0.0, 10.0) * self.rate) as usize / BLOCK + 2;
        let (probe, reader) = probe(&instance.outputs, blocks);
        let probe = Some(Box::new(probe));
        let command = Command::Probe { slot, birth, probe };
        self.send_to(slot, at, command)?;
        Ok(reader)
    }

    /// Looks inside no more.
    ///
    /// # Errors
    /// If there is no such sound, or too much is on its way.
    pub fn unprobe(&mut self, slot: usize, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.lookup(slot)?;
        let command = Command::Probe { slot, birth, probe: None };
        self.send_to(slot, at, command).map(|_| ())
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
