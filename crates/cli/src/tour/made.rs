//! One sound of the tour: what was rendered, and what is seen of it.

use super::picture;
use super::portrait::{self, Portrait};
use crate::catalogue::presets_of;
use crate::failure::Failure;
use foley_catalogue::preset::Preset;
use foley_render::sound_file::{Container, Format, SoundFile};
use foley_render::{RenderedPreset, render_preset};
use foley_sound::{ModelInfo, Sound};

/// How long a sound that is cut takes to fade \[s\].
const FADE: f64 = 0.05;
/// Peak of what is heard on the page: −1 dB re full scale.
const PEAK: f64 = 0.891;

/// One sound of the tour.
pub(super) struct Made {
    pub(super) preset: Preset,
    /// Its WAV file: the same bytes as `foley render SLUG` makes.
    pub(super) file: String,
    pub(super) bytes: Vec<u8>,
    pub(super) seconds: f64,
    pub(super) rate: f64,
    /// What is heard, up to 1.
    heard: Vec<f64>,
    /// A path of the waveform, and the spectrogram as PNG.
    pub(super) waveform: String,
    pub(super) spectrogram: Vec<u8>,
    pub(super) portrait: Option<Portrait>,
}

impl Made {
    /// The first preset of a model; the model as it is where it has none.
    pub(super) fn of(sound: &dyn Sound) -> Result<Self, Failure> {
        let about = sound.info();
        let preset = presets_of(about.name).first().map_or_else(
            || Preset { sentence: about.physics.to_owned(), ..Preset::of(sound.duplicate(), about.name) },
            |preset| (*preset).clone(),
        );
        let RenderedPreset { bytes, rows, rate, mut mono } = render_preset(&preset)?;
        let peak = mono.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
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
            heard: mono,
            rate,
            preset,
        })
    }

    pub(super) fn info(&self) -> &'static ModelInfo {
        self.preset.sound.info()
    }

    /// So many seconds of it as a small file for the page: FLAC of 16 bits.
    pub(super) fn cut(&self, seconds: f64) -> Result<Vec<u8>, Failure> {
        let most = (seconds * self.rate) as usize;
        let mut samples: Vec<f64> = self.heard.iter().take(most).map(|it| PEAK * it).collect();
        if self.heard.len() > most {
            let fade = ((FADE * self.rate) as usize).min(most).max(1);
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
