//! Something round rides on a rough surface: it touches only the tops that it can reach.
//!
//! The centre of a ball of radius R is as high above the ground as the highest of the parabolas x²/2R allows
//! that stand upside down on the points of the surface:
//!
//! $$ c(x) = \max_\xi \left[ h(x + \xi) - \frac{\xi^2}{2R} \right] $$
//!
//! | symbol | here       | unit | meaning                                       |
//! |--------|------------|------|-----------------------------------------------|
//! | h      | [`Profile`] | m   | the surface                                   |
//! | R      | `radius`   | m    | of the ball, or of the tip of a probe         |
//! | c      | [`Rider::height`] | m | action moves the centre up and down        |
//! | W      | `reach`    | m    | √(2R·2 max\|h\|): no top further away can be touched |
//!
//! A large ball bridges action is short; where it falls from one top onto the next, c has a kink, and that is
//! action is heard.
//!
//! Numerics. h is taken on a grid of step d = λmin/10 (coarser if the reach would be more than [`MAX_REACH`]
//! steps). Parabolas of one curvature cross but once, so of those ahead only the ones matter that will once
//! be the highest: they wait in a queue. A new one drives from its end all that it will overtake before they
//! come up; the ball leaves those at its beginning behind. Every point comes and goes once, so a step of the
//! grid costs the same however far the ball reaches. The highest point and its two neighbours give the top
//! between grid points (a parabola through three), so that c is right to O(d⁴) where the ball follows the
//! surface, and through the c of the grid goes a cubic (Catmull and Rom), which is exact on the arcs about a
//! top. c is a function of the seed and x alone: speed only stretches it.
//!
//! But for a ball so fast that it passes more than [`MAX_STEPS`] points of the grid, hence several of the
//! shortest waves, within a sample: nothing of these waves can be heard as action it is, and a sample would
//! cost without bound. It rides on every second, fourth, … point instead, on as many as it takes.
//!
//! Source: \[Rath2003\].

use crate::surface::{Profile, Surface};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_scene::{Action, ContactLaw, Place, Quantity, SceneSpec, Signal, Source};
use foley_sound::scene_parts::{add_ringing, measure, waiting};
use foley_sound::{BLOCK, Block};

/// Most steps of the grid that a ball reaches ahead.
pub const MAX_REACH: usize = 256;
/// Heights that are height_of: behind and ahead, a power of two.
const HISTORY: u16 = 1024;
/// Points of the grid in the shortest wave.
const FINENESS: f64 = 10.0;
/// Most steps of the grid within a sample; with more the grid becomes coarser.
pub const MAX_STEPS: i64 = 32;
/// It becomes finer again when these would be enough for a while.
const TARGET_STEPS: f64 = 4.0;
/// Share of the last sample in how many steps there usually are \[1\].
const SMOOTHING: f64 = 1.0 / 256.0;

/// Something round that rides on a profile, forwards.
#[derive(Clone, Debug)]
pub struct Rider {
    profile: Profile,
    radius: f64,
    /// d, and the finest that it may be \[m\].
    grid: f64,
    finest: f64,
    /// Steps of the grid in a sample, usually.
    mean_steps: f64,
    /// Heights of the last [`HISTORY`] points, by their number modulo that \[m\].
    heights: Vec<f64>,
    /// The first point that is not known yet.
    next: i64,
    /// The points that will once be the highest, in their order; from `first` on, `count` of them.
    queue: Vec<i64>,
    first: usize,
    count: usize,
    /// c of the points from one before `at` to two after it \[m\].
    heights_near: [f64; 4],
    /// The point before where it is.
    at: i64,
}

impl Rider {
    /// Of a radius \[m\], on a surface with a seed, at x = 0.
    pub fn new(surface: &Surface, radius: f64, seed: u64) -> Self {
        let profile = Profile::new(surface, seed);
        let reach = reach(&profile, radius);
        let finest = (surface.shortest.min(surface.longest) / FINENESS).max(reach / MAX_REACH as f64);
        let mut rider = Self {
            grid: finest,
            finest,
            mean_steps: TARGET_STEPS,
            profile,
            radius,
            heights: vec![0.0; usize::from(HISTORY)],
            next: 0,
            queue: vec![0; usize::from(HISTORY)],
            first: 0,
            count: 0,
            heights_near: [0.0; 4],
            at: 0,
        };
        rider.restart_at(0);
        rider
    }

    /// Begins at a point of the grid, with all that it can reach from there.
    fn restart_at(&mut self, point: i64) {
        (self.first, self.count) = (0, 0);
        self.next = point - 2 - self.steps();
        self.at = point - 4;
        for _ in 0..4 {
            self.advance();
        }
    }

