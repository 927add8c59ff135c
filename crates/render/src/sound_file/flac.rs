//! FLAC files: the integers of the WAV file, coded without loss.
//!
//! A FLAC file is the letters `fLaC`, metadata blocks, and frames of samples. Blocks in the order of writing:
//!
//! | block            | content                                                                     |
//! |------------------|-----------------------------------------------------------------------------|
//! | `STREAMINFO`     | rate, channels, bits, length, and the MD5 sum of all samples                |
//! | `VORBIS_COMMENT` | `TITLE`, `SOFTWARE`; above 2 channels an empty loudspeaker mask             |
//! | `SEEKTABLE`      | a seek point every ten seconds                                              |
//! | `APPLICATION`    | under the id `foly` the recipe as JSON                                      |
//!
//! The samples are the same on every machine. The encoder chooses its predictors with the platform's cosine
//! and logarithm, so a platform that rounds these differently may write other bytes for the same samples.

use super::{Container, EncodedFile, Format, MAX_SAMPLES, SoundFile, SoundFileError};
use flac_codec::Error;
use flac_codec::decode::{FlacChannelReader, Metadata};
use flac_codec::encode::{FlacChannelWriter, Options};
use flac_codec::metadata::{Application, VorbisComment, fields};
use std::io::{Cursor, ErrorKind};

/// First bytes of a FLAC file.
pub(super) const MAGIC: &[u8] = b"fLaC";

/// Id of the `APPLICATION` block with the recipe.
const APPLICATION_ID: u32 = u32::from_be_bytes(*b"foly");
const SOFTWARE: &str = "SOFTWARE";

/// Maximum number of channels in a FLAC file.
const MAX_CHANNELS: usize = 8;
/// Maximum length of a recipe \[bytes\]: a metadata block has 2²⁴ − 1 bytes, 4 of them the id.
const MAX_RECIPE_BYTES: usize = (1 << 24) - 1 - 4;
/// Samples of each channel that one call of the encoder gets: several of the encoder's blocks.
const FRAMES_PER_WRITE: usize = 1 << 16;

/// Checks whether FLAC holds this format and number of channels.
pub(super) fn check(format: Format, channels: usize) -> Result<(), SoundFileError> {
    if format == Format::Float {
        return Err(SoundFileError::FloatInFlac);
    }
    if channels > MAX_CHANNELS {
        return Err(SoundFileError::Channels { count: channels, most: MAX_CHANNELS });
    }
    Ok(())
}

/// Encodes a complete FLAC file.
pub(super) fn write(sound: &SoundFile) -> Result<EncodedFile, SoundFileError> {
    let long = sound.recipe.as_ref().map_or(0, String::len);
    if long > MAX_RECIPE_BYTES {
        return Err(SoundFileError::RecipeTooLong { bytes: long, most: MAX_RECIPE_BYTES });
    }
    encode(sound).map_err(|why| SoundFileError::Encoder { why: why.to_string() })
}

fn encode(sound: &SoundFile) -> Result<EncodedFile, Error> {
    let mut file = Cursor::new(Vec::new());
    let mut coder = FlacChannelWriter::new(
        &mut file,
        options(sound),
        sound.rate,
        8 * sound.format.bytes() as u32,
        sound.channels.len() as u8,
        Some(sound.frames() as u64),
    )?;
    let mut clipped = 0;
    let mut block: Vec<Vec<i32>> = vec![Vec::with_capacity(FRAMES_PER_WRITE); sound.channels.len()];
    for from in (0..sound.frames()).step_by(FRAMES_PER_WRITE) {
        let to = sound.frames().min(from + FRAMES_PER_WRITE);
        for (whole, channel) in block.iter_mut().zip(&sound.channels) {
            whole.clear();
            whole.extend(channel[from..to].iter().map(|&sample| {
                let (step, beyond) = sound.format.quantise(sample);
                clipped += usize::from(beyond);
                step
            }));
        }
        coder.write(&block)?;
    }
    coder.finalize()?;
    Ok(EncodedFile { bytes: file.into_inner(), clipped })
}

fn options(sound: &SoundFile) -> Options {
    let mut comment = VorbisComment::default();
    for (field, text) in [(fields::TITLE, &sound.title), (SOFTWARE, &sound.software)] {
        if let Some(text) = text {
            comment.insert(field, text);
        }
    }
    if sound.channels.len() > 2 {
        // The file gets an empty loudspeaker mask, as in WAV: without a mask, six channels would mean 5.1
        // loudspeakers.
        comment.insert(fields::CHANNEL_MASK, "0x0000");
    }
    let mut options = Options::best().no_padding().comment(comment);
    if let Some(recipe) = &sound.recipe {
        options.add_block(Application { id: APPLICATION_ID, data: recipe.clone().into_bytes() });
    }
    options
}

