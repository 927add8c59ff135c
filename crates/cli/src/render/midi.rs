//! `foley render --midi`: a MIDI file plays a sound through the live engine, faster than real time.

use super::request::RenderArgs;
use super::source;
use crate::failure::Failure;
use crate::output;
use crate::progress::frame_bar;
use crate::text::{counted, rounded};
use core::ops::ControlFlow;
use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::place::DISTANCE;
use foley_engine::{Capacity, Report, engine};
use foley_live::mapping::{Mappings, standard};
use foley_live::midi::file::{self, Song};
use foley_live::offline::{EndCondition, PlaybackSummary, play};
use foley_live::{AddressSpace, Dispatcher, Rack};
use foley_params::Unit;
use foley_render::sound_file::{EncodedFile, Format, MAX_SAMPLES, SoundFile};
use foley_render::{AtomicFile, Length, RenderRequest, Source, SourceKind, dbfs, peak};
use foley_scene::file::RATE;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;

/// Maximum number of instances of the sound that play at once.
const MAX_INSTANCES: usize = 48;
/// Maximum duration of the decay after the last message \[s\].
const MAX_DECAY: f64 = 60.0;

/// The rendered samples of a MIDI file.
struct RenderedSong {
    path: String,
    channels: Vec<Vec<f64>>,
    played: PlaybackSummary,
    rate: f64,
    tuned: Option<String>,
    clipped: usize,
}

