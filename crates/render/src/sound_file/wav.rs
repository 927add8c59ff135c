//! WAV files.
//!
//! Chunks in the order of writing:
//!
//! | chunk  | content                                                                    |
//! |--------|----------------------------------------------------------------------------|
//! | `fmt ` | PCM of 16 or 24 bits, or float of 32; the extensible form above 2 channels |
//! | `fact` | samples of a channel, for float only                                       |
//! | `data` | the samples, interleaved, little-endian                                    |
//! | `LIST` | `INFO` with `INAM`, the title, and `ISFT`, the program and its version     |
//! | `foly` | the recipe as JSON                                                         |
//!
//! Metadata follows the samples, because simple players expect `data` early. The reader takes chunks in any
//! order and skips unknown ones.
//!
//! The reader accepts more than the writer produces ([`Coding`]): integers of up to 32 bits, float of 32 or
//! 64, any number of channels, and `RF64` and `BW64`, whose chunk `ds64` holds 64-bit lengths. A `data`
//! length of 2³² − 1 marks a stream of unknown length: its samples reach to the end of the file. Any other length
//! beyond the end of the file is an error. Memory is allocated for bytes in the file, never for lengths in a
//! header.

use super::{Container, EncodedFile, Format, MAX_SAMPLES, SoundFile, SoundFileError};
use crate::riff::{EXTENSIBLE, GUID_TAIL, IEEE_FLOAT, PCM, chunk, fmt};
use std::io::{self, Write};

/// First bytes of a RIFF file.
pub(super) const MAGIC: &[u8] = b"RIFF";
/// First bytes of the WAV forms with 64-bit lengths.
pub(super) const LONG_MAGIC: [&[u8]; 2] = [b"RF64", b"BW64"];
/// `data` length of a stream whose length is unknown or stands in `ds64`.
const UNKNOWN: usize = u32::MAX as usize;
/// Maximum accepted sample rate of a file \[Hz\].
const MAX_RATE: u32 = 768_000;

const fn tag(format: Format) -> u16 {
    match format {
        Format::Pcm16 | Format::Pcm24 => PCM,
        Format::Float => IEEE_FLOAT,
    }
}

/// Encodes a sample into the first bytes of the returned array. The returned flag reports clipping.
fn encode(format: Format, sample: f64) -> ([u8; 4], bool) {
    if format == Format::Float {
        return ((sample as f32).to_le_bytes(), false);
    }
    let (step, clipped) = format.quantise(sample);
    (step.to_le_bytes(), clipped)
}

/// Coding of the samples in a WAV file that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    /// Integers of this number of bytes. A single byte is unsigned around 128. Samples of fewer bits occupy
    /// the upper bits.
    Integer(usize),
    /// IEEE floating point of this number of bytes, 4 or 8.
    Float(usize),
}

impl Coding {
    /// Returns the number of bytes of a sample.
    const fn bytes(self) -> usize {
        match self {
            Self::Integer(bytes) | Self::Float(bytes) => bytes,
        }
    }

    /// Returns the nearest format that can be written.
    const fn format(self) -> Format {
        match self {
            Self::Integer(..=2) => Format::Pcm16,
            Self::Integer(_) => Format::Pcm24,
            Self::Float(_) => Format::Float,
        }
    }

