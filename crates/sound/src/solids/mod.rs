//! Things that touch.

pub mod bouncing;
pub mod breaking;
pub mod impact;
pub mod linear_impact;

pub use bouncing::Bouncing;
pub use breaking::Breaking;
pub use impact::Impact;
pub use linear_impact::LinearImpact;
