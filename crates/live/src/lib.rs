//! Live control of the engine: messages from the network, MIDI, sensors and scores become sound.
//!
//! ```text
//! OSC, MIDI, sensors, score ──messages──▶ Dispatcher ──mappings──▶ AddressSpace ──commands──▶ Renderer ──▶ output
//!                                            ▲ samples                                          │
//!                                            └──────────────────── Clock ◀─────marks────────────┘
//! ```
//!
//! | item                                                    | here        |
//! |---------------------------------------------------------|-------------|
//! | addresses and the arguments they accept                 | [`AddressSpace`]   |
//! | dispatching messages in time order                      | [`dispatcher`]    |
//! | mapping time to samples                                 | [`Clock`]   |
//! | mappings from controls to addresses                     | [`mapping`] |
//! | outputs                                                 | [`foley_audio`] |
//! | recording                                               | [`foley_audio`]|
//! | sessions: engine, servers and output together           | [`session`] |
//! | latency from a message to its sound                     | [`measure`] |
//! | MIDI messages, files and racks                          | [`midi`]    |
//! | sensor logs                                             | [`sensor`]  |
//! | live scene files: sounds, mappings, score               | [`scene_file`] |
//! | offline playback                                        | [`offline`] |
//! | OSC                                                     | [`osc`]     |
//! | OSCQuery                                                | [`query`]   |
//! | local HTTP server                                       | [`web`]     |
//!
//! Without the feature `net` there are no servers, threads or devices; a page with the engine inside uses the
//! same [`AddressSpace`].

mod address_space;
pub mod dispatcher;
pub mod mapping;
#[cfg(feature = "net")]
pub mod measure;
pub mod midi;
pub mod offline;
#[cfg(feature = "net")]
pub mod osc;
#[cfg(feature = "net")]
pub mod query;
pub mod scene_file;
mod score_check;
pub mod sensor;
#[cfg(feature = "net")]
pub mod session;
#[cfg(feature = "net")]
pub mod web;

pub use address_space::{
    AddressSpace, Answer, Arg, Entry, EntryKind, MessageError, MessageErrorKind, UserPresets, addresses_of,
    check_name, is_pattern,
};
pub use dispatcher::Dispatcher;
#[cfg(feature = "net")]
pub use foley_audio::{Clock, ClockMarker};
pub use midi::Rack;
pub use scene_file::LiveScene;
