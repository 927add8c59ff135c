//! What tests of recordings share: letters.
#![allow(dead_code, reason = "not every test needs all of it")]

use foley_live::Arg;
use foley_live::desk::{Letter, What};

/// A letter.
pub(crate) fn say(at: u64, address: &str, args: &[Arg]) -> Letter {
    let what = What::Say { address: address.to_owned(), args: args.to_vec() };
    Letter { at, what, from: None }
}

/// A word that follows an address.
pub(crate) fn text(text: &str) -> Arg {
    Arg::Text(text.to_owned())
}
