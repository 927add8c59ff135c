//! A digital waveguide mesh: sound in two dimensions between four walls.
//!
//! Junctions stand in rows, each joined with its four neighbours by waveguides of one sample, and with itself by a loop that makes the
//! mesh exactly as long and as wide as the room. What arrives at a junction is its pressure; written in pressures alone, the mesh is
//!
//! $$ p^{n+1} = \lambda_x^2 (p_W + p_E) + \lambda_y^2 (p_N + p_S) + 2 (1 - \lambda_x^2 - \lambda_y^2)\, p - p^{n-1},
//!    \qquad \lambda = \frac{cT}{\Delta} \le \frac{1}{\sqrt 2} $$
//!
//! and so each wave of wave numbers $k_x, k_y$ sounds at
//!
//! $$ \sin^2 \tfrac{\omega T}{2} = \lambda_x^2 \sin^2 \tfrac{k_x \Delta_x}{2} + \lambda_y^2 \sin^2 \tfrac{k_y \Delta_y}{2}, $$
//!
//! a little lower than in air, the more the higher: the mesh is used up to a quarter of its rate, where its response mirrors.
//!
//! A wall reflects a wave that comes straight at it by $R/(1 + s/\omega_r)$: it gives way as if it had the admittance
//! $\beta_0 + \beta_1 s/(s + \omega_c)$ with
//!
//! $$ \beta_0 = \frac{1-R}{1+R}, \quad \beta_1 = 1 - \beta_0, \quad \omega_c = \omega_r (1 + R). $$
//!
//! | symbol | unit | meaning                                                       |
//! |--------|------|---------------------------------------------------------------|
//! | p      | 1    | pressure at a junction                                        |
//! | T, Δ   | s, m | time between two steps, distance between two junctions        |
//! | R, ω_r | 1, rad/s | reflection of low frequencies, cut of the reflection      |
//! | d      | 1    | half of what p changes over two steps, at a wall              |
//! | z      | 1    | what a wall remembers of d: d without what is above ω_c       |
//!
//! The energy
//!
//! $$ E = \tfrac12 \sum (p^{n+1} - p^n)^2 + \tfrac12 \sum \lambda^2\, \delta p^{n+1} \delta p^n + \sum_{walls} \frac{\lambda \beta_1}{2 \omega_c T} z^2 $$
//!
//! (δ: differences of neighbours) changes only by what is given, less $\sum_{walls} \lambda (\beta_0 d^2 + \beta_1 (d - \bar z)^2)$: it never grows of itself,
//! whatever the walls are. Source: \[Fontana2001\], \[VanDuyneSmith1993\]; the walls by trapezoidal steps, so that the last line is exact.

/// A junction here and now, before anything sounds. Pressures that are nothing would become numbers too small to be computed
/// quickly where a wave begins; a room that has this pressure everywhere is at rest as well.
const REST: f32 = 1e-18;

/// Fewest junctions in a row or column.
pub const FEWEST: usize = 4;

/// How a wall reflects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reflection {
    /// R, at most 1 \[1\]
    pub gain: f64,
    /// ω_r T \[1\]
    pub cut: f64,
}

/// Where something sounds or is heard: between four junctions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    at: usize,
    shares: [f32; 4],
}

/// One of the walls.
#[derive(Clone, Debug)]
struct Wall {
    /// z and the pressures of the step before, junction by junction.
    memory: Vec<f32>,
    before: Vec<f32>,
    /// λ(β₀ + β₁/(1 + a))/2, λβ₁/(1 + a), 2a/(1 + a) with a = ω_c T/2.
    gives: f32,
    returns: f32,
    learns: f32,
    /// λβ₁/4a
    stores: f64,
}

impl Wall {
    fn new(most: usize) -> Self {
        Self {
            memory: vec![0.0; most],
            before: vec![0.0; most],
            gives: 0.0,
            returns: 0.0,
            learns: 0.0,
            stores: 0.0,
        }
    }

    fn reflect(&mut self, how: Reflection, courant: f64) {
        let gain = how.gain.clamp(0.0, 1.0);
        let still = (1.0 - gain) / (1.0 + gain);
        let moving = 1.0 - still;
        let a = (0.5 * how.cut.max(1e-6) * (1.0 + gain)).max(1e-6);
        self.gives = (0.5 * courant * (still + moving / (1.0 + a))) as f32;
        self.returns = (courant * moving / (1.0 + a)) as f32;
        self.learns = (2.0 * a / (1.0 + a)) as f32;
        self.stores = courant * moving / (4.0 * a);
    }
}

