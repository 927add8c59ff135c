//! Features of a sound: brightness, duration, attack, decay, partials.
//!
//! Times count from the onset. The sound begins and ends where it passes 60 dB below its largest sample.
//!
//! **Decay.** The remaining energy falls smoothly even where the sound does not. For exponential decay it is
//! a straight line in decibels:
//!
//! ```math
//! E(t) = \int_t^D x^2\,ds + C, \qquad L(t) = 10 \log_{10} \frac{E(t)}{E(0)}, \qquad T_{60} = -60\,\mathrm{dB} / \frac{dL}{dt}
//! ```
//!
//! | symbol  | here         | unit | meaning                                                                    |
//! |---------|--------------|------|----------------------------------------------------------------------------|
//! | x, D    |              | ·, s | the sound from the end of its attack, and its end                          |
//! | C       |              | ·² s | energy after the end if the decay went on; iterated with T₆₀               |
//! | L       |              | dB   | fitted between −5 and −35 dB, or as far as the level falls                 |
//! | T₆₀     | `decay_time` | s    | time in which the level falls by 60 dB; 6.91 τ for e^(−t/τ) in amplitude   |
//!
//! Without C the decay of a truncated sound would seem to accelerate. There is no T₆₀ if the last quarter is
//! less than 7.5 dB below the first: T₆₀ would be longer than six times the sound.
//!
//! **Attack.** Time from the first sample that reaches a tenth of the peak to the first that reaches nine
//! tenths.
//!
//! **Brightness** comes from the mean spectrum of short frames, in which every sample has equal weight;
//! **partials** come from the spectrum of the whole sound.
//!
//! Source: \[Schroeder1965\] for the decay; \[Peeters2011\] for the rest.

use super::spectrum::{Partial, Spectrum, Weight};
use super::{clean, decibels, line, peak, positive};
use foley_params::Unit;
use std::ops::Range;

/// Level at which a sound begins and ends, relative to the peak of the sound \[1\].
const AUDIBLE: f64 = 1e-3;
/// Length of the frames of the mean spectrum \[s\].
const FRAME: f64 = 0.040;
/// Share of the power that lies below the roll-off frequency \[1\].
const ROLL_OFF: f64 = 0.85;
/// Level at which the attack starts, relative to the peak \[1\].
const ATTACK_START: f64 = 0.1;
/// Level at which the attack ends, relative to the peak \[1\].
const ATTACK_END: f64 = 0.9;
/// Maximum number of partials that the features list.
const MAX_PARTIALS: usize = 8;
/// Level below which partials are ignored \[dB below the strongest\].
const PARTIAL_FLOOR: f64 = 60.0;

/// Features of a sound; all 0 for silence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Time of the onset, from the first sample \[s\].
    pub onset: f64,
    /// Time from the onset to the end of the sound \[s\].
    pub duration: f64,
    /// Largest magnitude of a sample, in the unit of the samples.
    pub peak: f64,
    /// Root mean square between onset and end, in the unit of the samples.
    pub rms: f64,
    /// Ratio of peak to root mean square \[1\].
    pub crest_factor: f64,
    /// Zero crossings per second: twice the frequency of a sine \[1/s\].
    pub zero_crossing_rate: f64,
    /// Mean time of the energy, counted from the onset \[s\].
    pub temporal_centroid: f64,
    /// Time in which the level rises from a tenth to nine tenths of the peak \[s\].
    pub attack_time: f64,
    /// Time T₆₀ in which the level falls by 60 dB \[s\]; `None` if the sound does not decay.
    pub decay_time: Option<f64>,
    /// Mean frequency, weighted by power \[Hz\].
    pub centroid: f64,
    /// Mean frequency, weighted by amplitude \[Hz\].
    pub amplitude_centroid: f64,
    /// Standard deviation of the frequency about the centroid, weighted by power \[Hz\].
    pub spread: f64,
    /// Frequency below which 85 % of the power lies \[Hz\].
    pub roll_off: f64,
    /// Geometric mean of the power divided by the arithmetic mean: near 1 for noise, near 0 for tones \[1\].
    pub flatness: f64,
    /// Partials of the sound, at most eight, the strongest first.
    pub partials: Vec<Partial>,
}

/// One feature of a sound with its name and unit, for tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Name of the feature in files and tables.
    pub name: &'static str,
    /// Unit of the feature's value.
    pub unit: Unit,
    /// Value of the feature; `None` if the sound has no such feature.
    pub value: Option<f64>,
}

