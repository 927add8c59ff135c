//! Reference integrator: an adaptive Runge–Kutta pair for problems without a closed form.
//!
//! ```math
//! y' = f(y), \qquad y \in \mathbb{R}^N
//! ```
//!
//! The fifth-order method of Dormand and Prince with an embedded fourth-order estimate. States have a fixed
//! size, nothing is allocated, and the caller counts the steps. An event inside a step is located by
//! repeating the step, shortened, until the event function is zero at its end. This is as accurate as the
//! step itself, however flat the crossing. (Hénon's change of the independent variable divides by the
//! velocity, which vanishes for an almost captured mass.)
//!
//! Source: \[DormandPrince1980\]. Checked through `tests/all/analytic_pressed.rs`.

use crate::math;

/// Stage coefficients of the Dormand–Prince method, the rows below the diagonal.
const A: [[f64; 6]; 6] = [
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    // The last stage is the new state.
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];

/// Weights of the fifth-order result minus the weights of the fourth-order result, which estimate the error.
const E: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];

/// Takes a trial step of length `h`. Returns the new state and the estimated error of that state.
pub(super) fn trial<const N: usize>(
    slope: impl Fn(&[f64; N]) -> [f64; N],
    y: &[f64; N],
    h: f64,
) -> ([f64; N], [f64; N]) {
    let mut k = [[0.0; N]; 7];
    k[0] = slope(y);
    let mut end = *y;
    for (stage, row) in A.iter().enumerate() {
        end = core::array::from_fn(|n| {
            let sum: f64 = (0..=stage).map(|j| row[j] * k[j][n]).sum();
            y[n] + h * sum
        });
        k[stage + 1] = slope(&end);
    }
    let error = core::array::from_fn(|n| h * (0..7).map(|j| E[j] * k[j][n]).sum::<f64>());
    (end, error)
}

/// Returns the next step length for a step `h` with this `error`, relative to the tolerance.
pub(super) fn next_length(h: f64, error: f64) -> f64 {
    h * (0.9 * math::exp(-0.2 * math::log(error.max(1e-10)))).clamp(0.2, 5.0)
}

/// Finds the state at which `event` changes sign within a step of length `h` that starts at state `y`.
pub(super) fn locate<const N: usize>(
    slope: impl Fn(&[f64; N]) -> [f64; N] + Copy,
    y: &[f64; N],
    h: f64,
    event: impl Fn(&[f64; N]) -> f64,
) -> [f64; N] {
    let positive = event(y) > 0.0;
    let (mut before, mut after) = (0.0, h);
    for _ in 0..60 {
        let middle = 0.5 * (before + after);
        if (event(&trial(slope, y, middle).0) > 0.0) == positive {
            before = middle;
        } else {
            after = middle;
        }
    }
    trial(slope, y, 0.5 * (before + after)).0
}
