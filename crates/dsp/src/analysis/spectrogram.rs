//! Frequency over time as a picture: columns of moments, rows of frequencies, decibels for shades.
//!
//! A column is the [`Spectrum`](super::Spectrum) of a short frame about its moment. A full-scale sine,
//! amplitude 1, has 0 dB in the row of its frequency, as far as the row is as wide as the sine's lobe.

use super::bands::Bands;
use super::spectrum::{Frames, frame_length};
use super::{SILENCE, clean, decibels, positive};

/// What the rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// The bins of the transform, evenly spaced from 0 to half the rate.
    Linear,
    /// So many, evenly spaced in mel from 20 Hz to half the rate: as hearing does.
    Mel(usize),
    /// So many, in equal intervals from 20 Hz to half the rate: as a keyboard does.
    Logarithmic(usize),
}

/// Most columns of a picture: a smaller hop than that gives is made larger.
const MOST_COLUMNS: usize = 1 << 16;

/// Levels over time and frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrogram {
    /// Moment of every column \[s\].
    pub times: Vec<f64>,
    /// Middle of every row \[Hz\].
    pub frequencies: Vec<f64>,
    /// Column after column, each from low to high \[dB re a sine of amplitude 1\].
    levels: Vec<f64>,
}

impl Spectrogram {
    /// The levels of one moment, from low to high; none beyond the last \[dB re a sine of amplitude 1\].
    pub fn column(&self, column: usize) -> &[f64] {
        let rows = self.frequencies.len();
        let from = column.saturating_mul(rows);
        self.levels.get(from..from.saturating_add(rows)).unwrap_or_default()
    }

    /// The loudest of all, [`SILENCE`] if there is nothing \[dB\].
    pub fn loudest(&self) -> f64 {
        self.levels.iter().fold(SILENCE, |most, level| most.max(*level))
    }
}

/// The picture of a sound in frames of `window` \[s\], one every `hop` \[s\], the first about the first
/// sample. Of no samples it has no column.
pub fn spectrogram(samples: &[f64], rate: f64, window: f64, hop: f64, rows: Rows) -> Spectrogram {
    let (samples, rate) = (clean(samples), positive(rate));
    let long = frame_length(window, rate, samples.len());
    let least = (samples.len() / MOST_COLUMNS).max(1);
    let hop = if hop * rate > least as f64 {
        ((hop * rate).round() as usize).min(samples.len().max(1))
    } else {
        least
    };
    let mut frames = Frames::new(long);
    let (bins, width, high) = (frames.bins(), frames.width(rate), rate / 2.0);
    let low = f64::min(20.0, high / 2.0);
    let bands = match rows {
        Rows::Linear => None,
        Rows::Mel(count) => Some(Bands::mel(count, low, high, bins, width)),
        Rows::Logarithmic(count) => Some(Bands::logarithmic(count, low, high, bins, width)),
    };
    let frequencies = match &bands {
        None => (0..bins).map(|bin| bin as f64 * width).collect(),
        Some(bands) => bands.centres.clone(),
    };
    let columns = samples.len().div_ceil(hop);
    let mut levels = Vec::with_capacity(columns * frequencies.len());
    let mut power = vec![0.0; bins];
    for column in 0..columns {
        let end = column * hop + long.div_ceil(2);
        for (bin, value) in power.iter_mut().zip(frames.powers(&samples, end)) {
            *bin = value;
        }
        // A sine has half its amplitude's square.
        match &bands {
            None => levels.extend(power.iter().map(|power| decibels(2.0 * power))),
            Some(bands) => levels.extend(bands.powers(&power).map(|power| decibels(2.0 * power))),
        }
    }
    Spectrogram {
        times: (0..columns).map(|column| (column * hop) as f64 / rate).collect(),
        frequencies,
        levels,
    }
}
