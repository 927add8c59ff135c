//! A digital waveguide mesh: sound in two dimensions between four walls.
//!
//! Junctions stand in rows. Waveguides of one sample join each with its four neighbours, and a loop joins
//! it with itself, which adjusts the mesh to the exact length and width of the room. The waves that arrive
//! at a junction give its pressure. In terms of pressures alone, the mesh is
//!
//! ```math
//! p^{n+1} = \lambda_x^2 (p_W + p_E) + \lambda_y^2 (p_N + p_S) + 2 (1 - \lambda_x^2 - \lambda_y^2)\, p - p^{n-1},
//! \qquad \lambda = \frac{cT}{\Delta} \le \frac{1}{\sqrt 2}
//! ```
//!
//! so that a wave of wave numbers $`k_x, k_y`$ oscillates at
//!
//! ```math
//! \sin^2 \tfrac{\omega T}{2} = \lambda_x^2 \sin^2 \tfrac{k_x \Delta_x}{2} + \lambda_y^2 \sin^2 \tfrac{k_y \Delta_y}{2},
//! ```
//!
//! slightly lower than in air, with an error that grows with frequency. The mesh is used up to a fifth of
//! its rate; its response is mirrored at a quarter.
//!
//! A wall reflects a wave of normal incidence by $`R/(1 + s/\omega_r)`$: it has the admittance
//! $`\beta_0 + \beta_1 s/(s + \omega_c)`$ with
//!
//! ```math
//! \beta_0 = \frac{1-R}{1+R}, \quad \beta_1 = 1 - \beta_0, \quad \omega_c = \omega_r (1 + R).
//! ```
//!
//! | symbol | unit     | meaning                                                |
//! |--------|----------|--------------------------------------------------------|
//! | p      | 1        | pressure at a junction                                 |
//! | T, Δ   | s, m     | time between two steps, distance between two junctions |
//! | R, ω_r | 1, rad/s | reflection of low frequencies, cut of the reflection   |
//! | d      | 1        | half the change of p over two steps, at a wall         |
//! | z      | 1        | memory of a wall: d, low-passed at ω_c                 |
//!
//! The energy
//!
//! ```math
//! E = \tfrac12 \sum (p^{n+1} - p^n)^2 + \tfrac12 \sum \lambda^2\, \delta p^{n+1} \delta p^n + \sum_{walls} \frac{\lambda \beta_1}{2 \omega_c T} z^2
//! ```
//!
//! (δ: differences of neighbours) changes only by the input, less
//! $`\sum_{walls} \lambda (\beta_0 d^2 + \beta_1 (d - \bar z)^2)`$: without input it never grows, for all walls.
//!
//! Where $`k_x \Delta_x = \pi`$ and $`k_y = 0`$, or vice versa, at $`\sin(\omega T/2) = \lambda`$
//! ([`standing_frequency`]), a wave stands still on the mesh and never reaches a wall that could absorb it.
//! Air is viscous: [`Lattice::apply_viscosity`] removes a fraction of the pressure change
//! $`v = p^n - p^{n-1}`$ and keeps the mean of both,
//!
//! ```math
//! v' = (1 - \mu K^2)\, v, \qquad \langle v, K v\rangle = \sum \lambda^2 (\delta v)^2, \quad K \le 4, \quad \mu \le \tfrac18
//! ```
//!
//! which removes $`\mu K^2`$ from the kinetic part of E, $`\tfrac12 \langle v, (1 - K/4) v \rangle`$, and
//! nothing from the rest: E does not grow. With $`K = 4 \sin^2(\omega T/2)`$ the loss is proportional to the
//! fourth power of the frequency. Source: \[Fontana2001\], \[VanDuyneSmith1993\]; trapezoidal steps at the
//! walls make the energy balance exact.

/// Pressure of a junction at rest. Zero pressure would produce slow denormal numbers at the front of a
/// wave; a room with this pressure everywhere is at rest as well.
const REST: f32 = 1e-18;

/// Minimum number of junctions in a row or column.
pub const MIN_JUNCTIONS: usize = 4;

/// Reflection coefficients of a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reflection {
    /// Reflection R of the wall at low frequencies, at most 1 \[1\].
    pub gain: f64,
    /// Cut-off angular frequency of the reflection times the time step \[1\].
    pub cut: f64,
}

