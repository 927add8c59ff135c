//! Standard MIDI files as messages with times in seconds.
//!
//! A file counts time in ticks. The header gives the duration of a tick: a part of a quarter note, whose
//! duration the tempo sets, or a part of a film frame:
//!
//! ```math
//! t = \sum_k \frac{q_k}{10^6}\,\frac{n_k}{N} \qquad\text{or}\qquad t = \frac{n}{f\,s}
//! ```
//!
//! | symbol | unit | meaning                                             |
//! |--------|------|-----------------------------------------------------|
//! | q      | µs   | duration of a quarter note, by the current tempo    |
//! | n      | 1    | number of ticks, n_k while tempo k held             |
//! | N      | 1    | ticks per quarter note                              |
//! | f, s   | Hz, 1| frames per second, ticks per frame                  |
//!
//! A damaged file is rejected with the position of the damage; no part of the file is played.
//!
//! Tempos apply to all tracks of formats 0 and 1. The tracks of format 2 are separate songs, played one after
//! another, each with its own tempos.

use super::{Control, MidiMessage};
use crate::dispatcher::{Message, MessageKind};
use midly::{EventIter, Format, MetaMessage, Timing, TrackEventKind};
use thiserror::Error;

/// Maximum size of a MIDI file \[bytes\].
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// Maximum number of messages of a song.
pub const MAX_MESSAGES: usize = 1_000_000;
/// Maximum duration of a song \[s\].
pub const MAX_SONG_SECONDS: f64 = 24.0 * 3600.0;

/// Why a MIDI file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SongError {
    /// The file, its messages or its duration exceed a limit.
    #[error("the MIDI file has {count} {what}; the maximum is {most}")]
    TooMuch {
        /// The quantity that exceeds its limit, in words.
        what: &'static str,
        /// Value of that quantity in the file.
        count: u64,
        /// Limit of that quantity.
        most: u64,
    },
    /// The file is not a MIDI file, or is damaged.
    #[error("not a readable standard MIDI file: {why}")]
    Broken {
        /// What is wrong with the file, and at which position.
        why: String,
    },
    /// The header has zero ticks per quarter note or per film frame, so that times are undefined.
    #[error("the header of the MIDI file has {0} ticks per quarter note or frame; the minimum is 1")]
    Timeless(u32),
}

/// The messages of a MIDI file with their times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Song {
    /// Times \[s\] and messages, in order of time.
    pub messages: Vec<(f64, MidiMessage)>,
    /// Time of the last event of the file \[s\]; the event need not be a message.
    pub seconds: f64,
}

impl Song {
    /// Returns the number of notes that are struck.
    pub fn notes(&self) -> usize {
        let struck = |(_, message): &&(f64, MidiMessage)| {
            matches!(message.control, Control::Note(_)) && message.value > 0.0
        };
        self.messages.iter().filter(struck).count()
    }

    /// Returns the song as messages for a dispatcher at `rate` \[Hz\], each at the nearest sample.
    pub fn messages(&self, rate: f64) -> impl Iterator<Item = Message> {
        self.messages.iter().map(move |&(seconds, message)| Message {
            scored: false,
            at: (seconds * rate).round() as u64,
            kind: MessageKind::Control { source: message.source(), value: message.value },
            from: None,
        })
    }
}

/// Unit of time of a MIDI file.
#[derive(Clone, Copy, Debug)]
enum Beat {
    /// A tick is a fraction of a quarter note. The value is the number of ticks per quarter note.
    Quarter(f64),
    /// A tick has this fixed duration, independent of the tempo \[s\].
    Fixed(f64),
}

/// An event of a track: a message, a new duration of the quarter note \[µs\], or anything else.
#[derive(Clone, Copy, Debug)]
enum Event {
    MidiMessage(MidiMessage),
    Tempo(u32),
    Other,
}

/// Reads a standard MIDI file.
///
/// # Errors
/// If the bytes are not a valid MIDI file, or exceed a limit.
pub fn read(bytes: &[u8]) -> Result<Song, SongError> {
    let too_much = |what, count: u64, most: u64| SongError::TooMuch { what, count, most };
    if bytes.len() > MAX_FILE_BYTES {
        return Err(too_much("bytes", bytes.len() as u64, MAX_FILE_BYTES as u64));
    }
    // A header with −128 frames per second: the parser would negate that number and overflow.
    let endless = |window: &[u8]| window.starts_with(b"MThd") && window.ends_with(&[0x80]);
    if bytes.windows(13).any(endless) {
        return Err(broken("invalid smpte fps"));
    }
    whole(bytes)?;
    let (header, chunks) = midly::parse(bytes).map_err(|why| broken(why.kind().message()))?;
    let (promised, _) = chunks.size_hint();
    let mut tracks = Vec::new();
    let mut count = 0;
    for (index, track) in chunks.enumerate() {
        let track = track.map_err(|why| broken(why.kind().message()))?;
        let events = events(track, index + 1)?;
        count += events.len();
        if count > MAX_MESSAGES {
            return Err(too_much("events", count as u64, MAX_MESSAGES as u64));
        }
        tracks.push(events);
    }
    if tracks.len() != promised {
        return Err(broken(format!(
            "the header announces {}, but the file has {}",
            counted(promised, "track"),
            tracks.len()
        )));
    }
    let beat = match header.timing {
        Timing::Metrical(ticks) if ticks.as_int() == 0 => return Err(SongError::Timeless(0)),
        Timing::Metrical(ticks) => Beat::Quarter(f64::from(ticks.as_int())),
        Timing::Timecode(_, 0) => return Err(SongError::Timeless(0)),
        Timing::Timecode(frames, ticks) => Beat::Fixed(1.0 / (f64::from(frames.as_f32()) * f64::from(ticks))),
    };
    let mut read = Song::default();
    if header.format == Format::Sequential {
        for track in tracks {
            play(track, beat, &mut read)?;
        }
    } else {
        let mut all: Vec<_> = tracks.into_iter().flatten().collect();
        // The sort is stable: events of one tick keep the order of the tracks.
        all.sort_by_key(|&(tick, _)| tick);
        play(all, beat, &mut read)?;
    }
    Ok(read)
}

