//! Things that touch.

pub mod impact;
pub mod linear_impact;

pub use impact::Impact;
pub use linear_impact::LinearImpact;
