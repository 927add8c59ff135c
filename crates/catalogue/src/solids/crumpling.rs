//! Something is crumpled or crushed: paper, a can, a bag of crisps. It cracks until its energy is used up,
//! and its fragments become smaller meanwhile.
//!
//! Every crack is a strike of a small mass on a body that rings, with the energy that the law of
//! [`super::crackle`] gives it. With the part c of the energy that has been spent,
//!
//! $$ m = m_0 (1 + c\,(\mu_1 - 1)), \qquad \tau_i = \tau_{i,0} (1 + c\,(\tau_1 - 1)), \qquad f_i = f_{i,0} (1 + c\,(\varphi_1 - 1)) $$
//!
//! | symbol  | here                              | unit | meaning                                             |
//! |---------|-----------------------------------|------|-----------------------------------------------------|
//! | W, T, n | [`Crackle`], `crumple`            | J, s, 1/s | energy, how long it lasts, events in a second  |
//! | m₀      | [`Grain`]                         | kg   | what strikes, in the beginning                      |
//! | μ₁, τ₁, φ₁ | [`Shrinking`]                  | 1    | factors on mass, decay and frequency at the end     |
//! | f, τ    | [`Resonator`] `struck`            |      | the modes of a fragment, in the beginning           |
//!
//! Source: \[PapettiThesis, 2.2.5\], \[Fontana2003\]. Facts: `tests/crumpling_facts.rs`.

use super::crackle::{Crack, Crackle, ENERGY, EnergyCracks};
use super::grains::{self, Grain, STRIKERS, Strikers};
use crate::{Resonator, Touch};
use foley_contact::Step;
use foley_params::{Info, params};
use foley_scene::{ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// What becomes of the fragments until all energy is spent.
    /// Default: half as large in the end.
    pub struct Shrinking("shrinking") {
        /// Factor on the mass of what strikes, when all is spent.
        mass: f64 = 0.3, "μ₁", One, log [0.1, 10.0], glide 0.02;
        /// Factor on the decay times of what rings, when all is spent.
        decay: f64 = 0.5, "τ₁", One, log [0.05, 4.0], glide 0.02;
        /// Factor on the frequencies of what rings, when all is spent.
        frequency: f64 = 1.6, "φ₁", One, log [0.25, 4.0], glide 0.02,
            handle("shrinking", "fragments grow", "to crumbs");
    }
}

impl Shrinking {
    /// Factors on the mass of what strikes, the frequencies and the decay times of what rings, when this part
    /// of the energy is spent \[1\]. Real-time: yes.
    pub fn factors(&self, spent: f64) -> [f64; 3] {
        let along = |end: f64| 1.0 + spent * (end - 1.0);
        [along(self.mass), along(self.frequency), along(self.decay)]
    }
}

/// Something is crumpled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crumpling {
    /// How much of it there is, and how it cracks.
    pub crackle: Crackle,
    /// What becomes of the fragments.
    pub shrinking: Shrinking,
    /// What strikes.
    pub grain: Grain,
    /// How they touch.
    pub touch: Touch,
    /// What rings of it.
    pub struck: Resonator,
}

impl Default for Crumpling {
    /// A sheet of stiff paper.
    fn default() -> Self {
        Self {
            crackle: Crackle::default(),
            shrinking: Shrinking::default(),
            grain: Grain::default(),
            touch: grains::SNAP,
            struck: grains::FOLD,
        }
    }
}

/// What rings comes after those that strike.
const STRUCK: usize = STRIKERS;

