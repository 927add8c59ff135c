//! Checks of the documents: paths that they name, and reasons for dependencies.

use super::Crate;
use std::collections::BTreeSet;

/// Beginnings of code spans that are paths of the repository.
const FOLDERS: &[&str] = &[
    "crates/",
    "xtask/",
    ".ci/",
    ".cargo/",
    "studio/",
    "bindings/",
    "presets/",
    "book/",
    "benches/",
    "fuzz/",
];

/// Heading of the table of dependencies in the document, at any heading level.
const TABLE_HEADING: &str = "Dependencies";

/// Returns the paths that a document names in backticks, sorted and without duplicates.
///
/// A path is a backtick followed by one of [`FOLDERS`]. Backticks are not paired, so that a stray one
/// elsewhere in the document hides no path.
pub(super) fn paths(document: &str) -> BTreeSet<&str> {
    document
        .match_indices('`')
        .filter_map(|(at, _)| {
            let span = document[at + 1..].split(['`', '\n']).next()?;
            FOLDERS.iter().any(|folder| span.starts_with(folder)).then_some(span)
        })
        .collect()
}

/// Lists the external dependencies of any kind that the table of dependencies does not name.
pub(super) fn unjustified(crates: &[Crate], document: &str) -> Vec<String> {
    let named = table_names(document);
    if named.is_empty() {
        return vec![format!("found no table with names in backticks under a heading \"{TABLE_HEADING}\"")];
    }
    let inside = |name: &str| crates.iter().any(|other| other.name == name);
    let pairs =
        crates.iter().flat_map(|user| user.dependencies.iter().map(move |used| (&user.name, &used.name)));
    let missing: BTreeSet<_> =
        pairs.filter(|(_, used)| !inside(used) && !named.contains(used.as_str())).collect();
    let problem =
        |(user, used)| format!("{user} depends on {used}, which the table of dependencies does not name");
    missing.into_iter().map(problem).collect()
}

/// Returns the names in backticks in the first column of the table under [`TABLE_HEADING`].
fn table_names(document: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut in_section = false;
    for line in document.lines() {
        if line.starts_with('#') {
            in_section = line.trim_start_matches('#').trim() == TABLE_HEADING;
        } else if let Some(row) = line.strip_prefix('|').filter(|_| in_section) {
            let mut pieces = row.split('|').next().unwrap_or_default().split('`');
            // Splitting at backticks gives pieces that are alternately outside and inside backticks.
            while let (Some(_), Some(name)) = (pieces.next(), pieces.next()) {
                names.insert(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::tests::test_crate;
    use super::*;

    #[test]
    fn paths_are_the_code_spans_that_begin_with_a_known_folder() {
        let document = "Laws are in `crates/contact/src/law/`, tasks in `xtask/src/main.rs`; see `.ci/run`.\n\
            Not paths: `cargo xtask test`, crates/none, `src/law`, `libm`. Again: `.ci/run`.";
        let expected = [".ci/run", "crates/contact/src/law/", "xtask/src/main.rs"];
        assert_eq!(paths(document).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_stray_backtick_hides_no_path() {
        assert!(paths("a stray ` here\n\nand `crates/gone`").contains("crates/gone"));
    }

    #[test]
    fn a_dependency_without_a_reason_is_reported_with_its_user() {
        let document = "# Map\n\n## Dependencies\n\n| name | why |\n|---|---|\n| `libm` | same bits, unlike `std` |\n\
            | `rand_core`, `rand_pcg` | seeds |\n\n## Next\n\n| `clap` | elsewhere |\n";
        let crates = [
            test_crate("foley-params", &[]),
            test_crate("foley-contact", &["foley-params", "libm", "dev:rand_pcg", "dev:insta"]),
            test_crate("foley-cli", &["clap", "rand_core"]),
        ];
        let expected = [
            "foley-cli depends on clap, which the table of dependencies does not name",
            "foley-contact depends on insta, which the table of dependencies does not name",
        ];
        assert_eq!(unjustified(&crates, document), expected);
        assert!(!table_names(document).contains("std"), "only the first column counts");
    }

    #[test]
    fn a_document_without_the_table_is_a_problem() {
        assert_eq!(unjustified(&[], "# Map\n\nNo table.").len(), 1);
    }
}
