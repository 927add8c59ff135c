//! How many cells, how much drag, which fraction: so that the fundamental is exactly in tune and decays
//! exactly as asked.
//!
//! A wave that goes as zⁿ, z = exp((−1/τ + 2πi f) T), fits into the loop when
//!
//! $$ \ln H(z) - N \ln z + 2\pi i k = 0 $$
//!
//! for the k-th partial. For k = 1 and the wanted z this is one complex equation for two real unknowns, the
//! drag's g and the allpass's a: a few Newton steps, since drag hardly turns the phase and the allpass hardly
//! changes the size.
//!
//! The treble's mean has its closed form beforehand. |H| = e^{−λ} at ω for
//!
//! $$ t^2 + t = \frac{e^{2\lambda} - 1}{4\sin^2(\omega/2)}, \qquad t = \frac q{1-q}. $$

use super::complex::Complex;
use super::filter::{Fraction, Shelf, Turn};
use core::f64::consts::{PI, TAU};

/// How the drag's mean compares with the fundamental: it is over 1/(0.2 ω₁). Slow enough that partials far
/// above are dragged by only 4 % more than the fundamental, 1 + 0.2²; fast enough that a steady load moves
/// the end by no more than the loss itself suggests: it adds 0.8 (1−g) periods to the loop, 1/(2π · 0.2) =
/// 0.8.
const DRAG_CORNER: f64 = 0.2;

/// Most of the loss that treble may have: a fiftieth is left to the drag, by which the decay is made exact.
const MOST_TREBLE: f64 = 0.98;

/// Solved at most so often; four or five are enough unless the string dies within its first period.
const MOST_STEPS: usize = 40;

/// One partial of a string: what it sounds like when left alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// \[Hz\]
    pub frequency: f64,
    /// Time in which the amplitude falls to 1/e \[s\].
    pub decay: f64,
}

/// The loop of a string: cells, and what stands between the rails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) cells: usize,
    pub(super) turn: Turn,
}

impl Loop {
    /// Of a fundamental whose period takes `period` samples and loses `loss` nepers, the part `treble` of it
    /// growing with the square of frequency.
    pub(super) fn tuned(period: f64, loss: f64, treble: f64) -> Self {
        let omega = TAU / period;
        let half = libm::sin(0.5 * omega);
        let treble = treble.min(MOST_TREBLE);
        // 20 nepers per period are silence; beyond, the exponential would only overflow.
        let lost = libm::expm1(2.0 * (treble * loss).min(20.0)) / (4.0 * half * half);
        // Never so slow that the filter would be longer than the rails can spare.
        let mean = (2.0 * lost / (1.0 + libm::sqrt(1.0 + 4.0 * lost))).min(0.25 * period);
        let treble = Shelf::new(0.0, mean);
        let drag = |rest| Shelf::new(rest, 1.0 / (DRAG_CORNER * omega));

        // z⁻¹ of the fundamental.
        let log_back = Complex::new(loss.min(20.0) / period, -omega);
        let back = log_back.exp();
        let treble_log = treble.response(back).0.ln();
        // Drag as if the cells were of any length; then as many whole ones as leave ½ to 1½ samples to the
        // allpass.
        let mut rest = libm::exp(-loss.min(20.0) - treble_log.re).clamp(0.0, 1.0);
        let mut filtered = 0.0;
        for _ in 0..MOST_STEPS {
            let (response, mean) = drag(rest).response(back);
            let log = response.ln() + treble_log;
            filtered = -log.im / omega;
            let error = log.re + (period - filtered) * log_back.re;
            let by_rest = ((Complex::real(1.0) - mean) / response).re;
            rest = (rest - error / by_rest).clamp(0.0, 1.0);
        }
        let cells = libm::floor(period - filtered - 0.5).max(2.0);
        let expected = (period - filtered - cells) * omega;
        let mut a = libm::sin(0.5 * (omega - expected)) / libm::sin(0.5 * (omega + expected));

        for _ in 0..MOST_STEPS {
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
            // At either end of what drag can do, decay is as near as it gets; pitch is exact all the same.
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

    /// −ln z of the k-th partial; nothing where there is none below half the sample rate.
    pub(super) fn partial(&self, k: usize) -> Option<Complex> {
        let turns = Complex::new(0.0, TAU * k as f64);
        let cells = self.cells as f64;
        // N ln z = ln H(z) + 2πik; the filters are much shorter than the loop, so this contracts.
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
