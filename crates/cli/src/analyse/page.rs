//! What was found, for people and for programs.

use super::Analysis;
use crate::text::{aligned, rounded};
use foley_dsp::analysis::{Course, Moment};
use foley_params::Unit;
use foley_scene::file::RATE;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Columns of the picture.
const COLUMNS: usize = 72;
/// Heights of a column, the lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// How far down the level is drawn \[dB\].
const DEPTH: f64 = 60.0;
/// Most onsets that people are told one by one.
const MOST_ONSETS: usize = 12;

/// Something that every frame has: its name, its unit, and how to read it.
type Row = (&'static str, Unit, fn(&Moment) -> Value);

/// What every frame has.
const ROWS: [Row; 11] = [
    ("rms", Unit::One, |it| json!(it.rms)),
    ("peak", Unit::One, |it| json!(it.peak)),
    ("pitch", Unit::Hertz, |it| json!(it.pitch.sure())),
    ("confidence", Unit::One, |it| json!(it.pitch.confidence)),
    ("zero_crossing_rate", Unit::PerSecond, |it| json!(it.zero_crossing_rate)),
    ("centroid", Unit::Hertz, |it| json!(it.centroid)),
    ("spread", Unit::Hertz, |it| json!(it.spread)),
    ("flatness", Unit::One, |it| json!(it.flatness)),
    ("roll_off", Unit::Hertz, |it| json!(it.roll_off)),
    ("bandwidth", Unit::Hertz, |it| json!(it.bandwidth)),
    ("flux", Unit::One, |it| json!(it.flux)),
];

/// What the whole has: name, unit, value; levels beside amplitudes.
fn overall(it: &Analysis) -> Vec<(String, Unit, Option<f64>)> {
    let mut rows: Vec<_> = it
        .features
        .list()
        .into_iter()
        .map(|feature| (feature.name.replace('-', "_"), feature.unit, feature.value))
        .collect();
    let more = [
        ("pitch", Unit::Hertz, it.course.pitch()),
        ("bandwidth", Unit::Hertz, Some(it.course.bandwidth)),
        ("flux", Unit::One, Some(it.course.flux())),
        ("zero_crossings", Unit::One, Some(it.crossings as f64)),
        ("peak_dbfs", Unit::Decibel, level(it.features.peak)),
        ("rms_dbfs", Unit::Decibel, level(it.features.rms)),
    ];
    rows.extend(more.map(|(name, unit, value)| (name.to_owned(), unit, value)));
    rows
}

/// Level of an amplitude [dB re full scale]; none for silence.
fn level(amplitude: f64) -> Option<f64> {
    (amplitude > 0.0).then(|| 20.0 * libm::log10(amplitude))
}

/// For programs: SI, every digit, `null` where there is nothing to say.
pub(super) fn json(it: &Analysis) -> Value {
    let sound = &it.input.sound;
    let named = |(name, unit, value): (String, Unit, Option<f64>)| {
        (name, json!({ "value": value, "unit": unit.symbol() }))
    };
    let moments = &it.course.moments;
    let mut frames = Map::new();
    frames.insert("hop".to_owned(), json!(it.course.hop));
    frames.insert("length".to_owned(), json!(it.course.frame));
    frames.insert("first".to_owned(), json!(it.from));
    frames.insert("count".to_owned(), json!(moments.len()));
    let units = ROWS.iter().map(|(name, unit, _)| ((*name).to_owned(), json!(unit.symbol())));
    frames.insert("units".to_owned(), Value::Object(units.collect()));
    for (name, _, value) in ROWS {
        frames.insert(name.to_owned(), moments.iter().map(value).collect());
    }
    let onset = |&(at, strength): &(f64, f64)| json!({ "at": it.from + at, "strength": strength });
    let tone =
        |it: &foley_dsp::analysis::Partial| json!({ "frequency": it.frequency, "amplitude": it.amplitude });
    json!({
        "file": {
            "path": it.input.path,
            "hash": it.input.hash,
            "rate": sound.rate,
            "channels": sound.channels.len(),
            "frames": sound.frames(),
            "seconds": it.input.seconds(),
        },
        "from": it.from,
        "to": it.to,
        "overall": Value::Object(overall(it).into_iter().map(named).collect()),
        "tones": it.features.partials.iter().map(tone).collect::<Vec<_>>(),
        "onsets": it.onsets.iter().map(onset).collect::<Vec<_>>(),
        "frames": frames,
    })
}

/// For people.
pub(super) fn text(it: &Analysis) -> String {
    let sound = &it.input.sound;
    let mut page = format!(
        "{}: {} channels, {} at {}",
        it.input.path.display(),
        sound.channels.len(),
        rounded(Unit::Second, it.input.seconds(), 6),
        RATE.format(f64::from(sound.rate)),
    );
    if it.to - it.from < it.input.seconds() {
        let seconds = |value| rounded(Unit::Second, value, 6);
        let _ = write!(page, "; here from {} to {}", seconds(it.from), seconds(it.to));
    }
    page.push_str("\n\n");
    page.push_str(&picture(it));
    page.push('\n');
    let rows: Vec<_> = overall(it)
        .into_iter()
        .map(|(name, unit, value)| {
            let value = value.map_or_else(|| "none".to_owned(), |value| rounded(unit, value, 5));
            vec![name.replace('_', " "), value]
        })
        .collect();
    page.push_str(&aligned(&rows));
    let tones: Vec<_> =
        it.features.partials.iter().map(|tone| rounded(Unit::Hertz, tone.frequency, 5)).collect();
    if !tones.is_empty() {
        let _ = writeln!(page, "tones: {}", tones.join(", "));
    }
    let shown = it.onsets.iter().take(MOST_ONSETS);
    let shown: Vec<_> = shown
        .map(|&(at, strength)| {
            let level = level(strength).unwrap_or(-DEPTH);
            format!("{:.3} s ({level:.1} dB)", it.from + at)
        })
        .collect();
    let more = it.onsets.len().saturating_sub(shown.len());
    let _ = match (shown.len(), more) {
        (0, _) => writeln!(page, "onsets: none"),
        (_, 0) => writeln!(page, "onsets: {}", shown.join(", ")),
        _ => writeln!(page, "onsets: {} and {more} more", shown.join(", ")),
    };
    page
}

/// Level, pitch and brightness over time in so many columns, onsets below.
fn picture(it: &Analysis) -> String {
    let course = &it.course;
    let loudest = course.moments.iter().fold(0.0_f64, |most, it| most.max(it.rms));
    let faint = loudest * libm::pow(10.0, -DEPTH / 20.0);
    let sounding = |it: &Moment| loudest > 0.0 && it.rms > faint;
    let part = |value: f64, low: f64, high: f64| libm::log(value.max(low) / low) / libm::log(high / low);
    let level = columns(course, |it| sounding(it).then(|| part(it.rms, faint, loudest)));
    let pitch = columns(course, |it| {
        let sure = it.pitch.sure().filter(|_| sounding(it))?;
        Some(part(sure, 50.0, 2000.0))
    });
    let bright = columns(course, |it| sounding(it).then(|| part(it.centroid, 50.0, 10_000.0)));
    let mut marks = vec![' '; level.chars().count()];
    let long = (it.to - it.from).max(f64::MIN_POSITIVE);
    let count = marks.len();
    for (at, _) in &it.onsets {
        if let Some(mark) = marks.get_mut((at / long * count as f64) as usize) {
            *mark = '^';
        }
    }
    let onsets: String = marks.into_iter().collect();
    aligned(&[
        vec!["level", &level, "-60 to 0 dB of the loudest"],
        vec!["pitch", &pitch, "50 Hz to 2 kHz"],
        vec!["bright", &bright, "centroid, 50 Hz to 10 kHz"],
        vec!["onsets", &onsets, ""],
    ])
}

/// The largest part of the way of the moments of every column, as bars; a space where there is none.
fn columns(course: &Course, way: impl Fn(&Moment) -> Option<f64>) -> String {
    let moments = &course.moments;
    let count = COLUMNS.min(moments.len());
    let column = |index: usize| {
        let (from, to) = (index * moments.len() / count, (index + 1) * moments.len() / count);
        let most = moments[from..to]
            .iter()
            .filter_map(&way)
            .fold(None, |most: Option<f64>, it| Some(most.map_or(it, |most| most.max(it))));
        most.map_or(' ', |way| {
            let bar = (way.clamp(0.0, 1.0) * BARS.len() as f64) as usize;
            BARS[bar.min(BARS.len() - 1)]
        })
    };
    (0..count).map(column).collect()
}
