//! `foley explain`: physics, equation, parameters and source of a model, a law, a scheme or a file format.
//!
//! A model and a law may share a name, as `friction`: the model takes precedence, and its page refers to
//! `foley explain law friction`.

mod law;
mod manual;
mod material;
mod model;
mod mounting;
mod place;
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

/// Builds the clap command `foley explain`.
pub(crate) fn command() -> Command {
    let topics = topics::all();
    let mut names: Vec<_> = foley_catalogue::models().iter().map(|sound| sound.info().name).collect();
    for topic in &topics {
        if !names.contains(&topic.help.name) {
            names.push(topic.help.name);
        }
    }
    Command::new("explain")
        .about("Explain a model, a law, a scheme, a correction or a file format, with its source")
        .after_help(
            "Examples:\n  \
             foley explain                   list all topics\n  \
             foley explain impact            a model: physics, gestures, parameters, presets\n  \
             foley explain impact --schema   JSON Schema of its presets, for an editor\n  \
             foley explain names             how names in --set are resolved\n  \
             foley explain hunt-crossley     equation, parameters, source\n  \
             foley explain contact --json    the inputs of `foley contact`, for a program\n  \
             foley explain linear --schema   JSON Schema of a file that stores its values\n  \
             foley explain shape             shapes of bodies; `foley explain shape bar` lists its modes\n  \
             foley explain material          materials of bodies\n  \
             foley explain mounting          mountings of bodies and their loss\n  \
             foley explain place             places in which sounds are heard\n  \
             foley explain law friction      a law that shares its name with a model",
        )
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .subcommand(law::command())
        .subcommand(shape::command())
        .subcommand(material::command())
        .subcommand(mounting::command())
        .subcommand(place::command())
        .arg(
            Arg::new("topic")
                .value_name("TOPIC")
                .help("Topic to explain [default: list all topics]")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("schema")
                .long("schema")
                .help("Print the JSON Schema of the file that stores the topic's values; for a model, of its presets")
                .requires("topic")
                .conflicts_with("json")
                .action(ArgAction::SetTrue),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
        .arg(
            Arg::new("markdown")
                .long("markdown")
                .help("Print the whole catalogue as a page of the manual, docs/catalogue.md")
                .conflicts_with_all(["topic", "schema", "json"])
                .action(ArgAction::SetTrue),
        )
}

/// Runs `foley explain` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    match matches.subcommand() {
        Some(("law", matches)) => return law::run(matches),
        Some(("shape", matches)) => return shape::run(matches),
        Some(("material", matches)) => return material::run(matches),
        Some(("mounting", matches)) => return mounting::run(matches),
        Some(("place", matches)) => return place::run(matches),
        _ => {}
    }
    if matches.get_flag("markdown") {
        return Ok(manual::catalogue());
    }
    let topics = topics::all();
    let name = matches.get_one::<String>("topic").map(String::as_str);
    let as_json = matches.get_flag("json");
    if let Some(sound) = name.and_then(|name| foley_catalogue::model(name).ok()) {
        let sound = &*sound;
        let also = topics
            .iter()
            .find(|topic| topic.help.name == sound.info().name)
            .map(|topic| format!("foley explain law {}", topic.help.name));
        return if matches.get_flag("schema") {
            output::json(&model::schema(sound))
        } else if as_json {
            output::json(&model::document(sound, also.as_deref()))
        } else {
            Ok(model::page(sound, also.as_deref()))
        };
    }
    match name.and_then(|name| topics.iter().find(|topic| topic.help.name == name)) {
        Some(topic) => one(topic, &topics, matches.get_flag("schema"), as_json),
        None if as_json => {
            let models = catalogue::models_by_taxonomy();
            let models = models.iter().map(
                |sound| json!({ "name": sound.info().name, "kind": "models", "summary": sound.info().title }),
            );
            let all: Vec<_> = models.chain(topics.iter().map(brief_json)).collect();
            output::json(&json!({ "topics": all }))
        }
        None => Ok(list(&topics)),
    }
}

/// Returns all topics of `foley explain` except the models.
pub(crate) fn topics() -> Vec<Topic> {
    topics::all()
}

/// Returns a topic as text, as JSON, or as the schema of its file.
fn one(topic: &Topic, topics: &[Topic], schema: bool, as_json: bool) -> Result<String, Failure> {
    if schema {
        let schema = topic.schema.as_ref().ok_or_else(|| {
            let with: Vec<_> =
                topics.iter().filter(|topic| topic.schema.is_some()).map(|topic| topic.help.name).collect();
            Failure::input(format!(
                "no file stores values of `{}`, so there is no schema. There are schemas for every model, and for {}.",
                topic.help.name,
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

/// Returns a list of all topics by kind, one line each.
fn list(topics: &[Topic]) -> String {
    let mut rows = vec![vec![String::new()], vec!["models:".to_owned()]];
    for sound in catalogue::models_by_taxonomy() {
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
        rows.push(vec![format!("  {}", topic.help.name), topic.help.summary.to_owned()]);
    }
    format!(
        "`foley explain TOPIC` explains one of these.\n{}\n\
         `foley explain shape NAME` lists the modes of a shape, `foley explain material` the materials, \
         `foley explain mounting` the mountings, `foley explain place` the places.\n",
        aligned(&rows)
    )
}

/// Returns the page of a topic as text.
fn page(topic: &Topic) -> String {
    let help = &topic.help;
    let mut parts = vec![format!("{}: {}", help.name, help.summary), wrapped(help.text)];
    if !help.equation.is_empty() {
        parts.push(indented(help.equation));
    }
    if !topic.params.is_empty() {
        parts.push(parameters(&topic.params).trim_end().to_owned());
    }
    if !help.source.is_empty() {
        parts.push(format!("Source: {}.", help.source));
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
        "name": topic.help.name,
        "kind": topic.kind,
        "summary": topic.help.summary,
    })
}

fn topic_json(topic: &Topic) -> Value {
    let help = &topic.help;
    let params: Vec<_> = topic.params.iter().map(Info::to_json).collect();
    json!({
        "name": help.name,
        "kind": topic.kind,
        "summary": help.summary,
        "text": help.text,
        "equation": help.equation,
        "params": params,
        "source": help.source,
    })
}
