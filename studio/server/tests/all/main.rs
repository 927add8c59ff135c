//! All tests of `foley-studio` in one binary, which links once: `cargo test -p foley-studio --test all FILE::`.

mod bridge;
mod http;
mod presets;
mod support;
