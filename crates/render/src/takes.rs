//! Takes of one sound, as if it were played again by hand.
//!
//! The first take is the sound itself. Each further take has the next seed, and the values of its gestures
//! and the touched places differ as those of repeated strokes do:
//!
//! ```math
//! v' = v\,(1 + \sigma g_1), \qquad x' = x + \frac{\sigma D}{L}\, g_2
//! ```
//!
//! | symbol | here                                  | unit | meaning                                           |
//! |--------|---------------------------------------|------|---------------------------------------------------|
//! | σ      | `aim.variation`, or [`SCATTER`]       | 1    | relative scatter of the stroke                    |
//! | g      | [`Dice::normal`]                      | 1    | normal deviates, drawn from the seed of the take  |
//! | v      | gestures of the score                 |      | speed, height or force of a gesture               |
//! | D      | [`STROKE`]                            | m    | length of the stroke                              |
//! | x, L   | `position`, `size`                    | 1, m | touched place, as a share of the size of the body |
//!
//! The scatter of a force is proportional to the force, and that of the end of a rapid movement to its length
//! \[Schmidt1979\].

use crate::RenderError;
use foley_catalogue::preset::Preset;
use foley_catalogue::solids::variation::{STROKE, place};
use foley_dsp::random::{Dice, mix_seed};
use foley_params::{Info, Scale, Unit};
use foley_sound::{Family, Level, ScoreEventKind, sound_params};

/// Range of the number of takes of a render.
pub const TAKES: Info = Info {
    id: "takes",
    symbol: "n",
    unit: Unit::One,
    doc: "Number of takes: files with another seed, struck at another place and speed.",
    min: 1.0,
    max: 100.0,
    scale: Scale::Integer,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// Relative scatter of a stroke without a parameter `variation` \[1\].
pub const SCATTER: f64 = 0.08;

/// Stream of the random numbers of a take.
const STREAM: u64 = 0x7a6b_e500;

/// Varies a preset as the hand does in the take that has this `seed`. Sounds that no hand strikes differ by
/// their seed only.
///
/// # Errors
/// If a parameter rejects a value.
pub(crate) fn vary(preset: &mut Preset, seed: u64) -> Result<(), RenderError> {
    let info = preset.sound.info();
    if info.family != Family::Solids && info.level != Level::Event {
        return Ok(());
    }
    let mut dice = Dice::new(mix_seed(seed, STREAM));
    let params = sound_params(&*preset.sound);
    let variation = params.iter().find(|param| param.info.id == "variation");
    let scatter = variation.map(|param| param.get(&*preset.sound)).filter(|&scatter| scatter > 0.0);
    let scatter = scatter.unwrap_or(SCATTER);
    vary_gestures(preset, scatter, &mut dice);
    for param in params.iter().filter(|param| param.info.id == "position") {
        let same_part = |other: &&_| same_part(param, other);
        let Some(size) = params.iter().filter(same_part).find(|other| other.info.id == "size") else {
            continue;
        };
        let away = scatter * STROKE / size.get(&*preset.sound) * dice.normal();
        let moved = param.info.clamp(place(param.get(&*preset.sound), away));
        param.set(&mut *preset.sound, moved).map_err(|why| RenderError::unplayable(&preset.name, why))?;
    }
    Ok(())
}

fn same_part(one: &foley_sound::SoundParam, other: &foley_sound::SoundParam) -> bool {
    one.part == other.part
}

/// Multiplies the value of every gesture by a factor of its own. Counts and choices stay.
fn vary_gestures(preset: &mut Preset, scatter: f64, dice: &mut Dice) {
    let gestures = preset.sound.gestures();
    let defaults = preset.sound.default_gestures();
    let is_gesture = |kind: &ScoreEventKind| matches!(kind, ScoreEventKind::Gesture { .. });
    if !preset.score.events.iter().any(|event| is_gesture(&event.kind)) {
        for &(at, index, value) in &defaults {
            if let Some(info) = gestures.get(index) {
                preset.score.gesture(at, info.id, value);
            }
        }
    }
    for event in &mut preset.score.events {
        let ScoreEventKind::Gesture { name, value } = &mut event.kind else { continue };
        let Some((index, info)) = gestures.iter().enumerate().find(|(_, info)| info.id == *name) else {
            continue;
        };
        let default = defaults.iter().find(|(_, gesture, _)| *gesture == index).map(|(_, _, value)| *value);
        let varies = matches!(info.scale, Scale::Linear | Scale::Logarithmic);
        if let (true, Some(played)) = (varies, value.or(default)) {
            *value = Some(info.clamp(played * (1.0 + scatter * dice.normal()).max(0.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::preset::by_name;

    #[test]
    fn the_strikes_of_many_takes_scatter_about_the_preset() {
        let preset = by_name("church bell").unwrap();
        let position = |preset: &Preset| {
            let params = sound_params(&*preset.sound);
            let struck = params.iter().find(|param| param.path() == "struck.position").unwrap();
            let size = params.iter().find(|param| param.path() == "struck.size").unwrap();
            struck.get(&*preset.sound) * size.get(&*preset.sound)
        };
        let first = |preset: &Preset| match preset.score.events[0].kind {
            ScoreEventKind::Gesture { value: Some(value), .. } => value,
            _ => panic!("{:?}", preset.score.events[0]),
        };
        let takes = 400;
        let (mut speeds, mut places) = (0.0, 0.0);
        for seed in 0..takes {
            let mut take = preset.clone();
            vary(&mut take, seed).unwrap();
            speeds += libm::pow(first(&take) / first(preset) - 1.0, 2.0);
            places += libm::pow(position(&take) - position(preset), 2.0);
        }
        let (speed, place) = ((speeds / takes as f64).sqrt(), (places / takes as f64).sqrt());
        // The standard error of the root mean square of 400 normal deviates is 3.5 %; three of them are
        // allowed.
        assert!((speed / SCATTER - 1.0).abs() < 0.11, "speeds scatter by {speed}");
        assert!((place / (SCATTER * STROKE) - 1.0).abs() < 0.11, "places scatter by {place} m");
    }

    #[test]
    fn counts_and_sounds_that_no_hand_strikes_keep_their_values() {
        for name in ["rubber soles on concrete", "wind in the pines"] {
            let preset = by_name(name).unwrap();
            let mut take = preset.clone();
            vary(&mut take, 5).unwrap();
            let counts = |preset: &Preset| preset.score.events.clone();
            if name.starts_with("wind") {
                assert_eq!(counts(&take), counts(preset));
            }
            for event in &take.score.events {
                if let ScoreEventKind::Gesture { name, value: Some(value) } = &event.kind
                    && name == "walk"
                {
                    assert_eq!(value.fract(), 0.0, "steps are counted");
                }
            }
        }
    }
}
