//! Bank of many damped tones of rising pitch, each a complex number that rotates and decays.
//!
//! ```math
//! p(t) = A\,(1 - e^{-t/s})\, e^{-dt} \sin\phi(t), \qquad \dot\phi = 2\pi f\,(1 + \sigma t)
//! ```
//!
//! | symbol | here               | unit | meaning                                                     |
//! |--------|--------------------|------|-------------------------------------------------------------|
//! | A      | [`DampedTone::amplitude`]| Pa   | pressure at the listener without damping                    |
//! | f, σ   | [`DampedTone::frequency`], [`DampedTone::rise`] | Hz, 1/s | initial pitch, and its relative rise per second |
//! | d      | [`DampedTone::decay`]    | 1/s  | decay of the amplitude                                      |
//! | s      | [`DampedTone::swell`]    | s    | attack time; 0 starts at once                               |
//!
//! $`z_{n+1} = w_n z_n`$ makes the tone, whose imaginary part is the output; $`w_{n+4} = q^4 w_n`$ makes it
//! rise. Only products are needed, no elementary function after the start. The rotation w is held for four
//! samples at its mean over them. The phase is exact at every fourth sample and within $`3\pi f\sigma T^2`$
//! between, 10⁻³ for audible bubbles.
//!
//! State is stored in rows, and a loop advances `LANES` tones over a whole block, which compilers
//! vectorise. The number of slots is fixed. If all are taken, the faintest tone fades out within a block. A
//! tone that rises to the band limit fades out likewise. A tone ends 80 dB below its start.
//!
//! Source: \[vandenDoel2005\], the tone.

use foley_contact::Step;
use foley_sound::BLOCK;
use std::f64::consts::TAU;

/// Number of tones computed together in one vector.
const LANES: usize = 4;
/// Number of samples between two updates of the frequency of a tone.
const HOLD: usize = 4;
/// Number of extra slots for tones that fade out because louder tones replace them.
const MAX_FADING: usize = 128;
/// Maximum number of new tones per block; further new tones are dropped.
const MAX_NEW_PER_BLOCK: usize = 512;
/// Level relative to the start below which a tone ends: −80 dB.
const END_LEVEL: f64 = 1e-4;
/// Maximum pitch of a tone at its start, and at any later time, as fractions of the sample rate.
const MAX_PITCH: [f64; 2] = [0.45, 0.48];

/// Parameters of a damped tone of rising pitch: a bubble, or the tick of a drop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DampedTone {
    /// Initial pitch f \[Hz\]; the bank rejects tones from 0.45 of the sample rate on.
    pub frequency: f64,
    /// Decay rate d of the amplitude \[1/s\].
    pub decay: f64,
    /// Relative rise of the pitch per second \[1/s\]. For a bubble it is the relative rise in one decay
    /// time, multiplied by the decay rate.
    pub rise: f64,
    /// Initial amplitude A of the tone \[Pa\], of either sign.
    pub amplitude: f64,
    /// Attack time s of the tone \[s\].
    pub swell: f64,
}

/// State of a tone that changes at every sample: a rotating complex amplitude.
#[derive(Clone, Copy, Debug, Default)]
struct Rotor {
    /// Complex amplitude z of the tone \[Pa\].
    z: [f64; 2],
    /// Complex factor on the amplitude `z` per sample: rotation and decay.
    w: [f64; 2],
    /// Complex factor on the rotation `w` per four samples, which makes the pitch rise.
    q: [f64; 2],
    /// Share of the amplitude still missing in the attack \[1\].
    missing: f64,
    /// Factor on `missing` per sample \[1\].
    swell_decay: f64,
}

impl Rotor {
    /// Returns the present sample of the tone and advances the tone by one sample.
    #[inline]
    fn turn(&mut self) -> f64 {
        let output = self.z[1] - self.z[1] * self.missing;
        self.z = product(self.w, self.z);
        self.missing *= self.swell_decay;
        output
    }
}

