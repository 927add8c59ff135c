//! A sound file of any origin, checked completely before use.
//!
//! | rejected                                     | the message names                            |
//! |----------------------------------------------|----------------------------------------------|
//! | neither WAV nor FLAC, or empty               | the first bytes                              |
//! | a truncated file                             | the missing bytes                            |
//! | another coding: MP3, ADPCM, …                | its name and the codings that are read       |
//! | a sample that is not finite or absurdly large | its channel, index and time                  |
//! | more than [`MAX_SAMPLES`] samples            | the number of samples                        |

use super::{Container, MAX_SAMPLES, SoundFile};
use crate::RenderError;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Maximum absolute value of a sample that is accepted \[1\]: 180 dB above full scale.
const MAX_ABS: f64 = 1e9;
/// Maximum file size: [`MAX_SAMPLES`] samples of 8 bytes, and 64 MiB of metadata.
const MAX_FILE_BYTES: u64 = 8 * MAX_SAMPLES as u64 + (64 << 20);

/// A sound file that was read and checked.
#[derive(Clone, Debug)]
pub struct SoundInput {
    /// The path of the file as the caller named it.
    pub path: PathBuf,
    /// Samples and metadata of the file.
    pub sound: SoundFile,
    /// FNV-1a hash of the file's bytes, 16 hexadecimal digits.
    pub hash: String,
    metadata: Option<Metadata>,
}

impl SoundInput {
    /// Reads a sound file and checks every sample.
    ///
    /// # Errors
    /// See the table of this module.
    pub fn read(path: &Path) -> Result<Self, RenderError> {
        let unreadable = |why: String| RenderError::unreadable(path.display(), why);
        let file = File::open(path).map_err(|why| unreadable(why.to_string()))?;
        let metadata = file.metadata().ok();
        if metadata.as_ref().is_some_and(Metadata::is_dir) {
            return Err(unreadable("it is a folder; name a WAV or FLAC file.".to_owned()));
        }
        let bytes = read_limited(file).map_err(|why| unreadable(why.to_string()))?;
        let sound = decode(&bytes).map_err(unreadable)?;
        Ok(Self { path: path.to_owned(), sound, hash: hash(&bytes), metadata })
    }

    /// Returns the mean of the file's channels, sample by sample.
    pub fn mono(&self) -> Vec<f64> {
        mean(&self.sound.channels)
    }

    /// Returns the duration of the sound \[s\].
    pub fn seconds(&self) -> f64 {
        self.sound.frames() as f64 / f64::from(self.sound.rate)
    }

    /// Returns the name of the file without its folder.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Rejects an output path that leads to this input file, also under another name.
    ///
    /// # Errors
    /// If both paths lead to the same file.
    pub fn check_not_overwritten(&self, out: &Path) -> Result<(), RenderError> {
        let existing = out.metadata().ok();
        let same = match (&self.metadata, &existing) {
            (Some(input), Some(existing)) => same_file(input, existing) || same_path(&self.path, out),
            _ => false,
        };
        if same {
            return Err(RenderError::request(format!(
                "`{}` is the input `{}` and would be overwritten; choose another file with `-o`.",
                out.display(),
                self.path.display()
            )));
        }
        Ok(())
    }
}

/// Returns the mean of all channels, sample by sample.
pub fn mean(channels: &[Vec<f64>]) -> Vec<f64> {
    let share = 1.0 / channels.len().max(1) as f64;
    let mut sum = vec![0.0; channels.first().map_or(0, Vec::len)];
    for channel in channels {
        for (sum, sample) in sum.iter_mut().zip(channel) {
            *sum += share * sample;
        }
    }
    sum
}

fn read_limited(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let why = format!("it has more than {MAX_FILE_BYTES} bytes; split it into shorter files.");
        return Err(io::Error::other(why));
    }
    Ok(bytes)
}

/// Decodes a WAV or FLAC file and checks every sample.
fn decode(bytes: &[u8]) -> Result<SoundFile, String> {
    if bytes.is_empty() {
        return Err("it is empty.".to_owned());
    }
    let Some(kind) = Container::of_bytes(bytes) else {
        let begin = bytes.get(..12).unwrap_or(bytes);
        return Err(format!(
            "it is neither a WAV nor a FLAC file: it begins with `{}`.",
            String::from_utf8_lossy(begin).escape_debug()
        ));
    };
    let sound = kind.read(bytes).map_err(|why| format!("{why}."))?;
    if sound.rate == 0 {
        return Err("its sample rate is 0 Hz.".to_owned());
    }
    if sound.frames() == 0 {
        return Err("it has no samples.".to_owned());
    }
    for (channel, samples) in sound.channels.iter().enumerate() {
        // The limit rejects infinite samples, too.
        let bad = |sample: &f64| sample.abs() > MAX_ABS || sample.is_nan();
        if let Some(at) = samples.iter().position(bad) {
            return Err(format!(
                "sample {} of channel {} (at {:.6} s) is {}; samples must be finite and at most {MAX_ABS:e}, where 1 is full scale.",
                at + 1,
                channel + 1,
                at as f64 / f64::from(sound.rate),
                samples[at],
            ));
        }
    }
    Ok(sound)
}

/// Returns the 64-bit FNV-1a hash, which recognises another file but is no protection against forgery.
fn hash(bytes: &[u8]) -> String {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(unix)]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}

