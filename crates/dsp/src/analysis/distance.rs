//! How different two sounds are.
//!
//! A sound becomes a point with forty coordinates, each in steps that are just about noticeable, and two
//! sounds are as far apart as their points. How loud a sound is, and how long nothing happens before it,
//! makes no difference.
//!
//! $$ d(a, b) = \sqrt{\sum_i (a_i - b_i)^2} $$
//!
//! | coordinates | what                                                                   | one step          |
//! |-------------|------------------------------------------------------------------------|-------------------|
//! | 0 … 15      | level in 16 bands even in mel, relative to the whole                   | 1 dB in all of them |
//! | 16 … 31     | how much these levels vary over time: standard deviation               | 1 dB in all of them |
//! | 32          | centroid of the spectrum                                               | 5 %               |
//! | 33          | spread of the spectrum about it, and 50 Hz                             | 10 %              |
//! | 34          | flatness of the spectrum                                               | 3 dB              |
//! | 35          | zero crossings per second, and 50                                      | 10 %              |
//! | 36          | decay time, or six times the duration of what does not decay           | 10 %              |
//! | 37          | attack time, and 0.1 ms                                                | 25 %              |
//! | 38          | mean time of the energy, and 1 ms                                      | 10 %              |
//! | 39          | onsets per second, and 1                                               | 20 %              |
//!
//! A percentage is a step of the natural logarithm, and "and" adds a constant below which differences do not
//! matter. The steps are of the order of what listeners notice (1 dB of level, 5 % of reverberation time in
//! ISO 3382-1); they are a scale that makes unlike things comparable, not a measurement of hearing.
//!
//! **Neighbouring bands.** A tone that moves from one band to the next would be as far from its old place as
//! one that moves across the whole range. In the ear a tone stirs its neighbours, too; so every band has its
//! neighbours' power, less 8 dB per band, and floors are 60 dB below the whole. Then a larger interval is a
//! larger distance.

use super::bands::Bands;
use super::features::{Features, sounding};
use super::onsets::{OnsetSettings, onsets};
use super::spectrum::{Frames, frame_length};
use super::{clean, decibels, peak, positive};

/// Bands of the levels.
const BANDS: usize = 16;
/// Middle of the lowest and the highest band \[Hz\]; they take all that is beyond them, whatever the rate.
const RANGE: (f64, f64) = (50.0, 16000.0);
/// Frames of the levels \[s\].
const FRAME: f64 = 0.040;
/// What a band has of its neighbour's power: −8 dB.
const NEIGHBOUR: f64 = 0.15848931924611134;
/// Levels end here, relative to the whole: −60 dB.
const FLOOR: f64 = 1e-6;

/// The names of the coordinates after the bands.
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

/// A sound as a point: level and time shifts taken away, every coordinate in noticeable steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signature {
    /// The coordinates, as the module's table has them.
    pub values: [f64; Self::LENGTH],
}

/// How far two sounds are apart: in noticeable steps, where they differ in one respect.
pub fn distance(one: &Signature, two: &Signature) -> f64 {
    let squares = one.values.iter().zip(&two.values).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

impl Signature {
    /// How many coordinates there are.
    pub const LENGTH: usize = 2 * BANDS + NAMES.len();

    /// The point of a sound. All silences are one point.
    pub fn of(samples: &[f64], rate: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let peak = peak(&samples);
        let x: Vec<f64> = samples[sounding(&samples)].iter().map(|x| x / peak).collect();
        let mut values = [0.0; Self::LENGTH];
        let (bands, rest) = values.split_at_mut(2 * BANDS);
        let (levels, variations) = bands.split_at_mut(BANDS);
        measure_bands(&x, rate, levels, variations);
        let it = Features::of(&x, rate);
        let happened = onsets(&x, rate, &OnsetSettings::default()).len();
        let rate_of_onsets = happened as f64 / it.duration.max(0.1);
        let steps = |value: f64, percent: f64| libm::log(value) / (percent / 100.0);
        rest.copy_from_slice(&[
            steps(it.centroid.max(1.0), 5.0),
            steps(it.spread + 50.0, 10.0),
            decibels(it.flatness + FLOOR) / 3.0,
            steps(it.zero_crossing_rate + 50.0, 10.0),
            steps(it.decay_time.unwrap_or(6.0 * it.duration).max(1e-3), 10.0),
            steps(it.attack_time + 1e-4, 25.0),
            steps(it.temporal_centroid + 1e-3, 10.0),
            steps(rate_of_onsets + 1.0, 20.0),
        ]);
        Self { values }
    }

    /// The coordinates with their names.
    pub fn list(&self) -> impl Iterator<Item = (String, f64)> {
        let bands = |what: &'static str| (1..=BANDS).map(move |band| format!("{what}-{band}"));
        let names = bands("level").chain(bands("variation")).chain(NAMES.map(str::to_owned));
        names.zip(self.values)
    }
}

/// Levels of the bands relative to the whole, and their standard deviations over the frames, both in steps.
fn measure_bands(x: &[f64], rate: f64, levels: &mut [f64], variations: &mut [f64]) {
    // A decibel in all bands is one step, so that the number of bands does not matter.
    let step = (BANDS as f64).sqrt();
    let long = frame_length(FRAME, rate, (FRAME * rate) as usize);
    let mut frames = Frames::new(long);
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
        powers.push(stirred(frame));
    }
    let count = powers.len().max(1) as f64;
    let mut whole = [0.0; BANDS];
    for frame in &powers {
        for (sum, power) in whole.iter_mut().zip(frame) {
            *sum += power / count;
        }
    }
    let all: f64 = whole.iter().sum();
    let loudest = powers.iter().map(|frame| frame.iter().sum()).fold(0.0, f64::max);
    let relative = |power: f64, whole: f64| decibels(FLOOR + if whole > 0.0 { power / whole } else { 0.0 });
    for band in 0..BANDS {
        levels[band] = relative(whole[band], all) / step;
        let in_time: Vec<f64> = powers.iter().map(|frame| relative(frame[band], loudest)).collect();
        let mean = in_time.iter().sum::<f64>() / count;
        let square: f64 = in_time.iter().map(|level| (level - mean) * (level - mean)).sum();
        variations[band] = (square / count).sqrt() / step;
    }
}

/// Every band with its share of its neighbours' power.
fn stirred(mut powers: [f64; BANDS]) -> [f64; BANDS] {
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