/// A room of junctions.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Pressures of this step and of the one before, with a rim of one junction around.
    now: Vec<f32>,
    before: Vec<f32>,
    columns: usize,
    rows: usize,
    /// λ² along and across.
    along: f32,
    across: f32,
    /// At the beginning and the end of the length, on the left and on the right.
    walls: [Wall; 4],
    most: usize,
}

impl Lattice {
    /// Room for so many junctions in all, at rest. Real-time: no.
    pub fn new(most: usize) -> Self {
        let most = most.max(FEWEST * FEWEST);
        let side = most / FEWEST;
        // The rim of a long room is the longest.
        let cells = (side + 2) * (FEWEST + 2) + 2 * most;
        let mut lattice = Self {
            now: vec![REST; cells],
            before: vec![REST; cells],
            columns: FEWEST,
            rows: FEWEST,
            along: 0.5,
            across: 0.5,
            walls: core::array::from_fn(|_| Wall::new(side)),
            most,
        };
        lattice.shape([FEWEST; 2], [0.5; 2]);
        lattice
    }

    /// So many junctions along and across, with λ² along and across; at rest. Held within what there is room for. Real-time: yes.
    pub fn shape(&mut self, junctions: [usize; 2], courant: [f64; 2]) {
        let side = self.most / FEWEST;
        self.columns = junctions[0].clamp(FEWEST, side);
        self.rows = junctions[1].clamp(FEWEST, (self.most / self.columns).max(FEWEST));
        let [x, y] = courant.map(|it| it.clamp(0.0, 0.5));
        (self.along, self.across) = (x as f32, y as f32);
        self.clear();
    }

