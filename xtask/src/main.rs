//! The chores of the workspace, run as `cargo xtask CHORE`.
//!
//! One table, [`CHORES`], feeds the dispatcher and the help text. A chore lives in a module of its own name.

mod check_map;
mod count;
mod manifest;
mod packages;
mod sanitise;
mod soak;
mod studio;
mod test;
mod workspace;

use std::process::ExitCode;

/// Why a chore ended early.
#[derive(Debug)]
enum Failure {
    /// What was asked for makes no sense; exit code 2.
    Usage(String),
    /// What was checked does not hold, or a tool is missing; exit code 1.
    Failed(String),
}

/// What a chore comes back with.
type Outcome<T = ()> = Result<T, Failure>;

/// Shorthand for the failure that is not the caller's fault.
fn failed(why: impl Into<String>) -> Failure {
    Failure::Failed(why.into())
}

/// One thing that can be asked for.
struct Chore {
    name: &'static str,
    /// What may follow the name.
    arguments: &'static str,
    doc: &'static str,
    run: fn(&[String]) -> Outcome,
}

const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        arguments: "",
        doc: "what the tests need, format, lints, tests, doc tests, the sanitizer, no_std and browser builds, the studio in a browser, documentation and check-map, in this order",
        run: test::run,
    },
    Chore {
        name: "soak",
        arguments: "",
        doc: "64 sounds and 200 messages a second, ten minutes without a device and one on a JACK server",
        run: soak::run,
    },
    Chore {
        name: "sanitise",
        arguments: "",
        doc: "plays the engine under the RealtimeSanitizer of a nightly compiler",
        run: sanitise::run,
    },
    Chore {
        name: "studio",
        arguments: "[--check]",
        doc: "builds the module that the studio's page runs; with --check, whether the one that is there was made from the present sources",
        run: studio::run,
    },
    Chore {
        name: "manifest",
        arguments: "[--update]",
        doc: "renders every preset at 44.1 and 48 kHz and compares the samples with the stored hashes; --update replaces the hashes",
        run: manifest::run,
    },
    Chore {
        name: "check-map",
        arguments: "",
        doc: "crates depend one way, documents name paths that exist, every dependency is justified",
        run: check_map::run,
    },
    Chore {
        name: "count",
        arguments: "[SUBJECT...] [--repetitions N] [--json FILE] [--sounds] [--program FILE] [--gate]",
        doc: "instructions of each subject of the laboratory, or with --sounds of every sound of the catalogue, counted by valgrind; with --gate none may take more than it may",
        run: count::run,
    },
];

fn help() -> String {
    let entry = |chore: &Chore| {
        let call = [chore.name, chore.arguments].join(" ");
        format!("\n  {}\n      {}\n", call.trim_end(), chore.doc)
    };
    let entries: String = CHORES.iter().map(entry).collect();
    format!("The chores of the Foley workspace: cargo xtask CHORE\n{entries}")
}

fn run(arguments: &[String]) -> Outcome {
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return Ok(());
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(());
    }
    match CHORES.iter().find(|chore| chore.name == name) {
        Some(chore) => (chore.run)(rest),
        None => Err(Failure::Usage(format!("there is no chore {name:?}"))),
    }
}

fn main() -> ExitCode {
    let command_line: Vec<String> = std::env::args().collect();
    match run(command_line.get(1..).unwrap_or_default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(why)) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(why)) => {
            eprintln!("xtask: {why}\n\n{}", help());
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_chore() {
        let text = help();
        for chore in CHORES {
            assert!(text.contains(chore.name) && text.contains(chore.doc), "{}", chore.name);
        }
    }

    #[test]
    fn an_unknown_chore_is_the_callers_mistake() {
        let answer = run(&["sweep".to_owned()]);
        assert!(matches!(answer, Err(Failure::Usage(ref why)) if why.contains("sweep")), "{answer:?}");
    }

    #[test]
    fn a_chore_without_arguments_refuses_them() {
        for name in ["test", "check-map"] {
            let answer = run(&[name.to_owned(), "surplus".to_owned()]);
            assert!(matches!(answer, Err(Failure::Usage(_))), "{name}: {answer:?}");
        }
    }
}
