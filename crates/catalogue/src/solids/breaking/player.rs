//! Player of a body that breaks: the blow, the crack, and the hits of the pieces.

use super::hits::{HitSeries, contact_time, momentum};
use super::{
    Breaking, CORNER_MASS_SHARE, CRACK, FLOOR_PUSH, MAX_BODIES, MAX_PIECES, MAX_RATIO, MIN_CORNER_MASS,
    WHOLE, corner_body, piece_body, piece_contact,
};
use crate::solids::impact::{HAMMER, SPEED};
use crate::solids::pulses::Pulses;
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_scene::SceneEvent;
use foley_sound::{BLOCK, Block, Player};

/// Share of the blow's speed below which a piece makes no further hits \[1\].
const REST_SPEED_SHARE: f64 = 0.01;
/// Factor on the decay times of the cracked body \[1\].
const CRACKED_DECAY: f64 = 0.02;
/// Force of the crack relative to the mean force of the blow over the duration of the crack \[1\].
const CRACK_FORCE: f64 = 1.0;
/// Maximum number of hits per block; more hits are not heard as separate.
const MAX_HITS_PER_BLOCK: usize = 12;

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
    pub(super) fn new(model: &Breaking, seed: u64, step: Step) -> Self {
        let (_, dimensions) = model.piece_shape();
        let sizes = |piece: usize| {
            if piece < model.pieces.number() { model.pieces.size(piece, dimensions) } else { 1.0 }
        };
        Self {
            dice: Dice::new(seed),
            pieces: model.pieces.number(),
            bodies: model.pieces.bodies(),
            dimensions,
            sizes: core::array::from_fn(sizes),
            body_sizes: core::array::from_fn(|body| model.pieces.body_size(body, dimensions)),
            last: [0; MAX_BODIES],
            busy: [false; MAX_BODIES],
            hit_count: 0,
            whole_mass: model.whole.mass().unwrap_or(model.hammer.mass),
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
    /// within a factor of [`MAX_RATIO`] of its size that has rested longest. `None` if all of these are busy:
    /// a hit among so many is not heard.
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
    use foley_sound::Model;

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
}
