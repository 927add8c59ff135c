//! The equations of motion as they stand, for integrators that look at nothing else.

use super::{State, Strike, height};
use foley_contact::Motion;
use foley_contact::law::Law;

/// Velocities and accelerations.
pub(super) fn slope(strike: &Strike, at: &State) -> State {
    let force = strike.law.force(at.gap(strike));
    let all = strike.modes.iter().zip(&at.modes);
    let bent = all.map(|(mode, m)| {
        let omega = mode.angular();
        let push = height(mode) * force / mode.mass;
        let back = mode.damping() * m.velocity + omega * omega * m.displacement;
        Motion::new(m.velocity, push - back)
    });
    State {
        hammer: Motion::new(at.hammer.velocity, -force / strike.mass),
        modes: bent.collect(),
    }
}

/// p·a + q·b.
pub(super) fn combine(a: &State, b: &State, p: f64, q: f64) -> State {
    let mix = |a: Motion, b: Motion| {
        Motion::new(
            p * a.displacement + q * b.displacement,
            p * a.velocity + q * b.velocity,
        )
    };
    State {
        hammer: mix(a.hammer, b.hammer),
        modes: a
            .modes
            .iter()
            .zip(&b.modes)
            .map(|(a, b)| mix(*a, *b))
            .collect(),
    }
}
