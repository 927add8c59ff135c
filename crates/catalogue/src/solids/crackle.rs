//! When a crumpled sheet, a crushed can or trodden gravel cracks, and how loud: many small events and few
//! large ones.
//!
//! Their energies follow a law of powers over three decades, whatever the stuff, with an exponent that hardly
//! depends on it:
//!
//! $$ p(E) \propto E^{-\gamma}, \quad E_0 \le E \le 1000\,E_0, \qquad
//!    \bar E = E_0 \; \frac{1-\gamma}{2-\gamma} \; \frac{1000^{2-\gamma}-1}{1000^{1-\gamma}-1} $$
//!
//! Who wants a mean energy gets E₀ from it. Two sources of events:
//!
//! | what drives them                    | here         | when an event comes                                            | its energy                |
//! |-------------------------------------|--------------|----------------------------------------------------------------|---------------------------|
//! | a store of energy that is used up   | [`EnergyCracks`] | after a waiting time of Weibull's law, (τ/s)^k = −ln u         | by the law, until all is spent |
//! | changes of a force                  | [`ForceCracks`] | when the force has changed by an amount of the same law since the last | that change times a length |
//!
//! With k = 1 the waiting times are those of events that know nothing of each other; below, events come in
//! clusters, above, they become regular.
//!
//! Source: energies γ from 1.3 to 1.6 and waiting times \[Houle1996\]; as a model of sounds \[Fontana2003\],
//! \[PapettiThesis, 2.2.5\].

use foley_dsp::random::Dice;
use foley_params::{Param, param, params};

/// Between the smallest and the largest event.
pub const SPAN: f64 = 1000.0;

/// What has less energy than this waits for more \[J\].
pub const MIN_ENERGY: f64 = 3e-9;

/// The mean of the law E^−γ between 1 and [`SPAN`]. Real-time: yes.
pub fn mean_of_law(gamma: f64) -> f64 {
    let integral = |power: f64| {
        if power.abs() < 1e-9 { libm::log(SPAN) } else { (libm::pow(SPAN, power) - 1.0) / power }
    };
    integral(2.0 - gamma) / integral(1.0 - gamma)
}

/// Draws from the law with a mean of one. Real-time: yes.
fn drawn(dice: &mut Dice, gamma: f64) -> f64 {
    dice.power(1.0, SPAN, gamma) / mean_of_law(gamma)
}

params! {
    /// How something crackles while it uses up its energy.
    /// Default: a sheet of paper in a fist.
    pub struct Crackle("crackle") {
        /// Potential energy that is there to be spent.
        energy: f64 = 2e-4, "W", Joule, log [1e-6, 10.0], handle("force", "sweet wrapper", "oil drum");
        /// About how long the energy lasts; energy by time is the mean power.
        lasts: f64 = 1.5, "T", Second, log [0.1, 8.0], handle("slowness", "crushed at once", "bit by bit");
        /// How many events there are in a second.
        granularity: f64 = 150.0, "n", PerSecond, log [5.0, 1500.0],
            handle("granularity", "single cracks", "hiss");
        /// Of the law of energies: the larger, the fewer large events; 1.3 to 1.6 was measured.
        exponent: f64 = 1.4, "γ", One, lin [1.1, 2.0];
        /// Of the waiting times: 1 by chance alone, below in clusters, above evenly.
        regularity: f64 = 0.7, "k", One, log [0.4, 4.0], handle("regularity", "in clusters", "evenly");
    }
}

/// The store of energy, for the gesture that fills it.
pub(crate) const ENERGY: Param<Crackle> = param("energy");

/// One event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crack {
    /// After the one before \[s\].
    pub wait: f64,
    /// \[J\]
    pub energy: f64,
    /// Part of all energy that had been spent before it \[1\].
    pub spent: f64,
}

/// Events that use up a store of energy, to the last bit of it: the last one takes what is left.
#[derive(Clone, Debug)]
pub struct EnergyCracks {
    dice: Dice,
    store: f64,
    left: f64,
}

impl EnergyCracks {
    /// An empty store.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), store: 0.0, left: 0.0 }
    }

    /// Adds energy \[J\]: to what is left, if something is. Real-time: yes.
    pub fn fill(&mut self, energy: f64) {
        self.store = self.left + energy;
        self.left = self.store;
    }

    /// What is left \[J\].
    pub fn left(&self) -> f64 {
        self.left
    }

    /// The next event; none when all is spent. Real-time: yes.
    pub fn crack(&mut self, law: &Crackle) -> Option<Crack> {
        if self.left <= 0.0 {
            return None;
        }
        let count = (law.granularity * law.lasts).max(1.0);
        let mean = self.store / count;
        let wait = weibull(&mut self.dice, law.regularity) / law.granularity;
        let wanted = mean * drawn(&mut self.dice, law.exponent);
        // What would be left of less than the smallest event goes with the last.
        let smallest = mean / mean_of_law(law.exponent);
        let energy = if wanted + smallest >= self.left { self.left } else { wanted };
        let spent = 1.0 - self.left / self.store;
        self.left -= energy;
        Some(Crack { wait, energy, spent })
    }
}

/// A waiting time with a mean of one. Real-time: yes.
fn weibull(dice: &mut Dice, k: f64) -> f64 {
    libm::pow(dice.waiting(1.0), 1.0 / k) / libm::tgamma(1.0 + 1.0 / k)
}

params! {
    /// CrackingMaterial that gives way in small cracks when the force on it changes: paper in a hand, gravel under a foot.
    /// Default: paper.
    pub struct CrackingMaterial("stuff") {
        /// By how much the force changes from one event to the next, on average.
        resistance: f64 = 0.2, "r", Newton, log [0.02, 200.0], glide 0.02,
            handle("granularity", "powder", "rubble");
        /// How far it gives way at an event: energy by change of force.
        give: f64 = 2e-6, "d", Metre, log [1e-8, 1e-3], glide 0.02, handle("brittleness", "wet", "dry");
        /// Of the law of energies: the larger, the fewer large events; 1.3 to 1.6 was measured.
        exponent: f64 = 1.4, "γ", One, lin [1.1, 2.0], glide 0.02;
    }
}

/// Events that come of changes of a force. All changes count, and every one once: the energies are together d
/// times the total variation of the force, but for what has not yet been enough for the next.
#[derive(Clone, Debug)]
pub struct ForceCracks {
    dice: Dice,
    /// Since the last event \[N\].
    change: f64,
    /// The next event comes when that is so many times the resistance \[1\]; none drawn yet with 0.
    next: f64,
}

impl ForceCracks {
    /// At rest.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), change: 0.0, next: 0.0 }
    }

    /// What the force has changed since the last event \[N\].
    pub fn waiting(&self) -> f64 {
        self.change
    }

    /// The force changes by so much \[N\]; the energy of the event that comes of it, if one does and there is
    /// room for it \[J\]. Real-time: yes.
    pub fn change(&mut self, by: f64, stuff: &CrackingMaterial, room: bool) -> Option<f64> {
        if by == 0.0 {
            return None;
        }
        if self.next == 0.0 {
            self.next = drawn(&mut self.dice, stuff.exponent);
        }
        self.change += by.abs();
        let energy = stuff.give * self.change;
        if !room || self.change < self.next * stuff.resistance || energy < MIN_ENERGY {
            return None;
        }
        self.change = 0.0;
        self.next = drawn(&mut self.dice, stuff.exponent);
        Some(energy)
    }
}
