//! Sound files that carry the recipe they were made from.
//!
//! | extension | samples                             | place of the recipe          |
//! |-----------|-------------------------------------|------------------------------|
//! | `.wav`    | integers of 16 or 24 bits, or float | chunk `foly`, see `wav.rs`   |
//! | `.flac`   | integers of 16 or 24 bits, lossless | block `foly`, see `flac.rs`  |
//!
//! Full scale is 1: 2¹⁵ steps of 16 bits, 2²³ of 24. The extension selects the container on writing, the
//! first bytes on reading, so that renamed files are read. The readers accept more codings than the writers
//! produce. [`SoundInput`] is a checked file of any origin.

mod flac;
mod input;
mod wav;

pub use input::{SoundInput, mean};

use std::fmt;
use std::path::Path;

/// Maximum samples of all channels or outputs in memory: 512 MiB, or 23 minutes of one channel at 48 kHz.
pub const MAX_SAMPLES: usize = 1 << 26;

/// Coding of the samples in a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Integers of 16 bits.
    Pcm16,
    /// Integers of 24 bits.
    Pcm24,
    /// Floating point of single precision, which does not clip.
    Float,
}

impl Format {
    /// Every format that can be written.
    pub const ALL: [Self; 3] = [Self::Pcm16, Self::Pcm24, Self::Float];

    /// Returns the name of the format in options and recipes: `16`, `24` or `float`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pcm16 => "16",
            Self::Pcm24 => "24",
            Self::Float => "float",
        }
    }

    /// Finds a format by its name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the number of bytes of a sample.
    const fn bytes(self) -> usize {
        match self {
            Self::Pcm16 => 2,
            Self::Pcm24 => 3,
            Self::Float => 4,
        }
    }

    /// Returns the number of integer steps from 0 to full scale.
    const fn steps(self) -> f64 {
        match self {
            Self::Pcm16 => 32768.0,
            Self::Pcm24 => 8388608.0,
            Self::Float => 1.0,
        }
    }

    /// Rounds a sample to the nearest integer and clamps it to full scale. The returned flag reports
    /// clipping. Not for [`Format::Float`].
    fn quantise(self, sample: f64) -> (i32, bool) {
        let (step, largest) = ((sample * self.steps()).round(), self.steps() - 1.0);
        let clamped = step.clamp(-self.steps(), largest);
        (clamped as i32, clamped != step)
    }
}

/// The samples of a sound file and its metadata.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundFile {
    /// Coding of the samples in the written file. After reading: the nearest coding that can be written.
    pub format: Format,
    /// Sample rate of all channels \[Hz\].
    pub rate: u32,
    /// One row of samples per channel, all of the same length; full scale is 1.
    pub channels: Vec<Vec<f64>>,
    /// Title of the sound in the file's metadata.
    pub title: Option<String>,
    /// Name and version of the program that wrote the file.
    pub software: Option<String>,
    /// Recipe of the sound as JSON.
    pub recipe: Option<String>,
}

impl SoundFile {
    /// Returns the number of samples of one channel.
    pub fn frames(&self) -> usize {
        self.channels.first().map_or(0, Vec::len)
    }
}

/// An encoded sound file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedFile {
    /// Bytes of the complete file.
    pub bytes: Vec<u8>,
    /// Number of samples beyond full scale, which were clamped to full scale.
    pub clipped: usize,
}

/// Format of a sound file: WAV or FLAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// RIFF WAVE.
    Wav,
    /// Free Lossless Audio Codec.
    Flac,
}

impl Container {
    /// Every container that can be read and written.
    pub const ALL: [Self; 2] = [Self::Wav, Self::Flac];

    /// Returns the name of the container in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wav => "WAV",
            Self::Flac => "FLAC",
        }
    }

    /// Returns the file extension without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Flac => "flac",
        }
    }

    /// Returns the word for a part of the file: `chunk` of WAV, `block` of FLAC.
    pub const fn part(self) -> &'static str {
        match self {
            Self::Wav => "chunk",
            Self::Flac => "block",
        }
    }

    /// Selects the container by the extension of `path`; `None` if the extension is unknown.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let named = |kind: &Self| extension.eq_ignore_ascii_case(kind.extension());
        Self::ALL.into_iter().find(named)
    }

    /// Recognises the container by the first bytes of a file; `None` if they are unknown.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let begins = |kind: &Self| match kind {
            Self::Wav => {
                let long = wav::LONG_MAGIC.iter();
                bytes.starts_with(wav::MAGIC) || long.clone().any(|magic| bytes.starts_with(magic))
            }
            Self::Flac => bytes.starts_with(flac::MAGIC),
        };
        Self::ALL.into_iter().find(begins)
    }

    /// Checks whether the container holds this format and number of channels.
    ///
    /// # Errors
    /// For float samples or more than 8 channels in FLAC.
    pub fn check(self, format: Format, channels: usize) -> Result<(), SoundFileError> {
        match self {
            Self::Wav => Ok(()),
            Self::Flac => flac::check(format, channels),
        }
    }

    /// Encodes a sound as a file in memory.
    ///
    /// # Errors
    /// If the container cannot hold the sound.
    pub fn write(self, sound: &SoundFile) -> Result<EncodedFile, SoundFileError> {
        self.check(sound.format, sound.channels.len())?;
        match self {
            Self::Wav => wav::write(sound),
            Self::Flac => flac::write(sound),
        }
    }

    /// Decodes the bytes of a sound file.
    ///
    /// # Errors
    /// If the file is damaged, too long, or of a coding that is not read.
    pub fn read(self, bytes: &[u8]) -> Result<SoundFile, SoundFileError> {
        match self {
            Self::Wav => wav::read(bytes),
            Self::Flac => flac::read(bytes),
        }
    }
}

