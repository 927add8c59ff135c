//! The smoothstep curve: x²(3 − 2x) between 0 and 1, level at both ends, with a mean of one half.

/// Returns the smoothstep of `x`: 0 below 0 and for NaN, 1 above 1. Real-time: yes.
pub fn smooth(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * (3.0 - 2.0 * x)
    }
}
