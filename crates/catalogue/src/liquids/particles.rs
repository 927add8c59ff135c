//! A volume of liquid falls into a vessel, computed as particles: a bucket is emptied into a tub, a glass
//! spilled into a sink.
//!
//! The motion is that of [`super::sph`], computed at a frame rate of its own. It makes no sound by itself;
//! what *happens* in it does:
//!
//! | what happens                                   | what is heard                                                                       |
//! |------------------------------------------------|-------------------------------------------------------------------------------------|
//! | a particle that flew meets liquid or a wall    | a slap: a short noise with a part η of its energy ½ m v²; and bubbles of the air it takes along |
//! | air is shut in below the surface               | a bubble as large as the cavity, or several where it is so large that it falls apart |
//!
//! $$ E_a = \eta\,\tfrac12 m v^2, \qquad \int p^2\,dt = \frac{\rho_a c_a}{2\pi R^2} E_a, \qquad
//!    \varepsilon = \epsilon_1 v, \qquad \varepsilon_c = \frac{\tfrac12\rho v^2}{3\gamma p_0}, \qquad r \le \beta \sqrt\[3\]{\frac{3m}{4\pi\rho}} $$
//!
//! | symbol  | here                          | unit | meaning                                                                          |
//! |---------|-------------------------------|------|----------------------------------------------------------------------------------|
//! | m, v    | [`super::sph::Hit`]           | kg, m/s | what arrives, and how fast towards what it meets                              |
//! | η       | [`Slap::loudness`]            | 1    | the part of the energy that is heard                                             |
//! | R       | 1 m                           | m    | distance of the ear                                                              |
//! | ε, ε₁   | [`EntrainedAir::swing`]          | 1, s/m | how far a bubble that was taken along swings, as a part of its radius          |
//! | ε_c     | [`super::particles_player::cavity_swing`]       | 1    | how far a cavity swings: the pressure of the blow that shut it against the stiffness of the air |
//! | r, β    | [`EntrainedAir::largest`]        | m, 1 | radii of the bubbles taken along, few large and many small, by the law r^−2.5: between the r^−3/2 and r^−10/3 of breaking waves |
//!
//! What a frame brings is heard in the next: its steps are spread over its blocks, so that no block has much
//! more to do than another.
//!
//! Source: \[Mueller2003\], \[Monaghan2005\], the particles; \[vandenDoel2005\], the bubbles; \[Deane2002\],
//! their sizes. Facts: `tests/particles_facts.rs`.

use super::Liquid;
pub use super::particle_params::{EntrainedAir, Slap};
pub use super::particles_player::ParticlesPlayer;
use super::sph::Pour;
use foley_contact::Step;
use foley_params::{Info, Param, Unit, param, params};
use foley_sound::{Family, Level, Model, ModelInfo, OutputKind, PartAccess, parts};

params! {
    /// Into what it falls.
    /// Default: a basin.
    pub struct SpillVessel("spill-vessel") {
        /// How wide the vessel is.
        width: f64 = 0.4, "w", Metre, log [0.04, 2.0], handle("room", "cup", "tank");
        /// How deep the liquid in it is.
        fill: f64 = 0.1, "D", Metre, lin [0.0, 0.5];
    }
}

params! {
    /// What falls.
    /// Default: two litres from the height of a table.
    pub struct SpillFall("spill-fall") {
        /// How much falls.
        volume: f64 = 0.002, "V", CubicMetre, log [2e-5, 0.05], handle("amount", "a sip", "a tubful");
        /// How much higher than wide it is; what would not fit between the walls becomes higher.
        slenderness: f64 = 2.0, "λ", One, log [0.3, 12.0], handle("pouring", "dumped", "in a stream");
        /// From how high above what it meets.
        height: f64 = 0.6, "H", Metre, log [0.02, 3.0];
        /// Acceleration of what falls: 9.81 m/s^2 on the earth, 1.62 m/s^2 on the moon.
        gravity: f64 = 9.81, "g", MetrePerSecondSquared, log [1.0, 25.0];
    }
}

/// The height of a fall.
const HEIGHT: Param<SpillFall> = param("height");

params! {
    /// How finely the motion is computed.
    pub struct Fineness("spill-fineness") {
        /// Of how many particles all of it is, at most: fewer where they would be so small that there is no
        /// time for them.
        particles: u32 = 160, "N", One, count [40, 400], handle("detail", "a few gulps", "spray");
        /// How often in a second it is looked for air that was shut in.
        frames: f64 = 60.0, "f_N", PerSecond, lin [30.0, 120.0];
    }
}

/// A volume of liquid falls into a vessel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Particles {
    /// What falls, and how.
    pub fall: SpillFall,
    /// Into what.
    pub vessel: SpillVessel,
    /// Which liquid it is.
    pub liquid: Liquid,
    /// What it sounds like when it arrives.
    pub slap: Slap,
    /// The air it takes along.
    pub entrained: EntrainedAir,
    /// How finely it is computed.
    pub fineness: Fineness,
}

impl Particles {
    /// What is computed if it falls from this height \[m\]. Real-time: yes.
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
        physics: "The liquid is some hundred particles that push each other where they are pressed together, rub, fall and meet walls; their momentum is \
                  kept and their energy never rises. A particle that flew and arrives slaps with a part of its energy and takes bubbles along. Air that is shut \
                  in below the surface is a bubble as large as the cavity.",
        equation: "dv/dt = g − Σ m·(p/ρ² + p'/ρ'²)·∇W,  E = η·m·v²/2,  f·r = 3.26 m/s",
        source: "[Mueller2003], [Monaghan2005], [vandenDoel2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        fall: Motion,
        vessel: Structure,
        liquid: Structure,
        slap: Interaction,
        entrained: Interaction,
        fineness: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "spill", doc: "It arrives from this height.", ..HEIGHT.info() }];
    /// Of the bubbles a thousand at most sound, each with 2 ρₐ/ρ · 3γp₀ · ε r/0.44 < 12 Pa: r is at most 30
    /// mm, ε at most a tenth. 256 slaps in a frame, of at most 13 kg at 10 m/s, give less than another 5 kPa.
    const OUTPUT: OutputKind = OutputKind::pressure(2e4);
    const MEASUREMENTS: &'static [OutputKind] = &[
        OutputKind { name: "motion", quantity: "energy", unit: Unit::Joule, most: f64::INFINITY },
        OutputKind { name: "hits", quantity: "count", unit: Unit::One, most: f64::INFINITY },
    ];
    type Player = ParticlesPlayer;

    fn player(&self, seed: u64, step: Step) -> ParticlesPlayer {
        ParticlesPlayer::new(seed, step)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.fall.height)]
    }
}
