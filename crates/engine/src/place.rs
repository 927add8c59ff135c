//! A sound in its place among the others: it plays its block, its strip scales it, it is added to the
//! loudspeakers, or heard through another ([`crate::hearing`]).

use crate::message::Sounding;
use crate::probe::Probe;
use crate::tap::Tap;
use foley_sound::{BLOCK, Deadline, Quality};

/// Share of the last block in what a sound usually takes \[1\].
const USUAL: f64 = 0.05;
/// A block that takes less is always counted in full \[s\].
const LEAST_KNOWN: f64 = 1e-4;

/// A sound in its place.
pub(crate) struct Place {
    pub(crate) it: Box<Sounding>,
    /// The factor of each channel at the end of the last block.
    pub(crate) gains: Vec<f64>,
    /// The factor of what others hear of it.
    gain: f64,
    /// Blocks until it is gone, and where it was; counts for who is leaving.
    pub(crate) left: u32,
    pub(crate) was_at: usize,
    pub(crate) tap: Option<Box<Tap>>,
    pub(crate) probe: Option<Box<Probe>>,
    /// What others hear of it.
    said: [f64; BLOCK],
    /// It heard something in the last block.
    fed: bool,
    /// It was silent by itself: its gains need no ramp, and its onset keeps its edge.
    fresh: bool,
    /// What it has given up.
    quality: Quality,
    /// It pauses, or fades until it does.
    pub(crate) paused: bool,
    /// Time that a block of it usually takes; none while it sleeps or pauses \[s\].
    pub(crate) usual: f64,
}

/// How loud a block is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loud {
    /// Highest sample.
    pub(crate) peak: f64,
    /// Mean square.
    pub(crate) square: f64,
}

impl Loud {
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
pub(crate) struct Mixing<'a> {
    /// The loudspeakers.
    pub(crate) bus: &'a mut [[f64; BLOCK]],
    /// Room for one sound alone.
    pub(crate) alone: &'a mut [[f64; BLOCK]],
    /// The first sample of the block.
    pub(crate) from: u64,
}

impl Place {
    pub(crate) fn new(it: Box<Sounding>, mut gains: Vec<f64>, left: u32) -> Self {
        gains.fill(0.0);
        Self {
            it,
            gains,
            gain: 0.0,
            left,
            was_at: 0,
            tap: None,
            probe: None,
            said: [0.0; BLOCK],
            fed: false,
            fresh: true,
            quality: Quality::default(),
            paused: false,
            usual: 0.0,
        }
    }

    /// What others hear of it.
    pub(crate) fn said(&self) -> &[f64; BLOCK] {
        &self.said
    }

    /// It has faded out and pauses: its time stands still.
    pub(crate) fn pauses(&self) -> bool {
        self.paused && self.gain == 0.0 && self.gains.iter().all(|&gain| gain == 0.0)
    }

    /// It gives up as much as is asked for; whether that was another measure than before. Real-time: yes.
    pub(crate) fn set_quality(&mut self, quality: Quality) -> bool {
        if quality == self.quality {
            return false;
        }
        self.quality = quality;
        self.it.voice.set_quality(quality);
        true
    }

    /// A block of it took so long \[s\]. Real-time: yes.
    pub(crate) fn took(&mut self, seconds: f64) {
        // A machine that looked away meanwhile must not count for long, nor a clock that goes back at all.
        let counted = seconds.max(0.0).min(10.0 * self.usual + LEAST_KNOWN);
        let share = if self.usual > 0.0 { USUAL } else { 1.0 };
        self.usual += share * (counted - self.usual);
    }

    /// Plays a block into as many pages as it has ears, cutting its touches until time is up; how loud it
    /// was, or nothing if it sleeps. Real-time: yes.
    pub(crate) fn play(
        &mut self,
        time_is_up: Deadline<'_>,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]; 2],
    ) -> Option<Loud> {
        let hears = input.iter().any(|&x| x != 0.0);
        // What it heard last is still on its way through it.
        let fed = core::mem::replace(&mut self.fed, hears);
        if !(hears || fed) && self.it.voice.asleep() {
            self.fresh = !self.paused;
            return None;
        }
        let [one, two] = pages;
        let voice = &mut self.it.voice;
        voice.process_with_deadline(time_is_up, input, &mut [&mut one[..], &mut two[..]]);
        if let Some(probe) = &mut self.probe {
            probe.pour(voice);
        }
        Some(Loud::of(&pages[..self.it.ears]))
    }

