//! One cell of a sheet: a preset, its spectrogram and how it compares with real sounds.

use super::super::realism;
use crate::failure::Failure;
use crate::picture::colour_map;
use foley_catalogue::preset::Preset;
use foley_dsp::analysis::{DESCRIPTOR_RATE, Rows, SILENCE, spectrogram};
use foley_lab::realism::{Comparison, RealSounds};
use foley_sound::{VoiceSpec, perform};

/// Duration that a spectrogram shows \[s\].
pub(super) const SECONDS: f64 = 3.0;
/// Silence before the sound \[s\], so that a blow at its beginning is not cut in half.
pub(super) const LEAD: f64 = 0.1;
/// Frequencies at the bottom and the top of a spectrogram \[Hz\].
pub(super) const RANGE: [f64; 2] = [50.0, 20e3];
/// Range of levels below the loudest point \[dB\].
pub(super) const DEPTH: f64 = 60.0;
/// Width of a spectrogram \[pixels\].
pub(super) const WIDTH: usize = 240;
/// Height of a spectrogram \[pixels\].
pub(super) const HEIGHT: usize = 160;
/// Length of an analysis frame \[s\]: 40 ms separate lines 50 Hz apart and blur a blow over three columns.
const FRAME: f64 = 0.04;
/// Lowest frequency of the rows of [`Rows::Logarithmic`] \[Hz\].
const ANALYSED_FROM: f64 = 20.0;

/// A preset with its spectrogram.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) preset: &'static Preset,
    /// Positions in the colour map, row by row from the top left.
    pub(super) pixels: Vec<u8>,
    /// Comparison with the kind of real sound that the preset names.
    pub(super) compared: Option<Comparison>,
}

impl Cell {
    /// Plays a preset with its own seed and score, without a place, and compares it if it names a kind.
    pub(super) fn of(preset: &'static Preset, real: &RealSounds) -> Result<Self, Failure> {
        let spec = VoiceSpec::new(DESCRIPTOR_RATE, preset.seed);
        let played = perform(&*preset.sound, &preset.score, &spec, Some(SECONDS), &mut |_| ())
            .map_err(|why| Failure::input(format!("`{}` cannot be played: {why}.", preset.name)))?;
        let compared = preset.like.map(|_| realism::compare(preset, real, realism::SEED)).transpose()?;
        Ok(Self { preset, pixels: pixels(&realism::mono(&played)), compared })
    }

    /// Returns the line below the name: the model, and how many descriptors lie inside those of real sounds.
    pub(super) fn note(&self) -> String {
        let model = self.preset.model();
        self.compared.as_ref().map_or_else(
            || model.to_owned(),
            |one| format!("{model}, like {}: {} of {}", one.kind, one.inside(), one.descriptors.len()),
        )
    }
}

/// Returns the column of a time \[s\] from the beginning of the sound.
pub(super) fn column(time: f64) -> usize {
    ((LEAD + time) / (LEAD + SECONDS) * WIDTH as f64).round().clamp(0.0, (WIDTH - 1) as f64) as usize
}

/// Returns the row of a frequency \[Hz\] in a spectrogram, counted from the top.
pub(super) fn row(frequency: f64) -> usize {
    let [low, high] = RANGE;
    let way = libm::log(high / frequency) / libm::log(high / low);
    (way * HEIGHT as f64).clamp(0.0, (HEIGHT - 1) as f64) as usize
}

/// Returns the positions in the colour map of a sound's levels, row by row from the top left. After the end
/// of the sound the picture is as dark as silence.
fn pixels(samples: &[f64]) -> Vec<u8> {
    // As many analysed rows per octave as the picture has, down to 20 Hz and up to half the rate.
    let octaves = |low: f64, high: f64| libm::log2(high / low);
    let [low, high] = RANGE;
    let per_octave = HEIGHT as f64 / octaves(low, high);
    let rows = (per_octave * octaves(ANALYSED_FROM, DESCRIPTOR_RATE / 2.0)).round() as usize + 1;
    let hop = (LEAD + SECONDS) / WIDTH as f64;
    let mut padded = vec![0.0; (LEAD * DESCRIPTOR_RATE).round() as usize];
    padded.extend_from_slice(samples);
    let picture = spectrogram(&padded, DESCRIPTOR_RATE, FRAME, hop, Rows::Logarithmic(rows));
    let analysed: Vec<usize> = (0..HEIGHT)
        .map(|y| {
            let frequency = high * libm::exp2(-(y as f64 + 0.5) / per_octave);
            picture.frequencies.partition_point(|&other| other < frequency).min(rows - 1)
        })
        .collect();
    let loudest = (0..picture.times.len())
        .flat_map(|column| analysed.iter().map(move |&row| (column, row)))
        .map(|(column, row)| picture.column(column)[row])
        .fold(SILENCE, f64::max);
    let mut pixels = vec![0; WIDTH * HEIGHT];
    if loudest <= SILENCE {
        return pixels;
    }
    for (column, &time) in picture.times.iter().enumerate() {
        let x = (time / hop).round() as usize;
        let levels = picture.column(column);
        for (y, &row) in analysed.iter().enumerate().filter(|_| x < WIDTH) {
            pixels[y * WIDTH + x] = colour_map::index(levels[row], loudest, DEPTH);
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::colour_map::LEVELS;
    use std::f64::consts::TAU;

    #[test]
    fn a_tone_is_a_line_at_its_frequency_until_it_ends() {
        let samples = (0.5 * SECONDS * DESCRIPTOR_RATE) as usize;
        let wave: Vec<f64> =
            (0..samples).map(|n| libm::sin(TAU * 1000.0 * n as f64 / DESCRIPTOR_RATE)).collect();
        let pixels = pixels(&wave);
        let at = |time: f64, frequency: f64| usize::from(pixels[row(frequency) * WIDTH + column(time)]);
        // The rows are narrower than the lobe of the tone, so that two rows share its peak: 3 dB are 3
        // levels.
        assert!(at(0.5, 1000.0) + 4 > LEVELS, "{}", at(0.5, 1000.0));
        for (time, frequency) in [(0.5, 4000.0), (0.5, 250.0), (-0.05, 1000.0), (2.0, 1000.0)] {
            assert_eq!(at(time, frequency), 0, "{time} s, {frequency} Hz");
        }
    }

    #[test]
    fn a_click_at_the_beginning_fills_its_column() {
        let mut wave = vec![0.0; 1000];
        wave[0] = 1.0;
        let pixels = pixels(&wave);
        for y in 0..HEIGHT {
            assert!(pixels[y * WIDTH + column(0.0)] > 0, "row {y}");
        }
    }

    #[test]
    fn silence_is_dark() {
        assert!(pixels(&[0.0; 1000]).iter().all(|pixel| *pixel == 0));
        assert!(pixels(&[]).iter().all(|pixel| *pixel == 0));
    }
}
