//! Nothing louder than full scale: a limiter that looks a third of a millisecond ahead, so that the hand does
//! not feel it.
//!
//! The gain that a sample needs is the least of those needed within the look-ahead; it falls in a straight
//! line before the peak arrives and rises again slowly. What never reaches the ceiling goes through
//! unchanged, but for the delay.
//!
//! $$ g_n = \min\left(1, \frac{c}{\max_k |x_{n+k}|}\right), \qquad 0 \le k < K $$
//!
//! | symbol | unit    | meaning                                  |
//! |--------|---------|------------------------------------------|
//! | c      | 1       | ceiling                                  |
//! | K      | samples | look-ahead, [`LOOK_AHEAD`]                    |
//!
//! Off, it hands out what comes in, at once, and follows it all the same: there is nothing old in it when it
//! goes on again. Switched, what is heard goes from the one to the other over a block, along a straight line,
//! so that nothing clicks; for that long it is a mixture of what comes in and what came in a third of a
//! millisecond before, and may be louder than the ceiling. To be late without limiting, so that there is
//! nothing to go over between but the gain, would make all that is played without a limiter late for the sake
//! of a switch. Who switches before the first block has it so from the first sample.

use core::ops::Range;
use foley_sound::BLOCK;

/// Highest sample that leaves it \[1\]: −0.3 dB.
pub const CEILING: f64 = 0.966;
/// How long it takes to let go by 60 dB \[s\].
const RELEASE: f64 = 0.25;
/// Samples that it looks ahead, and by which it is late.
pub const LOOK_AHEAD: usize = 16;

/// The limiter of all channels together.
#[derive(Clone, Debug)]
pub struct Limiter {
    /// The samples that wait, channel after channel.
    waiting: Vec<[f64; LOOK_AHEAD]>,
    /// The gain at the end of those that last left.
    gain: f64,
    /// The gain that those that wait need.
    needed: f64,
    /// How much the gain may rise meanwhile \[1\].
    rise: f64,
    /// Its share in what was last handed out \[1\]; none before anything was.
    share: Option<f64>,
}

impl Limiter {
    /// For so many channels at a sample rate \[Hz\].
    pub fn new(channels: usize, rate: f64) -> Self {
        Self {
            waiting: vec![[0.0; LOOK_AHEAD]; channels],
            gain: 1.0,
            needed: 1.0,
            rise: libm::pow(10.0, 3.0 * LOOK_AHEAD as f64 / (RELEASE * rate)),
            share: None,
        }
    }

    /// A block goes in, and comes out limited and [`LOOK_AHEAD`] samples late, or, off, as it was. Real-time: yes.
    pub fn pass(&mut self, block: &mut [[f64; BLOCK]], on: bool) {
        let to = if on { 1.0 } else { 0.0 };
        let from = self.share.replace(to).unwrap_or(to);
        let slope = (to - from) / BLOCK as f64;
        for first in (0..BLOCK).step_by(LOOK_AHEAD) {
            self.pass_some(block, first..first + LOOK_AHEAD, |n| from + slope * (first + n + 1) as f64);
        }
    }

    /// Of those that come in some samples, each with the share of what is limited in it.
    fn pass_some(&mut self, block: &mut [[f64; BLOCK]], some: Range<usize>, share: impl Fn(usize) -> f64) {
        let loudest =
            block.iter().flat_map(|page| &page[some.clone()]).fold(0.0_f64, |most, x| most.max(x.abs()));
        let next = if loudest > CEILING { CEILING / loudest } else { 1.0 };
        // When those that wait have left, the gain must be what the coming ones need.
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

    /// The gain now \[1\].
    pub fn gain(&self) -> f64 {
        self.gain
    }
}

/// So far from one to the other; either of them to the last bit.
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
    fn what_is_quiet_enough_goes_through_unchanged() {
        let input: Vec<f64> = (0..6400).map(|n| 0.9 * libm::sin(0.1 * f64::from(n))).collect();
        let out = run(&input, true);
        assert_eq!(out[LOOK_AHEAD..], input[..6400 - LOOK_AHEAD]);
        assert_eq!(run(&input, false), input, "off, without delay");
    }

    #[test]
    fn whatever_goes_in_nothing_louder_than_the_ceiling_comes_out() {
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
