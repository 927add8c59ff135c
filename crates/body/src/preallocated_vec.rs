//! A list with room that its copies have too: the audio thread fills it and never allocates.

use core::ops::{Deref, DerefMut};

/// A `Vec` whose clones keep its capacity.
#[derive(Debug, PartialEq)]
pub struct PreallocatedVec<T>(Vec<T>);

impl<T> PreallocatedVec<T> {
    /// An empty list with room for so many.
    pub fn with_capacity(room: usize) -> Self {
        Self(Vec::with_capacity(room))
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
