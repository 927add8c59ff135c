//! A body breaks: a blow, a crack, and the pieces that fall and hit each other.
//!
//! The whole body is struck and cracks: a short force noise in a body that no longer rings. Then every
//! piece, a smaller sheet of the same material, hits the floor repeatedly. Pieces are jagged and rebound
//! little, so that their hits, unlike those of a ball, come at growing intervals:
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
//!
//! A second process of the same form makes pieces hit each other in pairs, at first at a rate proportional
//! to their number, then ever less often. With d < 1 and one piece the model is a bouncing ball.
//!
//! The n pieces share the area of the whole, $`s_i \propto 1/\sqrt{i+1}`$ with $`\sum s_i^2 = 1`$. The closed
//! forms of a sheet of constant thickness make small pieces higher (s⁻²), shorter and lighter (s²). The
//! output gain of a piece is its size s, a choice that keeps small pieces from masking large ones.
//!
//! Every hit goes through an impact contact: the mass of a corner, a quarter of the piece's, against the
//! piece.
//!
//! Source: \[Papetti2010, 2.2.5\] for the course and its seven numbers; the pieces and their sizes are
//! original. Facts: `tests/all/breaking_facts.rs`.

use super::impact::{HAMMER, Hammer, SPEED, curvature, measure_touch, roughness};
use crate::{Resonator, ResonatorMaterial, ResonatorShape, Touch};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{Info, params};
use foley_scene::{Action, BodySpec, ContactLaw, Place, Quantity, Roughness, SceneSpec, Signal, Source};
use foley_sound::scene_parts::{add_channel_outputs, add_measurement, add_modal_body, resting_mass};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Maximum number of pieces.
pub const MAX_PIECES: usize = 16;

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
    }
}

params! {
    /// Pieces of the broken body.
    pub struct Pieces("pieces") {
        /// Number of pieces that are heard.
        count: u32 = 9, "n", One, count [1, MAX_PIECES];
        /// Number of modes per piece, the lowest first.
        modes: u32 = 8, "N", One, count [1, MAX_PIECES];
    }
}

impl Pieces {
    fn number(self) -> usize {
        (self.count as usize).clamp(1, MAX_PIECES)
    }

    /// Returns the size of a piece relative to the whole body \[1\].
    fn size(self, piece: usize) -> f64 {
        let squares = |i: usize| 1.0 / (i + 1) as f64;
        let all: f64 = (0..self.number()).map(squares).sum();
        (squares(piece) / all).sqrt()
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
        whole: Resonator = Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Glass, 0.2, 0.0025), Structure;
        /// Number and properties of the pieces of the broken body.
        pieces: Pieces, Structure;
    }
}

const WHOLE: usize = 1;

/// Returns the index of the corner that hits a piece, among the bodies of the scene.
const fn corner_body(piece: usize) -> usize {
    2 + 2 * piece
}
/// Returns the index of a piece among the bodies of the scene.
const fn piece_body(piece: usize) -> usize {
    3 + 2 * piece
}

impl Breaking {
    /// Returns the resonator of a piece: sheets break into sheets, and sticks into sticks.
    fn piece(&self, index: usize) -> Resonator {
        const SHEET: ResonatorShape = ResonatorShape::RectangularPlate;
        // The first shapes are sticks: bars, rods, tubes, tuned bars and strings.
        const STICKS: ResonatorShape = ResonatorShape::StiffString;
        let shape = if self.whole.shape as u32 <= STICKS as u32 { self.whole.shape } else { SHEET };
        // Each piece has its own touch point and pickup, from multiples of the golden ratio, which never
        // coincide.
        let along = |n: f64| {
            let turns = 0.618_033_988_75 * n;
            0.1 + 0.8 * (turns - turns.floor())
        };
        let number = index as f64;
        Resonator {
            shape,
            size: (self.whole.size * self.pieces.size(index)).max(0.005),
            position: along(number + 1.0),
            pickup: along(number + 0.4),
            modes: self.pieces.modes,
            ..self.whole
        }
    }
}

