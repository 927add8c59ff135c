//! Presets: a sound with its values, a name by its cause, a sentence about what one hears, a seed, and what
//! is done to it.
//!
//! ```json
//! { "format": 1, "model": "impact", "name": "knuckle on a door", "sentence": "A dull knock.", "author": "Foley", "seed": 1,
//!   "values": { "hammer": { "mass": "80 g" }, "struck": { "material": "wood", "size": 0.9 } },
//!   "score": [{ "at": 0, "strike": 1.2 }, { "at": 0.3, "strike": 1 }] }
//! ```
//!
//! `"modes": { "struck": [{ "mode": 2, "gain": 0 }] }` mode_edits single modes. Numbers are SI, or texts with
//! their unit; choices go by name; what is left out keeps its default. What is not known is refused, with its
//! line and column and with what may stand there.
//!
//! | idea                                          | here                                                     |
//! |-----------------------------------------------|----------------------------------------------------------|
//! | one preset, JSON in and out                   | [`Preset::read`], [`Preset::to_json`]                    |
//! | several in a file                             | [`read_palette`], [`palette_to_json`]                    |
//! | the same as XML                               | [`Preset::from_xml`], [`Preset::to_xml`], `xml.rs`       |
//! | what Foley comes with                         | [`palette`], [`by_name`]                                 |
//! | one's own                                     | [`Folder`], [`read_file`]                                |
//! | what a file may say, for other programs       | [`schema`]                                               |
//! | modes otherwise than the physics gives them   | `modes.rs`, [`foley_sound::ModeEdit`]                           |
//! | scores in files                               | [`read_score`]                             |
//! | files of earlier formats                      | `migrate.rs`                                             |
//!
//! Source: \[Papetti2010, 2.2.6\], the sound palette.

mod error;
mod folder;
mod migrate;
mod modes;
mod node;
mod palette;
mod read;
mod schema;
mod score;
mod write;
mod xml;

pub use error::{PresetError, Wrong};
pub use folder::{Folder, Found, read_file, read_from};
pub use migrate::FORMAT;
pub use palette::{BUILT_IN, by_name, palette, slug};
pub use schema::schema;
pub use score::{read_score, score_to_json};
pub use write::{number, pretty};
pub use xml::{palette_from_xml, palette_to_xml};

use foley_sound::{Morph, Score, Sound, SoundError, sound_params};
use node::{Is, Node};

/// Longest text that is read \[bytes\].
pub const LONGEST: usize = 4 << 20;
/// Most keys and values of a file, so that a small text cannot fill the memory.
const MOST_VALUES: usize = 250_000;
/// Most brackets in each other; a preset has five.
const DEEPEST: usize = 16;

/// A sound to begin with.
#[derive(Clone, Debug)]
pub struct Preset {
    /// What it is called, by its cause: `espresso cup set down on marble`.
    pub name: String,
    /// What one hears, and why.
    pub sentence: String,
    /// Who made it.
    pub author: String,
    /// What its randomness begins with.
    pub seed: u64,
    /// The sound, with its values.
    pub sound: Box<dyn Sound>,
    /// What is done to it; nothing means the model's own opening.
    pub score: Score,
}

impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        let values = |it: &Self| -> Vec<u64> {
            let all = sound_params(&*it.sound);
            all.iter().map(|at| at.get(&*it.sound).to_bits()).collect()
        };
        (&self.name, &self.sentence, &self.author, self.seed)
            == (&other.name, &other.sentence, &other.author, other.seed)
            && self.model() == other.model()
            && values(self) == values(other)
            && self.sound.mode_edits() == other.sound.mode_edits()
            && self.score == other.score
    }
}

impl Preset {
    /// A sound under a name, with nothing said about it.
    pub fn of(sound: Box<dyn Sound>, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            sentence: String::new(),
            author: String::new(),
            seed: 0,
            sound,
            score: Score::default(),
        }
    }

    /// The name of its model.
    pub fn model(&self) -> &'static str {
        self.sound.info().name
    }

    /// Its name as files and flags have it: `espresso-cup-set-down-on-marble`.
    pub fn slug(&self) -> String {
        palette::slug(&self.name)
    }

    /// A preset from the text of a file.
    ///
    /// # Errors
    /// With the first thing that is wrong, and its line.
    ///
    /// ```
    /// use foley_catalogue::preset::Preset;
    ///
    /// let text = r#"{ "format": 1, "model": "impact", "name": "tap",
    ///   "values": { "touch": { "stifness": 1e9 } } }"#;
    /// let refused = Preset::read(text).unwrap_err().to_string();
    /// assert!(refused.starts_with(
    ///     "line 2, column 26: at `values.touch.stifness`: `touch` has no parameter `stifness`; did you mean `stiffness`?"
    /// ), "{refused}");
    /// ```
    pub fn read(text: &str) -> Result<Self, PresetError> {
        let text = bounded(text)?;
        let mut root = node::parse(text)?;
        read::preset(&mut root).map_err(|fault| fault.in_file(text, &root))
    }

    /// As JSON: every value in SI, the same text for the same preset; [`Preset::read`] gives the same back,
    /// bit for bit.
    pub fn to_json(&self) -> String {
        write::pretty(&write::tree(self))
    }
}

/// Several presets from the text of one file: a list.
///
/// # Errors
/// With the first thing that is wrong, and its line.
pub fn read_palette(text: &str) -> Result<Vec<Preset>, PresetError> {
    let text = bounded(text)?;
    presets_of(&mut node::parse(text)?, text)
}

/// A morph between the sounds of presets.
///
/// # Errors
/// As [`Morph::new`].
pub fn morph<'a>(presets: impl IntoIterator<Item = &'a Preset>) -> Result<Morph, SoundError> {
    Morph::new(presets.into_iter().map(|preset| preset.sound.clone()).collect())
}

/// Several presets as one file.
pub fn palette_to_json(presets: &[Preset]) -> String {
    let presets = presets.iter().map(write::tree).collect();
    write::pretty(&foley_scene::file::Tree::List(presets))
}

fn presets_of(root: &mut Node, text: &str) -> Result<Vec<Preset>, PresetError> {
    root.items().map_err(|fault| fault.in_file(text, root))?;
    let mut presets = Vec::new();
    let mut count = 0;
    while let Is::List(items) = &mut root.is
        && let Some(item) = items.get_mut(count)
    {
        match read::preset(item) {
            Ok(preset) => presets.push(preset),
            Err(fault) => return Err(fault.in_file(text, root)),
        }
        count += 1;
    }
    Ok(presets)
}

/// The text without the mark that some editors put before it, if it is not too long.
fn bounded(text: &str) -> Result<&str, PresetError> {
    if text.len() > LONGEST {
        return Err(PresetError::whole(Wrong::TooLong { most: LONGEST }));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
