//! Hammer and modes together by the classical Runge-Kutta method: four looks at every force per step.

use super::equations::{combine, derivative};
use super::{Stepper, Strike, StrikeState};
use foley_contact::Step;
use foley_contact::law::Law;

/// The classical Runge-Kutta method.
#[derive(Clone, Debug, PartialEq)]
pub struct RungeKutta {
    strike: Strike,
    step: Step,
    state: StrikeState,
    force: f64,
}

impl RungeKutta {
    /// Starting so many seconds before the surfaces meet.
    pub fn new(strike: &Strike, step: Step, before: f64) -> Self {
        Self { strike: strike.clone(), step, state: strike.state_before(before), force: 0.0 }
    }
}

impl Stepper for RungeKutta {
    fn step(&mut self) {
        let h = self.step.seconds();
        let from = &self.state;
        let look = |at: &StrikeState| derivative(&self.strike, at);
        let one = look(from);
        let two = look(&combine(from, &one, 1.0, 0.5 * h));
        let three = look(&combine(from, &two, 1.0, 0.5 * h));
        let four = look(&combine(from, &three, 1.0, h));
        let sum = combine(&combine(&one, &two, 1.0, 2.0), &combine(&three, &four, 2.0, 1.0), 1.0, 1.0);
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
