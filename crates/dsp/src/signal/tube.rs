//! Air in a straight tube: plane waves in both directions, reflected at the ends.
//!
//! ```math
//! p(x, t) = p^+\!\left(t - \tfrac{x}{c}\right) + p^-\!\left(t + \tfrac{x}{c}\right), \qquad p_{\text{back}} = R\,h * p_{\text{there}} + d
//! ```
//!
//! | symbol | here                | unit | meaning                                                                                  |
//! |--------|---------------------|------|------------------------------------------------------------------------------------------|
//! | L      | `length`            | m    | acoustic length, end corrections included                                                |
//! | c      | [`SPEED_OF_SOUND`]  | m/s  | speed of sound                                                                           |
//! | R      | [`TubeEnd::reflection`] | 1    | reflection: −1 at an open end, +1 at a closed end, 0 without reflection                  |
//! | h      | [`TubeEnd::cut`]        | Hz   | cutoff of the first-order low-pass in the reflection                                     |
//! | α      | `loss`              | 1/m  | attenuation by the wall ([`wall_loss`])                                                  |
//! | d      | [`Tube::tick`]      | Pa   | input: Z times the flow driven in at a closed end, or the pressure outside an open end   |
//! | Z      | [`impedance`]       | Pa·s/m³ | pressure per flow of a travelling wave                                                |
//!
//! With both ends open (or both closed) the resonances are n c/2L, with one of each (2n−1) c/4L. The delay
//! lines are shortened by the delay of the filters, so this holds for tones below the cutoffs, within the
//! test below. The tube is passive: |R| ≤ 1, and neither the low-pass nor the interpolation of the lines has
//! gain above 1. Length and ends may change; they move linearly within each block.
//!
//! Source: \[Smith1992\], waveguides; \[FletcherRossing1998, 8\], losses and open ends.

use super::{Delay, OnePole, cut};
use core::f64::consts::{PI, TAU};
use foley_body::modal::BLOCK;
use foley_contact::Step;

/// Speed of sound in dry air at 20 °C [m/s].
pub const SPEED_OF_SOUND: f64 = 343.2;
/// Density of dry air at 20 °C and 1013 hPa [kg/m³].
pub const DENSITY_OF_AIR: f64 = 1.204;

/// Returns the attenuation \[1/m\] by friction and heat at the wall of a round tube with a radius \[m\], at a
/// frequency \[Hz\].
pub fn wall_loss(radius: f64, frequency: f64) -> f64 {
    2.96e-5 * frequency.max(0.0).sqrt() / radius.max(1e-4)
}

/// Returns the characteristic impedance \[Pa·s/m³\] of a round tube with a radius \[m\].
pub fn impedance(radius: f64) -> f64 {
    DENSITY_OF_AIR * SPEED_OF_SOUND / (PI * radius * radius)
}

/// Reflection of waves at one end of a tube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeEnd {
    /// Reflection factor at low frequencies, from −1 (open end) to +1 (closed end) \[1\].
    pub reflection: f64,
    /// Cutoff of the reflection \[Hz\]: at this frequency the end reflects half of the power.
    pub cut: f64,
}

impl TubeEnd {
    /// Returns an open end of a radius \[m\] in free space, which reflects waves much longer than the radius.
    /// Half of the power leaves where the circumference is 0.83 wavelengths.
    pub fn open(radius: f64) -> Self {
        Self { reflection: -1.0, cut: 0.83 * SPEED_OF_SOUND / (TAU * radius.max(1e-4)) }
    }

    /// Rigidly closed end, which reflects every wave totally.
    pub const CLOSED: Self = Self { reflection: 1.0, cut: f64::INFINITY };
}

/// Waves at one end of a tube during one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EndWaves {
    /// Wave that arrives at the end \[Pa\].
    pub arriving: f64,
    /// Wave that leaves the end into the tube \[Pa\].
    pub leaving: f64,
}

impl EndWaves {
    /// Returns the pressure at the end, which an open end radiates \[Pa\].
    #[inline]
    pub fn pressure(self) -> f64 {
        self.arriving + self.leaving
    }

    /// Returns the flow out of the end, multiplied by [`impedance`] \[Pa\].
    #[inline]
    pub fn flow(self) -> f64 {
        self.arriving - self.leaving
    }
}

