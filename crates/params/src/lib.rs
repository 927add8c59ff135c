//! One declaration per parameter, read by every front end.
//!
//! A constant table stands beside the struct it describes; nothing is derived behind the reader's back. The table is
//! metadata only: live values, smoothing and atomics belong to the engine.
#![cfg_attr(not(feature = "std"), no_std)]

mod param;

pub use param::{Handle, Param, Parametric, Scale, Unit};
