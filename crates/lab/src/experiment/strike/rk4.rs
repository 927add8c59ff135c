//! Hammer and modes by the classical Runge-Kutta method: four evaluations of the force per step.

use super::equations::{combine, derivative};
use super::{Stepper, Strike, StrikeState};
use foley_contact::Step;
use foley_contact::law::Law;

/// Stepper of a hammer and modes by the classical Runge-Kutta method.
#[derive(Clone, Debug, PartialEq)]
pub struct RungeKutta {
    strike: Strike,
    step: Step,
    state: StrikeState,
    force: f64,
}

impl RungeKutta {
    /// Creates a stepper that starts `before` seconds before contact.
    pub fn new(strike: &Strike, step: Step, before: f64) -> Self {
        Self { strike: strike.clone(), step, state: strike.state_before(before), force: 0.0 }
    }
}

impl Stepper for RungeKutta {
    fn step(&mut self) {
        let h = self.step.seconds();
        let from = &self.state;
        let slope = |at: &StrikeState| derivative(&self.strike, at);
        let k1 = slope(from);
        let k2 = slope(&combine(from, &k1, 1.0, 0.5 * h));
        let k3 = slope(&combine(from, &k2, 1.0, 0.5 * h));
        let k4 = slope(&combine(from, &k3, 1.0, h));
        let sum = combine(&combine(&k1, &k2, 1.0, 2.0), &combine(&k3, &k4, 2.0, 1.0), 1.0, 1.0);
        self.state = combine(from, &sum, 1.0, h / 6.0);
        self.force = self.strike.contact_force(self.state.gap(&self.strike));
    }

    fn state(&self) -> &StrikeState {
        &self.state
    }

    fn force(&self) -> f64 {
        self.force
    }

    fn compression(&self) -> f64 {
        self.state.gap(&self.strike).displacement
    }

    fn stored(&self) -> f64 {
        self.strike.law.potential(self.compression())
    }
}
