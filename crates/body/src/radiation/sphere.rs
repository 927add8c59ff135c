//! Compact bodies: a sphere whose surface moves as a spherical harmonic of order n.
//!
//! ```math
//! \sigma_n = \frac1{(ka)^2\,|h_n'(ka)|^2}
//! ```
//!
//! | symbol | unit | meaning                                                                    |
//! |--------|------|----------------------------------------------------------------------------|
//! | k      | 1/m  | wavenumber in air                                                          |
//! | a      | m    | radius                                                                     |
//! | n      | 1    | 0 breathing, 1 moving as a whole, 2 stretching, …                          |
//! | h_n    | 1    | spherical Hankel function j_n + i y_n                                      |
//!
//! h_n follows from h₀ and h₁ by recurrence. It is stable upwards, because y_n, which grows, dominates h_n.
//!
//! Source: \[MorseIngard1968, chapter 7\]; \[JungerFeit1986\].

use libm::{cos, sin};

/// Returns the radiation efficiency σ_n \[1\] of a sphere at `ka` \[1\], the radius times the wavenumber.
pub fn efficiency(order: u32, ka: f64) -> f64 {
    // Real and imaginary parts, of h_n and h_{n+1}.
    let mut here = [sin(ka) / ka, -cos(ka) / ka];
    let mut next = [(here[0] - cos(ka)) / ka, (here[1] - sin(ka)) / ka];
    for n in 0..order {
        let factor = f64::from(2 * n + 3) / ka;
        let after = [factor * next[0] - here[0], factor * next[1] - here[1]];
        (here, next) = (next, after);
    }
    // h_n' = (n/z) h_n − h_{n+1}
    let [re, im] = [0, 1].map(|part| f64::from(order) / ka * here[part] - next[part]);
    let value = 1.0 / (ka * ka * (re * re + im * im));
    // Far below ka = n the recurrence overflows: nothing is radiated.
    if value.is_nan() { 0.0 } else { value }
}
