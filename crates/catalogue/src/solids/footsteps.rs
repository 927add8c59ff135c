//! Footsteps: heel, ball and toe on wood, concrete, gravel, snow, leaves, sand or mud.
//!
//! Each foot presses with the force of walking ([`Gait`]). Its landing and the ground make four kinds of
//! sound:
//!
//! | cause                                    | sound                                                          | here                       |
//! |------------------------------------------|----------------------------------------------------------------|----------------------------|
//! | the ground stops heel, ball and toe      | thump of the earth and of the floor, click of the foot         | [`Landing`], [`Earth`]     |
//! | the sole touches at many points          | noise bursts ([`Burst`])                                       | [`Ground::solid`]          |
//! | loose pieces are pushed past each other  | cracks, each on another piece ([`ForceCracks`], [`Fragments`]) | [`Ground::loose`]          |
//! | grains and fibres slip                   | hiss while the force changes ([`Rustle`])                      | [`Footsteps::rustle`]      |
//!
//! ```math
//! f(t) = \sum_j l_j \Bigl[ \frac{\mu M v}{\tau_j} \Bigl(1 - \cos\frac{2\pi (t-t_j)}{\tau_j}\Bigr) + s F \; (h * [e\,n])(t - t_j) \Bigr],
//! \qquad E = \ell\, d \int |\mathrm dF| \text{ from crack to crack}
//! ```
//!
//! | symbol  | here                                        | unit | meaning                                                 |
//! |---------|---------------------------------------------|------|---------------------------------------------------------|
//! | F       | [`Gait::peak`]                              | N    | force of the foot                                       |
//! | μ, v, τ | [`Landing`]                                 | 1, m/s, s | share of the walker's mass that is stopped, its speed, contact time of the heel; twice that of ball and toe |
//! | s       | [`Ground::solid`]                           | 1    | force of the micro-impacts relative to that of the foot |
//! | l, t    | [`Foot`], [`Gait::ball`], [`Gait::toe`]     | 1, s | levels of heel (1), ball and toe, and their times       |
//! | ℓ       | [`Ground::loose`]                           | 1    | fraction of the cracks' energy that is heard            |
//! | ω, g, w | [`Footsteps::floor`], [`Footsteps::pieces`] |      | the modes that f and the cracks drive                   |
//! | d, r    | [`CrackingMaterial`]                        | m, N | cracking of the ground                                  |
//!
//! f drives the floor and the earth ([`super::earth`]) side by side: a floor on rock or a path on earth. Each
//! step lands at another of three places of the floor. No two steps are alike: force, timing, contact time
//! and levels vary by [`Gait::unevenness`].
//!
//! Source: \[PapettiThesis, 2.2.5 and 3.3\], \[Fontana2003\]; the stopped mass, \[ChiSchmitt2005\]. Facts:
//! `tests/all/footsteps_facts.rs`.

use super::burst::{Burst, Bursts};
use super::crackle::{CrackingMaterial, ForceCracks};
use super::earth::{self, Earth};
use super::fragments::{FragmentPool, Fragments, Grain, Strike};
use super::gait::{Gait, STEPS};
use super::pulses::Pulses;
use super::rustle::{Rustle, SlipNoise};
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
        /// Momentum of the landing ball of the foot, relative to that of the heel.
        ball: f64 = 0.5, "l_b", One, lin [0.0, 2.0], handle("tread", "on the heels", "on the balls");
        /// Momentum of the toe at push-off, relative to that of the landing heel.
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
        solid: f64 = 0.05, "s", One, lin [0.0, 1.0], glide 0.05;
        /// Share of loose ground: fraction of the cracks' energy that is heard.
        loose: f64 = 0.0, "ℓ", One, lin [0.0, 1.0], glide 0.05, handle("looseness", "pavement", "gravel");
    }
}

