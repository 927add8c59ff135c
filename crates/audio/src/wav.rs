//! WAV files: functions that write their parts, and a file that stays valid while it grows.
//!
//! A RIFF file is a sequence of chunks: four letters, a length, that many bytes, and a padding byte after an
//! odd length. A file of a [`WavWriter`] has the chunks `fmt `, `fact` and `data`, with 32-bit float samples:
//!
//! | when                          | content of the disk                                                                   |
//! |-------------------------------|---------------------------------------------------------------------------------------|
//! | before the first write        | the previous file                                                                     |
//! | samples are written           | samples beyond the length in the header: readers do not see them yet                  |
//! | the header is updated         | a header, written in one piece, with the length of all samples                        |
//! | the program is killed         | a valid file up to the last update of the header                                      |
//!
//! The file is limited to 4 GiB by its 32-bit lengths: three hours of stereo at 48 kHz.

use foley_render::riff::{IEEE_FLOAT, chunk, fmt};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A growing WAV file of float samples, valid after each [`WavWriter::finish`]. Until the first write, a
/// previous file is untouched, and a newly created file is removed on drop: a session that fails to start
/// loses no file.
#[derive(Debug)]
pub struct WavWriter {
    file: File,
    path: PathBuf,
    /// Whether the writer created the file. False if the file existed before.
    fresh: bool,
    /// Whether writing has begun, which replaces the previous content of the file.
    begun: bool,
    rate: u32,
    channels: u16,
    /// Number of written frames, whether the header counts them yet or not.
    frames: u64,
    bytes: Vec<u8>,
}

impl WavWriter {
    /// Opens a WAV file for writing; replaces an existing file only if `replace` is set.
    ///
    /// # Errors
    /// If the file cannot be created, or exists and must not be replaced.
    pub fn create(path: &Path, rate: u32, channels: u16, replace: bool) -> io::Result<Self> {
        let mut how = OpenOptions::new();
        how.write(true);
        let (file, fresh) = match how.clone().create_new(true).open(path) {
            Err(why) if replace && why.kind() == io::ErrorKind::AlreadyExists => {
                (how.create(true).open(path)?, false)
            }
            made => (made?, true),
        };
        let mut writer = Self {
            file,
            path: path.to_owned(),
            fresh,
            begun: false,
            rate,
            channels: channels.max(1),
            frames: 0,
            bytes: Vec::new(),
        };
        // A file without previous content is written at once, so that a full disk is noticed.
        if fresh || writer.file.metadata()?.len() == 0 {
            writer.write_header()?;
        }
        Ok(writer)
    }

    /// Returns the number of written frames.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns the maximum number of frames of the file.
    fn most(&self) -> u64 {
        (u64::from(u32::MAX) - 256) / self.frame()
    }

    fn frame(&self) -> u64 {
        4 * u64::from(self.channels)
    }

    fn full() -> io::Error {
        io::Error::new(io::ErrorKind::FileTooLarge, "a WAV file is limited to 4 GiB; the recording ends here")
    }

    /// Writes silence of this number of frames. On most file systems the silence takes no space.
    ///
    /// # Errors
    /// If writing fails.
    pub fn silence(&mut self, frames: u64) -> io::Result<()> {
        if self.frames + frames > self.most() {
            return Err(Self::full());
        }
        self.start()?;
        let stop = self.header().len() as u64 + (self.frames + frames) * self.frame();
        self.file.set_len(stop)?;
        self.file.seek(SeekFrom::Start(stop))?;
        self.frames += frames;
        Ok(())
    }

