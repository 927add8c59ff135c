//! What a velocity means where nobody says: how hard a key is struck is how hard the thing is struck, about
//! what its own player does.
//!
//! $$ u = u_0\,2^{(v - 100)/25} $$
//!
//! | symbol | unit          | meaning                                                                     |
//! |--------|---------------|-----------------------------------------------------------------------------|
//! | u      | the gesture's | how much, within the range of the gesture                                   |
//! | u₀     | the gesture's | how much it is as the preset plays it, or else the model ([`own`])          |
//! | v      | 1             | velocity, 1 to 127                                                          |
//!
//! For what is as loud as it is fast that is −24 dB for the softest key and +6 dB for the hardest. The whole
//! range of a gesture is a matter of physics, not of music: from a touch that nobody hears to a blow that no
//! keyboard means.

use foley_params::{Info, Scale};
use foley_sound::{Score, ScoreEventKind, Sound};

/// The velocity at which a gesture is as the sound itself makes it \[1\].
pub const OWN: f64 = 100.0;
/// So many steps of velocity are a factor of two \[1\].
const DOUBLING: f64 = 25.0;

/// How much a gesture is as the sound itself makes it: the first time in its score, else in its model's
/// opening, else as its table says.
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
    // Nothing times anything is nothing: what is switched off says nothing of how it is switched on.
    let first = |made: Vec<(f64, f64)>| {
        let made = made.into_iter().filter(|(_, value)| *value > 0.0);
        let first = made.min_by(|(one, _), (other, _)| one.total_cmp(other));
        first.map(|(_, value)| value)
    };
    first(scored.collect()).or_else(|| first(opening.collect())).unwrap_or(gesture.default)
}

/// How much a gesture is for a velocity, if it is so much as the sound itself makes it.
pub fn touched(gesture: &Info, own: f64, velocity: f64) -> f64 {
    match gesture.scale {
        // One of several is no more or less.
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
