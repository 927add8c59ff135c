//! A friction contact without bodies: one surface is dragged over another along a prescribed path.

use foley_contact::friction::{Friction, FrictionContact, FrictionDecision};
use foley_contact::{Forecast, Motion, Step};

/// Drags two surfaces from rest along a path and returns the contact. `path` has the displacement of each
/// step \[m\]; `watch` sees the contact and its decision after every step.
pub fn drag(
    law: Friction,
    step: Step,
    path: impl IntoIterator<Item = f64>,
    mut watch: impl FnMut(&FrictionContact, &FrictionDecision),
) -> FrictionContact {
    let mut rub = FrictionContact::new(law, 0);
    for slid in path {
        // A compliance of zero: the contact force does not change the path.
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

/// Returns the displacements of a triangular path between ±`amplitude` at constant speed, starting at the
/// middle \[m\]. A quarter of a round takes `quarter` steps.
pub fn triangle_path(amplitude: f64, quarter: usize, rounds: usize) -> impl Iterator<Item = f64> {
    let step = amplitude / quarter as f64;
    (0..4 * quarter * rounds).map(move |n| {
        let phase = n % (4 * quarter);
        if phase < quarter || phase >= 3 * quarter { step } else { -step }
    })
}
