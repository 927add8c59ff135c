//! Air in a straight tube: plane waves that run both ways and are thrown back at the ends.
//!
//! $$ p(x, t) = p^+\!\left(t - \tfrac{x}{c}\right) + p^-\!\left(t + \tfrac{x}{c}\right), \qquad p_{\text{back}} = R\,h * p_{\text{there}} + d $$
//!
//! | symbol | here                | unit | meaning                                                                                  |
//! |--------|---------------------|------|------------------------------------------------------------------------------------------|
//! | L      | `length`            | m    | acoustic length, end corrections included                                                |
//! | c      | [`SPEED_OF_SOUND`]  | m/s  | speed of sound                                                                           |
//! | R      | [`End::reflection`] | 1    | −1 where the tube is open, +1 where it is closed, 0 where all of it goes out             |
//! | h      | [`End::cut`]        | Hz   | what is not low enough is not thrown back: low-pass of first order                       |
//! | α      | `loss`              | 1/m  | what the wall takes on the way ([`wall_loss`])                                           |
//! | d      | [`Tube::tick`]      | Pa   | what is sent in: at a closed end Z times the flow that is pushed in, at an open end the pressure outside |
//! | Z      | [`impedance`]       | Pa·s/m³ | pressure per flow of a wave that runs one way                                         |
//!
//! With both ends open (or both closed) it rings at n c/2L, with one of each at (2n−1) c/4L. The delay of the
//! filters is taken off the lines, so that this is kept where the filters' cuts lie above the tones; to
//! within the test below. No part of it gives more than it takes: |R| ≤ 1, the low-pass has no gain, nor has
//! the cubic by which the lines are read, so what is in the tube can only fade. Length and ends may move;
//! they do so along a straight line within each block.
//!
//! Source: \[Smith1992\], waveguides; \[FletcherRossing1998, 8\], losses and open ends.

use super::{Delay, OnePole, cut};
use core::f64::consts::{PI, TAU};
use foley_body::modal::BLOCK;
use foley_contact::Step;

/// Of dry air at 20 °C [m/s].
pub const SPEED_OF_SOUND: f64 = 343.2;
/// Of dry air at 20 °C and 1013 hPa [kg/m³].
pub const DENSITY_OF_AIR: f64 = 1.204;

/// What the wall of a round tube takes of a wave at a frequency \[Hz\], by friction and by heat, for a radius
/// \[m\] \[1/m\].
pub fn wall_loss(radius: f64, frequency: f64) -> f64 {
    2.96e-5 * frequency.max(0.0).sqrt() / radius.max(1e-4)
}

/// Pressure per flow of a wave in a round tube of a radius \[m\] \[Pa·s/m³\].
pub fn impedance(radius: f64) -> f64 {
    DENSITY_OF_AIR * SPEED_OF_SOUND / (PI * radius * radius)
}

/// How a tube ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// What is thrown back of a slow wave, from −1 (open) to +1 (closed) \[1\].
    pub reflection: f64,
    /// Above this less is thrown back: half of the power at it \[Hz\].
    pub cut: f64,
}

impl End {
    /// Open, in the free: what is small against the wave length is thrown back. Half of the power goes out
    /// where the circumference is 0.83 wave lengths.
    pub fn open(radius: f64) -> Self {
        Self { reflection: -1.0, cut: 0.83 * SPEED_OF_SOUND / (TAU * radius.max(1e-4)) }
    }

    /// Closed by something hard.
    pub const CLOSED: Self = Self { reflection: 1.0, cut: f64::INFINITY };
}

/// What happens at an end in a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AtEnd {
    /// The wave that arrives there \[Pa\].
    pub arriving: f64,
    /// The wave that leaves it, into the tube \[Pa\].
    pub leaving: f64,
}

impl AtEnd {
    /// Pressure at the end: what goes out of an open one \[Pa\].
    #[inline]
    pub fn pressure(self) -> f64 {
        self.arriving + self.leaving
    }

    /// Flow out of the end, times [`impedance`] \[Pa\].
    #[inline]
    pub fn flow(self) -> f64 {
        self.arriving - self.leaving
    }
}

/// A value that moves along a straight line.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    now: f64,
    by: f64,
}

