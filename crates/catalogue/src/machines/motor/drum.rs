//! Drum of a washing machine: laundry that tumbles or spins, in water.
//!
//! Ribs lift the laundry until its weight exceeds the centrifugal force; then it falls and lands. Above the
//! critical speed it spins along, out of balance, and the tub strikes its stops:
//!
//! ```math
//! \sin\alpha = \frac{\omega^2 R}{g}, \qquad h = R\,(1 + \sin\alpha), \qquad v = \sqrt{2 g h}, \qquad F(t) = \frac{6 m v}{\tau}\,\frac{t}{\tau}\left(1 - \frac{t}{\tau}\right)
//! ```
//!
//! | symbol | here                          | unit | meaning                                                   |
//! |--------|-------------------------------|------|-----------------------------------------------------------|
//! | R      | [`super::Drum::radius`]       | m    | radius of the drum                                        |
//! | ω      | turns of the wheel            | 1/s  | angular speed of the drum; the critical one is √(g/R)     |
//! | α, h   |                               | rad, m | angle above the axis at which the laundry falls; height |
//! | m, v   | share of [`super::Drum::laundry`] | kg, m/s | mass and speed of a fall                          |
//! | τ      | `SOFT_TIME`, `HARD_TIME`      | s    | contact time: wet cloth, buttons                          |
//!
//! Between the falls the cloth slides over the holes of the drum; this roughness noise grows with the speed
//! and the weight. Each rib that dips in and each fall entrains bubbles, at random; a bubble of radius a
//! sounds at Minnaert's frequency 3.26 m/s / a and decays by radiation and heat. Its pressure grows with its
//! radius.
//!
//! Sources: \[Norton2003\], unbalance; \[BenAbdelounis2010\], roughness noise; \[Minnaert1933\] and
//! \[vandenDoel2005\], bubbles. Facts: `tests/all/motor_facts.rs`.

use super::parts::Drum;
use crate::air::ramp::Ramp;
use core::f64::consts::TAU;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{OnePole, Phase, WhiteNoise, cut};

/// Ribs of the drum.
const RIBS: u64 = 3;
/// Acceleration of gravity [m/s²].
const GRAVITY: f64 = 9.81;
/// Shortest and longest contact time of wet cloth on steel \[s\]: a flat slap, a thick bundle.
const SOFT_TIME: [f64; 2] = [0.002, 0.03];
/// Contact time of a button on steel \[s\].
const HARD_TIME: f64 = 3e-4;
/// Mass of a button \[kg\].
const BUTTON: f64 = 0.002;
/// Share of the laundry that lies out of balance when it spins \[1\].
const OUT_OF_BALANCE: f64 = 0.1;
/// Turns per second above which a drum shakes no harder \[Hz\]: 1800 per minute.
const MAX_TURNS: f64 = 30.0;
/// Contact time of the tub at its stops \[s\].
const STOP_TIME: f64 = 0.006;
/// Maximum number of falls and knocks that sound at once.
const PULSES: usize = 12;
/// RMS force of cloth that slides over the perforated drum at 1 m/s, relative to its weight \[1\].
const SLIDE_SHARE: f64 = 0.25;
/// Cut-off frequency of that force \[Hz\]: cloth is softer than the edges of the holes.
const SLIDE_CUT: f64 = 2500.0;
/// Bandwidth in which the force has its RMS value \[Hz\].
const SLIDE_BAND: f64 = 4000.0;
/// Maximum number of bubbles that sound at once.
const BUBBLES: usize = 24;
/// Mean number of bubbles per second and kilogram of water at a speed of the ribs of 1 m/s.
const BUBBLE_RATE: f64 = 25.0;
/// Pressure of a bubble per radius, through the wall of the tub, at 1 m [Pa/m].
const BUBBLE_PRESSURE: f64 = 13.0;

/// Returns the height \[m\] from which laundry falls, in a drum of a radius \[m\] at a number of turns per
/// second \[Hz\]; `None` at and above the critical speed.
pub fn fall_height(radius: f64, turns: f64) -> Option<f64> {
    let w = TAU * turns;
    let sine = w * w * radius / GRAVITY;
    if sine < 1.0 { Some(radius * (1.0 + sine)) } else { None }
}

