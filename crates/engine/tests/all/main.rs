//! All tests of `foley-engine` in one binary, which links once: `cargo test -p foley-engine --test all FILE::`.

use assert_no_alloc::AllocDisabler;

mod engine;
mod loudness;
mod order;
mod place;
mod probe;
mod real_time;
mod support;

/// Aborts a test that allocates inside `assert_no_alloc`.
#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;
