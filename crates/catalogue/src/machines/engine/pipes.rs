//! Exhaust pipes of an engine (headers, pipe, muffler chambers, tail) and its intake duct.
//!
//! Every piece is a [`Tube`]. Where pieces of different areas S meet, they share one pressure and conserve
//! the flow:
//!
//! ```math
//! p = \frac{2\sum S_i a_i + \text{source}}{\sum S_i}, \qquad b_i = p - a_i
//! ```
//!
//! So a chamber reflects waves. For a length L_c and an area ratio m the transmission loss is
//!
//! ```math
//! \mathrm{TL} = 10 \log_{10}\!\left[1 + \tfrac14 \left(m - \tfrac1m\right)^2 \sin^2 k L_c\right]
//! ```
//!
//! Hot gas carries sound faster, c = 20.05 √T; lengths are scaled to the speed of [`Tube`]. An open end of
//! radius a radiates the wave that it does not reflect, as a monopole. Waves near one atmosphere steepen
//! and break, which keeps the outgoing wave below one atmosphere:
//!
//! ```math
//! p_1 = 0.415\,\frac{a}{1\,\mathrm m} \left(\frac{c}{c_0}\right)^2 (p^+ + p^-), \qquad p^+ \to \frac{p^+}{\sqrt{1 + (p^+/p_0)^2}}
//! ```
//!
//! Sources: \[Munjal1987\], mufflers; \[FletcherRossing1998, 8\], open ends.

use super::ducts::{Exhaust, Intake};
use foley_contact::Step;
use foley_dsp::signal::{OnePole, SPEED_OF_SOUND, Tube, TubeEnd, cut, wall_loss};
use foley_sound::BLOCK;

/// Maximum number of cylinders of an engine.
pub(super) const MAX_CYLINDERS: usize = 12;
/// Maximum number of muffler chambers in the exhaust.
const MAX_CHAMBERS: usize = 3;
/// Maximum length of a piece of pipe with its end correction, at the lowest temperature \[m\].
const MAX_PIPE_LENGTH: f64 = 5.5;
/// Wall loss relative to a smooth tube \[1\], as walls are rough and the gas is hot and turbulent.
const WALL_LOSS_FACTOR: f64 = 2.5;
/// Frequency at which the wall loss is computed \[Hz\].
const LOSS_FREQUENCY: f64 = 400.0;

/// End of a tube at a joint: the tube itself reflects nothing there.
const JOINT: TubeEnd = TubeEnd { reflection: 0.0, cut: f64::INFINITY };

/// A value that changes linearly over a block.
#[derive(Clone, Copy, Debug, Default)]
struct LinearRamp {
    now: f64,
    slope: f64,
}

impl LinearRamp {
    /// Starts a ramp to `to` over a block; the first call jumps to `to`.
    fn aim(&mut self, to: f64) {
        if self.now == 0.0 {
            self.now = to;
        }
        self.slope = (to - self.now) / BLOCK as f64;
    }

    #[inline]
    fn next(&mut self) -> f64 {
        self.now += self.slope;
        self.now
    }
}

/// Open end of a pipe, which reflects and radiates.
#[derive(Clone, Copy, Debug, Default)]
struct OpenEnd {
    low: OnePole,
    g: LinearRamp,
    /// Gain from the pressure at the open end to the pressure at 1 m \[1\].
    gain: LinearRamp,
}

impl OpenEnd {
    fn set(&mut self, radius: f64, speed_ratio: f64, step: Step) -> TubeEnd {
        let end = TubeEnd::open(radius / speed_ratio);
        self.g.aim(cut(end.cut, step));
        self.gain.aim(0.415 * radius * speed_ratio * speed_ratio);
        end
    }

    /// Returns the reflected wave and the pressure at 1 m for an incoming wave \[atmospheres\].
    #[inline]
    fn tick(&mut self, arriving: f64) -> [f64; 2] {
        let wave = arriving / (1.0 + arriving * arriving).sqrt();
        let back = -self.low.low(wave, self.g.next());
        [back, self.gain.next() * (wave + back)]
    }
}