#[inline]
fn product(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// One value of each of [`LANES`] tones.
type Lanes = [f64; LANES];

#[inline]
fn plus(a: Lanes, b: Lanes) -> Lanes {
    core::array::from_fn(|lane| a[lane] + b[lane])
}

#[inline]
fn minus(a: Lanes, b: Lanes) -> Lanes {
    core::array::from_fn(|lane| a[lane] - b[lane])
}

#[inline]
fn times(a: Lanes, b: Lanes) -> Lanes {
    core::array::from_fn(|lane| a[lane] * b[lane])
}

/// Returns the complex products of [`LANES`] pairs of numbers.
#[inline]
fn products(a: [Lanes; 2], b: [Lanes; 2]) -> [Lanes; 2] {
    [minus(times(a[0], b[0]), times(a[1], b[1])), plus(times(a[0], b[1]), times(a[1], b[0]))]
}

fn unit_vector(angle: f64) -> [f64; 2] {
    [libm::cos(angle), libm::sin(angle)]
}

/// A tone that starts in the next block.
#[derive(Clone, Copy, Debug)]
struct NewTone {
    at: usize,
    rotor: Rotor,
    state: ToneState,
}

/// State of a tone that is updated once per block.
#[derive(Clone, Copy, Debug, Default)]
struct ToneState {
    /// Present pitch of the tone, as a fraction of the sample rate.
    pitch: f64,
    /// Rise of the pitch per block, as a fraction of the sample rate.
    pitch_slope: f64,
    /// Squared amplitude below which the tone ends \[Pa²\].
    end_power: f64,
    /// Squared amplitude of the tone at the last update \[Pa²\].
    power: f64,
    fading: bool,
}

/// Plays many damped tones at once.
#[derive(Clone, Debug)]
pub struct ToneBank {
    /// Duration of a sample \[s\].
    sample: f64,
    capacity: usize,
    /// State of all tones: one row per value of a [`Rotor`], one column per slot. Slots without a tone are
    /// zero.
    rows: [Vec<f64>; ROWS],
    states: Vec<ToneState>,
    fading: usize,
    new_tones: Vec<NewTone>,
    /// Output of each lane at every sample of a block \[Pa\].
    output: Box<[[f64; LANES]; BLOCK]>,
    fade: f64,
}

const ROWS: usize = 8;

impl ToneBank {
    /// Creates a bank of `capacity` tones. Real-time: no.
    pub fn new(step: Step, capacity: usize) -> Self {
        let slots = (capacity + MAX_FADING).next_multiple_of(LANES);
        Self {
            sample: step.seconds(),
            capacity,
            rows: core::array::from_fn(|_| vec![0.0; slots]),
            states: Vec::with_capacity(capacity + MAX_FADING),
            fading: 0,
            new_tones: Vec::with_capacity(MAX_NEW_PER_BLOCK),
            output: Box::new([[0.0; LANES]; BLOCK]),
            fade: libm::pow(END_LEVEL, 1.0 / BLOCK as f64),
        }
    }

    /// Starts a tone at sample `at` of the next block. Returns false if the tone is not finite or too high
    /// for the sample rate, or if too many tones start in the block. Real-time: yes.
    pub fn begin(&mut self, at: usize, tone: &DampedTone) -> bool {
        let pitch = tone.frequency * self.sample;
        let decay = tone.decay * self.sample;
        let sane = tone.amplitude.is_finite() && tone.amplitude != 0.0 && decay > 0.0;
        if !(sane && pitch > 0.0 && pitch < MAX_PITCH[0] && decay.is_finite())
            || self.new_tones.len() >= MAX_NEW_PER_BLOCK
        {
            return false;
        }
        let at = at.min(BLOCK - 1);
        let mut pitch_slope = pitch * tone.rise * self.sample;
        if !(pitch + pitch_slope * (2 * BLOCK) as f64).abs().le(&MAX_PITCH[1]) {
            pitch_slope = 0.0;
        }
        // The held rotation changes at multiples of four samples of the block. This starting value puts the
        // middle of the second hold at its proper distance from the start.
        let first = (HOLD - at % HOLD) as f64 - 0.5 * HOLD as f64;
        let shrinks = libm::exp(-decay);
        let w = unit_vector(TAU * (pitch + pitch_slope * first)).map(|part| shrinks * part);
        let swells = tone.swell > 0.0;
        let swell_decay = if swells { libm::exp(-self.sample / tone.swell) } else { 0.0 };
        let end_power = END_LEVEL * tone.amplitude;
        self.new_tones.push(NewTone {
            at,
            rotor: Rotor {
                z: [tone.amplitude, 0.0],
                w,
                q: unit_vector(TAU * pitch_slope * HOLD as f64),
                missing: if swells { 1.0 } else { 0.0 },
                swell_decay,
            },
            state: ToneState {
                pitch: pitch + pitch_slope * (BLOCK - at) as f64,
                pitch_slope: pitch_slope * BLOCK as f64,
                end_power: end_power * end_power,
                power: tone.amplitude * tone.amplitude,
                fading: false,
            },
        });
        true
    }

    /// Adds the next block of all tones to `sound` \[Pa\]. Real-time: yes.
    pub fn add(&mut self, sound: &mut [f64; BLOCK]) {
        if self.silent() {
            return;
        }
        if !self.states.is_empty() {
            self.turn(sound);
            self.retire();
        }
        let mut new_tones = core::mem::take(&mut self.new_tones);
        for tone in new_tones.drain(..) {
            self.start(tone, sound);
        }
        self.new_tones = new_tones;
    }

    /// Advances all running tones by a block and adds their sound to `sound`.
    fn turn(&mut self, sound: &mut [f64; BLOCK]) {
        let slots = self.states.len().next_multiple_of(LANES);
        self.output.fill([0.0; LANES]);
        let [x, y, a, b, p, q, e, k] = &mut self.rows;
        let lanes = |row: &mut Vec<f64>, from: usize| -> [f64; LANES] {
            core::array::from_fn(|lane| row.get(from + lane).copied().unwrap_or(0.0))
        };
        for from in (0..slots).step_by(LANES) {
            let mut z = [lanes(x, from), lanes(y, from)];
            let mut w = [lanes(a, from), lanes(b, from)];
            let turn = [lanes(p, from), lanes(q, from)];
            let mut missing = lanes(e, from);
            let swell_decay = lanes(k, from);
            // Most tones have finished their attack and take this faster branch.
            if missing == [0.0; LANES] {
                for held in self.output.chunks_exact_mut(HOLD) {
                    for output in held {
                        *output = plus(*output, z[1]);
                        z = products(w, z);
                    }
                    w = products(turn, w);
                }
            } else {
                for held in self.output.chunks_exact_mut(HOLD) {
                    for output in held {
                        *output = plus(*output, minus(z[1], times(z[1], missing)));
                        z = products(w, z);
                        missing = times(missing, swell_decay);
                    }
                    w = products(turn, w);
                }
            }
            for (row, values) in [(&mut *x, z[0]), (y, z[1]), (a, w[0]), (b, w[1]), (e, missing)] {
                if let Some(slots) = row.get_mut(from..from + LANES) {
                    slots.copy_from_slice(&values);
                }
            }
        }
        for (sum, lanes) in sound.iter_mut().zip(self.output.iter()) {
            *sum += (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
        }
    }

    /// Removes tones that have ended and fades out tones that rise too high.
    fn retire(&mut self) {
        let [x, y, .., missing, _] = &mut self.rows;
        let all = self.states.iter_mut().zip(x).zip(y).zip(missing);
        for (((state, x), y), missing) in all {
            state.power = *x * *x + *y * *y;
            state.pitch += state.pitch_slope;
            // The missing part is 120 dB below the tone, so the attack is complete.
            if *missing < 1e-6 {
                *missing = 0.0;
            }
        }
        let mut slot = self.states.len();
        while slot > 0 {
            slot -= 1;
            let Some(state) = self.states.get(slot) else {
                continue;
            };
            if state.power <= state.end_power || !state.power.is_finite() {
                self.remove(slot);
            } else if (state.pitch + state.pitch_slope).abs() > MAX_PITCH[1] && !state.fading {
                self.fade_out(slot);
            }
        }
    }

    fn value_at(&self, row: usize, slot: usize) -> f64 {
        let row = self.rows.get(row);
        row.and_then(|row| row.get(slot)).copied().unwrap_or(0.0)
    }

    fn set_value(&mut self, row: usize, slot: usize, value: f64) {
        if let Some(entry) = self.rows.get_mut(row).and_then(|row| row.get_mut(slot)) {
            *entry = value;
        }
    }

    /// Removes a tone; the last tone of the bank takes the free slot.
    fn remove(&mut self, slot: usize) {
        let last = self.states.len() - 1;
        if self.states.swap_remove(slot).fading {
            self.fading -= 1;
        }
        for row in 0..ROWS {
            let moved = self.value_at(row, last);
            self.set_value(row, slot, moved);
            self.set_value(row, last, 0.0);
        }
    }

    /// Fades a tone out within a block at its present pitch.
    fn fade_out(&mut self, slot: usize) {
        for row in [2, 3] {
            let slower = self.fade * self.value_at(row, slot);
            self.set_value(row, slot, slower);
        }
        self.set_value(4, slot, 1.0);
        self.set_value(5, slot, 0.0);
        if let Some(state) = self.states.get_mut(slot) {
            state.pitch_slope = 0.0;
            state.fading = true;
            self.fading += 1;
        }
    }

    /// Plays a new tone to the end of the block and stores the tone in a slot.
    fn start(&mut self, mut tone: NewTone, sound: &mut [f64; BLOCK]) {
        if self.states.len() - self.fading >= self.capacity && !self.make_room(tone.state.power) {
            return;
        }
        let from = tone.at;
        for (at, sum) in sound.iter_mut().enumerate() {
            if at >= from {
                *sum += tone.rotor.turn();
                if (at + 1).is_multiple_of(HOLD) {
                    tone.rotor.w = product(tone.rotor.q, tone.rotor.w);
                }
            }
        }
        let Rotor { z, w, q, missing, swell_decay } = tone.rotor;
        let values = [z[0], z[1], w[0], w[1], q[0], q[1], missing, swell_decay];
        let slot = self.states.len();
        self.states.push(tone.state);
        for (row, value) in values.into_iter().enumerate() {
            self.set_value(row, slot, value);
        }
    }

    /// Fades out the faintest tone if it is fainter than `power` \[Pa²\]. Returns whether a tone fades out.
    fn make_room(&mut self, power: f64) -> bool {
        let staying = self.states.iter().enumerate().filter(|(_, state)| !state.fading);
        let faintest = staying.min_by(|(_, a), (_, b)| a.power.total_cmp(&b.power));
        let Some((slot, state)) = faintest else {
            return false;
        };
        if state.power >= power || self.fading >= MAX_FADING {
            return false;
        }
        self.fade_out(slot);
        true
    }

    /// Returns the number of running and new tones.
    pub fn active_count(&self) -> usize {
        self.states.len() + self.new_tones.len()
    }

    /// Whether no tone is running, so that the next block is exactly zero. Real-time: yes.
    pub fn silent(&self) -> bool {
        self.active_count() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f64 = 48_000.0;

    fn rendered(bank: &mut ToneBank, blocks: usize) -> Vec<f64> {
        let mut output = Vec::new();
        for _ in 0..blocks {
            let mut sound = [0.0; BLOCK];
            bank.add(&mut sound);
            output.extend(sound);
        }
        output
    }

    #[test]
    fn a_tone_follows_its_equation_from_any_sample_of_a_block() {
        for (at, swell) in [(0, 0.0), (17, 0.0), (63, 0.002)] {
            let tone = DampedTone { frequency: 3000.0, decay: 300.0, rise: 30.0, amplitude: 0.02, swell };
            let mut bank = ToneBank::new(Step::at_rate(RATE), 8);
            assert!(bank.begin(at, &tone));
            let output = rendered(&mut bank, 30);
            let furthest = output.iter().enumerate().map(|(n, sample)| {
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
            // The expected error 3π f σ T² is 4e-4 rad.
            assert!(furthest < 1e-3, "{furthest} of the amplitude, started at {at}, swell {swell} s");
        }
    }

    #[test]
    fn a_tone_ends_after_80_decibels_in_exact_silence() {
        let mut bank = ToneBank::new(Step::at_rate(RATE), 8);
        bank.begin(
            0,
            &DampedTone { frequency: 1000.0, decay: 100.0, amplitude: 1.0, ..DampedTone::default() },
        );
        // The tone ends after ln(10⁴)/100 = 92 ms, which are 69.1 blocks.
        rendered(&mut bank, 69);
        assert_eq!(bank.active_count(), 1);
        rendered(&mut bank, 1);
        assert!(bank.silent());
        assert_eq!(rendered(&mut bank, 1), [0.0; BLOCK]);
    }

    #[test]
    fn a_full_bank_fades_out_its_faintest_tone_and_rejects_fainter_ones() {
        let mut bank = ToneBank::new(Step::at_rate(RATE), 16);
        let tone =
            |amplitude| DampedTone { frequency: 1000.0, decay: 1.0, amplitude, ..DampedTone::default() };
        for n in 0..16 {
            bank.begin(0, &tone(1.0 + f64::from(n)));
        }
        rendered(&mut bank, 1);
        bank.begin(0, &tone(0.5));
        bank.begin(0, &tone(100.0));
        rendered(&mut bank, 1);
        assert_eq!(bank.active_count(), 17, "one of them is fading out");
        rendered(&mut bank, 2);
        assert_eq!(bank.active_count(), 16);
        let faintest = bank.states.iter().map(|state| state.power);
        let faintest = faintest.fold(f64::INFINITY, f64::min).sqrt();
        assert!((faintest - 2.0).abs() < 0.1, "{faintest}");
    }

    #[test]
    fn a_tone_that_rises_to_the_band_limit_fades_out_instead_of_aliasing() {
        let mut bank = ToneBank::new(Step::at_rate(RATE), 8);
        let tone = DampedTone { frequency: 10_000.0, decay: 20.0, rise: 40.0, amplitude: 1.0, swell: 0.0 };
        assert!(bank.begin(0, &tone));
        // The pitch reaches 0.48 of the sample rate after 32.6 ms, which are 24.5 blocks.
        rendered(&mut bank, 23);
        assert_eq!(bank.active_count(), 1);
        rendered(&mut bank, 3);
        assert!(bank.silent());
        assert!(!bank.begin(0, &DampedTone { frequency: 21_700.0, ..tone }));
    }
}
