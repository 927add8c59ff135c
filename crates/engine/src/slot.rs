//! A sound in its place among the others: it plays its block, its strip scales it, it is added to the
//! loudspeakers, or heard through another ([`crate::input_source`]).

use crate::message::ActiveSound;
use crate::probe::Probe;
use crate::tap::Tap;
use foley_sound::{BLOCK, Deadline, Quality};

/// Share of the last block in what a sound usually takes \[1\].
const COST_SMOOTHING: f64 = 0.05;
/// A block that takes less is always counted in full \[s\].
const COST_FLOOR: f64 = 1e-4;

/// A sound in its place.
pub(crate) struct Slot {
    pub(crate) sound: Box<ActiveSound>,
    /// The factor of each channel at the end of the last block.
    pub(crate) gains: Vec<f64>,
    /// The factor of what others hear of it.
    gain: f64,
    /// Blocks until it is gone, and where it was; counts for who is leaving.
    pub(crate) fade_left: u32,
    pub(crate) fading_from: usize,
    pub(crate) tap: Option<Box<Tap>>,
    pub(crate) probe: Option<Box<Probe>>,
    /// What others hear of it.
    send: [f64; BLOCK],
    /// It heard something in the last block.
    had_input: bool,
    /// It was silent by itself: its gains need no ramp, and its onset keeps its edge.
    fresh: bool,
    /// What it has given up.
    quality: Quality,
    /// It pauses, or fades until it does.
    pub(crate) paused: bool,
    /// Time that a block of it usually takes; none while it sleeps or pauses \[s\].
    pub(crate) usual_cost: f64,
}

/// How loud a block is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockLevel {
    /// Highest sample.
    pub(crate) peak: f64,
    /// Mean square.
    pub(crate) square: f64,
}

impl BlockLevel {
    pub(crate) fn of(pages: &[[f64; BLOCK]]) -> Self {
        let mut peak = 0.0_f64;
        let mut square = 0.0;
        for &x in pages.iter().flatten() {
            // What is no number is larger than any: `max` would pass it over.
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

/// Where the sounds come together.
pub(crate) struct MixBuses<'a> {
    /// The loudspeakers.
    pub(crate) bus: &'a mut [[f64; BLOCK]],
    /// Room for one sound alone.
    pub(crate) single: &'a mut [[f64; BLOCK]],
    /// The first sample of the block.
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

    /// What others hear of it.
    pub(crate) fn send(&self) -> &[f64; BLOCK] {
        &self.send
    }

    /// It has faded out and pauses: its time stands still.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused && self.gain == 0.0 && self.gains.iter().all(|&gain| gain == 0.0)
    }

    /// It gives up as much as is asked for; whether that was another measure than before. Real-time: yes.
    pub(crate) fn set_quality(&mut self, quality: Quality) -> bool {
        if quality == self.quality {
            return false;
        }
        self.quality = quality;
        self.sound.voice.set_quality(quality);
        true
    }

    /// A block of it took so long \[s\]. Real-time: yes.
    pub(crate) fn note_cost(&mut self, seconds: f64) {
        // A machine that looked away meanwhile must not count for long, nor a clock that goes back at all.
        let counted = seconds.max(0.0).min(10.0 * self.usual_cost + COST_FLOOR);
        let share = if self.usual_cost > 0.0 { COST_SMOOTHING } else { 1.0 };
        self.usual_cost += share * (counted - self.usual_cost);
    }

    /// Plays a block into as many pages as it has ears, cutting its touches until time is up; how loud it
    /// was, or nothing if it sleeps. Real-time: yes.
    pub(crate) fn play(
        &mut self,
        time_is_up: Deadline<'_>,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]; 2],
    ) -> Option<BlockLevel> {
        let has_input = input.iter().any(|&x| x != 0.0);
        // What it heard last is still on its way through it.
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

    /// It does not play in a block: its time stands still, and nothing is heard of it. Real-time: yes.
    pub(crate) fn skip_block(&mut self, from: u64, channels: usize) {
        self.sound.voice.skip_block();
        self.send = [0.0; BLOCK];
        if let Some(tap) = &mut self.tap {
            tap.write_silence(from, channels);
        }
    }

    /// Its gain, unless others are solo and leave it quiet.
    pub(crate) fn target_gain(&self, quiet: bool) -> f64 {
        let strip = &self.sound.strip;
        if self.paused || strip.mute || quiet { 0.0 } else { strip.gain }
    }

    /// Adds a block to the loudspeakers, or keeps it for who listens. Real-time: yes.
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

    /// Adds a block while it leaves, and keeps it for who listens: along a straight line to nothing, a block
    /// nearer. Real-time: yes.
    pub(crate) fn fade(&mut self, pages: &[[f64; BLOCK]; 2], mixing: &mut MixBuses<'_>) {
        let fade_left = self.fade_left.saturating_sub(1);
        let ratio = f64::from(fade_left) / f64::from(self.fade_left.max(1));
        self.fade_left = fade_left;
        self.fill_send(pages, self.gain * ratio);
        self.mix(pages, mixing, |_, gain| gain * ratio);
    }

    /// Keeps for who listens what all ears hear of it together, with a gain that goes from what it was to
    /// what it is to be.
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

/// Adds what one or two ears hear to the loudspeakers, each with a gain that goes from what it was to what it
/// is to be.
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
        // Of two ears the first goes to the first half of the loudspeakers.
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