impl Line {
    fn aim(&mut self, to: f64, at_once: bool) {
        if at_once {
            self.now = to;
        }
        self.by = (to - self.now) / BLOCK as f64;
    }

    #[inline]
    fn next(&mut self) -> f64 {
        self.now += self.by;
        self.now
    }
}

/// One way through the tube and the end at which it arrives.
#[derive(Clone, Debug)]
struct Way {
    air: Delay,
    /// Delay \[samples\]; what the wall leaves, of the wave \[1\].
    samples: Line,
    left: Line,
    /// R, and g of the low-pass.
    reflection: Line,
    g: Line,
    low: OnePole,
}

impl Way {
    fn new(most: usize) -> Self {
        Self {
            air: Delay::new(most),
            samples: Line::default(),
            left: Line::default(),
            reflection: Line::default(),
            g: Line::default(),
            low: OnePole::default(),
        }
    }

    fn set(&mut self, way: f64, left: f64, end: End, tuned: f64, step: Step, at_once: bool) {
        let g = cut(end.cut, step);
        // Phase of the low-pass at the tones that matter, as a delay.
        let w = PI * (tuned * step.seconds()).min(0.25);
        let late = libm::atan(libm::tan(w) / g) / (2.0 * w);
        let late = if end.reflection == 0.0 { 0.0 } else { late };
        self.samples.aim((way - late).max(Delay::SHORTEST), at_once);
        self.left.aim(left, at_once);
        let reflection = end.reflection.clamp(-1.0, 1.0);
        self.reflection.aim(reflection, at_once);
        self.g.aim(g, at_once);
    }

    #[inline]
    fn arriving(&mut self) -> f64 {
        let samples = self.samples.next();
        self.left.next() * self.air.read(samples)
    }

    #[inline]
    fn thrown_back(&mut self, arriving: f64) -> f64 {
        let g = self.g.next();
        self.reflection.next() * self.low.low(arriving, g)
    }

    /// What is left in it after a very long time counts as nothing.
    fn rest(&mut self) {
        self.air.clear();
        self.low = OnePole::default();
    }
}

/// Air in a straight tube with two ends, numbered 0 and 1.
#[derive(Clone, Debug)]
pub struct Tube {
    /// By the end at which it arrives.
    ways: [Way; 2],
    step: Step,
    set: bool,
}

impl Tube {
    /// A tube of up to so many metres, without sound in it. Real-time: no.
    pub fn new(longest: f64, step: Step) -> Self {
        let most = (longest / SPEED_OF_SOUND * step.rate()).ceil() as usize + 4;
        Self { ways: [Way::new(most), Way::new(most)], step, set: false }
    }

    /// Length \[m\], ends and loss \[1/m\] as they will be a block later; at once, the first time. Real-time:
    /// yes.
    pub fn aim(&mut self, length: f64, ends: [End; 2], loss: f64) {
        let way = length / SPEED_OF_SOUND * self.step.rate();
        let left = libm::exp(-loss.max(0.0) * length);
        // Between the second and the third tone, and below the cut: there the error is as large as that of
        // the first tone and of the last.
        let tones = 1.25 * SPEED_OF_SOUND / length.max(1e-3);
        for (it, end) in self.ways.iter_mut().zip(ends) {
            let tuned = tones.min(0.6 * end.cut);
            it.set(way, left, end, tuned, self.step, !self.set);
        }
        self.set = true;
    }

    /// One sample: what is sent in at each end goes in, and what happens there comes out. Real-time: yes.
    #[inline]
    pub fn tick(&mut self, sent: [f64; 2]) -> [AtEnd; 2] {
        let arriving = self.arriving();
        let [zero, one] = &mut self.ways;
        let leaving = [zero.thrown_back(arriving[0]) + sent[0], one.thrown_back(arriving[1]) + sent[1]];
        self.leave(leaving);
        let at = |end: usize| AtEnd { arriving: arriving[end], leaving: leaving[end] };
        [at(0), at(1)]
    }

    /// The waves that arrive at the ends in this sample \[Pa\], for those who join tubes and throw back by
    /// themselves; once in a sample, before [`Tube::leave`]. Real-time: yes.
    #[inline]
    pub fn arriving(&mut self) -> [f64; 2] {
        let [zero, one] = &mut self.ways;
        [zero.arriving(), one.arriving()]
    }

