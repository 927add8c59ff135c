//! Friction of particles, with each other and with walls, and who meets whom.
//!
//! $$ a_i = \nu \sum_j \frac{s^2}{K} (v_j - v_i)\, \nabla^2 W_{ij} + \dots $$
//!
//! | symbol | here                   | unit | meaning                                                                          |
//! |--------|------------------------|------|----------------------------------------------------------------------------------|
//! | ν      | [`Matter::viscosity`]  | m²/s | and a small part of c h beside it, without which so few particles are not smooth |
//! | …      |                        |      | what comes together also loses the speed of it, at a rate of some c/h            |
//!
//! Each pair in its turn shares its speed by the implicit rule x/(1 + 2x) of its rate times the step: the
//! difference becomes smaller and keeps its sign, whatever the rate. So each pair loses energy and keeps its
//! momentum.

use super::pairs::{BITS, ROOM};
use super::{Matter, Sph, walls};

/// Friction of neighbours that there is at any viscosity, as a part of c h.
const SHEAR: f64 = 0.001;
/// Friction of what comes together, as a part of c/h.
const CLASH: f64 = 0.12;
/// Particles touch when they are nearer than this, and a wall at half of it, in spacings.
const TOUCH: f64 = 1.25;
/// Most hits that are told between two looks.
pub const MOST_HITS: usize = 256;

/// A particle that flew has arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// When, since the last look \[s\].
    pub at: f64,
    /// How fast towards what it met [m/s].
    pub speed: f64,
    /// Where \[m\].
    pub place: [f64; 2],
    /// A wall or the floor, not liquid.
    pub wall: bool,
}

impl Sph {
    /// Friction: each pair shares its speed, at once or by and by; nothing can gain by it. Who flew and meets
    /// someone is told.
    pub(super) fn rub(&mut self, time: f64) {
        let Matter { spacing, sound, viscosity, .. } = self.matter;
        let h = self.kernels.radius;
        let shear = time * (viscosity + SHEAR * sound * h) * self.share;
        let clash = time * CLASH * sound / (h * h);
        for pair in self.pairs.list() {
            let [one, two] = pair.both();
            let (a, b) = (self.speeds[one], self.speeds[two]);
            let [x, y] = pair.towards;
            let apart = [a[0] - b[0], a[1] - b[1]];
            let parting = apart[0] * x + apart[1] * y;
            if self.flying[one] != self.flying[two]
                && pair.distance < TOUCH * spacing
                && -parting > self.least
            {
                let flier = if self.flying[one] { one } else { two };
                self.flying[flier] = false;
                let hit = Hit { at: self.clock, speed: -parting, place: self.places[flier], wall: false };
                note(&mut self.hits, hit);
            }
            let k = shear * self.kernels.laplacian(pair.distance);
            let n = clash * (h - pair.distance);
            // Both implicitly: what they share of their speeds, and then of that along the line.
            let by = 1.0 / ((1.0 + 2.0 * k) * (1.0 + 2.0 * n));
            let shared = k * (1.0 + 2.0 * n) * by;
            let along = n * by * parting.min(0.0);
            let less = [shared * apart[0] + along * x, shared * apart[1] + along * y];
            self.speeds[one] = [a[0] - less[0], a[1] - less[1]];
            self.speeds[two] = [b[0] + less[0], b[1] + less[1]];
        }
    }

    /// The same with walls, which do not move.
    pub(super) fn rub_walls(&mut self, time: f64) {
        let Matter { spacing, sound, viscosity, width, .. } = self.matter;
        let h = self.kernels.radius;
        let shear = time * (viscosity + SHEAR * sound * h) * 8.0 / (h * h);
        let clash = 2.0 * time * CLASH * sound / h;
        for index in 0..self.count.min(ROOM) {
            let place = self.places[index & BITS];
            for (distance, [x, y]) in walls(&place, width) {
                if distance >= h {
                    continue;
                }
                let speed = &mut self.speeds[index & BITS];
                let parting = speed[0] * x + speed[1] * y;
                let near = 1.0 - distance / h;
                let n = clash * near;
                let along = n / (1.0 + n) * parting.min(0.0);
                let kept = 1.0 / (1.0 + shear * near);
                speed[0] = kept * (speed[0] - along * x);
                speed[1] = kept * (speed[1] - along * y);
                let flying = &mut self.flying[index & BITS];
                if *flying && distance < 0.5 * TOUCH * spacing && -parting > self.least {
                    *flying = false;
                    let hit = Hit { at: self.clock, speed: -parting, place, wall: true };
                    note(&mut self.hits, hit);
                }
            }
        }
    }
}

/// One hit more, if there is room.
fn note(hits: &mut Vec<Hit>, hit: Hit) {
    if hits.len() < MOST_HITS {
        hits.push(hit);
    }
}
