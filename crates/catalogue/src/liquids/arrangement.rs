//! Random positions and radii of the bubbles of a cloud.
//!
//! The distance of neighbours follows from the air fraction, with a minimum at which no two bubbles touch:
//!
//! ```math
//! a = r \,\max\left[\left(\frac{4\pi}{3\beta}\right)^{1/3},\; 2.1\, e^{2s}\right], \qquad r_i = r\, e^{s n_i}, \; |n_i| \le 2
//! ```
//!
//! | symbol | here                | unit | meaning                                                          |
//! |--------|---------------------|------|------------------------------------------------------------------|
//! | r, s   | [`Cloud::radius`], [`Cloud::spread`] | m, 1 | median radius, standard deviation of the logarithms; n is normal |
//! | β, a   | [`Cloud::packing`], [`Cloud::spacing`] | 1, m | air fraction of the volume, side of the cell of each bubble |
//!
//! Balls and columns consist of the cells nearest to the centre, with one random position in each. So
//! bubbles never overlap, and the masses of [`super::cloud`] stay positive. In a ring all bubbles have the
//! same neighbours.

use super::cloud::Bubbles;
use foley_dsp::random::Dice;
use foley_params::{choices, params};
use std::f64::consts::{PI, TAU};

choices! {
    /// Shape of a cloud of bubbles.
    pub enum Arrangement {
        /// Ball filled with bubbles.
        Cloud = "cloud",
        /// Column of bubbles, six times as high as wide.
        Column = "column",
        /// Single ring of bubbles, all with the same neighbours.
        Ring = "ring",
    }
}

params! {
    /// Bubbles of a cloud.
    /// Default: the cloud entrained by a bucket of water.
    pub struct Cloud("cloud") {
        /// Number of bubbles, rounded to an integer.
        count: f64 = 400.0, "N", One, log [1.0, 2000.0], handle("crowd", "one alone", "breaker");
        /// Arrangement of the bubbles: ball, column six times as high as wide, or single ring.
        arrangement: Arrangement = Arrangement::Cloud, "x", choice;
        /// Median radius of the bubbles; larger bubbles sound lower.
        radius: f64 = 0.0025, "r", Metre, log [3e-4, 0.005], glide 0.02, handle("size", "froth", "fist");
        /// Standard deviation of the logarithms of the radii, which are limited to two deviations. With 0 all
        /// bubbles are equal.
        spread: f64 = 0.3, "s", One, lin [0.0, 0.4], glide 0.02;
        /// Air fraction of the volume of the cloud: the denser, the lower it sounds.
        packing: f64 = 0.02, "β", One, log [1e-5, 0.15], glide 0.02, handle("closeness", "far apart", "foam");
        /// Coupling of the bubbles: 1 is physical, with 0 they are independent.
        coupling: f64 = 1.0, "κ", One, lin [0.0, 1.0], glide 0.02;
    }
}

impl Cloud {
    /// Returns the distance between neighbouring bubbles \[m\], at least so large that no two bubbles touch.
    pub fn spacing(&self) -> f64 {
        let packed = libm::cbrt(4.0 * PI / (3.0 * self.packing)) * self.radius;
        packed.max(2.1 * self.radius * libm::exp(2.0 * self.spread))
    }

    /// Draws the positions and radii of all bubbles; no two bubbles overlap. Real-time: no.
    pub fn bubbles(&self, dice: &mut Dice) -> Bubbles {
        let count = (self.count.round() as usize).clamp(1, 2000);
        let spacing = self.spacing();
        let max_radius = self.radius * libm::exp(2.0 * self.spread);
        let radii = (0..count).map(|_| {
            let chance = dice.normal().clamp(-2.0, 2.0);
            self.radius * libm::exp(self.spread * chance)
        });
        let radii = radii.collect();
        let positions = if self.arrangement == Arrangement::Ring {
            // Neighbours on a circle are 2R sin(π/N) apart.
            let around = spacing / (2.0 * libm::sin(PI / count.max(2) as f64));
            let position = |n: usize| {
                let angle = TAU * n as f64 / count as f64;
                [around * libm::cos(angle), around * libm::sin(angle), 0.0]
            };
            (0..count).map(position).collect()
        } else {
            // The bubbles lie in the cells of a cubic lattice nearest to the centre, with a random shift
            // within each cell.
            let tall = if self.arrangement == Arrangement::Cloud { 1.0 } else { 6.0 };
            let wide = (libm::cbrt(count as f64 / tall).ceil() as i32) + 1;
            let high = (tall * f64::from(wide)).ceil() as i32;
            let mut cells = Vec::new();
            for x in -wide..=wide {
                for y in -wide..=wide {
                    for z in -high..=high {
                        let up = f64::from(z) / tall;
                        let distance = f64::from(x * x + y * y) + up * up;
                        cells.push((distance, [f64::from(x), f64::from(y), f64::from(z)]));
                    }
                }
            }
            cells.sort_by(|a, b| a.0.total_cmp(&b.0));
            let within = 0.5 * spacing - max_radius;
            let position = |(_, cell): (f64, [f64; 3])| cell.map(|at| spacing * at + within * dice.signed());
            cells.into_iter().take(count).map(position).collect()
        };
        Bubbles { positions, radii }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_bubbles_overlap_however_dense_the_cloud() {
        for &arrangement in Arrangement::ALL {
            let cloud = Cloud { count: 150.0, arrangement, spread: 0.4, packing: 0.15, ..Cloud::default() };
            let Bubbles { positions, radii } = cloud.bubbles(&mut Dice::new(1));
            assert_eq!(positions.len(), 150);
            for (i, a) in positions.iter().enumerate() {
                for (j, b) in positions[..i].iter().enumerate() {
                    let square: f64 = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum();
                    let (distance, least) = (square.sqrt(), radii[i] + radii[j]);
                    assert!(distance > least, "{distance} m for {least} m, {i} and {j}");
                }
            }
        }
    }
}
