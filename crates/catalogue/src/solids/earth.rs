//! The earth under a foot: a heavy, yielding ground that thumps, and the foot that it stops.
//!
//! A foot on open ground rides on the spring and the losses of an elastic half-space. For a disc of the
//! radius of the sole these are nearly those of a spring and a dashpot (Lysmer's analogue):
//!
//! ```math
//! M\ddot x + C\,\dot x + k\,x = f, \qquad k = \frac{4\,G\,a}{1-\nu}, \qquad C = \frac{3.4\,a^2\sqrt{\varrho\,G}}{1-\nu}
//! ```
//!
//! Around the foot the surface sinks into a bowl, whose depth falls with the distance from the foot. In a
//! motion of the angular frequency ω the bowl reaches as far as waves travel within a radian, R = c/ω:
//! surface waves of the ground, c_R = 0.93 √(G/ϱ), or sound in air where that is slower. A stamp of the
//! radius a that sinks by x displaces the volume 4aRx within R. The open ground radiates this volume, so that
//! the pressure follows the velocity:
//!
//! ```math
//! p = \frac{\rho\,\ddot V}{2\pi r} = \frac{2\,\rho\,a\,c}{\pi r}\,\dot x, \qquad c = \min(c_R, c_{air})
//! ```
//!
//! | symbol | here               | unit  | meaning                                                    |
//! |--------|--------------------|-------|------------------------------------------------------------|
//! | G      | [`Earth::modulus`] | Pa    | shear modulus of the ground                                |
//! | ν, ϱ   |                    | 1, kg/m³ | Poisson's ratio 0.3 and density 1,800 of soil           |
//! | M, a   |                    | kg, m | mass that the ground stops, radius of the sole's area      |
//! | ρ, r   |                    | kg/m³, m | density of air, distance of 1 m                         |
//!
//! The damping ratio C/2√(kM) does not depend on G; for 4 kg on a = 5 cm it is 0.24. Mud thumps low; rock is
//! faint, because it yields little.
//!
//! The same force stops the foot, a rigid body of 1 kg, which clicks ([`FOOT`]).
//!
//! Source: \[LysmerRichart1966\]; the bowl around a stamp on a half-space, \[Johnson1985, chapter 3\]. Facts:
//! `tests/all/earth_facts.rs`.

use core::f64::consts::{PI, TAU};
use foley_body::radiation::{AIR_DENSITY, Click, SOUND_SPEED};
use foley_body::{ModalSpec, Mode};
use foley_params::params;

params! {
    /// Open ground under the feet.
    /// Default: firm earth.
    pub struct Earth("earth") {
        /// Shear modulus of the ground: mud 1e5, sand 1e7, gravel 1e8, rock 1e10.
        modulus: f64 = 2e7, "G", Pascal, log [1e5, 1e11], glide 0.05, handle("firmness", "bog", "rock");
    }
}

/// Mass that the ground stops: the foot and part of the leg \[kg\].
pub const STOPPED_MASS: f64 = 4.0;
/// Foot in its shoe, which clicks when the ground stops it: 1 kg in the volume of a sphere of 7.5 cm.
pub const FOOT: Click = Click { mass: 1.0, radius: 0.075 };
/// Radius of a disc of the area on which a landing heel or ball rests \[m\].
const SOLE_RADIUS: f64 = 0.05;
/// Poisson's ratio of soil \[1\].
const POISSON: f64 = 0.3;
/// Density of soil [kg/m³].
const SOIL_DENSITY: f64 = 1800.0;

impl Earth {
    /// Returns the stiffness k \[N/m\] and the damping C \[N s/m\] of the ground.
    pub fn spring_and_dashpot(&self) -> (f64, f64) {
        let stiffness = 4.0 * self.modulus * SOLE_RADIUS / (1.0 - POISSON);
        let damping =
            3.4 * SOLE_RADIUS * SOLE_RADIUS * (SOIL_DENSITY * self.modulus).sqrt() / (1.0 - POISSON);
        (stiffness, damping)
    }

    /// Returns the ground as a modal body: port 0 is pushed, the following `channels` ports are heard.
    pub fn spec(&self, channels: usize) -> ModalSpec {
        let (stiffness, damping) = self.spring_and_dashpot();
        let omega = (stiffness / STOPPED_MASS).sqrt();
        let wave_speed = (0.93 * (self.modulus / SOIL_DENSITY).sqrt()).min(SOUND_SPEED);
        let gain = 2.0 * AIR_DENSITY * SOLE_RADIUS * wave_speed / PI;
        let shape: Vec<f64> = core::iter::once(1.0).chain((0..channels).map(|_| gain)).collect();
        let mode = Mode {
            frequency: omega / TAU,
            decay: 2.0 * STOPPED_MASS / damping,
            mass: STOPPED_MASS,
            shape,
            radiated: 0.0,
        };
        ModalSpec { ports: 1 + channels, modes: vec![mode], ..ModalSpec::default() }
    }
}
