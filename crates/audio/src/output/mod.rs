//! Where the samples go: to a sound card, to a JACK server, or nowhere at the right time.
//!
//! | output           | asks for samples                        | here          |
//! |------------------|-----------------------------------------|---------------|
//! | the paced null   | by the clock of the machine             | [`null`]      |
//! | a device, JACK   | when its converter needs them           | `device`      |
//! | a file, offline  | as fast as they come                    | elsewhere: who renders offline needs no thread |
//!
//! An [`Output`] is found first: it says its rate and its channels, from which the engine is made.
//! [`Output::start`] then hands the renderer to the audio thread, and the [`OutputStream`] stream stops when it is
//! dropped. A *gulp* is what is asked for at once. While it runs, the audio thread writes down how much of
//! each gulp's time it took ([`LoadMeter`]).

mod load;
pub mod null;

#[cfg(feature = "device")]
pub mod device;

pub use load::{BUCKETS, LoadMeter, LoadStats};

use crate::ClockMarker;
use foley_engine::Renderer;
use std::sync::Arc;
use std::time::Instant;
use thiserror::Error;

/// Gulp of an output that leaves it to us.
pub const DEFAULT_BUFFER_FRAMES: u32 = 256;
/// Samples per second of an output that leaves it to us \[Hz\].
pub const DEFAULT_RATE: u32 = 48_000;

/// What is wished for; an output says what it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputRequest {
    /// Samples per second \[Hz\].
    pub rate: Option<u32>,
    /// Frames at once.
    pub buffer_frames: Option<u32>,
    /// Channels.
    pub channels: u16,
}

impl Default for OutputRequest {
    /// Stereo, at whatever rate and gulp there is.
    fn default() -> Self {
        Self { rate: None, buffer_frames: None, channels: 2 }
    }
}

/// What an output is.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputInfo {
    /// What it is called.
    pub name: String,
    /// Samples per second \[Hz\].
    pub rate: u32,
    /// Frames at once; an output may know it only when it runs.
    pub buffer_frames: Option<u32>,
    /// Channels.
    pub channels: u16,
}

/// Why nothing can be played there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// There is none.
    #[error("there is no sound device here{}", because(why))]
    None {
        /// What the system says.
        why: String,
    },
    /// There is none of that name.
    #[error("there is no sound device `{name}`; there are {}", foley_params::words::list(known, "and"))]
    NoSuch {
        /// What was asked for.
        name: String,
        /// All there are.
        known: Vec<String>,
    },
    /// It does not do what is wished.
    #[error("`{name}` does not play {requested}; it offers {offered}")]
    Unsupported {
        /// The device.
        name: String,
        /// What was wished.
        requested: String,
        /// What it offers.
        offered: String,
    },
    /// It does not begin.
    #[error("`{name}` does not begin to play: {why}")]
    Refused {
        /// The device.
        name: String,
        /// What it says.
        why: String,
    },
}

fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" ({why})") }
}

/// Where the samples will go.
#[derive(Debug)]
pub enum Output {
    /// Nowhere, at the right time.
    Null(null::NullOutput),
    /// To a device.
    #[cfg(feature = "device")]
    Device(Box<device::Device>),
}

impl Output {
    /// Nowhere, at the right time.
    pub fn null(request: OutputRequest) -> Self {
        Self::Null(null::NullOutput::new(request))
    }

    /// What it is.
    pub fn info(&self) -> OutputInfo {
        match self {
            Self::Null(null) => null.info(),
            #[cfg(feature = "device")]
            Self::Device(device) => device.info(),
        }
    }

    /// Begins to play; the renderer and the marker go to the audio thread.
    ///
    /// # Errors
    /// If the output does not begin.
    pub fn start(self, renderer: Renderer, marker: ClockMarker) -> Result<OutputStream, OutputError> {
        match self {
            Self::Null(null) => null.start(renderer, marker),
            #[cfg(feature = "device")]
            Self::Device(device) => device.start(renderer, marker),
        }
    }
}

/// What keeps a stream running until it is dropped.
#[expect(dead_code, reason = "they are kept for what their drop does")]
enum StreamGuard {
    Null(null::PacedThread),
    #[cfg(feature = "device")]
    Device(device::Stream),
}

/// A stream that plays; it stops when it is dropped.
pub struct OutputStream {
    info: OutputInfo,
    load: Arc<LoadMeter>,
    guard: StreamGuard,
}

impl core::fmt::Debug for OutputStream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Running").field("about", &self.info).finish_non_exhaustive()
    }
}

impl OutputStream {
    fn new(info: OutputInfo, load: Arc<LoadMeter>, guard: StreamGuard) -> Self {
        Self { info, load, guard }
    }

    /// What it plays on.
    pub fn info(&self) -> &OutputInfo {
        &self.info
    }

    /// How much of its time it took, and how often that was too much.
    pub fn load(&self) -> LoadStats {
        self.load.read()
    }

    /// The load, to be looked at while somebody else holds the stream.
    pub fn shared_load(&self) -> Arc<LoadMeter> {
        Arc::clone(&self.load)
    }

    /// From the moment when a sample is asked for until it leaves the machine, as far as the output says
    /// \[s\]: one gulp where it says nothing.
    pub fn latency(&self) -> f64 {
        let buffer_frames =
            f64::from(self.info.buffer_frames.unwrap_or(DEFAULT_BUFFER_FRAMES)) / f64::from(self.info.rate);
        self.load.latency().unwrap_or(buffer_frames)
    }

    /// Why the device has stopped on its own, if it has.
    pub fn failure(&self) -> Option<String> {
        match &self.guard {
            StreamGuard::Null(_) => None,
            #[cfg(feature = "device")]
            StreamGuard::Device(stream) => stream.failure(),
        }
    }
}

/// What the audio thread does with a gulp. Real-time: no allocation, no lock, no system call (the time comes
/// from the vDSO).
struct RenderCallback {
    renderer: Renderer,
    marker: ClockMarker,
    load: Arc<LoadMeter>,
    rate: f64,
}

impl RenderCallback {
    fn new(renderer: Renderer, marker: ClockMarker, rate: u32) -> Self {
        Self { renderer, marker, load: Arc::default(), rate: f64::from(rate) }
    }

    /// Fills a gulp, all channels of a frame one after another. The share of the gulp's time that it took.
    fn fill(&mut self, out: &mut [f32]) -> f64 {
        let begun = Instant::now();
        let frames = out.len() / self.renderer.channels().max(1);
        self.marker.mark(self.renderer.now(), frames);
        self.renderer.render_interleaved(out);
        let whole = frames.max(1) as f64 / self.rate;
        let share = begun.elapsed().as_secs_f64() / whole;
        self.load.note(share);
        share
    }
}
