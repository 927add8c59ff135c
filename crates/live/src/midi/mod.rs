//! MIDI: keys, controllers, wheels and pads, as bytes from a port or a file.
//!
//! | item                                          | here                      |
//! |-----------------------------------------------|---------------------------|
//! | a message, and a decoder of bytes             | [`MidiMessage`], [`Reader`]   |
//! | MIDI files                                    | [`mod@file`]                  |
//! | connected instruments                         | `port`, feature `device`  |
//! | one voice per key                             | [`Rack`]                  |
//! | names of keys                                 | [`key`]                   |
//! | groups of channels: MPE zones                 | [`zone`]                  |
//! | 14-bit controllers, which send two numbers    | [`fine`]                  |
//! | strength of a key's strike                    | [`velocity`]              |
//!
//! Channels are 1 to 16, as on instruments. Values keep MIDI's ranges: 0 to 127, 0 to 16383 for 14-bit
//! controllers, −1 to 1 for a bend. A released key is a note of value 0.

pub mod file;
pub mod fine;
pub mod key;
#[cfg(feature = "device")]
pub mod port;
pub mod rack;
pub mod velocity;
pub mod zone;

pub use rack::Rack;

use crate::mapping::Source;

/// Number of the controller that MPE calls timbre: the finger's position along the key.
pub const TIMBRE: u8 = 74;

/// A control of a MIDI instrument, whose value a message changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// A key, by its number; the value is the velocity, 0 on release.
    Note(u8),
    /// A controller, by its number; the value is 0 to 127.
    Cc(u8),
    /// A 14-bit controller: the coarse controller of this number, below 32, together with the fine one 32
    /// higher.
    Fine(u8),
    /// The pitch wheel; the value is −1 to 1.
    Bend,
    /// The pressure of a channel; the value is 0 to 127.
    Pressure,
    /// The pressure of one key, by its number; the value is 0 to 127.
    PolyPressure(u8),
    /// The chosen program; the value is its number, 0 to 127.
    Program,
}

impl Control {
    /// Returns the lowest and the highest value of the control.
    pub const fn range(self) -> (f64, f64) {
        match self {
            Self::Bend => (-1.0, 1.0),
            Self::Fine(_) => (0.0, fine::MAX_VALUE),
            _ => (0.0, 127.0),
        }
    }
}

/// A MIDI message of one channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MidiMessage {
    /// MIDI channel, 1 to 16.
    pub channel: u8,
    /// The control whose value changes.
    pub control: Control,
    /// New value of the control, within the range of that control.
    pub value: f64,
}

impl MidiMessage {
    /// Decodes a status byte and two data bytes; returns `None` for messages of other kinds.
    fn of(status: u8, first: u8, second: u8) -> Option<Self> {
        let (first, second) = (first & 0x7f, second & 0x7f);
        let (control, value) = match status >> 4 {
            0x8 => (Control::Note(first), 0.0),
            0x9 => (Control::Note(first), f64::from(second)),
            0xa => (Control::PolyPressure(first), f64::from(second)),
            0xb => (Control::Cc(first), f64::from(second)),
            0xc => (Control::Program, f64::from(first)),
            0xd => (Control::Pressure, f64::from(first)),
            0xe => {
                let wheel = i32::from(first) + 128 * i32::from(second) - 8192;
                // The wheel has one more step down than up; both stops map to ±1.
                let stop = if wheel > 0 { 8191.0 } else { 8192.0 };
                (Control::Bend, f64::from(wheel) / stop)
            }
            _ => return None,
        };
        Some(Self { channel: (status & 0x0f) + 1, control, value })
    }

    /// Returns the source that mappings listen to for this message.
    pub fn source(&self) -> Source {
        Source::Midi { channel: self.channel, control: self.control }
    }
}

/// Decodes a stream of bytes. It handles running status and real-time bytes within messages, and skips system
/// exclusive data. Any bytes are accepted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    /// Status byte of the last channel message, which following data may reuse.
    status: Option<u8>,
    first: Option<u8>,
}

