//! `cargo xtask count`: how many instructions the hot paths take, the same on every run.
//!
//! Wall-clock time on a shared machine wanders by tens of per cent; instructions, counted by valgrind's
//! callgrind, do not. The program that is counted follows a small protocol:
//!
//! - `PROGRAM --list` prints its subjects, one per line: a name, and after tabs, where it is not the
//!   repetition that one wants the cost of, how many units a repetition has and what they are, and how many
//!   instructions a unit may take at most;
//! - `PROGRAM NAME N` does subject NAME N times and nothing else that depends on N.
//!
//! Each subject runs twice, so that start-up, set-up and exit cancel:
//!
//! $$ \text{instructions per repetition} = \frac{I(2N) - I(N)}{N} $$
//!
//! `--gate` counts only what has a most, and fails if something takes more.
//!
//! By default the program is the example `count` of `foley-lab`, built in release mode; `--sounds` takes that
//! of `foley-sound`, which plays the catalogue, and `--program FILE` counts another.

use crate::workspace::{answer, cargo, works};
use crate::{Failure, Outcome, failed};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Enough that one instruction of difference in the set-up is a thousandth of an instruction in the answer.
const REPETITIONS: u64 = 1000;

/// What was asked for.
#[derive(Debug, PartialEq)]
struct Request {
    /// Empty: all of them.
    subjects: Vec<String>,
    repetitions: u64,
    json: Option<PathBuf>,
    program: Option<PathBuf>,
    /// The package whose example is counted, if no program is said.
    package: &'static str,
    gate: bool,
}

/// A line of what the program offers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject<'a> {
    name: &'a str,
    /// In a repetition.
    units: f64,
    unit: &'a str,
    /// Instructions per unit.
    most: Option<f64>,
}

impl<'a> Subject<'a> {
    /// Reads a line of the list; none if it is not one.
    fn read(line: &'a str) -> Option<Self> {
        let mut words = line.split('\t').map(str::trim);
        let name = words.next().filter(|name| !name.is_empty())?;
        let number = |word: &str| word.parse().ok().filter(|&n: &f64| n > 0.0);
        Some(Self {
            name,
            units: words.next().map_or(Some(1.0), number)?,
            unit: words.next().unwrap_or("repetition"),
            most: match words.next() {
                Some(word) => Some(number(word)?),
                None => None,
            },
        })
    }
}

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let request = read_arguments(arguments)?;
    if !works(Command::new("valgrind").arg("--version")) {
        return Err(failed("valgrind is not installed; the counts come from its tool callgrind"));
    }
    let program = match &request.program {
        // Without a folder, the name would be looked up among the installed programs.
        Some(program) => std::path::absolute(program).map_err(|why| failed(why.to_string()))?,
        None => build_example(request.package)?,
    };
    let list = answer(Command::new(&program).arg("--list"))?;
    let lines = list.lines().filter(|line| !line.trim().is_empty());
    let offered: Option<Vec<_>> = lines.map(Subject::read).collect();
    let offered = offered.ok_or_else(|| failed("the program's list has a line that is none"))?;
    let mut subjects = choose(offered, &request.subjects)?;
    if request.gate {
        subjects.retain(|subject| subject.most.is_some());
    }

    let title = "subject";
    let lengths = subjects.iter().map(|subject| subject.name.len());
    let width = lengths.fold(title.len(), usize::max);
    println!("{title:width$}  instructions  per");
    let mut counts = Map::new();
    let mut beyond = Vec::new();
    for subject in subjects {
        let Subject { name, units, unit, .. } = subject;
        let once = instructions(&program, name, request.repetitions)?;
        let twice = instructions(&program, name, 2 * request.repetitions)?;
        let count = per_repetition(once, twice, request.repetitions)
            .ok_or_else(|| failed(format!("{name} takes no more for twice the repetitions: is N used?")))?;
        let count = count / units;
        let most = subject.most.map_or(String::new(), |most| format!(", at most {most}"));
        let decimals = if count < 100.0 { 3 } else { 1 };
        println!("{name:width$}  {count:>12.decimals$}  {unit}{most}");
        counts.insert(name.to_owned(), Value::from(count));
        beyond.extend(complaint(&subject, count));
    }
    if request.gate && !beyond.is_empty() {
        return Err(failed(beyond.join("\n")));
    }
    match request.json {
        Some(file) => write_whole(&file, &format!("{:#}\n", Value::Object(counts))),
        None => Ok(()),
    }
}

/// What to say of a subject that takes more than it may.
fn complaint(subject: &Subject, count: f64) -> Option<String> {
    let most = subject.most.filter(|&most| count > most)?;
    Some(format!("{} takes {count:.1} instructions per {}; it may take {most}", subject.name, subject.unit))
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
        let mut value = || rest.next().ok_or_else(|| Failure::Usage(format!("{argument} wants a value")));
        match argument.as_str() {
            "--json" => request.json = Some(value()?.into()),
            "--gate" => request.gate = true,
            "--sounds" => request.package = "foley-catalogue",
            "--program" => request.program = Some(value()?.into()),
            "--repetitions" => {
                let text = value()?;
                request.repetitions =
                    text.parse().ok().filter(|n| (1..=u64::MAX / 2).contains(n)).ok_or_else(|| {
                        Failure::Usage(format!("--repetitions wants a whole number from 1, not {text:?}"))
                    })?;
            }
            option if option.starts_with('-') => {
                return Err(Failure::Usage(format!("count has no option {option:?}")));
            }
            subject => request.subjects.push(subject.to_owned()),
        }
    }
    Ok(request)
}

