//! Vacuum cleaner: noise of the fan and of the air in a hose whose mouth is open or stopped.
//!
//! ```math
//! p(t) = b(t) + R_0\,(h_0 * p^-)(t), \qquad f_n = \frac{n c}{2L} \text{ (open)}, \quad f_n = \frac{(2n-1)\,c}{4L} \text{ (corked)}
//! ```
//!
//! | symbol | here                       | unit | meaning                                                                  |
//! |--------|----------------------------|------|--------------------------------------------------------------------------|
//! | L      | [`Hose::length`]           | m    | length of the hose, end corrections included                             |
//! | R      | [`Hose::reflection`]       | 1    | reflection at the ends; its sign is that of an open or closed end        |
//! | h      | [`Hose::low_pass`]         | Hz   | low-pass of the reflection; lower by [`Hose::stopper`] while corked      |
//! | b      | [`Fan::level`], `switch`   | Pa   | pink noise of fan and flow; its level follows the fan speed              |
//! |        | [`Fan::whine`]             | Pa   | blade tone of the fan, at its speed                                      |
//! |        | [`Sway`]                   |      | slow oscillation of length and cut-offs                                  |
//! |        | [`Casing`]                 | Hz   | high- and low-pass on the way out                                        |
//!
//! The fan is at the open end of the hose; a palm closes the other end (`cork`, `uncork`). Without air flow
//! the fan runs faster.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/all/vacuum_cleaner_facts.rs`.

pub use super::vacuum_params::{Casing, Fan, Hose, Sway};

use super::vacuum_params::LENGTH;
use crate::solids::curve::smooth;
use core::f64::consts::{SQRT_2, TAU};
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_dsp::signal::{OnePole, PinkNoise, Section, Tube, TubeEnd, cut};
use foley_params::{Info, Scale, Unit};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

parts! {
    /// Model of a vacuum cleaner.
    pub struct VacuumCleaner {
        /// Levels and speeds of the fan and its motor.
        fan: Fan, Motion;
        /// Length and ends of the hose, which resonates.
        hose: Hose, Structure;
        /// Rate and depth of the hose's motion.
        sway: Sway, Motion;
        /// Filter of the casing around fan and motor.
        casing: Casing, Structure;
    }
}

const SWITCH: usize = 0;
const CORK: usize = 1;

