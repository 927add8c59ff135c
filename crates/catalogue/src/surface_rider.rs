//! A round body rides on a rough surface and touches only the peaks that it can reach.
//!
//! The height of the centre of a ball of radius R follows from inverted parabolas x²/2R on all points of
//! the surface. The highest of them counts:
//!
//! ```math
//! c(x) = \max_\xi \left[ h(x + \xi) - \frac{\xi^2}{2R} \right]
//! ```
//!
//! | symbol | here              | unit | meaning                                               |
//! |--------|-------------------|------|-------------------------------------------------------|
//! | h      | [`Profile`]       | m    | the surface                                           |
//! | R      | `radius`          | m    | radius of the ball, or of the tip of a probe          |
//! | c      | [`Rider::height`] | m    | height of the centre                                  |
//! | W      | `reach`           | m    | √(2R·2 max\|h\|): no peak further away can be touched |
//!
//! A large ball bridges short waves. Where it falls from one peak onto the next, c has a kink, and the kink
//! is what is heard.
//!
//! Numerics. h is sampled on a grid of step d = λmin/10, or coarser if the reach would exceed [`MAX_REACH`]
//! steps. Two parabolas of equal curvature cross only once, so only those points ahead matter that will
//! become the highest. They wait in a queue. A new point removes from the queue's end all points that it
//! will overtake before their turn; the ball leaves points at the queue's front behind. Each point enters
//! and leaves once, so the cost of a grid step does not depend on the reach. A parabola through the highest
//! point and its two neighbours gives the peak between grid points, with an error of O(d⁴) where the ball
//! follows the surface. Between grid points c is a Catmull-Rom cubic, which is exact on the arcs around a
//! peak. c depends on the seed and x alone: speed only stretches it in time.
//!
//! There is one exception: a ball that passes more than [`MAX_STEPS`] grid points per sample. It passes
//! several of the shortest waves, which are then inaudible as such, and the cost of a sample would be
//! unbounded. The ball then rides on every second, fourth, … point, on a grid as coarse as needed.
//!
//! Source: \[Rath2003\].

use crate::surface::{Profile, Surface};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_scene::{Action, ContactLaw, Place, Quantity, SceneSpec, Signal, Source};
use foley_sound::scene_parts::{add_measurement, add_modal_body, resting_mass};
use foley_sound::{BLOCK, Block};

/// Maximum reach of a ball ahead \[grid steps\].
pub const MAX_REACH: usize = 256;
/// Number of stored surface heights, behind and ahead of the ball; a power of two.
const HISTORY: u16 = 1024;
/// Number of grid points per shortest wavelength.
const FINENESS: f64 = 10.0;
/// Maximum number of grid steps per sample; for a faster ball the grid becomes coarser.
pub const MAX_STEPS: i64 = 32;
/// Target of the mean number of grid steps per sample; below half of this the grid becomes finer.
const TARGET_STEPS: f64 = 4.0;
/// Weight of the newest sample in the mean number of steps per sample \[1\].
const SMOOTHING: f64 = 1.0 / 256.0;

/// A round body that rides forwards on a profile.
#[derive(Clone, Debug)]
pub struct Rider {
    profile: Profile,
    radius: f64,
    /// Grid step d \[m\].
    grid: f64,
    /// Lower bound of the grid step \[m\].
    finest: f64,
    /// Mean number of grid steps per sample.
    mean_steps: f64,
    /// Surface heights of the last [`HISTORY`] grid points \[m\], stored at index modulo `HISTORY`.
    heights: Vec<f64>,
    /// First grid point whose height is not yet computed.
    next: i64,
    /// Ring buffer of the grid points that will become the highest, in order.
    queue: Vec<i64>,
    /// Index in `queue` of the first waiting point.
    first: usize,
    /// Number of waiting points in `queue`.
    count: usize,
    /// Height c of the ball's centre at the grid points from one before `at` to two after `at` \[m\].
    heights_near: [f64; 4],
    /// Grid point before the current position of the ball.
    at: i64,
}

impl Rider {
    /// Creates a rider with a radius \[m\] at position x = 0.
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

    /// Restarts the rider at a grid point, with all points within reach of the ball.
    fn restart_at(&mut self, point: i64) {
        (self.first, self.count) = (0, 0);
        self.next = point - 2 - self.steps();
        self.at = point - 4;
        for _ in 0..4 {
            self.advance();
        }
    }

    /// Changes the surface and the radius of the rider \[m\]; keeps the grid. Real-time: yes.
    pub fn change(&mut self, surface: &Surface, radius: f64) {
        self.profile.change(surface);
        self.radius = radius;
    }

