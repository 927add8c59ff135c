//! Outputs: a sound card, a JACK server, or a silent output that keeps time.
//!
//! | output           | requests samples                        | here          |
//! |------------------|-----------------------------------------|---------------|
//! | the silent null  | at the pace of the machine's clock      | [`null`]      |
//! | a device, JACK   | when its converter needs them           | `device`      |
//! | a file, offline  | as fast as they are rendered            | elsewhere: offline rendering needs no thread |
//!
//! An [`Output`] is found first and gives its rate and channels, with which the engine is made.
//! [`Output::start`] moves the renderer to the audio thread; the [`OutputStream`] stops when it is dropped. A
//! *host buffer* is the number of frames requested at once. The audio thread records the share of each
//! buffer's duration that rendering took ([`LoadMeter`]).

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

/// Default length of a host buffer \[frames\].
pub const DEFAULT_BUFFER_FRAMES: u32 = 256;
/// Default sample rate \[Hz\].
pub const DEFAULT_RATE: u32 = 48_000;

/// Settings that are requested from an output; the settings that the output takes may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputRequest {
    /// Requested sample rate \[Hz\]; `None` leaves the choice to the output.
    pub rate: Option<u32>,
    /// Requested length of a host buffer \[frames\]; `None` leaves the choice to the output.
    pub buffer_frames: Option<u32>,
    /// Requested number of channels.
    pub channels: u16,
}

impl Default for OutputRequest {
    /// Requests stereo, at the output's own rate and host buffer.
    fn default() -> Self {
        Self { rate: None, buffer_frames: None, channels: 2 }
    }
}

/// Actual settings of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputInfo {
    /// Name of the output, for display.
    pub name: String,
    /// Sample rate of the output \[Hz\].
    pub rate: u32,
    /// Length of a host buffer \[frames\]; `None` for outputs that know it only once they run.
    pub buffer_frames: Option<u32>,
    /// Number of output channels.
    pub channels: u16,
}

/// Why an output cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The machine has no output device.
    #[error("there is no sound device{}", because(why))]
    None {
        /// Error of the operating system; may be empty.
        why: String,
    },
    /// No device has the requested name.
    #[error("there is no sound device `{name}`; available: {}", foley_params::words::list(known, "and"))]
    NoSuch {
        /// The device name that was asked for.
        name: String,
        /// Names of all devices that exist.
        known: Vec<String>,
    },
    /// The device does not support the requested settings.
    #[error("`{name}` does not support {requested}; it supports {offered}")]
    Unsupported {
        /// Name of the device that lacks the settings.
        name: String,
        /// The requested settings, in words.
        requested: String,
        /// The settings that the device supports, in words.
        offered: String,
    },
    /// The device exists, but cannot start.
    #[error("`{name}` cannot start: {why}")]
    Refused {
        /// Name of the device that cannot start.
        name: String,
        /// Error that the device reported.
        why: String,
    },
}

fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" ({why})") }
}

/// An output with known settings that does not run yet.
#[derive(Debug)]
pub enum Output {
    /// A silent output that requests samples at the pace of a sound card.
    Null(null::NullOutput),
    /// A sound card or a JACK server.
    #[cfg(feature = "device")]
    Device(Box<device::Device>),
}

impl Output {
    /// Makes a silent output that requests samples at the pace of a sound card.
    pub fn null(request: OutputRequest) -> Self {
        Self::Null(null::NullOutput::new(request))
    }

    /// Returns the settings of the output.
    pub fn info(&self) -> OutputInfo {
        match self {
            Self::Null(null) => null.info(),
            #[cfg(feature = "device")]
            Self::Device(device) => device.info(),
        }
    }

    /// Starts playback and returns the running output; the renderer and the marker move to the audio thread.
    ///
    /// # Errors
    /// If the output cannot start.
    pub fn start(self, renderer: Renderer, marker: ClockMarker) -> Result<OutputStream, OutputError> {
        match self {
            Self::Null(null) => null.start(renderer, marker),
            #[cfg(feature = "device")]
            Self::Device(device) => device.start(renderer, marker),
        }
    }
}

/// Owner of the running stream of an output; playback stops when this value is dropped.
#[expect(dead_code, reason = "they are kept for what their drop does")]
enum StreamGuard {
    Null(null::PacedThread),
    #[cfg(feature = "device")]
    Device(device::Stream),
}

/// A running output; dropping it stops playback.
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

    /// Returns the settings of the output.
    pub fn info(&self) -> &OutputInfo {
        &self.info
    }

    /// Returns the load of the audio thread so far.
    pub fn load(&self) -> LoadStats {
        self.load.read()
    }

    /// Returns the load meter, which the audio thread continues to write.
    pub fn shared_load(&self) -> Arc<LoadMeter> {
        Arc::clone(&self.load)
    }

    /// Returns the latency from the request of a sample until it leaves the machine, as the device reports it
    /// \[s\]; one host buffer if the device reports none.
    pub fn latency(&self) -> f64 {
        let buffer_frames =
            f64::from(self.info.buffer_frames.unwrap_or(DEFAULT_BUFFER_FRAMES)) / f64::from(self.info.rate);
        self.load.latency().unwrap_or(buffer_frames)
    }

    /// Returns the error with which the device stopped by itself; `None` while it runs.
    pub fn failure(&self) -> Option<String> {
        match &self.guard {
            StreamGuard::Null(_) => None,
            #[cfg(feature = "device")]
            StreamGuard::Device(stream) => stream.failure(),
        }
    }
}

/// Renders host buffers on the audio thread. Real-time: no allocation, no lock, no system call (the time
/// comes from the vDSO).
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

    /// Fills an interleaved host buffer; returns the share of the buffer's duration that rendering took
    /// \[1\].
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
