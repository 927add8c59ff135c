//! Engines and motors.
//!
//! | cause                                     | here                                              |
//! |-------------------------------------------|---------------------------------------------------|
//! | fuel burns and drives pistons             | [`engine`]                                        |
//! | coils pull a rotor round, teeth mesh      | [`motor`]                                         |

pub mod engine;
pub mod motor;

pub use engine::Engine;
pub use motor::Motor;

use foley_sound::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Engine::default()), Box::new(Motor::default())]
}
