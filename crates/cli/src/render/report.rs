//! What was made, told to people and to programs.

use super::given::Remembered;
use super::job::{Job, Matter};
use super::level::peak;
use super::play::Played;
use super::write::{Compared, File, Written};
use crate::text::{aligned, rounded};
use foley_params::Unit;
use foley_scene::file::RATE;
use serde_json::{Value, json};
use std::fmt::Write;

/// All that there is to tell.
#[derive(Debug)]
pub(super) struct Told<'a> {
    pub(super) job: &'a Job,
    pub(super) played: &'a Played,
    pub(super) written: &'a Written,
    pub(super) compared: Option<Compared>,
    /// The version that made the file it was made from.
    pub(super) made_by: Option<&'a str>,
    /// What that file listened to.
    pub(super) remembered: Option<&'a Remembered>,
}

/// What the reader should not overlook.
pub(super) fn warnings(told: &Told<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    for file in &told.written.files {
        if file.clipped > 0 {
            warnings.push(format!(
                "warning: {} of {} samples of `{}` clip: the peak would be {}. Choose a lower `--gain`, `--normalise` or \
                 `--format float`.",
                file.clipped,
                file.sound.frames() * file.sound.channels.len(),
                file.path.display(),
                level(file),
            ));
        }
    }
    let version = &told.job.record.version;
    if let Some(other) = told.made_by.filter(|other| other != version) {
        warnings.push(format!(
            "warning: version {other} made this file, and {version} may make other bits of it."
        ));
    }
    if let (Some(given), Some(remembered)) = (&told.job.given, told.remembered)
        && given.remembered().hash != remembered.hash
    {
        warnings.push(format!(
            "warning: `{}` is not the file that `{}` was made of.",
            given.input.path.display(),
            remembered.name,
        ));
    }
    if told.played.recoveries > 0 {
        warnings.push(format!(
            "warning: something lost its numbers {} times and was put to rest; please report this file.",
            told.played.recoveries
        ));
    }
    if told.written.files.iter().all(|file| file.peak.is_none()) {
        let why = match &told.job.matter {
            Matter::Sound(preset) if preset.sound.output_kind().unit != Unit::MetrePerSecond => {
                "Is it switched on, is anything as loud as it may be, and is its pitch below half the sample rate?"
            }
            _ => "Does anything touch, and is there a mode below 20 kHz and half the sample rate?",
        };
        warnings.push(format!("warning: nothing is heard: every sample is 0. {why}"));
    }
    warnings
}

fn level(file: &File) -> String {
    file.peak.map_or_else(|| "silent".to_owned(), |level| format!("{level:+.1} dBFS"))
}

/// How long it became \[s\].
fn seconds(told: &Told<'_>) -> f64 {
    let record = &told.job.record;
    let played = told.played.frames() as f64 / record.rate;
    record.seconds.seconds().unwrap_or(played)
}

/// The model of a sound.
fn model(job: &Job) -> Option<&'static str> {
    match &job.matter {
        Matter::Scene { .. } => None,
        Matter::Sound(preset) => Some(preset.model()),
        Matter::Morph(blend) => Some(blend.ends.first()?.model()),
    }
}

