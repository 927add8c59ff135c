//! Messages shared by the tests of recordings.

use foley_live::Arg;
use foley_live::dispatcher::{Message, MessageKind};

/// Makes a message to an address, at a sample.
pub(crate) fn say(at: u64, address: &str, args: &[Arg]) -> Message {
    let kind = MessageKind::Address { address: address.to_owned(), args: args.to_vec() };
    Message { at, kind, from: None, scored: false }
}

/// A text argument.
pub(crate) fn text(text: &str) -> Arg {
    Arg::Text(text.to_owned())
}
