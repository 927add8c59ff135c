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
//! | ε, ε₁   | [`Entrained::swing`]          | 1, s/m | how far a bubble that was taken along swings, as a part of its radius          |
//! | ε_c     | [`super::spill::swing`]       | 1    | how far a cavity swings: the pressure of the blow that shut it against the stiffness of the air |
//! | r, β    | [`Entrained::largest`]        | m, 1 | radii of the bubbles taken along, few large and many small, by the law r^−2.5: between the r^−3/2 and r^−10/3 of breaking waves |
//!
//! What a frame brings is heard in the next: its steps are spread over its blocks, so that no block has much
//! more to do than another.
//!
//! Source: \[Mueller2003\], \[Monaghan2005\], the particles; \[vandenDoel2005\], the bubbles; \[Deane2002\],
//! their sizes. Facts: `tests/particles_facts.rs`.

use super::Liquid;
pub use super::particle_params::{Entrained, Slap};
use super::sph::Pour;
pub use super::spill::ParticlesPlayer;
use foley_contact::Step;
use foley_params::{Handle, Info, Param, Parametric, Scale, Unit};
use foley_sound::{Family, Level, Model, ModelInfo, OutputKind, PartAccess, parts};

/// Into what it falls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vessel {
    /// w \[m\]
    pub width: f64,
    /// D \[m\]
    pub fill: f64,
}

impl Default for Vessel {
    /// A basin.
    fn default() -> Self {
        Self { width: 0.4, fill: 0.1 }
    }
}

const WIDTH: Param<Vessel> = Param {
    id: "width",
    symbol: "w",
    unit: Unit::Metre,
    doc: "How wide the vessel is.",
    min: 0.04,
    max: 2.0,
    scale: Scale::Logarithmic,
    default: 0.4,
    glide: 0.0,
    handle: Some(Handle { name: "room", low: "cup", high: "tank" }),
    get: |it| it.width,
    set: |it, value| it.width = value,
};

impl Parametric for Vessel {
    const NAME: &'static str = "spill-vessel";
    const PARAMS: &'static [Param<Self>] = &[
        WIDTH,
        Param {
            id: "fill",
            symbol: "D",
            doc: "How deep the liquid in it is.",
            min: 0.0,
            max: 0.5,
            scale: Scale::Linear,
            default: 0.1,
            handle: None,
            get: |it| it.fill,
            set: |it, value| it.fill = value,
            ..WIDTH
        },
    ];
}

/// What falls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// V \[m³\]
    pub volume: f64,
    /// Height by width \[1\].
    pub slenderness: f64,
    /// H \[m\]
    pub height: f64,
    /// g \[m/s²\]
    pub gravity: f64,
}

impl Default for Fall {
    /// Two litres from the height of a table.
    fn default() -> Self {
        Self { volume: 0.002, slenderness: 2.0, height: 0.6, gravity: 9.81 }
    }
}

const VOLUME: Param<Fall> = Param {
    id: "volume",
    symbol: "V",
    unit: Unit::CubicMetre,
    doc: "How much falls.",
    min: 2e-5,
    max: 0.05,
    scale: Scale::Logarithmic,
    default: 0.002,
    glide: 0.0,
    handle: Some(Handle { name: "amount", low: "a sip", high: "a tubful" }),
    get: |it| it.volume,
    set: |it, value| it.volume = value,
};

/// The height of a fall.
const HEIGHT: Param<Fall> = Param {
    id: "height",
    symbol: "H",
    unit: Unit::Metre,
    doc: "From how high above what it meets.",
    min: 0.02,
    max: 3.0,
    default: 0.6,
    handle: None,
    get: |it| it.height,
    set: |it, value| it.height = value,
    ..VOLUME
};

impl Parametric for Fall {
    const NAME: &'static str = "spill-fall";
    const PARAMS: &'static [Param<Self>] = &[
        VOLUME,
        Param {
            id: "slenderness",
            symbol: "λ",
            unit: Unit::One,
            doc: "How much higher than wide it is; what would not fit between the walls becomes higher.",
            min: 0.3,
            max: 12.0,
            default: 2.0,
            handle: Some(Handle { name: "pouring", low: "dumped", high: "in a stream" }),
            get: |it| it.slenderness,
            set: |it, value| it.slenderness = value,
            ..VOLUME
        },
        HEIGHT,
        Param {
            id: "gravity",
            symbol: "g",
            unit: Unit::MetrePerSecondSquared,
            doc: "Acceleration of what falls: 9.81 m/s^2 on the earth, 1.62 m/s^2 on the moon.",
            min: 1.0,
            max: 25.0,
            default: 9.81,
            handle: None,
            get: |it| it.gravity,
            set: |it, value| it.gravity = value,
            ..VOLUME
        },
    ];
}

/// How finely the motion is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fineness {
    /// N
    pub particles: f64,
    /// Frames in a second.
    pub frames: f64,
}

impl Default for Fineness {
    fn default() -> Self {
        Self { particles: 160.0, frames: 60.0 }
    }
}

const PARTICLES: Param<Fineness> = Param {
    id: "particles",
    symbol: "N",
    unit: Unit::One,
    doc: "Of how many particles all of it is, at most: fewer where they would be so small that there is no time for them.",
    min: 40.0,
    max: 400.0,
    scale: Scale::Integer,
    default: 160.0,
    glide: 0.0,
    handle: Some(Handle { name: "detail", low: "a few gulps", high: "spray" }),
    get: |it| it.particles,
    set: |it, value| it.particles = value,
};

impl Parametric for Fineness {
    const NAME: &'static str = "spill-fineness";
    const PARAMS: &'static [Param<Self>] = &[
        PARTICLES,
        Param {
            id: "frames",
            symbol: "f_N",
            unit: Unit::PerSecond,
            doc: "How often in a second it is looked for air that was shut in.",
            min: 30.0,
            max: 120.0,
            scale: Scale::Linear,
            default: 60.0,
            handle: None,
            get: |it| it.frames,
            set: |it, value| it.frames = value,
            ..PARTICLES
        },
    ];
}

/// A volume of liquid falls into a vessel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Particles {
    /// What falls, and how.
    pub fall: Fall,
    /// Into what.
    pub vessel: Vessel,
    /// Which liquid it is.
    pub liquid: Liquid,
    /// What it sounds like when it arrives.
    pub slap: Slap,
    /// The air it takes along.
    pub entrained: Entrained,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_hold() {
        foley_params::defaults_hold::<Vessel>().unwrap();
        foley_params::defaults_hold::<Fall>().unwrap();
        foley_params::defaults_hold::<Fineness>().unwrap();
    }
}
