//! A volume of liquid falls into a vessel, simulated as particles: a bucket emptied into a tub, a glass
//! spilled into a sink.
//!
//! [`super::sph`] computes the motion of the liquid at its own frame rate. The motion makes no sound itself;
//! its *events* do:
//!
//! | event                                          | sound                                                                               |
//! |------------------------------------------------|-------------------------------------------------------------------------------------|
//! | a flying particle hits liquid or a wall        | a slap: short noise with a share η of its energy ½ m v²; and bubbles of the air it entrains |
//! | air is enclosed below the surface              | a bubble of the size of the cavity, or several where the cavity is so large that it breaks up |
//! | the emptied vessel drips ([`super::drainage`]) | the tick of a drop ([`super::drop_impact`]), and with probability ¾ a bubble        |
//!
//! ```math
//! E_a = \eta\,\tfrac12 m v^2, \qquad \int p^2\,dt = \frac{\rho_a c_a}{2\pi R^2} E_a, \qquad
//! \varepsilon = \epsilon_1 v, \qquad \varepsilon_c = \frac{\tfrac12\rho v^2}{3\gamma p_0}, \qquad r \le \beta \sqrt[3]{\frac{3m}{4\pi\rho}}
//! ```
//!
//! | symbol  | here                          | unit | meaning                                                                          |
//! |---------|-------------------------------|------|----------------------------------------------------------------------------------|
//! | m, v    | [`super::sph::Hit`]           | kg, m/s | mass of the particle; speed towards the surface it hits                       |
//! | η       | [`Slap::loudness`]            | 1    | share of the energy that is radiated                                             |
//! | R       | 1 m                           | m    | distance of the listener                                                         |
//! | ε, ε₁   | [`EntrainedAir::swing`]       | 1, s/m | relative swing of an entrained bubble                                          |
//! | ε_c     | [`super::particles_player::cavity_swing`] | 1 | relative swing of a cavity: impact pressure over the stiffness of the air |
//! | r, β    | [`EntrainedAir::largest`]     | m, 1 | radii of entrained bubbles, distributed as r^−2.5: between the r^−3/2 and r^−10/3 of breaking waves |
//!
//! Events of one frame are heard during the next. Its steps are as long at every sample rate.
//!
//! Source: \[Mueller2003\], \[Monaghan2005\], particles; \[vandenDoel2005\], bubbles; \[Deane2002\],
//! bubble sizes; \[Jeffreys1930\], draining films. Facts: `tests/all/particles_facts.rs`.

use super::Liquid;
pub use super::drainage::Drainage;
pub use super::particle_params::{EntrainedAir, Slap};
pub use super::particles_player::ParticlesPlayer;
use super::sph::Pour;
use foley_contact::Step;
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{Family, Level, Model, ModelInfo, OutputKind, PartAccess, parts};

params! {
    /// Vessel the liquid falls into.
    /// Default: a basin.
    pub struct SpillVessel("spill-vessel") {
        /// Width of the vessel.
        width: f64 = 0.4, "w", Metre, log [0.04, 2.0], handle("room", "cup", "tank");
        /// Depth of the liquid in the vessel.
        fill: f64 = 0.1, "D", Metre, lin [0.0, 0.5];
    }
}

params! {
    /// Falling liquid.
    /// Default: two litres from the height of a table.
    pub struct SpillFall("spill-fall") {
        /// Volume of the falling liquid.
        volume: f64 = 0.002, "V", CubicMetre, log [2e-5, 0.05], handle("amount", "a sip", "a tubful");
        /// Ratio of height to width of the falling liquid; increased if it does not fit between the walls.
        slenderness: f64 = 2.0, "λ", One, log [0.3, 12.0], handle("pouring", "dumped", "in a stream");
        /// Height of the fall above the surface.
        height: f64 = 0.6, "H", Metre, log [0.02, 3.0];
        /// Acceleration of gravity: 9.81 m/s^2 on the earth, 1.62 m/s^2 on the moon.
        gravity: f64 = 9.81, "g", MetrePerSecondSquared, log [1.0, 25.0];
    }
}

