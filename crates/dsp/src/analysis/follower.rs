//! What a sound is doing right now, for whatever is to do the same: a voice that moves a model.
//!
//! A follower is fed blocks of [`BLOCK`] samples and knows after each how loud it is, how high, how bright,
//! and whether something has just begun. It looks only back:
//!
//! | control     | what it is                                                                                    | how far it looks back |
//! |-------------|-----------------------------------------------------------------------------------------------|-----------------------|
//! | envelope    | peaks, held for the period of the lowest pitch, then falling ([`Peaks`])                       | 1 ms up, 60 ms down   |
//! | pitch       | likeness to itself a period ago ([`PitchFinder`])                                              | 25 ms and a period    |
//! | onset       | the level jumps twofold above all of the past 30 ms, as in [`onsets()`](super::onsets()); its strength is the largest sample of the next 6 ms | 6 ms |
//! | crossings   | changes of sign per second                                                                    | 20 ms                 |
//! | centroid    | mean frequency of the power ([`Spectrum`](super::Spectrum))                                    | 20 ms                 |
//! | brightness  | share of the power above 1.5 kHz                                                              | 20 ms                 |
//!
//! Pitch, crossings, centroid and brightness are found anew every 10 ms or so ([`Follower::hop`]). Below
//! [`FLOOR`] all is silence. Nothing allocates but [`Follower::new`].

use super::envelope::Peaks;
use super::features::zero_crossings;
use super::pitch::{LOWEST, Pitch, PitchFinder};
use super::positive;
use super::spectrum::Frames;
use foley_body::modal::BLOCK;

/// Below this it is silence: −50 dB of full scale \[1\].
pub const FLOOR: f64 = 0.003_162_277_660_168_379;
/// Where bright begins \[Hz\].
const BRIGHT: f64 = 1500.0;
/// From one look to the next, about \[s\].
const HOP: f64 = 0.010;
/// Length of a look at the spectrum \[s\].
const LOOK: f64 = 0.020;
/// Times of the envelope: up, held, down \[s\].
const ENVELOPE: [f64; 3] = [0.001, 1.0 / LOWEST, 0.060];
/// Buckets in which the past of an onset is kept \[s\].
const BUCKET: f64 = 0.001;
/// What counts as shortly before an onset, in buckets; and how long a jump may take.
const PAST: usize = 30;
const RISE: usize = 4;
/// By how much the level must jump, and below which factor it has stopped to.
const JUMP: f64 = 2.0;
const CALM: f64 = 1.5;
/// How long the strength of an onset is listened to, and two onsets are at least apart \[s\].
const LISTEN: f64 = 0.006;
const GAP: f64 = 0.050;

/// Something has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onset {
    /// Its sample, counted from the beginning.
    pub at: u64,
    /// The largest sample right after it \[1\].
    pub strength: f64,
}

/// What a sound is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Followed {
    /// How loud \[1\].
    pub envelope: f64,
    /// How high, and how sure that is.
    pub pitch: Pitch,
    /// What began, if it did; told as soon as its strength is known.
    pub onset: Option<Onset>,
    /// Changes of sign per second \[1/s\].
    pub crossings: f64,
    /// Mean frequency \[Hz\].
    pub centroid: f64,
    /// Share of the power that is bright \[1\].
    pub brightness: f64,
    /// Pitch and all below it have just been found anew.
    pub fresh: bool,
}

/// Follows a sound block by block.
pub struct Follower {
    rate: f64,
    peaks: Peaks,
    /// The newest first.
    past: Vec<f64>,
    finder: PitchFinder,
    frames: Frames,
    /// Samples of a look.
    look: usize,
    /// Blocks of a hop, and those gone since the last look.
    hop: usize,
    gone: usize,
    now: Followed,
    begin: Beginnings,
}

