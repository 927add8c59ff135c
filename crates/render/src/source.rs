//! Sources of a render: a preset, a preset file, a scene file, or a sound file with its recipe.

use crate::sound_file::{Container, SoundFile};
use crate::{Blend, InputReference, Recipe, RecipeBody, RenderError};
use foley_catalogue::preset::{Preset, read_from};
use foley_document::{MAX_TEXT_BYTES, Tree};
use std::io::{self, Read};

/// A source of a render, before options change it.
#[derive(Debug)]
pub struct Source {
    /// The name of the source in messages.
    pub name: String,
    /// The sound of the source: a scene, preset, morph or effect.
    pub kind: SourceKind,
    /// The text of a scene or preset file, which gives errors their line and column; `None` for other sources.
    pub text: Option<String>,
    /// The recipe in the sound file; `None` if the source is not a sound file.
    pub recipe: Option<Recipe>,
    /// The sound file and its bytes; `None` if the source is not a sound file.
    pub original: Option<(SoundFile, Vec<u8>)>,
}

/// The sound of a source.
#[derive(Debug)]
pub enum SourceKind {
    /// A scene; only its JSON syntax has been checked.
    Scene(Tree),
    /// A preset of the catalogue.
    Preset(Box<Preset>),
    /// A morph: several presets and the path between them.
    Morph(Box<Blend>),
    /// A preset, and a reference to the input file that the preset processed.
    Effect(Box<Preset>, InputReference),
}

impl Source {
    /// Creates a source that is not a sound file. `name` appears in messages.
    pub fn new(name: &str, kind: SourceKind) -> Self {
        Self { name: name.to_owned(), kind, text: None, recipe: None, original: None }
    }

    /// Creates a source from a preset. `name` appears in messages.
    pub fn preset(name: &str, preset: Preset) -> Self {
        Self::new(name, SourceKind::Preset(Box::new(preset)))
    }

    /// Reads a scene, a preset in JSON or XML, or a sound file with a recipe.
    ///
    /// # Errors
    /// If `file` fails, or its content is none of these.
    pub fn read(name: &str, file: impl Read) -> Result<Self, RenderError> {
        let bytes = read_limited(file).map_err(|why| RenderError::unreadable(name, why))?;
        if let Some(container) = Container::of_bytes(&bytes) {
            return from_sound_file(name, container, bytes);
        }
        let text = String::from_utf8(bytes).map_err(|why| {
            let at = why.utf8_error().valid_up_to();
            RenderError::request(format!(
                "`{name}` is neither a scene nor a preset: byte {at} is not UTF-8 text."
            ))
        })?;
        let kind =
            from_text(&text).map_err(|reason| RenderError::Document { name: name.to_owned(), reason })?;
        Ok(Self { text: Some(text), ..Self::new(name, kind) })
    }

    /// Returns the preset of this source.
    ///
    /// # Errors
    /// If the source is a scene or a morph.
    pub fn into_preset(self) -> Result<Preset, RenderError> {
        match self.kind {
            SourceKind::Preset(preset) | SourceKind::Effect(preset, _) => Ok(*preset),
            SourceKind::Scene(_) | SourceKind::Morph(_) => Err(RenderError::request(format!(
                "`{}` is a scene or a morph; name a preset, a model or a file made from one.",
                self.name
            ))),
        }
    }
}

/// Parses a preset or a scene. Only a preset has the key `model`.
fn from_text(text: &str) -> Result<SourceKind, String> {
    let preset = || {
        let mut presets = read_from(text.as_bytes()).map_err(|why| why.to_string())?;
        match presets.len() {
            1 => Ok(SourceKind::Preset(Box::new(presets.swap_remove(0)))),
            count => Err(format!(
                "the file has {count} presets; only a file with a single preset can be rendered."
            )),
        }
    };
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return preset();
    }
    let tree = Tree::parse(text).map_err(|why| why.to_string())?;
    match &tree {
        Tree::Object(fields) if fields.iter().any(|(key, _)| key == "model") => preset(),
        Tree::List(_) => Err("the file is a list; only a single preset or scene can be rendered.".to_owned()),
        _ => Ok(SourceKind::Scene(tree)),
    }
}

/// Reads at most [`MAX_TEXT_BYTES`] of a text file, or 4 GiB of a sound file.
fn read_limited(mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_TEXT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if Container::of_bytes(&bytes).is_some() {
        file.take(u64::from(u32::MAX)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn from_sound_file(name: &str, container: Container, bytes: Vec<u8>) -> Result<Source, RenderError> {
    let sound =
        container.read(&bytes).map_err(|why| RenderError::unreadable(name, format_args!("{why}.")))?;
    let part = container.part();
    let Some(text) = &sound.recipe else {
        return Err(RenderError::NoRecipe { name: name.to_owned(), part });
    };
    let invalid = |reason: String| RenderError::Recipe { name: name.to_owned(), part, reason };
    let (body, recipe) = Recipe::read(text).map_err(invalid)?;
    let preset = |tree: &Tree| match Preset::read(&tree.to_string()) {
        Ok(preset) => Ok(Box::new(preset)),
        Err(why) => Err(invalid(format!("at `preset`, {why}"))),
    };
    let kind = match body {
        RecipeBody::Scene(tree) => SourceKind::Scene(tree),
        RecipeBody::Preset(tree) => SourceKind::Preset(preset(&tree)?),
        RecipeBody::Effect(tree) => {
            let (tree, input) = InputReference::read(&tree).map_err(invalid)?;
            SourceKind::Effect(preset(&tree)?, input)
        }
        RecipeBody::Morph(tree) => match Blend::read(&tree) {
            Ok(blend) => SourceKind::Morph(Box::new(blend)),
            Err(why) => return Err(invalid(format!("at `morph`, {why}"))),
        },
    };
    Ok(Source { recipe: Some(recipe), original: Some((sound, bytes)), ..Source::new(name, kind) })
}
