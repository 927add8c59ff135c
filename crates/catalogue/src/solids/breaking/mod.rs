//! A body breaks: a blow, a burst of fracture, and the pieces that fall, hit each other and slide to rest.
//!
//! The whole body is struck and cracks: a short force noise in a body that no longer rings, while piece after
//! piece tears loose. Then every piece, a smaller sheet of the same material, hits the floor repeatedly.
//! Pieces are jagged and rebound little, so that their hits, unlike those of a ball, come at growing
//! intervals:
//!
//! ```math
//! \Delta_{n+1} = \min(d\,\Delta_n,\; \Delta_{max}), \qquad t_{n+1} = t_n + \Delta_n (1 - \rho\,u), \qquad
//! v_{n+1} = e\,v_n, \qquad v_0 = 0.3 \ldots 0.8\,v
//! ```
//!
//! | symbol    | here                       | unit | meaning                                              |
//! |-----------|----------------------------|------|------------------------------------------------------|
//! | v         | [`Hammer::speed`], `break` | m/s  | speed of the blow                                    |
//! | Δ₀, Δ_max | [`BreakingCourse`]         | s    | first and longest interval                           |
//! | d         | `deceleration`, `thinning` | 1    | growth of the intervals, of pieces and of collisions |
//! | ρ         | `scatter`, `clash-scatter` | 1    | maximum random reduction of an interval, of both     |
//! | e         | `rebound`                  | 1    | share of speed kept by a hit                         |
//! | u         |                            | 1    | uniform random number from 0 to 1                    |
//! | L         | `slide`                    | m    | distance over which a piece slides before it rests   |
//!
//! A second process of the same form makes pieces hit each other in pairs, at first at a rate proportional
//! to their number, then ever less often. With d < 1 and one piece the model is a bouncing ball.
//!
//! A piece that rebounds no more slides to rest with the friction coefficient μ = 0.4. Its edge catches on
//! the floor about every two millimetres. The hits become slower and rarer with the sliding speed u, at a
//! distance x from the start:
//!
//! ```math
//! u^2 = 2\,\mu g\,(L - x), \qquad t = \frac{u_0 - u}{\mu g}
//! ```
//!
//! The n pieces share the mass of the whole, $`m_i \propto 1/(i+1)`$. Sticks break into sticks (D = 1), all
//! else into sheets of the same thickness (D = 2). Small pieces are lighter, higher and shorter:
//!
//! ```math
//! \sum m_i = M, \qquad s_i = (m_i/M)^{1/D}, \qquad f \propto s^{-2}, \quad \tau \propto s^2
//! ```
//!
//! Up to [`MAX_BODIES`] pieces have a body of their own. More pieces share these: each hit takes a body at
//! rest within a factor of 1.6 of the right size and gives it the frequencies, decay times and mass of the
//! piece. Its radiation remains that of the shared body.
//!
//! Every hit goes through an impact contact: the mass of a corner, a quarter of the piece's, against the
//! piece, which also clicks as a whole. The floor receives the momentum (1 + e) m v within the contact time
//! ([`super::pulses`]).
//!
//! Source: \[Papetti2010, 2.2.5\] for the course and its seven numbers; the pieces, their sizes and their
//! sliding are original. Facts: `tests/all/breaking_facts.rs`.

mod hits;
mod player;

pub use player::BreakingPlayer;

use super::impact::{HAMMER, Hammer, SPEED, curvature, measure_touch, roughness};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Touch};
use foley_contact::Step;
use foley_params::{Info, params};
use foley_scene::{Action, BodySpec, ContactLaw, Place, Quantity, Roughness, SceneSpec, Signal, Source};
use foley_sound::scene_parts::{add_channel_outputs, add_measurement, add_modal_body, resting_mass};
use foley_sound::{Family, Level, Model, ModelInfo, PartAccess, SoundError, parts};

/// Maximum number of pieces.
pub const MAX_PIECES: usize = 200;
/// Maximum number of bodies that stand for the pieces.
pub const MAX_BODIES: usize = 16;

