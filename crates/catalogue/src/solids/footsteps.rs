//! Footsteps: heel, ball and toe on wood, concrete, gravel, snow, leaves, sand or mud.
//!
//! Each foot presses with the force of walking ([`Gait`]). The ground turns this force into two kinds of
//! sound, in adjustable shares:
//!
//! | ground                | sound                                                                                      | here              |
//! |-----------------------|--------------------------------------------------------------------------------------------|-------------------|
//! | solid: wood, concrete | heel, ball and toe land as soft impacts ([`Burst`]), each with a share of the foot's force | [`Ground::solid`] |
//! | loose: gravel, snow   | changes of the foot's force make it crack ([`ForceCracks`]): none while the foot stands    | [`Ground::loose`] |
//!
//! ```math
//! f(t) = s F \sum_{j} l_j \; (h * [e\,n])(t - t_j), \qquad E = \ell\, d \int |\mathrm dF| \text{ from crack to crack}
//! ```
//!
//! | symbol  | here                                        | unit | meaning                                                 |
//! |---------|---------------------------------------------|------|---------------------------------------------------------|
//! | F       | [`Gait::peak`]                              | N    | force of the foot                                       |
//! | s       | [`Ground::solid`]                           | 1    | force of the micro-impacts relative to that of the foot |
//! | l, t    | [`Foot`], [`Gait::ball`], [`Gait::toe`]     | 1, s | levels of heel (1), ball and toe, and their times       |
//! | ℓ       | [`Ground::loose`]                           | 1    | fraction of the cracks' energy that is heard            |
//! | ω, g, w | [`Footsteps::floor`], [`Footsteps::pieces`] |      | the modes that f and the cracks drive                   |
//! | d, r    | [`CrackingMaterial`]                        | m, N | cracking of the ground                                  |
//!
//! Source: \[PapettiThesis, 2.2.5 and 3.3\], \[Fontana2003\]. Facts: `tests/all/footsteps_facts.rs`.

use super::burst::{Burst, Bursts};
use super::crackle::{CrackingMaterial, ForceCracks};
use super::gait::{Gait, STEPS};
use super::grains::{self, Grain, STRIKERS, Strikers};
use super::soft_impact::{FLOOR, loaded_spec, push};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Touch};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::{Info, Scale, params};
use foley_scene::{ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Landing of ball and toe relative to the heel.
    /// Default: in a shoe.
    pub struct Foot("foot") {
        /// Force of the landing ball of the foot, relative to that of the heel.
        ball: f64 = 0.5, "l_b", One, lin [0.0, 2.0], handle("tread", "on the heels", "on the balls");
        /// Force of the toe at push-off, relative to that of the landing heel.
        toe: f64 = 0.15, "l_t", One, lin [0.0, 2.0];
        /// Upper cut-off frequency of the force of ball and toe.
        low_pass as "low-pass": f64 = 1500.0, "f_b", Hertz, log [30.0, 18_000.0], glide 0.02;
    }
}

params! {
    /// Response of the ground to the force of a foot.
    /// Default: solid ground without loose pieces.
    pub struct Ground("ground") {
        /// Share of solid ground: force of the micro-impacts relative to the foot's force.
        solid: f64 = 0.6, "s", One, lin [0.0, 1.0], glide 0.05;
        /// Share of loose ground: fraction of the cracks' energy that is heard.
        loose: f64 = 0.0, "ℓ", One, lin [0.0, 1.0], glide 0.05, handle("looseness", "pavement", "gravel");
    }
}

parts! {
    /// Model of the footsteps of a walker.
    /// Default: steps on a wooden floor.
    pub struct Footsteps {
        /// Mass, pace and gait of the walker.
        walker: Gait, Motion;
        /// Noise burst of the landing heel, which sets the hardness of the sole.
        sole: Burst, Interaction;
        /// Levels of the landing ball and toe relative to the heel.
        foot: Foot, Interaction;
        /// Shares of solid and loose sound of the ground.
        ground: Ground, Interaction;
        /// Resistance and give of loose ground, which cracks under the foot.
        stuff: CrackingMaterial, Interaction;
        /// Mass of the loose pieces that strike their neighbours.
        grain: Grain, Interaction;
        /// Contact law between the loose pieces.
        touch: Touch = grains::SNAP, Interaction;
        /// Modes of a loose piece of ground.
        pieces: Resonator = PIECES, Structure;
        /// Modes of the solid floor.
        floor: Resonator = FLOOR, Structure;
    }
}