const CORK_INFO: Info = Info {
    id: "cork",
    symbol: "k",
    unit: Unit::One,
    doc: "Closes the mouth of the hose by this share: 1 is airtight.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// RMS value of pink noise between 20 Hz and 20 kHz, with a density of 1/Hz at 1 kHz: √(1000 ln 1000).
const PINK_LEVEL: f64 = 83.1;

impl Model for VacuumCleaner {
    const INFO: ModelInfo = ModelInfo {
        name: "vacuum-cleaner",
        title: "A vacuum cleaner, its hose open or stopped",
        family: Family::Air,
        level: Level::Process,
        made_of: &[],
        physics: "The pink noise of fan and air flow travels back and forth in the hose. Open at both ends the hose resonates at the multiples of c/2L. A palm on its mouth inverts \
                  the reflection: the hose resonates at the odd multiples of c/4L, an octave lower and duller, and the fan runs faster without air flow. A slow oscillation of \
                  length and cut-off frequencies stands for a moving hose.",
        equation: "f = n·c/2L open,  f = (2n − 1)·c/4L corked",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["cork", "uncork"];
    const GESTURES: &'static [Info] = &[
        Info { id: "switch", doc: "Switches the vacuum cleaner on (1) or off (0).", ..CORK_INFO },
        CORK_INFO,
        Info {
            id: "uncork",
            doc: "Opens the mouth of the hose by this share: 1 is fully open.",
            ..CORK_INFO
        },
    ];
    // Pink noise stays within ±110 RMS values at any rate up to 192 kHz: the impulse responses of the shelves
    // sum to 52, and uniform noise is within √3. The tube multiplies by at most 1.3/(1 − 0.95²) ≈ 14, scaled
    // by √(1 − R⁴); the two casing filters double that. So the bound is 110 · 0.5 Pa · 14 · 2, plus the
    // whine.
    const OUTPUT: OutputKind = OutputKind::pressure(1600.0);
    type Player = VacuumCleanerPlayer;

    fn player(&self, seed: u64, step: Step) -> VacuumCleanerPlayer {
        let max_length = LENGTH.max * (1.0 + 0.2);
        VacuumCleanerPlayer {
            noise: PinkNoise::new(mix_seed(seed, 0), step),
            tube: Tube::new(max_length, step),
            out: Section::REST,
            low: OnePole::default(),
            high: OnePole::default(),
            on: false,
            time_left: 0.0,
            speed: 0.0,
            closure: MouthClosure::default(),
            phase: [mix_seed(seed, 1) as f64 / u64::MAX as f64, 0.0],
            level: [0.0; 2],
            quiet_time: QUIET_TIME,
        }
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        let part = |share: f64| share * self.fan.duration;
        vec![(0.0, SWITCH, 1.0), (part(0.45), CORK, 1.0), (part(0.72), CORK + 1, 1.0)]
    }
}

/// Time in which a palm closes the mouth of the hose \[s\].
const CORK_TIME: f64 = 0.06;
/// Time without sound after which the player counts as silent \[s\].
const QUIET_TIME: f64 = 0.1;
/// Pressure below which a sample counts as silent \[Pa\].
const SILENT_PRESSURE: f64 = 1e-9;

/// Closure of the hose's mouth, from 0 (open) to 1 (closed).
#[derive(Clone, Copy, Debug, Default)]
struct MouthClosure {
    target: f64,
    current: f64,
}

/// Plays [`VacuumCleaner`]: the noise of the fan through hose and casing, and the whine.
#[derive(Clone, Debug)]
pub struct VacuumCleanerPlayer {
    noise: PinkNoise,
    tube: Tube,
    out: Section,
    low: OnePole,
    high: OnePole,
    on: bool,
    /// Time until the vacuum cleaner switches off \[s\].
    time_left: f64,
    /// Fan speed, as a share of full speed \[1\].
    speed: f64,
    closure: MouthClosure,
    /// Phases of the sway and of the whine \[cycles\].
    phase: [f64; 2],
    /// Levels of noise and whine at the end of the previous block \[Pa\].
    level: [f64; 2],
    /// Time without sound so far \[s\].
    quiet_time: f64,
}

impl VacuumCleanerPlayer {
    fn apply_gestures(&mut self, now: &VacuumCleaner, block: &Block<'_>) {
        for gesture in block.gestures() {
            let value = gesture.value.clamp(0.0, 1.0);
            match gesture.gesture {
                SWITCH => {
                    self.on = value >= 0.5;
                    self.time_left = now.fan.duration;
                }
                CORK => self.closure.target = value,
                _ => self.closure.target = 1.0 - value,
            }
        }
    }

    fn advance(&mut self, fan: &Fan, seconds: f64) {
        self.time_left -= seconds;
        if self.time_left <= 0.0 {
            self.on = false;
        }
        // Without power the bearings brake the fan at a constant rate.
        let by = if self.on { seconds / fan.spin_up } else { -seconds / fan.spin_down };
        self.speed = (self.speed + by).clamp(0.0, 1.0);
        let by = seconds / CORK_TIME;
        self.closure.current += (self.closure.target - self.closure.current).clamp(-by, by);
    }
}

impl Player<VacuumCleaner> for VacuumCleanerPlayer {
    fn play(&mut self, now: &VacuumCleaner, block: &mut Block<'_>) {
        self.apply_gestures(now, block);
        let step = block.step();
        let seconds = step.seconds() * BLOCK as f64;
        self.advance(&now.fan, seconds);
        if self.silent() && self.speed == 0.0 {
            return;
        }
        let VacuumCleaner { fan, hose, sway, casing } = *now;
        self.phase[0] += sway.rate * seconds;
        self.phase[0] -= self.phase[0].floor();
        let swing = sway.depth * libm::sin(TAU * self.phase[0]);
        let closed = smooth(self.closure.current);
        let cuts = (1.0 + 3.0 * swing) * (1.0 - closed * (1.0 - hose.stopper));
        let end = TubeEnd { reflection: -hose.reflection, cut: hose.low_pass * cuts };
        let mouth = TubeEnd { reflection: hose.reflection * (2.0 * closed - 1.0), ..end };
        self.tube.set_target(hose.length * (1.0 + swing), [end, mouth], 0.0);
        // The flow noise grows with a high power of the fan speed, and becomes brighter.
        let speed = smooth(self.speed);
        let turning = speed * (1.0 + (fan.race - 1.0) * closed);
        let loop_gain = hose.reflection * hose.reflection;
        let loudness = turning * turning * turning.sqrt();
        let noise = fan.level * loudness * (1.0 - loop_gain * loop_gain).sqrt() / PINK_LEVEL;
        let whine = SQRT_2 * fan.whine * loudness;
        let [from_noise, from_whine] = self.level;
        self.level = [noise, whine];
        let (low, high) = (cut(casing.low_pass * cuts, step), cut(casing.high_pass, step));
        let slow = cut(casing.low_pass * (0.1 + 0.9 * speed), step);
        let w = TAU * (fan.pitch * turning * step.seconds()).min(0.45);
        let (turn_sin, turn_cos) = (libm::sin(w), libm::cos(w));
        let phase = TAU * self.phase[1];
        let (mut sin, mut cos) = (libm::sin(phase), libm::cos(phase));
        self.phase[1] += w / TAU * BLOCK as f64;
        self.phase[1] -= self.phase[1].floor();
        let mut sound = [0.0; BLOCK];
        let mut loudest = 0.0_f64;
        for (n, sample) in sound.iter_mut().enumerate() {
            let position = (n + 1) as f64 / BLOCK as f64;
            let input = self.noise.draw() * (from_noise + position * (noise - from_noise));
            let [at_fan, _] = self.tube.tick([self.low.low(input, slow), 0.0]);
            (sin, cos) = (sin * turn_cos + cos * turn_sin, cos * turn_cos - sin * turn_sin);
            // The pressure wave of a blade is slightly sharper than a sine.
            let tone = (from_whine + position * (whine - from_whine)) * sin * (1.0 + 0.4 * cos);
            let inside = at_fan.leaving + tone;
            let out = self.high.high(self.out.pass(inside, low, SQRT_2)[0], high);
            loudest = loudest.max(out.abs());
            *sample = out;
        }
        if self.speed == 0.0 && loudest < SILENT_PRESSURE {
            self.quiet_time += seconds;
            if self.silent() {
                self.tube.rest();
                self.out = Section::REST;
                (self.low, self.high) = Default::default();
            }
        } else {
            self.quiet_time = 0.0;
        }
        block.add(&sound);
    }

    fn done(&self) -> bool {
        !self.on && self.speed == 0.0
    }

    fn silent(&self) -> bool {
        self.quiet_time >= QUIET_TIME
    }
}