const HEIGHT: Param<SpillFall> = param("height");

params! {
    /// Resolution of the simulation.
    pub struct Fineness("spill-fineness") {
        /// Maximum number of particles; reduced where they would be too small to compute in real time.
        particles: u32 = 160, "N", One, count [40, 400], handle("detail", "a few gulps", "spray");
        /// Frames per second in which enclosed air is searched.
        frames: f64 = 60.0, "f_N", PerSecond, lin [30.0, 120.0];
    }
}

parts! {
    /// Model of a volume of liquid that falls into a vessel.
    pub struct Particles {
        /// Volume, height and shape of the falling liquid.
        fall: SpillFall, Motion;
        /// Vessel into which the liquid falls.
        vessel: SpillVessel, Structure;
        /// Kind of the falling liquid and of the liquid in the vessel.
        liquid: Liquid, Structure;
        /// Loudness and brightness of the impact noise of particles.
        slap: Slap, Interaction;
        /// Bubbles entrained by particles.
        entrained: EntrainedAir, Interaction;
        /// Film on the emptied vessel, which drips after the fall.
        drainage: Drainage, Interaction;
        /// Number of particles and frame rate of the simulation.
        fineness: Fineness, Structure;
    }
}

impl Particles {
    /// Returns the setup of the simulation for a fall from `height` \[m\]. Real-time: yes.
    pub fn pour(&self, height: f64) -> Pour {
        Pour {
            volume: self.fall.volume,
            slenderness: self.fall.slenderness,
            height,
            width: self.vessel.width,
            fill: self.vessel.fill,
            detail: self.fineness.particles as usize,
            viscosity: self.liquid.viscosity,
            density: self.liquid.density,
            gravity: self.fall.gravity,
        }
    }
}

impl Model for Particles {
    const INFO: ModelInfo = ModelInfo {
        name: "particles",
        title: "A volume of liquid falls into a vessel",
        family: Family::Liquids,
        level: Level::Process,
        made_of: &[],
        physics: "The liquid is simulated as a few hundred particles with pressure, viscosity, gravity and walls. Their momentum is conserved and their energy never \
                  rises. A flying particle that hits liquid or a wall slaps with a share of its energy and entrains bubbles. Air enclosed below the surface rings as a \
                  bubble of the size of the cavity. The film on the emptied vessel runs together into drops that fall ever more slowly.",
        equation: "dv/dt = g − Σ m·(p/ρ² + p'/ρ'²)·∇W,  E = η·m·v²/2,  f·r = 3.26 m/s,  Q = b/3·√(νz³/g)·t^(−3/2)",
        source: "[Mueller2003], [Monaghan2005], [vandenDoel2005], [Jeffreys1930]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "spill", doc: "Drops the liquid from this height.", ..HEIGHT.info() }];
    /// Bound of the output: at most a thousand bubbles sound, each below 2 · 1.2 kg/m³ · 1600 m²/s² · 30 mm
    /// · 0.1 < 12 Pa. The factors are the density of air, the square of radius times angular frequency, the
    /// radius, and the relative swing. The 256 slaps of a frame, of at most 13 kg at 10 m/s, add less than
    /// 5 kPa. Each of 48 impacts of drops changes its force by at most 11 N in 5 µs, which is 510 Pa.
    const OUTPUT: OutputKind = OutputKind::pressure(5e4);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "motion", quantity: "energy", unit: Unit::Joule, max: f64::INFINITY },
        OutputKind { name: "hits", quantity: "count", unit: Unit::One, max: f64::INFINITY },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.fall.height;
    type Player = ParticlesPlayer;

    fn player(&self, seed: u64, step: Step) -> ParticlesPlayer {
        ParticlesPlayer::new(seed, step)
    }
}
