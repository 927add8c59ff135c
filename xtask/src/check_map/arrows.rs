//! Allowed dependencies between the crates of the workspace.

use super::Crate;

/// The crates of the workspace on which a crate may depend.
enum Uses {
    /// Every crate on a line of `MAP` above this crate.
    AllAbove,
    /// Only the crates with these names.
    Only(&'static [&'static str]),
}

/// The crates from low level to high level: physics, sound, programs. The laboratory is beside this order,
/// and the tasks depend on no other crate.
const MAP: &[(&str, Uses)] = &[
    ("foley-params", Uses::AllAbove),
    ("foley-document", Uses::AllAbove),
    ("foley-contact", Uses::AllAbove),
    ("foley-body", Uses::AllAbove),
    ("foley-scene", Uses::AllAbove),
    ("foley-dsp", Uses::AllAbove),
    ("foley-sound", Uses::AllAbove),
    ("foley-catalogue", Uses::AllAbove),
    ("foley-render", Uses::AllAbove),
    ("foley-engine", Uses::AllAbove),
    ("foley-audio", Uses::AllAbove),
    ("foley-live", Uses::AllAbove),
    ("foley-worklet", Uses::AllAbove),
    ("foley", Uses::AllAbove),
    ("foley-lab", Uses::Only(&["foley-params", "foley-contact", "foley-body", "foley-scene"])),
    ("foley-studio", Uses::Only(&["foley-dsp", "foley-sound", "foley-catalogue", "foley-live"])),
    ("foley-cli", Uses::AllAbove),
    ("xtask", Uses::Only(&[])),
];

/// Returns a message for each dependency that [`MAP`] does not allow, and for each crate that [`MAP`] lacks.
/// Dev-dependencies are not restricted.
pub(super) fn problems(crates: &[Crate]) -> Vec<String> {
    let mut problems = Vec::new();
    for user in crates {
        let Some(line) = line_of(&user.name) else {
            problems.push(format!(
                "the crate {} is not on the map: add it to MAP in xtask/src/check_map/arrows.rs",
                user.name
            ));
            continue;
        };
        let inside = |name: &str| crates.iter().any(|other| other.name == name);
        for used in user.dependencies.iter().filter(|used| !used.dev && inside(&used.name)) {
            let allowed = match MAP[line].1 {
                Uses::AllAbove => line_of(&used.name).is_some_and(|other| other < line),
                Uses::Only(names) => names.contains(&used.name.as_str()),
            };
            if !allowed {
                problems.push(format!(
                    "the crate {} uses {}, which MAP in xtask/src/check_map/arrows.rs does not allow",
                    user.name, used.name
                ));
            }
        }
    }
    problems
}

fn line_of(name: &str) -> Option<usize> {
    MAP.iter().position(|(listed, _)| *listed == name)
}

#[cfg(test)]
mod tests {
    use super::super::tests::test_crate;
    use super::*;

    #[test]
    fn dependencies_in_the_order_of_the_map_pass() {
        let crates = [
            test_crate("foley-params", &["serde_json"]),
            test_crate("foley-contact", &["foley-params", "libm"]),
            test_crate("foley-scene", &["foley-contact", "foley-params"]),
            test_crate("foley-lab", &["foley-scene", "foley-contact"]),
            test_crate("foley", &["foley-scene", "foley-params"]),
            test_crate("foley-cli", &["foley", "foley-lab"]),
            test_crate("xtask", &["serde_json"]),
        ];
        assert_eq!(problems(&crates), [""; 0]);
    }

    #[test]
    fn a_reversed_dependency_is_reported_with_both_crates() {
        let crates = [test_crate("foley-params", &["foley-contact"]), test_crate("foley-contact", &[])];
        assert_eq!(
            problems(&crates),
            [
                "the crate foley-params uses foley-contact, which MAP in xtask/src/check_map/arrows.rs does not allow"
            ]
        );
    }

    #[test]
    fn the_laboratory_uses_physics_only_and_the_facade_does_not_use_it() {
        for (user, used) in [("foley", "foley-lab"), ("foley-lab", "foley-engine"), ("foley-lab", "foley")] {
            let crates = [test_crate(user, &[used]), test_crate(used, &[])];
            assert_eq!(problems(&crates).len(), 1, "{user} uses {used}");
        }
    }

    #[test]
    fn the_tasks_use_no_crate_and_no_crate_uses_them() {
        for (user, used) in [("xtask", "foley-params"), ("foley-cli", "xtask")] {
            let crates = [test_crate(user, &[used]), test_crate(used, &[])];
            assert_eq!(problems(&crates).len(), 1, "{user} uses {used}");
        }
    }

    #[test]
    fn a_dev_dependency_is_not_restricted() {
        let crates = [test_crate("foley-params", &["dev:foley-contact"]), test_crate("foley-contact", &[])];
        assert_eq!(problems(&crates), [""; 0]);
    }

    #[test]
    fn a_crate_missing_from_the_map_is_reported_with_the_file_to_edit() {
        let problems = problems(&[test_crate("foley-weather", &[])]);
        assert!(problems.len() == 1 && problems[0].contains("xtask/src/check_map/arrows.rs"), "{problems:?}");
        // The message names this file, so the file must exist.
        assert!(crate::workspace::root().join("xtask/src/check_map/arrows.rs").exists());
    }
}
