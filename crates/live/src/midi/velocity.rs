//! Default meaning of a key's velocity: the strength of the key's gesture, relative to the strength in the
//! sound's own score.
//!
//! ```math
//! u = u_0\,2^{(v - 100)/25}
//! ```
//!
//! | symbol | unit          | meaning                                                                     |
//! |--------|---------------|-----------------------------------------------------------------------------|
//! | u      | the gesture's | strength of the gesture, within its range                                   |
//! | u₀     | the gesture's | strength in the score of the preset, or else of the model ([`own`])         |
//! | v      | 1             | velocity, 1 to 127                                                          |
//!
//! For a sound whose level is proportional to speed this is −24 dB for the softest key and +6 dB for the
//! hardest. The full range of a gesture is set by physics, not by music: from inaudible touches to blows that
//! no keyboard needs.

use foley_params::{Info, Scale};
use foley_sound::{Score, ScoreEventKind, Sound};

/// MIDI velocity at which a gesture has the strength that the score gives it \[1\].
pub const OWN: f64 = 100.0;
/// Increase of the MIDI velocity that doubles the strength of a gesture \[1\].
const DOUBLING: f64 = 25.0;

/// Returns the strength of a gesture in the sound's own score: that of its first occurrence in the score,
/// else in the model's opening, else the default of its declaration.
pub fn own(sound: &dyn Sound, score: &Score, gesture: &Info) -> f64 {
    let scored = score.events.iter().filter_map(|note| match &note.kind {
        ScoreEventKind::Gesture { name, value: Some(value) } if name == gesture.id => Some((note.at, *value)),
        _ => None,
    });
    let opening = sound.default_gestures().into_iter();
    let opening = opening.filter_map(|(at, index, value)| {
        let made = sound.gestures().get(index)?;
        (made.id == gesture.id).then_some((at, value))
    });
    // A strength of zero cannot be scaled.
    let first = |made: Vec<(f64, f64)>| {
        let made = made.into_iter().filter(|(_, value)| *value > 0.0);
        let first = made.min_by(|(one, _), (other, _)| one.total_cmp(other));
        first.map(|(_, value)| value)
    };
    first(scored.collect()).or_else(|| first(opening.collect())).unwrap_or(gesture.default)
}

/// Returns the strength of a gesture for a velocity; `own` is its strength in the score.
pub fn touched(gesture: &Info, own: f64, velocity: f64) -> f64 {
    match gesture.scale {
        // A choice cannot be scaled.
        Scale::Choice(_) => own,
        _ => gesture.clamp(own * libm::exp2((velocity - OWN) / DOUBLING)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_catalogue::model;

    #[test]
    fn the_softest_key_is_24_db_below_the_presets_own_strike_and_the_hardest_6_db_above() {
        let sound = model("impact").unwrap();
        let strike = sound.gestures()[0];
        let decibels = |velocity| 20.0 * touched(&strike, 1.0, velocity).log10();
        for (velocity, wanted) in [(1.0, -24.0), (75.0, -6.0), (OWN, 0.0), (127.0, 6.0)] {
            let found = decibels(velocity);
            assert!((found - wanted).abs() < 0.6, "velocity {velocity}: {found} dB, not {wanted}");
        }
        assert_eq!(touched(&strike, strike.max, 127.0), strike.max);
    }

    #[test]
    fn the_own_strike_is_the_earliest_of_the_score_else_the_openings() {
        let sound = model("impact").unwrap();
        let strike = sound.gestures()[0];
        let mut score = Score::default();
        assert_eq!(own(&*sound, &score, &strike), sound.default_gestures()[0].2);
        score.gesture(2.0, "strike", 0.7);
        score.gesture(1.0, "strike", 0.3);
        score.gesture(0.5, "strike", 0.0);
        assert_eq!(own(&*sound, &score, &strike), 0.3);
    }
}