/// Mass that moves with the floor: a foot and its shoe \[kg\].
const FOOT_MASS: f64 = 1.0;

/// Default resonator of the loose pieces: a stone a few centimetres across.
const PIECES: Resonator = Resonator {
    shape: ResonatorShape::Disc,
    material: ResonatorMaterial::Stone,
    size: 0.04,
    thickness: 0.008,
    position: 0.4,
    pickup: 0.9,
    modes: 16,
    field: 0,
    mounting: ResonatorMounting::Hung,
    pitch: 1.0,
    ring: 0.2,
};

/// Index of the force of the soft impacts among the live signals of the scene.
const PUSH: usize = 0;

const SCALE: Info = Info {
    id: "step",
    symbol: "F/F₀",
    doc: "Makes one step with this factor on the walker's force.",
    min: 0.05,
    max: 4.0,
    scale: Scale::Logarithmic,
    default: 1.0,
    ..STEPS.info()
};

impl Model for Footsteps {
    const INFO: ModelInfo = ModelInfo {
        name: "footsteps",
        title: "Someone walks",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["soft-impact", "continuous-crumpling", "impact"],
        physics: "Each foot presses on the ground from heel to toe with the force that carries the walker: two humps with a valley \
                  between, and an impulse of weight times period per step. On solid ground heel, ball and toe land as soft impacts. \
                  Loose ground cracks while the force changes and is silent while the foot stands.",
        equation: "∫F dt = M·g·T per step;  f = s·F·Σ l·h*(e·n),  E = ℓ·d·∫|dF|",
        source: "[PapettiThesis, 2.2.5], [Fontana2003], [Winter2009]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "walk", doc: "Walks this many steps.", ..STEPS.info() }, SCALE];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| f64::from(model.walker.steps);
    type Player = FootstepsPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        grains::add(&mut scene, self.grain);
        // The floor and the pieces are not coupled: a stone is excited by its neighbours, not by the floor
        // below.
        let pieces = add_modal_body(&mut scene, "pieces", self.pieces.spec(channels)?, channels);
        let floor = loaded_spec(&self.floor, FOOT_MASS, channels)?;
        let floor = add_modal_body(&mut scene, "floor", floor, channels);
        grains::join(&mut scene, &self.touch, Place::new(pieces, 0), channels);
        push(&mut scene, Place::new(floor, 0));
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> FootstepsPlayer {
        FootstepsPlayer {
            dice: Dice::new(mix_seed(seed, 0)),
            heel: Bursts::new(mix_seed(seed, 1)),
            fore: Bursts::new(mix_seed(seed, 2)),
            cracks: ForceCracks::new(mix_seed(seed, 3)),
            strikers: Strikers::against(self.pieces.mass().unwrap_or(1.0)),
            feet: [None; MAX_FEET],
            left: 0,
            due: 0.0,
            pushing: false,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact < STRIKERS).then(|| self.touch.law())
    }
}

const WALK: usize = 0;
/// Maximum number of feet on the ground at once: two of the walker, plus extra `step` gestures.
const MAX_FEET: usize = 6;

/// A foot on the ground, with the walker's values at its landing.
#[derive(Clone, Copy, Debug)]
struct Tread {
    gait: Gait,
    /// Force of the foot where the gait's force curve has the value 1 \[N\].
    scale: f64,
    /// Time for which the foot is on the ground \[s\].
    stance: f64,
    /// Samples since the heel landed; negative before.
    age: f64,
    /// Force of the foot at the last sample \[N\].
    force: f64,
}

/// Plays a walk step by step: lands the feet and plays bursts and cracks.
#[derive(Clone, Debug)]
pub struct FootstepsPlayer {
    dice: Dice,
    heel: Bursts,
    fore: Bursts,
    cracks: ForceCracks,
    strikers: Strikers,
    feet: [Option<Tread>; MAX_FEET],
    /// Number of remaining steps of the walk.
    left: u32,
    /// Time of the next step \[samples from the start of the next block\].
    due: f64,
    /// Whether the previous block fed a force other than 0 to the floor.
    pushing: bool,
}

impl FootstepsPlayer {
    /// Lands a foot at sample `at` of the coming block; `scale` is a factor on the force of the walker
    /// \[1\].
    fn tread(&mut self, now: &Footsteps, at: usize, scale: f64, rate: f64) {
        let gait = now.walker;
        let scale = scale * (1.0 + gait.unevenness * self.dice.signed());
        let place = self.feet.iter_mut().find(|place| place.is_none());
        let Some(place) = place else { return };
        *place = Some(Tread {
            gait,
            scale: scale * gait.scale(),
            stance: gait.stance_time(),
            age: -(at as f64),
            force: 0.0,
        });
        let force = now.ground.solid * gait.peak() * scale;
        if force <= 0.0 {
            return;
        }
        let after = |part: f64| at as u64 + (part * gait.stance_time() * rate).round() as u64;
        self.heel.begin(at as u64, force);
        for (level, part) in [(now.foot.ball, gait.ball), (now.foot.toe, gait.toe)] {
            if level > 0.0 {
                self.fore.begin(after(part), level * force);
            }
        }
    }