impl Features {
    /// Measures all features of a sound at a rate \[Hz\].
    pub fn of(samples: &[f64], rate: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let peak = peak(&samples);
        let sounding = sounding(&samples);
        if sounding.is_empty() {
            return Self::default();
        }
        let onset = sounding.start as f64 / rate;
        // The samples are divided by the peak, so that no square overflows or underflows.
        let x: Vec<f64> = samples[sounding].iter().map(|x| x / peak).collect();
        let energy: f64 = x.iter().map(|x| x * x).sum();
        let moment: f64 = x.iter().enumerate().map(|(n, x)| n as f64 * x * x).sum();
        let duration = x.len() as f64 / rate;
        let rms = (energy / x.len() as f64).sqrt();
        let mean = Spectrum::mean(&x, rate, FRAME);
        let mut partials = Spectrum::of(&x, rate).partials(MAX_PARTIALS, PARTIAL_FLOOR);
        for partial in &mut partials {
            partial.amplitude *= peak;
        }
        Self {
            onset,
            duration,
            peak,
            rms: rms * peak,
            crest_factor: 1.0 / rms,
            zero_crossing_rate: zero_crossings(&x) as f64 / duration,
            temporal_centroid: moment / energy / rate,
            attack_time: (first_at(&x, ATTACK_END) - first_at(&x, ATTACK_START)) as f64 / rate,
            decay_time: decay_time(&x, rate),
            centroid: mean.centroid(Weight::Power),
            amplitude_centroid: mean.centroid(Weight::Amplitude),
            spread: mean.spread(),
            roll_off: mean.roll_off(ROLL_OFF),
            flatness: mean.flatness(),
            partials,
        }
    }

    /// Lists all features except the partials. The unit of the samples is given as 1.
    pub fn list(&self) -> [Feature; 14] {
        let feature = |name, unit, value| Feature { name, unit, value: Some(value) };
        [
            feature("onset", Unit::Second, self.onset),
            feature("duration", Unit::Second, self.duration),
            feature("peak", Unit::One, self.peak),
            feature("rms", Unit::One, self.rms),
            feature("crest-factor", Unit::One, self.crest_factor),
            feature("zero-crossing-rate", Unit::PerSecond, self.zero_crossing_rate),
            feature("temporal-centroid", Unit::Second, self.temporal_centroid),
            feature("attack-time", Unit::Second, self.attack_time),
            Feature { name: "decay-time", unit: Unit::Second, value: self.decay_time },
            feature("centroid", Unit::Hertz, self.centroid),
            feature("amplitude-centroid", Unit::Hertz, self.amplitude_centroid),
            feature("spread", Unit::Hertz, self.spread),
            feature("roll-off", Unit::Hertz, self.roll_off),
            feature("flatness", Unit::One, self.flatness),
        ]
    }
}

/// Returns the range from the first audible sample to the last; empty for silence.
pub(super) fn sounding(samples: &[f64]) -> Range<usize> {
    let least = AUDIBLE * peak(samples);
    let is_audible = |x: &f64| x.abs() > least;
    match (samples.iter().position(is_audible), samples.iter().rposition(is_audible)) {
        (Some(first), Some(last)) => first..last + 1,
        _ => 0..0,
    }
}

/// Returns the number of sign changes of a signal; samples that are zero are ignored.
pub fn zero_crossings(samples: &[f64]) -> usize {
    let mut crossings = 0;
    let mut sign = 0.0;
    for x in samples.iter().filter(|x| **x != 0.0) {
        crossings += usize::from(x.signum() * sign < 0.0);
        sign = x.signum();
    }
    crossings
}

/// Returns the index of the first sample that reaches a `share` of the peak.
fn first_at(samples: &[f64], share: f64) -> usize {
    let least = share * peak(samples);
    samples.iter().position(|x| x.abs() >= least).unwrap_or(0)
}

/// Returns the decay time T₆₀, measured by backward integration \[s\]; `None` without decay.
fn decay_time(samples: &[f64], rate: f64) -> Option<f64> {
    /// Approximate maximum number of points of the fit.
    const MAX_POINTS: usize = 500;
    /// Levels between which the decay line is fitted [dB].
    const RANGE: (f64, f64) = (-5.0, -35.0);
    /// Level of the last quarter relative to the first, above which there is no decay [dB].
    const MAX_LEVEL: f64 = -7.5;
    /// Maximum number of iterations of the slope and the energy after the end.
    const MAX_ITERATIONS: usize = 50;
    // Remaining energy from each sample on, from the end of the attack; the energy after the end is added
    // where it is used.
    let mut sum = 0.0;
    let mut left: Vec<f64> = samples[first_at(samples, ATTACK_END)..]
        .iter()
        .rev()
        .map(|x| {
            sum += x * x;
            sum
        })
        .collect();
    left.reverse();
    let (long, all) = (left.len() as f64, sum);
    let after = |quarters: usize| left.get(left.len() * quarters / 4).copied().unwrap_or(0.0);
    if decibels(after(3) / (after(0) - after(1))) > MAX_LEVEL {
        return None;
    }
    let mut remainder = 0.0;
    let mut slope = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let level = |energy: f64| decibels((energy + remainder) / (all + remainder));
        // The remaining energy only falls, so bisection finds where it passes the two levels.
        let from = left.partition_point(|energy| level(*energy) > RANGE.0);
        let to = left.partition_point(|energy| level(*energy) >= RANGE.1);
        let step = ((to - from.min(to)) / MAX_POINTS).max(1);
        let points: Vec<_> = (from..to).step_by(step).map(|n| (n as f64, level(left[n]))).collect();
        let (fitted, height) = line(&points).filter(|(slope, _)| *slope < 0.0)?;
        let change = (fitted - slope).abs();
        slope = fitted;
        // The value of the line at the end gives the energy after the end. All energies include the previous
        // estimate of it.
        let end = libm::pow(10.0, (height + slope * long) / 10.0);
        remainder = (all + remainder) * end.min(0.5);
        if change <= 1e-9 * slope.abs() {
            break;
        }
    }
    Some(-60.0 / slope / rate)
}