/// A position between four junctions, with the weight of each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    at: usize,
    shares: [f32; 4],
}

/// State and coefficients of one wall of the mesh.
#[derive(Clone, Debug)]
struct Wall {
    /// State of the wall's low-pass filter at each junction.
    memory: Vec<f32>,
    /// Pressure of the previous step at each junction of the wall.
    before: Vec<f32>,
    /// Loss of the wall: λ(β₀ + β₁/(1 + a))/2, with the Courant number λ, the admittances β₀ and β₁ of the
    /// wall, and half its cut-off angular frequency per step, a \[1\].
    loss_gain: f32,
    /// Gain of the filter state `memory`: λβ₁/(1 + a), with the Courant number λ, the admittance β₁ of the
    /// wall, and half its cut-off angular frequency per step, a \[1\].
    return_gain: f32,
    /// Rate at which the filter state `memory` follows the pressure, per step: 2a/(1 + a), with half the
    /// cut-off angular frequency per step, a \[1\].
    memory_rate: f32,
    /// Energy stored in the wall per squared filter state `memory`: λβ₁/4a, with the Courant number λ, the
    /// admittance β₁ of the wall, and half its cut-off angular frequency per step, a \[1\].
    stored_energy: f64,
}

impl Wall {
    fn new(most: usize) -> Self {
        Self {
            memory: vec![0.0; most],
            before: vec![0.0; most],
            loss_gain: 0.0,
            return_gain: 0.0,
            memory_rate: 0.0,
            stored_energy: 0.0,
        }
    }

    fn reflect(&mut self, reflection: Reflection, courant: f64) {
        let gain = reflection.gain.clamp(0.0, 1.0);
        let still = (1.0 - gain) / (1.0 + gain);
        let moving = 1.0 - still;
        let a = (0.5 * reflection.cut.max(1e-6) * (1.0 + gain)).max(1e-6);
        self.loss_gain = (0.5 * courant * (still + moving / (1.0 + a))) as f32;
        self.return_gain = (courant * moving / (1.0 + a)) as f32;
        self.memory_rate = (2.0 * a / (1.0 + a)) as f32;
        self.stored_energy = courant * moving / (4.0 * a);
    }

    /// Applies the loss and the filter state of the wall to the pressure `p` at a junction. Works with
    /// pressure differences, so that a constant pressure stays exactly constant.
    #[inline]
    fn apply(&mut self, p: &mut f32, at: usize) {
        let (z, old) = (self.memory[at], self.before[at]);
        *p += (self.loss_gain * (old - *p) + self.return_gain * z) / (1.0 + self.loss_gain);
        self.update_memory(*p, at);
    }

    /// Moves the filter state of the wall towards half the change of the pressure `p` since the previous
    /// step.
    #[inline]
    fn update_memory(&mut self, p: f32, at: usize) {
        let z = &mut self.memory[at];
        *z += self.memory_rate * (0.5 * (p - self.before[at]) - *z);
    }
}

/// One step of the waves in all rows, in one loop. The results on the rim are overwritten before they are
/// read.
struct WaveStep<'a> {
    width: usize,
    courant: [f32; 2],
    now: &'a [f32],
    next: &'a mut [f32],
}

impl pulp::NullaryFnOnce for WaveStep<'_> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "must be inlined into the function that may use wide vectors")]
    #[inline(always)]
    fn call(self) {
        let (width, count) = (self.width, self.next.len());
        let [along, across] = self.courant;
        let [north, west, here, east, south] =
            [0, width - 1, width, width + 1, 2 * width].map(|from| &self.now[from..][..count]);
        for (index, p) in self.next.iter_mut().enumerate() {
            // Computing the differences first keeps a uniform pressure bit-identical.
            let twice = here[index] + here[index];
            *p = (twice - *p)
                + along * ((west[index] + east[index]) - twice)
                + across * ((north[index] + south[index]) - twice);
        }
    }
}

/// Laplacian of a plane: the differences to the neighbours, weighted by the squared Courant numbers along
/// and across.
struct Laplacian<'a> {
    width: usize,
    courant: [f32; 2],
    of: &'a [f32],
    to: &'a mut [f32],
}

