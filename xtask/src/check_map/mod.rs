//! `cargo xtask check-map`: the map of the workspace is still true.
//!
//! Three things rot without anybody noticing: the direction of the arrows between crates ([`arrows`]), the
//! paths that documents name, and the reasons for each dependency ([`documents`]). All complaints are shown
//! at once.

mod arrows;
mod documents;

use crate::workspace::{answer, cargo, no_arguments, root};
use crate::{Outcome, failed};
use serde_json::Value;

/// Documents that name paths of the repository.
const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The document that justifies the dependencies.
const REASONS: &str = "ARCHITECTURE.md";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    check()
}

/// The whole check.
pub(crate) fn check() -> Outcome {
    let text = answer(&mut cargo(&["metadata", "--format-version", "1", "--no-deps"]))?;
    let crates = read_metadata(&text)?;

    let mut complaints = arrows::complaints(&crates);
    for name in DOCUMENTS {
        match std::fs::read_to_string(root().join(name)) {
            Err(why) => complaints.push(format!("{name} cannot be read: {why}")),
            Ok(text) => {
                let missing = documents::paths(&text).into_iter().filter(|path| !root().join(path).exists());
                complaints.extend(missing.map(|path| format!("{name} names {path}, which is not there")));
                if *name == REASONS {
                    complaints.extend(documents::unjustified(&crates, &text));
                }
            }
        }
    }

    if complaints.is_empty() {
        println!("The map is true: {} crates, {} documents.", crates.len(), DOCUMENTS.len());
        return Ok(());
    }
    for complaint in &complaints {
        eprintln!("- {complaint}");
    }
    Err(failed(format!("the map has {} fault(s), listed above", complaints.len())))
}

/// A crate of the workspace and what it names in its manifest.
#[derive(Clone, Debug, PartialEq)]
struct Crate {
    name: String,
    dependencies: Vec<Dependency>,
}

/// One line of a manifest.
#[derive(Clone, Debug, PartialEq)]
struct Dependency {
    name: String,
    /// Needed by tests, examples and benches only.
    dev: bool,
}

/// The part of `cargo metadata --no-deps` that matters here.
fn read_metadata(text: &str) -> Outcome<Vec<Crate>> {
    let metadata: Value = serde_json::from_str(text)
        .map_err(|why| failed(format!("cargo metadata did not answer in JSON: {why}")))?;
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

    /// A crate and what it depends on; `dev:` before a name marks a dev-dependency.
    pub(super) fn made_up(name: &str, dependencies: &[&str]) -> Crate {
        let dependency = |text: &&str| Dependency {
            name: text.trim_start_matches("dev:").to_owned(),
            dev: text.starts_with("dev:"),
        };
        Crate { name: name.to_owned(), dependencies: dependencies.iter().map(dependency).collect() }
    }

    #[test]
    fn metadata_is_read_as_cargo_writes_it() {
        let text = r#"{"packages":[{"name":"foley-contact","version":"0.1.0","dependencies":[
            {"name":"foley-params","kind":null,"path":"crates/params"},
            {"name":"cc","kind":"build"},
            {"name":"rand_pcg","kind":"dev"}]}],"workspace_members":[]}"#;
        let expected = made_up("foley-contact", &["foley-params", "cc", "dev:rand_pcg"]);
        assert_eq!(read_metadata(text).unwrap(), [expected]);
    }

    #[test]
    fn metadata_of_another_shape_is_refused() {
        for text in ["", "[]", r#"{"packages":[{"name":"a"}]}"#, r#"{"packages":[{"dependencies":[]}]}"#] {
            assert!(read_metadata(text).is_err(), "{text}");
        }
    }
}
