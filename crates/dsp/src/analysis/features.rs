//! A sound in a dozen numbers: how bright, how long, how sudden, which tones.
//!
//! Times count from where the sound begins, and the sound ends where it is over: both where it passes 60 dB
//! below its largest sample.
//!
//! **Decay.** The energy that is still to come falls smoothly even where the sound itself does not, and for a
//! sound that dies away exponentially it is as straight in decibels:
//!
//! $$ E(t) = \int_t^D x^2\,ds + C, \qquad L(t) = 10 \log_{10} \frac{E(t)}{E(0)}, \qquad T_{60} = -60\,\mathrm{dB} / \frac{dL}{dt} $$
//!
//! | symbol  | here         | unit | meaning                                                                    |
//! |---------|--------------|------|----------------------------------------------------------------------------|
//! | x, D    |              | ·, s | the sound from the end of its attack on, and where it ends                 |
//! | C       |              | ·² s | what would have come after the end, had it gone on like this; found by turns with T₆₀ |
//! | L       |              | dB   | fitted between −5 and −35 dB, or as far as it goes                         |
//! | T₆₀     | `decay_time` | s    | time in which the level falls by 60 dB; 6.91 τ for e^(−t/τ) in amplitude   |
//!
//! Without C a sound that is cut off would seem to die away faster and faster. A sound that does not die away
//! has no T₆₀: none is said where the last quarter is not at least 7.5 dB below the first, which is where T₆₀
//! would be six times as long as the sound.
//!
//! **Attack.** From the first sample that reaches a tenth of the largest to the first that reaches nine
//! tenths.
//!
//! **Brightness** is of the mean spectrum of short frames, in which every sample counts alike; **tones** are
//! of the spectrum of the whole.
//!
//! Source: \[Schroeder1965\] for the decay; \[Peeters2011\] for the rest.

use super::spectrum::{Partial, Spectrum, Weight};
use super::{clean, decibels, line, peak, positive};
use foley_params::Unit;
use std::ops::Range;

/// Where a sound begins and ends, below its largest sample.
const AUDIBLE: f64 = 1e-3;
/// Length of the frames whose mean spectrum tells the brightness \[s\].
const FRAME: f64 = 0.040;
/// Share of the power below the roll-off.
const ROLL_OFF: f64 = 0.85;
/// Shares of the largest sample between which a sound rises.
const BEGUN: f64 = 0.1;
const RISEN: f64 = 0.9;
/// Most tones that are told, and how far below the strongest \[dB\].
const TONES: (usize, f64) = (8, 60.0);

/// What a sound is like. Of silence, all are 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Where it begins \[s\].
    pub onset: f64,
    /// From there to where it is over \[s\].
    pub duration: f64,
    /// Largest sample, in the unit of the samples.
    pub peak: f64,
    /// Root of the mean square while it sounds, in the unit of the samples.
    pub rms: f64,
    /// Peak over rms \[1\].
    pub crest_factor: f64,
    /// Changes of sign per second; twice the frequency of a sine \[1/s\].
    pub zero_crossing_rate: f64,
    /// Mean time of the energy, from the onset \[s\].
    pub temporal_centroid: f64,
    /// From a tenth to nine tenths of the peak \[s\].
    pub attack_time: f64,
    /// Time in which it falls by 60 dB, if it dies away \[s\].
    pub decay_time: Option<f64>,
    /// Mean frequency by power \[Hz\].
    pub centroid: f64,
    /// Mean frequency by amplitude \[Hz\].
    pub amplitude_centroid: f64,
    /// How far the power is from the centroid, in the mean square \[Hz\].
    pub spread: f64,
    /// 85 % of the power is below \[Hz\].
    pub roll_off: f64,
    /// Geometric over arithmetic mean of the power: near 1 for noise, near 0 for tones \[1\].
    pub flatness: f64,
    /// At most eight tones, the strongest first.
    pub partials: Vec<Partial>,
}

/// A feature as one prints it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// As files and tables call it.
    pub name: &'static str,
    /// The unit of the value.
    pub unit: Unit,
    /// The value, if there is one.
    pub value: Option<f64>,
}