    /// The waves that leave the ends in this sample, into the tube \[Pa\]. Real-time: yes.
    #[inline]
    pub fn leave(&mut self, leaving: [f64; 2]) {
        // Who leaves one end arrives at the other.
        let [zero, one] = &mut self.ways;
        zero.air.write(leaving[1]);
        one.air.write(leaving[0]);
    }

    /// Sound that is left in it is taken out. Real-time: yes.
    pub fn rest(&mut self) {
        for way in &mut self.ways {
            way.rest();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f64 = 44_100.0;

    /// Size of the answer at end 1 to an impulse at end 0, at a frequency \[Hz\].
    fn answer(heard: &[f64], frequency: f64) -> f64 {
        let w = TAU * frequency / RATE;
        let (mut re, mut im) = (0.0, 0.0);
        for (n, &x) in heard.iter().enumerate() {
            re += x * libm::cos(w * n as f64);
            im += x * libm::sin(w * n as f64);
        }
        libm::hypot(re, im)
    }

    /// The frequency near an expected one at which the answer is largest \[Hz\].
    fn peak(heard: &[f64], about: f64, spacing: f64) -> f64 {
        let steps = 600;
        let at = |n: i32| about + 0.4 * spacing * f64::from(n) / f64::from(steps);
        let size = |n: i32| answer(heard, at(n));
        let best = (-steps..=steps).step_by(20);
        let best = best.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap();
        let fine = best - 20..=best + 20;
        at(fine.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap())
    }

    fn impulse(length: f64, ends: [End; 2]) -> Vec<f64> {
        let mut tube = Tube::new(10.0, Step::at_rate(RATE));
        tube.aim(length, ends, 0.01);
        tube.aim(length, ends, 0.01);
        let heard = (0..8192).map(|n| tube.tick([f64::from(u8::from(n == 0)), 0.0])[1].flow());
        heard.collect()
    }

    #[test]
    fn an_open_tube_rings_at_n_c_over_2l_and_one_that_is_closed_at_an_end_at_odd_c_over_4l() {
        let mut worst = 0.0_f64;
        for length in [0.25, 0.5, 1.0, 1.83, 4.0] {
            let end = End::open(0.02);
            let basic = SPEED_OF_SOUND / (2.0 * length);
            // Up to the cut, or the fifth tone.
            let most = (end.cut / basic).min(5.0) as i32;
            for (zero, shift) in [(end, 0.0), (End::CLOSED, -0.5)] {
                let heard = impulse(length, [zero, end]);
                for n in 1..=most {
                    let expected = basic * (f64::from(n) + shift);
                    let measured = peak(&heard, expected, basic);
                    let off = measured / expected - 1.0;
                    worst = worst.max(off.abs());
                    assert!(
                        off.abs() < 0.01,
                        "tone {n} of {length} m at {measured:.1} Hz, not {expected:.1} Hz: {:.2} %",
                        100.0 * off
                    );
                }
            }
        }
        println!("tones of tubes: {:.3} % off at most", 100.0 * worst);
    }

    #[test]
    fn what_is_in_a_tube_only_fades_with_hard_ends_too_and_while_it_is_drawn_out() {
        for (from, to) in [(1.0, 1.0), (0.5, 3.0)] {
            for reflections in [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
                let mut tube = Tube::new(5.0, Step::at_rate(RATE));
                let ends = reflections.map(|reflection| End { reflection, cut: 20_000.0 });
                let mut noise = crate::signal::White::new(4);
                let mut before = f64::INFINITY;
                // A second of noise goes in, then it is left alone.
                for second in 0..6 {
                    let mut energy = 0.0;
                    for block in 0..689 {
                        let way = (f64::from(second) + f64::from(block) / 689.0) / 6.0;
                        tube.aim(from + (to - from) * way, ends, 0.0);
                        for _ in 0..BLOCK {
                            let sent = if second == 0 { noise.draw() } else { 0.0 };
                            let [zero, one] = tube.tick([sent, 0.0]);
                            energy += zero.arriving * zero.arriving + one.arriving * one.arriving;
                        }
                    }
                    assert!(
                        second < 2 || energy <= before,
                        "{energy} after {before} in second {second}, ends {reflections:?}"
                    );
                    before = energy;
                }
            }
        }
    }
}
