//! `foley completions`: a script that lets a shell complete commands, flags and names.

use crate::failure::Failure;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

/// The command as clap knows it.
pub(crate) fn command() -> Command {
    Command::new("completions")
        .about("A script that lets your shell complete commands, flags and names")
        .after_help(
            "Examples:\n  \
             foley completions bash > ~/.local/share/bash-completion/completions/foley\n  \
             foley completions zsh > \"${fpath[1]}/_foley\"\n  \
             foley completions fish > ~/.config/fish/completions/foley.fish",
        )
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .help("Which shell")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
}

/// Runs it; what is to be printed.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let shell = matches.get_one("shell").copied().unwrap_or(Shell::Bash);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), "foley", &mut script);
    String::from_utf8(script).map_err(|why| Failure::Internal(format!("no script: {why}")))
}
