//! Half-band low-pass filter, to halve or double the sample rate.
//!
//! ```math
//! h_n = \tfrac12 \operatorname{sinc}(n/2)\, w_n, \quad |n| < 2m
//! ```
//!
//! Every second tap except the middle one is zero, so 4m − 1 taps cost m products. The window w is Kaiser's
//! with β = 6: the stop band is 60 dB down. The transition band is 3.8/(4m − 2) of the sample rate wide,
//! centred on a quarter of it.
//!
//! Source: \[Smith2011\] for the window; \[Crochiere1983\] for half-bands.

/// Maximum number m of non-zero taps on one side of the filter.
const MAX_TAPS: usize = 12;
/// Length of the delay line \[samples\]: a power of two greater than the number of taps.
const LINE: usize = 64;
/// Shape parameter β of Kaiser's window.
const BETA: f64 = 6.0;

/// Half-band low-pass filter, to halve or double the sample rate.
#[derive(Clone, Debug)]
pub struct HalfBand {
    /// Non-zero taps of one side: h₁, h₃, h₅ …
    taps: [f64; MAX_TAPS],
    count: usize,
    /// Delay line, stored twice so that a contiguous slice always holds the last samples.
    line: [f64; 2 * LINE],
    head: usize,
}

impl HalfBand {
    /// Returns a steep filter: transition from 0.21 to 0.29 of the sample rate, latency 23 samples.
    pub fn steep() -> Self {
        Self::with_taps(MAX_TAPS)
    }

    /// Returns a short filter for signals below an eighth of the sample rate: transition from 0.12 to 0.38 of
    /// the sample rate, latency 7 samples.
    pub fn short() -> Self {
        Self::with_taps(4)
    }

    fn with_taps(count: usize) -> Self {
        let mut taps = [0.0; MAX_TAPS];
        let end = (2 * count) as f64;
        let mut sum = 0.0;
        for (index, tap) in taps.iter_mut().take(count).enumerate() {
            let n = (2 * index + 1) as f64;
            let x = 0.5 * core::f64::consts::PI * n;
            let inside = (1.0 - (n / end) * (n / end)).max(0.0);
            *tap = 0.5 * libm::sin(x) / x * bessel(BETA * inside.sqrt()) / bessel(BETA);
            sum += *tap;
        }
        // The gain at 0 Hz is 1: 1/2 + 2 Σ h = 1.
        for tap in &mut taps {
            *tap *= 0.25 / sum;
        }
        Self { taps, count, line: [0.0; 2 * LINE], head: 0 }
    }

    /// Returns the latency of the filter \[samples at the higher rate\].
    pub fn latency(&self) -> usize {
        2 * self.count - 1
    }

    /// Sets the state of the filter to zero. Real-time: yes.
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

    /// Returns the sum over the odd taps, and the middle sample.
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

    /// Filters one sample without a change of rate and returns the result. Real-time: yes.
    #[inline]
    pub fn pass(&mut self, sample: f64) -> f64 {
        self.write(sample);
        let (odd, middle) = self.read();
        odd + 0.5 * middle
    }

    /// Halves the rate: takes two samples and returns one. Real-time: yes.
    #[inline]
    pub fn down(&mut self, first: f64, second: f64) -> f64 {
        self.write(first);
        self.pass(second)
    }

    /// Doubles the rate: takes one sample and returns two. Real-time: yes.
    #[inline]
    pub fn up(&mut self, sample: f64) -> [f64; 2] {
        // Zeros are inserted between the samples; the factor 2 restores the level.
        self.write(sample);
        let (odd, middle) = self.read();
        let first = 2.0 * odd + middle;
        self.write(0.0);
        let (odd, middle) = self.read();
        [first, 2.0 * odd + middle]
    }
}

/// Returns the modified Bessel function I₀(x), computed by its series.
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
    fn the_pass_band_is_flat_and_the_stop_band_is_54_decibels_down() {
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
    fn halving_and_doubling_the_rate_only_delays_the_signal() {
        let (mut down, mut up) = (HalfBand::short(), HalfBand::short());
        let late = (down.latency() + up.latency()) as f64;
        let w = core::f64::consts::TAU * 0.05;
        for n in 0..500 {
            let at = |k: f64| libm::sin(w * (2.0 * f64::from(n) + k));
            let half = down.down(at(0.0), at(1.0));
            let [a, b] = up.up(half);
            // The lower rate keeps the second sample of each pair.
            let (x, y) = (at(1.0 - late), at(2.0 - late));
            if n > 50 {
                assert!((a - x).abs() < 5e-3, "{a} for {x}");
                assert!((b - y).abs() < 5e-3, "{b} for {y}");
            }
        }
    }
}
