//! Combustion engine of two or four strokes and one to twelve cylinders, with intake duct and exhaust
//! muffler.
//!
//! Each cylinder goes through its cycle of intake, compression, combustion and exhaust (`cylinder.rs`). Its
//! valves send waves into pipes that join, pass the chambers of a muffler and end in the open (`pipes.rs`).
//! Between the tones of the firings there is the noise of the gas and of the parts, in time with the cycle:
//! turbulence in the gaps of valves and throttle and at the mouths (`flow_noise.rs`), the uneven flame
//! (`chamber.rs`), piston slap, valves and timing chain (`impacts.rs`), which ring the engine block
//! (`block.rs`). A fan or a saw chain may be on the shaft (`attachments.rs`). The sound comes from the mouths
//! of exhaust and intake, from the block and from the saw:
//!
//! ```math
//! f_\mathrm{fire} = \frac{f N}{s/2}, \qquad p = m_i p_i + m_e p_e + m_b p_b + m_s p_s
//! ```
//!
//! | symbol | here                       | unit | meaning                                                                     |
//! |--------|----------------------------|------|-----------------------------------------------------------------------------|
//! | f      | measured `speed`           | Hz   | turns of the crank per second; follows the throttle from idle to top        |
//! | N, s   | [`Cylinders`]              | 1    | number of cylinders, strokes per cycle                                      |
//! | p_i, p_e, p_b, p_s | measured `intake`, `exhaust`, `block`, `saw` | Pa | pressure at 1 m of the intake mouth, the tail pipe, the block with its fan, and the saw |
//! | m      | [`EngineMix`]              | 1    | level of each in the sound                                                  |
//!
//! Equal cylinders at equal intervals sound only at multiples of f_fire. Differences between cylinders
//! repeat with the cycle and add multiples of f/2 (four strokes). The cycles differ at random: strength and
//! duration of the combustion vary with the irregularity, most at idle. On the overrun a charge may misfire
//! and burn where the headers join; the bang is as strong as the charge.
//!
//! An exhaust that is too narrow for its engine blurs the firing, as the power of the jet grows with M⁸: of
//! six litres in twelve cylinders at 100 turns per second, a tenth of the power lies beside the multiples of
//! the firing with the pipe of a saloon car (45 mm), and less than a hundredth with one of 90 mm. Turbulence
//! in valves and at the edge adds to both.
//!
//! Sources: \[Heywood1988\], cycle; \[Munjal1987\], pipes. Facts: `tests/all/engine_facts.rs`, and beside
//! the parts.

mod attachments;
mod block;
mod chamber;
mod cylinder;
mod ducts;
mod flow_noise;
mod impacts;
mod mute_on_change;
mod parts;
mod pipes;
mod player;

pub use ducts::{EngineMix, Exhaust, Intake};
pub use parts::{Cylinders, EngineDrive, Fan, Fuel, Mechanics, Saw, Strokes};
pub use player::EnginePlayer;

use foley_contact::Step;
use foley_params::{Info, Scale, Unit};
use foley_sound::{Family, Level, Model, ModelInfo, OutputKind, PartAccess, parts};

parts! {
    /// Model of a combustion engine.
    pub struct Engine {
        /// Speeds, throttle, firing irregularity and duration of the engine.
        drive: EngineDrive, Motion;
        /// Number, size and type of the cylinders.
        engine: Cylinders, Structure;
        /// Length and diameter of the intake duct.
        intake: Intake, Structure;
        /// Lengths, diameters and temperature of exhaust pipes and muffler.
        exhaust: Exhaust, Structure;
        /// Clearances of pistons and valves, and timing chain.
        mechanics: Mechanics, Structure;
        /// Fan or mower blade on the crank.
        fan: Fan, Structure;
        /// Saw chain on the crank.
        saw: Saw, Structure;
        /// Levels of the listening points at intake, exhaust and engine block.
        mix: EngineMix, Interaction;
    }
}

