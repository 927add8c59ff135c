//! Helpers of the tests.

pub(crate) mod blocks;
pub(crate) mod heard;
pub(crate) mod morphed;
pub(crate) mod noise;

/// Whether this is the long run, `cargo xtask test --long`, which makes every draw; the default run makes a
/// part of them.
pub(crate) fn is_long_run() -> bool {
    std::env::var_os("FOLEY_LONG").is_some()
}
