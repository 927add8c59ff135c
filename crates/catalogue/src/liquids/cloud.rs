//! Modes of coupled bubbles: each bubble moves in the flow of the others, so a cloud sounds lower than any
//! of its bubbles.
//!
//! With v the volume change of each bubble, pressure that falls off as one over the distance, and air as a
//! spring,
//!
//! ```math
//! \sum_j M_{ij}\, \ddot v_j + K_i v_i = 0, \qquad M_{ii} = \frac{\rho}{4\pi r_i}, \quad M_{ij} = \kappa\,\frac{\rho}{4\pi d_{ij}}, \qquad
//! K_i = \frac{3 \gamma p_0}{4\pi r_i^3}
//! ```
//!
//! N equal bubbles in phase sound at $`f_0 / \sqrt{1 + \sum_j r/d_{ij}}`$. Only $`\ddot V = \sum_i \ddot v_i`$
//! is heard above the surface, as for one bubble ([`super::minnaert`]). With $`y = K^{1/2} v`$ and
//! $`A = K^{-1/2} M K^{-1/2}`$, bubbles that get the flows u at once radiate
//!
//! ```math
//! \ddot V(t) = -\,g^T A^{-1/2} \sin(A^{-1/2} t)\; K^{1/2} u, \qquad g = K^{-1/2} \mathbf 1
//! ```
//!
//! This has the form of [`super::lanczos`]: a few modes represent all bubbles, whichever are struck. With
//! as many modes as bubbles the result is exact. The modes are computed when a voice is created. Each
//! sample then costs as much as there are modes, at most [`MAX_MODES`].
//!
//! | symbol | here               | unit  | meaning                                                        |
//! |--------|--------------------|-------|----------------------------------------------------------------|
//! | r, d   | [`Bubbles`]        | m     | radii, distances of the centres                                |
//! | κ      | `coupling`         | 1     | coupling: 1 is physical, 0 makes each bubble independent       |
//! | u      |                    | m³/s  | flow 4π r³ ε ω of a single bubble with relative swing ε        |
//! | ω, d   | [`Modes::frequency`], [`Modes::decay`] | | frequency and decay of each mode; its loss is the mean of the losses of the bubbles, weighted by energy |
//!
//! Neglected: the travel time of pressure, as a cloud is smaller than a wavelength in water (1.5 m at 1
//! kHz). Also reflection at the surface, coupling of modes by damping, and shapes other than spheres. The
//! entries 1/d are stored in 32 bits, with a relative error of 10⁻⁷.
//!
//! Source: \[Xue2023\], coupled equations; \[Golub2013\], modes.

use super::lanczos::ritz;
use super::minnaert::{self, AIR_DENSITY, ATMOSPHERIC_PRESSURE, GAMMA, Liquid};
use std::f64::consts::{PI, TAU};

/// Maximum number of computed modes of a cloud.
pub const MAX_MODES: usize = 64;

/// Positions and radii of the bubbles of a cloud.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bubbles {
    /// Centre of each bubble \[m\].
    pub positions: Vec<[f64; 3]>,
    /// Radius r of each bubble \[m\], one per position.
    pub radii: Vec<f64>,
}

/// Audible modes of a cloud of bubbles.
#[derive(Clone, Debug, Default)]
pub struct Modes {
    /// Frequency of each mode \[Hz\].
    pub frequency: Vec<f64>,
    /// Decay rate of each mode \[1/s\].
    pub decay: Vec<f64>,
    /// Pressure at 1 m per unit amplitude of each mode \[Pa\].
    pub gain: Vec<f64>,
    /// Amplitude of each mode when one bubble gets the flow that a relative swing of 1 causes in a single
    /// bubble. One row per bubble.
    pub excitation: Vec<Vec<f64>>,
    /// Sum of squared amplitudes when every bubble has a relative swing of 1.
    pub max_square: f64,
}

