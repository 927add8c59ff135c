//! Live control of the engine: messages from the network, MIDI, sensors and scores become sound.
//!
//! ```text
//! OSC, MIDI, sensors, score ──letters──▶ Desk ──mappings──▶ World ──commands──▶ Renderer ──▶ device, file
//!                                        ▲ samples                                  │
//!                                        └───────────────── Clock ◀─────marks───────┘
//! ```
//!
//! | idea                                                    | here        |
//! |---------------------------------------------------------|-------------|
//! | all that can be said, as addresses with values          | [`AddressSpace`]   |
//! | what comes in, in the order of time                     | [`dispatcher`]    |
//! | which sample is now                                     | [`Clock`]   |
//! | what knobs and sensors mean                             | [`mapping`] |
//! | where the samples go                                    | [`foley_audio`] |
//! | what is heard, into files                               | [`foley_audio`]|
//! | all of it together                                      | [`session`] |
//! | how long from a message to its sound                    | [`measure`] |
//! | keys, knobs, songs, one thing for every key             | [`midi`]    |
//! | logs of sensors                                         | [`sensor`]  |
//! | a whole table of sounds with its mappings, in a file    | [`scene_file`] |
//! | the same without a device, as fast as it goes           | [`offline`] |
//! | messages over the network                               | [`osc`]     |
//! | what there is, for those who look                       | [`query`]   |
//! | HTTP for callers of this machine only                   | [`web`]     |
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
    AddressSpace, Answer, Arg, Entry, EntryKind, LOUDNESS_RATES, LoudnessCache, MessageError,
    MessageErrorKind, UserPresets, addresses_of, check_name, is_pattern, loudness_table,
};
pub use dispatcher::Dispatcher;
#[cfg(feature = "net")]
pub use foley_audio::{Clock, ClockMarker};
pub use midi::Rack;
pub use scene_file::LiveScene;
