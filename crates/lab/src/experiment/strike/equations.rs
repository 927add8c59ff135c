//! Equations of motion of hammer and modes, for general integrators, and their exact solution without
//! contact.

use super::{Strike, StrikeState, shape_height};
use foley_body::modal::StateTransition;
use foley_contact::{Motion, Step};

/// Returns the time derivative of a state of hammer and modes: velocities and accelerations.
pub(super) fn derivative(strike: &Strike, at: &StrikeState) -> StrikeState {
    let force = strike.contact_force(at.gap(strike));
    let all = strike.modes.iter().zip(&at.modes);
    let modes = all.map(|(mode, m)| {
        let omega = mode.angular();
        let push = shape_height(mode) * force / mode.mass;
        let back = mode.damping() * m.velocity + omega * omega * m.displacement;
        Motion::new(m.velocity, push - back)
    });
    StrikeState { hammer: Motion::new(at.hammer.velocity, -force / strike.mass), modes: modes.collect() }
}

/// Returns the weighted sum of the states `a` and `b` with the weights `p` and `q`.
pub(super) fn combine(a: &StrikeState, b: &StrikeState, p: f64, q: f64) -> StrikeState {
    let mix = |a: Motion, b: Motion| {
        Motion::new(p * a.displacement + q * b.displacement, p * a.velocity + q * b.velocity)
    };
    StrikeState {
        hammer: mix(a.hammer, b.hammer),
        modes: a.modes.iter().zip(&b.modes).map(|(a, b)| mix(*a, *b)).collect(),
    }
}

/// Exact motion of hammer and modes without contact, over a fixed time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FreeFlight {
    seconds: f64,
    maps: Vec<StateTransition>,
}

impl FreeFlight {
    pub(super) fn of(strike: &Strike, seconds: f64) -> Self {
        let step = Step::of_seconds(seconds);
        let maps = strike.modes.iter().map(|mode| StateTransition::exact(mode, step));
        Self { seconds, maps: maps.collect() }
    }

    pub(super) fn seconds(&self) -> f64 {
        self.seconds
    }

    pub(super) fn advance(&self, at: &StrikeState) -> StrikeState {
        let Motion { displacement: x, velocity: v } = at.hammer;
        let modes = self.maps.iter().zip(&at.modes);
        StrikeState {
            hammer: Motion::new(x + self.seconds * v, v),
            modes: modes.map(|(map, at)| map.apply(*at, 0.0)).collect(),
        }
    }
}
