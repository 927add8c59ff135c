//! Bursts of micro-impacts between two soft or rough surfaces: a noise force under an envelope, between two
//! cut frequencies.
//!
//! ```math
//! f(t) = F \; (h * [e \, n])(t), \qquad \overline{(h * n)^2} = 1
//! ```
//!
//! | symbol | here                           | unit | meaning                                                          |
//! |--------|--------------------------------|------|------------------------------------------------------------------|
//! | F      | the force of [`Bursts::begin`] | N    | effective value (root of the mean square) at the envelope's peak |
//! | e      | [`Burst::envelope`]            | 1    | straight lines: attack, decay, sustain, release                  |
//! | n      | shot noise of the rate ν       | 1    | the micro-impacts; above the sample rate, new at every sample    |
//! | h      | `high-pass`, `low-pass`        | Hz   | two Butterworth filters of fourth order                          |
//!
//! The noise is normalised to a mean square of 1 before the envelope, by the closed-form power of the band,
//! so that F means the same at every rate and for every pair of cuts. The filters come after the envelope,
//! so that the force stays within the band for every attack. The force is linear in F.
//!
//! Source: \[PapettiThesis, 2.2.5\]; the filters' form \[Zavalishin2012\].

use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_dsp::signal::{MAX_CUTOFF, Section, cut};
use foley_params::{Param, param, params};
use foley_sound::BLOCK;

params! {
    /// Envelope and spectrum of a burst of micro-impacts.
    /// Default: a heel of leather.
    pub struct Burst("burst") {
        /// Time in which the noise force rises to its full value.
        attack: f64 = 0.002, "t_a", Second, log [5e-4, 0.2], handle("onset", "sudden", "pushed");
        /// Time in which the noise force falls from its full value to the sustain level.
        decay: f64 = 0.02, "t_d", Second, log [0.001, 0.5];
        /// Sustain level of the noise force, relative to its full value.
        sustain: f64 = 0.15, "s", One, lin [0.0, 1.0];
        /// Time for which the noise force stays at the sustain level.
        hold: f64 = 0.02, "t_s", Second, log [0.001, 1.0];
        /// Time in which the noise force falls from the sustain level to zero.
        release: f64 = 0.05, "t_r", Second, log [0.001, 1.0], handle("settling", "at once", "sinking in");
        /// Lower cut-off frequency of the noise force.
        high_pass as "high-pass": f64 = 60.0, "f_h", Hertz, log [10.0, 4000.0], glide 0.02,
            handle("thinness", "thud", "rustle");
        /// Upper cut-off frequency of the noise force; at least twice the lower one.
        low_pass as "low-pass": f64 = 3000.0, "f_l", Hertz, log [30.0, 18_000.0], glide 0.02,
            handle("firmness", "pillow", "hard sole");
        /// Number of micro-impacts per second; above the sample rate they merge into noise.
        rate: f64 = 1e6, "ν", PerSecond, log [20.0, 1e6], glide 0.02, handle("density", "grit", "velvet");
    }
}

/// The `low-pass` parameter of `Burst`, shared with other parameter tables.
pub(crate) const LOW_PASS: Param<Burst> = param("low-pass");

impl Burst {
    /// Returns the envelope of the burst at a time after its start \[s\], from 0 to 1. Real-time: yes.
    pub fn envelope(&self, time: f64) -> f64 {
        let Self { attack, decay, sustain, hold, release, .. } = *self;
        let held = time - attack - decay;
        if time < 0.0 {
            0.0
        } else if time < attack {
            time / attack
        } else if held < 0.0 {
            sustain - (1.0 - sustain) * held / decay
        } else if held < hold {
            sustain
        } else {
            (sustain * (1.0 - (held - hold) / release)).max(0.0)
        }
    }

    /// Returns the duration of the burst's envelope \[s\].
    pub fn duration(&self) -> f64 {
        self.attack + self.decay + self.hold + self.release
    }
}

/// Dampings of the two sections of a Butterworth filter of fourth order: 2 cos(π/8) and 2 cos(3π/8).
const DAMPINGS: [f64; 2] = [1.847_759_065_022_573_5, 0.765_366_864_730_179_5];

/// Noise filter between two cut frequencies, with an output of mean square 1.
#[derive(Clone, Copy, Debug)]
struct Band {
    /// Lower and upper cut frequency for which the filters are tuned \[Hz\].
    cuts: [f64; 2],
    /// Prewarped lower cut-off frequency, for the high-pass: tan(π · frequency / sample rate) \[1\].
    high: f64,
    /// Prewarped upper cut-off frequency, for the low-pass: tan(π · frequency / sample rate) \[1\].
    low: f64,
    /// Factor on the output that makes its mean square 1 \[1\].
    gain: f64,
    highs: [Section; 2],
    lows: [Section; 2],
}

