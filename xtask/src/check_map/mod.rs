//! `cargo xtask check-map`: checks that the architecture documents match the workspace.
//!
//! | checked                                                                       | by            |
//! |-------------------------------------------------------------------------------|---------------|
//! | directions of dependencies between crates                                     | [`arrows`]    |
//! | paths that documents name, and relative links with their anchors              | [`documents`] |
//! | Rust examples: each is also in the README of the facade, which doc tests run  | [`documents`] |
//! | length of the README of the repository                                        | [`documents`] |
//! | reasons for external dependencies                                             | [`documents`] |
//!
//! All problems are reported at once.

mod arrows;
mod documents;

use crate::workspace::{cargo, read_output, reject_arguments, root};
use crate::{Outcome, failed};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Documents whose paths, links and examples are checked, besides the pages of [`MANUAL`].
const DOCUMENTS: &[&str] = &[FIRST_PAGE, "ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md"];

/// README of the repository.
const FIRST_PAGE: &str = "README.md";

/// Folder with the pages of the manual.
const MANUAL: &str = "docs";

/// Document whose Rust examples run as tests; examples in other documents must be copies of these.
const TESTED: &str = "crates/foley/README.md";

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
    let names = document_names()?;
    let tested = read(TESTED)?;
    // Folders that other commands make, such as `studio/node_modules`.
    let ignored = read(".gitignore")?;
    let ignored: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
    for name in &names {
        let text = read(name)?;
        let mut add = |problem: String| problems.push(format!("{name} {problem}"));
        documents::paths(&text)
            .into_iter()
            .filter(|path| {
                !root().join(path).exists() && !ignored.iter().any(|folder| path.starts_with(folder))
            })
            .for_each(|path| add(format!("refers to {path}, which does not exist")));
        broken_links(name, &text).into_iter().for_each(&mut add);
        for block in documents::rust_blocks(&text).filter(|block| !tested.contains(block)) {
            let first = block.lines().next().unwrap_or_default();
            add(format!("has a Rust example that no test runs, `{first} …`: copy it to {TESTED}"));
        }
        if name == FIRST_PAGE {
            documents::length_problems(&text).into_iter().for_each(&mut add);
        }
        if name == REASONS {
            problems.extend(documents::unjustified(&crates, &text));
        }
    }

    if problems.is_empty() {
        println!("The map is correct: {} crates, {} documents.", crates.len(), names.len());
        return Ok(());
    }
    for problem in &problems {
        eprintln!("- {problem}");
    }
    let count = problems.len();
    let noun = if count == 1 { "problem" } else { "problems" };
    Err(failed(format!("check-map found {count} {noun}, listed above")))
}

fn read(name: &str) -> Outcome<String> {
    fs::read_to_string(root().join(name)).map_err(|why| failed(format!("could not read {name}: {why}")))
}

/// Returns the names of the documents to check, with their paths from the root.
fn document_names() -> Outcome<Vec<String>> {
    let mut names: Vec<String> = DOCUMENTS.iter().map(|name| (*name).to_owned()).collect();
    let unreadable = |why| failed(format!("could not read {MANUAL}: {why}"));
    for entry in fs::read_dir(root().join(MANUAL)).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if Path::new(&file).extension().is_some_and(|ending| ending == "md") {
            names.push(format!("{MANUAL}/{file}"));
        }
    }
    names.sort();
    Ok(names)
}

/// Lists the relative links of a document whose file or heading does not exist.
fn broken_links(name: &str, text: &str) -> Vec<String> {
    let path = root().join(name);
    let folder = path.parent().unwrap_or(root());
    let is_broken = |link: &str| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { path.clone() } else { folder.join(file) };
        let has_anchor =
            || fs::read_to_string(&target).is_ok_and(|text| documents::anchors(&text).contains(anchor));
        !target.exists() || !(anchor.is_empty() || has_anchor())
    };
    let broken = documents::links(text).into_iter().filter(|link| is_broken(link));
    broken.map(|link| format!("has the broken link {link}")).collect()
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
    value[key].as_array().ok_or_else(|| failed(format!("the output of cargo metadata has no list {key:?}")))
}

fn name(value: &Value) -> Outcome<String> {
    let name = value["name"]
        .as_str()
        .ok_or_else(|| failed("an entry in the output of cargo metadata has no name"))?;
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
    fn a_link_needs_its_file_and_its_heading() {
        let broken = |link: &str| broken_links("docs/README.md", &format!("[a]({link})")).len();
        for good in ["figures.md", "../README.md#two-commands", "#the-manual", "../schemas", "studio.png"] {
            assert_eq!(broken(good), 0, "{good}");
        }
        for bad in ["none.md", "../README.md#three-commands", "#none", "README.md/none"] {
            assert_eq!(broken(bad), 1, "{bad}");
        }
    }

    #[test]
    fn metadata_of_another_shape_is_rejected() {
        for text in ["", "[]", r#"{"packages":[{"name":"a"}]}"#, r#"{"packages":[{"dependencies":[]}]}"#] {
            assert!(read_metadata(text).is_err(), "{text}");
        }
    }
}
