//! `foley list`: names of models, presets, parameters, gestures, shapes and materials.

use crate::catalogue::{self, models_by_taxonomy, presets_of};
use crate::failure::Failure;
use crate::output;
use crate::text::{aligned, indented};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_body::material;
use foley_catalogue::preset::Preset;
use foley_catalogue::{ResonatorMaterial, ResonatorShape, model};
use foley_params::Info;
use foley_sound::{Level, Sound, sound_params};
use serde_json::{Value, json};
use std::fmt::Write;

const KINDS: [&str; 6] = ["models", "presets", "params", "gestures", "shapes", "materials"];

/// Builds the clap command `foley list`.
pub(crate) fn command() -> Command {
    Command::new("list")
        .about("List models, presets, parameters, gestures, shapes or materials")
        .after_help(
            "Examples:\n  \
             foley list                            every model, by family\n  \
             foley list presets                    every preset, with a sentence\n  \
             foley list params --model impact      the parameters of a model\n  \
             foley list gestures                   the gestures of every model\n  \
             foley list presets --json             the same as JSON",
        )
        .arg(
            Arg::new("what")
                .value_name("WHAT")
                .help("Kind of names to list")
                .default_value("models")
                .value_parser(PossibleValuesParser::new(KINDS.map(|name| {
                    let value = PossibleValue::new(name);
                    if name == "params" { value.alias("parameters") } else { value }
                }))),
        )
        .arg(
            Arg::new("model")
                .long("model")
                .value_name("MODEL")
                .help("List only the names that belong to this model"),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs `foley list` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let models = match matches.get_one::<String>("model") {
        None => models_by_taxonomy(),
        Some(name) => vec![model(name).map_err(|why| Failure::input(why.to_string()))?],
    };
    let kind = matches.get_one::<String>("what").map_or("models", String::as_str);
    let kind = if kind == "parameters" { "params" } else { kind };
    if matches!(kind, "shapes" | "materials") && matches.contains_id("model") {
        return Err(Failure::input(format!(
            "`--model` does not apply to {kind}: they are the same for all models."
        )));
    }
    if matches.get_flag("json") {
        output::json(&json!({ kind: document(kind, &models) }))
    } else {
        Ok(page(kind, &models))
    }
}

fn page(kind: &str, models: &[Box<dyn Sound>]) -> String {
    match kind {
        "presets" => presets(models),
        "params" => each(models, |sound| {
            let all = sound_params(sound);
            let choices = catalogue::choices(&all);
            let gap = if choices.is_empty() { "" } else { "\n" };
            format!("{}{gap}{choices}", catalogue::parameters(sound, &all))
        }),
        "gestures" => each(models, |sound| catalogue::gestures(sound.gestures())),
        "shapes" => {
            format!("{}\n`foley explain shape NAME` lists the modes of one.\n", aligned(&summaries()))
        }
        "materials" => format!(
            "{}\n`foley explain material` lists density, stiffness and loss.\n",
            ResonatorMaterial::NAMES.join("\n") + "\n"
        ),
        _ => by_family(models),
    }
}

/// Returns the models by family; in each family the simplest come first.
fn by_family(models: &[Box<dyn Sound>]) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut family = "";
    for sound in models {
        let about = sound.info();
        if about.family.name() != family {
            family = about.family.name();
            if !rows.is_empty() {
                rows.push(vec![String::new()]);
            }
            rows.push(vec![format!("{family}:")]);
        }
        rows.push(vec![
            format!("  {}", about.name),
            about.level.name().to_owned(),
            about.title.to_owned(),
            if about.made_of.is_empty() {
                String::new()
            } else {
                format!("(of {})", about.made_of.join(", "))
            },
        ]);
    }
    let count = |level: Level| {
        let levels = models.iter().map(|sound| sound.info().level);
        levels.filter(|other| *other == level).count()
    };
    format!(
        "{}\n{} models: {} events, {} textures, {} processes. `foley explain NAME` explains one, `foley render NAME` plays it, \
         `foley list presets` lists {} presets.\n",
        aligned(&rows),
        models.len(),
        count(Level::Event),
        count(Level::Texture),
        count(Level::Process),
        models.iter().map(|sound| presets_of(sound.info().name).len()).sum::<usize>(),
    )
}

