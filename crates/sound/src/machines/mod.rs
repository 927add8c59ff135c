//! Engines and motors.
//!
//! | cause                                     | here                                              |
//! |-------------------------------------------|---------------------------------------------------|
//! | coils pull a rotor round, teeth mesh      | [`motor`]                                         |

pub mod motor;

pub use motor::Motor;

use crate::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Motor::default())]
}
