//! Formats the analysis of a sound file as text and as JSON.

use super::Analysis;
use crate::text::{aligned, counted, rounded};
use foley_dsp::analysis::{FeatureFrame, FeatureFrames};
use foley_params::Unit;
use foley_scene::file::RATE;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Width of the text plot \[characters\].
const COLUMNS: usize = 72;
/// Characters that draw a value in the plot, from the lowest to the highest bar.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Range of levels that the plot shows \[dB\].
const DEPTH: f64 = 60.0;
/// Maximum number of onsets that the text lists.
const MAX_ONSETS: usize = 12;

/// Name of a feature, unit of the feature, and function that reads the feature of a frame as JSON.
type Row = (&'static str, Unit, fn(&FeatureFrame) -> Value);

/// The features that the JSON answer lists for every frame.
const ROWS: [Row; 11] = [
    ("rms", Unit::One, |moment| json!(moment.rms)),
    ("peak", Unit::One, |moment| json!(moment.peak)),
    ("pitch", Unit::Hertz, |moment| json!(moment.pitch.confident())),
    ("confidence", Unit::One, |moment| json!(moment.pitch.confidence)),
    ("zero_crossing_rate", Unit::PerSecond, |moment| json!(moment.zero_crossing_rate)),
    ("centroid", Unit::Hertz, |moment| json!(moment.centroid)),
    ("spread", Unit::Hertz, |moment| json!(moment.spread)),
    ("flatness", Unit::One, |moment| json!(moment.flatness)),
    ("roll_off", Unit::Hertz, |moment| json!(moment.roll_off)),
    ("bandwidth", Unit::Hertz, |moment| json!(moment.bandwidth)),
    ("flux", Unit::One, |moment| json!(moment.flux)),
];

/// Returns name, unit and value of every feature of the complete sound.
fn overall(analysis: &Analysis) -> Vec<(String, Unit, Option<f64>)> {
    let mut rows: Vec<_> = analysis
        .features
        .list()
        .into_iter()
        .map(|feature| (feature.name.replace('-', "_"), feature.unit, feature.value))
        .collect();
    let more = [
        ("pitch", Unit::Hertz, analysis.course.pitch()),
        ("bandwidth", Unit::Hertz, Some(analysis.course.bandwidth)),
        ("flux", Unit::One, Some(analysis.course.flux())),
        ("zero_crossings", Unit::One, Some(analysis.crossings as f64)),
        ("peak_dbfs", Unit::Decibel, level(analysis.features.peak)),
        ("rms_dbfs", Unit::Decibel, level(analysis.features.rms)),
    ];
    rows.extend(more.map(|(name, unit, value)| (name.to_owned(), unit, value)));
    rows
}

/// Returns name and value of every descriptor, the length first; an empty list for silence. The names contain
/// the units.
fn descriptors(analysis: &Analysis) -> Vec<(&'static str, Option<f64>)> {
    let Some(measured) = analysis.descriptors else {
        return Vec::new();
    };
    let length = ("seconds", Some(measured.seconds));
    let rest = measured.list().map(|descriptor| (descriptor.name, descriptor.value));
    [length].into_iter().chain(rest).collect()
}

/// Returns the level of an amplitude \[dBFS\]; `None` for silence.
fn level(amplitude: f64) -> Option<f64> {
    (amplitude > 0.0).then(|| 20.0 * libm::log10(amplitude))
}

/// Returns the analysis as JSON: SI units, full precision, `null` for missing values.
pub(super) fn json(analysis: &Analysis) -> Value {
    let sound = &analysis.input.sound;
    let named = |(name, unit, value): (String, Unit, Option<f64>)| {
        (name, json!({ "value": value, "unit": unit.symbol() }))
    };
    let moments = &analysis.course.frames;
    let mut frames = Map::new();
    frames.insert("hop".to_owned(), json!(analysis.course.hop));
    frames.insert("length".to_owned(), json!(analysis.course.frame));
    frames.insert("first".to_owned(), json!(analysis.from));
    frames.insert("count".to_owned(), json!(moments.len()));
    let units = ROWS.iter().map(|(name, unit, _)| ((*name).to_owned(), json!(unit.symbol())));
    frames.insert("units".to_owned(), Value::Object(units.collect()));
    for (name, _, value) in ROWS {
        frames.insert(name.to_owned(), moments.iter().map(value).collect());
    }
    let described = descriptors(analysis).into_iter();
    let described = described.map(|(name, value)| (name.to_owned(), json!(value)));
    let onset = |&(at, strength): &(f64, f64)| json!({ "at": analysis.from + at, "strength": strength });
    let tone = |tone: &foley_dsp::analysis::Partial| json!({ "frequency": tone.frequency, "amplitude": tone.amplitude });
    json!({
        "file": {
            "path": analysis.input.path,
            "hash": analysis.input.hash,
            "rate": sound.rate,
            "channels": sound.channels.len(),
            "frames": sound.frames(),
            "seconds": analysis.input.seconds(),
        },
        "from": analysis.from,
        "to": analysis.to,
        "overall": Value::Object(overall(analysis).into_iter().map(named).collect()),
        "descriptors": analysis.descriptors.map(|_| Value::Object(described.collect())),
        "tones": analysis.features.partials.iter().map(tone).collect::<Vec<_>>(),
        "onsets": analysis.onsets.iter().map(onset).collect::<Vec<_>>(),
        "frames": frames,
    })
}

/// Returns the analysis as text.
pub(super) fn text(analysis: &Analysis) -> String {
    let sound = &analysis.input.sound;
    let mut page = format!(
        "{}: {}, {} at {}",
        analysis.input.path.display(),
        counted(sound.channels.len(), "channel"),
        rounded(Unit::Second, analysis.input.seconds(), 6),
        RATE.format(f64::from(sound.rate)),
    );
    if analysis.to - analysis.from < analysis.input.seconds() {
        let seconds = |value| rounded(Unit::Second, value, 6);
        let _ = write!(page, "; analysed from {} to {}", seconds(analysis.from), seconds(analysis.to));
    }
    page.push_str("\n\n");
    page.push_str(&plot(analysis));
    page.push('\n');
    let rows: Vec<_> = overall(analysis)
        .into_iter()
        .map(|(name, unit, value)| {
            let value = value.map_or_else(|| "none".to_owned(), |value| rounded(unit, value, 5));
            vec![name.replace('_', " "), value]
        })
        .collect();
    page.push_str(&aligned(&rows));
    let described = descriptors(analysis);
    if !described.is_empty() {
        page.push_str("\ncompared with real sounds (`foley lab realism`):\n");
        let row = |(name, value): (&'static str, Option<f64>)| {
            let value = value.map_or_else(|| "none".to_owned(), |value| rounded(Unit::One, value, 5));
            vec![name.replace('_', " "), value]
        };
        let rows: Vec<_> = described.into_iter().map(row).collect();
        page.push_str(&aligned(&rows));
        page.push('\n');
    }
    let tones: Vec<_> =
        analysis.features.partials.iter().map(|tone| rounded(Unit::Hertz, tone.frequency, 5)).collect();
    if !tones.is_empty() {
        let _ = writeln!(page, "tones: {}", tones.join(", "));
    }
    let shown = analysis.onsets.iter().take(MAX_ONSETS);
    let shown: Vec<_> = shown
        .map(|&(at, strength)| {
            let level = level(strength).unwrap_or(-DEPTH);
            format!("{:.3} s ({level:.1} dB)", analysis.from + at)
        })
        .collect();
    let more = analysis.onsets.len().saturating_sub(shown.len());
    let _ = match (shown.len(), more) {
        (0, _) => writeln!(page, "onsets: none"),
        (_, 0) => writeln!(page, "onsets: {}", shown.join(", ")),
        _ => writeln!(page, "onsets: {} and {more} more", shown.join(", ")),
    };
    page
}

/// Draws level, pitch, brightness and onsets over time as text.
fn plot(analysis: &Analysis) -> String {
    let course = &analysis.course;
    let loudest = course.frames.iter().fold(0.0_f64, |loudest, moment| loudest.max(moment.rms));
    let faint = loudest * libm::pow(10.0, -DEPTH / 20.0);
    let sounding = |moment: &FeatureFrame| loudest > 0.0 && moment.rms > faint;
    let part = |value: f64, low: f64, high: f64| libm::log(value.max(low) / low) / libm::log(high / low);
    let level = columns(course, |moment| sounding(moment).then(|| part(moment.rms, faint, loudest)));
    let pitch = columns(course, |moment| {
        let sure = moment.pitch.confident().filter(|_| sounding(moment))?;
        Some(part(sure, 50.0, 2000.0))
    });
    let bright = columns(course, |moment| sounding(moment).then(|| part(moment.centroid, 50.0, 10_000.0)));
    let mut marks = vec![' '; level.chars().count()];
    let long = (analysis.to - analysis.from).max(f64::MIN_POSITIVE);
    let count = marks.len();
    for (at, _) in &analysis.onsets {
        if let Some(mark) = marks.get_mut((at / long * count as f64) as usize) {
            *mark = '^';
        }
    }
    let onsets: String = marks.into_iter().collect();
    aligned(&[
        vec!["level", &level, "-60 to 0 dB re the loudest"],
        vec!["pitch", &pitch, "50 Hz to 2 kHz"],
        vec!["bright", &bright, "centroid, 50 Hz to 10 kHz"],
        vec!["onsets", &onsets, ""],
    ])
}

/// Draws the largest value of each column as a bar, and a space where a column has no value. `way` maps a
/// frame to the height of its bar, 0 to 1.
fn columns(course: &FeatureFrames, way: impl Fn(&FeatureFrame) -> Option<f64>) -> String {
    let moments = &course.frames;
    let count = COLUMNS.min(moments.len());
    let column = |index: usize| {
        let (from, to) = (index * moments.len() / count, (index + 1) * moments.len() / count);
        let most = moments[from..to].iter().filter_map(&way).fold(None, |largest: Option<f64>, value| {
            Some(largest.map_or(value, |largest| largest.max(value)))
        });
        most.map_or(' ', |way| {
            let bar = (way.clamp(0.0, 1.0) * BARS.len() as f64) as usize;
            BARS[bar.min(BARS.len() - 1)]
        })
    };
    (0..count).map(column).collect()
}
