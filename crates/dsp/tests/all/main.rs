//! All tests of `foley-dsp` in one binary, which links once: `cargo test -p foley-dsp --test all FILE::`.

mod analysis;
mod descriptors;