    /// Decodes a sample from exactly [`Coding::bytes`] bytes.
    fn decode(self, bytes: &[u8]) -> f64 {
        // Integers are left-aligned in 32 bits, so that sign and full scale are the same for all sizes.
        let scaled = |bytes: [u8; 4]| f64::from(i32::from_le_bytes(bytes)) / 2_147_483_648.0;
        match (self, bytes) {
            (Self::Integer(1), &[a]) => scaled([0, 0, 0, a ^ 0x80]),
            (Self::Integer(2), &[a, b]) => scaled([0, 0, a, b]),
            (Self::Integer(3), &[a, b, c]) => scaled([0, a, b, c]),
            (Self::Integer(4), &[a, b, c, d]) => scaled([a, b, c, d]),
            (Self::Float(4), &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
            (Self::Float(8), &[a, b, c, d, e, f, g, h]) => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => 0.0,
        }
    }
}

/// Returns the name of a format tag, for error messages.
fn tag_name(tag: u16) -> &'static str {
    match tag {
        PCM => "PCM",
        IEEE_FLOAT => "float",
        0x0002 => "Microsoft ADPCM",
        0x0006 => "A-law",
        0x0007 => "µ-law",
        0x0011 => "IMA ADPCM",
        0x0031 => "GSM 6.10",
        0x0050 => "MPEG",
        0x0055 => "MP3",
        0x0092 | 0x2000 => "AC-3",
        0x00ff | 0x1600..=0x1610 => "AAC",
        0x0161..=0x0163 => "Windows Media Audio",
        0x674f..=0x6771 => "Vorbis",
        0xf1ac => "FLAC in WAV",
        _ => "a format unknown here",
    }
}

/// Encodes a complete WAV file.
pub(super) fn write(sound: &SoundFile) -> Result<EncodedFile, SoundFileError> {
    let size = size(sound)?;
    let mut bytes = Vec::with_capacity(size as usize + 8);
    // Writing to memory cannot fail.
    let clipped = write_chunks(sound, size, &mut bytes).unwrap_or_default();
    Ok(EncodedFile { bytes, clipped })
}

fn write_chunks(sound: &SoundFile, size: u32, out: &mut impl Write) -> io::Result<usize> {
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
    if let Some(recipe) = &sound.recipe {
        chunk(out, *b"foly", recipe.as_bytes())?;
    }
    Ok(clipped)
}

fn write_data(sound: &SoundFile, out: &mut impl Write) -> io::Result<usize> {
    let bytes = sound.format.bytes();
    let long = sound.frames() * sound.channels.len() * bytes;
    out.write_all(b"data")?;
    out.write_all(&(long as u32).to_le_bytes())?;
    let mut clipped = 0;
    for frame in 0..sound.frames() {
        for channel in &sound.channels {
            let (sample, was_clipped) = encode(sound.format, channel[frame]);
            out.write_all(&sample[..bytes])?;
            clipped += usize::from(was_clipped);
        }
    }
    if long % 2 == 1 {
        out.write_all(&[0])?;
    }
    Ok(clipped)
}

/// Returns the RIFF length of the file: all bytes but the first eight.
fn size(sound: &SoundFile) -> Result<u32, SoundFileError> {
    let data = sound.frames() * sound.channels.len() * sound.format.bytes();
    let mut chunks = vec![fmt_chunk(sound).len(), data];
    if sound.format == Format::Float {
        chunks.push(4);
    }
    chunks.extend(list_chunk(sound).map(|list| list.len()));
    chunks.extend(sound.recipe.as_ref().map(String::len));
    size_of(&chunks)
}

fn fmt_chunk(sound: &SoundFile) -> Vec<u8> {
    let (count, bytes) = (sound.channels.len() as u16, sound.format.bytes() as u16);
    fmt(tag(sound.format), bytes, sound.rate, count)
}