params! {
    /// Course of the breaking.
    /// Default: glass on stone.
    pub struct BreakingCourse("breaking-course") {
        /// Interval from the first hit of a piece to its second.
        initial_interval as "initial-interval": f64 = 0.04, "Δ₀", Second, log [0.002, 0.3],
            handle("sparseness", "all at once", "piece by piece");
        /// Longest interval between two hits of a piece.
        maximum_interval as "maximum-interval": f64 = 0.4, "Δ_max", Second, log [0.02, 2.0];
        /// Factor from each interval of a piece to the next: above 1 it breaks, below 1 it bounces.
        deceleration: f64 = 1.25, "d", One, log [0.5, 2.0], handle("deceleration", "bounces", "lies at once");
        /// Factor from each interval between two collisions of pieces to the next.
        thinning: f64 = 1.2, "d′", One, log [0.5, 2.0];
        /// Maximum random reduction of a piece's intervals, as a share.
        scatter: f64 = 0.6, "ρ", One, lin [0.0, 0.9], handle("jaggedness", "even", "jagged");
        /// Maximum random reduction of the intervals between collisions, as a share.
        clash_scatter as "clash-scatter": f64 = 0.8, "ρ′", One, lin [0.0, 0.9];
        /// Share of its speed that a piece keeps after a hit.
        rebound: f64 = 0.65, "e", One, lin [0.2, 0.95], handle("elasticity", "crumbs", "marbles");
        /// Duration of the first crack.
        crack: f64 = 0.01, "τ", Second, log [0.001, 0.2], handle("toughness", "brittle", "splinters");
        /// Mean distance over which a piece slides on the floor after its last hit; single pieces slide up to
        /// four times as far.
        slide: f64 = 0.02, "L", Metre, lin [0.0, 0.5], handle("sliding", "carpet", "polished floor");
    }
}

params! {
    /// Pieces of the broken body.
    pub struct Pieces("pieces") {
        /// Number of pieces that are heard.
        count: u32 = 40, "n", One, count [1, MAX_PIECES];
        /// Number of modes per piece, the lowest first; modes above hearing are left out.
        modes: u32 = 8, "N", One, count [1, 16];
    }
}

impl Pieces {
    fn number(self) -> usize {
        (self.count as usize).clamp(1, MAX_PIECES)
    }

    /// Returns the number of bodies that stand for the pieces.
    fn bodies(self) -> usize {
        self.number().min(MAX_BODIES)
    }

    /// Returns the share of the whole body's mass that a piece has \[1\].
    fn share(self, piece: usize) -> f64 {
        let sum: f64 = (0..self.number()).map(|i| 1.0 / (i + 1) as f64).sum();
        1.0 / ((piece + 1) as f64 * sum)
    }

    /// Returns the size of a piece relative to the whole \[1\], for pieces that extend in `dimensions`.
    fn size(self, piece: usize, dimensions: f64) -> f64 {
        libm::pow(self.share(piece), 1.0 / dimensions)
    }

    /// Returns the size of a body relative to the whole \[1\]: that of its piece, or one of equal ratios
    /// between the largest and the smallest piece if there are more pieces than bodies.
    fn body_size(self, body: usize, dimensions: f64) -> f64 {
        if self.number() <= MAX_BODIES {
            return self.size(body, dimensions);
        }
        let along = body as f64 / (MAX_BODIES - 1) as f64;
        self.size(0, dimensions) * libm::pow(self.number() as f64, -along / dimensions)
    }
}

parts! {
    /// Model of a body that is struck and breaks into pieces.
    /// Default: a breaking pane of glass.
    pub struct Breaking {
        /// Mass and strike speed of the hammer that breaks the body.
        hammer: Hammer = Hammer { mass: 0.05, speed: 3.0, roughness: 0.0 }, Interaction;
        /// Contact law of the hammer's blow and of all hits of the pieces.
        touch: Touch = Touch { stiffness: 1e9, exponent: 1.5, damping: 0.3 }, Interaction;
        /// Intervals and speeds of the hits after the blow.
        course: BreakingCourse, Motion;
        /// Body that breaks, as it rings before it cracks.
        whole: Resonator = Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Glass, 0.4, 0.003), Structure;
        /// Number and properties of the pieces of the broken body.
        pieces: Pieces, Structure;
        /// Floor on which the pieces land.
        floor: Resonator = FLOOR, Structure;
    }
}