/// What it listened to, and what drove it, a line each.
fn listened(job: &Job) -> String {
    let mut page = String::new();
    if let Some(given) = &job.given {
        let _ = writeln!(page, "input    {}", given.told(job.record.rate));
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

/// For people.
pub(super) fn text(told: &Told<'_>) -> String {
    let Told { job, played, written, compared, .. } = told;
    let record = &job.record;
    let mut page = String::new();
    if !job.title.is_empty() {
        let _ = writeln!(page, "{}\n", job.title);
    }
    let mut rows = Vec::new();
    for (row, samples) in job.rows.iter().zip(&played.outputs) {
        let written = row.channel.is_some() || job.alone();
        rows.push(vec![
            if written { "heard  " } else { "beside " }.to_owned(),
            row.name.clone(),
            format!("up to {}", rounded(row.unit, peak(samples), 4)),
        ]);
    }
    for file in &written.files {
        rows.push(vec![
            "file   ".to_owned(),
            file.path.display().to_string(),
            format!(
                "{} channels, {}, peak {}",
                file.sound.channels.len(),
                if record.format.name() == "float" {
                    "32-bit float".to_owned()
                } else {
                    format!("{}-bit", record.format.name())
                },
                level(file)
            ),
        ]);
    }
    page.push_str(&aligned(&rows));
    let [bodies, contacts, gestures] = job.counts;
    let _ = match &job.matter {
        Matter::Scene { .. } => {
            write!(page, "scene    bodies {bodies}, contacts {contacts}, gestures {gestures}")
        }
        Matter::Sound(preset) if bodies == 0 => write!(page, "sound    {}", preset.model()),
        Matter::Sound(preset) => {
            write!(page, "sound    {}: bodies {bodies}, contacts {contacts}", preset.model())
        }
        Matter::Morph(blend) => write!(
            page,
            "morph    {} sounds of {}, {}",
            blend.ends.len(),
            model(job).unwrap_or_default(),
            blend.what,
        ),
    };
    let _ = writeln!(
        page,
        "; {} at {}, seed {}",
        rounded(Unit::Second, seconds(told), 6),
        RATE.format(record.rate),
        record.seed,
    );
    page.push_str(&listened(job));
    let _ = writeln!(
        page,
        "level    1 unit of SI is {} of full scale ({} {})",
        rounded(Unit::One, written.factor, 4),
        record.level.name(),
        Unit::Decibel.format(record.level.decibels()),
    );
    // Where nothing solid moves there is no energy to account for.
    if bodies > 0 {
        page.push_str(&crate::text::ledger(&played.ledger));
    }
    if played.asleep {
        page.push_str("rest     everything had come to rest at the end\n");
    }
    let _ = match compared {
        Some(Compared::Same) => {
            writeln!(page, "again    the same bytes as the file it was made from")
        }
        Some(Compared::Within(0.0)) => {
            writeln!(page, "again    the same samples as the file it was made from")
        }
        Some(Compared::Within(most)) => {
            writeln!(page, "again    within {most:.1e} of full scale of the file it was made from")
        }
        Some(Compared::Otherwise) => {
            writeln!(page, "again    of another length or other channels than the file it was made from")
        }
        None => Ok(()),
    };
    page
}

/// For programs: SI, every digit, `null` where there is nothing to say.
pub(super) fn json(told: &Told<'_>) -> Value {
    let Told { job, played, written, compared, .. } = told;
    let record = &job.record;
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
            })
        })
        .collect();
    let outputs: Vec<_> = job
        .rows
        .iter()
        .zip(&played.outputs)
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
    level[record.level.name()] = json!(record.level.decibels());
    json!({
        "title": job.title,
        "model": model(job),
        "version": record.version,
        "input": job.given.as_ref().map(|given| json!({
            "path": given.input.path,
            "hash": given.input.hash,
            "rate": given.input.sound.rate,
            "seconds": given.seconds(record.rate),
        })),
        "voice": job.voice.as_ref().map(|voice| json!({
            "path": voice.path,
            "hash": voice.hash,
            "seconds": voice.seconds(),
        })),
        "seconds": seconds(told),
        "rate": record.rate,
        "seed": record.seed,
        "frames": played.frames(),
        "format": record.format.name(),
        "level": level,
        "files": files,
        "outputs": outputs,
        "bodies": bodies,
        "contacts": contacts,
        "gestures": gestures,
        "asleep": played.asleep,
        "ledger": crate::output::ledger(&played.ledger),
        "again": compared.map(|compared| match compared {
            Compared::Same => json!({ "same": true, "difference": 0.0 }),
            Compared::Within(most) => json!({ "same": false, "difference": most }),
            Compared::Otherwise => json!({ "same": false, "difference": null }),
        }),
    })
}
