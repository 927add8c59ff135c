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
//! All forces accelerate the casing, which radiates as a rigid body and by the many modes of its walls
//! (`casing`). Brushes, bearings and flanks add noise in time with the turns (`contacts`). A fan adds noise
//! and the tone of its unequal blades, which grow with the third power of the tip speed (`air/edge_noise`,
//! `air/blades`). On the wheel may be a drum with laundry (`drum`).
//!
//! Sources: \[Fitzgerald2003\], motors; \[Norton2003\], noise of machines; \[RandallAntoni2011\], bearings;
//! \[Curle1955\], fans; \[FahyGardonio2007\], walls. Facts: `tests/all/motor_facts.rs`.

mod casing;
mod contacts;
mod drum;
mod parts;
mod tones;

pub use casing::wall_frequency;
pub use contacts::ball_pass;
pub use drum::fall_height;
pub use parts::{Coils, Drum, Gears, MotorBearings, MotorCasing, MotorDrive, MotorFan};

use self::casing::Walls;
use self::contacts::{Contacts, Strengths};
use self::drum::DrumContents;
use self::tones::{AIR_DENSITY, FadedCounts, Levels, Tones};
use crate::air::blades::Blades;
use crate::air::edge_noise::{EdgeNoise, STROUHAL};
use crate::air::ramp::Ramp;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::Phase;
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
        /// Balls and races of the bearings.
        bearings: MotorBearings, Structure;
        /// Laundry and water in a drum on the wheel.
        drum: Drum, Structure;
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
/// Chord of a blade, relative to the diameter of the fan \[1\]: size of the eddies.
const CHORD: f64 = 0.1;
/// Mass of a casing per cube of its size [kg/m³].
const CASING_DENSITY: f64 = 3000.0;

impl Model for Motor {
    const INFO: ModelInfo = ModelInfo {
        name: "motor",
        title: "An electric motor runs up, drives something and runs down",
        family: Family::Machines,
        level: Level::Process,
        made_of: &[],
        physics: "The torque of a motor falls linearly with its speed, so it approaches its final speed exponentially, and a load slows it. The torque dips at each commutation \
                  from coil to coil. The gear teeth mesh, no two quite alike. The rotor is slightly out of balance, the brushes jump from bar to bar, scrape and spark, \
                  balls roll over rough races, the fan blows. All tones are multiples of the shaft speed, with levels set by torque or speed, and with the noises they shake a \
                  casing that radiates by the many modes of its walls. A drum on the wheel lifts wet laundry and drops it, or spins it out of balance.",
        equation: "ḟ = (f₀·(P − L − L₀) − f)/τ;  tones at f, lcm(Z, 2p)·f, z·f, n·f",
        source: "[Fitzgerald2003], [Norton2003], [RandallAntoni2011], [Curle1955], [FahyGardonio2007]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["load"];
    const LASTING_GESTURES: &'static [&'static str] = &["power"];
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
    // Bound for a motor of 1 m. Accelerations times air density · surface / 4π: the imbalance of 0.1 m/s at
    // 500 Hz gives 55 Pa, all torques 2 Pa, laundry out of balance 38 Pa, its knocks 13 Pa. A tone at the
    // resonance of a wall (Q = 100, gain 1.6) grows 170 times with the other modes, a knock 12 times: 16 kPa.
    // The fan at the speed of sound adds 0.6 kPa and its noise and tone at most 3 kPa.
    const OUTPUT: OutputKind = OutputKind::pressure(2e4);
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind { name: "speed", quantity: "frequency", unit: Unit::Hertz, max: 500.0 }];
    type Player = MotorPlayer;

    fn player(&self, seed: u64, step: Step) -> MotorPlayer {
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
            contacts: Contacts::new(mix_seed(seed, 1), step),
            blades: Blades::new(mix_seed(seed, 2)),
            gust: EdgeNoise::new(mix_seed(seed, 3)),
            drum: DrumContents::new(mix_seed(seed, 4), step),
            unbalance: Ramp::ZERO,
            counts: FadedCounts::NONE,
            levels: Levels::default(),
            walls: Walls::new(),
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
    contacts: Contacts,
    blades: Blades,
    gust: EdgeNoise,
    drum: DrumContents,
    /// Amplitude of the force of unbalanced laundry \[N\].
    unbalance: Ramp,
    /// Numbers of commutations, teeth and blades in use.
    counts: FadedCounts,
    levels: Levels,
    walls: Walls,
    /// Whether no part of the motor turns or rings.
    rest: bool,
}

impl MotorPlayer {
    fn apply_gesture(&mut self, gesture: GestureEvent, now: &Motor, step: Step) {
        if gesture.gesture == POWER {
            self.power = gesture.value;
            let on = if gesture.value > 0.0 { gesture.duration(now.drive.duration) } else { 0.0 };
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
        let pulse = 1.0 + now.drive.pulse * self.wheel.sine()[0];
        load * pulse * (1.0 + 3.0 * now.drive.unsteadiness * self.wander[1]).max(0.0)
    }

    fn come_to_rest(&mut self) {
        self.speed = 0.0;
        self.levels = Levels::default();
        self.walls.rest();
        self.contacts.rest();
        self.blades.rest();
        self.gust.rest();
        self.drum.rest();
        self.unbalance = Ramp::ZERO;
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

        let [commutations, teeth, blades] = self.counts.aim(now, &self.levels, step);
        let tones = Tones::of(now, [commutations, teeth], self.speed, step);
        let powered = self.power > 0.0;
        let torque = (self.power - self.speed / drive.speed).abs();
        let target =
            Levels::of(now, &self.counts, self.speed, if powered { Some(torque) } else { None }, load);
        let slope = target.slope_from(&self.levels, 1.0 / BLOCK as f64);
        self.walls.aim(&now.casing, step);
        self.contacts.aim(now.casing.size, step);
        let tip = core::f64::consts::PI * now.fan.diameter * self.speed;
        self.gust.aim(target.gust, STROUHAL * tip / (CHORD * now.fan.diameter), step);
        self.blades.aim(target.blades, now.fan.unrest, self.speed * blades as f64, step);
        let turns = self.speed * tones.slower;
        self.drum.aim(&now.drum, self.wheel, turns, BLOCK as f64 * seconds, step);
        let size = now.casing.size;
        self.unbalance.aim(DrumContents::unbalance(&now.drum, turns));
        let surface = 6.0 * size * size;
        // The laundry moves with the casing.
        let mass = CASING_DENSITY * size * size * size + now.drum.laundry;
        let per_newton = AIR_DENSITY * surface / (4.0 * core::f64::consts::PI * mass);
        let balls = ball_pass(now.bearings.balls, 1.0);
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
            let [tone, flanks] = tones.now(turns, &self.levels, &self.teeth);
            let strengths = Strengths {
                brushes: self.levels.brushes,
                roughness: self.levels.roughness,
                pits: self.levels.pits,
                flanks,
            };
            let cage = Phase::per_step(balls * self.speed, step);
            let noise = self.contacts.next(self.shaft, commutations, cage, &strengths);
            let [force, bubbles] = self.drum.next(seconds);
            let force = per_newton * (force + self.unbalance.step() * self.wheel.sine()[0]);
            let skin = self.walls.pass(tone + noise + force, &now.casing);
            let blade = self.blades.next(self.shaft, blades, now.fan.unevenness);
            *output = skin + bubbles + blade + self.gust.next();
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
