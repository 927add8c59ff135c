//! A hammer strikes a resonating body. The hammer may resonate too, as when two cups meet.
//!
//! The hammer flies against the body and the contact force throws it back. The motion of the body shapes
//! this force in turn:
//!
//! ```math
//! M \ddot x_h = -f(x, \dot x), \qquad \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f(x, \dot x),
//! \qquad x = x_h - \sum_i w_i x_i
//! ```
//!
//! | symbol  | here                        | unit | meaning                                         |
//! |---------|-----------------------------|------|-------------------------------------------------|
//! | M       | [`Hammer::mass`]            | kg   | mass of the hammer                              |
//! | v       | [`Hammer::speed`], `strike` | m/s  | strike speed                                    |
//! | f       | [`Touch`]                   | N    | `k x^α (1 + μ ẋ)`                               |
//! | ω, g, w | [`Resonator`] `struck`      |      | modes, and their amplitudes at the struck point |
//!
//! The contact lasts about
//!
//! ```math
//! \tau = \left(\tfrac{M (\alpha+1)}{2k}\right)^{\frac1{\alpha+1}} v^{\frac{1-\alpha}{1+\alpha}} \cdot c(\alpha, \mu v),
//! ```
//!
//! so that a hard, light and fast contact is short, and a short contact is bright. Repeated strikes differ in
//! place and speed by `variation` ([`super::variation`]).
//!
//! Source: \[Papetti2010, 2.2.4\]; \[AvanziniRocchesso2001\]. Facts: `tests/all/impact_facts.rs`.

use super::variation::{Aim, Strikes, struck_spec};
use crate::{Resonator, Touch};
use foley_body::radiation::Click;
use foley_contact::Step;
use foley_contact::law::Law;
use foley_params::{Info, Param, param, params};
use foley_scene::{BodySpec, ContactLaw, Place, Quantity, Roughness, SceneSpec, Source};
use foley_sound::scene_parts::{add_channel_outputs, add_measurement, add_modal_body, resting_mass};
use foley_sound::{Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Hammer and its speed.
    /// Default: a knuckle.
    pub struct Hammer("hammer") {
        /// Mass of the hammer.
        mass: f64 = 0.02, "M", Kilogram, log [1e-4, 5.0], glide 0.02, handle("weight", "pea", "sledgehammer");
        /// Height of the roughness of both surfaces together; 0 for smooth ones.
        roughness: f64 = 0.0, "s", Metre, lin [0.0, 1e-3], handle("roughness", "polished", "coarse");
        /// Default speed at which the hammer strikes.
        speed: f64 = 1.0, "v", MetrePerSecond, log [0.01, 20.0], handle("force", "touch", "throw");
    }
}

pub(crate) const SPEED: Param<Hammer> = param("speed");

parts! {
    /// Model of a hammer that strikes a resonating body.
    /// Default: a knuckle on a bar of wood.
    pub struct Impact {
        /// Mass and strike speed of the hammer.
        hammer: Hammer, Interaction;
        /// Contact law between the hammer and the struck body.
        touch: Touch, Interaction;
        /// Aim of the hand that strikes again.
        aim: Aim, Interaction;
        /// Resonating body that the hammer strikes.
        struck: Resonator, Structure;
        /// Modes and material of the hammer; a hammer with `modes` 0 does not ring.
        striker: Resonator = Resonator { modes: 0, ..Resonator::default() }, Structure;
    }
}

pub(crate) const HAMMER: usize = 0;
const STRUCK: usize = 1;
pub(crate) const TOUCH: usize = 0;

impl Model for Impact {
    const INFO: ModelInfo = ModelInfo {
        name: "impact",
        title: "Something strikes something",
        family: Family::Solids,
        level: Level::Event,
        made_of: &[],
        physics: "A hammer flies against a resonating body and the contact force throws it back, while the motion of the body \
                  shapes that force. Hard, light and fast contacts are short, and short contacts are bright. The struck point \
                  decides which modes sound. The hammer may resonate as well.",
        equation: "M·ẍ = −f,  f = k·x^α·(1 + μ·ẋ) while x > 0",
        source: "[Papetti2010, 2.2.4], [HuntCrossley1975]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "strike", doc: "Strikes the body at this speed.", ..SPEED.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.hammer.speed;
    type Player = ImpactPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let struck = (&self.struck, self.aim.variation);
        let mut scene = struck_scene(self.hammer.mass, self.touch.law(), struck, &self.striker, channels)?;
        if let Some(contact) = scene.contacts.get_mut(TOUCH) {
            contact.value.roughness = self.roughness(TOUCH);
        }
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> ImpactPlayer {
        ImpactPlayer { strikes: Strikes::new(seed) }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }

    fn roughness(&self, contact: usize) -> Option<Roughness> {
        let radius = curvature(self.hammer.mass);
        roughness(self.touch.law(), self.hammer.roughness, radius).filter(|_| contact == TOUCH)
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == HAMMER).then_some(self.hammer.mass)
    }
}

