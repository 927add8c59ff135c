//! From a packet to its messages.
//!
//! ```text
//! #bundle, time tag, ( length, message or bundle )*
//! /address, ,types, values
//! ```
//!
//! Bundles are taken apart here, and only what is one message is handed to the decoder: a bad message in a
//! bundle is lost alone, and thousands of bundles or brackets in each other never become thousands of calls
//! in each other. A bundle whose lengths do not fit is lost as a whole, since nobody knows what it meant.

use crate::address_space::{Arg, MessageError, is_pattern, stands_for};
use foley_params::words::excerpt;
use rosc::{OscPacket, OscType};

/// Most bundles in each other.
pub(super) const MAX_DEEP: usize = 8;
/// Most messages in a packet.
pub(super) const MAX_MESSAGES: usize = 1000;
/// For how many messages one counts that means many.
const PATTERN_COSTS: usize = 50;
/// What makes a voice, which takes a thousand times as long as a strike is told.
const MAKING: [&str; 2] = ["/foley/add", "/foley/preset"];
/// Most of that in a packet; the rest of it is left out, and counted.
pub(super) const MAX_MADE: usize = 8;
/// Longest address.
const MAX_ADDRESS_LENGTH: usize = 255;
/// Most values of a message.
const MAX_VALUES: usize = 64;
/// Longest text.
const MAX_TEXT_LENGTH: usize = 1024;
/// The time tag that means at once.
pub(super) const AT_ONCE: u64 = 1;

/// What is wrong with a packet as a whole, or with what is no message at all.
#[derive(Clone, Debug)]
pub(super) enum PacketError {
    /// It is no OSC.
    Garbage(String),
    /// Bundles in bundles.
    TooDeep,
    /// It is OSC, but nothing that is taken.
    Rejected(Box<MessageError>),
}

impl From<MessageError> for PacketError {
    fn from(why: MessageError) -> Self {
        Self::Rejected(Box::new(why))
    }
}

/// A packet, taken apart.
#[derive(Debug, Default)]
pub(super) struct PacketParts<'a> {
    /// The time tag of each bundle; the packet itself comes first, as if it were one for at once.
    pub(super) tags: Vec<u64>,
    /// Each message, and in which bundle it is.
    pub(super) messages: Vec<(usize, &'a [u8])>,
    /// Messages that would make more sounds than one packet may.
    pub(super) excess: Vec<&'a [u8]>,
    cost: usize,
    /// How many make a sound.
    pub(super) makes: usize,
}

impl<'a> PacketParts<'a> {
    /// Takes a packet apart.
    pub(super) fn of(packet: &'a [u8]) -> Result<Self, PacketError> {
        let mut parts = Self { tags: vec![AT_ONCE], ..Self::default() };
        parts.take(packet, 0, 0)?;
        Ok(parts)
    }

    fn take(&mut self, bytes: &'a [u8], within: usize, depth: usize) -> Result<(), PacketError> {
        let Some(rest) = bytes.strip_prefix(b"#bundle\0") else {
            let address = bytes.split(|&c| c == 0).next().unwrap_or_default();
            let address = core::str::from_utf8(address).unwrap_or_default();
            self.cost += if is_pattern(address) { PATTERN_COSTS } else { 1 };
            self.makes += usize::from(makes(address));
            if makes(address) && self.makes > MAX_MADE {
                self.excess.push(bytes);
            } else {
                self.messages.push((within, bytes));
            }
            return if self.cost > MAX_MESSAGES {
                Err(PacketError::from(MessageError::TooLong {
                    what: "a packet with more than 1,000 messages (a pattern counts as 50)",
                    length: bytes.len(),
                    most: MAX_MESSAGES,
                }))
            } else {
                Ok(())
            };
        };
        if depth >= MAX_DEEP {
            return Err(PacketError::TooDeep);
        }
        let Some((tag, mut rest)) = rest.split_first_chunk::<8>() else {
            return Err(garbage("a bundle without a time tag"));
        };
        // At once, or before its parent, cannot be: then with its parent.
        let parent = self.tags.get(within).copied().unwrap_or(AT_ONCE);
        self.tags.push(u64::from_be_bytes(*tag).max(parent));
        let this = self.tags.len() - 1;
        while !rest.is_empty() {
            let Some((length, after)) = rest.split_first_chunk::<4>() else {
                return Err(garbage("a bundle that ends within a length"));
            };
            let length = u32::from_be_bytes(*length) as usize;
            if length == 0 || !length.is_multiple_of(4) {
                return Err(garbage("a bundle with a length that is no multiple of four"));
            }
            let Some((inner, after)) = after.split_at_checked(length) else {
                return Err(garbage("a bundle that is cut off"));
            };
            self.take(inner, this, depth + 1)?;
            rest = after;
        }
        Ok(())
    }
}

