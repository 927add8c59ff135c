//! A body crackles in a hand that closes and opens: every change of force makes it crack, in both
//! directions, and a constant force makes no sound.
//!
//! The change of force since the last crack accumulates until it suffices for the next one, by the law of
//! [`super::crackle`]. The crack has the energy of that change:
//!
//! ```math
//! E = d \int |\mathrm dF|, \qquad \text{so that} \quad \sum E = d \cdot V(F)
//! ```
//!
//! | symbol | here                             | unit | meaning                                          |
//! |--------|----------------------------------|------|--------------------------------------------------|
//! | F      | [`Hand::force`] and `press`      | N    | applied force; `press` rises, holds and releases |
//! | r      | [`CrackingMaterial::resistance`] | N    | mean change of force from crack to crack         |
//! | d      | [`CrackingMaterial::give`]       | m    | energy of a crack per change of force            |
//! | V(F)   |                                  | N    | total variation: sum of all rises and falls      |
//!
//! Every crack is the strike of a small mass with that kinetic energy on a resonating body.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/all/continuous_crumpling_facts.rs`.

use super::crackle::{CrackingMaterial, ForceCracks};
use super::curve::smooth;
use super::fragments::{self, FragmentPool, Fragments, Grain, Strike};
use super::rustle::{Rustle, Skin, SlipNoise};
use super::soft_impact::push;
use crate::{Resonator, Touch};
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_params::{Info, Param, Scale, param, params};
use foley_scene::{ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Pressing hand.
    /// Default: open.
    pub struct Hand("hand") {
        /// Force of the hand; only its changes are heard.
        force: f64 = 0.0, "F", Newton, lin [0.0, 200.0], glide 0.1, handle("grip", "open hand", "fist");
        /// Time in which the force of a press rises.
        closing: f64 = 0.5, "t_c", Second, log [0.02, 5.0], handle("slowness", "snatched", "slowly");
        /// Time for which a press is held; it is silent.
        hold: f64 = 0.3, "t_h", Second, log [0.02, 5.0];
        /// Time in which the force of a press falls to zero.
        opening: f64 = 0.8, "t_o", Second, log [0.02, 5.0];
    }
}

const FORCE: Param<Hand> = param("force");

impl Hand {
    /// Returns the force of a press of 1 N at a time after its start \[s\]. Real-time: yes.
    pub fn press(&self, time: f64) -> f64 {
        let opened = time - self.closing - self.hold;
        smooth(time / self.closing) - smooth(opened / self.opening)
    }

    /// Returns the duration of a press \[s\].
    pub fn duration(&self) -> f64 {
        self.closing + self.hold + self.opening
    }
}

parts! {
    /// Model of a body that crackles in a hand while the hand's force changes.
    /// Default: a bag of stiff paper.
    pub struct ContinuousCrumpling {
        /// Force with which a hand presses the body, and the course of a press.
        hand: Hand, Motion;
        /// Resistance and give of the material that cracks.
        stuff: CrackingMaterial, Interaction;
        /// Mass of the small strikers; each crack is one strike.
        grain: Grain, Interaction;
        /// Contact law between the strikers and the resonating body.
        touch: Touch = fragments::SNAP, Interaction;
        /// Slips of fibres or grains while the force changes.
        rustle: Rustle, Interaction;
        /// Surface of the whole body, which the slips shake.
        skin: Skin, Structure;
        /// Sizes of the fragments; each crack rings another fragment.
        fragments: Fragments, Structure;
        /// Fragment of the middle size.
        struck: Resonator = fragments::FOLD, Structure;
    }
}

