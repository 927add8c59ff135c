//! All tests of `foley-scene` in one binary, which links once: `cargo test -p foley-scene --test all FILE::`.

use assert_no_alloc::AllocDisabler;

mod accuracy;
mod changes;
mod contacts;
mod control;
mod file_errors;
mod file_examples;
mod file_schema;
mod invariants;
mod live_signals;
mod real_time;
mod regressions;
mod sound_energy;
mod support;

/// Aborts a test that allocates inside `assert_no_alloc`.
#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;