/// Default floor: stone slabs.
const FLOOR: Resonator = Resonator {
    modes: 32,
    mounting: ResonatorMounting::Fixed,
    ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Stone, 0.6, 0.03)
};

const WHOLE: usize = 1;
/// Index of the force of the crack among the live signals of the scene.
const CRACK: usize = 0;
/// Index of the force on the floor among the live signals of the scene.
const FLOOR_PUSH: usize = 1;

/// Returns the index of the corner that hits the body of a piece, among the bodies of the scene.
const fn corner_body(body: usize) -> usize {
    3 + 2 * body
}
/// Returns the index of the body of a piece among the bodies of the scene.
const fn piece_body(body: usize) -> usize {
    4 + 2 * body
}
/// Returns the index of the contact between the body of a piece and its corner.
const fn piece_contact(body: usize) -> usize {
    1 + body
}

impl Breaking {
    /// Returns the shape of the pieces and the number of dimensions in which they are smaller than the whole:
    /// sticks break into sticks, all else into sheets.
    fn piece_shape(&self) -> (ResonatorShape, f64) {
        // The first shapes are sticks: bars, rods, tubes, tuned bars and strings.
        const STICKS: ResonatorShape = ResonatorShape::StiffString;
        let is_stick = self.whole.shape as u32 <= STICKS as u32;
        if is_stick { (self.whole.shape, 1.0) } else { (ResonatorShape::RectangularPlate, 2.0) }
    }

    /// Returns the resonator of a body of the pieces. The pieces together have the mass of the whole.
    fn piece(&self, index: usize) -> Result<Resonator, SoundError> {
        let (shape, dimensions) = self.piece_shape();
        let unbroken = Resonator { shape, ..self.whole };
        let extent = self.whole.size * libm::pow(self.whole.mass()? / unbroken.mass()?, 1.0 / dimensions);
        // Each piece has its own touch point and pickup, from multiples of the golden ratio, which never
        // coincide.
        let along = |n: f64| {
            let turns = 0.618_033_988_75 * n;
            0.1 + 0.8 * (turns - turns.floor())
        };
        let number = index as f64;
        Ok(Resonator {
            shape,
            size: (extent * self.pieces.body_size(index, dimensions)).max(MIN_SIZE),
            position: along(number + 1.0),
            pickup: along(number + 0.4),
            modes: self.pieces.modes,
            field: 0,
            ..self.whole
        })
    }
}

