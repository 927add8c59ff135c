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
//! The fan stands at the one end, which is open; somebody's palm closes the other (`cork`, `uncork`). A fan that gets no air runs free, faster than before.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/vacuum_cleaner_facts.rs`.

use crate::random::mixed;
use crate::signal::{End, OnePole, Pink, Section, Tube, cut};
use crate::solids::curve::smooth;
use crate::{About, BLOCK, Block, Family, Heard, Level, Model, PartOf, Player, parts};
use core::f64::consts::{SQRT_2, TAU};
use foley_contact::Step;
use foley_params::{Handle, Info, Param, Parametric, Scale, Unit};

/// The hose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hose {
    /// L \[m\]
    pub length: f64,
    /// |R| \[1\]
    pub reflection: f64,
    /// Cut of h \[Hz\]
    pub low_pass: f64,
    /// The cuts while it is corked, as a part of what they are \[1\].
    pub stopper: f64,
}

impl Default for Hose {
    /// A hose with its wand.
    fn default() -> Self {
        Self {
            length: 1.5,
            reflection: 0.85,
            low_pass: 4000.0,
            stopper: 0.5,
        }
    }
}

const LENGTH: Param<Hose> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "Length of the hose with its tubes.",
    min: 0.1,
    max: 6.0,
    scale: Scale::Logarithmic,
    default: 1.5,
    glide: 0.05,
    handle: Some(Handle {
        name: "size",
        low: "crevice nozzle",
        high: "hose through the house",
    }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Hose {
    const NAME: &'static str = "hose";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "reflection",
            symbol: "R",
            unit: Unit::One,
            doc: "What the ends throw back of a wave: the more, the sharper the tones of the hose.",
            min: 0.0,
            max: 0.95,
            scale: Scale::Linear,
            default: 0.85,
            handle: Some(Handle {
                name: "hollowness",
                low: "hiss",
                high: "pipe",
            }),
            get: |it| it.reflection,
            set: |it, value| it.reflection = value,
            ..LENGTH
        },
        Param {
            id: "low-pass",
            symbol: "f_h",
            unit: Unit::Hertz,
            doc: "Above this frequency an end throws back less.",
            min: 200.0,
            max: 16_000.0,
            default: 4000.0,
            handle: None,
            get: |it| it.low_pass,
            set: |it, value| it.low_pass = value,
            ..LENGTH
        },
        Param {
            id: "stopper",
            symbol: "s",
            unit: Unit::One,
            doc: "What is left of the cuts of frequency while it is corked: a soft palm takes more of them.",
            min: 0.05,
            max: 1.0,
            default: 0.5,
            handle: None,
            get: |it| it.stopper,
            set: |it, value| it.stopper = value,
            ..LENGTH
        },
    ];
}

/// The fan and its motor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    /// Effective pressure of its noise, one metre away \[Pa\].
    pub level: f64,
    /// Effective pressure of the tone of its blades \[Pa\].
    pub whine: f64,
    /// Frequency of that tone \[Hz\].
    pub pitch: f64,
    /// How much faster it turns while it gets no air \[1\].
    pub race: f64,
    /// How long it takes to reach its speed \[s\].
    pub spin_up: f64,
    /// How long it takes to stand still \[s\].
    pub spin_down: f64,
    /// After so long it is switched off \[s\].
    pub duration: f64,
}

impl Default for Fan {
    /// Of a household.
    fn default() -> Self {
        Self {
            level: 0.12,
            whine: 0.015,
            pitch: 620.0,
            race: 1.12,
            spin_up: 0.6,
            spin_down: 1.2,
            duration: 3.8,
        }
    }
}

const LEVEL: Param<Fan> = Param {
    id: "level",
    symbol: "b",
    unit: Unit::Pascal,
    doc: "Effective pressure of the noise of fan and flow, one metre away.",
    min: 0.001,
    max: 0.5,
    scale: Scale::Logarithmic,
    default: 0.12,
    glide: 0.05,
    handle: Some(Handle {
        name: "power",
        low: "whispering",
        high: "roaring",
    }),
    get: |it| it.level,
    set: |it, value| it.level = value,
};

const SPIN_UP: Param<Fan> = Param {
    id: "spin-up",
    symbol: "t_u",
    unit: Unit::Second,
    doc: "How long it takes to reach its speed.",
    min: 0.02,
    max: 5.0,
    scale: Scale::Logarithmic,
    default: 0.6,
    glide: 0.0,
    handle: None,
    get: |it| it.spin_up,
    set: |it, value| it.spin_up = value,
};

