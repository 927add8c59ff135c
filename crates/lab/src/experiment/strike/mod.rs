//! A hammer strikes a resonator: a free mass, a contact, and ringing modes.
//!
//! ```math
//! m_h \ddot x_h = -f, \qquad \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f, \qquad
//! f = f(y, \dot y), \quad y = x_h - \textstyle\sum_i w_i x_i
//! ```
//!
//! | symbol      | here             | unit  | meaning                                       |
//! |-------------|------------------|-------|-----------------------------------------------|
//! | m_h         | `Strike::mass`   | kg    | mass of the hammer                            |
//! | v_in        | `Strike::speed`  | m/s   | speed of the hammer at contact                |
//! | x_i, w_i    | `Strike::modes`  | m, 1  | modal displacement, shape at the struck point |
//! | f           | `Strike::law`    | N     | contact force, positive when it pushes apart  |
//!
//! Time is 0 at the first contact.
//!
//! | file                  | content                                                            |
//! |-----------------------|--------------------------------------------------------------------|
//! | `equations.rs`        | equations of motion, and the exact motion without contact          |
//! | `reference_solver.rs` | the solution to eleven digits, with the times of its touches       |
//! | `held_force.rs`       | exact modes under a held force: exact step, plain discrete gradient |
//! | `k_method.rs`         | bilinear modes, trapezoid rule, Newton's method: the DAFx-01 paper |
//! | `rk4.rs`              | the classical Runge-Kutta method                                   |
//! | `touches.rs`          | touch intervals of a stepped run                                   |
//! | `resonator.rs`        | the resonators and hammers of the experiments                      |
//! | `steps.rs`            | steps per sample for a strike                                      |
//! | `ringing.rs`          | error of the ringing relative to the reference solution            |
//!
//! Source: \[Avanzini2001, eqs (4), (5)\].

mod equations;
mod held_force;
mod k_method;
mod reference_solver;
mod resonator;
mod ringing;
mod rk4;
mod steps;
mod touches;

pub use held_force::HeldForceStepper;
pub use k_method::KMethod;
pub use reference_solver::{ReferenceSolver, TouchInterval};
pub use resonator::{FAST_PARTIALS, QUALITY, SLOW_PARTIALS, hammer_on, three_contacts};
pub use ringing::{ReferenceRinging, RingingError, StrikeMethod};
pub use rk4::RungeKutta;
pub use steps::steps_per_sample;
pub use touches::find_touches;

use foley_body::Mode;
use foley_contact::Motion;
use foley_contact::analytic::Impact;
use foley_contact::law::{HuntCrossley, Law};

/// A strike before its computation: a moving hammer and modes at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// Mass m_h of the hammer \[kg\].
    pub mass: f64,
    /// Contact law between hammer and resonator.
    pub law: HuntCrossley,
    /// Speed v_in of the hammer at contact \[m/s\].
    pub speed: f64,
    /// Modes of the resonator. The first port of the modes is the struck point.
    pub modes: Vec<Mode>,
}

impl Strike {
    /// Creates a strike on modes by a hammer with the mass, law and speed of an impact.
    pub fn of(hammer: Impact, modes: Vec<Mode>) -> Self {
        Self { mass: hammer.mass, law: hammer.law, speed: hammer.speed, modes }
    }

    /// Returns the impact of the reduced mass of both bodies on a wall. The impact is valid for a touch that
    /// is short against the periods of the modes.
    pub fn as_impact(&self) -> Impact {
        let compliance: f64 = self.modes.iter().map(|m| shape_height(m) * shape_height(m) / m.mass).sum();
        Impact::new(1.0 / (1.0 / self.mass + compliance), self.law, self.speed)
    }

    /// Returns the impact of the hammer alone on a wall.
    pub fn against_wall(&self) -> Impact {
        Impact::new(self.mass, self.law, self.speed)
    }

    /// Returns the kinetic energy of the hammer before contact \[J\].
    pub fn energy_in(&self) -> f64 {
        0.5 * self.mass * self.speed * self.speed
    }

    /// Returns the contact force at a gap, never negative \[N\]. The law itself is negative if the gap opens
    /// faster than 1/μ, with the damping μ. A wall never causes such a speed, but a body that springs back
    /// can.
    pub fn contact_force(&self, gap: Motion) -> f64 {
        self.law.force(gap).max(0.0)
    }

    /// Returns the state `seconds` before contact: the hammer approaching, the modes at rest.
    pub fn state_before(&self, seconds: f64) -> StrikeState {
        StrikeState {
            hammer: Motion::new(-self.speed * seconds, self.speed),
            modes: vec![Motion::default(); self.modes.len()],
        }
    }
}

/// Returns the value w of a mode's shape at the struck point \[1\].
pub(crate) fn shape_height(mode: &Mode) -> f64 {
    mode.shape.first().copied().unwrap_or(0.0)
}

/// Creates modes of equal mass \[kg\] from pairs of frequency \[Hz\] and quality factor \[1\]. The quality
/// factor is the angular frequency divided by the decay rate of the energy.
pub fn modes_of(mass: f64, partials: &[(f64, f64)]) -> Vec<Mode> {
    let mode = |&(frequency, quality): &(f64, f64)| Mode {
        frequency,
        decay: 2.0 * quality / (core::f64::consts::TAU * frequency),
        mass,
        shape: vec![1.0],
        radiated: 0.0,
    };
    partials.iter().map(mode).collect()
}

/// Motion of the hammer and of all modes at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct StrikeState {
    /// Displacement and velocity of the hammer.
    pub hammer: Motion,
    /// Displacement and velocity of every mode.
    pub modes: Vec<Motion>,
}

impl StrikeState {
    /// Returns the motion of the struck point of the resonator.
    pub fn struck_point(&self, strike: &Strike) -> Motion {
        let pairs = strike.modes.iter().zip(&self.modes);
        pairs.fold(Motion::default(), |sum, (mode, at)| {
            let w = shape_height(mode);
            sum + Motion::new(w * at.displacement, w * at.velocity)
        })
    }

    /// Returns the interpenetration of hammer and resonator, and its rate of change.
    pub fn gap(&self, strike: &Strike) -> Motion {
        self.hammer - self.struck_point(strike)
    }

    /// Returns the kinetic energy of the hammer \[J\].
    pub fn hammer_energy(&self, strike: &Strike) -> f64 {
        0.5 * strike.mass * self.hammer.velocity * self.hammer.velocity
    }

    /// Returns the kinetic plus elastic energy of the modes \[J\].
    pub fn ringing_energy(&self, strike: &Strike) -> f64 {
        let of = |(mode, at): (&Mode, &Motion)| {
            let swing = mode.angular() * at.displacement;
            0.5 * mode.mass * (at.velocity * at.velocity + swing * swing)
        };
        strike.modes.iter().zip(&self.modes).map(of).sum()
    }
}

/// A method that advances hammer and modes step by step.
pub trait Stepper {
    /// Advances hammer and modes by one step.
    fn step(&mut self);

    /// Returns the present motion of hammer and modes.
    fn state(&self) -> &StrikeState;

    /// Returns the contact force of the last step \[N\].
    fn force(&self) -> f64;

    /// Returns the compression of the contact, negative when hammer and resonator are apart \[m\].
    fn compression(&self) -> f64;

    /// Returns the energy stored in the contact \[J\].
    fn stored(&self) -> f64;
}
