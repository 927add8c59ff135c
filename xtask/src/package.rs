//! `cargo xtask package`: checks that all crates can be published.
//!
//! A package holds only files below the folder of its crate; a file elsewhere must be reached by a link. The
//! quick check makes all packages and looks for the metadata and files that a reader of the registry expects.
//! `--verify` also unpacks every package and builds it from its own files.

use crate::workspace::{cargo, metadata, read_output, root, run_shown, succeeds};
use crate::{Failure, Outcome, doc, failed};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Files that every package has.
const FILES: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// Name of the crate that contains the studio's page, and the folder of the page in the repository.
const PAGE: (&str, &str) = ("foley-studio", "studio/page");

pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => check(),
        [verify] if verify == "--verify" => {
            check()?;
            self::verify()
        }
        _ => Err(Failure::Usage("`cargo xtask package` accepts only the option --verify".to_owned())),
    }
}

/// Makes all packages without building them, and checks their metadata and files.
pub(crate) fn check() -> Outcome {
    let known = metadata(&["--no-deps"])?;
    let all: Vec<&Value> = known["packages"].as_array().into_iter().flatten().collect();
    let members: BTreeSet<&str> = all.iter().map(|package| name(package)).collect();
    let mut problems = Vec::new();
    for package in all.iter().filter(|package| is_published(package)) {
        let mut found = metadata_problems(package);
        found.extend(dev_dependency_problems(package, &members));
        found.extend(file_problems(package)?);
        problems.extend(found.into_iter().map(|problem| format!("{}: {problem}", name(package))));
    }
    if !problems.is_empty() {
        return Err(failed(format!("some packages are not ready:\n- {}", problems.join("\n- "))));
    }
    if all.iter().any(|package| is_published(package) && text(package, "repository").is_empty()) {
        println!("note: `repository` in Cargo.toml is empty: fill it in before the first release");
    }
    // The index of the registry is usually there already; looking it up again takes half a minute.
    let mut offline = make(&all, &["--no-verify", "--quiet", "--offline"]);
    if !succeeds(&mut offline) {
        run_shown(&mut make(&all, &["--no-verify", "--quiet"]))?;
    }
    println!("all {} packages can be made", all.iter().filter(|package| is_published(package)).count());
    Ok(())
}

/// Makes all packages, and builds each one from its own files and the packages that it depends on.
pub(crate) fn verify() -> Outcome {
    let known = metadata(&["--no-deps"])?;
    let all: Vec<&Value> = known["packages"].as_array().into_iter().flatten().collect();
    run_shown(&mut make(&all, &[]))
}

/// Returns the command that makes the packages of all published crates.
fn make(all: &[&Value], options: &[&str]) -> std::process::Command {
    let mut command = cargo(&["package", "--workspace", "--allow-dirty"]);
    for package in all.iter().filter(|package| !is_published(package)) {
        command.args(["--exclude", name(package)]);
    }
    command.args(options);
    command
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

fn name(package: &Value) -> &str {
    text(package, "name")
}

/// Whether a crate may be published: `publish = false` is an empty list of registries.
fn is_published(package: &Value) -> bool {
    package["publish"].as_array().is_none_or(|registries| !registries.is_empty())
}

/// Lists metadata that the registry requires or shows and that the crate lacks.
fn metadata_problems(package: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let description = text(package, "description");
    if !description.ends_with('.') || description.trim_end_matches('.').contains(". ") {
        problems.push(format!("the description is not one sentence: {description:?}"));
    }
    for key in ["license", "rust_version"] {
        if text(package, key).is_empty() {
            problems.push(format!("`{key}` is missing in Cargo.toml"));
        }
    }
    let list = |key: &str| package[key].as_array().map_or(&[][..], Vec::as_slice);
    for (key, max) in [("keywords", 5), ("categories", 5)] {
        let count = list(key).len();
        if count == 0 || count > max {
            problems.push(format!("the number of {key} is {count}; the registry requires 1 to {max}"));
        }
    }
    let valid = |word: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "_-+".contains(c);
        word.len() <= 20 && word.starts_with(|c: char| c.is_ascii_alphanumeric()) && word.chars().all(allowed)
    };
    let invalid = list("keywords").iter().filter_map(Value::as_str).filter(|word| !valid(word));
    problems.extend(invalid.map(|word| format!("the keyword {word:?} is not valid in the registry")));
    problems
}

