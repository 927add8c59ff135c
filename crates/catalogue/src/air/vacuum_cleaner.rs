//! A vacuum cleaner: noise of the fan and of the air in a hose whose mouth is open or stopped.
//!
//! $$ p(t) = b(t) + R_0\,(h_0 * p^-)(t), \qquad f_n = \frac{n c}{2L} \text{ (open)}, \quad f_n = \frac{(2n-1)\,c}{4L} \text{ (corked)} $$
//!
//! | symbol | here                       | unit | meaning                                                                  |
//! |--------|----------------------------|------|--------------------------------------------------------------------------|
//! | L      | [`Hose::length`]           | m    | length of the hose, end corrections included                             |
//! | R      | [`Hose::reflection`]       | 1    | what the ends throw back; with the sign of an open or a closed end       |
//! | h      | [`Hose::low_pass`]         | Hz   | cut of what they throw back; lower by [`Hose::stopper`] while it is corked |
//! | b      | [`Fan::level`], `switch`   | Pa   | pink noise of fan and flow, as loud as the fan turns fast                |
//! |        | [`Fan::whine`]             | Pa   | the tone of the fan's blades, at its speed                               |
//! |        | [`Sway`]                   |      | slow oscillator on the length and on the cuts                            |
//! |        | [`Casing`]                 | Hz   | high- and low-pass on the way out                                        |
//!
//! The fan stands at the one end, which is open; somebody's palm closes the other (`cork`, `uncork`). A fan
//! that gets no air runs free, faster than before.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/vacuum_cleaner_facts.rs`.

pub use super::cleaner::{Casing, Fan, Hose, Sway};

use super::cleaner::LENGTH;
use crate::solids::curve::smooth;
use core::f64::consts::{SQRT_2, TAU};
use foley_contact::Step;
use foley_dsp::random::mixed;
use foley_dsp::signal::{End, OnePole, Pink, Section, Tube, cut};
use foley_params::{Info, Scale, Unit};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// A vacuum cleaner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VacuumCleaner {
    /// The fan and its motor.
    pub fan: Fan,
    /// The hose.
    pub hose: Hose,
    /// How it is moved about.
    pub sway: Sway,
    /// What gets out.
    pub casing: Casing,
}

const SWITCH: usize = 0;
const CORK: usize = 1;

const SHUT: Info = Info {
    id: "cork",
    symbol: "k",
    unit: Unit::One,
    doc: "Closes the mouth of the hose so far: 1 is airtight.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// Effective value of pink noise of a density of 1/Hz at 1 kHz between 20 Hz and 20 kHz: √(1000 ln 1000).
const PINK: f64 = 83.1;

impl Model for VacuumCleaner {
    const INFO: ModelInfo = ModelInfo {
        name: "vacuum-cleaner",
        title: "A vacuum cleaner, its hose open or stopped",
        family: Family::Air,
        level: Level::Process,
        made_of: &[],
        physics: "The pink noise of a fan and of the air that it draws runs to and fro in the hose. Open at both ends the hose rings at the multiples of c/2L; a palm on \
                  its mouth turns the sign of what is thrown back, and it rings at the odd multiples of c/4L, an octave lower and duller, while the fan that gets no air runs faster. \
                  A slow oscillator moves length and cuts, as when the hose is moved about.",
        equation: "f = n·c/2L open,  f = (2n − 1)·c/4L corked",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        fan: Motion,
        hose: Structure,
        sway: Motion,
        casing: Structure,
    ];
    const MODIFYING_GESTURES: &'static [&'static str] = &["cork", "uncork"];
    const GESTURES: &'static [Info] = &[
        Info { id: "switch", doc: "Switches it on (1) or off (0).", ..SHUT },
        SHUT,
        Info { id: "uncork", doc: "Opens the mouth of the hose again, so far: 1 is all.", ..SHUT },
    ];
    // Pink noise is within ±110 of its effective values at any rate up to 192 kHz (the shelves' answers to an
    // impulse add up to 52, each even number is within √3). The tube gives at most 1.3/(1 − 0.95²) ≈ 14 times
    // of it, scaled by √(1 − R⁴); the casing's two filters twice that: 110 · 0.5 Pa · 14 · 2 and the whine.
    const OUTPUT: OutputKind = OutputKind::pressure(1600.0);
    type Player = VacuumCleanerPlayer;

    fn player(&self, seed: u64, step: Step) -> VacuumCleanerPlayer {
        let longest = LENGTH.max * (1.0 + 0.2);
        VacuumCleanerPlayer {
            noise: Pink::new(mixed(seed, 0), step),
            tube: Tube::new(longest, step),
            out: Section::REST,
            low: OnePole::default(),
            high: OnePole::default(),
            on: false,
            left: 0.0,
            speed: 0.0,
            stopped: Moved::default(),
            phase: [mixed(seed, 1) as f64 / u64::MAX as f64, 0.0],
            level: [0.0; 2],
            quiet: QUIET_FOR,
        }
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        let part = |share: f64| share * self.fan.duration;
        vec![(0.0, SWITCH, 1.0), (part(0.45), CORK, 1.0), (part(0.72), CORK + 1, 1.0)]
    }
}

