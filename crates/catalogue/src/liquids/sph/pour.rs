//! Initial state of a pour: a block of liquid just above a vessel, as particles in the densest packing.
//!
//! The fall itself is silent and known: after a height H the speed is $`v = \sqrt{2gH}`$. The simulated plane
//! is a slice of thickness $`V^{1/3}`$. Its liquid, of area A, becomes at most N particles. They are made
//! larger, and fewer, if a second would need more than B = [`MAX_WORK`] steps of single particles:
//!
//! ```math
//! s = \max\left(\sqrt{\frac{A}{N}},\; \sqrt[3]{\frac{A\,(c + v)}{C\,(h/s)\,B}}\right), \qquad c = 2.5\,\sqrt{2g(H + D)}
//! ```
//!
//! | symbol | here                 | unit | meaning                                                              |
//! |--------|----------------------|------|----------------------------------------------------------------------|
//! | V, H   | `volume`, `height`   | m³, m | volume of the liquid, height of its fall                            |
//! | w, D   | `width`, `fill`      | m    | width of the vessel, depth of the liquid in it                       |
//! | N      | `detail`             | 1    | number of particles                                                  |
//! | c      |                      | m/s  | speed of sound of the particles: compression stays below an eighth   |

use super::{COURANT, Fluid, REACH, Sph};
use foley_dsp::random::Dice;

/// Maximum number B of single-particle steps per second \[1/s\].
pub const MAX_WORK: f64 = 150_000.0;
/// Ratio of the particles' speed of sound c to the speed of the fall \[1\].
const SOUND_RATIO: f64 = 2.5;

/// A volume of liquid that falls into a vessel: the setup of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pour {
    /// Volume V of the falling liquid \[m³\]; at 0 nothing falls.
    pub volume: f64,
    /// Ratio of height to width of the falling block of liquid \[1\].
    pub slenderness: f64,
    /// Height H of the fall \[m\].
    pub height: f64,
    /// Width of the vessel w \[m\].
    pub width: f64,
    /// Depth D of the liquid in the vessel before the fall \[m\].
    pub fill: f64,
    /// Maximum number N of particles.
    pub detail: usize,
    /// Kinematic viscosity ν of the liquid \[m²/s\].
    pub viscosity: f64,
    /// Density ρ₀ of the liquid at rest \[kg/m³\].
    pub density: f64,
    /// Acceleration of gravity g \[m/s²\].
    pub gravity: f64,
}

impl Pour {
    /// Returns the thickness of the simulated slice of liquid \[m\].
    pub fn thickness(&self) -> f64 {
        if self.volume > 0.0 { libm::cbrt(self.volume) } else { self.width }
    }

    /// Returns width and height of the falling block \[m\]; the width is at most three quarters of the
    /// vessel's.
    pub fn falling_size(&self) -> [f64; 2] {
        if self.volume <= 0.0 {
            return [0.0; 2];
        }
        let side = libm::cbrt(self.volume);
        let width = (side / self.slenderness.sqrt()).min(0.75 * self.width);
        [width, side * side / width]
    }

    /// Returns the speed at which the block hits the liquid or the floor [m/s].
    pub fn impact_speed(&self) -> f64 {
        (2.0 * self.gravity * self.height).sqrt()
    }

    /// Returns the properties of the particles for this setup.
    pub fn fluid(&self) -> Fluid {
        let [width, height] = self.falling_size();
        let area = width * height + self.width * self.fill;
        let max_speed = (2.0 * self.gravity * (self.height + self.fill + 0.5 * height)).sqrt();
        let sound = SOUND_RATIO * max_speed;
        let smallest = libm::cbrt(area * (sound + max_speed) / (COURANT * REACH * MAX_WORK));
        let spacing = (area / self.detail.max(1) as f64).sqrt().max(smallest);
        Fluid {
            spacing,
            sound,
            speed: max_speed,
            viscosity: self.viscosity,
            density: self.density,
            gravity: self.gravity,
            mass: self.density * spacing * spacing * self.thickness(),
            width: Some(self.width),
        }
    }

    /// Fills the vessel with particles and places the falling block right above, with small random shifts.
    /// Real-time: yes.
    pub fn fill(&self, sph: &mut Sph, dice: &mut Dice) {
        /// Maximum random shift of the falling particles \[spacings\].
        const JITTER: f64 = 0.12;
        let fluid = self.fluid();
        sph.clear(&fluid);
        let [width, height] = self.falling_size();
        let [along, up] = packing(fluid.spacing);
        let room = 0.5 * (self.width - width);
        let left = room + room * dice.between(-0.6, 0.6);
        let columns = (width / along).round().max(1.0);
        let rows = if height > 0.0 { (height / up).round().max(1.0) } else { 0.0 };
        // The number of particles of the falling block stays reserved.
        self.fill_vessel(sph, &fluid, (rows * columns) as usize);
        let bottom = self.fill + fluid.spacing;
        for row in 0..rows as usize {
            let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
            for column in 0..columns as usize {
                let chance = [dice.signed(), dice.signed()].map(|chance| JITTER * fluid.spacing * chance);
                let x = left + width / columns * (column as f64 + shift);
                let y = bottom + up * (row as f64 + 0.5);
                sph.add([x + chance[0], y + chance[1]], [0.0, -self.impact_speed()], true);
            }
        }
        // An adjusted particle mass makes the total mass exact.
        let area = width * height + self.width * self.fill;
        let count = sph.positions().len().max(1) as f64;
        sph.set_particle_mass(self.density * area * self.thickness() / count);
        sph.initialise();
    }

    /// Adds the liquid at rest in the vessel, each row compressed by the rows above.
    fn fill_vessel(&self, sph: &mut Sph, fluid: &Fluid, reserved: usize) {
        let [along, up] = packing(fluid.spacing);
        if self.fill < 0.5 * up {
            return;
        }
        let columns = (self.width / along).round().max(1.0);
        // Columns are rounded to a whole number; the row height makes up for the change of their width.
        let up = up * along / (self.width / columns);
        let squeeze = self.gravity / (fluid.sound * fluid.sound);
        let rows = (self.fill / up * (1.0 + 0.5 * squeeze * self.fill)).round();
        let mut floor = 0.0;
        for row in 0..rows.max(1.0) as usize {
            if sph.positions().len() + columns as usize + reserved > sph.capacity {
                break;
            }
            let tight = up / (1.0 + squeeze * (self.fill - floor).max(0.0));
            let shift = if row.is_multiple_of(2) { 0.25 } else { 0.75 };
            for column in 0..columns as usize {
                let x = self.width / columns * (column as f64 + shift);
                sph.add([x, floor + 0.5 * tight], [0.0; 2], false);
            }
            floor += tight;
        }
    }
}

/// Returns the distance between neighbours and between rows in the densest packing with one particle per
/// squared spacing \[m\].
pub fn packing(spacing: f64) -> [f64; 2] {
    /// Distance between neighbours in spacings: √(2/√3).
    const ALONG: f64 = 1.074_569_931_823_542;
    [ALONG * spacing, spacing / ALONG]
}