/// Lists dev-dependencies on crates of the workspace that have a version. Such a crate may be unpublished, or
/// published after this one; without a version cargo leaves it out of the package.
fn dev_dependency_problems(package: &Value, members: &BTreeSet<&str>) -> Vec<String> {
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let dev = dependencies.filter(|used| text(used, "kind") == "dev" && members.contains(name(used)));
    let versioned = dev.filter(|used| text(used, "req") != "*");
    let problem = |used: &Value| {
        let used = name(used);
        format!("the dev-dependency {used} has a version: write `{used} = {{ path = … }}`")
    };
    versioned.map(problem).collect()
}

/// Lists files that the package should contain and does not, and links that do not lead to their target.
fn file_problems(package: &Value) -> Outcome<Vec<String>> {
    let listing = ["package", "--list", "--allow-dirty", "--quiet", "--offline", "--package", name(package)];
    // On some systems cargo lists paths with backslashes.
    let listed = read_output(&mut cargo(&listing))?.replace('\\', "/");
    let listed: BTreeSet<&str> = listed.lines().collect();
    let mut wanted: Vec<String> = FILES.map(str::to_owned).into();
    let options = package["metadata"]["docs"]["rs"]["rustdoc-args"].as_array().into_iter().flatten();
    let mut options = options.filter_map(Value::as_str).skip_while(|option| *option != "--html-in-header");
    let header = options.nth(1);
    wanted.extend(header.map(str::to_owned));
    if name(package) == PAGE.0 {
        collect_files(&root().join(PAGE.1), "page", &mut wanted)?;
    }
    let missing = wanted.iter().filter(|file| !listed.contains(file.as_str()));
    let mut problems: Vec<String> = missing.map(|file| format!("the package lacks {file}")).collect();
    let folder = Path::new(text(package, "manifest_path")).parent().unwrap_or(root());
    let header = header.map(|file| (file, doc::HEADER));
    for (file, target) in FILES[2..].iter().map(|file| (*file, *file)).chain(header) {
        let read = |path: &Path| fs::read(path).unwrap_or_default();
        // A checkout without symbolic links has a path in the file instead of the text.
        if read(&folder.join(file)) != read(&root().join(target)) {
            problems
                .push(format!("{file} differs from its target {target} in the root of the repository: it must be a symbolic link (`git config core.symlinks true`, then check it out again)"));
        }
    }
    Ok(problems)
}

/// Appends all files below a folder, with their paths in the package.
fn collect_files(folder: &Path, within: &str, files: &mut Vec<String>) -> Outcome {
    let unreadable = |why| failed(format!("could not read {}: {why}", folder.display()));
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let inside = format!("{within}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            collect_files(&path, &inside, files)?;
        } else {
            files.push(inside);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn missing_and_invalid_metadata_is_reported() {
        let complete = json!({
            "description": "One sentence.", "license": "MIT", "rust_version": "1.95",
            "keywords": ["audio"], "categories": ["simulation"],
        });
        assert_eq!(metadata_problems(&complete), [""; 0]);
        for (key, value) in [
            ("description", json!("No full stop")),
            ("description", json!("Two sentences. Too many.")),
            ("license", json!(null)),
            ("rust_version", json!(null)),
            ("keywords", json!([])),
            ("keywords", json!(["1", "2", "3", "4", "5", "6"])),
            ("keywords", json!(["two words"])),
            ("categories", json!([])),
        ] {
            let mut package = complete.clone();
            package[key] = value.clone();
            assert_eq!(metadata_problems(&package).len(), 1, "{key}: {value}");
        }
    }

    #[test]
    fn a_dev_dependency_inside_the_workspace_has_no_version() {
        let package = |req: &str, kind: Value, name: &str| json!({ "dependencies": [{ "name": name, "req": req, "kind": kind }] });
        let members = BTreeSet::from(["foley-lab"]);
        for (package, problems) in [
            (package("^0.1.0", json!("dev"), "foley-lab"), 1),
            (package("*", json!("dev"), "foley-lab"), 0),
            (package("^0.1.0", json!(null), "foley-lab"), 0),
            (package("^1", json!("dev"), "serde_json"), 0),
        ] {
            assert_eq!(dev_dependency_problems(&package, &members).len(), problems, "{package}");
        }
    }
}
