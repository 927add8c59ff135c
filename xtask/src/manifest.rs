//! `cargo xtask manifest`: compares the samples of every built-in preset with those of the last release of
//! the manifest.
//!
//! The example `manifest` renders the first second of each preset at 44.1 and 48 kHz and prints one hash per
//! line. The last hashes are in `xtask/manifest.txt`. `--update` replaces them; a commit that does so is
//! marked **sound** in `CHANGELOG.md` and says why the samples changed.

use crate::workspace::{cargo, read_output, root};
use crate::{Failure, Outcome, failed};
use std::collections::BTreeMap;
use std::fs;

const MANIFEST: &str = "xtask/manifest.txt";
const PACKAGE: &str = "foley-catalogue";
/// Maximum number of differing hashes that are printed.
const MAX_SHOWN: usize = 40;

pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => check(),
        [update] if update == "--update" => update_file(),
        _ => Err(Failure::Usage("`cargo xtask manifest` accepts only the option --update".to_owned())),
    }
}

/// Renders all presets and fails if the hash of any preset differs from the stored hash.
pub(crate) fn check() -> Outcome {
    let stored = fs::read_to_string(root().join(MANIFEST))
        .map_err(|why| failed(format!("could not read {MANIFEST}: {why}")))?;
    let rendered = render()?;
    let differences = differences(&entries(&stored), &entries(&rendered));
    if differences.is_empty() {
        println!("{} entries, all equal to {MANIFEST}", entries(&stored).len());
        return Ok(());
    }
    for difference in differences.iter().take(MAX_SHOWN) {
        println!("{difference}");
    }
    if differences.len() > MAX_SHOWN {
        println!("… and {} more", differences.len() - MAX_SHOWN);
    }
    let entries = match differences.len() {
        1 => "1 entry differs".to_owned(),
        count => format!("{count} entries differ"),
    };
    Err(failed(format!(
        "{entries} from {MANIFEST}; if the change of sound is intended, run `cargo xtask manifest --update` \
         and mark the commit **sound** in CHANGELOG.md"
    )))
}

fn update_file() -> Outcome {
    let rendered = render()?;
    fs::write(root().join(MANIFEST), &rendered)
        .map_err(|why| failed(format!("could not write {MANIFEST}: {why}")))?;
    println!("{MANIFEST}: {} entries", entries(&rendered).len());
    Ok(())
}

fn render() -> Outcome<String> {
    read_output(&mut cargo(&["run", "--quiet", "--release", "--package", PACKAGE, "--example", "manifest"]))
}

/// Parses a manifest and returns the hash for each preset and rate.
fn entries(text: &str) -> BTreeMap<&str, &str> {
    text.lines().filter_map(|line| line.rsplit_once(' ')).collect()
}

/// Returns one line for each hash that was changed, added or removed.
fn differences(stored: &BTreeMap<&str, &str>, rendered: &BTreeMap<&str, &str>) -> Vec<String> {
    let changed = stored.iter().filter_map(|(entry, hash)| match rendered.get(entry) {
        Some(other) if other == hash => None,
        Some(_) => Some(format!("changed: {entry}")),
        None => Some(format!("removed: {entry}")),
    });
    let added = rendered.keys().filter(|entry| !stored.contains_key(*entry));
    changed.chain(added.map(|entry| format!("added: {entry}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_is_reported() {
        let stored = entries("a 44100 00\nb 44100 11\nc 44100 22\n");
        let rendered = entries("a 44100 00\nb 44100 12\nd 44100 22\n");
        let expected = ["changed: b 44100", "removed: c 44100", "added: d 44100"];
        assert_eq!(differences(&stored, &rendered), expected);
        assert!(differences(&stored, &stored).is_empty());
    }
}
