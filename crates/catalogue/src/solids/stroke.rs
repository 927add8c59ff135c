//! A hand that slides a surface over another and presses it: values said now and then, moved smoothly, fed
//! sample by sample.
//!
//! What is said last counts, be it a gesture or a handle that was moved ([`GestureOrParam`]). Within a block speed and
//! pressure go in straight lines from where they were, so that nothing is heard of the blocks; the grain of
//! the surface then shapes the pressure along the way ([`super::surfaces`]).

use super::surfaces::{GrainPosition, Surfaces, along};
use foley_dsp::random::mixed;
use foley_scene::{Action, ContactLaw, Place, Quantity, SceneSpec, Signal, Source};
use foley_sound::{BLOCK, Block};

/// How often an unsteady hand changes its mind \[1/s\].
const MOODS: f64 = 6.0;

/// A value that a gesture or a parameter says: the last one counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GestureOrParam {
    pub(super) value: f64,
    parameter: f64,
}

impl GestureOrParam {
    pub(super) fn new(parameter: f64) -> Self {
        Self { value: parameter, parameter }
    }

    /// The parameter is this now.
    pub(super) fn follow(&mut self, parameter: f64) {
        if parameter != self.parameter {
            *self = Self::new(parameter);
        }
    }
}

/// Smoothly from 0 to 1 as the argument does; not a number counts as there.
pub(super) fn swell(x: f64) -> f64 {
    if x >= 1.0 || x.is_nan() {
        return 1.0;
    }
    let x = x.max(0.0);
    x * x * (3.0 - 2.0 * x)
}

/// How a hand that is not quite steady departs from what it means, by a factor about 1: seeded, a few times a
/// second.
pub(super) fn unsteady(seed: u64, which: u64, seconds: f64, by: f64) -> f64 {
    1.0 + by * along(mixed(seed, which), MOODS * seconds, 0.0)
}

/// What a hand does to the surfaces of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StrokeDriver {
    slide: usize,
    press: usize,
    speed: f64,
    pressure: f64,
    grain: GrainPosition,
    /// The last block that was fed was nothing.
    still: bool,
}

impl StrokeDriver {
    /// Places a hand that rubs a port on the scene: a surface that nobody moves but the hand, the contact,
    /// and the two live signals. What it will feed is their places among the gestures: 0 and 1. Measured as
    /// [`measure`] does.
    pub(super) fn add_to(scene: &mut SceneSpec, law: ContactLaw, rubbed: Place, channels: usize) {
        let surface = scene.add("hand", foley_scene::BodySpec::Wall);
        let contact = scene.join("rub", Place::new(surface, 0), law, rubbed);
        for velocity in [true, false] {
            let (signal, lasting) = (Signal::Live, None);
            let what = if velocity {
                Action::Slide { contact, velocity: signal, lasting }
            } else {
                Action::Press { contact, newtons: signal, lasting }
            };
            scene.at(0.0, what);
        }
        measure(scene, contact, rubbed, channels);
    }

    /// The hand of a scene that [`StrokeDriver::add_to`] has set.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            slide: 0,
            press: 1,
            speed: 0.0,
            pressure: 0.0,
            grain: GrainPosition::new(mixed(seed, 0x67_72_61_69)),
            still: true,
        }
    }

    /// It neither moves nor presses.
    pub(super) fn still(&self) -> bool {
        self.still
    }

    /// Stays as it was until a sample of the block, then goes in a straight line to a speed [m/s] and a
    /// pressure \[N\] at its end. Real-time: yes.
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
            let way = ((n + 1) as f64 - from as f64).max(0.0) * share;
            *slide = self.speed + way * (speed - self.speed);
            let meant = self.pressure + way * (pressure - self.pressure);
            *press = meant * self.grain.pass(*slide * seconds, surfaces);
        }
        block.feed(self.slide, &slide);
        block.feed(self.press, &press);
        (self.speed, self.pressure) = (speed, pressure);
    }
}

/// Measures what a picture of rubbing needs: the force, how far the bristles are bent, and how fast the place
/// moves that is rubbed.
pub(super) fn measure(scene: &mut SceneSpec, contact: usize, rubbed: Place, channels: usize) {
    use foley_sound::scene_parts::measure;
    let of = Source::Contact(contact);
    measure(scene, "force", of, Quantity::Force, channels);
    measure(scene, "deflection", of, Quantity::Displacement, channels);
    let of = Source::Place(rubbed);
    measure(scene, "velocity", of, Quantity::Velocity, channels);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_last_counts() {
        let mut speed = GestureOrParam::new(1.0);
        speed.value = 3.0;
        speed.follow(1.0);
        assert_eq!(speed.value, 3.0, "a handle that rests says nothing");
        speed.follow(2.0);
        assert_eq!(speed.value, 2.0);
    }

    #[test]
    fn a_swell_goes_from_nothing_to_all() {
        assert_eq!([swell(-1.0), swell(0.0), swell(1.0), swell(9.0)], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(swell(0.5), 0.5);
        assert_eq!(swell(f64::NAN), 1.0);
    }
}
