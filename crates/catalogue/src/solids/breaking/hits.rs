//! Hits of one piece, or of pieces against each other: intervals, speeds, the way to rest and the momentum.

use super::BreakingCourse;
use crate::Touch;
use foley_dsp::random::Dice;

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
pub(super) struct HitSeries {
    /// Time of the next hit of the series \[s\].
    pub(super) next: f64,
    /// Time to the hit after the next one \[s\]; 0 once the piece slides.
    pub(super) interval: f64,
    /// Speed of the next hit [m/s]; 0 when the series has ended.
    pub(super) speed: f64,
    /// Remaining distance for which the piece slides after its last rebound \[m\].
    pub(super) slide: f64,
    /// Whether the piece tears loose at its next hit.
    pub(super) attached: bool,
}

impl HitSeries {
    pub(super) fn advance(
        &mut self,
        deceleration: f64,
        scatter: f64,
        course: &BreakingCourse,
        dice: &mut Dice,
    ) {
        self.next += self.interval * (1.0 - scatter * dice.unit());
        self.interval = (deceleration * self.interval).min(course.maximum_interval);
        self.speed *= course.rebound;
    }

    /// Lets a piece that rebounds no more slide on to the next place on which it catches.
    pub(super) fn advance_slide(&mut self, dice: &mut Dice) {
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

/// Returns the momentum \[N s\] that a mass \[kg\] gives the floor when it lands at a speed [m/s] and
/// rebounds. Real-time: yes.
pub(super) fn momentum(mass: f64, speed: f64, course: &BreakingCourse) -> f64 {
    (1.0 + course.rebound) * mass * speed
}

/// Returns the time for which a mass \[kg\] touches that hits at a speed [m/s] \[s\]: 2.94 times compression
/// divided by speed, as for a sphere. Real-time: yes.
pub(super) fn contact_time(touch: &Touch, mass: f64, speed: f64) -> f64 {
    /// Limits of the contact time \[s\]: a shorter pulse would lie between two samples.
    const LIMITS: [f64; 2] = [5e-5, 0.01];
    let sum = touch.exponent + 1.0;
    let depth = libm::pow(0.5 * sum * mass * speed * speed / touch.stiffness, 1.0 / sum);
    (2.94 * depth / speed.max(1e-9)).clamp(LIMITS[0], LIMITS[1])
}

#[cfg(test)]
mod tests {
    use super::*;

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
