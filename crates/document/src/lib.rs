//! Documents that people write: JSON and XML, read with precise errors and written for people.
//!
//! There are two readers. [`Node`] borrows a [`Tree`] and reports errors by path; scene files and mappings use
//! it, because `--set` may have changed the tree since it was parsed. [`DocumentError::located_in`] adds line
//! and column from the text. [`LocatedNode`] owns its values with their byte offsets; presets use it, because
//! their XML form has offsets but no JSON tree.
//!
//! | task                                           | here                                                |
//! |------------------------------------------------|-----------------------------------------------------|
//! | parse JSON, keep the order, reject duplicates  | [`Tree::parse`]                                     |
//! | read typed values, report errors by path       | [`Node`], [`Fields`], [`ReadResult`]                |
//! | declare keys once for reader and JSON Schema   | [`Field`], [`object`], [`quantity`], [`reference()`] |
//! | read with line and column, limit the size      | [`LocatedNode`], [`Location`], [`Limits`]           |
//! | parse XML into elements                        | [`XmlElement`]                                      |
//! | change one value by its path                   | [`set`], [`path_steps`]                             |
//! | write JSON and XML                             | [`pretty`], [`pretty_list`], [`number`], [`xml`]    |
//! | errors                                         | [`DocumentError`], [`DocumentErrorKind`]            |

mod error;
mod field;
mod located;
mod node;
mod set;
mod tree;
mod write;
pub mod xml;

pub use error::{DocumentError, DocumentErrorKind, quoted_names};
pub use field::{Field, object, params, quantity, reference};
pub use located::{Limits, LocatedError, LocatedNode, Location, NodeKind, line_and_column};
pub use node::{Fields, Node, ReadResult};
pub use set::{path_steps, set};
pub use tree::{MAX_TEXT_BYTES, Tree};
pub use write::{number, pretty, pretty_list};
pub use xml::XmlElement;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
