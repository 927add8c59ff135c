//! A body breaks: a blow, a burst of fracture, and the pieces that fall, hit each other and slide to rest.
//!
//! The whole body is struck and cracks: a short force noise in a body that no longer rings, while piece after
//! piece tears loose. Then every piece, a smaller sheet of the same material, hits the floor repeatedly. Pieces
//! are jagged and rebound little, so that their hits, unlike those of a ball, come at growing intervals:
//!
//! ```math
//! \Delta_{n+1} = \min(d\,\Delta_n,\; \Delta_{max}), \qquad t_{n+1} = t_n + \Delta_n (1 - \rho\,u), \qquad
//! v_{n+1} = e\,v_n
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
//! A piece that rebounds no more slides to rest with the friction coefficient μ = 0.4. Its edge catches on the
//! floor about every two millimetres. The hits become slower and rarer with the sliding speed u, at a distance
//! x from the start:
//!
//! ```math
//! u^2 = 2\,\mu g\,(L - x), \qquad t = \frac{u_0 - u}{\mu g}
//! ```
//!
//! The n pieces share the mass of the whole, $`m_i \propto 1/(i+1)`$. Sticks break into sticks (D = 1), all else
//! into sheets of the same thickness (D = 2). Small pieces are lighter, higher and shorter:
//!
//! ```math
//! \sum m_i = M, \qquad s_i = (m_i/M)^{1/D}, \qquad f \propto s^{-2}, \quad \tau \propto s^2
//! ```
//!
//! Up to [`MAX_BODIES`] pieces have a body of their own. More pieces share these: each hit takes a body at rest
//! of about the right size and retunes it, so that every hit rings the piece that it belongs to.
//!
//! Every hit goes through an impact contact: the mass of a corner, a quarter of the piece's, against the
//! piece, which also clicks as a whole. The floor receives the momentum (1 + e) m v within the contact time
//! ([`super::pulses`]).
//!
//! Source: \[Papetti2010, 2.2.5\] for the course and its seven numbers; the pieces, their sizes and their
//! sliding are original. Facts: `tests/all/breaking_facts.rs`.

use super::impact::{HAMMER, Hammer, SPEED, curvature, measure_touch, roughness};
use super::pulses::Pulses;
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Touch};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{Info, params};
use foley_scene::{
    Action, BodySpec, ContactLaw, Place, Quantity, Roughness, SceneEvent, SceneSpec, Signal, Source,
};
use foley_sound::scene_parts::{add_channel_outputs, add_measurement, add_modal_body, resting_mass};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

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
        /// Distance over which a piece slides on the floor after its last hit.
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
        let (_, dimensions) = self.piece_shape();
        let sizes = |piece: usize| {
            if piece < self.pieces.number() { self.pieces.size(piece, dimensions) } else { 1.0 }
        };
        BreakingPlayer {
            dice: Dice::new(seed),
            pieces: self.pieces.number(),
            bodies: self.pieces.bodies(),
            dimensions,
            sizes: core::array::from_fn(sizes),
            body_sizes: core::array::from_fn(|body| self.pieces.body_size(body, dimensions)),
            last: [0; MAX_BODIES],
            busy: [false; MAX_BODIES],
            hit_count: 0,
            whole_mass: self.whole.mass().unwrap_or(self.hammer.mass),
            hits: [HitSeries::default(); MAX_PIECES],
            clashes: HitSeries::default(),
            rest_speed: f64::INFINITY,
            crack: CrackNoise {
                force: 0.0,
                decay: 1.0,
                // This factor keeps the power density of the force independent of the sample rate.
                per_rate: (step.rate() / 48_000.0).sqrt(),
            },
            cracked: false,
            landings: Pulses::default(),
            landing: false,
        }
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