/// Exhaust of an engine: headers, pipe, muffler chambers and tail.
#[derive(Clone, Debug)]
pub(super) struct ExhaustPipes {
    headers: Vec<Tube>,
    /// Pipe, then chambers and necks alternately; the last neck is the tail.
    chain: Vec<Tube>,
    mouth: OpenEnd,
    /// Number of cylinders in use.
    cylinders: usize,
    /// Number of pieces of `chain` in use.
    pieces: usize,
    /// Area of the headers relative to the pipe.
    header: LinearRamp,
    /// Area of the chambers relative to the pipe.
    chamber: LinearRamp,
    /// Flow out of the mouth as the difference of its waves \[atmospheres\].
    pub(super) stream: f64,
}

impl ExhaustPipes {
    pub(super) fn new(step: Step) -> Self {
        let tube = |_| Tube::new(MAX_PIPE_LENGTH, step);
        Self {
            headers: (0..MAX_CYLINDERS).map(tube).collect(),
            chain: (0..=2 * MAX_CHAMBERS + 1).map(tube).collect(),
            mouth: OpenEnd::default(),
            cylinders: 0,
            pieces: 0,
            header: LinearRamp::default(),
            chamber: LinearRamp::default(),
            stream: 0.0,
        }
    }

    /// Sets the geometry that the pipes reach after a block. Numbers of cylinders and chambers change at
    /// once, for pipes at rest. `port` is the diameter of a header \[m\], `uneven` the relative difference of
    /// the headers' lengths.
    pub(super) fn aim(&mut self, now: &Exhaust, cylinders: usize, port: f64, uneven: f64, step: Step) {
        let speed_ratio = sound_speed(now.temperature) / SPEED_OF_SOUND;
        let cylinders = cylinders.min(MAX_CYLINDERS);
        // Without chambers the pieces are pipe and tail; with chambers: pipe, chamber, neck, …, where the
        // last neck is the tail.
        let pieces = 2 + 2 * (now.chambers as usize).min(MAX_CHAMBERS) - usize::from(now.chambers >= 1);
        (self.cylinders, self.pieces) = (cylinders, pieces);
        let radius = 0.5 * now.diameter;
        self.header.aim(port * port / (now.diameter * now.diameter));
        self.chamber.aim(now.chamber_ratio * now.chamber_ratio);
        let loss = |radius: f64| speed_ratio * WALL_LOSS_FACTOR * wall_loss(radius, LOSS_FREQUENCY);
        for (n, tube) in self.headers.iter_mut().take(cylinders).enumerate() {
            // The outer headers are longer.
            let aside = (2 * n + 1) as f64 / cylinders as f64 - 1.0;
            let length = now.header * (1.0 + 0.5 * uneven * aside);
            tube.set_target(length / speed_ratio, [JOINT; 2], loss(0.5 * port));
        }
        let end = self.mouth.set(radius, speed_ratio, step);
        for (n, tube) in self.chain.iter_mut().take(pieces).enumerate() {
            let last = n + 1 == pieces;
            let (length, width_ratio) = match n {
                0 => (now.length, 1.0),
                _ if n % 2 == 1 && !last => (now.chamber_length, now.chamber_ratio),
                _ => (now.tail, 1.0),
            };
            // The open end adds an end correction of 0.61 radii.
            let length = length + if last { 0.61 * radius } else { 0.0 };
            let end = if last { end } else { JOINT };
            // Chambers are lined with absorber.
            let lined = if width_ratio > 1.0 { 4.0 } else { 1.0 };
            tube.set_target(length / speed_ratio, [JOINT, end], lined * loss(radius));
        }
    }

    /// Reads into `ends` the waves that arrive at the valves \[atmospheres\]. Real-time: yes.
    #[inline]
    pub(super) fn arriving(&mut self, ends: &mut [[f64; 2]; MAX_CYLINDERS]) {
        for (end, tube) in ends.iter_mut().zip(&mut self.headers).take(self.cylinders) {
            *end = tube.arriving();
        }
    }