impl Model for Breaking {
    const INFO: ModelInfo = ModelInfo {
        name: "breaking",
        title: "Something breaks, and its pieces fall about",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["impact", "bouncing"],
        physics: "A blow, a crack, and pieces of decreasing size, each a smaller sheet of the same material: higher, shorter, lighter. Each \
                  piece hits the floor repeatedly, and pieces hit each other, at first all at once and then ever less often: intervals \
                  grow, where those of a bouncing body shrink. Every hit goes through an impact contact.",
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
        scene.at(0.0, Action::Force { place: Place::new(whole, 0), newtons: Signal::Live, lasting: None });
        let mut hits = Vec::new();
        for index in 0..self.pieces.number() {
            let piece = self.piece(index);
            let mass = (CORNER_MASS_SHARE * piece.mass()?).clamp(1e-6, 1e3);
            let name = format!("piece-{}", index + 1);
            let corner = scene.add(&format!("corner-{}", index + 1), resting_mass(mass));
            let spec = piece.spec(channels)?.with_click(piece.click(piece.mass()?)?, 0, 1..1 + channels);
            let ports = spec.ports;
            let piece_body = scene.add(&name, BodySpec::modal(spec));
            let gain = self.pieces.size(index);
            add_channel_outputs(&mut scene, &name, piece_body, ports, channels, gain);
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
        BreakingPlayer {
            dice: Dice::new(seed),
            pieces: self.pieces.number(),
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
/// Share of the blow's speed below which a piece makes no further hits \[1\].
const REST_SPEED_SHARE: f64 = 0.01;
/// Factor on the decay times of the cracked body \[1\].
const CRACKED_DECAY: f64 = 0.02;
/// Force of the crack relative to the mean force of the blow over the duration of the crack \[1\].
const CRACK_FORCE: f64 = 1.0;
/// Maximum number of hits of a piece per block; more hits are not heard as separate.
const MAX_HITS_PER_BLOCK: usize = 8;

/// A series of hits of one piece, or of collisions between pieces, with changing intervals.
#[derive(Clone, Copy, Debug, Default)]
struct HitSeries {
    /// Time of the next hit of the series \[s\].
    next: f64,
    interval: f64,
    /// Speed of the next hit [m/s]; 0 when the series has ended.
    speed: f64,
}

impl HitSeries {
    fn advance(&mut self, deceleration: f64, scatter: f64, course: &BreakingCourse, dice: &mut Dice) {
        self.next += self.interval * (1.0 - scatter * dice.unit());
        self.interval = (deceleration * self.interval).min(course.maximum_interval);
        self.speed *= course.rebound;
    }
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
    /// Mass of the whole body \[kg\].
    whole_mass: f64,
    hits: [HitSeries; MAX_PIECES],
    clashes: HitSeries,
    /// Speed below which a series of hits ends [m/s].
    rest_speed: f64,
    crack: CrackNoise,
    cracked: bool,
}

impl BreakingPlayer {
    /// Starts the breaking with a blow at a time \[s\] and a speed [m/s].
    fn begin(&mut self, now: &Breaking, time: f64, speed: f64, block: &mut Block<'_>) {
        let initial = now.course.initial_interval.min(now.course.maximum_interval);
        self.rest_speed = REST_SPEED_SHARE * speed;
        for piece in 0..self.pieces {
            let size = 1.0 + 0.1 * self.dice.signed();
            block.scale(piece_body(piece), 1.0 / (size * size), size * size, size * size);
            let series = HitSeries {
                next: time + initial * self.dice.between(0.1, 1.0),
                interval: initial * self.dice.between(0.8, 1.2),
                speed: speed * self.dice.between(0.3, 0.8),
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
        block.feed(0, &forces);
    }

    /// Makes two random pieces hit each other at sample `at` of the block, with `speed` [m/s].
    fn clash(&mut self, at: usize, speed: f64, block: &mut Block<'_>) {
        let first = (self.dice.unit() * self.pieces as f64) as usize;
        let offset = 1 + (self.dice.unit() * (self.pieces - 1) as f64) as usize;
        let speed = speed * self.dice.between(0.3, 1.0);
        block.strike(at, corner_body(first), speed);
        block.strike(at, corner_body((first + offset) % self.pieces), speed);
    }
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
        let (begin, rate) = (block.time(0), block.step().rate());
        let end = block.time(BLOCK);
        let sample = |time: f64| ((time - begin).max(0.0) * rate) as usize;
        let course = &now.course;
        for piece in 0..self.pieces.min(MAX_PIECES) {
            let Some(mut series) = self.hits.get(piece).copied() else {
                continue;
            };
            for _ in 0..MAX_HITS_PER_BLOCK {
                if series.speed <= self.rest_speed || series.next >= end {
                    break;
                }
                block.strike(sample(series.next), corner_body(piece), series.speed);
                series.advance(course.deceleration, course.scatter, course, &mut self.dice);
            }
            series.next = series.next.max(end);
            if let Some(place) = self.hits.get_mut(piece) {
                *place = series;
            }
        }
        for _ in 0..MAX_HITS_PER_BLOCK {
            if self.clashes.speed <= self.rest_speed || self.clashes.next >= end {
                break;
            }
            let clashes = self.clashes;
            self.clash(sample(clashes.next), clashes.speed, block);
            self.clashes.advance(course.thinning, course.clash_scatter, course, &mut self.dice);
        }
        self.clashes.next = self.clashes.next.max(end);
    }

    fn done(&self) -> bool {
        let over = |series: &HitSeries| series.speed <= self.rest_speed;
        self.crack.force == 0.0 && over(&self.clashes) && self.hits.iter().take(self.pieces).all(over)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_pieces_share_the_area_of_the_whole_and_fall_in_size() {
        for count in [1, 2, 9, 16] {
            let pieces = super::Pieces { count, modes: 8 };
            let sizes: Vec<f64> = (0..count as usize).map(|i| pieces.size(i)).collect();
            let area: f64 = sizes.iter().map(|s| s * s).sum();
            assert!((area - 1.0).abs() < 1e-12, "{count} pieces: {area}");
            assert!(sizes.windows(2).all(|pair| pair[1] < pair[0]), "{sizes:?}");
        }
    }
}
