//! Smoothed-particle hydrodynamics (SPH) of a liquid in the plane, with energy that never rises.
//!
//! All particles have the same constant mass. The kernel sum at a particle is its density. Compression
//! stores energy, and the force is the gradient of this energy:
//!
//! ```math
//! \delta_i = \sum_j \frac{s^2}{K} W(r_{ij}) + \sum_{\text{walls}} \tfrac12\left(1 - \frac{d_i}{h}\right)^4, \qquad
//! u_i = \tfrac12 c^2 (\delta_i - 1)_+^2, \qquad
//! \dot v_i = g - \sum_j \left(\frac{p_i}{\rho_i^2} + \frac{p_j}{\rho_j^2}\right) m \nabla W_{ij} - \dots
//! ```
//!
//! | symbol  | here                 | unit | meaning                                                                              |
//! |---------|----------------------|------|--------------------------------------------------------------------------------------|
//! | s, h    | [`Fluid::spacing`]   | m    | side of the square per particle; radius of the kernels, [`REACH`] s                  |
//! | δ       | [`Sph::density`]     | 1    | density relative to the density at rest ρ₀                                           |
//! | K       |                      | 1    | kernel sum in the densest packing, so that particles at rest have δ = 1              |
//! | c       | [`Fluid::sound`]     | m/s  | speed of sound of the particles; far below that of water, it only has to exceed the speed of the fall |
//! | p       | [`Sph::pressure`]    | Pa   | pressure ρ² ∂u/∂ρ = ρ₀ c² δ² (δ − 1), zero below the density at rest: no tension     |
//! | d       |                      | m    | distance of a wall, which acts as liquid at rest                                     |
//!
//! **Momentum**: all forces are equal and opposite pairs. **Energy**: the leap-frog scheme alternates kicks
//! and drifts, with gravity in the kicks, which is exact in free fall. Friction is solved implicitly pair
//! by pair: each pair loses energy at any viscosity and step. The leap-frog error, a small oscillation of
//! second order in the step, is taken from the motion relative to the centre of mass after every step. A
//! step with a larger gain is undone. So the sum of kinetic energy, height and compression never rises
//! ([`Sph::energy`], [`Sph::corrected_energy`]). Approaching particles also lose relative speed, which
//! damps splashes.
//!
//! Source: \[Mueller2003\], kernels; \[Monaghan2005\], symmetric force and its energy.

pub mod air;
pub mod friction;
pub mod kernel;
pub mod pairs;
pub mod pour;

use pairs::INDEX_MASK;

pub use air::{AirGrid, AirPocket};
pub use friction::{Hit, MAX_HITS};
pub use kernel::Kernels;
pub use pairs::{CAPACITY, NeighbourPairs};
pub use pour::Pour;

/// Kernel radius in particle spacings, h/s; it covers twenty neighbours.
pub const REACH: f64 = 2.5;
/// Maximum time step, as a share of the time in which sound and motion together cross the kernel radius h
/// \[1\].
const COURANT: f64 = 0.55;
/// Properties of the liquid, the particles and the vessel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fluid {
    /// Particle spacing s \[m\].
    pub spacing: f64,
    /// Speed of sound of the particles c [m/s].
    pub sound: f64,
    /// Maximum speed of the falling liquid [m/s], which limits the time step.
    pub speed: f64,
    /// Kinematic viscosity ν \[m²/s\].
    pub viscosity: f64,
    /// Density at rest ρ₀ \[kg/m³\].
    pub density: f64,
    /// Acceleration of gravity g that acts on the particles \[m/s²\].
    pub gravity: f64,
    /// Mass of one particle \[kg\].
    pub mass: f64,
    /// Distance between the two walls that stand on a floor \[m\]; `None` means no walls and no floor.
    pub width: Option<f64>,
}

impl Fluid {
    /// Returns the maximum time step \[s\].
    pub fn max_step(&self) -> f64 {
        COURANT * REACH * self.spacing / (self.sound + self.speed)
    }
}

/// Energy of the liquid by kind \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy of all particles \[J\].
    pub kinetic: f64,
    /// Potential energy of all particles in gravity \[J\].
    pub height: f64,
    /// Energy of compression of all particles \[J\].
    pub compression: f64,
}

impl Energy {
    /// Returns the sum of kinetic, potential and compression energy \[J\].
    pub fn total(&self) -> f64 {
        self.kinetic + self.height + self.compression
    }
}

