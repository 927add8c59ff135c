//! The mixer: channel strips, inputs, taps, probes, place, master. Changes take effect at the start of the block
//! that contains their sample.

use super::{Controls, EngineError, Instance};
use crate::input_source::InputSource;
use crate::message::Command;
use crate::probe::{ProbeReader, probe};
use crate::tap::{Tap, TapReader, tap};
use crate::{ChannelStrip, SoundId};
use foley_catalogue::spaces::{Place, PlaceSend};
use foley_sound::BLOCK;
use std::sync::atomic::Ordering;

/// Maximum number of queued or scheduled changes of the place; a hall takes 2 MB at 48 kHz.
const MAX_PENDING_PLACES: usize = 16;

impl Controls {
    /// Sets the channel strip of a sound. The gain of the strip is a factor on the sound's loudness.
    ///
    /// # Errors
    /// If a number is not finite, the sound was removed, or the command queue is full.
    pub fn set_strip(&mut self, id: SoundId, strip: ChannelStrip, at: u64) -> Result<(), EngineError> {
        for (what, value) in [("gain", strip.gain), ("pan", strip.pan)] {
            if !value.is_finite() {
                return Err(EngineError::NotFinite { what, value });
            }
        }
        let (instance, birth) = self.lookup(id)?;
        let instance = Instance { strip, ..instance.clone() };
        let strip = instance.scaled();
        let set = Command::SetStrip { slot: id.slot, birth, strip };
        self.send_to(id.slot, at, set)?;
        self.instances[id.slot] = Some(instance);
        Ok(())
    }

    /// Sets the input of a room or an effect. The sounds that feed the input are heard through the room or
    /// effect alone. The input refers to a sound, not to its slot: it follows a new voice of the same name,
    /// but not another sound in that slot.
    ///
    /// # Errors
    /// If the sound was removed, the sound takes no input, it would be its own input, or the command queue is
    /// full.
    pub fn set_input(&mut self, id: SoundId, input: InputSource, at: u64) -> Result<(), EngineError> {
        let (instance, birth) = self.lookup(id)?;
        if !instance.sound.takes_input() || input == InputSource::Sound(id) {
            return Err(EngineError::CannotListen { name: instance.name.clone() });
        }
        if let InputSource::Sound(other) = input {
            self.lookup(other)?;
        }
        let hear = Command::SetInput { slot: id.slot, birth, input };
        self.send_to(id.slot, at, hear)?;
        if let Some(Some(instance)) = self.instances.get_mut(id.slot) {
            instance.input = input;
        }
        Ok(())
    }

    /// Taps a sound's share of the mix, or, without a handle, the output of the engine. The buffer of the
    /// tap holds `seconds`. Returns the reading end. The tap ends when the sound has faded out, when
    /// another tap replaces it, or with [`Controls::untap`].
    ///
    /// # Errors
    /// If the sound was removed or the command queue is full.
    pub fn tap(&mut self, id: Option<SoundId>, seconds: f64, at: u64) -> Result<TapReader, EngineError> {
        let frames = (seconds.clamp(0.0, 60.0) * self.rate) as usize;
        let (tap, reader) = tap(self.capacity.channels.max(1), frames);
        self.send_tap(id, Some(Box::new(tap)), at)?;
        Ok(reader)
    }

    /// Taps every new sound from its first block, with a buffer of `seconds`; `None` stops tapping new
    /// sounds. [`Controls::new_taps`] returns the readers.
    pub fn tap_new(&mut self, seconds: Option<f64>) {
        self.tap_new = seconds;
    }

    /// Returns the taps of sounds that were added since the last call, with the names of the sounds.
    pub fn new_taps(&mut self) -> Vec<(String, TapReader)> {
        core::mem::take(&mut self.new_taps)
    }

    /// Removes the tap of a sound, or, without a handle, that of the engine's output.
    ///
    /// # Errors
    /// If the sound was removed or the command queue is full.
    pub fn untap(&mut self, id: Option<SoundId>, at: u64) -> Result<(), EngineError> {
        self.send_tap(id, None, at)
    }

    fn send_tap(&mut self, id: Option<SoundId>, tap: Option<Box<Tap>>, at: u64) -> Result<(), EngineError> {
        let Some(id) = id else {
            return self.send(at, Command::Tap { slot: None, tap });
        };
        let birth = self.lookup(id)?.1;
        let command = Command::Tap { slot: Some((id.slot, birth)), tap };
        self.send_to(id.slot, at, command).map(|_| ())
    }

    /// Probes the measured outputs and the energy of a sound. The buffer of the probe holds `seconds`.
    /// Returns the reading end. The probe ends when the sound has faded out or gets a new voice, when
    /// another probe replaces it, or with [`Controls::unprobe`].
    ///
    /// # Errors
    /// If the sound was removed or the command queue is full.
    pub fn probe(&mut self, id: SoundId, seconds: f64, at: u64) -> Result<ProbeReader, EngineError> {
        let (instance, birth) = self.lookup(id)?;
        let blocks = (seconds.clamp(0.0, 10.0) * self.rate) as usize / BLOCK + 2;
        let (probe, reader) = probe(&instance.outputs, blocks);
        let probe = Some(Box::new(probe));
        let command = Command::Probe { slot: id.slot, birth, probe };
        self.send_to(id.slot, at, command)?;
        Ok(reader)
    }

    /// Removes the probe of a sound.
    ///
    /// # Errors
    /// If the sound was removed or the command queue is full.
    pub fn unprobe(&mut self, id: SoundId, at: u64) -> Result<(), EngineError> {
        let (_, birth) = self.lookup(id)?;
        let command = Command::Probe { slot: id.slot, birth, probe: None };
        self.send_to(id.slot, at, command).map(|_| ())
    }

    /// Sets the gain of the whole mix \[1\].
    ///
    /// # Errors
    /// If the command queue is full.
    pub fn set_master(&mut self, gain: f64, at: u64) -> Result<(), EngineError> {
        let gain = if gain.is_finite() { gain.clamp(0.0, 1000.0) } else { 0.0 };
        self.send(at, Command::Master { gain })
    }

    /// Sets the place in which all sounds are heard and the distance of their sources \[m\]. The reflections come from
    /// the sum of all sounds; taps of sounds stay dry.
    ///
    /// # Errors
    /// If the place has no room for the distance, or the command queue is full.
    pub fn set_place(&mut self, place: Place, distance: f64, at: u64) -> Result<(), EngineError> {
        if self.shared.pending_places() >= MAX_PENDING_PLACES {
            return Err(EngineError::QueueFull { commands: MAX_PENDING_PLACES });
        }
        let send = PlaceSend::new(place, distance, self.capacity.channels.max(1), self.rate)?;
        let free = place == Place::Free && send.direct_gain() == 1.0;
        self.send(at, Command::Place { send: (!free).then(|| Box::new(send)) })?;
        self.place = (place, distance);
        Ok(())
    }

    /// Whether the reflections of the place have ended.
    pub fn place_silent(&self) -> bool {
        !self.shared.place_sounds.load(Ordering::Relaxed)
    }

    /// Returns the place as last set, and the distance of the sources \[m\].
    pub fn place(&self) -> (Place, f64) {
        self.place
    }

    /// Switches the limiter on or off, with a cross-fade over one block ([`crate::limiter`]).
    ///
    /// # Errors
    /// If the command queue is full.
    pub fn limit(&mut self, on: bool, at: u64) -> Result<(), EngineError> {
        self.send(at, Command::Limit { on })
    }
}