/// Whether a voice is made, or may be.
pub(super) fn makes(address: &str) -> bool {
    address.len() <= MAX_ADDRESS_LENGTH && MAKING.iter().any(|it| stands_for(address, it))
}

fn garbage(why: &str) -> PacketError {
    PacketError::Garbage(format!("this is no OSC: {why}"))
}

/// A message: to whom, and what. If it is bad, to whom as far as that can be read.
pub(super) fn message(bytes: &[u8]) -> Result<(String, Vec<Arg>), (String, PacketError)> {
    let nameless = |why| (String::new(), garbage(why));
    if !bytes.starts_with(b"/") {
        return Err(nameless("neither an address nor a bundle"));
    }
    let (address, rest) = text(bytes).ok_or_else(|| nameless("an address without an end"))?;
    let bad = |bad| (excerpt(address), bad);
    let long = |what, length, most| bad(MessageError::TooLong { what, length, most }.into());
    if address.len() > MAX_ADDRESS_LENGTH {
        return Err(long("an address", address.len(), MAX_ADDRESS_LENGTH));
    }
    // Old programs leave out the types where there are no values.
    if rest.is_empty() {
        return Ok((address.to_owned(), Vec::new()));
    }
    let Some((types, _)) = text(rest).filter(|(types, _)| types.starts_with(',')) else {
        return Err(bad(garbage("values without their types")));
    };
    if types.len() > MAX_VALUES + 1 {
        return Err(long("a row of values", types.len() - 1, MAX_VALUES));
    }
    if types.contains(['[', ']']) {
        return Err(bad(not_taken(address, "an array")));
    }
    let decoded = rosc::decoder::decode_udp(bytes);
    let Ok((rest, OscPacket::Message(message))) = decoded else {
        return Err(bad(garbage("values that do not fit their types")));
    };
    if !rest.is_empty() {
        return Err(bad(garbage("more behind a message")));
    }
    let args = message.args.into_iter().map(|arg| {
        Ok(match arg {
            OscType::Int(value) => Arg::Number(value.into()),
            OscType::Float(value) => Arg::Number(value.into()),
            OscType::Double(value) => Arg::Number(value),
            OscType::Long(value) => Arg::Number(value as f64),
            OscType::Bool(value) => Arg::Number(f64::from(u8::from(value))),
            OscType::String(text) if text.len() > MAX_TEXT_LENGTH => {
                return Err(long("a text", text.len(), MAX_TEXT_LENGTH));
            }
            OscType::String(text) => Arg::Text(text),
            other => return Err(bad(not_taken(address, kind_of(&other)))),
        })
    });
    let args = args.collect::<Result<Vec<_>, _>>()?;
    Ok((message.addr, args))
}

/// To whom a message is, as far as that can be read.
pub(super) fn address(bytes: &[u8]) -> String {
    text(bytes).map_or_else(String::new, |(address, _)| excerpt(address))
}

fn not_taken(address: &str, what: &str) -> PacketError {
    PacketError::from(MessageError::WrongArguments {
        address: excerpt(address),
        takes: format!("numbers (i, f, d, h), T, F and text (s), not {what}"),
    })
}

fn kind_of(other: &OscType) -> &'static str {
    match other {
        OscType::Blob(_) => "a blob (b)",
        OscType::Time(_) => "a time (t)",
        OscType::Char(_) => "a letter (c)",
        OscType::Color(_) => "a colour (r)",
        OscType::Midi(_) => "a MIDI message (m)",
        OscType::Nil => "nothing (N)",
        OscType::Inf => "an impulse (I)",
        _ => "this",
    }
}

/// Text up to its zero, and what comes after its padding.
fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&c| c == 0)?;
    let text = core::str::from_utf8(bytes.get(..end)?).ok()?;
    Some((text, bytes.get((end / 4 + 1) * 4..)?))
}
