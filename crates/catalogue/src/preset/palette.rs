//! What Foley comes with: at least eight presets of every model, the most telling first.

use super::{Preset, PresetError, Wrong, read_palette};
use foley_params::words::{excerpt, nearest};
use std::sync::OnceLock;

macro_rules! files {
    ($($model:literal),* $(,)?) => {
        &[$(($model, include_str!(concat!("../../presets/", $model, ".json")))),*]
    };
}

/// The files of the built-in palette, model and text, family by family in the order of the taxonomy. A new
/// one is one line.
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
    "wind-flow",
    "wind-cavity",
    "karman",
    "vacuum-cleaner",
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

/// All built-in presets, in the order of the files. One that could not be read would not be among them; a
/// test sees to it that none is.
pub fn palette() -> &'static [Preset] {
    static PALETTE: OnceLock<Vec<Preset>> = OnceLock::new();
    PALETTE.get_or_init(|| {
        let files = BUILT_IN.iter().copied().flatten();
        files.flat_map(|(_, text)| read_palette(text).unwrap_or_default()).collect()
    })
}

/// The built-in preset of that name, in any case, with spaces or hyphens.
///
/// # Errors
/// If there is none, with those that are spelt alike.
pub fn by_name(name: &str) -> Result<&'static Preset, PresetError> {
    find(palette(), name)
}

/// The preset of that name among some.
pub(super) fn find<'a>(presets: &'a [Preset], name: &str) -> Result<&'a Preset, PresetError> {
    let exact = presets.iter().find(|preset| preset.name == name);
    let wanted = slug(name);
    let found = exact.or_else(|| presets.iter().find(|preset| preset.slug() == wanted));
    found.ok_or_else(|| {
        let known: Vec<String> = presets.iter().map(Preset::slug).collect();
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        PresetError::whole(Wrong::NoSuchPreset {
            found: excerpt(name),
            nearest: alike(&wanted, &names),
            known,
        })
    })
}

/// Those that are spelt alike; else those that have all the words that were said.
fn alike(wanted: &str, known: &[&str]) -> Vec<String> {
    const MOST: usize = 3;
    let near = nearest(wanted, known);
    if !near.is_empty() {
        return near.into_iter().map(str::to_owned).collect();
    }
    let has = |name: &&&str| wanted.split('-').all(|word| name.contains(word));
    let with = known.iter().filter(has).take(MOST);
    with.map(|&name| name.to_owned()).collect()
}

/// A name as files and flags have it: small letters and digits, with hyphens between the words.
pub fn slug(name: &str) -> String {
    const LONGEST: usize = 80;
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.chars().count() >= LONGEST {
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
    fn every_built_in_file_is_read_and_every_preset_is_of_its_model() {
        for (model, text) in BUILT_IN.iter().copied().flatten() {
            let presets = read_palette(text).unwrap_or_else(|why| panic!("{model}.json: {why}"));
            for preset in presets {
                assert_eq!(preset.model(), *model, "{}", preset.name);
                assert_eq!(by_name(&preset.slug().to_uppercase()).unwrap().name, preset.name);
            }
        }
    }

    #[test]
    fn an_unknown_preset_is_refused_with_the_nearest() {
        let name = palette()[0].slug();
        let refused = by_name(&name[..name.len() - 1]).unwrap_err().to_string();
        assert!(refused.contains(&format!("did you mean `{name}`")), "{refused}");
    }

    #[test]
    fn a_slug_is_fit_for_files_and_flags() {
        assert_eq!(slug("Espresso cup, set down on marble!"), "espresso-cup-set-down-on-marble");
        assert_eq!(slug(" ../..\\ "), "preset");
    }
}
