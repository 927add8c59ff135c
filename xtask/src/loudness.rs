//! `cargo xtask loudness`: measures the loudness of every model and every built-in preset.
//!
//! The example `loudness` plays each sound as a whole at 44.1 and 48 kHz. Without an argument the task prints
//! loudness and peak with the stored gain. `--check` fails if a stored gain misses the loudness asked for;
//! `crates/catalogue/src/preset/loudness.rs` has the rule. `--update` writes the measured gains into
//! `crates/catalogue/presets` and the gains of the models into `model_gains.txt`.

use crate::workspace::{cargo, read_output, root};
use crate::{Failure, Outcome, failed};
use std::collections::BTreeMap;
use std::fs;

const PACKAGE: &str = "foley-catalogue";
const PRESETS: &str = "crates/catalogue/presets";
const MODEL_GAINS: &str = "crates/catalogue/src/preset/model_gains.txt";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => print_table(),
        [option] if option == "--check" => check(),
        [option] if option == "--update" => update(),
        _ => Err(Failure::Usage(
            "`cargo xtask loudness` accepts only one option: --check or --update".to_owned(),
        )),
    }
}

/// A measured sound: one line of the example `loudness`.
#[derive(Debug)]
struct Row<'a> {
    /// Either `model` or `preset`.
    kind: &'a str,
    model: &'a str,
    name: &'a str,
    target: &'a str,
    gain: &'a str,
    measured_gain: &'a str,
    /// Loudness \[LUFS\] and peak \[dBFS\] at 44.1 kHz, then at 48 kHz.
    levels: [&'a str; 4],
    /// Description of what is wrong with the stored gain; empty if the gain is right.
    fault: &'a str,
}

fn measure() -> Outcome<String> {
    read_output(&mut cargo(&["run", "--quiet", "--release", "--package", PACKAGE, "--example", "loudness"]))
}

fn rows(text: &str) -> Outcome<Vec<Row<'_>>> {
    let row = |line| match *str::split(line, '\t').collect::<Vec<_>>() {
        [kind, model, name, target, gain, measured_gain, l0, p0, l1, p1, fault] => {
            Ok(Row { kind, model, name, target, gain, measured_gain, levels: [l0, p0, l1, p1], fault })
        }
        _ => Err(failed(format!("the example `loudness` printed a malformed line: {line:?}"))),
    };
    text.lines().map(row).collect()
}

fn print_table() -> Outcome {
    let text = measure()?;
    println!("  gain dB  44.1 kHz: LUFS    dBFS  48 kHz: LUFS    dBFS  sound");
    for Row { kind, name, gain, levels: [l0, p0, l1, p1], .. } in rows(&text)? {
        println!("{gain:>9}{l0:>16}{p0:>8}{l1:>14}{p1:>8}  {kind} {name}");
    }
    Ok(())
}

pub(crate) fn check() -> Outcome {
    let text = measure()?;
    let rows = rows(&text)?;
    let faults: Vec<_> = rows.iter().filter(|row| !row.fault.is_empty()).collect();
    for Row { kind, name, fault, .. } in &faults {
        println!("{kind} {name}: {fault}");
    }
    match faults.len() {
        0 => {
            println!("{} sounds have their target loudness", rows.len());
            Ok(())
        }
        count => Err(failed(format!(
            "{count} of {} sounds deviate from their target loudness: run `cargo xtask loudness --update`",
            rows.len()
        ))),
    }
}

fn update() -> Outcome {
    let text = measure()?;
    let rows = rows(&text)?;
    let mut files: BTreeMap<&str, Vec<&Row<'_>>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.kind == "preset" && row.measured_gain != "-") {
        files.entry(row.model).or_default().push(row);
    }
    for (model, rows) in files {
        let path = format!("{PRESETS}/{model}.json");
        let old = read(&path)?;
        let mut new = old.clone();
        for row in rows {
            new = with_loudness(&new, row).ok_or_else(|| {
                failed(format!(
                    "could not find the lines `name` and `seed` of the preset {:?} in {path}",
                    row.name
                ))
            })?;
        }
        serde_json::from_str::<serde_json::Value>(&new)
            .map_err(|why| failed(format!("{path} would not be JSON after the update: {why}")))?;
        write_changed(&path, &old, &new)?;
    }
    let models = rows.iter().filter(|row| row.kind == "model" && row.measured_gain != "-");
    let lines: Vec<String> = models.map(|row| format!("{} {}\n", row.name, row.measured_gain)).collect();
    let gains = lines.concat();
    write_changed(MODEL_GAINS, &read(MODEL_GAINS)?, &gains)?;
    println!("{} sounds measured", rows.len());
    Ok(())
}

/// Returns a preset file with the line `loudness` of one preset written after its line `seed`; `None` if the
/// preset is not found. The other lines stay as they are.
fn with_loudness(text: &str, row: &Row<'_>) -> Option<String> {
    let name = format!("\"name\": {},", serde_json::Value::from(row.name));
    let mut lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| line.trim() == name)?;
    let is_seed = |line: &&str| line.trim_start().starts_with("\"seed\":");
    let seed = start + lines[start..].iter().position(is_seed)?;
    let has_loudness = lines.get(seed + 1).is_some_and(|line| line.trim_start().starts_with("\"loudness\":"));
    let last = lines[seed + usize::from(has_loudness)];
    // The last key of an object has no comma.
    let comma = if last.ends_with(',') { "," } else { "" };
    let indent = " ".repeat(last.len() - last.trim_start().len());
    let (target, gain) = (row.target, row.measured_gain);
    let seed_line = format!("{},", lines[seed].trim_end_matches(','));
    let line = format!("{indent}\"loudness\": {{\"target\": {target}, \"gain\": {gain}}}{comma}");
    lines.splice(seed..=seed + usize::from(has_loudness), [seed_line.as_str(), line.as_str()]);
    Some(lines.join("\n") + "\n")
}

fn read(path: &str) -> Outcome<String> {
    fs::read_to_string(root().join(path)).map_err(|why| failed(format!("could not read {path}: {why}")))
}

fn write_changed(path: &str, old: &str, new: &str) -> Outcome {
    if old == new {
        return Ok(());
    }
    println!("{path} changed");
    fs::write(root().join(path), new).map_err(|why| failed(format!("could not write {path}: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "preset\timpact\ta \"b\"\t-23\t0\t7.5\t-30\t-9\t-30\t-8\tthe loudness is wrong";

    #[test]
    fn the_loudness_is_written_after_the_seed_of_the_preset() {
        let row = &rows(LINE).unwrap()[0];
        let file = |end: &str| {
            let other = "  {\n    \"name\": \"x\",\n    \"seed\": 1\n  }";
            format!("[\n{other},\n  {{\n    \"name\": \"a \\\"b\\\"\",\n{end}\n  }}\n]\n")
        };
        let loudness = r#"    "loudness": {"target": -23, "gain": 7.5}"#;
        // With and without a key after the seed.
        for more in ["", ",\n    \"values\": {}"] {
            let text = file(&format!("    \"seed\": 2{more}"));
            let once = with_loudness(&text, row).unwrap();
            assert_eq!(once, file(&format!("    \"seed\": 2,\n{loudness}{more}")));
            assert_eq!(with_loudness(&once, row).unwrap(), once, "a second update changes nothing");
        }
        assert!(with_loudness("[]\n", row).is_none());
    }

    #[test]
    fn a_malformed_line_is_rejected() {
        assert!(rows("preset\timpact").is_err());
    }
}
