//! Flags that change a sound: values, gestures, a score from a file.
//!
//! | flag                         | meaning                                                           |
//! |------------------------------|-------------------------------------------------------------------|
//! | `--set touch.stiffness=1e9`  | a value in SI or with its unit                                    |
//! | `--set hardness=70`          | the same by its handle, 0 to 100                                  |
//! | `--gesture strike=1.2@0.5`   | a gesture with value and time [s]; both may be missing            |
//! | `--strike 1.2@0.5`           | the same; every gesture of every model has such a flag            |
//! | `--score FILE`               | a score from a file instead of the preset's                       |

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_catalogue::models;
use foley_params::Info;
use foley_render::Overrides;
use std::path::PathBuf;

/// Help text: how names in `--set` are resolved by `foley_sound::resolve`.
pub(crate) const NAME_RULE: &str = "\
A short name is a gesture if the model has one of that name, else a handle (a bare number is its position, 0 to 100), \
else a parameter (a bare number is SI). `part.parameter` is the parameter in SI; `part.parameter.handle` is its handle, \
0 to 100. A number with a unit, such as 12cm, is always the quantity itself.";

/// Returns the flags that change a sound. `taken` are the names of the command's own flags; a gesture of such
/// a name gets no flag.
pub(crate) fn flags(taken: &[&str]) -> Vec<Arg> {
    let mut flags = vec![
        Arg::new("set")
            .long("set")
            .value_name("NAME=VALUE")
            .help("Change a value: touch.stiffness=1e9, struck.size=12cm, struck.material=glass, hardness=70")
            .long_help(format!(
                "Change a value: touch.stiffness=1e9, struck.size=12cm, struck.material=glass, hardness=70.\n\n{NAME_RULE}"
            ))
            .action(ArgAction::Append)
            .value_parser(|text: &str| {
                pair(text, "a name, `=` and a value: struck.size=12cm, or bodies.hammer.mass=20g for a scene")
            }),
        Arg::new("gesture")
            .long("gesture")
            .value_name("NAME=VALUE@SECONDS")
            .help("Make a gesture at a time; --strike 1.2@0.5 is the same as --gesture strike=1.2@0.5")
            .action(ArgAction::Append)
            .value_parser(gesture),
        Arg::new("score")
            .long("score")
            .value_name("FILE")
            .help("A JSON list of events that replaces the preset's score")
            .value_parser(value_parser!(PathBuf)),
    ];
    let gestures = all_gestures();
    let gestures = gestures.iter().filter(|(info, _)| !taken.contains(&info.id));
    flags.extend(gestures.map(|(info, models)| {
        Arg::new(info.id)
            .long(info.id)
            .value_name("VALUE@SECONDS")
            .help(format!("{} [{}]", info.doc.trim_end_matches('.'), models.join(", ")))
            .help_heading("Gestures")
            .allow_hyphen_values(true)
            .action(ArgAction::Append)
    }));
    flags
}

/// Returns every gesture of the catalogue once, with the models that have the gesture.
fn all_gestures() -> Vec<(Info, Vec<&'static str>)> {
    let mut gestures: Vec<(Info, Vec<&'static str>)> = Vec::new();
    for sound in models() {
        for &info in sound.gestures() {
            let name = sound.info().name;
            match gestures.iter_mut().find(|(known, _)| known.id == info.id) {
                Some((_, models)) => models.push(name),
                None => gestures.push((info, vec![name])),
            }
        }
    }
    gestures
}

fn pair(text: &str, expected: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or(format!("expected {expected}"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Splits `strike=1.2@0.5`, `strike@0.5` or `strike` into the name of the gesture and the rest.
fn gesture(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name, value.to_owned()));
    let at = || text.split_once('@').map(|(name, at)| (name, format!("@{at}")));
    let (name, value) = parts.or_else(at).unwrap_or((text, String::new()));
    if name.is_empty() {
        return Err(
            "expected the name of a gesture, `=`, a value, `@` and seconds: strike=1.2@0.5".to_owned()
        );
    }
    Ok((name.to_owned(), value))
}

/// Reads the changes to a sound from the flags of [`flags`].
pub(crate) fn read_overrides(matches: &ArgMatches) -> Overrides {
    let pairs = |id: &str| -> Vec<(String, String)> {
        let values = matches.get_many(id).into_iter().flatten();
        values.cloned().collect()
    };
    // Gestures keep the order of the command line: of gestures at the same time the first is made first.
    let mut gestures: Vec<(usize, (String, String))> = Vec::new();
    let indices = |id: &str| matches.indices_of(id).into_iter().flatten();
    gestures.extend(indices("gesture").zip(pairs("gesture")));
    for (info, _) in all_gestures() {
        if let Ok(Some(values)) = matches.try_get_many::<String>(info.id) {
            let named = values.map(|text| (info.id.to_owned(), text.clone()));
            gestures.extend(indices(info.id).zip(named));
        }
    }
    gestures.sort_by_key(|&(index, _)| index);
    Overrides {
        settings: pairs("set"),
        gestures: gestures.into_iter().map(|(_, gesture)| gesture).collect(),
        score: matches.get_one("score").cloned(),
    }
}