/// An error of decoding or encoding a sound file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SoundFileError {
    /// The first bytes of the file are not those of the container.
    Signature {
        /// The expected container of the file.
        kind: Container,
    },
    /// A chunk or block is longer than the rest of the file.
    Truncated {
        /// The container of the truncated file.
        kind: Container,
        /// Id of the truncated chunk or block.
        part: String,
        /// Number of missing bytes.
        missing: usize,
    },
    /// A WAV file lacks a required chunk.
    Missing {
        /// Id of the missing chunk.
        chunk: &'static str,
    },
    /// The coding of the file cannot be read, or its header contradicts itself.
    Format {
        /// The container of the rejected file.
        kind: Container,
        /// Why the coding or the header is rejected.
        why: String,
    },
    /// The file has more than [`MAX_SAMPLES`] samples.
    TooMany {
        /// Number of samples found until reading stopped.
        samples: usize,
    },
    /// The file ends early or its checksum is wrong.
    Damaged {
        /// Description of the damage.
        why: String,
    },
    /// The FLAC encoder rejected the sound.
    Encoder {
        /// The encoder's message.
        why: String,
    },
    /// The WAV file would exceed the range of its 32-bit length.
    TooLong {
        /// Length of the file \[bytes\].
        bytes: u64,
    },
    /// The sound has float samples, but FLAC holds integers only.
    FloatInFlac,
    /// The sound has more channels than FLAC can hold.
    Channels {
        /// Number of channels of the sound.
        count: usize,
        /// Maximum number of channels of the container.
        most: usize,
    },
    /// The recipe is longer than a FLAC block.
    RecipeTooLong {
        /// Length of the recipe \[bytes\].
        bytes: usize,
        /// Maximum length of a recipe \[bytes\].
        most: usize,
    },
}

impl fmt::Display for SoundFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature { kind } => write!(f, "it is not a {} file", kind.name()),
            Self::Truncated { kind, part, missing } => {
                write!(f, "the file is cut short: {missing} bytes of its {} `{part}` are missing", kind.part())
            }
            Self::Missing { chunk } => write!(f, "it has no chunk `{chunk}`"),
            Self::Format { kind, why } => {
                let read = match kind {
                    Container::Wav => "PCM of 8, 16, 24 or 32 bits and float of 32 or 64",
                    Container::Flac => "FLAC of 4 to 32 bits",
                };
                write!(f, "{why}; supported: {read}")
            }
            Self::TooMany { samples } => write!(
                f,
                "the file has at least {samples} samples, and the limit is {MAX_SAMPLES}; split it into shorter files"
            ),
            Self::Damaged { why } => write!(f, "the file is damaged or cut short: {why}"),
            Self::Encoder { why } => write!(f, "the FLAC encoder failed: {why}"),
            Self::TooLong { bytes } => write!(
                f,
                "{bytes} bytes exceed the 4 GiB of a WAV file; choose a shorter duration, a lower rate, fewer bits or FLAC"
            ),
            Self::FloatInFlac => f.write_str(
                "FLAC holds integers, not float; choose 16 or 24 bits (`--format 24`), or a file name ending in .wav",
            ),
            Self::Channels { count, most } => write!(
                f,
                "{count} channels exceed the {most} of a FLAC file; choose `--stems`, or a file name ending in .wav"
            ),
            Self::RecipeTooLong { bytes, most } => write!(
                f,
                "its recipe has {bytes} bytes, and a FLAC block holds {most}; choose a file name ending in .wav"
            ),
        }
    }
}

impl std::error::Error for SoundFileError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_writer_and_the_first_bytes_the_reader() {
        for (path, kind) in [
            ("x.wav", Some(Container::Wav)),
            ("x.y.FLAC", Some(Container::Flac)),
            ("x.mp3", None),
            ("flac", None),
        ] {
            assert_eq!(Container::of_path(Path::new(path)), kind, "{path}");
        }
        for (bytes, kind) in [
            (&b"RIFF????WAVE"[..], Some(Container::Wav)),
            (b"RF64????WAVE", Some(Container::Wav)),
            (b"fLaC", Some(Container::Flac)),
            (b"{}", None),
            (b"fLa", None),
        ] {
            assert_eq!(Container::of_bytes(bytes), kind, "{bytes:?}");
        }
    }
}
