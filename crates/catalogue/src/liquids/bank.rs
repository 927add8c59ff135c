//! Very many bubbles at once: damped tones whose pitch rises, each a number in the complex plane that turns
//! and shrinks.
//!
//! $$ p(t) = A\,(1 - e^{-t/s})\, e^{-dt} \sin\phi(t), \qquad \dot\phi = 2\pi f\,(1 + \sigma t) $$
//!
//! | symbol | here               | unit | meaning                                                     |
//! |--------|--------------------|------|-------------------------------------------------------------|
//! | A      | [`Tone::amplitude`]| Pa   | pressure at the ear, were there no damping                  |
//! | f, σ   | [`Tone::frequency`], [`Tone::rise`] | Hz, 1/s | pitch at birth, and its growth as a part of it in a second |
//! | d      | [`Tone::decay`]    | 1/s  | decay of the amplitude                                      |
//! | s      | [`Tone::swell`]    | s    | how long it takes to be there; 0 is at once                 |
//!
//! $z_{n+1} = w_n z_n$ makes the tone (its imaginary part is heard), $w_{n+4} = q^4 w_n$ makes it rise:
//! nothing but products, and no elementary function after birth. The rotation w is held for four samples at
//! its mean over them, so that the phase is that of the equation at every fourth sample and within
//! $3\pi f\sigma T^2$ between, 10⁻³ for what is heard as a bubble.
//!
//! The numbers lie in rows, and a loop takes `LANES` bubbles over a whole block at a time, which compilers
//! turn into vectors. There is a fixed number of places. Where all are taken the faintest makes room: it
//! fades within a block. What rises to where the sample rate ends fades likewise. A bubble is over 80 dB
//! below its birth.
//!
//! Source: \[vandenDoel2005\], the tone.

use foley_contact::Step;
use foley_sound::BLOCK;
use std::f64::consts::TAU;

/// Bubbles that are computed together.
const LANES: usize = 4;
/// Samples for which the rotation is held.
const HELD: usize = 4;
/// Places for those that fade because others came.
const LEAVING: usize = 128;
/// Most that can be born in a block; more are not heard.
const NEWBORN: usize = 512;
/// Part of its first amplitude below which a bubble is over: −80 dB.
const OVER: f64 = 1e-4;
/// Highest pitch at birth, and at any time, as parts of the sample rate.
const HIGHEST: [f64; 2] = [0.45, 0.48];

/// One bubble, or whatever else is a damped tone whose pitch rises.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tone {
    /// f at birth \[Hz\]; it is not heard from 0.45 of the sample rate on.
    pub frequency: f64,
    /// d \[1/s\]
    pub decay: f64,
    /// σ \[1/s\]: ξ d for a bubble that rises by ξ in its decay time.
    pub rise: f64,
    /// A \[Pa\], of either sign.
    pub amplitude: f64,
    /// s \[s\]
    pub swell: f64,
}

/// What turns: where it is, how it turns, and how that changes.
#[derive(Clone, Copy, Debug, Default)]
struct Rotor {
    /// z
    z: [f64; 2],
    /// w
    w: [f64; 2],
    /// q to the power of four
    q: [f64; 2],
    /// What of the swell is still missing, and its factor in each sample \[1\].
    missing: f64,
    fades: f64,
}

impl Rotor {
    /// The sample that is heard, and on to the next.
    #[inline]
    fn turn(&mut self) -> f64 {
        let heard = self.z[1] - self.z[1] * self.missing;
        self.z = product(self.w, self.z);
        self.missing *= self.fades;
        heard
    }
}

