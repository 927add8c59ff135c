//! The recorded counts of instructions keep within what a change may bring them to.
//! `cargo xtask count --gate` counts anew.

use foley_lab::speed::SUBJECTS;
use serde_json::Value;

#[test]
fn recorded_costs_are_within_their_gates() {
    let text = include_str!("../reference/instructions.json");
    let counts: Value = serde_json::from_str(text).unwrap();
    for subject in SUBJECTS.iter().filter(|subject| subject.counted) {
        let count = counts[subject.name]
            .as_f64()
            .unwrap_or_else(|| panic!("{} is not recorded: cargo xtask count --json", subject.name));
        let most = subject.max_instructions.unwrap_or(f64::INFINITY);
        assert!(
            count > 0.0 && count <= most,
            "{}: {count} instructions per {}, at most {most}",
            subject.name,
            subject.unit
        );
    }
}

#[test]
fn a_mode_costs_no_more_the_more_there_are() {
    let text = include_str!("../reference/instructions.json");
    let counts: Value = serde_json::from_str(text).unwrap();
    let each = ["ring-16", "ring-64", "ring-256", "ring-1024"].map(|name| counts[name].as_f64().unwrap());
    assert!(each.is_sorted_by(|few, many| few >= many), "{each:?}");
}