/// The subjects that were asked for, or all that are offered.
fn choose<'a>(offered: Vec<Subject<'a>>, wanted: &[String]) -> Outcome<Vec<Subject<'a>>> {
    if offered.is_empty() {
        return Err(failed("the program lists no subject to count"));
    }
    if wanted.is_empty() {
        return Ok(offered);
    }
    let find = |name: &String| {
        let found = offered.iter().find(|subject| subject.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = offered.iter().map(|subject| subject.name).collect();
            failed(format!("there is no subject {name:?}; there are {}", names.join(", ")))
        })
    };
    wanted.iter().map(find).collect()
}

/// Builds the example of a package and asks cargo where it was put.
fn build_example(package: &str) -> Outcome<PathBuf> {
    let arguments = ["build", "--release", "--package", package, "--example", "count"];
    let mut command = cargo(&arguments);
    command.arg("--message-format=json-render-diagnostics");
    let messages = answer(&mut command).map_err(|_| {
        failed(format!("the example `count` of {package}, which runs what is to be counted, does not exist or does not build"))
    })?;
    executable(&messages).ok_or_else(|| failed("cargo built the example `count` but does not say where"))
}

/// The path of the last executable among cargo's messages, one JSON object per line.
fn executable(messages: &str) -> Option<PathBuf> {
    messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    })
}

/// Runs a subject under callgrind and reads how many instructions that took in all.
fn instructions(program: &Path, subject: &str, repetitions: u64) -> Outcome<u64> {
    let profile = std::env::temp_dir().join(format!("foley-count-{}.callgrind", std::process::id()));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", profile.display()));
    command.arg(program).arg(subject).arg(repetitions.to_string());
    let text = answer(&mut command).and_then(|_| {
        std::fs::read_to_string(&profile).map_err(|why| failed(format!("callgrind left no profile: {why}")))
    });
    // Nothing to remove when valgrind did not get as far.
    let _ = std::fs::remove_file(&profile);
    total(&text?)
        .ok_or_else(|| failed(format!("callgrind's profile of {subject} has no total of instructions")))
}

/// The instructions (event `Ir`) of a whole run: the line `totals:`, which callgrind writes last.
fn total(profile: &str) -> Option<u64> {
    let line = |key| profile.lines().find_map(|line| line.strip_prefix(key));
    let column = line("events:")?.split_whitespace().position(|event| event == "Ir")?;
    line("totals:")?.split_whitespace().nth(column)?.parse().ok()
}

/// What one repetition adds, unless the longer run was not longer.
fn per_repetition(once: u64, twice: u64, repetitions: u64) -> Option<f64> {
    let more = twice.checked_sub(once).filter(|&more| more > 0)?;
    Some(more as f64 / repetitions as f64)
}

/// Writes a file in one move, so that nobody reads half of it.
fn write_whole(file: &Path, text: &str) -> Outcome {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".tmp");
    std::fs::write(&draft, text)
        .and_then(|()| std::fs::rename(&draft, file))
        .map_err(|why| failed(format!("{} cannot be written: {why}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Head and tail of what callgrind 3.19 wrote about a thousand additions.
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
        Subject { name, units: 1.0, unit: "repetition", most: None }
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_total_is_read_from_a_profile() {
        assert_eq!(total(PROFILE), Some(311_043));
    }

    #[test]
    fn the_total_is_the_column_of_instructions() {
        let more_events = PROFILE.replace("events: Ir", "events: Dr Ir").replace("totals: ", "totals: 7 ");
        assert_eq!(total(&more_events), Some(311_043));
    }

    #[test]
    fn a_profile_that_was_cut_short_has_no_total() {
        let (head, _) = PROFILE.split_once("totals:").unwrap();
        assert_eq!(total(head), None);
        assert_eq!(total(""), None);
    }

    #[test]
    fn start_up_cancels() {
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
    fn arguments_that_make_no_sense_are_the_callers_mistake() {
        for text in ["--json", "--repetitions 0", "--repetitions many", "--fast"] {
            let answer = read_arguments(&words(text));
            assert!(matches!(answer, Err(Failure::Usage(_))), "{text}: {answer:?}");
        }
    }

    #[test]
    fn a_subject_that_is_not_offered_is_answered_with_those_that_are() {
        let offered = || vec![plain("impact"), plain("rub")];
        let answer = choose(offered(), &words("impact thunder"));
        assert!(
            matches!(answer, Err(Failure::Failed(ref why)) if why.contains("thunder") && why.contains("rub")),
            "{answer:?}"
        );
        assert_eq!(choose(offered(), &[]).unwrap(), offered());
        assert_eq!(choose(offered(), &words("rub")).unwrap(), [plain("rub")]);
    }

    #[test]
    fn a_line_of_the_list_says_what_the_cost_is_told_per() {
        assert_eq!(Subject::read("rub"), Some(plain("rub")));
        let ring = Subject::read("ring-64\t4096\tmode-sample\t3").unwrap();
        assert_eq!((ring.units, ring.unit), (4096.0, "mode-sample"));
        assert_eq!(complaint(&ring, 3.0), None);
        let why = complaint(&ring, 3.5).unwrap();
        assert!(why.contains("ring-64") && why.contains("3.5"), "{why}");
        for line in ["", "ring\t0\tsample", "ring\tmany", "ring\t1\tsample\tfew"] {
            assert_eq!(Subject::read(line), None, "{line:?}");
        }
    }

    #[test]
    fn the_executable_is_found_among_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"foley_lab"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"count"},"executable":"out/examples/count"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some("out/examples/count".into()));
        assert_eq!(executable("not JSON"), None);
    }
}