    /// It does not play in a block: its time stands still, and nothing is heard of it. Real-time: yes.
    pub(crate) fn hush(&mut self, from: u64, channels: usize) {
        self.it.voice.skip_block();
        self.said = [0.0; BLOCK];
        if let Some(tap) = &mut self.tap {
            tap.pour_silence(from, channels);
        }
    }

    /// Its gain, unless others are solo and leave it quiet.
    pub(crate) fn heard(&self, quiet: bool) -> f64 {
        let strip = &self.it.strip;
        if self.paused || strip.mute || quiet { 0.0 } else { strip.gain }
    }

    /// Adds a block to the loudspeakers, or keeps it for who listens. Real-time: yes.
    pub(crate) fn add(
        &mut self,
        pages: &[[f64; BLOCK]; 2],
        mixing: &mut Mixing<'_>,
        gain: f64,
        through: bool,
    ) {
        let (strip, count) = (self.it.strip, self.it.ears);
        let channels = mixing.bus.len();
        let loud = if through { 0.0 } else { gain };
        let target = |channel: usize, _: f64| loud * strip.share(channel, channels, count);
        if core::mem::take(&mut self.fresh) {
            self.gain = gain;
            for (channel, gain) in self.gains.iter_mut().enumerate() {
                *gain = target(channel, 0.0);
            }
        }
        self.say(pages, gain);
        self.mix(pages, mixing, target);
    }

    /// Adds a block while it leaves, and keeps it for who listens: along a straight line to nothing, a block
    /// nearer. Real-time: yes.
    pub(crate) fn fade(&mut self, pages: &[[f64; BLOCK]; 2], mixing: &mut Mixing<'_>) {
        let left = self.left.saturating_sub(1);
        let ratio = f64::from(left) / f64::from(self.left.max(1));
        self.left = left;
        self.say(pages, self.gain * ratio);
        self.mix(pages, mixing, |_, gain| gain * ratio);
    }

    /// Keeps for who listens what all ears hear of it together, with a gain that goes from what it was to
    /// what it is to be.
    fn say(&mut self, pages: &[[f64; BLOCK]; 2], gain: f64) {
        let ears = &pages[..self.it.ears];
        let slope = (gain - self.gain) / BLOCK as f64;
        for (n, said) in self.said.iter_mut().enumerate() {
            let together: f64 = ears.iter().map(|ear| ear[n]).sum();
            *said = (self.gain + slope * (n + 1) as f64) * together / ears.len() as f64;
        }
        self.gain = gain;
    }

    fn mix(
        &mut self,
        pages: &[[f64; BLOCK]; 2],
        mixing: &mut Mixing<'_>,
        target: impl Fn(usize, f64) -> f64,
    ) {
        let ears = &pages[..self.it.ears];
        let Some(tap) = &mut self.tap else {
            return mix(ears, mixing.bus, &mut self.gains, target);
        };
        for page in &mut *mixing.alone {
            page.fill(0.0);
        }
        mix(ears, mixing.alone, &mut self.gains, target);
        tap.pour(mixing.from, mixing.alone);
        for (sum, page) in mixing.bus.iter_mut().zip(&*mixing.alone) {
            for (sum, x) in sum.iter_mut().zip(page) {
                *sum += x;
            }
        }
    }
}

/// Adds what one or two ears hear to the loudspeakers, each with a gain that goes from what it was to what it
/// is to be.
fn mix(
    ears: &[[f64; BLOCK]],
    bus: &mut [[f64; BLOCK]],
    gains: &mut [f64],
    target: impl Fn(usize, f64) -> f64,
) {
    let channels = bus.len();
    for (channel, (page, gain)) in bus.iter_mut().zip(gains).enumerate() {
        let to = target(channel, *gain);
        let slope = (to - *gain) / BLOCK as f64;
        // Of two ears the first goes to the first half of the loudspeakers.
        let ear = (channel * ears.len() / channels).min(ears.len().saturating_sub(1));
        if let Some(ear) = ears.get(ear)
            && (*gain != 0.0 || to != 0.0)
        {
            for (n, (sum, &x)) in page.iter_mut().zip(ear).enumerate() {
                *sum += (*gain + slope * (n + 1) as f64) * x;
            }
        }
        *gain = to;
    }
}
