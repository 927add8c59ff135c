//! `foley explain`: what a thing is, its equation, its parameters, and where it comes from.
//!
//! A name may be that of a model and of a law, as `friction`: the model comes first and says that
//! `foley explain law friction` is the other.

mod law;
mod material;
mod model;
mod shape;
mod shapes;
mod topics;

use crate::catalogue;
use crate::failure::Failure;
use crate::output;
use crate::text::{aligned, indented, wrapped};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_params::Info;
use serde_json::{Value, json};
pub(crate) use topics::Topic;

/// The command as clap knows it.
pub(crate) fn command() -> Command {
    let topics = topics::all();
    let mut names: Vec<_> = foley_catalogue::models().iter().map(|sound| sound.info().name).collect();
    for topic in &topics {
        if !names.contains(&topic.card.name) {
            names.push(topic.card.name);
        }
    }
    Command::new("explain")
        .about("What a model, a law, a scheme, a correction or an input is, and where it comes from")
        .after_help(
            "Examples:\n  \
             foley explain                   everything there is to explain\n  \
             foley explain impact            a model: physics, gestures, parameters, presets\n  \
             foley explain impact --schema   JSON Schema of its presets, for your editor\n  \
             foley explain hunt-crossley     equation, parameters, source\n  \
             foley explain contact --json    the inputs of `foley contact`, for a program\n  \
             foley explain linear --schema   JSON Schema of a file with its values\n  \
             foley explain shape             bodies by their shape; `foley explain shape bar` lists its modes\n  \
             foley explain material          what they may be made of\n  \
             foley explain law friction      a law, where a model has the same name",
        )
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .subcommand(law::command())
        .subcommand(shape::command())
        .subcommand(material::command())
        .arg(
            Arg::new("topic")
                .value_name("TOPIC")
                .help("What to explain; leave it out for a list")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("schema")
                .long("schema")
                .help("Print the JSON Schema of a file with its values: of a model, of its presets")
                .requires("topic")
                .conflicts_with("json")
                .action(ArgAction::SetTrue),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .help("Answer as JSON")
                .action(ArgAction::SetTrue),
        )
}

/// Runs it; what is to be printed.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    match matches.subcommand() {
        Some(("law", matches)) => return law::run(matches),
        Some(("shape", matches)) => return shape::run(matches),
        Some(("material", matches)) => return material::run(matches),
        _ => {}
    }
    let topics = topics::all();
    let name = matches.get_one::<String>("topic").map(String::as_str);
    let as_json = matches.get_flag("json");
    if let Some(sound) = name.and_then(|name| foley_catalogue::model(name).ok()) {
        let sound = &*sound;
        let also = topics
            .iter()
            .find(|topic| topic.card.name == sound.info().name)
            .map(|topic| format!("foley explain law {}", topic.card.name));
        return if matches.get_flag("schema") {
            output::json(&model::schema(sound))
        } else if as_json {
            output::json(&model::document(sound, also.as_deref()))
        } else {
            Ok(model::page(sound, also.as_deref()))
        };
    }
    match name.and_then(|name| topics.iter().find(|topic| topic.card.name == name)) {
        Some(topic) => one(topic, &topics, matches.get_flag("schema"), as_json),
        None if as_json => {
            let models = catalogue::by_place();
            let models = models.iter().map(
                |sound| json!({ "name": sound.info().name, "kind": "models", "summary": sound.info().title }),
            );
            let all: Vec<_> = models.chain(topics.iter().map(brief_json)).collect();
            output::json(&json!({ "topics": all }))
        }
        None => Ok(list(&topics)),
    }
}

/// All topics but the models.
pub(crate) fn topics() -> Vec<Topic> {
    topics::all()
}

/// A topic as a page, as JSON, or the schema of its file.
fn one(topic: &Topic, topics: &[Topic], schema: bool, as_json: bool) -> Result<String, Failure> {
    if schema {
        let schema = topic.schema.as_ref().ok_or_else(|| {
            let with: Vec<_> =
                topics.iter().filter(|topic| topic.schema.is_some()).map(|topic| topic.card.name).collect();
            Failure::input(format!(
                "`{}` has no file of values, so it has no schema. Every model has one, and these: {}.",
                topic.card.name,
                with.join(", ")
            ))
        })?;
        output::json(schema)
    } else if as_json {
        output::json(&topic_json(topic))
    } else {
        Ok(page(topic))
    }
}

/// All topics, by kind, one line each.
fn list(topics: &[Topic]) -> String {
    let mut rows = vec![vec![String::new()], vec!["models:".to_owned()]];
    for sound in catalogue::by_place() {
        rows.push(vec![
            format!("  {}", sound.info().name),
            format!("{}.", sound.info().title.trim_end_matches('.')),
        ]);
    }
    let mut kind = "";
    for topic in topics {
        if topic.kind != kind {
            kind = topic.kind;
            rows.push(vec![String::new()]);
            rows.push(vec![format!("{kind}:")]);
        }
        rows.push(vec![format!("  {}", topic.card.name), topic.card.summary.to_owned()]);
    }
    format!(
        "`foley explain TOPIC` explains one of these.\n{}\n\
         `foley explain shape NAME` lists the modes of a shape, `foley explain material` what it may be made of.\n",
        aligned(&rows)
    )
}

/// One topic.
fn page(topic: &Topic) -> String {
    let card = &topic.card;
    let mut parts = vec![format!("{}: {}", card.name, card.summary), wrapped(card.text)];
    if !card.equation.is_empty() {
        parts.push(indented(card.equation));
    }
    if !topic.params.is_empty() {
        parts.push(parameters(&topic.params).trim_end().to_owned());
    }
    if !card.source.is_empty() {
        parts.push(format!("Source: {}.", card.source));
    }
    parts.join("\n\n") + "\n"
}

fn parameters(params: &[Info]) -> String {
    let heads = ["parameter", "symbol", "unit", "range", "default", "meaning"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for info in params {
        let default = crate::contact::word(info.id).map_or_else(|| info.format(info.default), str::to_owned);
        rows.push(vec![
            info.id.to_owned(),
            info.symbol.to_owned(),
            info.unit.symbol().to_owned(),
            format!("{} to {}", info.format(info.min), info.format(info.max)),
            default,
            info.doc.to_owned(),
        ]);
    }
    aligned(&rows)
}

fn brief_json(topic: &Topic) -> Value {
    json!({
        "name": topic.card.name,
        "kind": topic.kind,
        "summary": topic.card.summary,
    })
}

fn topic_json(topic: &Topic) -> Value {
    let card = &topic.card;
    let params: Vec<_> = topic.params.iter().map(Info::to_json).collect();
    json!({
        "name": card.name,
        "kind": topic.kind,
        "summary": card.summary,
        "text": card.text,
        "equation": card.equation,
        "params": params,
        "source": card.source,
    })
}