#[inline]
fn product(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// One number of each of several bubbles.
type Lanes = [f64; LANES];

#[inline]
fn plus(a: Lanes, b: Lanes) -> Lanes {
    core::array::from_fn(|lane| a[lane] + b[lane])
}

#[inline]
fn less(a: Lanes, b: Lanes) -> Lanes {
    core::array::from_fn(|lane| a[lane] - b[lane])
}

#[inline]
fn times(a: Lanes, b: Lanes) -> Lanes {
    core::array::from_fn(|lane| a[lane] * b[lane])
}

/// [`product`] of several at once.
#[inline]
fn turned_by(a: [Lanes; 2], b: [Lanes; 2]) -> [Lanes; 2] {
    [less(times(a[0], b[0]), times(a[1], b[1])), plus(times(a[0], b[1]), times(a[1], b[0]))]
}

fn turned(angle: f64) -> [f64; 2] {
    [libm::cos(angle), libm::sin(angle)]
}

/// A bubble that is born in the coming block.
#[derive(Clone, Copy, Debug)]
struct Newborn {
    at: usize,
    rotor: Rotor,
    keeps: Keeps,
}

/// What is known of a bubble from block to block.
#[derive(Clone, Copy, Debug, Default)]
struct Keeps {
    /// Pitch now, and its growth in a block, as parts of the sample rate.
    pitch: f64,
    grows: f64,
    /// Square of the amplitude below which it is over.
    over: f64,
    /// Square of its amplitude when it was last looked at.
    power: f64,
    leaving: bool,
}

/// Very many bubbles at once.
#[derive(Clone, Debug)]
pub struct Bank {
    /// [s]
    sample: f64,
    most: usize,
    /// One row for each number of a [`Rotor`], places beyond `keeps` at rest.
    rows: [Vec<f64>; ROWS],
    keeps: Vec<Keeps>,
    leaving: usize,
    newborn: Vec<Newborn>,
    /// What each lane sounds like over a block.
    heard: Box<[[f64; LANES]; BLOCK]>,
    fade: f64,
}

const ROWS: usize = 8;

impl Bank {
    /// Room for so many bubbles. Real-time: no.
    pub fn new(step: Step, most: usize) -> Self {
        let places = (most + LEAVING).next_multiple_of(LANES);
        Self {
            sample: step.seconds(),
            most,
            rows: core::array::from_fn(|_| vec![0.0; places]),
            keeps: Vec::with_capacity(most + LEAVING),
            leaving: 0,
            newborn: Vec::with_capacity(NEWBORN),
            heard: Box::new([[0.0; LANES]; BLOCK]),
            fade: libm::pow(OVER, 1.0 / BLOCK as f64),
        }
    }

    /// A bubble is born at a sample of the coming block; whether it will be heard. It is not if it is too
    /// high for the sample rate, or fainter than all others where there is no room. Real-time: yes.
    pub fn begin(&mut self, at: usize, tone: &Tone) -> bool {
        let pitch = tone.frequency * self.sample;
        let decay = tone.decay * self.sample;
        let sane = tone.amplitude.is_finite() && tone.amplitude != 0.0 && decay > 0.0;
        if !(sane && pitch > 0.0 && pitch < HIGHEST[0] && decay.is_finite()) || self.newborn.len() >= NEWBORN
        {
            return false;
        }
        let at = at.min(BLOCK - 1);
        let mut grows = pitch * tone.rise * self.sample;
        if !(pitch + grows * (2 * BLOCK) as f64).abs().le(&HIGHEST[1]) {
            grows = 0.0;
        }
        // Held values change with the block's own fours; the middle of the second is as far from birth as it
        // should be.
        let first = (HELD - at % HELD) as f64 - 0.5 * HELD as f64;
        let shrinks = libm::exp(-decay);
        let w = turned(TAU * (pitch + grows * first)).map(|part| shrinks * part);
        let swells = tone.swell > 0.0;
        let fades = if swells { libm::exp(-self.sample / tone.swell) } else { 0.0 };
        let over = OVER * tone.amplitude;
        self.newborn.push(Newborn {
            at,
            rotor: Rotor {
                z: [tone.amplitude, 0.0],
                w,
                q: turned(TAU * grows * HELD as f64),
                missing: if swells { 1.0 } else { 0.0 },
                fades,
            },
            keeps: Keeps {
                pitch: pitch + grows * (BLOCK - at) as f64,
                grows: grows * BLOCK as f64,
                over: over * over,
                power: tone.amplitude * tone.amplitude,
                leaving: false,
            },
        });
        true
    }

    /// Adds the coming block to what is heard \[Pa\]. Real-time: yes.
    pub fn add(&mut self, sound: &mut [f64; BLOCK]) {
        if self.silent() {
            return;
        }
        if !self.keeps.is_empty() {
            self.turn(sound);
            self.look();
        }
        let mut newborn = core::mem::take(&mut self.newborn);
        for born in newborn.drain(..) {
            self.bear(born, sound);
        }
        self.newborn = newborn;
    }

    /// All that sounded before, over a block.
    fn turn(&mut self, sound: &mut [f64; BLOCK]) {
        let places = self.keeps.len().next_multiple_of(LANES);
        self.heard.fill([0.0; LANES]);
        let [x, y, a, b, p, q, e, k] = &mut self.rows;
        let lanes = |row: &mut Vec<f64>, from: usize| -> [f64; LANES] {
            core::array::from_fn(|lane| row.get(from + lane).copied().unwrap_or(0.0))
        };
        for from in (0..places).step_by(LANES) {
            let mut z = [lanes(x, from), lanes(y, from)];
            let mut w = [lanes(a, from), lanes(b, from)];
            let turn = [lanes(p, from), lanes(q, from)];
            let mut missing = lanes(e, from);
            let fades = lanes(k, from);
            // Most have swollen long ago.
            if missing == [0.0; LANES] {
                for held in self.heard.chunks_exact_mut(HELD) {
                    for heard in held {
                        *heard = plus(*heard, z[1]);
                        z = turned_by(w, z);
                    }
                    w = turned_by(turn, w);
                }
            } else {
                for held in self.heard.chunks_exact_mut(HELD) {
                    for heard in held {
                        *heard = plus(*heard, less(z[1], times(z[1], missing)));
                        z = turned_by(w, z);
                        missing = times(missing, fades);
                    }
                    w = turned_by(turn, w);
                }
            }
            for (row, values) in [(&mut *x, z[0]), (y, z[1]), (a, w[0]), (b, w[1]), (e, missing)] {
                if let Some(places) = row.get_mut(from..from + LANES) {
                    places.copy_from_slice(&values);
                }
            }
        }
        for (sum, lanes) in sound.iter_mut().zip(self.heard.iter()) {
            *sum += (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
        }
    }

    /// Looks at each: what is over goes, what rises too high fades.
    fn look(&mut self) {
        let [x, y, .., missing, _] = &mut self.rows;
        let all = self.keeps.iter_mut().zip(x).zip(y).zip(missing);
        for (((keeps, x), y), missing) in all {
            keeps.power = *x * *x + *y * *y;
            keeps.pitch += keeps.grows;
            // 120 dB below what sounds already: nothing is missing.
            if *missing < 1e-6 {
                *missing = 0.0;
            }
        }
        let mut place = self.keeps.len();
        while place > 0 {
            place -= 1;
            let Some(keeps) = self.keeps.get(place) else {
                continue;
            };
            if keeps.power <= keeps.over || !keeps.power.is_finite() {
                self.remove(place);
            } else if (keeps.pitch + keeps.grows).abs() > HIGHEST[1] && !keeps.leaving {
                self.leave(place);
            }
        }
    }

    fn number(&self, row: usize, place: usize) -> f64 {
        let row = self.rows.get(row);
        row.and_then(|row| row.get(place)).copied().unwrap_or(0.0)
    }

    fn put(&mut self, row: usize, place: usize, value: f64) {
        if let Some(number) = self.rows.get_mut(row).and_then(|row| row.get_mut(place)) {
            *number = value;
        }
    }

    /// The last takes the place of one that is over.
    fn remove(&mut self, place: usize) {
        let last = self.keeps.len() - 1;
        if self.keeps.swap_remove(place).leaving {
            self.leaving -= 1;
        }
        for row in 0..ROWS {
            let moved = self.number(row, last);
            self.put(row, place, moved);
            self.put(row, last, 0.0);
        }
    }

    /// It fades within a block, at the pitch that it has.
    fn leave(&mut self, place: usize) {
        for row in [2, 3] {
            let slower = self.fade * self.number(row, place);
            self.put(row, place, slower);
        }
        self.put(4, place, 1.0);
        self.put(5, place, 0.0);
        if let Some(keeps) = self.keeps.get_mut(place) {
            keeps.grows = 0.0;
            keeps.leaving = true;
            self.leaving += 1;
        }
    }

    /// A newborn bubble sounds to the end of the block and takes a place.
    fn bear(&mut self, mut born: Newborn, sound: &mut [f64; BLOCK]) {
        if self.keeps.len() - self.leaving >= self.most && !self.make_room(born.keeps.power) {
            return;
        }
        let from = born.at;
        for (at, sum) in sound.iter_mut().enumerate() {
            if at >= from {
                *sum += born.rotor.turn();
                if (at + 1).is_multiple_of(HELD) {
                    born.rotor.w = product(born.rotor.q, born.rotor.w);
                }
            }
        }
        let Rotor { z, w, q, missing, fades } = born.rotor;
        let numbers = [z[0], z[1], w[0], w[1], q[0], q[1], missing, fades];
        let place = self.keeps.len();
        self.keeps.push(born.keeps);
        for (row, number) in numbers.into_iter().enumerate() {
            self.put(row, place, number);
        }
    }

    /// The faintest leaves for one of this power, if it is fainter.
    fn make_room(&mut self, power: f64) -> bool {
        let staying = self.keeps.iter().enumerate().filter(|(_, it)| !it.leaving);
        let faintest = staying.min_by(|(_, one), (_, two)| one.power.total_cmp(&two.power));
        let Some((place, keeps)) = faintest else {
            return false;
        };
        if keeps.power >= power || self.leaving >= LEAVING {
            return false;
        }
        self.leave(place);
        true
    }

    /// How many sound.
    pub fn sounding(&self) -> usize {
        self.keeps.len() + self.newborn.len()
    }

    /// None sounds: what is heard is exactly nothing. Real-time: yes.
    pub fn silent(&self) -> bool {
        self.sounding() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f64 = 48_000.0;

    fn played(bank: &mut Bank, blocks: usize) -> Vec<f64> {
        let mut heard = Vec::new();
        for _ in 0..blocks {
            let mut sound = [0.0; BLOCK];
            bank.add(&mut sound);
            heard.extend(sound);
        }
        heard
    }

    #[test]
    fn a_tone_is_that_of_its_equation_wherever_in_a_block_it_begins() {
        for (at, swell) in [(0, 0.0), (17, 0.0), (63, 0.002)] {
            let tone = Tone { frequency: 3000.0, decay: 300.0, rise: 30.0, amplitude: 0.02, swell };
            let mut bank = Bank::new(Step::at_rate(RATE), 8);
            assert!(bank.begin(at, &tone));
            let heard = played(&mut bank, 30);
            let furthest = heard.iter().enumerate().map(|(n, sample)| {
                let t = (n as f64 - at as f64) / RATE;
                if t < 0.0 {
                    return sample.abs();
                }
                let swells = if swell > 0.0 { 1.0 - libm::exp(-t / swell) } else { 1.0 };
                let phase = TAU * 3000.0 * (t + 0.5 * 30.0 * t * t);
                let envelope = 0.02 * swells * libm::exp(-300.0 * t);
                (sample - envelope * libm::sin(phase)).abs()
            });
            let furthest = furthest.fold(0.0, f64::max) / 0.02;
            // 3π f σ T² is 4e-4 rad.
            assert!(furthest < 1e-3, "{furthest} of the amplitude, born at {at}, swell {swell} s");
        }
    }

    #[test]
    fn a_tone_is_over_after_eighty_decibels_and_then_there_is_nothing() {
        let mut bank = Bank::new(Step::at_rate(RATE), 8);
        bank.begin(0, &Tone { frequency: 1000.0, decay: 100.0, amplitude: 1.0, ..Tone::default() });
        // ln(10⁴)/100 = 92 ms are 69.1 blocks.
        played(&mut bank, 69);
        assert_eq!(bank.sounding(), 1);
        played(&mut bank, 1);
        assert!(bank.silent());
        assert_eq!(played(&mut bank, 1), [0.0; BLOCK]);
    }

    #[test]
    fn where_there_is_no_room_the_faintest_fades_and_fainter_ones_are_not_heard() {
        let mut bank = Bank::new(Step::at_rate(RATE), 16);
        let tone = |amplitude| Tone { frequency: 1000.0, decay: 1.0, amplitude, ..Tone::default() };
        for n in 0..16 {
            bank.begin(0, &tone(1.0 + f64::from(n)));
        }
        played(&mut bank, 1);
        bank.begin(0, &tone(0.5));
        bank.begin(0, &tone(100.0));
        played(&mut bank, 1);
        assert_eq!(bank.sounding(), 17, "one of them is leaving");
        played(&mut bank, 2);
        assert_eq!(bank.sounding(), 16);
        let faintest = bank.keeps.iter().map(|keeps| keeps.power);
        let faintest = faintest.fold(f64::INFINITY, f64::min).sqrt();
        assert!((faintest - 2.0).abs() < 0.1, "{faintest}");
    }

    #[test]
    fn what_rises_to_the_end_of_the_band_fades_instead_of_folding_down() {
        let mut bank = Bank::new(Step::at_rate(RATE), 8);
        let tone = Tone { frequency: 10_000.0, decay: 20.0, rise: 40.0, amplitude: 1.0, swell: 0.0 };
        assert!(bank.begin(0, &tone));
        // 0.48 of the rate is reached after 32.6 ms, 24.5 blocks.
        played(&mut bank, 23);
        assert_eq!(bank.sounding(), 1);
        played(&mut bank, 3);
        assert!(bank.silent());
        assert!(!bank.begin(0, &Tone { frequency: 21_700.0, ..tone }));
    }
}
