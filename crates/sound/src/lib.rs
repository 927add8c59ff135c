//! Sounds.

pub mod analysis;
