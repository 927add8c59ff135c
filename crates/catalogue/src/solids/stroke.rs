//! Drives the relative motion and normal force of two rubbing surfaces: control values arrive occasionally
//! and are fed sample by sample.
//!
//! The latest value counts, whether it came from a gesture or from a parameter ([`GestureOrParam`]). Within
//! a block speed and force move in straight lines from their previous values, so that block boundaries are
//! inaudible. The grain of the surface then modulates the force along the way ([`super::surfaces`]).

use super::surfaces::{GrainPosition, Surfaces, along};
use foley_dsp::random::mix_seed;
use foley_scene::{Action, ContactLaw, Place, Quantity, SceneSpec, Signal, Source};
use foley_sound::{BLOCK, Block};

/// Rate of the random variations of an unsteady hand \[1/s\].
const VARIATION_RATE: f64 = 6.0;

/// A value set by a gesture and by a parameter; the latest change of either is in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GestureOrParam {
    pub(super) value: f64,
    parameter: f64,
}

impl GestureOrParam {
    pub(super) fn new(parameter: f64) -> Self {
        Self { value: parameter, parameter }
    }

    /// Takes over the value of the parameter if it differs from the parameter's previous value.
    pub(super) fn follow(&mut self, parameter: f64) {
        if parameter != self.parameter {
            *self = Self::new(parameter);
        }
    }
}

/// Returns the smoothstep of `x`, from 0 to 1; NaN counts as 1.
pub(super) fn swell(x: f64) -> f64 {
    if x >= 1.0 || x.is_nan() {
        return 1.0;
    }
    let x = x.max(0.0);
    x * x * (3.0 - 2.0 * x)
}

/// Returns a random factor between 1 − `by` and 1 + `by` that varies a few times a second, like an unsteady
/// hand. `seed` and `stream` select the random sequence.
pub(super) fn unsteady(seed: u64, stream: u64, seconds: f64, by: f64) -> f64 {
    1.0 + by * along(mix_seed(seed, stream), VARIATION_RATE * seconds, 0.0)
}

/// Feeds the speed and the normal force of one rubbing contact to the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StrokeDriver {
    slide: usize,
    press: usize,
    speed: f64,
    pressure: f64,
    grain: GrainPosition,
    /// Whether speed and normal force were 0 throughout the last block.
    still: bool,
}

impl StrokeDriver {
    /// Adds to the scene a moving surface that rubs the port `rubbed`, the contact between them, and the live
    /// signals 0 (speed) and 1 (normal force). Also adds the measurements of [`add_measurement`].
    pub(super) fn add_to(scene: &mut SceneSpec, law: ContactLaw, rubbed: Place, channels: usize) {
        let surface = scene.add("hand", foley_scene::BodySpec::Wall);
        let contact = scene.join("rub", Place::new(surface, 0), law, rubbed);
        for velocity in [true, false] {
            let (signal, lasting) = (Signal::Live, None);
            let action = if velocity {
                Action::Slide { contact, velocity: signal, lasting }
            } else {
                Action::Press { contact, newtons: signal, lasting }
            };
            scene.at(0.0, action);
        }
        add_measurement(scene, contact, rubbed, channels);
    }

    /// Creates the driver of a scene set up by [`StrokeDriver::add_to`].
    pub(super) fn new(seed: u64) -> Self {
        Self {
            slide: 0,
            press: 1,
            speed: 0.0,
            pressure: 0.0,
            grain: GrainPosition::new(mix_seed(seed, 0x67_72_61_69)),
            still: true,
        }
    }

    /// Whether the surface neither moves nor presses.
    pub(super) fn still(&self) -> bool {
        self.still
    }

    /// Keeps the previous speed and force until sample `from`, then moves both in a straight line to `speed`
    /// [m/s] and `pressure` \[N\] at the end of the block. Real-time: yes.
    pub(super) fn advance(
        &mut self,
        block: &mut Block<'_>,
        from: usize,
        (speed, pressure): (f64, f64),
        surfaces: &Surfaces,
    ) {
        let rests = speed == 0.0 && pressure == 0.0 && self.speed == 0.0 && self.pressure == 0.0;
        if rests && self.still {
            return;
        }
        self.still = rests;
        let from = from.min(BLOCK - 1);
        let share = 1.0 / (BLOCK - from) as f64;
        let (mut slide, mut press) = ([0.0; BLOCK], [0.0; BLOCK]);
        let seconds = block.step().seconds();
        for (n, (slide, press)) in slide.iter_mut().zip(&mut press).enumerate() {
            let progress = ((n + 1) as f64 - from as f64).max(0.0) * share;
            *slide = self.speed + progress * (speed - self.speed);
            let target = self.pressure + progress * (pressure - self.pressure);
            *press = target * self.grain.pass(*slide * seconds, surfaces);
        }
        block.feed(self.slide, &slide);
        block.feed(self.press, &press);
        (self.speed, self.pressure) = (speed, pressure);
    }
}

/// Adds the measurements of a rubbing contact: force, bristle deflection, and velocity of the rubbed point.
pub(super) fn add_measurement(scene: &mut SceneSpec, contact: usize, rubbed: Place, channels: usize) {
    use foley_sound::scene_parts::add_measurement;
    let of = Source::Contact(contact);
    add_measurement(scene, "force", of, Quantity::Force, channels);
    add_measurement(scene, "deflection", of, Quantity::Displacement, channels);
    let of = Source::Place(rubbed);
    add_measurement(scene, "velocity", of, Quantity::Velocity, channels);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_value_counts() {
        let mut speed = GestureOrParam::new(1.0);
        speed.value = 3.0;
        speed.follow(1.0);
        assert_eq!(speed.value, 3.0, "an unchanged parameter must not overwrite a gesture");
        speed.follow(2.0);
        assert_eq!(speed.value, 2.0);
    }

    #[test]
    fn a_swell_rises_from_zero_to_one() {
        assert_eq!([swell(-1.0), swell(0.0), swell(1.0), swell(9.0)], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(swell(0.5), 0.5);
        assert_eq!(swell(f64::NAN), 1.0);
    }
}