impl Band {
    const fn new() -> Self {
        Self {
            cuts: [0.0; 2],
            high: 0.0,
            low: 0.0,
            gain: 0.0,
            highs: [Section::REST; 2],
            lows: [Section::REST; 2],
        }
    }

    fn tune(&mut self, high_pass: f64, low_pass: f64, step: Step) {
        if self.cuts == [high_pass, low_pass] {
            return;
        }
        self.cuts = [high_pass, low_pass];
        self.high = cut(high_pass.min(0.5 * MAX_CUTOFF * step.rate()), step);
        self.low = cut(low_pass.max(2.0 * high_pass), step);
        self.gain = 1.0 / power(self.high, self.low).sqrt();
    }

    fn pass(&mut self, noise: f64) -> f64 {
        let mut value = noise * self.gain;
        for (section, k) in self.highs.iter_mut().zip(DAMPINGS) {
            value = section.pass(value, self.high, k)[2];
        }
        for (section, k) in self.lows.iter_mut().zip(DAMPINGS) {
            value = section.pass(value, self.low, k)[0];
        }
        value
    }

    fn rest(&mut self) {
        self.highs = [Section::default(); 2];
        self.lows = [Section::default(); 2];
    }
}

/// Returns the fraction of white noise power that passes both filters \[1\]: (2/π) ∫ |H|² dw / (1 + w²),
/// with the response H of the filters and the prewarped frequency w = tan(π · frequency / sample rate). The
/// integral is a sum over equal ratios of w. The integrand is smooth, so few points suffice.
fn power(high: f64, low: f64) -> f64 {
    const POINTS: usize = 96;
    /// Extent of the sum below the lower and above the upper cut-off frequency \[e-folds\]; the filters
    /// pass almost nothing further out.
    const BEYOND: f64 = 4.0;
    let (from, to) = (libm::log(high) - BEYOND, libm::log(low) + BEYOND);
    let width = (to - from) / POINTS as f64;
    let eighth = |x: f64| {
        let square = x * x;
        let fourth = square * square;
        fourth * fourth
    };
    let point = |n: usize| {
        let w = libm::exp(from + (n as f64 + 0.5) * width);
        let (above, below) = (eighth(w / high), eighth(w / low));
        above / (1.0 + above) / (1.0 + below) * w / (1.0 + w * w)
    };
    let sum: f64 = (0..POINTS).map(point).sum();
    core::f64::consts::FRAC_2_PI * sum * width
}

/// Maximum number of bursts that play or wait at once.
const MAX_BURSTS: usize = 8;

/// A burst that plays or waits for its start.
#[derive(Clone, Copy, Debug)]
struct ActiveBurst {
    /// Samples until the burst starts.
    wait: u64,
    /// Samples since the burst started.
    age: u64,
    /// Effective force of the burst at the peak of its envelope \[N\].
    force: f64,
}

/// Player of bursts of one kind, in sequence or overlapping.
#[derive(Clone, Debug)]
pub struct Bursts {
    dice: Dice,
    band: Band,
    active: [Option<ActiveBurst>; MAX_BURSTS],
    /// Largest force of the bursts since the last silence \[N\].
    peak: f64,
    /// Sum of the envelopes of all bursts, times their forces, at each sample of the last block \[N\].
    envelope: [f64; BLOCK],
}

