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
//! | a store of energy that is used up   | [`Crackles`] | after a waiting time of Weibull's law, (τ/s)^k = −ln u         | by the law, until all is spent |
//! | changes of a force                  | [`Yielding`] | when the force has changed by an amount of the same law since the last | that change times a length |
//!
//! With k = 1 the waiting times are those of events that know nothing of each other; below, events come in
//! clusters, above, they become regular.
//!
//! Source: energies γ from 1.3 to 1.6 and waiting times \[Houle1996\]; as a model of sounds \[Fontana2003\],
//! \[PapettiThesis, 2.2.5\].

use foley_dsp::random::Dice;
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// Between the smallest and the largest event.
pub const SPAN: f64 = 1000.0;

/// What has less energy than this waits for more \[J\].
pub const FAINTEST: f64 = 3e-9;

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

/// How something crackles while it uses up its energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crackle {
    /// W \[J\]
    pub energy: f64,
    /// T \[s\]
    pub lasts: f64,
    /// n \[1/s\]
    pub granularity: f64,
    /// γ \[1\]
    pub exponent: f64,
    /// k \[1\]
    pub regularity: f64,
}

impl Default for Crackle {
    /// A sheet of paper in a fist.
    fn default() -> Self {
        Self { energy: 2e-4, lasts: 1.5, granularity: 150.0, exponent: 1.4, regularity: 0.7 }
    }
}

/// The store of energy, for the gesture that fills it.
pub(crate) const ENERGY: Param<Crackle> = Param {
    id: "energy",
    symbol: "W",
    unit: Unit::Joule,
    doc: "Potential energy that is there to be spent.",
    min: 1e-6,
    max: 10.0,
    scale: Scale::Logarithmic,
    default: 2e-4,
    glide: 0.0,
    handle: Some(Handle { name: "force", low: "sweet wrapper", high: "oil drum" }),
    get: |it| it.energy,
    set: |it, value| it.energy = value,
};

impl Parametric for Crackle {
    const NAME: &'static str = "crackle";
    const PARAMS: &'static [Param<Self>] = &[
        ENERGY,
        Param {
            id: "lasts",
            symbol: "T",
            unit: Unit::Second,
            doc: "ModelInfo how long the energy lasts; energy by time is the mean power.",
            min: 0.1,
            max: 8.0,
            default: 1.5,
            handle: Some(Handle { name: "slowness", low: "crushed at once", high: "bit by bit" }),
            get: |it| it.lasts,
            set: |it, value| it.lasts = value,
            ..ENERGY
        },
        Param {
            id: "granularity",
            symbol: "n",
            unit: Unit::PerSecond,
            doc: "How many events there are in a second.",
            min: 5.0,
            max: 1500.0,
            default: 150.0,
            handle: Some(Handle { name: "granularity", low: "single cracks", high: "hiss" }),
            get: |it| it.granularity,
            set: |it, value| it.granularity = value,
            ..ENERGY
        },
        Param {
            id: "exponent",
            symbol: "γ",
            unit: Unit::One,
            doc: "Of the law of energies: the larger, the fewer large events; 1.3 to 1.6 was measured.",
            min: 1.1,
            max: 2.0,
            scale: Scale::Linear,
            default: 1.4,
            handle: None,
            get: |it| it.exponent,
            set: |it, value| it.exponent = value,
            ..ENERGY
        },
        Param {
            id: "regularity",
            symbol: "k",
            unit: Unit::One,
            doc: "Of the waiting times: 1 by chance alone, below in clusters, above evenly.",
            min: 0.4,
            max: 4.0,
            default: 0.7,
            handle: Some(Handle { name: "regularity", low: "in clusters", high: "evenly" }),
            get: |it| it.regularity,
            set: |it, value| it.regularity = value,
            ..ENERGY
        },
    ];
}

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
pub struct Crackles {
    dice: Dice,
    store: f64,
    left: f64,
}

impl Crackles {
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

/// Stuff that gives way in small cracks when the force on it changes: paper in a hand, gravel under a foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stuff {
    /// r \[N\]
    pub resistance: f64,
    /// d \[m\]
    pub give: f64,
    /// γ \[1\]
    pub exponent: f64,
}

impl Default for Stuff {
    /// Paper.
    fn default() -> Self {
        Self { resistance: 0.2, give: 2e-6, exponent: 1.4 }
    }
}

const RESISTANCE: Param<Stuff> = Param {
    id: "resistance",
    symbol: "r",
    unit: Unit::Newton,
    doc: "By how much the force changes from one event to the next, on average.",
    min: 0.02,
    max: 200.0,
    scale: Scale::Logarithmic,
    default: 0.2,
    glide: 0.02,
    handle: Some(Handle { name: "granularity", low: "powder", high: "rubble" }),
    get: |it| it.resistance,
    set: |it, value| it.resistance = value,
};

impl Parametric for Stuff {
    const NAME: &'static str = "stuff";
    const PARAMS: &'static [Param<Self>] = &[
        RESISTANCE,
        Param {
            id: "give",
            symbol: "d",
            unit: Unit::Metre,
            doc: "How far it gives way at an event: energy by change of force.",
            min: 1e-8,
            max: 1e-3,
            default: 2e-6,
            handle: Some(Handle { name: "brittleness", low: "wet", high: "dry" }),
            get: |it| it.give,
            set: |it, value| it.give = value,
            ..RESISTANCE
        },
        Param {
            id: "exponent",
            symbol: "γ",
            unit: Unit::One,
            doc: "Of the law of energies: the larger, the fewer large events; 1.3 to 1.6 was measured.",
            min: 1.1,
            max: 2.0,
            scale: Scale::Linear,
            default: 1.4,
            handle: None,
            get: |it| it.exponent,
            set: |it, value| it.exponent = value,
            ..RESISTANCE
        },
    ];
}

/// Events that come of changes of a force. All changes count, and every one once: the energies are together d
/// times the total variation of the force, but for what has not yet been enough for the next.
#[derive(Clone, Debug)]
pub struct Yielding {
    dice: Dice,
    /// Since the last event \[N\].
    change: f64,
    /// The next event comes when that is so many times the resistance \[1\]; none drawn yet with 0.
    next: f64,
}

impl Yielding {
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
    pub fn change(&mut self, by: f64, stuff: &Stuff, room: bool) -> Option<f64> {
        if by == 0.0 {
            return None;
        }
        if self.next == 0.0 {
            self.next = drawn(&mut self.dice, stuff.exponent);
        }
        self.change += by.abs();
        let energy = stuff.give * self.change;
        if !room || self.change < self.next * stuff.resistance || energy < FAINTEST {
            return None;
        }
        self.change = 0.0;
        self.next = drawn(&mut self.dice, stuff.exponent);
        Some(energy)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn crackling_and_its_stuff_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Crackle>().unwrap();
        foley_params::defaults_hold::<super::Stuff>().unwrap();
    }
}