impl core::fmt::Debug for Follower {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Follower").field("rate", &self.rate).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Follower {
    /// For sounds of a rate \[Hz\].
    pub fn new(rate: f64) -> Self {
        let rate = positive(rate);
        let finder = PitchFinder::new(rate);
        let look = ((LOOK * rate).round() as usize).max(2);
        let [attack, hold, release] = ENVELOPE;
        Self {
            rate,
            peaks: Peaks::new(rate, attack, hold, release),
            past: vec![0.0; finder.frame().max(look).max(BLOCK)],
            finder,
            frames: Frames::new(look),
            look,
            hop: ((HOP * rate / BLOCK as f64).round() as usize).max(1),
            gone: 0,
            now: Followed::default(),
            begin: Beginnings::new(rate),
        }
    }

    /// From one look at pitch and brightness to the next \[s\].
    pub fn hop(&self) -> f64 {
        (self.hop * BLOCK) as f64 / self.rate
    }

    /// Goes on by a block; what is no number is silence. Real-time: yes.
    pub fn follow(&mut self, block: &[f64; BLOCK]) -> Followed {
        let harmless = |x: f64| {
            if x.is_finite() { x.clamp(-1e6, 1e6) } else { 0.0 }
        };
        let kept = self.past.len() - BLOCK;
        self.past.copy_within(..kept, BLOCK);
        self.now.onset = None;
        for (place, &x) in self.past[..BLOCK].iter_mut().rev().zip(block) {
            *place = harmless(x);
        }
        for &x in self.past[..BLOCK].iter().rev() {
            self.now.envelope = self.peaks.next(x);
            if let Some(onset) = self.begin.next(x.abs()) {
                self.now.onset = Some(onset);
            }
        }
        self.gone += 1;
        self.now.fresh = self.gone >= self.hop;
        if self.now.fresh {
            self.gone = 0;
            self.look();
        }
        self.now
    }

    /// Finds anew what takes longer to find.
    fn look(&mut self) {
        (self.now.pitch, self.now.crossings) = (Pitch::default(), 0.0);
        (self.now.centroid, self.now.brightness) = (0.0, 0.0);
        if self.now.envelope < FLOOR {
            return;
        }
        self.now.pitch = self.finder.find(&self.past[..self.finder.frame()]);
        let lately = &self.past[..self.look];
        self.now.crossings = zero_crossings(lately) as f64 * self.rate / self.look as f64;
        let width = self.frames.width(self.rate);
        let (mut all, mut moment, mut bright) = (0.0, 0.0, 0.0);
        for (bin, power) in self.frames.powers(lately, self.look).enumerate() {
            let frequency = bin as f64 * width;
            all += power;
            moment += power * frequency;
            bright += if frequency > BRIGHT { power } else { 0.0 };
        }
        if all > 0.0 {
            (self.now.centroid, self.now.brightness) = (moment / all, bright / all);
        }
    }
}

/// Finds onsets, sample by sample.
#[derive(Clone, Debug)]
struct Beginnings {
    /// The largest of the last buckets, round and round, and of the one that is being filled.
    buckets: [f64; PAST + RISE],
    newest: usize,
    filling: f64,
    filled: usize,
    /// Samples of a bucket, of a gap, and of listening.
    bucket: usize,
    gap: u64,
    listen: u64,
    /// The largest of the past, and of what has risen since.
    before: f64,
    lately: f64,
    ready: bool,
    last: Option<u64>,
    /// What began and is being listened to.
    heard: Option<Onset>,
    now: u64,
}

impl Beginnings {
    fn new(rate: f64) -> Self {
        let whole = |seconds: f64| (seconds * rate).round().max(1.0);
        Self {
            buckets: [0.0; PAST + RISE],
            newest: 0,
            filling: 0.0,
            filled: 0,
            bucket: whole(BUCKET) as usize,
            gap: whole(GAP) as u64,
            listen: whole(LISTEN) as u64,
            before: 0.0,
            lately: 0.0,
            ready: true,
            last: None,
            heard: None,
            now: 0,
        }
    }

    /// One more magnitude; what began, once its strength is known.
    fn next(&mut self, x: f64) -> Option<Onset> {
        let before = self.before.max(FLOOR / JUMP);
        if self.ready && x >= JUMP * before {
            self.ready = false;
            if self.last.is_none_or(|last| self.now >= last + self.gap) {
                self.last = Some(self.now);
                self.heard = Some(Onset { at: self.now, strength: 0.0 });
            }
        } else if self.lately.max(self.filling) < CALM * before {
            self.ready = true;
        }
        let mut told = None;
        if let Some(onset) = &mut self.heard {
            onset.strength = onset.strength.max(x);
            if self.now >= onset.at + self.listen {
                told = self.heard.take();
            }
        }
        self.fill(x);
        self.now += 1;
        told
    }

