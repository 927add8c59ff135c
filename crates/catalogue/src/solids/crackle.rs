//! Timing and energy of the cracks of a crumpled sheet, a crushed can or trodden gravel: many small events
//! and few large ones.
//!
//! Their energies follow a power law over three decades for every material, with an exponent that depends
//! little on it:
//!
//! ```math
//! p(E) \propto E^{-\gamma}, \quad E_0 \le E \le 1000\,E_0, \qquad
//! \bar E = E_0 \; \frac{1-\gamma}{2-\gamma} \; \frac{1000^{2-\gamma}-1}{1000^{1-\gamma}-1}
//! ```
//!
//! E₀ follows from the wanted mean energy. There are two sources of events:
//!
//! | source                            | here             | time of an event                                                       | energy of an event                   |
//! |-----------------------------------|------------------|------------------------------------------------------------------------|--------------------------------------|
//! | a store of energy that is used up | [`EnergyCracks`] | after a Weibull waiting time, (τ/s)^k = −ln u                          | by the law, until the store is empty |
//! | changes of a force                | [`ForceCracks`]  | when the force has changed by an amount of the same law since the last | that change times a length           |
//!
//! With k = 1 the events are independent. Below 1 they cluster, above 1 they become regular.
//!
//! Source: \[Houle1996\] for γ from 1.3 to 1.6 and the waiting times; \[Fontana2003\] and \[PapettiThesis,
//! 2.2.5\] for the sound model.

use super::fragments::rank;
use foley_dsp::random::Dice;
use foley_params::{Param, param, params};

/// Ratio of the largest to the smallest event energy \[1\].
pub const SPAN: f64 = 1000.0;

/// Minimum energy of an event \[J\]; smaller energies accumulate until they reach it.
pub const MIN_ENERGY: f64 = 3e-9;

/// Returns the mean of a random number between 1 and [`SPAN`] whose probability density is proportional to
/// its power −`gamma`. Real-time: yes.
pub fn mean_of_law(gamma: f64) -> f64 {
    let integral = |power: f64| {
        if power.abs() < 1e-9 { libm::log(SPAN) } else { (libm::pow(SPAN, power) - 1.0) / power }
    };
    integral(2.0 - gamma) / integral(1.0 - gamma)
}

/// Returns a random energy, scaled to a mean of 1 \[1\]. Its probability density is proportional to its
/// power −`gamma`. Real-time: yes.
fn draw_energy(dice: &mut Dice, gamma: f64) -> f64 {
    dice.power(1.0, SPAN, gamma) / mean_of_law(gamma)
}

params! {
    /// Crackling that uses up a store of energy.
    /// Default: a sheet of paper in a fist.
    pub struct Crackle("crackle") {
        /// Potential energy that the crackling releases.
        energy: f64 = 2e-4, "W", Joule, log [1e-6, 10.0], handle("force", "sweet wrapper", "oil drum");
        /// Approximate duration of the release; energy divided by it is the mean power.
        lasts: f64 = 1.5, "T", Second, log [0.1, 8.0], handle("slowness", "crushed at once", "bit by bit");
        /// Mean number of crackling events per second.
        granularity: f64 = 150.0, "n", PerSecond, log [5.0, 1500.0],
            handle("granularity", "single cracks", "hiss");
        /// Exponent of the energy law of the events: larger values mean fewer large events; 1.3 to 1.6 was
        /// measured.
        exponent: f64 = 1.4, "γ", One, lin [1.1, 2.0];
        /// Regularity of the times between events: 1 is random, below 1 clustered, above 1 regular.
        regularity: f64 = 0.7, "k", One, log [0.4, 4.0], handle("regularity", "in clusters", "evenly");
    }
}

/// The `energy` parameter, shared with the gesture that adds energy.
pub(crate) const ENERGY: Param<Crackle> = param("energy");

/// Time and energy of one crack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crack {
    /// Time from the previous crack to this crack \[s\].
    pub wait: f64,
    /// Energy of this crack \[J\].
    pub energy: f64,
    /// Fraction of the total energy that was released before this crack \[1\].
    pub spent: f64,
    /// Position of the energy between the smallest and the largest of the law, on a logarithmic scale
    /// \[1\].
    pub rank: f64,
}

