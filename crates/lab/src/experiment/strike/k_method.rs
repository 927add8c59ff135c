//! The K-method of the DAFx-01 paper: hammer and modes by the bilinear transform, the delay-free loop by
//! Newton's method.
//!
//! ```math
//! s_n = A s_{n-1} + \tfrac12\Gamma\,(f_n + f_{n-1}), \qquad f_n = f(\tilde y - K_x f_n,\; \tilde v - K_v f_n)
//! ```
//!
//! The state of a body at sample n is s_n, the contact force f_n. The parts of the gap and its velocity that
//! do not depend on f_n are ỹ and ṽ. K = ½ΣΓ, summed over both bodies, is the effect of f_n on them. The
//! matrix A and the force response Γ are eq. (A.7) of the thesis ([`Discretisation::Bilinear`]).
//!
//! Source: \[Avanzini2001, sec. 2.2\]; \[Borin2000\].

use super::{Stepper, Strike, StrikeState, shape_height};
use foley_body::modal::{Discretisation, StateTransition};
use foley_contact::law::Law;
use foley_contact::scheme::DelayFreeLoop;
use foley_contact::{Forecast, Motion, Step};

/// Stepper of a hammer and bilinear modes, with the force evaluated at the samples.
#[derive(Clone, Debug, PartialEq)]
pub struct KMethod {
    strike: Strike,
    step: Step,
    maps: Vec<StateTransition>,
    state: StrikeState,
    force: f64,
    iterations: u32,
}

impl KMethod {
    /// Creates a stepper that starts `before` seconds before contact. `modes` is a bilinear discretisation,
    /// pre-warped or not.
    pub fn new(strike: &Strike, step: Step, before: f64, modes: Discretisation) -> Self {
        Self {
            strike: strike.clone(),
            step,
            maps: strike.modes.iter().map(|mode| modes.map(mode, step)).collect(),
            state: strike.state_before(before),
            force: 0.0,
            iterations: 0,
        }
    }

    /// Returns the number of Newton iterations of the last step.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Returns the state one step ahead under `mean`, the mean of the last contact force and the new one
    /// \[N\].
    fn state_under(&self, mean: f64) -> StrikeState {
        let hammer = Forecast::of_mass(self.strike.mass, self.state.hammer, 0.0, self.step);
        let modes = self.strike.modes.iter().zip(&self.maps).zip(&self.state.modes);
        StrikeState {
            hammer: hammer.pushed_by(-mean),
            modes: modes.map(|((mode, map), at)| map.apply(*at, shape_height(mode) * mean)).collect(),
        }
    }
}

impl Stepper for KMethod {
    fn step(&mut self) {
        let t = self.step.seconds();
        let own = Motion::new(0.25 * t * t / self.strike.mass, 0.5 * t / self.strike.mass);
        let modes = self.strike.modes.iter().zip(&self.maps);
        let give = modes.fold(own, |sum, (mode, map)| {
            let half = 0.5 * shape_height(mode) * shape_height(mode);
            sum + Motion::new(half * map.xf, half * map.vf)
        });
        let known =
            DelayFreeLoop { known: self.state_under(0.5 * self.force).gap(&self.strike), per_newton: give };
        let found = known.solve(&self.strike.law, self.force);
        self.state = self.state_under(0.5 * (self.force + found.force));
        self.force = found.force;
        self.iterations = found.iterations;
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
