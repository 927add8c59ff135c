//! The loudness table equals the measured factors.

use crate::support::loudness_table as measured;
use foley_live::loudness_table;
use std::collections::BTreeMap;

#[test]
fn every_built_in_sound_has_its_measured_factor_in_the_table() {
    let table: BTreeMap<String, _> = loudness_table().collect();
    let heard: BTreeMap<String, _> = measured::factors().collect();
    let written = "write it anew: cargo run --release -p foley-live --example loudness_table";
    let names = |all: &BTreeMap<String, _>| all.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&table), names(&heard), "{written}");
    for (name, factors) in heard {
        assert_eq!(table[&name], factors, "{name}; {written}");
    }
}
