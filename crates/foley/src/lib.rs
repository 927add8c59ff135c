//! Foley makes the sounds of things touching, from physics.
#![cfg_attr(not(feature = "std"), no_std)]

pub use foley_contact as contact;
pub use foley_params as params;
