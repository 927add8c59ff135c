//! Splits an OSC packet into its messages.
//!
//! ```text
//! #bundle, time tag, ( length, message or bundle )*
//! /address, ,types, values
//! ```
//!
//! Bundles are split here, and only single messages reach the decoder. So a bad message in a bundle is lost
//! alone, and deeply nested bundles or arrays cannot cause deep recursion. A bundle with inconsistent lengths
//! is rejected as a whole.

use crate::address_space::{Arg, MessageError, is_pattern, matches_words};
use foley_params::words::excerpt;
use rosc::{OscPacket, OscType};

/// Maximum nesting depth of bundles.
pub(super) const MAX_DEEP: usize = 8;
/// Maximum number of messages in a packet; a pattern counts as [`PATTERN_COSTS`].
pub(super) const MAX_MESSAGES: usize = 1000;
/// Number of messages that a pattern counts as.
const PATTERN_COSTS: usize = 50;
/// Addresses of messages that create a voice. Creating a voice takes a thousand times as long as a gesture.
const MAKING: [&str; 2] = ["/foley/add", "/foley/preset"];
/// Maximum number of sound-creating messages per packet; further ones are rejected and counted.
pub(super) const MAX_MADE: usize = 8;
/// Maximum length of the address of a message \[bytes\].
const MAX_ADDRESS_LENGTH: usize = 255;
/// Maximum number of arguments of a message.
const MAX_VALUES: usize = 64;
/// Maximum length of a text argument \[bytes\].
const MAX_TEXT_LENGTH: usize = 1024;
/// The time tag of a bundle that takes effect at once.
pub(super) const AT_ONCE: u64 = 1;

/// Why a packet or a message was rejected.
#[derive(Clone, Debug)]
pub(super) enum PacketError {
    /// The bytes are not valid OSC, for this reason.
    Garbage(String),
    /// Bundles are nested too deeply.
    TooDeep,
    /// The bytes are valid OSC, but the message is not accepted, for this reason.
    Rejected(Box<MessageError>),
}

impl From<MessageError> for PacketError {
    fn from(why: MessageError) -> Self {
        Self::Rejected(Box::new(why))
    }
}

/// An OSC packet, split into messages.
#[derive(Debug, Default)]
pub(super) struct PacketParts<'a> {
    /// Time tag of each bundle. The first tag stands for the packet itself, which takes effect at once.
    pub(super) tags: Vec<u64>,
    /// The bytes of each message, with the index of its bundle.
    pub(super) messages: Vec<(usize, &'a [u8])>,
    /// Bytes of the sound-creating messages beyond the limit of [`MAX_MADE`].
    pub(super) excess: Vec<&'a [u8]>,
    cost: usize,
    /// Number of messages in the packet that create a sound.
    pub(super) makes: usize,
}

impl<'a> PacketParts<'a> {
    /// Splits the bytes of a packet into messages.
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
                Err(PacketError::from(MessageError::TooManyMessages {
                    most: MAX_MESSAGES,
                    pattern: PATTERN_COSTS,
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
        // A tag before that of the enclosing bundle is not allowed: the later of the two tags counts.
        let parent = self.tags.get(within).copied().unwrap_or(AT_ONCE);
        self.tags.push(u64::from_be_bytes(*tag).max(parent));
        let this = self.tags.len() - 1;
        while !rest.is_empty() {
            let Some((length, after)) = rest.split_first_chunk::<4>() else {
                return Err(garbage("a bundle that ends within a length"));
            };
            let length = u32::from_be_bytes(*length) as usize;
            if length == 0 || !length.is_multiple_of(4) {
                return Err(garbage("a bundle with a length that is not a multiple of four"));
            }
            let Some((inner, after)) = after.split_at_checked(length) else {
                return Err(garbage("a truncated bundle"));
            };
            self.take(inner, this, depth + 1)?;
            rest = after;
        }
        Ok(())
    }
}

/// Whether the address creates a voice, or is a pattern that may match such an address.
pub(super) fn makes(address: &str) -> bool {
    address.len() <= MAX_ADDRESS_LENGTH && MAKING.iter().any(|known| matches_words(address, known))
}

fn garbage(why: &str) -> PacketError {
    PacketError::Garbage(format!("not valid OSC: {why}"))
}

/// Decodes the bytes of a message into address and arguments. An error carries the address as far as it can
/// be read.
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
    // Old programs omit the type tags of messages without arguments.
    if rest.is_empty() {
        return Ok((address.to_owned(), Vec::new()));
    }
    let Some((types, _)) = text(rest).filter(|(types, _)| types.starts_with(',')) else {
        return Err(bad(garbage("arguments without type tags")));
    };
    if types.len() > MAX_VALUES + 1 {
        let count = types.len() - 1;
        return Err(bad(MessageError::TooManyArguments { count, most: MAX_VALUES }.into()));
    }
    if types.contains(['[', ']']) {
        return Err(bad(rejected(address, "an array")));
    }
    let decoded = rosc::decoder::decode_udp(bytes);
    let Ok((rest, OscPacket::Message(message))) = decoded else {
        return Err(bad(garbage("arguments that do not match their type tags")));
    };
    if !rest.is_empty() {
        return Err(bad(garbage("a message with bytes after its end")));
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
            other => return Err(bad(rejected(address, kind_of(&other)))),
        })
    });
    let args = args.collect::<Result<Vec<_>, _>>()?;
    Ok((message.addr, args))
}

/// Returns the address of a message, as far as it can be read.
pub(super) fn address(bytes: &[u8]) -> String {
    text(bytes).map_or_else(String::new, |(address, _)| excerpt(address))
}

fn rejected(address: &str, what: &str) -> PacketError {
    PacketError::from(MessageError::WrongArguments {
        address: excerpt(address),
        takes: format!("numbers (i, f, d, h), T, F and text (s), not {what}"),
    })
}

fn kind_of(other: &OscType) -> &'static str {
    match other {
        OscType::Blob(_) => "a blob (b)",
        OscType::Time(_) => "a time (t)",
        OscType::Char(_) => "a character (c)",
        OscType::Color(_) => "a colour (r)",
        OscType::Midi(_) => "a MIDI message (m)",
        OscType::Nil => "nothing (N)",
        OscType::Inf => "an impulse (I)",
        _ => "this",
    }
}

/// Splits off a zero-terminated text with its padding; returns the text and the remaining bytes.
fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&c| c == 0)?;
    let text = core::str::from_utf8(bytes.get(..end)?).ok()?;
    Some((text, bytes.get((end / 4 + 1) * 4..)?))
}
