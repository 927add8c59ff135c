//! `foley save`: saves a user preset as a file.

use crate::catalogue;
use crate::failure::Failure;
use crate::output;
use crate::render;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_catalogue::preset::{LOUDNESS_TARGET, Preset, PresetErrorKind};
use foley_render::AtomicFile;
use serde_json::json;
use std::path::PathBuf;

/// Builds the clap command `foley save`.
pub(crate) fn command() -> Command {
    let flags = [
        Arg::new("source")
            .value_name("NAME|FILE")
            .help("A preset or a model, a preset file, or a sound file written by Foley")
            .required(true),
        Arg::new("as")
            .long("as")
            .value_name("FILE.json|FILE.xml")
            .help("File to write [default: NAME.json in the folder of user presets, where commands find the preset by its name]")
            .value_parser(value_parser!(PathBuf)),
        text("name", "Name of the preset, preferably the cause of the sound"),
        text("sentence", "A sentence about the sound and its cause"),
        text("author", "Name of the author"),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .help("Seed of the preset's random numbers [default: the seed of the source]")
            .allow_negative_numbers(true)
            .value_parser(value_parser!(u64)),
        Arg::new("loudness")
            .long("loudness")
            .value_name("LUFS")
            .help(format!(
                "Play the whole preset, measure its loudness and store the gain that brings it to this value, {} to {} LUFS; without a value, to the target loudness of the source [default: keep the gain of the source]",
                LOUDNESS_TARGET.min, LOUDNESS_TARGET.max
            ))
            .num_args(0..=1)
            .allow_negative_numbers(true)
            .value_parser(|text: &str| LOUDNESS_TARGET.parse(text).map_err(|why| why.to_string())),
        Arg::new("replace").long("replace").help("Overwrite an existing file").action(ArgAction::SetTrue),
        Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue),
    ];
    let taken: Vec<_> = flags.iter().map(|flag| flag.get_id().as_str()).collect();
    let overrides = catalogue::flags(&taken);
    Command::new("save")
        .about("Save a user preset as a JSON or XML file")
        .long_about(
            "Saves a preset with all changes as a JSON or XML file.\n\n\
             A preset stores a target loudness and the gain that reaches it. By default the gain of the preset that was changed is kept, so that \
             a change such as a harder strike makes the saved preset louder. --loudness plays the changed preset and measures a new gain.",
        )
        .after_help(
            "Examples:\n  \
             foley save impact --set hardness=90 --name \"hard knock\"     then: `foley render hard-knock`\n  \
             foley save impact --as mine.json\n  \
             foley save impact --as mine.xml --set struck.material=glass --set hardness=70 --strike 1.2@0 --name \"glass on glass\"\n  \
             foley save x.wav --as mine.json                    the preset of a sound file",
        )
        .args(flags)
        .args(overrides)
}

fn text(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("TEXT").help(help)
}

/// Runs `foley save` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let text = |name: &str| matches.get_one::<String>(name);
    let source = text("source").map_or("", String::as_str);
    let Some(path) = matches.get_one::<PathBuf>("as") else {
        return save_by_name(matches, source);
    };
    let ending = path.extension().and_then(|ending| ending.to_str());
    let xml = match ending.map(str::to_lowercase).as_deref() {
        Some("json") => false,
        Some("xml") => true,
        _ => {
            return Err(Failure::input(format!(
                "`{}` does not end in .json or .xml; other formats cannot be written.",
                path.display()
            )));
        }
    };
    let preset = changed(matches, source)?;
    let text = if xml { preset.to_xml() } else { preset.to_json() };
    if path.exists() && !matches.get_flag("replace") {
        return Err(Failure::input(format!("`{}` exists; `--replace` overwrites it.", path.display())));
    }
    AtomicFile::write_text(path, &text)?;
    if matches.get_flag("json") {
        return output::json(&json!({ "file": path, "preset": catalogue::preset_summary_json(&preset) }));
    }
    Ok(format!(
        "saved {} ({}) in `{}`; `foley render {}` plays it.\n",
        preset.name,
        preset.model(),
        path.display(),
        path.display()
    ))
}

/// Returns the preset with all changes of the command line.
fn changed(matches: &ArgMatches, source: &str) -> Result<Preset, Failure> {
    let text = |name: &str| matches.get_one::<String>(name);
    let mut preset = render::load_preset(source)?;
    catalogue::read_overrides(matches).apply(&mut preset)?;
    if let Some(&seed) = matches.get_one("seed") {
        preset.seed = seed;
    }
    if matches.contains_id("loudness") {
        if let Some(&target) = matches.get_one("loudness") {
            preset.loudness.target = target;
        }
        preset.loudness = preset
            .measure_loudness()
            .map_err(|why| Failure::input(format!("`{source}` cannot be played: {why}.")))?;
    }
    for (name, field) in
        [("name", &mut preset.name), ("sentence", &mut preset.sentence), ("author", &mut preset.author)]
    {
        if let Some(value) = text(name) {
            field.clone_from(value);
        }
    }
    Ok(preset)
}

/// Saves the preset in the folder of user presets, under its name.
fn save_by_name(matches: &ArgMatches, source: &str) -> Result<String, Failure> {
    let preset = changed(matches, source)?;
    let folder = catalogue::user_presets::folder().ok_or_else(|| {
        Failure::input(
            "there is no folder for user presets: set FOLEY_PRESETS, or use `--as FILE`.".to_owned(),
        )
    })?;
    let replace = matches.get_flag("replace");
    let file = folder.save(&preset, replace).map_err(|why| {
        let hint = match &*why.kind {
            PresetErrorKind::Exists { .. } => " `--replace` overwrites it.",
            PresetErrorKind::NameOfModel { .. } => " Choose a name with `--name`.",
            _ => "",
        };
        Failure::input(format!("{why}{hint}"))
    })?;
    if matches.get_flag("json") {
        return output::json(&json!({ "file": file, "preset": catalogue::preset_summary_json(&preset) }));
    }
    Ok(format!(
        "saved {} ({}) in `{}`; `foley render {}` plays it.\n",
        preset.name,
        preset.model(),
        file.display(),
        preset.slug()
    ))
}