fn list_chunk(sound: &SoundFile) -> Option<Vec<u8>> {
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

/// Decodes a WAV file with its chunks in any order.
pub(super) fn read(bytes: &[u8]) -> Result<SoundFile, SoundFileError> {
    let long = LONG_MAGIC.iter().any(|magic| bytes.starts_with(magic));
    let has_magic = long || bytes.starts_with(MAGIC);
    let body = bytes.get(8..).and_then(|rest| rest.strip_prefix(b"WAVE"));
    let Some(body) = body.filter(|_| has_magic) else {
        return Err(SoundFileError::Signature { kind: Container::Wav });
    };
    let chunks = chunks(body, long).or_else(|why| chunks_within_size(bytes, body).ok_or(why))?;
    let find = |id: &[u8; 4]| chunks.iter().find(|(found, _)| found == id).map(|(_, body)| *body);
    let fmt = find(b"fmt ").ok_or(SoundFileError::Missing { chunk: "fmt " })?;
    let data = find(b"data").ok_or(SoundFileError::Missing { chunk: "data" })?;
    let (coding, rate, count) = read_fmt(fmt)?;
    let samples = data.len() / coding.bytes();
    if samples > MAX_SAMPLES {
        return Err(SoundFileError::TooMany { samples });
    }
    let mut channels = vec![Vec::with_capacity(samples / count); count];
    for frame in data.chunks_exact(count * coding.bytes()) {
        for (channel, sample) in channels.iter_mut().zip(frame.chunks_exact(coding.bytes())) {
            channel.push(coding.decode(sample));
        }
    }
    let info = |wanted: &[u8; 4]| {
        chunks.iter().find_map(|(id, body)| {
            let list = body.strip_prefix(b"INFO").filter(|_| id == b"LIST")?;
            let entries = self::chunks(list, false).ok()?;
            let (_, text) = entries.into_iter().find(|(id, _)| id == wanted)?;
            let text = String::from_utf8_lossy(text);
            Some(text.trim_end_matches('\0').to_owned())
        })
    };
    let recipe = find(b"foly").map(|recipe| String::from_utf8_lossy(recipe).into_owned());
    Ok(SoundFile {
        format: coding.format(),
        rate,
        channels,
        title: info(b"INAM"),
        software: info(b"ISFT"),
        recipe,
    })
}

/// Returns the chunks within the RIFF length; `None` if `data` is not among them. An interrupted recording
/// may have samples behind that length.
fn chunks_within_size<'a>(bytes: &[u8], body: &'a [u8]) -> Option<Vec<Chunk<'a>>> {
    let size = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) as usize;
    // The length includes the four letters `WAVE`.
    let within = body.get(..size.checked_sub(4)?)?;
    let chunks = chunks(within, false).ok()?;
    chunks.iter().any(|(id, _)| id == b"data").then_some(chunks)
}

/// Returns the RIFF length of a file with chunks of these lengths \[bytes\].
fn size_of(chunks: &[usize]) -> Result<u32, SoundFileError> {
    let padded = chunks.iter().map(|&bytes| 8 + (bytes + bytes % 2) as u64);
    let bytes = 4 + padded.sum::<u64>();
    u32::try_from(bytes).map_err(|_| SoundFileError::TooLong { bytes })
}

type Chunk<'a> = ([u8; 4], &'a [u8]);

fn chunks(mut body: &[u8], long_lengths: bool) -> Result<Vec<Chunk<'_>>, SoundFileError> {
    let mut chunks = Vec::new();
    let mut data_length = None;
    // A rest of fewer than eight bytes is not a chunk.
    while let [a, b, c, d, e, f, g, h, rest @ ..] = body {
        let id = [*a, *b, *c, *d];
        let mut long = u32::from_le_bytes([*e, *f, *g, *h]) as usize;
        if &id == b"data" && long == UNKNOWN {
            long = data_length.unwrap_or(rest.len());
        }
        let Some((inside, after)) = rest.split_at_checked(long) else {
            return Err(SoundFileError::Truncated {
                kind: Container::Wav,
                part: String::from_utf8_lossy(&id).escape_debug().to_string(),
                missing: long - rest.len(),
            });
        };
        if &id == b"ds64" && long_lengths {
            // Bytes 0 to 7 of `ds64` are the length of the file, bytes 8 to 15 the length of the data.
            let written = inside.get(8..16).and_then(|bytes| bytes.try_into().ok());
            data_length =
                written.map(|bytes| usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(usize::MAX));
        }
        chunks.push((id, inside));
        // Some writers omit the last padding byte.
        body = after.get(long % 2..).unwrap_or_default();
    }
    Ok(chunks)
}