impl Parametric for Fan {
    const NAME: &'static str = "fan";
    const PARAMS: &'static [Param<Self>] = &[
        LEVEL,
        Param {
            id: "whine",
            symbol: "w",
            doc: "Effective pressure of the tone of its blades, one metre away.",
            min: 0.0,
            max: 0.1,
            scale: Scale::Linear,
            default: 0.015,
            handle: Some(Handle {
                name: "whine",
                low: "none",
                high: "piercing",
            }),
            get: |it| it.whine,
            set: |it, value| it.whine = value,
            ..LEVEL
        },
        Param {
            id: "pitch",
            symbol: "f_w",
            unit: Unit::Hertz,
            doc: "Frequency of the tone of its blades at full speed.",
            min: 50.0,
            max: 6000.0,
            default: 620.0,
            handle: None,
            get: |it| it.pitch,
            set: |it, value| it.pitch = value,
            ..LEVEL
        },
        Param {
            id: "race",
            symbol: "r",
            unit: Unit::One,
            doc: "How much faster it turns while the hose is corked, since there is no air to move.",
            min: 1.0,
            max: 1.5,
            scale: Scale::Linear,
            default: 1.12,
            handle: None,
            get: |it| it.race,
            set: |it, value| it.race = value,
            ..LEVEL
        },
        SPIN_UP,
        Param {
            id: "spin-down",
            symbol: "t_d",
            doc: "How long it takes to stand still after it was switched off.",
            default: 1.2,
            get: |it| it.spin_down,
            set: |it, value| it.spin_down = value,
            ..SPIN_UP
        },
        Param {
            id: "duration",
            symbol: "t",
            doc: "So long after it was switched on it is switched off.",
            min: 0.1,
            max: 45.0,
            default: 3.8,
            get: |it| it.duration,
            set: |it, value| it.duration = value,
            ..SPIN_UP
        },
    ];
}

/// A slow oscillator that moves length and cuts: somebody moves the hose about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sway {
    /// How often \[Hz\].
    pub rate: f64,
    /// How far, as a part of them \[1\].
    pub depth: f64,
}

impl Default for Sway {
    /// Hardly.
    fn default() -> Self {
        Self {
            rate: 0.6,
            depth: 0.01,
        }
    }
}

const RATE: Param<Sway> = Param {
    id: "rate",
    symbol: "n",
    unit: Unit::Hertz,
    doc: "How often length and cuts go up and down in a second.",
    min: 0.05,
    max: 20.0,
    scale: Scale::Logarithmic,
    default: 0.6,
    glide: 0.05,
    handle: None,
    get: |it| it.rate,
    set: |it, value| it.rate = value,
};

impl Parametric for Sway {
    const NAME: &'static str = "sway";
    const PARAMS: &'static [Param<Self>] = &[
        RATE,
        Param {
            id: "depth",
            symbol: "m",
            unit: Unit::One,
            doc: "How far the length goes up and down, as a part of it; the cuts of frequency go three times as far.",
            min: 0.0,
            max: 0.2,
            scale: Scale::Linear,
            default: 0.01,
            handle: Some(Handle {
                name: "unrest",
                low: "at rest",
                high: "waved about",
            }),
            get: |it| it.depth,
            set: |it, value| it.depth = value,
            ..RATE
        },
    ];
}

/// What its casing and the room let through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Casing {
    /// Nothing above \[Hz\].
    pub low_pass: f64,
    /// Nothing below \[Hz\].
    pub high_pass: f64,
}

impl Default for Casing {
    /// Of plastic.
    fn default() -> Self {
        Self {
            low_pass: 6000.0,
            high_pass: 70.0,
        }
    }
}

const LOW_PASS: Param<Casing> = Param {
    id: "low-pass",
    symbol: "f_l",
    unit: Unit::Hertz,
    doc: "Above this frequency the casing lets nothing out; lower while the hose is corked.",
    min: 200.0,
    max: 18_000.0,
    scale: Scale::Logarithmic,
    default: 6000.0,
    glide: 0.05,
    handle: Some(Handle {
        name: "brightness",
        low: "next door",
        high: "beside the ear",
    }),
    get: |it| it.low_pass,
    set: |it, value| it.low_pass = value,
};

