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
    /// Returns the frequency that λ = 1 would have \[Hz\].
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

/// Returns the root λ of mode `number`, counted from 1.
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

/// Returns the height of a mode shape at the share x of the length; the mean square of the height is 1.
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

/// Returns the height of a mode shape with equal ends, even or odd about the middle: a wave plus an edge
/// term, added at free ends and subtracted at clamped ends.
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