    /// Advances the exhaust by one sample with the waves leaving the valves and the burst at the joint
    /// \[atmospheres\]. Returns the pressure at 1 m of the mouth \[atmospheres\]. Real-time: yes.
    #[inline]
    pub(super) fn tick(
        &mut self,
        ends: &[[f64; 2]; MAX_CYLINDERS],
        outgoing: &[f64; MAX_CYLINDERS],
        burst: f64,
    ) -> f64 {
        let mut waves = [[0.0; 2]; 2 * MAX_CHAMBERS + 2];
        for (wave, tube) in waves.iter_mut().zip(&mut self.chain).take(self.pieces) {
            *wave = tube.arriving();
        }
        let sum: f64 = ends.iter().take(self.cylinders).map(|end| end[1]).sum();
        let (header, chamber) = (self.header.next(), self.chamber.next());
        let all = 1.0 + header * self.cylinders as f64;
        let joint = (2.0 * (header * sum + waves[0][0]) + burst) / all;
        for ((tube, end), &from) in self.headers.iter_mut().zip(ends).zip(outgoing).take(self.cylinders) {
            tube.leave([from, joint - end[1]]);
        }
        let mut into = joint - waves[0][0];
        let mut output = 0.0;
        for n in 0..self.pieces {
            let Some(&[_, far]) = waves.get(n) else { break };
            let back;
            let mut next = 0.0;
            if n + 1 == self.pieces {
                let [reflected, out] = self.mouth.tick(far);
                self.stream = far - reflected;
                (back, output) = (reflected, out);
            } else {
                let near = waves.get(n + 1).map_or(0.0, |wave| wave[0]);
                let (here, there) = if n % 2 == 1 {
                    (chamber, 1.0)
                } else if n + 2 < self.pieces {
                    (1.0, chamber)
                } else {
                    (1.0, 1.0)
                };
                let p = 2.0 * (here * far + there * near) / (here + there);
                (back, next) = (p - far, p - near);
            }
            if let Some(tube) = self.chain.get_mut(n) {
                tube.leave([into, back]);
            }
            into = next;
        }
        output
    }

    pub(super) fn rest(&mut self) {
        for tube in self.headers.iter_mut().chain(&mut self.chain) {
            tube.rest();
        }
        self.mouth.low = OnePole::default();
        self.stream = 0.0;
    }
}

/// Returns the speed of sound [m/s] at a temperature \[K\].
pub(super) fn sound_speed(temperature: f64) -> f64 {
    20.05 * temperature.sqrt()
}

/// Intake duct between its open mouth and the throttle.
#[derive(Clone, Debug)]
pub(super) struct IntakeDuct {
    tube: Tube,
    mouth: OpenEnd,
    /// Flow out of the mouth as the difference of its waves \[atmospheres\].
    pub(super) stream: f64,
}

impl IntakeDuct {
    pub(super) fn new(step: Step) -> Self {
        Self { tube: Tube::new(MAX_PIPE_LENGTH, step), mouth: OpenEnd::default(), stream: 0.0 }
    }

    pub(super) fn aim(&mut self, now: &Intake, step: Step) {
        let radius = 0.5 * now.diameter;
        let end = self.mouth.set(radius, 1.0, step);
        let loss = WALL_LOSS_FACTOR * wall_loss(radius, LOSS_FREQUENCY);
        self.tube.set_target(now.length + 0.61 * radius, [JOINT, end], loss);
    }

    /// Advances the intake duct by one sample. `outgoing` returns the wave that leaves the throttle for the
    /// wave that arrives at the throttle \[atmospheres\]. Returns the pressure at 1 m of the mouth
    /// \[atmospheres\]. Real-time: yes.
    #[inline]
    pub(super) fn tick(&mut self, outgoing: impl FnOnce(f64) -> f64) -> f64 {
        let [near, far] = self.tube.arriving();
        let [back, output] = self.mouth.tick(far);
        self.stream = far - back;
        self.tube.leave([outgoing(near), back]);
        output
    }

