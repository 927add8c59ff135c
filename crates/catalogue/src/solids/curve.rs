//! A smooth way from 0 to 1: x²(3 − 2x) between the two, level at both ends, and half as large as its end on
//! average.

/// From 0 to 1 while `x` goes there; held before and after. Real-time: yes.
pub fn smooth(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * (3.0 - 2.0 * x)
    }
}
