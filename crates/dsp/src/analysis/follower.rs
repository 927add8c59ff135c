//! Live features of a sound, block by block, so that a voice can control a model.
//!
//! A follower takes blocks of [`BLOCK`] samples and returns level, pitch, brightness and onsets. It is
//! causal:
//!
//! | feature     | definition                                                                                    | memory                |
//! |-------------|-----------------------------------------------------------------------------------------------|-----------------------|
//! | envelope    | peaks, held for the period of the lowest pitch, then decaying ([`PeakFollower`])               | 1 ms up, 60 ms down   |
//! | pitch       | self-similarity after one period ([`PitchFinder`])                                             | 25 ms and a period    |
//! | onset       | a sample of twice the peak of the past 30 ms, as in [`onsets()`](super::onsets()); its strength is the peak of the next 6 ms | 6 ms |
//! | crossings   | zero crossings per second                                                                     | 20 ms                 |
//! | centroid    | mean frequency of the power ([`Spectrum`](super::Spectrum))                                    | 20 ms                 |
//! | brightness  | share of the power above 1.5 kHz                                                              | 20 ms                 |
//!
//! Pitch, crossings, centroid and brightness are updated about every 10 ms ([`Follower::hop`]). Levels below
//! [`FLOOR`] count as silence. Only [`Follower::new`] allocates.

use super::envelope::PeakFollower;
use super::features::zero_crossings;
use super::pitch::{MIN_PITCH, Pitch, PitchFinder};
use super::positive;
use super::spectrum::Frames;
use foley_body::modal::BLOCK;

/// Level below which a signal counts as silence: −50 dB of full scale \[1\].
pub const FLOOR: f64 = 0.003_162_277_660_168_379;
/// Lower limit of the frequencies that count as bright \[Hz\].
const MIN_BRIGHT: f64 = 1500.0;
/// Approximate interval between two updates of the spectral features \[s\].
const HOP: f64 = 0.010;
/// Length of the frame for the spectral features \[s\].
const FRAME: f64 = 0.020;
/// Attack, hold and release of the envelope \[s\].
const ENVELOPE: [f64; 3] = [0.001, 1.0 / MIN_PITCH, 0.060];
/// Length of a bucket: a piece of the signal of which only the peak is stored \[s\].
const BUCKET: f64 = 0.001;
/// Duration of the past with which the level is compared \[buckets\].
const PAST: usize = 30;
/// Maximum duration of a rise of the level at an onset \[buckets\].
const RISE: usize = 4;
/// Ratio of the level to the past level at which an onset begins \[1\].
const JUMP: f64 = 2.0;
/// Ratio of the level to the past level below which the detector is ready for the next onset \[1\].
const CALM: f64 = 1.5;
/// Duration over which the strength of an onset is measured \[s\].
const STRENGTH_TIME: f64 = 0.006;
/// Minimum interval between two onsets \[s\].
const GAP: f64 = 0.050;

/// An onset in a signal with its strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onset {
    /// Sample index of the onset, from the beginning of the signal.
    pub at: u64,
    /// Peak of the 6 ms after the onset \[1\].
    pub strength: f64,
}

/// Features of a signal after one block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FollowerState {
    /// Peak envelope of the signal \[1\].
    pub envelope: f64,
    /// Pitch of the signal with its confidence.
    pub pitch: Pitch,
    /// Onset whose strength became known in this block.
    pub onset: Option<Onset>,
    /// Number of zero crossings per second \[1/s\].
    pub crossings: f64,
    /// Mean frequency of the signal, weighted by power \[Hz\].
    pub centroid: f64,
    /// Share of the power of the signal above 1.5 kHz \[1\].
    pub brightness: f64,
    /// Whether pitch, crossings, centroid and brightness were updated in this block.
    pub updated: bool,
}

/// Measures live features of a signal, block by block.
pub struct Follower {
    rate: f64,
    peaks: PeakFollower,
    /// Past samples of the signal, the newest first.
    past: Vec<f64>,
    finder: PitchFinder,
    frames: Frames,
    /// Length of a frame for the spectral features \[samples\].
    frame: usize,
    /// Number of blocks from one update of the spectral features to the next.
    hop: usize,
    /// Number of blocks since the last update of the spectral features.
    elapsed: usize,
    now: FollowerState,
    onsets: OnsetDetector,
}

