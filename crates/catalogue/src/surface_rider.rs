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
//! A large ball bridges short waves. Where it falls from one peak onto the next, c has a kink.
//!
//! The ball touches not at a point but over a patch of radius a, and the contact feels the mean of c over
//! this patch, weighted by Hertz's pressure. The pressure √(1 − r²/a²), summed across the direction of
//! motion, is a parabola along it, and the mean keeps the share W of a wave of wavenumber κ:
//!
//! ```math
//! \bar c(x) = \frac{3}{4a} \int_{-a}^{a} \left(1 - \frac{\xi^2}{a^2}\right) c(x + \xi)\, d\xi, \qquad
//! W(\kappa) = 3\,\frac{\sin q - q \cos q}{q^3}, \quad q = \kappa a, \qquad a = \sqrt{R x_0}, \quad x_0 = (w/k)^{1/\alpha}
//! ```
//!
//! | symbol  | here              | unit    | meaning                                            |
//! |---------|-------------------|---------|----------------------------------------------------|
//! | a       | `patch_radius`    | m       | radius of the patch under the mean load            |
//! | w, x₀   | `load`            | N, m    | mean load, and the compression under it            |
//! | k, α    | [`ContactLaw`]    |         | stiffness and exponent of the contact              |
//! | W       |                   | 1       | share of a wave that the patch does not average out |
//!
//! This is the contact filter of wheel and rail: waves shorter than the patch average out, W ≈ −3 cos q/q²
//! \[Remington1976\]. A larger and heavier ball of the same material has a larger patch, a ∝ R^(4/3)
//! where mass ∝ R³ and k ∝ √R, and is darker. Bridging comes first. A wave of a height A is bridged where
//! κ² > 1/RA, and averaged out where κ² > 1/R x₀; a wave lower than the compression is averaged out before
//! it is bridged.
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
//! The patch is summed on the same grid, whose step d is at least a/16. Waves shorter than a/2, of which the
//! patch keeps less than 2 %, are left out of the profile, so that a coarse grid does not alias them.
//!
//! Source: \[Rath2003\] for bridging; \[Johnson1985, chapter 4\] for Hertz's pressure; \[Remington1976\] and
//! \[Thompson2009, chapter 5\] for the contact filter.

use crate::Touch;
use crate::surface::{Profile, Surface};
use foley_body::ModalSpec;
use foley_contact::Step;
use foley_scene::{Action, BodySpec, ContactLaw, Place, Quantity, SceneSpec, Signal, Source};
use foley_sound::scene_parts::{add_measurement, add_modal_body};
use foley_sound::{BLOCK, Block};

/// Maximum reach of a ball ahead \[grid steps\].
pub const MAX_REACH: usize = 256;
/// Number of stored surface heights, behind and ahead of the ball; a power of two.
const HISTORY: u16 = 1024;
/// Number of grid points per shortest wavelength.
const FINENESS: f64 = 10.0;
/// Number of grid steps per patch radius, at most.
const PATCH_FINENESS: f64 = 16.0;
/// Maximum radius of a patch that grows while it is played \[grid steps\].
const MAX_PATCH: usize = 48;
/// Shortest wave of the profile in units of the patch radius \[1\].
const SHORTEST_OF_PATCH: f64 = 0.5;
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
    /// Radius a of the patch \[m\].
    patch: f64,
    /// Weights of a grid point and of its neighbours on one side in the mean over the patch \[1\].
    weights: [f64; MAX_PATCH + 1],
    /// Radius of the patch \[grid steps\].
    patch_steps: u16,
    /// Heights c of a rigid ball at the last [`HISTORY`] grid points \[m\], stored as `heights`.
    rigid: Vec<f64>,
    /// First grid point whose c is not yet computed.
    next_rigid: i64,
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
    /// Mean of c over the patch at the grid points from one before `at` to two after `at` \[m\].
    heights_near: [f64; 4],
    /// Grid point before the current position of the ball.
    at: i64,
}