    /// How many junctions along and across.
    pub fn junctions(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// How the walls reflect: at the beginning and at the end of the length, on the left, on the right. Real-time: yes.
    pub fn walls(&mut self, how: [Reflection; 4]) {
        let (x, y) = (f64::from(self.along).sqrt(), f64::from(self.across).sqrt());
        for ((wall, how), courant) in self.walls.iter_mut().zip(how).zip([x, x, y, y]) {
            wall.reflect(how, courant);
        }
    }

    /// At rest. Real-time: yes.
    pub fn clear(&mut self) {
        self.now.fill(REST);
        self.before.fill(REST);
        for wall in &mut self.walls {
            wall.memory.fill(0.0);
        }
    }

    /// A place in the room, as parts of its length and width; held half a junction away from the walls. Real-time: yes.
    pub fn spot(&self, along: f64, across: f64) -> Spot {
        let place = |way: f64, count: usize| {
            let place = (way * count as f64 - 0.5).clamp(0.0, (count - 1) as f64);
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

    /// The pressure somewhere \[1\]. Real-time: yes.
    #[inline]
    pub fn pressure(&self, spot: &Spot) -> f64 {
        let mut sum = 0.0;
        for (corner, share) in self.corners(spot).into_iter().zip(spot.shares) {
            sum += share * (self.now.get(corner).copied().unwrap_or(REST) - REST);
        }
        f64::from(sum)
    }

    /// One step, with something given at some places. Real-time: yes.
    pub fn step(&mut self, given: &[(Spot, f64)]) {
        self.remember();
        self.rim();
        self.waves();
        for (spot, amount) in given {
            for (corner, share) in self.corners(spot).into_iter().zip(spot.shares) {
                if let Some(place) = self.before.get_mut(corner) {
                    *place += share * *amount as f32;
                }
            }
        }
        self.reflect();
        core::mem::swap(&mut self.now, &mut self.before);
    }

    /// Where the junctions of the four walls are: the first of each, and how far it is from one to the next and how many there are.
    fn sides(&self) -> [(usize, usize, usize); 4] {
        let (width, columns, rows) = (self.columns + 2, self.columns, self.rows);
        [
            (width + 1, width, rows),
            (width + columns, width, rows),
            (width + 1, 1, columns),
            (rows * width + 1, 1, columns),
        ]
    }

    /// The walls need the pressures of the step before, which are about to be overwritten.
    fn remember(&mut self) {
        let sides = self.sides();
        for (wall, (first, stride, count)) in self.walls.iter_mut().zip(sides) {
            let row = self.before.get(first..).unwrap_or_default();
            let cells = row.iter().step_by(stride);
            for (place, &cell) in wall.before.iter_mut().zip(cells).take(count) {
                *place = cell;
            }
        }
    }

    /// Beyond a wall it is as right before it.
    fn rim(&mut self) {
        let (width, rows) = (self.columns + 2, self.rows);
        let last = rows * width;
        self.now.copy_within(width..2 * width, 0);
        self.now.copy_within(last..last + width, last + width);
        for row in self.now.chunks_exact_mut(width).take(rows + 2) {
            if let [left, first, .., end, right] = row {
                (*left, *right) = (*first, *end);
            }
        }
    }

    fn waves(&mut self) {
        let (width, columns) = (self.columns + 2, self.columns);
        let (along, across) = (self.along, self.across);
        let now = self.now.as_slice();
        let rows = self.before.chunks_exact_mut(width).enumerate();
        for (row, next) in rows.take(self.rows + 1) {
            if row == 0 {
                continue;
            }
            let north = &now[(row - 1) * width + 1..][..columns];
            let middle = &now[row * width..][..columns + 2];
            let south = &now[(row + 1) * width + 1..][..columns];
            let (west, here, east) = (&middle[..columns], &middle[1..=columns], &middle[2..]);
            let east = &east[..columns];
            for (index, p) in next[1..=columns].iter_mut().enumerate() {
                // Differences first: a pressure that is the same everywhere stays the same to the last bit.
                let twice = here[index] + here[index];
                *p = (twice - *p)
                    + along * ((west[index] + east[index]) - twice)
                    + across * ((north[index] + south[index]) - twice);
            }
        }
    }

    /// The walls give way, and learn how.
    fn reflect(&mut self) {
        let sides = self.sides();
        let [near, far, left, right] = &mut self.walls;
        // (p + g p⁻ + r z)/(1 + g), by differences: where nothing changes nothing is rounded. A junction in a corner gives way to two walls at once.
        let ends = self.rows - 1;
        for (wall, (first, stride, count)) in [&*near, &*far].into_iter().zip(sides) {
            let divide = 1.0 / (1.0 + wall.gives);
            let cells = self.before[first..].iter_mut().step_by(stride).take(count);
            let old = wall.before.iter().zip(&wall.memory);
            for (row, (p, (&old, &z))) in cells.zip(old).enumerate() {
                if row != 0 && row != ends {
                    *p += divide * (wall.gives * (old - *p) + wall.returns * z);
                }
            }
        }
        for (side, wall) in [left, right].into_iter().enumerate() {
            let (first, _, count) = sides[2 + side];
            let divide = 1.0 / (1.0 + wall.gives);
            let cells = &mut self.before[first..first + count];
            let (memory, before) = (&mut wall.memory[..count], &wall.before[..count]);
            let row = side * ends;
            let corners = [(0, &*near), (count - 1, &*far)].map(|(at, other)| {
                let (p, gives) = (cells[at], wall.gives + other.gives);
                let returned = wall.returns * memory[at] + other.returns * other.memory[row];
                (
                    at,
                    p + (gives * (before[at] - p) + returned) / (1.0 + gives),
                )
            });
            for ((p, z), &old) in cells.iter_mut().zip(&*memory).zip(before) {
                *p += divide * (wall.gives * (old - *p) + wall.returns * z);
            }
            for (at, p) in corners {
                cells[at] = p;
            }
            for ((p, z), &old) in cells.iter().zip(memory).zip(before) {
                *z += wall.learns * (0.5 * (*p - old) - *z);
            }
        }
        for (wall, (first, stride, count)) in [near, far].into_iter().zip(sides) {
            let cells = self.before[first..].iter().step_by(stride).take(count);
            let memory = wall.memory.iter_mut().zip(&wall.before);
            for (p, (z, &old)) in cells.zip(memory) {
                *z += wall.learns * (0.5 * (*p - old) - *z);
            }
        }
    }

    /// E \[1\].
    pub fn energy(&self) -> f64 {
        let width = self.columns + 2;
        let at = |plane: &[f32], row: usize, column: usize| {
            f64::from(plane[(row + 1) * width + column + 1])
        };
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
        for (wall, (_, _, count)) in self.walls.iter().zip(self.sides()) {
            let stored = wall.memory.iter().take(count);
            sum += stored
                .map(|&z| wall.stores * f64::from(z) * f64::from(z))
                .sum::<f64>();
        }
        sum
    }

    /// The most pressure anywhere \[1\]. Real-time: yes.
    pub fn loudest(&self) -> f64 {
        let end = ((self.rows + 1) * (self.columns + 2)).min(self.now.len());
        let most = |plane: &[f32]| {
            let cells = plane.iter().take(end);
            cells.fold(0.0_f32, |most, p| most.max((p - REST).abs()))
        };
        f64::from(most(&self.now).max(most(&self.before)))
    }
}
