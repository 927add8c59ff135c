//! Things that touch.

pub mod burst;
pub mod impact;
pub mod soft_impact;

pub use burst::Burst;
pub use impact::Impact;
pub use soft_impact::SoftImpact;
