//! Late reverberation of a box-shaped room: sixteen delay lines, mixed by a lossless matrix.
//!
//! Equation, symbols and source are those of [`super::reverb`].

use super::shoebox::{PATHS, Shoebox};
use foley_contact::Step;
use foley_dsp::signal::{Delay, OnePole, cut};

/// Number of delay lines.
pub(crate) const LINES: usize = PATHS.len();

/// Level below which the reverberation counts as silent \[1\].
pub(crate) const SILENCE: f64 = 1e-12;

/// The delay lines of a room with their losses.
#[derive(Clone, Debug)]
pub(crate) struct LateReverb {
    lines: Vec<Delay>,
    /// Current length of each delay line \[samples\].
    pub(crate) lengths: [usize; LINES],
    /// Gain of high frequencies and additional gain of low frequencies in each delay line \[1\].
    losses: [[f64; 2]; LINES],
    shelves: [OnePole; LINES],
    crossover: f64,
}

impl LateReverb {
    /// Makes silent delay lines for rooms up to the size of `largest` \[m\]. Real-time: no.
    pub(crate) fn new(largest: &Shoebox, step: Step) -> Self {
        let path_delays = largest.path_delays(step.rate());
        Self {
            lines: path_delays.map(|most| Delay::new(most + 2 * LINES)).to_vec(),
            lengths: [3; LINES],
            losses: [[0.0; 2]; LINES],
            shelves: [OnePole::default(); LINES],
            crossover: 0.0,
        }
    }

    /// Sets lengths and losses of the delay lines from the decay times `low` and `high` \[s\] and their
    /// crossover \[Hz\]. Returns the gain that makes the lines as loud as the room. Real-time: yes.
    pub(crate) fn tune(&mut self, room: &Shoebox, [low, high]: [f64; 2], crossover: f64, step: Step) -> f64 {
        self.lengths = room.path_delays(step.rate());
        self.crossover = cut(crossover, step);
        let mut all = 0.0;
        for (loss, length) in self.losses.iter_mut().zip(self.lengths) {
            let time = length as f64 * step.seconds();
            let kept = |seconds: f64| libm::pow(10.0, -3.0 * time / seconds);
            let (low, high) = (kept(low), kept(high));
            *loss = [high, low - high];
            all += time;
        }
        // The energy in the delay lines falls by e in T/13.8 and is spread over all lines.
        (13.8 * all * room.liveness()).sqrt()
    }

    /// Advances all delay lines by one sample and returns their outputs. Mixes the outputs and the input
    /// `given` back into the lines. Lengths glide from `before`; `progress` is 1 at the end of the glide.
    /// Real-time: yes.
    #[inline]
    pub(crate) fn circulate(&mut self, given: f64, before: &[usize; LINES], progress: f64) -> [f64; LINES] {
        let mut out = [0.0; LINES];
        for index in 0..LINES {
            let line = &self.lines[index];
            let new = line.at(self.lengths[index]);
            let value = if before[index] == self.lengths[index] {
                new
            } else {
                let old = line.at(before[index]);
                old + progress * (new - old)
            };
            let [high, low] = self.losses[index];
            out[index] = high * value + low * self.shelves[index].low(value, self.crossover);
        }
        let mut back = out;
        hadamard(&mut back);
        for (index, (line, back)) in self.lines.iter_mut().zip(back).enumerate() {
            let sign = if index % 3 == 1 { -0.25 } else { 0.25 };
            line.write(0.25 * back + sign * given);
        }
        out
    }

    /// Returns the capacity of the longest delay line \[samples\]. Real-time: yes.
    pub(crate) fn max_samples(&self) -> f64 {
        self.lines.iter().fold(0.0, |most, line| most.max(line.max_samples()))
    }
}

/// Multiplies `values` in place by the Hadamard matrix, using additions only.
#[inline]
fn hadamard(values: &mut [f64; LINES]) {
    let mut half = 1;
    while half < LINES {
        for pair in values.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// Returns the signed gain of a delay line in a channel: an entry of the Hadamard matrix.
pub(crate) fn sign(channel: usize, line: usize) -> f64 {
    let ones = (((channel + 5) % LINES) & line).count_ones();
    if ones.is_multiple_of(2) { 0.25 } else { -0.25 }
}
