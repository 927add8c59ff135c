//! A point mass: moves uniformly unless pushed, and falls under gravity.
//!
//! ```math
//! x_1 = x + vT + \tfrac12 gT^2 + \tfrac{T^2}{2m} f, \qquad v_1 = v + gT + \tfrac Tm f
//! ```
//!
//! | symbol | here           | unit | meaning                                        |
//! |--------|----------------|------|------------------------------------------------|
//! | x, v   | `motion`       | m, m/s | place and velocity of its one port           |
//! | m      | `mass`         | kg   |                                                |
//! | g      | `acceleration` | m/s² | of gravity, along the direction of contact     |
//! | f      | pushes         | N    | held over the step                             |
//!
//! This is the limit ω, g → 0 of a mode ([`crate::modal`]) and exact for any step.

use crate::{Body, Substeps};
use foley_contact::{Forecast, Motion, Step};
use foley_params::params;

params! {
    /// Description of a point mass.
    pub struct InertialSpec("inertial") {
        /// Mass of the body that strikes, rolls or rubs.
        mass: f64 = 0.01, "m", Kilogram, log [1e-6, 1e3], glide 0.005, handle("weight", "grain", "anvil");
    }
}

impl InertialSpec {
    /// Returns the description of a point mass of `mass` kilograms.
    pub const fn kilograms(mass: f64) -> Self {
        Self { mass }
    }

    /// Builds the point mass for the sample period `step`, at rest at the origin.
    pub fn at(&self, step: Step) -> Inertial {
        Inertial {
            mass: self.mass,
            acceleration: 0.0,
            sample: step,
            step,
            motion: Motion::default(),
            force: 0.0,
            held: 0.0,
            kept: (Motion::default(), self.mass),
        }
    }
}

/// A point mass in motion. It has one port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertial {
    mass: f64,
    acceleration: f64,
    sample: Step,
    step: Step,
    motion: Motion,
    force: f64,
    held: f64,
    kept: (Motion, f64),
}

impl Inertial {
    /// Returns the mass of the body \[kg\].
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Returns the body with its displacement and velocity set to `motion`.
    #[must_use]
    pub fn moving(mut self, motion: Motion) -> Self {
        self.place(motion);
        self
    }

    /// Sets displacement and velocity of the point mass to `motion`.
    pub fn place(&mut self, motion: Motion) {
        self.motion = motion;
    }

    /// Sets the acceleration of gravity along the direction of contact [m/s²].
    pub fn set_gravity(&mut self, acceleration: f64) {
        self.acceleration = acceleration;
    }

    /// Returns the acceleration of gravity along the direction of contact [m/s²].
    pub fn gravity(&self) -> f64 {
        self.acceleration
    }
}

/// Returns the lower and upper bound of the displacement of a body \[m\] that moves from `motion` for
/// `seconds` under a constant acceleration.
pub(crate) fn flight(motion: Motion, acceleration: f64, seconds: f64) -> (f64, f64) {
    let end = seconds * (motion.velocity + 0.5 * seconds * acceleration);
    // The parabola of the flight departs from its chord by at most this distance.
    let bulge = 0.125 * acceleration.abs() * seconds * seconds;
    let x = motion.displacement;
    (x + end.min(0.0) - bulge, x + end.max(0.0) + bulge)
}

impl Inertial {
    /// Returns the lower and upper bound of the displacement over `seconds` without pushes \[m\].
    pub fn bounds(&self, seconds: f64) -> (f64, f64) {
        flight(self.motion, self.acceleration + self.held / self.mass, seconds)
    }

    /// Sets a constant force on the point mass that acts in addition to pushes \[N\].
    pub fn hold(&mut self, force: f64) {
        self.held = force;
    }

    /// Moves the point mass by `seconds` without pushes, and clears all pushed forces.
    pub fn coast(&mut self, seconds: f64) {
        let acceleration = self.acceleration + self.held / self.mass;
        let step = Step::of_seconds(seconds);
        self.motion = Forecast::of_mass(self.mass, self.motion, acceleration, step).free;
        self.force = 0.0;
    }

    /// Sets the mass \[kg\] and scales the velocity so that the kinetic energy stays equal.
    pub fn set_mass(&mut self, mass: f64) {
        self.motion.velocity *= (self.mass / mass).sqrt();
        self.mass = mass;
    }
}

impl Body for Inertial {
    fn ports(&self) -> usize {
        1
    }

    fn set_substeps(&mut self, substeps: Substeps) {
        self.step = substeps.of(self.sample);
    }

    fn forecast(&self, _port: usize) -> Forecast {
        let acceleration = self.acceleration + (self.held + self.force) / self.mass;
        Forecast::of_mass(self.mass, self.motion, acceleration, self.step)
    }

    fn cross_response(&self, _here: usize, _there: usize) -> Motion {
        let t = self.step.seconds();
        Motion::new(0.5 * t * t / self.mass, t / self.mass)
    }

    fn push(&mut self, _port: usize, force: f64) {
        self.force += force;
    }

    fn advance(&mut self) {
        self.motion = self.forecast(0).free;
        self.force = 0.0;
    }

    fn motion(&self, _port: usize) -> Motion {
        self.motion
    }

    fn energy(&self) -> f64 {
        0.5 * self.mass * self.motion.velocity * self.motion.velocity
    }

    fn come_to_rest(&mut self) {
        self.motion = Motion::default();
        self.force = 0.0;
    }

    fn save_state(&mut self) {
        self.kept = (self.motion, self.mass);
    }

    fn restore_state(&mut self) {
        (self.motion, self.mass) = self.kept;
        self.force = 0.0;
    }
}