impl Rider {
    /// Creates a rider with a radius and a patch radius \[m\] at position x = 0.
    pub fn new(surface: &Surface, radius: f64, patch: f64, seed: u64) -> Self {
        let surface = surface.down_to(SHORTEST_OF_PATCH * patch);
        let profile = Profile::new(&surface, seed);
        let reach = reach(&profile, radius);
        let finest = (surface.shortest.min(surface.longest) / FINENESS)
            .max(reach / MAX_REACH as f64)
            .max(patch / PATCH_FINENESS);
        let mut rider = Self {
            grid: finest,
            finest,
            mean_steps: TARGET_STEPS,
            profile,
            radius,
            patch,
            weights: [0.0; MAX_PATCH + 1],
            patch_steps: 0,
            rigid: vec![0.0; usize::from(HISTORY)],
            next_rigid: 0,
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
        self.weigh_patch();
        self.at = point - 4;
        self.next_rigid = self.at + 3 - i64::from(self.patch_steps);
        self.next = self.next_rigid - 1 - self.steps();
        for _ in 0..4 {
            self.advance();
        }
    }

    /// Changes the surface, the radius of the rider and that of the patch \[m\]; keeps the grid. Real-time:
    /// yes.
    pub fn change(&mut self, surface: &Surface, radius: f64, patch: f64) {
        self.profile.change(&surface.down_to(SHORTEST_OF_PATCH * patch));
        self.radius = radius;
        if patch != self.patch {
            self.patch = patch;
            self.weigh_patch();
        }
    }

    /// Computes the weights of the patch on the present grid.
    fn weigh_patch(&mut self) {
        let radius = (self.patch / self.grid).min(MAX_PATCH as f64);
        self.patch_steps = radius.ceil() as u16;
        let mut sum = 0.0;
        for (i, weight) in self.weights.iter_mut().enumerate() {
            let u = i as f64 / radius;
            *weight = if i == 0 { 1.0 } else { (1.0 - u * u).max(0.0) };
            sum += if i == 0 { *weight } else { 2.0 * *weight };
        }
        for weight in &mut self.weights {
            *weight /= sum;
        }
    }

    /// Returns the height of the ball's centre at position x, the mean of c over the patch \[m\]. x must not
    /// decrease between calls. Real-time: yes.
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
        while self.next_rigid <= target + i64::from(self.patch_steps) {
            self.add_rigid();
        }
        let [_, b, c, d] = self.heights_near;
        self.heights_near = [b, c, d, self.mean_at(target)];
    }

    /// Computes c at the next grid point.
    fn add_rigid(&mut self) {
        let point = self.next_rigid;
        self.next_rigid += 1;
        let until = point + self.steps();
        while self.next <= until.max(point + 1) {
            self.add_point();
        }
        let height = self.highest_at(point);
        if let Some(place) = self.rigid.get_mut(slot(point)) {
            *place = height;
        }
    }