impl pulp::NullaryFnOnce for Laplacian<'_> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "must be inlined into the function that may use wide vectors")]
    #[inline(always)]
    fn call(self) {
        let (width, count) = (self.width, self.to.len());
        let [along, across] = self.courant;
        let [north, west, here, east, south] =
            [0, width - 1, width, width + 1, 2 * width].map(|from| &self.of[from..][..count]);
        for (index, bend) in self.to.iter_mut().enumerate() {
            let twice = here[index] + here[index];
            *bend = along * ((west[index] + east[index]) - twice)
                + across * ((north[index] + south[index]) - twice);
        }
    }
}

/// Copies the pressures of the outermost junctions to the rim beyond the walls.
fn mirror(plane: &mut [f32], width: usize, rows: usize) {
    for cells in plane[width..].chunks_exact_mut(width).take(rows) {
        (cells[0], cells[width - 1]) = (cells[1], cells[width - 2]);
    }
    let last = rows * width;
    plane.copy_within(width..2 * width, 0);
    plane.copy_within(last..last + width, last + width);
}

/// Returns the phase angle per step of the lowest wave that stands still on a mesh with these squared
/// Courant numbers \[rad\].
pub fn standing_frequency(courant: [f64; 2]) -> f64 {
    2.0 * libm::asin(courant[0].min(courant[1]).sqrt())
}

/// A rectangular mesh of junctions that carries sound waves in two dimensions.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Pressures of the current step, with a rim of one junction.
    now: Vec<f32>,
    /// Pressures of the previous step, with a rim of one junction.
    before: Vec<f32>,
    /// Change of the pressures in the last step.
    change: Vec<f32>,
    /// Laplacian of `change`.
    bends: Vec<f32>,
    columns: usize,
    rows: usize,
    /// Square of the Courant number along the length \[1\].
    along: f32,
    /// Square of the Courant number across the width \[1\].
    across: f32,
    /// Walls of the mesh: start of the length, end of the length, left, right.
    walls: [Wall; 4],
    most: usize,
    arch: pulp::Arch,
}

impl Lattice {
    /// Creates a mesh at rest with capacity for `most` junctions. Real-time: no.
    pub fn new(most: usize) -> Self {
        let most = most.max(MIN_JUNCTIONS * MIN_JUNCTIONS);
        let side = most / MIN_JUNCTIONS;
        // For a given number of junctions a long room has the longest rim.
        let cells = (side + 2) * (MIN_JUNCTIONS + 2) + 2 * most;
        let mut lattice = Self {
            now: vec![REST; cells],
            before: vec![REST; cells],
            change: vec![0.0; cells],
            bends: vec![0.0; cells],
            columns: MIN_JUNCTIONS,
            rows: MIN_JUNCTIONS,
            along: 0.5,
            across: 0.5,
            walls: core::array::from_fn(|_| Wall::new(side)),
            most,
            arch: pulp::Arch::new(),
        };
        lattice.shape([MIN_JUNCTIONS; 2], [0.5; 2]);
        lattice
    }

    /// Sets the number of junctions, limited by the capacity, and the squared Courant numbers along and
    /// across. Clears the mesh. Real-time: yes.
    pub fn shape(&mut self, junctions: [usize; 2], courant: [f64; 2]) {
        let side = self.most / MIN_JUNCTIONS;
        self.columns = junctions[0].clamp(MIN_JUNCTIONS, side);
        self.rows = junctions[1].clamp(MIN_JUNCTIONS, (self.most / self.columns).max(MIN_JUNCTIONS));
        let [x, y] = courant.map(|square| square.clamp(0.0, 0.5));
        (self.along, self.across) = (x as f32, y as f32);
        self.clear();
    }

