//! Renders one sound of the tour with its file and pictures.

use super::picture;
use super::portrait::{self, Portrait};
use crate::catalogue::presets_of;
use crate::failure::Failure;
use foley_catalogue::preset::Preset;
use foley_render::sound_file::{Container, Format, SoundFile};
use foley_render::{RenderedPreset, render_preset};
use foley_sound::{ModelInfo, Sound};

/// Duration of the fade-out of a shortened sound \[s\].
const FADE: f64 = 0.05;
/// Peak amplitude of the embedded sounds: −1 dBFS.
const PEAK: f64 = 0.891;

/// A rendered sound of the tour with its file and pictures.
pub(super) struct TourSound {
    pub(super) preset: Preset,
    /// Name of the WAV file, whose bytes equal the output of `foley render SLUG`.
    pub(super) file: String,
    pub(super) bytes: Vec<u8>,
    pub(super) seconds: f64,
    pub(super) rate: f64,
    /// Samples of the first audible output, normalised to a peak of 1.
    samples: Vec<f64>,
    /// Waveform as an SVG path.
    pub(super) waveform: String,
    /// Spectrogram as a PNG file.
    pub(super) spectrogram: Vec<u8>,
    pub(super) portrait: Option<Portrait>,
}

impl TourSound {
    /// Renders the first preset of a model, or the model with default values.
    pub(super) fn of(sound: &dyn Sound) -> Result<Self, Failure> {
        let about = sound.info();
        let preset = presets_of(about.name).first().map_or_else(
            || Preset { sentence: about.physics.to_owned(), ..Preset::of(sound.duplicate(), about.name) },
            |preset| (*preset).clone(),
        );
        let RenderedPreset { bytes, rows, rate, mut mono } = render_preset(&preset)?;
        let peak = mono.iter().fold(0.0_f64, |peak, sample| peak.max(sample.abs()));
        if peak > 0.0 {
            for sample in &mut mono {
                *sample /= peak;
            }
        }
        Ok(Self {
            file: format!("{}.{}", preset.slug(), Container::Wav.extension()),
            bytes,
            seconds: mono.len() as f64 / rate,
            waveform: picture::waveform(&mono),
            spectrogram: picture::spectrogram(&mono, rate)?,
            portrait: portrait::of(&rows, rate),
            samples: mono,
            rate,
            preset,
        })
    }

    pub(super) fn info(&self) -> &'static ModelInfo {
        self.preset.sound.info()
    }

    /// Encodes the first `seconds` of the sound as FLAC of 16 bits, for the page.
    pub(super) fn cut(&self, seconds: f64) -> Result<Vec<u8>, Failure> {
        let max_frames = (seconds * self.rate) as usize;
        let mut samples: Vec<f64> =
            self.samples.iter().take(max_frames).map(|sample| PEAK * sample).collect();
        if self.samples.len() > max_frames {
            let fade = ((FADE * self.rate) as usize).min(max_frames).max(1);
            for (index, sample) in samples.iter_mut().rev().take(fade).enumerate() {
                *sample *= index as f64 / fade as f64;
            }
        }
        let sound = SoundFile {
            format: Format::Pcm16,
            rate: self.rate as u32,
            channels: vec![samples],
            title: None,
            software: None,
            recipe: None,
        };
        let coded = Container::Flac.write(&sound);
        coded
            .map(|coded| coded.bytes)
            .map_err(|why| Failure::Internal(format!("`{}`: {why}", self.preset.name)))
    }
}
