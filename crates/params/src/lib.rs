//! One declaration per parameter, read by every front end.
//!
//! A constant table stands beside the struct it describes; nothing is derived behind the reader's back. The table is
//! metadata only: live values, smoothing and atomics belong to the engine.
#![cfg_attr(not(feature = "std"), no_std)]
// Without `std` the items that the text above points to are not there to be linked.
#![cfg_attr(not(feature = "std"), allow(rustdoc::broken_intra_doc_links))]

pub mod example;
mod info;
mod param;
mod table;
mod unit;

#[cfg(feature = "std")]
mod by_name;
#[cfg(feature = "std")]
mod declaration;
#[cfg(feature = "std")]
mod error;
#[cfg(feature = "std")]
mod format;
#[cfg(feature = "std")]
mod multiple;
#[cfg(feature = "std")]
mod nearest;
#[cfg(feature = "std")]
mod parse;
#[cfg(feature = "std")]
mod travel;

pub use info::Info;
pub use param::{Handle, Param, Parametric, Scale};
pub use table::{find, infos};
pub use unit::Unit;

#[cfg(feature = "std")]
pub use by_name::ByName;
#[cfg(feature = "std")]
pub use declaration::{Faults, defaults_hold};
#[cfg(feature = "std")]
pub use error::{ParamError, QuantityError};
#[cfg(feature = "std")]
pub use table::draw;
