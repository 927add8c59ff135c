//! The lower half of the spectrum alone, and with it half or twice the sample rate.
//!
//! $$ h_n = \tfrac12 \operatorname{sinc}(n/2)\, w_n, \quad |n| < 2m $$
//!
//! Every second tap but the middle one is nothing, so that 4m − 1 taps cost m products. The window w is
//! Kaiser's with β = 6: what should not pass is 60 dB down; between passing and not passing lie 3.8/(4m − 2)
//! of the sample rate, around a quarter of it.
//!
//! Source: \[Smith2011\] for the window; \[Crochiere1983\] for half-bands.

/// Most taps on one side that are not nothing.
const MOST: usize = 12;
/// Length of the line, a power of two longer than the longest filter.
const LINE: usize = 64;
/// Kaiser's β.
const BETA: f64 = 6.0;

/// A half-band filter.
#[derive(Clone, Debug)]
pub struct HalfBand {
    /// h₁, h₃, h₅ …
    taps: [f64; MOST],
    count: usize,
    /// What went in, twice, so that it can be read in one piece.
    line: [f64; 2 * LINE],
    head: usize,
}

impl HalfBand {
    /// Steep: from 0.21 to 0.29 of the sample rate. 23 samples late.
    pub fn steep() -> Self {
        Self::of(MOST)
    }

    /// Short, for what has nothing above an eighth of the sample rate: from 0.12 to 0.38. 7 samples late.
    pub fn short() -> Self {
        Self::of(4)
    }

    fn of(count: usize) -> Self {
        let mut taps = [0.0; MOST];
        let end = (2 * count) as f64;
        let mut sum = 0.0;
        for (index, tap) in taps.iter_mut().take(count).enumerate() {
            let n = (2 * index + 1) as f64;
            let x = 0.5 * core::f64::consts::PI * n;
            let inside = (1.0 - (n / end) * (n / end)).max(0.0);
            *tap = 0.5 * libm::sin(x) / x * bessel(BETA * inside.sqrt()) / bessel(BETA);
            sum += *tap;
        }
        // What never changes passes as it is: 1/2 + 2 Σ h = 1.
        for tap in &mut taps {
            *tap *= 0.25 / sum;
        }
        Self { taps, count, line: [0.0; 2 * LINE], head: 0 }
    }

    /// By how much it is late \[samples at its higher rate\].
    pub fn late(&self) -> usize {
        2 * self.count - 1
    }

    /// At rest. Real-time: yes.
    pub fn clear(&mut self) {
        self.line.fill(0.0);
    }

    #[inline]
    fn write(&mut self, sample: f64) {
        self.head = (self.head + LINE - 1) % LINE;
        if let Some(place) = self.line.get_mut(self.head) {
            *place = sample;
        }
        if let Some(place) = self.line.get_mut(self.head + LINE) {
            *place = sample;
        }
    }

    /// Sums over the odd taps around the middle, and what is in the middle.
    #[inline]
    fn read(&self) -> (f64, f64) {
        let middle = 2 * self.count - 1;
        let Some(line) = self.line.get(self.head..self.head + 2 * middle + 1) else {
            return (0.0, 0.0);
        };
        let mut sum = 0.0;
        for (index, tap) in self.taps.iter().take(self.count).enumerate() {
            let away = 2 * index + 1;
            if let (Some(a), Some(b)) = (line.get(middle - away), line.get(middle + away)) {
                sum += tap * (a + b);
            }
        }
        (sum, line.get(middle).copied().unwrap_or(0.0))
    }

    /// The lower half of the spectrum. Real-time: yes.
    #[inline]
    pub fn pass(&mut self, sample: f64) -> f64 {
        self.write(sample);
        let (odd, middle) = self.read();
        odd + 0.5 * middle
    }

    /// Two samples become one. Real-time: yes.
    #[inline]
    pub fn down(&mut self, first: f64, second: f64) -> f64 {
        self.write(first);
        self.pass(second)
    }

    /// One sample becomes two. Real-time: yes.
    #[inline]
    pub fn up(&mut self, sample: f64) -> [f64; 2] {
        // Between the samples that are there lie nothings; twice as loud makes up for them.
        self.write(sample);
        let (odd, middle) = self.read();
        let first = 2.0 * odd + middle;
        self.write(0.0);
        let (odd, middle) = self.read();
        [first, 2.0 * odd + middle]
    }
}

/// I₀, by its series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..32 {
        let half = 0.5 * x / f64::from(n);
        term *= half * half;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(filter: &mut HalfBand, frequency: f64) -> f64 {
        let w = core::f64::consts::TAU * frequency;
        let (mut real, mut imaginary) = (0.0, 0.0);
        for n in 0..4000 {
            let phase = w * f64::from(n);
            let out = filter.pass(libm::sin(phase));
            if n >= 2000 {
                real += out * libm::sin(phase);
                imaginary += out * libm::cos(phase);
            }
        }
        libm::hypot(real, imaginary) / 1000.0
    }

    #[test]
    fn what_is_below_passes_and_what_is_above_is_sixty_decibels_down() {
        for (mut filter, low, high) in [(HalfBand::steep(), 0.21, 0.29), (HalfBand::short(), 0.12, 0.38)] {
            for frequency in [0.01, 0.05, 0.1, low] {
                let passed = gain(&mut filter, frequency);
                assert!((passed - 1.0).abs() < 2e-3, "{passed} at {frequency}");
            }
            for frequency in [high, 0.4, 0.45, 0.49] {
                let passed = gain(&mut filter, frequency);
                assert!(passed < 2e-3, "{passed} at {frequency}");
            }
        }
    }

    #[test]
    fn half_the_rate_and_back_is_the_same_later() {
        let (mut down, mut up) = (HalfBand::short(), HalfBand::short());
        let late = (down.late() + up.late()) as f64;
        let w = core::f64::consts::TAU * 0.05;
        for n in 0..500 {
            let at = |k: f64| libm::sin(w * (2.0 * f64::from(n) + k));
            let half = down.down(at(0.0), at(1.0));
            let [a, b] = up.up(half);
            // The lower rate has the second of each two samples.
            let (x, y) = (at(1.0 - late), at(2.0 - late));
            if n > 50 {
                assert!((a - x).abs() < 5e-3, "{a} for {x}");
                assert!((b - y).abs() < 5e-3, "{b} for {y}");
            }
        }
    }
}