/// Formats a preset as one line: its slug and its sentence.
fn line(preset: &Preset) -> String {
    let sentence = indented(&crate::text::wrapped(&preset.sentence));
    format!("  {}\n{sentence}\n", preset.slug())
}

fn presets(models: &[Box<dyn Sound>]) -> String {
    let mut page = String::new();
    for sound in models {
        let _ = writeln!(page, "{}:", sound.info().name);
        for preset in presets_of(sound.info().name) {
            page.push_str(&line(preset));
        }
        page.push('\n');
    }
    let names: Vec<_> = models.iter().map(|sound| sound.info().name).collect();
    let mut user = catalogue::user_presets::presets();
    user.retain(|preset| names.contains(&preset.model()));
    if let (false, Some(folder)) = (user.is_empty(), catalogue::user_presets::folder()) {
        let _ = writeln!(page, "user presets in `{}`:", folder.path().display());
        for preset in &user {
            page.push_str(&line(preset));
        }
        page.push('\n');
    }
    page + "`foley render NAME` plays one, `foley save NAME --set … --name NEW` saves a changed one.\n"
}

fn each(models: &[Box<dyn Sound>], table: impl Fn(&dyn Sound) -> String) -> String {
    let parts: Vec<_> = models
        .iter()
        .map(|sound| {
            let about = sound.info();
            let head = format!("{}: {}", about.name, about.title);
            format!("{head}\n{}", indented(table(&**sound).trim_end()))
        })
        .collect();
    parts.join("\n\n") + "\n"
}

/// Returns the shapes of bodies, each with its summary.
fn summaries() -> Vec<Vec<String>> {
    let topics = crate::explain::topics();
    let summary = |name: &str| {
        let topic = topics.iter().find(|topic| topic.help.name == name);
        topic.map_or("", |topic| topic.help.summary)
    };
    ResonatorShape::NAMES.iter().map(|name| vec![(*name).to_owned(), summary(name).to_owned()]).collect()
}

fn document(kind: &str, models: &[Box<dyn Sound>]) -> Value {
    let names = models.iter().map(|sound| sound.info().name);
    match kind {
        "presets" => {
            let names: Vec<_> = names.collect();
            let user = catalogue::user_presets::presets();
            let built_in = names.iter().copied().flat_map(presets_of);
            let user = user.iter().filter(|preset| names.contains(&preset.model()));
            let document = |preset: &Preset, own: bool| {
                let mut document = catalogue::preset_summary_json(preset);
                document["own"] = own.into();
                document
            };
            built_in
                .map(|preset| document(preset, false))
                .chain(user.map(|preset| document(preset, true)))
                .collect()
        }
        "params" => models.iter().flat_map(|sound| catalogue::parameters_json(&**sound)).collect(),
        "gestures" => {
            let of = |sound: &dyn Sound| {
                let gestures: Vec<_> = sound.gestures().iter().map(Info::to_json).collect();
                json!({ "model": sound.info().name, "gestures": gestures })
            };
            models.iter().map(|sound| of(&**sound)).collect()
        }
        "shapes" => {
            let rows = summaries().into_iter();
            rows.map(|row| json!({ "name": row[0], "summary": row[1] })).collect()
        }
        "materials" => {
            let known = material::ALL.iter().filter(|named| ResonatorMaterial::NAMES.contains(&named.name));
            known.map(|named| json!({ "name": named.name, "source": named.source })).collect()
        }
        _ => models.iter().map(|sound| catalogue::model_summary_json(&**sound)).collect(),
    }
}
