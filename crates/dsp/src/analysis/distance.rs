//! Distance of two sounds.
//!
//! A signature is a point with forty coordinates, each in barely noticeable steps. The distance of two sounds
//! is the Euclidean distance of their signatures. Level and silence before or after the sound have no effect.
//!
//! ```math
//! d(a, b) = \sqrt{\sum_i (a_i - b_i)^2}
//! ```
//!
//! | coordinates | feature                                                                | one step          |
//! |-------------|------------------------------------------------------------------------|-------------------|
//! | 0 … 15      | levels of 16 bands at equal mel intervals, relative to the total       | 1 dB in all of them |
//! | 16 … 31     | standard deviations of these levels over time                          | 1 dB in all of them |
//! | 32          | centroid of the spectrum                                               | 5 %               |
//! | 33          | spread of the spectrum about it, and 50 Hz                             | 10 %              |
//! | 34          | flatness of the spectrum                                               | 3 dB              |
//! | 35          | zero crossings per second, and 50                                      | 10 %              |
//! | 36          | decay time, or six times the duration if there is no decay             | 10 %              |
//! | 37          | attack time, and 0.1 ms                                                | 25 %              |
//! | 38          | mean time of the energy, and 1 ms                                      | 10 %              |
//! | 39          | onsets per second, and 1                                               | 20 %              |
//!
//! A percentage is a step of the natural logarithm; "and" adds a constant below which differences do not
//! count. The steps have the order of just noticeable differences (1 dB of level, 5 % of reverberation time
//! in ISO 3382-1). They make unlike features comparable; they do not model hearing.
//!
//! **Neighbouring bands.** Without spreading, a tone that moves by one band would be as far from its old
//! place as a tone that moves across the whole range. So each band receives the power of its neighbours, −8
//! dB per band, as in the ear, and floors are 60 dB below the total. Then a larger interval is a larger
//! distance.

use super::bands::Bands;
use super::features::{Features, sounding};
use super::onsets::{OnsetSettings, onsets};
use super::spectrum::{Frames, frame_length};
use super::{clean, decibels, peak, positive};

/// Number of frequency bands of a signature.
const BANDS: usize = 16;
/// Centre frequencies of the lowest and the highest band \[Hz\]. These two bands also take all power beyond
/// their centre.
const RANGE: (f64, f64) = (50.0, 16000.0);
/// Length of a frame of which the band levels are measured \[s\].
const FRAME: f64 = 0.040;
/// Share of a band's power that spreads to each neighbour \[1\]: −8 dB.
const NEIGHBOUR: f64 = 0.15848931924611134;
/// Floor of the band levels relative to the total \[1\]: −60 dB.
const FLOOR: f64 = 1e-6;

/// Names of the coordinates of a signature that follow those of the bands.
const NAMES: [&str; 8] = [
    "centroid",
    "spread",
    "flatness",
    "zero-crossing-rate",
    "decay-time",
    "attack-time",
    "temporal-centroid",
    "onset-rate",
];

/// A sound as a point with forty coordinates, independent of its level and of silence around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signature {
    /// Coordinates in noticeable steps, as the table of the module lists.
    pub values: [f64; Self::LENGTH],
}