fn broken(why: impl Into<String>) -> SongError {
    SongError::Broken { why: why.into() }
}

/// Returns a count with its noun in the singular or plural.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Checks that all chunks of the file are complete. Files wrapped in RIFF are left to the parser.
fn whole(bytes: &[u8]) -> Result<(), SongError> {
    let mut rest = bytes;
    let mut count = 0;
    while bytes.starts_with(b"MThd") && !rest.is_empty() {
        let Some((head, body)) = rest.split_first_chunk::<8>() else {
            let left = rest.len();
            return Err(broken(format!(
                "the file ends with {} that cannot be a chunk",
                counted(left, "byte")
            )));
        };
        let [kind @ .., a, b, c, d] = *head;
        let long = u32::from_be_bytes([a, b, c, d]) as usize;
        let is_track = kind == *b"MTrk";
        count += usize::from(is_track);
        rest = body.get(long..).ok_or_else(|| {
            let missing = long - body.len();
            let what = match kind.as_slice() {
                b"MTrk" => format!("track {count}"),
                b"MThd" => "the header".to_owned(),
                _ => "a chunk".to_owned(),
            };
            broken(format!("the file ends {} before the end of {what}", counted(missing, "byte")))
        })?;
    }
    Ok(())
}

/// Reads all events of a track, each with its tick.
fn events(mut track: EventIter<'_>, number: usize) -> Result<Vec<(u64, Event)>, SongError> {
    let long = track.unread().len();
    let mut tick = 0_u64;
    let mut events = Vec::new();
    loop {
        let (rest, running) = (track.unread(), track.running_status());
        let Some(event) = track.next() else {
            return Ok(events);
        };
        let at = |why: &str| {
            let byte = long - rest.len();
            broken(format!("track {number}, byte {byte}: {why}"))
        };
        let event = event.map_err(|_| at(damage(rest, running)))?;
        tick += u64::from(event.delta.as_int());
        let what = match event.kind {
            TrackEventKind::Midi { channel, message } => {
                plain(channel.as_int(), message).map_or(Event::Other, Event::MidiMessage)
            }
            TrackEventKind::Meta(MetaMessage::Tempo(quarter)) => match quarter.as_int() {
                0 => return Err(at("a quarter note lasts 0 µs; it must be at least 1 µs")),
                micros => Event::Tempo(micros),
            },
            _ => Event::Other,
        };
        events.push((tick, what));
    }
}

/// Describes what is wrong with the event that begins at the first of these bytes. `running` is the running
/// status before the event.
fn damage(bytes: &[u8], running: Option<u8>) -> &'static str {
    // The delta time of the event ends with the first byte below 128.
    let ends = bytes.iter().position(|&byte| byte < 0x80);
    let status = ends.and_then(|place| bytes.get(place + 1));
    match (status, running) {
        (Some(0..0x80), None) => "a data byte has no status byte before it",
        (Some(0xf1..=0xf6 | 0xf8..=0xfe), _) => "a status byte is not allowed in a file",
        (Some(_), _) => "an event is truncated or has invalid data",
        (None, _) => "the track ends in the middle of an event",
    }
}

/// Converts a message of the parser into a message of this crate; `None` for kinds that are not used.
fn plain(channel: u8, message: midly::MidiMessage) -> Option<MidiMessage> {
    use midly::MidiMessage as M;
    let (kind, first, second) = match message {
        M::NoteOff { key, vel } => (0x80, key.as_int(), vel.as_int()),
        M::NoteOn { key, vel } => (0x90, key.as_int(), vel.as_int()),
        M::Aftertouch { key, vel } => (0xa0, key.as_int(), vel.as_int()),
        M::Controller { controller, value } => (0xb0, controller.as_int(), value.as_int()),
        M::ProgramChange { program } => (0xc0, program.as_int(), 0),
        M::ChannelAftertouch { vel } => (0xd0, vel.as_int(), 0),
        M::PitchBend { bend } => {
            let bend = bend.0.as_int();
            (0xe0, (bend & 0x7f) as u8, (bend >> 7) as u8)
        }
    };
    MidiMessage::of(kind | (channel & 0x0f), first, second)
}

/// Appends the messages among `events` to the song, with their times in seconds.
fn play(events: Vec<(u64, Event)>, beat: Beat, song: &mut Song) -> Result<(), SongError> {
    let mut tick_lasts = match beat {
        Beat::Quarter(ticks) => 0.5 / ticks,
        Beat::Fixed(seconds) => seconds,
    };
    let (mut now, mut then) = (song.seconds, 0_u64);
    for (tick, event) in events {
        now += (tick - then) as f64 * tick_lasts;
        then = tick;
        if now > MAX_SONG_SECONDS {
            return Err(SongError::TooMuch {
                what: "seconds",
                count: now.min(1e18) as u64,
                most: MAX_SONG_SECONDS as u64,
            });
        }
        match (event, beat) {
            (Event::MidiMessage(message), _) => song.messages.push((now, message)),
            (Event::Tempo(micros), Beat::Quarter(ticks)) => {
                tick_lasts = f64::from(micros) * 1e-6 / ticks;
            }
            _ => {}
        }
    }
    song.seconds = now;
    Ok(())
}
