//! A sound in its slot: the voice plays a block, the channel strip scales the block, and the result goes to
//! the mix or to the input of another sound ([`crate::input_source`]).

use crate::message::ActiveSound;
use crate::probe::Probe;
use crate::tap::Tap;
use foley_sound::{BLOCK, Deadline, Quality};

/// Weight of the last block in the mean cost of a sound's blocks \[1\].
const COST_SMOOTHING: f64 = 0.05;
/// Time of a block that is always counted in full in the usual cost of a sound \[s\]. Longer blocks are
/// limited relative to the usual cost, because the thread may have been preempted.
const COST_FLOOR: f64 = 1e-4;

/// A sound in its slot, with its gains, tap and probe.
pub(crate) struct Slot {
    pub(crate) sound: Box<ActiveSound>,
    /// Gain of each output channel at the end of the last block \[1\].
    pub(crate) gains: Vec<f64>,
    /// Gain of the send to other sounds at the end of the last block \[1\].
    gain: f64,
    /// Number of blocks until a fading sound is silent.
    pub(crate) fade_left: u32,
    /// Slot that a fading sound had before it began to fade.
    pub(crate) fading_from: usize,
    pub(crate) tap: Option<Box<Tap>>,
    pub(crate) probe: Option<Box<Probe>>,
    /// The last block as the inputs of other sounds receive it.
    send: [f64; BLOCK],
    /// Whether the last block had an input signal.
    had_input: bool,
    /// Whether the voice was silent by itself. Then gains jump to their targets, so that an onset stays
    /// sharp.
    fresh: bool,
    /// Current quality of the voice.
    quality: Quality,
    /// Whether the sound is paused, or fades until it is paused.
    pub(crate) paused: bool,
    /// Usual time that a block of the sound takes \[s\]; 0 while the sound sleeps or is paused.
    pub(crate) usual_cost: f64,
}

/// Level of one block of a voice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockLevel {
    /// Highest absolute sample of the block.
    pub(crate) peak: f64,
    /// Mean square of the block over all channels.
    pub(crate) square: f64,
}

impl BlockLevel {
    pub(crate) fn of(pages: &[[f64; BLOCK]]) -> Self {
        let mut peak = 0.0_f64;
        let mut square = 0.0;
        for &x in pages.iter().flatten() {
            // A NaN compares false and so becomes the peak; `max` would ignore it.
            peak = if x.abs() <= peak { peak } else { x.abs() };
            square += x * x;
        }
        let square = square / (pages.len().max(1) * BLOCK) as f64;
        Self { peak, square }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.peak.is_finite() && self.square.is_finite()
    }
}

/// Buffers into which sounds are mixed.
pub(crate) struct MixBuses<'a> {
    /// The mix, one block per output channel.
    pub(crate) bus: &'a mut [[f64; BLOCK]],
    /// Scratch buffers for the share of a tapped sound, one block per output channel.
    pub(crate) single: &'a mut [[f64; BLOCK]],
    /// First sample of the block.
    pub(crate) from: u64,
}

impl Slot {
    pub(crate) fn new(sound: Box<ActiveSound>, mut gains: Vec<f64>, fade_left: u32) -> Self {
        gains.fill(0.0);
        Self {
            sound,
            gains,
            gain: 0.0,
            fade_left,
            fading_from: 0,
            tap: None,
            probe: None,
            send: [0.0; BLOCK],
            had_input: false,
            fresh: true,
            quality: Quality::default(),
            paused: false,
            usual_cost: 0.0,
        }
    }

    /// Returns the last block as the inputs of other sounds receive it.
    pub(crate) fn send(&self) -> &[f64; BLOCK] {
        &self.send
    }

