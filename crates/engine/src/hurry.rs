//! A sound among others that must be done in time: it may take what is left of its block's share of the
//! ceiling when all that come after it take what they usually take ([`crate::budget`]), and is told when that
//! is used up.

use crate::budget::Budget;
use crate::place::{Loud, Place};
use core::cell::Cell;
use foley_sound::{BLOCK, NO_DEADLINE};

/// The time by which a sound must have played its block.
pub(crate) struct Hurry<'a> {
    budget: Option<&'a Budget>,
    /// On the budget's clock \[s\].
    until: f64,
    felt: Cell<bool>,
}

impl<'a> Hurry<'a> {
    /// So much before all must be done \[s\].
    pub(crate) fn new(budget: Option<&'a Budget>, rest: f64) -> Self {
        Self {
            budget,
            until: budget.map_or(f64::INFINITY, |budget| budget.due() - rest),
            felt: Cell::new(false),
        }
    }

    /// Plays a sound's block within it, and notes how long that took.
    pub(crate) fn within(
        &self,
        place: &mut Place,
        input: &[f64; BLOCK],
        pages: &mut [[f64; BLOCK]; 2],
    ) -> Option<Loud> {
        let Some(budget) = self.budget else {
            return place.play(NO_DEADLINE, input, pages);
        };
        let begun = budget.now();
        let time_is_up = || {
            let up = budget.now() > self.until;
            if up {
                self.felt.set(true);
            }
            up
        };
        let loud = place.play(&time_is_up, input, pages);
        if loud.is_some() {
            place.took(budget.now() - begun);
        }
        loud
    }

    /// It had to step its touches coarsely.
    pub(crate) fn was_felt(&self) -> bool {
        self.felt.get()
    }
}
