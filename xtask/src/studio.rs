//! `cargo xtask studio`: builds the WebAssembly module of the studio's page. `--check` compares the existing
//! module with the present sources.
//!
//! The module is stored in the repository, so that `foley studio` needs no WebAssembly compiler. A
//! fingerprint of its sources is stored beside it: the files of the workspace crates, versions and features
//! of all other crates, flags and profile. Only fingerprints are compared, because compilers differ between
//! machines.

use crate::workspace::{cargo, metadata, read_output, root, run_shown, succeeds};
use crate::{Failure, Outcome, failed};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "foley-worklet";
const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "worklet";
/// Compiler flags of the module: SIMD instructions, which make a modal body 2.4 times as fast.
const FLAGS: &str = "-C target-feature=+simd128";
const MODULE: &str = "studio/page/engine/foley.wasm";
const FINGERPRINT: &str = "studio/page/engine/foley.wasm.sources";
/// Folders of a crate that are not part of its library.
const EXCLUDED_FOLDERS: [&str; 4] = ["tests", "examples", "benches", "reference"];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => build(),
        [check] if check == "--check" => check_fingerprint(),
        _ => Err(Failure::Usage("`cargo xtask studio` accepts only the option --check".to_owned())),
    }
}

fn build() -> Outcome {
    if !succeeds(Command::new("rustup").args(["target", "add", TARGET])) {
        println!("rustup could not add {TARGET}; trying to build without it");
    }
    let mut command = cargo(&["build", "--package", PACKAGE, "--lib", "--target", TARGET]);
    command.args(["--profile", PROFILE]).env("RUSTFLAGS", FLAGS);
    run_shown(&mut command)?;
    let module = target_folder()?.join(TARGET).join(PROFILE).join("foley_worklet.wasm");
    let bytes =
        fs::read(&module).map_err(|why| failed(format!("could not read {}: {why}", module.display())))?;
    write(MODULE, &bytes)?;
    write(FINGERPRINT, format!("{}\n", fingerprint()?).as_bytes())?;
    println!("{MODULE}: {} bytes", bytes.len());
    Ok(())
}

fn write(path: &str, bytes: &[u8]) -> Outcome {
    fs::write(root().join(path), bytes).map_err(|why| failed(format!("could not write {path}: {why}")))
}

/// Fails if the module was not built from the present sources.
pub(crate) fn check_fingerprint() -> Outcome {
    let stored = fs::read_to_string(root().join(FINGERPRINT)).unwrap_or_default();
    if !root().join(MODULE).exists() {
        return Err(failed(format!("{MODULE} does not exist: run `cargo xtask studio`")));
    }
    if stored.trim() == fingerprint()? {
        println!("{MODULE} is up to date");
        return Ok(());
    }
    Err(failed(format!("{MODULE} was built from other sources: run `cargo xtask studio`")))
}

/// Returns the target folder of cargo.
pub(crate) fn target_folder() -> Outcome<PathBuf> {
    let metadata = metadata(&["--no-deps"])?;
    let folder = metadata["target_directory"].as_str();
    folder.map(PathBuf::from).ok_or_else(|| failed("the output of cargo metadata has no target_directory"))
}

/// Computes the fingerprint of the module's sources.
fn fingerprint() -> Outcome<String> {
    let tree = read_output(&mut cargo(&[
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
        // Only crates of the workspace have a folder in this list.
        let Some((package, rest)) = line.split_once(" (/") else {
            add_entry(&mut hash, "package", line.as_bytes());
            continue;
        };
        let (folder, features) = rest.split_once(')').unwrap_or((rest, ""));
        add_entry(&mut hash, package, features.as_bytes());
        collect_files(Path::new(&format!("/{folder}")), &mut files)?;
    }
    files.sort();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file);
        let bytes =
            fs::read(&file).map_err(|why| failed(format!("could not read {}: {why}", file.display())))?;
        add_entry(&mut hash, &name.to_string_lossy(), &bytes);
    }
    add_entry(&mut hash, "flags", FLAGS.as_bytes());
    add_entry(&mut hash, "profile", profile()?.as_bytes());
    let mut text = String::new();
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Adds a named entry to the hash. The lengths of name and content separate neighbouring entries.
fn add_entry(hash: &mut Sha256, name: &str, bytes: &[u8]) {
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name.as_bytes());
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// Collects the files of a folder that can be part of a crate's library.
fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let unreadable = |why| failed(format!("could not read {}: {why}", folder.display()));
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !EXCLUDED_FOLDERS.contains(&&*name) {
                collect_files(&path, files)?;
            }
        } else if !name.starts_with('.') && !is_text(&name) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns whether a file, such as a README, is only for readers and cannot change the module.
fn is_text(name: &str) -> bool {
    name == "README.md" || name == "equations.html" || name.starts_with("LICENSE-")
}

/// Returns the section of the build profile in the workspace's `Cargo.toml`, without comments.
fn profile() -> Outcome<String> {
    let text = fs::read_to_string(root().join("Cargo.toml"))
        .map_err(|why| failed(format!("could not read Cargo.toml: {why}")))?;
    let head = format!("[profile.{PROFILE}]");
    let section = text.lines().skip_while(|line| *line != head);
    let section = section.take_while(|line| *line == head || !line.starts_with('['));
    Ok(section.filter(|line| !line.starts_with('#') && !line.is_empty()).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_of_the_page_is_up_to_date() {
        if let Err(Failure::Failed(why) | Failure::Usage(why)) = check_fingerprint() {
            panic!("{why}");
        }
    }

    #[test]
    fn the_profile_section_ends_at_the_next_section() {
        let profile = profile().unwrap();
        assert!(profile.contains("panic = \"abort\"") && !profile.contains("line-tables"), "{profile}");
    }
}
