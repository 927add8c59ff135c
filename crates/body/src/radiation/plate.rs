//! Flat plates, discs and membranes.
//!
//! In a wall (a baffle), each face radiates alone. Each direction hears one wavelength along the surface, so
//! that the efficiency is an integral over the half sphere of the Fourier transform Φ of the mode shape:
//!
//! ```math
//! \sigma = \frac{k^2}{4\pi^2 A} \int_{2\pi} |\Phi(k\sin\theta\cos\psi,\; k\sin\theta\sin\psi)|^2 \,\mathrm d\Omega
//! ```
//!
//! | symbol | unit | meaning                                                                  |
//! |--------|------|--------------------------------------------------------------------------|
//! | A      | m²   | area of one face                                                         |
//! | k      | 1/m  | wavenumber in air                                                        |
//! | Φ      | m²   | Fourier transform of the mode shape, whose mean square is 1              |
//! | θ, ψ   | rad  | direction: angle from the normal of the plate, angle around it           |
//!
//! Without a wall, air flows around the edge from one face to the other, and long waves cancel:
//!
//! ```math
//! \sigma_\text{open} = \sigma\,\frac{(kd)^2}{1 + (kd)^2}, \qquad d = \sqrt{\frac{16 A}{27\pi^3}} = 0.138\sqrt A
//! ```
//!
//! where d is chosen so that a rigid disc of radius a has its exact limit for long waves, σ = 8(ka)⁴/27π². It
//! is an approximation for all other modes. A mode with free edges moves no volume, so that its σ would be
//! too small; the force that its plate exerts on the air adds
//!
//! ```math
//! \frac{8}{27\pi^2}\,\frac{(ka)^4}{1 + (ka)^4} \left|\frac{\int \varphi w\,\mathrm dA}{\int w\,\mathrm dA}\right|^2, \qquad w = \sqrt{1 - r^2/a^2}
//! ```
//!
//! The denominator bounds the term, which is meant for ka < 1.
//!
//! Far above coincidence, where the waves of the mode are longer than those of the air on a wide plate, the
//! integral tends to the efficiency of an infinite plate, 1/√(1 − (k_s/k)²), where k_s is the wavenumber of the
//! mode \[1/m\]. The integral is replaced by it where the two agree within 0.3 dB.
//!
//! Source: \[Wallace1972\]; \[MorseIngard1968, chapter 7\]; \[FahyGardonio2007, chapter 3\].

use super::quadrature;
use core::f64::consts::{FRAC_PI_2, PI};
use libm::{cos, hypot, sin};

/// Limit of σ/(ka)⁴ for long waves of a rigid disc with open edges, 8/27π² \[1\].
const RIGID_DISC: f64 = 8.0 / (27.0 * PI * PI);

/// Largest ratio k_s/k \[1\] at which a wide plate radiates as an infinite one does.
const WIDE_PLATE_RATIO: f64 = 0.75;
/// Smallest phase \[rad\] of a wave in the air along the shorter side of a wide plate.
const WIDE_PLATE_PHASE: f64 = 20.0;

/// Returns |∫ √2 sin(mπx) e^{−izx} dx|² over x from 0 to 1: the spectrum of `half_waves` half waves by the
/// phase z ≥ 0 \[rad\] over the length.
pub fn sine_spectrum(half_waves: f64, z: f64) -> f64 {
    let wave = PI * half_waves;
    let half = 0.5 * (wave - z);
    let lobe = if half == 0.0 { 1.0 } else { sin(half) / half };
    let amplitude = wave * lobe / (wave + z);
    2.0 * amplitude * amplitude
}

/// Returns the radiation efficiency σ \[1\] of one face of a rectangle in a wall at the wavenumber k \[1/m\].
/// `sides` are its lengths \[m\] and `half_waves` the half waves of the mode along each of them; the edges are
/// held and free to turn.
pub fn rectangle_efficiency(k: f64, sides: [f64; 2], half_waves: [u32; 2]) -> f64 {
    let [length, width] = sides;
    let [x, y] = half_waves.map(f64::from);
    let ratio = PI * hypot(x / length, y / width) / k;
    if ratio < WIDE_PLATE_RATIO && k * length.min(width) > WIDE_PLATE_PHASE {
        return 1.0 / libm::sqrt(1.0 - ratio * ratio);
    }
    rectangle_integral(k, sides, half_waves)
}

