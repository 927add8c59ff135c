//! How a foot presses on the ground from heel to toe, and what a walker is.
//!
//! The force rises as the heel takes the weight, sags a little while the other leg swings past, stays there
//! while the foot stands flat, rises again as the ball and the toe push off, and is gone:
//!
//! $$ F(t) = \frac{M g\,T}{S\,A} \; c(t/S), \qquad A = \int_0^1 c, \qquad \int_0^S F\,\mathrm dt = M g\,T $$
//!
//! | symbol | here              | unit | meaning                                                                 |
//! |--------|-------------------|------|-------------------------------------------------------------------------|
//! | M      | `mass`            | kg   | of the walker                                                           |
//! | T      | 1 / `pace`        | s    | from one step to the next                                               |
//! | S      | `stance` · T      | s    | for how long a foot is on the ground; more than T when walking          |
//! | c      | [`Gait::shape`]   | 1    | two humps with a level valley between them                              |
//!
//! Who neither rises nor sinks from step to step gets from the ground, with every step, what gravity takes
//! meanwhile: M g T. So fast runners press harder, and none of it can be chosen freely.
//!
//! Source: momentum, and the humps as every force plate shows them \[Winter2009\].

use super::curve::smooth;
use foley_params::{Param, param, params};

/// Acceleration of free fall [m/s²].
pub const GRAVITY: f64 = 9.80665;

params! {
    /// Who walks, and how.
    /// Default: someone who has time.
    pub struct Gait("gait") {
        /// Of the walker.
        mass: f64 = 70.0, "M", Kilogram, log [3.0, 200.0], handle("weight", "cat", "giant");
        /// Steps in a second.
        pace: f64 = 1.8, "1/T", PerSecond, log [0.5, 5.0], handle("haste", "funeral", "sprint");
        /// How many steps there are if nobody says how many.
        steps: u32 = 6, "N", One, count [1, 30];
        /// For how long a foot is on the ground, by the time from step to step: below 1 one runs.
        stance: f64 = 1.2, "S/T", One, lin [0.4, 1.6], handle("gait", "running", "dragging");
        /// When the ball of the foot lands, as a part of its time on the ground.
        ball: f64 = 0.18, "t_b/S", One, lin [0.04, 0.35];
        /// When the heel is off and the toe pushes, as a part of the time on the ground.
        toe: f64 = 0.62, "t_t/S", One, lin [0.52, 0.85];
        /// How much the force of one step differs from that of another; their times do not.
        unevenness: f64 = 0.1, "u", One, lin [0.0, 0.5], handle("unevenness", "machine", "drunk");
    }
}

/// How many steps, for the gesture that asks for some.
pub(crate) const STEPS: Param<Gait> = param("steps");

/// From the first hump down to the valley, as a part of the stance.
const SAG: f64 = 0.15;
/// From the toe's push to its hump, as a part of what is left.
const PUSH: f64 = 0.45;
/// Height of the humps and of the valley, in the proportions of a walker.
const HUMP: f64 = 1.1;
const VALLEY: f64 = 0.8;

impl Gait {
    /// Corners of c: parts of the stance and heights, smoothly joined.
    const fn corners(&self) -> [(f64, f64); 6] {
        [
            (0.0, 0.0),
            (self.ball, HUMP),
            (self.ball + SAG, VALLEY),
            (self.toe, VALLEY),
            (self.toe + PUSH * (1.0 - self.toe), HUMP),
            (1.0, 0.0),
        ]
    }

    /// c at a part of the stance. Real-time: yes.
    pub fn shape(&self, way: f64) -> f64 {
        let corners = self.corners();
        if way <= 0.0 || way >= 1.0 {
            return 0.0;
        }
        for pair in corners.windows(2) {
            if let [(from, low), (to, high)] = *pair
                && way < to
            {
                return low + (high - low) * smooth((way - from) / (to - from));
            }
        }
        0.0
    }

    /// A = ∫ c. A smooth way is its straight line on average. Real-time: yes.
    fn area(&self) -> f64 {
        let corners = self.corners();
        let part = |pair: &[(f64, f64)]| match *pair {
            [(from, low), (to, high)] => 0.5 * (low + high) * (to - from),
            _ => 0.0,
        };
        corners.windows(2).map(part).sum()
    }

    /// T \[s\]
    pub fn period(&self) -> f64 {
        1.0 / self.pace
    }

    /// S \[s\]
    pub fn stance_time(&self) -> f64 {
        self.stance / self.pace
    }

    /// The force of a foot, so long after its heel came down \[s\], \[N\]. Real-time: yes.
    pub fn force(&self, time: f64) -> f64 {
        self.scale() * self.shape(time / self.stance_time())
    }

    /// The force of the humps \[N\].
    pub fn peak(&self) -> f64 {
        HUMP * self.scale()
    }

    /// The force where the shape is one \[N\]. Real-time: yes.
    pub fn scale(&self) -> f64 {
        self.mass * GRAVITY / (self.stance * self.area())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_gives_the_weight_times_the_period_with_every_step() {
        for stance in [0.4, 0.8, 1.2, 1.6] {
            for (ball, toe) in [(0.04, 0.85), (0.18, 0.62), (0.35, 0.52)] {
                let gait = Gait { stance, ball, toe, ..Gait::default() };
                let dt = 1e-5;
                let samples = (gait.stance_time() / dt) as usize + 2;
                let impulse: f64 = (0..samples).map(|n| gait.force(n as f64 * dt) * dt).sum();
                let expected = gait.mass * GRAVITY * gait.period();
                let ratio = impulse / expected;
                // Smooth curves are summed to the square of the step, a millionth.
                assert!(
                    (ratio - 1.0).abs() < 1e-5,
                    "{impulse} N s, not {expected} N s, for a stance of {stance}"
                );
            }
        }
    }

    #[test]
    fn a_walker_presses_with_little_more_than_the_weight_and_a_runner_with_twice_as_much() {
        let weight = 70.0 * GRAVITY;
        let walk = Gait::default().peak() / weight;
        assert!((1.0..1.3).contains(&walk), "{walk} times the weight");
        let run = Gait { stance: 0.6, ..Gait::default() };
        let run = run.peak() / weight;
        assert!((2.0..2.8).contains(&run), "{run} times the weight");
    }
}
