//! Embeds every file of `studio/page` into the program, plain and compressed.
//!
//! `page` in this folder is a link to `studio/page`; cargo follows the link when it makes the package, so the
//! packaged crate has the files themselves. A checkout without symbolic links has a text file instead of the
//! link, and the page is read from its place in the repository.
//!
//! The table lists the whole folder, so a new file needs no entry here. Hidden files and files used only
//! during development are left out.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Extensions of files that are not part of the page.
const EXCLUDED: [&str; 4] = ["md", "sources", "ts", "map"];

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let packaged = manifest.join("page");
    let page = if packaged.is_dir() { packaged } else { manifest.join("../page") };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect_files(&page, "", &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        let plain = fs::read(path)?;
        let compressed = gzip(&plain)?;
        let archive = out.join(format!("{number}.gz"));
        fs::write(&archive, &compressed)?;
        let (archive, path) = (archive.display().to_string(), path.display().to_string());
        let gzip = if compressed.len() < plain.len() {
            format!("Some(include_bytes!({archive:?}))")
        } else {
            "None".to_owned()
        };
        let tag = format!("\"{:016x}\"", hash(&plain));
        let _ = writeln!(
            table,
            "Asset {{ path: {name:?}, tag: {tag:?}, plain: include_bytes!({path:?}), gzip: {gzip} }},"
        );
    }
    fs::write(out.join("assets.rs"), table + "]\n")
}

/// Appends all files below `folder`, each with its path on the page.
fn collect_files(folder: &Path, within: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path().canonicalize()?;
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        if name.starts_with('.') || extension.is_some_and(|extension| EXCLUDED.contains(&extension)) {
            continue;
        }
        if path.is_dir() {
            collect_files(&path, &format!("{within}{name}/"), files)?;
        } else {
            files.push((format!("{within}{name}"), path));
        }
    }
    Ok(())
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}

/// 64-bit FNV-1a hash, used as entity tag.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
