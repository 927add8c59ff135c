//! A hammer strikes a resonator: a mass in flight, a contact, and modes that ring.
//!
//! $$ m_h \ddot x_h = -f, \qquad \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f, \qquad
//!    f = f(y, \dot y), \quad y = x_h - \textstyle\sum_i w_i x_i $$
//!
//! | symbol      | here             | unit  | meaning                                       |
//! |-------------|------------------|-------|-----------------------------------------------|
//! | m_h         | `Strike::mass`   | kg    | of the hammer                                 |
//! | v_in        | `Strike::speed`  | m/s   | with which it comes                           |
//! | x_i, w_i    | `Strike::modes`  | m, 1  | modes, and their heights where it strikes     |
//! | f           | `Strike::law`    | N     | contact force, positive when it pushes apart  |
//!
//! Time is 0 when the surfaces first meet.
//!
//! | file         | what                                                                  |
//! |--------------|-----------------------------------------------------------------------|
//! | `equations.rs`    | velocities and accelerations                                          |
//! | `reference_solver.rs`   | the solution to eleven digits, its touches located                    |
//! | `held_force.rs`    | exact modes under a held force: our contact, and the plain discrete gradient |
//! | `k_method.rs`| bilinear modes, trapezoid rule, Newton: the DAFx-01 paper             |
//! | `rk4.rs`     | the classical Runge-Kutta method                                      |
//! | `touches.rs` | when the surfaces touch in a stepped run                               |
//! | `resonator.rs`| the resonators and hammers of the experiments                        |
//! | `steps.rs`   | into how many steps a sample must be cut while they touch             |
//! | `ringing.rs` | how far the sound after the touch is from the judge's                 |
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

/// A hammer in flight towards modes at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// m_h \[kg\]
    pub mass: f64,
    /// What the two surfaces do.
    pub law: HuntCrossley,
    /// v_in [m/s]
    pub speed: f64,
    /// The resonator; the first port of each is where it is struck.
    pub modes: Vec<Mode>,
}

impl Strike {
    /// The hammer of an impact on other things than a wall.
    pub fn of(hammer: Impact, modes: Vec<Mode>) -> Self {
        Self { mass: hammer.mass, law: hammer.law, speed: hammer.speed, modes }
    }

    /// Both bodies as one mass against a wall: right for a touch that is over before a mode has moved.
    pub fn as_impact(&self) -> Impact {
        let compliance: f64 = self.modes.iter().map(|m| shape_height(m) * shape_height(m) / m.mass).sum();
        Impact::new(1.0 / (1.0 / self.mass + compliance), self.law, self.speed)
    }

    /// The hammer alone against a wall.
    pub fn against_wall(&self) -> Impact {
        Impact::new(self.mass, self.law, self.speed)
    }

    /// What was in the hammer before \[J\].
    pub fn energy_in(&self) -> f64 {
        0.5 * self.mass * self.speed * self.speed
    }

    /// The contact force at a gap, which pushes or does nothing \[N\]. A wall never makes v < −1/μ, where the
    /// law as it is written would hold the hammer back; a body that springs back can.
    pub fn contact_force(&self, gap: Motion) -> f64 {
        self.law.force(gap).max(0.0)
    }

    /// The hammer so many seconds before the surfaces meet, the modes at rest.
    pub fn state_before(&self, seconds: f64) -> StrikeState {
        StrikeState {
            hammer: Motion::new(-self.speed * seconds, self.speed),
            modes: vec![Motion::default(); self.modes.len()],
        }
    }
}

/// Height of a mode's shape where it is struck.
pub(crate) fn shape_height(mode: &Mode) -> f64 {
    mode.shape.first().copied().unwrap_or(0.0)
}

/// Modes of equal mass \[kg\] and their frequencies \[Hz\], each with its quality factor q = ω/g.
pub fn modes_of(mass: f64, partials: &[(f64, f64)]) -> Vec<Mode> {
    let mode = |&(frequency, quality): &(f64, f64)| Mode {
        frequency,
        decay: 2.0 * quality / (core::f64::consts::TAU * frequency),
        mass,
        shape: vec![1.0],
    };
    partials.iter().map(mode).collect()
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq)]
pub struct StrikeState {
    /// The hammer.
    pub hammer: Motion,
    /// The modes.
    pub modes: Vec<Motion>,
}

impl StrikeState {
    /// The resonator where it is struck.
    pub fn struck_point(&self, strike: &Strike) -> Motion {
        let heard = strike.modes.iter().zip(&self.modes);
        heard.fold(Motion::default(), |sum, (mode, at)| {
            let w = shape_height(mode);
            sum + Motion::new(w * at.displacement, w * at.velocity)
        })
    }

    /// How far the hammer is in the resonator, and how fast it goes in.
    pub fn gap(&self, strike: &Strike) -> Motion {
        self.hammer - self.struck_point(strike)
    }

    /// Kinetic energy of the hammer \[J\].
    pub fn hammer_energy(&self, strike: &Strike) -> f64 {
        0.5 * strike.mass * self.hammer.velocity * self.hammer.velocity
    }

    /// Kinetic and elastic energy of the modes \[J\].
    pub fn ringing_energy(&self, strike: &Strike) -> f64 {
        let of = |(mode, at): (&Mode, &Motion)| {
            let swing = mode.angular() * at.displacement;
            0.5 * mode.mass * (at.velocity * at.velocity + swing * swing)
        };
        strike.modes.iter().zip(&self.modes).map(of).sum()
    }
}

/// A way to carry hammer and modes through the strike, step by step.
pub trait Stepper {
    /// One step on.
    fn step(&mut self);

    /// Where everything is.
    fn state(&self) -> &StrikeState;

    /// The contact force of the last step \[N\].
    fn force(&self) -> f64;

    /// How deep the surfaces are in each other, as the contact sees it; negative when apart \[m\].
    fn compression(&self) -> f64;

    /// What the contact holds \[J\].
    fn stored(&self) -> f64;
}