/// Simulation of a liquid by particles.
#[derive(Clone, Debug)]
pub struct Sph {
    fluid: Fluid,
    kernels: Kernels,
    /// Factor from kernel sum to relative density \[m²\]: the squared particle spacing over the kernel sum
    /// in the densest packing.
    share: f64,
    capacity: usize,
    count: usize,
    positions: Box<[[f64; 2]; CAPACITY]>,
    /// Positions of the particles before the last step \[m\].
    previous: Box<[[f64; 2]; CAPACITY]>,
    velocities: Box<[[f64; 2]; CAPACITY]>,
    accelerations: Box<[[f64; 2]; CAPACITY]>,
    densities: Box<[f64; CAPACITY]>,
    /// Derivative of each particle's compression energy per mass by its relative density \[m²/s²\]; 0 for a
    /// particle that is not compressed.
    pressed: Box<[f64; CAPACITY]>,
    /// Whether each particle moves apart from the bulk of the liquid.
    flying: Box<[bool; CAPACITY]>,
    pairs: NeighbourPairs,
    hits: Vec<Hit>,
    /// Minimum speed of an impact that is recorded as a hit [m/s].
    min_hit_speed: f64,
    /// Time since the hits were last cleared \[s\].
    since_clear: f64,
    energy: Energy,
    /// Upper limit of the total energy of the liquid \[J\].
    max_energy: f64,
    corrected: f64,
}

impl Sph {
    /// Creates an empty simulation for at most `capacity` particles, limited to [`CAPACITY`]. Real-time:
    /// no.
    pub fn new(capacity: usize) -> Self {
        let fluid = Fluid {
            spacing: 0.01,
            sound: 10.0,
            speed: 3.0,
            viscosity: 1e-6,
            density: 1000.0,
            gravity: 9.81,
            mass: 1e-3,
            width: None,
        };
        Self {
            fluid,
            kernels: Kernels::new(REACH * fluid.spacing),
            share: 0.0,
            capacity: capacity.min(CAPACITY),
            count: 0,
            positions: Box::new([[0.0; 2]; CAPACITY]),
            previous: Box::new([[0.0; 2]; CAPACITY]),
            velocities: Box::new([[0.0; 2]; CAPACITY]),
            accelerations: Box::new([[0.0; 2]; CAPACITY]),
            densities: Box::new([0.0; CAPACITY]),
            pressed: Box::new([0.0; CAPACITY]),
            flying: Box::new([false; CAPACITY]),
            pairs: NeighbourPairs::new(),
            hits: Vec::with_capacity(MAX_HITS),
            min_hit_speed: 0.0,
            since_clear: 0.0,
            energy: Energy::default(),
            max_energy: f64::INFINITY,
            corrected: 0.0,
        }
    }

    /// Removes all particles and sets the properties of the fluid. Real-time: yes.
    pub fn clear(&mut self, fluid: &Fluid) {
        /// Minimum speed of a recorded hit, as a share of the speed of the fall \[1\].
        const MIN_HIT_SPEED: f64 = 0.08;
        self.fluid = *fluid;
        self.kernels = Kernels::new(REACH * fluid.spacing);
        let square = fluid.spacing * fluid.spacing;
        self.share = square / packed_density_sum(&self.kernels, fluid.spacing);
        self.min_hit_speed = MIN_HIT_SPEED * fluid.speed;
        self.count = 0;
        self.hits.clear();
        self.since_clear = 0.0;
        self.corrected = 0.0;
    }

    /// Adds a particle. Returns false if the simulation is full. Real-time: yes.
    pub fn add(&mut self, position: [f64; 2], speed: [f64; 2], flying: bool) -> bool {
        if self.count >= self.capacity {
            return false;
        }
        let index = self.count & INDEX_MASK;
        self.positions[index] = position;
        self.velocities[index] = speed;
        self.accelerations[index] = [0.0; 2];
        self.flying[index] = flying;
        self.count += 1;
        true
    }

    /// Sets the mass of one particle \[kg\]. Real-time: yes.
    pub fn set_particle_mass(&mut self, mass: f64) {
        self.fluid.mass = mass;
    }

    /// Computes forces and energy before the first step, after all particles were added. Real-time: yes.
    pub fn initialise(&mut self) {
        self.compute_forces();
        self.compute_energy();
        self.max_energy = self.energy.total();
    }

    /// Advances the simulation by `time` \[s\], at most [`Fluid::max_step`]. Real-time: yes.
    pub fn step(&mut self, time: f64) {
        *self.previous = *self.positions;
        self.kick(0.5 * time);
        let particles = self.positions.iter_mut().zip(self.velocities.iter());
        for (position, speed) in particles.take(self.count) {
            position[0] += time * speed[0];
            position[1] += time * speed[1];
        }
        self.confine();
        self.compute_forces();
        self.kick(0.5 * time);
        self.since_clear += time;
        self.apply_friction(time);
        if self.fluid.width.is_some() {
            self.apply_wall_friction(time);
        }
        self.compute_energy();
        self.limit_energy();
    }

