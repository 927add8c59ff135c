//! A hammer strikes a body through a spring and a dashpot: the simplest impact, solved without iteration.
//!
//! ```math
//! M \ddot x_h = -f, \qquad f = \max(0,\; k x + \lambda \dot x) \quad (x > 0), \qquad x = x_h - \sum_i w_i x_i
//! ```
//!
//! | symbol | here                    | unit    | meaning                      |
//! |--------|-------------------------|---------|------------------------------|
//! | M, v   | [`SmoothHammer`]        | kg, m/s | mass and speed of the hammer |
//! | k      | [`Spring::stiffness`]   | N/m     | the spring between the two   |
//! | λ      | [`Spring::dissipation`] | N s/m   | the dashpot beside it        |
//! | w      | [`Resonator`] `struck`  | 1       | mode amplitudes where struck |
//!
//! On a heavy body the contact time does not depend on the speed ([`Spring::contact_time`]):
//!
//! ```math
//! \tau = \frac{2\arccos\zeta}{\omega\sqrt{1-\zeta^2}}, \qquad \omega = \sqrt{k/M}, \quad \zeta = \frac{\lambda}{2\sqrt{kM}},
//! ```
//!
//! so that, unlike a knuckle or a marble, a faster strike is louder but not brighter. Repeated strikes differ
//! in place and speed by `variation` ([`super::variation`]).
//!
//! Source: \[Papetti2010, 2.2.4\]; the closed form is derived in [`foley_contact::LinearImpact`]. Facts:
//! `tests/all/linear_impact_facts.rs`.

use super::impact::{HAMMER, ImpactPlayer, SPEED, TOUCH, struck_scene};
use super::variation::{Aim, Strikes};
use crate::Resonator;
use foley_contact::Step;
use foley_contact::law::Linear;
use foley_params::{Info, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::{Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// A spring and a dashpot between two surfaces.
    /// Default: a stick of wood with leather on it.
    pub struct Spring("spring") {
        /// Stiffness of the spring between the two surfaces.
        stiffness: f64 = 2e5, "k", NewtonPerMetre, log [1e3, 1e8], glide 0.02,
            handle("stiffness", "sponge", "stone");
        /// Dashpot beside the spring: adds a soft click at first contact and lowers the rebound.
        dissipation: f64 = 10.0, "λ", NewtonSecondPerMetre, log [1e-2, 1e3], glide 0.02,
            handle("dissipation", "springy", "dead");
    }
}

impl Spring {
    /// Returns the contact law of the spring and the dashpot. Real-time: yes.
    pub fn law(&self) -> ContactLaw {
        ContactLaw::LinearImpact(Linear { stiffness: self.stiffness, damping: self.dissipation })
    }

    /// Returns the contact time \[s\] of a mass \[kg\] on a heavy body; the contact time is the same at every
    /// speed.
    pub fn contact_time(&self, mass: f64) -> f64 {
        let omega = (self.stiffness / mass).sqrt();
        let zeta = 0.5 * self.dissipation / (self.stiffness * mass).sqrt();
        let square = 1.0 - zeta * zeta;
        // Near ζ = 1 both branches are 0/0; their common limit is 1.
        let ratio = if square.abs() < 1e-6 {
            1.0
        } else if square > 0.0 {
            libm::acos(zeta) / square.sqrt()
        } else {
            libm::acosh(zeta) / (-square).sqrt()
        };
        2.0 * ratio / omega
    }
}

params! {
    /// Striking object with a smooth surface: a spring and a dashpot know no asperities.
    /// Default: a small stick.
    pub struct SmoothHammer("smooth-hammer") {
        /// Mass of the hammer.
        mass: f64 = 0.02, "M", Kilogram, log [1e-4, 5.0], glide 0.02, handle("weight", "pea", "sledgehammer");
        /// Default speed at which the hammer strikes.
        speed: f64 = 1.0, "v", MetrePerSecond, log [0.01, 20.0], handle("force", "touch", "throw");
    }
}

parts! {
    /// Model of a hammer that strikes a body through a spring and a dashpot.
    /// Default: a soft stick on a bar of wood.
    pub struct LinearImpact {
        /// Mass and strike speed of the hammer.
        hammer: SmoothHammer, Interaction;
        /// Spring and dashpot between the hammer and the struck body.
        spring: Spring, Interaction;
        /// Aim of the hand that strikes again.
        aim: Aim, Interaction;
        /// Resonating body that the hammer strikes.
        struck: Resonator, Structure;
        /// Modes and material of the hammer; a hammer with `modes` 0 does not ring.
        striker: Resonator = Resonator { modes: 0, ..Resonator::default() }, Structure;
    }
}

impl Model for LinearImpact {
    const INFO: ModelInfo = ModelInfo {
        name: "linear-impact",
        title: "Something strikes something through a spring",
        family: Family::Solids,
        level: Level::Event,
        made_of: &["impact"],
        physics: "A hammer flies against a resonating body, with a spring and a dashpot between the two that only push. The contact \
                  time depends on mass, spring and dashpot, not on the speed: a harder strike is louder but not brighter. The dashpot \
                  acts at once, so that a strongly damped contact begins with a click.",
        equation: "M·ẍ = −f,  f = max(0, k·x + λ·ẋ) while x > 0",
        source: "[Papetti2010, 2.2.4], [Chatziioannou2017]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "strike", doc: "Strikes the body at this speed.", ..SPEED.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.hammer.speed;
    type Player = ImpactPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let struck = (&self.struck, self.aim.variation);
        struck_scene(self.hammer.mass, self.spring.law(), struck, &self.striker, channels)
    }

    fn player(&self, seed: u64, _step: Step) -> ImpactPlayer {
        ImpactPlayer { strikes: Strikes::new(seed) }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.spring.law())
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == HAMMER).then_some(self.hammer.mass)
    }
}

impl Player<LinearImpact> for ImpactPlayer {
    fn play(&mut self, now: &LinearImpact, block: &mut Block<'_>) {
        self.strike(now.aim.variation, block);
    }

    fn done(&self) -> bool {
        true
    }
}