    /// Writes interleaved samples; an incomplete last frame is ignored.
    ///
    /// # Errors
    /// If writing fails; samples written earlier stay.
    pub fn write(&mut self, samples: &[f32]) -> io::Result<()> {
        let frames = (samples.len() / usize::from(self.channels)) as u64;
        if self.frames + frames > self.most() {
            return Err(Self::full());
        }
        self.start()?;
        self.bytes.clear();
        let whole = samples.get(..frames as usize * usize::from(self.channels));
        for sample in whole.unwrap_or_default() {
            self.bytes.extend(sample.to_le_bytes());
        }
        self.file.write_all(&self.bytes)?;
        self.frames += frames;
        Ok(())
    }

    fn header(&self) -> Vec<u8> {
        let data = self.frames * self.frame();
        let mut header = Vec::from(*b"RIFF\0\0\0\0WAVE");
        let fmt = fmt(IEEE_FLOAT, 4, self.rate, self.channels);
        // Writing to memory cannot fail.
        let _ = chunk(&mut header, *b"fmt ", &fmt);
        let _ = chunk(&mut header, *b"fact", &(self.frames as u32).to_le_bytes());
        header.extend(b"data");
        header.extend((data as u32).to_le_bytes());
        let size = (header.len() as u64 - 8 + data) as u32;
        header[4..8].copy_from_slice(&size.to_le_bytes());
        header
    }

    /// Replaces the previous content of the file by a header without samples.
    fn start(&mut self) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        // The header without samples is written first: a program killed in between leaves a valid file.
        self.write_header()?;
        // A terminal or a pipe has no length to set.
        let header = self.header().len() as u64;
        if self.file.set_len(header).is_ok() {
            self.file.seek(SeekFrom::Start(header))?;
        }
        Ok(())
    }

    /// Updates the header, so that the file is valid and contains all samples written so far.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(&mut self) -> io::Result<()> {
        self.start()?;
        self.write_header()
    }

    fn write_header(&mut self) -> io::Result<()> {
        let header = self.header();
        self.file.seek(SeekFrom::Start(0))?;
        // The header is one write call: a killed program leaves the old or the new header, never half of one.
        self.file.write_all(&header)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }
}

impl Drop for WavWriter {
    fn drop(&mut self) {
        if self.fresh && !self.begun {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_limited_to_four_gibibytes_and_keeps_its_content() {
        let folder = std::env::temp_dir().join(format!("foley-wav-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("long.wav");
        let mut file = WavWriter::create(&path, 48_000, 2, false).unwrap();
        // The file is sparse: its silence takes no space on the disk.
        file.silence(536_870_000).unwrap();
        file.write(&[0.5; 128]).unwrap();
        let refused = file.write(&vec![0.5; 4096]).unwrap_err();
        assert!(refused.to_string().contains("4 GiB"), "{refused}");
        file.finish().unwrap();
        assert_eq!(file.frames(), 536_870_064);
        assert!(
            WavWriter::create(&path, 48_000, 2, false).is_err(),
            "the file was replaced without a request"
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_old_file_stays_until_the_first_write_and_an_unused_new_one_is_removed() {
        let folder = std::env::temp_dir().join(format!("foley-wav-kept-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (old, new) = (folder.join("old.wav"), folder.join("new.wav"));
        std::fs::write(&old, [7; 1000]).unwrap();
        for path in [&old, &new] {
            drop(WavWriter::create(path, 48_000, 2, true).unwrap());
        }
        assert_eq!(std::fs::read(&old).unwrap(), [7; 1000]);
        assert!(!new.exists());
        let mut file = WavWriter::create(&old, 48_000, 2, true).unwrap();
        file.write(&[0.5; 4]).unwrap();
        file.finish().unwrap();
        assert_eq!(
            std::fs::metadata(&old).unwrap().len(),
            file.header().len() as u64 + 16,
            "nothing of the old file is left"
        );
        #[cfg(unix)]
        {
            let link = folder.join("link.wav");
            std::os::unix::fs::symlink(&new, &link).unwrap();
            let mut file = WavWriter::create(&link, 48_000, 2, true).unwrap();
            file.finish().unwrap();
            assert!(new.exists(), "a link leads to where nothing is yet");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