    /// Returns the number of junctions along and across.
    pub fn junctions(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// Sets the reflections of the walls: start and end of the length, left, right. Real-time: yes.
    pub fn walls(&mut self, reflections: [Reflection; 4]) {
        let (x, y) = (f64::from(self.along).sqrt(), f64::from(self.across).sqrt());
        for ((wall, reflection), courant) in self.walls.iter_mut().zip(reflections).zip([x, x, y, y]) {
            wall.reflect(reflection, courant);
        }
    }

    /// Brings the mesh to rest. Real-time: yes.
    pub fn clear(&mut self) {
        self.now.fill(REST);
        self.before.fill(REST);
        for wall in &mut self.walls {
            wall.memory.fill(0.0);
        }
    }

    /// Returns the position at fractions of length and width, at least half a junction away from the walls.
    /// Real-time: yes.
    pub fn spot(&self, along: f64, across: f64) -> Spot {
        let place = |fraction: f64, count: usize| {
            let place = (fraction * count as f64 - 0.5).clamp(0.0, (count - 1) as f64);
            let cell = place.floor().min((count - 2) as f64);
            (cell as usize, (place - cell) as f32)
        };
        let (column, x) = place(along, self.columns);
        let (row, y) = place(across, self.rows);
        Spot {
            at: (row + 1) * (self.columns + 2) + column + 1,
            shares: [(1.0 - x) * (1.0 - y), x * (1.0 - y), (1.0 - x) * y, x * y],
        }
    }

    fn corners(&self, spot: &Spot) -> [usize; 4] {
        let width = self.columns + 2;
        [spot.at, spot.at + 1, spot.at + width, spot.at + width + 1]
    }

    /// Returns the pressure of the mesh at a position \[1\]. Real-time: yes.
    #[inline]
    pub fn pressure(&self, spot: &Spot) -> f64 {
        let mut sum = 0.0;
        for (corner, share) in self.corners(spot).into_iter().zip(spot.shares) {
            sum += share * (self.now.get(corner).copied().unwrap_or(REST) - REST);
        }
        f64::from(sum)
    }

    /// Advances the mesh by one step and adds each input at its position. Real-time: yes.
    pub fn step(&mut self, inputs: &[(Spot, f64)]) {
        self.rim();
        self.waves();
        self.ends();
        self.sides();
        core::mem::swap(&mut self.now, &mut self.before);
        for (spot, amount) in inputs {
            for (corner, share) in self.corners(spot).into_iter().zip(spot.shares) {
                if let Some(place) = self.now.get_mut(corner) {
                    *place += share * *amount as f32;
                }
            }
        }
    }

    /// Applies viscosity: removes from the pressure change a fraction proportional to the fourth power of
    /// the frequency. `part` is the coefficient μ of this fraction; it is limited to the range that never
    /// adds energy. Real-time: yes.
    pub fn apply_viscosity(&mut self, part: f64) {
        let half = (0.5 * part.clamp(0.0, 0.125)) as f32;
        let (width, rows) = (self.columns + 2, self.rows);
        let count = rows * width;
        let inside = width..width + count;
        let pressures = self.now[inside.clone()].iter().zip(&self.before[inside.clone()]);
        for (change, (now, before)) in self.change[inside.clone()].iter_mut().zip(pressures) {
            *change = now - before;
        }
        let courant = [self.along, self.across];
        mirror(&mut self.change, width, rows);
        let (of, to) = (&self.change, &mut self.bends[inside.clone()]);
        self.arch.dispatch(Laplacian { width, courant, of, to });
        mirror(&mut self.bends, width, rows);
        let (of, to) = (&self.bends, &mut self.change[inside.clone()]);
        self.arch.dispatch(Laplacian { width, courant, of, to });
        let pressures = self.now[inside.clone()].iter_mut().zip(&mut self.before[inside.clone()]);
        for (taken, (now, before)) in self.change[inside].iter().zip(pressures) {
            *now -= half * taken;
            *before += half * taken;
        }
    }

    /// Updates the rim of the mesh, and saves the previous pressures at the walls before they are
    /// overwritten.
    fn rim(&mut self) {
        let (width, rows) = (self.columns + 2, self.rows);
        let last = rows * width;
        mirror(&mut self.now, width, rows);
        let [near, far, left, right] = &mut self.walls;
        let old = self.before[width..].chunks_exact(width);
        for (row, old) in old.take(rows).enumerate() {
            (near.before[row], far.before[row]) = (old[1], old[width - 2]);
        }
        for (wall, first) in [(left, width + 1), (right, last + 1)] {
            let row = &self.before[first..first + self.columns];
            wall.before[..self.columns].copy_from_slice(row);
        }
    }

    /// Advances the waves between junctions by one step, with the widest available vector instructions. The
    /// result is bit-identical for every vector width.
    fn waves(&mut self) {
        let width = self.columns + 2;
        let count = self.rows * width;
        self.arch.dispatch(WaveStep {
            width,
            courant: [self.along, self.across],
            now: &self.now,
            next: &mut self.before[width..][..count],
        });
    }

    /// Applies the walls at both ends of every row, except in the corners: [`Lattice::sides`] handles the
    /// corners.
    fn ends(&mut self) {
        let (width, rows, columns) = (self.columns + 2, self.rows, self.columns);
        let [near, far, ..] = &mut self.walls;
        let inner = self.before[2 * width..].chunks_exact_mut(width);
        for (row, cells) in inner.take(rows - 2).enumerate() {
            near.apply(&mut cells[1], row + 1);
            far.apply(&mut cells[columns], row + 1);
        }
    }

    /// Applies the walls along the first and last row, and both walls in the corners.
    fn sides(&mut self) {
        let (width, columns, ends) = (self.columns + 2, self.columns, self.rows - 1);
        let [near, far, left, right] = &mut self.walls;
        for (wall, row) in [(left, 0), (right, ends)] {
            let divide = 1.0 / (1.0 + wall.loss_gain);
            let first = (row + 1) * width + 1;
            let cells = &mut self.before[first..first + columns];
            let (memory, before) = (&mut wall.memory[..columns], &wall.before[..columns]);
            let corners = [(0, &*near), (columns - 1, &*far)].map(|(at, other)| {
                let (p, loss_gain) = (cells[at], wall.loss_gain + other.loss_gain);
                let returned = wall.return_gain * memory[at] + other.return_gain * other.memory[row];
                (at, p + (loss_gain * (before[at] - p) + returned) / (1.0 + loss_gain))
            });
            for ((p, z), &old) in cells.iter_mut().zip(&*memory).zip(before) {
                *p += divide * (wall.loss_gain * (old - *p) + wall.return_gain * z);
            }
            for (at, p) in corners {
                cells[at] = p;
            }
            for ((p, z), &old) in cells.iter().zip(memory).zip(before) {
                *z += wall.memory_rate * (0.5 * (*p - old) - *z);
            }
            near.update_memory(cells[0], row);
            far.update_memory(cells[columns - 1], row);
        }
    }

    /// Returns the energy E of the mesh and its walls \[1\].
    pub fn energy(&self) -> f64 {
        let width = self.columns + 2;
        let at = |plane: &[f32], row: usize, column: usize| f64::from(plane[(row + 1) * width + column + 1]);
        let (now, old) = (&self.now, &self.before);
        let mut sum = 0.0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let (p, q) = (at(now, row, column), at(old, row, column));
                sum += 0.5 * (p - q) * (p - q);
                if column + 1 < self.columns {
                    let (e, f) = (at(now, row, column + 1), at(old, row, column + 1));
                    sum += 0.5 * f64::from(self.along) * (e - p) * (f - q);
                }
                if row + 1 < self.rows {
                    let (e, f) = (at(now, row + 1, column), at(old, row + 1, column));
                    sum += 0.5 * f64::from(self.across) * (e - p) * (f - q);
                }
            }
        }
        let counts = [self.rows, self.rows, self.columns, self.columns];
        for (wall, count) in self.walls.iter().zip(counts) {
            let stored = wall.memory.iter().take(count);
            sum += stored.map(|&z| wall.stored_energy * f64::from(z) * f64::from(z)).sum::<f64>();
        }
        sum
    }

    /// Returns the largest deviation of the pressure \[1\] from a uniform pressure and from the previous
    /// step. A uniform pressure is inaudible. Real-time: yes.
    pub fn max_deviation(&self) -> f64 {
        let width = self.columns + 2;
        let same = self.now.get(width + 1).copied().unwrap_or(REST);
        let mut most = 0.0_f32;
        for plane in [&self.now, &self.before] {
            for cells in plane[width..].chunks_exact(width).take(self.rows) {
                for p in cells.iter().take(width - 1).rev().take(self.columns) {
                    most = most.max((p - same).abs());
                }
            }
        }
        f64::from(most)
    }
}