/// Returns the distance of two sounds: the Euclidean distance of their signatures, in just noticeable steps
/// \[1\].
pub fn distance(a: &Signature, b: &Signature) -> f64 {
    let squares = a.values.iter().zip(&b.values).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

impl Signature {
    /// Number of coordinates of a signature.
    pub const LENGTH: usize = 2 * BANDS + NAMES.len();

    /// Computes the signature of a sound at a rate \[Hz\]. All silent sounds have the same signature.
    pub fn of(samples: &[f64], rate: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let peak = peak(&samples);
        let x: Vec<f64> = samples[sounding(&samples)].iter().map(|x| x / peak).collect();
        let mut values = [0.0; Self::LENGTH];
        let (bands, rest) = values.split_at_mut(2 * BANDS);
        let (levels, variations) = bands.split_at_mut(BANDS);
        measure_bands(&x, rate, levels, variations);
        let features = Features::of(&x, rate);
        let onset_count = onsets(&x, rate, &OnsetSettings::default()).len();
        let rate_of_onsets = onset_count as f64 / features.duration.max(0.1);
        let steps = |value: f64, percent: f64| libm::log(value) / (percent / 100.0);
        rest.copy_from_slice(&[
            steps(features.centroid.max(1.0), 5.0),
            steps(features.spread + 50.0, 10.0),
            decibels(features.flatness + FLOOR) / 3.0,
            steps(features.zero_crossing_rate + 50.0, 10.0),
            steps(features.decay_time.unwrap_or(6.0 * features.duration).max(1e-3), 10.0),
            steps(features.attack_time + 1e-4, 25.0),
            steps(features.temporal_centroid + 1e-3, 10.0),
            steps(rate_of_onsets + 1.0, 20.0),
        ]);
        Self { values }
    }

    /// Returns the coordinates with their names.
    pub fn list(&self) -> impl Iterator<Item = (String, f64)> {
        let bands = |prefix: &'static str| (1..=BANDS).map(move |band| format!("{prefix}-{band}"));
        let names = bands("level").chain(bands("variation")).chain(NAMES.map(str::to_owned));
        names.zip(self.values)
    }
}

/// Measures the levels of the bands relative to the total, and the standard deviations of these levels over
/// time, in noticeable steps.
fn measure_bands(x: &[f64], rate: f64, levels: &mut [f64], variations: &mut [f64]) {
    // One decibel in all bands together is one step, independent of the number of bands.
    let step = (BANDS as f64).sqrt();
    let length = frame_length(FRAME, rate, (FRAME * rate) as usize);
    let mut frames = Frames::new(length);
    let bands = Bands::mel(BANDS, RANGE.0, RANGE.1, frames.bins(), frames.width(rate));
    let mut powers: Vec<[f64; BANDS]> = Vec::new();
    let mut spectrum = vec![0.0; frames.bins()];
    for end in frames.ends(x.len()) {
        for (bin, power) in spectrum.iter_mut().zip(frames.powers(x, end)) {
            *bin = power;
        }
        let mut frame = [0.0; BANDS];
        for (band, power) in frame.iter_mut().zip(bands.powers(&spectrum)) {
            *band = power;
        }
        powers.push(spread_to_neighbours(frame));
    }
    let count = powers.len().max(1) as f64;
    let mut mean_powers = [0.0; BANDS];
    for frame in &powers {
        for (sum, power) in mean_powers.iter_mut().zip(frame) {
            *sum += power / count;
        }
    }
    let all: f64 = mean_powers.iter().sum();
    let loudest = powers.iter().map(|frame| frame.iter().sum()).fold(0.0, f64::max);
    let relative = |power: f64, total: f64| decibels(FLOOR + if total > 0.0 { power / total } else { 0.0 });
    for band in 0..BANDS {
        levels[band] = relative(mean_powers[band], all) / step;
        let in_time: Vec<f64> = powers.iter().map(|frame| relative(frame[band], loudest)).collect();
        let mean = in_time.iter().sum::<f64>() / count;
        let square: f64 = in_time.iter().map(|level| (level - mean) * (level - mean)).sum();
        variations[band] = (square / count).sqrt() / step;
    }
}

/// Returns the powers with each band's share of its neighbours' power added.
fn spread_to_neighbours(mut powers: [f64; BANDS]) -> [f64; BANDS] {
    let own = powers;
    let mut below = 0.0;
    for (power, own) in powers.iter_mut().zip(own) {
        *power += below;
        below = NEIGHBOUR * (below + own);
    }
    let mut above = 0.0;
    for (power, own) in powers.iter_mut().zip(own).rev() {
        *power += above;
        above = NEIGHBOUR * (above + own);
    }
    powers
}