impl Model for Crumpling {
    const INFO: ModelInfo = ModelInfo {
        name: "crumpling",
        title: "Something is crumpled or crushed",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact"],
        physics: "What is crumpled cracks: few large events, many small ones, with energies E by the law E^−γ over three decades, after \
                  waiting times by chance. Every crack is the strike of a small mass with just that kinetic energy. When the potential \
                  energy is spent, it is over; until then the fragments become lighter, higher and shorter.",
        equation: "p(E) ~ E^−γ,  ΣE = W,  ½·m·v² = E",
        source: "[PapettiThesis, 2.2.5], [Houle1996], [Fontana2003]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        crackle: Motion,
        shrinking: Motion,
        grain: Interaction,
        touch: Interaction,
        struck: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "crumple", doc: "Gives it this potential energy to spend.", ..ENERGY.info() }];
    type Player = CrumplingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        grains::add(&mut scene, self.grain);
        let struck = add_ringing(&mut scene, "struck", self.struck.spec(channels)?, channels);
        grains::join(&mut scene, &self.touch, Place::new(struck, 0), channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> CrumplingPlayer {
        CrumplingPlayer {
            crackles: EnergyCracks::new(seed),
            strikers: Strikers::against(self.struck.mass().unwrap_or(1.0)),
            next: None,
            due: 0.0,
            scaled: 0.0,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact < STRIKERS).then(|| self.touch.law())
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.crackle.energy)]
    }
}

/// Cracks until all is spent.
#[derive(Clone, Debug)]
pub struct CrumplingPlayer {
    crackles: EnergyCracks,
    strikers: Strikers,
    /// The event that comes next.
    next: Option<Crack>,
    /// When, in samples from the beginning of the block that comes.
    due: f64,
    /// For which part spent the body has been retuned \[1\].
    scaled: f64,
}

impl CrumplingPlayer {
    /// The first of the events that a crumpling with this energy \[J\] makes of itself, as they are drawn; at
    /// most so many.
    pub fn events(model: &Crumpling, seed: u64, energy: f64, most: usize) -> Vec<Crack> {
        let mut crackles = EnergyCracks::new(seed);
        crackles.fill(energy);
        let draw = || crackles.crack(&model.crackle);
        core::iter::from_fn(draw).take(most).collect()
    }

    /// Draws the next event, so long after this sample.
    fn draw(&mut self, law: &Crackle, from: f64, rate: f64) {
        self.next = self.crackles.crack(law);
        if let Some(crack) = self.next {
            self.due = from + crack.wait * rate;
        }
    }

    /// The body becomes as small as its fragments are.
    fn shrink(&mut self, now: &Crumpling, block: &mut Block<'_>) {
        /// Finer than this nobody hears it.
        const FINE: f64 = 1e-3;
        let spent = self.next.map_or(self.scaled, |next| next.spent);
        let moved = (spent - self.scaled).abs() >= FINE;
        if moved || block.changed() {
            self.scaled = spent;
            let [_, frequency, decay] = now.shrinking.factors(spent);
            block.scale(STRUCK, frequency, decay, 1.0);
        }
    }
}

impl Player<Crumpling> for CrumplingPlayer {
    fn play(&mut self, now: &Crumpling, block: &mut Block<'_>) {
        let rate = block.step().rate();
        self.strikers.begin(block);
        for index in 0..block.gestures().len() {
            let Some(&done) = block.gestures().get(index) else {
                continue;
            };
            let pending = self.next.map_or(0.0, |crack| crack.energy);
            self.crackles.fill(pending + ENERGY.clamp(done.value));
            self.draw(&now.crackle, done.at as f64, rate);
            if let (Some(crack), 0.0) = (&mut self.next, pending) {
                // Nothing went before it, so there is nothing to wait for.
                crack.wait = 0.0;
                self.due = done.at as f64;
            }
        }
        self.shrink(now, block);
        while let Some(crack) = self.next
            && self.due < BLOCK as f64
            && self.strikers.room()
        {
            let [mass, ..] = now.shrinking.factors(crack.spent);
            let mass = now.grain.mass * mass;
            let at = self.due.max(0.0) as usize;
            self.strikers.strike(block, at, crack.energy, mass, &now.touch);
            self.draw(&now.crackle, self.due, rate);
        }
        self.due -= BLOCK as f64;
    }

    fn done(&self) -> bool {
        self.next.is_none()
    }
}
