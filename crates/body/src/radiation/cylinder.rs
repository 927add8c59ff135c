//! Walls and rings with n waves around: a cup, a bell, a bangle.
//!
//! A long wall of radius a whose normal velocity is cos nθ radiates with
//!
//! ```math
//! \sigma_n = \frac{2}{\pi k a\,|H_n'(ka)|^2}
//! ```
//!
//! A narrow ring has air on all sides, which flows around its rim. Each piece of it is a dipole along the
//! radius. With the mass m' of air that a unit of its length sets in motion, displaced air included, the sum
//! of the dipoles radiates
//!
//! ```math
//! W = \frac{\pi c k^4 a^2 m'^2}{2\rho}\,\langle v^2\rangle \int_0^\pi J_n'(ka\sin\theta)^2 \sin^3\theta\,\mathrm d\theta
//! ```
//!
//! | symbol | unit | meaning                                            |
//! |--------|------|----------------------------------------------------|
//! | a      | m    | radius of the wall or ring                         |
//! | n      | 1    | full waves around                                  |
//! | H_n    | 1    | Hankel function J_n + i Y_n                        |
//! | m'     | kg/m | twice ρπ times the square of the section radius of [`super::rod::section_radius`] |
//! | ⟨v²⟩   | m²/s² | mean square of the radial velocity                |
//!
//! The first law is an upper limit for a short wall, the second for a wide one: power grows with the width in
//! the first and with its fourth power in the second. A ring takes the smaller power.
//!
//! Source: \[JungerFeit1986\]; \[MorseIngard1968, chapter 7\].

use super::air::AIR_DENSITY;
use super::quadrature;
use core::f64::consts::{FRAC_PI_2, PI};
use libm::{jn, sin, yn};

/// Returns |H_n'(x)|²; infinite where Y_n overflows.
pub(super) fn hankel_slope_square(order: u32, x: f64) -> f64 {
    let n = order.cast_signed();
    let turn = f64::from(order) / x;
    let re = turn * jn(n, x) - jn(n + 1, x);
    let im = turn * yn(n, x) - yn(n + 1, x);
    let square = re * re + im * im;
    if square.is_nan() { f64::INFINITY } else { square }
}

/// Returns the radiation efficiency σ_n \[1\] of a long wall with `waves` full waves around at `ka` \[1\], the
/// radius times the wavenumber in air.
pub fn efficiency(waves: u32, ka: f64) -> f64 {
    2.0 / (PI * ka * hankel_slope_square(waves, ka))
}

/// Returns the radiation efficiency \[1\], relative to the area `area` \[m²\], of a narrow ring with `waves`
/// full waves around, of `radius` \[m\] and `section_radius` \[m\], at the wavenumber k \[1/m\].
pub fn narrow_ring_efficiency(waves: u32, k: f64, radius: f64, section_radius: f64, area: f64) -> f64 {
    let (n, ka) = (waves.cast_signed(), k * radius);
    let slope = |x: f64| 0.5 * (jn(n - 1, x) - jn(n + 1, x));
    let integral = 2.0
        * quadrature::integrate(0.0, FRAC_PI_2, 2.0 * ka, |polar| {
            let along = sin(polar);
            let lobe = slope(ka * along);
            lobe * lobe * along * along * along
        });
    let moved = 2.0 * PI * AIR_DENSITY * section_radius * section_radius;
    let relative = k * ka * moved / AIR_DENSITY;
    FRAC_PI_2 * relative * relative * integral / area
}
