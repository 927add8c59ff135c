//! The corrections of the impact paper \[Papetti2011\], by name.

use crate::failure::Failure;
use crate::help_entry::HelpEntry;
use foley_contact::correction::{Corrections, ReleaseCorrection, StoredForce};

/// A correction with its name and texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) help: HelpEntry,
    apply: fn(&mut Corrections),
}

/// All corrections, which may be combined.
pub(crate) const ALL: &[Entry] = &[
    Entry {
        help: HelpEntry {
            name: "none",
            summary: "No correction: the default.",
            text: "The scheme runs unchanged.",
            equation: "",
            source: "",
        },
        apply: |_| {},
    },
    Entry {
        help: HelpEntry {
            name: "bound",
            summary: "The compression may not exceed the closed form's maximum.",
            text: "Verlet and Heun apply it before the new force, the others after the step. The maximum is that of the \
                   impact without an external force.",
            equation: "x ≤ x_max",
            source: "[Papetti2011, eq. (4)]",
        },
        apply: |corrections| corrections.bound = true,
    },
    Entry {
        help: HelpEntry {
            name: "hybrid",
            summary: "In contact, the compression is the closed form's at the scheme's velocity.",
            text: "The mass then moves on the exact phase curve, at the wrong pace. A stored force is evaluated anew. \
                   The phase curve is that of the impact without an external force.",
            equation: "x ← x(v)",
            source: "[Papetti2011, eq. (3)]",
        },
        apply: |corrections| corrections.hybrid = Some(StoredForce::Refreshed),
    },
    Entry {
        help: HelpEntry {
            name: "output",
            summary: "At release the velocity is set to the paper's approximation, where that is good to 0.1 %.",
            text: "The approximation is of the fourth order; where its error is larger, the scheme's own velocity stays. \
                   Under an external force, where the paper has none, the velocity is that of the pressed impact.",
            equation: "v ← ṽ_out,   x ← 0",
            source: "[Papetti2011, eq. (7)]",
        },
        apply: |corrections| corrections.output = Corrections::PAPER.output,
    },
    Entry {
        help: HelpEntry {
            name: "output-exact",
            summary: "At release the velocity is set to the exact one, always.",
            text: "The output correction with the exact solution of eq. (6), which is not in the paper.",
            equation: "v ← v_out,   x ← 0",
            source: "[Papetti2011, eq. (6)]",
        },
        apply: |corrections| corrections.output = Some(ReleaseCorrection::Exact),
    },
    Entry {
        help: HelpEntry {
            name: "paper",
            summary: "The paper's choice: hybrid and output.",
            text: "With it the schemes of the paper end at the closed forms, within the accuracy of its approximation.",
            equation: "x ← x(v) in contact,   v ← ṽ_out at release",
            source: "[Papetti2011, eqs (3), (7)]",
        },
        apply: |corrections| *corrections = Corrections { bound: corrections.bound, ..Corrections::PAPER },
    },
];

/// Combines the corrections of these names.
pub(crate) fn read(names: &[&str]) -> Result<Corrections, Failure> {
    let has = |name| names.contains(&name);
    if has("none") && names.iter().any(|given| *given != "none") {
        return Err(Failure::input(
            "`--correction none` excludes other corrections: remove `none`, or the others.",
        ));
    }
    if has("output-exact") && (has("output") || has("paper")) {
        return Err(Failure::input(
            "`output-exact` and `output` (which `paper` contains) both set the release velocity: choose one.",
        ));
    }
    let mut corrections = Corrections::NONE;
    for entry in ALL.iter().filter(|entry| has(entry.help.name)) {
        (entry.apply)(&mut corrections);
    }
    Ok(corrections)
}

/// Returns the names of the chosen corrections, joined by commas.
pub(crate) fn names(corrections: &Corrections) -> String {
    let output = match corrections.output {
        None => None,
        Some(ReleaseCorrection::Exact) => Some("output-exact"),
        Some(ReleaseCorrection::Approximate { .. }) => Some("output"),
    };
    let names = [corrections.bound.then_some("bound"), corrections.hybrid.map(|_| "hybrid"), output];
    let names: Vec<_> = names.into_iter().flatten().collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_read_back_from_their_names() {
        for list in ["none", "bound", "hybrid", "output", "bound,hybrid,output-exact"] {
            let read = read(&list.split(',').collect::<Vec<_>>()).unwrap();
            assert_eq!(names(&read), list);
        }
        let paper = read(&["paper"]).unwrap();
        assert_eq!(paper, Corrections::PAPER);
        assert_eq!(names(&paper), "hybrid,output");
    }

    #[test]
    fn contradicting_corrections_are_rejected() {
        for list in ["none,bound", "output,output-exact", "paper,output-exact"] {
            let list: Vec<_> = list.split(',').collect();
            assert!(read(&list).is_err(), "{list:?}");
        }
    }
}
