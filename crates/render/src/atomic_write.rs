//! Files that appear completely or not at all: written under a temporary name beside the destination, then
//! renamed.

use crate::RenderError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that replaces its destination in [`AtomicFile::finish`]. Dropping the `AtomicFile` earlier removes
/// the temporary file.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Opens a temporary file beside `path`. An existing file stays unchanged until [`AtomicFile::finish`].
    ///
    /// # Errors
    /// If `path` is a folder or a device, or its folder is not writable.
    pub fn create(path: &Path) -> Result<Self, RenderError> {
        let path = destination(path)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary).map_err(|why| RenderError::unwritable(&path, why))?;
        Ok(Self { path, temporary, file: Some(BufWriter::new(file)) })
    }

    /// Writes a text file, completely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_text(path: &Path, text: &str) -> Result<(), RenderError> {
        Self::create(path)?.finish_with(text)
    }

    /// Writes `bytes` to the temporary file and moves it to its destination.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish_with(mut self, bytes: impl AsRef<[u8]>) -> Result<(), RenderError> {
        let written = self.write_all(bytes.as_ref());
        written.map_err(|why| RenderError::unwritable(&self.path, why))?;
        self.finish()
    }

    /// Moves the temporary file to its destination.
    ///
    /// # Errors
    /// If the file cannot be written or renamed.
    pub fn finish(mut self) -> Result<(), RenderError> {
        let renamed = self.flush().and_then(|()| fs::rename(&self.temporary, &self.path));
        renamed.map_err(|why| RenderError::unwritable(&self.path, why))?;
        self.file = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // A temporary file that cannot be removed is harmless.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Resolves links in `path` and checks that a regular file can replace the destination.
fn destination(path: &Path) -> Result<PathBuf, RenderError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(RenderError::unwritable(path, "it is a folder")),
        // Renaming onto `/dev/null` would replace the device for everyone.
        Ok(found) if !found.is_file() => Err(RenderError::unwritable(path, "it is not a regular file")),
        Ok(_) => fs::canonicalize(path).map_err(|why| RenderError::unwritable(path, why)),
        Err(_) if path.file_name().is_none() => Err(RenderError::unwritable(path, "it does not name a file")),
        Err(_) => Ok(path.to_owned()),
    }
}

/// Creates a folder and its parents unless it exists.
///
/// # Errors
/// If `path` is a file or cannot be created.
pub fn create_folder(path: &Path) -> Result<(), RenderError> {
    fs::create_dir_all(path).map_err(|why| match fs::metadata(path) {
        Ok(found) if !found.is_dir() => RenderError::unwritable(path, "it is a file, not a folder"),
        _ => RenderError::unwritable(path, why),
    })
}
