//! `cargo xtask deny`: checks licences, versions and sources of all dependencies by the rules of `deny.toml`.
//!
//! The check reads the list of `cargo tree` for the systems that `deny.toml` names. Where `cargo deny` is
//! installed, it runs too; its compilation takes minutes, so the tests do not install it.

use crate::workspace::{cargo, read_output, reject_arguments, root, run_shown, succeeds};
use crate::{Outcome, failed};
use std::collections::{BTreeMap, BTreeSet};

const RULES: &str = "deny.toml";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    reject_arguments(arguments)?;
    check()
}

/// Checks the rules of `deny.toml` here, and also with `cargo deny` if it is installed.
pub(crate) fn check() -> Outcome {
    let text = std::fs::read_to_string(root().join(RULES))
        .map_err(|why| failed(format!("could not read {RULES}: {why}")))?;
    let rules = Rules::read(&text);
    let mut command = cargo(&["tree", "--workspace", "--all-features", "--prefix", "none"]);
    command.args(["--format", "{p}|{l}|"]);
    command.args(rules.targets.iter().flat_map(|target| ["--target", target]));
    let lines: BTreeSet<String> =
        read_output(&mut command)?.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect();
    let packages: Vec<Package> = lines.iter().filter_map(|line| Package::read(line)).collect();
    let problems = rules.problems(&packages);
    if !problems.is_empty() {
        return Err(failed(format!(
            "{RULES} does not allow these dependencies:\n- {}",
            problems.join("\n- ")
        )));
    }
    println!("{RULES} allows all {} packages: licences, versions, sources", packages.len());
    if succeeds(&mut cargo(&["deny", "--version"])) {
        return run_shown(&mut cargo(&["deny", "check", "licenses", "bans", "sources"]));
    }
    println!("skipped: cargo-deny is not installed (`cargo install cargo-deny --locked`)");
    Ok(())
}

/// A dependency or a crate of the workspace.
struct Package {
    name: String,
    version: String,
    /// SPDX expression of the licence; empty if the package gives none.
    licence: String,
    /// Origin of the package; empty for the registry of cargo and for crates of the workspace.
    origin: String,
}

impl Package {
    /// Reads a line of `cargo tree`, such as `axum v0.8.9|MIT|`. The origin is in parentheses.
    fn read(line: &str) -> Option<Self> {
        let (package, licence) = line.strip_suffix('|')?.split_once('|')?;
        let (name, rest) = package.split_once(" v")?;
        let (version, notes) = rest.split_once(' ').unwrap_or((rest, ""));
        let inside = |note: &&str| note.starts_with(&*root().to_string_lossy()) || *note == "proc-macro";
        let notes = notes.split(['(', ')']).filter(|note| !note.trim().is_empty());
        let origin: Vec<&str> = notes.filter(|note| !inside(note)).collect();
        Some(Self {
            name: name.to_owned(),
            version: version.to_owned(),
            licence: licence.to_owned(),
            origin: origin.join(" "),
        })
    }
}

/// The rules of `deny.toml` that this check knows.
struct Rules<'a> {
    targets: Vec<&'a str>,
    allowed: Vec<&'a str>,
    /// Crates for which `deny.toml` allows a further licence, each as name and licence.
    exceptions: Vec<(&'a str, &'a str)>,
    /// Versions that are allowed beside another version of the same package, as `name@version`. The version
    /// may be abbreviated to its beginning.
    skipped: Vec<&'a str>,
}

impl<'a> Rules<'a> {
    fn read(text: &'a str) -> Self {
        let exceptions = array(text, "exceptions");
        let (crates, licences) = (exceptions.iter().step_by(2), exceptions.iter().skip(1).step_by(2));
        Self {
            targets: array(text, "targets"),
            allowed: array(text, "allow"),
            exceptions: crates.copied().zip(licences.copied()).collect(),
            skipped: array(text, "skip").into_iter().step_by(2).collect(),
        }
    }

    fn problems(&self, packages: &[Package]) -> Vec<String> {
        let mut problems = Vec::new();
        let mut versions: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
        for package in packages {
            let Package { name, version, licence, origin } = package;
            let own = |term: &str| self.exceptions.contains(&(name.as_str(), term));
            if !satisfied(licence, &|term| self.allowed.contains(&term) || own(term)) {
                problems.push(format!("{name} {version} has the licence {licence:?}"));
            }
            if !origin.is_empty() {
                problems
                    .push(format!("{name} {version} comes from {origin}, not from the registry of cargo"));
            }
            versions.entry(name).or_default().push(package);
        }
        for (name, all) in &versions {
            let counted: Vec<&str> =
                all.iter().filter(|package| !self.skips(package)).map(|package| &*package.version).collect();
            if counted.len() > 1 {
                let list = counted.join(" and ");
                problems.push(format!("{name} has the versions {list}: update, or add a reason to `skip`"));
            }
        }
        let unused =
            self.skipped.iter().filter(|entry| !packages.iter().any(|package| matches(entry, package)));
        problems.extend(
            unused.map(|entry| format!("`skip` lists {entry}, which is not a dependency: remove the entry")),
        );
        problems
    }

