//! Limits of an engine. All memory is allocated before the first sample; nothing grows.

/// Limits of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Maximum number of sounds.
    pub instances: usize,
    /// Number of output channels.
    pub channels: usize,
    /// Maximum number of commands that are queued or scheduled.
    pub commands: usize,
    /// Maximum number of sounds that fade out after another took their slot.
    pub fading: usize,
}

impl Default for Capacity {
    /// 64 sounds in stereo.
    fn default() -> Self {
        Self { instances: 64, channels: 2, commands: 8192, fading: 16 }
    }
}
