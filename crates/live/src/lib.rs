//! The engine under the hands.
//!
//! | idea                                                    | here      |
//! |---------------------------------------------------------|-----------|
//! | all that can be said, as addresses with values          | [`World`] |

mod world;

pub use world::{Answer, Arg, Entry, Kind, World, Wrong};
