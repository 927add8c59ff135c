//! WAV files.
//!
//! A RIFF file is a row of chunks: four letters, a length, as many bytes, and one more if that was odd. Ours are
//!
//! | chunk  | holds                                                                    |
//! |--------|--------------------------------------------------------------------------|
//! | `fmt ` | PCM of 16 or 24 bits, or float of 32; the extensible form above 2 channels |
//! | `fact` | how many samples a channel has, where they are float                     |
//! | `data` | the samples, interleaved, little-endian                                  |
//! | `LIST` | `INFO`, in it `INAM`: the title, and `ISFT`: the program and its version |
//! | `foly` | JSON: the scene and all that was asked of it                             |
//!
//! What describes stands behind what sounds, where the plainest player does not stumble over it. A reader takes chunks in any
//! order and ignores those it does not know.

use super::{Container, Encoded, Format, Sound, SoundFileError};
use std::io::{self, Write};

/// How the file begins.
pub(super) const MAGIC: &[u8] = b"RIFF";

const PCM: u16 = 1;
const IEEE_FLOAT: u16 = 3;
const EXTENSIBLE: u16 = 0xfffe;
/// What follows the two bytes of the format in the name that the extensible form gives it.
const GUID_TAIL: [u8; 14] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71,
];

const fn tag(format: Format) -> u16 {
    match format {
        Format::Pcm16 | Format::Pcm24 => PCM,
        Format::Float => IEEE_FLOAT,
    }
}

/// The sample's bytes, as many as it has at the beginning, and whether it was beyond full scale.
fn encode(format: Format, sample: f64) -> ([u8; 4], bool) {
    if format == Format::Float {
        return ((sample as f32).to_le_bytes(), false);
    }
    let (step, beyond) = format.whole(sample);
    (step.to_le_bytes(), beyond)
}