    /// Whether the sound is paused and has faded out; its time stands still.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused && self.gain == 0.0 && self.gains.iter().all(|&gain| gain == 0.0)
    }

    /// Sets the quality of the voice; returns whether it changed. Real-time: yes.
    pub(crate) fn set_quality(&mut self, quality: Quality) -> bool {
        if quality == self.quality {
            return false;
        }
        self.quality = quality;
        self.sound.voice.set_quality(quality);
        true
    }

    /// Updates the usual cost of the sound by a block that took `seconds`. Real-time: yes.
    pub(crate) fn note_cost(&mut self, seconds: f64) {
        // Limits the effect of a preempted thread and of a clock that goes back.
        let counted = seconds.max(0.0).min(10.0 * self.usual_cost + COST_FLOOR);
        let share = if self.usual_cost > 0.0 { COST_SMOOTHING } else { 1.0 };
        self.usual_cost += share * (counted - self.usual_cost);
    }

    /// Plays a block into `pages`, one per channel of the voice; returns the level of the block, or `None` if
    /// the voice sleeps. Real-time: yes.
    pub(crate) fn play(
        &mut self,
        time_is_up: Deadline<'_>,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]; 2],
    ) -> Option<BlockLevel> {
        let has_input = input.iter().any(|&x| x != 0.0);
        // The input signal of the last block is still passing through the voice.
        let had_input = core::mem::replace(&mut self.had_input, has_input);
        if !(has_input || had_input) && self.sound.voice.asleep() {
            self.fresh = !self.paused;
            return None;
        }
        let [one, two] = pages;
        let voice = &mut self.sound.voice;
        voice.process_with_deadline(time_is_up, input, &mut [&mut one[..], &mut two[..]]);
        if let Some(probe) = &mut self.probe {
            probe.write(voice);
        }
        Some(BlockLevel::of(&pages[..self.sound.channels]))
    }

    /// Skips a block: the voice's time stands still, its output is silence. Real-time: yes.
    pub(crate) fn skip_block(&mut self, from: u64, channels: usize) {
        self.sound.voice.skip_block();
        self.send = [0.0; BLOCK];
        if let Some(tap) = &mut self.tap {
            tap.write_silence(from, channels);
        }
    }

    /// Returns the gain of the strip \[1\]; 0 if the sound is paused, muted, or `quiet` because others are
    /// solo.
    pub(crate) fn target_gain(&self, quiet: bool) -> f64 {
        let strip = &self.sound.strip;
        if self.paused || strip.mute || quiet { 0.0 } else { strip.gain }
    }

    /// Mixes a block into the output and fills the send; a `routed` sound is heard only through the send.
    /// Real-time: yes.
    pub(crate) fn add(
        &mut self,
        pages: &[[f64; BLOCK]; 2],
        mixing: &mut MixBuses<'_>,
        gain: f64,
        routed: bool,
    ) {
        let (strip, count) = (self.sound.strip, self.sound.channels);
        let channels = mixing.bus.len();
        let loud = if routed { 0.0 } else { gain };
        let target = |channel: usize, _: f64| loud * strip.share(channel, channels, count);
        if core::mem::take(&mut self.fresh) {
            self.gain = gain;
            for (channel, gain) in self.gains.iter_mut().enumerate() {
                *gain = target(channel, 0.0);
            }
        }
        self.fill_send(pages, gain);
        self.mix(pages, mixing, target);
    }

    /// Mixes one block of a sound that fades out linearly. Real-time: yes.
    pub(crate) fn fade(&mut self, pages: &[[f64; BLOCK]; 2], mixing: &mut MixBuses<'_>) {
        let fade_left = self.fade_left.saturating_sub(1);
        let ratio = f64::from(fade_left) / f64::from(self.fade_left.max(1));
        self.fade_left = fade_left;
        self.fill_send(pages, self.gain * ratio);
        self.mix(pages, mixing, |_, gain| gain * ratio);
    }

    /// Fills the send with the mean of the voice's channels, with a ramp from the previous gain to `gain`.
    fn fill_send(&mut self, pages: &[[f64; BLOCK]; 2], gain: f64) {
        let inputs = &pages[..self.sound.channels];
        let slope = (gain - self.gain) / BLOCK as f64;
        for (n, send) in self.send.iter_mut().enumerate() {
            let sum: f64 = inputs.iter().map(|input| input[n]).sum();
            *send = (self.gain + slope * (n + 1) as f64) * sum / inputs.len() as f64;
        }
        self.gain = gain;
    }

    fn mix(
        &mut self,
        pages: &[[f64; BLOCK]; 2],
        mixing: &mut MixBuses<'_>,
        target: impl Fn(usize, f64) -> f64,
    ) {
        let inputs = &pages[..self.sound.channels];
        let Some(tap) = &mut self.tap else {
            return mix(inputs, mixing.bus, &mut self.gains, target);
        };
        for page in &mut *mixing.single {
            page.fill(0.0);
        }
        mix(inputs, mixing.single, &mut self.gains, target);
        tap.write(mixing.from, mixing.single);
        for (sum, page) in mixing.bus.iter_mut().zip(&*mixing.single) {
            for (sum, x) in sum.iter_mut().zip(page) {
                *sum += x;
            }
        }
    }
}

/// Mixes the one or two channels of a voice into the output channels, with a ramp from the old to the target
/// gains.
fn mix(
    inputs: &[[f64; BLOCK]],
    bus: &mut [[f64; BLOCK]],
    gains: &mut [f64],
    target: impl Fn(usize, f64) -> f64,
) {
    let channels = bus.len();
    for (channel, (page, gain)) in bus.iter_mut().zip(gains).enumerate() {
        let to = target(channel, *gain);
        let slope = (to - *gain) / BLOCK as f64;
        // The first of two channels feeds the first half of the loudspeakers.
        let input = (channel * inputs.len() / channels).min(inputs.len().saturating_sub(1));
        if let Some(input) = inputs.get(input)
            && (*gain != 0.0 || to != 0.0)
        {
            for (n, (sum, &x)) in page.iter_mut().zip(input).enumerate() {
                *sum += (*gain + slope * (n + 1) as f64) * x;
            }
        }
        *gain = to;
    }
}
