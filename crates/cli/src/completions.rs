//! `foley completions`: a shell script that completes commands, flags and names.

use crate::failure::Failure;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

/// Builds the clap command `foley completions`.
pub(crate) fn command() -> Command {
    Command::new("completions")
        .about("Print a script that completes commands, flags and names in a shell")
        .after_help(
            "Examples:\n  \
             foley completions bash > ~/.local/share/bash-completion/completions/foley\n  \
             foley completions zsh > \"${fpath[1]}/_foley\"\n  \
             foley completions fish > ~/.config/fish/completions/foley.fish",
        )
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .help("Name of the shell")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
}

/// Runs `foley completions` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let shell = matches.get_one("shell").copied().unwrap_or(Shell::Bash);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), "foley", &mut script);
    String::from_utf8(script).map_err(|why| Failure::Internal(format!("the script is not UTF-8: {why}")))
}
