//! A soft or rough body lands on a resonating body: a shoe, a pillow, a bag of sand.
//!
//! It touches at many points, one after another and too many to distinguish. Their force is a shaped and
//! filtered noise burst ([`Burst`]) that drives the modes of the struck body:
//!
//! ```math
//! \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f(t), \qquad f(t) = F \; (h * [e\,n])(t) + f_2(t - t_2)
//! ```
//!
//! | symbol  | here                             | unit | meaning                                                         |
//! |---------|----------------------------------|------|-----------------------------------------------------------------|
//! | F       | [`Blow::force`], `strike`        | N    | effective force at the peak of the blow                         |
//! | e, n, h | [`Burst`]                        |      | envelope, noise, filters                                        |
//! | f₂, t₂  | [`SecondBlow`]                   | N, s | a second blow, weaker, later and duller: the toe after the heel |
//! | ω, g, w | [`Resonator`] `struck`, [`Load`] |      | modes of the struck body, with the load on it                   |
//!
//! The force does not depend on the motion of the struck body, because the landing body is much softer.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/all/soft_impact_facts.rs`.

use super::burst::{Burst, Bursts, LOW_PASS};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_params::{Info, Param, param, params};
use foley_scene::{Action, Place, SceneSpec, Signal};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Force of the landing.
    /// Default: a bag put down.
    pub struct Blow("blow") {
        /// Default effective force at the peak of the blow.
        force: f64 = 120.0, "F", Newton, log [0.1, 1000.0], handle("force", "put down", "thrown");
    }
}

const FORCE: Param<Blow> = param("force");

params! {
    /// Landing body.
    /// Default: a bag.
    pub struct Load("load") {
        /// Mass that stays on the struck body and moves with it; light bodies sound lower and weaker.
        mass: f64 = 2.0, "M", Kilogram, log [0.01, 100.0], handle("weight", "glove", "sack of coal");
    }
}

/// Returns the modes of a body that carries a load \[kg\]. All modal masses grow by the ratio of total mass
/// to body mass, and all frequencies fall accordingly.
pub(crate) fn loaded_spec(body: &Resonator, load: f64, channels: usize) -> Result<ModalSpec, SoundError> {
    let mass = body.mass()?;
    let ratio = (mass + load) / mass;
    Ok(body.spec(channels)?.scaled(1.0 / ratio.sqrt(), 1.0, ratio))
}

params! {
    /// Second blow after the first, as the toe comes after the heel.
    /// Default: none.
    pub struct SecondBlow("second") {
        /// Delay of the second blow after the first.
        delay: f64 = 0.12, "t₂", Second, log [0.005, 1.0];
        /// Force of the second blow relative to the first; 0 is none.
        level: f64 = 0.0, "F₂/F", One, lin [0.0, 2.0], handle("toe", "one blow", "second twice as hard");
        /// Upper cut-off frequency of the second blow.
        low_pass as "low-pass": f64 = 1500.0, "f₂", Hertz, log [LOW_PASS.min, LOW_PASS.max], glide LOW_PASS.glide;
    }
}

parts! {
    /// Model of a soft or rough body that lands on a resonating body.
    /// Default: a bag put down on a floor of planks.
    pub struct SoftImpact {
        /// Peak force of the landing.
        blow: Blow, Motion;
        /// Envelope and spectrum of the force.
        burst: Burst, Interaction;
        /// Level, delay and dullness of a second blow, such as the toe after the heel.
        second: SecondBlow, Interaction;
        /// Mass of the landing body, which stays on the struck body.
        load: Load, Structure;
        /// Resonating body that is struck.
        struck: Resonator = FLOOR, Structure;
    }
}

/// Resonator of a floor of planks.
pub(crate) const FLOOR: Resonator = Resonator {
    shape: ResonatorShape::RectangularPlate,
    material: ResonatorMaterial::Wood,
    size: 1.2,
    thickness: 0.022,
    position: 0.3,
    pickup: 0.8,
    modes: 32,
    field: 0,
    mounting: ResonatorMounting::Fixed,
    pitch: 1.0,
    ring: 1.0,
};

/// Index of the force of the burst among the live signals of the scene.
const PUSH: usize = 0;

impl Model for SoftImpact {
    const INFO: ModelInfo = ModelInfo {
        name: "soft-impact",
        title: "Something soft lands on something",
        family: Family::Solids,
        level: Level::Event,
        made_of: &[],
        physics: "A soft or rough body touches at many points, one after another and too many to distinguish. Their force is noise under \
                  an envelope, between two cut frequencies. It drives the modes of the struck body, loaded with the landing body. The \
                  softer the body, the lower the upper cut and the longer the attack. A later, duller second blow makes heel and toe.",
        equation: "f(t) = F·h*(e(t)·n(t)),  ẍ + g·ẋ + ω²·x = w·f/m for every mode",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "strike", doc: "Lands on the body with this effective force.", ..FORCE.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.blow.force;
    type Player = SoftImpactPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let struck = loaded_spec(&self.struck, self.load.mass, channels)?;
        let struck = add_modal_body(&mut scene, "struck", struck, channels);
        push(&mut scene, Place::new(struck, 0));
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> SoftImpactPlayer {
        SoftImpactPlayer {
            first: Bursts::new(mix_seed(seed, 0)),
            second: Bursts::new(mix_seed(seed, 1)),
            pushing: false,
        }
    }
}

/// Adds to the scene a live force at `place`, which the player feeds.
pub(crate) fn push(scene: &mut SceneSpec, place: Place) {
    let force = Action::Force { place, newtons: Signal::Live, lasting: None };
    scene.at(0.0, force);
}

/// Starts the noise bursts of a landing at each gesture.
#[derive(Clone, Debug)]
pub struct SoftImpactPlayer {
    first: Bursts,
    second: Bursts,
    /// Whether the previous block fed a force other than 0.
    pushing: bool,
}

impl Player<SoftImpact> for SoftImpactPlayer {
    fn play(&mut self, now: &SoftImpact, block: &mut Block<'_>) {
        let step = block.step();
        for gesture in block.gestures() {
            let force = FORCE.clamp(gesture.value);
            self.first.begin(gesture.at as u64, force);
            if now.second.level > 0.0 {
                let later = (now.second.delay * step.rate()).round() as u64;
                let force = now.second.level * force;
                self.second.begin(gesture.at as u64 + later, force);
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
