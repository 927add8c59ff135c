//! Where something to play comes from: a preset or a model by name, a preset file, a scene file, or a sound
//! file that was made from one.

use super::blend::Blend;
use super::given::Remembered;
use super::record::{Recipe, Record};
use crate::catalogue::{named, nothing_of_that_name};
use crate::failure::Failure;
use crate::sound_file::{Container, Sound};
use foley_catalogue::preset::{Preset, read_from};
use foley_document::{MAX_TEXT_BYTES, Tree};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Something to play as it was found, nothing changed yet.
#[derive(Debug)]
pub(super) struct Source {
    /// As messages call it.
    pub(super) name: String,
    pub(super) found: Found,
    /// What else a sound file says about how it was made.
    pub(super) record: Option<Record>,
    /// The sound file itself, as read and as bytes.
    pub(super) original: Option<(Sound, Vec<u8>)>,
}

/// What was found.
#[derive(Debug)]
pub(super) enum Found {
    /// A scene, of which nothing has been checked but that it is JSON.
    Scene(Tree),
    /// A sound of the catalogue.
    Preset(Box<Preset>),
    /// Several sounds, and the way between them.
    Morph(Box<Blend>),
    /// A sound of the catalogue that listened to a file.
    Effect(Box<Preset>, Remembered),
}

impl Source {
    pub(super) fn of(name: &str, found: Found) -> Self {
        Self { name: name.to_owned(), found, record: None, original: None }
    }

    pub(super) fn preset(name: &str, preset: Preset) -> Self {
        Self::of(name, Found::Preset(Box::new(preset)))
    }
}

/// By name, or from a file; `-` is the standard input. What looks like a file is one; else names come before
/// files.
pub(super) fn load(wanted: &str) -> Result<Source, Failure> {
    let path = Path::new(wanted);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let file = wanted == "-"
        || wanted.contains(['/', '\\'])
        || ending.is_some_and(|ending| ["json", "xml", "wav", "flac"].contains(&ending));
    if !file {
        if let Some(preset) = named(wanted) {
            return Ok(Source::preset(wanted, preset));
        }
        if !path.exists() {
            return Err(nothing_of_that_name(wanted));
        }
    }
    let name = path.display().to_string();
    let unreadable = |why: io::Error| Failure::input(format!("cannot read `{name}`: {why}"));
    let bytes = if name == "-" { read(io::stdin().lock()) } else { File::open(path).and_then(read) }
        .map_err(unreadable)?;
    if let Some(kind) = Container::of_bytes(&bytes) {
        return from_sound(name, kind, bytes);
    }
    let text = String::from_utf8(bytes).map_err(|why| {
        let at = why.utf8_error().valid_up_to();
        Failure::input(format!("`{name}` is no scene and no preset: byte {at} of it is no text (UTF-8)."))
    })?;
    let found = from_text(&text).map_err(|why| Failure::input(format!("`{name}`, {why}")))?;
    Ok(Source::of(&name, found))
}

/// What a text is: a preset names its model, a scene does not.
fn from_text(text: &str) -> Result<Found, String> {
    let preset = || {
        let mut presets = read_from(text.as_bytes()).map_err(|why| why.to_string())?;
        match presets.len() {
            1 => Ok(Found::Preset(Box::new(presets.swap_remove(0)))),
            count => Err(format!("there are {count} presets here, and one can be played at a time.")),
        }
    };
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return preset();
    }
    let tree = Tree::parse(text).map_err(|why| why.to_string())?;
    match &tree {
        Tree::Object(fields) if fields.iter().any(|(key, _)| key == "model") => preset(),
        Tree::List(_) => Err("this is a list; one preset or one scene can be played at a time.".to_owned()),
        _ => Ok(Found::Scene(tree)),
    }
}

/// All of a sound file, and no more of anything else than a scene may have.
fn read(mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_TEXT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if Container::of_bytes(&bytes).is_some() {
        file.take(u64::from(u32::MAX)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn from_sound(name: String, kind: Container, bytes: Vec<u8>) -> Result<Source, Failure> {
    let sound = kind.read(&bytes).map_err(|why| Failure::input(format!("cannot read `{name}`: {why}.")))?;
    let part = kind.part();
    let Some(text) = &sound.record else {
        return Err(Failure::input(format!(
            "`{name}` does not say how it was made: it has no {part} `foly`. Only files made by `foley render` can be rendered \
             again."
        )));
    };
    let refused = |why: String| Failure::input(format!("the {part} `foly` of `{name}`, {why}"));
    let (recipe, record) = Record::read(text).map_err(refused)?;
    let preset = |tree: &Tree| match Preset::read(&tree.to_string()) {
        Ok(preset) => Ok(Box::new(preset)),
        Err(why) => Err(refused(format!("at `preset`, {why}"))),
    };
    let found = match recipe {
        Recipe::Scene(tree) => Found::Scene(tree),
        Recipe::Preset(tree) => Found::Preset(preset(&tree)?),
        Recipe::Effect(tree) => {
            let (tree, remembered) = Remembered::read(&tree).map_err(refused)?;
            Found::Effect(preset(&tree)?, remembered)
        }
        Recipe::Morph(tree) => match Blend::read(&tree) {
            Ok(blend) => Found::Morph(Box::new(blend)),
            Err(why) => return Err(refused(format!("at `morph`, {why}"))),
        },
    };
    Ok(Source { name, found, record: Some(record), original: Some((sound, bytes)) })
}
