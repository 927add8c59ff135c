//! A sound that a command is given, from a file of anyone's: read whole, believed in nothing that it does not
//! hold.
//!
//! | refused                                         | with                                            |
//! |-------------------------------------------------|-------------------------------------------------|
//! | what is no WAV and no FLAC file, or empty       | what it begins with                             |
//! | what is cut short                               | how many bytes are missing                      |
//! | another coding: MP3, ADPCM, …                   | its name, and what is read                      |
//! | a sample that is no number, or beyond all sense | its channel, its place and its moment           |
//! | more samples than [`MOST_SAMPLES`]              | how many                                        |

use super::{Container, MOST_SAMPLES, Sound};
use crate::failure::Failure;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Samples beyond this are no sound in any unit: 180 dB above full scale.
const LOUDEST: f64 = 1e9;
/// Longest file that is read: the most samples there may be, of 8 bytes, and what stands beside them.
const LONGEST: u64 = 8 * MOST_SAMPLES as u64 + (64 << 20);

/// A sound that was given.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) sound: Sound,
    /// What tells its bytes from others, 16 digits.
    pub(crate) hash: String,
    file: Option<Metadata>,
}

impl Input {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let refused = |why: String| Failure::input(format!("cannot read `{name}`: {why}"));
        let file = File::open(path).map_err(|why| refused(why.to_string()))?;
        let known = file.metadata().ok();
        if known.as_ref().is_some_and(Metadata::is_dir) {
            return Err(refused("it is a folder, and a sound file is wanted.".to_owned()));
        }
        let bytes = all(file).map_err(|why| refused(why.to_string()))?;
        let sound = sound(&bytes).map_err(refused)?;
        Ok(Self { path: path.to_owned(), sound, hash: hash(&bytes), file: known })
    }

    /// The mean of its channels.
    pub(crate) fn mono(&self) -> Vec<f64> {
        mean(&self.sound.channels)
    }

    /// How long it is \[s\].
    pub(crate) fn seconds(&self) -> f64 {
        self.sound.frames() as f64 / f64::from(self.sound.rate)
    }

    /// The name without its folder.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Refuses to have it replaced: also by another name of the same file.
    pub(crate) fn spare(&self, out: &Path) -> Result<(), Failure> {
        let there = out.metadata().ok();
        let same = match (&self.file, &there) {
            (Some(mine), Some(there)) => same(mine, there) || same_path(&self.path, out),
            _ => false,
        };
        if same {
            return Err(Failure::input(format!(
                "`{}` is the input `{}` itself, which would be lost; say another file with `-o`.",
                out.display(),
                self.path.display()
            )));
        }
        Ok(())
    }
}

/// The mean of some channels.
pub(crate) fn mean(channels: &[Vec<f64>]) -> Vec<f64> {
    let share = 1.0 / channels.len().max(1) as f64;
    let mut sum = vec![0.0; channels.first().map_or(0, Vec::len)];
    for channel in channels {
        for (sum, sample) in sum.iter_mut().zip(channel) {
            *sum += share * sample;
        }
    }
    sum
}

fn all(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let why = format!("it has more than {LONGEST} bytes, which is too much to hold at once.");
        return Err(io::Error::other(why));
    }
    Ok(bytes)
}

/// The sound of these bytes, if all of it is one.
fn sound(bytes: &[u8]) -> Result<Sound, String> {
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
        return Err("it has 0 samples per second.".to_owned());
    }
    if sound.frames() == 0 {
        return Err("there is no sample in it.".to_owned());
    }
    for (channel, samples) in sound.channels.iter().enumerate() {
        // Whatever is not below is no number either.
        let bad = |sample: &f64| sample.abs() > LOUDEST || sample.is_nan();
        if let Some(at) = samples.iter().position(bad) {
            return Err(format!(
                "sample {} of channel {} (at {:.6} s) is {}, which is no sound; samples are numbers, 1 is full scale.",
                at + 1,
                channel + 1,
                at as f64 / f64::from(sound.rate),
                samples[at],
            ));
        }
    }
    Ok(sound)
}

/// FNV-1a of 64 bits: tells whether a file is another one, not whether somebody lies.
fn hash(bytes: &[u8]) -> String {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(unix)]
fn same(one: &Metadata, two: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (two.dev(), two.ino())
}

#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    false
}

