//! Drives the relative motion and normal force of two rubbing surfaces: control values arrive occasionally
//! and are fed sample by sample.
//!
//! The latest value counts, whether it came from a gesture or from a parameter ([`GestureOrParam`]). Within
//! a block speed and force move in straight lines from their previous values, so that block boundaries are
//! inaudible. Grain and unevenness of the surface then vary the force along the way ([`super::surfaces`]).
//! The normal force loads the friction, and pushes both bodies at ports of their own, normal to the surface.
//!
//! The force of a hand is not steady. Its variation has equal power in every octave, a 1/f noise
//! \[SlifkinNewell1999\]: here six octaves from 0.75/s to 24/s, each a smooth random curve:
//!
//! ```math
//! 1 + u\,\max\Bigl(-1, \min\Bigl(1, \frac1{\sqrt6}\sum_{j=0}^{5} c_j(2^j \cdot 0.75\,t)\Bigr)\Bigr), \qquad |c_j| \le 1
//! ```

use super::surfaces::{Path, Surfaces, along};
use crate::Resonator;
use foley_body::ModalSpec;
use foley_dsp::random::mix_seed;
use foley_scene::{Action, ContactLaw, Place, Quantity, SceneSpec, Signal, Source};
use foley_sound::{BLOCK, Block, SoundError};

/// Rate of the slowest variation of an unsteady hand \[1/s\].
const SLOWEST_RATE: f64 = 0.75;
/// Number of octaves of the variations of an unsteady hand.
const OCTAVES: u64 = 6;

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

/// Returns a random factor between 1 − `by` and 1 + `by` that varies with equal power per octave, like an
/// unsteady hand. `seed` and `stream` select the random sequence.
pub(super) fn unsteady(seed: u64, stream: u64, seconds: f64, by: f64) -> f64 {
    let seed = mix_seed(seed, stream);
    let octave = |j: u64| along(mix_seed(seed, j), SLOWEST_RATE * (1_u64 << j) as f64 * seconds, 0.0);
    let sum: f64 = (0..OCTAVES).map(octave).sum();
    1.0 + by * (sum / (OCTAVES as f64).sqrt()).clamp(-1.0, 1.0)
}

/// Feeds the speed and the normal force of one rubbing contact to the scene.
#[derive(Clone, Debug)]
pub(super) struct StrokeDriver {
    speed: f64,
    pressure: f64,
    path: Path,
    /// Whether speed and normal force were 0 throughout the last block.
    still: bool,
}

/// Live signals of a scene with a stroke: sliding speed, normal force of the friction, normal force on the
/// rubbed body, normal force on the tool.
const SLIDE: usize = 0;
const PRESS: usize = 1;
const LOAD: usize = 2;
const COUNTER_LOAD: usize = 3;

/// Port of a body at which the friction acts.
pub(super) const RUBBED: usize = 0;
/// Port of a body at which the normal force acts, at the same point as the friction.
pub(super) const LOADED: usize = 1;

/// Returns the modes of a body that is rubbed: with the ports [`RUBBED`] and [`LOADED`] at its touch point.
///
/// # Errors
/// If the shape or the material of the body rejects a value.
pub(super) fn rubbed_spec(body: &Resonator, channels: usize) -> Result<ModalSpec, SoundError> {
    body.spec_at(&[body.position; 2], channels, 1.0)
}

impl StrokeDriver {
    /// Adds to the scene the contact in which a moving surface rubs the body `rubbed`, with all live signals.
    /// The surface belongs to the body `tool`; `None` is a silent hand. Also adds the measurements of
    /// [`add_measurement`].
    pub(super) fn add_to(
        scene: &mut SceneSpec,
        law: ContactLaw,
        tool: Option<usize>,
        rubbed: usize,
        channels: usize,
    ) {
        let surface = match tool {
            Some(tool) => Place::new(tool, RUBBED),
            None => Place::new(scene.add("hand", foley_scene::BodySpec::Wall), 0),
        };
        let contact = scene.join("rub", surface, law, Place::new(rubbed, RUBBED));
        let lasting = None;
        scene.at(0.0, Action::Slide { contact, velocity: Signal::Live, lasting });
        scene.at(0.0, Action::Press { contact, newtons: Signal::Live, lasting });
        for body in [Some(rubbed), tool].into_iter().flatten() {
            let place = Place::new(body, LOADED);
            scene.at(0.0, Action::Force { place, newtons: Signal::Live, lasting });
        }
        add_measurement(scene, contact, Place::new(rubbed, RUBBED), channels);
    }

    /// Creates the driver of a scene set up by [`StrokeDriver::add_to`].
    pub(super) fn new(seed: u64, surfaces: &Surfaces) -> Self {
        Self {
            speed: 0.0,
            pressure: 0.0,
            path: Path::new(mix_seed(seed, 0x67_72_61_69), surfaces),
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
        self.path.follow(surfaces);
        let (mut slide, mut press) = ([0.0; BLOCK], [0.0; BLOCK]);
        let seconds = block.step().seconds();
        for (n, (slide, press)) in slide.iter_mut().zip(&mut press).enumerate() {
            let progress = ((n + 1) as f64 - from as f64).max(0.0) * share;
            *slide = self.speed + progress * (speed - self.speed);
            let target = self.pressure + progress * (pressure - self.pressure);
            *press = target * self.path.pass(*slide * seconds, surfaces);
        }
        block.feed(SLIDE, &slide);
        block.feed(PRESS, &press);
        block.feed(LOAD, &press);
        block.feed(COUNTER_LOAD, &press.map(|newtons| -newtons));
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
    fn the_variation_of_a_hand_has_equal_power_in_every_octave() {
        // A Fourier sum over 400 s, in octave bands between the slowest and the fastest curve.
        let (rate, count) = (64.0, 25_600_u32);
        let curve: Vec<f64> = (0..count).map(|n| unsteady(3, 1, f64::from(n) / rate, 1.0) - 1.0).collect();
        let power = |low: f64, high: f64| -> f64 {
            let seconds = f64::from(count) / rate;
            let lines = (low * seconds) as u32..(high * seconds) as u32;
            lines
                .map(|line| {
                    let (mut re, mut im) = (0.0, 0.0);
                    for (y, n) in curve.iter().zip(0_u32..) {
                        let turn = core::f64::consts::TAU * f64::from(line * n % count) / f64::from(count);
                        re += y * libm::cos(turn);
                        im += y * libm::sin(turn);
                    }
                    re * re + im * im
                })
                .sum()
        };
        // Curves of one value per unit have their power below half a cycle per unit: here below 12 Hz.
        let octaves = [0.4, 0.8, 1.6, 3.2].map(|low| power(low, 2.0 * low));
        let mean = octaves.iter().sum::<f64>() / 4.0;
        // 160 independent values give the lowest octave to 11 %, and the octaves overlap.
        for power in octaves {
            assert!((power / mean - 1.0).abs() < 0.3, "{octaves:?}");
        }
    }

    #[test]
    fn a_swell_rises_from_zero_to_one() {
        assert_eq!([swell(-1.0), swell(0.0), swell(1.0), swell(9.0)], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(swell(0.5), 0.5);
        assert_eq!(swell(f64::NAN), 1.0);
    }
}
