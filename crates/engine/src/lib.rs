//! The real-time engine: many sounds at once, mixed, limited and metered.
//!
//! ```text
//! Controls ──commands──▶ Renderer ──▶ loudspeaker, file, page
//!    ▲   ◀──garbage────────┘  │
//!    └──── meters, reports ───┘
//! ```
//!
//! [`engine`] makes two ends. [`Controls`] is for the control thread: it creates voices, checks and sends
//! events, and frees memory that the audio thread has handed back. [`Renderer`] is for the audio thread: it
//! allocates nothing, locks nothing, makes no system call and never panics. Commands reach the renderer
//! through a queue of fixed length; objects that the renderer no longer needs go back through another queue.
//!
//! | item                                                     | here                        |
//! |----------------------------------------------------------|-----------------------------|
//! | the two ends                                             | [`Controls`], [`Renderer`]  |
//! | handle of a sound                                        | [`SoundId`]                 |
//! | limits                                                   | [`Capacity`]                |
//! | channel strip of the mixer: gain, pan, mute, solo        | [`ChannelStrip`]            |
//! | inputs of rooms and effects                              | [`InputSource`]             |
//! | level meters                                             | [`Meter`]                   |
//! | place of all sounds: distance, floor, room               | [`Controls::set_place`]     |
//! | limiter at full scale                                    | [`limiter`]                 |
//! | quality levels when time runs short                      | [`budget`]                  |
//! | audio taps for recorders                                 | [`TapReader`]               |
//! | probes of forces and energies for displays               | [`ProbeReader`]             |
//! | an item with its sample, for heaps                       | [`Scheduled`]               |
//! | reports of the audio thread                              | [`Report`]                  |
//!
//! Time is counted in samples since the first rendered one, in blocks of 64. An event for a future sample
//! takes effect at that sample; an event for the past or present at the start of the next block. So the same
//! score gives the same samples live and offline, whatever the host buffer.

pub mod budget;
mod capacity;
mod channel_strip;
mod controls;
mod deadline;
mod input_source;
pub mod limiter;
mod message;
mod meter;
mod place_bus;
mod probe;
mod renderer;
mod scheduled;
mod shared_state;
mod slot;
mod sound_id;
mod tap;

pub use capacity::Capacity;
pub use channel_strip::ChannelStrip;
pub use controls::{Controls, EngineError, HEADROOM, Instance, Loudness};
pub use input_source::InputSource;
pub use message::Report;
pub use meter::Meter;
pub use probe::ProbeReader;
pub use renderer::Renderer;
pub use scheduled::Scheduled;
pub use sound_id::SoundId;
pub use tap::TapReader;

/// Creates an engine at `rate` \[Hz\] and returns its control end and its audio end.
pub fn engine(rate: f64, capacity: Capacity) -> (Controls, Renderer) {
    controls::make(rate, capacity)
}

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
