//! Chooses cells, drag and fraction so that pitch and decay of the fundamental are exact.
//!
//! A wave zⁿ, z = exp((−1/τ + 2πi f) T), is a solution of the loop when
//!
//! ```math
//! \ln H(z) - N \ln z + 2\pi i k = 0
//! ```
//!
//! for the k-th partial. For k = 1 and the desired z this is one complex equation for two real unknowns, the
//! drag's g and the allpass's a. A few Newton steps solve it, since drag hardly affects the phase and the
//! allpass hardly affects the magnitude.
//!
//! The length of the treble's mean has a closed form. |H| = e^{−λ} at ω for
//!
//! ```math
//! t^2 + t = \frac{e^{2\lambda} - 1}{4\sin^2(\omega/2)}, \qquad t = \frac q{1-q}.
//! ```

use super::complex::Complex;
use super::filter::{Fraction, Shelf, Turn};
use core::f64::consts::{PI, TAU};

/// Corner of the drag filter as a share of the angular frequency ω₁ of the fundamental: the filter's mean
/// extends over 1/(0.2 ω₁). At this value high partials lose only 4 % more to the drag than the fundamental,
/// 1 + 0.2². Under a steady load the filter adds 0.8 (1−g) periods to the loop, where g is its gain at high
/// frequencies and 1/(2π · 0.2) = 0.8.
const DRAG_CORNER: f64 = 0.2;

/// Largest share of the loss that the treble filter takes. At least a fiftieth is left to the drag filter,
/// which makes the decay exact.
const MAX_TREBLE_SHARE: f64 = 0.98;

/// Maximum number of Newton steps; four or five are enough unless the string decays within its first period.
const MAX_NEWTON_STEPS: usize = 40;

/// Frequency and decay of one partial of a freely vibrating string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// Frequency of the partial \[Hz\].
    pub frequency: f64,
    /// Time in which the amplitude of the partial falls to 1/e \[s\].
    pub decay: f64,
}

/// The loop of a string: number of cells, and the filters between its two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) cells: usize,
    pub(super) turn: Turn,
}

impl Loop {
    /// Designs the loop for a fundamental with a period of `period` samples and a loss of `loss` nepers per
    /// period. The share `treble` of the loss grows with the square of frequency.
    pub(super) fn tuned(period: f64, loss: f64, treble: f64) -> Self {
        let omega = TAU / period;
        let half = libm::sin(0.5 * omega);
        let treble = treble.min(MAX_TREBLE_SHARE);
        // A loss of 20 nepers per period is silence; a larger exponent would only overflow.
        let lost = libm::expm1(2.0 * (treble * loss).min(20.0)) / (4.0 * half * half);
        // Limited so that the filter delay is not longer than the rails can spare.
        let mean = (2.0 * lost / (1.0 + libm::sqrt(1.0 + 4.0 * lost))).min(0.25 * period);
        let treble = Shelf::new(0.0, mean);
        let drag = |rest| Shelf::new(rest, 1.0 / (DRAG_CORNER * omega));

        // Logarithm of z⁻¹ at the fundamental.
        let log_back = Complex::new(loss.min(20.0) / period, -omega);
        let back = log_back.exp();
        let treble_log = treble.response(back).0.ln();
        // The drag is computed first, for a fractional number of cells. Then the number of whole cells is
        // chosen so that ½ to 1½ samples are left to the allpass.
        let mut rest = libm::exp(-loss.min(20.0) - treble_log.re).clamp(0.0, 1.0);
        let mut filtered = 0.0;
        for _ in 0..MAX_NEWTON_STEPS {
            let (response, mean) = drag(rest).response(back);
            let log = response.ln() + treble_log;
            filtered = -log.im / omega;
            let error = log.re + (period - filtered) * log_back.re;
            let by_rest = ((Complex::real(1.0) - mean) / response).re;
            rest = (rest - error / by_rest).clamp(0.0, 1.0);
        }
        let cells = libm::floor(period - filtered - 0.5).max(2.0);
        let remainder = (period - filtered - cells) * omega;
        let mut a = libm::sin(0.5 * (omega - remainder)) / libm::sin(0.5 * (omega + remainder));

        for _ in 0..MAX_NEWTON_STEPS {
            let fraction = Fraction::new(a);
            let (drag_response, mean) = drag(rest).response(back);
            let error = drag_response.ln()
                + treble_log
                + fraction.response(back).ln()
                + log_back.times(cells)
                + Complex::new(0.0, TAU);
            let by_rest = (Complex::real(1.0) - mean) / drag_response;
            let by_a = (Complex::real(1.0) - back * back)
                / ((Complex::real(a) + back) * (Complex::real(1.0) + back.times(a)));
            let whole = by_rest.re * by_a.im - by_rest.im * by_a.re;
            let to_rest = rest - (error.re * by_a.im - error.im * by_a.re) / whole;
            // At a limit of the drag the decay is as close as possible, and the pitch is still exact.
            let held = to_rest.clamp(0.0, 1.0);
            let to_a = if held == to_rest {
                a - (by_rest.re * error.im - by_rest.im * error.re) / whole
            } else {
                a - (error.im + by_rest.im * (held - rest)) / by_a.im
            };
            let moved = (held - rest).abs() + (to_a - a).abs();
            if !moved.is_finite() {
                break;
            }
            rest = held;
            a = to_a.clamp(-0.9, 0.9);
            if moved < 1e-15 {
                break;
            }
        }
        Self { cells: cells as usize, turn: Turn { drag: drag(rest), treble, fraction: Fraction::new(a) } }
    }

    /// Returns the logarithm of the pole of partial `k`, counted from 1: minus the decay and plus the phase
    /// per sample, as real and imaginary part. `None` if the partial is not below half the sample rate.
    pub(super) fn partial(&self, k: usize) -> Option<Complex> {
        let turns = Complex::new(0.0, TAU * k as f64);
        let cells = self.cells as f64;
        // Iterates N ln z = ln H(z) + 2πik, which contracts because the filters are much shorter than the
        // loop.
        let mut log = turns.times(1.0 / (cells + self.turn.delay()));
        for _ in 0..200 {
            if log.im >= PI {
                return None;
            }
            let next = (self.turn.log_response(log.times(-1.0).exp()) + turns).times(1.0 / cells);
            let moved = (next - log).re.abs() + (next - log).im.abs();
            log = next;
            if moved < 1e-16 {
                break;
            }
        }
        (log.im > 0.0 && log.im < PI).then_some(log)
    }
}