/// A value that moves linearly to its target within one block.
#[derive(Clone, Copy, Debug, Default)]
struct Ramp {
    now: f64,
    by: f64,
}

impl Ramp {
    fn set_target(&mut self, target: f64, at_once: bool) {
        if at_once {
            self.now = target;
        }
        self.by = (target - self.now) / BLOCK as f64;
    }

    #[inline]
    fn next(&mut self) -> f64 {
        self.now += self.by;
        self.now
    }
}

/// Waves in one direction through the tube, and the end at which they arrive.
#[derive(Clone, Debug)]
struct Direction {
    air: Delay,
    /// Delay of the waves from one end to the other \[samples\].
    samples: Ramp,
    /// Factor that remains of a wave after the losses at the wall \[1\].
    remaining: Ramp,
    /// Reflection factor R of the end \[1\].
    reflection: Ramp,
    /// Cutoff gain g of the low-pass in the reflection \[1\].
    g: Ramp,
    low: OnePole,
}

impl Direction {
    fn new(max_samples: usize) -> Self {
        Self {
            air: Delay::new(max_samples),
            samples: Ramp::default(),
            remaining: Ramp::default(),
            reflection: Ramp::default(),
            g: Ramp::default(),
            low: OnePole::default(),
        }
    }

    fn set(&mut self, delay: f64, remaining: f64, end: TubeEnd, tuned: f64, step: Step, at_once: bool) {
        let g = cut(end.cut, step);
        // Phase delay of the low-pass at the frequency `tuned`.
        let w = PI * (tuned * step.seconds()).min(0.25);
        let late = libm::atan(libm::tan(w) / g) / (2.0 * w);
        let late = if end.reflection == 0.0 { 0.0 } else { late };
        self.samples.set_target((delay - late).max(Delay::MIN_SAMPLES), at_once);
        self.remaining.set_target(remaining, at_once);
        let reflection = end.reflection.clamp(-1.0, 1.0);
        self.reflection.set_target(reflection, at_once);
        self.g.set_target(g, at_once);
    }

    #[inline]
    fn arriving(&mut self) -> f64 {
        let samples = self.samples.next();
        self.remaining.next() * self.air.read(samples)
    }

    #[inline]
    fn reflected(&mut self, arriving: f64) -> f64 {
        let g = self.g.next();
        self.reflection.next() * self.low.low(arriving, g)
    }

    /// Sets the state of this direction to zero.
    fn rest(&mut self) {
        self.air.clear();
        self.low = OnePole::default();
    }
}

/// Air in a straight tube with two ends, numbered 0 and 1.
#[derive(Clone, Debug)]
pub struct Tube {
    /// Directions of the waves, indexed by the end at which a wave arrives.
    directions: [Direction; 2],
    step: Step,
    set: bool,
}

impl Tube {
    /// Makes a silent tube of at most `max_length` \[m\]. Real-time: no.
    pub fn new(max_length: f64, step: Step) -> Self {
        let max_samples = (max_length / SPEED_OF_SOUND * step.rate()).ceil() as usize + 4;
        Self { directions: [Direction::new(max_samples), Direction::new(max_samples)], step, set: false }
    }

    /// Sets the length \[m\], the ends and the loss \[1/m\] that the tube reaches at the end of the coming
    /// block. The first call takes effect at once. Real-time: yes.
    pub fn set_target(&mut self, length: f64, ends: [TubeEnd; 2], loss: f64) {
        let delay = length / SPEED_OF_SOUND * self.step.rate();
        let remaining = libm::exp(-loss.max(0.0) * length);
        // The tube is tuned between the second and the third tone, and below the cutoff. This balances the
        // errors of the first and the last tone.
        let tones = 1.25 * SPEED_OF_SOUND / length.max(1e-3);
        for (direction, end) in self.directions.iter_mut().zip(ends) {
            let tuned = tones.min(0.6 * end.cut);
            direction.set(delay, remaining, end, tuned, self.step, !self.set);
        }
        self.set = true;
    }

