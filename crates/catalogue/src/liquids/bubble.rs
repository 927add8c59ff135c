//! An air bubble forms under water and rings: a drop in a pond, a gulp, the pop of a fish.
//!
//! The sound is one damped tone of rising pitch. Pitch, decay and pressure follow from radius, depth and
//! liquid ([`minnaert`]):
//!
//! ```math
//! p(t) = A(r, h)\,(1 - e^{-t/s})\, e^{-dt} \sin\phi(t), \qquad \dot\phi = 2\pi f\,(1 + \xi d t)
//! ```
//!
//! | symbol  | here                      | unit | meaning                                                          |
//! |---------|---------------------------|------|------------------------------------------------------------------|
//! | r       | [`Birth::radius`], `bubble` | m  | radius of the bubble                                             |
//! | h       | [`Birth::depth`]          | m    | depth of its centre; at h = r the bubble touches the surface     |
//! | ε, A    | [`Birth::swing`]          | 1, Pa | relative change of the radius; pressure at 1 m                  |
//! | ξ       | [`Birth::rise`]           | 1    | relative rise of the pitch in one decay time 1/d                 |
//! | s       | [`Birth::swell`]          | s    | attack time                                                      |
//! | f, d    | [`minnaert`]              | Hz, 1/s | pitch and decay                                               |
//!
//! Source: \[vandenDoel2005\], \[Minnaert1933\]. Facts: `tests/all/bubble_facts.rs`.

use super::bank::ToneBank;
use super::minnaert::{self, Liquid};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

params! {
    /// Formation of a bubble.
    /// Default: a large drop falls into a bowl.
    pub struct Birth("birth") {
        /// Default radius of the bubble. The pitch is inversely proportional to it.
        radius: f64 = 0.003, "r", Metre, log [1.5e-4, 0.05], handle("size", "fizz", "gulp of a bottle");
        /// Depth of the centre of the bubble, at least its radius. Near the surface the pitch is higher, at
        /// depth the sound is fainter.
        depth: f64 = 0.01, "h", Metre, log [1.5e-4, 1.0];
        /// Largest relative change of the radius of the bubble. Violent formation is loud.
        swing: f64 = 0.02, "ε", One, log [1e-4, 0.1], handle("violence", "let go", "torn off");
        /// Relative rise of the pitch of the bubble in one decay time.
        rise: f64 = 0.15, "ξ", One, lin [0.0, 1.0], handle("chirp", "steady", "up and away");
        /// Attack time of the bubble, to 63 % of the full amplitude.
        swell: f64 = 0.0005, "s", Second, log [1e-5, 0.05], handle("softness", "click", "swell");
    }
}

const RADIUS: Param<Birth> = param("radius");

parts! {
    /// Model of an air bubble that forms under water and rings.
    pub struct Bubble {
        /// Size, depth and strength of the bubble.
        birth: Birth, Interaction;
        /// Liquid around the bubble.
        liquid: Liquid, Structure;
    }
}

/// Maximum number of bubbles that ring at once; a louder new bubble replaces the faintest one.
const MAX_BUBBLES: usize = 64;

impl Model for Bubble {
    const INFO: ModelInfo = ModelInfo {
        name: "bubble",
        title: "A bubble closes under water",
        family: Family::Liquids,
        level: Level::Event,
        made_of: &[],
        physics: "The air in a bubble acts as a spring and the water around it as a mass. The pitch is 3.26 m/s divided by the radius, half as high again where the bubble touches \
                  the surface. Radiation, heat and viscosity damp it: small bubbles decay fastest. The pitch rises as the bubble rises. The volume it \
                  displaces moves the surface, which radiates into the air.",
        equation: "f₀ = √(3γp₀/ρ)/2πr,  d = 0.13/r + 0.0072·r^(−3/2),  f(t) = f·(1 + ξ·d·t)",
        source: "[Minnaert1933], [Strasberg1953], [vandenDoel2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "bubble", doc: "Starts a bubble of this radius.", ..RADIUS.info() }];
    /// Bound of the output: a bubble reaches at most 2 · 1.2 kg/m³ · 1600 m²/s² · 50 mm · 0.1 = 19.2 Pa.
    /// The factors are the density of air, the square of radius times angular frequency at the surface of
    /// the lightest liquid, the radius, and the relative swing. At most 64 bubbles sound and 128 fade out.
    const OUTPUT: OutputKind = OutputKind::pressure(3700.0);
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.birth.radius;
    type Player = BubblePlayer;

    fn player(&self, _: u64, step: Step) -> BubblePlayer {
        BubblePlayer { bank: ToneBank::new(step, MAX_BUBBLES) }
    }
}

/// Starts the tone of one bubble at each gesture.
#[derive(Clone, Debug)]
pub struct BubblePlayer {
    bank: ToneBank,
}

impl Player<Bubble> for BubblePlayer {
    fn play(&mut self, now: &Bubble, block: &mut Block<'_>) {
        let Birth { depth, swing, rise, swell, .. } = now.birth;
        for gesture in block.gestures() {
            let radius = RADIUS.clamp(gesture.value);
            let tone = minnaert::tone(&now.liquid, radius, depth, swing, rise);
            self.bank.begin(gesture.at, &super::DampedTone { swell, ..tone });
        }
        if self.bank.silent() {
            return;
        }
        let mut sound = [0.0; BLOCK];
        self.bank.add(&mut sound);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        true
    }

    fn silent(&self) -> bool {
        self.bank.silent()
    }
}