impl core::fmt::Debug for Follower {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Follower").field("rate", &self.rate).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Follower {
    /// Makes a follower for a sample rate \[Hz\]. Real-time: no.
    pub fn new(rate: f64) -> Self {
        let rate = positive(rate);
        let finder = PitchFinder::new(rate);
        let frame = ((FRAME * rate).round() as usize).max(2);
        let [attack, hold, release] = ENVELOPE;
        Self {
            rate,
            peaks: PeakFollower::new(rate, attack, hold, release),
            past: vec![0.0; finder.frame().max(frame).max(BLOCK)],
            finder,
            frames: Frames::new(frame),
            frame,
            hop: ((HOP * rate / BLOCK as f64).round() as usize).max(1),
            elapsed: 0,
            now: FollowerState::default(),
            onsets: OnsetDetector::new(rate),
        }
    }

    /// Returns the interval between two updates of pitch and brightness \[s\].
    pub fn hop(&self) -> f64 {
        (self.hop * BLOCK) as f64 / self.rate
    }

    /// Processes one block of a signal and returns its features. Non-finite samples count as 0. Real-time:
    /// yes.
    pub fn follow(&mut self, block: &[f64; BLOCK]) -> FollowerState {
        let limited = |x: f64| {
            if x.is_finite() { x.clamp(-1e6, 1e6) } else { 0.0 }
        };
        let kept = self.past.len() - BLOCK;
        self.past.copy_within(..kept, BLOCK);
        self.now.onset = None;
        for (place, &x) in self.past[..BLOCK].iter_mut().rev().zip(block) {
            *place = limited(x);
        }
        for &x in self.past[..BLOCK].iter().rev() {
            self.now.envelope = self.peaks.next(x);
            if let Some(onset) = self.onsets.next(x.abs()) {
                self.now.onset = Some(onset);
            }
        }
        self.elapsed += 1;
        self.now.updated = self.elapsed >= self.hop;
        if self.now.updated {
            self.elapsed = 0;
            self.update();
        }
        self.now
    }

    /// Updates pitch, crossings, centroid and brightness.
    fn update(&mut self) {
        (self.now.pitch, self.now.crossings) = (Pitch::default(), 0.0);
        (self.now.centroid, self.now.brightness) = (0.0, 0.0);
        if self.now.envelope < FLOOR {
            return;
        }
        self.now.pitch = self.finder.find(&self.past[..self.finder.frame()]);
        let frame = &self.past[..self.frame];
        self.now.crossings = zero_crossings(frame) as f64 * self.rate / self.frame as f64;
        let width = self.frames.width(self.rate);
        let (mut all, mut moment, mut bright) = (0.0, 0.0, 0.0);
        for (bin, power) in self.frames.powers(frame, self.frame).enumerate() {
            let frequency = bin as f64 * width;
            all += power;
            moment += power * frequency;
            bright += if frequency > MIN_BRIGHT { power } else { 0.0 };
        }
        if all > 0.0 {
            (self.now.centroid, self.now.brightness) = (moment / all, bright / all);
        }
    }
}

/// Detects onsets in a signal, sample by sample.
#[derive(Clone, Debug)]
struct OnsetDetector {
    /// Peaks of the last buckets, stored in a ring.
    buckets: [f64; PAST + RISE],
    newest: usize,
    /// Peak level of the bucket that is being filled.
    filling: f64,
    /// Number of samples in the bucket that is being filled.
    filled: usize,
    /// Number of samples of a bucket: the block of samples of which only the peak is kept.
    bucket: usize,
    /// Minimum interval between two onsets \[samples\].
    gap: u64,
    /// Duration over which the strength of an onset is measured \[samples\].
    listen: u64,
    /// Peak level of all samples before the last few buckets.
    before: f64,
    /// Peak level of the last few buckets.
    lately: f64,
    ready: bool,
    last: Option<u64>,
    /// Onset whose strength is being measured.
    pending: Option<Onset>,
    now: u64,
}

impl OnsetDetector {
    fn new(rate: f64) -> Self {
        let whole = |seconds: f64| (seconds * rate).round().max(1.0);
        Self {
            buckets: [0.0; PAST + RISE],
            newest: 0,
            filling: 0.0,
            filled: 0,
            bucket: whole(BUCKET) as usize,
            gap: whole(GAP) as u64,
            listen: whole(STRENGTH_TIME) as u64,
            before: 0.0,
            lately: 0.0,
            ready: true,
            last: None,
            pending: None,
            now: 0,
        }
    }

