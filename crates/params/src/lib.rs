//! Declarations of parameters, one per parameter, used by every front end.
//!
//! A constant table stands beside the struct that it describes. The table is metadata only: live values,
//! smoothing and atomics belong to the engine.
//!
//! | task                                     | here                                                        |
//! |------------------------------------------|-------------------------------------------------------------|
//! | declaration of a parameter               | [`Param`], [`Parametric`], [`Scale`], [`Handle`], [`Unit`]  |
//! | declaration without its type             | [`Info`], [`infos`]                                         |
//! | values and their units as text           | [`Unit::parse`], [`Unit::format`]                           |
//! | reading and writing by name              | [`ByName`]                                                  |
//! | files                                    | [`to_json`], [`from_json`], [`update_from_json`]            |
//! | JSON Schema and table for other programs | [`schema`], [`Info::schema`], [`table_json`]                |
//! | words for error messages                 | [`words`]                                                   |
//! | checks of tables in tests                | [`defaults_hold`], [`draw`]                                 |
//! | a small table for examples               | [`example::Mallet`]                                         |
//!
//! ```
//! # #[cfg(feature = "std")]
//! # fn strike() -> Result<(), foley_params::ParamError> {
//! use foley_params::{ByName, example::Mallet};
//!
//! let mut mallet = Mallet::default();
//! mallet.set_text("mass", "35 g")?;
//! assert_eq!(mallet.mass, 0.035);
//! assert_eq!(mallet.text("mass")?, "35 g");
//!
//! let refused = mallet.set_text("mass", "3 mm").unwrap_err();
//! assert!(refused.to_string().contains("measures length, not mass"));
//! # Ok(())
//! # }
//! # #[cfg(feature = "std")]
//! # strike().unwrap();
//! ```
//!
//! Without the feature `std` only the tables, [`find`], [`infos`], [`Param::contains`] and [`Param::clamp`]
//! are available, which need no text and no logarithm.
#![cfg_attr(not(feature = "std"), no_std)]
// Without `std` some items that the text above links to do not exist.
#![cfg_attr(not(feature = "std"), allow(rustdoc::broken_intra_doc_links))]

mod declare;
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
mod json;
#[cfg(feature = "std")]
mod multiple;
#[cfg(feature = "std")]
mod nearest;
#[cfg(feature = "std")]
mod normalise;
#[cfg(feature = "std")]
mod parse;
#[cfg(feature = "std")]
mod schema;

pub use info::Info;
pub use param::{Handle, Param, Parametric, Scale};
pub use table::{find, infos, param};
pub use unit::Unit;

#[cfg(feature = "std")]
pub use by_name::ByName;
#[cfg(feature = "std")]
pub use declaration::{Faults, defaults_hold};
#[cfg(feature = "std")]
pub use error::{ParamError, QuantityError};
#[cfg(feature = "std")]
pub use json::{from_json, to_json, update_from_json};
#[cfg(feature = "std")]
pub use schema::{schema, table_json};
#[cfg(feature = "std")]
pub use table::draw;

/// Functions for error messages, for other crates that read files: suggestions, excerpts and lists of names.
#[cfg(feature = "std")]
pub mod words {
    pub use crate::error::{did_you_mean, excerpt, list};
    pub use crate::nearest::nearest;
}

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
