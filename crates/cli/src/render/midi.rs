//! A song plays a sound: one thing for every key, through the live engine, as fast as it goes.

use super::level::{dbfs, peak};
use super::play::bar;
use super::record::Length;
use super::request::Request;
use super::source::{self, Found};
use crate::draft::Draft;
use crate::failure::Failure;
use crate::output;
use crate::sound_file::{Encoded, Format, MOST_SAMPLES, Sound};
use core::ops::ControlFlow;
use foley_catalogue::preset::Preset;
use foley_engine::{Capacity, engine};
use foley_live::mapping::{Mappings, standard};
use foley_live::midi::file::{self, Song};
use foley_live::offline::{EndCondition, PlaybackSummary, play};
use foley_live::{AddressSpace, Dispatcher, Rack};
use foley_params::Unit;
use foley_scene::file::RATE;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;

/// Things that may sound at once.
const THINGS: usize = 48;
/// How long after its last message the song may ring on \[s\].
const RINGING: f64 = 60.0;

/// What came of it.
struct Made {
    path: String,
    channels: Vec<Vec<f64>>,
    played: PlaybackSummary,
    rate: f64,
    tuned: Option<String>,
    clipped: usize,
}

/// Plays a song and writes what is heard; what is to be printed.
pub(super) fn run(request: &Request, path: &Path) -> Result<String, Failure> {
    let preset = preset(request)?;
    let told =
        |why: &dyn core::fmt::Display| Failure::input(format!("cannot read `{}`: {why}.", path.display()));
    let bytes = std::fs::read(path).map_err(|why| told(&why))?;
    let song = file::read(&bytes).map_err(|why| told(&why))?;
    let source = source::load(&request.source)?;
    let (out, kind) = request.out(&source)?;
    let format = request.format.unwrap_or(Format::Pcm24);
    let count = request.channels.unwrap_or(2);
    let checked = kind.check(format, count);
    checked.map_err(|why| Failure::unwritable(&out, format!("{why}.")))?;
    let draft = Draft::create(&out)?;
    let mut made = heard(request, &preset, &song, count)?;
    made.path = out.display().to_string();
    let loudest = |made: &Made| made.channels.iter().map(|it| peak(it)).fold(0.0, f64::max);
    let factor = request.level.map_or(1.0, |it| it.factor(loudest(&made)));
    for sample in made.channels.iter_mut().flatten() {
        *sample *= factor;
    }
    let level = dbfs(loudest(&made));
    let mut sound = Sound {
        format,
        rate: made.rate as u32,
        channels: std::mem::take(&mut made.channels),
        title: Some(format!("{} played by {}", preset.name, file_name(path))),
        software: Some(concat!("Foley ", env!("CARGO_PKG_VERSION")).to_owned()),
        record: None,
    };
    let Encoded { bytes, clipped } =
        kind.write(&sound).map_err(|why| Failure::unwritable(&out, format!("{why}.")))?;
    draft.finish_with_bytes(&bytes)?;
    made.clipped = clipped;
    made.channels = std::mem::take(&mut sound.channels);
    warn(&made, &song);
    if request.json {
        return output::json(&document(&made, &preset, &song, level));
    }
    Ok(text(&made, &preset, &song, level, path))
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The sound that is played, with all that was set of it.
fn preset(request: &Request) -> Result<Preset, Failure> {
    let source = source::load(&request.source)?;
    let mut preset = match source.found {
        Found::Preset(preset) | Found::Effect(preset, _) => *preset,
        Found::Scene(_) | Found::Morph(_) => {
            return Err(Failure::input(format!(
                "`{}` is a scene or a morph, and a song plays a preset or a model.",
                request.source
            )));
        }
    };
    let other = request.doings.needs_a_sound();
    if let Some(flag) = other.or(request.stems.then_some("--stems")) {
        return Err(Failure::input(format!(
            "`{flag}` and `--midi` cannot stand together: the song says what is done, and all of it is one file."
        )));
    }
    if preset.sound.gestures().is_empty() || preset.sound.takes_input() {
        return Err(Failure::input(format!("`{}` has no gesture that a key could make.", preset.name)));
    }
    request.doings.apply(&mut preset)?;
    preset.seed = request.seed.unwrap_or(preset.seed);
    Ok(preset)
}

fn heard(request: &Request, preset: &Preset, song: &Song, channels: usize) -> Result<Made, Failure> {
    let rate = request.rate.unwrap_or(RATE.default);
    let room = MOST_SAMPLES / channels;
    let frames = |seconds: f64| (seconds * rate).ceil() as u64;
    let whole = frames(song.seconds);
    let (until, least) = match request.seconds.unwrap_or(Length::Auto) {
        Length::Seconds(seconds) => (EndCondition::Frames(frames(seconds)), whole.min(frames(seconds))),
        Length::Auto => {
            let most = frames(RINGING);
            (EndCondition::Silence { most }, whole)
        }
    };
    if least > room as u64 {
        return Err(Failure::input(format!(
            "{} at {} would be more than the {MOST_SAMPLES} samples that can be held at once; choose fewer `--seconds`, `--channels` or a lower `--rate`.",
            Unit::Second.format(song.seconds),
            RATE.format(rate),
        )));
    }
    let capacity = Capacity { instances: THINGS + 1, channels, ..Capacity::default() };
    let (controls, mut renderer) = engine(rate, capacity);
    let mut rack = Rack::new("sound", &*preset.sound, &preset.score, preset.seed, THINGS);
    let mappings = Mappings::new(standard::knobs("sound", &*preset.sound, None), rate);
    let mut dispatcher = Dispatcher::new(AddressSpace::new(controls), mappings);
    rack.prepare(&mut dispatcher.address_space, 0)
        .map_err(|why| Failure::input(format!("`{}` cannot be played: {why}", preset.name)))?;
    let tuned = rack.tuned_by().map(|it| it.address.path());
    dispatcher.racks.push(rack);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); channels];
    let shown = bar(frames(song.seconds) as usize, true);
    let mut sink = |samples: &[f32]| {
        for frame in samples.chunks(channels) {
            for (row, &sample) in rows.iter_mut().zip(frame) {
                row.push(f64::from(sample));
            }
        }
        let so_far = rows.first().map_or(0, Vec::len);
        if so_far.is_multiple_of(4096) {
            shown.set_position(so_far as u64);
        }
        if so_far < room { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let played = play(&mut dispatcher, &mut renderer, song.messages(rate), until, &mut sink);
    shown.finish_and_clear();
    let played = played.map_err(|why| Failure::Internal(why.to_string()))?;
    Ok(Made { path: String::new(), channels: rows, played, rate, tuned, clipped: 0 })
}

fn warn(made: &Made, song: &Song) {
    if song.notes() == 0 {
        output::aside("warning: the song has no note");
    }
    let PlaybackSummary { mistakes, wrong, reports, .. } = &made.played;
    if let Some(Err(why)) = wrong.first().map(|it| &it.result) {
        output::aside(&format!(
            "warning: {mistakes} messages of the song could not be played; the first: {why}"
        ));
    }
    if let Some(report) = reports.first() {
        output::aside(&format!("warning: the engine says {report:?}"));
    }
    if made.clipped > 0 {
        output::aside(&format!(
            "warning: {} samples were beyond full scale; `--normalise` avoids that",
            made.clipped
        ));
    }
}

fn text(made: &Made, preset: &Preset, song: &Song, level: Option<f64>, path: &Path) -> String {
    let mut page = String::new();
    let seconds = |value: f64| crate::text::rounded(Unit::Second, value, 6);
    let lines = [
        ("wrote", made.path.clone()),
        ("sound", format!("{}, {}", preset.name, preset.model())),
        ("song", format!("{}, {} notes in {}", path.display(), song.notes(), seconds(song.seconds))),
        (
            "tuned",
            made.tuned.as_ref().map_or_else(
                || "nothing of it can be: every key strikes the same thing".to_owned(),
                |path| format!("by {path}, one thing for every key; C3 is as it is"),
            ),
        ),
        (
            "length",
            format!(
                "{}, {} channels at {}",
                seconds(made.played.frames as f64 / made.rate),
                made.channels.len(),
                RATE.format(made.rate)
            ),
        ),
        ("peak", level.map_or_else(|| "silence".to_owned(), |it| crate::text::rounded(Unit::Decibel, it, 4))),
    ];
    for (name, line) in lines {
        let _ = writeln!(page, "{name:<8} {line}");
    }
    if made.played.asleep {
        page.push_str("rest     everything had come to rest at the end\n");
    }
    page
}

fn document(made: &Made, preset: &Preset, song: &Song, level: Option<f64>) -> serde_json::Value {
    json!({
        "path": made.path,
        "title": preset.name,
        "model": preset.model(),
        "notes": song.notes(),
        "song_seconds": song.seconds,
        "tuned_by": made.tuned,
        "seconds": made.played.frames as f64 / made.rate,
        "frames": made.played.frames,
        "rate": made.rate,
        "channels": made.channels.len(),
        "seed": preset.seed,
        "peak_dbfs": level,
        "clipped": made.clipped,
        "mistakes": made.played.mistakes,
        "asleep": made.played.asleep,
    })
}
