//! A folder of one's own presets beside the built-in ones.
//!
//! One file is one preset or a palette of them, JSON or XML. A file that cannot be read is listed with what
//! is wrong with it and does not keep the others from being read. What is saved is there completely or not at
//! all, and replaces nothing unless one says so.

use super::error::{PresetError, Wrong};
use super::{LONGEST, Preset, palette, xml};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Presets from whatever can be read: one or a list of them, JSON or XML. Reads at most [`LONGEST`] bytes.
///
/// # Errors
/// With the first thing that is wrong, and its line.
pub fn read_from(from: impl Read) -> Result<Vec<Preset>, PresetError> {
    let mut bytes = Vec::new();
    let read = from.take(LONGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|why| PresetError::whole(Wrong::Says(format!("it cannot be read: {why}."))))?;
    if bytes.len() > LONGEST {
        return Err(PresetError::whole(Wrong::TooLong { most: LONGEST }));
    }
    let text = String::from_utf8(bytes).map_err(|_| PresetError::whole(Wrong::NotText))?;
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    match begin.chars().next() {
        Some('<') => xml::any(&text),
        Some('[') => super::read_palette(&text),
        _ => Ok(vec![Preset::read(&text)?]),
    }
}

/// Presets from a file.
///
/// # Errors
/// If there is no such file, or with the first thing that is wrong in it, and its line.
pub fn read_file(path: &Path) -> Result<Vec<Preset>, PresetError> {
    let named = |why: std::io::Error| io(path, &why);
    if !fs::metadata(path).map_err(named)?.is_file() {
        return Err(PresetError::whole(Wrong::Io { file: shown(path), why: "this is no file".to_owned() }));
    }
    read_from(File::open(path).map_err(named)?)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn io(path: &Path, why: &std::io::Error) -> PresetError {
    PresetError::whole(Wrong::Io { file: shown(path), why: why.to_string() })
}

/// A folder of presets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

/// A file of a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Which.
    pub file: PathBuf,
    /// What is in it, or what is wrong with it.
    pub presets: Result<Vec<Preset>, PresetError>,
}

impl Folder {
    /// The folder at a path; it need not be there yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Every `.json` and `.xml` file in it, by name; none if there is no such folder.
    ///
    /// # Errors
    /// If the folder itself cannot be read.
    pub fn list(&self) -> Result<Vec<Found>, PresetError> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(why) => return Err(io(&self.path, &why)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let file = entry.map_err(|why| io(&self.path, &why))?.path();
            let known = |ending: &std::ffi::OsStr| ending == "json" || ending == "xml";
            if file.extension().is_some_and(known) {
                files.push(file);
            }
        }
        files.sort();
        let read = |file: PathBuf| Found { presets: read_file(&file), file };
        Ok(files.into_iter().map(read).collect())
    }

    /// The preset of that name among those that can be read, in any case, with spaces or hyphens.
    ///
    /// # Errors
    /// If there is none, with those that are spelt alike, or if the folder cannot be read.
    pub fn read(&self, name: &str) -> Result<Preset, PresetError> {
        let readable = self.list()?.into_iter().filter_map(|found| found.presets.ok());
        let presets: Vec<Preset> = readable.flatten().collect();
        palette::find(&presets, name).cloned()
    }

    /// The file in which a preset of that name is saved.
    pub fn file_of(&self, preset: &Preset) -> PathBuf {
        self.path.join(format!("{}.json", preset.slug()))
    }

    /// Saves a preset as JSON under its name, and makes the folder if it is not there; the file that was
    /// written.
    ///
    /// # Errors
    /// If it has the name of a model, which would hide it; if there is such a file already and it is not to
    /// be replaced; or if it cannot be written. Nothing has changed then.
    pub fn save(&self, preset: &Preset, replace: bool) -> Result<PathBuf, PresetError> {
        if crate::model(&preset.slug()).is_ok() {
            return Err(PresetError::whole(Wrong::Says(format!(
                "`{}` is the name of a model: a preset needs a name of its own.",
                preset.name
            ))));
        }
        let file = self.file_of(preset);
        if !replace && fs::symlink_metadata(&file).is_ok() {
            return Err(PresetError::whole(Wrong::Exists { file: shown(&file) }));
        }
        fs::create_dir_all(&self.path).map_err(|why| io(&self.path, &why))?;
        let part = self.path.join(format!(".{}.json.part", preset.slug()));
        let written = File::create(&part)
            .and_then(|mut to| {
                to.write_all(preset.to_json().as_bytes())?;
                to.sync_all()
            })
            .and_then(|()| fs::rename(&part, &file));
        if let Err(why) = written {
            // What is left of it is of no use; that it cannot be removed either is not the news.
            let _ = fs::remove_file(&part);
            return Err(io(&file, &why));
        }
        Ok(file)
    }
}
