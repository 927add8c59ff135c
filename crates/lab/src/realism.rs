//! Comparison of sounds with recordings of real sounds of their kind.
//!
//! `reference/real-sounds.json` has, for each kind of sound, the 10th, 50th and 90th percentile of eleven
//! descriptors over 40 recordings. A descriptor of a sound is *inside* if it lies within the middle 80 % of
//! the recordings. An absent descriptor is outside. `foley-dsp` measures the descriptors
//! (`analysis/descriptors.rs`); this module takes them by name, and so needs no signal processing.
//!
//! | type              | meaning                                                              |
//! |-------------------|----------------------------------------------------------------------|
//! | [`RealSounds`]    | the percentiles of all kinds                                         |
//! | [`Comparison`]    | a sound beside the recordings of its kind                            |
//! | [`Side`]          | inside, or on which side outside                                     |
//! | [`TimeStructure`] | descriptors of time inside: of the sound, and of noise like it       |
//! | [`draw_realism`]  | the table as a drawing: one row per sound, one column per descriptor |
//!
//! Noise with the long-time spectrum of a sound agrees with the recordings in every descriptor of its colour.
//! For the kinds with structure in time ([`CONTROLLED_KINDS`]) a sound is therefore compared together with
//! such noise ([`TimeStructure`]): of the descriptors of time ([`TIME_DESCRIPTORS`]), the noise must have at
//! least two fewer inside.
//!
//! A recording has a room, a microphone and a background. The percentiles show where real sounds lie; being
//! inside is necessary for a sound to be recognised, not sufficient.

use crate::subscript::escape;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const REFERENCE: &str = include_str!("../reference/real-sounds.json");

/// Descriptors of the course over time.
pub const TIME_DESCRIPTORS: [&str; 4] =
    ["onsets_per_s", "onset_centroid_spread_octaves", "t20_s", "p95_to_p10_db"];

/// Kinds of sounds with structure in time, which noise of the same spectrum does not have.
pub const CONTROLLED_KINDS: [&str; 5] = ["pouring_water", "water_drops", "engine", "clapping", "fireworks"];

/// Number of [`TIME_DESCRIPTORS`] within the middle 80 % of the recordings, of a sound and of noise with its
/// long-time spectrum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeStructure {
    /// Number of descriptors of the sound that lie inside.
    pub inside: usize,
    /// Number of descriptors of the noise that lie inside.
    pub noise_inside: usize,
}

impl TimeStructure {
    /// Minimum difference of both numbers.
    pub const MIN_LEAD: usize = 2;

    /// Compares a sound with noise of its long-time spectrum.
    pub fn of(sound: &Comparison, noise: &Comparison) -> Self {
        let [inside, noise_inside] = [sound, noise].map(|one| one.inside_of(&TIME_DESCRIPTORS));
        Self { inside, noise_inside }
    }

    /// Whether the sound has at least two descriptors more inside than the noise.
    pub const fn is_real(self) -> bool {
        self.inside >= self.noise_inside + Self::MIN_LEAD
    }
}

/// Percentiles of one descriptor over the recordings of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentiles {
    /// 10th percentile, in the unit of the descriptor.
    pub low: f64,
    /// 50th percentile, in the unit of the descriptor.
    pub median: f64,
    /// 90th percentile, in the unit of the descriptor.
    pub high: f64,
}

/// Position of a descriptor relative to the middle 80 % of the recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From the 10th to the 90th percentile, both included.
    Inside,
    /// Less than the 10th percentile.
    Below,
    /// Greater than the 90th percentile.
    Above,
    /// The sound has no such descriptor, which counts as outside.
    Absent,
}

impl Side {
    /// Returns the name of the side in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Below => "below",
            Self::Above => "above",
            Self::Absent => "absent",
        }
    }

    /// Returns the sign of the side in tables: `<` below, `>` above, `?` absent, empty if inside.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inside => "",
            Self::Below => "<",
            Self::Above => ">",
            Self::Absent => "?",
        }
    }
}

impl Percentiles {
    /// Returns the position of a descriptor's value relative to these percentiles; a non-finite value counts
    /// as absent.
    pub fn side(&self, value: Option<f64>) -> Side {
        match value {
            Some(value) if value < self.low => Side::Below,
            Some(value) if value > self.high => Side::Above,
            Some(value) if value.is_finite() => Side::Inside,
            _ => Side::Absent,
        }
    }
}

/// Percentiles of the descriptors of real sounds, by kind.
#[derive(Clone, Debug)]
pub struct RealSounds {
    kinds: BTreeMap<String, BTreeMap<String, Percentiles>>,
}