/// A palm takes so long \[s\].
const PALM: f64 = 0.06;
/// After so long without a sound all is still \[s\].
const QUIET_FOR: f64 = 0.1;
/// Less is silence \[Pa\].
const STILL: f64 = 1e-9;

/// How far the mouth is closed.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    to: f64,
    now: f64,
}

/// Switches it on and off, closes and opens the hose.
#[derive(Clone, Debug)]
pub struct VacuumCleanerPlayer {
    noise: Pink,
    tube: Tube,
    out: Section,
    low: OnePole,
    high: OnePole,
    on: bool,
    /// Until it is switched off \[s\].
    left: f64,
    /// Of the fan, as a part of its full speed \[1\].
    speed: f64,
    stopped: Moved,
    /// Of the sway and of the whine, in turns \[1\].
    phase: [f64; 2],
    /// Of noise and whine at the end of the last block.
    level: [f64; 2],
    /// How long nothing has been heard \[s\].
    quiet: f64,
}

impl VacuumCleanerPlayer {
    fn hear(&mut self, now: &VacuumCleaner, block: &Block<'_>) {
        for done in block.gestures() {
            let value = done.value.clamp(0.0, 1.0);
            match done.gesture {
                SWITCH => {
                    self.on = value >= 0.5;
                    self.left = now.fan.duration;
                }
                CORK => self.stopped.to = value,
                _ => self.stopped.to = 1.0 - value,
            }
        }
    }

    fn turn(&mut self, fan: &Fan, passed: f64) {
        self.left -= passed;
        if self.left <= 0.0 {
            self.on = false;
        }
        // A motor that is switched off is braked by its bearings, evenly.
        let by = if self.on { passed / fan.spin_up } else { -passed / fan.spin_down };
        self.speed = (self.speed + by).clamp(0.0, 1.0);
        let by = passed / PALM;
        self.stopped.now += (self.stopped.to - self.stopped.now).clamp(-by, by);
    }
}

impl Player<VacuumCleaner> for VacuumCleanerPlayer {
    fn play(&mut self, now: &VacuumCleaner, block: &mut Block<'_>) {
        self.hear(now, block);
        let step = block.step();
        let passed = step.seconds() * BLOCK as f64;
        self.turn(&now.fan, passed);
        if self.silent() && self.speed == 0.0 {
            return;
        }
        let VacuumCleaner { fan, hose, sway, casing } = *now;
        self.phase[0] += sway.rate * passed;
        self.phase[0] -= self.phase[0].floor();
        let swing = sway.depth * libm::sin(TAU * self.phase[0]);
        let shut = smooth(self.stopped.now);
        let cuts = (1.0 + 3.0 * swing) * (1.0 - shut * (1.0 - hose.stopper));
        let end = End { reflection: -hose.reflection, cut: hose.low_pass * cuts };
        let mouth = End { reflection: hose.reflection * (2.0 * shut - 1.0), ..end };
        self.tube.aim(hose.length * (1.0 + swing), [end, mouth], 0.0);
        // Flow noise grows with a high power of the speed; the faster, the brighter.
        let speed = smooth(self.speed);
        let turning = speed * (1.0 + (fan.race - 1.0) * shut);
        let loop_gain = hose.reflection * hose.reflection;
        let loud = turning * turning * turning.sqrt();
        let noise = fan.level * loud * (1.0 - loop_gain * loop_gain).sqrt() / PINK;
        let whine = SQRT_2 * fan.whine * loud;
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
        for (n, heard) in sound.iter_mut().enumerate() {
            let way = (n + 1) as f64 / BLOCK as f64;
            let sent = self.noise.draw() * (from_noise + way * (noise - from_noise));
            let [at_fan, _] = self.tube.tick([self.low.low(sent, slow), 0.0]);
            (sin, cos) = (sin * turn_cos + cos * turn_sin, cos * turn_cos - sin * turn_sin);
            // A blade's pressure is a little sharper than a sine.
            let tone = (from_whine + way * (whine - from_whine)) * sin * (1.0 + 0.4 * cos);
            let inside = at_fan.leaving + tone;
            let out = self.high.high(self.out.pass(inside, low, SQRT_2)[0], high);
            loudest = loudest.max(out.abs());
            *heard = out;
        }
        if self.speed == 0.0 && loudest < STILL {
            self.quiet += passed;
            if self.silent() {
                self.tube.rest();
                self.out = Section::REST;
                (self.low, self.high) = Default::default();
            }
        } else {
            self.quiet = 0.0;
        }
        block.add(&sound);
    }

    fn done(&self) -> bool {
        !self.on && self.speed == 0.0
    }

    fn silent(&self) -> bool {
        self.quiet >= QUIET_FOR
    }
}
