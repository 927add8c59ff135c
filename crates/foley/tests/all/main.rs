//! All tests of `foley` in one binary: `cargo test -p foley --test all FILE::`.

mod engine;
mod examples;
mod programs;
mod render;
mod scene;
