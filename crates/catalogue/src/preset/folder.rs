//! Preset files, and folders of them beside the built-in presets.
//!
//! A file holds one preset or a palette, as JSON or XML. An unreadable file is listed with its error; the
//! others are still read. Saving is atomic and replaces a file only on request.

use super::error::{PresetError, PresetErrorKind};
use super::{MAX_PRESET_BYTES, Preset, palette, xml};
use foley_document::DocumentErrorKind;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Reads one preset or a palette, as JSON or XML. Reads at most [`MAX_PRESET_BYTES`] bytes.
///
/// # Errors
/// The first error in the text, with its path, line and column.
pub fn read_from(from: impl Read) -> Result<Vec<Preset>, PresetError> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_PRESET_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|why| {
        PresetError::without_place(PresetErrorKind::custom(format!("the preset could not be read: {why}.")))
    })?;
    if bytes.len() > MAX_PRESET_BYTES {
        return Err(PresetError::without_place(DocumentErrorKind::TooLong { max: MAX_PRESET_BYTES }));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| PresetError::without_place(DocumentErrorKind::NotUtf8))?;
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    match begin.chars().next() {
        Some('<') => xml::read_any(&text),
        Some('[') => super::read_palette(&text),
        _ => Ok(vec![Preset::read(&text)?]),
    }
}

/// Reads the presets of a file in the same way as [`read_from`].
///
/// # Errors
/// If the file cannot be opened, or the first error in its text.
pub fn read_file(path: &Path) -> Result<Vec<Preset>, PresetError> {
    let error = |why: std::io::Error| io_error(path, &why);
    if !fs::metadata(path).map_err(error)?.is_file() {
        let why = "this is not a regular file".to_owned();
        return Err(PresetError::without_place(PresetErrorKind::Io { file: shown(path), why }));
    }
    read_from(File::open(path).map_err(error)?)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn io_error(path: &Path, why: &std::io::Error) -> PresetError {
    PresetError::without_place(PresetErrorKind::Io { file: shown(path), why: why.to_string() })
}

/// A folder of preset files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetFolder {
    path: PathBuf,
}

/// The result of reading one file of a [`PresetFolder`].
#[derive(Clone, Debug, PartialEq)]
pub struct PresetFile {
    /// Path of the preset file.
    pub file: PathBuf,
    /// Presets in the file, or the first error in the file.
    pub presets: Result<Vec<Preset>, PresetError>,
}

impl PresetFolder {
    /// Makes the folder at a path. The folder need not exist yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads all `.json` and `.xml` files in order of their names. Returns an empty list if the folder is
    /// missing.
    ///
    /// # Errors
    /// If the folder itself cannot be read.
    pub fn list(&self) -> Result<Vec<PresetFile>, PresetError> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(why) => return Err(io_error(&self.path, &why)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let file = entry.map_err(|why| io_error(&self.path, &why))?.path();
            let known = |ending: &std::ffi::OsStr| ending == "json" || ending == "xml";
            if file.extension().is_some_and(known) {
                files.push(file);
            }
        }
        files.sort();
        let read = |file: PathBuf| PresetFile { presets: read_file(&file), file };
        Ok(files.into_iter().map(read).collect())
    }

    /// Finds a preset by name among the readable files. Case does not matter, and hyphens may replace spaces.
    ///
    /// # Errors
    /// If no preset has the name (the error lists similar names), or if the folder cannot be read.
    pub fn read(&self, name: &str) -> Result<Preset, PresetError> {
        let readable = self.list()?.into_iter().filter_map(|found| found.presets.ok());
        let presets: Vec<Preset> = readable.flatten().collect();
        palette::find(&presets, name).cloned()
    }

    /// Returns the path of the file in which [`PresetFolder::save`] stores `preset`.
    pub fn file_of(&self, preset: &Preset) -> PathBuf {
        self.path.join(format!("{}.json", preset.slug()))
    }

    /// Saves a preset as JSON under its slug and returns the path of the file. Creates the folder if needed.
    ///
    /// # Errors
    /// If the preset has the name of a model, which would hide it; if the file exists and `replace` is false;
    /// or if the file cannot be written. An existing file is then unchanged.
    pub fn save(&self, preset: &Preset, replace: bool) -> Result<PathBuf, PresetError> {
        if crate::model(&preset.slug()).is_ok() {
            let name = preset.name.clone();
            return Err(PresetError::without_place(PresetErrorKind::NameOfModel { name }));
        }
        let file = self.file_of(preset);
        if !replace && fs::symlink_metadata(&file).is_ok() {
            return Err(PresetError::without_place(PresetErrorKind::Exists { file: shown(&file) }));
        }
        fs::create_dir_all(&self.path).map_err(|why| io_error(&self.path, &why))?;
        let part = self.path.join(format!(".{}.json.part", preset.slug()));
        let written = File::create(&part)
            .and_then(|mut to| {
                to.write_all(preset.to_json().as_bytes())?;
                to.sync_all()
            })
            .and_then(|()| fs::rename(&part, &file));
        if let Err(why) = written {
            // The partial file is useless. The first error matters more than a failure to remove the partial
            // file.
            let _ = fs::remove_file(&part);
            return Err(io_error(&file, &why));
        }
        Ok(file)
    }
}
