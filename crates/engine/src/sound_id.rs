//! Handles of sounds.

/// Handle of a sound in an engine.
///
/// A slot of the engine is used again when its sound is gone, a handle is not: a request with the handle of a
/// removed sound fails with [`crate::EngineError::StaleSound`] and never reaches the sound that has the slot
/// now. A sound that is added again under its name keeps its handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SoundId {
    pub(crate) slot: usize,
    /// Number of the sound since the start of the engine, from 1.
    pub(crate) number: u64,
}

impl SoundId {
    /// Returns the index of the sound's slot, from 0 to the capacity of the engine, for tables with one row
    /// per slot. Two sounds that are in the engine at the same time have different slots.
    pub const fn slot(self) -> usize {
        self.slot
    }
}
