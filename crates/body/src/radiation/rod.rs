//! Bending bars, rods, tubes and strings: bodies longer than they are wide.
//!
//! A wave along a cylinder with the wavenumber κ radiates while it is longer than the wave in air. A mode is
//! a sum of such waves, by its Fourier transform Φ along the length:
//!
//! ```math
//! \sigma = \frac{1}{2\pi L}\int_{-k}^{k} |\Phi(\kappa)|^2\,\frac{2k}{\pi a k_r^2\,|H_1'(k_r a)|^2}\,\mathrm d\kappa, \qquad
//! k_r = \sqrt{k^2 - \kappa^2}
//! ```
//!
//! | symbol | unit | meaning                                                                      |
//! |--------|------|------------------------------------------------------------------------------|
//! | L      | m    | length                                                                       |
//! | a      | m    | radius of the section                                                        |
//! | k      | 1/m  | wavenumber in air                                                            |
//! | Φ      | m    | Fourier transform of the mode shape, whose mean square is 1                  |
//!
//! Half of the motion of a round section is normal to its surface: ν = ½. The cylinder continues beyond the
//! ends of the rod, without motion.
//!
//! Source: \[JungerFeit1986\]; \[MorseIngard1968, chapter 7\].

use super::air::{AIR_DENSITY, Radiator};
use super::cylinder::hankel_slope_square;
use super::quadrature;
use core::f64::consts::{FRAC_PI_2, PI};
use libm::{cos, sin};

/// Share of the motion of a round section that is normal to its surface \[1\].
const NORMAL_SHARE: f64 = 0.5;

/// Returns the radius \[m\] of the round section that moves as much air as a section of `width` and
/// `thickness` \[m\], moving in the direction of its thickness. The section is taken as an ellipse; it moves
/// the air ρπ(width/2)² and displaces its own volume. Exact for round and for very flat sections.
pub fn section_radius(width: f64, thickness: f64) -> f64 {
    (width * (width + thickness) / 8.0).sqrt()
}

/// Returns the radiation efficiency σ \[1\] of a bending mode of a rod of `length` and `radius` \[m\] at the
/// wavenumber k \[1/m\]. `spectrum` gives |Φ(κ)/L|² by κL, and is even.
pub fn efficiency(k: f64, length: f64, radius: f64, spectrum: impl Fn(f64) -> f64) -> f64 {
    // κ = k sin t removes the root at the end of the interval.
    let integral = quadrature::integrate(0.0, FRAC_PI_2, k * length, |t| {
        let k_r = k * cos(t);
        let resistance = 2.0 * k / (PI * radius * k_r * k_r * hankel_slope_square(1, k_r * radius));
        spectrum(k * length * sin(t)) * resistance * k_r
    });
    length / PI * integral
}

/// Returns the radiator of a bending mode at the wavenumber k \[1/m\], for a body of `length`, `width` and
/// `thickness` \[m\] that moves in the direction of its thickness. `spectrum` gives |Φ(κ)/L|² by κL.
pub(crate) fn radiator(
    k: f64,
    [length, width, thickness]: [f64; 3],
    spectrum: impl Fn(f64) -> f64,
) -> Radiator {
    let radius = section_radius(width, thickness);
    let efficiency = efficiency(k, length, radius, spectrum);
    // A moving ellipse carries as much air as the circle around it displaces.
    let carried = AIR_DENSITY * length * 0.25 * PI * width * width;
    Radiator {
        efficiency,
        area: 2.0 * PI * radius * length,
        normal_share: NORMAL_SHARE,
        added_mass: carried * (1.0 - efficiency).max(0.0),
        structural_wavenumber: 0.0,
        in_decay: false,
    }
}