fn same_path(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound_file::Format;

    /// Builds a WAV file from the fields of its `fmt ` chunk and its data.
    fn wav(tag: u16, channels: u16, rate: u32, bits: u16, data: &[u8]) -> Vec<u8> {
        let align = channels * bits.div_ceil(8);
        let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
        file.extend(tag.to_le_bytes());
        file.extend(channels.to_le_bytes());
        file.extend(rate.to_le_bytes());
        file.extend((rate.wrapping_mul(u32::from(align))).to_le_bytes());
        file.extend(align.to_le_bytes());
        file.extend(bits.to_le_bytes());
        file.extend(b"data");
        file.extend((data.len() as u32).to_le_bytes());
        file.extend(data);
        file
    }

    #[test]
    fn every_coding_is_read_at_its_scale() {
        let half = |bytes: &[u8], tag: u16| {
            let file = wav(tag, 1, 11_025, 8 * bytes.len() as u16, bytes);
            decode(&file).unwrap().channels[0][0]
        };
        // Each coding below represents −0.5.
        assert_eq!(half(&[64], 1), -0.5);
        assert_eq!(half(&(-16384_i16).to_le_bytes(), 1), -0.5);
        assert_eq!(half(&[0, 0, 0xc0], 1), -0.5);
        assert_eq!(half(&(-(1_i32 << 30)).to_le_bytes(), 1), -0.5);
        assert_eq!(half(&(-0.5_f32).to_le_bytes(), 3), -0.5);
        assert_eq!(half(&(-0.5_f64).to_le_bytes(), 3), -0.5);
        // Samples of 12 bits occupy the upper bits of 16, and samples of 20 bits the upper bits of 24.
        assert_eq!(decode(&wav(1, 1, 8000, 12, &[0, 0xc0])).unwrap().channels[0], [-0.5]);
        assert_eq!(decode(&wav(1, 1, 8000, 20, &[0, 0, 0xc0])).unwrap().channels[0], [-0.5]);
        // Samples of 8 bits are unsigned around 128.
        let eight = decode(&wav(1, 3, 768_000, 8, &[128, 255, 0])).unwrap();
        assert_eq!(eight.channels, [vec![0.0], vec![127.0 / 128.0], vec![-1.0]]);
        assert_eq!((eight.rate, eight.format), (768_000, Format::Pcm16));
    }

    #[test]
    fn lengths_of_64_bits_and_unknown_lengths_are_read() {
        let mut stream = wav(1, 1, 48_000, 16, &[0, 0x40, 0, 0x20]);
        let at = stream.len() - 8;
        stream[at..at + 4].copy_from_slice(&[0xff; 4]);
        assert_eq!(decode(&stream).unwrap().channels[0], [0.5, 0.25], "to the end");
        let mut long = b"RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0".to_vec();
        let mut sizes = [0; 28];
        sizes[8] = 2;
        long.extend(sizes);
        long.extend(&stream[12..]);
        assert_eq!(decode(&long).unwrap().channels[0], [0.5], "as `ds64` says");
        long[28] = 200;
        assert!(decode(&long).unwrap_err().contains("196 bytes of its chunk `data` are missing"));
    }

    #[test]
    fn a_non_finite_sample_is_rejected_with_its_place() {
        for bad in [f32::NAN, f32::INFINITY, -1e20] {
            let data: Vec<u8> = [0.0, 0.5, 0.25, bad].iter().flat_map(|x| x.to_le_bytes()).collect();
            let why = decode(&wav(3, 2, 1000, 32, &data)).unwrap_err();
            assert!(why.contains("sample 2 of channel 2 (at 0.001000 s)"), "{why}");
        }
    }

    #[test]
    fn an_unsupported_coding_is_named() {
        for (tag, name) in [
            (2, "Microsoft ADPCM"),
            (0x11, "IMA ADPCM"),
            (0x55, "MP3"),
            (7, "µ-law"),
            (0x1234, "number 4660"),
        ] {
            let why = decode(&wav(tag, 1, 8000, 16, &[0; 4])).unwrap_err();
            assert!(why.contains(name) && why.contains("PCM of 8, 16, 24 or 32 bits"), "{why}");
        }
    }

    #[test]
    fn a_corrupt_header_causes_neither_a_panic_nor_an_allocation() {
        let good = wav(1, 2, 44_100, 16, &[7; 64]);
        // Pseudo-random: each round changes up to eight bytes of the header or cuts the file.
        let mut state = 1_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        let mut rejected = 0;
        for seed in 0..20_000 {
            let mut file = good.clone();
            for _ in 0..=next(8) {
                let at = next(52);
                file[at] = match next(4) {
                    0 => 0xff,
                    1 => 0,
                    _ => next(256) as u8,
                };
            }
            file.truncate(good.len() - next(2) * next(good.len()));
            match decode(&file) {
                Ok(sound) => {
                    let held: usize = sound.channels.iter().map(Vec::capacity).sum();
                    assert!(held <= file.len(), "seed {seed}: {held} samples of {} bytes", file.len());
                }
                Err(why) => {
                    assert!(!why.is_empty());
                    rejected += 1;
                }
            }
        }
        println!("{rejected} of 20000 damaged headers rejected");
        assert!(rejected > 10_000, "{rejected} of 20000");
    }
}