    fn kick(&mut self, time: f64) {
        let particles = self.velocities.iter_mut().zip(self.accelerations.iter());
        for (speed, push) in particles.take(self.count) {
            speed[0] += time * push[0];
            speed[1] += time * push[1];
        }
    }

    /// Keeps particles within one spacing beyond the walls. The force of the wall normally stops a particle
    /// earlier.
    fn confine(&mut self) {
        let Some(width) = self.fluid.width else {
            return;
        };
        let s = self.fluid.spacing;
        let particles = self.positions.iter_mut().zip(self.velocities.iter_mut());
        for (position, speed) in particles.take(self.count) {
            if position[0] < -s || position[0] > width + s {
                position[0] = position[0].clamp(-s, width + s);
                speed[0] = 0.0;
            }
            if position[1] < -s {
                position[1] = -s;
                speed[1] = speed[1].max(0.0);
            }
        }
    }

    /// Computes the densities of all particles, and from these the accelerations by pressure, walls and
    /// gravity.
    fn compute_forces(&mut self) {
        let Fluid { sound, gravity, width, .. } = self.fluid;
        let reach = self.kernels.radius;
        let positions = self.positions.get(..self.count).unwrap_or_default();
        self.pairs.find(positions, reach);
        let own = self.share * self.kernels.spiky(0.0);
        for (density, position) in self.densities.iter_mut().zip(positions) {
            let near = walls(position, width).map(|(distance, _)| wall(distance, reach)[0]);
            *density = own + near[0] + near[1] + near[2];
        }
        for pair in self.pairs.list() {
            let contribution = self.share * self.kernels.spiky(pair.distance);
            let [first, second] = pair.indices();
            self.densities[first] += contribution;
            self.densities[second] += contribution;
        }
        for (index, position) in positions.iter().enumerate() {
            let index = index & INDEX_MASK;
            let pressed = sound * sound * (self.densities[index] - 1.0).max(0.0);
            self.pressed[index] = pressed;
            let mut push = [0.0, -gravity];
            for (distance, inwards) in walls(position, width) {
                let slope = pressed * wall(distance, reach)[1];
                push[0] -= slope * inwards[0];
                push[1] -= slope * inwards[1];
            }
            self.accelerations[index] = push;
        }
        for pair in self.pairs.list() {
            let [first, second] = pair.indices();
            let both = self.pressed[first] + self.pressed[second];
            let push = -both * self.share * self.kernels.spiky_slope(pair.distance);
            let push = pair.direction.map(|part| push * part);
            self.accelerations[first][0] += push[0];
            self.accelerations[first][1] += push[1];
            self.accelerations[second][0] -= push[0];
            self.accelerations[second][1] -= push[1];
        }
    }

    fn compute_energy(&mut self) {
        let Fluid { sound, gravity, mass, .. } = self.fluid;
        let square = |speed: &[f64; 2]| speed[0] * speed[0] + speed[1] * speed[1];
        let kinetic: f64 = self.velocities().iter().map(square).sum();
        let height: f64 = self.positions().iter().map(|position| position[1]).sum();
        let pressed = self.pressed.iter().take(self.count);
        let pressed: f64 = pressed.map(|pressed| pressed * pressed).sum();
        self.energy = Energy {
            kinetic: 0.5 * mass * kinetic,
            height: mass * gravity * height,
            compression: 0.5 * mass * pressed / (sound * sound),
        };
    }

    /// Takes excess energy from the particles' motion relative to the centre of mass. If that is not enough,
    /// undoes the step and stops all relative motion.
    fn limit_energy(&mut self) {
        let excess = self.energy.total() - self.max_energy;
        if excess > 0.0 {
            let count = self.count.max(1) as f64;
            let sum = |part: usize| self.velocities().iter().map(|speed| speed[part]).sum::<f64>();
            let mean = [sum(0) / count, sum(1) / count];
            let bulk = 0.5 * self.fluid.mass * count * (mean[0] * mean[0] + mean[1] * mean[1]);
            let internal = (self.energy.kinetic - bulk).max(0.0);
            if excess < internal {
                let kept = (1.0 - excess / internal).sqrt();
                for speed in self.velocities.iter_mut().take(self.count) {
                    speed[0] = mean[0] + kept * (speed[0] - mean[0]);
                    speed[1] = mean[1] + kept * (speed[1] - mean[1]);
                }
                self.energy.kinetic -= excess;
            } else {
                // Without gravity and walls the momentum is conserved; otherwise it need not be.
                let free = self.fluid.width.is_none() && self.fluid.gravity == 0.0;
                let rest = if free { mean } else { [0.0; 2] };
                self.velocities.fill(rest);
                *self.positions = *self.previous;
                self.compute_forces();
                self.compute_energy();
            }
            self.corrected += excess;
        }
        self.max_energy = self.max_energy.min(self.energy.total());
    }

