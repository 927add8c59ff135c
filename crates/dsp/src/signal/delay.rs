//! A line in which sound travels: what goes in comes out later, by any number of samples that may move.
//!
//! Between samples the line is read by the cubic through four of them (Lagrange), which is flat to 1 % up to
//! a quarter of the sample rate.
//!
//! Source: \[Laakso1996\].

/// A line in which sound travels.
#[derive(Clone, Debug)]
pub struct Delay {
    line: Vec<f64>,
    /// Length of the line less one; the length is a power of two.
    mask: usize,
    /// Where the next sample goes.
    head: usize,
}

impl Delay {
    /// Shortest delay that can be read between samples \[samples\].
    pub const SHORTEST: f64 = 1.0;

    /// A line for delays of up to so many samples, empty. Real-time: no.
    pub fn new(most: usize) -> Self {
        let length = (most + 4).next_power_of_two();
        Self { line: vec![0.0; length], mask: length - 1, head: 0 }
    }

    /// Longest delay that can be read \[samples\].
    pub fn longest(&self) -> f64 {
        (self.mask - 2) as f64
    }

    /// One sample goes in. Real-time: yes.
    #[inline]
    pub fn write(&mut self, sample: f64) {
        if let Some(place) = self.line.get_mut(self.head & self.mask) {
            *place = sample;
        }
        self.head = self.head.wrapping_add(1);
    }

    /// The sample that went in so many samples ago; 1 is the last one. Real-time: yes.
    #[inline]
    pub fn at(&self, ago: usize) -> f64 {
        let place = self.head.wrapping_sub(ago) & self.mask;
        self.line.get(place).copied().unwrap_or(0.0)
    }

    /// What went in so many samples ago, between samples too; held between [`Delay::SHORTEST`] and
    /// [`Delay::longest`]. Real-time: yes.
    #[inline]
    pub fn read(&self, ago: f64) -> f64 {
        let ago = ago.clamp(Self::SHORTEST, self.longest());
        // Not by `floor`, which is a call where the processor cannot do it: what is cut off a positive number
        // is the same.
        let n = ago as usize;
        let d = ago - n as f64;
        // Nothing is newer than the last sample: there the cubic leans on one that is older.
        if n < 2 {
            return self.at(1) + d * (self.at(2) - self.at(1));
        }
        // The oldest of the four; one look where they lie together, four where they lie around the end.
        let first = self.head.wrapping_sub(n + 2) & self.mask;
        let [e, c, b, a] = match self.line.get(first..first + 4) {
            Some(&[e, c, b, a]) => [e, c, b, a],
            _ => [self.at(n + 2), self.at(n + 1), self.at(n), self.at(n - 1)],
        };
        let (p, m, q) = (d + 1.0, d - 1.0, d - 2.0);
        let sixth = 1.0 / 6.0;
        m * q * (0.5 * p * b - sixth * d * a) + p * d * (sixth * m * e - 0.5 * q * c)
    }

    /// Empties it. Real-time: yes.
    pub fn clear(&mut self) {
        self.line.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out_after_any_time() {
        let mut line = Delay::new(1000);
        let w = 0.2;
        for n in 0..3000 {
            line.write(libm::sin(w * f64::from(n)));
        }
        for ago in [1.0, 2.0, 2.5, 17.0, 17.3, 999.9] {
            let expected = libm::sin(w * (3000.0 - ago));
            let heard = line.read(ago);
            let bound = if ago < 2.0 { 0.01 } else { 1e-4 };
            assert!((heard - expected).abs() < bound, "{heard} for {expected}, {ago} samples ago");
        }
    }
}
