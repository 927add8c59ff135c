//! An electric motor runs up, drives a load, and runs down.
//!
//! Its torque falls linearly from the stall torque to zero at the no-load speed, so that a load slows it:
//!
//! ```math
//! \dot f = \frac{f_0 (P - L - L_0) - f}{\tau}, \qquad t = P - f/f_0
//! ```
//!
//! Every tone is a whole multiple of the shaft speed, with a level set by torque or speed:
//!
//! ```math
//! f_\mathrm{coils} = \operatorname{lcm}(Z, 2p)\, f, \qquad f_\mathrm{teeth} = z f, \qquad f_\mathrm{blades} = n f
//! ```
//!
//! | symbol     | here                       | unit  | meaning                                                             |
//! |------------|----------------------------|-------|---------------------------------------------------------------------|
//! | f, f₀      | measured `speed`, [`MotorDrive`]| Hz | turns per second now, and without load at full power              |
//! | P, L, t    | `power`, `load`            | 1     | voltage relative to full voltage; load and torque relative to the stall torque |
//! | L₀         |                            | 1     | own friction                                                        |
//! | τ          | [`MotorDrive::rise`]       | s     | time constant of the inertia                                        |
//! | Z, 2p      | [`Coils`]                  | 1     | coils with a bar each, poles; commutations per turn are their least common multiple |
//! | z, i       | [`Gears`]                  | 1     | teeth of the pinion, gear ratio                                     |
//! | a          | [`MotorCasing::size`]      | m     | size: mass grows as a³, torque as a³, surface as a²                 |
//!
//! All forces accelerate the casing, whose two lowest modes are resonators. A rigid vibration radiates as a
//! dipole, weaker at wavelengths longer than 2π times its size:
//!
//! ```math
//! p = \frac{\rho\,6a^2}{4\pi r}\; h_\mathrm{dipole} * h_\mathrm{casing} * \ddot x, \qquad r = 1\,\mathrm{m}
//! ```
//!
//! A fan adds noise and a blade tone that grow with the third power of the tip speed.
//!
//! Sources: \[Fitzgerald2003\], motors; \[Norton2003\], radiation of machines. Facts:
//! `tests/all/motor_facts.rs`.

mod parts;
mod tones;

pub use parts::{Coils, Gears, MotorCasing, MotorDrive, MotorFan};

use self::tones::{FadedCounts, Levels, Tones};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{OnePole, Phase, Section, WhiteNoise, cut};
use foley_params::{Info, Scale, Unit};
use foley_sound::{
    BLOCK, Block, Family, GestureEvent, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts,
};

parts! {
    /// Model of an electric motor.
    pub struct Motor {
        /// Speed, load, run-up and duration of the motor.
        drive: MotorDrive, Motion;
        /// Coils, poles, brushes and electric supply of the motor.
        coils: Coils, Structure;
        /// Teeth, ratio and wear of the gears.
        gears: Gears, Structure;
        /// Size, resonance and imbalance of the casing.
        casing: MotorCasing, Structure;
        /// Number of blades and diameter of the cooling fan.
        fan: MotorFan, Structure;
    }
}

impl Motor {
    /// Returns the number of commutations per turn: the least common multiple of coils and poles.
    pub fn commutations(&self) -> u64 {
        let (z, poles) = (at_least_one(self.coils.coils), 2 * at_least_one(self.coils.pairs));
        let (mut a, mut b) = (z, poles);
        // Euclid's algorithm needs few rounds for numbers of this size.
        while b > 0 {
            (a, b) = (b, a % b);
        }
        z / a * poles
    }

    /// Returns the steady speed of the motor at a given power, in turns per second \[Hz\].
    pub fn steady_speed(&self, power: f64) -> f64 {
        (self.drive.speed * (power - self.drive.load - FRICTION)).max(0.0)
    }
}

/// Returns `count`, or 1 if it is 0.
fn at_least_one(count: u32) -> u64 {
    u64::from(count.max(1))
}

/// Share of the stall torque lost in bearings and brushes \[1\].
const FRICTION: f64 = 0.04;
/// Share of full speed below which the rotor stops once the power is off \[1\].
const STOP_RATIO: f64 = 1e-3;
/// Speed of sound [m/s].
const SOUND_SPEED: f64 = 343.0;
/// Index of the `power` gesture.
const POWER: usize = 0;
/// Frequency of the second mode of the casing, relative to the first mode \[1\].
const SECOND_MODE_RATIO: f64 = 2.76;