/// Decodes a FLAC file and verifies the checksum of every frame.
pub(super) fn read(bytes: &[u8]) -> Result<SoundFile, SoundFileError> {
    if !bytes.starts_with(MAGIC) {
        return Err(SoundFileError::Signature { kind: Container::Flac });
    }
    let mut coded = FlacChannelReader::new(bytes).map_err(damaged)?;
    let bits = coded.bits_per_sample();
    // Full scale is 1 for any number of bits; the format is the nearest that can be written.
    let format = match bits {
        4..=16 => Format::Pcm16,
        17..=32 => Format::Pcm24,
        _ => {
            return Err(SoundFileError::Format { kind: Container::Flac, why: format!("it has {bits} bits") });
        }
    };
    let steps = (1_u64 << (bits - 1)) as f64;
    let (rate, total) = (coded.sample_rate(), coded.total_samples());
    let blocks = coded.metadata();
    let comment = |field: &str| {
        let comment = blocks.get::<VorbisComment>()?;
        comment.get(field).map(str::to_owned)
    };
    let (title, software) = (comment(fields::TITLE), comment(SOFTWARE));
    let mut applications = blocks.get_all::<Application>();
    let recipe = applications
        .find(|block| block.id == APPLICATION_ID)
        .map(|block| String::from_utf8_lossy(&block.data).into_owned());
    drop(applications);
    let mut channels = vec![Vec::new(); usize::from(coded.channel_count())];
    let mut read = 0_u64;
    loop {
        let block = coded.fill_buf().map_err(damaged)?;
        let frames = block.first().map_or(0, |channel| channel.len());
        if frames == 0 {
            break;
        }
        // Silence compresses to a few bytes, so the limit counts decoded samples.
        let samples = (read as usize + frames) * channels.len();
        if samples > MAX_SAMPLES {
            return Err(SoundFileError::TooMany { samples });
        }
        for (channel, row) in channels.iter_mut().zip(block) {
            let sample = |&step: &i32| f64::from(step) / steps;
            channel.extend(row.iter().map(sample));
        }
        coded.consume(frames);
        read += frames as u64;
        // More samples than announced would make the decoder's own counter wrap below zero.
        if total.is_some_and(|total| read > total) {
            return Err(SoundFileError::Damaged { why: "it has more samples than it says".to_owned() });
        }
    }
    Ok(SoundFile { format, rate, channels, title, software, recipe })
}

fn damaged(why: Error) -> SoundFileError {
    let why = match why {
        Error::Io(why) if why.kind() == ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
        other => other.to_string(),
    };
    SoundFileError::Damaged { why }
}

/// A second, independent FLAC decoder that checks the encoder in tests.
#[cfg(test)]
#[allow(dead_code)]
#[path = "../../tests/support/flac.rs"]
mod judge;

#[cfg(test)]
mod tests {
    use super::judge::Flac;
    use super::*;
    use std::f64::consts::TAU;

    fn sound(format: Format, channels: Vec<Vec<f64>>) -> SoundFile {
        SoundFile {
            format,
            rate: 48000,
            channels,
            title: Some("Größe".to_owned()),
            software: Some("Foley 0".to_owned()),
            recipe: Some("{\"seed\":7}".to_owned()),
        }
    }

    /// Returns the interleaved integers in the WAV file of the same sound.
    fn in_wav(sound: &SoundFile) -> Vec<i32> {
        let file = Container::Wav.write(sound).unwrap().bytes;
        let wav = Container::Wav.read(&file).unwrap();
        let steps = sound.format.steps();
        (0..wav.frames())
            .flat_map(|frame| wav.channels.iter().map(move |channel| channel[frame]))
            .map(|sample| (sample * steps) as i32)
            .collect()
    }

