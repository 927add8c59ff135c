//! Delay line of fractional length, which may change at every sample.
//!
//! Reading between samples uses cubic Lagrange interpolation, flat to 1 % up to a quarter of the sample rate.
//!
//! Source: \[Laakso1996\].

/// Delay line of fractional length, which may change at every sample.
#[derive(Clone, Debug)]
pub struct Delay {
    line: Vec<f64>,
    /// Length of the line minus one, for wrapping indices; the length is a power of two.
    mask: usize,
    /// Index of the next sample to write, before masking.
    head: usize,
}

impl Delay {
    /// Minimum delay of [`Delay::read`] \[samples\].
    pub const MIN_SAMPLES: f64 = 1.0;

    /// Makes a line of silence for delays up to `max_samples`. Real-time: no.
    pub fn new(max_samples: usize) -> Self {
        let length = (max_samples + 4).next_power_of_two();
        Self { line: vec![0.0; length], mask: length - 1, head: 0 }
    }

    /// Returns the maximum delay of [`Delay::read`] \[samples\].
    pub fn max_samples(&self) -> f64 {
        (self.mask - 2) as f64
    }

    /// Writes one sample into the line. Real-time: yes.
    #[inline]
    pub fn write(&mut self, sample: f64) {
        if let Some(place) = self.line.get_mut(self.head & self.mask) {
            *place = sample;
        }
        self.head = self.head.wrapping_add(1);
    }

    /// Returns the sample written `ago` samples ago; 1 means the last sample. Real-time: yes.
    #[inline]
    pub fn at(&self, ago: usize) -> f64 {
        let place = self.head.wrapping_sub(ago) & self.mask;
        self.line.get(place).copied().unwrap_or(0.0)
    }

    /// Returns the interpolated signal `ago` samples ago; `ago` is limited to [`Delay::MIN_SAMPLES`] …
    /// [`Delay::max_samples`]. Real-time: yes.
    #[inline]
    pub fn read(&self, ago: f64) -> f64 {
        let ago = ago.clamp(Self::MIN_SAMPLES, self.max_samples());
        // Truncation equals `floor` for positive numbers, and `floor` is a function call on some processors.
        let n = ago as usize;
        let d = ago - n as f64;
        // The cubic would need a sample newer than the last, so the signal is interpolated linearly.
        if n < 2 {
            return self.at(1) + d * (self.at(2) - self.at(1));
        }
        // Index of the oldest of the four samples, which may wrap around the end of the line.
        let first = self.head.wrapping_sub(n + 2) & self.mask;
        let [e, c, b, a] = match self.line.get(first..first + 4) {
            Some(&[e, c, b, a]) => [e, c, b, a],
            _ => [self.at(n + 2), self.at(n + 1), self.at(n), self.at(n - 1)],
        };
        let (p, m, q) = (d + 1.0, d - 1.0, d - 2.0);
        let sixth = 1.0 / 6.0;
        m * q * (0.5 * p * b - sixth * d * a) + p * d * (sixth * m * e - 0.5 * q * c)
    }

    /// Sets all samples in the line to zero. Real-time: yes.
    pub fn clear(&mut self) {
        self.line.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sine_comes_out_after_any_fractional_delay() {
        let mut line = Delay::new(1000);
        let w = 0.2;
        for n in 0..3000 {
            line.write(libm::sin(w * f64::from(n)));
        }
        for ago in [1.0, 2.0, 2.5, 17.0, 17.3, 999.9] {
            let expected = libm::sin(w * (3000.0 - ago));
            let read = line.read(ago);
            let bound = if ago < 2.0 { 0.01 } else { 1e-4 };
            assert!((read - expected).abs() < bound, "{read} for {expected}, {ago} samples ago");
        }
    }
}
