//! Models of engines and motors.
//!
//! | cause                                     | here                                              |
//! |-------------------------------------------|---------------------------------------------------|
//! | combustion engine                         | [`engine`]                                        |
//! | electric motor with gears                 | [`motor`]                                         |

pub mod engine;
pub mod motor;

pub use engine::Engine;
pub use motor::Motor;

use foley_sound::Sound;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Engine::default()), Box::new(Motor::default())]
}