    /// Clears the recorded hits and restarts their clock. Real-time: yes.
    pub fn clear_hits(&mut self) {
        self.hits.clear();
        self.since_clear = 0.0;
    }

    /// Returns the hits recorded since the last `clear_hits`.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Returns the properties of the liquid, the particles and the vessel.
    pub fn fluid(&self) -> &Fluid {
        &self.fluid
    }

    /// Returns the positions of the particles \[m\].
    pub fn positions(&self) -> &[[f64; 2]] {
        self.positions.get(..self.count).unwrap_or_default()
    }

    /// Returns the velocities of the particles [m/s].
    pub fn velocities(&self) -> &[[f64; 2]] {
        self.velocities.get(..self.count).unwrap_or_default()
    }

    /// Returns for each particle whether it flies apart from the liquid.
    pub fn flying(&self) -> &[bool] {
        self.flying.get(..self.count).unwrap_or_default()
    }

    /// Marks a particle as flying. Real-time: yes.
    pub fn mark_flying(&mut self, index: usize) {
        if let Some(flying) = self.flying.get_mut(index) {
            *flying = true;
        }
    }

    /// Returns the relative density δ of a particle \[1\].
    pub fn density(&self, index: usize) -> f64 {
        self.densities.get(index).copied().unwrap_or(0.0)
    }

    /// Returns the pressure p of a particle \[Pa\].
    pub fn pressure(&self, index: usize) -> f64 {
        let density = self.density(index);
        let pressed = self.pressed.get(index).copied().unwrap_or(0.0);
        self.fluid.density * density * density * pressed
    }

    /// Returns the energy of the liquid \[J\].
    pub fn energy(&self) -> Energy {
        self.energy
    }

    /// Returns the total energy removed so far to correct the leap-frog error \[J\].
    pub fn corrected_energy(&self) -> f64 {
        self.corrected
    }

    /// Returns the total mass of the particles \[kg\].
    pub fn mass(&self) -> f64 {
        self.fluid.mass * self.count as f64
    }

    /// Returns the total momentum of the particles [kg·m/s].
    pub fn momentum(&self) -> [f64; 2] {
        [0, 1].map(|part| {
            let sum: f64 = self.velocities().iter().map(|speed| speed[part]).sum();
            self.fluid.mass * sum
        })
    }

    /// Returns the number of neighbour pairs, and the number of distances computed to find them: the cost of
    /// a step.
    pub fn work(&self) -> [usize; 2] {
        [self.pairs.list().len(), self.pairs.tested()]
    }
}

/// Returns the kernel sum K of a particle in the densest packing, with one particle per squared spacing.
fn packed_density_sum(kernels: &Kernels, spacing: f64) -> f64 {
    let [along, up] = pour::packing(spacing);
    let mut sum = 0.0;
    for row in -4_i32..=4 {
        for column in -4_i32..=4 {
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let (x, y) = ((f64::from(column) + shift) * along, f64::from(row) * up);
            let distance = (x * x + y * y).sqrt();
            if distance < kernels.radius {
                sum += spacing * spacing * kernels.spiky(distance);
            }
        }
    }
    sum
}

/// Returns the distance of a position from each of the three walls, and the unit vector away from that wall.
#[inline]
fn walls(position: &[f64; 2], width: Option<f64>) -> [(f64, [f64; 2]); 3] {
    let far = f64::INFINITY;
    match width {
        Some(width) => {
            [(position[0], [1.0, 0.0]), (width - position[0], [-1.0, 0.0]), (position[1], [0.0, 1.0])]
        }
        None => [(far, [1.0, 0.0]), (far, [-1.0, 0.0]), (far, [0.0, 1.0])],
    }
}

/// Returns the contribution of a wall to the relative density \[1\], and its slope \[1/m\]. The contribution
/// is 0.5 at the wall, as half of the plane lies behind the wall, and farther away approximates the kernel
/// integral over that half.
#[inline]
fn wall(distance: f64, reach: f64) -> [f64; 2] {
    let near = (1.0 - distance / reach).max(0.0);
    let cube = near * near * near;
    [0.5 * cube * near, -2.0 * cube / reach]
}
