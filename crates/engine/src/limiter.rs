//! A look-ahead limiter. Its delay of 16 samples, a third of a millisecond, is too short to be felt.
//!
//! The gain of a sample is the lowest that any sample within the look-ahead needs. It falls along a straight
//! line before the peak arrives and rises slowly after it. A signal below the ceiling passes unchanged apart
//! from the delay.
//!
//! ```math
//! g_n = \min\left(1, \frac{c}{\max_k |x_{n+k}|}\right), \qquad 0 \le k < K
//! ```
//!
//! | symbol | unit    | meaning                                  |
//! |--------|---------|------------------------------------------|
//! | c      | 1       | ceiling                                  |
//! | K      | samples | look-ahead, [`LOOK_AHEAD`]                    |
//!
//! When the limiter is off, the input passes without delay, but the limiter keeps following it, so that
//! switching on replays no old samples. Switching cross-fades over one block; during that block the output
//! mixes two signals a third of a millisecond apart and may exceed the ceiling. Delaying the bypassed signal
//! as well would avoid this, but would add latency when the limiter is off. A switch before the first block
//! takes effect from the first sample.

use core::ops::Range;
use foley_sound::BLOCK;

/// Highest absolute output sample of the limiter \[1\]: −0.3 dB.
pub const CEILING: f64 = 0.966;
/// Time in which the gain rises by 60 dB after a peak \[s\].
const RELEASE: f64 = 0.25;
/// Look-ahead of the limiter, which is also its delay \[samples\].
pub const LOOK_AHEAD: usize = 16;

/// A limiter with one common gain for all channels.
#[derive(Clone, Debug)]
pub struct Limiter {
    /// The last input samples of each channel, which have not been output yet.
    waiting: Vec<[f64; LOOK_AHEAD]>,
    /// Gain at the end of the last output chunk \[1\].
    gain: f64,
    /// Gain that the delayed samples need to stay below the ceiling \[1\].
    needed: f64,
    /// Factor by which the gain may rise per chunk of samples \[1\].
    rise: f64,
    /// Share of the limited signal in the output at the end of the last block \[1\]; `None` before the first
    /// block.
    share: Option<f64>,
}

impl Limiter {
    /// Makes a limiter for this number of channels at `rate` \[Hz\].
    pub fn new(channels: usize, rate: f64) -> Self {
        Self {
            waiting: vec![[0.0; LOOK_AHEAD]; channels],
            gain: 1.0,
            needed: 1.0,
            rise: libm::pow(10.0, 3.0 * LOOK_AHEAD as f64 / (RELEASE * rate)),
            share: None,
        }
    }

    /// Limits a block in place: delayed by [`LOOK_AHEAD`] samples when on, unchanged when off. Real-time:
    /// yes.
    pub fn pass(&mut self, block: &mut [[f64; BLOCK]], on: bool) {
        let to = if on { 1.0 } else { 0.0 };
        let from = self.share.replace(to).unwrap_or(to);
        let slope = (to - from) / BLOCK as f64;
        for first in (0..BLOCK).step_by(LOOK_AHEAD) {
            self.pass_some(block, first..first + LOOK_AHEAD, |n| from + slope * (first + n + 1) as f64);
        }
    }

    /// Limits the samples in `some`. `share` gives the limited signal's part of each output sample.
    fn pass_some(&mut self, block: &mut [[f64; BLOCK]], some: Range<usize>, share: impl Fn(usize) -> f64) {
        let loudest =
            block.iter().flat_map(|page| &page[some.clone()]).fold(0.0_f64, |most, x| most.max(x.abs()));
        let next = if loudest > CEILING { CEILING / loudest } else { 1.0 };
        // When the delayed samples have been output, the gain must be that which the next samples need.
        let most = self.needed.min(next);
        let to = most.min(self.gain * self.rise).min(1.0);
        let slope = (to - self.gain) / LOOK_AHEAD as f64;
        for (waiting, page) in self.waiting.iter_mut().zip(block) {
            let coming = &mut page[some.clone()];
            for (n, (waiting, x)) in waiting.iter_mut().zip(coming).enumerate() {
                let limited = *waiting * (self.gain + slope * (n + 1) as f64);
                *waiting = *x;
                *x = between(*x, limited, share(n));
            }
        }
        self.gain = to;
        self.needed = next;
    }

    /// Returns the current gain \[1\]; 1 means that the limiter changes nothing.
    pub fn gain(&self) -> f64 {
        self.gain
    }
}

/// Interpolates linearly from `one` to `other`; exact at both ends.
fn between(one: f64, other: f64, share: f64) -> f64 {
    if share <= 0.0 {
        one
    } else if share >= 1.0 {
        other
    } else {
        one + share * (other - one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(input: &[f64], on: bool) -> Vec<f64> {
        let mut limiter = Limiter::new(1, 48_000.0);
        let mut out = Vec::new();
        for chunk in input.chunks_exact(BLOCK) {
            let mut block = [[0.0; BLOCK]];
            block[0].copy_from_slice(chunk);
            limiter.pass(&mut block, on);
            out.extend(block[0]);
        }
        out
    }

    #[test]
    fn a_signal_below_the_ceiling_passes_unchanged() {
        let input: Vec<f64> = (0..6400).map(|n| 0.9 * libm::sin(0.1 * f64::from(n))).collect();
        let out = run(&input, true);
        assert_eq!(out[LOOK_AHEAD..], input[..6400 - LOOK_AHEAD]);
        assert_eq!(run(&input, false), input, "off, without delay");
    }

    #[test]
    fn no_output_exceeds_the_ceiling() {
        let mut input = vec![0.0; 64_000];
        for (n, x) in input.iter_mut().enumerate() {
            let burst = if (n / 3000) % 2 == 0 { 10.0 } else { 0.1 };
            *x = burst * libm::sin(0.03 * n as f64);
        }
        input[40_000] = 1e6;
        let loudest = run(&input, true).iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        assert!(loudest <= CEILING * (1.0 + 1e-12), "{loudest}");
        assert!(loudest > 0.9 * CEILING, "{loudest}: it need not be so quiet");
    }
}
