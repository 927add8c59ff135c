//! `cargo xtask check-map`: checks that the architecture documents match the workspace.
//!
//! Three rules are checked: the directions of dependencies between crates ([`arrows`]), the paths that
//! documents name, and the reasons for external dependencies ([`documents`]). All problems are reported at
//! once.

mod arrows;
mod documents;

use crate::workspace::{cargo, read_output, reject_arguments, root};
use crate::{Outcome, failed};
use serde_json::Value;

/// Documents whose paths are checked.
const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Document with the reasons for external dependencies.
const REASONS: &str = "ARCHITECTURE.md";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    reject_arguments(arguments)?;
    check()
}

/// Runs all checks and prints every problem.
pub(crate) fn check() -> Outcome {
    let text = read_output(&mut cargo(&["metadata", "--format-version", "1", "--no-deps"]))?;
    let crates = read_metadata(&text)?;

    let mut problems = arrows::problems(&crates);
    for name in DOCUMENTS {
        match std::fs::read_to_string(root().join(name)) {
            Err(why) => problems.push(format!("could not read {name}: {why}")),
            Ok(text) => {
                let missing = documents::paths(&text).into_iter().filter(|path| !root().join(path).exists());
                problems.extend(missing.map(|path| format!("{name} names {path}, which does not exist")));
                if *name == REASONS {
                    problems.extend(documents::unjustified(&crates, &text));
                }
            }
        }
    }

    if problems.is_empty() {
        println!("The map is correct: {} crates, {} documents.", crates.len(), DOCUMENTS.len());
        return Ok(());
    }
    for problem in &problems {
        eprintln!("- {problem}");
    }
    let count = problems.len();
    let noun = if count == 1 { "problem" } else { "problems" };
    Err(failed(format!("check-map found {count} {noun}, listed above")))
}

/// A crate of the workspace and its dependencies.
#[derive(Clone, Debug, PartialEq)]
struct Crate {
    name: String,
    dependencies: Vec<Dependency>,
}

/// A dependency in a manifest.
#[derive(Clone, Debug, PartialEq)]
struct Dependency {
    name: String,
    /// Whether only tests, examples and benches need the dependency.
    dev: bool,
}

/// Reads crates and their dependencies from the output of `cargo metadata --no-deps`.
fn read_metadata(text: &str) -> Outcome<Vec<Crate>> {
    let metadata: Value = serde_json::from_str(text)
        .map_err(|why| failed(format!("the output of cargo metadata is not JSON: {why}")))?;
    list(&metadata, "packages")?
        .iter()
        .map(|package| {
            let dependencies = list(package, "dependencies")?.iter().map(|dependency| {
                Ok(Dependency { name: name(dependency)?, dev: dependency["kind"] == "dev" })
            });
            Ok(Crate { name: name(package)?, dependencies: dependencies.collect::<Outcome<_>>()? })
        })
        .collect()
}

fn list<'a>(value: &'a Value, key: &str) -> Outcome<&'a Vec<Value>> {
    value[key].as_array().ok_or_else(|| failed(format!("cargo metadata has no list {key:?}")))
}

fn name(value: &Value) -> Outcome<String> {
    let name = value["name"].as_str().ok_or_else(|| failed("cargo metadata has an entry without a name"))?;
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a crate with these dependencies for tests; `dev:` before a name marks a dev-dependency.
    pub(super) fn test_crate(name: &str, dependencies: &[&str]) -> Crate {
        let dependency = |text: &&str| Dependency {
            name: text.trim_start_matches("dev:").to_owned(),
            dev: text.starts_with("dev:"),
        };
        Crate { name: name.to_owned(), dependencies: dependencies.iter().map(dependency).collect() }
    }

    #[test]
    fn crates_and_dependencies_are_read_from_cargo_metadata() {
        let text = r#"{"packages":[{"name":"foley-contact","version":"0.1.0","dependencies":[
            {"name":"foley-params","kind":null,"path":"crates/params"},
            {"name":"cc","kind":"build"},
            {"name":"rand_pcg","kind":"dev"}]}],"workspace_members":[]}"#;
        let expected = test_crate("foley-contact", &["foley-params", "cc", "dev:rand_pcg"]);
        assert_eq!(read_metadata(text).unwrap(), [expected]);
    }

    #[test]
    fn metadata_of_another_shape_is_rejected() {
        for text in ["", "[]", r#"{"packages":[{"name":"a"}]}"#, r#"{"packages":[{"dependencies":[]}]}"#] {
            assert!(read_metadata(text).is_err(), "{text}");
        }
    }
}