/// Mass of the corner that hits a piece, as a share of the piece's mass \[1\].
const CORNER_MASS_SHARE: f64 = 0.25;
/// Minimum mass of a corner \[kg\], the smallest that a scene accepts.
const MIN_CORNER_MASS: f64 = 1e-6;
/// Minimum size of the body of a piece \[m\].
const MIN_SIZE: f64 = 0.005;
/// Share of the blow's speed below which a piece makes no further hits \[1\].
const REST_SPEED_SHARE: f64 = 0.01;
/// Factor on the decay times of the cracked body \[1\].
const CRACKED_DECAY: f64 = 0.02;
/// Force of the crack relative to the mean force of the blow over the duration of the crack \[1\].
const CRACK_FORCE: f64 = 1.0;
/// Largest ratio of the sizes of a piece and the body that it shares \[1\].
const MAX_RATIO: f64 = 1.6;
/// Maximum number of hits per block; more hits are not heard as separate.
const MAX_HITS_PER_BLOCK: usize = 12;
/// Friction coefficient of a piece that slides to rest \[1\].
const SLIDING_FRICTION: f64 = 0.4;
/// Distance between two places on which the edge of a sliding piece catches \[m\].
const CATCH_DISTANCE: f64 = 2e-3;
/// Speed of the hits of a sliding piece relative to its sliding speed \[1\].
const CATCH_SPEED: f64 = 0.05;
/// Gravitational acceleration [m/s²].
const GRAVITY: f64 = 9.81;

/// A series of hits of one piece, or of collisions between pieces, with changing intervals.
#[derive(Clone, Copy, Debug, Default)]
struct HitSeries {
    /// Time of the next hit of the series \[s\].
    next: f64,
    interval: f64,
    /// Speed of the next hit [m/s]; 0 when the series has ended.
    speed: f64,
    /// Remaining distance for which the piece slides after its last rebound \[m\].
    slide: f64,
    /// Whether the piece tears loose at its next hit.
    attached: bool,
}

impl HitSeries {
    fn advance(&mut self, deceleration: f64, scatter: f64, course: &BreakingCourse, dice: &mut Dice) {
        self.next += self.interval * (1.0 - scatter * dice.unit());
        self.interval = (deceleration * self.interval).min(course.maximum_interval);
        self.speed *= course.rebound;
    }

    /// Lets a piece that rebounds no more slide on to the next place on which it catches.
    fn advance_slide(&mut self, dice: &mut Dice) {
        let before = self.slide;
        self.slide -= CATCH_DISTANCE * dice.between(0.5, 1.5);
        if self.slide <= 0.0 {
            (self.slide, self.speed) = (0.0, 0.0);
            return;
        }
        let speed = sliding_speed(self.slide);
        self.next += (sliding_speed(before) - speed) / (SLIDING_FRICTION * GRAVITY);
        self.speed = CATCH_SPEED * speed;
    }
}

/// Returns the speed [m/s] of a piece that slides to rest within a distance \[m\]. Real-time: yes.
fn sliding_speed(distance: f64) -> f64 {
    (2.0 * SLIDING_FRICTION * GRAVITY * distance).sqrt()
}

/// Noise force that drives the body while it cracks.
#[derive(Clone, Copy, Debug)]
struct CrackNoise {
    /// Current amplitude of the noise force \[N\].
    force: f64,
    /// Factor on the amplitude per sample \[1\].
    decay: f64,
    per_rate: f64,
}

/// Breaks the body and plays the hits of its pieces.
#[derive(Clone, Debug)]
pub struct BreakingPlayer {
    dice: Dice,
    pieces: usize,
    bodies: usize,
    /// Number of dimensions in which the pieces are smaller than the whole \[1\].
    dimensions: f64,
    /// Size of each piece relative to the whole \[1\].
    sizes: [f64; MAX_PIECES],
    /// Size of each body relative to the whole \[1\].
    body_sizes: [f64; MAX_BODIES],
    /// Number of the last hit on each body; 0 if never hit.
    last: [u64; MAX_BODIES],
    /// Whether a body touches or was hit in this block.
    busy: [bool; MAX_BODIES],
    hit_count: u64,
    /// Mass of the whole body \[kg\].
    whole_mass: f64,
    hits: [HitSeries; MAX_PIECES],
    clashes: HitSeries,
    /// Speed below which a series of hits ends [m/s].
    rest_speed: f64,
    crack: CrackNoise,
    cracked: bool,
    /// Forces of the landing pieces on the floor.
    landings: Pulses,
    /// Whether the previous block fed a force on the floor.
    landing: bool,
}

