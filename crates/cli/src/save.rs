//! `foley save`: a preset of one's own, as a file.

use crate::catalogue;
use crate::failure::Failure;
use crate::output;
use crate::render;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_catalogue::preset::{Preset, PresetErrorKind};
use foley_render::AtomicFile;
use serde_json::json;
use std::path::PathBuf;

/// Builds the clap command.
pub(crate) fn command() -> Command {
    let own = [
        Arg::new("source")
            .value_name("NAME|FILE")
            .help("A preset or a model, a preset file, or a sound file made from one")
            .required(true),
        Arg::new("as")
            .long("as")
            .value_name("FILE.json|FILE.xml")
            .help("The file to write; without it the preset goes into your own folder and can be called by its name")
            .value_parser(value_parser!(PathBuf)),
        text("name", "What it is called, by its cause"),
        text("sentence", "What one hears, and why"),
        text("author", "Who made it"),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .help("What its randomness begins with")
            .allow_negative_numbers(true)
            .value_parser(value_parser!(u64)),
        Arg::new("replace")
            .long("replace")
            .help("Replace a file that is there")
            .action(ArgAction::SetTrue),
        Arg::new("json")
            .long("json")
            .help("Answer as JSON")
            .action(ArgAction::SetTrue),
    ];
    let taken: Vec<_> = own.iter().map(|flag| flag.get_id().as_str()).collect();
    let overrides = catalogue::flags(&taken);
    Command::new("save")
        .about("A preset of your own, as a JSON or XML file")
        .after_help(
            "Examples:\n  \
             foley save impact --set hardness=90 --name \"hard knock\"     yours from now on: `foley render hard-knock`\n  \
             foley save impact --as mine.json\n  \
             foley save impact --as mine.xml --set struck.material=glass --set hardness=70 --strike 1.2@0 --name \"glass on glass\"\n  \
             foley save x.wav --as mine.json                    what a sound was made from",
        )
        .args(own)
        .args(overrides)
}

fn text(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("TEXT").help(help)
}

/// Runs the command and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let said = |name: &str| matches.get_one::<String>(name);
    let source = said("source").map_or("", String::as_str);
    let Some(path) = matches.get_one::<PathBuf>("as") else {
        return keep(matches, source);
    };
    let ending = path.extension().and_then(|ending| ending.to_str());
    let xml = match ending.map(str::to_lowercase).as_deref() {
        Some("json") => false,
        Some("xml") => true,
        _ => {
            return Err(Failure::input(format!(
                "`{}` does not end in .json or .xml, and nothing else can be written.",
                path.display()
            )));
        }
    };
    let preset = changed(matches, source)?;
    let text = if xml { preset.to_xml() } else { preset.to_json() };
    if path.exists() && !matches.get_flag("replace") {
        return Err(Failure::input(format!(
            "`{}` is there already; `--replace` replaces it.",
            path.display()
        )));
    }
    AtomicFile::write_text(path, &text)?;
    if matches.get_flag("json") {
        return output::json(&json!({ "file": path, "preset": catalogue::preset_json(&preset) }));
    }
    Ok(format!(
        "{} ({}) is in `{}`; `foley render {}` plays it.\n",
        preset.name,
        preset.model(),
        path.display(),
        path.display()
    ))
}

/// The preset with all that was said of it.
fn changed(matches: &ArgMatches, source: &str) -> Result<Preset, Failure> {
    let said = |name: &str| matches.get_one::<String>(name);
    let mut preset = render::load_preset(source)?;
    catalogue::read_overrides(matches).apply(&mut preset)?;
    for (name, field) in
        [("name", &mut preset.name), ("sentence", &mut preset.sentence), ("author", &mut preset.author)]
    {
        if let Some(text) = said(name) {
            field.clone_from(text);
        }
    }
    if let Some(&seed) = matches.get_one("seed") {
        preset.seed = seed;
    }
    Ok(preset)
}

/// Puts it into one's own folder, under its name.
fn keep(matches: &ArgMatches, source: &str) -> Result<String, Failure> {
    let preset = changed(matches, source)?;
    let folder = catalogue::user_presets::folder().ok_or_else(|| {
        Failure::input(
            "there is no home for presets of your own: set FOLEY_PRESETS, or say `--as FILE`.".to_owned(),
        )
    })?;
    let replace = matches.get_flag("replace");
    let file = folder.save(&preset, replace).map_err(|why| {
        let hint = match &*why.kind {
            PresetErrorKind::Exists { .. } => " `--replace` replaces it.",
            PresetErrorKind::NameOfModel { .. } => " Say `--name`.",
            _ => "",
        };
        Failure::input(format!("{why}{hint}"))
    })?;
    if matches.get_flag("json") {
        return output::json(&json!({ "file": file, "preset": catalogue::preset_json(&preset) }));
    }
    Ok(format!(
        "{} ({}) is in `{}`; `foley render {}` plays it.\n",
        preset.name,
        preset.model(),
        file.display(),
        preset.slug()
    ))
}