    pub(super) fn rest(&mut self) {
        self.tube.rest();
        self.mouth.low = OnePole::default();
        self.stream = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

    const RATE: f64 = 48_000.0;

    /// Returns the magnitude at a frequency \[Hz\] of the response at the mouth to a pulse in the header,
    /// before the echo of the pulse returns.
    fn response(exhaust: &Exhaust, frequency: f64) -> f64 {
        let step = Step::at_rate(RATE);
        let mut pipes = ExhaustPipes::new(step);
        for _ in 0..2 {
            pipes.aim(exhaust, 1, exhaust.diameter, 0.0, step);
        }
        let way = exhaust.header + exhaust.length + f64::from(exhaust.chambers) * exhaust.chamber_length;
        let samples = (way + 2.9 * exhaust.tail) / sound_speed(exhaust.temperature) * RATE;
        let (mut re, mut im) = (0.0, 0.0);
        for n in 0..samples as usize {
            let mut ends = [[0.0; 2]; MAX_CYLINDERS];
            pipes.arriving(&mut ends);
            let mut outgoing = [0.0; MAX_CYLINDERS];
            outgoing[0] = if n == 0 { 1e-3 } else { 0.0 };
            let output = pipes.tick(&ends, &outgoing, 0.0);
            let turn = TAU * frequency * n as f64 / RATE;
            re += output * libm::cos(turn);
            im += output * libm::sin(turn);
        }
        libm::hypot(re, im)
    }

    #[test]
    fn the_transmission_loss_of_a_chamber_matches_the_closed_form() {
        let mut exhaust = Exhaust {
            header: 0.5,
            length: 0.5,
            diameter: 0.04,
            chambers: 0,
            chamber_length: 0.25,
            chamber_ratio: 2.5,
            tail: 2.0,
            temperature: 500.0,
            turbulence: 0.0,
            edge: 0.0,
        };
        let c = sound_speed(exhaust.temperature);
        let middle = c / (4.0 * exhaust.chamber_length);
        for part in [0.5, 1.0, 1.5] {
            let frequency = part * middle;
            exhaust.chambers = 0;
            let without = response(&exhaust, frequency);
            exhaust.chambers = 1;
            let with = response(&exhaust, frequency);
            let lost = 20.0 * libm::log10(without / with);
            let m = exhaust.chamber_ratio * exhaust.chamber_ratio;
            let s = libm::sin(TAU * frequency / c * exhaust.chamber_length);
            let expected = 10.0 * libm::log10(1.0 + 0.25 * (m - 1.0 / m) * (m - 1.0 / m) * s * s);
            println!("{frequency:.0} Hz: {lost:.2} dB for {expected:.2} dB");
            // The lining of the chamber absorbs 0.4 dB.
            assert!((lost - expected).abs() < 1.0, "{lost} dB for {expected} dB at {frequency} Hz");
        }
    }

    #[test]
    fn waves_in_the_pipes_decay_with_all_valves_closed() {
        let step = Step::at_rate(RATE);
        let mut pipes = ExhaustPipes::new(step);
        let exhaust = Exhaust::default();
        let mut before = f64::INFINITY;
        for second in 0..4 {
            let mut energy = 0.0;
            for n in 0..48_000 {
                if n % 64 == 0 {
                    pipes.aim(&exhaust, 4, 0.03, 0.3, step);
                }
                let mut ends = [[0.0; 2]; MAX_CYLINDERS];
                pipes.arriving(&mut ends);
                let outgoing = core::array::from_fn(|k| ends[k][0]);
                let output = pipes.tick(&ends, &outgoing, if second == 0 && n < 200 { 0.5 } else { 0.0 });
                energy += output * output;
            }
            assert!(second == 0 || energy < 1e-3 * before, "{energy} after {before} in second {second}");
            before = energy;
        }
    }
}
