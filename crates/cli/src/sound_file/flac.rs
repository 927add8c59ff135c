//! FLAC files: the whole numbers of the WAV file, coded without loss.
//!
//! A FLAC file is the letters `fLaC`, a row of blocks, and frames of samples. Ours are
//!
//! | block            | holds                                                                  |
//! |------------------|------------------------------------------------------------------------|
//! | `STREAMINFO`     | rate, channels, bits, length, and the MD5 sum of all samples           |
//! | `VORBIS_COMMENT` | `TITLE`, `SOFTWARE`; above 2 channels that no loudspeaker is meant     |
//! | `SEEKTABLE`      | where every tenth second begins                                        |
//! | `APPLICATION`    | under the id `foly`, JSON: the scene and all that was asked of it      |
//!
//! The samples are the same on every machine. The coder guesses its predictors with the platform's cosine and
//! logarithm, so that a machine that rounds these otherwise could, once in a great while, code the same
//! samples in other bytes.

use super::{Container, Encoded, Format, MOST_SAMPLES, Sound, SoundFileError};
use flac_codec::Error;
use flac_codec::decode::{FlacChannelReader, Metadata};
use flac_codec::encode::{FlacChannelWriter, Options};
use flac_codec::metadata::{Application, VorbisComment, fields};
use std::io::{Cursor, ErrorKind};

/// How the file begins.
pub(super) const MAGIC: &[u8] = b"fLaC";

/// Whose block it is: the id `foly`.
const OURS: u32 = u32::from_be_bytes(*b"foly");
const SOFTWARE: &str = "SOFTWARE";

/// Frames have at most so many channels.
const MOST_CHANNELS: usize = 8;
/// A block's length has 24 bits, and four of its bytes are the id.
const LONGEST_RECORD: usize = (1 << 24) - 1 - 4;
/// How many samples of a channel are handed over at once: several of the coder's blocks.
const AT_ONCE: usize = 1 << 16;

/// Whether FLAC has such samples and so many channels.
pub(super) fn check(format: Format, channels: usize) -> Result<(), SoundFileError> {
    if format == Format::Float {
        return Err(SoundFileError::FloatInFlac);
    }
    if channels > MOST_CHANNELS {
        return Err(SoundFileError::Channels { count: channels, most: MOST_CHANNELS });
    }
    Ok(())
}

/// The whole file.
pub(super) fn write(sound: &Sound) -> Result<Encoded, SoundFileError> {
    let long = sound.record.as_ref().map_or(0, String::len);
    if long > LONGEST_RECORD {
        return Err(SoundFileError::Record { bytes: long, most: LONGEST_RECORD });
    }
    encode(sound).map_err(|why| SoundFileError::Refused { why: why.to_string() })
}

fn encode(sound: &Sound) -> Result<Encoded, Error> {
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
    let mut block: Vec<Vec<i32>> = vec![Vec::with_capacity(AT_ONCE); sound.channels.len()];
    for from in (0..sound.frames()).step_by(AT_ONCE) {
        let to = sound.frames().min(from + AT_ONCE);
        for (whole, channel) in block.iter_mut().zip(&sound.channels) {
            whole.clear();
            whole.extend(channel[from..to].iter().map(|&sample| {
                let (step, beyond) = sound.format.whole(sample);
                clipped += usize::from(beyond);
                step
            }));
        }
        coder.write(&block)?;
    }
    coder.finalize()?;
    Ok(Encoded { bytes: file.into_inner(), clipped })
}

fn options(sound: &Sound) -> Options {
    let mut comment = VorbisComment::default();
    for (field, text) in [(fields::TITLE, &sound.title), (SOFTWARE, &sound.software)] {
        if let Some(text) = text {
            comment.insert(field, text);
        }
    }
    if sound.channels.len() > 2 {
        // As the WAV file says it: without this, six channels would be taken for 5.1 loudspeakers.
        comment.insert(fields::CHANNEL_MASK, "0x0000");
    }
    let mut options = Options::best().no_padding().comment(comment);
    if let Some(record) = &sound.record {
        options.add_block(Application { id: OURS, data: record.clone().into_bytes() });
    }
    options
}

/// Reads a file; every frame's checksum must be right.
pub(super) fn read(bytes: &[u8]) -> Result<Sound, SoundFileError> {
    if !bytes.starts_with(MAGIC) {
        return Err(SoundFileError::Not { kind: Container::Flac });
    }
    let mut coded = FlacChannelReader::new(bytes).map_err(damaged)?;
    let bits = coded.bits_per_sample();
    // Full scale is 1, whatever the bits; the format is the nearest that we write.
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
    let record = applications
        .find(|block| block.id == OURS)
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
        // A few bytes may be many samples of silence: what is held is counted, not the file.
        let samples = (read as usize + frames) * channels.len();
        if samples > MOST_SAMPLES {
            return Err(SoundFileError::TooMany { samples });
        }
        for (channel, row) in channels.iter_mut().zip(block) {
            let sample = |&step: &i32| f64::from(step) / steps;
            channel.extend(row.iter().map(sample));
        }
        coded.consume(frames);
        read += frames as u64;
        // The decoder counts down to nothing, and would count on below it.
        if total.is_some_and(|total| read > total) {
            return Err(SoundFileError::Damaged { why: "it has more samples than it says".to_owned() });
        }
    }
    Ok(Sound { format, rate, channels, title, software, record })
}

