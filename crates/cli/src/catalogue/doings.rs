//! What the command line does to a sound: values that are set, gestures that are made, a score from a file.
//!
//! | flag                         | means                                                             |
//! |------------------------------|-------------------------------------------------------------------|
//! | `--set touch.stiffness=1e9`  | a value in SI or with its unit                                    |
//! | `--set hardness=70`          | the same by its handle, 0 to 100                                  |
//! | `--gesture strike=1.2@0.5`   | a gesture: how much, and when [s]; either may be left out         |
//! | `--strike 1.2@0.5`           | the same; every gesture of every model has such a flag            |
//! | `--score FILE`               | what is done when, from a file, instead of the preset's score     |
//!
//! Gestures of the command line take the place of those of the preset; values that its score sets stay. Such
//! as only change what sounds already (`--throttle`, `--cork`) leave the others in their place.

use crate::failure::Failure;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_catalogue::models;
use foley_catalogue::preset::Preset;
use foley_params::words::did_you_mean;
use foley_params::{Info, Scale, Unit};
use foley_sound::{Score, ScoreEvent, ScoreEventKind, Sound, set_text};
use std::path::PathBuf;

/// When a gesture may be made.
const AT: Info = Info {
    id: "seconds",
    symbol: "t",
    unit: Unit::Second,
    doc: "When.",
    min: 0.0,
    max: 3600.0,
    scale: Scale::Linear,
    default: 0.0,
    glide: 0.0,
    handle: None,
};

/// What is to be done to a sound.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doings {
    settings: Vec<(String, String)>,
    /// Name, and what is written behind it.
    gestures: Vec<(String, String)>,
    score: Option<PathBuf>,
}