    /// Returns the height c of the ball's centre at position x \[m\]. x must not decrease between calls.
    /// Real-time: yes.
    pub fn height(&mut self, x: f64) -> f64 {
        let mut steps = point(x, self.grid) - self.at;
        self.mean_steps += SMOOTHING * (steps as f64 - self.mean_steps);
        let idle = self.mean_steps < TARGET_STEPS / 2.0 && self.grid > self.finest;
        // A change of grid changes the height slightly, which would be audible in a ball at rest.
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

    /// Makes the grid coarser or finer by powers of two until the steps per sample are in range.
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

    /// Returns the reach of the ball ahead \[grid steps\].
    fn steps(&self) -> i64 {
        let steps = reach(&self.profile, self.radius) / self.grid;
        steps.ceil().min(MAX_REACH as f64) as i64
    }

    /// Advances the ball by one grid step.
    fn advance(&mut self) {
        self.at += 1;
        let target = self.at + 2;
        let until = target + self.steps();
        while self.next <= until.max(target + 1) {
            self.add_point();
        }
        let [_, b, c, d] = self.heights_near;
        self.heights_near = [b, c, d, self.highest_at(target)];
    }

    /// Adds the next grid point of the surface to the queue.
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
        // The queue is full only if no point was ever overtaken or left behind.
        if self.count < usize::from(HISTORY) {
            let end = (self.first + self.count) % usize::from(HISTORY);
            if let Some(place) = self.queue.get_mut(end) {
                *place = new;
                self.count += 1;
            }
        }
    }

    /// Returns the height c of the ball's centre at a grid point, which must not decrease between calls.
    fn highest_at(&mut self, point: i64) -> f64 {
        let oldest = self.next - i64::from(HISTORY);
        while self.count >= 2
            && (self.queued(0) <= oldest
                || self.above(self.queued(1), point) >= self.above(self.queued(0), point))
        {
            self.first = (self.first + 1) % usize::from(HISTORY);
            self.count -= 1;
        }
        let best = self.queued(0);
        let top = self.above(best, point);
        if best <= oldest || best + 1 >= self.next {
            return top;
        }
        let (left, right) = (self.above(best - 1, point), self.above(best + 1, point));
        let bend = left - 2.0 * top + right;
        let lean = right - left;
        // The peak lies within half a step of the highest grid point.
        if bend < 0.0 && lean.abs() <= -bend { top - lean * lean / (8.0 * bend) } else { top }
    }

    /// Returns the height of the parabola of point `of` at point `at` \[m\].
    fn above(&self, of: i64, at: i64) -> f64 {
        let distance = (at - of) as f64 * self.grid;
        self.height_of(of) - distance * distance / (2.0 * self.radius)
    }

    /// Returns the position from which the parabola of the later point is the higher one \[grid steps\].
    fn crossing(&self, earlier: i64, later: i64) -> f64 {
        let apart = (later - earlier) as f64;
        let lower = self.height_of(earlier) - self.height_of(later);
        earlier as f64 + 0.5 * apart + self.radius * lower / (apart * self.grid * self.grid)
    }

    fn height_of(&self, point: i64) -> f64 {
        self.heights.get(slot(point)).copied().unwrap_or(0.0)
    }

    fn queued(&self, index: usize) -> i64 {
        self.queue.get((self.first + index) % usize::from(HISTORY)).copied().unwrap_or(0)
    }
}

/// Returns the index of the grid point at or before position x.
fn point(x: f64, grid: f64) -> i64 {
    (x / grid).floor() as i64
}

fn slot(point: i64) -> usize {
    point.rem_euclid(i64::from(HISTORY)) as usize
}

/// Returns the reach W of a ball on a profile \[m\].
fn reach(profile: &Profile, radius: f64) -> f64 {
    (4.0 * radius * profile.max_height()).sqrt()
}

/// Index of the rider among the bodies of the scene of `scene_spec`.
pub(crate) const RIDER: usize = 0;
/// Index of the contact between the moving body and the ground in the scene of `scene_spec`.
pub(crate) const TOUCH: usize = 0;
/// Index of the live signal that sets the normal force.
const FORCE_SIGNAL: usize = 0;
/// Index of the live signal that sets the height offset of the contact.
const OFFSET_SIGNAL: usize = 1;
/// Maximum advance per sample of the body that moves over the surface \[m\]; a faster body would be supersonic.
const MAX_ADVANCE: f64 = 0.1;
/// Time in which the body that moves over the surface is set down or lifted off \[s\].
const SET_DOWN_TIME: f64 = 0.02;