/// Force that waits and then acts along a parabola.
#[derive(Clone, Copy, Debug, Default)]
struct Pulse {
    wait: f64,
    time: f64,
    length: f64,
    scale: f64,
}

/// Decaying tone of a bubble.
#[derive(Clone, Copy, Debug, Default)]
struct Bubble {
    /// Time until the bubble begins \[s\].
    wait: f64,
    sine: f64,
    cosine: f64,
    turn: [f64; 2],
}

impl Bubble {
    /// Whether the bubble is 60 dB below a bubble of a millimetre, or free.
    #[inline]
    fn silent(&self) -> bool {
        self.sine.abs() + self.cosine.abs() < 1e-6
    }
}

/// Generator of the sounds of a drum.
#[derive(Clone, Debug)]
pub(super) struct DrumContents {
    dice: Dice,
    rib: usize,
    next_bubble: f64,
    stir: f64,
    pulses: [Pulse; PULSES],
    bubbles: [Bubble; BUBBLES],
    white: WhiteNoise,
    cloth: OnePole,
    slide: Ramp,
    cut: f64,
    awake: bool,
}

impl DrumContents {
    pub(super) fn new(seed: u64, step: Step) -> Self {
        let mut dice = Dice::new(mix_seed(seed, 0));
        Self {
            next_bubble: dice.exponential(1.0),
            dice,
            rib: 0,
            stir: 0.0,
            pulses: [Pulse::default(); PULSES],
            bubbles: [Bubble::default(); BUBBLES],
            white: WhiteNoise::new(mix_seed(seed, 1)),
            cloth: OnePole::default(),
            slide: Ramp::ZERO,
            cut: cut(SLIDE_CUT, step),
            awake: false,
        }
    }

    fn push(&mut self, wait: f64, length: f64, momentum: f64) {
        if let Some(free) = self.pulses.iter_mut().find(|pulse| pulse.length == 0.0) {
            *free = Pulse { wait, time: 0.0, length, scale: 6.0 * momentum / length };
            self.awake = true;
        }
    }

    /// Adds a bubble that sounds after `wait` \[s\].
    fn bubble(&mut self, wait: f64, step: Step) {
        // Radii by a power law, as of the bubbles of a splash.
        let radius = self.dice.power(0.0005, 0.015, 3.0);
        let frequency = 3.26 / radius;
        // Decay rate by radiation and heat.
        let decay = 0.13 / radius + 0.0072 * libm::pow(radius, -1.5);
        let w = TAU * (frequency * step.seconds()).min(0.45);
        let shrink = libm::exp(-decay * step.seconds());
        let strength = BUBBLE_PRESSURE * radius * self.dice.between(0.3, 1.0);
        if let Some(free) = self.bubbles.iter_mut().find(|bubble| bubble.silent()) {
            let turn = [shrink * libm::cos(w), shrink * libm::sin(w)];
            *free = Bubble { wait, sine: 0.0, cosine: strength, turn };
            self.awake = true;
        }
    }

