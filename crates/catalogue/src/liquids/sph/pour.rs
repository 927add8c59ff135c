//! What is poured, and into what: a volume above a vessel, right before it arrives, as particles in the
//! densest order.
//!
//! The fall itself makes no sound and is known: after a height H the speed is $v = \sqrt{2gH}$. The plane is
//! a slice as thick as what falls, $V^{1/3}$. All that is in it, of area A, becomes at most as many particles
//! as are asked for, and fewer where they would have to be so small that a second needs more than B =
//! [`MAX_WORK`] steps of single particles, as many steps as sound and motion cross kernels in it:
//!
//! $$ s = \max\left(\sqrt{\frac{A}{N}},\; \sqrt\[3\]{\frac{A\,(c + v)}{C\,(h/s)\,B}}\right), \qquad c = 2.5\,\sqrt{2g(H + D)} $$
//!
//! | symbol | here                 | unit | meaning                                                              |
//! |--------|----------------------|------|----------------------------------------------------------------------|
//! | V, H   | `volume`, `height`   | m³, m | what is poured, and from how high                                   |
//! | w, D   | `width`, `fill`      | m    | of the vessel, and how deep the liquid in it is                      |
//! | N      | `detail`             | 1    | particles                                                            |
//! | c      |                      | m/s  | the particles' sound: compressed by an eighth at most where it falls |

use super::{COURANT, Fluid, REACH, Sph};
use foley_dsp::random::Dice;

/// Most steps of single particles in a second.
pub const MAX_WORK: f64 = 150_000.0;
/// c in speeds of the fall.
const SOUND_RATIO: f64 = 2.5;

/// A volume above a vessel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pour {
    /// V \[m³\]; none is poured if it is 0.
    pub volume: f64,
    /// Height by width of what falls \[1\].
    pub slenderness: f64,
    /// H \[m\]
    pub height: f64,
    /// w \[m\]
    pub width: f64,
    /// D \[m\]
    pub fill: f64,
    /// N
    pub detail: usize,
    /// ν \[m²/s\]
    pub viscosity: f64,
    /// ρ₀ \[kg/m³\]
    pub density: f64,
    /// g \[m/s²\]
    pub gravity: f64,
}

impl Pour {
    /// How thick the slice is that is computed \[m\].
    pub fn thickness(&self) -> f64 {
        if self.volume > 0.0 { libm::cbrt(self.volume) } else { self.width }
    }

    /// Width and height of what falls \[m\]: never wider than three quarters of the vessel.
    pub fn falling_size(&self) -> [f64; 2] {
        if self.volume <= 0.0 {
            return [0.0; 2];
        }
        let side = libm::cbrt(self.volume);
        let width = (side / self.slenderness.sqrt()).min(0.75 * self.width);
        [width, side * side / width]
    }

    /// Speed with which it arrives [m/s].
    pub fn impact_speed(&self) -> f64 {
        (2.0 * self.gravity * self.height).sqrt()
    }

    /// What the particles are of.
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

    /// Fills the vessel and puts what falls right above, each place left to chance a little. Real-time: yes.
    pub fn fill(&self, sph: &mut Sph, dice: &mut Dice) {
        /// Part of a spacing by which the places of what falls are left to chance.
        const JITTER: f64 = 0.12;
        let fluid = self.fluid();
        sph.clear(&fluid);
        let [width, height] = self.falling_size();
        let [along, up] = packing(fluid.spacing);
        let room = 0.5 * (self.width - width);
        let left = room + room * dice.between(-0.6, 0.6);
        let columns = (width / along).round().max(1.0);
        let rows = if height > 0.0 { (height / up).round().max(1.0) } else { 0.0 };
        // Room is kept for what falls.
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
        // So many particles weigh what is there to the last gram.
        let area = width * height + self.width * self.fill;
        let count = sph.positions().len().max(1) as f64;
        sph.set_particle_mass(self.density * area * self.thickness() / count);
        sph.initialise();
    }

    /// The liquid in the vessel, each row pressed by those above it.
    fn fill_vessel(&self, sph: &mut Sph, fluid: &Fluid, reserved: usize) {
        let [along, up] = packing(fluid.spacing);
        if self.fill < 0.5 * up {
            return;
        }
        let columns = (self.width / along).round().max(1.0);
        // As many to the row as fit; what their width differs by is made up by the rows' height.
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

/// From particle to particle and from row to row in the densest order, one in each square of the spacing
/// \[m\].
pub fn packing(spacing: f64) -> [f64; 2] {
    /// √(2/√3)
    const ALONG: f64 = 1.074_569_931_823_542;
    [ALONG * spacing, spacing / ALONG]
}