impl RealSounds {
    /// Reads the percentiles that are part of the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn load() -> Self {
        let reference: Value = serde_json::from_str(REFERENCE).expect("the reference is JSON");
        let percentiles = |values: &Value| {
            let at = |n: usize| values[n].as_f64().expect("the reference has three numbers per descriptor");
            Percentiles { low: at(0), median: at(1), high: at(2) }
        };
        let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
        let descriptors = |kind: &Value| {
            object(kind).into_iter().map(|(name, values)| (name, percentiles(&values))).collect()
        };
        let kinds = object(&reference["kinds"]);
        Self { kinds: kinds.into_iter().map(|(name, kind)| (name, descriptors(&kind))).collect() }
    }

    /// Returns the kinds of real sounds that have reference percentiles, in alphabetical order.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    /// Returns the percentiles of a descriptor of a kind; `None` if either is unknown.
    pub fn percentiles(&self, kind: &str, descriptor: &str) -> Option<Percentiles> {
        self.kinds.get(kind)?.get(descriptor).copied()
    }

    /// Compares the descriptors of a sound, by name, with the recordings of a kind. Returns `None` if the
    /// kind or a descriptor is unknown.
    pub fn compare<'a>(
        &self,
        sound: &str,
        kind: &str,
        descriptors: impl IntoIterator<Item = (&'a str, Option<f64>)>,
    ) -> Option<Comparison> {
        let row = |(name, value): (&'a str, Option<f64>)| {
            let real = self.percentiles(kind, name)?;
            Some(ComparedDescriptor { name: name.to_owned(), value, real, side: real.side(value) })
        };
        let descriptors = descriptors.into_iter().map(row).collect::<Option<_>>()?;
        let (sound, kind) = (sound.to_owned(), kind.to_owned());
        Some(Comparison { sound, kind, descriptors, time_structure: None })
    }
}

/// A descriptor of a sound beside those of the recordings.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedDescriptor {
    /// Name of the descriptor with its unit, such as `centroid_hz`.
    pub name: String,
    /// Value of the descriptor for the compared sound; `None` if the descriptor could not be measured.
    pub value: Option<f64>,
    /// Percentiles of this descriptor over the recordings.
    pub real: Percentiles,
    /// Position of the value relative to the percentiles.
    pub side: Side,
}

/// A sound beside the recordings of its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Name of the compared sound, as the caller gave it.
    pub sound: String,
    /// Kind of real sound with which the sound is compared, a key of the reference file.
    pub kind: String,
    /// All descriptors, in the order in which they were given.
    pub descriptors: Vec<ComparedDescriptor>,
    /// The sound beside noise of its spectrum; `None` if that was not measured.
    pub time_structure: Option<TimeStructure>,
}

impl Comparison {
    /// Returns the number of descriptors from the 10th to the 90th percentile of the recordings.
    pub fn inside(&self) -> usize {
        self.descriptors.iter().filter(|descriptor| descriptor.side == Side::Inside).count()
    }

    /// Returns the number of descriptors inside, of those with the given names.
    pub fn inside_of(&self, names: &[&str]) -> usize {
        let named = self.descriptors.iter().filter(|one| names.contains(&one.name.as_str()));
        named.filter(|one| one.side == Side::Inside).count()
    }