fn read_fmt(fmt: &[u8]) -> Result<(Coding, u32, usize), SoundFileError> {
    let fail = |why: String| SoundFileError::Format { why, kind: Container::Wav };
    let short = |at: usize| match fmt.get(at..at + 2) {
        Some(&[a, b]) => Ok(u16::from_le_bytes([a, b])),
        _ => Err(fail("its chunk `fmt ` is too short".to_owned())),
    };
    let (mut tag, count, bits) = (short(0)?, short(2)?, short(14)?);
    let rate = u32::from(short(4)?) | u32::from(short(6)?) << 16;
    let align = short(12)?;
    if tag == EXTENSIBLE {
        tag = short(24)?;
        if fmt.get(26..40) != Some(&GUID_TAIL) {
            return Err(fail("it has an unknown extensible format".to_owned()));
        }
    }
    let coding = match (tag, bits) {
        (PCM, 1..=32) => Coding::Integer(usize::from(bits).div_ceil(8)),
        (IEEE_FLOAT, 32 | 64) => Coding::Float(usize::from(bits) / 8),
        _ => {
            return Err(fail(format!(
                "its sample format is not supported: format number {tag}, {}, {bits} bits per sample",
                tag_name(tag)
            )));
        }
    };
    let count = usize::from(count);
    if count == 0 || count * coding.bytes() != usize::from(align) {
        return Err(fail(format!(
            "its header is inconsistent: channels {count}, bits per sample {bits}, bytes per frame {align}"
        )));
    }
    if !(1..=MAX_RATE).contains(&rate) {
        return Err(fail(format!("its sample rate is {rate} Hz, and 1 to {MAX_RATE} Hz are allowed")));
    }
    Ok((coding, rate, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wav(format: Format, channels: Vec<Vec<f64>>) -> SoundFile {
        SoundFile {
            format,
            rate: 48000,
            channels,
            title: Some("Größe".to_owned()),
            software: Some("Foley 0".to_owned()),
            recipe: Some("{\"seed\":7}".to_owned()),
        }
    }

    fn bytes(sound: &SoundFile) -> (Vec<u8>, usize) {
        let encoded = write(sound).unwrap();
        (encoded.bytes, encoded.clipped)
    }

    fn word(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn a_written_file_reads_back_unchanged() {
        // Each format holds these values exactly. Even and odd numbers of frames test the padding.
        for format in Format::ALL {
            for count in 1..=5 {
                for frames in 0..=5_usize {
                    let sample =
                        |channel: usize, frame: usize| (channel as f64 - 2.0) / 4.0 + frame as f64 / 32768.0;
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
        let (file, _) = bytes(&wav(Format::Pcm24, vec![vec![-0.5, 1.0 / 8388608.0, -1.0 / 8388608.0]]));
        let at = 12 + 8 + 16;
        assert_eq!(&file[at..at + 4], b"data");
        assert_eq!(word(&file, at + 4), 9, "the byte of padding is not counted");
        assert_eq!(&file[at + 8..at + 18], [0x00, 0x00, 0xc0, 0x01, 0x00, 0x00, 0xff, 0xff, 0xff, 0x00]);
    }

    #[test]
    fn samples_beyond_full_scale_are_clamped_and_counted() {
        for (format, most) in [(Format::Pcm16, 32767.0 / 32768.0), (Format::Pcm24, 8388607.0 / 8388608.0)] {
            let loud = wav(format, vec![vec![1.0, -1.0, 2.5, -1e300, 0.999]]);
            let (file, clipped) = bytes(&loud);
            let read = read(&file).unwrap();
            assert_eq!(clipped, 3, "{format:?}: 1 is one step beyond the largest number, −1 is the smallest");
            assert_eq!(&read.channels[0][..4], [most, -1.0, most, -1.0], "{format:?}");
        }
        let (file, clipped) = bytes(&wav(Format::Float, vec![vec![2.5, -100.0]]));
        assert_eq!((clipped, read(&file).unwrap().channels), (0, vec![vec![2.5, -100.0]]));
    }

    #[test]
    fn a_sample_is_rounded_to_the_nearest_step() {
        for format in [Format::Pcm16, Format::Pcm24] {
            let samples: Vec<f64> = (0..1000).map(|n| libm::sin(f64::from(n)) * 0.9).collect();
            let (file, _) = bytes(&wav(format, vec![samples.clone()]));
            let read = read(&file).unwrap();
            for (was, is) in samples.iter().zip(&read.channels[0]) {
                let error = (was - is).abs() * format.steps();
                assert!(error <= 0.5, "{format:?}: {was} became {is}, {error} steps off");
            }
        }
    }

    #[test]
    fn chunks_may_come_in_any_order_with_unknown_ones_among_them() {
        let written = wav(Format::Pcm16, vec![vec![0.5, 0.25, -0.5]]);
        let (file, _) = bytes(&written);
        let mut parts = chunks(&file[12..], false).unwrap();
        parts.reverse();
        parts.insert(1, (*b"junk", &[1, 2, 3]));
        parts.push((*b"LIST", b"adtlnothing of ours"));
        let mut shuffled = file[..12].to_vec();
        for (id, body) in &parts {
            chunk(&mut shuffled, *id, body).unwrap();
        }
        assert_eq!(read(&shuffled), Ok(written.clone()));
        // The file is read without its last padding byte, and with a stray byte instead.
        assert_eq!(read(&shuffled[..shuffled.len() - 1]), Ok(written.clone()));
        shuffled.push(0);
        assert_eq!(read(&shuffled), Ok(written));
    }

    #[test]
    fn bytes_behind_the_riff_length_are_ignored() {
        let written = wav(Format::Float, vec![vec![0.5, 0.25, -0.5]]);
        let (mut file, _) = bytes(&written);
        // These bytes are samples of an interrupted recording, outside any chunk.
        for _ in 0..5 {
            file.extend(0.7_f32.to_le_bytes());
        }
        assert_eq!(read(&file), Ok(written));
    }

    #[test]
    fn a_truncated_file_is_rejected_without_a_panic() {
        let (file, _) = bytes(&wav(Format::Float, vec![vec![0.5; 9]; 3]));
        let mut refused = 0;
        for end in 0..file.len() {
            // A cut between two chunks leaves a valid file without the later chunks.
            match read(&file[..end]) {
                Err(_) => refused += 1,
                Ok(part) => assert!(part.recipe.is_none() || end == file.len() - 1, "{end}"),
            }
        }
        assert!(refused > file.len() / 2, "{refused}");
        assert_eq!(read(b"RIFX----WAVE"), Err(SoundFileError::Signature { kind: Container::Wav }));
        assert_eq!(read(b"{}"), Err(SoundFileError::Signature { kind: Container::Wav }));
    }

    #[test]
    fn an_unknown_format_is_rejected_with_its_number() {
        let (file, _) = bytes(&wav(Format::Pcm16, vec![vec![0.5]]));
        // The changed fields are format tag, channels, rate, bytes of a frame and bits of a sample.
        for (at, value) in [(20, 7), (22, 0), (22, 9), (27, 0xff), (32, 1), (34, 8), (34, 0), (34, 33)] {
            let mut other = file.clone();
            other[at] = value;
            assert!(matches!(read(&other), Err(SoundFileError::Format { .. })), "{at} = {value}");
        }
    }

    #[test]
    fn lengths_beyond_32_bits_are_rejected() {
        // The length counts `WAVE`, eight bytes before every chunk, and a padding byte after an odd chunk.
        assert_eq!(size_of(&[16, 5]), Ok(4 + 24 + 14));
        let most = u32::MAX as usize - 12 - 1;
        assert_eq!(size_of(&[most]), Ok(u32::MAX - 1));
        assert_eq!(size_of(&[most + 1]), Err(SoundFileError::TooLong { bytes: 1 << 32 }));
        assert!(size_of(&[most, 16]).is_err());
    }
}
