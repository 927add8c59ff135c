//! Small things that strike: splinters, folds that snap, stones that jump. Each strike is a real one, with a
//! kinetic energy that was asked for.
//!
//! $$ \tfrac12 m v^2 = E $$
//!
//! A few point masses wait before one body and strike it in turn, so that one may still touch when the next
//! comes. What would be faster than [`FASTEST`] is heavier than it was asked to be, and lighter what would be
//! slower than [`SLOWEST`] or would touch for longer than [`LONGEST`], which is no crack any more, or is more
//! than a quarter of the body, on which it would ride. How far a touch goes depends on its energy alone, so
//! that
//!
//! $$ v \ge \frac{3\,x}{\tau}, \qquad x = \left(\frac{(\alpha+1)\,E}{k}\right)^{\frac1{\alpha+1}} $$

use crate::{Resonator, ResonatorMaterial, ResonatorShape, Touch};
use foley_params::params;
use foley_scene::{Place, Quantity, SceneEvent, SceneSpec, Source};
use foley_sound::Block;
use foley_sound::scene_parts::{measure, waiting};

/// How many of them there are: the first bodies and the first contacts of their stage.
pub const STRIKERS: usize = 4;
/// Fastest that one of them flies [m/s].
pub const FASTEST: f64 = 20.0;
/// Slowest that one of them flies, unless it would have to be too light [m/s].
pub const SLOWEST: f64 = 0.1;
/// Longest that one of them touches, unless it would have to be too fast or too light \[s\].
pub const LONGEST: f64 = 1e-3;
/// Lightest that one of them is \[kg\].
pub const LIGHTEST: f64 = 1e-6;
/// Most strikes in a block, with those that still touch, some two thousand in a second: more melt into noise,
/// and are put off by who asks for them.
pub const MOST_STRIKES: usize = 3;

params! {
    /// What the small things are.
    /// Default: a fold of paper.
    pub struct Grain("grain") {
        /// Mass of what strikes.
        mass: f64 = 5e-6, "m", Kilogram, log [LIGHTEST, 0.1], glide 0.02,
            handle("coarseness", "dust", "stones");
    }
}

/// How what cracks touches its neighbours: not as hard as what is struck on purpose.
pub const SNAP: Touch = Touch { stiffness: 1e7, exponent: 1.5, damping: 0.3 };

/// A fold of stiff paper, some centimetres across.
pub const FOLD: Resonator = Resonator {
    shape: ResonatorShape::RectangularPlate,
    material: ResonatorMaterial::Paper,
    size: 0.03,
    thickness: 2e-4,
    position: 0.3,
    pickup: 0.9,
    modes: 20,
    pitch: 1.0,
    ring: 1.0,
};

/// Puts the strikers on an empty stage; [`join`] them to what they strike.
pub(crate) fn add(stage: &mut SceneSpec, grain: Grain) {
    for index in 0..STRIKERS {
        stage.add(&format!("grain-{index}"), waiting(grain.mass));
    }
}

/// Lets them strike a place, and measures with which force.
pub(crate) fn join(stage: &mut SceneSpec, touch: &Touch, place: Place, channels: usize) {
    for index in 0..STRIKERS {
        let name = format!("touch-{index}");
        stage.join(&name, Place::new(index, 0), touch.law(), place);
    }
    for index in 0..STRIKERS {
        let name = format!("force-{index}");
        let of = Source::Contact(index);
        measure(stage, &name, of, Quantity::Force, channels);
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Strikers {
    next: usize,
    /// Heaviest that one of them is, if it need not be heavier to be slow enough \[kg\].
    heaviest: f64,
    /// Strikes in this block; one that still touches counts for two.
    made: usize,
}

impl Strikers {
    /// Those that strike a body of this mass \[kg\].
    pub fn against(mass: f64) -> Self {
        Self { next: 0, heaviest: 0.25 * mass, made: 0 }
    }

    /// A block begins. Real-time: yes.
    pub fn begin(&mut self, block: &Block<'_>) {
        let touching = (0..STRIKERS).filter(|&index| block.touching(index));
        self.made = 2 * touching.count();
    }

    /// There may be another strike in this block.
    pub fn room(&self) -> bool {
        self.made < MOST_STRIKES
    }

    /// One strikes with an energy \[J\], about as heavy as this \[kg\]. Real-time: yes.
    pub fn strike(&mut self, block: &mut Block<'_>, at: usize, energy: f64, mass: f64, touch: &Touch) {
        let (mass, velocity) = mass_and_speed(energy, mass.min(self.heaviest), touch);
        // One that still touches is passed over, unless all do.
        let free = (0..STRIKERS).map(|turn| (self.next + turn) % STRIKERS);
        let body = free.clone().find(|&index| !block.touching(index)).unwrap_or(self.next);
        self.next = (body + 1) % STRIKERS;
        self.made += 1;
        block.act(at, SceneEvent::SetMass { body, mass });
        block.strike(at, body, velocity);
    }
}

/// Mass \[kg\] and speed [m/s] of a strike with this energy \[J\], about as heavy as this \[kg\]. Real-time:
/// yes.
pub fn mass_and_speed(energy: f64, mass: f64, touch: &Touch) -> (f64, f64) {
    let sum = touch.exponent + 1.0;
    let depth = libm::pow(sum * energy / touch.stiffness, 1.0 / sum);
    let slowest = (3.0 * depth / LONGEST).clamp(SLOWEST, FASTEST);
    let at_speed = |speed: f64| 2.0 * energy / (speed * speed);
    let mass = mass.min(at_speed(slowest)).max(at_speed(FASTEST));
    let mass = mass.max(LIGHTEST);
    (mass, (2.0 * energy / mass).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strike_has_its_energy_at_a_speed_that_can_be() {
        for exponent in -12..3 {
            let energy = libm::pow(10.0, f64::from(exponent));
            let (mass, speed) = mass_and_speed(energy, 1e-4, &SNAP);
            let made = 0.5 * mass * speed * speed;
            assert!((made / energy - 1.0).abs() < 1e-14, "{made} J, not {energy} J");
            assert!(speed <= FASTEST * (1.0 + 1e-14), "{speed} m/s");
        }
    }
}