/// Returns the product of a row of the lower triangle and `x`, in parallel partial sums. Adds the mirrored
/// column, times `own`, to `back`, so that each matrix entry is read once.
fn product(row: &[f32], x: &[f64], own: f64, back: &mut [f64]) -> f64 {
    const SUMS: usize = 8;
    let mut sums = [0.0; SUMS];
    let length = row.len().min(x.len()).min(back.len());
    let (rows, rest) = row[..length].as_chunks::<SUMS>();
    let (xs, last) = x[..length].as_chunks::<SUMS>();
    let (backs, behind) = back[..length].as_chunks_mut::<SUMS>();
    for ((row, x), back) in rows.iter().zip(xs).zip(backs) {
        for lane in 0..SUMS {
            let near = f64::from(row[lane]);
            sums[lane] += near * x[lane];
            back[lane] += near * own;
        }
    }
    let both = rest.iter().zip(last).zip(behind);
    let rest: f64 = both
        .map(|((&near, x), back)| {
            *back += f64::from(near) * own;
            f64::from(near) * x
        })
        .sum();
    sums.iter().sum::<f64>() + rest
}

impl Bubbles {
    /// Returns the audible modes of the bubbles in a liquid. Real-time: no.
    pub fn modes(&self, liquid: &Liquid, coupling: f64) -> Modes {
        let n = self.radii.len().min(self.positions.len());
        let stiffness = |r: f64| 3.0 * GAMMA * ATMOSPHERIC_PRESSURE / (4.0 * PI * r * r * r);
        let g: Vec<f64> = self.radii.iter().take(n).map(|&r| 1.0 / stiffness(r).sqrt()).collect();
        let mass = liquid.density / (4.0 * PI);
        // Lower triangle of the matrix A, row by row, without g and the density.
        let mut near: Vec<f32> = Vec::with_capacity(n * n.saturating_sub(1) / 2);
        for (i, a) in self.positions.iter().enumerate().take(n) {
            near.extend(self.positions[..i].iter().map(|b| {
                let d = core::array::from_fn::<f64, 3, _>(|axis| a[axis] - b[axis]);
                let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
                (coupling / square.sqrt().max(1e-6)) as f32
            }));
        }
        let mut scaled = vec![0.0; n];
        let times = |x: &[f64], out: &mut [f64]| {
            for ((out, x), g) in scaled.iter_mut().zip(x).zip(&g) {
                *out = x * g;
            }
            out.fill(0.0);
            let mut from = 0;
            for i in 0..n {
                let row = &near[from..from + i];
                from += i;
                let own = scaled[i];
                let sum = product(row, &scaled, own, out);
                out[i] += sum + own / self.radii[i];
            }
            for (out, g) in out.iter_mut().zip(&g) {
                *out *= mass * g;
            }
        };
        let ritz = ritz(&g, MAX_MODES, times);
        let loss: Vec<f64> = self
            .radii
            .iter()
            .take(n)
            .map(|&r| {
                let w = TAU * minnaert::frequency_by_radius(liquid) / r;
                2.0 * minnaert::decay(liquid, r) / w
            })
            .collect();
        // Returns the amplitude K^½ u of a single bubble of radius r with relative swing 1.
        let flow = |r: f64| {
            let w = TAU * minnaert::frequency_by_radius(liquid) / r;
            stiffness(r).sqrt() * 4.0 * PI * r * r * r * w
        };
        let mut modes = Modes {
            excitation: vec![Vec::new(); n],
            max_square: self.radii.iter().take(n).map(|&r| flow(r) * flow(r)).sum(),
            ..Modes::default()
        };
        let all = ritz.values.iter().zip(&ritz.weights).zip(&ritz.vectors);
        for ((&value, &weight), vector) in all {
            if value <= 0.0 {
                continue;
            }
            let w = 1.0 / value.sqrt();
            let loss: f64 = vector.iter().zip(&loss).map(|(y, loss)| y * y * loss).sum();
            modes.frequency.push(w / TAU);
            modes.decay.push(0.5 * w * loss);
            modes.gain.push(AIR_DENSITY / TAU * weight * w);
            for ((row, y), &r) in modes.excitation.iter_mut().zip(vector).zip(&self.radii) {
                row.push(y * flow(r));
            }
        }
        modes
    }

    /// Returns 1 plus the sum over all other bubbles of radius divided by distance, for bubble `index`
    /// \[1\]. When all bubbles are equal and in phase, the pitch falls by the square root of this value.
    pub fn crowding(&self, index: usize) -> f64 {
        let Some((a, r)) = self.positions.get(index).zip(self.radii.get(index)) else {
            return 1.0;
        };
        let distance = |b: &[f64; 3]| (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt();
        let others = self.positions.iter().enumerate().filter(|&(other, _)| other != index);
        1.0 + others.map(|(_, b)| r / distance(b)).sum::<f64>()
    }
}