impl BreakingPlayer {
    /// Starts the breaking with a blow at a time \[s\] and a speed [m/s].
    fn begin(&mut self, now: &Breaking, time: f64, speed: f64, block: &mut Block<'_>) {
        let initial = now.course.initial_interval.min(now.course.maximum_interval);
        self.rest_speed = REST_SPEED_SHARE * speed;
        let torn = self.pieces > 1;
        for piece in 0..self.pieces {
            let start = if torn {
                time + now.course.crack * self.dice.unit()
            } else {
                time + initial * self.dice.between(0.1, 1.0)
            };
            let series = HitSeries {
                next: start,
                interval: initial * self.dice.between(0.8, 1.2),
                speed: speed * self.dice.between(0.3, 0.8),
                slide: now.course.slide * self.dice.exponential(1.0).min(4.0),
                attached: torn,
            };
            if let Some(place) = self.hits.get_mut(piece) {
                *place = series;
            }
        }
        let rate = 2.0 * self.pieces as f64;
        self.clashes = HitSeries {
            next: time + initial / rate,
            interval: initial / rate,
            speed: if self.pieces > 1 { 0.5 * speed } else { 0.0 },
            ..HitSeries::default()
        };
        let length = now.course.crack * block.step().rate();
        self.crack.decay = libm::exp(-3.0 / length.max(1.0));
        // The momentum of the crack is limited by the mass of the body.
        let mass = now.hammer.mass.min(self.whole_mass);
        self.crack.force = CRACK_FORCE * mass * speed / now.course.crack * self.crack.per_rate;
    }

    /// Feeds the noise force of the crack to the scene, then a force of 0.
    fn feed_crack(&mut self, from: usize, block: &mut Block<'_>) {
        if self.crack.force == 0.0 {
            return;
        }
        let mut forces = [0.0; BLOCK];
        for force in forces.iter_mut().enumerate().filter(|(at, _)| *at >= from) {
            *force.1 = self.crack.force * self.dice.signed();
            self.crack.force *= self.crack.decay;
        }
        // Below a thousandth of the rest speed the crack ends with a block of silence.
        if self.crack.force < 1e-3 * self.rest_speed {
            self.crack.force = 0.0;
            forces = [0.0; BLOCK];
        }
        // The scene holds the last fed value, so the last value must be 0.
        forces[BLOCK - 1] = 0.0;
        block.feed(CRACK, &forces);
    }

    /// Hits a piece at sample `at` of the block with `speed` [m/s], on the floor if `lands`.
    fn hit(
        &mut self,
        now: &Breaking,
        piece: usize,
        at: usize,
        speed: f64,
        lands: bool,
        block: &mut Block<'_>,
    ) {
        let size = self.sizes.get(piece).copied().unwrap_or(1.0);
        let Some(body) = self.choose(size) else { return };
        let Some(&body_size) = self.body_sizes.get(body) else { return };
        // Each hit rings the piece at another point and edge, which shifts what is heard of it.
        let ratio = size / body_size * (1.0 + 0.1 * self.dice.signed());
        let square = ratio * ratio;
        block.scale(piece_body(body), 1.0 / square, square, libm::pow(ratio, self.dimensions));
        let mass = self.mass(size);
        let corner = (CORNER_MASS_SHARE * mass).clamp(MIN_CORNER_MASS, 1e3);
        block.act(at, SceneEvent::SetMass { body: corner_body(body), mass: corner });
        block.strike(at, corner_body(body), speed);
        if lands {
            self.landings.begin(
                at as f64,
                momentum(mass, speed, &now.course),
                contact_time(&now.touch, mass, speed),
            );
        }
        self.hit_count += 1;
        if let (Some(last), Some(busy)) = (self.last.get_mut(body), self.busy.get_mut(body)) {
            (*last, *busy) = (self.hit_count, true);
        }
    }

    /// Returns the mass \[kg\] of a piece of the given size \[1\].
    fn mass(&self, size: f64) -> f64 {
        self.whole_mass * libm::pow(size, self.dimensions)
    }