impl Model for Breaking {
    const INFO: ModelInfo = ModelInfo {
        name: "breaking",
        title: "Something breaks, and its pieces fall about",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["impact", "bouncing"],
        physics: "A blow, a burst of fracture, and pieces of decreasing size, each a smaller sheet of the same material: higher, shorter, \
                  lighter. Each piece hits the floor repeatedly, and pieces hit each other, at first all at once and then ever less \
                  often: intervals grow, where those of a bouncing body shrink. At last each piece slides to rest. Every hit goes \
                  through an impact contact.",
        equation: "Δ(n+1) = min(d·Δ(n), Δmax),  t(n+1) = t(n) + Δ(n)·(1 − ρ·u),  v(n+1) = e·v(n)",
        source: "[Papetti2010, 2.2.5]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[Info {
        id: "break",
        doc: "Breaks the body with a blow of this speed.",
        default: 3.0,
        ..SPEED.info()
    }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.hammer.speed;
    type Player = BreakingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let hammer = scene.add("hammer", resting_mass(self.hammer.mass));
        let whole = add_modal_body(&mut scene, "whole", self.whole.spec(channels)?, channels);
        let law = self.touch.law();
        let blow = scene.join("blow", Place::new(hammer, 0), law, Place::new(whole, 0));
        let push = |place| Action::Force { place, newtons: Signal::Live, lasting: None };
        scene.at(0.0, push(Place::new(whole, 0)));
        let floor = add_modal_body(&mut scene, "floor", self.floor.spec(channels)?, channels);
        scene.at(0.0, push(Place::new(floor, 0)));
        let mut hits = Vec::new();
        for index in 0..self.pieces.bodies() {
            let piece = self.piece(index)?;
            let mass = (CORNER_MASS_SHARE * piece.mass()?).clamp(MIN_CORNER_MASS, 1e3);
            let name = format!("piece-{}", index + 1);
            let corner = scene.add(&format!("corner-{}", index + 1), resting_mass(mass));
            let spec = piece.spec(channels)?.with_click(piece.own_click()?, 0, 1..1 + channels);
            let ports = spec.ports;
            let piece_body = scene.add(&name, BodySpec::modal(spec));
            add_channel_outputs(&mut scene, &name, piece_body, ports, channels, 1.0);
            hits.push(scene.join(&name, Place::new(corner, 0), law, Place::new(piece_body, 0)));
        }
        measure_touch(&mut scene, blow, channels);
        for (index, &hit) in hits.iter().enumerate() {
            let name = format!("force-{}", index + 1);
            add_measurement(&mut scene, &name, Source::Contact(hit), Quantity::Force, channels);
        }
        for (index, contact) in scene.contacts.iter_mut().enumerate() {
            contact.value.roughness = self.roughness(index);
        }
        Ok(scene)
    }

    fn player(&self, seed: u64, step: Step) -> BreakingPlayer {
        BreakingPlayer::new(self, seed, step)
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.touch.law())
    }

    /// All surfaces are as rough and as curved as those of the blow.
    fn roughness(&self, _contact: usize) -> Option<Roughness> {
        roughness(self.touch.law(), self.hammer.roughness, curvature(self.hammer.mass))
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == HAMMER).then_some(self.hammer.mass)
    }
}

/// Minimum size of the body of a piece \[m\].
const MIN_SIZE: f64 = 0.005;
/// Mass of the corner that hits a piece, as a share of the piece's mass \[1\].
const CORNER_MASS_SHARE: f64 = 0.25;
/// Minimum mass of a corner \[kg\], the smallest that a scene accepts.
const MIN_CORNER_MASS: f64 = 1e-6;
/// Largest ratio of the sizes of a piece and the body that it shares \[1\].
const MAX_RATIO: f64 = 1.6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_share_the_mass_of_the_whole_and_fall_in_size() {
        for (count, dimensions) in [(1, 2.0), (2, 1.0), (9, 2.0), (16, 1.0), (200, 2.0)] {
            let pieces = Pieces { count, modes: 8 };
            let sizes: Vec<f64> = (0..count as usize).map(|i| pieces.size(i, dimensions)).collect();
            let shared =
                (0..pieces.bodies()).map(|body| pieces.body_size(body, dimensions)).collect::<Vec<_>>();
            // Some body is close enough to every piece.
            for size in &sizes {
                let near = |body: &&f64| (size / *body).max(*body / size) < MAX_RATIO;
                assert!(shared.iter().filter(near).count() > 0, "{count} pieces, size {size}: {shared:?}");
            }
            let share: f64 = sizes.iter().map(|&s| libm::pow(s, dimensions)).sum();
            assert!((share - 1.0).abs() < 1e-12, "{count} pieces: {share}");
            assert!(sizes.windows(2).all(|pair| pair[1] < pair[0]), "{sizes:?}");
        }
    }

    #[test]
    fn the_bodies_of_the_pieces_have_the_mass_of_the_whole() {
        for shape in [ResonatorShape::RectangularPlate, ResonatorShape::Disc, ResonatorShape::Rod] {
            let mut model = Breaking::default();
            model.whole = Resonator { shape, size: 0.5, ..model.whole };
            model.pieces.count = 9;
            let mass: f64 = (0..9).map(|piece| model.piece(piece).unwrap().mass().unwrap()).sum();
            let whole = model.whole.mass().unwrap();
            assert!((mass / whole - 1.0).abs() < 1e-12, "{mass} kg of {whole} kg: {shape:?}");
        }
    }
}
