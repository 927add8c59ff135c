//! Something crackles in a hand that closes and opens: every change of the force on it makes it crack, in one
//! direction as in the other, and a force that stays what it is makes no sound.
//!
//! The change of the force since the last crack adds up until it is enough for the next, by the law of
//! [`super::crackle`]; the crack has the energy of that change:
//!
//! $$ E = d \int |\mathrm dF|, \qquad \text{so that} \quad \sum E = d \cdot V(F) $$
//!
//! | symbol | here                                  | unit | meaning                                                 |
//! |--------|---------------------------------------|------|---------------------------------------------------------|
//! | F      | [`Hand::force`] and `press`           | N    | what is applied; `press` rises, holds and lets go again |
//! | r      | [`CrackingMaterial::resistance`]                 | N    | mean change of force from crack to crack                |
//! | d      | [`CrackingMaterial::give`]                       | m    | energy of a crack by change of force                    |
//! | V(F)   |                                       | N    | total variation: all rises and falls together           |
//!
//! Every crack is the strike of a small mass with that kinetic energy on a body that rings.
//!
//! Source: \[PapettiThesis, 2.2.5\]. Facts: `tests/continuous_crumpling_facts.rs`.

use super::crackle::{CrackingMaterial, ForceCracks};
use super::curve::smooth;
use super::grains::{self, Grain, STRIKERS, Strikers};
use crate::{Resonator, Touch};
use foley_contact::Step;
use foley_params::{Info, Param, Scale, param, params};
use foley_scene::{ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// What presses.
    /// Default: open.
    pub struct Hand("hand") {
        /// Force that is applied; only its changes are heard.
        force: f64 = 0.0, "F", Newton, lin [0.0, 200.0], glide 0.1, handle("grip", "open hand", "fist");
        /// Time in which a press rises to its force.
        closing: f64 = 0.5, "t_c", Second, log [0.02, 5.0], handle("slowness", "snatched", "slowly");
        /// Time for which a press holds, silently.
        hold: f64 = 0.3, "t_h", Second, log [0.02, 5.0];
        /// Time in which a press lets go.
        opening: f64 = 0.8, "t_o", Second, log [0.02, 5.0];
    }
}

const FORCE: Param<Hand> = param("force");

impl Hand {
    /// A press of one newton, so long after its beginning \[s\]. Real-time: yes.
    pub fn press(&self, time: f64) -> f64 {
        let opened = time - self.closing - self.hold;
        smooth(time / self.closing) - smooth(opened / self.opening)
    }

    /// How long a press takes \[s\].
    pub fn duration(&self) -> f64 {
        self.closing + self.hold + self.opening
    }
}

/// Something crackles in a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContinuousCrumpling {
    /// What presses.
    pub hand: Hand,
    /// How what is pressed gives way.
    pub stuff: CrackingMaterial,
    /// What strikes when it cracks.
    pub grain: Grain,
    /// How it touches.
    pub touch: Touch,
    /// What rings of it.
    pub struck: Resonator,
}

impl Default for ContinuousCrumpling {
    /// A bag of stiff paper.
    fn default() -> Self {
        Self {
            hand: Hand::default(),
            stuff: CrackingMaterial::default(),
            grain: Grain::default(),
            touch: grains::SNAP,
            struck: grains::FOLD,
        }
    }
}

impl Model for ContinuousCrumpling {
    const INFO: ModelInfo = ModelInfo {
        name: "continuous-crumpling",
        title: "Something crackles in a hand that closes and opens",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact", "crumpling"],
        physics: "Only changes of the force on it make it crack, whether it grows or falls; a force that stays the same is silent. The \
                  change adds up until it overcomes the resistance of some fold or grain, and the crack has the energy of just that \
                  change, so that all cracks together have the energy of the force's total variation.",
        equation: "E = d·∫|dF| from crack to crack,  ½·m·v² = E",
        source: "[PapettiThesis, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        hand: Motion,
        stuff: Interaction,
        grain: Interaction,
        touch: Interaction,
        struck: Structure,
    ];
    const GESTURES: &'static [Info] = &[Info {
        id: "press",
        doc: "Presses with this force and lets go again.",
        min: 0.1,
        default: 30.0,
        scale: Scale::Logarithmic,
        ..FORCE.info()
    }];
    type Player = ContinuousCrumplingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        grains::add(&mut scene, self.grain);
        let struck = add_ringing(&mut scene, "struck", self.struck.spec(channels)?, channels);
        grains::join(&mut scene, &self.touch, Place::new(struck, 0), channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> ContinuousCrumplingPlayer {
        ContinuousCrumplingPlayer {
            yielding: ForceCracks::new(seed),
            strikers: Strikers::against(self.struck.mass().unwrap_or(1.0)),
            presses: [None; MAX_PRESSES],
            held: self.hand.force,
            force: self.hand.force,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact < STRIKERS).then(|| self.touch.law())
    }
}

/// Most presses that go on at once.
const MAX_PRESSES: usize = 8;

/// A press that goes on.
#[derive(Clone, Copy, Debug)]
struct Press {
    force: f64,
    /// Samples since it began; negative while it has not.
    age: f64,
}

/// Cracks when the force changes.
#[derive(Clone, Debug)]
pub struct ContinuousCrumplingPlayer {
    yielding: ForceCracks,
    strikers: Strikers,
    presses: [Option<Press>; MAX_PRESSES],
    /// The hand's own force at the end of the block before \[N\].
    held: f64,
    /// All force at the last sample \[N\].
    force: f64,
}

impl ContinuousCrumplingPlayer {
    fn begin(&mut self, at: usize, force: f64) {
        let age = -(at as f64);
        // More than there is room for would be a hand that trembles: it is not heard.
        if let Some(place) = self.presses.iter_mut().find(|place| place.is_none()) {
            *place = Some(Press { force, age });
        }
    }

    /// All presses together at the next sample \[N\].
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
        self.strikers.begin(block);
        for index in 0..block.gestures().len() {
            let Some(&done) = block.gestures().get(index) else {
                continue;
            };
            let info = ContinuousCrumpling::GESTURES[0];
            self.begin(done.at, info.clamp(done.value));
        }
        let step = block.step();
        let (from, to) = (self.held, now.hand.force);
        for at in 0..BLOCK {
            let way = (at + 1) as f64 / BLOCK as f64;
            let held = if from == to { to } else { from + way * (to - from) };
            let force = held + self.pressed(&now.hand, step);
            let change = force - self.force;
            self.force = force;
            let room = self.strikers.room();
            if let Some(energy) = self.yielding.change(change, &now.stuff, room) {
                self.strikers.strike(block, at, energy, now.grain.mass, &now.touch);
            }
        }
        self.held = to;
    }

    fn done(&self) -> bool {
        self.presses.iter().all(Option::is_none)
    }
}