    /// Converts the comparison to JSON: `sound`, `kind`, `inside`, `time_structure` and `descriptors`.
    pub fn to_json(&self) -> Value {
        let row = |descriptor: &ComparedDescriptor| {
            let Percentiles { low, median, high } = descriptor.real;
            json!({
                "name": descriptor.name,
                "value": descriptor.value,
                "real": [low, median, high],
                "side": descriptor.side.name(),
            })
        };
        json!({
            "sound": self.sound,
            "kind": self.kind,
            "inside": self.inside(),
            "time_structure": self.time_structure.map(|one| {
                json!({ "inside": one.inside, "noise_inside": one.noise_inside, "is_real": one.is_real() })
            }),
            "descriptors": self.descriptors.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

/// Returns the median over the sounds of the number of descriptors within the middle 80 % of the recordings.
/// `None` if there are no sounds.
pub fn median_inside<'a>(comparisons: impl IntoIterator<Item = &'a Comparison>) -> Option<f64> {
    let mut counts: Vec<usize> = comparisons.into_iter().map(Comparison::inside).collect();
    counts.sort_unstable();
    let middle = counts.len() / 2;
    let high = *counts.get(middle)? as f64;
    let low = if counts.len() % 2 == 1 { high } else { counts[middle - 1] as f64 };
    Some(f64::midpoint(low, high))
}

/// Returns the kinds in alphabetical order. Each has the number of its sounds, and the median number of their
/// descriptors within the middle 80 % of the recordings.
pub fn medians_by_kind(comparisons: &[Comparison]) -> Vec<(&str, usize, f64)> {
    let mut kinds: Vec<&str> = comparisons.iter().map(|one| one.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let of = |kind| {
        let sounds = || comparisons.iter().filter(move |one| one.kind == kind);
        median_inside(sounds()).map(|median| (kind, sounds().count(), median))
    };
    kinds.into_iter().filter_map(of).collect()
}

/// Height of the row of a sound in the drawing \[px\].
const ROW: f64 = 20.0;
/// Width of the column of a descriptor in the drawing \[px\].
const COLUMN: f64 = 72.0;
/// Width of the column with the names of the sounds \[px\].
const NAMES: f64 = 400.0;
/// Height of the head with the slanted names of the descriptors \[px\].
const HEAD: f64 = 170.0;

/// Draws the table as SVG: one row per sound, one column per descriptor. A cell shows the middle 80 % of the
/// recordings as a band with their median, and the sound as a mark: a dot inside, a triangle outside that
/// points to its side, a cross if the descriptor is absent.
pub fn draw_realism(comparisons: &[Comparison]) -> String {
    let columns = comparisons.first().map_or(0, |one| one.descriptors.len());
    // The last name of the head is slanted, and reaches beyond its column.
    let width = NAMES + COLUMN * columns as f64 + 110.0;
    let height = HEAD + ROW * (comparisons.len() + 1) as f64;
    let mut svg = format!(
        "<svg class=\"realism\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>Descriptors of presets beside the middle 80 % of real recordings</title>\n\
         <style>.realism{{font:12px system-ui,sans-serif;background:#fff}}.realism text{{fill:#1b1f24}}\
         .realism .band{{fill:#dcdcd8}}.realism .median{{stroke:#6e7278}}.realism .in{{fill:#0072b2}}\
         .realism .out{{fill:#c84f00}}.realism .none{{stroke:#c84f00}}</style>\n"
    );
    let text = |svg: &mut String, x: f64, y: f64, more: &str, words: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\"{more}>{}</text>", escape(words));
    };
    let centre = |column: usize| NAMES + COLUMN * (column as f64 + 0.5);
    for (column, descriptor) in comparisons.iter().take(1).flat_map(|one| one.descriptors.iter().enumerate())
    {
        let (x, y) = (centre(column), HEAD - 8.0);
        let slant = format!(" transform=\"rotate(-45 {x:.1} {y:.1})\"");
        text(&mut svg, x, y, &slant, &descriptor.name.replace('_', " "));
    }
    for (row, one) in comparisons.iter().enumerate() {
        let y = HEAD + ROW * (row as f64 + 0.5);
        text(&mut svg, 8.0, y + 4.0, "", &format!("{} ({})", one.sound, one.kind.replace('_', " ")));
        let count = format!("{}/{}", one.inside(), one.descriptors.len());
        text(&mut svg, NAMES - 8.0, y + 4.0, " text-anchor=\"end\"", &count);
        for (column, descriptor) in one.descriptors.iter().enumerate() {
            draw_cell(&mut svg, descriptor, (centre(column), y));
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws one cell of the table around the point (`x`, `y`).
fn draw_cell(svg: &mut String, descriptor: &ComparedDescriptor, (x, y): (f64, f64)) {
    /// Half the width of the grey rectangle that shows the middle 80 % of the recordings \[px\].
    const HALF: f64 = 24.0;
    let Percentiles { low, median, high } = descriptor.real;
    let place = |value: f64| x + HALF * (2.0 * (value - low) / (high - low).max(f64::MIN_POSITIVE) - 1.0);
    let (left, right, middle) = (x - HALF, x + HALF, place(median).clamp(x - HALF, x + HALF));
    let _ = writeln!(
        svg,
        "<rect class=\"band\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"12\"/>\
         <path class=\"median\" d=\"M{middle:.1} {:.1}v12\"/>",
        y - 6.0,
        2.0 * HALF,
        y - 6.0
    );
    let _ = match (descriptor.side, descriptor.value) {
        (Side::Inside, Some(value)) => {
            let at = place(value).clamp(left, right);
            writeln!(svg, "<circle class=\"in\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\"/>")
        }
        (Side::Below, _) => {
            writeln!(svg, "<path class=\"out\" d=\"M{:.1} {y:.1}l8 -5v10z\"/>", left - 10.0)
        }
        (Side::Above, _) => {
            writeln!(svg, "<path class=\"out\" d=\"M{:.1} {y:.1}l-8 -5v10z\"/>", right + 10.0)
        }
        _ => writeln!(svg, "<path class=\"none\" d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>", x - 4.0, y - 4.0),
    };
}