    /// Takes the magnitude of one sample; returns an onset once its strength is known.
    fn next(&mut self, x: f64) -> Option<Onset> {
        let before = self.before.max(FLOOR / JUMP);
        if self.ready && x >= JUMP * before {
            self.ready = false;
            if self.last.is_none_or(|last| self.now >= last + self.gap) {
                self.last = Some(self.now);
                self.pending = Some(Onset { at: self.now, strength: 0.0 });
            }
        } else if self.lately.max(self.filling) < CALM * before {
            self.ready = true;
        }
        let mut finished = None;
        if let Some(onset) = &mut self.pending {
            onset.strength = onset.strength.max(x);
            if self.now >= onset.at + self.listen {
                finished = self.pending.take();
            }
        }
        self.fill(x);
        self.now += 1;
        finished
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
            // The loop goes from the newest bucket back in time.
            let index = (self.newest + place + 1) % self.buckets.len();
            let max = if age < RISE { &mut self.lately } else { &mut self.before };
            *max = max.max(self.buckets[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

    fn follow(rate: f64, seconds: f64, at: impl Fn(f64) -> f64) -> Vec<FollowerState> {
        let mut follower = Follower::new(rate);
        let blocks = (seconds * rate) as usize / BLOCK;
        let block = |index: usize| {
            let sample = |n: usize| at((index * BLOCK + n) as f64 / rate);
            follower.follow(&core::array::from_fn(sample))
        };
        (0..blocks).map(block).collect()
    }

    #[test]
    fn a_sine_has_its_level_pitch_and_brightness() {
        for rate in [16_000.0, 44_100.0, 48_000.0, 96_000.0] {
            for (frequency, bright) in [(200.0, 0.0), (440.0, 0.0), (1900.0, 1.0)] {
                let all = follow(rate, 0.3, |t| 0.5 * libm::sin(TAU * frequency * t));
                let last = all[all.len() - 1];
                let near = |value: f64, expected: f64, share: f64, name: &str| {
                    assert!(
                        (value / expected - 1.0).abs() < share,
                        "{name} of {frequency} Hz at {rate} Hz: {value}, not {expected}"
                    );
                };
                near(last.envelope, 0.5, 0.03, "envelope");
                near(last.pitch.frequency, frequency, 0.002, "pitch");
                // The tolerance covers one zero crossing in 20 ms and the lobe of the window.
                near(last.crossings, 2.0 * frequency, 50.0 / (2.0 * frequency) + 0.01, "crossings");
                near(last.centroid, frequency, 0.02, "centroid");
                assert!((last.brightness - bright).abs() < 0.01, "{last:?}");
                assert!(
                    all.iter().filter(|state| state.onset.is_some()).count() == 1,
                    "there is one onset, at the beginning"
                );
            }
        }
    }

    #[test]
    fn a_low_voice_has_one_onset_and_not_one_per_pulse() {
        // The signal has pulses 12.5 ms apart (80 Hz), each a decaying formant.
        let pulse = |t: f64| {
            let since = t % 0.0125;
            libm::exp(-since / 0.002) * libm::sin(TAU * 700.0 * since)
        };
        let all = follow(48_000.0, 1.0, |t| if t < 0.2 { 0.0 } else { 0.4 * pulse(t) });
        let onsets: Vec<_> = all.iter().filter_map(|state| state.onset).collect();
        assert_eq!(onsets.len(), 1, "{onsets:?}");
        let at = onsets[0].at as f64 / 48_000.0;
        assert!((at - 0.2).abs() < 0.015, "at {at} s");
        let pitch = all[all.len() - 1].pitch;
        assert!((pitch.frequency / 80.0 - 1.0).abs() < 0.005, "{pitch:?}");
    }

    #[test]
    fn silence_and_non_finite_samples_have_no_features() {
        for sample in [0.0, 1e-5, f64::NAN, f64::INFINITY] {
            let all = follow(48_000.0, 0.2, |_| sample);
            let silent = |state: &FollowerState| {
                state.envelope < FLOOR
                    && state.pitch == Pitch::default()
                    && state.centroid == 0.0
                    && state.onset.is_none()
            };
            assert!(all.iter().all(silent), "{sample}");
        }
    }
}
