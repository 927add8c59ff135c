//! Helpers of the tests.

pub(crate) mod heard;
pub(crate) mod morphed;
pub(crate) mod noise;
