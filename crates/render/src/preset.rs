//! Renders a preset into memory.

use crate::sound_file::Container;
use crate::{RenderError, RenderJob, RenderRequest, Source, encode};
use foley_catalogue::preset::Preset;
use foley_params::Unit;

/// The samples of one output, with their unit.
#[derive(Clone, Debug)]
pub struct OutputSamples {
    /// Name of the output, as in the names of stems.
    pub name: String,
    /// Name of the physical quantity of the output.
    pub quantity: &'static str,
    /// Unit of the output's samples.
    pub unit: Unit,
    /// Whether the output is part of the sound. Other outputs are measurements, such as the contact force.
    pub audible: bool,
    /// Samples of the output in its SI unit \[SI\].
    pub samples: Vec<f64>,
}

/// A preset rendered into memory, with its WAV file.
#[derive(Clone, Debug)]
pub struct RenderedPreset {
    /// Bytes of the WAV file that `foley render NAME` writes.
    pub bytes: Vec<u8>,
    /// Samples of every output, in the order of the model.
    pub rows: Vec<OutputSamples>,
    /// Samples of the first audible output \[SI\].
    pub mono: Vec<f64>,
    /// Sample rate of all outputs \[Hz\].
    pub rate: f64,
}

/// Renders a preset with default options into memory.
///
/// # Errors
/// If the preset cannot be played or a sample is not finite.
pub fn render_preset(preset: &Preset) -> Result<RenderedPreset, RenderError> {
    let source = Source::preset(&preset.name, preset.clone());
    let job = RenderJob::new(&RenderRequest::default(), &source)?;
    let performance = job.play(&mut |_| ())?;
    let file = encode(Container::Wav, preset.slug().into(), None, &job, &performance)?;
    let rows = job.rows.iter().zip(performance.rows);
    let rows: Vec<_> = rows
        .map(|(row, samples)| OutputSamples {
            name: row.name.clone(),
            quantity: row.quantity,
            unit: row.unit,
            audible: row.channel.is_some(),
            samples,
        })
        .collect();
    Ok(RenderedPreset {
        bytes: file.bytes,
        mono: rows.iter().find(|row| row.audible).map_or_else(Vec::new, |row| row.samples.clone()),
        rows,
        rate: job.recipe.rate,
    })
}
