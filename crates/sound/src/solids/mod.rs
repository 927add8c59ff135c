//! Things that touch.

pub mod impact;

pub use impact::Impact;