    fn skips(&self, package: &Package) -> bool {
        self.skipped.iter().any(|entry| matches(entry, package))
    }
}

/// Returns whether a package matches an entry such as `syn@2`: same name, and the version begins with that of
/// the entry.
fn matches(entry: &str, package: &Package) -> bool {
    let (name, version) = entry.split_once('@').unwrap_or((entry, ""));
    let rest = package.version.strip_prefix(version);
    package.name == name && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns the strings of the first array with this key, in order, without comments.
fn array<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let head = format!("{key} = [");
    let lines = text.lines().skip_while(|line| !line.starts_with(&head));
    let mut strings = Vec::new();
    for line in lines.filter(|line| !line.trim_start().starts_with('#')) {
        // Splitting at quotation marks gives pieces that are alternately outside and inside a string.
        strings.extend(line.split('"').skip(1).step_by(2));
        if line.ends_with(']') {
            break;
        }
    }
    strings
}

/// Returns whether an SPDX licence expression is satisfied by the licences that `allowed` accepts. In an
/// older form `/` stands for OR.
fn satisfied(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let expression = expression.replace('/', " OR ");
    for (separator, any) in [(" OR ", true), (" AND ", false)] {
        let parts = split_outside(&expression, separator);
        if parts.len() > 1 {
            let mut results = parts.into_iter().map(|part| satisfied(part, allowed));
            return if any { results.any(|holds| holds) } else { results.all(|holds| holds) };
        }
    }
    let term = expression.trim();
    match term.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inside) => satisfied(inside, allowed),
        None => allowed(term),
    }
}

/// Splits a text at the separators that are not in parentheses.
fn split_outside<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, _) in text.match_indices(separator) {
        let before = &text[..at];
        if before.matches('(').count() == before.matches(')').count() {
            parts.push(&text[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
targets = ["one", "two"]
allow = [
    "MIT",
    # "GPL-3.0" is not here.
    "ISC",
]
exceptions = [
    { crate = "odd", allow = ["MPL-2.0"] },
]
skip = [
    { crate = "old@1", reason = "another crate needs 1" },
]
"#;

    fn package(name: &str, version: &str, licence: &str) -> Package {
        Package::read(&format!("{name} v{version}|{licence}|")).unwrap()
    }

    fn problems(packages: Vec<Package>) -> Vec<String> {
        let old = package("old", "1.4.0", "MIT");
        Rules::read(TEXT).problems(&packages.into_iter().chain([old]).collect::<Vec<_>>())
    }

    #[test]
    fn the_rules_are_read_without_comments() {
        let rules = Rules::read(TEXT);
        assert_eq!((rules.targets, rules.allowed), (vec!["one", "two"], vec!["MIT", "ISC"]));
        assert_eq!(rules.exceptions, [("odd", "MPL-2.0")]);
    }

    #[test]
    fn a_licence_expression_needs_one_side_of_or_and_both_sides_of_and() {
        let allowed = |term: &str| ["MIT", "BSD-3-Clause"].contains(&term);
        for holds in ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "MIT AND BSD-3-Clause", "(ISC OR MIT) AND MIT"]
        {
            assert!(satisfied(holds, &allowed), "{holds}");
        }
        for fails in ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT WITH exception", "(ISC OR MIT) AND ISC"] {
            assert!(!satisfied(fails, &allowed), "{fails}");
        }
    }

    #[test]
    fn a_package_of_another_origin_is_rejected() {
        let here = format!("foley v0.1.0 ({})|MIT|", root().join("crates/foley").display());
        for (line, allowed) in [
            ("serde_derive v1.0.0 (proc-macro)|MIT|", true),
            (here.as_str(), true),
            ("odd v1.0.0 (https://example.org/odd#1234)|MIT|", false),
            ("odd v1.0.0 (registry `private`)|MIT|", false),
            ("odd v1.0.0 (/elsewhere/odd)|MIT|", false),
        ] {
            let found = problems(vec![Package::read(line).unwrap()]);
            assert_eq!(found.is_empty(), allowed, "{line}: {found:?}");
        }
    }

    #[test]
    fn an_exception_holds_for_its_crate_only() {
        assert_eq!(problems(vec![package("odd", "1.0.0", "MPL-2.0")]), [""; 0]);
        assert_eq!(problems(vec![package("other", "1.0.0", "MPL-2.0")]).len(), 1);
    }

    #[test]
    fn a_second_version_needs_an_entry() {
        assert_eq!(problems(vec![package("old", "2.0.0", "MIT")]), [""; 0]);
        let found = problems(vec![package("new", "1.0.0", "MIT"), package("new", "2.0.0", "MIT")]);
        assert!(found.len() == 1 && found[0].contains("1.0.0 and 2.0.0"), "{found:?}");
    }

    #[test]
    fn an_entry_without_a_package_is_reported() {
        let found = Rules::read(TEXT).problems(&[]);
        assert!(found.len() == 1 && found[0].contains("old@1"), "{found:?}");
    }
}