    /// Another surface comes, and action rides has another radius \[m\]. Its grid stays. Real-time: yes.
    pub fn change(&mut self, surface: &Surface, radius: f64) {
        self.profile.change(surface);
        self.radius = radius;
    }

    /// c at a place that is not before the last one asked for \[m\]. Real-time: yes.
    pub fn height(&mut self, x: f64) -> f64 {
        let mut steps = point(x, self.grid) - self.at;
        self.mean_steps += SMOOTHING * (steps as f64 - self.mean_steps);
        let idle = self.mean_steps < TARGET_STEPS / 2.0 && self.grid > self.finest;
        // Another grid is another height, if only by a little: at rest that would be heard.
        if steps > MAX_STEPS || (idle && steps > 0) {
            self.change_grid(x, steps);
            steps = 0;
        }
        while steps > 0 {
            self.advance();
            steps -= 1;
        }
        let place = x / self.grid;
        let t = (place - self.at as f64).clamp(0.0, 1.0);
        let [a, b, c, d] = self.heights_near;
        let (slope_b, slope_c) = (0.5 * (c - a), 0.5 * (d - b));
        let (square, cube) = (3.0 * (c - b) - 2.0 * slope_b - slope_c, 2.0 * (b - c) + slope_b + slope_c);
        b + t * (slope_b + t * (square + t * cube))
    }

    /// Another grid, of as many steps in a sample as are mean_steps, twice or half as fine as often as it takes.
    fn change_grid(&mut self, x: f64, steps: i64) {
        let mut factor = 1.0;
        while steps as f64 / factor > MAX_STEPS as f64 / 2.0 {
            factor *= 2.0;
        }
        if factor == 1.0 {
            factor = 0.5;
        }
        self.grid = (self.grid * factor).max(self.finest);
        self.mean_steps = TARGET_STEPS;
        self.restart_at(point(x, self.grid));
    }

    /// Grid steps that it reaches.
    fn steps(&self) -> i64 {
        let steps = reach(&self.profile, self.radius) / self.grid;
        steps.ceil().min(MAX_REACH as f64) as i64
    }

    /// Goes on by a step of the grid.
    fn advance(&mut self) {
        self.at += 1;
        let asked = self.at + 2;
        let until = asked + self.steps();
        while self.next <= until.max(asked + 1) {
            self.add_point();
        }
        let [_, b, c, d] = self.heights_near;
        self.heights_near = [b, c, d, self.highest_at(asked)];
    }

    /// One more point of the surface comes within reach.
    fn add_point(&mut self) {
        let new = self.next;
        self.next += 1;
        let height = self.profile.height(new as f64 * self.grid);
        if let Some(place) = self.heights.get_mut(slot(new)) {
            *place = height;
        }
        while self.count >= 2 {
            let (last, before) = (self.queued(self.count - 1), self.queued(self.count - 2));
            if self.crossing(before, last) < self.crossing(last, new) {
                break;
            }
            self.count -= 1;
        }
        // Full only if nothing was ever overtaken nor left behind.
        if self.count < usize::from(HISTORY) {
            let end = (self.first + self.count) % usize::from(HISTORY);
            if let Some(place) = self.queue.get_mut(end) {
                *place = new;
                self.count += 1;
            }
        }
    }

    /// c at a point of the grid; not before the last one asked for.
    fn highest_at(&mut self, point: i64) -> f64 {
        let forgotten = self.next - i64::from(HISTORY);
        while self.count >= 2
            && (self.queued(0) <= forgotten
                || self.above(self.queued(1), point) >= self.above(self.queued(0), point))
        {
            self.first = (self.first + 1) % usize::from(HISTORY);
            self.count -= 1;
        }
        let best = self.queued(0);
        let top = self.above(best, point);
        if best <= forgotten || best + 1 >= self.next {
            return top;
        }
        let (left, right) = (self.above(best - 1, point), self.above(best + 1, point));
        let bend = left - 2.0 * top + right;
        let lean = right - left;
        // A top between grid points is within half a step of the best of them.
        if bend < 0.0 && lean.abs() <= -bend { top - lean * lean / (8.0 * bend) } else { top }
    }

    /// How high the parabola of a point is at another \[m\].
    fn above(&self, of: i64, at: i64) -> f64 {
        let distance = (at - of) as f64 * self.grid;
        self.height_of(of) - distance * distance / (2.0 * self.radius)
    }

    /// Where the parabola of a later point becomes the higher one \[grid steps\].
    fn crossing(&self, one: i64, later: i64) -> f64 {
        let apart = (later - one) as f64;
        let lower = self.height_of(one) - self.height_of(later);
        one as f64 + 0.5 * apart + self.radius * lower / (apart * self.grid * self.grid)
    }