    /// Returns the body for a piece of the given size \[1\]: its own, or, if pieces share the bodies, the one
    /// within a factor of [`MAX_RATIO`] of its size that has rested longest. `None` if all of these are busy: a
    /// hit among so many is not heard.
    fn choose(&self, size: f64) -> Option<usize> {
        let distance = |body: usize| {
            let body_size = self.body_sizes.get(body).copied().unwrap_or(1.0);
            (size / body_size).max(body_size / size)
        };
        let nearest = || (0..self.bodies).min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        if self.pieces <= MAX_BODIES {
            return nearest();
        }
        (0..self.bodies)
            .filter(|&body| distance(body) < MAX_RATIO && self.busy.get(body) == Some(&false))
            .min_by_key(|&body| self.last.get(body).copied().unwrap_or(0))
    }

    /// Makes two random pieces hit each other at sample `at` of the block, with `speed` [m/s].
    fn clash(&mut self, now: &Breaking, at: usize, speed: f64, block: &mut Block<'_>) {
        let first = (self.dice.unit() * self.pieces as f64) as usize;
        let offset = 1 + (self.dice.unit() * (self.pieces - 1) as f64) as usize;
        let speed = speed * self.dice.between(0.3, 1.0);
        self.hit(now, first, at, speed, false, block);
        self.hit(now, (first + offset) % self.pieces, at, speed, false, block);
    }

    /// Plays the hits of one piece up to the time `end` \[s\], at most `room` of them. Returns their number.
    fn play_piece(&mut self, now: &Breaking, piece: usize, room: usize, block: &mut Block<'_>) -> usize {
        let Some(mut series) = self.hits.get(piece).copied() else {
            return 0;
        };
        let (begin, end, rate) = (block.time(0), block.time(BLOCK), block.step().rate());
        let mut made = 0;
        while made < room && series.speed > 0.0 && series.next < end {
            let at = ((series.next - begin).max(0.0) * rate) as usize;
            let (speed, attached) = (series.speed, series.attached);
            let slides = speed <= self.rest_speed || series.interval == 0.0;
            self.hit(now, piece, at, speed, !attached, block);
            made += 1;
            if attached {
                // The piece has torn loose and falls until its first hit.
                series.attached = false;
                series.next += series.interval * self.dice.between(0.1, 1.0);
            } else if slides {
                series.interval = 0.0;
                series.advance_slide(&mut self.dice);
            } else {
                series.advance(now.course.deceleration, now.course.scatter, &now.course, &mut self.dice);
                if series.speed <= self.rest_speed {
                    series.interval = 0.0;
                    series.advance_slide(&mut self.dice);
                }
            }
        }
        series.next = series.next.max(end);
        if let Some(place) = self.hits.get_mut(piece) {
            *place = series;
        }
        made
    }

    /// Feeds the forces of the landing pieces to the floor.
    fn land(&mut self, block: &mut Block<'_>) {
        let mut force = [0.0; BLOCK];
        let lands = self.landings.add(block.step(), &mut force);
        if lands || self.landing {
            block.feed(FLOOR_PUSH, &force);
        }
        self.landing = lands;
    }
}

/// Returns the momentum \[N s\] that a mass \[kg\] gives the floor when it lands at a speed [m/s] and rebounds.
/// Real-time: yes.
fn momentum(mass: f64, speed: f64, course: &BreakingCourse) -> f64 {
    (1.0 + course.rebound) * mass * speed
}

/// Returns the time for which a mass \[kg\] touches that hits at a speed [m/s] \[s\]: 2.94 times compression
/// divided by speed, as for a sphere. Real-time: yes.
fn contact_time(touch: &Touch, mass: f64, speed: f64) -> f64 {
    /// Limits of the contact time \[s\]: a shorter pulse would lie between two samples.
    const LIMITS: [f64; 2] = [5e-5, 0.01];
    let sum = touch.exponent + 1.0;
    let depth = libm::pow(0.5 * sum * mass * speed * speed / touch.stiffness, 1.0 / sum);
    (2.94 * depth / speed.max(1e-9)).clamp(LIMITS[0], LIMITS[1])
}