/// Builds a scene in which a mass \[kg\] is pressed against a resonating body, with a rough surface between
/// them.
pub(crate) fn scene_spec(mass: f64, law: ContactLaw, ground: ModalSpec, channels: usize) -> SceneSpec {
    let mut scene = SceneSpec::default();
    let rides = scene.add("rider", resting_mass(mass));
    let ground = add_modal_body(&mut scene, "ground", ground, channels);
    let touch = scene.join("touch", Place::new(rides, 0), law, Place::new(ground, 0));
    let action = Action::Force { place: Place::new(rides, 0), newtons: Signal::Live, lasting: None };
    scene.at(0.0, action);
    let action = Action::Offset { contact: touch, metres: Signal::Live, lasting: None };
    scene.at(0.0, action);
    let of = Source::Contact(touch);
    add_measurement(&mut scene, "force", of, Quantity::Force, channels);
    add_measurement(&mut scene, "compression", of, Quantity::Displacement, channels);
    scene
}

/// Moves a rider over a surface and feeds force and height to the scene block by block.
#[derive(Clone, Debug)]
pub(crate) struct Ride {
    rider: Rider,
    seconds: f64,
    /// Travelled distance x \[m\].
    distance: f64,
    /// Height c of the rider's centre at the start \[m\].
    level: f64,
    /// Whether the rider is on the ground or being set down.
    down: bool,
    /// Progress of setting down: 0 is lifted, 1 is on the ground \[1\].
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

    /// Sets the rider down at sample `at` of the block, unless the rider is already down.
    pub(crate) fn set_down(&mut self, at: usize, block: &mut Block<'_>) {
        if !self.down {
            self.down = true;
            block.strike(at, RIDER, 0.0);
        }
    }

    /// Starts to lift the rider off the ground.
    pub(crate) fn take_off(&mut self) {
        self.down = false;
    }

    /// Whether setting down or lifting off is complete.
    pub(crate) fn settled(&self) -> bool {
        self.set == if self.down { 1.0 } else { 0.0 }
    }

    /// Returns the distance that the rider has travelled \[m\].
    pub(crate) fn distance(&self) -> f64 {
        self.distance
    }

    /// Changes the surface and the radius of the rider \[m\].
    pub(crate) fn change(&mut self, surface: &Surface, radius: f64) {
        self.rider.change(surface, radius);
    }

    /// Moves the rider forwards by `by` \[m\] at sample `at` of the block, pressed with a force \[N\].
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

    /// Feeds the normal force and the height offset of the block to the scene.
    pub(crate) fn feed(&self, block: &mut Block<'_>) {
        block.feed(FORCE_SIGNAL, &self.newtons);
        block.feed(OFFSET_SIGNAL, &self.metres);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the height of the ball's centre by its definition: a search that is fine and wide enough for
    /// these tests.
    fn by_definition(profile: &mut Profile, radius: f64, x: f64) -> f64 {
        let reach = reach(profile, radius);
        let steps = 8000;
        let at = |i: i32| reach * f64::from(i) / f64::from(steps);
        (-steps..=steps)
            .map(|i| profile.height(x + at(i)) - at(i) * at(i) / (2.0 * radius))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn a_ball_follows_the_definition_except_at_kinks() {
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
            // The cubic rounds off a kink over one grid step, a tenth of the shortest wave.
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
    fn the_steps_per_sample_are_bounded_and_the_grid_recovers() {
        let surface = Surface { shortest: 3e-5, longest: 0.5, ..Surface::default() };
        let mut rider = Rider::new(&surface, 1e-3, 6);
        let finest = rider.grid;
        let mut x = 0.0;
        for (metres_a_second, samples) in [(1.0, 2000), (100.0, 2000), (0.5, 20_000)] {
            let by = metres_a_second / 48_000.0;
            let (mut max_steps, mut highest, mut changes) = (0, 0.0_f64, 0);
            for _ in 0..samples {
                let (at, grid) = (rider.at, rider.grid);
                x += by;
                let height = rider.height(x);
                highest = highest.max(height.abs());
                if rider.grid == grid {
                    max_steps = max_steps.max(rider.at - at);
                } else {
                    changes += 1;
                }
            }
            assert!(max_steps <= MAX_STEPS, "{max_steps} steps at {metres_a_second} m/s");
            assert!(changes < 10, "{changes} changes of the grid at {metres_a_second} m/s");
            assert!(highest <= rider.profile.max_height(), "{highest} m");
            if metres_a_second > 10.0 {
                assert!(rider.grid > finest, "the grid did not become coarser");
            }
        }
        assert_eq!(rider.grid.to_bits(), finest.to_bits());
    }

    #[test]
    fn the_height_is_the_same_bits_at_twice_the_speed() {
        let surface = Surface::default();
        let (mut slow, mut fast) = (Rider::new(&surface, 0.01, 4), Rider::new(&surface, 0.01, 4));
        for i in 0..5000 {
            let x = 1e-5 * f64::from(2 * i);
            slow.height(1e-5 * f64::from(2 * i));
            let expected = slow.height(x);
            slow.height(1e-5 * f64::from(2 * i + 1));
            assert_eq!(expected.to_bits(), fast.height(x).to_bits(), "at {x} m");
        }
    }
}
