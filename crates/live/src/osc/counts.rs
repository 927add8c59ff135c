//! Counters of OSC packets and messages by kind.

use crate::address_space::MessageErrorKind;
use std::sync::atomic::{AtomicU64, Ordering};

/// Declares the counters of an OSC server, each with its name.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident: $text:literal,)*) => {
        /// Values of an OSC server's counters since its port was opened.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counts {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counts {
            /// Returns all counters with their names.
            pub fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$(($text, self.$name)),*]
            }
        }

        /// The counters that the threads of an OSC server share.
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
    /// Packets that were processed.
    packets: "packets",
    /// Bundles within the processed packets.
    bundles: "bundles",
    /// Messages within the processed packets that could be decoded.
    messages: "messages",
    /// Commands that were executed, and values that were sent as answers. A pattern counts once per matching
    /// address.
    done: "done",
    /// Bundles whose time tag is in the past; their messages take effect at once.
    late: "late",
    /// Packets and messages that are not valid OSC.
    garbage: "garbage",
    /// Messages with an unknown address or name.
    unknown: "unknown",
    /// Messages with arguments that are not allowed, and bundles whose time tag is too far in the future.
    refused: "refused",
    /// Messages with a number that is infinite or NaN.
    not_a_number: "not-a-number",
    /// Packets and messages that are too long.
    too_long: "too-long",
    /// Packets with too deeply nested bundles.
    too_deep: "too-deep",
    /// Messages rejected because a queue or the engine was full.
    crowded: "crowded",
    /// Answers not sent because of the rate limit.
    unanswered: "unanswered",
}

impl CounterSet {
    /// Counts an error of this kind.
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

/// Increments a counter by 1.
pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
