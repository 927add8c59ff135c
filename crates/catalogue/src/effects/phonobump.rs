//! The input signal shakes a hammer against a resonating body.
//!
//! The input acts as a force on a hammer with a soft suspension. Where the hammer moves further than its
//! gap it strikes, again and again, in time with the input. A loud, low input strikes hard, a faint one
//! does not strike at all.
//!
//! ```math
//! M (\ddot x + 2 \zeta \omega_0 \dot x + \omega_0^2 x) = F s(t) - f(x - x_r - d), \qquad
//! y = a\,\frac{M_r \omega_1}{F}\, v_r + b\, s
//! ```
//!
//! | symbol      | here                               | unit            | meaning                                               |
//! |-------------|------------------------------------|-----------------|-------------------------------------------------------|
//! | s           | [`Source`], external input         | 1               | input signal                                          |
//! | F           | [`Shaking::force`]                 | N               | force of an input of 1                                |
//! | M, ω₀, ζ, d | [`SuspendedHammer`]                | kg, rad/s, 1, m | mass, suspension, damping ratio and gap of the hammer |
//! | f           | [`Touch`]                          | N               | `k x^α (1 + μ ẋ)`                                     |
//! | v_r, M_r    | [`Resonator`] `struck`             | m/s, kg         | velocity and mass of the struck body                  |
//! | a, b        | [`Shaking::wet`], [`Shaking::dry`] | 1               | levels of the struck body and of the input            |
//!
//! The velocity is expressed relative to that which F would give to M_r at 100 Hz (ω₁), with M_r limited to
//! 20 kg. The output is thus about as loud as the input for all sizes.
//!
//! Source: \[Avanzini2001, 4.2\] for a hammer driven by a signal. Facts: `tests/all/phonobump_facts.rs`.

