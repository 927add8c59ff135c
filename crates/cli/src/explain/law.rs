//! `foley explain law`: explains a contact law, also a law that shares its name with a model.

use super::{one, topics};
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// Builds the clap command `foley explain law`.
pub(super) fn command() -> Command {
    let laws = topics::all().into_iter().filter(|topic| topic.kind == "laws");
    let names: Vec<_> = laws.map(|topic| topic.help.name).collect();
    Command::new("law")
        .about("Explain a contact law, also one that shares its name with a model")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .help("Name of the law")
                .required(true)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("schema")
                .long("schema")
                .help("Print the JSON Schema of the file that stores the law's values")
                .conflicts_with("json")
                .action(ArgAction::SetTrue),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs `foley explain law` and returns the text to print.
pub(super) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let topics = topics::all();
    let name = matches.get_one::<String>("name");
    let law = topics
        .iter()
        .filter(|topic| topic.kind == "laws")
        .find(|topic| name.is_some_and(|name| topic.help.name == name))
        .ok_or_else(|| Failure::input("there is no such law."))?;
    let flag = |name| matches.get_flag(name);
    one(law, &topics, flag("schema"), flag("json"))
}
