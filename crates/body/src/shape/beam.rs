//! Bending modes of a slender beam (Euler–Bernoulli).
//!
//! ```math
//! EI\,w'''' + \rho A\,\ddot w = 0, \qquad f_n = \frac{\lambda_n^2}{2\pi L^2}\sqrt{\frac{EI}{\rho A}}
//! ```
//!
//! | symbol | unit | meaning                                                      |
//! |--------|------|--------------------------------------------------------------|
//! | EI     | N m² | bending stiffness: modulus times second moment of the section|
//! | ρA     | kg/m | mass per length                                              |
//! | L      | m    | length                                                       |
//! | λ      | 1    | solution of the equation of its ends, below                  |
//!
//! | held | equation | λ = λ₀ + d, λ₀ | d |
//! |---|---|---|---|
//! | free, clamped | cos λ cosh λ = 1 | (n + ½)π | −(−1)ⁿ asin sech λ |
//! | cantilever | cos λ cosh λ = −1 | (n − ½)π | −(−1)ⁿ asin sech λ |
//! | clamped-pinned | tan λ = tanh λ | (n + ¼)π | −atan e^{−2λ} |
//! | pinned | sin λ = 0 | nπ | 0 |
//!
//! λ is found by iterating the last column. Each iteration shrinks the error to at most 0.3, and to a
//! hundredth for all but the first modes. The textbook mode shape, cosh z − cos z − σ(sinh z − sin z), has
//! lost all precision by the tenth mode. Here it is written with decaying exponentials, so every mode is
//! accurate to its last digits. Its mean square is 1 for every support.
//!
//! Source: \[Blevins1979, table 8-1\]; \[FletcherRossing1998, section 2.15\].

use super::{ModeSelection, NaturalMode, Support, natural_mode};
use crate::radiation::{Radiator, rod};
use core::f64::consts::{PI, SQRT_2, TAU};
use libm::{asin, atan, cos, exp, sin};

/// A beam with a section of any form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) support: Support,
    /// Length L of the beam \[m\].
    pub(super) length: f64,
    /// Bending stiffness EI of the beam \[N m²\].
    pub(super) stiffness: f64,
    /// Mass of the whole beam, ρAL \[kg\].
    pub(super) mass: f64,
}

impl Beam {
    /// Returns the frequency of a mode with eigenvalue 1 \[Hz\]; frequencies rise with the square of the
    /// eigenvalue.
    fn unit(&self) -> f64 {
        let Self { length, .. } = *self;
        (self.stiffness / (self.mass * length * length * length)).sqrt() / TAU
    }

    pub(super) fn natural_modes(&self, selection: &ModeSelection) -> Vec<NaturalMode> {
        let &Self { support, mass, .. } = self;
        natural_mode::family(selection, |number| {
            let root = eigenvalue(support, number);
            let frequency = self.unit() * root * root;
            NaturalMode::along(number, frequency, mass, move |x| height(support, number, root, x))
        })
    }
}

/// Returns the eigenvalue of mode `number`, counted from 1: the wave number of its bending waves times the
/// length \[1\].
pub(super) fn eigenvalue(support: Support, number: u32) -> f64 {
    let n = f64::from(number);
    let sign = if number % 2 == 1 { 1.0 } else { -1.0 };
    let sech = |x: f64| 2.0 * exp(-x) / (1.0 + exp(-2.0 * x));
    match support {
        Support::Free | Support::Clamped => settle((n + 0.5) * PI, |root| sign * asin(sech(root))),
        Support::Cantilever => settle((n - 0.5) * PI, |root| sign * asin(sech(root))),
        Support::ClampedPinned => settle((n + 0.25) * PI, |root| -atan(exp(-2.0 * root))),
        Support::Pinned => n * PI,
    }
}

/// Solves root = start + beyond(root) for `root` by iteration.
fn settle(start: f64, beyond: impl Fn(f64) -> f64) -> f64 {
    // After 40 iterations the error is at most 0.3^40, far below rounding.
    (0..40).fold(start, |root, _| start + beyond(root))
}

/// Returns the height of a mode shape at `x`, a share of the length \[1\]. `root` is the eigenvalue of the
/// mode. The mean square of the height is 1.
pub(super) fn height(support: Support, number: u32, root: f64, x: f64) -> f64 {
    let z = root * x;
    match support {
        Support::Free => centred(number, root, x, 1.0),
        Support::Clamped => centred(number, root, x, -1.0),
        Support::Pinned => SQRT_2 * sin(z),
        Support::Cantilever => {
            let (s, c, e) = (sin(root), cos(root), exp(-root));
            // (1 − σ)/2 of the textbook mode shape equals grown e^{−λ}.
            let grown = (s - c - e) / (1.0 - e * e + 2.0 * e * s);
            let sigma = 1.0 - 2.0 * grown * e;
            sigma * sin(z) - cos(z) + 0.5 * (1.0 + sigma) * exp(-z) + grown * exp(z - root)
        }
        Support::ClampedPinned => {
            // σ of the textbook mode shape equals coth λ, since tan λ = tanh λ.
            let e = exp(-2.0 * root);
            let sigma = (1.0 + e) / (1.0 - e);
            sigma * sin(z) - cos(z) + (exp(-z) - exp(z - 2.0 * root)) / (1.0 - e)
        }
    }
}

