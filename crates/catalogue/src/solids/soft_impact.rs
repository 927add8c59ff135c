//! A soft or rough body lands on a resonating body: a shoe, a pillow, a bag of sand.
//!
//! The struck body stops it with a force of one hump ([`super::pulses`]). The landing body touches at many
//! points, one after another and too many to distinguish: the random part of the force is a shaped and
//! filtered noise burst ([`Burst`]). Both drive the modes of the struck body:
//!
//! ```math
//! \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f(t), \qquad
//! f(t) = F \Bigl[ \tfrac12 \Bigl(1 - \cos\frac{2\pi t}{\tau}\Bigr) + s \; (h * [e\,n])(t) \Bigr] + f_2(t - t_2), \qquad \tau = t_a + t_d
//! ```
//!
//! | symbol  | here                             | unit | meaning                                                         |
//! |---------|----------------------------------|------|-----------------------------------------------------------------|
//! | F       | [`Blow::force`], `strike`        | N    | force at the peak of the blow                                   |
//! | s       | [`Blow::share`]                  | 1    | random part of the force, effective                             |
//! | e, n, h | [`Burst`]                        |      | envelope, noise, filters                                        |
//! | t_a, t_d | [`Burst`]                       | s    | attack and decay; the hump lasts as long as both                |
//! | f₂, t₂  | [`SecondBlow`]                   | N, s | a second blow, later and with duller noise: the toe after the heel |
//! | ω, g, w | [`Resonator`] `struck`, [`Load`] |      | modes of the struck body, with the load on it                   |
//!
//! The force does not depend on the motion of the struck body, because the landing body is much softer. The
//! same force shakes the landing body itself, whose surface is heard, too ([`Skin`]). The landing body goes
//! on settling under the load F e(t). While this load changes, its fibres or grains slip ([`super::rustle`]):
//! a noise force of its own on both bodies.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/all/soft_impact_facts.rs`.

use super::burst::{Burst, Bursts, LOW_PASS};
use super::pulses::Pulses;
use super::rustle::{Rustle, Skin, SlipNoise};
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
        /// Default force at the peak of the blow.
        force: f64 = 120.0, "F", Newton, log [0.1, 1000.0], handle("force", "put down", "thrown");
        /// Random part of the force, from the many points that touch, relative to the peak.
        share: f64 = 0.05, "s", One, log [1e-3, 1.0], handle("texture", "one mass", "many points");
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
///
/// `places` are the touched points, as fractions of the size \[1\].
pub(crate) fn loaded_spec(
    body: &Resonator,
    places: &[f64],
    load: f64,
    channels: usize,
) -> Result<ModalSpec, SoundError> {
    let mass = body.mass()?;
    let ratio = (mass + load) / mass;
    Ok(body.spec_at(places, channels, 1.0)?.scaled(1.0 / ratio.sqrt(), 1.0, ratio))
}