    /// Advances the tube by one sample: adds `sent` at each end \[Pa\] and returns the waves at both ends.
    /// Real-time: yes.
    #[inline]
    pub fn tick(&mut self, sent: [f64; 2]) -> [EndWaves; 2] {
        let arriving = self.arriving();
        let [zero, one] = &mut self.directions;
        let leaving = [zero.reflected(arriving[0]) + sent[0], one.reflected(arriving[1]) + sent[1]];
        self.leave(leaving);
        let at = |end: usize| EndWaves { arriving: arriving[end], leaving: leaving[end] };
        [at(0), at(1)]
    }

    /// Returns the waves that arrive at the ends in this sample \[Pa\], for callers that compute the
    /// reflection themselves. Call this method once per sample, before [`Tube::leave`]. Real-time: yes.
    #[inline]
    pub fn arriving(&mut self) -> [f64; 2] {
        let [zero, one] = &mut self.directions;
        [zero.arriving(), one.arriving()]
    }

    /// Sends waves from the ends into the tube in this sample \[Pa\]. Real-time: yes.
    #[inline]
    pub fn leave(&mut self, leaving: [f64; 2]) {
        // A wave that leaves one end arrives at the opposite end.
        let [zero, one] = &mut self.directions;
        zero.air.write(leaving[1]);
        one.air.write(leaving[0]);
    }

    /// Sets the tube to silence. Real-time: yes.
    pub fn rest(&mut self) {
        for direction in &mut self.directions {
            direction.rest();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f64 = 44_100.0;

    /// Returns the magnitude at a frequency \[Hz\] of the response at end 1 to an impulse at end 0.
    fn response(heard: &[f64], frequency: f64) -> f64 {
        let w = TAU * frequency / RATE;
        let (mut re, mut im) = (0.0, 0.0);
        for (n, &x) in heard.iter().enumerate() {
            re += x * libm::cos(w * n as f64);
            im += x * libm::sin(w * n as f64);
        }
        libm::hypot(re, im)
    }

    /// Returns the frequency of the largest response near an expected frequency \[Hz\].
    fn peak(heard: &[f64], about: f64, spacing: f64) -> f64 {
        let steps = 600;
        let at = |n: i32| about + 0.4 * spacing * f64::from(n) / f64::from(steps);
        let size = |n: i32| response(heard, at(n));
        let best = (-steps..=steps).step_by(20);
        let best = best.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap();
        let fine = best - 20..=best + 20;
        at(fine.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap())
    }

    fn impulse(length: f64, ends: [TubeEnd; 2]) -> Vec<f64> {
        let mut tube = Tube::new(10.0, Step::at_rate(RATE));
        tube.set_target(length, ends, 0.01);
        tube.set_target(length, ends, 0.01);
        let heard = (0..8192).map(|n| tube.tick([f64::from(u8::from(n == 0)), 0.0])[1].flow());
        heard.collect()
    }

    #[test]
    fn an_open_tube_rings_at_n_c_over_2l_and_a_half_closed_one_at_odd_multiples_of_c_over_4l() {
        let mut worst = 0.0_f64;
        for length in [0.25, 0.5, 1.0, 1.83, 4.0] {
            let end = TubeEnd::open(0.02);
            let basic = SPEED_OF_SOUND / (2.0 * length);
            // The test covers the tones up to the cutoff, or the first five tones.
            let most = (end.cut / basic).min(5.0) as i32;
            for (zero, shift) in [(end, 0.0), (TubeEnd::CLOSED, -0.5)] {
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
    fn energy_in_a_tube_only_decays_even_with_rigid_ends_and_changing_length() {
        for (from, to) in [(1.0, 1.0), (0.5, 3.0)] {
            for reflections in [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
                let mut tube = Tube::new(5.0, Step::at_rate(RATE));
                let ends = reflections.map(|reflection| TubeEnd { reflection, cut: 20_000.0 });
                let mut noise = crate::signal::WhiteNoise::new(4);
                let mut before = f64::INFINITY;
                // One second of noise is sent into the tube, then silence.
                for second in 0..6 {
                    let mut energy = 0.0;
                    for block in 0..689 {
                        let way = (f64::from(second) + f64::from(block) / 689.0) / 6.0;
                        tube.set_target(from + (to - from) * way, ends, 0.0);
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
