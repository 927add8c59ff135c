//! Outputs for the engine's samples, recording, and a clock that maps time to samples.
//!
//! ```text
//! Renderer ──▶ Output (device, JACK, paced null) ──marks──▶ Clock
//!     └─taps──▶ Recorder ──▶ WAV files
//! ```
//!
//! | item                                                  | here         |
//! |-------------------------------------------------------|--------------|
//! | outputs: devices, JACK, a silent paced output; load   | [`output`]   |
//! | clock that maps times to sample numbers               | [`Clock`]    |
//! | recording of the mix and of single sounds             | [`recorder`] |
//! | WAV files that stay valid while they grow             | [`wav`]      |
//!
//! Devices need the feature `device`. The thread of an output runs the renderer; it allocates nothing and
//! waits for no other thread.

mod clock;
pub mod output;
pub mod recorder;
pub mod wav;

pub use clock::{Clock, ClockMarker};
pub use output::{LoadMeter, LoadStats, Output, OutputError, OutputInfo, OutputRequest, OutputStream};
pub use recorder::{RecordError, Recorder, RecordingSummary};
