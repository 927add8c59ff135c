//! All tests of `foley-cli` in one binary, which links once: `cargo test -p foley-cli --test all FILE::`.

mod analyse;
mod bench;
mod contact;
mod contact_numbers;
mod drive;
mod effect;
mod flac;
mod hostile_files;
#[path = "../../../live/tests/all/support/jack.rs"]
mod jack;
#[path = "../../../render/tests/support/flac.rs"]
mod judge;
mod lab_sheet;
mod live;
mod live_devices;
mod live_mappings;
mod live_offline;
mod midi;
mod morph;
mod program;
mod render;
mod same_words;
mod schemas;
mod shapes;
mod sounds;
mod studio;
mod support;
mod tour;
#[path = "../../../live/tests/all/support/wav.rs"]
mod wav;
