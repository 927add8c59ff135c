//! Models of wind, blown tubes, blasts, thunder and hand claps.
//!
//! | cause                                     | here                                                                    |
//! |-------------------------------------------|-------------------------------------------------------------------------|
//! | wind around obstacles, across a cavity, past a wire | [`wind_flow`]; [`wind_cavity`]; [`karman`]                    |
//! | a fan draws air through a hose            | [`vacuum_cleaner`]                                                      |
//! | a helicopter                              | [`rotor`]                                                               |
//! | an explosion                              | [`explosion`], with the scaling law of [`blast`]                        |
//! | air between two palms                     | [`clap`], with the single clap in [`cupped_hands`]                      |
//! | lightning; a whistling rocket             | [`explosion`], with [`lightning`] and [`rocket`]                        |
//! | shared parts                              | [`wind`]; [`ear_wind`]; [`absorption`]; `shedding` (vortices), `flow_noise`, `pulse_wave` |

pub mod absorption;
pub(crate) mod blades;
pub mod blast;
mod cavity;
pub mod clap;
pub mod cupped_hands;
pub mod ear_wind;
pub(crate) mod edge_noise;
pub mod explosion;
mod explosion_params;
mod floor;
mod flow_noise;
pub mod karman;
pub mod lightning;
mod pulse_wave;
pub(crate) mod ramp;
pub mod rocket;
pub mod rotor;
mod rotor_params;
mod shedding;
pub mod vacuum_cleaner;
mod vacuum_params;
pub mod wind;
pub mod wind_cavity;
pub mod wind_flow;

pub use clap::Clap;
pub use explosion::Explosion;
pub use karman::Karman;
pub use rotor::Rotor;
pub use vacuum_cleaner::VacuumCleaner;
pub use wind::{Standpoint, Wind};
pub use wind_cavity::WindCavity;
pub use wind_flow::WindFlow;

use foley_sound::Sound;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![
        Box::new(Explosion::default()),
        Box::new(Clap::default()),
        Box::new(WindFlow::default()),
        Box::new(WindCavity::default()),
        Box::new(Karman::default()),
        Box::new(VacuumCleaner::default()),
        Box::new(Rotor::default()),
    ]
}