/// Renders a MIDI file to a sound file and returns the text to print.
pub(super) fn run(args: &RenderArgs, path: &Path) -> Result<String, Failure> {
    let request = &args.request;
    let source = source::load(&args.source)?;
    let (out, kind) = args.out(&source, None)?;
    let preset = preset(args, source)?;
    let unreadable =
        |why: &dyn core::fmt::Display| Failure::input(format!("cannot read `{}`: {why}.", path.display()));
    let bytes = std::fs::read(path).map_err(|why| unreadable(&why))?;
    let song = file::read(&bytes).map_err(|why| unreadable(&why))?;
    let format = request.format.unwrap_or(Format::Pcm24);
    let count = request.channels.unwrap_or(2);
    let checked = kind.check(format, count);
    checked.map_err(|why| Failure::unwritable(&out, format!("{why}.")))?;
    let file = AtomicFile::create(&out)?;
    let mut rendered = render_song(request, &preset, &song, count)?;
    rendered.path = out.display().to_string();
    let loudest =
        |rendered: &RenderedSong| rendered.channels.iter().map(|channel| peak(channel)).fold(0.0, f64::max);
    // The engine has applied the stored loudness of the preset.
    let factor = request.level.map_or(1.0, |level| level.factor(loudest(&rendered), 0.0));
    for sample in rendered.channels.iter_mut().flatten() {
        *sample *= factor;
    }
    let level = dbfs(loudest(&rendered));
    let mut sound = SoundFile {
        format,
        rate: rendered.rate as u32,
        channels: std::mem::take(&mut rendered.channels),
        title: Some(format!("{} played by {}", preset.name, file_name(path))),
        software: Some(concat!("Foley ", env!("CARGO_PKG_VERSION")).to_owned()),
        recipe: None,
    };
    let EncodedFile { bytes, clipped } =
        kind.write(&sound).map_err(|why| Failure::unwritable(&out, format!("{why}.")))?;
    file.finish_with(&bytes)?;
    rendered.clipped = clipped;
    rendered.channels = std::mem::take(&mut sound.channels);
    warn(&rendered, &song);
    if args.json {
        return output::json(&document(&rendered, &preset, &song, level));
    }
    Ok(text(&rendered, &preset, &song, level, path))
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the preset of a source with all changes of the command line.
fn preset(args: &RenderArgs, source: Source) -> Result<Preset, Failure> {
    let request = &args.request;
    let mut preset = match source.kind {
        SourceKind::Preset(preset) | SourceKind::Effect(preset, _) => *preset,
        SourceKind::Scene(_) | SourceKind::Morph(_) => {
            return Err(Failure::input(format!(
                "`{}` is a scene or a morph; `--midi` plays a preset or a model.",
                args.source
            )));
        }
    };
    let other = request.overrides.catalogue_only();
    if let Some(flag) = other.or(request.stems.then_some("--stems")) {
        return Err(Failure::input(format!(
            "`{flag}` and `--midi` exclude each other: the MIDI file makes the gestures, and the output is one file."
        )));
    }
    if preset.sound.gestures().is_empty() || preset.sound.takes_input() {
        return Err(Failure::input(format!(
            "`{}` has no gesture that a MIDI key could play; name a preset or a model with gestures.",
            preset.name
        )));
    }
    request.overrides.apply(&mut preset)?;
    preset.seed = request.seed.unwrap_or(preset.seed);
    Ok(preset)
}

fn render_song(
    request: &RenderRequest,
    preset: &Preset,
    song: &Song,
    channels: usize,
) -> Result<RenderedSong, Failure> {
    let rate = request.rate.unwrap_or(RATE.default);
    let max_frames = MAX_SAMPLES / channels;
    let frames = |seconds: f64| (seconds * rate).ceil() as u64;
    let song_frames = frames(song.seconds);
    let (until, least) = match request.seconds.unwrap_or(Length::Auto) {
        Length::Seconds(seconds) => (EndCondition::Frames(frames(seconds)), song_frames.min(frames(seconds))),
        Length::Auto => {
            let most = frames(MAX_DECAY);
            (EndCondition::Silence { most }, song_frames)
        }
    };
    if least > max_frames as u64 {
        return Err(Failure::input(format!(
            "the MIDI file lasts {}, which at {} exceeds the limit of {MAX_SAMPLES} samples; choose a shorter `--seconds`, fewer `--channels` or a lower `--rate`.",
            Unit::Second.format(song.seconds),
            RATE.format(rate),
        )));
    }
    let capacity = Capacity { instances: MAX_INSTANCES + 1, channels, ..Capacity::default() };
    let (mut controls, mut renderer) = engine(rate, capacity);
    let place = request.place.unwrap_or(preset.place);
    let distance = request.distance.unwrap_or(DISTANCE.default);
    controls.set_place(place, distance, 0).map_err(|why| Failure::input(why.to_string()))?;
    let mut rack = Rack::new("sound", &*preset.sound, &preset.score, preset.seed, MAX_INSTANCES);
    rack.loudness = preset.loudness;
    let mappings = Mappings::new(standard::knobs("sound", &*preset.sound, None), rate);
    let mut dispatcher = Dispatcher::new(AddressSpace::new(controls), mappings);
    rack.prepare(&mut dispatcher.address_space, 0)
        .map_err(|why| Failure::input(format!("`{}` cannot be played: {why}", preset.name)))?;
    let tuned = rack.tuned_by().map(|target| target.address.path());
    dispatcher.racks.push(rack);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); channels];
    let bar = frame_bar(Some(frames(song.seconds) as usize));
    let mut sink = |samples: &[f32]| {
        for frame in samples.chunks(channels) {
            for (row, &sample) in rows.iter_mut().zip(frame) {
                row.push(f64::from(sample));
            }
        }
        let so_far = rows.first().map_or(0, Vec::len);
        if so_far.is_multiple_of(4096) {
            bar.set_position(so_far as u64);
        }
        if so_far < max_frames { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let played = play(&mut dispatcher, &mut renderer, song.messages(rate), until, &mut sink);
    bar.finish_and_clear();
    let played = played.map_err(|why| Failure::Internal(why.to_string()))?;
    Ok(RenderedSong { path: String::new(), channels: rows, played, rate, tuned, clipped: 0 })
}

fn warn(rendered: &RenderedSong, song: &Song) {
    if song.notes() == 0 {
        output::aside("warning: the MIDI file has no notes");
    }
    let PlaybackSummary { mistakes, wrong, reports, .. } = &rendered.played;
    if let Some(Err(why)) = wrong.first().map(|error| &error.result) {
        output::aside(&format!(
            "warning: {} of the MIDI file had no effect; the first: {why}",
            counted(*mistakes as usize, "message")
        ));
    }
    if let Some(report) = reports.first() {
        output::aside(&format!("warning: {}.", describe_report(report)));
    }
    if rendered.clipped > 0 {
        output::aside(&format!(
            "warning: {} clipped; `--normalise` avoids clipping",
            counted(rendered.clipped, "sample")
        ));
    }
}

/// Describes a report of the engine in words.
fn describe_report(report: &Report) -> String {
    match report {
        Report::VoiceReset { .. } => "a voice produced a non-finite sample and was reset".to_owned(),
        Report::EventRejected { why, .. } => format!("the sound rejected an event: {why}"),
        Report::CutOff { .. } => "a sound was cut off without a fade: no fading slot was free".to_owned(),
        Report::EventDropped => "the event queue was full, and an event was dropped".to_owned(),
        other => format!("the engine reports {other:?}"),
    }
}

fn text(rendered: &RenderedSong, preset: &Preset, song: &Song, level: Option<f64>, path: &Path) -> String {
    let mut page = String::new();
    let seconds = |value: f64| rounded(Unit::Second, value, 6);
    let lines = [
        ("wrote", rendered.path.clone()),
        ("sound", format!("{}, {}", preset.name, preset.model())),
        (
            "song",
            format!("{}, {} in {}", path.display(), counted(song.notes(), "note"), seconds(song.seconds)),
        ),
        (
            "tuned",
            rendered.tuned.as_ref().map_or_else(
                || "the model has no pitch: all keys share one instance".to_owned(),
                |path| format!("by {path}, one instance per key; key 60 (C3) plays the preset unchanged"),
            ),
        ),
        (
            "length",
            format!(
                "{}, {} at {}",
                seconds(rendered.played.frames as f64 / rendered.rate),
                counted(rendered.channels.len(), "channel"),
                RATE.format(rendered.rate)
            ),
        ),
        ("peak", level.map_or_else(|| "silence".to_owned(), |level| rounded(Unit::Decibel, level, 4))),
    ];
    for (name, line) in lines {
        let _ = writeln!(page, "{name:<8} {line}");
    }
    if rendered.played.asleep {
        page.push_str("rest     the sound had ended at the end of the file\n");
    }
    page
}

fn document(rendered: &RenderedSong, preset: &Preset, song: &Song, level: Option<f64>) -> serde_json::Value {
    json!({
        "path": rendered.path,
        "title": preset.name,
        "model": preset.model(),
        "notes": song.notes(),
        "song_seconds": song.seconds,
        "tuned_by": rendered.tuned,
        "seconds": rendered.played.frames as f64 / rendered.rate,
        "frames": rendered.played.frames,
        "rate": rendered.rate,
        "channels": rendered.channels.len(),
        "seed": preset.seed,
        "peak_dbfs": level,
        "clipped": rendered.clipped,
        "mistakes": rendered.played.mistakes,
        "asleep": rendered.played.asleep,
    })
}