impl Parametric for Casing {
    const NAME: &'static str = "casing";
    const PARAMS: &'static [Param<Self>] = &[
        LOW_PASS,
        Param {
            id: "high-pass",
            symbol: "f_g",
            doc: "Below this frequency the casing lets nothing out.",
            min: 20.0,
            max: 2000.0,
            default: 70.0,
            handle: None,
            get: |it| it.high_pass,
            set: |it, value| it.high_pass = value,
            ..LOW_PASS
        },
    ];
}

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
    const ABOUT: About = About {
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
    const PARTS: &'static [PartOf<Self>] = parts![
        fan: Motion,
        hose: Structure,
        sway: Motion,
        casing: Structure,
    ];
    const GESTURES: &'static [Info] = &[
        Info {
            id: "switch",
            doc: "Switches it on (1) or off (0).",
            ..SHUT
        },
        SHUT,
        Info {
            id: "uncork",
            doc: "Opens the mouth of the hose again, so far: 1 is all.",
            ..SHUT
        },
    ];
    // Pink noise is within ±110 of its effective values at any rate up to 192 kHz (the shelves' answers to an impulse add up to 52, each even number is within √3). The
    // tube gives at most 1.3/(1 − 0.95²) ≈ 14 times of it, scaled by √(1 − R⁴); the casing's two filters twice that: 110 · 0.5 Pa · 14 · 2 and the whine.
    const HEARD: Heard = Heard::pressure(1600.0);
    type Player = Cleans;

    fn player(&self, seed: u64, step: Step) -> Cleans {
        let longest = LENGTH.max * (1.0 + 0.2);
        Cleans {
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

    fn opening(&self) -> Vec<(f64, usize, f64)> {
        let part = |share: f64| share * self.fan.duration;
        vec![
            (0.0, SWITCH, 1.0),
            (part(0.45), CORK, 1.0),
            (part(0.72), CORK + 1, 1.0),
        ]
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
pub struct Cleans {
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

impl Cleans {
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
        let by = if self.on {
            passed / fan.spin_up
        } else {
            -passed / fan.spin_down
        };
        self.speed = (self.speed + by).clamp(0.0, 1.0);
        let by = passed / PALM;
        self.stopped.now += (self.stopped.to - self.stopped.now).clamp(-by, by);
    }
}

impl Player<VacuumCleaner> for Cleans {
    fn play(&mut self, now: &VacuumCleaner, block: &mut Block<'_>) {
        self.hear(now, block);
        let step = block.step();
        let passed = step.seconds() * BLOCK as f64;
        self.turn(&now.fan, passed);
        if self.silent() && self.speed == 0.0 {
            return;
        }
        let VacuumCleaner {
            fan,
            hose,
            sway,
            casing,
        } = *now;
        self.phase[0] += sway.rate * passed;
        self.phase[0] -= self.phase[0].floor();
        let swing = sway.depth * libm::sin(TAU * self.phase[0]);
        let shut = smooth(self.stopped.now);
        let cuts = (1.0 + 3.0 * swing) * (1.0 - shut * (1.0 - hose.stopper));
        let end = End {
            reflection: -hose.reflection,
            cut: hose.low_pass * cuts,
        };
        let mouth = End {
            reflection: hose.reflection * (2.0 * shut - 1.0),
            ..end
        };
        self.tube
            .aim(hose.length * (1.0 + swing), [end, mouth], 0.0);
        // Flow noise grows with a high power of the speed; the faster, the brighter.
        let speed = smooth(self.speed);
        let turning = speed * (1.0 + (fan.race - 1.0) * shut);
        let loop_gain = hose.reflection * hose.reflection;
        let loud = turning * turning * turning.sqrt();
        let noise = fan.level * loud * (1.0 - loop_gain * loop_gain).sqrt() / PINK;
        let whine = SQRT_2 * fan.whine * loud;
        let [from_noise, from_whine] = self.level;
        self.level = [noise, whine];
        let (low, high) = (
            cut(casing.low_pass * cuts, step),
            cut(casing.high_pass, step),
        );
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
            (sin, cos) = (
                sin * turn_cos + cos * turn_sin,
                cos * turn_cos - sin * turn_sin,
            );
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

#[cfg(test)]
mod tests {
    #[test]
    fn fan_hose_sway_and_casing_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Fan>().unwrap();
        foley_params::defaults_hold::<super::Hose>().unwrap();
        foley_params::defaults_hold::<super::Sway>().unwrap();
        foley_params::defaults_hold::<super::Casing>().unwrap();
    }
}