/// Builds a scene with a hammer of `mass` kilograms (body 0), a resonating body (body 1) and one contact
/// between them. Force and compression are measured. The click of the hammer is that of a solid ball of the
/// material of `striker`. The second part of `struck` is the relative scatter of the strikes \[1\].
pub(crate) fn struck_scene(
    mass: f64,
    law: ContactLaw,
    (struck, variation): (&Resonator, f64),
    striker: &Resonator,
    channels: usize,
) -> Result<SceneSpec, SoundError> {
    let mut scene = SceneSpec::default();
    let rings = striker.modes >= 1;
    let click = striker.click(mass)?;
    let body = if rings {
        let spec = striker.free_spec(channels, mass)?;
        BodySpec::Modal {
            ports: (0..spec.ports).map(|port| port.to_string()).collect(),
            spec,
            motion: foley_contact::Motion::new(-0.01, 0.0),
            falls: false,
        }
    } else {
        resting_mass(mass)
    };
    let hammer = scene.add("hammer", body);
    let struck = struck_spec(struck, variation, click, channels)?;
    let struck = add_modal_body(&mut scene, "struck", struck, channels);
    let touch = scene.join("touch", Place::new(hammer, 0), law, Place::new(struck, 0));
    if rings {
        add_channel_outputs(&mut scene, "striker", hammer, 1 + channels, channels, 1.0);
    }
    measure_touch(&mut scene, touch, channels);
    Ok(scene)
}

/// Returns the radius \[m\] of a body of `mass` kilograms where it touches: that of a ball of stone. The
/// force of an asperity depends on the sixth root of the density only, so that steel and wood differ from it
/// by 20 per cent.
pub(crate) fn curvature(mass: f64) -> f64 {
    const DENSITY: f64 = 2_500.0;
    Click::of_mass(mass, DENSITY).radius
}

/// Returns the roughness of a contact between surfaces whose asperities have the given `height` \[m\], where
/// the whole contact is that of a ball of `radius` \[m\]; `None` for smooth surfaces.
///
/// Asperities as high as `height` and ten times as far apart have tips of the radius ℓ²/4π²s = 2.5 s. Such a
/// tip, pressed in by its height, obeys the law of the contact, whose stiffness is proportional to the root
/// of the radius:
///
/// ```math
/// F_a = f(s)\,\sqrt{2.5\,s/R}
/// ```
pub(crate) fn roughness(law: ContactLaw, height: f64, radius: f64) -> Option<Roughness> {
    let elastic = match law {
        ContactLaw::Impact(law) => law.elastic(height),
        ContactLaw::LinearImpact(law) => law.elastic(height),
        ContactLaw::Friction { .. } => 0.0,
    };
    let force = elastic * (2.5 * height / radius).sqrt();
    (force > 0.0).then_some(Roughness::new(height, force))
}

/// Adds measurements of the force and the compression of a contact.
pub(crate) fn measure_touch(scene: &mut SceneSpec, touch: usize, channels: usize) {
    let touch = Source::Contact(touch);
    add_measurement(scene, "force", touch, Quantity::Force, channels);
    add_measurement(scene, "compression", touch, Quantity::Displacement, channels);
}

/// Throws the hammer against the body at each `strike` gesture, from the second one on with the scatter of a
/// hand.
#[derive(Clone, Copy, Debug)]
pub struct ImpactPlayer {
    pub(crate) strikes: Strikes,
}

impl ImpactPlayer {
    /// Plays the strikes of a block with the relative scatter `variation` \[1\].
    pub(crate) fn strike(&mut self, variation: f64, block: &mut Block<'_>) {
        for index in 0..block.gestures().len() {
            let Some(&gesture) = block.gestures().get(index) else {
                continue;
            };
            let stroke = self.strikes.next();
            if variation > 0.0 {
                block.touch(STRUCK, stroke.place);
            }
            let speed = gesture.value * (1.0 + variation * stroke.speed);
            block.strike(gesture.at, HAMMER, speed.clamp(SPEED.min, SPEED.max));
        }
    }
}

impl Player<Impact> for ImpactPlayer {
    fn play(&mut self, now: &Impact, block: &mut Block<'_>) {
        self.strike(now.aim.variation, block);
    }

    fn done(&self) -> bool {
        true
    }
}
