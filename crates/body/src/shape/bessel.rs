//! Bessel functions for round shapes: I_n, J_n, and roots of equations in them.
//!
//! ```math
//! I_n(x) = \sum_k \frac{(x/2)^{n+2k}}{k!\,(n+k)!}
//! ```
//!
//! All terms are positive, so the series keeps its precision. The roots of a shape's modes stay far below
//! overflow (1024 modes end near x = 70, overflow begins near 700). J_n is libm's.
//!
//! Source: \[Watson1944\].

/// Returns the modified Bessel function I_n(x) for x ≥ 0.
pub(super) fn i_n(n: u32, x: f64) -> f64 {
    let half = 0.5 * x;
    let mut term = (1..=n).fold(1.0, |term, k| term * half / f64::from(k));
    let (mut sum, mut k) = (term, 1.0);
    while term > 1e-17 * sum {
        term *= half * half / (k * (f64::from(n) + k));
        sum += term;
        k += 1.0;
    }
    sum
}

/// Returns the Bessel function J_n(x) of the first kind.
pub(super) fn j_n(n: u32, x: f64) -> f64 {
    libm::jn(n.cast_signed(), x)
}

/// Returns the roots of the function `of` between `from` and `to`. Roots less than `step` apart may be
/// missed.
pub(super) fn roots(from: f64, to: f64, step: f64, of: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut found = Vec::new();
    let (mut left, mut at_left) = (from, of(from));
    while left < to {
        let right = left + step;
        let at_right = of(right);
        if at_left * at_right < 0.0 {
            found.push(root((left, at_left), (right, at_right), &of));
        } else if at_right == 0.0 {
            found.push(right);
        }
        (left, at_left) = (right, at_right);
    }
    found.retain(|&root| root <= to);
    found
}

/// Returns the root of `of` between two points with values of opposite sign, to full precision: false
/// position with the Illinois rule.
fn root(mut one: (f64, f64), mut two: (f64, f64), of: impl Fn(f64) -> f64) -> f64 {
    // The search converges in far fewer than forty iterations.
    for _ in 0..40 {
        let at = (one.0 * two.1 - two.0 * one.1) / (two.1 - one.1);
        if (two.0 - one.0).abs() <= 2.0 * f64::EPSILON * at {
            break;
        }
        let value = of(at);
        if value == 0.0 {
            return at;
        }
        if value * two.1 < 0.0 {
            one = two;
        } else {
            one.1 *= 0.5;
        }
        two = (at, value);
    }
    two.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i_n_agrees_with_printed_tables() {
        for (n, x, print) in [
            (0, 1.0, 1.2660658777520084),
            (1, 1.0, 0.5651591039924851),
            (0, 10.0, 2815.716628466254),
            (5, 10.0, 777.1882864032600),
            (20, 3.0, 1.5209660019426695e-15),
        ] {
            let ours = i_n(n, x);
            assert!((ours / print - 1.0).abs() < 1e-12, "I_{n}({x}): {ours}, {print}");
        }
    }

    #[test]
    fn the_zeros_of_j0_agree_with_printed_tables() {
        let ours = roots(0.0, 9.0, 1.0, |x| j_n(0, x));
        for (ours, print) in ours.iter().zip([2.404825557695773, 5.520078110286311, 8.653727912911013]) {
            assert!((ours - print).abs() < 4e-15 * print, "{ours}, {print}");
        }
    }
}