use super::shaking::{Shaking, SuspendedHammer};
use crate::solids::impact::measure_touch;
use crate::solids::soft_impact::push;
use crate::source::{PLAY, Source, SourceKind, SourcePlayer};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Touch};
use foley_contact::Step;
use foley_params::Info;
use foley_scene::{BodySpec, ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{
    BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, SoundError, parts,
};

parts! {
    /// Model of a hammer that the input signal shakes against a resonating body.
    /// Default: a voice that shakes the lid of a pan.
    pub struct Phonobump {
        /// Force per input level, and output levels of struck body and input.
        shaking: Shaking, Motion;
        /// Mass, gap and suspension of the hammer.
        hammer: SuspendedHammer, Structure;
        /// Contact law between the hammer and the struck body.
        touch: Touch, Interaction;
        /// Resonating body that the hammer strikes.
        struck: Resonator = Resonator {
            shape: ResonatorShape::Disc,
            material: ResonatorMaterial::Steel,
            size: 0.2,
            thickness: 0.001,
            position: 0.7,
            pickup: 0.8,
            modes: 24,
            field: 0,
            mounting: ResonatorMounting::Hung,
            pitch: 1.0,
            ring: 1.0,
        }, Structure;
        /// Built-in input signal that shakes the hammer.
        source: Source = Source { kind: SourceKind::Voice, level: 1.0 }, Motion;
    }
}

const HAMMER: usize = 0;
const STRUCK: usize = 1;
const TOUCH: usize = 0;
/// Index of the shaking force among the live signals of the scene.
const PUSH: usize = 0;
/// Reference angular frequency of 100 Hz, ω₁ in the equation [rad/s].
const REFERENCE: f64 = 628.0;
/// Upper limit of the mass M_r of the struck body \[kg\]: only the near part of a floor is shaken.
const MAX_MASS: f64 = 20.0;

impl Model for Phonobump {
    const INFO: ModelInfo = ModelInfo {
        name: "phonobump",
        title: "A sound shakes a hammer against something",
        family: Family::Effects,
        level: Level::Process,
        made_of: &["impact"],
        physics: "The input signal acts as a force on a hammer that hangs before a resonating body. Where it drives the hammer further than \
                  the gap, the hammer strikes and bounces, as hard as the input is loud at that moment, and the body answers with its own \
                  modes. An input too faint to drive the hammer across the gap is not heard at all. No more energy comes out than the force \
                  of the input brings in.",
        equation: "M·(ẍ + 2ζω₀·ẋ + ω₀²·x) = F·s − f,  f = k·x^α·(1 + μ·ẋ) beyond the gap",
        source: "[Avanzini2001, 4.2]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[PLAY];
    // The force does work on the damped hammer at a rate of at most F²/4c, c = 2Mζω₀. The struck body keeps
    // no more of it than it loses in its longest decay. For the lightest hammer with the lowest loss and
    // the lightest body with the longest decay this is below a million times the input.
    const OUTPUT: OutputKind = OutputKind::signal(1e6);
    const TAKES_INPUT: bool = true;
    type Player = PhonobumpPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let hammer = scene.add("hammer", BodySpec::modal(self.hammer.spec()));
        let struck = add_modal_body(&mut scene, "struck", self.struck.spec(channels)?, channels);
        let law = self.touch.law();
        let touch = scene.join("touch", Place::new(hammer, 0), law, Place::new(struck, 0));
        if let Some(touch) = scene.contacts.get_mut(touch) {
            touch.value.gap = self.hammer.gap;
        }
        push(&mut scene, Place::new(HAMMER, 0));
        measure_touch(&mut scene, touch, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, step: Step) -> PhonobumpPlayer {
        PhonobumpPlayer {
            source_player: SourcePlayer::new(seed, step),
            mass: self.struck.mass().unwrap_or(1.0),
            mode: None,
            force: self.shaking.force,
            level: None,
            dry: self.shaking.dry,
            pushing: false,
            silent: true,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }
}

/// Shakes the hammer with the input, and mixes the sound of the struck body with the input.
#[derive(Clone, Debug)]
pub struct PhonobumpPlayer {
    source_player: SourcePlayer,
    /// Initial mass M_r of the struck body \[kg\].
    mass: f64,
    /// Initial mass of the first mode of the struck body \[kg\]; `None` before the first block.
    mode: Option<f64>,
    /// Force per input level at the end of the previous block \[N\].
    force: f64,
    /// Output level of the struck body at the end of the previous block \[1\]; `None` before the first
    /// block.
    level: Option<f64>,
    /// Level of the dry input at the end of the previous block \[1\].
    dry: f64,
    /// Whether the previous block fed a force other than 0.
    pushing: bool,
    silent: bool,
}

impl PhonobumpPlayer {
    /// Returns the current mass M_r of the struck body \[kg\]. While the body morphs, M_r follows the mass of
    /// its modes.
    fn struck_mass(&mut self, block: &Block<'_>) -> f64 {
        let ratio = block.mode_mass(STRUCK).map_or(1.0, |now| {
            let initial = *self.mode.get_or_insert(now);
            now / initial
        });
        let mass = self.mass * ratio;
        if mass.is_finite() { mass.min(MAX_MASS) } else { MAX_MASS }
    }
}

impl Player<Phonobump> for PhonobumpPlayer {
    fn play(&mut self, now: &Phonobump, block: &mut Block<'_>) {
        let input = self.source_player.mix_input(&now.source, block, 0);
        let force = core::mem::replace(&mut self.force, now.shaking.force);
        let dry = core::mem::replace(&mut self.dry, now.shaking.dry);
        let level = now.shaking.wet * self.struck_mass(block) * REFERENCE / now.shaking.force;
        block.level(self.level.unwrap_or(level), level);
        self.level = Some(level);
        self.silent = input.iter().all(|&sample| sample == 0.0);
        let mut pushes = [0.0; BLOCK];
        let mut dry_output = input;
        for (index, (push, sample)) in pushes.iter_mut().zip(&mut dry_output).enumerate() {
            let progress = (index + 1) as f64 / BLOCK as f64;
            *push = (force + progress * (now.shaking.force - force)) * *sample;
            *sample *= dry + progress * (now.shaking.dry - dry);
        }
        if !self.silent || self.pushing {
            block.feed(PUSH, &pushes);
            block.add(&dry_output);
        }
        self.pushing = !self.silent;
    }

    fn done(&self) -> bool {
        self.source_player.silent() && !self.pushing
    }

    fn silent(&self) -> bool {
        self.silent
    }
}
