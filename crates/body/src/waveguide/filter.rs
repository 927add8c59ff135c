//! Filters between the rails: drag, treble loss and a fraction of a sample. Each knows its energy.
//!
//! **[`Shelf`]** compares the wave x with its slow mean w and removes part of the difference:
//!
//! ```math
//! w_1 = q w + (1-q)x, \qquad y = g x + (1-g) w_1, \qquad
//! H(z) = g + (1-g)\frac{1-q}{1-qz^{-1}}
//! ```
//!
//! Its gain is 1 at 0 Hz and falls to g well above (1−q)/2π sample rates. It is the end of the string on a
//! spring and a dashpot: under a steady load the spring holds. With d = x − w: w₁ = w + (1−q) d, y = x −
//! (1−g) q d. Let its energy be κ w²; then
//!
//! ```math
//! \kappa w^2 + x^2 - \kappa w_1^2 - y^2 = 2wd\,[(1-g)q - \kappa(1-q)] + d^2\{(1-g)q[2-(1-g)q] - \kappa(1-q)^2\},
//! ```
//!
//! and with κ = (1−g) q/(1−q), which is its delay at 0 Hz in samples, the loss is
//!
//! ```math
//! (1-g)\,q\,(1+gq)\,(x-w)^2 \ge 0 \qquad (0 \le g \le 1,\ 0 \le q < 1).
//! ```
//!
//! **[`Fraction`]** is the first-order allpass:
//!
//! ```math
//! y = w + a x, \qquad w_1 = x - a y, \qquad y^2 + \frac{w_1^2}{1-a^2} = x^2 + \frac{w^2}{1-a^2}, \qquad
//! H(z) = \frac{a + z^{-1}}{1 + a z^{-1}}
//! ```
//!
//! It delays by (1−a)/(1+a) samples at 0 Hz and loses nothing; its energy is w²/(1−a²), as inserting y and w₁
//! shows. Both lines use one coefficient, so the balance holds for the rounded a, and no energy drifts in or
//! out over time.
//!
//! Energies are in units of ZT, as for the cells.

use super::complex::Complex;

/// A shelving filter: gain 1 at 0 Hz, `rest` at high frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shelf {
    /// Gain g at high frequencies \[1\].
    rest: f64,
    /// Pole q of the mean \[1\]: near 1 for a slow mean.
    slow: f64,
    /// Delay κ of the filter at 0 Hz \[samples\].
    delay: f64,
    /// Slow mean w of the input [m/s].
    mean: f64,
}

impl Shelf {
    /// Makes a shelf whose mean extends over `samples` and whose high-frequency gain is `rest`.
    pub(super) fn new(rest: f64, samples: f64) -> Self {
        Self { rest, slow: samples / (1.0 + samples), delay: (1.0 - rest) * samples, mean: 0.0 }
    }

    pub(super) fn step(&mut self, x: f64) -> f64 {
        self.mean = self.slow * self.mean + (1.0 - self.slow) * x;
        self.rest * x + (1.0 - self.rest) * self.mean
    }

    pub(super) fn energy(&self) -> f64 {
        self.delay * self.mean * self.mean
    }

    /// Sets the filter to the state that it reaches under a constant input `x`.
    pub(super) fn settle(&mut self, x: f64) {
        self.mean = x;
    }

    /// Returns the delay of the filter at 0 Hz \[samples\].
    pub(super) fn delay(&self) -> f64 {
        self.delay
    }

    /// Returns the complex responses of the filter and of its mean alone. `back` is the value of z⁻¹, the
    /// delay by one sample.
    pub(super) fn response(&self, back: Complex) -> (Complex, Complex) {
        let mean = Complex::real(1.0 - self.slow) / (Complex::real(1.0) - back.times(self.slow));
        (Complex::real(self.rest) + mean.times(1.0 - self.rest), mean)
    }
}

/// A lossless first-order allpass that delays by a fraction of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fraction {
    /// Coefficient a of the allpass \[1\].
    a: f64,
    /// State w of the allpass [m/s].
    state: f64,
}

impl Fraction {
    pub(super) fn new(a: f64) -> Self {
        Self { a, state: 0.0 }
    }

    pub(super) fn step(&mut self, x: f64) -> f64 {
        // Computes x − a y with y written out: the new state depends on one product and one difference only.
        let ax = self.a * x;
        let y = self.state + ax;
        self.state = (x - self.a * ax) - self.a * self.state;
        y
    }

    pub(super) fn energy(&self) -> f64 {
        self.state * self.state / ((1.0 - self.a) * (1.0 + self.a))
    }

    pub(super) fn settle(&mut self, x: f64) {
        self.state = (1.0 - self.a) * x;
    }

    pub(super) fn delay(&self) -> f64 {
        (1.0 - self.a) / (1.0 + self.a)
    }

    pub(super) fn response(&self, back: Complex) -> Complex {
        (Complex::real(self.a) + back) / (Complex::real(1.0) + back.times(self.a))
    }
}

/// All filters between the two rails (the cells for each direction) of a string, in order: drag, treble,
/// fraction of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) drag: Shelf,
    pub(super) treble: Shelf,
    pub(super) fraction: Fraction,
}

impl Turn {
    /// Filters `waves` in place, in order of arrival. Real-time: yes.
    pub(super) fn pass(&mut self, waves: &mut [f64]) {
        // The copy lets the states stay in registers and the three recursions overlap.
        let mut turn = *self;
        for wave in waves {
            *wave = turn.step(*wave);
        }
        *self = turn;
    }

    /// Filters one wave and returns the result. Real-time: yes.
    pub(super) fn step(&mut self, wave: f64) -> f64 {
        self.fraction.step(self.treble.step(self.drag.step(wave)))
    }

    /// Returns the energy of all filters, divided by wave impedance times sample period [m²/s²].
    pub(super) fn energy(&self) -> f64 {
        self.drag.energy() + self.treble.energy() + self.fraction.energy()
    }

    /// Sets all filters to the state that they reach under a constant input `x`.
    pub(super) fn settle(&mut self, x: f64) {
        self.drag.settle(x);
        self.treble.settle(x);
        self.fraction.settle(x);
    }

    /// Returns the delay of all filters at 0 Hz \[samples\].
    pub(super) fn delay(&self) -> f64 {
        self.drag.delay() + self.treble.delay() + self.fraction.delay()
    }

    /// Returns the logarithm of the complex response of all filters. `back` is the value of z⁻¹, the delay by
    /// one sample. The phase of each filter is below π, so the sum of the phases is not wrapped.
    pub(super) fn log_response(&self, back: Complex) -> Complex {
        self.drag.response(back).0.ln()
            + self.treble.response(back).0.ln()
            + self.fraction.response(back).ln()
    }
}
