//! Development tasks of the workspace, run as `cargo xtask TASK`.
//!
//! The table [`TASKS`] defines both the tasks and the help text. Each task has a module of its own name.

mod check_map;
mod count;
mod deny;
mod doc;
mod facade;
mod loudness;
mod manifest;
mod package;
mod packages;
mod rust_version;
mod sanitise;
mod soak;
mod studio;
mod test;
mod workspace;

use std::process::ExitCode;

/// Error that ends a task, with its message.
#[derive(Debug)]
enum Failure {
    /// The arguments are invalid; exit code 2.
    Usage(String),
    /// A check failed or a tool is missing; exit code 1.
    Failed(String),
}

/// Result of a task; an error ends the program.
type Outcome<T = ()> = Result<T, Failure>;

/// Creates a [`Failure::Failed`] with a message.
fn failed(why: impl Into<String>) -> Failure {
    Failure::Failed(why.into())
}

/// A task of the command line.
struct Task {
    name: &'static str,
    /// Synopsis of the task's arguments, for the help text.
    arguments: &'static str,
    doc: &'static str,
    run: fn(&[String]) -> Outcome,
}

const TASKS: &[Task] = &[
    Task {
        name: "test",
        arguments: "[--long]",
        doc: "runs all checks that a change must pass: system packages, format, lints, tests, doc tests, samples of the presets, sanitizer, no_std and browser builds, the studio in a browser, documentation, size of the facade, check-map, dependencies, crate packages and the oldest supported Rust; --long makes every random draw, measures every loudness and builds every package",
        run: test::run,
    },
    Task {
        name: "soak",
        arguments: "",
        doc: "plays 64 sounds with 200 messages per second, ten minutes without a device and one on a JACK server",
        run: soak::run,
    },
    Task {
        name: "sanitise",
        arguments: "",
        doc: "runs the engine under the RealtimeSanitizer; needs a nightly compiler",
        run: sanitise::run,
    },
    Task {
        name: "studio",
        arguments: "[--check]",
        doc: "builds the WebAssembly module of the studio's page; --check compares the existing module with the present sources",
        run: studio::run,
    },
    Task {
        name: "manifest",
        arguments: "[--update]",
        doc: "renders every preset at 44.1 and 48 kHz and compares the samples with the stored hashes; --update replaces the hashes",
        run: manifest::run,
    },
    Task {
        name: "facade",
        arguments: "",
        doc: "lists and counts the public types of the crate foley",
        run: facade::run,
    },
    Task {
        name: "doc",
        arguments: "[--open]",
        doc: "builds the documentation of all crates with typeset equations; --open shows it in a browser",
        run: doc::run,
    },
    Task {
        name: "loudness",
        arguments: "[--check | --update]",
        doc: "measures the loudness of every model and every preset as a whole; --check fails if a stored gain misses the target loudness, --update stores the measured gains",
        run: loudness::run,
    },
    Task {
        name: "check-map",
        arguments: "",
        doc: "checks the directions of crate dependencies, the paths, links and Rust examples in documents, the length of the README and the reasons for external dependencies",
        run: check_map::run,
    },
    Task {
        name: "package",
        arguments: "[--verify]",
        doc: "makes the packages of all crates and checks their metadata and files; --verify builds every package from its own files",
        run: package::run,
    },
    Task {
        name: "deny",
        arguments: "",
        doc: "checks licences, duplicate versions and sources of all dependencies by the rules of deny.toml",
        run: deny::run,
    },
    Task {
        name: "count",
        arguments: "[SUBJECT...] [--repetitions N] [--json FILE] [--sounds | --adds] [--program FILE] [--gate]",
        doc: "counts the instructions of each subject of the laboratory with valgrind; --sounds counts the sounds of the catalogue, --adds the addition of each solid preset to an engine, --gate fails if a subject exceeds its maximum",
        run: count::run,
    },
];

fn help() -> String {
    let entry = |task: &Task| {
        let call = [task.name, task.arguments].join(" ");
        format!("\n  {}\n      {}\n", call.trim_end(), task.doc)
    };
    let entries: String = TASKS.iter().map(entry).collect();
    format!("Development tasks of the Foley workspace: cargo xtask TASK\n{entries}")
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
    match TASKS.iter().find(|task| task.name == name) {
        Some(task) => (task.run)(rest),
        None => Err(Failure::Usage(format!("there is no task {name:?}: `cargo xtask help` lists the tasks"))),
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
    fn the_help_names_every_task() {
        let text = help();
        for task in TASKS {
            assert!(text.contains(task.name) && text.contains(task.doc), "{}", task.name);
        }
    }

    #[test]
    fn an_unknown_task_is_a_usage_error() {
        let outcome = run(&["sweep".to_owned()]);
        assert!(matches!(outcome, Err(Failure::Usage(ref why)) if why.contains("sweep")), "{outcome:?}");
    }

    #[test]
    fn a_task_without_arguments_rejects_them() {
        for name in ["test", "check-map"] {
            let outcome = run(&[name.to_owned(), "surplus".to_owned()]);
            assert!(matches!(outcome, Err(Failure::Usage(_))), "{name}: {outcome:?}");
        }
    }
}
