//! Draws waveform and spectrogram of a sound over the same time.

use crate::failure::Failure;
use crate::picture::{IndexedImage, colour_map};
use foley_dsp::analysis::{Rows, spectrogram as levels};
use std::fmt::Write;

/// Width of waveform and spectrogram \[pixels\]; the page stretches both.
pub(super) const WIDTH: usize = 480;
/// Height of the waveform picture, which shows samples from −1 to 1.
pub(super) const HEIGHT: usize = 64;
/// Height of the spectrogram: number of frequency rows.
const FREQUENCIES: usize = 144;
/// Range of levels in the spectrogram, below the loudest point \[dB\].
const DEPTH: f64 = 72.0;
/// Length of an analysis frame of the spectrogram \[s\]: short enough for a knock, long enough for a low
/// tone.
const FRAME: f64 = 0.03;

/// Draws the outline of a waveform as an SVG path: the largest and the smallest sample of every column.
pub(super) fn waveform(samples: &[f64]) -> String {
    let column = |index: usize| {
        let at = |index: usize| index * samples.len() / WIDTH;
        let (from, to) = (at(index), at(index + 1).max(at(index) + 1));
        let part = samples.get(from..to.min(samples.len())).unwrap_or_default();
        part.iter().fold((0.0_f64, 0.0_f64), |(low, high), &sample| (low.min(sample), high.max(sample)))
    };
    let middle = HEIGHT as f64 / 2.0;
    let y = |value: f64| middle - value * (middle - 1.0);
    let columns: Vec<_> = (0..WIDTH).map(column).collect();
    let mut path = format!("M0 {middle:.0}");
    for (x, &(_, high)) in columns.iter().enumerate() {
        let _ = write!(path, "L{x} {:.1}", y(high) - 0.3);
    }
    for (x, &(low, _)) in columns.iter().enumerate().rev() {
        let _ = write!(path, "L{x} {:.1}", y(low) + 0.3);
    }
    path + "Z"
}

/// Draws the spectrogram as PNG, with logarithmic frequency from 20 Hz to half the sample rate.
pub(super) fn spectrogram(samples: &[f64], rate: f64) -> Result<Vec<u8>, Failure> {
    let hop = samples.len() as f64 / rate / WIDTH as f64;
    let picture = levels(samples, rate, FRAME, hop, Rows::Logarithmic(FREQUENCIES));
    let loudest = picture.loudest();
    let mut image = IndexedImage::new(picture.times.len().max(1), FREQUENCIES, 0);
    for column in 0..picture.times.len() {
        for (row, &level) in picture.column(column).iter().enumerate() {
            let y = FREQUENCIES - 1 - row.min(FREQUENCIES - 1);
            image.set(column, y, colour_map::index(level, loudest, DEPTH));
        }
    }
    image.to_png(&colour_map::map())
}

/// Returns the height of a frequency \[Hz\] in the spectrogram: 0 at the bottom, 1 at the top \[1\].
pub(super) fn height(frequency: f64, rate: f64) -> f64 {
    libm::log(frequency / 20.0) / libm::log(rate / 2.0 / 20.0)
}