impl Features {
    /// Measures a sound.
    pub fn of(samples: &[f64], rate: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let peak = peak(&samples);
        let sounding = sounding(&samples);
        if sounding.is_empty() {
            return Self::default();
        }
        let onset = sounding.start as f64 / rate;
        // Relative to the peak, so that no square is too large or too small.
        let x: Vec<f64> = samples[sounding].iter().map(|x| x / peak).collect();
        let energy: f64 = x.iter().map(|x| x * x).sum();
        let moment: f64 = x.iter().enumerate().map(|(n, x)| n as f64 * x * x).sum();
        let duration = x.len() as f64 / rate;
        let rms = (energy / x.len() as f64).sqrt();
        let mean = Spectrum::mean(&x, rate, FRAME);
        let mut partials = Spectrum::of(&x, rate).partials(TONES.0, TONES.1);
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
            attack_time: (first_at(&x, RISEN) - first_at(&x, BEGUN)) as f64 / rate,
            decay_time: decay_time(&x, rate),
            centroid: mean.centroid(Weight::Power),
            amplitude_centroid: mean.centroid(Weight::Amplitude),
            spread: mean.spread(),
            roll_off: mean.roll_off(ROLL_OFF),
            flatness: mean.flatness(),
            partials,
        }
    }

    /// All of them but the tones, with their names and units; the unit of the samples is written as 1.
    pub fn list(&self) -> [Feature; 14] {
        let one = |name, unit, value| Feature { name, unit, value: Some(value) };
        [
            one("onset", Unit::Second, self.onset),
            one("duration", Unit::Second, self.duration),
            one("peak", Unit::One, self.peak),
            one("rms", Unit::One, self.rms),
            one("crest-factor", Unit::One, self.crest_factor),
            one("zero-crossing-rate", Unit::PerSecond, self.zero_crossing_rate),
            one("temporal-centroid", Unit::Second, self.temporal_centroid),
            one("attack-time", Unit::Second, self.attack_time),
            Feature { name: "decay-time", unit: Unit::Second, value: self.decay_time },
            one("centroid", Unit::Hertz, self.centroid),
            one("amplitude-centroid", Unit::Hertz, self.amplitude_centroid),
            one("spread", Unit::Hertz, self.spread),
            one("roll-off", Unit::Hertz, self.roll_off),
            one("flatness", Unit::One, self.flatness),
        ]
    }
}

/// From the first sample that can be heard to the last; empty for silence.
pub(super) fn sounding(samples: &[f64]) -> Range<usize> {
    let least = AUDIBLE * peak(samples);
    let heard = |x: &f64| x.abs() > least;
    match (samples.iter().position(heard), samples.iter().rposition(heard)) {
        (Some(first), Some(last)) => first..last + 1,
        _ => 0..0,
    }
}

/// Changes of sign; a zero belongs to what was before it.
pub fn zero_crossings(samples: &[f64]) -> usize {
    let mut crossings = 0;
    let mut sign = 0.0;
    for x in samples.iter().filter(|x| **x != 0.0) {
        crossings += usize::from(x.signum() * sign < 0.0);
        sign = x.signum();
    }
    crossings
}

/// The first sample that reaches this share of the largest.
fn first_at(samples: &[f64], share: f64) -> usize {
    let least = share * peak(samples);
    samples.iter().position(|x| x.abs() >= least).unwrap_or(0)
}

/// T₆₀ by backward integration.
fn decay_time(samples: &[f64], rate: f64) -> Option<f64> {
    /// The line is fitted through at most so many points.
    const POINTS: usize = 500;
    /// And between these levels [dB].
    const RANGE: (f64, f64) = (-5.0, -35.0);
    /// The last quarter must be so far below the first [dB].
    const FALLS: f64 = -7.5;
    /// Turns of slope and remainder.
    const TURNS: usize = 50;
    // From where it has risen, and per sample; the remainder is added where it is used.
    let mut coming = 0.0;
    let mut left: Vec<f64> = samples[first_at(samples, RISEN)..]
        .iter()
        .rev()
        .map(|x| {
            coming += x * x;
            coming
        })
        .collect();
    left.reverse();
    let (long, all) = (left.len() as f64, coming);
    let after = |quarters: usize| left.get(left.len() * quarters / 4).copied().unwrap_or(0.0);
    if decibels(after(3) / (after(0) - after(1))) > FALLS {
        return None;
    }
    let mut remainder = 0.0;
    let mut slope = 0.0;
    for _ in 0..TURNS {
        let level = |energy: f64| decibels((energy + remainder) / (all + remainder));
        // It only falls: where it passes two levels can be found by halving.
        let from = left.partition_point(|energy| level(*energy) > RANGE.0);
        let to = left.partition_point(|energy| level(*energy) >= RANGE.1);
        let step = ((to - from.min(to)) / POINTS).max(1);
        let points: Vec<_> = (from..to).step_by(step).map(|n| (n as f64, level(left[n]))).collect();
        let (fitted, height) = line(&points).filter(|(slope, _)| *slope < 0.0)?;
        let change = (fitted - slope).abs();
        slope = fitted;
        // Where the line is at the end is what would have come after it. All energies are with the old
        // remainder.
        let end = libm::pow(10.0, (height + slope * long) / 10.0);
        remainder = (all + remainder) * end.min(0.5);
        if change <= 1e-9 * slope.abs() {
            break;
        }
    }
    Some(-60.0 / slope / rate)
}
