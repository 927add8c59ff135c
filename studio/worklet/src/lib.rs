//! The engine inside a page.
//!
//! ```text
//!   page ──ask──▶ questions          (any copy of the module: what there is, what a preset means, what a contact does)
//!    │
//!    └──tell──▶ Studio ──render──▶ loudspeaker        (the copy in the AudioWorklet)
//!                 └──look, trace──▶ meters, pictures
//! ```
//!
//! One module is instantiated three times: where it sounds, on the main thread for what is quick to answer,
//! and in a worker for what takes long. Requests and answers are JSON in UTF-8; samples and traces are plain
//! numbers. What is wrong is answered as `{"wrong": "…"}`: whatever comes in, nothing here panics.
//!
//! | idea                                                      | here                    |
//! |-----------------------------------------------------------|-------------------------|
//! | questions without a sounding engine                       | [`ask`], [`questions`]  |
//! | what a preset is: values, modes, commands, addresses      | [`describe`]            |
//! | a touch without stepping                                  | [`portrait`]            |
//! | an engine that sounds, is told things and looked at       | [`Studio`], [`sounding`]|
//! | the functions that a page calls                           | [`exports`]             |
//! | fields of a request, or what is wrong with them           | [`request`]             |

pub mod describe;
pub mod exports;
pub mod portrait;
pub mod questions;
pub mod request;
pub mod sounding;

pub use questions::{Answered, ask};
pub use sounding::Studio;
