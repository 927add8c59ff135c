//! Vacuum cleaner: noise of the fan and of the air in a hose whose mouth is open or stopped, flow through
//! the nozzle, and the floor beneath it.
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
//! |        | [`Rotor::exhaust`]         | 1    | share of the fan noise that does not pass the hose and fills its comb    |
//! |        | [`Fan::whine`], [`Rotor`]  | Pa   | tone of unequal blades in unsteady air, shaft and brushes                |
//! |        | [`Suction`]                |      | flow noise of the nozzle: a dipole, p ∝ U³ (`edge_noise`)                |
//! |        | [`Floor`]                  |      | rubbing and knocks of the nozzle under the strokes of the hand           |
//! |        | [`Sway`]                   |      | slow oscillation of length and cut-offs                                  |
//! |        | [`Casing`]                 | Hz   | high-pass of the casing; low-pass on the way to the ear, also of nozzle and floor |
//!
//! The fan is at the open end of the hose; a palm closes the other end (`cork`, `uncork`). Without air flow
//! the fan runs faster, and the nozzle is mute. A casing smaller than the wavelength radiates little: its
//! high-pass is at c/2πa for a radius a. The floor closes a part of the mouth while the nozzle is pushed, so
//! that flow, tone and hose follow the strokes.
//!
//! Sources: \[PapettiThesis, 2.2.5\], the hose; \[Curle1955\], \[Norton2003\], flow and fan;
//! \[BenAbdelounis2010\], rubbing. Facts: `tests/all/vacuum_cleaner_facts.rs`.

pub use super::vacuum_params::{Casing, Fan, Floor, Hose, Rotor, Suction, Sway};