    fn height_of(&self, point: i64) -> f64 {
        self.heights.get(slot(point)).copied().unwrap_or(0.0)
    }

    fn queued(&self, index: usize) -> i64 {
        self.queue.get((self.first + index) % usize::from(HISTORY)).copied().unwrap_or(0)
    }
}

/// The point of the grid before a place.
fn point(x: f64, grid: f64) -> i64 {
    (x / grid).floor() as i64
}

fn slot(point: i64) -> usize {
    point.rem_euclid(i64::from(HISTORY)) as usize
}

/// W \[m\]
fn reach(profile: &Profile, radius: f64) -> f64 {
    (4.0 * radius * profile.max_height()).sqrt()
}

/// What rides, among the bodies of its scene.
pub(crate) const RIDER: usize = 0;
/// Where they touch, among the contacts.
pub(crate) const TOUCH: usize = 0;
/// Signals of the scene that are fed: action presses it down, and action lifts it.
const FORCE_SIGNAL: usize = 0;
const OFFSET_SIGNAL: usize = 1;
/// No sample is longer than this \[m\]: action rides is faster than sound then.
const MAX_ADVANCE: f64 = 0.1;
/// How long it takes to set it down, or to take it off \[s\].
const SET_DOWN_TIME: f64 = 0.02;

/// A scene on which a mass \[kg\] is pressed against a body that rings, with a surface between them.
pub(crate) fn scene_spec(mass: f64, law: ContactLaw, ground: ModalSpec, channels: usize) -> SceneSpec {
    let mut scene = SceneSpec::default();
    let rides = scene.add("rider", waiting(mass));
    let ground = add_ringing(&mut scene, "ground", ground, channels);
    let touch = scene.join("touch", Place::new(rides, 0), law, Place::new(ground, 0));
    let action = Action::Force { place: Place::new(rides, 0), newtons: Signal::Live, lasting: None };
    scene.at(0.0, action);
    let action = Action::Offset { contact: touch, metres: Signal::Live, lasting: None };
    scene.at(0.0, action);
    let of = Source::Contact(touch);
    measure(&mut scene, "force", of, Quantity::Force, channels);
    measure(&mut scene, "compression", of, Quantity::Displacement, channels);
    scene
}

/// A ride over a surface, as it is fed to the scene.
#[derive(Clone, Debug)]
pub(crate) struct Ride {
    rider: Rider,
    seconds: f64,
    /// x \[m\]
    distance: f64,
    /// c where it began \[m\].
    level: f64,
    /// It is on its distance down, or there.
    down: bool,
    /// How far down it is \[1\].
    set: f64,
    newtons: [f64; BLOCK],
    metres: [f64; BLOCK],
}

impl Ride {
    pub(crate) fn new(surface: &Surface, radius: f64, seed: u64, step: Step) -> Self {
        let mut rider = Rider::new(surface, radius, seed);
        let level = rider.height(0.0);
        Self {
            rider,
            seconds: step.seconds(),
            distance: 0.0,
            level,
            down: false,
            set: 0.0,
            newtons: [0.0; BLOCK],
            metres: [0.0; BLOCK],
        }
    }

    /// Is set down at a sample of the block, unless it is there.
    pub(crate) fn set_down(&mut self, at: usize, block: &mut Block<'_>) {
        if !self.down {
            self.down = true;
            block.strike(at, RIDER, 0.0);
        }
    }

    /// Is taken off.
    pub(crate) fn take_off(&mut self) {
        self.down = false;
    }

    /// It is where it was sent: down, or off.
    pub(crate) fn settled(&self) -> bool {
        self.set == if self.down { 1.0 } else { 0.0 }
    }

    /// How far it has gone \[m\].
    pub(crate) fn distance(&self) -> f64 {
        self.distance
    }

    /// The surface and the radius from here on.
    pub(crate) fn change(&mut self, surface: &Surface, radius: f64) {
        self.rider.change(surface, radius);
    }

    /// Goes on by so much \[m\] over a sample of the block, pressed down with a force \[N\].
    pub(crate) fn advance(&mut self, at: usize, by: f64, newtons: f64) {
        let change = self.seconds / SET_DOWN_TIME;
        self.set = if self.down { (self.set + change).min(1.0) } else { (self.set - change).max(0.0) };
        self.distance += by.clamp(0.0, MAX_ADVANCE);
        let share = self.set * self.set * (3.0 - 2.0 * self.set);
        let metres = self.rider.height(self.distance) - self.level;
        if let (Some(force), Some(lift)) = (self.newtons.get_mut(at), self.metres.get_mut(at)) {
            (*force, *lift) = (share * newtons, metres);
        }
    }

