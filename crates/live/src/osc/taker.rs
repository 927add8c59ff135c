//! Who takes what comes in at the port: the desk, which plays it, or somebody who passes it on.

use crate::Desk;
use crate::desk::{Letter, MAX_QUEUED_EVENTS, Outcome};
use crate::world::{Listened, Wrong};
use core::fmt::Debug;

/// How much of the desk's room may be taken by what comes from the network for later.
const MOST_LATER: usize = MAX_QUEUED_EVENTS / 2;
/// How much memory that may take \[bytes\].
pub const HEAVIEST_LATER: usize = 8 << 20;

/// Takes letters, and says what came of them.
pub trait Taker: Debug + Send {
    /// Takes a letter, now or for later; which sample is now is said.
    ///
    /// # Errors
    /// If there is no room for it, or nobody to play it.
    fn take(&mut self, letter: Letter, now: u64) -> Result<(), Wrong>;

    /// What has come of letters by now. What is known later is told to [`super::Server::answer`].
    fn go_on(&mut self, now: u64) -> Vec<Outcome>;

    /// What came in at the port and waits for its time happens so many samples later, or sooner: its time is
    /// still the same, but not its sample.
    fn put_off(&mut self, _later: i64) {}

    /// Who listens to presets before they are added, if that is for here.
    fn listened(&self) -> Option<Listened> {
        None
    }
}

impl Taker for Desk {
    fn take(&mut self, letter: Letter, now: u64) -> Result<(), Wrong> {
        if letter.at > now && self.waiting() >= MOST_LATER {
            return Err(Wrong::Crowded { most: MOST_LATER });
        }
        if letter.at > now && self.weight() + letter.weight() > HEAVIEST_LATER {
            let most = HEAVIEST_LATER;
            return Err(Wrong::Heavy { most });
        }
        Desk::take(self, letter)
    }

    fn go_on(&mut self, now: u64) -> Vec<Outcome> {
        Desk::go_on(self, now)
    }

    fn put_off(&mut self, later: i64) {
        Desk::put_off(self, later);
    }

    fn listened(&self) -> Option<Listened> {
        Some(self.world.listened())
    }
}
