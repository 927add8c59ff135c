//! Friction between particles and at walls, and detection of hits.
//!
//! ```math
//! a_i = \nu \sum_j \frac{s^2}{K} (v_j - v_i)\, \nabla^2 W_{ij} + \dots
//! ```
//!
//! | symbol | here                   | unit | meaning                                                                          |
//! |--------|------------------------|------|----------------------------------------------------------------------------------|
//! | ν      | [`Fluid::viscosity`]   | m²/s | kinematic viscosity, plus a small share of c h that smooths few particles        |
//! | …      |                        |      | approaching particles also lose their relative speed, at a rate of about c/h     |
//!
//! Pairs are solved one after another by the implicit rule x/(1 + 2x) of the rate times the step. The
//! difference of velocities shrinks and keeps its sign at any rate. So each pair loses energy and keeps its
//! momentum.

use super::pairs::{CAPACITY, INDEX_MASK};
use super::{Fluid, Sph, walls};

/// Numerical viscosity, as a share of speed of sound times kernel radius \[1\].
const SHEAR: f64 = 0.001;
/// Damping rate of approaching particles, as a share of speed of sound over kernel radius \[1\].
const CLASH: f64 = 0.12;
/// Contact distance of two particles \[spacings\]; the contact distance to a wall is half of it.
const TOUCH: f64 = 1.25;
/// Maximum number of hits recorded until they are cleared.
pub const MAX_HITS: usize = 256;

/// Impact of a flying particle on liquid, a wall or the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// Time of the hit since the hits were last cleared \[s\].
    pub at: f64,
    /// Speed of the particle towards the surface that it hit [m/s].
    pub speed: f64,
    /// Position of the hit \[m\].
    pub position: [f64; 2],
    /// Whether the particle hit a wall or the floor; false if it hit liquid.
    pub wall: bool,
}

impl Sph {
    /// Applies friction to each pair of particles, which never adds energy, and records hits of flying
    /// particles.
    pub(super) fn apply_friction(&mut self, time: f64) {
        let Fluid { spacing, sound, viscosity, .. } = self.fluid;
        let h = self.kernels.radius;
        let shear = time * (viscosity + SHEAR * sound * h) * self.share;
        let clash = time * CLASH * sound / (h * h);
        for pair in self.pairs.list() {
            let [first, second] = pair.indices();
            let (a, b) = (self.velocities[first], self.velocities[second]);
            let [x, y] = pair.direction;
            let relative = [a[0] - b[0], a[1] - b[1]];
            let separation_speed = relative[0] * x + relative[1] * y;
            if self.flying[first] != self.flying[second]
                && pair.distance < TOUCH * spacing
                && -separation_speed > self.min_hit_speed
            {
                let flying_particle = if self.flying[first] { first } else { second };
                self.flying[flying_particle] = false;
                let hit = Hit {
                    at: self.since_clear,
                    speed: -separation_speed,
                    position: self.positions[flying_particle],
                    wall: false,
                };
                record_hit(&mut self.hits, hit);
            }
            let k = shear * self.kernels.laplacian(pair.distance);
            let n = clash * (h - pair.distance);
            // Both friction rules are implicit: first on the velocities, then on their component along the
            // line.
            let by = 1.0 / ((1.0 + 2.0 * k) * (1.0 + 2.0 * n));
            let shared = k * (1.0 + 2.0 * n) * by;
            let along = n * by * separation_speed.min(0.0);
            let change = [shared * relative[0] + along * x, shared * relative[1] + along * y];
            self.velocities[first] = [a[0] - change[0], a[1] - change[1]];
            self.velocities[second] = [b[0] + change[0], b[1] + change[1]];
        }
    }

    /// Applies friction at the walls, and records hits of flying particles.
    pub(super) fn apply_wall_friction(&mut self, time: f64) {
        let Fluid { spacing, sound, viscosity, width, .. } = self.fluid;
        let h = self.kernels.radius;
        let shear = time * (viscosity + SHEAR * sound * h) * 8.0 / (h * h);
        let clash = 2.0 * time * CLASH * sound / h;
        for index in 0..self.count.min(CAPACITY) {
            let position = self.positions[index & INDEX_MASK];
            for (distance, [x, y]) in walls(&position, width) {
                if distance >= h {
                    continue;
                }
                let velocity = &mut self.velocities[index & INDEX_MASK];
                let separation_speed = velocity[0] * x + velocity[1] * y;
                let near = 1.0 - distance / h;
                let n = clash * near;
                let along = n / (1.0 + n) * separation_speed.min(0.0);
                let kept = 1.0 / (1.0 + shear * near);
                velocity[0] = kept * (velocity[0] - along * x);
                velocity[1] = kept * (velocity[1] - along * y);
                let flying = &mut self.flying[index & INDEX_MASK];
                if *flying && distance < 0.5 * TOUCH * spacing && -separation_speed > self.min_hit_speed {
                    *flying = false;
                    let hit = Hit { at: self.since_clear, speed: -separation_speed, position, wall: true };
                    record_hit(&mut self.hits, hit);
                }
            }
        }
    }
}

/// Records a hit, unless `hits` is full.
fn record_hit(hits: &mut Vec<Hit>, hit: Hit) {
    if hits.len() < MAX_HITS {
        hits.push(hit);
    }
}