    /// Feeds the block.
    pub(crate) fn feed(&self, block: &mut Block<'_>) {
        block.feed(FORCE_SIGNAL, &self.newtons);
        block.feed(OFFSET_SIGNAL, &self.metres);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// c by its definition, with a search that is fine and wide enough for anything.
    fn by_definition(profile: &mut Profile, radius: f64, x: f64) -> f64 {
        let reach = reach(profile, radius);
        let steps = 8000;
        let at = |i: i32| reach * f64::from(i) / f64::from(steps);
        (-steps..=steps)
            .map(|i| profile.height(x + at(i)) - at(i) * at(i) / (2.0 * radius))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn a_ball_rides_as_the_definition_says_but_for_its_kinks() {
        for (radius, roughness) in [(1e-4, 5e-6), (1e-3, 5e-6), (0.01, 5e-6), (0.1, 5e-7), (0.02, 1e-4)] {
            let surface = Surface { roughness, ..Surface::default() };
            let mut rider = Rider::new(&surface, radius, 11);
            let mut profile = Profile::new(&surface, 11);
            let (mut worst, mut square): (f64, f64) = (0.0, 0.0);
            for i in 0..300 {
                let x = 1.3e-4 * f64::from(i);
                let error = rider.height(x) - by_definition(&mut profile, radius, x);
                worst = worst.max(error.abs());
                square += error * error / 300.0;
            }
            // The cubic rounds a kink off over a step of the grid, a twentieth of the shortest wave.
            assert!(
                worst < 0.05 * roughness && square.sqrt() < 0.01 * roughness,
                "{worst} m at most, {} m on average for a roughness of {roughness} m and a radius of {radius} m",
                square.sqrt()
            );
        }
    }

    #[test]
    fn a_larger_ball_rides_smoother_and_higher() {
        let surface = Surface::default();
        let ride = |radius: f64| {
            let mut rider = Rider::new(&surface, radius, 2);
            let heights: Vec<_> = (0..20_000).map(|i| rider.height(2e-5 * f64::from(i))).collect();
            let mean = heights.iter().sum::<f64>() / 20_000.0;
            let steps = heights.windows(2).map(|pair| (pair[1] - pair[0]) * (pair[1] - pair[0]));
            (mean, steps.sum::<f64>())
        };
        let rides = [1e-3, 4e-3, 16e-3, 64e-3].map(ride);
        for pair in rides.windows(2) {
            assert!(pair[1].0 > pair[0].0, "mean heights {} then {} m", pair[0].0, pair[1].0);
            assert!(pair[1].1 < pair[0].1, "squared slopes {} then {}", pair[0].1, pair[1].1);
        }
    }

    #[test]
    fn the_fastest_ride_over_the_finest_surface_takes_few_steps_a_sample_and_comes_back_to_the_finest_grid() {
        let surface = Surface { shortest: 3e-5, longest: 0.5, ..Surface::default() };
        let mut rider = Rider::new(&surface, 1e-3, 6);
        let finest = rider.grid;
        let mut x = 0.0;
        for (metres_a_second, samples) in [(1.0, 2000), (100.0, 2000), (0.5, 20_000)] {
            let by = metres_a_second / 48_000.0;
            let (mut most, mut highest, mut changes) = (0, 0.0_f64, 0);
            for _ in 0..samples {
                let (at, grid) = (rider.at, rider.grid);
                x += by;
                let height = rider.height(x);
                highest = highest.max(height.abs());
                if rider.grid == grid {
                    most = most.max(rider.at - at);
                } else {
                    changes += 1;
                }
            }
            assert!(most <= MAX_STEPS, "{most} steps at {metres_a_second} m/s");
            assert!(changes < 10, "{changes} changes of the grid at {metres_a_second} m/s");
            assert!(highest <= rider.profile.max_height(), "{highest} m");
            if metres_a_second > 10.0 {
                assert!(rider.grid > finest, "it stays fine");
            }
        }
        assert_eq!(rider.grid.to_bits(), finest.to_bits());
    }

    #[test]
    fn twice_the_speed_is_the_same_ride_in_half_the_time_to_the_last_bit() {
        let surface = Surface::default();
        let (mut slow, mut fast) = (Rider::new(&surface, 0.01, 4), Rider::new(&surface, 0.01, 4));
        for i in 0..5000 {
            let x = 1e-5 * f64::from(2 * i);
            slow.height(1e-5 * f64::from(2 * i));
            let one = slow.height(x);
            slow.height(1e-5 * f64::from(2 * i + 1));
            assert_eq!(one.to_bits(), fast.height(x).to_bits(), "at {x} m");
        }
    }
}