    fn fill(&mut self, x: f64) {
        self.filling = self.filling.max(x);
        self.filled += 1;
        if self.filled < self.bucket {
            return;
        }
        self.newest = (self.newest + 1) % self.buckets.len();
        self.buckets[self.newest] = self.filling;
        (self.filling, self.filled) = (0.0, 0);
        (self.before, self.lately) = (0.0, 0.0);
        for (age, place) in (0..self.buckets.len()).rev().enumerate() {
            // From the newest back.
            let index = (self.newest + place + 1) % self.buckets.len();
            let most = if age < RISE { &mut self.lately } else { &mut self.before };
            *most = most.max(self.buckets[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

    fn followed(rate: f64, seconds: f64, at: impl Fn(f64) -> f64) -> Vec<Followed> {
        let mut follower = Follower::new(rate);
        let blocks = (seconds * rate) as usize / BLOCK;
        let block = |index: usize| {
            let sample = |n: usize| at((index * BLOCK + n) as f64 / rate);
            follower.follow(&core::array::from_fn(sample))
        };
        (0..blocks).map(block).collect()
    }

    #[test]
    fn a_sine_is_as_loud_as_high_and_as_bright_as_it_is() {
        for rate in [16_000.0, 44_100.0, 48_000.0, 96_000.0] {
            for (frequency, bright) in [(200.0, 0.0), (440.0, 0.0), (1900.0, 1.0)] {
                let all = followed(rate, 0.3, |t| 0.5 * libm::sin(TAU * frequency * t));
                let last = all[all.len() - 1];
                let near = |is: f64, wanted: f64, share: f64, what: &str| {
                    assert!(
                        (is / wanted - 1.0).abs() < share,
                        "{what} of {frequency} Hz at {rate} Hz: {is}, not {wanted}"
                    );
                };
                near(last.envelope, 0.5, 0.03, "envelope");
                near(last.pitch.frequency, frequency, 0.002, "pitch");
                // A change of sign more or less in 20 ms; and the lobe of the window.
                near(last.crossings, 2.0 * frequency, 50.0 / (2.0 * frequency) + 0.01, "crossings");
                near(last.centroid, frequency, 0.02, "centroid");
                assert!((last.brightness - bright).abs() < 0.01, "{last:?}");
                assert!(
                    all.iter().filter(|it| it.onset.is_some()).count() == 1,
                    "one onset, at the beginning"
                );
            }
        }
    }

    #[test]
    fn a_low_voice_begins_once_and_not_with_every_pulse() {
        // Pulses 12.5 ms apart, each a formant that dies away: 80 Hz.
        let pulse = |t: f64| {
            let since = t % 0.0125;
            libm::exp(-since / 0.002) * libm::sin(TAU * 700.0 * since)
        };
        let all = followed(48_000.0, 1.0, |t| if t < 0.2 { 0.0 } else { 0.4 * pulse(t) });
        let onsets: Vec<_> = all.iter().filter_map(|it| it.onset).collect();
        assert_eq!(onsets.len(), 1, "{onsets:?}");
        let at = onsets[0].at as f64 / 48_000.0;
        assert!((at - 0.2).abs() < 0.015, "at {at} s");
        let pitch = all[all.len() - 1].pitch;
        assert!((pitch.frequency / 80.0 - 1.0).abs() < 0.005, "{pitch:?}");
    }

    #[test]
    fn silence_is_nothing_and_what_is_no_number_is_silence() {
        for sample in [0.0, 1e-5, f64::NAN, f64::INFINITY] {
            let all = followed(48_000.0, 0.2, |_| sample);
            let silent = |it: &Followed| {
                it.envelope < FLOOR
                    && it.pitch == Pitch::default()
                    && it.centroid == 0.0
                    && it.onset.is_none()
            };
            assert!(all.iter().all(silent), "{sample}");
        }
    }
}
