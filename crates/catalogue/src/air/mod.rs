//! Models of wind, blown tubes and blasts.
//!
//! | cause                                     | here                                                                    |
//! |-------------------------------------------|-------------------------------------------------------------------------|
//! | wind around obstacles, across a cavity, past a wire | [`wind_flow`]; [`wind_cavity`]; [`karman`]                    |
//! | a fan draws air through a hose            | [`vacuum_cleaner`]                                                      |
//! | an explosion                              | [`explosion`], with the scaling law of [`blast`]                        |
//! | shared parts                              | [`wind`]; `shedding` (vortices), `flow_noise`                           |

pub mod blast;
mod cavity;
pub mod explosion;
mod explosion_params;
mod flow_noise;
pub mod karman;
mod shedding;
pub mod vacuum_cleaner;
mod vacuum_params;
pub mod wind;
pub mod wind_cavity;
pub mod wind_flow;

pub use explosion::Explosion;
pub use karman::Karman;
pub use vacuum_cleaner::VacuumCleaner;
pub use wind::{Standpoint, Wind};
pub use wind_cavity::WindCavity;
pub use wind_flow::WindFlow;

use foley_sound::Sound;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![
        Box::new(Explosion::default()),
        Box::new(WindFlow::default()),
        Box::new(WindCavity::default()),
        Box::new(Karman::default()),
        Box::new(VacuumCleaner::default()),
    ]
}
