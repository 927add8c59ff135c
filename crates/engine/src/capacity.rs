//! Limits of an engine. All memory is allocated before the first sample; no buffer grows later.

/// Limits of an engine, set when the engine is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Maximum number of sounds at once.
    pub instances: usize,
    /// Number of output channels.
    pub channels: usize,
    /// Maximum number of commands that are queued or scheduled at once.
    pub commands: usize,
    /// Maximum number of removed or replaced sounds that fade out at once.
    pub fading: usize,
}

impl Default for Capacity {
    /// Returns the limits for 64 sounds in stereo.
    fn default() -> Self {
        Self { instances: 64, channels: 2, commands: 8192, fading: 16 }
    }
}