use super::blades::Blades;
use super::edge_noise::{EdgeNoise, STROUHAL, dipole_pressure};
use super::floor::{Fixed, FloorContact};
use super::ramp::Ramp;
use super::vacuum_params::LENGTH;
use crate::solids::curve::smooth;
use core::f64::consts::{SQRT_2, TAU};
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_dsp::signal::{OnePole, Phase, PinkNoise, Section, Tube, TubeEnd, cut};
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
        /// Blades, brushes and balance of the rotor.
        rotor: Rotor, Structure;
        /// Flow of air through the nozzle.
        suction: Suction, Structure;
        /// Floor and strokes of the nozzle.
        floor: Floor, Motion;
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
                  the reflection: the hose resonates at the odd multiples of c/4L, an octave lower and duller, and the fan runs faster without air flow. A part of the fan's \
                  noise leaves by the exhaust. Unequal blades, the shaft and the brushes add tones and noise, the air in the nozzle hisses with the third power of its speed, and the \
                  nozzle rubs over the floor with each stroke of the hand.",
        equation: "f = n·c/2L open,  f = (2n − 1)·c/4L corked;  p ∝ U³ at the nozzle",
        source: "[PapettiThesis, 2.2.5], [Curle1955], [Norton2003], [BenAbdelounis2010]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["cork", "uncork"];
    const LASTING_GESTURES: &'static [&'static str] = &["switch"];
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
    // by √(1 − R⁴), and the exhaust adds once as much; the two casing filters double that: 110 · 0.5 Pa ·
    // 1.5³ · 15 · 2 ≈ 5.6 kPa. Nozzle: 120 m/s in 0.05 m² give 2.7 Pa, raced 1.5³, times a crest of 384 is
    // 3.5 kPa. Floor: 5 m/s · (0.2 · 340 + 120) Pa ≈ 0.9 kPa. Brushes 58 Pa; tones below 20 Pa.
    const OUTPUT: OutputKind = OutputKind::pressure(1.1e4);
    type Player = VacuumCleanerPlayer;

    fn player(&self, seed: u64, step: Step) -> VacuumCleanerPlayer {
        let max_length = LENGTH.max * (1.0 + 0.2);
        VacuumCleanerPlayer {
            noise: PinkNoise::new(mix_seed(seed, 0), step),
            exhaust: PinkNoise::new(mix_seed(seed, 2), step),
            brushes: EdgeNoise::new(mix_seed(seed, 3)),
            nozzle: EdgeNoise::new(mix_seed(seed, 4)),
            blades: Blades::new(mix_seed(seed, 5)),
            floor: FloorContact::new(mix_seed(seed, 6)),
            fixed: Fixed::new(step),
            tube: Tube::new(max_length, step),
            out: Section::REST,
            low: OnePole::default(),
            high: OnePole::default(),
            on: false,
            time_left: 0.0,
            speed: 0.0,
            closure: MouthClosure::default(),
            sway: mix_seed(seed, 1) as f64 / u64::MAX as f64,
            shaft: Phase::default(),
            exhaust_low: OnePole::default(),
            levels: [Ramp::ZERO; 3],
            cuts: [Ramp::default(); 3],
            turns: Ramp::ZERO,
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

/// Plays [`VacuumCleaner`]: the noise of the fan through hose and casing, its tones, nozzle and floor.
#[derive(Clone, Debug)]
pub struct VacuumCleanerPlayer {
    noise: PinkNoise,
    exhaust: PinkNoise,
    brushes: EdgeNoise,
    nozzle: EdgeNoise,
    blades: Blades,
    floor: FloorContact,
    fixed: Fixed,
    tube: Tube,
    out: Section,
    low: OnePole,
    exhaust_low: OnePole,
    high: OnePole,
    on: bool,
    /// Time until the vacuum cleaner switches off \[s\].
    time_left: f64,
    /// Fan speed, as a share of full speed \[1\].
    speed: f64,
    closure: MouthClosure,
    /// Phase of the sway \[cycles\].
    sway: f64,
    shaft: Phase,
    /// Levels of the noise into the hose and into the exhaust, and of the shaft's tone \[Pa\].
    levels: [Ramp; 3],
    /// Cut-off gains of the casing's low-pass, its high-pass and of the noise of a slow fan \[1\].
    cuts: [Ramp; 3],
    /// Turns of the shaft per sample.
    turns: Ramp,
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
                    self.time_left = gesture.duration(now.fan.duration);
                }
                CORK => self.closure.target = value,
                _ => self.closure.target = 1.0 - value,
            }
        }
    }

    fn come_to_rest(&mut self) {
        self.tube.rest();
        self.out = Section::REST;
        (self.low, self.exhaust_low, self.high) = Default::default();
        self.brushes.rest();
        self.nozzle.rest();
        self.blades.rest();
        self.floor.rest();
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
        let VacuumCleaner { fan, hose, sway, casing, rotor, suction, floor } = *now;
        self.sway += sway.rate * seconds;
        self.sway -= self.sway.floor();
        let swing = sway.depth * libm::sin(TAU * self.sway);
        let palm = smooth(self.closure.current);
        let closed = palm + (1.0 - palm) * self.floor.closure(&floor);
        let cuts = (1.0 + 3.0 * swing) * (1.0 - closed * (1.0 - hose.stopper));
        let end = TubeEnd { reflection: -hose.reflection, cut: hose.low_pass * cuts };
        let mouth = TubeEnd { reflection: hose.reflection * (2.0 * closed - 1.0), ..end };
        self.tube.set_target(hose.length * (1.0 + swing), [end, mouth], 0.0);
        // The flow noise of a fan grows with the third power of its speed, and becomes brighter.
        let speed = smooth(self.speed);
        let turning = speed * (1.0 + (fan.race - 1.0) * closed);
        let loop_gain = hose.reflection * hose.reflection;
        let loudness = turning * turning * turning;
        let noise = fan.level * loudness / PINK_LEVEL;
        let (inward, outward) = ((1.0 - rotor.exhaust * rotor.exhaust).max(0.0).sqrt(), rotor.exhaust);
        let levels = [
            inward * noise * (1.0 - loop_gain * loop_gain).sqrt(),
            outward * noise,
            // A centrifugal force grows with the square of the speed.
            SQRT_2 * rotor.imbalance * turning * turning,
        ];
        let casing_cuts = [casing.low_pass * cuts, casing.high_pass, casing.low_pass * (0.1 + 0.9 * speed)];
        for (ramp, level) in self.levels.iter_mut().zip(levels) {
            ramp.aim(level);
        }
        for (ramp, frequency) in self.cuts.iter_mut().zip(casing_cuts) {
            ramp.aim(cut(frequency, step));
        }
        let count = u64::from(rotor.blades.max(1));
        let turns = fan.pitch * turning / count as f64;
        self.turns.aim((turns * step.seconds()).min(0.45));
        self.blades.aim(SQRT_2 * fan.whine * loudness, rotor.unrest, fan.pitch * turning, step);
        self.brushes.aim(rotor.brushes * turning, rotor.ring, step);
        let air = suction.speed * turning * (1.0 - closed);
        let hiss = dipole_pressure(air, suction.slit * suction.across);
        self.nozzle.aim(hiss, STROUHAL * air / suction.slit, step);
        self.floor.aim(&floor, (1.0 - palm) * speed, step);
        let mut sound = [0.0; BLOCK];
        let mut loudest = 0.0_f64;
        for sample in &mut sound {
            let [noise, outward, shaft] = self.levels.each_mut().map(Ramp::step);
            let [low, high, slow] = self.cuts.each_mut().map(Ramp::step);
            let input = self.low.low(self.noise.draw() * noise, slow);
            let [at_fan, _] = self.tube.tick([input, 0.0]);
            let exhaust = self.exhaust_low.low(self.exhaust.draw() * outward, slow);
            self.shaft.advance(Phase::part(self.turns.step()));
            let tone = self.blades.next(self.shaft, count, rotor.unevenness) + shaft * self.shaft.sine()[0];
            let inside = at_fan.leaving + exhaust + tone + self.brushes.next();
            let outside = self.nozzle.next() + self.floor.next(&self.fixed);
            let sum = self.high.high(inside, high) + outside;
            let out = self.out.pass(sum, low, SQRT_2)[0];
            loudest = loudest.max(out.abs());
            *sample = out;
        }
        if self.speed == 0.0 && loudest < SILENT_PRESSURE {
            self.quiet_time += seconds;
            if self.silent() {
                self.come_to_rest();
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
