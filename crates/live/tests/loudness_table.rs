//! The table of how loud sounds are made is what one hears.

#[path = "support/loudness_table.rs"]
mod loudness;

use foley_live::known_factors;
use std::collections::BTreeMap;

#[test]
fn every_built_in_sound_is_in_the_table_with_the_factor_that_one_hears() {
    let table: BTreeMap<String, _> = known_factors().collect();
    let heard: BTreeMap<String, _> = loudness::factors().collect();
    let written = "write it anew: cargo run --release -p foley-live --example factors";
    let names = |all: &BTreeMap<String, _>| all.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&table), names(&heard), "{written}");
    for (name, factors) in heard {
        assert_eq!(table[&name], factors, "{name}; {written}");
    }
}
