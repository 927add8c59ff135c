//! Presets as trees, ready to be written: a fixed order of keys, every value in SI.

use super::{FORMAT, Preset, loudness, modes, score};
use crate::spaces::Place;
use foley_document::{Tree, number};
use foley_params::Info;
use foley_sound::{SoundParam, sound_params};

/// Returns a preset as a tree for writing. A missing kind, the place `free`, and empty modes
/// and scores are left out.
pub(super) fn tree(preset: &Preset) -> Tree {
    let sound = &*preset.sound;
    let text = |text: &str| Tree::Text(text.to_owned());
    let mut values: Vec<(String, Tree)> = Vec::new();
    let mut units: Vec<(String, Tree)> = Vec::new();
    for part in sound.parts() {
        let params = || sound_params(sound).into_iter().filter(|param| param.part_name == part.name);
        let field = |param: SoundParam| (param.info.id.to_owned(), value(&param.info, param.get(sound)));
        let unit = |param: SoundParam| (param.info.id.to_owned(), text(param.info.unit.symbol()));
        values.push((part.name.to_owned(), Tree::Object(params().map(field).collect())));
        units.push((part.name.to_owned(), Tree::Object(params().map(unit).collect())));
    }
    let mut fields = vec![
        ("format".to_owned(), Tree::Number(FORMAT.into())),
        ("model".to_owned(), text(sound.info().name)),
        ("name".to_owned(), text(&preset.name)),
        ("sentence".to_owned(), text(&preset.sentence)),
        ("author".to_owned(), text(&preset.author)),
    ];
    fields.extend(preset.like.map(|kind| ("like".to_owned(), text(kind))));
    if preset.place != Place::Free {
        fields.push(("place".to_owned(), text(preset.place.name())));
    }
    fields.extend([
        ("seed".to_owned(), Tree::Number(preset.seed.into())),
        ("loudness".to_owned(), loudness::tree(preset.loudness)),
        ("values".to_owned(), Tree::Object(values)),
        ("units".to_owned(), Tree::Object(units)),
    ]);
    if !sound.mode_edits().is_empty() {
        fields.push(("modes".to_owned(), modes::tree(sound.mode_edits())));
    }
    if !preset.score.events.is_empty() {
        fields.push(("score".to_owned(), score::tree(&preset.score, sound)));
    }
    Tree::Object(fields)
}

/// Returns the value of a parameter as a tree: the name of a choice, or a number in SI.
pub(super) fn value(info: &Info, value: f64) -> Tree {
    let name = info.choice(value).map(|name| Tree::Text(name.to_owned()));
    name.unwrap_or_else(|| number(value))
}
