//! Finds the source of a render: a preset or a model by name, or a file.

use crate::catalogue::{named, unknown_name};
use crate::failure::Failure;
use foley_catalogue::preset::Preset;
use foley_render::{RenderError, Source};
use std::fs::File;
use std::io;
use std::path::Path;

/// Loads a source; `-` is the standard input. A text with a slash or a known extension is a file. Otherwise
/// names take precedence over files.
pub(crate) fn load(text: &str) -> Result<Source, Failure> {
    let path = Path::new(text);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_file = text == "-"
        || text.contains(['/', '\\'])
        || extension.is_some_and(|extension| ["json", "xml", "wav", "flac"].contains(&extension));
    if !is_file {
        if let Some(preset) = named(text) {
            return Ok(Source::preset(text, preset));
        }
        if !path.exists() {
            return Err(unknown_name(text));
        }
    }
    if text == "-" {
        return Ok(Source::read(text, io::stdin().lock())?);
    }
    let name = path.display().to_string();
    let file = File::open(path)
        .map_err(|why| RenderError::Unreadable { name: name.clone(), reason: why.to_string() })?;
    Ok(Source::read(&name, file)?)
}

/// Loads a preset by name, from a file, or from the recipe of a sound file.
pub(crate) fn load_preset(text: &str) -> Result<Preset, Failure> {
    Ok(load(text)?.into_preset()?)
}
