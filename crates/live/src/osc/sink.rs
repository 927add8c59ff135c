//! Who takes what comes in at the port: the desk, which plays it, or somebody who passes it on.

use crate::Dispatcher;
use crate::address_space::{LoudnessCache, MessageError};
use crate::dispatcher::{MAX_QUEUED_MESSAGES, Message, Outcome};
use core::fmt::Debug;

/// How much of the desk's room may be taken by what comes from the network for later.
const MAX_SCHEDULED_MESSAGES: usize = MAX_QUEUED_MESSAGES / 2;
/// How much memory that may take \[bytes\].
pub const MAX_QUEUED_BYTES: usize = 8 << 20;

/// Takes letters, and says what came of them.
pub trait MessageSink: Debug + Send {
    /// Takes a letter, now or for later; which sample is now is said.
    ///
    /// # Errors
    /// If there is no room for it, or nobody to play it.
    fn queue(&mut self, message: Message, now: u64) -> Result<(), MessageError>;

    /// What has come of letters by now. What is known later is told to [`super::Server::answer`].
    fn dispatch_due(&mut self, now: u64) -> Vec<Outcome>;

    /// What came in at the port and waits for its time happens so many samples later, or sooner: its time is
    /// still the same, but not its sample.
    fn shift_queued(&mut self, _later: i64) {}

    /// Who listens to presets before they are added, if that is for here.
    fn loudness_cache(&self) -> Option<LoudnessCache> {
        None
    }
}

impl MessageSink for Dispatcher {
    fn queue(&mut self, message: Message, now: u64) -> Result<(), MessageError> {
        if message.at > now && self.queued() >= MAX_SCHEDULED_MESSAGES {
            return Err(MessageError::QueueFull { most: MAX_SCHEDULED_MESSAGES });
        }
        if message.at > now && self.queued_bytes() + message.size() > MAX_QUEUED_BYTES {
            let most = MAX_QUEUED_BYTES;
            return Err(MessageError::QueueTooLarge { most });
        }
        Dispatcher::queue(self, message)
    }

    fn dispatch_due(&mut self, now: u64) -> Vec<Outcome> {
        Dispatcher::dispatch_due(self, now)
    }

    fn shift_queued(&mut self, later: i64) {
        Dispatcher::shift_queued(self, later);
    }

    fn loudness_cache(&self) -> Option<LoudnessCache> {
        Some(self.address_space.loudness_cache())
    }
}
