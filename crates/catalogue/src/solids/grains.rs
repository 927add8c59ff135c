//! Small strikers: splinters, snapping folds, jumping stones. Each strike is a real contact with a given
//! kinetic energy.
//!
//! ```math
//! \tfrac12 m v^2 = E
//! ```
//!
//! A few point masses wait before one body and strike it in turn, so that one may still touch when the next
//! comes. A striker that would exceed [`MAX_SPEED`] is made heavier than requested. It is made lighter in
//! three cases: if it would be slower than [`MIN_SPEED`], if it would touch for longer than
//! [`MAX_CONTACT_TIME`], or if it would weigh more than a quarter of the body and ride on it. The
//! compression depends on the energy alone, so that
//!
//! ```math
//! v \ge \frac{3\,x}{\tau}, \qquad x = \left(\frac{(\alpha+1)\,E}{k}\right)^{\frac1{\alpha+1}}
//! ```

use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Touch};
use foley_params::params;
use foley_scene::{Place, Quantity, SceneEvent, SceneSpec, Source};
use foley_sound::Block;
use foley_sound::scene_parts::{add_measurement, resting_mass};

/// Number of strikers. They are the first bodies of their scene, and their contacts are its first contacts.
pub const STRIKERS: usize = 4;
/// Maximum speed of a striker [m/s].
pub const MAX_SPEED: f64 = 20.0;
/// Minimum speed of a striker, unless its mass would fall below [`MIN_MASS`] [m/s].
pub const MIN_SPEED: f64 = 0.1;
/// Maximum contact time of a striker \[s\], exceeded only if the striker would become too fast or too light.
pub const MAX_CONTACT_TIME: f64 = 1e-3;
/// Minimum mass of a striker \[kg\].
pub const MIN_MASS: f64 = 1e-6;
/// Maximum number of strikes per block, including strikers still in contact: about two thousand per second.
/// More strikes would merge into noise; the caller postpones them.
pub const MAX_STRIKES_PER_BLOCK: usize = 3;

params! {
    /// Small masses that strike a body, such as splinters or snapping folds.
    /// Default: a fold of paper.
    pub struct Grain("grain") {
        /// Mass of one of the grains that strike the body.
        mass: f64 = 5e-6, "m", Kilogram, log [MIN_MASS, 0.1], glide 0.02,
            handle("coarseness", "dust", "stones");
    }
}

/// Contact of cracking material with its neighbours, softer than a deliberate strike.
pub const SNAP: Touch = Touch { stiffness: 1e7, exponent: 1.5, damping: 0.3 };

/// Resonator of a fold of stiff paper, a few centimetres across.
pub const FOLD: Resonator = Resonator {
    shape: ResonatorShape::RectangularPlate,
    material: ResonatorMaterial::Paper,
    size: 0.03,
    thickness: 2e-4,
    position: 0.3,
    pickup: 0.9,
    modes: 20,
    field: 0,
    mounting: ResonatorMounting::Hung,
    pitch: 1.0,
    ring: 1.0,
};

/// Adds the strikers to an empty scene; [`join`] connects the strikers to the struck body.
pub(crate) fn add(scene: &mut SceneSpec, grain: Grain) {
    for index in 0..STRIKERS {
        scene.add(&format!("grain-{index}"), resting_mass(grain.mass));
    }
}

/// Adds a contact of each striker with `place`, and measurements of the contact forces.
pub(crate) fn join(scene: &mut SceneSpec, touch: &Touch, place: Place, channels: usize) {
    for index in 0..STRIKERS {
        let name = format!("touch-{index}");
        scene.join(&name, Place::new(index, 0), touch.law(), place);
    }
    for index in 0..STRIKERS {
        let name = format!("force-{index}");
        let contact = Source::Contact(index);
        add_measurement(scene, &name, contact, Quantity::Force, channels);
    }
}

/// A group of strikers that strike one body in turn.
#[derive(Clone, Copy, Debug)]
pub struct Strikers {
    next: usize,
    /// Maximum mass of a striker \[kg\], exceeded only to keep a striker below the maximum speed.
    max_mass: f64,
    /// Number of strikes in this block; a striker still in contact counts as two.
    made: usize,
}

impl Strikers {
    /// Creates the strikers for a struck body of the given mass \[kg\].
    pub fn against(mass: f64) -> Self {
        Self { next: 0, max_mass: 0.25 * mass, made: 0 }
    }

    /// Starts a new block: counts the strikers still in contact. Real-time: yes.
    pub fn begin(&mut self, block: &Block<'_>) {
        let touching = (0..STRIKERS).filter(|&index| block.touching(index));
        self.made = 2 * touching.count();
    }

    /// Whether the limit of strikes per block allows another strike in this block.
    pub fn room(&self) -> bool {
        self.made < MAX_STRIKES_PER_BLOCK
    }

    /// Strikes the body at sample `at` with an energy \[J\] and about the given striker mass \[kg\].
    /// Real-time: yes.
    pub fn strike(&mut self, block: &mut Block<'_>, at: usize, energy: f64, mass: f64, touch: &Touch) {
        let (mass, velocity) = mass_and_speed(energy, mass.min(self.max_mass), touch);
        // Strikers still in contact are skipped, unless all are in contact.
        let free = (0..STRIKERS).map(|turn| (self.next + turn) % STRIKERS);
        let body = free.clone().find(|&index| !block.touching(index)).unwrap_or(self.next);
        self.next = (body + 1) % STRIKERS;
        self.made += 1;
        block.act(at, SceneEvent::SetMass { body, mass });
        block.strike(at, body, velocity);
    }
}

/// Returns the striker mass \[kg\] and speed [m/s] for a strike with an energy \[J\] and about the wanted
/// mass \[kg\]. Real-time: yes.
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
    fn a_strike_has_its_energy_within_the_speed_limit() {
        for exponent in -12..3 {
            let energy = libm::pow(10.0, f64::from(exponent));
            let (mass, speed) = mass_and_speed(energy, 1e-4, &SNAP);
            let kinetic = 0.5 * mass * speed * speed;
            assert!((kinetic / energy - 1.0).abs() < 1e-14, "{kinetic} J, not {energy} J");
            assert!(speed <= MAX_SPEED * (1.0 + 1e-14), "{speed} m/s");
        }
    }
}
