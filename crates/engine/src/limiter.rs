//! Nothing louder than full scale: a limiter that looks a millisecond and a half ahead.
//!
//! The gain that a sample needs is the least of those needed within the look-ahead; it falls in a straight line before the peak
//! arrives and rises again slowly. What never reaches the ceiling goes through unchanged, but for the delay.
//!
//! $$ g_n = \min\left(1, \frac{c}{\max_k |x_{n+k}|}\right), \qquad 0 \le k < K $$
//!
//! | symbol | unit    | meaning                                  |
//! |--------|---------|------------------------------------------|
//! | c      | 1       | ceiling                                  |
//! | K      | samples | look-ahead: a block, 64 samples          |

/// Highest sample that leaves it \[1\]: −0.3 dB.
pub const CEILING: f64 = 0.966;
/// How long it takes to let go by 60 dB \[s\].
const RELEASE: f64 = 0.25;
/// Samples that it looks ahead.
pub const AHEAD: usize = 64;

/// The limiter of all channels together.
#[derive(Clone, Debug)]
pub struct Limiter {
    /// The block that waits, channel after channel.
    waiting: Vec<[f64; AHEAD]>,
    /// The gain at the end of the block that last left.
    gain: f64,
    /// The gain that the waiting block needs.
    needed: f64,
    /// How much the gain may rise in a block \[1\].
    rise: f64,
}

impl Limiter {
    /// For so many channels at a sample rate \[Hz\].
    pub fn new(channels: usize, rate: f64) -> Self {
        Self {
            waiting: vec![[0.0; AHEAD]; channels],
            gain: 1.0,
            needed: 1.0,
            rise: libm::pow(10.0, 3.0 * AHEAD as f64 / (RELEASE * rate)),
        }
    }

    /// A block goes in, and the one before comes out. Real-time: yes.
    pub fn pass(&mut self, block: &mut [[f64; AHEAD]]) {
        let loudest = block
            .iter()
            .flatten()
            .fold(0.0_f64, |most, x| most.max(x.abs()));
        let next = if loudest > CEILING {
            CEILING / loudest
        } else {
            1.0
        };
        // At the end of the block that leaves, the gain must be what the coming one needs.
        let most = self.needed.min(next);
        let to = most.min(self.gain * self.rise).min(1.0);
        let slope = (to - self.gain) / AHEAD as f64;
        for (waiting, block) in self.waiting.iter_mut().zip(block) {
            for (n, (waiting, x)) in waiting.iter_mut().zip(block).enumerate() {
                let out = *waiting * (self.gain + slope * (n + 1) as f64);
                *waiting = *x;
                *x = out;
            }
        }
        self.gain = to;
        self.needed = next;
    }

    /// The gain now \[1\].
    pub fn gain(&self) -> f64 {
        self.gain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(input: &[f64]) -> Vec<f64> {
        let mut limiter = Limiter::new(1, 48_000.0);
        let mut out = Vec::new();
        for chunk in input.chunks_exact(AHEAD) {
            let mut block = [[0.0; AHEAD]];
            block[0].copy_from_slice(chunk);
            limiter.pass(&mut block);
            out.extend(block[0]);
        }
        out
    }

    #[test]
    fn what_is_quiet_enough_goes_through_unchanged() {
        let input: Vec<f64> = (0..6400)
            .map(|n| 0.9 * libm::sin(0.1 * f64::from(n)))
            .collect();
        let out = run(&input);
        assert_eq!(out[AHEAD..], input[..6400 - AHEAD]);
    }

    #[test]
    fn whatever_goes_in_nothing_louder_than_the_ceiling_comes_out() {
        let mut input = vec![0.0; 64_000];
        for (n, x) in input.iter_mut().enumerate() {
            let burst = if (n / 3000) % 2 == 0 { 10.0 } else { 0.1 };
            *x = burst * libm::sin(0.03 * n as f64);
        }
        input[40_000] = 1e6;
        let loudest = run(&input)
            .iter()
            .fold(0.0_f64, |most, x| most.max(x.abs()));
        assert!(loudest <= CEILING * (1.0 + 1e-12), "{loudest}");
        assert!(
            loudest > 0.9 * CEILING,
            "{loudest}: it need not be so quiet"
        );
    }
}
