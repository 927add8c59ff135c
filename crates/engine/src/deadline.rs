//! A sound among others that must be done in time: it may take what is left of its block's share of the
//! ceiling when all that come after it take what they usually take ([`crate::budget`]), and is told when that
//! is used up.

use crate::budget::Budget;
use crate::slot::{BlockLevel, Slot};
use core::cell::Cell;
use foley_sound::{BLOCK, NO_DEADLINE};

/// The time by which a sound must have played its block.
pub(crate) struct BlockDeadline<'a> {
    budget: Option<&'a Budget>,
    /// On the budget's clock \[s\].
    until: f64,
    missed: Cell<bool>,
}

impl<'a> BlockDeadline<'a> {
    /// So much before all must be done \[s\].
    pub(crate) fn new(budget: Option<&'a Budget>, rest: f64) -> Self {
        Self {
            budget,
            until: budget.map_or(f64::INFINITY, |budget| budget.deadline() - rest),
            missed: Cell::new(false),
        }
    }

    /// Plays a sound's block within it, and notes how long that took.
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

    /// It had to step its touches coarsely.
    pub(crate) fn was_missed(&self) -> bool {
        self.missed.get()
    }
}
