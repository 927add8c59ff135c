//! Regimes of an oscillator on a belt, and how they are recognised.
//!
//! The oscillator plays from rest for [`REGIME_SECONDS`]; its velocity is observed for the last
//! [`OBSERVED_SECONDS`]. The conditions are tested in this order:
//!
//! | regime    | condition                                                                          |
//! |-----------|------------------------------------------------------------------------------------|
//! | steady    | it rests, or its swing decreases and it never reaches the speed of the belt        |
//! | sticking  | it slips less than three times: the belt carries it along                          |
//! | periodic  | the times from slip to slip are equal to 3 %                                       |
//! | irregular | none of the above                                                                  |
//!
//! A slip ends where the velocity rises through its mean.

use super::BeltOscillator;

/// Duration of a run from rest, by which the regime is classified \[s\].
pub const REGIME_SECONDS: f64 = 0.3;
/// Duration of the observation at the end of the run \[s\].
pub const OBSERVED_SECONDS: f64 = 0.2;
/// Sample rate of the regime experiments \[Hz\]. The regime hardly depends on the rate.
pub const REGIME_RATE: f64 = 22_050.0;

/// Maximum swing (largest minus smallest velocity) of an oscillator that counts as resting, as a fraction of
/// the belt's speed \[1\].
const MAX_STEADY_SWING: f64 = 0.02;
/// The oscillator reaches the belt's speed if its velocity is at most this fraction below that speed \[1\].
const CATCH_UP_MARGIN: f64 = 0.1;
/// Maximum relative difference of quantities that count as equal: two periods, or the swings in the first and
/// the second half of the observation \[1\].
const MAX_RELATIVE_SPREAD: f64 = 0.03;

/// Regime of an oscillator on a belt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regime {
    /// The belt carries the oscillator along, which slips less than three times.
    Sticking,
    /// Stick-slip or a swing of the oscillator, with equal periods.
    Periodic,
    /// Stick-slip of the oscillator with unequal periods.
    Irregular,
    /// The oscillator rests at a deflection and the belt slides over it.
    Steady,
}

impl Regime {
    /// All regimes, in the order of the figure's legend.
    pub const ALL: [Self; 4] = [Self::Sticking, Self::Periodic, Self::Irregular, Self::Steady];

    /// Returns the name of the regime in figures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sticking => "sticking",
            Self::Periodic => "periodic stick-slip",
            Self::Irregular => "irregular",
            Self::Steady => "steady sliding",
        }
    }

    /// Plays the oscillator on its belt and classifies its motion.
    pub fn of(belt: &BeltOscillator) -> Self {
        let velocity = belt.velocity(REGIME_RATE, REGIME_SECONDS);
        let from = velocity.len() - (OBSERVED_SECONDS * REGIME_RATE) as usize;
        Self::classify(&velocity[from..], belt.speed)
    }

    /// Classifies the motion of an oscillator by its velocity at every sample, for a belt at `speed` \[m/s\].
    pub fn classify(velocity: &[f64], speed: f64) -> Self {
        let (early, late) = velocity.split_at(velocity.len() / 2);
        let rests = swing(late) < MAX_STEADY_SWING * speed && mean(late).abs() < MAX_STEADY_SWING * speed;
        let caught = velocity.iter().any(|v| *v > (1.0 - CATCH_UP_MARGIN) * speed);
        if rests || (!caught && swing(late) < (1.0 - MAX_RELATIVE_SPREAD) * swing(early)) {
            return Self::Steady;
        }
        let periods = periods(velocity);
        if periods.len() < 2 {
            return Self::Sticking;
        }
        let longest = periods.iter().copied().fold(0.0, f64::max);
        let shortest = periods.iter().copied().fold(f64::INFINITY, f64::min);
        if longest - shortest < MAX_RELATIVE_SPREAD * longest { Self::Periodic } else { Self::Irregular }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the difference between the largest and the smallest value.
fn swing(values: &[f64]) -> f64 {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    largest - smallest
}

/// Returns the times between rises of the velocity through its mean \[samples\]. A rise counts only after the
/// velocity has been a fifth of its swing below the mean, so that a ringing slip counts once.
fn periods(velocity: &[f64]) -> Vec<f64> {
    let (middle, swing) = (mean(velocity), swing(velocity));
    let (mut below, mut last) = (false, None);
    let mut list = Vec::new();
    for (n, pair) in velocity.windows(2).enumerate() {
        if pair[1] < middle - 0.2 * swing {
            below = true;
        } else if below && pair[1] >= middle {
            let at = n as f64 + (middle - pair[0]) / (pair[1] - pair[0]);
            if let Some(before) = last {
                list.push(at - before);
            }
            (below, last) = (false, Some(at));
        }
    }
    list
}
