//! Gait of a walker: the force of a foot on the ground from heel to toe.
//!
//! The force rises as the heel takes the weight and dips while the other leg swings past. It stays there
//! while the foot stands flat, rises again as ball and toe push off, and returns to zero:
//!
//! ```math
//! F(t) = \frac{M g\,T}{S\,A} \; c(t/S), \qquad A = \int_0^1 c, \qquad \int_0^S F\,\mathrm dt = M g\,T
//! ```
//!
//! | symbol | here            | unit | meaning                                          |
//! |--------|-----------------|------|--------------------------------------------------|
//! | M      | `mass`          | kg   | mass of the walker                               |
//! | T      | 1 / `pace`      | s    | step period                                      |
//! | S      | `stance` · T    | s    | contact time of a foot; more than T when walking |
//! | c      | [`Gait::shape`] | 1    | two humps with a level valley between them       |
//!
//! A walker who stays at the same mean height receives with every step the momentum that gravity takes
//! meanwhile: M g T. Faster runners therefore press harder, and the force is not a free parameter.
//!
//! Source: conservation of momentum, and the humps of force plate measurements \[Winter2009\].

use super::curve::smooth;
use foley_params::{Param, param, params};

/// Gravitational acceleration [m/s²].
pub const GRAVITY: f64 = 9.80665;

params! {
    /// Mass of a walker, pace, and course of a step.
    /// Default: an adult of 70 kg who walks at 1.8 steps per second.
    pub struct Gait("gait") {
        /// Mass of the walker.
        mass: f64 = 70.0, "M", Kilogram, log [3.0, 200.0], handle("weight", "cat", "giant");
        /// Number of steps per second.
        pace: f64 = 1.8, "1/T", PerSecond, log [0.5, 5.0], handle("haste", "funeral", "sprint");
        /// Default number of steps.
        steps: u32 = 6, "N", One, count [1, 30];
        /// Contact time of a foot relative to the step period; below 1 is running.
        stance: f64 = 1.2, "S/T", One, lin [0.4, 1.6], handle("gait", "running", "dragging");
        /// Time at which the ball of the foot lands, as a fraction of the contact time.
        ball: f64 = 0.18, "t_b/S", One, lin [0.04, 0.35];
        /// Time at which the toe pushes off, as a fraction of the contact time.
        toe: f64 = 0.62, "t_t/S", One, lin [0.52, 0.85];
        /// Random variation u between steps: ±u of the force, ±2u of the landing and up to ±4u of the toe;
        /// the timing varies by 0.3 u.
        unevenness: f64 = 0.1, "u", One, lin [0.0, 0.5], handle("unevenness", "machine", "drunk");
    }
}

/// The `steps` parameter of `Gait`, shared with the gesture `walk`.
pub(crate) const STEPS: Param<Gait> = param("steps");

/// Duration of the dip from the first hump of the force to the valley, as a fraction of the stance \[1\].
const SAG: f64 = 0.15;
/// Time from the start of the toe's push to the second hump of the force, as a fraction of the time from
/// that start to the end of the stance \[1\].
const PUSH: f64 = 0.45;
/// Height of the two humps of the force curve, relative to the force [`Gait::scale`] \[1\].
const HUMP: f64 = 1.1;
/// Height of the valley between the humps of the force curve, relative to the force [`Gait::scale`] \[1\].
const VALLEY: f64 = 0.8;

impl Gait {
    /// Returns the corners of the foot's force curve, each as a fraction of the stance and a height; smooth
    /// curves join the corners.
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

    /// Returns the relative force of the foot at a fraction of the stance: two humps with a valley between
    /// them \[1\]. Real-time: yes.
    pub fn shape(&self, position: f64) -> f64 {
        let corners = self.corners();
        if position <= 0.0 || position >= 1.0 {
            return 0.0;
        }
        for pair in corners.windows(2) {
            if let [(from, low), (to, high)] = *pair
                && position < to
            {
                return low + (high - low) * smooth((position - from) / (to - from));
            }
        }
        0.0
    }

    /// Returns the area under the foot's force curve over the stance \[1\]. Every smooth piece of the curve
    /// has the same area as a straight line between its ends. Real-time: yes.
    fn area(&self) -> f64 {
        let corners = self.corners();
        let part = |pair: &[(f64, f64)]| match *pair {
            [(from, low), (to, high)] => 0.5 * (low + high) * (to - from),
            _ => 0.0,
        };
        corners.windows(2).map(part).sum()
    }

    /// Returns the step period T \[s\].
    pub fn period(&self) -> f64 {
        1.0 / self.pace
    }

    /// Returns the contact time S of a foot \[s\].
    pub fn stance_time(&self) -> f64 {
        self.stance / self.pace
    }

    /// Returns the force of a foot \[N\] at a time after its heel landed \[s\]. Real-time: yes.
    pub fn force(&self, time: f64) -> f64 {
        self.scale() * self.shape(time / self.stance_time())
    }

    /// Returns the peak force of a foot \[N\].
    pub fn peak(&self) -> f64 {
        HUMP * self.scale()
    }

    /// Returns the force of a foot where its force curve has the value 1 \[N\]. It makes the mean force
    /// over the whole walk equal to the weight of the walker. Real-time: yes.
    pub fn scale(&self) -> f64 {
        self.mass * GRAVITY / (self.stance * self.area())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_impulse_of_a_step_is_weight_times_period() {
        for stance in [0.4, 0.8, 1.2, 1.6] {
            for (ball, toe) in [(0.04, 0.85), (0.18, 0.62), (0.35, 0.52)] {
                let gait = Gait { stance, ball, toe, ..Gait::default() };
                let dt = 1e-5;
                let samples = (gait.stance_time() / dt) as usize + 2;
                let impulse: f64 = (0..samples).map(|n| gait.force(n as f64 * dt) * dt).sum();
                let expected = gait.mass * GRAVITY * gait.period();
                let ratio = impulse / expected;
                // The sum over smooth curves has an error of the step squared, a millionth.
                assert!(
                    (ratio - 1.0).abs() < 1e-5,
                    "{impulse} N s, not {expected} N s, for a stance of {stance}"
                );
            }
        }
    }

    #[test]
    fn a_walker_peaks_just_above_the_weight_and_a_runner_at_twice_the_weight() {
        let weight = 70.0 * GRAVITY;
        let walk = Gait::default().peak() / weight;
        assert!((1.0..1.3).contains(&walk), "{walk} times the weight");
        let run = Gait { stance: 0.6, ..Gait::default() };
        let run = run.peak() / weight;
        assert!((2.0..2.8).contains(&run), "{run} times the weight");
    }
}
