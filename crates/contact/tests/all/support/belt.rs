//! An oscillator on a moving belt that squeaks: 10 g, 200 Hz, Q = 50, on a belt at 0.1 m/s.

use super::modal::Mode;
use foley_contact::friction::{Friction, FrictionContact, FrictionDecision};
use foley_contact::{Forecast, Motion, Step};
use std::f64::consts::TAU;

/// Speed of the belt \[m/s\].
pub(crate) const SPEED: f64 = 0.1;

pub(crate) struct Belt {
    pub(crate) rub: FrictionContact,
    pub(crate) step: Step,
    pub(crate) oscillator: Mode,
}

/// Forecast of a straight motion at a fixed `speed` \[m/s\] under any force.
pub(crate) fn driven(speed: f64, step: Step) -> Forecast {
    Forecast {
        now: Motion::new(0.0, speed),
        free: Motion::new(speed * step.seconds(), speed),
        per_newton: Motion::default(),
    }
}

/// Default surfaces of this experiment with a bristle stiffness \[N/m\].
pub(crate) fn surfaces(stiffness: f64) -> Friction {
    Friction { stiffness, damping: 1e-3 * stiffness.sqrt(), ..Friction::default() }
}

impl Belt {
    pub(crate) fn new(law: Friction, rate: f64) -> Self {
        let omega = TAU * 200.0;
        Self {
            rub: FrictionContact::new(law, 1),
            step: Step::at_rate(rate),
            oscillator: Mode::new(0.01, omega, omega / 50.0, 1.0, Motion::default(), 1.0 / rate),
        }
    }

    /// Relative motion of the belt over the oscillator.
    pub(crate) fn slide(&self) -> Forecast {
        driven(SPEED, self.step).against(&super::modal::forecast(&[self.oscillator]))
    }

    pub(crate) fn advance(&mut self) -> FrictionDecision {
        let decision = self.rub.decide(&self.slide(), self.step);
        self.rub.settle(&decision, decision.slid());
        self.oscillator.at = self.oscillator.moved(decision.force);
        decision
    }
}
