//! Checks of the documents: paths that they name, links, code, length, and reasons for dependencies.

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

/// Maximum number of lines of the repository's README, which a newcomer should read at once.
const MAX_FIRST_PAGE_LINES: usize = 120;
/// Maximum columns of a line of the README of the repository, tables included.
const MAX_COLUMNS: usize = 110;

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

/// Returns the targets of all relative links and pictures, such as `live.md#midi`. Code has none.
pub(super) fn links(document: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for line in text_lines(document) {
        for (at, _) in line.match_indices("](") {
            let target = line[at + 2..].split(')').next().unwrap_or_default();
            let is_code = line[..at].matches('`').count() % 2 == 1;
            if !is_code && !line[..at].ends_with('\\') && !target.contains("://") {
                links.push(target);
            }
        }
    }
    links
}

/// Returns the anchors of the headings, as web pages of repositories make them: `Two commands` is
/// `two-commands`.
pub(super) fn anchors(document: &str) -> BTreeSet<String> {
    let headings = text_lines(document).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// Returns the lines of a document outside blocks of code between fences.
fn text_lines(document: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    document.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// Returns the Rust examples of a document.
pub(super) fn rust_blocks(document: &str) -> impl Iterator<Item = &str> {
    let blocks = document.split("```rust\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default())
}

/// Returns a message for each limit on length that the repository's README exceeds.
pub(super) fn length_problems(document: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = document.lines().count();
    if lines > MAX_FIRST_PAGE_LINES {
        problems.push(format!("has {lines} lines; at most {MAX_FIRST_PAGE_LINES} are allowed"));
    }
    for (index, line) in document.lines().enumerate() {
        let columns = line.chars().count();
        if columns > MAX_COLUMNS {
            problems
                .push(format!("line {} has {columns} columns; at most {MAX_COLUMNS} are allowed", index + 1));
        }
    }
    problems
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
    fn links_are_found_outside_code_only() {
        let document = "See [live](live.md#midi), ![a picture](a.png), [rustup](https://rustup.rs) and \\[x\\](y).\n\
            Code: `[a](b)`.\n```json\n[a](c)\n```\n[after](#two-commands)\n";
        assert_eq!(links(document), ["live.md#midi", "a.png", "#two-commands"]);
    }

    #[test]
    fn the_anchor_of_a_heading_has_hyphens_for_spaces() {
        let document = "# Foley\n\n```sh\n# a comment\n```\n## Two commands, `foley lab`\n";
        assert_eq!(anchors(document).into_iter().collect::<Vec<_>>(), ["foley", "two-commands-foley-lab"]);
    }

    #[test]
    fn rust_examples_are_the_blocks_marked_as_rust() {
        let document = "```rust\nlet a = 1;\n```\n```sh\nls\n```\n```rust\nlet b = 2;\n```\n";
        assert_eq!(rust_blocks(document).collect::<Vec<_>>(), ["let a = 1;\n", "let b = 2;\n"]);
    }

    #[test]
    fn a_long_page_and_a_wide_line_are_reported() {
        assert_eq!(length_problems(&"line\n".repeat(120)), [""; 0]);
        assert_eq!(length_problems(&"line\n".repeat(121)).len(), 1);
        assert_eq!(length_problems(&format!("{}\n{}\n", "µ".repeat(110), "µ".repeat(111))).len(), 1);
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
