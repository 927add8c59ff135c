//! A body is crumpled or crushed: paper, a can, a bag of crisps. It cracks until its energy is used up, and
//! its fragments become smaller meanwhile.
//!
//! Every crack is a strike of a small mass on a fragment of its own ([`super::fragments`]), with an energy
//! drawn from the law of [`super::crackle`]. Large cracks come from large fragments. With the fraction c of
//! the energy that has been released,
//!
//! ```math
//! m = m_0 (1 + c\,(\mu_1 - 1)), \qquad \tau_i = \tau_{i,0} (1 + c\,(\tau_1 - 1)), \qquad f_i = f_{i,0} (1 + c\,(\varphi_1 - 1))
//! ```
//!
//! | symbol     | here                   | unit      | meaning                                         |
//! |------------|------------------------|-----------|-------------------------------------------------|
//! | W, T, n    | [`Crackle`], `crumple` | J, s, 1/s | energy, duration, events per second             |
//! | m₀         | [`Grain`]              | kg        | initial mass of the strikers                    |
//! | μ₁, τ₁, φ₁ | [`Shrinking`]          | 1         | factors on mass, decay and frequency at the end |
//! | f, τ       | [`Resonator`] `struck` |           | initial modes of the middle fragment            |
//!
//! Source: \[PapettiThesis, 2.2.5\], \[Fontana2003\]. Facts: `tests/all/crumpling_facts.rs`.

use super::crackle::{Crack, Crackle, ENERGY, EnergyCracks};
use super::fragments::{self, FragmentPool, Fragments, Grain, Strike};
use crate::{Resonator, Touch};
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_params::{Info, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Change of the fragments while the energy is released.
    /// Default: half as large in the end.
    pub struct Shrinking("shrinking") {
        /// Factor on the mass of the strikers at the end of the crumpling.
        mass: f64 = 0.3, "μ₁", One, log [0.1, 10.0], glide 0.02;
        /// Factor on the decay times of the body at the end of the crumpling.
        decay: f64 = 0.5, "τ₁", One, log [0.05, 4.0], glide 0.02;
        /// Factor on the frequencies of the body at the end of the crumpling.
        frequency: f64 = 1.6, "φ₁", One, log [0.25, 4.0], glide 0.02,
            handle("shrinking", "fragments grow", "to crumbs");
    }
}

impl Shrinking {
    /// Returns the factors on striker mass, frequencies and decay times after the fraction `spent` of the
    /// energy has been released \[1\]. Real-time: yes.
    pub fn factors(&self, spent: f64) -> [f64; 3] {
        let along = |end: f64| 1.0 + spent * (end - 1.0);
        [along(self.mass), along(self.frequency), along(self.decay)]
    }
}

parts! {
    /// Model of a body that is crumpled or crushed.
    /// Default: a sheet of stiff paper.
    pub struct Crumpling {
        /// Total energy, duration and rate of the cracks.
        crackle: Crackle, Motion;
        /// Change of the fragments' mass, frequency and decay until the end.
        shrinking: Shrinking, Motion;
        /// Mass of the small strikers; each crack is one strike.
        grain: Grain, Interaction;
        /// Contact law between the strikers and the resonating body.
        touch: Touch = fragments::SNAP, Interaction;
        /// Sizes of the fragments; each crack rings another fragment.
        fragments: Fragments, Structure;
        /// Fragment of the middle size.
        struck: Resonator = fragments::FOLD, Structure;
    }
}

impl Model for Crumpling {
    const INFO: ModelInfo = ModelInfo {
        name: "crumpling",
        title: "Something is crumpled or crushed",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact"],
        physics: "A crumpled body cracks: few large events and many small ones, with energies E that follow the law E^−γ over three \
                  decades, after random waiting times. Every crack is the strike of a small mass with exactly that kinetic energy, on another \
                  fragment; larger cracks come from larger fragments. The sound ends when the potential energy is used up; until \
                  then the fragments become lighter, higher and shorter.",
        equation: "p(E) ~ E^−γ,  ΣE = W,  ½·m·v² = E",
        source: "[PapettiThesis, 2.2.5], [Houle1996], [Fontana2003]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[Info {
        id: "crumple",
        doc: "Adds this potential energy, which the crackling then releases.",
        ..ENERGY.info()
    }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.crackle.energy;
    type Player = CrumplingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        self.fragments.add_to(&mut scene, (self.grain, &self.touch), &self.struck, channels)?;
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> CrumplingPlayer {
        CrumplingPlayer {
            cracks: EnergyCracks::new(seed),
            pool: FragmentPool::new(mix_seed(seed, 1), &self.struck),
            next: None,
            due: 0.0,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        self.fragments.law(&self.touch, contact)
    }
}

/// Plays cracks until the energy of the last `crumple` gesture is used up.
#[derive(Clone, Debug)]
pub struct CrumplingPlayer {
    cracks: EnergyCracks,
    pool: FragmentPool,
    /// Next crack to play; `None` when the energy is used up.
    next: Option<Crack>,
    /// Time of the next crack \[samples from the start of the next block\].
    due: f64,
}

impl CrumplingPlayer {
    /// Returns at most `limit` cracks of a crumpling with the given energy \[J\], in the order of play.
    pub fn events(model: &Crumpling, seed: u64, energy: f64, limit: usize) -> Vec<Crack> {
        let mut cracks = EnergyCracks::new(seed);
        cracks.fill(energy);
        let draw = || cracks.crack(&model.crackle);
        core::iter::from_fn(draw).take(limit).collect()
    }

    /// Draws the next crack; its waiting time starts at sample `from`.
    fn draw(&mut self, law: &Crackle, from: f64, rate: f64) {
        self.next = self.cracks.crack(law);
        if let Some(crack) = self.next {
            self.due = from + crack.wait * rate;
        }
    }
}

impl Player<Crumpling> for CrumplingPlayer {
    fn play(&mut self, now: &Crumpling, block: &mut Block<'_>) {
        let rate = block.step().rate();
        self.pool.begin(block);
        for index in 0..block.gestures().len() {
            let Some(&gesture) = block.gestures().get(index) else {
                continue;
            };
            let pending = self.next.map_or(0.0, |crack| crack.energy);
            self.cracks.fill(pending + ENERGY.clamp(gesture.value));
            self.draw(&now.crackle, gesture.at as f64, rate);
            if let (Some(crack), 0.0) = (&mut self.next, pending) {
                // The first crack comes without a waiting time.
                crack.wait = 0.0;
                self.due = gesture.at as f64;
            }
        }
        while let Some(crack) = self.next
            && self.due < BLOCK as f64
            && self.pool.room()
        {
            let [mass, frequency, decay] = now.shrinking.factors(crack.spent);
            let mass = now.grain.mass * mass;
            let at = self.due.max(0.0) as usize;
            let strike = Strike { energy: crack.energy, rank: crack.rank, mass, frequency, decay };
            self.pool.strike(block, at, strike, &now.fragments, &now.touch);
            self.draw(&now.crackle, self.due, rate);
        }
        self.due -= BLOCK as f64;
    }

    fn done(&self) -> bool {
        self.next.is_none()
    }
}