    /// Returns the mean of c over the patch around a grid point \[m\].
    fn mean_at(&self, point: i64) -> f64 {
        let rigid = |at: i64| self.rigid.get(slot(at)).copied().unwrap_or(0.0);
        let weights = self.weights.iter().take(usize::from(self.patch_steps) + 1);
        (0..).zip(weights).fold(0.0, |sum, (i, weight)| {
            let pair = if i == 0 { rigid(point) } else { rigid(point - i) + rigid(point + i) };
            sum + weight * pair
        })
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

/// Returns the radius of the patch over which a ball of `radius` \[m\] touches under a mean `load` \[N\], at
/// most the radius itself \[m\].
pub(crate) fn patch_radius(touch: &Touch, load: f64, radius: f64) -> f64 {
    let compression = libm::pow(load / touch.stiffness, 1.0 / touch.exponent);
    (radius * compression.min(radius)).sqrt()
}

/// Index of the rider among the bodies of the scene of `scene_spec`.
pub(crate) const RIDER: usize = 0;
/// Index of the contact between the moving body and the ground in the scene of `scene_spec`.
pub(crate) const TOUCH: usize = 0;
/// Index of the live signal that sets the normal force.
const FORCE_SIGNAL: usize = 0;
/// Index of the live signal that sets the height offset of the contact.
const OFFSET_SIGNAL: usize = 1;
/// Maximum advance per sample of the body that moves over the surface \[m\]; a faster body would be
/// supersonic.
const MAX_ADVANCE: f64 = 0.1;
/// Time in which the body that moves over the surface is set down or lifted off \[s\].
const SET_DOWN_TIME: f64 = 0.02;

/// Builds a scene in which the port 0 of a body is pressed against a resonating body, with a rough surface
/// between them.
pub(crate) fn scene_spec(rider: BodySpec, law: ContactLaw, ground: ModalSpec, channels: usize) -> SceneSpec {
    let mut scene = SceneSpec::default();
    let rides = scene.add("rider", rider);
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
    pub(crate) fn new(surface: &Surface, radius: f64, patch: f64, seed: u64, step: Step) -> Self {
        let mut rider = Rider::new(surface, radius, patch, seed);
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

    /// Changes the surface, the radius of the rider and that of its patch \[m\].
    pub(crate) fn change(&mut self, surface: &Surface, radius: f64, patch: f64) {
        self.rider.change(surface, radius, patch);
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
            let mut rider = Rider::new(&surface, radius, 0.0, 11);
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
    fn the_patch_is_that_of_hertz() {
        let (modulus, radius, load): (f64, f64, f64) = (5e10, 0.02, 3.0);
        let touch =
            Touch { stiffness: 4.0 / 3.0 * modulus * radius.sqrt(), exponent: 1.5, ..Touch::default() };
        let expected = libm::cbrt(3.0 * load * radius / (4.0 * modulus));
        let ratio = patch_radius(&touch, load, radius) / expected;
        assert!((ratio - 1.0).abs() < 1e-12, "{ratio}");
        assert_eq!(patch_radius(&touch, 1e30, radius), radius);
    }

    #[test]
    fn the_patch_keeps_the_share_of_each_wave_that_the_closed_form_gives() {
        use core::f64::consts::TAU;
        // Too low to be bridged: the curvature 4π²σ/λ² is below 0.04/m, that of the ball is 100/m.
        let surface = Surface { roughness: 1e-9, longest: 0.016, shortest: 1e-3, slope: 1.0, density: 1.0 };
        let patch = 1.5e-3;
        let heights = |patch: f64| -> Vec<f64> {
            let mut rider = Rider::new(&surface, 0.01, patch, 9);
            (0..160_000).map(|i| rider.height(1e-4 * f64::from(i))).collect()
        };
        let (rigid, averaged) = (heights(0.0), heights(patch));
        for wavelength in [0.016, 0.008, 0.005, 0.0035] {
            // Hann windows of 32 waves, next to one another.
            let count = (32.0 * wavelength / 1e-4) as usize;
            let power = |heights: &[f64]| -> f64 {
                let of_window = |window: &[f64]| {
                    let (mut re, mut im) = (0.0, 0.0);
                    for (i, h) in window.iter().enumerate() {
                        let hann = 0.5 - 0.5 * libm::cos(TAU * i as f64 / count as f64);
                        let phase = TAU * 1e-4 * i as f64 / wavelength;
                        re += hann * h * libm::cos(phase);
                        im += hann * h * libm::sin(phase);
                    }
                    re * re + im * im
                };
                heights.chunks_exact(count).map(of_window).sum()
            };
            let share = (power(&averaged) / power(&rigid)).sqrt();
            let q = TAU * patch / wavelength;
            let expected = 3.0 * (libm::sin(q) - q * libm::cos(q)) / (q * q * q);
            // A window spreads each wavenumber by 1/32, over which W changes by less than 3 %.
            assert!((share / expected - 1.0).abs() < 0.03, "{share} for {expected} at {wavelength} m");
        }
    }

    #[test]
    fn a_larger_ball_rides_smoother_and_higher() {
        let surface = Surface::default();
        let ride = |radius: f64| {
            let mut rider = Rider::new(&surface, radius, 0.0, 2);
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
        let mut rider = Rider::new(&surface, 1e-3, 0.0, 6);
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
        let (mut slow, mut fast) = (Rider::new(&surface, 0.01, 2e-4, 4), Rider::new(&surface, 0.01, 2e-4, 4));
        for i in 0..5000 {
            let x = 1e-5 * f64::from(2 * i);
            slow.height(1e-5 * f64::from(2 * i));
            let expected = slow.height(x);
            slow.height(1e-5 * f64::from(2 * i + 1));
            assert_eq!(expected.to_bits(), fast.height(x).to_bits(), "at {x} m");
        }
    }
}
