//! All tests of `foley-live` in one binary, which links once: `cargo test -p foley-live --test all FILE::`.

mod address_space;
mod devices;
mod mapping;
mod midi;
mod offline;
mod osc;
mod osc_attack;
mod osc_limits;
mod osc_listen;
mod osc_query;
mod osc_stage;
mod recorder;
mod scenes;
mod score_check;
mod soak;
mod support;
mod until_told;