/// Returns the radiation efficiency of [`rectangle_efficiency`] by the integral over all directions.
fn rectangle_integral(k: f64, sides: [f64; 2], half_waves: [u32; 2]) -> f64 {
    let [length, width] = sides;
    let [m, n] = half_waves.map(f64::from);
    let diagonal = k * hypot(length, width);
    let integral = quadrature::integrate(0.0, FRAC_PI_2, diagonal, |polar| {
        let across = sin(polar);
        let phases = sides.map(|side| k * side * across);
        // Equal steps integrate a periodic function up to a phase of their number around the circle. One
        // quarter of the circle is enough, because |Φ|² is even in both directions.
        let steps = 6 + (0.25 * diagonal * across) as u32;
        let step = FRAC_PI_2 / f64::from(steps);
        // Rotation by one step instead of a sine and a cosine per direction.
        let turn = [cos(step), sin(step)];
        let mut direction = [cos(0.5 * step), sin(0.5 * step)];
        let mut sum = 0.0;
        for _ in 0..steps {
            let [x, y] = direction;
            sum += sine_spectrum(m, phases[0] * x) * sine_spectrum(n, phases[1] * y);
            direction = [turn[0] * x - turn[1] * y, turn[1] * x + turn[0] * y];
        }
        across * 4.0 * step * sum
    });
    k * k * length * width / (4.0 * PI * PI) * integral
}

/// Returns the radiation efficiency σ \[1\] of one face of a disc in a wall at `ka` \[1\], the radius times the
/// wavenumber. `transform` gives ∫ φ(r) J_m(zr) r dr over r from 0 to 1 by z, where φ has the mean square 1
/// over the disc before the wave around it is applied.
pub fn disc_efficiency(ka: f64, transform: impl Fn(f64) -> f64) -> f64 {
    let integral = quadrature::integrate(0.0, FRAC_PI_2, 2.0 * ka, |polar| {
        let value = transform(ka * sin(polar));
        value * value * sin(polar)
    });
    2.0 * ka * ka * integral
}

/// Returns the share \[1\] of the efficiency in a wall that remains without the wall, for a face of `area`
/// \[m²\] at the wavenumber k \[1/m\].
pub fn open_edge_share(k: f64, area: f64) -> f64 {
    // (kd)², with d so that a rigid disc has its exact limit: half of (ka)²(kd)² is RIGID_DISC (ka)⁴.
    let square = 2.0 * RIGID_DISC * k * k * area / PI;
    square / (1.0 + square)
}

/// Returns the efficiency \[1\] that the force of a disc on the air adds, for a mode that moves no volume at
/// `ka` \[1\]. `height` is the mode shape by the share of the radius; its phase changes by `phase` \[rad\]
/// from the middle to the edge.
pub fn force_efficiency(ka: f64, phase: f64, height: impl Fn(f64) -> f64) -> f64 {
    // r = sin u turns the weight w into cos u; ∫ w dA is two thirds of πa².
    let weighted =
        3.0 * quadrature::integrate(0.0, FRAC_PI_2, phase, |u| height(sin(u)) * cos(u) * cos(u) * sin(u));
    let fourth = (ka * ka) * (ka * ka);
    RIGID_DISC * fourth / (1.0 + fourth) * weighted * weighted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_plate_far_above_coincidence_radiates_as_an_infinite_one() {
        let mut compared = 0;
        for sides in [[0.8, 0.56], [1.6, 0.3], [0.3, 0.3]] {
            for (m, n) in [(1, 1), (2, 1), (3, 5), (9, 2), (14, 14), (25, 10)] {
                for k in [40.0, 80.0, 160.0, 320.0] {
                    let (short, exact) =
                        (rectangle_efficiency(k, sides, [m, n]), rectangle_integral(k, sides, [m, n]));
                    compared += u32::from(short != exact);
                    let decibels = 10.0 * libm::log10(short / exact);
                    assert!(decibels.abs() < 0.3, "{sides:?} {m} {n} {k}: {decibels}");
                }
            }
        }
        assert!(compared > 10, "{compared}");
    }
}