    /// Returns the sum of the absolute force changes of all feet at the next sample \[N\].
    fn changes(&mut self, seconds: f64) -> f64 {
        let mut sum = 0.0;
        for place in &mut self.feet {
            let Some(foot) = place else { continue };
            let time = foot.age * seconds;
            let force = foot.scale * foot.gait.shape(time / foot.stance);
            sum += (force - foot.force).abs();
            foot.force = force;
            foot.age += 1.0;
            if time > foot.stance {
                *place = None;
            }
        }
        sum
    }

    /// Plays the cracks of loose ground that the feet's force changes trigger in this block.
    fn crack(&mut self, now: &Footsteps, block: &mut Block<'_>) {
        let seconds = block.step().seconds();
        if self.feet.iter().all(Option::is_none) {
            return;
        }
        let heard = now.ground.loose;
        for at in 0..BLOCK {
            let change = self.changes(seconds);
            if heard <= 0.0 {
                continue;
            }
            let room = self.strikers.room();
            if let Some(energy) = self.cracks.change(change, &now.stuff, room) {
                self.strikers.strike(block, at, heard * energy, now.grain.mass, &now.touch);
            }
        }
    }

    /// Feeds the force of the soft impacts on solid ground to the scene.
    fn land(&mut self, now: &Footsteps, block: &mut Block<'_>) {
        let step = block.step();
        let fore = Burst { low_pass: now.foot.low_pass, ..now.sole };
        let mut force = [0.0; BLOCK];
        let heel = self.heel.add(&now.sole, step, &mut force);
        let pushes = self.fore.add(&fore, step, &mut force) || heel;
        if pushes || self.pushing {
            block.feed(PUSH, &force);
        }
        self.pushing = pushes;
    }
}

impl Player<Footsteps> for FootstepsPlayer {
    fn play(&mut self, now: &Footsteps, block: &mut Block<'_>) {
        let rate = block.step().rate();
        self.strikers.begin(block);
        for gesture in block.gestures() {
            if gesture.gesture == WALK {
                self.left = STEPS.clamp(gesture.value) as u32;
                self.due = gesture.at as f64;
            } else {
                self.tread(now, gesture.at, SCALE.clamp(gesture.value), rate);
            }
        }
        while self.left > 0 && self.due < BLOCK as f64 - 0.5 {
            self.left -= 1;
            let at = self.due.max(0.0).round() as usize;
            self.tread(now, at, 1.0, rate);
            self.due += now.walker.period() * rate;
        }
        self.due -= BLOCK as f64;
        self.crack(now, block);
        self.land(now, block);
    }

    fn done(&self) -> bool {
        let standing = self.feet.iter().any(Option::is_some);
        let lands = self.heel.silent() && self.fore.silent() && !self.pushing;
        self.left == 0 && !standing && lands
    }
}
