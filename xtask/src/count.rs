//! `cargo xtask count`: counts the instructions of the hot paths, reproducibly.
//!
//! Wall-clock time on a shared machine varies by tens of per cent; the instructions counted by valgrind's
//! callgrind do not. The counted program follows a small protocol:
//!
//! - `PROGRAM --list` prints its subjects, one per line. The fields are separated by tabs: name, units per
//!   repetition (default 1), name of the unit (default `repetition`), maximum instructions per unit
//!   (optional).
//! - `PROGRAM NAME N` performs subject NAME N times. Nothing else in the run depends on N.
//!
//! Each subject runs with N and with 2N repetitions, so that start-up, set-up and exit cancel:
//!
//! $$ \text{instructions per repetition} = \frac{I(2N) - I(N)}{N} $$
//!
//! `--gate` counts only subjects with a maximum, and fails if one exceeds it.
//!
//! The default program is the example `count` of `foley-lab`, built in release mode. `--sounds` selects that
//! of `foley-catalogue`, which plays the catalogue, and `--adds` that of `foley-engine`, which adds presets to
//! an engine; `--program FILE` selects another program.

use crate::workspace::{cargo, read_output, succeeds};
use crate::{Failure, Outcome, failed};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Default number N of repetitions. If the set-up of one run takes one instruction more, the result changes
/// by a thousandth of an instruction.
const REPETITIONS: u64 = 1000;

/// Number N of repetitions with `--adds`. The engine searches its sounds by name, so that every addition
/// takes longer than the one before; with few additions this hardly matters.
const ADDITIONS: u64 = 8;

/// Parsed arguments of `cargo xtask count`.
#[derive(Debug, PartialEq)]
struct Request {
    /// Names of the subjects to count; an empty list means all subjects.
    subjects: Vec<String>,
    repetitions: u64,
    json: Option<PathBuf>,
    program: Option<PathBuf>,
    /// Package whose example is counted if `program` is `None`.
    package: &'static str,
    gate: bool,
}

/// A subject of the counted program, from its list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject<'a> {
    name: &'a str,
    /// Number of units in one repetition.
    units: f64,
    unit: &'a str,
    /// Maximum number of instructions per unit, for `--gate`; `None` means no limit.
    max_instructions: Option<f64>,
}

impl<'a> Subject<'a> {
    /// Parses a line of the program's list; `None` if the line is malformed.
    fn read(line: &'a str) -> Option<Self> {
        let mut words = line.split('\t').map(str::trim);
        let name = words.next().filter(|name| !name.is_empty())?;
        let number = |word: &str| word.parse().ok().filter(|&n: &f64| n > 0.0);
        Some(Self {
            name,
            units: words.next().map_or(Some(1.0), number)?,
            unit: words.next().unwrap_or("repetition"),
            max_instructions: match words.next() {
                Some(word) => Some(number(word)?),
                None => None,
            },
        })
    }
}

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let request = read_arguments(arguments)?;
    if !succeeds(Command::new("valgrind").arg("--version")) {
        return Err(failed(
            "valgrind is not installed: install it, its tool callgrind counts the instructions",
        ));
    }
    let program = match &request.program {
        // The path is made absolute, because a name without a folder would be searched in PATH.
        Some(program) => std::path::absolute(program).map_err(|why| failed(why.to_string()))?,
        None => build_example(request.package)?,
    };
    let list = read_output(Command::new(&program).arg("--list"))?;
    let lines = list.lines().filter(|line| !line.trim().is_empty());
    let offered: Option<Vec<_>> = lines.map(Subject::read).collect();
    let offered = offered.ok_or_else(|| {
        failed("`--list` of the counted program printed a malformed line; expected NAME, or four fields separated by tabs: NAME, number of units, unit, maximum")
    })?;
    let mut subjects = choose(offered, &request.subjects)?;
    if request.gate {
        subjects.retain(|subject| subject.max_instructions.is_some());
    }

    let title = "subject";
    let lengths = subjects.iter().map(|subject| subject.name.len());
    let width = lengths.fold(title.len(), usize::max);
    println!("{title:width$}  instructions  per");
    let mut counts = Map::new();
    let mut exceeded = Vec::new();
    for subject in subjects {
        let Subject { name, units, unit, .. } = subject;
        let once = count_instructions(&program, name, request.repetitions)?;
        let twice = count_instructions(&program, name, 2 * request.repetitions)?;
        let count = per_repetition(once, twice, request.repetitions).ok_or_else(|| {
            failed(format!(
                "{name} takes as many instructions for 2N repetitions as for N: the counted program must repeat its work N times"
            ))
        })?;
        let count = count / units;
        let limit = subject.max_instructions.map_or(String::new(), |maximum| format!(", at most {maximum}"));
        let decimals = if count < 100.0 { 3 } else { 1 };
        println!("{name:width$}  {count:>12.decimals$}  {unit}{limit}");
        counts.insert(name.to_owned(), Value::from(count));
        exceeded.extend(check_maximum(&subject, count));
    }
    if request.gate && !exceeded.is_empty() {
        return Err(failed(exceeded.join("\n")));
    }
    match request.json {
        Some(file) => write_atomically(&file, &format!("{:#}\n", Value::Object(counts))),
        None => Ok(()),
    }
}

