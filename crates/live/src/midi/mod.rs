//! MIDI: keys, knobs, wheels and pads, as bytes from a port or a file.
//!
//! | idea                                          | here                      |
//! |-----------------------------------------------|---------------------------|
//! | one message, and messages out of any bytes    | [`MidiMessage`], [`Reader`]   |
//! | songs                                         | [`mod@file`]                  |
//! | instruments that are plugged in               | `port`, feature `device`  |
//! | one thing for every key                       | [`Rack`]                  |
//! | what a key is called                          | [`key`]                   |
//! | channels that belong together: MPE            | [`zone`]                  |
//! | knobs that send two numbers                   | [`fine`]                  |
//! | how hard a key is struck                      | [`velocity`]              |
//!
//! Channels are counted from 1 to 16, as on the instruments. Values are MIDI's own: 0 to 127, 0 to 16383
//! where two numbers make one, a bend from −1 to 1. A key that is let go is a note of value 0.

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

/// The controller that MPE calls timbre: how far up a key the finger is.
pub const TIMBRE: u8 = 74;

/// What of an instrument moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// A key, by its number; its value is the velocity, 0 when it is let go.
    Note(u8),
    /// A controller, by its number.
    Cc(u8),
    /// A controller below 32 together with the one that is 32 further, which makes it finer.
    Fine(u8),
    /// The pitch wheel, −1 to 1.
    Bend,
    /// How hard the keys of a channel are pressed.
    Pressure,
    /// How hard one key is pressed.
    PolyPressure(u8),
    /// Which program is chosen.
    Program,
}

impl Control {
    /// From where to where it goes.
    pub const fn range(self) -> (f64, f64) {
        match self {
            Self::Bend => (-1.0, 1.0),
            Self::Fine(_) => (0.0, fine::MAX_VALUE),
            _ => (0.0, 127.0),
        }
    }
}

/// A message that a sound can make something of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MidiMessage {
    /// 1 to 16.
    pub channel: u8,
    /// What moved.
    pub control: Control,
    /// Where it is now, in its own range.
    pub value: f64,
}

impl MidiMessage {
    /// A message from its status byte and its data, if it is one of those.
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
                // One more step down than up: both stops are stops.
                let stop = if wheel > 0 { 8191.0 } else { 8192.0 };
                (Control::Bend, f64::from(wheel) / stop)
            }
            _ => return None,
        };
        Some(Self { channel: (status & 0x0f) + 1, control, value })
    }

    /// Who moved, for mappings.
    pub fn source(&self) -> Source {
        Source::Midi { channel: self.channel, control: self.control }
    }
}

/// Makes messages out of bytes as they come: a status byte may be left out where it is the same as before,
/// clocks may tick in the middle of a message, and what is for one maker's instruments alone (system
/// exclusive) is passed over. No bytes make it stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    /// The status that holds until another comes.
    status: Option<u8>,
    first: Option<u8>,
}

impl Reader {
    /// The next byte; the message that it completes.
    pub fn take(&mut self, byte: u8) -> Option<MidiMessage> {
        match byte {
            // Real time: between any two bytes, and changes nothing.
            0xf8..=0xff => None,
            // Anything else of the system ends what was running; its data are passed over.
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

    /// All messages that these bytes complete.
    pub fn read(&mut self, bytes: &[u8]) -> impl Iterator<Item = MidiMessage> {
        bytes.iter().filter_map(|&byte| self.take(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(u8, Control, f64)> {
        let messages = Reader::default().read(bytes).collect::<Vec<_>>();
        let plain = |it: &MidiMessage| (it.channel, it.control, it.value);
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
        let values: Vec<f64> = played.iter().map(|it| it.2).collect();
        assert_eq!(values, [1.0, 2.0, 3.0, 9.0, 8.0]);
    }

    #[test]
    fn a_clock_in_the_middle_of_a_note_does_not_harm_it() {
        assert_eq!(read(&[0x90, 0xf8, 60, 0xfe, 0xff, 100]), [(1, Control::Note(60), 100.0)]);
    }

    #[test]
    fn what_is_for_one_makers_instruments_is_passed_over() {
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
