//! Presets: a sound with its values, a name by its cause, a descriptive sentence, a seed, a loudness and a
//! score.
//!
//! ```json
//! { "format": 1, "model": "impact", "name": "knuckle on a door", "sentence": "A dull knock.", "author": "Foley", "seed": 1,
//!   "loudness": { "target": -23, "gain": 7.57 },
//!   "values": { "hammer": { "mass": "80 g" }, "struck": { "material": "wood", "size": 0.9 } },
//!   "score": [{ "at": 0, "strike": 1.2 }, { "at": 0.3, "strike": 1 }] }
//! ```
//!
//! `"modes": { "struck": [{ "mode": 2, "gain": 0 }] }` edits single modes. Numbers are in SI, or texts with a
//! unit; choices are names; omitted values keep their defaults. Unknown keys are rejected with line, column
//! and the allowed keys.
//!
//! | task                                          | here                                                     |
//! |-----------------------------------------------|----------------------------------------------------------|
//! | read and write one preset as JSON             | [`Preset::read`], [`Preset::to_json`]                    |
//! | read and write several in one file            | [`read_palette`], [`palette_to_json`]                    |
//! | read and write XML                            | [`Preset::from_xml`], [`Preset::to_xml`], `xml.rs`       |
//! | built-in presets                              | [`palette`], [`by_name`]                                 |
//! | presets of the user                           | [`PresetFolder`], [`read_file`]                          |
//! | JSON Schema of preset files                   | [`schema`]                                               |
//! | edits of single modes                         | `modes.rs`, [`foley_sound::ModeEdit`]                    |
//! | kind of real sound that a preset imitates     | [`KINDS`], `kinds.rs`                                    |
//! | place in which the sound is heard             | `place.rs`, [`Place`]                                    |
//! | loudness: target, stored gain, measurement    | [`PresetLoudness`], [`LoudnessMeasurement`]              |
//! | scores in files                               | [`read_score`], [`score_to_json`]                        |
//! | files of earlier formats                      | `migrate.rs`                                             |
//!
//! Source: \[Papetti2010, 2.2.6\], the sound palette.

mod error;
mod folder;
mod kinds;
mod loudness;
mod migrate;
mod modes;
mod palette;
mod place;
mod read;
mod schema;
mod score;
mod write;
mod xml;

pub use error::{PresetError, PresetErrorKind};
pub use folder::{PresetFile, PresetFolder, read_file, read_from};
pub use kinds::KINDS;
pub use loudness::{
    LoudnessMeasurement, LoudnessMeasurements, MAX_DEVIATION, MAX_PEAK, MEASURED_RATES, PresetLoudness,
    STORED_GAIN, TARGET as LOUDNESS_TARGET,
};
pub use migrate::FORMAT;
pub(crate) use palette::by_slug;
pub use palette::{BUILT_IN, by_name, palette, slug};
pub use schema::schema;
pub use score::{read_score, score_to_json};
pub use xml::{palette_from_xml, palette_to_xml};

use crate::spaces::Place;
use error::ReadError;
use foley_document::{DocumentErrorKind, Limits, LocatedNode, NodeKind, pretty, pretty_list};
use foley_sound::{Morph, Score, Sound, SoundError, sound_params};

/// Maximum length of a preset or palette file \[bytes\].
pub const MAX_PRESET_BYTES: usize = 4 << 20;

/// Size limits of a preset document; a valid preset nests five levels deep.
const LIMITS: Limits = Limits { max_values: 250_000, max_depth: 16 };

/// A named sound with its values, seed and score.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Name by the cause of the sound: `espresso cup set down on marble`.
    pub name: String,
    /// Description of the sound and its cause, in one line.
    pub sentence: String,
    /// Name of the author of the preset.
    pub author: String,
    /// Kind of real sound that the preset imitates, one of [`KINDS`]; `None` if no kind is named.
    pub like: Option<&'static str>,
    /// Place in which the sound is heard; [`Place::Free`] if none is named.
    pub place: Place,
    /// Seed of the random numbers of the sound.
    pub seed: u64,
    /// Loudness asked for, and the stored gain that gives it.
    pub loudness: PresetLoudness,
    /// Sound model with its values and mode edits.
    pub sound: Box<dyn Sound>,
    /// Score to play; if empty, the opening score of the model is played.
    pub score: Score,
}

impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        let values = |preset: &Self| -> Vec<u64> {
            let params = sound_params(&*preset.sound);
            params.iter().map(|param| param.get(&*preset.sound).to_bits()).collect()
        };
        (&self.name, &self.sentence, &self.author, self.seed)
            == (&other.name, &other.sentence, &other.author, other.seed)
            && (self.like, self.place) == (other.like, other.place)
            && self.loudness == other.loudness
            && self.model() == other.model()
            && values(self) == values(other)
            && self.sound.mode_edits() == other.sound.mode_edits()
            && self.score == other.score
    }
}

impl Preset {
    /// Makes a preset of a sound, with seed 1, the loudness of its model, an empty score and no description.
    pub fn of(sound: Box<dyn Sound>, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            sentence: String::new(),
            author: String::new(),
            like: None,
            place: Place::Free,
            seed: 1,
            loudness: PresetLoudness::of_model(sound.info().name),
            sound,
            score: Score::default(),
        }
    }

    /// Returns the name of the preset's model.
    pub fn model(&self) -> &'static str {
        self.sound.info().name
    }

    /// Returns the name for files and flags: `espresso-cup-set-down-on-marble`.
    pub fn slug(&self) -> String {
        palette::slug(&self.name)
    }

    /// Reads a preset from JSON.
    ///
    /// # Errors
    /// The first error in the text, with its path, line and column.
    ///
    /// ```
    /// use foley_catalogue::preset::Preset;
    ///
    /// let text = r#"{ "format": 1, "model": "impact", "name": "tap",
    ///   "values": { "touch": { "stifness": 1e9 } } }"#;
    /// let error = Preset::read(text).unwrap_err().to_string();
    /// assert!(error.starts_with(
    ///     "line 2, column 26: at `values.touch.stifness`: `touch` has no parameter `stifness`; did you mean `stiffness`?"
    /// ), "{error}");
    /// ```
    pub fn read(text: &str) -> Result<Self, PresetError> {
        let text = bounded(text)?;
        let mut root = LocatedNode::parse(text, LIMITS)?;
        read::preset(&mut root).map_err(|error| error.in_file(text, &root))
    }

    /// Writes the preset as JSON with every value in SI. Equal presets give equal texts, and
    /// [`Preset::read`] restores every bit.
    pub fn to_json(&self) -> String {
        pretty(&write::tree(self))
    }
}

/// Reads a palette: a JSON list of presets.
///
/// # Errors
/// The first error in the text, with its path, line and column.
pub fn read_palette(text: &str) -> Result<Vec<Preset>, PresetError> {
    let text = bounded(text)?;
    read_presets(&mut LocatedNode::parse(text, LIMITS)?, text)
}

/// Returns a morph between the sounds of the presets.
///
/// # Errors
/// Those of [`Morph::new`].
pub fn morph<'a>(presets: impl IntoIterator<Item = &'a Preset>) -> Result<Morph, SoundError> {
    Morph::new(presets.into_iter().map(|preset| preset.sound.clone()).collect())
}

/// Writes presets as a palette: a JSON list.
pub fn palette_to_json(presets: &[Preset]) -> String {
    pretty_list(presets.iter().map(write::tree).collect())
}

fn read_presets(root: &mut LocatedNode, text: &str) -> Result<Vec<Preset>, PresetError> {
    root.items().map_err(|error| ReadError::from(error).in_file(text, root))?;
    let mut presets = Vec::new();
    let mut count = 0;
    while let NodeKind::List(items) = &mut root.kind
        && let Some(item) = items.get_mut(count)
    {
        match read::preset(item) {
            Ok(preset) => presets.push(preset),
            Err(error) => return Err(error.in_file(text, root)),
        }
        count += 1;
    }
    Ok(presets)
}

/// Checks the length of a text and returns the text without a byte order mark.
fn bounded(text: &str) -> Result<&str, PresetError> {
    if text.len() > MAX_PRESET_BYTES {
        return Err(PresetError::without_place(DocumentErrorKind::TooLong { max: MAX_PRESET_BYTES }));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
