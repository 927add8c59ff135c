//! Something soft or rough lands on something that rings: a shoe, a pillow, a bag of sand.
//!
//! No single point touches, but many, one after another and too many to tell apart. Their force is a burst of
//! noise that is shaped and filtered ([`Burst`]) and drives the modes of the body that is struck:
//!
//! $$ \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f(t), \qquad f(t) = F \; (h * [e\,n])(t) + f_2(t - t_2) $$
//!
//! | symbol  | here                              | unit | meaning                                                      |
//! |---------|-----------------------------------|------|--------------------------------------------------------------|
//! | F       | [`Blow::force`], `strike`         | N    | effective force at the height of the blow                    |
//! | e, n, h | [`Burst`]                         |      | envelope, noise, filters                                     |
//! | f₂, t₂  | [`Second`]                        | N, s | a second blow, weaker, later and duller: the toe after the heel |
//! | ω, g, w | [`Resonator`] `struck`, [`Load`]  |      | the modes of what is struck, with what lies on it            |
//!
//! The force does not depend on how the body moves: what lands is so much softer than what it lands on.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/soft_impact_facts.rs`.

use super::burst::{Burst, Bursts, LOW_PASS};
use crate::{MATERIALS, Resonator, SHAPES, numbered};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_dsp::random::mixed;
use foley_params::{Handle, Info, Param, Parametric, Scale, Unit};
use foley_scene::{Action, Place, SceneSpec, Signal};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// How hard it lands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// F \[N\]
    pub force: f64,
}

impl Default for Blow {
    /// A bag put down.
    fn default() -> Self {
        Self { force: 120.0 }
    }
}

const FORCE: Param<Blow> = Param {
    id: "force",
    symbol: "F",
    unit: Unit::Newton,
    doc: "Effective force at the height of the blow if nobody says how hard.",
    min: 0.1,
    max: 1000.0,
    scale: Scale::Logarithmic,
    default: 120.0,
    glide: 0.0,
    handle: Some(Handle { name: "force", low: "put down", high: "thrown" }),
    get: |it| it.force,
    set: |it, value| it.force = value,
};

impl Parametric for Blow {
    const NAME: &'static str = "blow";
    const PARAMS: &'static [Param<Self>] = &[FORCE];
}

/// What lands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// What of it lies on the body and moves with it \[kg\].
    pub mass: f64,
}

impl Default for Load {
    /// A bag.
    fn default() -> Self {
        Self { mass: 2.0 }
    }
}

impl Parametric for Load {
    const NAME: &'static str = "load";
    const PARAMS: &'static [Param<Self>] = &[Param {
        id: "mass",
        symbol: "M",
        unit: Unit::Kilogram,
        doc: "What of it lies on the body and moves with it, so that light bodies sound lower and weaker.",
        min: 0.01,
        max: 100.0,
        scale: Scale::Logarithmic,
        default: 2.0,
        glide: 0.0,
        handle: Some(Handle { name: "weight", low: "glove", high: "sack of coal" }),
        get: |it| it.mass,
        set: |it, value| it.mass = value,
    }];
}

/// A body on which something lies \[kg\]: all of its modes are as much heavier as the whole, and as much
/// lower.
pub(crate) fn loaded(body: &Resonator, load: f64, channels: usize) -> Result<ModalSpec, SoundError> {
    let mass = body.mass()?;
    let ratio = (mass + load) / mass;
    Ok(body.spec(channels)?.scaled(1.0 / ratio.sqrt(), 1.0, ratio))
}

/// A second blow after the first, as the toe comes after the heel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Second {
    /// After the first \[s\].
    pub delay: f64,
    /// Part of the first one's force; none with 0 \[1\].
    pub level: f64,
    /// Cut above \[Hz\].
    pub low_pass: f64,
}

impl Default for Second {
    /// None.
    fn default() -> Self {
        Self { delay: 0.12, level: 0.0, low_pass: 1500.0 }
    }
}

const DELAY: Param<Second> = Param {
    id: "delay",
    symbol: "t₂",
    unit: Unit::Second,
    doc: "How long after the first blow the second comes.",
    min: 0.005,
    max: 1.0,
    scale: Scale::Logarithmic,
    default: 0.12,
    glide: 0.0,
    handle: None,
    get: |it| it.delay,
    set: |it, value| it.delay = value,
};

