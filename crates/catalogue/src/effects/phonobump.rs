//! A sound shakes a hammer against something that rings.
//!
//! What is given is no longer heard but felt: as a force it drives a hammer on a soft suspension, and where
//! the hammer goes further than its gap it strikes, again and again, as the sound goes. Loud and low means
//! hard blows, faint means none.
//!
//! $$ M (\ddot x + 2 \zeta \omega_0 \dot x + \omega_0^2 x) = F s(t) - f(x - x_r - d), \qquad
//!    y = a\,\frac{M_r \omega_1}{F}\, v_r + b\, s $$
//!
//! | symbol  | here                           | unit | meaning                                                            |
//! |---------|--------------------------------|------|--------------------------------------------------------------------|
//! | s       | [`Source`], or what is given   | 1    | the sound                                                          |
//! | F       | [`Shaking::force`]             | N    | force of a sound of 1                                              |
//! | M, ω₀, ζ, d | [`SuspendedHammer`]              | kg, rad/s, 1, m | the hammer, its suspension, and how far it is from what it strikes |
//! | f       | [`Touch`]                      | N    | `k x^α (1 + μ ẋ)`                                                  |
//! | v_r, M_r | [`Resonator`] `struck`        | m/s, kg | how what is struck moves, and its mass                          |
//! | a, b    | [`Shaking::wet`], [`Shaking::dry`] | 1 | how much is heard of it, and of the sound itself                 |
//!
//! The motion is counted in that which F would give to M_r at 100 Hz (ω₁; more than 20 kg count as 20 kg), so
//! that it is about as loud as the sound whatever the sizes are.
//!
//! Source: the hammer driven by a sound, \[Avanzini2001, 4.2\]. Facts: `tests/phonobump_facts.rs`.

use super::shaking::{Shaking, SuspendedHammer};
use crate::solids::impact::measure_touch;
use crate::solids::soft_impact::push;
use crate::source::{PLAY, Source, SourceKind, SourcePlayer};
use crate::{Resonator, ResonatorMaterial, ResonatorShape, Touch};
use foley_contact::Step;
use foley_params::Info;
use foley_scene::{BodySpec, ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{
    BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, SoundError, parts,
};

/// A sound shakes a hammer against something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phonobump {
    /// How hard the sound shakes, and what is heard of it.
    pub shaking: Shaking,
    /// The hammer.
    pub hammer: SuspendedHammer,
    /// How the surfaces meet.
    pub touch: Touch,
    /// What is struck.
    pub struck: Resonator,
    /// What shakes, if nothing is given.
    pub source: Source,
}

impl Default for Phonobump {
    /// A voice shakes the lid of a pan.
    fn default() -> Self {
        Self {
            shaking: Shaking::default(),
            hammer: SuspendedHammer::default(),
            touch: Touch::default(),
            struck: Resonator {
                shape: ResonatorShape::Disc,
                material: ResonatorMaterial::Steel,
                size: 0.2,
                thickness: 0.001,
                position: 0.7,
                pickup: 0.8,
                modes: 24,
                pitch: 1.0,
                ring: 1.0,
            },
            source: Source { kind: SourceKind::Voice, level: 1.0 },
        }
    }
}

const HAMMER: usize = 0;
const STRUCK: usize = 1;
const TOUCH: usize = 0;
/// The force, among what is done to the scene.
const PUSH: usize = 0;
/// ω₁: 100 Hz [rad/s].
const REFERENCE: f64 = 628.0;
/// What is heavier than this counts as this heavy: of a floor only what is near is shaken \[kg\].
const MAX_MASS: f64 = 20.0;

impl Model for Phonobump {
    const INFO: ModelInfo = ModelInfo {
        name: "phonobump",
        title: "A sound shakes a hammer against something",
        family: Family::Effects,
        level: Level::Process,
        made_of: &["impact"],
        physics: "A sound becomes the force on a hammer that hangs before something that rings. Where it drives the hammer further than the gap, the hammer strikes and bounces, as hard as \
                  the sound is loud at that moment, and what is struck answers in its own voice; a sound too faint to drive it across the gap is not heard at all. No more energy comes out than the force of the sound brings in.",
        equation: "M·(ẍ + 2ζω₀·ẋ + ω₀²·x) = F·s − f,  f = k·x^α·(1 + μ·ẋ) beyond the gap",
        source: "[Avanzini2001, 4.2]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        shaking: Motion,
        hammer: Structure,
        touch: Interaction,
        struck: Structure,
        source: Motion,
    ];
    const GESTURES: &'static [Info] = &[PLAY];
    // The force works on the damped hammer with at most F²/4c, c = 2Mζω₀; what is struck keeps no more of it
    // than it loses in its longest decay. With the lightest hammer of the lowest loss and the lightest body
    // that rings longest this is below a million times the sound.
    const OUTPUT: OutputKind = OutputKind::signal(1e6);
    const TAKES_INPUT: bool = true;
    type Player = PhonobumpPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let hammer = scene.add("hammer", BodySpec::modal(self.hammer.spec()));
        let struck = add_ringing(&mut scene, "struck", self.struck.spec(channels)?, channels);
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

/// Lets a sound shake the hammer.
#[derive(Clone, Debug)]
pub struct PhonobumpPlayer {
    source_player: SourcePlayer,
    /// M_r at the beginning, and the mass of its first mode then \[kg\].
    mass: f64,
    mode: Option<f64>,
    /// Force, levels of what is struck and of the sound itself, at the end of the block before.
    force: f64,
    level: Option<f64>,
    dry: f64,
    /// The force of the block before was not nothing.
    pushing: bool,
    silent: bool,
}

impl PhonobumpPlayer {
    /// M_r as it is now: while what is struck becomes another, its mass goes as that of its modes \[kg\].
    fn struck_mass(&mut self, block: &Block<'_>) -> f64 {
        let ratio = block.mode_mass(STRUCK).map_or(1.0, |now| {
            let then = *self.mode.get_or_insert(now);
            now / then
        });
        let mass = self.mass * ratio;
        if mass.is_finite() { mass.min(MAX_MASS) } else { MAX_MASS }
    }
}

impl Player<Phonobump> for PhonobumpPlayer {
    fn play(&mut self, now: &Phonobump, block: &mut Block<'_>) {
        let heard = self.source_player.mix_input(&now.source, block, 0);
        let force = core::mem::replace(&mut self.force, now.shaking.force);
        let dry = core::mem::replace(&mut self.dry, now.shaking.dry);
        let level = now.shaking.wet * self.struck_mass(block) * REFERENCE / now.shaking.force;
        block.level(self.level.unwrap_or(level), level);
        self.level = Some(level);
        self.silent = heard.iter().all(|&it| it == 0.0);
        let mut pushes = [0.0; BLOCK];
        let mut kept = heard;
        for (index, (push, kept)) in pushes.iter_mut().zip(&mut kept).enumerate() {
            let way = (index + 1) as f64 / BLOCK as f64;
            *push = (force + way * (now.shaking.force - force)) * *kept;
            *kept *= dry + way * (now.shaking.dry - dry);
        }
        if !self.silent || self.pushing {
            block.feed(PUSH, &pushes);
            block.add(&kept);
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