impl Model for Motor {
    const INFO: ModelInfo = ModelInfo {
        name: "motor",
        title: "An electric motor runs up, drives something and runs down",
        family: Family::Machines,
        level: Level::Process,
        made_of: &[],
        physics: "The torque of a motor falls linearly with its speed, so it approaches its final speed exponentially, and a load slows it. The torque dips at each commutation \
                  from coil to coil. The gear teeth mesh, no two quite alike. The rotor is slightly out of balance, the brushes scrape and spark, the fan blows. \
                  All tones are multiples of the shaft speed, with levels set by torque or speed, and they shake a casing with its own modes.",
        equation: "ḟ = (f₀·(P − L − L₀) − f)/τ;  tones at f, lcm(Z, 2p)·f, z·f, n·f",
        source: "[Fitzgerald2003], [Norton2003]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["load"];
    const GESTURES: &'static [Info] = &[
        Info {
            id: "power",
            symbol: "P",
            unit: Unit::One,
            doc: "Switches the motor on at this share of its full voltage; 0 switches it off.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 1.0,
            glide: 0.0,
            handle: None,
        },
        Info { id: "load", doc: "Sets the load torque, relative to the stall torque.", ..parts::LOAD.info() },
    ];
    // Bound for a motor of 1 m: the casing rings with Q = 50 (sum of its response 4Q/π). The imbalance of
    // 0.1 m/s at 500 Hz gives 94 m/s², all torques at once 3 m/s²: 0.57 · 97 · 2 · 65 Pa ≈ 7.2 kPa. The fan
    // at the speed of sound adds ≈ 0.6 kPa and its noise.
    const OUTPUT: OutputKind = OutputKind::pressure(1e4);
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind { name: "speed", quantity: "frequency", unit: Unit::Hertz, max: 500.0 }];
    type Player = MotorPlayer;

    fn player(&self, seed: u64, _step: Step) -> MotorPlayer {
        let mut dice = Dice::new(mix_seed(seed, 0));
        let mut teeth = [0.0; parts::MAX_TEETH];
        teeth.fill_with(|| dice.signed());
        MotorPlayer {
            power: 0.0,
            samples_left: 0,
            speed: 0.0,
            free: self.drive.speed,
            load: None,
            last_load: self.drive.load,
            wander: [0.0; 2],
            shaft: Phase::default(),
            wheel: Phase::default(),
            supply: Phase::default(),
            teeth,
            dice,
            white: WhiteNoise::new(mix_seed(seed, 1)),
            counts: FadedCounts::NONE,
            levels: Levels::default(),
            modes: [Section::REST; 2],
            dipole: OnePole::default(),
            air: [OnePole::default(); 2],
            rest: true,
        }
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, POWER, 1.0)]
    }
}

/// Plays [`Motor`]: its speed over time, and the tones and noises of its parts.
#[derive(Clone, Debug)]
pub struct MotorPlayer {
    /// Present power P of the motor \[1\].
    power: f64,
    /// Samples until the power switches off.
    samples_left: u64,
    /// Present speed f of the shaft \[Hz\].
    speed: f64,
    /// Last value of the parameter for the no-load speed f₀ \[Hz\].
    free: f64,
    /// Load L set by a gesture \[1\]; `None` once the load parameter changes.
    load: Option<f64>,
    /// Last value of the load parameter \[1\].
    last_load: f64,
    /// Random deviation of the load, raw for this block and smoothed, each from −1 to 1.
    wander: [f64; 2],
    shaft: Phase,
    wheel: Phase,
    supply: Phase,
    /// Fixed random deviation of each gear tooth, from −1 to 1.
    teeth: [f64; parts::MAX_TEETH],
    dice: Dice,
    white: WhiteNoise,
    /// Numbers of commutations, teeth and blades in use.
    counts: FadedCounts,
    levels: Levels,
    modes: [Section; 2],
    dipole: OnePole,
    air: [OnePole; 2],
    /// Whether no part of the motor turns or rings.
    rest: bool,
}

impl MotorPlayer {
    fn apply_gesture(&mut self, gesture: GestureEvent, now: &Motor, step: Step) {
        if gesture.gesture == POWER {
            self.power = gesture.value;
            let on = if gesture.value > 0.0 { now.drive.duration } else { 0.0 };
            self.samples_left = (on * step.rate()).round() as u64;
            self.rest = false;
        } else {
            self.load = Some(gesture.value);
        }
    }

