//! What came in, counted by kind: nobody who sends garbage stays unseen.

use crate::address_space::MessageErrorKind;
use std::sync::atomic::{AtomicU64, Ordering};

/// Declares the counters once: their names, for people and for programs.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident: $text:literal,)*) => {
        /// What came in since the port was opened.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counts {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counts {
            /// All of them with their names.
            pub fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$(($text, self.$name)),*]
            }
        }

        /// The counters that threads share.
        #[derive(Debug, Default)]
        pub(super) struct CounterSet {
            $(pub(super) $name: AtomicU64,)*
        }

        impl CounterSet {
            pub(super) fn read(&self) -> Counts {
                Counts { $($name: self.$name.load(Ordering::Relaxed),)* }
            }
        }
    };
}

counters! {
    /// Packets that were dealt with.
    packets: "packets",
    /// Bundles in them.
    bundles: "bundles",
    /// Messages in them that could be read.
    messages: "messages",
    /// What was done or answered; more than the messages where a pattern means many.
    done: "done",
    /// Bundles whose time had gone: they were played at once.
    late: "late",
    /// Packets and messages that are no OSC.
    garbage: "garbage",
    /// Messages to addresses and names that are not there.
    unknown: "unknown",
    /// Messages with values that are not allowed, and bundles for a time too far ahead.
    refused: "refused",
    /// Messages with values that are infinite or no numbers.
    not_a_number: "not-a-number",
    /// Packets and messages longer than anything that is meant.
    too_long: "too-long",
    /// Packets with too many bundles in each other.
    too_deep: "too-deep",
    /// Messages for which there was no room.
    crowded: "crowded",
    /// Answers that were not sent, because there were too many in a second.
    unanswered: "unanswered",
}

impl CounterSet {
    /// Something was wrong with a message.
    pub(super) fn fault(&self, kind: MessageErrorKind) {
        count(match kind {
            MessageErrorKind::Unknown => &self.unknown,
            MessageErrorKind::Refused => &self.refused,
            MessageErrorKind::NotANumber => &self.not_a_number,
            MessageErrorKind::TooLong => &self.too_long,
            MessageErrorKind::Crowded => &self.crowded,
        });
    }
}

/// One more.
pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
