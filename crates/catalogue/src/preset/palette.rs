//! Built-in presets: at least eight of every model, the most characteristic first.

use super::{Preset, PresetError, PresetErrorKind, read_palette};
use foley_params::words::{excerpt, nearest};
use std::collections::HashMap;
use std::sync::OnceLock;

macro_rules! files {
    ($($model:literal),* $(,)?) => {
        &[$(($model, include_str!(concat!("../../presets/", $model, ".json")))),*]
    };
}

/// Name of the model and JSON text of each built-in preset file, by family, in the order of the taxonomy. A
/// new file needs one line here.
#[rustfmt::skip]
pub const BUILT_IN: &[&[(&str, &str)]] = &[
    SOLIDS, LIQUIDS, AIR, MACHINES, SPACES, EFFECTS,
];

#[rustfmt::skip]
const SOLIDS: &[(&str, &str)] = files![
    "impact",
    "linear-impact",
    "soft-impact",
    "friction",
    "rubbing",
    "rolling",
    "scraping",
    "crumpling",
    "continuous-crumpling",
    "bouncing",
    "breaking",
    "squeak",
    "brake",
    "footsteps",
];

#[rustfmt::skip]
const LIQUIDS: &[(&str, &str)] = files![
    "bubble",
    "bubble-stream",
    "coupled-bubbles",
    "dripping",
    "splash",
    "particles",
];

#[rustfmt::skip]
const AIR: &[(&str, &str)] = files![
    "explosion",
    "clap",
    "wind-flow",
    "wind-cavity",
    "karman",
    "vacuum-cleaner",
    "rotor",
];

#[rustfmt::skip]
const MACHINES: &[(&str, &str)] = files![
    "engine",
    "motor",
];

#[rustfmt::skip]
const SPACES: &[(&str, &str)] = files![
    "mesh",
    "reverb",
    "panning",
];

#[rustfmt::skip]
const EFFECTS: &[(&str, &str)] = files![
    "phonobump",
    "pitch-shift",
];

/// Returns all built-in presets, in the order of the files. Unreadable files would be skipped; a test checks
/// that there are none.
pub fn palette() -> &'static [Preset] {
    static PALETTE: OnceLock<Vec<Preset>> = OnceLock::new();
    PALETTE.get_or_init(|| files().iter().flat_map(BuiltInFile::presets).cloned().collect())
}

/// A built-in file, which is parsed when one of its presets is needed.
struct BuiltInFile {
    text: &'static str,
    presets: OnceLock<Vec<Preset>>,
}

impl BuiltInFile {
    fn presets(&self) -> &[Preset] {
        self.presets.get_or_init(|| read_palette(self.text).unwrap_or_default())
    }
}

/// Returns the built-in files in the order of [`BUILT_IN`].
fn files() -> &'static [BuiltInFile] {
    static FILES: OnceLock<Vec<BuiltInFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let files = BUILT_IN.iter().copied().flatten();
        files.map(|&(_, text)| BuiltInFile { text, presets: OnceLock::new() }).collect()
    })
}

/// Returns the names of the presets in the text of a built-in file, without parsing the presets. In these
/// files every name has its own line; a test compares the names with those of the parsed presets.
fn names(text: &'static str) -> impl Iterator<Item = String> {
    let value = |line: &'static str| line.trim_start().strip_prefix("\"name\": ");
    let values = text.lines().filter_map(value);
    values.map(|value| serde_json::from_str(value.trim_end_matches(',')).unwrap_or_default())
}

/// Finds a built-in preset by its slug. Parses only the file that has the preset.
pub(crate) fn by_slug(slug: &str) -> Option<&'static Preset> {
    /// Index of the file and index of the preset in the file, by slug.
    static INDEX: OnceLock<HashMap<String, (usize, usize)>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let files = files().iter().enumerate();
        let entries = files.flat_map(|(file, BuiltInFile { text, .. })| {
            names(text).enumerate().map(move |(index, name)| (self::slug(&name), (file, index)))
        });
        entries.collect()
    });
    let &(file, preset) = index.get(slug)?;
    files().get(file)?.presets().get(preset)
}

/// Finds a built-in preset by name. Case does not matter, and hyphens may replace spaces.
///
/// # Errors
/// If no built-in preset has the name; the error lists similar names.
pub fn by_name(name: &str) -> Result<&'static Preset, PresetError> {
    by_slug(&slug(name)).map_or_else(|| find(palette(), name), Ok)
}

/// Finds a preset by exact name; if none matches, by slug.
pub(super) fn find<'a>(presets: &'a [Preset], name: &str) -> Result<&'a Preset, PresetError> {
    let exact = presets.iter().find(|preset| preset.name == name);
    let wanted = slug(name);
    let found = exact.or_else(|| presets.iter().find(|preset| preset.slug() == wanted));
    found.ok_or_else(|| {
        let known: Vec<String> = presets.iter().map(Preset::slug).collect();
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        PresetError::without_place(PresetErrorKind::NoSuchPreset {
            found: excerpt(name),
            nearest: similar(&wanted, &names),
            known,
        })
    })
}

/// Returns names similar in spelling to `wanted`; if there are none, up to three names that contain all words
/// of `wanted`.
fn similar(wanted: &str, known: &[&str]) -> Vec<String> {
    const MAX_NAMES: usize = 3;
    let near = nearest(wanted, known);
    if !near.is_empty() {
        return near.into_iter().map(str::to_owned).collect();
    }
    let contains_words = |name: &&&str| wanted.split('-').all(|word| name.contains(word));
    let matches = known.iter().filter(contains_words).take(MAX_NAMES);
    matches.map(|&name| name.to_owned()).collect()
}

/// Returns a name in the form for files and flags: lower case letters and digits, hyphens between words, at
/// most 80 characters. A name without letters and digits gives `preset`.
pub fn slug(name: &str) -> String {
    const MAX_CHARS: usize = 80;
    let (mut slug, mut chars) = (String::new(), 0);
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
            chars += 1;
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
            chars += 1;
        }
        if chars >= MAX_CHARS {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "preset" } else { slug }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_file_is_valid_and_holds_presets_of_its_model() {
        for (model, text) in BUILT_IN.iter().copied().flatten() {
            let presets = read_palette(text).unwrap_or_else(|why| panic!("{model}.json: {why}"));
            for preset in presets {
                assert_eq!(preset.model(), *model, "{}", preset.name);
                assert_eq!(by_name(&preset.slug().to_uppercase()).unwrap().name, preset.name);
            }
        }
    }

    #[test]
    fn the_names_of_a_file_are_found_without_parsing_it() {
        for file in files() {
            let parsed: Vec<String> = file.presets().iter().map(|preset| preset.name.clone()).collect();
            assert_eq!(names(file.text).collect::<Vec<_>>(), parsed);
        }
        assert_eq!(palette().len(), files().iter().map(|file| file.presets().len()).sum::<usize>());
    }

    #[test]
    fn an_unknown_preset_is_rejected_with_similar_names() {
        let name = palette()[0].slug();
        let error = by_name(&name[..name.len() - 1]).unwrap_err().to_string();
        assert!(error.contains(&format!("did you mean `{name}`")), "{error}");
    }

    #[test]
    fn a_slug_has_lower_case_words_and_hyphens() {
        assert_eq!(slug("Espresso cup, set down on marble!"), "espresso-cup-set-down-on-marble");
        assert_eq!(slug(" ../..\\ "), "preset");
    }
}