params! {
    /// Second blow after the first, as the toe comes after the heel.
    /// Default: none.
    pub struct SecondBlow("second") {
        /// Delay of the second blow after the first; heard where `level` is above 0.
        delay: f64 = 0.12, "t₂", Second, log [0.005, 1.0];
        /// Force of the second blow relative to the first; 0 is none.
        level: f64 = 0.0, "F₂/F", One, lin [0.0, 2.0], handle("toe", "one blow", "second twice as hard");
        /// Upper cut-off frequency of the noise of the second blow; heard where `level` is above 0.
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
        /// Level and delay of a second blow, such as the toe after the heel, and dullness of its noise.
        second: SecondBlow, Interaction;
        /// Slips of fibres or grains in the landing body while its load changes along the envelope of the
        /// burst.
        rustle: Rustle, Interaction;
        /// Mass of the landing body, which stays on the struck body.
        load: Load, Structure;
        /// Surface of the landing body, which the forces shake.
        skin: Skin, Structure;
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

/// Index of the force on the struck body among the live signals of the scene.
const PUSH: usize = 0;
/// Index of the same force on the skin of the landing body.
const SKIN_PUSH: usize = 1;

impl Model for SoftImpact {
    const INFO: ModelInfo = ModelInfo {
        name: "soft-impact",
        title: "Something soft lands on something",
        family: Family::Solids,
        level: Level::Event,
        made_of: &[],
        physics: "The struck body stops a soft or rough body with a force of one hump. The landing body touches at many points, too many to \
                  distinguish: a part of the force is noise under an envelope, between two cut frequencies. The force drives the modes of the \
                  struck body, loaded with the landing body. The softer the body, the lower the upper cut and the longer the attack. The same force shakes the landing body, whose fibres and \
                  grains slip while it yields. A later second blow, whose noise is duller, makes heel and toe.",
        equation: "f(t) = F·[½(1 − cos(2πt/τ)) + s·h*(e(t)·n(t))],  ẍ + g·ẋ + ω²·x = w·f/m for every mode",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "strike", doc: "Lands on the body with this peak force.", ..FORCE.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.blow.force;
    type Player = SoftImpactPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let struck = loaded_spec(&self.struck, &[self.struck.position], self.load.mass, channels)?;
        let struck = add_modal_body(&mut scene, "struck", struck, channels);
        push(&mut scene, Place::new(struck, 0));
        let skin = add_modal_body(&mut scene, "skin", self.skin.spec(channels), channels);
        push(&mut scene, Place::new(skin, 0));
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> SoftImpactPlayer {
        SoftImpactPlayer {
            first: Bursts::new(mix_seed(seed, 0)),
            second: Bursts::new(mix_seed(seed, 1)),
            landings: Pulses::default(),
            slips: SlipNoise::new(mix_seed(seed, 2)),
            applied: 0.0,
            pushing: false,
        }
    }
}

/// Adds to the scene a live force at `place`, which the player feeds.
pub(crate) fn push(scene: &mut SceneSpec, place: Place) {
    let force = Action::Force { place, newtons: Signal::Live, lasting: None };
    scene.at(0.0, force);
}

/// Starts the forces of a landing at each gesture.
#[derive(Clone, Debug)]
pub struct SoftImpactPlayer {
    first: Bursts,
    second: Bursts,
    /// Forces that stop the landing body.
    landings: Pulses,
    slips: SlipNoise,
    /// Envelope of the blows times their force at the last sample \[N\].
    applied: f64,
    /// Whether the previous block fed a force other than 0.
    pushing: bool,
}

impl Player<SoftImpact> for SoftImpactPlayer {
    fn play(&mut self, now: &SoftImpact, block: &mut Block<'_>) {
        let step = block.step();
        for gesture in block.gestures() {
            let force = FORCE.clamp(gesture.value);
            let duration = now.burst.attack + now.burst.decay;
            self.first.begin(gesture.at as u64, force);
            self.landings.begin(gesture.at as f64, 0.5 * force * duration, duration);
            if now.second.level > 0.0 {
                let later = gesture.at as u64 + (now.second.delay * step.rate()).round() as u64;
                let force = now.second.level * force;
                self.second.begin(later, force);
                self.landings.begin(later as f64, 0.5 * force * duration, duration);
            }
        }
        let second = Burst { low_pass: now.second.low_pass, ..now.burst };
        let mut force = [0.0; BLOCK];
        let first = self.first.add(&now.burst, step, &mut force);
        let pushes = self.second.add(&second, step, &mut force) || first;
        for force in &mut force {
            *force *= now.blow.share;
        }
        let pushes = self.landings.add(step, &mut force) || pushes;
        let envelopes = self.first.envelope().iter().zip(self.second.envelope());
        let mut slips = false;
        for (force, (first, second)) in force.iter_mut().zip(envelopes) {
            let applied = first + second;
            let slip = self.slips.next(applied - self.applied, applied, &now.rustle, step);
            slips = slips || slip != 0.0;
            *force += slip;
            self.applied = applied;
        }
        let pushes = pushes || slips;
        if pushes || self.pushing {
            block.feed(PUSH, &force);
            block.feed(SKIN_PUSH, &force);
        }
        self.pushing = pushes;
    }

    fn done(&self) -> bool {
        self.first.silent() && self.second.silent() && self.landings.silent() && !self.pushing
    }
}
