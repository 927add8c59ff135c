//! From vibration to sound: how well each mode of a body radiates into air, and what the air does to it.
//!
//! A vibrating surface pushes air ahead of it. Where the pushes reach the listener together, they are heard;
//! where crests and troughs lie closer than half a wave in air, the air flows from one to the other and
//! little is heard. The radiation efficiency σ is the radiated power relative to a plane wave that moves with
//! the same velocity:
//!
//! ```math
//! W = \rho c S \sigma \nu \langle v^2 \rangle, \qquad
//! p = \frac{\rho c}{r}\sqrt{\frac{S \sigma \nu}{4\pi}}\,v, \qquad
//! \delta = \frac{\rho c S \sigma \nu}{2M}, \qquad
//! \omega_\text{air} = \frac{\omega}{\sqrt{1 + m_\text{air}/M}}
//! ```
//!
//! | symbol | here                              | unit  | meaning                                              |
//! |--------|-----------------------------------|-------|------------------------------------------------------|
//! | ρ, c   | [`AIR_DENSITY`], [`SOUND_SPEED`]  | kg/m³, m/s | of air at 20 °C                                 |
//! | k      |                                   | 1/m   | wavenumber in air, ω/c                               |
//! | S      | [`Radiator::area`]                | m²    | all the area that moves air; both faces of a plate   |
//! | σ      | [`Radiator::efficiency`]          | 1     | radiation efficiency at the frequency of the mode    |
//! | ν      | [`Radiator::normal_share`]        | 1     | mean square of the velocity normal to the surface, relative to that of the whole velocity |
//! | M      |                                   | kg    | mass of the body                                     |
//! | m_air  | [`Radiator::added_mass`]          | kg    | air that moves with the mode                         |
//! | ⟨v²⟩   |                                   | m²/s² | mean square of the velocity over the body            |
//! | W      |                                   | W     | radiated power                                       |
//! | p      | [`ModeRadiation::pressure_gain`]  | Pa    | far pressure at the distance r, mean over directions |
//! | δ      | [`ModeRadiation::decay_rate`]     | 1/s   | decay rate of the amplitude by radiation             |
//!
//! | file       | content                                                                              |
//! |------------|--------------------------------------------------------------------------------------|
//! | `air`      | air, and its effect on a mode: decay, lower frequency, far pressure                  |
//! | `click`    | a rigid body that is suddenly stopped                                                |
//! | `cylinder` | walls and narrow rings with n waves around                                           |
//! | `plate`    | flat plates, discs and membranes, in a wall or with open edges                       |
//! | `quadrature` | integrals of oscillating functions                                                 |
//! | `rod`      | bending bars, rods, tubes and strings                                                |
//! | `slow_push` | the volume that a slowly bent body displaces                                        |
//! | `sphere`   | compact bodies                                                                       |
//!
//! [`crate::Shape::radiation`] gives these numbers for every mode of a shape. σ is taken at the frequency of
//! the mode in a vacuum.
//!
//! Source: \[MorseIngard1968, chapter 7\]; \[FahyGardonio2007, chapter 3\]; \[JungerFeit1986\];
//! \[Wallace1972\].

pub mod air;
pub mod click;
pub mod cylinder;
pub mod plate;
mod quadrature;
pub mod rod;
pub(crate) mod slow_push;
pub mod sphere;

pub use air::{AIR_DENSITY, AIR_VISCOSITY, ModeRadiation, Radiator, SOUND_SPEED};
pub use click::Click;
