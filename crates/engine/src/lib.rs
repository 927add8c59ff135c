//! Many sounds at once, under the hands.
//!
//! ```text
//! Controls ──commands──▶ Renderer ──▶ loudspeaker, file, page
//!    ▲   ◀──what is spent──┘  │
//!    └──── meters, reports ───┘
//! ```
//!
//! [`engine`] makes two ends. [`Controls`] stays with whoever decides: it makes voices, names them, checks
//! what they are told, frees what is spent. [`Renderer`] goes to the audio thread: it allocates nothing,
//! locks nothing, makes no system call and never panics; what it is told comes through a queue of fixed
//! length, and what it no longer needs goes back through another.
//!
//! | idea                                                     | here                        |
//! |----------------------------------------------------------|-----------------------------|
//! | the two ends                                             | [`Controls`], [`Renderer`]  |
//! | how much there may be                                    | [`Capacity`]                |
//! | a strip of the mixer: gain, mute, solo, place            | [`ChannelStrip`]                   |
//! | who hears whom: rooms and effects                        | [`InputSource`]                 |
//! | how loud it is                                           | [`Meter`]                   |
//! | nothing louder than full scale, unless it is switched off| [`limiter`]                 |
//! | what is given up when time runs short                    | [`budget`]                  |
//! | what is heard, led away to a recorder                    | [`TapReader`]                  |
//! | what goes on inside a sound, led away to a picture       | [`ProbeReader`]                  |
//! | something and its sample, for heaps                      | [`Scheduled`]                     |
//! | what the audio thread has to say                         | [`Report`]                  |
//!
//! Time is counted in samples from the first that was rendered. Blocks of 64 samples are counted from there,
//! too: what is told for a sample that is still to come happens at that sample, what is told for now when the
//! next block begins. So the same score gives the same samples offline and live, whatever the host's buffers.

pub mod budget;
mod capacity;
mod channel_strip;
mod controls;
mod deadline;
mod input_source;
pub mod limiter;
mod message;
mod meter;
mod probe;
mod renderer;
mod scheduled;
mod shared_state;
mod slot;
mod tap;

pub use capacity::Capacity;
pub use channel_strip::ChannelStrip;
pub use controls::{Controls, EngineError, Instance, Loudness};
pub use input_source::InputSource;
pub use message::Report;
pub use meter::Meter;
pub use probe::ProbeReader;
pub use renderer::Renderer;
pub use scheduled::Scheduled;
pub use tap::TapReader;

/// An engine at a sample rate \[Hz\]: the end that decides and the end that sounds.
pub fn engine(rate: f64, capacity: Capacity) -> (Controls, Renderer) {
    controls::make(rate, capacity)
}