impl Reader {
    /// Takes the next byte; returns the message that the byte completes, or `None`.
    pub fn take(&mut self, byte: u8) -> Option<MidiMessage> {
        match byte {
            // Real-time messages may come between any two bytes and change nothing.
            0xf8..=0xff => None,
            // Other system messages end the running status; their data are skipped.
            0xf0..=0xf7 => {
                *self = Self::default();
                None
            }
            0x80..=0xef => {
                self.status = Some(byte);
                self.first = None;
                None
            }
            _ => {
                let status = self.status?;
                if matches!(status >> 4, 0xc | 0xd) {
                    return MidiMessage::of(status, byte, 0);
                }
                match self.first.take() {
                    None => {
                        self.first = Some(byte);
                        None
                    }
                    Some(first) => MidiMessage::of(status, first, byte),
                }
            }
        }
    }

    /// Returns all messages that these bytes complete.
    pub fn read(&mut self, bytes: &[u8]) -> impl Iterator<Item = MidiMessage> {
        bytes.iter().filter_map(|&byte| self.take(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(u8, Control, f64)> {
        let messages = Reader::default().read(bytes).collect::<Vec<_>>();
        let plain = |message: &MidiMessage| (message.channel, message.control, message.value);
        messages.iter().map(plain).collect()
    }

    #[test]
    fn every_message_is_read_as_the_standard_writes_it() {
        type Fact<'a> = (&'a [u8], (u8, Control, f64));
        let facts: [Fact<'_>; 9] = [
            (&[0x90, 60, 100], (1, Control::Note(60), 100.0)),
            (&[0x95, 60, 0], (6, Control::Note(60), 0.0)),
            (&[0x8f, 60, 64], (16, Control::Note(60), 0.0)),
            (&[0xb0, 74, 33], (1, Control::Cc(74), 33.0)),
            (&[0xa1, 61, 9], (2, Control::PolyPressure(61), 9.0)),
            (&[0xd2, 77], (3, Control::Pressure, 77.0)),
            (&[0xc3, 5], (4, Control::Program, 5.0)),
            (&[0xe0, 0, 64], (1, Control::Bend, 0.0)),
            (&[0xe0, 0x7f, 0x7f], (1, Control::Bend, 1.0)),
        ];
        for (bytes, message) in facts {
            assert_eq!(read(bytes), [message], "{bytes:x?}");
        }
        assert_eq!(read(&[0xe0, 0, 0]), [(1, Control::Bend, -1.0)]);
    }

    #[test]
    fn a_status_byte_holds_until_another_comes() {
        let played = read(&[0x90, 60, 1, 62, 2, 64, 3, 0xd0, 9, 8]);
        let values: Vec<f64> = played.iter().map(|message| message.2).collect();
        assert_eq!(values, [1.0, 2.0, 3.0, 9.0, 8.0]);
    }

    #[test]
    fn a_clock_in_the_middle_of_a_note_does_not_harm_it() {
        assert_eq!(read(&[0x90, 0xf8, 60, 0xfe, 0xff, 100]), [(1, Control::Note(60), 100.0)]);
    }

    #[test]
    fn system_exclusive_data_are_skipped() {
        let bytes = [0xf0, 0x43, 60, 100, 60, 0xf8, 100, 0xf7, 60, 100, 0x91, 60, 7];
        assert_eq!(read(&bytes), [(2, Control::Note(60), 7.0)]);
    }

    #[test]
    fn a_hundred_thousand_streams_of_garbage_give_messages_within_their_ranges() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut count = 0_u64;
        for _ in 0..100_000 {
            let mut reader = Reader::default();
            for _ in 0..random() % 64 {
                if let Some(message) = reader.take(random() as u8) {
                    let (low, high) = message.control.range();
                    assert!((1..=16).contains(&message.channel), "{message:?}");
                    assert!((low..=high).contains(&message.value), "{message:?}");
                    count += 1;
                }
            }
        }
        assert!(count > 100_000, "{count} messages");
    }
}
