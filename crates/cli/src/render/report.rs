//! Formats the report of a render as text, as JSON and as warnings.

use crate::text::{aligned, counted, rounded};
use foley_catalogue::spaces::place::DISTANCE;
use foley_params::Unit;
use foley_render::{Difference, InputReference, RenderJob, RenderedFile, Subject, WrittenFiles, peak};
use foley_scene::file::RATE;
use foley_sound::Performance;
use serde_json::{Value, json};
use std::fmt::Write;

/// A finished render and its results, to be reported.
#[derive(Debug)]
pub(super) struct RenderReport<'a> {
    pub(super) job: &'a RenderJob,
    pub(super) performance: &'a Performance,
    pub(super) written: &'a WrittenFiles,
    /// Difference from the sound file whose recipe was rendered; `None` if there is no single file to compare.
    pub(super) difference: Option<Difference>,
    /// Whether a place was asked for and stems were written, which are dry.
    pub(super) dry_stems: bool,
    /// Version of Foley that wrote the rendered recipe; `None` if the source has no recipe.
    pub(super) source_version: Option<&'a str>,
    /// Reference of the rendered recipe to its input file; `None` if the recipe names no input.
    pub(super) source_input: Option<&'a InputReference>,
}

impl RenderReport<'_> {
    /// Returns the warnings for the error stream.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for file in &self.written.files {
            if let Some(lowered) = file.lowered {
                warnings.push(format!(
                    "note: `{}` is {lowered:.1} dB below the stored loudness, so that its peak is -1 dBFS.",
                    file.path.display(),
                ));
            }
            if file.clipped > 0 {
                warnings.push(format!(
                "warning: {} of {} samples of `{}` clip; the peak before clipping is {}. Choose a lower `--gain`, \
                 `--normalise` or `--format float`.",
                file.clipped,
                file.sound.frames() * file.sound.channels.len(),
                file.path.display(),
                level(file),
            ));
            }
        }
        if self.dry_stems {
            warnings.push(
                "note: stems are dry; `--place` and `--distance` apply to the mix, without `--stems`."
                    .to_owned(),
            );
        }
        let version = &self.job.recipe.version;
        if let Some(other) = self.source_version.filter(|other| other != version) {
            warnings.push(format!(
                "warning: version {other} wrote this file; version {version} may give other samples."
            ));
        }
        if let (Some(input), Some(expected)) = (&self.job.input, self.source_input)
            && input.reference().hash != expected.hash
        {
            warnings.push(format!(
                "warning: `{}` is not the input `{}` of the recipe, so the sound differs.",
                input.file.path.display(),
                expected.name,
            ));
        }
        if self.performance.recoveries > 0 {
            warnings.push(format!(
                "warning: the motion of a body was not finite and was reset {}; please report this file.",
                counted(self.performance.recoveries as usize, "time")
            ));
        }
        if self.written.files.iter().all(|file| file.peak.is_none()) {
            let hint = match &self.job.subject {
                Subject::Sound(preset) if preset.sound.output_kind().unit != Unit::MetrePerSecond => {
                    "Check that the sound is switched on, that it begins before the end of the file, that its level is not 0, and that its pitch is below half the sample rate."
                }
                _ => {
                    "Check that bodies touch, and that a mode is below 20 kHz and below half the sample rate."
                }
            };
            warnings.push(format!("warning: every sample is 0. {hint}"));
        }
        warnings
    }

    /// Returns the report as text.
    pub(super) fn text(&self) -> String {
        let Self { job, performance, written, difference, .. } = self;
        let recipe = &job.recipe;
        let mut page = String::new();
        if !job.title.is_empty() {
            let _ = writeln!(page, "{}\n", job.title);
        }
        let mut rows = Vec::new();
        for (row, samples) in job.rows.iter().zip(&performance.rows) {
            let in_file = row.channel.is_some() || job.single_output();
            rows.push(vec![
                if in_file { "output " } else { "measure" }.to_owned(),
                row.name.clone(),
                format!("up to {}", rounded(row.unit, peak(samples), 4)),
            ]);
        }
        for file in &written.files {
            rows.push(vec![
                "file   ".to_owned(),
                file.path.display().to_string(),
                format!(
                    "{}, {}, peak {}",
                    counted(file.sound.channels.len(), "channel"),
                    if recipe.format.name() == "float" {
                        "32-bit float".to_owned()
                    } else {
                        format!("{}-bit", recipe.format.name())
                    },
                    level(file)
                ),
            ]);
        }
        page.push_str(&aligned(&rows));
        let [bodies, contacts, gestures] = job.counts;
        let _ = match &job.subject {
            Subject::Scene { .. } => {
                write!(page, "scene    bodies {bodies}, contacts {contacts}, gestures {gestures}")
            }
            Subject::Sound(preset) if bodies == 0 => write!(page, "sound    {}", preset.model()),
            Subject::Sound(preset) => {
                write!(page, "sound    {}: bodies {bodies}, contacts {contacts}", preset.model())
            }
            Subject::Morph(blend) => write!(
                page,
                "morph    {} sounds of {}, {}",
                blend.ends.len(),
                model(job).unwrap_or_default(),
                blend.aspects,
            ),
        };
        let _ = writeln!(
            page,
            "; {} at {}, seed {}",
            rounded(Unit::Second, seconds(self), 6),
            RATE.format(recipe.rate),
            recipe.seed,
        );
        page.push_str(&inputs(job));
        if recipe.has_place() {
            let _ =
                writeln!(page, "place    {}, {} away", recipe.place.name(), DISTANCE.format(recipe.distance));
        }
        let _ = writeln!(
            page,
            "level    1 {} = {} of full scale ({} {})",
            written_unit(job),
            rounded(Unit::One, written.factor, 4),
            recipe.level.name(),
            Unit::Decibel.format(recipe.level.decibels()),
        );
        // The energy balance is printed only if the sound has solid bodies.
        if bodies > 0 {
            page.push_str(&crate::text::ledger(&performance.ledger));
        }
        if performance.asleep {
            page.push_str("rest     the sound had ended at the end of the file\n");
        }
        let _ = match difference {
            Some(Difference::None) => {
                writeln!(page, "again    same bytes as the source file")
            }
            Some(Difference::Samples(0.0)) => {
                writeln!(page, "again    same samples as the source file")
            }
            Some(Difference::Samples(largest)) => {
                writeln!(page, "again    differs from the source file by at most {largest:.1e} of full scale")
            }
            Some(Difference::Shape) => {
                writeln!(page, "again    duration or channels differ from the source file")
            }
            None => Ok(()),
        };
        page
    }

    /// Returns the report as JSON: SI units, every digit, `null` for missing values.
    pub(super) fn json(&self) -> Value {
        let Self { job, performance, written, difference, .. } = self;
        let recipe = &job.recipe;
        let name = |index: Option<usize>| Some(&job.rows.get(index?)?.name);
        let files: Vec<_> = written
            .files
            .iter()
            .map(|file| {
                json!({
                    "path": file.path,
                    "stem": name(file.stem),
                    "channels": file.sound.channels.len(),
                    "peak_dbfs": file.peak,
                    "clipped": file.clipped,
                    "factor": file.factor,
                    "lowered_db": file.lowered,
                })
            })
            .collect();
        let outputs: Vec<_> = job
            .rows
            .iter()
            .zip(&performance.rows)
            .map(|(row, samples)| {
                json!({
                    "name": row.name,
                    "quantity": row.quantity,
                    "unit": row.unit.symbol(),
                    "peak": peak(samples),
                    "channel": row.channel,
                })
            })
            .collect();
        let [bodies, contacts, gestures] = job.counts;
        let mut level = json!({ "factor": written.factor });
        level[recipe.level.name()] = json!(recipe.level.decibels());
        json!({
            "title": job.title,
            "model": model(job),
            "version": recipe.version,
            "input": job.input.as_ref().map(|input| json!({
                "path": input.file.path,
                "hash": input.file.hash,
                "rate": input.file.sound.rate,
                "seconds": input.seconds(recipe.rate),
            })),
            "voice": job.voice.as_ref().map(|voice| json!({
                "path": voice.path,
                "hash": voice.hash,
                "seconds": voice.seconds(),
            })),
            "seconds": seconds(self),
            "rate": recipe.rate,
            "seed": recipe.seed,
            "place": recipe.place.name(),
            "distance": recipe.distance,
            "frames": frames(written),
            "format": recipe.format.name(),
            "level": level,
            "files": files,
            "outputs": outputs,
            "bodies": bodies,
            "contacts": contacts,
            "gestures": gestures,
            "asleep": performance.asleep,
            "ledger": crate::output::ledger(&performance.ledger),
            "again": difference.map(|difference| match difference {
                Difference::None => json!({ "same": true, "difference": 0.0 }),
                Difference::Samples(largest) => json!({ "same": false, "difference": largest }),
                Difference::Shape => json!({ "same": false, "difference": null }),
            }),
        })
    }
}

