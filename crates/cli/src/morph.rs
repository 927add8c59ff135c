//! `foley morph`: renders a transition between sounds, or a sound between them.

use crate::failure::Failure;
use crate::render;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_catalogue::preset::Preset;
use foley_params::{Info, Scale, Unit};
use foley_render::{ASPECTS, Blend};
use foley_sound::{Level, Score, ScoreEvent, ScoreEventKind, Sound, pad};

/// Range and default of `--over`, the duration of the transition.
const OVER: Info = Info {
    id: "over",
    symbol: "T",
    unit: Unit::Second,
    doc: "Duration of the transition from the first to the last.",
    min: 0.05,
    max: 600.0,
    scale: Scale::Linear,
    default: 4.0,
    glide: 0.0,
    handle: None,
};
/// Range and default of `--at`, the position between the first and the last sound.
const AT: Info = Info {
    id: "at",
    symbol: "w",
    unit: Unit::One,
    doc: "Position between the sounds: 0 is the first, 1 the last.",
    min: 0.0,
    max: 1.0,
    default: 0.5,
    ..OVER
};
/// Time between two repetitions of an event during a transition \[s\].
const REPEAT_INTERVAL: f64 = 0.5;
/// Maximum number of sounds in a morph.
const MAX_ENDS: usize = 8;

/// Builds the clap command `foley morph`.
pub(crate) fn command() -> Command {
    let names = ASPECTS.map(|(name, _)| name);
    Command::new("morph")
        .about("Morph between sounds of one model, over time or at a fixed position")
        .long_about(
            "Morphs between sounds of one model: every value, and every mode of its bodies, goes from the first to the last.\n\n\
             Without `--at` or `--pad` the transition takes `--over` seconds; a sound that is a single event is repeated twice a second \
             unless gestures are given. With `--at` or `--pad` the sound stays at that position.",
        )
        .after_help(
            "Examples:\n  \
             foley morph A B -o x.wav                       from A to B in 4 s\n  \
             foley morph A B -o x.wav --at 0.3              a sound at 30 % of the way\n  \
             foley morph A B C D -o x.wav --pad 0.2,0.9     between four corners: A and B below, C and D above\n  \
             foley morph A B -o x.wav --what structure      morph the bodies, keep the interaction\n  \
             foley morph A B -o x.wav --over 2s --strike 1@0 --strike 1@1 --strike 1@2\n\n\
             A and B are presets (`foley list presets`), models, or files of them.",
        )
        .arg(
            Arg::new("ends")
                .value_name("NAME|FILE")
                .help("Two or more presets, models or sound files, all of the same model")
                .num_args(2..=MAX_ENDS)
                .required(true)
                .action(ArgAction::Append),
        )
        .arg(crate::flag::of(&AT, None).help("Fixed position between the sounds: 0 is the first, 1 the last [default: a transition over time]").value_parser(|written: &str| crate::flag::read(&AT, written)))
        .arg(
            Arg::new("pad")
                .long("pad")
                .value_name("X,Y")
                .help("Fixed position between four sounds: 0,0 is the first, 1,0 the second, 0,1 the third, 1,1 the fourth")
                .conflicts_with_all(["at", "over"])
                .allow_hyphen_values(true)
                .value_parser(corner),
        )
        .arg(
            crate::flag::of(&OVER, None)
                .conflicts_with("at")
                .value_parser(|written: &str| crate::flag::read(&OVER, written)),
        )
        .arg(
            Arg::new("what")
                .long("what")
                .value_name("WHAT")
                .help("Aspects to morph: the bodies, their interaction, or all")
                .default_value("all")
                .value_parser(PossibleValuesParser::new(names)),
        )
        .args(render::sound_flags())
}

fn corner(written: &str) -> Result<(f64, f64), String> {
    let part = |text: &str| AT.parse(text).map_err(|_| ());
    let coordinates = written.split_once(',').map(|(x, y)| (part(x), part(y)));
    match coordinates {
        Some((Ok(x), Ok(y))) => Ok((x, y)),
        _ => Err("expected two numbers from 0 to 1, such as 0.2,0.9".to_owned()),
    }
}

/// Runs `foley morph` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let names = matches.get_many::<String>("ends").into_iter().flatten();
    let ends: Vec<Preset> = names.map(|name| render::load_preset(name)).collect::<Result<_, _>>()?;
    let value = |info: &Info| matches.get_one::<f64>(info.id).copied();
    let over = value(&OVER).unwrap_or(OVER.default);
    let (path, moves) = if let Some(&(x, y)) = matches.get_one::<(f64, f64)>("pad") {
        if ends.len() != 4 {
            return Err(Failure::input(format!(
                "`--pad` needs four sounds, and there are {}. Name four, or use `--at`.",
                ends.len()
            )));
        }
        (vec![(0.0, pad(x, y).to_vec())], false)
    } else if let Some(at) = value(&AT) {
        (vec![(0.0, along(at, ends.len()))], false)
    } else {
        let last = ends.len().saturating_sub(1).max(1);
        let point = |index: usize| {
            let way = index as f64 / last as f64;
            (way * over, along(way, ends.len()))
        };
        ((0..ends.len()).map(point).collect(), true)
    };
    let aspects = matches.get_one::<String>("what").map_or("all", String::as_str);
    let aspects = ASPECTS.iter().find(|(name, _)| *name == aspects);
    let score = match ends.first() {
        Some(first) if moves => repeated_score(&*first.sound, over),
        Some(first) => first.score.clone(),
        None => Score::default(),
    };
    let blend = Blend { ends, path, aspects: aspects.map_or("all", |(name, _)| name), score };
    render::morph(matches, blend)
}

/// Returns the weight of each sound at position `way`, from 0 at the first sound to 1 at the last.
fn along(way: f64, ends: usize) -> Vec<f64> {
    let place = way * ends.saturating_sub(1) as f64;
    let weight = |end: usize| (1.0 - (place - end as f64).abs()).max(0.0);
    (0..ends).map(weight).collect()
}

/// Returns the default gestures of a sound. A single event is repeated until `over` \[s\].
fn repeated_score(sound: &dyn Sound, over: f64) -> Score {
    let strokes =
        if sound.info().level == Level::Event { (over / REPEAT_INTERVAL).floor() as usize + 1 } else { 1 };
    let mut score = Score::default();
    for stroke in 0..strokes {
        for (at, gesture, value) in sound.default_gestures() {
            let Some(info) = sound.gestures().get(gesture) else {
                continue;
            };
            score.events.push(ScoreEvent {
                at: at + stroke as f64 * REPEAT_INTERVAL,
                kind: ScoreEventKind::Gesture { name: info.id.to_owned(), value: Some(value) },
            });
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_run_from_the_first_end_to_the_last() {
        assert_eq!(along(0.0, 3), [1.0, 0.0, 0.0]);
        assert_eq!(along(0.5, 3), [0.0, 1.0, 0.0]);
        assert_eq!(along(0.75, 3), [0.0, 0.5, 0.5]);
        assert_eq!(along(1.0, 2), [0.0, 1.0]);
    }
}
