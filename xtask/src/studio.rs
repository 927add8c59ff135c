//! `cargo xtask studio`: the module that the page runs, built anew; with `--check`, whether the one that is
//! there was made from the present sources.
//!
//! The module is kept in the repository, so that `foley studio` needs no compiler for the web. Beside it
//! stands a fingerprint of all it was made from: the crates that it is built of, file by file, the versions
//! and features of all others, and how it is built. Compilers differ from machine to machine, so only
//! fingerprints are compared.

use crate::workspace::{answer, cargo, in_sight, root, works};
use crate::{Failure, Outcome, failed};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "foley-worklet";
const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "worklet";
/// Vectors: a modal body is 2.4 times as fast with them.
const FLAGS: &str = "-C target-feature=+simd128";
const MODULE: &str = "studio/page/engine/foley.wasm";
const FINGERPRINT: &str = "studio/page/engine/foley.wasm.sources";
/// Folders of a crate that its library is not made of.
const ASIDE: [&str; 4] = ["tests", "examples", "benches", "reference"];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => build(),
        [check] if check == "--check" => check_fingerprint(),
        _ => Err(Failure::Usage("`studio` takes nothing, or --check".to_owned())),
    }
}

fn build() -> Outcome {
    if !works(Command::new("rustup").args(["target", "add", TARGET])) {
        println!("rustup did not add {TARGET}; perhaps it is there all the same");
    }
    let mut command = cargo(&["build", "--package", PACKAGE, "--lib", "--target", TARGET]);
    command.args(["--profile", PROFILE]).env("RUSTFLAGS", FLAGS);
    in_sight(&mut command)?;
    let module = target_folder()?.join(TARGET).join(PROFILE).join("foley_worklet.wasm");
    let bytes =
        fs::read(&module).map_err(|why| failed(format!("{} cannot be read: {why}", module.display())))?;
    write(MODULE, &bytes)?;
    write(FINGERPRINT, format!("{}\n", fingerprint()?).as_bytes())?;
    println!("{MODULE}: {} bytes", bytes.len());
    Ok(())
}

fn write(path: &str, bytes: &[u8]) -> Outcome {
    fs::write(root().join(path), bytes).map_err(|why| failed(format!("{path} cannot be written: {why}")))
}

/// Whether the module was made from the present sources.
pub(crate) fn check_fingerprint() -> Outcome {
    let kept = fs::read_to_string(root().join(FINGERPRINT)).unwrap_or_default();
    if !root().join(MODULE).exists() {
        return Err(failed(format!("{MODULE} is not there: `cargo xtask studio` makes it")));
    }
    if kept.trim() == fingerprint()? {
        println!("{MODULE} is made from the present sources");
        return Ok(());
    }
    Err(failed(format!("{MODULE} was made from other sources: `cargo xtask studio` makes it anew")))
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> Outcome<PathBuf> {
    let text = answer(&mut cargo(&["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|why| failed(format!("cargo metadata did not answer in JSON: {why}")))?;
    let folder = metadata["target_directory"].as_str();
    folder.map(PathBuf::from).ok_or_else(|| failed("cargo metadata has no target_directory"))
}

/// A fingerprint of all that the module is made from.
fn fingerprint() -> Outcome<String> {
    let tree = answer(&mut cargo(&[
        "tree",
        "--package",
        PACKAGE,
        "--target",
        TARGET,
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--format",
        "{p} {f}",
        "--no-dedupe",
    ]))?;
    let mut lines: Vec<&str> = tree.lines().map(str::trim).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut hash = Sha256::new();
    let mut files = Vec::new();
    for line in lines {
        // Crates of the workspace stand there with their folder.
        let Some((package, rest)) = line.split_once(" (/") else {
            note(&mut hash, "package", line.as_bytes());
            continue;
        };
        let (folder, features) = rest.split_once(')').unwrap_or((rest, ""));
        note(&mut hash, package, features.as_bytes());
        collect(Path::new(&format!("/{folder}")), &mut files)?;
    }
    files.sort();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file);
        let bytes =
            fs::read(&file).map_err(|why| failed(format!("{} cannot be read: {why}", file.display())))?;
        note(&mut hash, &name.to_string_lossy(), &bytes);
    }
    note(&mut hash, "flags", FLAGS.as_bytes());
    note(&mut hash, "profile", profile()?.as_bytes());
    let mut text = String::new();
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Something under its name, so that nothing can pass for its neighbour.
fn note(hash: &mut Sha256, name: &str, bytes: &[u8]) {
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name.as_bytes());
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// All files of a folder that the library of a crate may be made of.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let unreadable = |why| failed(format!("{} cannot be read: {why}", folder.display()));
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !ASIDE.contains(&&*name) {
                collect(&path, files)?;
            }
        } else if !name.starts_with('.') {
            files.push(path);
        }
    }
    Ok(())
}

/// How it is built, as the workspace says it.
fn profile() -> Outcome<String> {
    let text = fs::read_to_string(root().join("Cargo.toml"))
        .map_err(|why| failed(format!("Cargo.toml cannot be read: {why}")))?;
    let head = format!("[profile.{PROFILE}]");
    let section = text.lines().skip_while(|line| *line != head);
    let section = section.take_while(|line| *line == head || !line.starts_with('['));
    Ok(section.filter(|line| !line.starts_with('#') && !line.is_empty()).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_of_the_page_is_made_from_the_present_sources() {
        if let Err(Failure::Failed(why) | Failure::Usage(why)) = check_fingerprint() {
            panic!("{why}");
        }
    }

    #[test]
    fn the_profile_is_found_and_nothing_behind_it() {
        let profile = profile().unwrap();
        assert!(profile.contains("panic = \"abort\"") && !profile.contains("line-tables"), "{profile}");
    }
}