    /// Returns the load in this block \[1\].
    fn update_load(&mut self, now: &Motor, step: Step) -> f64 {
        if now.drive.load != self.last_load {
            self.load = None;
            self.last_load = now.drive.load;
        }
        // The load varies randomly within a tenth of a second: two one-pole filters keep uniform noise within
        // its bounds.
        let share = (BLOCK as f64 * step.seconds() / 0.05).min(1.0);
        let to = (3.0 * self.dice.signed()).clamp(-1.0, 1.0);
        self.wander[0] += share * (to - self.wander[0]);
        self.wander[1] += share * (self.wander[0] - self.wander[1]);
        let load = self.load.unwrap_or(self.last_load);
        load * (1.0 + 3.0 * now.drive.unsteadiness * self.wander[1]).max(0.0)
    }

    fn come_to_rest(&mut self) {
        self.speed = 0.0;
        self.levels = Levels::default();
        self.modes = [Section::REST; 2];
        self.dipole = OnePole::default();
        self.air = [OnePole::default(); 2];
        self.rest = true;
    }
}

impl Player<Motor> for MotorPlayer {
    fn play(&mut self, now: &Motor, block: &mut Block<'_>) {
        if self.rest && block.gestures().is_empty() {
            return;
        }
        let step = block.step();
        let seconds = step.seconds();
        let drive = now.drive;
        // A lower no-load speed slows a running motor at once.
        self.speed *= (drive.speed / self.free).min(1.0);
        self.free = drive.speed;
        let load = self.update_load(now, step);
        let up = 1.0 - libm::exp(-seconds / drive.rise);
        let down = seconds / drive.coast;
        // Without power friction slows the motor: it rests after `coast` if the speed falls by 0.3 f₀ + 2f
        // in that time.
        let drag = 0.3 * drive.speed * (1.0 + load / (8.0 * FRICTION));

        let counts = self.counts.aim(now, &self.levels, step);
        let tones = Tones::of(now, counts, self.speed, step);
        let powered = self.power > 0.0;
        let torque = (self.power - self.speed / drive.speed).abs();
        let target = Levels::of(now, &self.counts, self.speed, if powered { Some(torque) } else { None });
        let slope = target.slope_from(&self.levels, 1.0 / BLOCK as f64);
        let second = SECOND_MODE_RATIO * now.casing.resonance;
        let modes = [cut(now.casing.resonance, step), cut(second, step)];
        let dipole = cut(SOUND_SPEED / (core::f64::consts::PI * now.casing.size), step);
        let (air, spread) = (cut(tones.gust, step), tones.spread);
        // This filter removes the mean of the fan noise.
        let slow = 0.2 * air;
        let supply = Phase::per_step(2.0 * now.coils.supply, step);
        let (mut output, mut speeds) = ([0.0; BLOCK], [0.0; BLOCK]);
        let mut next = 0;
        for (at, (output, speed)) in output.iter_mut().zip(&mut speeds).enumerate() {
            while let Some(gesture) = block.gestures().get(next).filter(|gesture| gesture.at <= at) {
                self.apply_gesture(*gesture, now, step);
                next += 1;
            }
            if self.samples_left == 0 {
                self.power = 0.0;
            }
            self.samples_left = self.samples_left.saturating_sub(1);
            self.speed += if self.power > 0.0 {
                let target = drive.speed * (self.power - load - FRICTION);
                up * (target - self.speed)
            } else {
                -down * (drag + 2.0 * self.speed)
            };
            self.speed = self.speed.max(0.0);
            *speed = self.speed;
            self.shaft.advance(Phase::per_step(self.speed, step));
            let slower = Phase::per_step(self.speed * tones.slower, step);
            self.wheel.advance(slower);
            self.supply.advance(supply);
            self.levels = self.levels.plus(&slope);
            let turns = [self.shaft, self.wheel, self.supply];
            let noise = self.white.draw();
            let (casing_force, blade) = tones.now(turns, &self.levels, &self.teeth, noise);
            let [_, _, first_mode] = self.modes[0].pass(casing_force, modes[0], now.casing.loss);
            let [_, _, second_mode] = self.modes[1].pass(casing_force, modes[1], now.casing.loss);
            let skin = self.dipole.high(0.6 * first_mode + 0.4 * second_mode, dipole);
            let gust = self.air[0].low(self.levels.gust * spread * noise, air);
            let gust = self.air[1].high(gust, slow);
            *output = skin + gust + blade;
        }
        block.add(&output);
        if let Some(page) = block.measured(0) {
            *page = speeds;
        }
        // The limit is a billionth of the threshold of hearing.
        let faint = output.iter().all(|sample| sample.abs() < 2e-14);
        if self.power == 0.0 && self.speed <= STOP_RATIO * drive.speed {
            self.speed = 0.0;
            if faint {
                self.come_to_rest();
            }
        }
    }

    fn done(&self) -> bool {
        self.power == 0.0 && self.speed == 0.0
    }

    fn silent(&self) -> bool {
        self.rest
    }
}
