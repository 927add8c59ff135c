//! What a wave goes through where it turns round: drag, loss of treble, and a fraction of a sample. Each
//! knows its energy.
//!
//! **[`Shelf`]** compares the wave x with its own slow mean w and takes some of the difference away:
//!
//! $$ w_1 = q w + (1-q)x, \qquad y = g x + (1-g) w_1, \qquad
//!    H(z) = g + (1-g)\frac{1-q}{1-qz^{-1}} $$
//!
//! 1 at 0 Hz, and falling to g well above (1−q)/2π sample rates. It is the end of the string on a spring and
//! a dashpot: under a steady load the spring holds. With d = x − w: w₁ = w + (1−q) d, y = x − (1−g) q d. Take
//! κ w² for its energy; then
//!
//! $$ \kappa w^2 + x^2 - \kappa w_1^2 - y^2 = 2wd\,[(1-g)q - \kappa(1-q)] + d^2\{(1-g)q[2-(1-g)q] - \kappa(1-q)^2\}, $$
//!
//! and with κ = (1−g) q/(1−q), which is its delay at 0 Hz in samples, what is lost is
//!
//! $$ (1-g)\,q\,(1+gq)\,(x-w)^2 \ge 0 \qquad (0 \le g \le 1,\ 0 \le q < 1). $$
//!
//! **[`Fraction`]** is the first-order allpass:
//!
//! $$ y = w + a x, \qquad w_1 = x - a y, \qquad y^2 + \frac{w_1^2}{1-a^2} = x^2 + \frac{w^2}{1-a^2}, \qquad
//!    H(z) = \frac{a + z^{-1}}{1 + a z^{-1}} $$
//!
//! It delays by (1−a)/(1+a) samples at 0 Hz, loses nothing, and its energy is w²/(1−a²): put y and w₁ in to
//! see it. One coefficient stands in both lines, so that the balance holds for a as it is rounded, and no
//! energy creeps in or out over the years.
//!
//! Energies are in units of ZT, as those of the cells.

use super::complex::Complex;

/// Passes a constant, and of everything faster only a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shelf {
    /// g: what is left of everything fast \[1\].
    rest: f64,
    /// q: how slow the mean is \[1\].
    slow: f64,
    /// κ: its delay of a constant \[samples\].
    delay: f64,
    /// w: the mean of what came [m/s].
    mean: f64,
}

impl Shelf {
    /// Of a mean over so many samples, of which everything faster keeps the part `rest`.
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

    /// The state in which `x` has always come.
    pub(super) fn settle(&mut self, x: f64) {
        self.mean = x;
    }

    /// Delay of a constant \[samples\].
    pub(super) fn delay(&self) -> f64 {
        self.delay
    }

    /// What it makes of a wave that shrinks by `back` per sample backwards, z⁻¹; and that of the mean alone.
    pub(super) fn response(&self, back: Complex) -> (Complex, Complex) {
        let mean = Complex::real(1.0 - self.slow) / (Complex::real(1.0) - back.times(self.slow));
        (Complex::real(self.rest) + mean.times(1.0 - self.rest), mean)
    }
}

/// Delays by a fraction of a sample without loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fraction {
    /// a \[1\].
    a: f64,
    /// w [m/s].
    state: f64,
}

impl Fraction {
    pub(super) fn new(a: f64) -> Self {
        Self { a, state: 0.0 }
    }

    pub(super) fn step(&mut self, x: f64) -> f64 {
        // x − a y with y written out: the new state waits for one product and one difference only.
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

/// All of the turn: drag, then treble, then the fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) drag: Shelf,
    pub(super) treble: Shelf,
    pub(super) fraction: Fraction,
}

impl Turn {
    /// Waves in the order in which they come, each replaced by what leaves. Real-time: yes.
    pub(super) fn pass(&mut self, waves: &mut [f64]) {
        // A copy, so that the states stay in registers; the three recursions overlap.
        let mut turn = *self;
        for wave in waves {
            *wave = turn.step(*wave);
        }
        *self = turn;
    }

    /// What leaves when `wave` comes. Real-time: yes.
    pub(super) fn step(&mut self, wave: f64) -> f64 {
        self.fraction.step(self.treble.step(self.drag.step(wave)))
    }

    /// In units of ZT [m²/s²].
    pub(super) fn energy(&self) -> f64 {
        self.drag.energy() + self.treble.energy() + self.fraction.energy()
    }

    /// The state in which `x` has always come.
    pub(super) fn settle(&mut self, x: f64) {
        self.drag.settle(x);
        self.treble.settle(x);
        self.fraction.settle(x);
    }

    /// Delay of a constant \[samples\].
    pub(super) fn delay(&self) -> f64 {
        self.drag.delay() + self.treble.delay() + self.fraction.delay()
    }

    /// Logarithm of what is made of a wave that shrinks by `back` per sample backwards; no phase is cut at π,
    /// since that of each part is less.
    pub(super) fn log_response(&self, back: Complex) -> Complex {
        self.drag.response(back).0.ln()
            + self.treble.response(back).0.ln()
            + self.fraction.response(back).ln()
    }
}
