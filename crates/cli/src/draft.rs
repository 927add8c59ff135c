//! Files that are there whole or not at all: written beside their place under another name, then renamed.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file in the making. Dropped before [`Draft::finish`], it leaves nothing behind.
#[derive(Debug)]
pub(crate) struct Draft {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl Draft {
    /// Begins a file. An old one of the same name stays as it is until this one is finished.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let path = destination(path)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary).map_err(|why| Failure::unwritable(&path, why))?;
        Ok(Self { path, temporary, file: Some(BufWriter::new(file)) })
    }

    /// A whole text at once.
    pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
        Self::create(path)?.finish_with(text)
    }

    /// The text, and the file takes its place.
    pub(crate) fn finish_with(self, text: &str) -> Result<(), Failure> {
        self.finish_with_bytes(text.as_bytes())
    }

    /// The bytes, and the file takes its place.
    pub(crate) fn finish_with_bytes(mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.write_all(bytes);
        written.map_err(|why| Failure::unwritable(&self.path, why))?;
        self.finish()
    }

    /// The file takes its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let kept = self.flush().and_then(|()| fs::rename(&self.temporary, &self.path));
        kept.map_err(|why| Failure::unwritable(&self.path, why))?;
        self.file = None;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // Nothing more can be done about a file that will not go.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Where the file will stand: behind a link, where the link points. Only what can be replaced by a file is
/// allowed.
fn destination(path: &Path) -> Result<PathBuf, Failure> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(Failure::unwritable(path, "it is a folder")),
        // Renaming onto `/dev/null` would replace it for everyone.
        Ok(found) if !found.is_file() => Err(Failure::unwritable(path, "it is not a regular file")),
        Ok(_) => fs::canonicalize(path).map_err(|why| Failure::unwritable(path, why)),
        Err(_) if path.file_name().is_none() => Err(Failure::unwritable(path, "it does not name a file")),
        Err(_) => Ok(path.to_owned()),
    }
}

/// A folder to write into, made if it is not there.
pub(crate) fn folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|why| match fs::metadata(path) {
        Ok(found) if !found.is_dir() => Failure::unwritable(path, "it is a file, not a folder"),
        _ => Failure::unwritable(path, why),
    })
}