/// Random cracks that use up a store of energy completely: the last crack takes the remainder.
#[derive(Clone, Debug)]
pub struct EnergyCracks {
    dice: Dice,
    store: f64,
    left: f64,
}

impl EnergyCracks {
    /// Creates an empty store.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), store: 0.0, left: 0.0 }
    }

    /// Adds energy \[J\] to the store. Real-time: yes.
    pub fn fill(&mut self, energy: f64) {
        self.store = self.left + energy;
        self.left = self.store;
    }

    /// Returns the energy left in the store \[J\].
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Draws the next crack and takes its energy from the stored energy; `None` if no energy is left.
    /// Real-time: yes.
    pub fn crack(&mut self, law: &Crackle) -> Option<Crack> {
        if self.left <= 0.0 {
            return None;
        }
        let count = (law.granularity * law.lasts).max(1.0);
        let mean = self.store / count;
        let wait = weibull(&mut self.dice, law.regularity) / law.granularity;
        let drawn = mean * draw_energy(&mut self.dice, law.exponent);
        // A remainder smaller than the smallest event goes into the last event.
        let smallest = mean / mean_of_law(law.exponent);
        let energy = if drawn + smallest >= self.left { self.left } else { drawn };
        let spent = 1.0 - self.left / self.store;
        self.left -= energy;
        Some(Crack { wait, energy, spent, rank: rank(energy, smallest) })
    }
}

/// Returns a random waiting time of the Weibull distribution with shape parameter `k`, scaled to a mean of
/// 1. Real-time: yes.
fn weibull(dice: &mut Dice, k: f64) -> f64 {
    libm::pow(dice.exponential(1.0), 1.0 / k) / libm::tgamma(1.0 + 1.0 / k)
}

params! {
    /// Material that gives way in small cracks when the force on it changes: paper in a hand, gravel under
    /// a foot.
    /// Default: paper.
    pub struct CrackingMaterial("stuff") {
        /// Mean change of the force of the hand or foot between two events.
        resistance: f64 = 0.2, "r", Newton, log [0.02, 200.0], glide 0.02,
            handle("granularity", "powder", "rubble");
        /// Displacement of the hand or foot per event: energy divided by change of force.
        give: f64 = 2e-6, "d", Metre, log [1e-8, 1e-3], glide 0.02, handle("brittleness", "wet", "dry");
        /// Exponent of the energy law of the events: larger values mean fewer large events; 1.3 to 1.6 was
        /// measured.
        exponent: f64 = 1.4, "γ", One, lin [1.1, 2.0], glide 0.02;
    }
}

/// Random cracks caused by changes of a force. Every change counts once: the sum of all crack energies is
/// the `give` of the material \[m\] times the total variation of the force \[N\]. The change accumulated
/// since the last crack is not yet in this sum.
#[derive(Clone, Debug)]
pub struct ForceCracks {
    dice: Dice,
    /// Change of force accumulated since the last crack \[N\].
    change: f64,
    /// Threshold of the next crack relative to the resistance \[1\]; 0 before the threshold is drawn.
    next: f64,
}

impl ForceCracks {
    /// Creates a source of cracks; its accumulated change of force is 0.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), change: 0.0, next: 0.0 }
    }

    /// Returns the change of force accumulated since the last crack \[N\].
    pub fn waiting(&self) -> f64 {
        self.change
    }

    /// Adds a change of force \[N\]. Returns the energy \[J\] and the [`rank`] of the crack that the change
    /// triggers, or `None` if there is no crack. While `room` is false, because the block takes no further
    /// strike, the change only accumulates. Real-time: yes.
    pub fn change(&mut self, by: f64, stuff: &CrackingMaterial, room: bool) -> Option<(f64, f64)> {
        if by == 0.0 {
            return None;
        }
        if self.next == 0.0 {
            self.next = draw_energy(&mut self.dice, stuff.exponent);
        }
        self.change += by.abs();
        let energy = stuff.give * self.change;
        if !room || self.change < self.next * stuff.resistance || energy < MIN_ENERGY {
            return None;
        }
        let smallest = stuff.resistance / mean_of_law(stuff.exponent);
        let rank = rank(self.change, smallest);
        self.change = 0.0;
        self.next = draw_energy(&mut self.dice, stuff.exponent);
        Some((energy, rank))
    }
}
