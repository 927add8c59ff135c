//! Sound files that say how they were made.
//!
//! | ends in | holds                                    | says how it was made in        |
//! |---------|------------------------------------------|--------------------------------|
//! | `.wav`  | whole numbers of 16 or 24 bits, or float | the chunk `foly`, see [`wav`]  |
//! | `.flac` | the same whole numbers in fewer bytes    | the block `foly`, see [`flac`] |
//!
//! Full scale is 1: 2¹⁵ steps of 16 bits, 2²³ of 24. What is written is chosen by the file's ending, what is
//! read by its first bytes: a file may have been renamed. Of others more is read than we write ([`wav`],
//! [`flac`]); [`input`] is how a command takes a sound that it is given.

mod flac;
pub(crate) mod input;
mod wav;

pub(crate) use input::Input;

use std::fmt;
use std::path::Path;

/// Most samples of all channels or outputs that are held at once: half a gibibyte of them, 23 minutes of one
/// at 48 kHz.
pub(crate) const MOST_SAMPLES: usize = 1 << 26;

/// How a sample is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Whole numbers of 16 bits.
    Pcm16,
    /// Whole numbers of 24 bits.
    Pcm24,
    /// Single precision, in which nothing clips.
    Float,
}

impl Format {
    pub(crate) const ALL: [Self; 3] = [Self::Pcm16, Self::Pcm24, Self::Float];

    /// As flags and files call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pcm16 => "16",
            Self::Pcm24 => "24",
            Self::Float => "float",
        }
    }

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Bytes of a sample.
    const fn bytes(self) -> usize {
        match self {
            Self::Pcm16 => 2,
            Self::Pcm24 => 3,
            Self::Float => 4,
        }
    }

    /// Steps from silence to full scale.
    const fn steps(self) -> f64 {
        match self {
            Self::Pcm16 => 32768.0,
            Self::Pcm24 => 8388608.0,
            Self::Float => 1.0,
        }
    }

    /// The whole number nearest to a sample, and whether the sample was beyond full scale and is held there.
    /// Not for float.
    fn whole(self, sample: f64) -> (i32, bool) {
        let (step, most) = ((sample * self.steps()).round(), self.steps() - 1.0);
        let held = step.clamp(-self.steps(), most);
        (held as i32, held != step)
    }
}

/// A sound, and what is said about it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sound {
    /// How it is to be written; of what was read the nearest that we write.
    pub(crate) format: Format,
    /// Samples per second \[Hz\].
    pub(crate) rate: u32,
    /// One row of samples per channel, all of the same length; full scale is 1.
    pub(crate) channels: Vec<Vec<f64>>,
    /// What it is called.
    pub(crate) title: Option<String>,
    /// The program that made it, and its version.
    pub(crate) software: Option<String>,
    /// How it was made, as JSON.
    pub(crate) record: Option<String>,
}

impl Sound {
    /// Samples of a channel.
    pub(crate) fn frames(&self) -> usize {
        self.channels.first().map_or(0, Vec::len)
    }
}

/// A file's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// Samples that were beyond full scale and are held there.
    pub(crate) clipped: usize,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    Wav,
    Flac,
}

impl Container {
    pub(crate) const ALL: [Self; 2] = [Self::Wav, Self::Flac];