impl Bursts {
    /// Creates a player without bursts.
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            band: Band::new(),
            active: [None; MAX_BURSTS],
            peak: 0.0,
            envelope: [0.0; BLOCK],
        }
    }

    /// Returns the sum of the envelopes of all bursts, times their forces, at each sample of the last block
    /// \[N\].
    pub fn envelope(&self) -> &[f64; BLOCK] {
        &self.envelope
    }

    /// Starts a burst `wait` samples after the start of the next block, with an effective force \[N\]. If too
    /// many bursts play, the new burst replaces the oldest. Real-time: yes.
    pub fn begin(&mut self, wait: u64, force: f64) {
        let new = Some(ActiveBurst { wait, age: 0, force });
        let free = self.active.iter_mut().find(|place| place.is_none());
        let place = match free {
            Some(place) => Some(place),
            None => self.active.iter_mut().max_by_key(|burst| burst.map_or(0, |burst| burst.age)),
        };
        if let Some(place) = place {
            *place = new;
        }
    }

    /// Whether no burst plays or waits, and the filters have decayed to silence.
    pub fn silent(&self) -> bool {
        self.peak == 0.0 && self.active.iter().all(Option::is_none)
    }

    /// Adds the force of all bursts in the next block \[N\] to `force`. Returns whether any force was added.
    /// Real-time: yes.
    pub fn add(&mut self, burst: &Burst, step: Step, force: &mut [f64; BLOCK]) -> bool {
        /// Share of the largest force below which the filters count as empty \[1\].
        const EMPTY: f64 = 1e-7;
        /// Amplitude √3 of uniform noise: uniform numbers between −√3 and √3 have a mean square of 1.
        const UNIFORM: f64 = 1.732_050_807_568_877_2;
        if self.silent() {
            self.envelope = [0.0; BLOCK];
            return false;
        }
        // Probability of a micro-impact in a sample, and the factor that keeps the mean square.
        let chance = (burst.rate * step.seconds()).min(1.0);
        let amplitude = UNIFORM / chance.sqrt();
        self.band.tune(burst.high_pass, burst.low_pass, step);
        let lasts = burst.duration();
        let mut largest: f64 = 0.0;
        for (sum, envelope) in force.iter_mut().zip(&mut self.envelope) {
            let mut top = 0.0;
            for place in &mut self.active {
                let Some(active) = place else { continue };
                if active.wait > 0 {
                    active.wait -= 1;
                    continue;
                }
                let time = active.age as f64 * step.seconds();
                active.age += 1;
                top += active.force * burst.envelope(time);
                if time > lasts {
                    *place = None;
                }
            }
            *envelope = top;
            let strikes = top > 0.0 && (chance >= 1.0 || self.dice.unit() < chance);
            let noise = if strikes { amplitude * self.dice.signed() * top } else { 0.0 };
            let value = self.band.pass(noise);
            largest = largest.max(value.abs());
            *sum += value;
        }
        self.peak = self.peak.max(largest);
        if self.active.iter().all(Option::is_none) && largest <= EMPTY * self.peak {
            self.band.rest();
            self.peak = 0.0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the samples of a burst's force that is sustained for one second.
    fn sustained(high_pass: f64, low_pass: f64, rate: f64, force: f64) -> Vec<f64> {
        let burst = Burst {
            attack: 5e-4,
            decay: 1e-3,
            sustain: 1.0,
            hold: 1.0,
            high_pass,
            low_pass,
            ..Burst::default()
        };
        let mut bursts = Bursts::new(7);
        bursts.begin(0, force);
        let blocks = (1.0 * rate) as usize / BLOCK;
        let mut samples = Vec::new();
        for _ in 0..blocks {
            let mut block = [0.0; BLOCK];
            bursts.add(&burst, Step::at_rate(rate), &mut block);
            samples.extend(block);
        }
        samples
    }

    fn effective(values: &[f64]) -> f64 {
        (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt()
    }

    #[test]
    fn the_effective_force_is_the_same_at_every_rate_and_between_all_cuts() {
        for rate in [22_050.0, 48_000.0, 96_000.0] {
            for (high, low) in [(20.0, 6000.0), (500.0, 2000.0), (1000.0, 500.0)] {
                let force = effective(&sustained(high, low, rate, 10.0));
                // A band of B hertz gives 2B independent numbers per second, so the power of the band is
                // known to 1/√B.
                let band = low.max(2.0 * high) - high;
                let slack = 10.0 * 4.0 / band.sqrt() * 0.5;
                assert!(
                    (force - 10.0).abs() < slack,
                    "{force} N between {high} and {low} Hz at {rate} Hz, not 10 N ± {slack}"
                );
            }
        }
    }

    #[test]
    fn the_force_is_linear_in_the_strength() {
        let (single, double) =
            (sustained(60.0, 3000.0, 48_000.0, 5.0), sustained(60.0, 3000.0, 48_000.0, 10.0));
        for (single, double) in single.iter().zip(&double) {
            assert_eq!(2.0 * single, *double);
        }
    }

    #[test]
    fn the_envelope_has_its_corners_at_its_times() {
        let burst =
            Burst { attack: 0.01, decay: 0.02, sustain: 0.3, hold: 0.04, release: 0.08, ..Burst::default() };
        for (time, height) in [
            (-1e-9, 0.0),
            (0.0, 0.0),
            (0.005, 0.5),
            (0.01, 1.0),
            (0.02, 0.65),
            (0.03, 0.3),
            (0.07, 0.3),
            (0.11, 0.15),
            (0.15, 0.0),
            (1.0, 0.0),
        ] {
            let here = burst.envelope(time);
            assert!((here - height).abs() < 1e-12, "{here} at {time} s, not {height}");
        }
        assert!((burst.duration() - 0.15).abs() < 1e-15);
    }
}