fn damaged(why: Error) -> SoundFileError {
    let why = match why {
        Error::Io(why) if why.kind() == ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
        other => other.to_string(),
    };
    SoundFileError::Damaged { why }
}

/// The judge of the tests.
#[cfg(test)]
#[allow(dead_code)]
#[path = "../../tests/support/flac.rs"]
mod elsewhere;

#[cfg(test)]
mod tests {
    use super::elsewhere::Flac;
    use super::*;
    use std::f64::consts::TAU;

    fn sound(format: Format, channels: Vec<Vec<f64>>) -> Sound {
        Sound {
            format,
            rate: 48000,
            channels,
            title: Some("Größe".to_owned()),
            software: Some("Foley 0".to_owned()),
            record: Some("{\"seed\":7}".to_owned()),
        }
    }

    /// The samples as the WAV file of the same sound holds them, interleaved.
    fn in_wav(sound: &Sound) -> Vec<i32> {
        let file = Container::Wav.write(sound).unwrap().bytes;
        let wav = Container::Wav.read(&file).unwrap();
        let steps = sound.format.steps();
        (0..wav.frames())
            .flat_map(|frame| wav.channels.iter().map(move |channel| channel[frame]))
            .map(|sample| (sample * steps) as i32)
            .collect()
    }

    /// Numbers between −1 and 1 without any pattern.
    fn noise(seed: u64, long: usize) -> Vec<f64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
        };
        (0..long).map(|_| next()).collect()
    }

    #[test]
    fn another_decoder_finds_the_whole_numbers_of_the_wav_file() {
        let long = 10000;
        let sine = |hertz: f64, level: f64| -> Vec<f64> {
            let at = |n: usize| level * libm::sin(TAU * hertz * n as f64 / 48000.0);
            (0..long).map(at).collect()
        };
        // A step is what the largest numbers of 24 bits and their differences look like.
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
    fn every_file_comes_back_as_it_was_written() {
        // Around the coder's blocks of 4096, and around what we hand over at once.
        for frames in [1, 2, 3, 14, 15, 16, 17, 63, 4095, 4096, 4097, 65535, 65536, 65540] {
            for count in [1, 2, 3, 8] {
                let format = if frames % 2 == 0 { Format::Pcm16 } else { Format::Pcm24 };
                let round = |sample: &f64| f64::from(format.whole(*sample).0) / format.steps();
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
    fn a_file_cut_short_anywhere_is_refused_and_never_a_panic() {
        let file = write(&sound(Format::Pcm16, vec![noise(5, 300); 2])).unwrap().bytes;
        for end in 0..file.len() {
            assert!(read(&file[..end]).is_err(), "{end} of {}", file.len());
        }
    }

    #[test]
    fn a_damaged_file_is_never_a_panic_and_a_damaged_frame_is_refused() {
        let file = write(&sound(Format::Pcm24, vec![noise(6, 500)])).unwrap().bytes;
        let whole = self::read(&file).unwrap();
        let mut refused = 0;
        for at in 4..file.len() {
            for bit in 0..8 {
                let mut other = file.clone();
                other[at] ^= 1 << bit;
                match read(&other) {
                    Err(_) => refused += 1,
                    // What is said about it may be anything; what sounds has a checksum.
                    Ok(read) => assert!(read.channels == whole.channels || at < 42, "bit {bit} of byte {at}"),
                }
            }
        }
        assert!(refused > 8 * 1500, "{refused} of {}", 8 * file.len());
    }

    #[test]
    fn float_and_nine_channels_and_too_long_a_record_are_refused() {
        let float = sound(Format::Float, vec![vec![0.0]]);
        assert_eq!(Container::Flac.write(&float), Err(SoundFileError::FloatInFlac));
        let nine = sound(Format::Pcm16, vec![vec![0.0]; 9]);
        assert_eq!(Container::Flac.write(&nine), Err(SoundFileError::Channels { count: 9, most: 8 }));
        let mut long = sound(Format::Pcm16, vec![vec![0.0]]);
        long.record = Some(" ".repeat(LONGEST_RECORD));
        assert_eq!(read(&write(&long).unwrap().bytes), Ok(long.clone()));
        long.record = Some(" ".repeat(LONGEST_RECORD + 1));
        assert_eq!(
            write(&long),
            Err(SoundFileError::Record { bytes: LONGEST_RECORD + 1, most: LONGEST_RECORD })
        );
        assert!(write(&sound(Format::Pcm16, vec![vec![]])).is_err(), "nothing at all");
    }
}