params! {
    /// Landing of the foot.
    /// Default: a walker in shoes with rubber heels.
    pub struct Landing("landing") {
        /// Mass that the ground stops when the heel lands, as a share of the walker's mass.
        share: f64 = 0.01, "μ", One, log [1e-3, 0.3];
        /// Downward speed of the heel when it lands.
        speed: f64 = 0.4, "v", MetrePerSecond, log [0.01, 5.0], handle("stamping", "tiptoe", "stamp");
        /// Time in which the sole stops the heel; ball and toe roll on and take twice as long.
        contact_time as "contact-time": f64 = 0.006, "τ", Second, log [5e-4, 0.1],
            handle("cushioning", "steel tip", "air cushion");
    }
}

parts! {
    /// Model of the footsteps of a walker.
    /// Default: steps on a wooden floor.
    pub struct Footsteps {
        /// Mass, pace and gait of the walker.
        walker: Gait, Motion;
        /// Momentum and contact time with which the foot lands.
        landing: Landing, Motion;
        /// Noise burst of the landing heel: the many points at which the sole touches. Heard where `solid` is
        /// above 0.
        sole: Burst = Burst { decay: 0.017, low_pass: 6000.0, rate: 600.0, ..Burst::default() }, Interaction;
        /// Levels of the landing ball and toe relative to the heel.
        foot: Foot, Interaction;
        /// Shares of solid and loose sound of the ground.
        ground: Ground, Interaction;
        /// Resistance and give of loose ground, which cracks under the foot; heard where `loose` is above 0.
        stuff: CrackingMaterial = GRAVEL, Interaction;
        /// Mass of the loose pieces that strike their neighbours; heard where `loose` is above 0.
        grain: Grain = Grain { mass: 2e-3 }, Interaction;
        /// Contact law between the loose pieces; heard where `loose` is above 0.
        touch: Touch = Touch { stiffness: 4e8, exponent: 1.5, damping: 0.3 }, Interaction;
        /// Slips of grains and fibres under the foot.
        rustle: Rustle, Interaction;
        /// Sizes of the loose pieces; each crack rings another piece. Heard where `loose` is above 0.
        fragments: Fragments = Fragments { spread: 6.0, ..Fragments::default() }, Structure;
        /// Loose piece of the middle size; heard where `loose` is above 0.
        pieces: Resonator = PIECES, Structure;
        /// Open ground that yields under the foot.
        earth: Earth = Earth { modulus: 1e10 }, Structure;
        /// Modes of the solid floor.
        floor: Resonator = FLOOR, Structure;
    }
}

/// Mass that moves with the floor: a foot and its shoe \[kg\].
const FOOT_MASS: f64 = 1.0;

/// Default cracking of loose ground: gravel.
const GRAVEL: CrackingMaterial = CrackingMaterial { resistance: 13.0, give: 3e-4, exponent: 1.4 };

/// Default resonator of the loose pieces: a flat stone; rounder ones of this size ring above hearing and only
/// click.
const PIECES: Resonator = Resonator {
    shape: ResonatorShape::Disc,
    material: ResonatorMaterial::Stone,
    size: 0.05,
    thickness: 0.005,
    position: 0.4,
    pickup: 0.9,
    modes: 8,
    field: 0,
    mounting: ResonatorMounting::Lying,
    pitch: 1.0,
    ring: 1.0,
};

