//! The recorded instruction counts are within their maxima. `cargo xtask count --gate` counts again.

use foley_lab::speed::SUBJECTS;
use serde_json::Value;

#[test]
fn recorded_counts_are_within_their_maxima() {
    let text = include_str!("../../reference/instructions.json");
    let counts: Value = serde_json::from_str(text).unwrap();
    for subject in SUBJECTS.iter().filter(|subject| subject.counted) {
        let count = counts[subject.name].as_f64().unwrap_or_else(|| {
            panic!("{} has no recorded count: run `cargo xtask count --json`", subject.name)
        });
        let maximum = subject.max_instructions.unwrap_or(f64::INFINITY);
        assert!(
            count > 0.0 && count <= maximum,
            "{}: {count} instructions per {}, at most {maximum}",
            subject.name,
            subject.unit
        );
    }
}

#[test]
fn the_cost_per_mode_does_not_grow_with_the_number_of_modes() {
    let text = include_str!("../../reference/instructions.json");
    let counts: Value = serde_json::from_str(text).unwrap();
    let each = ["ring-16", "ring-64", "ring-256", "ring-1024"].map(|name| counts[name].as_f64().unwrap());
    assert!(each.is_sorted_by(|few, many| few >= many), "{each:?}");
}