impl Engine {
    /// Returns the number of turns of the crank per cycle.
    pub fn turns(&self) -> f64 {
        f64::from(1 + self.engine.strokes as u32)
    }

    /// Returns the number of firings per second at `speed` turns per second \[Hz\].
    pub fn firing(&self, speed: f64) -> f64 {
        speed * f64::from(self.engine.cylinders) / self.turns()
    }

    /// Returns the lowest resonance of the exhaust with closed valves \[Hz\], for header, pipe and tail of
    /// equal diameter and without a chamber.
    pub fn quarter_wave(&self) -> f64 {
        let exhaust = &self.exhaust;
        let length = exhaust.header + exhaust.length + exhaust.tail + 0.61 * 0.5 * exhaust.diameter;
        pipes::sound_speed(exhaust.temperature) / (4.0 * length)
    }

    /// Returns the bore of a cylinder whose stroke equals its bore \[m\].
    pub fn bore(&self) -> f64 {
        libm::cbrt(4.0 * self.engine.displacement / core::f64::consts::PI)
    }

    /// Returns the diameter of the headers \[m\].
    pub fn port(&self) -> f64 {
        cylinder::PORT_RATIO * self.bore()
    }
}

/// Index of the `start` gesture.
const START: usize = 0;
/// Index of the `throttle` gesture.
const THROTTLE: usize = 1;

const SWITCH: Info = Info {
    id: "start",
    symbol: "s",
    unit: Unit::One,
    doc: "Switches the ignition on and runs the starter; 0 switches the engine off.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Integer,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// Maximum pressure at 1 m \[Pa\]. The pressure at the mouth of a pipe stays below two atmospheres: 0.415 ·
/// 0.1 m · 3.6 (hot) · 2 · 101 kPa for the widest tail, doubled by the mix. The intake adds half of that.
/// The block stays below 12 kPa at 500 atmospheres in each cylinder.
const MAX_PRESSURE: f64 = 1.2e5;

impl Model for Engine {
    const INFO: ModelInfo = ModelInfo {
        name: "engine",
        title: "A combustion engine is started, revved and switched off",
        family: Family::Machines,
        level: Level::Process,
        made_of: &[],
        physics: "Each cylinder goes through intake, compression, combustion and exhaust; its pressure follows from its volume, its heat and its valves. The exhaust pulses travel \
                  as waves through headers that join, a pipe and the chambers of a muffler. They are reflected wherever the cross-section changes, and leave the tail pipe as sound. \
                  The intake radiates from the mouth of its duct; gas forces and pistons shake the block. Unequal cylinders or intervals make the engine lope, misfired charges \
                  bang in the exhaust. Gas that streams through valves, throttle and mouths is turbulent and hisses in time with the firings; flames flicker, pistons slap, \
                  and valves strike their seats, which rings the block.",
        equation: "ṗ = −γp·V̇/V + (γ−1)·Q̇/V + γ·(Uᵢ − Uₑ)/V;  f_fire = f·N/(s/2)",
        source: "[Heywood1988], [Munjal1987]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["throttle"];
    const LASTING_GESTURES: &'static [&'static str] = &["start"];
    const GESTURES: &'static [Info] = &[
        SWITCH,
        Info {
            id: "throttle",
            doc: "Sets the position of the throttle: 0 is closed, 1 is open.",
            default: 1.0,
            ..parts::THROTTLE.info()
        },
        Info {
            id: "backfire",
            symbol: "B",
            doc: "Burns a charge of this strength where the headers join.",
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
        OutputKind { name: "speed", quantity: "frequency", unit: Unit::Hertz, max: 400.0 },
        OutputKind { name: "firings", quantity: "count", unit: Unit::One, max: 12.0 },
        OutputKind::pressure(MAX_PRESSURE).named("saw"),
    ];
    type Player = EnginePlayer;

    fn player(&self, seed: u64, step: Step) -> EnginePlayer {
        EnginePlayer::new(self, seed, step)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, START, 1.0), (1.2, THROTTLE, 0.6), (2.8, THROTTLE, 0.0)]
    }
}
