//! A combustion engine: from two strokes and one cylinder to twelve, breathing in through a duct and out
//! through a muffler.
//!
//! The crank turns; each cylinder goes through its cycle (`cylinder.rs`: it draws in, presses together,
//! burns, blows down), and its valves send waves into pipes that join, pass the chambers of a muffler and end
//! in the open (`pipes.rs`). What one hears is the air that leaves and enters, and the block that is shaken:
//!
//! $$ f_\mathrm{fire} = \frac{f N}{s/2}, \qquad p = m_i p_i + m_e p_e + m_b p_b $$
//!
//! | symbol | here                       | unit | meaning                                                                     |
//! |--------|----------------------------|------|-----------------------------------------------------------------------------|
//! | f      | measured `speed`           | Hz   | turns of the crank per second; follows the pedal from idle to top           |
//! | N, s   | [`Cylinders`]              | 1    | cylinders, strokes of a cycle                                               |
//! | p_i, p_e, p_b | measured `intake`, `exhaust`, `block` | Pa | at 1 m of the mouth of the duct, of the tail, of the block     |
//! | m      | [`EngineMix`]                    | 1    | how much of each is in the sound                                            |
//!
//! With equal cylinders at equal intervals only multiples of f_fire sound; what differs from cylinder to
//! cylinder repeats with the cycle, and adds the multiples of f/2 (four strokes) between them. On the overrun
//! a charge may fail to burn where it should, and burns where the headers join.
//!
//! Sources: \[Heywood1988\], the cycle; \[Munjal1987\], the pipes. Facts: `tests/engine_facts.rs`.

mod cylinder;
mod ducts;
mod mute_on_change;
mod parts;
mod pipes;
mod player;

pub use ducts::{EngineMix, Exhaust, Intake};
pub use parts::{Cylinders, EngineDrive, Fuel, Strokes};
pub use player::EnginePlayer;

use foley_contact::Step;
use foley_params::{Info, Scale, Unit};
use foley_sound::{Family, Level, Model, ModelInfo, OutputKind, PartAccess, parts as parts_of};

/// A combustion engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Engine {
    /// How it is driven.
    pub drive: EngineDrive,
    /// What burns in what.
    pub engine: Cylinders,
    /// Through what it breathes in.
    pub intake: Intake,
    /// Through what it breathes out.
    pub exhaust: Exhaust,
    /// Where one listens.
    pub mix: EngineMix,
}

impl Engine {
    /// Turns of the crank in a cycle.
    pub fn turns(&self) -> f64 {
        f64::from(1 + self.engine.strokes as u32)
    }

    /// Firings per second at so many turns per second \[Hz\].
    pub fn firing(&self, speed: f64) -> f64 {
        speed * f64::from(self.engine.cylinders) / self.turns()
    }

    /// Lowest tone of the exhaust with its valves closed, if header, pipe and tail are equally wide and there
    /// is no chamber \[Hz\].
    pub fn quarter_wave(&self) -> f64 {
        let exhaust = &self.exhaust;
        let length = exhaust.header + exhaust.length + exhaust.tail + 0.61 * 0.5 * exhaust.diameter;
        pipes::sound_speed(exhaust.temperature) / (4.0 * length)
    }

    /// Diameter of a cylinder as wide as its stroke is long \[m\].
    pub fn bore(&self) -> f64 {
        libm::cbrt(4.0 * self.engine.displacement / core::f64::consts::PI)
    }

    /// Diameter of the headers \[m\].
    pub fn port(&self) -> f64 {
        cylinder::PORT_RATIO * self.bore()
    }
}

/// The gestures.
const START: usize = 0;
const THROTTLE: usize = 1;

const SWITCH: Info = Info {
    id: "start",
    symbol: "s",
    unit: Unit::One,
    doc: "Switches the ignition on and lets the starter turn it; 0 switches it off.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Integer,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// What leaves the mouth of a pipe is below two atmospheres there: 0.415 · 0.1 m · 3.6 (hot) · 2 · 101 kPa at
/// 1 m of the widest tail, twice in the loudest mix; half of that from the intake; the block with 500
/// atmospheres in each cylinder stays below 12 kPa.
const MAX_PRESSURE: f64 = 1.2e5;

impl Model for Engine {
    const INFO: ModelInfo = ModelInfo {
        name: "engine",
        title: "A combustion engine is started, revved and switched off",
        family: Family::Machines,
        level: Level::Process,
        made_of: &[],
        physics: "Each cylinder draws in, presses together, burns and blows down as its crank turns; its pressure follows from its volume, its heat and its valves. What \
                  bursts out of the valves runs as waves through headers that join, a pipe and the chambers of a muffler, is thrown back wherever the pipe widens, \
                  and leaves the tail as sound; what is drawn in sounds at the mouth of the intake; the pressure and the pistons shake the block. \
                  Unequal cylinders or intervals let it lope, charges that fail to burn bang in the pipe.",
        equation: "ṗ = −γp·V̇/V + (γ−1)·Q̇/V + γ·(Uᵢ − Uₑ)/V;  f_fire = f·N/(s/2)",
        source: "[Heywood1988], [Munjal1987]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts_of![
        drive: Motion,
        engine: Structure,
        intake: Structure,
        exhaust: Structure,
        mix: Interaction,
    ];
    const MODIFYING_GESTURES: &'static [&'static str] = &["throttle"];
    const GESTURES: &'static [Info] = &[
        SWITCH,
        Info {
            id: "throttle",
            doc: "Puts the pedal down so far, from now on.",
            default: 1.0,
            ..parts::THROTTLE.info()
        },
        Info {
            id: "backfire",
            symbol: "B",
            doc: "A charge burns where the headers join, this strong.",
            scale: Scale::Linear,
            default: 0.7,
            ..SWITCH
        },
    ];
    const OUTPUT: OutputKind = OutputKind::pressure(MAX_PRESSURE);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind::pressure(MAX_PRESSURE).named("intake"),
        OutputKind::pressure(MAX_PRESSURE).named("exhaust"),
        OutputKind::pressure(MAX_PRESSURE).named("block"),
        OutputKind { name: "speed", quantity: "frequency", unit: Unit::Hertz, most: 400.0 },
        OutputKind { name: "firings", quantity: "count", unit: Unit::One, most: 12.0 },
    ];
    type Player = EnginePlayer;

    fn player(&self, seed: u64, step: Step) -> EnginePlayer {
        EnginePlayer::new(self, seed, step)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, START, 1.0), (1.2, THROTTLE, 0.6), (2.8, THROTTLE, 0.0)]
    }
}
