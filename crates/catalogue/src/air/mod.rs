//! Wind, tubes that blow, blasts.
//!
//! | cause                                     | here                                                                    |
//! |-------------------------------------------|-------------------------------------------------------------------------|
//! | wind goes round things                    | [`wind_flow`]; across the mouth of something hollow: [`wind_cavity`]; past a wire: [`karman`] |
//! | a fan draws air through a hose            | [`vacuum_cleaner`]                                                      |
//! | something explodes                        | [`explosion`], by the law of [`blast`]                                  |
//! | what several of them share                | [`wind`], `shedding` (eddies that come off by turns), `flow_noise`       |

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

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![
        Box::new(Explosion::default()),
        Box::new(WindFlow::default()),
        Box::new(WindCavity::default()),
        Box::new(Karman::default()),
        Box::new(VacuumCleaner::default()),
    ]
}