/// A mode shape as a sum of waves: A sin λx + B cos λx + C e^{−λx} + D e^{−λ(1−x)}, with the eigenvalue λ and
/// the position x from 0 to 1. The factors A to D are the last four fields.
#[derive(Clone, Copy, Debug)]
struct Waves {
    root: f64,
    sine: f64,
    cosine: f64,
    from_start: f64,
    from_end: f64,
}

impl Waves {
    /// Splits the shape of mode `number`, which [`height`] evaluates, into its waves.
    fn of(support: Support, number: u32) -> Self {
        let root = eigenvalue(support, number);
        let [sine, cosine, from_start, from_end] = match support {
            Support::Pinned => [SQRT_2, 0.0, 0.0, 0.0],
            Support::Free | Support::Clamped => {
                let sign = if support == Support::Free { 1.0 } else { -1.0 };
                let (half, far) = (0.5 * root, exp(-root));
                if number % 2 == 1 {
                    let edge = sign / (1.0 + far);
                    [sin(half) / cos(half), 1.0, edge, edge]
                } else {
                    let edge = sign / (1.0 - far);
                    [cos(half) / sin(half), -1.0, -edge, edge]
                }
            }
            Support::Cantilever => {
                let (s, c, e) = (sin(root), cos(root), exp(-root));
                let grown = (s - c - e) / (1.0 - e * e + 2.0 * e * s);
                let sigma = 1.0 - 2.0 * grown * e;
                [sigma, -1.0, 0.5 * (1.0 + sigma), grown]
            }
            Support::ClampedPinned => {
                let e = exp(-2.0 * root);
                [(1.0 + e) / (1.0 - e), -1.0, 1.0 / (1.0 - e), -exp(-root) / (1.0 - e)]
            }
        };
        Self { root, sine, cosine, from_start, from_end }
    }

    /// Returns the squared magnitude of the Fourier transform of the mode shape at the wave number `z`, with
    /// positions from 0 to 1.
    fn spectrum(&self, z: f64) -> f64 {
        let &Self { root, sine, cosine, from_start, from_end } = self;
        // ∫ e^{±iλx} e^{−izx} dx = e^{i(±λ−z)/2} sinc((±λ−z)/2)
        let wave = |half: f64| {
            let sinc = if half == 0.0 { 1.0 } else { sin(half) / half };
            [cos(half) * sinc, sin(half) * sinc]
        };
        let ([up_re, up_im], [down_re, down_im]) = (wave(0.5 * (root - z)), wave(-0.5 * (root + z)));
        let mut re = 0.5 * (cosine * (up_re + down_re) + sine * (up_im - down_im));
        let mut im = 0.5 * (cosine * (up_im + down_im) - sine * (up_re - down_re));
        // ∫ e^{−λx} e^{−izx} dx = (1 − e^{−λ−iz})/(λ + iz), and the mirror image from the end.
        let (far, c, s) = (exp(-root), cos(z), sin(z));
        let scale = 1.0 / (root * root + z * z);
        let [near_re, near_im] = [1.0 - far * c, far * s];
        re += from_start * scale * (root * near_re + z * near_im);
        im += from_start * scale * (root * near_im - z * near_re);
        let [end_re, end_im] = [c - far, -s];
        re += from_end * scale * (root * end_re - z * end_im);
        im += from_end * scale * (root * end_im + z * end_re);
        re * re + im * im
    }
}

/// Returns the radiator of mode `number` at the wavenumber k in air \[1/m\] of a beam of `length`, `width` and
/// `thickness` \[m\], which moves in the direction of its thickness.
pub(super) fn radiator(support: Support, number: u32, k: f64, dimensions: [f64; 3]) -> Radiator {
    let waves = Waves::of(support, number);
    let structural_wavenumber = eigenvalue(support, number) / dimensions[0];
    Radiator { structural_wavenumber, ..rod::radiator(k, dimensions, |z| waves.spectrum(z)) }
}

/// Returns the height of a mode shape with equal ends, even or odd about the middle. It is a wave plus a term
/// that decays from the ends, added at free ends and subtracted at clamped ends.
fn centred(number: u32, root: f64, x: f64, sign: f64) -> f64 {
    let (half, from_middle) = (0.5 * root, root * (x - 0.5));
    let z = from_middle.abs();
    let (fade, echo, far) = (exp(z - half), exp(-2.0 * z), exp(-root));
    if number % 2 == 1 {
        cos(z) / cos(half) + sign * fade * (1.0 + echo) / (1.0 + far)
    } else {
        let odd = sin(z) / sin(half) + sign * fade * (1.0 - echo) / (1.0 - far);
        odd * from_middle.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spectrum_is_that_of_the_mode_shape() {
        for support in Support::ALL {
            for number in [1, 2, 3, 8] {
                let (root, waves) = (eigenvalue(support, number), Waves::of(support, number));
                for z in [0.0, 0.7, 3.0, root, 40.0] {
                    // 4,000 midpoints of half a thousandth each: error below 1e-5 of the largest value.
                    let points = 4000;
                    let [mut re, mut im] = [0.0, 0.0];
                    for x in (0..points).map(|index| (f64::from(index) + 0.5) / f64::from(points)) {
                        let height = height(support, number, root, x) / f64::from(points);
                        re += height * cos(z * x);
                        im -= height * sin(z * x);
                    }
                    let (ours, sum) = (waves.spectrum(z), re * re + im * im);
                    assert!((ours - sum).abs() < 1e-5, "{support} {number} at {z}: {ours}, sum {sum}");
                }
            }
        }
    }
}