impl Player<Breaking> for BreakingPlayer {
    fn play(&mut self, now: &Breaking, block: &mut Block<'_>) {
        let mut from = 0;
        if self.cracked {
            self.cracked = false;
            block.scale(WHOLE, 1.0, CRACKED_DECAY, 1.0);
        }
        if let Some(blow) = block.gesture(0) {
            let speed = SPEED.clamp(blow.value);
            let time = block.time(blow.at);
            from = blow.at;
            block.scale(WHOLE, 1.0, 1.0, 1.0);
            block.strike(blow.at, HAMMER, speed);
            self.begin(now, time, speed, block);
            self.cracked = true;
        }
        self.feed_crack(from, block);
        for (body, busy) in self.busy.iter_mut().enumerate() {
            *busy = block.touching(piece_contact(body));
        }
        let mut room = MAX_HITS_PER_BLOCK;
        for piece in 0..self.pieces.min(MAX_PIECES) {
            room -= self.play_piece(now, piece, room, block);
        }
        let (begin, end, rate) = (block.time(0), block.time(BLOCK), block.step().rate());
        for _ in 0..MAX_HITS_PER_BLOCK {
            if self.clashes.speed <= self.rest_speed || self.clashes.next >= end {
                break;
            }
            let clashes = self.clashes;
            let at = ((clashes.next - begin).max(0.0) * rate) as usize;
            self.clash(now, at, clashes.speed, block);
            self.clashes.advance(now.course.thinning, now.course.clash_scatter, &now.course, &mut self.dice);
        }
        self.clashes.next = self.clashes.next.max(end);
        self.land(block);
    }

    fn done(&self) -> bool {
        let hits = self.hits.iter().take(self.pieces).all(|series| series.speed <= 0.0);
        let clashes = self.clashes.speed <= self.rest_speed;
        self.crack.force == 0.0 && clashes && hits && self.landings.silent() && !self.landing
    }
}

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

    #[test]
    fn pieces_that_land_together_give_the_floor_the_momentum_of_the_whole() {
        for count in [1, 9, 200] {
            let mut model = Breaking::default();
            model.pieces.count = count;
            let player = model.player(1, Step::at_rate(48_000.0));
            let piece = |i: usize| momentum(player.mass(player.sizes[i]), 3.0, &model.course);
            let sum: f64 = (0..count as usize).map(piece).sum();
            let whole = (1.0 + model.course.rebound) * model.whole.mass().unwrap() * 3.0;
            assert!((sum / whole - 1.0).abs() < 1e-12, "{sum} N s of {whole} N s, {count} pieces");
        }
    }

    #[test]
    fn a_sliding_piece_is_slowed_by_friction_alone() {
        let friction = SLIDING_FRICTION * GRAVITY;
        for length in [0.02, 0.1, 0.5] {
            let mut dice = Dice::new(3);
            let mut piece = HitSeries { slide: length, speed: 1.0, ..HitSeries::default() };
            let mut catches = 0;
            loop {
                piece.advance_slide(&mut dice);
                if piece.speed == 0.0 {
                    break;
                }
                catches += 1;
                let speed = piece.speed / CATCH_SPEED;
                let way = length - piece.slide;
                assert!((speed * speed / (2.0 * friction * (length - way)) - 1.0).abs() < 1e-12);
                // The way is the mean speed times the duration.
                let mean = 0.5 * (speed + sliding_speed(length));
                assert!((mean * piece.next / way - 1.0).abs() < 1e-9, "{} s for {way} m", piece.next);
            }
            // The catches are 2 mm apart on average, between 1 and 3 mm.
            let expected = length / CATCH_DISTANCE;
            let slack = 2.0 + 3.0 * 0.29 * expected.sqrt();
            assert!((f64::from(catches) - expected).abs() < slack, "{catches} catches, not {expected}");
            let duration = (2.0 * length / friction).sqrt();
            let rest = sliding_speed(1.5 * CATCH_DISTANCE) / friction;
            assert!((duration - rest..=duration).contains(&piece.next), "{} s, not {duration} s", piece.next);
        }
    }
}
