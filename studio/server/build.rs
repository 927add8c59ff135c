//! Puts the page into the program: every file of `studio/page`, as it is and compressed.
//!
//! What is in the folder is in the table; a new file needs no line here. Hidden files and notes for those who
//! build it stay outside.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Endings of files that are no part of the page.
const NOTES: [&str; 4] = ["md", "sources", "ts", "map"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let page = here.join("../page");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    find(&page, "", &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        let plain = fs::read(path)?;
        let pressed = gzip(&plain)?;
        let press = out.join(format!("{number}.gz"));
        fs::write(&press, &pressed)?;
        let (press, path) = (press.display().to_string(), path.display().to_string());
        let gzip = if pressed.len() < plain.len() {
            format!("Some(include_bytes!({press:?}))")
        } else {
            "None".to_owned()
        };
        let tag = format!("\"{:016x}\"", mark(&plain));
        let _ = writeln!(
            table,
            "Asset {{ path: {name:?}, tag: {tag:?}, plain: include_bytes!({path:?}), gzip: {gzip} }},"
        );
    }
    fs::write(out.join("assets.rs"), table + "]\n")
}

/// All files below a folder, each with its path on the page.
fn find(folder: &Path, within: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path().canonicalize()?;
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let ending = path.extension().and_then(|ending| ending.to_str());
        if name.starts_with('.') || ending.is_some_and(|ending| NOTES.contains(&ending)) {
            continue;
        }
        if path.is_dir() {
            find(&path, &format!("{within}{name}/"), files)?;
        } else {
            files.push((format!("{within}{name}"), path));
        }
    }
    Ok(())
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut to = GzEncoder::new(Vec::new(), Compression::best());
    to.write_all(plain)?;
    to.finish()
}

/// FNV-1a: another content has another mark, as good as surely.
fn mark(bytes: &[u8]) -> u64 {
    let step = |mark: u64, &byte: &u8| (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
