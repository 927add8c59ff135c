//! `foley morph`: one sound becomes another, or stands between them.

use crate::failure::Failure;
use crate::render;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use foley_catalogue::preset::Preset;
use foley_params::{Info, Scale, Unit};
use foley_render::{ASPECTS, Blend};
use foley_sound::{Level, Score, ScoreEvent, ScoreEventKind, Sound, pad};

/// How long the way takes.
const OVER: Info = Info {
    id: "over",
    symbol: "T",
    unit: Unit::Second,
    doc: "How long the way from the first to the last takes.",
    min: 0.05,
    max: 600.0,
    scale: Scale::Linear,
    default: 4.0,
    glide: 0.0,
    handle: None,
};
/// How far on the way one stays.
const AT: Info = Info {
    id: "at",
    symbol: "w",
    unit: Unit::One,
    doc: "Stay here between them: 0 is the first, 1 the last.",
    min: 0.0,
    max: 1.0,
    default: 0.5,
    ..OVER
};
/// Time between two strokes while something becomes something else \[s\].
const EVERY: f64 = 0.5;
/// Most sounds at once.
const MOST_ENDS: usize = 8;

/// Builds the clap command.
pub(crate) fn command() -> Command {
    let names = ASPECTS.map(|(name, _)| name);
    Command::new("morph")
        .about("One sound becomes another, or stands between them")
        .long_about(
            "Sounds of one model become each other: every value, and every mode of what rings, goes from the first to the last.\n\n\
             Without `--at` or `--pad` the way takes `--over` seconds, while a sound that is one event is made again and again, twice a second, \
             unless you say which gestures are made; with one of them the sound stays in between.",
        )
        .after_help(
            "Examples:\n  \
             foley morph A B -o x.wav                       from A to B in four seconds\n  \
             foley morph A B -o x.wav --at 0.3              a sound that is 30 % of the way\n  \
             foley morph A B C D -o x.wav --pad 0.2,0.9     between four corners: A B below, C D above\n  \
             foley morph A B -o x.wav --what structure      other bodies, the same touch\n  \
             foley morph A B -o x.wav --over 2s --strike 1@0 --strike 1@1 --strike 1@2\n\n\
             A and B are presets (`foley list presets`), models, or files of either.",
        )
        .arg(
            Arg::new("ends")
                .value_name("NAME|FILE")
                .help("The sounds, of one model")
                .num_args(2..=MOST_ENDS)
                .required(true)
                .action(ArgAction::Append),
        )
        .arg(crate::flag::of(&AT, None).help("Stay here between them: 0 is the first, 1 the last; without it the sound goes from one to the other").value_parser(|written: &str| crate::flag::read(&AT, written)))
        .arg(
            Arg::new("pad")
                .long("pad")
                .value_name("X,Y")
                .help("Stay here between four: 0,0 is the first, 1,0 the second, 0,1 the third, 1,1 the fourth")
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
                .help("What changes: the bodies, how they touch and move, or all of it")
                .default_value("all")
                .value_parser(PossibleValuesParser::new(names)),
        )
        .args(render::sound_flags())
}

fn corner(written: &str) -> Result<(f64, f64), String> {
    let part = |text: &str| AT.parse(text).map_err(|_| ());
    let both = written.split_once(',').map(|(x, y)| (part(x), part(y)));
    match both {
        Some((Ok(x), Ok(y))) => Ok((x, y)),
        _ => Err("a place on the pad is two numbers from 0 to 1, such as 0.2,0.9".to_owned()),
    }
}

/// Runs the command and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let names = matches.get_many::<String>("ends").into_iter().flatten();
    let ends: Vec<Preset> = names.map(|name| render::load_preset(name)).collect::<Result<_, _>>()?;
    let value = |info: &Info| matches.get_one::<f64>(info.id).copied();
    let over = value(&OVER).unwrap_or(OVER.default);
    let (path, moves) = if let Some(&(x, y)) = matches.get_one::<(f64, f64)>("pad") {
        if ends.len() != 4 {
            return Err(Failure::input(format!(
                "`--pad` stands between four sounds, and there are {}. Name four, or stay on the way with `--at`.",
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
        Some(first) if moves => again_and_again(&*first.sound, over),
        Some(first) => first.score.clone(),
        None => Score::default(),
    };
    let blend = Blend { ends, path, aspects: aspects.map_or("all", |(name, _)| name), score };
    render::morph(matches, blend)
}

/// The weights at a share of the way through all ends.
fn along(way: f64, ends: usize) -> Vec<f64> {
    let place = way * ends.saturating_sub(1) as f64;
    let weight = |end: usize| (1.0 - (place - end as f64).abs()).max(0.0);
    (0..ends).map(weight).collect()
}

/// The opening of a sound, made again until the way is gone if it is a single event.
fn again_and_again(sound: &dyn Sound, over: f64) -> Score {
    let strokes = if sound.info().level == Level::Event { (over / EVERY).floor() as usize + 1 } else { 1 };
    let mut score = Score::default();
    for stroke in 0..strokes {
        for (at, gesture, value) in sound.default_gestures() {
            let Some(info) = sound.gestures().get(gesture) else {
                continue;
            };
            score.events.push(ScoreEvent {
                at: at + stroke as f64 * EVERY,
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
    fn the_way_leads_from_end_to_end() {
        assert_eq!(along(0.0, 3), [1.0, 0.0, 0.0]);
        assert_eq!(along(0.5, 3), [0.0, 1.0, 0.0]);
        assert_eq!(along(0.75, 3), [0.0, 0.5, 0.5]);
        assert_eq!(along(1.0, 2), [0.0, 1.0]);
    }
}