    /// Returns `long` pseudo-random numbers between −1 and 1.
    fn noise(seed: u64, long: usize) -> Vec<f64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
        };
        (0..long).map(|_| next()).collect()
    }

    #[test]
    fn an_independent_decoder_finds_the_integers_of_the_wav_file() {
        let long = 10000;
        let sine = |hertz: f64, level: f64| -> Vec<f64> {
            let at = |n: usize| level * libm::sin(TAU * hertz * n as f64 / 48000.0);
            (0..long).map(at).collect()
        };
        // A step has the largest differences of 24-bit numbers.
        let step: Vec<f64> = (0..long).map(|n| if n / 109 % 2 == 0 { 0.8 } else { -0.8 }).collect();
        let spike: Vec<f64> = (0..long)
            .map(|n| match n % 777 {
                0 => 1.0,
                1 => -1.0,
                _ => 0.0,
            })
            .collect();
        let extreme: Vec<f64> = (0..long).map(|n| if n % 2 == 0 { 2.0 } else { -2.0 }).collect();
        let kinds = [
            vec![0.0; long],
            vec![-1.0; long],
            sine(440.0, 0.9),
            sine(23990.0, 1.0),
            noise(1, long),
            noise(2, long).iter().map(|x| x * 1e-5).collect(),
            step,
            spike,
            extreme,
        ];
        for format in [Format::Pcm16, Format::Pcm24] {
            for (one, left) in kinds.iter().enumerate() {
                for (two, right) in kinds.iter().enumerate() {
                    let sound = sound(format, vec![left.clone(), right.clone()]);
                    let flac = write(&sound).unwrap();
                    let wav = Container::Wav.write(&sound).unwrap();
                    assert!(
                        Flac::decode(&flac.bytes).samples == in_wav(&sound),
                        "{format:?}, {one} and {two}"
                    );
                    assert_eq!(flac.clipped, wav.clipped, "{format:?}, {one} and {two}");
                    assert!(
                        flac.bytes.len() < wav.bytes.len() + wav.bytes.len() / 50,
                        "{format:?}, {one} and {two}: {} bytes, {} in WAV",
                        flac.bytes.len(),
                        wav.bytes.len()
                    );
                }
            }
        }
    }

    #[test]
    fn a_written_file_reads_back_unchanged() {
        // Lengths around the encoder's blocks of 4096 and around `FRAMES_PER_WRITE`.
        for frames in [1, 2, 3, 14, 15, 16, 17, 63, 4095, 4096, 4097, 65535, 65536, 65540] {
            for count in [1, 2, 3, 8] {
                let format = if frames % 2 == 0 { Format::Pcm16 } else { Format::Pcm24 };
                let round = |sample: &f64| f64::from(format.quantise(*sample).0) / format.steps();
                let channel = |seed: usize| noise(seed as u64, frames).iter().map(round).collect();
                let written = sound(format, (0..count).map(channel).collect());
                let file = write(&written).unwrap().bytes;
                assert!(read(&file).unwrap() == written, "{frames} × {count}");
                assert!(Flac::decode(&file).samples == in_wav(&written), "{frames} × {count}");
            }
        }
    }

    #[test]
    fn the_same_sound_gives_the_same_bytes() {
        let sound = sound(Format::Pcm24, vec![noise(3, 9000), noise(4, 9000)]);
        assert_eq!(write(&sound), write(&sound));
    }

    #[test]
    fn a_truncated_file_is_rejected_without_a_panic() {
        let file = write(&sound(Format::Pcm16, vec![noise(5, 300); 2])).unwrap().bytes;
        for end in 0..file.len() {
            assert!(read(&file[..end]).is_err(), "{end} of {}", file.len());
        }
    }

    #[test]
    fn a_damaged_file_causes_no_panic_and_a_damaged_frame_is_rejected() {
        let file = write(&sound(Format::Pcm24, vec![noise(6, 500)])).unwrap().bytes;
        let whole = self::read(&file).unwrap();
        let mut refused = 0;
        for at in 4..file.len() {
            for bit in 0..8 {
                let mut other = file.clone();
                other[at] ^= 1 << bit;
                match read(&other) {
                    Err(_) => refused += 1,
                    // A changed bit may go unnoticed only in the metadata, which has no checksum.
                    Ok(read) => assert!(read.channels == whole.channels || at < 42, "bit {bit} of byte {at}"),
                }
            }
        }
        assert!(refused > 8 * 1500, "{refused} of {}", 8 * file.len());
    }

    #[test]
    fn float_nine_channels_and_a_recipe_too_long_are_rejected() {
        let float = sound(Format::Float, vec![vec![0.0]]);
        assert_eq!(Container::Flac.write(&float), Err(SoundFileError::FloatInFlac));
        let nine = sound(Format::Pcm16, vec![vec![0.0]; 9]);
        assert_eq!(Container::Flac.write(&nine), Err(SoundFileError::Channels { count: 9, most: 8 }));
        let mut long = sound(Format::Pcm16, vec![vec![0.0]]);
        long.recipe = Some(" ".repeat(MAX_RECIPE_BYTES));
        assert_eq!(read(&write(&long).unwrap().bytes), Ok(long.clone()));
        long.recipe = Some(" ".repeat(MAX_RECIPE_BYTES + 1));
        assert_eq!(
            write(&long),
            Err(SoundFileError::RecipeTooLong { bytes: MAX_RECIPE_BYTES + 1, most: MAX_RECIPE_BYTES })
        );
        assert!(write(&sound(Format::Pcm16, vec![vec![]])).is_err(), "nothing at all");
    }
}