/// A sample from its bytes, as many as it has.
fn decode(format: Format, bytes: &[u8]) -> f64 {
    match (format, bytes) {
        (Format::Pcm16, &[a, b]) => f64::from(i16::from_le_bytes([a, b])) / format.steps(),
        // In the upper three of four bytes, so that the sign is where it belongs.
        (Format::Pcm24, &[a, b, c]) => {
            f64::from(i32::from_le_bytes([0, a, b, c]) >> 8) / format.steps()
        }
        (Format::Float, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
        _ => 0.0,
    }
}

/// The whole file.
pub(super) fn write(sound: &Sound) -> Result<Encoded, SoundFileError> {
    let size = size(sound)?;
    let mut bytes = Vec::with_capacity(size as usize + 8);
    // Writing to memory cannot fail.
    let clipped = write_chunks(sound, size, &mut bytes).unwrap_or_default();
    Ok(Encoded { bytes, clipped })
}

fn write_chunks(sound: &Sound, size: u32, out: &mut impl Write) -> io::Result<usize> {
    out.write_all(MAGIC)?;
    out.write_all(&size.to_le_bytes())?;
    out.write_all(b"WAVE")?;
    chunk(out, *b"fmt ", &fmt_chunk(sound))?;
    if sound.format == Format::Float {
        chunk(out, *b"fact", &(sound.frames() as u32).to_le_bytes())?;
    }
    let clipped = write_data(sound, out)?;
    if let Some(list) = list_chunk(sound) {
        chunk(out, *b"LIST", &list)?;
    }
    if let Some(record) = &sound.record {
        chunk(out, *b"foly", record.as_bytes())?;
    }
    Ok(clipped)
}

fn write_data(sound: &Sound, out: &mut impl Write) -> io::Result<usize> {
    let bytes = sound.format.bytes();
    let long = sound.frames() * sound.channels.len() * bytes;
    out.write_all(b"data")?;
    out.write_all(&(long as u32).to_le_bytes())?;
    let mut clipped = 0;
    for frame in 0..sound.frames() {
        for channel in &sound.channels {
            let (sample, beyond) = encode(sound.format, channel[frame]);
            out.write_all(&sample[..bytes])?;
            clipped += usize::from(beyond);
        }
    }
    if long % 2 == 1 {
        out.write_all(&[0])?;
    }
    Ok(clipped)
}

/// What the file says of its length: all of it but the first eight bytes.
fn size(sound: &Sound) -> Result<u32, SoundFileError> {
    let data = sound.frames() * sound.channels.len() * sound.format.bytes();
    let mut chunks = vec![fmt_chunk(sound).len(), data];
    if sound.format == Format::Float {
        chunks.push(4);
    }
    chunks.extend(list_chunk(sound).map(|list| list.len()));
    chunks.extend(sound.record.as_ref().map(String::len));
    size_of(&chunks)
}

fn fmt_chunk(sound: &Sound) -> Vec<u8> {
    let (count, bytes) = (sound.channels.len() as u16, sound.format.bytes() as u16);
    let wide = count > 2;
    let mut fmt = Vec::new();
    let short = if wide { EXTENSIBLE } else { tag(sound.format) };
    fmt.extend(short.to_le_bytes());
    fmt.extend(count.to_le_bytes());
    fmt.extend(sound.rate.to_le_bytes());
    fmt.extend((sound.rate.saturating_mul(u32::from(count * bytes))).to_le_bytes());
    fmt.extend((count * bytes).to_le_bytes());
    fmt.extend((8 * bytes).to_le_bytes());
    if wide {
        // 22 more bytes: all bits are used, no loudspeaker is meant, and the format's long name.
        fmt.extend(22_u16.to_le_bytes());
        fmt.extend((8 * bytes).to_le_bytes());
        fmt.extend(0_u32.to_le_bytes());
        fmt.extend(tag(sound.format).to_le_bytes());
        fmt.extend(GUID_TAIL);
    } else if sound.format == Format::Float {
        fmt.extend(0_u16.to_le_bytes());
    }
    fmt
}

fn list_chunk(sound: &Sound) -> Option<Vec<u8>> {
    let mut list = b"INFO".to_vec();
    for (id, text) in [(*b"INAM", &sound.title), (*b"ISFT", &sound.software)] {
        if let Some(text) = text {
            let mut text = text.clone().into_bytes();
            text.push(0);
            // Writing to memory cannot fail.
            let _ = chunk(&mut list, id, &text);
        }
    }
    (list.len() > 4).then_some(list)
}

/// Reads a file, whatever the order of its chunks.
pub(super) fn read(bytes: &[u8]) -> Result<Sound, SoundFileError> {
    let body = bytes.strip_prefix(MAGIC).and_then(|rest| rest.get(4..));
    let Some(body) = body.and_then(|rest| rest.strip_prefix(b"WAVE")) else {
        return Err(SoundFileError::Not {
            kind: Container::Wav,
        });
    };
    let chunks = chunks(body)?;
    let find = |id: &[u8; 4]| {
        chunks
            .iter()
            .find(|(found, _)| found == id)
            .map(|(_, body)| *body)
    };
    let fmt = find(b"fmt ").ok_or(SoundFileError::Missing { chunk: "fmt " })?;
    let data = find(b"data").ok_or(SoundFileError::Missing { chunk: "data" })?;
    let (format, rate, count) = read_fmt(fmt)?;
    let mut channels = vec![Vec::with_capacity(data.len() / (count * format.bytes())); count];
    for frame in data.chunks_exact(count * format.bytes()) {
        for (channel, sample) in channels.iter_mut().zip(frame.chunks_exact(format.bytes())) {
            channel.push(decode(format, sample));
        }
    }
    let info = |wanted: &[u8; 4]| {
        chunks.iter().find_map(|(id, body)| {
            let list = body.strip_prefix(b"INFO").filter(|_| id == b"LIST")?;
            let entries = self::chunks(list).ok()?;
            let (_, text) = entries.into_iter().find(|(id, _)| id == wanted)?;
            let text = String::from_utf8_lossy(text);
            Some(text.trim_end_matches('\0').to_owned())
        })
    };
    let record = find(b"foly").map(|record| String::from_utf8_lossy(record).into_owned());
    Ok(Sound {
        format,
        rate,
        channels,
        title: info(b"INAM"),
        software: info(b"ISFT"),
        record,
    })
}

fn chunk(out: &mut impl Write, id: [u8; 4], body: &[u8]) -> io::Result<()> {
    out.write_all(&id)?;
    out.write_all(&(body.len() as u32).to_le_bytes())?;
    out.write_all(body)?;
    out.write_all(&[0][..body.len() % 2])
}

/// What a file of chunks of these lengths says of its own.
fn size_of(chunks: &[usize]) -> Result<u32, SoundFileError> {
    let padded = chunks.iter().map(|&bytes| 8 + (bytes + bytes % 2) as u64);
    let bytes = 4 + padded.sum::<u64>();
    u32::try_from(bytes).map_err(|_| SoundFileError::TooLong { bytes })
}

type Chunk<'a> = ([u8; 4], &'a [u8]);

