//! Helpers of the tests.

pub(crate) mod everything;
pub(crate) mod plain;
pub(crate) use everything::stepped_clock;
