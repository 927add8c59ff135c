//! Contacts between solid bodies.
//!
//! | cause                                     | here                                                                             |
//! |-------------------------------------------|----------------------------------------------------------------------------------|
//! | one body strikes another                  | [`impact`], [`linear_impact`]; a soft body lands: [`soft_impact`]                |
//! | one body slides over another              | [`friction`], [`rubbing`], [`squeak`], [`brake`]                                 |
//! | one body rolls on or scrapes over another | [`rolling`], [`scraping`]                                                        |
//! | a body bounces, or breaks                 | [`bouncing`], [`breaking`]                                                       |
//! | a body is crumpled, or crackles in a hand | [`crumpling`], [`continuous_crumpling`]                                          |
//! | a walker                                  | [`footsteps`]                                                                    |
//! | shared parts                              | [`burst`], [`crackle`], [`fragments`], [`pulses`], [`rustle`], [`earth`], [`gait`], [`curve`], [`mount`], [`surfaces`] |

pub mod bouncing;
pub mod brake;
pub mod breaking;
pub mod burst;
pub mod continuous_crumpling;
pub mod crackle;
pub mod crumpling;
pub mod curve;
pub mod earth;
pub mod footsteps;
pub mod fragments;
pub mod friction;
pub mod gait;
pub mod impact;
pub mod linear_impact;
pub mod mount;
pub mod pulses;
pub mod rolling;
pub mod rubbing;
pub mod rustle;
pub mod scraping;
pub mod soft_impact;
pub mod squeak;
mod stroke;
pub mod surfaces;
pub mod variation;

pub use bouncing::Bouncing;
pub use brake::Brake;
pub use breaking::Breaking;
pub use burst::Burst;
pub use continuous_crumpling::ContinuousCrumpling;
pub use crumpling::Crumpling;
pub use footsteps::Footsteps;
pub use friction::SlidingFriction;
pub use impact::Impact;
pub use linear_impact::LinearImpact;
pub use mount::Mount;
pub use rolling::Rolling;
pub use rubbing::Rubbing;
pub use scraping::Scraping;
pub use soft_impact::SoftImpact;
pub use squeak::Squeak;
pub use surfaces::Surfaces;

use foley_sound::Sound;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![
        Box::new(Impact::default()),
        Box::new(LinearImpact::default()),
        Box::new(SoftImpact::default()),
        Box::new(SlidingFriction::default()),
        Box::new(Rubbing::default()),
        Box::new(Rolling::default()),
        Box::new(Scraping::default()),
        Box::new(Crumpling::default()),
        Box::new(ContinuousCrumpling::default()),
        Box::new(Bouncing::default()),
        Box::new(Breaking::default()),
        Box::new(Squeak::default()),
        Box::new(Brake::default()),
        Box::new(Footsteps::default()),
    ]
}
