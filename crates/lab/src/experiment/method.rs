//! Methods that step through the contact: the four that the journal paper compares, and the exact step of
//! this project.

use super::case::RATE;
use super::chain::ImpactChain;
use super::run::ImpactRun;
use foley_contact::analytic::Impact;
use foley_contact::correction::{Corrections, StoredForce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Am1, Exact, Heun, Rk4, Scheme, Verlet};

/// A method of the journal paper, or the exact step of this project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One-step Adams-Moulton method.
    Am1,
    /// Velocity Verlet method.
    Verlet,
    /// Heun's method, as printed in the paper.
    Heun,
    /// Fourth-order Runge-Kutta method.
    Rk4,
    /// The exact-restitution step of this project, without corrections.
    Exact,
}

/// Returns the corrections of the paper: the closed-form compression in contact, and the approximate release
/// velocity at release. The paper does not say whether the force that a method stores is updated after a
/// correction. `stored` selects whether it is.
pub const fn paper_corrections(stored: StoredForce) -> Corrections {
    Corrections { hybrid: Some(stored), ..Corrections::PAPER }
}

/// Correction that only limits the compression to its closed-form maximum.
pub const BOUND_ONLY: Corrections = Corrections { bound: true, ..Corrections::NONE };

impl Method {
    /// The four methods that the journal paper compares.
    pub const PAPER: [Self; 4] = [Self::Am1, Self::Verlet, Self::Heun, Self::Rk4];

    /// Returns the name of the method in the paper.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Am1 => "AM1",
            Self::Verlet => "Verlet",
            Self::Heun => "Heun",
            Self::Rk4 => "RK4",
            Self::Exact => "exact step",
        }
    }

    /// Creates the scheme of the method in its correct form, without the mistakes of the printed one.
    pub fn scheme(self) -> Box<dyn Scheme<HuntCrossley>> {
        match self {
            Self::Am1 => Box::new(Am1::new()),
            Self::Verlet => Box::new(Verlet::new()),
            Self::Heun => Box::new(Heun::new()),
            Self::Rk4 => Box::new(Rk4::new()),
            Self::Exact => Box::new(Exact::default()),
        }
    }

    /// Runs one impact by this method without corrections.
    pub fn run(self, impact: Impact) -> ImpactRun {
        self.run_corrected(impact, &Corrections::NONE)
    }

    /// Runs one impact by this method with corrections; the exact step ignores them.
    pub fn run_corrected(self, impact: Impact, corrections: &Corrections) -> ImpactRun {
        let corrections = match self {
            Self::Exact => &Corrections::NONE,
            _ => corrections,
        };
        ImpactRun::of(&mut *self.scheme(), impact, RATE, corrections)
    }

    /// Runs a chain of a hundred impacts by this method without corrections.
    pub fn chain(self, first: Impact) -> ImpactChain {
        self.chain_corrected(first, &Corrections::NONE)
    }

    /// Runs a chain of a hundred impacts by this method with corrections.
    pub fn chain_corrected(self, first: Impact, corrections: &Corrections) -> ImpactChain {
        ImpactChain::of(first, |impact| self.run_corrected(impact, corrections))
    }
}