/// The flags. `taken` are the names that the command has for itself: no gesture has those.
pub(crate) fn flags(taken: &[&str]) -> Vec<Arg> {
    let mut flags = vec![
        Arg::new("set")
            .long("set")
            .value_name("NAME=VALUE")
            .help("Change a value: touch.stiffness=1e9, struck.size=12cm, struck.material=glass, hardness=70")
            .action(ArgAction::Append)
            .value_parser(|text: &str| {
                pair(text, "a path, `=` and a value: struck.size=12cm, or bodies.hammer.mass=20g of a scene")
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
            .help("What is done when, as a JSON list, instead of the preset's own score")
            .value_parser(value_parser!(PathBuf)),
    ];
    let gestures = known();
    let gestures = gestures.iter().filter(|(info, _)| !taken.contains(&info.id));
    flags.extend(gestures.map(|(info, users)| {
        Arg::new(info.id)
            .long(info.id)
            .value_name("VALUE@SECONDS")
            .help(format!("{} [{}]", info.doc.trim_end_matches('.'), users.join(", ")))
            .help_heading("Gestures")
            .allow_hyphen_values(true)
            .action(ArgAction::Append)
    }));
    flags
}

/// Every gesture that some model has, once, and the models that have it.
fn known() -> Vec<(Info, Vec<&'static str>)> {
    let mut known: Vec<(Info, Vec<&'static str>)> = Vec::new();
    for sound in models() {
        for &info in sound.gestures() {
            let name = sound.info().name;
            match known.iter_mut().find(|(it, _)| it.id == info.id) {
                Some((_, users)) => users.push(name),
                None => known.push((info, vec![name])),
            }
        }
    }
    known
}

fn pair(text: &str, wanted: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or(format!("write {wanted}"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// `strike=1.2@0.5`, `strike@0.5` or `strike`.
fn gesture(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name, value.to_owned()));
    let at = || text.split_once('@').map(|(name, at)| (name, format!("@{at}")));
    let (name, value) = parts.or_else(at).unwrap_or((text, String::new()));
    if name.is_empty() {
        return Err("write the name of a gesture, `=`, a value, `@` and seconds: strike=1.2@0.5".to_owned());
    }
    Ok((name.to_owned(), value))
}

impl Doings {
    pub(crate) fn read(matches: &ArgMatches) -> Self {
        let pairs = |id: &str| -> Vec<(String, String)> {
            let given = matches.get_many(id).into_iter().flatten();
            given.cloned().collect()
        };
        // Gestures in the order in which they were written: at the same time the first is made first.
        let mut gestures: Vec<(usize, (String, String))> = Vec::new();
        let places = |id: &str| matches.indices_of(id).into_iter().flatten();
        gestures.extend(places("gesture").zip(pairs("gesture")));
        for (info, _) in known() {
            if let Ok(Some(written)) = matches.try_get_many::<String>(info.id) {
                let named = written.map(|text| (info.id.to_owned(), text.clone()));
                gestures.extend(places(info.id).zip(named));
            }
        }
        gestures.sort_by_key(|&(place, _)| place);
        Self {
            settings: pairs("set"),
            gestures: gestures.into_iter().map(|(_, gesture)| gesture).collect(),
            score: matches.get_one("score").cloned(),
        }
    }

    /// What was set, as it was written.
    pub(crate) fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// Something is done that only a sound can have done to it.
    pub(crate) fn needs_a_sound(&self) -> Option<&'static str> {
        if self.score.is_some() {
            Some("--score")
        } else {
            (!self.gestures.is_empty()).then_some("--gesture")
        }
    }

    /// Does all of it to a preset.
    pub(crate) fn apply(&self, preset: &mut Preset) -> Result<(), Failure> {
        let mut score = std::mem::take(&mut preset.score);
        self.apply_to_all(std::slice::from_mut(preset), &mut score)?;
        preset.score = score;
        Ok(())
    }

    /// Does all of it to presets of one model that have one score together.
    pub(crate) fn apply_to_all(&self, presets: &mut [Preset], score: &mut Score) -> Result<(), Failure> {
        for preset in presets.iter_mut() {
            for (name, value) in &self.settings {
                set_text(&mut *preset.sound, name, value)
                    .map_err(|why| Failure::input(format!("`--set {name}={value}`: {why}")))?;
            }
        }
        let Some(first) = presets.first() else {
            return Ok(());
        };
        if let Some(read) = self.score(&*first.sound)? {
            *score = read;
        }
        let made = self.gestures(&*first.sound)?;
        if !made.is_empty() {
            score.make(&*first.sound, made);
        }
        Ok(())
    }

    /// The score of the file that was named.
    fn score(&self, sound: &dyn Sound) -> Result<Option<Score>, Failure> {
        let Some(path) = &self.score else {
            return Ok(None);
        };
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|why| Failure::input(format!("cannot read `{name}`: {why}")))?;
        let score = foley_catalogue::preset::read_score(&text, sound);
        score.map(Some).map_err(|why| Failure::input(format!("`{name}`, {why}")))
    }

    /// The gestures that were made, as notes.
    fn gestures(&self, sound: &dyn Sound) -> Result<Vec<ScoreEvent>, Failure> {
        let note = |(name, written): &(String, String)| {
            let refused = |why: String| Failure::input(format!("`--gesture {name}={written}`: {why}"));
            let gestures = sound.gestures();
            let Some(info) = gestures.iter().find(|info| info.id == name) else {
                let names: Vec<_> = gestures.iter().map(|info| info.id).collect();
                let near = foley_params::words::nearest(name, &names);
                return Err(refused(format!(
                    "`{}` has no gesture `{name}`{} It has {}.",
                    sound.info().name,
                    did_you_mean(&near),
                    foley_params::words::list(&names, "and"),
                )));
            };
            let (value, at) = written.split_once('@').unwrap_or((written, ""));
            let read = |info: &Info, text: &str| match text.trim() {
                "" => Ok(None),
                text => info.parse(text).map(Some).map_err(|why| refused(why.to_string())),
            };
            Ok(ScoreEvent {
                at: read(&AT, at)?.unwrap_or(0.0),
                kind: ScoreEventKind::Gesture { name: name.clone(), value: read(info, value)? },
            })
        };
        self.gestures.iter().map(note).collect()
    }
}
