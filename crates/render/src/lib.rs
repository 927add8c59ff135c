//! Renders presets, scenes, morphs and effects to WAV and FLAC files.
//!
//! ```text
//! Source ──┐
//!          ├─> RenderJob ──play──> Performance ──> OutputFiles ──> WAV, FLAC with their recipe
//! RenderRequest ┘
//! ```
//!
//! A file written here carries its [`Recipe`]: rendering the file again gives the same bytes.
//!
//! | task                                                       | item                              |
//! |------------------------------------------------------------|-----------------------------------|
//! | read a scene, a preset or a recipe                         | [`Source`]                        |
//! | combine a source with options                              | [`RenderJob`], [`RenderRequest`]  |
//! | change values, gestures and the score                      | [`Overrides`]                     |
//! | run a model on a sound file                                | [`InputSignal`]                   |
//! | several sounds and the path between them                   | [`Blend`]                         |
//! | hear the mix in a place                                    | [`RenderJob::mix`]                |
//! | scale to full scale                                        | [`Level`]                         |
//! | write files completely or not at all                       | [`AtomicFile`], [`OutputFiles`]   |
//! | read and write WAV and FLAC                                | [`sound_file`]                    |
//!
//! Nothing here prints or parses a command line.

mod atomic_write;
mod blend;
mod error;
mod in_place;
mod input_signal;
mod job;
mod level;
mod output_files;
mod overrides;
mod play;
mod preset;
mod recipe;
pub mod riff;
pub mod sound_file;
mod source;
mod takes;

pub use atomic_write::{AtomicFile, create_folder};
pub use blend::{ASPECTS, Blend};
pub use error::RenderError;
pub use input_signal::{InputReference, InputSignal, input_models};
pub use job::{OutputRow, RenderJob, RenderRequest, Subject};
pub use level::{GAIN, LOUDNESS, Level, PEAK, dbfs, peak};
pub use output_files::{Difference, OutputFiles, RenderedFile, WrittenFiles, encode};
pub use overrides::Overrides;
pub use preset::{OutputSamples, RenderedPreset, render_preset};
pub use recipe::{Length, MAX_CHANNELS, Recipe, RecipeBody};
pub use source::{Source, SourceKind};
pub use takes::{SCATTER, TAKES};

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
