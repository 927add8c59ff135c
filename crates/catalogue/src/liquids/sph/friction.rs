//! Friction of particles, with each other and with walls, and who meets whom.
//!
//! $$ a_i = \nu \sum_j \frac{s^2}{K} (v_j - v_i)\, \nabla^2 W_{ij} + \dots $$
//!
//! | symbol | here                   | unit | meaning                                                                          |
//! |--------|------------------------|------|----------------------------------------------------------------------------------|
//! | ν      | [`Fluid::viscosity`]  | m²/s | and a small part of c h beside it, without which so few particles are not smooth |
//! | …      |                        |      | what comes together also loses the speed of it, at a rate of some c/h            |
//!
//! Each pair in its turn shares its speed by the implicit rule x/(1 + 2x) of its rate times the step: the
//! difference becomes smaller and keeps its sign, whatever the rate. So each pair loses energy and keeps its
//! momentum.

use super::pairs::{CAPACITY, INDEX_MASK};
use super::{Fluid, Sph, walls};

/// Friction of neighbours that there is at any viscosity, as a part of c h.
const SHEAR: f64 = 0.001;
/// Friction of what comes together, as a part of c/h.
const CLASH: f64 = 0.12;
/// Particles touch when they are nearer than this, and a wall at half of it, in spacings.
const TOUCH: f64 = 1.25;
/// Most hits that are told between two looks.
pub const MAX_HITS: usize = 256;

/// A particle that flew has arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// When, since the last look \[s\].
    pub at: f64,
    /// How fast towards what it met [m/s].
    pub speed: f64,
    /// Where \[m\].
    pub position: [f64; 2],
    /// A wall or the floor, not liquid.
    pub wall: bool,
}

impl Sph {
    /// Friction: each pair shares its speed, at once or by and by; nothing can gain by it. Who flew and meets
    /// someone is told.
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
            // Both implicitly: what they share of their speeds, and then of that along the line.
            let by = 1.0 / ((1.0 + 2.0 * k) * (1.0 + 2.0 * n));
            let shared = k * (1.0 + 2.0 * n) * by;
            let along = n * by * separation_speed.min(0.0);
            let change = [shared * relative[0] + along * x, shared * relative[1] + along * y];
            self.velocities[first] = [a[0] - change[0], a[1] - change[1]];
            self.velocities[second] = [b[0] + change[0], b[1] + change[1]];
        }
    }

    /// The same with walls, which do not move.
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

/// One hit more, if there is room.
fn record_hit(hits: &mut Vec<Hit>, hit: Hit) {
    if hits.len() < MAX_HITS {
        hits.push(hit);
    }
}