/// Returns an error message if the count exceeds the subject's maximum.
fn check_maximum(subject: &Subject, count: f64) -> Option<String> {
    let maximum = subject.max_instructions.filter(|&maximum| count > maximum)?;
    Some(format!(
        "{} takes {count:.1} instructions per {}; the maximum is {maximum}",
        subject.name, subject.unit
    ))
}

fn read_arguments(arguments: &[String]) -> Outcome<Request> {
    let mut request = Request {
        subjects: Vec::new(),
        repetitions: REPETITIONS,
        json: None,
        program: None,
        package: "foley-lab",
        gate: false,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| Failure::Usage(format!("{argument} needs a value")));
        match argument.as_str() {
            "--json" => request.json = Some(value()?.into()),
            "--gate" => request.gate = true,
            "--sounds" => request.package = "foley-catalogue",
            "--adds" => {
                request.package = "foley-engine";
                request.repetitions = ADDITIONS;
            }
            "--program" => request.program = Some(value()?.into()),
            "--repetitions" => {
                let text = value()?;
                request.repetitions =
                    text.parse().ok().filter(|n| (1..=u64::MAX / 2).contains(n)).ok_or_else(|| {
                        Failure::Usage(format!("--repetitions needs a whole number from 1, not {text:?}"))
                    })?;
            }
            option if option.starts_with('-') => {
                return Err(Failure::Usage(format!("`cargo xtask count` has no option {option:?}")));
            }
            subject => request.subjects.push(subject.to_owned()),
        }
    }
    Ok(request)
}