fn chunks(mut body: &[u8]) -> Result<Vec<Chunk<'_>>, SoundFileError> {
    let mut chunks = Vec::new();
    // Fewer than eight bytes at the end are nobody's chunk.
    while let [a, b, c, d, e, f, g, h, rest @ ..] = body {
        let id = [*a, *b, *c, *d];
        let long = u32::from_le_bytes([*e, *f, *g, *h]) as usize;
        let Some((inside, after)) = rest.split_at_checked(long) else {
            return Err(SoundFileError::Truncated {
                kind: Container::Wav,
                part: String::from_utf8_lossy(&id).escape_debug().to_string(),
            });
        };
        chunks.push((id, inside));
        // The last byte of padding is often forgotten.
        body = after.get(long % 2..).unwrap_or_default();
    }
    Ok(chunks)
}

fn read_fmt(fmt: &[u8]) -> Result<(Format, u32, usize), SoundFileError> {
    let fail = |why: String| SoundFileError::Format { why };
    let short = |at: usize| match fmt.get(at..at + 2) {
        Some(&[a, b]) => Ok(u16::from_le_bytes([a, b])),
        _ => Err(fail("its chunk `fmt ` is too short".to_owned())),
    };
    let (mut tag, count, bits) = (short(0)?, short(2)?, short(14)?);
    let rate = u32::from(short(4)?) | u32::from(short(6)?) << 16;
    let align = short(12)?;
    if tag == EXTENSIBLE {
        tag = short(24)?;
    }
    let known = Format::ALL
        .into_iter()
        .find(|format| self::tag(*format) == tag && 8 * format.bytes() == usize::from(bits));
    let format = known.ok_or_else(|| fail(format!("its format is number {tag} of {bits} bits")))?;
    let count = usize::from(count);
    if count == 0 || count * format.bytes() != usize::from(align) {
        return Err(fail(format!(
            "it has {count} channels of {bits} bits in frames of {align} bytes"
        )));
    }
    Ok((format, rate, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wav(format: Format, channels: Vec<Vec<f64>>) -> Sound {
        Sound {
            format,
            rate: 48000,
            channels,
            title: Some("Größe".to_owned()),
            software: Some("Foley 0".to_owned()),
            record: Some("{\"seed\":7}".to_owned()),
        }
    }

    fn bytes(sound: &Sound) -> (Vec<u8>, usize) {
        let encoded = write(sound).unwrap();
        (encoded.bytes, encoded.clipped)
    }

    fn word(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn every_file_comes_back_as_it_was_written() {
        // Sums of powers of two that each format holds exactly; counts of frames even and odd, for the padding.
        for format in Format::ALL {
            for count in 1..=5 {
                for frames in 0..=5_usize {
                    let sample = |channel: usize, frame: usize| {
                        (channel as f64 - 2.0) / 4.0 + frame as f64 / 32768.0
                    };
                    let channels = (0..count)
                        .map(|channel| (0..frames).map(|frame| sample(channel, frame)).collect())
                        .collect();
                    let written = wav(format, channels);
                    let (file, clipped) = bytes(&written);
                    assert_eq!(clipped, 0, "{format:?}");
                    assert_eq!(file.len() % 2, 0, "{format:?}, {count} × {frames}");
                    assert_eq!(word(&file, 4) as usize, file.len() - 8, "{format:?}");
                    assert_eq!(read(&file), Ok(written), "{format:?}, {count} × {frames}");
                }
            }
        }
    }

    #[test]
    fn a_sample_of_24_bits_is_three_bytes_the_lowest_first() {
        let (file, _) = bytes(&wav(
            Format::Pcm24,
            vec![vec![-0.5, 1.0 / 8388608.0, -1.0 / 8388608.0]],
        ));
        let at = 12 + 8 + 16;
        assert_eq!(&file[at..at + 4], b"data");
        assert_eq!(word(&file, at + 4), 9, "the byte of padding is not counted");
        assert_eq!(
            &file[at + 8..at + 18],
            [0x00, 0x00, 0xc0, 0x01, 0x00, 0x00, 0xff, 0xff, 0xff, 0x00]
        );
    }

    #[test]
    fn beyond_full_scale_is_held_there_and_counted() {
        for (format, most) in [
            (Format::Pcm16, 32767.0 / 32768.0),
            (Format::Pcm24, 8388607.0 / 8388608.0),
        ] {
            let loud = wav(format, vec![vec![1.0, -1.0, 2.5, -1e300, 0.999]]);
            let (file, clipped) = bytes(&loud);
            let read = read(&file).unwrap();
            assert_eq!(
                clipped, 3,
                "{format:?}: 1 is one step beyond the largest number, −1 is the smallest"
            );
            assert_eq!(
                &read.channels[0][..4],
                [most, -1.0, most, -1.0],
                "{format:?}"
            );
        }
        let (file, clipped) = bytes(&wav(Format::Float, vec![vec![2.5, -100.0]]));
        assert_eq!(
            (clipped, read(&file).unwrap().channels),
            (0, vec![vec![2.5, -100.0]])
        );
    }

    #[test]
    fn a_sample_is_rounded_to_the_nearest_step() {
        for format in [Format::Pcm16, Format::Pcm24] {
            let samples: Vec<f64> = (0..1000).map(|n| libm::sin(f64::from(n)) * 0.9).collect();
            let (file, _) = bytes(&wav(format, vec![samples.clone()]));
            let read = read(&file).unwrap();
            for (was, is) in samples.iter().zip(&read.channels[0]) {
                let error = (was - is).abs() * format.steps();
                assert!(
                    error <= 0.5,
                    "{format:?}: {was} became {is}, {error} steps off"
                );
            }
        }
    }

    #[test]
    fn chunks_may_come_in_any_order_with_strangers_among_them() {
        let written = wav(Format::Pcm16, vec![vec![0.5, 0.25, -0.5]]);
        let (file, _) = bytes(&written);
        let mut parts = chunks(&file[12..]).unwrap();
        parts.reverse();
        parts.insert(1, (*b"junk", &[1, 2, 3]));
        parts.push((*b"LIST", b"adtlnothing of ours"));
        let mut shuffled = file[..12].to_vec();
        for (id, body) in &parts {
            chunk(&mut shuffled, *id, body).unwrap();
        }
        assert_eq!(read(&shuffled), Ok(written.clone()));
        // Without the last byte of padding, and with a stray byte instead.
        assert_eq!(read(&shuffled[..shuffled.len() - 1]), Ok(written.clone()));
        shuffled.push(0);
        assert_eq!(read(&shuffled), Ok(written));
    }

    #[test]
    fn a_file_cut_short_anywhere_is_refused_and_never_a_panic() {
        let (file, _) = bytes(&wav(Format::Float, vec![vec![0.5; 9]; 3]));
        let mut refused = 0;
        for end in 0..file.len() {
            // What ends between two chunks is whole, but lacks something.
            match read(&file[..end]) {
                Err(_) => refused += 1,
                Ok(part) => assert!(part.record.is_none() || end == file.len() - 1, "{end}"),
            }
        }
        assert!(refused > file.len() / 2, "{refused}");
        assert_eq!(
            read(b"RIFX----WAVE"),
            Err(SoundFileError::Not {
                kind: Container::Wav
            })
        );
        assert_eq!(
            read(b"{}"),
            Err(SoundFileError::Not {
                kind: Container::Wav
            })
        );
    }

    #[test]
    fn a_format_of_another_kind_is_refused_with_its_number() {
        let (file, _) = bytes(&wav(Format::Pcm16, vec![vec![0.5]]));
        // The format, the channels, the bytes of a frame and the bits of a sample.
        for (at, value) in [(20, 7), (22, 0), (22, 9), (32, 1), (34, 8), (34, 0)] {
            let mut other = file.clone();
            other[at] = value;
            assert!(
                matches!(read(&other), Err(SoundFileError::Format { .. })),
                "{at} = {value}"
            );
        }
    }

    #[test]
    fn more_than_32_bits_of_length_are_refused() {
        // Four letters, and eight bytes before every chunk; an odd one has a byte more.
        assert_eq!(size_of(&[16, 5]), Ok(4 + 24 + 14));
        let most = u32::MAX as usize - 12 - 1;
        assert_eq!(size_of(&[most]), Ok(u32::MAX - 1));
        assert_eq!(
            size_of(&[most + 1]),
            Err(SoundFileError::TooLong { bytes: 1 << 32 })
        );
        assert!(size_of(&[most, 16]).is_err());
    }
}