    /// As people call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Wav => "WAV",
            Self::Flac => "FLAC",
        }
    }

    /// How the names of its files end.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Flac => "flac",
        }
    }

    /// What a part of it is called.
    pub(crate) const fn part(self) -> &'static str {
        match self {
            Self::Wav => "chunk",
            Self::Flac => "block",
        }
    }

    /// What to write into a file of this name.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let named = |kind: &Self| ending.eq_ignore_ascii_case(kind.ending());
        Self::ALL.into_iter().find(named)
    }

    /// What a file is that begins like this.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let begins = |kind: &Self| match kind {
            Self::Wav => {
                let long = wav::LONG_MAGIC.iter();
                bytes.starts_with(wav::MAGIC) || long.clone().any(|magic| bytes.starts_with(magic))
            }
            Self::Flac => bytes.starts_with(flac::MAGIC),
        };
        Self::ALL.into_iter().find(begins)
    }

    /// Whether sounds of this kind can be in it; known before the first sample is.
    pub(crate) fn check(self, format: Format, channels: usize) -> Result<(), SoundFileError> {
        match self {
            Self::Wav => Ok(()),
            Self::Flac => flac::check(format, channels),
        }
    }

    /// The whole file.
    pub(crate) fn write(self, sound: &Sound) -> Result<Encoded, SoundFileError> {
        self.check(sound.format, sound.channels.len())?;
        match self {
            Self::Wav => wav::write(sound),
            Self::Flac => flac::write(sound),
        }
    }

    /// Reads a whole file of its kind.
    pub(crate) fn read(self, bytes: &[u8]) -> Result<Sound, SoundFileError> {
        match self {
            Self::Wav => wav::read(bytes),
            Self::Flac => flac::read(bytes),
        }
    }
}

/// Why bytes are no sound file that we can read, or a sound cannot be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SoundFileError {
    /// Something else altogether.
    Not { kind: Container },
    /// A part ends after the file does.
    Truncated { kind: Container, part: String, missing: usize },
    /// A part that must be there.
    Missing { chunk: &'static str },
    /// Another format, or one that contradicts itself.
    Format { kind: Container, why: String },
    /// More than can be held.
    TooMany { samples: usize },
    /// It is damaged.
    Damaged { why: String },
    /// The coder will not.
    Refused { why: String },
    /// Longer than a length of 32 bits can say.
    TooLong { bytes: u64 },
    /// FLAC has whole numbers only.
    FloatInFlac,
    /// More channels than FLAC has.
    Channels { count: usize, most: usize },
    /// A record longer than a block can be.
    Record { bytes: usize, most: usize },
}

impl fmt::Display for SoundFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Not { kind } => write!(f, "it is no {} file", kind.name()),
            Self::Truncated {
                kind,
                part,
                missing,
            } => {
                let kind = kind.part();
                write!(
                    f,
                    "the file ends within its {kind} `{part}`: it is cut short, {missing} bytes are missing"
                )
            }
            Self::Missing { chunk } => write!(f, "it has no chunk `{chunk}`"),
            Self::Format { kind, why } => {
                let read = match kind {
                    Container::Wav => "PCM of 8, 16, 24 or 32 bits and float of 32 or 64",
                    Container::Flac => "FLAC of 4 to 32 bits",
                };
                write!(f, "{why}; {read} can be read")
            }
            Self::TooMany { samples } => write!(
                f,
                "it has {samples} samples or more, and at most {MOST_SAMPLES} can be held at once; cut it into pieces"
            ),
            Self::Damaged { why } => write!(f, "it is damaged or cut short: {why}"),
            Self::Refused { why } => write!(f, "it cannot be coded as FLAC: {why}"),
            Self::TooLong { bytes } => write!(
                f,
                "{bytes} bytes are more than a WAV file can hold (4 GiB); make it shorter, or take a lower rate, fewer bits or FLAC"
            ),
            Self::FloatInFlac => f.write_str(
                "FLAC holds whole numbers of 16 or 24 bits, not float; choose `--format 24` or `--format 16`, or a file that \
                 ends in .wav",
            ),
            Self::Channels { count, most } => write!(
                f,
                "{count} channels are more than the {most} of a FLAC file; choose `--stems`, or a file that ends in .wav"
            ),
            Self::Record { bytes, most } => write!(
                f,
                "its scene has {bytes} bytes, and a block of a FLAC file at most {most}; choose a file that ends in .wav"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_decides_what_is_written_and_the_first_bytes_what_is_read() {
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