/// Selects subjects by name; an empty list of names selects all.
fn choose<'a>(offered: Vec<Subject<'a>>, names: &[String]) -> Outcome<Vec<Subject<'a>>> {
    if offered.is_empty() {
        return Err(failed("`--list` of the counted program printed no subject; it must print at least one"));
    }
    if names.is_empty() {
        return Ok(offered);
    }
    let find = |name: &String| {
        let found = offered.iter().find(|subject| subject.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = offered.iter().map(|subject| subject.name).collect();
            failed(format!("there is no subject {name:?}; the subjects are {}", names.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Builds the example `count` of a package and returns the path of its executable.
fn build_example(package: &str) -> Outcome<PathBuf> {
    let arguments = ["build", "--release", "--package", package, "--example", "count"];
    let mut command = cargo(&arguments);
    command.arg("--message-format=json-render-diagnostics");
    let messages = read_output(&mut command)
        .map_err(|_| failed(format!("the example `count` of {package} does not exist or does not build")))?;
    executable(&messages).ok_or_else(|| failed("cargo built the example `count` but did not report its path"))
}

/// Finds the path of the last executable in cargo's messages, one JSON object per line.
fn executable(messages: &str) -> Option<PathBuf> {
    messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    })
}

/// Runs a subject under callgrind and returns the instructions of the whole run.
fn count_instructions(program: &Path, subject: &str, repetitions: u64) -> Outcome<u64> {
    let profile = std::env::temp_dir().join(format!("foley-count-{}.callgrind", std::process::id()));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", profile.display()));
    command.arg(program).arg(subject).arg(repetitions.to_string());
    let text = read_output(&mut command).and_then(|_| {
        std::fs::read_to_string(&profile)
            .map_err(|why| failed(format!("could not read the profile of callgrind: {why}")))
    });
    // The result is ignored, because the file does not exist if valgrind failed early.
    let _ = std::fs::remove_file(&profile);
    total(&text?)
        .ok_or_else(|| failed(format!("callgrind's profile of {subject} has no total of instructions")))
}

/// Reads the instructions of a run (event `Ir`) from the line `totals:`, which callgrind writes last.
fn total(profile: &str) -> Option<u64> {
    let line = |key| profile.lines().find_map(|line| line.strip_prefix(key));
    let column = line("events:")?.split_whitespace().position(|event| event == "Ir")?;
    line("totals:")?.split_whitespace().nth(column)?.parse().ok()
}

/// Returns the instructions per repetition; `None` if the run with twice the repetitions took no more
/// instructions.
fn per_repetition(once: u64, twice: u64, repetitions: u64) -> Option<f64> {
    let more = twice.checked_sub(once).filter(|&more| more > 0)?;
    Some(more as f64 / repetitions as f64)
}

/// Writes a file atomically, so that no reader sees an incomplete file.
fn write_atomically(file: &Path, text: &str) -> Outcome {
    let mut temporary = file.as_os_str().to_owned();
    temporary.push(".tmp");
    std::fs::write(&temporary, text)
        .and_then(|()| std::fs::rename(&temporary, file))
        .map_err(|why| failed(format!("could not write {}: {why}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First and last lines of a profile that callgrind 3.19 wrote for a thousand additions.
    const PROFILE: &str = "\
# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 5357
cmd:  count add 1000
part: 1


desc: I1 cache: 
desc: D1 cache: 
desc: LL cache: 

desc: Timerange: Basic block 0 - 66892
desc: Trigger: Program termination

positions: line
events: Ir
summary: 311043


ob=(2) ???
fl=(52) ???
fn=(788) 0x000000000015aff4
0 6

fn=(500) 0x0000000004848000
0 6

totals: 311043
";

    fn plain(name: &str) -> Subject<'_> {
        Subject { name, units: 1.0, unit: "repetition", max_instructions: None }
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_total_is_read_from_a_profile() {
        assert_eq!(total(PROFILE), Some(311_043));
    }

    #[test]
    fn the_total_is_read_from_the_column_of_instructions() {
        let more_events = PROFILE.replace("events: Ir", "events: Dr Ir").replace("totals: ", "totals: 7 ");
        assert_eq!(total(&more_events), Some(311_043));
    }

    #[test]
    fn a_truncated_profile_has_no_total() {
        let (head, _) = PROFILE.split_once("totals:").unwrap();
        assert_eq!(total(head), None);
        assert_eq!(total(""), None);
    }

    #[test]
    fn the_cost_of_start_up_cancels() {
        let run = |repetitions: u64| 300_000 + 11 * repetitions;
        assert_eq!(per_repetition(run(1000), run(2000), 1000), Some(11.0));
        assert_eq!(per_repetition(run(0), run(0), 1000), None);
        assert_eq!(per_repetition(run(2), run(1), 1), None);
    }

    #[test]
    fn options_and_subjects_may_be_mixed() {
        let request = read_arguments(&words("impact --json out.json rub --repetitions 5")).unwrap();
        let expected = Request {
            subjects: words("impact rub"),
            repetitions: 5,
            json: Some("out.json".into()),
            program: None,
            package: "foley-lab",
            gate: false,
        };
        assert_eq!(request, expected);
        assert!(read_arguments(&words("--gate")).unwrap().gate);
    }

    #[test]
    fn invalid_arguments_are_a_usage_error() {
        for text in ["--json", "--repetitions 0", "--repetitions many", "--fast"] {
            let outcome = read_arguments(&words(text));
            assert!(matches!(outcome, Err(Failure::Usage(_))), "{text}: {outcome:?}");
        }
    }

    #[test]
    fn an_unknown_subject_is_rejected_with_the_list_of_subjects() {
        let offered = || vec![plain("impact"), plain("rub")];
        let outcome = choose(offered(), &words("impact thunder"));
        assert!(
            matches!(outcome, Err(Failure::Failed(ref why)) if why.contains("thunder") && why.contains("rub")),
            "{outcome:?}"
        );
        assert_eq!(choose(offered(), &[]).unwrap(), offered());
        assert_eq!(choose(offered(), &words("rub")).unwrap(), [plain("rub")]);
    }

    #[test]
    fn a_line_of_the_list_has_units_and_a_maximum() {
        assert_eq!(Subject::read("rub"), Some(plain("rub")));
        let ring = Subject::read("ring-64\t4096\tmode-sample\t3").unwrap();
        assert_eq!((ring.units, ring.unit), (4096.0, "mode-sample"));
        assert_eq!(check_maximum(&ring, 3.0), None);
        let why = check_maximum(&ring, 3.5).unwrap();
        assert!(why.contains("ring-64") && why.contains("3.5"), "{why}");
        for line in ["", "ring\t0\tsample", "ring\tmany", "ring\t1\tsample\tfew"] {
            assert_eq!(Subject::read(line), None, "{line:?}");
        }
    }

    #[test]
    fn the_executable_is_found_in_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"foley_lab"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"count"},"executable":"out/examples/count"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some("out/examples/count".into()));
        assert_eq!(executable("not JSON"), None);
    }
}
