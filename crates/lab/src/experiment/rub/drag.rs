//! A contact alone: one surface is dragged over the other along a given way, whatever it takes.

use foley_contact::friction::{Friction, FrictionContact, FrictionDecision};
use foley_contact::{Forecast, Motion, Step};

/// Drags surfaces at rest along a way, so far in each step \[m\]; the contact and what it decided in every
/// step are shown to `watch`.
pub fn drag(
    law: Friction,
    step: Step,
    way: impl IntoIterator<Item = f64>,
    mut watch: impl FnMut(&FrictionContact, &FrictionDecision),
) -> FrictionContact {
    let mut rub = FrictionContact::new(law, 0);
    for slid in way {
        // Nothing that the contact could do changes the way.
        let forecast = Forecast {
            now: Motion::new(0.0, slid / step.seconds()),
            free: Motion::new(slid, slid / step.seconds()),
            per_newton: Motion::default(),
        };
        let decision = rub.decide(&forecast, step);
        rub.settle(&decision, slid);
        watch(&rub, &decision);
    }
    rub
}

/// To and fro between ±`amplitude` \[m\] at a constant speed, from the middle: the way of every step,
/// `quarter` steps from the middle to an end, for a number of rounds.
pub fn triangle_path(amplitude: f64, quarter: usize, rounds: usize) -> impl Iterator<Item = f64> {
    let one = amplitude / quarter as f64;
    (0..4 * quarter * rounds).map(move |n| {
        let phase = n % (4 * quarter);
        if phase < quarter || phase >= 3 * quarter { one } else { -one }
    })
}
