//! The receiver of OSC messages: a dispatcher, which plays them, or an object that forwards them.

use crate::Dispatcher;
use crate::address_space::MessageError;
use crate::dispatcher::{MAX_QUEUED_MESSAGES, Message, Outcome};
use core::fmt::Debug;

/// Maximum number of messages from the network that are scheduled at once.
const MAX_SCHEDULED_MESSAGES: usize = MAX_QUEUED_MESSAGES / 2;
/// Maximum memory that scheduled messages from the network may take \[bytes\].
pub const MAX_QUEUED_BYTES: usize = 8 << 20;

/// Receives OSC messages and returns their outcomes.
pub trait MessageSink: Debug + Send {
    /// Queues a message; `now` is the current sample.
    ///
    /// # Errors
    /// If the queue is full, or there is no receiver.
    fn queue(&mut self, message: Message, now: u64) -> Result<(), MessageError>;

    /// Dispatches the messages that are due and returns the outcomes so far. Later outcomes go to
    /// [`super::Server::answer`].
    fn dispatch_due(&mut self, now: u64) -> Vec<Outcome>;

    /// Shifts scheduled messages by `later` samples. This is needed after gaps of the device: the messages
    /// keep their time, which now belongs to other samples.
    fn shift_queued(&mut self, _later: i64) {}
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
}
