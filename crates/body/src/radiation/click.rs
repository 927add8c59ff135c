//! The click of a rigid body that a blow stops or sets in motion: acceleration noise.
//!
//! A rigid sphere with the acceleration A(t) along an axis pushes the air ahead and draws it in behind. At
//! the angle θ from the axis the pressure is, exactly,
//!
//! ```math
//! p(r, \theta, s) = \frac{\rho a^2}{r}\cos\theta\;\frac{z}{z^2 + 2z + 2}\,A(s), \qquad z = \frac{sa}{c}
//! ```
//!
//! | symbol | here               | unit  | meaning                                                          |
//! |--------|--------------------|-------|------------------------------------------------------------------|
//! | a      | [`Click::radius`]  | m     | radius of the sphere of the same volume                          |
//! | M      | [`Click::mass`]    | kg    | mass of the body, so that A = F/M for a force F                  |
//! | r, θ   |                    | m, rad | distance and direction of the listener                          |
//! | s      |                    | 1/s   | Laplace variable                                                 |
//! | ρ, c   |                    | kg/m³, m/s | density of air, speed of sound in air                       |
//!
//! This is the velocity of a resonator with the frequency √2 c/2πa and the decay time a/c, driven by the
//! force. It becomes a listener of a modal body ([`crate::ModalSpec::listeners`]): a mode so heavy that it
//! does not move what it listens to. The direction is cos θ = 1/√3, whose pressure is the mean over all
//! directions.
//!
//! Source: \[MorseIngard1968, chapter 7\].

use super::air::{AIR_DENSITY, SOUND_SPEED};
use crate::modal::{ModalSpec, Mode};
use core::f64::consts::{PI, SQRT_2, TAU};

/// Mass of a listener \[kg\]: so heavy that a blow moves it by less than a rounding error of the motion of
/// the body that it listens to.
pub(super) const LISTENER_MASS: f64 = 1e12;

/// Highest frequency of a listener \[Hz\]. A smaller sphere, whose own frequency is higher, gets this
/// frequency and the gain that is right far below it.
const MAX_FREQUENCY: f64 = 16e3;

/// A rigid body that moves freely: a source of clicks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Click {
    /// Mass of the body \[kg\].
    pub mass: f64,
    /// Radius of the sphere of the same volume \[m\].
    pub radius: f64,
}

impl Click {
    /// Returns a solid sphere of `mass` \[kg\] and `density` \[kg/m³\].
    pub fn of_mass(mass: f64, density: f64) -> Self {
        Self { mass, radius: libm::cbrt(0.75 * mass / (PI * density)) }
    }

    /// Returns the body with the mass of the air that moves with it: half of the air that it displaces,
    /// \[Lamb1932\]. Bodies of the density of wood or more hardly need it.
    #[must_use]
    pub fn carrying_air(self) -> Self {
        let air = 2.0 / 3.0 * PI * AIR_DENSITY * self.radius.powi(3);
        Self { mass: self.mass + air, ..self }
    }

    /// Returns the frequency \[Hz\] above which the pressure follows the velocity of the body, and below
    /// which it follows the change of its acceleration.
    pub fn frequency(&self) -> f64 {
        SQRT_2 * SOUND_SPEED / (TAU * self.radius)
    }

    /// Returns the radius \[m\] of the sphere whose resonator is used, which is not below that of
    /// [`MAX_FREQUENCY`].
    fn resonator_radius(&self) -> f64 {
        self.radius.max(SQRT_2 * SOUND_SPEED / (TAU * MAX_FREQUENCY))
    }

    /// Returns the pressure at 1 m on the axis per velocity of the resonator [Pa s/m], where the resonator
    /// has the mass `mass` \[kg\].
    fn gain(&self, mass: f64) -> f64 {
        // At low frequencies the pressure of a sphere rises with the cube of its radius.
        let used = self.resonator_radius();
        let volume_ratio = (self.radius / used).powi(3);
        AIR_DENSITY * SOUND_SPEED * used * volume_ratio * mass / self.mass
    }

    /// Returns the listener of a body with `ports` ports, excited by the force at port `touched` and heard at
    /// the ports `heard` with the direction cosine `cosine` \[1\].
    pub fn listener(
        &self,
        ports: usize,
        touched: usize,
        heard: core::ops::Range<usize>,
        cosine: f64,
    ) -> Mode {
        let decay = self.resonator_radius() / SOUND_SPEED;
        let gain = self.gain(LISTENER_MASS);
        let height = |port: usize| match port {
            _ if port == touched => 1.0,
            _ if heard.contains(&port) => gain * cosine,
            _ => 0.0,
        };
        // The pressure at cos θ = 1/√3 is the mean over directions, so the radiated power is 4πp²/ρc.
        let power_per_square = 4.0 * PI * gain * gain / 3.0 / (AIR_DENSITY * SOUND_SPEED);
        Mode {
            frequency: SQRT_2 / (TAU * decay),
            decay,
            mass: LISTENER_MASS,
            shape: (0..ports).map(height).collect(),
            radiated: power_per_square * decay / (2.0 * LISTENER_MASS),
        }
    }
}

impl ModalSpec {
    /// Returns the body with the click of a body that strikes it at port `touched`, heard at the ports
    /// `heard`.
    #[must_use]
    pub fn with_click(mut self, click: Click, touched: usize, heard: core::ops::Range<usize>) -> Self {
        let cosine = 1.0 / 3.0_f64.sqrt();
        self.listeners.push(click.listener(self.ports, touched, heard, cosine));
        self
    }
}
