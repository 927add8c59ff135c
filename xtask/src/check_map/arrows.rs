//! Which crate may use which.

use super::Crate;

/// What a crate of the workspace may use of the others.
enum Uses {
    /// Every crate on a line above its own.
    AllAbove,
    /// These, and no other.
    Only(&'static [&'static str]),
}

/// The crates from the ground up. Physics stands below sound, sound below the programs; the laboratory stands
/// aside and the chores know nobody.
const MAP: &[(&str, Uses)] = &[
    ("foley-params", Uses::AllAbove),
    ("foley-contact", Uses::AllAbove),
    ("foley-body", Uses::AllAbove),
    ("foley-scene", Uses::AllAbove),
    ("foley-dsp", Uses::AllAbove),
    ("foley-sound", Uses::AllAbove),
    ("foley-catalogue", Uses::AllAbove),
    ("foley-engine", Uses::AllAbove),
    ("foley-live", Uses::AllAbove),
    ("foley-worklet", Uses::AllAbove),
    ("foley", Uses::AllAbove),
    ("foley-lab", Uses::Only(&["foley-params", "foley-contact", "foley-body", "foley-scene"])),
    ("foley-studio", Uses::Only(&["foley-dsp", "foley-sound", "foley-catalogue", "foley-live"])),
    ("foley-cli", Uses::AllAbove),
    ("xtask", Uses::Only(&[])),
];

/// Every arrow that is not on the map, and every crate that is not. Dev-dependencies may point anywhere.
pub(super) fn complaints(crates: &[Crate]) -> Vec<String> {
    let mut complaints = Vec::new();
    for user in crates {
        let Some(line) = line_of(&user.name) else {
            complaints.push(format!(
                "the crate {} is not on the map; give it its line in MAP in xtask/src/check_map/arrows.rs",
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
                complaints.push(format!("{} uses {}, against the order of the map", user.name, used.name));
            }
        }
    }
    complaints
}

fn line_of(name: &str) -> Option<usize> {
    MAP.iter().position(|(listed, _)| *listed == name)
}

#[cfg(test)]
mod tests {
    use super::super::tests::made_up;
    use super::*;

    #[test]
    fn arrows_along_the_map_pass() {
        let crates = [
            made_up("foley-params", &["serde_json"]),
            made_up("foley-contact", &["foley-params", "libm"]),
            made_up("foley-scene", &["foley-contact", "foley-params"]),
            made_up("foley-lab", &["foley-scene", "foley-contact"]),
            made_up("foley", &["foley-scene", "foley-params"]),
            made_up("foley-cli", &["foley", "foley-lab"]),
            made_up("xtask", &["serde_json"]),
        ];
        assert_eq!(complaints(&crates), [""; 0]);
    }

    #[test]
    fn a_reversed_arrow_is_named_with_both_ends() {
        let crates = [made_up("foley-params", &["foley-contact"]), made_up("foley-contact", &[])];
        assert_eq!(complaints(&crates), ["foley-params uses foley-contact, against the order of the map"]);
    }

    #[test]
    fn the_laboratory_stands_aside() {
        for (user, used) in [("foley", "foley-lab"), ("foley-lab", "foley-engine"), ("foley-lab", "foley")] {
            let crates = [made_up(user, &[used]), made_up(used, &[])];
            assert_eq!(complaints(&crates).len(), 1, "{user} uses {used}");
        }
    }

    #[test]
    fn the_chores_use_no_crate_and_no_crate_uses_them() {
        for (user, used) in [("xtask", "foley-params"), ("foley-cli", "xtask")] {
            let crates = [made_up(user, &[used]), made_up(used, &[])];
            assert_eq!(complaints(&crates).len(), 1, "{user} uses {used}");
        }
    }

    #[test]
    fn a_dev_dependency_may_point_anywhere() {
        let crates = [made_up("foley-params", &["dev:foley-contact"]), made_up("foley-contact", &[])];
        assert_eq!(complaints(&crates), [""; 0]);
    }

    #[test]
    fn a_crate_that_is_not_on_the_map_is_told_where_to_go() {
        let complaints = complaints(&[made_up("foley-weather", &[])]);
        assert!(
            complaints.len() == 1 && complaints[0].contains("xtask/src/check_map/arrows.rs"),
            "{complaints:?}"
        );
        // The message must not rot either.
        assert!(crate::workspace::root().join("xtask/src/check_map/arrows.rs").exists());
    }
}
