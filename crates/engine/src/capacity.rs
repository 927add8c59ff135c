//! How much there may be at once. All of it is made before the first sample; nothing grows.

/// What an engine has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Sounds at once.
    pub instances: usize,
    /// Channels of the loudspeakers.
    pub channels: usize,
    /// Commands that may be on their way or wait for their time.
    pub commands: usize,
    /// Sounds that are fading out because another took their place.
    pub fading: usize,
}

impl Default for Capacity {
    /// 64 sounds in stereo.
    fn default() -> Self {
        Self { instances: 64, channels: 2, commands: 8192, fading: 16 }
    }
}
