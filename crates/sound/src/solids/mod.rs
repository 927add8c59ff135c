//! Things that touch.
//!
//! | cause                                          | here                                             |
//! |------------------------------------------------|--------------------------------------------------|
//! | one thing strikes another                      | [`impact`]                                       |
//! | something soft lands                           | [`soft_impact`]                                  |
//! | something is crumpled, crackles in a hand      | [`crumpling`], [`continuous_crumpling`]          |
//! | someone walks                                  | [`footsteps`]                                    |
//! | what several of them share                     | [`burst`], [`crackle`], [`grains`], [`gait`], [`curve`] |

pub mod burst;
pub mod continuous_crumpling;
pub mod crackle;
pub mod crumpling;
pub mod curve;
pub mod footsteps;
pub mod gait;
pub mod grains;
pub mod impact;
pub mod soft_impact;
pub mod rolling;
pub mod scraping;

pub use burst::Burst;
pub use continuous_crumpling::ContinuousCrumpling;
pub use crumpling::Crumpling;
pub use footsteps::Footsteps;
pub use impact::Impact;
pub use soft_impact::SoftImpact;
pub mod bouncing;
pub mod breaking;
pub mod linear_impact;
pub use bouncing::Bouncing;
pub use breaking::Breaking;
pub use linear_impact::LinearImpact;
pub mod brake;
pub mod friction;
mod hand;
pub mod mount;
pub mod rubbing;
pub mod squeak;
pub mod surfaces;
pub use brake::Brake;
pub use friction::Rubbed;
pub use mount::Mount;
pub use rubbing::Rubbing;
pub use squeak::Squeak;
pub use surfaces::Surfaces;
pub use rolling::Rolling;
pub use scraping::Scraping;