impl Parametric for Second {
    const NAME: &'static str = "second";
    const PARAMS: &'static [Param<Self>] = &[
        DELAY,
        Param {
            id: "level",
            symbol: "F₂/F",
            unit: Unit::One,
            doc: "Force of the second blow as a part of the first; 0 is none.",
            min: 0.0,
            max: 2.0,
            scale: Scale::Linear,
            default: 0.0,
            handle: Some(Handle { name: "toe", low: "one blow", high: "second twice as hard" }),
            get: |it| it.level,
            set: |it, value| it.level = value,
            ..DELAY
        },
        Param {
            id: "low-pass",
            symbol: "f₂",
            unit: LOW_PASS.unit,
            doc: "Above this frequency the second blow has no force.",
            min: LOW_PASS.min,
            max: LOW_PASS.max,
            default: 1500.0,
            glide: LOW_PASS.glide,
            get: |it| it.low_pass,
            set: |it, value| it.low_pass = value,
            ..DELAY
        },
    ];
}

/// Something soft or rough lands on something that rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftImpact {
    /// How hard it lands.
    pub blow: Blow,
    /// How its force goes by, and how soft it is.
    pub burst: Burst,
    /// A second blow.
    pub second: Second,
    /// What lands.
    pub load: Load,
    /// What it lands on.
    pub struck: Resonator,
}

impl Default for SoftImpact {
    /// A bag put down on a floor of planks.
    fn default() -> Self {
        Self {
            blow: Blow::default(),
            burst: Burst::default(),
            second: Second::default(),
            load: Load::default(),
            struck: FLOOR,
        }
    }
}

/// A floor of planks.
pub(crate) const FLOOR: Resonator = Resonator {
    shape: numbered(SHAPES, "rectangular-plate"),
    material: numbered(MATERIALS, "wood"),
    size: 1.2,
    thickness: 0.022,
    position: 0.3,
    pickup: 0.8,
    modes: 32.0,
    pitch: 1.0,
    ring: 1.0,
};

/// The force, among what is done to the stage.
const PUSH: usize = 0;

impl Model for SoftImpact {
    const INFO: ModelInfo = ModelInfo {
        name: "soft-impact",
        title: "Something soft lands on something",
        family: Family::Solids,
        level: Level::Event,
        made_of: &[],
        physics: "What is soft or rough touches at many points, one after another and too many to tell apart. Their force is noise under \
                  an envelope between two cuts of frequency, and drives the modes of the body it lands on, with what lands lying on it: the softer, the lower the \
                  upper cut and the longer the attack. A second blow, later and duller, makes heel and toe of it.",
        equation: "f(t) = F·h*(e(t)·n(t)),  ẍ + g·ẋ + ω²·x = w·f/m for every mode",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        blow: Motion,
        burst: Interaction,
        second: Interaction,
        load: Structure,
        struck: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "strike", doc: "Lands on it with this effective force.", ..FORCE.info() }];
    type Player = SoftImpactPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut stage = SceneSpec::default();
        let struck = loaded(&self.struck, self.load.mass, channels)?;
        let struck = add_ringing(&mut stage, "struck", struck, channels);
        push(&mut stage, Place::new(struck, 0));
        Ok(stage)
    }

    fn player(&self, seed: u64, _step: Step) -> SoftImpactPlayer {
        SoftImpactPlayer {
            first: Bursts::new(mixed(seed, 0)),
            second: Bursts::new(mixed(seed, 1)),
            pushing: false,
        }
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.blow.force)]
    }
}

/// A force on a port that a player feeds.
pub(crate) fn push(stage: &mut SceneSpec, place: Place) {
    let force = Action::Force { place, newtons: Signal::Live, lasting: None };
    stage.at(0.0, force);
}

/// Lets it land when it is told to.
#[derive(Clone, Debug)]
pub struct SoftImpactPlayer {
    first: Bursts,
    second: Bursts,
    /// The force of the block before was not nothing.
    pushing: bool,
}

impl Player<SoftImpact> for SoftImpactPlayer {
    fn play(&mut self, now: &SoftImpact, block: &mut Block<'_>) {
        let step = block.step();
        for done in block.gestures() {
            let force = FORCE.clamp(done.value);
            self.first.begin(done.at as u64, force);
            if now.second.level > 0.0 {
                let later = (now.second.delay * step.rate()).round() as u64;
                let force = now.second.level * force;
                self.second.begin(done.at as u64 + later, force);
            }
        }
        let second = Burst { low_pass: now.second.low_pass, ..now.burst };
        let mut force = [0.0; BLOCK];
        let first = self.first.add(&now.burst, step, &mut force);
        let pushes = self.second.add(&second, step, &mut force) || first;
        if pushes || self.pushing {
            block.feed(PUSH, &force);
        }
        self.pushing = pushes;
    }

    fn done(&self) -> bool {
        self.first.silent() && self.second.silent() && !self.pushing
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_blow_a_load_and_a_second_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Load>().unwrap();
        foley_params::defaults_hold::<super::Blow>().unwrap();
        foley_params::defaults_hold::<super::Second>().unwrap();
    }
}