impl Model for ContinuousCrumpling {
    const INFO: ModelInfo = ModelInfo {
        name: "continuous-crumpling",
        title: "Something crackles in a hand that closes and opens",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact", "crumpling"],
        physics: "Only changes of the force make the body crack, whether it rises or falls; a constant force is silent. The change \
                  accumulates until it overcomes the resistance of some fold or grain. The crack has exactly the energy of that \
                  change, so that all cracks together have the energy of the total variation of the force.",
        equation: "E = d·∫|dF| from crack to crack,  ½·m·v² = E",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[Info {
        id: "press",
        doc: "Closes the hand up to this force, then opens it.",
        min: 0.1,
        default: 30.0,
        scale: Scale::Logarithmic,
        ..FORCE.info()
    }];
    type Player = ContinuousCrumplingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        self.fragments.add_to(&mut scene, (self.grain, &self.touch), &self.struck, channels)?;
        let skin = add_modal_body(&mut scene, "skin", self.skin.spec(channels), channels);
        push(&mut scene, Place::new(skin, 0));
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> ContinuousCrumplingPlayer {
        ContinuousCrumplingPlayer {
            cracks: ForceCracks::new(seed),
            pool: FragmentPool::new(mix_seed(seed, 1), &self.struck),
            slips: SlipNoise::new(mix_seed(seed, 2)),
            slipping: false,
            presses: [None; MAX_PRESSES],
            held: self.hand.force,
            force: self.hand.force,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        self.fragments.law(&self.touch, contact)
    }
}

/// Force of the slips, relative to that of one slip, below which the slips are silent \[1\]: −80 dB.
const FAINT: f64 = 1e-4;
/// Index of the force of the slips among the live signals of the scene.
const SLIPS: usize = 0;

/// Maximum number of simultaneous presses.
const MAX_PRESSES: usize = 8;

/// A press of the hand in progress, from one `press` gesture.
#[derive(Clone, Copy, Debug)]
struct Press {
    force: f64,
    /// Samples since the press started; negative before the start.
    age: f64,
}

/// Adds up the changes of the hand's force and plays the cracks that they trigger.
#[derive(Clone, Debug)]
pub struct ContinuousCrumplingPlayer {
    cracks: ForceCracks,
    pool: FragmentPool,
    slips: SlipNoise,
    /// Whether the previous block fed a force of the slips.
    slipping: bool,
    presses: [Option<Press>; MAX_PRESSES],
    /// Value of the hand's force parameter at the end of the previous block \[N\].
    held: f64,
    /// Total force of the hand at the last sample \[N\].
    force: f64,
}

impl ContinuousCrumplingPlayer {
    fn begin(&mut self, at: usize, force: f64) {
        let age = -(at as f64);
        // Presses beyond the maximum are ignored: more at once would sound like a trembling hand.
        if let Some(place) = self.presses.iter_mut().find(|place| place.is_none()) {
            *place = Some(Press { force, age });
        }
    }

    /// Returns the sum of the forces of all presses at the next sample \[N\].
    fn pressed(&mut self, hand: &Hand, step: Step) -> f64 {
        let mut sum = 0.0;
        for place in &mut self.presses {
            let Some(press) = place else { continue };
            let time = press.age * step.seconds();
            press.age += 1.0;
            sum += press.force * hand.press(time);
            if time >= hand.duration() {
                *place = None;
            }
        }
        sum
    }
}

impl Player<ContinuousCrumpling> for ContinuousCrumplingPlayer {
    fn play(&mut self, now: &ContinuousCrumpling, block: &mut Block<'_>) {
        self.pool.begin(block);
        for index in 0..block.gestures().len() {
            let Some(&gesture) = block.gestures().get(index) else {
                continue;
            };
            let info = ContinuousCrumpling::GESTURES[0];
            self.begin(gesture.at, info.clamp(gesture.value));
        }
        let step = block.step();
        let (from, to) = (self.held, now.hand.force);
        let mut slips = [0.0; BLOCK];
        for (at, slip) in slips.iter_mut().enumerate() {
            let progress = (at + 1) as f64 / BLOCK as f64;
            let held = if from == to { to } else { from + progress * (to - from) };
            let force = held + self.pressed(&now.hand, step);
            let change = force - self.force;
            self.force = force;
            *slip = self.slips.next(change, force, &now.rustle, step);
            let room = self.pool.room();
            if let Some((energy, rank)) = self.cracks.change(change, &now.stuff, room) {
                let strike = Strike { energy, rank, mass: now.grain.mass, frequency: 1.0, decay: 1.0 };
                self.pool.strike(block, at, strike, &now.fragments, &now.touch);
            }
        }
        self.held = to;
        let faint = FAINT * now.rustle.slip;
        let slipping = slips.iter().any(|&force| force.abs() > faint);
        if !slipping {
            slips = [0.0; BLOCK];
        }
        if slipping || self.slipping {
            block.feed(SLIPS, &slips);
        }
        self.slipping = slipping;
    }

    fn done(&self) -> bool {
        self.presses.iter().all(Option::is_none) && !self.slipping
    }
}
