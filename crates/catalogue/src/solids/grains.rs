//! Small things that strike: splinters, folds that snap, stones that jump. Each strike is a real one, with a
//! kinetic energy that was asked for.
//!
//! $$ \tfrac12 m v^2 = E $$
//!
//! A few point masses wait before one body and strike it in turn, so that one may still touch when the next
//! comes. What would be faster than [`MAX_SPEED`] is heavier than it was asked to be, and lighter what would be
//! slower than [`MIN_SPEED`] or would touch for longer than [`MAX_CONTACT_TIME`], which is no crack any more, or is more
//! than a quarter of the body, on which it would ride. How far a touch goes depends on its energy alone, so
//! that
//!
//! $$ v \ge \frac{3\,x}{\tau}, \qquad x = \left(\frac{(\alpha+1)\,E}{k}\right)^{\frac1{\alpha+1}} $$

use crate::{Resonator, ResonatorMaterial, ResonatorShape, Touch};
use foley_params::params;
use foley_scene::{Place, Quantity, SceneEvent, SceneSpec, Source};
use foley_sound::Block;
use foley_sound::scene_parts::{measure, waiting};

/// How many of them there are: the first bodies and the first contacts of their scene.
pub const STRIKERS: usize = 4;
/// Fastest that one of them flies [m/s].
pub const MAX_SPEED: f64 = 20.0;
/// Slowest that one of them flies, unless it would have to be too light [m/s].
pub const MIN_SPEED: f64 = 0.1;
/// Longest that one of them touches, unless it would have to be too fast or too light \[s\].
pub const MAX_CONTACT_TIME: f64 = 1e-3;
/// Lightest that one of them is \[kg\].
pub const MIN_MASS: f64 = 1e-6;
/// Most strikes in a block, with those that still touch, some two thousand in a second: more melt into noise,
/// and are put off by who asks for them.
pub const MAX_STRIKES_PER_BLOCK: usize = 3;

params! {
    /// What the small things are.
    /// Default: a fold of paper.
    pub struct Grain("grain") {
        /// Mass of what strikes.
        mass: f64 = 5e-6, "m", Kilogram, log [MIN_MASS, 0.1], glide 0.02,
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

/// Puts the strikers on an empty scene; [`join`] them to what they strike.
pub(crate) fn add(scene: &mut SceneSpec, grain: Grain) {
    for index in 0..STRIKERS {
        scene.add(&format!("grain-{index}"), waiting(grain.mass));
    }
}

/// Lets them strike a place, and measures with which force.
pub(crate) fn join(scene: &mut SceneSpec, touch: &Touch, place: Place, channels: usize) {
    for index in 0..STRIKERS {
        let name = format!("touch-{index}");
        scene.join(&name, Place::new(index, 0), touch.law(), place);
    }
    for index in 0..STRIKERS {
        let name = format!("force-{index}");
        let of = Source::Contact(index);
        measure(scene, &name, of, Quantity::Force, channels);
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Strikers {
    next: usize,
    /// Heaviest that one of them is, if it need not be heavier to be slow enough \[kg\].
    max_mass: f64,
    /// Strikes in this block; one that still touches counts for two.
    made: usize,
}

impl Strikers {
    /// Those that strike a body of this mass \[kg\].
    pub fn against(mass: f64) -> Self {
        Self { next: 0, max_mass: 0.25 * mass, made: 0 }
    }

    /// A block begins. Real-time: yes.
    pub fn begin(&mut self, block: &Block<'_>) {
        let touching = (0..STRIKERS).filter(|&index| block.touching(index));
        self.made = 2 * touching.count();
    }

    /// There may be another strike in this block.
    pub fn room(&self) -> bool {
        self.made < MAX_STRIKES_PER_BLOCK
    }

    /// One strikes with an energy \[J\], about as heavy as this \[kg\]. Real-time: yes.
    pub fn strike(&mut self, block: &mut Block<'_>, at: usize, energy: f64, mass: f64, touch: &Touch) {
        let (mass, velocity) = mass_and_speed(energy, mass.min(self.max_mass), touch);
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
    let min_speed = (3.0 * depth / MAX_CONTACT_TIME).clamp(MIN_SPEED, MAX_SPEED);
    let at_speed = |speed: f64| 2.0 * energy / (speed * speed);
    let mass = mass.min(at_speed(min_speed)).max(at_speed(MAX_SPEED));
    let mass = mass.max(MIN_MASS);
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
            assert!(speed <= MAX_SPEED * (1.0 + 1e-14), "{speed} m/s");
        }
    }
}
