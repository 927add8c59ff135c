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
//! | f₂, t₂  | [`SecondBlow`]                        | N, s | a second blow, weaker, later and duller: the toe after the heel |
//! | ω, g, w | [`Resonator`] `struck`, [`Load`]  |      | the modes of what is struck, with what lies on it            |
//!
//! The force does not depend on how the body moves: what lands is so much softer than what it lands on.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/soft_impact_facts.rs`.

use super::burst::{Burst, Bursts, LOW_PASS};
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_dsp::random::mixed;
use foley_params::{Info, Param, param, params};
use foley_scene::{Action, Place, SceneSpec, Signal};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// How hard it lands.
    /// Default: a bag put down.
    pub struct Blow("blow") {
        /// Effective force at the height of the blow if nobody says how hard.
        force: f64 = 120.0, "F", Newton, log [0.1, 1000.0], handle("force", "put down", "thrown");
    }
}

const FORCE: Param<Blow> = param("force");

params! {
    /// What lands.
    /// Default: a bag.
    pub struct Load("load") {
        /// What of it lies on the body and moves with it, so that light bodies sound lower and weaker.
        mass: f64 = 2.0, "M", Kilogram, log [0.01, 100.0], handle("weight", "glove", "sack of coal");
    }
}

/// A body on which something lies \[kg\]: all of its modes are as much heavier as the whole, and as much
/// lower.
pub(crate) fn loaded(body: &Resonator, load: f64, channels: usize) -> Result<ModalSpec, SoundError> {
    let mass = body.mass()?;
    let ratio = (mass + load) / mass;
    Ok(body.spec(channels)?.scaled(1.0 / ratio.sqrt(), 1.0, ratio))
}

params! {
    /// A second blow after the first, as the toe comes after the heel.
    /// Default: none.
    pub struct SecondBlow("second") {
        /// How long after the first blow the second comes.
        delay: f64 = 0.12, "t₂", Second, log [0.005, 1.0];
        /// Force of the second blow as a part of the first; 0 is none.
        level: f64 = 0.0, "F₂/F", One, lin [0.0, 2.0], handle("toe", "one blow", "second twice as hard");
        /// Above this frequency the second blow has no force.
        low_pass as "low-pass": f64 = 1500.0, "f₂", Hertz, log [LOW_PASS.min, LOW_PASS.max], glide LOW_PASS.glide;
    }
}

/// Something soft or rough lands on something that rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftImpact {
    /// How hard it lands.
    pub blow: Blow,
    /// How its force goes by, and how soft it is.
    pub burst: Burst,
    /// A second blow.
    pub second: SecondBlow,
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
            second: SecondBlow::default(),
            load: Load::default(),
            struck: FLOOR,
        }
    }
}

/// A floor of planks.
pub(crate) const FLOOR: Resonator = Resonator {
    shape: ResonatorShape::RectangularPlate,
    material: ResonatorMaterial::Wood,
    size: 1.2,
    thickness: 0.022,
    position: 0.3,
    pickup: 0.8,
    modes: 32,
    pitch: 1.0,
    ring: 1.0,
};

/// The force, among what is done to the scene.
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
        let mut scene = SceneSpec::default();
        let struck = loaded(&self.struck, self.load.mass, channels)?;
        let struck = add_ringing(&mut scene, "struck", struck, channels);
        push(&mut scene, Place::new(struck, 0));
        Ok(scene)
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
pub(crate) fn push(scene: &mut SceneSpec, place: Place) {
    let force = Action::Force { place, newtons: Signal::Live, lasting: None };
    scene.at(0.0, force);
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
