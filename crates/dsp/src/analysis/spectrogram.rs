//! Spectrogram: levels over time (columns) and frequency (rows).
//!
//! A column is the [`Spectrum`](super::Spectrum) of a short frame centred on its time. A sine of amplitude 1
//! has 0 dB in the row of its frequency if the row is at least as wide as the lobe of the sine.

use super::bands::Bands;
use super::spectrum::{Frames, frame_length};
use super::{SILENCE, clean, decibels, positive};

/// Arrangement of the rows of a spectrogram over frequency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One row per bin of the transform, at equal intervals from 0 to half the rate.
    Linear,
    /// Given number of rows at equal mel intervals from 20 Hz to half the rate.
    Mel(usize),
    /// Given number of rows at equal frequency ratios from 20 Hz to half the rate.
    Logarithmic(usize),
}

/// Maximum number of columns; a hop that would give more columns is enlarged.
const MAX_COLUMNS: usize = 1 << 16;

/// Levels of a sound over time and frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrogram {
    /// Time of the centre of each column \[s\].
    pub times: Vec<f64>,
    /// Frequency of the centre of each row \[Hz\].
    pub frequencies: Vec<f64>,
    /// Levels column by column, from low to high frequencies in each column \[dB re a sine of amplitude 1\].
    levels: Vec<f64>,
}

impl Spectrogram {
    /// Returns the levels of one column from low to high frequencies \[dB re a sine of amplitude 1\]; empty
    /// beyond the last column.
    pub fn column(&self, column: usize) -> &[f64] {
        let rows = self.frequencies.len();
        let from = column.saturating_mul(rows);
        self.levels.get(from..from.saturating_add(rows)).unwrap_or_default()
    }

    /// Returns the maximum level \[dB\]; [`SILENCE`] if there are no columns.
    pub fn loudest(&self) -> f64 {
        self.levels.iter().fold(SILENCE, |max, level| max.max(*level))
    }
}

/// Computes the spectrogram in frames of `window` \[s\], one frame every `hop` \[s\]. The first frame is
/// centred on the first sample; without samples there is no column.
pub fn spectrogram(samples: &[f64], rate: f64, window: f64, hop: f64, rows: Rows) -> Spectrogram {
    let (samples, rate) = (clean(samples), positive(rate));
    let length = frame_length(window, rate, samples.len());
    let least = (samples.len() / MAX_COLUMNS).max(1);
    let hop = if hop * rate > least as f64 {
        ((hop * rate).round() as usize).min(samples.len().max(1))
    } else {
        least
    };
    let mut frames = Frames::new(length);
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
        let end = column * hop + length.div_ceil(2);
        for (bin, value) in power.iter_mut().zip(frames.powers(&samples, end)) {
            *bin = value;
        }
        // The power of a sine is half its squared amplitude.
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