/// Number of places of the floor on which steps land.
const PLACES: usize = 3;
/// Distances of these places from the touch point of the floor, as shares of its size \[1\].
const PLACE_OFFSETS: [f64; PLACES] = [0.0, 0.17, -0.13];
/// Index of the force on the earth among the live signals of the scene, after those on the floor.
const EARTH_PUSH: usize = PLACES;

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
                  between, and an impulse of weight times period per step. Heel, ball and toe land: the ground stops them and thumps, the \
                  foot clicks, and the sole touches at many points. Loose ground cracks while the force changes, each time at another \
                  piece, and its grains slip; it is silent while the foot stands. Steps differ in force, timing and place.",
        equation: "∫F dt = M·g·T per step;  f = Σ l·[μ·M·v/τ·(1 − cos(2πt/τ)) + s·F·h*(e·n)],  E = ℓ·d·∫|dF|",
        source: "[PapettiThesis, 2.2.5], [Fontana2003], [Winter2009], [ChiSchmitt2005], [LysmerRichart1966]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "walk", doc: "Walks this many steps.", ..STEPS.info() }, SCALE];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| f64::from(model.walker.steps);
    type Player = FootstepsPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        // The floor and the pieces are not coupled: a stone is excited by its neighbours, not by the floor
        // below.
        self.fragments.add_to(&mut scene, (self.grain, &self.touch), &self.pieces, channels)?;
        let places = PLACE_OFFSETS.map(|offset| (self.floor.position + offset).clamp(0.0, 1.0));
        let floor = loaded_spec(&self.floor, &places, FOOT_MASS, channels)?;
        let floor = add_modal_body(&mut scene, "floor", floor, channels);
        for place in 0..PLACES {
            push(&mut scene, Place::new(floor, place));
        }
        let earth = self.earth.spec(channels).with_click(earth::FOOT, 0, 1..1 + channels);
        let earth = add_modal_body(&mut scene, "earth", earth, channels);
        push(&mut scene, Place::new(earth, 0));
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> FootstepsPlayer {
        FootstepsPlayer {
            dice: Dice::new(mix_seed(seed, 0)),
            places: core::array::from_fn(|place| Sole::new(mix_seed(seed, 8 + place as u64))),
            cracks: ForceCracks::new(mix_seed(seed, 3)),
            pool: FragmentPool::new(mix_seed(seed, 4), &self.pieces),
            slips: SlipNoise::new(mix_seed(seed, 5)),
            feet: [None; MAX_FEET],
            next_place: 0,
            left: 0,
            due: 0.0,
            pushing: false,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        self.fragments.law(&self.touch, contact)
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

/// Forces of the landings on one place of the floor.
#[derive(Clone, Debug)]
struct Sole {
    heel: Bursts,
    fore: Bursts,
    pulses: Pulses,
}

impl Sole {
    fn new(seed: u64) -> Self {
        Self {
            heel: Bursts::new(mix_seed(seed, 1)),
            fore: Bursts::new(mix_seed(seed, 2)),
            pulses: Pulses::default(),
        }
    }

    fn silent(&self) -> bool {
        self.heel.silent() && self.fore.silent() && self.pulses.silent()
    }
}

/// Plays a walk step by step: lands the feet and plays thumps, bursts, cracks and slips.
#[derive(Clone, Debug)]
pub struct FootstepsPlayer {
    dice: Dice,
    places: [Sole; PLACES],
    cracks: ForceCracks,
    pool: FragmentPool,
    slips: SlipNoise,
    feet: [Option<Tread>; MAX_FEET],
    /// Index of the place on which the next foot lands.
    next_place: usize,
    /// Number of remaining steps of the walk.
    left: u32,
    /// Time of the next step \[samples from the start of the next block\].
    due: f64,
    /// Whether the previous block fed a force other than 0.
    pushing: bool,
}

impl FootstepsPlayer {
    /// Lands a foot at sample `at` of the coming block; `scale` is a factor on the force of the walker
    /// \[1\].
    fn tread(&mut self, now: &Footsteps, at: usize, scale: f64, rate: f64) {
        let gait = now.walker;
        let mut vary = |by: f64| 1.0 + by * gait.unevenness * self.dice.signed();
        let scale = scale * vary(1.0);
        // A heel lands harder or softer while the weight that it carries hardly varies.
        let (landing, stretch, ball, toe) = (scale * vary(2.0), vary(1.5), vary(3.0), vary(4.0));
        let place = self.feet.iter_mut().find(|place| place.is_none());
        let Some(place) = place else { return };
        *place = Some(Tread {
            gait,
            scale: scale * gait.scale(),
            stance: gait.stance_time(),
            age: -(at as f64),
            force: 0.0,
        });
        let Some(sole) = self.places.get_mut(self.next_place) else { return };
        self.next_place = (self.next_place + 1) % PLACES;
        let noise = now.ground.solid * gait.peak() * landing;
        let momentum = now.landing.share * gait.mass * now.landing.speed * landing;
        let contact_time = now.landing.contact_time * stretch;
        let after = |part: f64| at as f64 + part * gait.stance_time() * rate;
        if noise > 0.0 {
            sole.heel.begin(at as u64, noise);
        }
        sole.pulses.begin(at as f64, momentum, contact_time);
        for (level, part) in [(now.foot.ball * ball, gait.ball), (now.foot.toe * toe, gait.toe)] {
            if level > 0.0 {
                sole.fore.begin(after(part).round() as u64, level * noise);
                sole.pulses.begin(after(part), level * momentum, 2.0 * contact_time);
            }
        }
    }

    /// Returns the sum of the absolute force changes of all feet at the next sample, and the force of all
    /// feet \[N\].
    fn changes(&mut self, seconds: f64) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for place in &mut self.feet {
            let Some(foot) = place else { continue };
            let time = foot.age * seconds;
            let force = foot.scale * foot.gait.shape(time / foot.stance);
            sum[0] += (force - foot.force).abs();
            sum[1] += force;
            foot.force = force;
            foot.age += 1.0;
            if time > foot.stance {
                *place = None;
            }
        }
        sum
    }

    /// Plays the cracks of loose ground that the feet's force changes trigger in this block, and adds the
    /// force of the slips to `force` \[N\].
    fn crack(&mut self, now: &Footsteps, block: &mut Block<'_>, force: &mut [f64; BLOCK]) {
        let step = block.step();
        if self.feet.iter().all(Option::is_none) && self.slips.silent() {
            return;
        }
        let heard = now.ground.loose;
        for (at, force) in force.iter_mut().enumerate() {
            let [change, load] = self.changes(step.seconds());
            *force += self.slips.next(change, load, &now.rustle, step);
            if heard <= 0.0 {
                continue;
            }
            let room = self.pool.room();
            if let Some((energy, rank)) = self.cracks.change(change, &now.stuff, room) {
                let strike =
                    Strike { energy: heard * energy, rank, mass: now.grain.mass, frequency: 1.0, decay: 1.0 };
                self.pool.strike(block, at, strike, &now.fragments, &now.touch);
            }
        }
    }

    /// Feeds the forces of the landings and of the slips to the scene.
    fn land(&mut self, now: &Footsteps, block: &mut Block<'_>, slips: &[f64; BLOCK]) {
        let step = block.step();
        let fore = Burst { low_pass: now.foot.low_pass, ..now.sole };
        let mut all = *slips;
        let mut pushes = slips.iter().any(|&force| force != 0.0);
        for (place, sole) in self.places.iter_mut().enumerate() {
            let mut force = [0.0; BLOCK];
            let heel = sole.heel.add(&now.sole, step, &mut force);
            let lands = sole.fore.add(&fore, step, &mut force) || heel;
            let lands = sole.pulses.add(step, &mut force) || lands;
            pushes = pushes || lands;
            for (sum, force) in all.iter_mut().zip(&force) {
                *sum += force;
            }
            if lands || self.pushing {
                block.feed(place, &force);
            }
        }
        if pushes || self.pushing {
            block.feed(EARTH_PUSH, &all);
        }
        self.pushing = pushes;
    }
}

impl Player<Footsteps> for FootstepsPlayer {
    fn play(&mut self, now: &Footsteps, block: &mut Block<'_>) {
        /// Share of the unevenness by which the time between two steps varies \[1\].
        const TIMING: f64 = 0.3;
        let rate = block.step().rate();
        self.pool.begin(block);
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
            let vary = 1.0 + TIMING * now.walker.unevenness * self.dice.signed();
            self.due += now.walker.period() * vary * rate;
        }
        self.due -= BLOCK as f64;
        let mut slips = [0.0; BLOCK];
        self.crack(now, block, &mut slips);
        self.land(now, block, &slips);
    }

    fn done(&self) -> bool {
        let standing = self.feet.iter().any(Option::is_some);
        let lands = self.places.iter().all(Sole::silent) && !self.pushing;
        self.left == 0 && !standing && lands
    }
}
