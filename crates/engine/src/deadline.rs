//! The time limit of one sound within a block. The sound may use what is left of the block's share of the
//! ceiling after the usual cost of the sounds that follow ([`crate::budget`]). After that, the contacts of
//! the sound are stepped coarsely.

use crate::budget::Budget;
use crate::slot::{BlockLevel, Slot};
use core::cell::Cell;
use foley_sound::{BLOCK, NO_DEADLINE};

/// The time by which one sound must have played its block.
pub(crate) struct BlockDeadline<'a> {
    budget: Option<&'a Budget>,
    /// End of the allowed time on the budget's clock \[s\].
    until: f64,
    missed: Cell<bool>,
}

impl<'a> BlockDeadline<'a> {
    /// Makes a deadline `rest` \[s\] before the deadline of the block; without a budget there is no limit.
    pub(crate) fn new(budget: Option<&'a Budget>, rest: f64) -> Self {
        Self {
            budget,
            until: budget.map_or(f64::INFINITY, |budget| budget.deadline() - rest),
            missed: Cell::new(false),
        }
    }

    /// Plays one block of a sound, updates its usual cost and returns its level; `None` if the voice sleeps.
    pub(crate) fn play(
        &self,
        slot: &mut Slot,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]; 2],
    ) -> Option<BlockLevel> {
        let Some(budget) = self.budget else {
            return slot.play(NO_DEADLINE, input, pages);
        };
        let begun = budget.now();
        let time_is_up = || {
            let up = budget.now() > self.until;
            if up {
                self.missed.set(true);
            }
            up
        };
        let level = slot.play(&time_is_up, input, pages);
        if level.is_some() {
            slot.note_cost(budget.now() - begun);
        }
        level
    }

    /// Whether the sound ran out of time and stepped its contacts coarsely.
    pub(crate) fn was_missed(&self) -> bool {
        self.missed.get()
    }
}