/// Returns the unit of the samples in the first written file.
fn written_unit(job: &RenderJob) -> &'static str {
    let audible = job.rows.iter().find(|row| row.channel.is_some());
    match audible.or(job.rows.first()).map(|row| row.unit) {
        Some(unit) if !unit.is_one() => unit.symbol(),
        _ => "SI unit",
    }
}

fn level(file: &RenderedFile) -> String {
    file.peak.map_or_else(|| "silent".to_owned(), |level| format!("{level:+.1} dBFS"))
}

/// Returns the duration of the rendered sound \[s\].
fn seconds(report: &RenderReport<'_>) -> f64 {
    let recipe = &report.job.recipe;
    let played = frames(report.written) as f64 / recipe.rate;
    recipe.seconds.seconds().unwrap_or(played)
}

/// Returns the number of frames of a written file.
fn frames(written: &WrittenFiles) -> usize {
    written.files.first().map_or(0, |file| file.sound.frames())
}

/// Returns the name of the model; `None` for a scene.
fn model(job: &RenderJob) -> Option<&'static str> {
    match &job.subject {
        Subject::Scene { .. } => None,
        Subject::Sound(preset) => Some(preset.model()),
        Subject::Morph(blend) => Some(blend.ends.first()?.model()),
    }
}

/// Returns one line for the input file and one for the voice file.
fn inputs(job: &RenderJob) -> String {
    let mut page = String::new();
    if let Some(input) = &job.input {
        let _ = writeln!(
            page,
            "input    {}, {} at {}{}",
            input.file.path.display(),
            rounded(Unit::Second, input.seconds(job.recipe.rate), 6),
            RATE.format(input.rate()),
            if input.rate() == job.recipe.rate { "" } else { ", resampled" },
        );
    }
    if let Some(voice) = &job.voice {
        let _ = writeln!(
            page,
            "voice    {}, {}",
            voice.path.display(),
            rounded(Unit::Second, voice.seconds(), 6)
        );
    }
    page
}
