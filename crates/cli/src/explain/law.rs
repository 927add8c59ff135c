//! `foley explain law`: a law of contact, also where a model has its name.

use super::{one, topics};
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// The command as clap knows it.
pub(super) fn command() -> Command {
    let laws = topics::all().into_iter().filter(|topic| topic.kind == "laws");
    let names: Vec<_> = laws.map(|topic| topic.card.name).collect();
    Command::new("law")
        .about("A law of contact, also where a model has its name")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .help("Which")
                .required(true)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("schema")
                .long("schema")
                .help("Print the JSON Schema of a file with its values")
                .conflicts_with("json")
                .action(ArgAction::SetTrue),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs it; what is to be printed.
pub(super) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let topics = topics::all();
    let name = matches.get_one::<String>("name");
    let law = topics
        .iter()
        .filter(|topic| topic.kind == "laws")
        .find(|topic| name.is_some_and(|name| topic.card.name == name))
        .ok_or_else(|| Failure::input("there is no such law."))?;
    let flag = |name| matches.get_flag(name);
    one(law, &topics, flag("schema"), flag("json"))
}
