//! `foley list`: what there is, by name.

use crate::catalogue::{self, by_place, presets_of};
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

const WHAT: [&str; 6] = ["models", "presets", "params", "gestures", "shapes", "materials"];

/// Builds the clap command.
pub(crate) fn command() -> Command {
    Command::new("list")
        .about("What there is, by name: models, presets, parameters, gestures, shapes, materials")
        .after_help(
            "Examples:\n  \
             foley list                            every model, by family\n  \
             foley list presets                    every preset, with a sentence\n  \
             foley list params --model impact      what may be set of a model\n  \
             foley list gestures                   what can be done to each\n  \
             foley list presets --json             the same for a program",
        )
        .arg(Arg::new("what").value_name("WHAT").help("What to list").default_value("models").value_parser(
            PossibleValuesParser::new(WHAT.map(|name| {
                let value = PossibleValue::new(name);
                if name == "params" { value.alias("parameters") } else { value }
            })),
        ))
        .arg(Arg::new("model").long("model").value_name("MODEL").help("Of this model only"))
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs the command and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let models = match matches.get_one::<String>("model") {
        None => by_place(),
        Some(name) => vec![model(name).map_err(|why| Failure::input(why.to_string()))?],
    };
    let what = matches.get_one::<String>("what").map_or("models", String::as_str);
    let what = if what == "parameters" { "params" } else { what };
    if matches!(what, "shapes" | "materials") && matches.contains_id("model") {
        return Err(Failure::input(format!(
            "`--model` does not go with {what}: they are the same for all models."
        )));
    }
    if matches.get_flag("json") {
        output::json(&json!({ what: document(what, &models) }))
    } else {
        Ok(page(what, &models))
    }
}

fn page(what: &str, models: &[Box<dyn Sound>]) -> String {
    match what {
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
            "{}\n`foley explain material` tells density, stiffness and loss.\n",
            ResonatorMaterial::NAMES.join("\n") + "\n"
        ),
        _ => by_family(models),
    }
}

/// Models, family by family, and in each from the ground up.
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
        levels.filter(|its| *its == level).count()
    };
    format!(
        "{}\n{} models: {} events, {} textures, {} processes. `foley explain NAME` tells all about one, `foley render NAME` plays it, \
         `foley list presets` has {} to begin with.\n",
        aligned(&rows),
        models.len(),
        count(Level::Event),
        count(Level::Texture),
        count(Level::Process),
        models.iter().map(|sound| presets_of(sound.info().name).len()).sum::<usize>(),
    )
}

/// A preset: what it is called, and its sentence.
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
    let mut mine = catalogue::user_presets::presets();
    mine.retain(|preset| names.contains(&preset.model()));
    if let (false, Some(folder)) = (mine.is_empty(), catalogue::user_presets::folder()) {
        let _ = writeln!(page, "your own, in `{}`:", folder.path().display());
        for preset in &mine {
            page.push_str(&line(preset));
        }
        page.push('\n');
    }
    page + "`foley render NAME` plays one, `foley save NAME --set … --name YOURS` makes it yours.\n"
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

/// The shapes that a sound may have, with a line each.
fn summaries() -> Vec<Vec<String>> {
    let topics = crate::explain::topics();
    let summary = |name: &str| {
        let topic = topics.iter().find(|topic| topic.help.name == name);
        topic.map_or("", |topic| topic.help.summary)
    };
    ResonatorShape::NAMES.iter().map(|name| vec![(*name).to_owned(), summary(name).to_owned()]).collect()
}

fn document(what: &str, models: &[Box<dyn Sound>]) -> Value {
    let names = models.iter().map(|sound| sound.info().name);
    match what {
        "presets" => {
            let names: Vec<_> = names.collect();
            let mine = catalogue::user_presets::presets();
            let built_in = names.iter().copied().flat_map(presets_of);
            let mine = mine.iter().filter(|it| names.contains(&it.model()));
            let told = |preset: &Preset, own: bool| {
                let mut document = catalogue::preset_json(preset);
                document["own"] = own.into();
                document
            };
            built_in.map(|preset| told(preset, false)).chain(mine.map(|preset| told(preset, true))).collect()
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
            let known = material::ALL.iter().filter(|it| ResonatorMaterial::NAMES.contains(&it.name));
            known.map(|it| json!({ "name": it.name, "source": it.source })).collect()
        }
        _ => models.iter().map(|sound| catalogue::brief_json(&**sound)).collect(),
    }
}