fn same_path(one: &Path, two: &Path) -> bool {
    match (one.canonicalize(), two.canonicalize()) {
        (Ok(one), Ok(two)) => one == two,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound_file::Format;

    /// A WAV file by hand: the form of its `fmt ` chunk, and its data.
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
    fn every_legal_coding_is_read_at_its_scale() {
        let half = |bytes: &[u8], tag: u16| {
            let file = wav(tag, 1, 11_025, 8 * bytes.len() as u16, bytes);
            sound(&file).unwrap().channels[0][0]
        };
        // Minus a half in each.
        assert_eq!(half(&[64], 1), -0.5);
        assert_eq!(half(&(-16384_i16).to_le_bytes(), 1), -0.5);
        assert_eq!(half(&[0, 0, 0xc0], 1), -0.5);
        assert_eq!(half(&(-(1_i32 << 30)).to_le_bytes(), 1), -0.5);
        assert_eq!(half(&(-0.5_f32).to_le_bytes(), 3), -0.5);
        assert_eq!(half(&(-0.5_f64).to_le_bytes(), 3), -0.5);
        // 12 bits stand in the upper ones of 16, and 20 of 24.
        assert_eq!(sound(&wav(1, 1, 8000, 12, &[0, 0xc0])).unwrap().channels[0], [-0.5]);
        assert_eq!(sound(&wav(1, 1, 8000, 20, &[0, 0, 0xc0])).unwrap().channels[0], [-0.5]);
        // 8 bits count from 128.
        let eight = sound(&wav(1, 3, 768_000, 8, &[128, 255, 0])).unwrap();
        assert_eq!(eight.channels, [vec![0.0], vec![127.0 / 128.0], vec![-1.0]]);
        assert_eq!((eight.rate, eight.format), (768_000, Format::Pcm16));
    }

    #[test]
    fn lengths_of_64_bits_and_of_who_did_not_know_are_read() {
        let mut stream = wav(1, 1, 48_000, 16, &[0, 0x40, 0, 0x20]);
        let at = stream.len() - 8;
        stream[at..at + 4].copy_from_slice(&[0xff; 4]);
        assert_eq!(sound(&stream).unwrap().channels[0], [0.5, 0.25], "to the end");
        let mut long = b"RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0".to_vec();
        let mut sizes = [0; 28];
        sizes[8] = 2;
        long.extend(sizes);
        long.extend(&stream[12..]);
        assert_eq!(sound(&long).unwrap().channels[0], [0.5], "as `ds64` says");
        long[28] = 200;
        assert!(sound(&long).unwrap_err().contains("196 bytes are missing"));
    }

    #[test]
    fn what_is_no_number_is_refused_with_its_place() {
        for bad in [f32::NAN, f32::INFINITY, -1e20] {
            let data: Vec<u8> = [0.0, 0.5, 0.25, bad].iter().flat_map(|x| x.to_le_bytes()).collect();
            let why = sound(&wav(3, 2, 1000, 32, &data)).unwrap_err();
            assert!(why.contains("sample 2 of channel 2 (at 0.001000 s)"), "{why}");
        }
    }

    #[test]
    fn what_others_code_is_called_by_its_name() {
        for (tag, name) in [
            (2, "Microsoft ADPCM"),
            (0x11, "IMA ADPCM"),
            (0x55, "MP3"),
            (7, "µ-law"),
            (0x1234, "number 4660"),
        ] {
            let why = sound(&wav(tag, 1, 8000, 16, &[0; 4])).unwrap_err();
            assert!(why.contains(name) && why.contains("PCM of 8, 16, 24 or 32 bits"), "{why}");
        }
    }

    #[test]
    fn a_header_full_of_lies_is_no_panic_and_no_memory() {
        let good = wav(1, 2, 44_100, 16, &[7; 64]);
        // Numbers without a pattern; each seed changes up to eight bytes of the header or cuts the file.
        let mut state = 1_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        let mut refused = 0;
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
            match sound(&file) {
                Ok(sound) => {
                    let held: usize = sound.channels.iter().map(Vec::capacity).sum();
                    assert!(held <= file.len(), "seed {seed}: {held} samples of {} bytes", file.len());
                }
                Err(why) => {
                    assert!(!why.is_empty());
                    refused += 1;
                }
            }
        }
        println!("{refused} of 20000 damaged headers refused");
        assert!(refused > 10_000, "{refused} of 20000");
    }
}