    /// Looks at the drum once per block; `turns` is its speed \[Hz\]. Real-time: yes.
    pub(super) fn aim(&mut self, drum: &Drum, wheel: Phase, turns: f64, seconds: f64, step: Step) {
        if drum.laundry <= 0.0 {
            self.slide.aim(0.0);
            return;
        }
        let rim = TAU * turns * drum.radius;
        // Most slides as the ribs lift, and nothing once the laundry spins along.
        let w = TAU * turns;
        let loose = (2.0 - w * w * drum.radius / GRAVITY).clamp(0.0, 1.0);
        let [lift, _] = wheel.times(RIBS).sine();
        let weight = drum.laundry * GRAVITY * loose * (1.0 + 0.6 * lift);
        let spread = WhiteNoise::per_hertz(step) / SLIDE_BAND.sqrt();
        self.slide.aim(SLIDE_SHARE * weight * rim.min(3.0) * spread);
        self.awake = true;
        let (rib, way) = wheel.of(RIBS);
        if rib != self.rib && turns > 0.0 {
            self.rib = rib;
            // The rib passed within the last block; what follows comes a block later, at its own sample.
            let late = (seconds - way / (RIBS as f64 * turns)).max(0.0);
            if let Some(height) = fall_height(drum.radius, turns) {
                let clumps = 1 + (3.0 * self.dice.unit()) as usize;
                for _ in 0..clumps {
                    let height = height * self.dice.between(0.5, 1.0);
                    let time = late + (2.0 * height / GRAVITY).sqrt() + self.dice.between(0.0, 0.2);
                    let speed = (2.0 * GRAVITY * height).sqrt();
                    // A bundle lands fold by fold.
                    let soft = self.dice.power(SOFT_TIME[0], SOFT_TIME[1], 1.0);
                    // The thicker the bundle, the heavier it is and the longer it lands.
                    let share = soft / SOFT_TIME[1] * self.dice.between(0.3, 1.0);
                    let mass = drum.laundry / RIBS as f64 * share;
                    self.push(time, soft, mass * speed);
                    if self.dice.unit() < drum.buttons {
                        let button = BUTTON * self.dice.between(0.3, 1.5);
                        let hard = HARD_TIME * self.dice.between(0.5, 2.0);
                        let time = time + self.dice.between(0.0, 0.06);
                        self.push(time, hard, 1.8 * button * speed);
                    }
                    self.stir += speed;
                }
            } else if rib == 0 {
                // The unbalanced mass throws the tub against its stops once per turn.
                let w = TAU * turns.min(MAX_TURNS);
                let throw = OUT_OF_BALANCE * drum.laundry * drum.radius * w;
                let time = STOP_TIME * self.dice.between(0.8, 1.2);
                let share = self.dice.between(0.08, 0.2);
                self.push(late, time, share * throw);
            }
        }
        self.stir *= libm::exp(-seconds / 0.15);
        let rate = BUBBLE_RATE * drum.water * (0.4 * rim.min(3.0) + self.stir);
        // A Poisson process: the times between bubbles are exponential, within blocks and across them.
        let expected = rate * seconds;
        for _ in 0..BUBBLES {
            if self.next_bubble >= expected {
                break;
            }
            self.bubble(self.next_bubble / rate, step);
            self.next_bubble += self.dice.exponential(1.0);
        }
        self.next_bubble = (self.next_bubble - expected).max(0.0);
    }

    /// Returns the amplitude \[N\] of the force of laundry that spins out of balance at a number of turns
    /// per second \[Hz\]. Real-time: yes.
    pub(super) fn unbalance(drum: &Drum, turns: f64) -> f64 {
        let w = TAU * turns.min(MAX_TURNS);
        // Laundry that tumbles lies nowhere for long.
        let lies = (w * w * drum.radius / GRAVITY - 1.0).clamp(0.0, 1.0);
        lies * OUT_OF_BALANCE * drum.laundry * drum.radius * w * w
    }

    /// Returns the force on the tub \[N\] and the pressure of the bubbles at 1 m \[Pa\]. Real-time: yes.
    #[inline]
    pub(super) fn next(&mut self, seconds: f64) -> [f64; 2] {
        if !self.awake {
            return [0.0; 2];
        }
        let mut force = self.cloth.low(self.slide.step() * self.white.draw(), self.cut);
        for pulse in self.pulses.iter_mut().filter(|pulse| pulse.length > 0.0) {
            pulse.wait -= seconds;
            if pulse.wait > 0.0 {
                continue;
            }
            pulse.time += seconds;
            let way = pulse.time / pulse.length;
            if way >= 1.0 {
                *pulse = Pulse::default();
            } else {
                force += pulse.scale * way * (1.0 - way);
            }
        }
        let mut sound = 0.0;
        for bubble in self.bubbles.iter_mut().filter(|bubble| !bubble.silent()) {
            if bubble.wait > 0.0 {
                bubble.wait -= seconds;
                continue;
            }
            let [c, s] = bubble.turn;
            (bubble.sine, bubble.cosine) =
                (c * bubble.sine + s * bubble.cosine, c * bubble.cosine - s * bubble.sine);
            sound += bubble.sine;
        }
        [force, sound]
    }

    /// Sets the drum to rest. Real-time: yes.
    pub(super) fn rest(&mut self) {
        self.pulses = [Pulse::default(); PULSES];
        self.bubbles = [Bubble::default(); BUBBLES];
        self.stir = 0.0;
        self.cloth = OnePole::default();
        self.slide = Ramp::ZERO;
        self.awake = false;
    }
}
