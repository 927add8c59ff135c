//! A vector whose clones keep its capacity, so that the audio thread can fill them without allocating.

use core::ops::{Deref, DerefMut};

/// A `Vec` whose clones keep its capacity. Pushing beyond the capacity allocates, so the caller must check
/// the length before a push.
#[derive(Debug, PartialEq)]
pub struct PreallocatedVec<T>(Vec<T>);

impl<T> PreallocatedVec<T> {
    /// Makes an empty vector that holds up to `capacity` items without allocating.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }
}

impl<T: Clone> Clone for PreallocatedVec<T> {
    fn clone(&self) -> Self {
        let mut copy = Vec::with_capacity(self.0.capacity());
        copy.extend_from_slice(&self.0);
        Self(copy)
    }
}

impl<T> Deref for PreallocatedVec<T> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for PreallocatedVec<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
