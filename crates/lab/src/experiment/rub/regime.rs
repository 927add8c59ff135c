//! What an oscillator on a belt comes to do, and how it is recognised.
//!
//! It is let go from rest for [`REGIME_SECONDS`] and its velocity watched for the last [`OBSERVED_SECONDS`] of them. Asked in
//! this order:
//!
//! | regime     | it is that if                                                                                     |
//! |------------|---------------------------------------------------------------------------------------------------|
//! | steady     | it stands, or swings less and less and never catches up with the belt                             |
//! | sticking   | it slips less than three times: it is carried along, and creaks at most                           |
//! | periodic   | the times from one slip to the next are alike                                                     |
//! | irregular  | they are not                                                                                      |
//!
//! A slip ends where the velocity rises through its mean.

use super::BeltOscillator;

/// How long it is let go, from rest \[s\].
pub const REGIME_SECONDS: f64 = 0.3;
/// How long of that it is watched, at the end \[s\].
pub const OBSERVED_SECONDS: f64 = 0.2;
/// Samples per second \[Hz\]. What the oscillator does hardly depends on it.
pub const REGIME_RATE: f64 = 22_050.0;

/// A swing of the velocity below this share of the belt's is none \[1\].
const MAX_STEADY_SWING: f64 = 0.02;
/// It catches up with the belt where its velocity comes so near, as a share of the belt's \[1\].
const CATCH_UP_MARGIN: f64 = 0.1;
/// Periods are alike, and swings of the first and the second half of the time, if they differ by less than
/// this share \[1\].
const MAX_RELATIVE_SPREAD: f64 = 0.03;

/// What the oscillator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regime {
    /// It is carried along, and seldom slips back.
    Sticking,
    /// It sticks and slips, or at least swings, in periods that are alike.
    Periodic,
    /// It does so in periods that are not.
    Irregular,
    /// It stands bent aside, and the belt slides by.
    Steady,
}

impl Regime {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Sticking, Self::Periodic, Self::Irregular, Self::Steady];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sticking => "sticking",
            Self::Periodic => "periodic stick-slip",
            Self::Irregular => "irregular",
            Self::Steady => "steady sliding",
        }
    }

    /// What a belt makes of the oscillator.
    pub fn of(belt: &BeltOscillator) -> Self {
        let velocity = belt.velocity(REGIME_RATE, REGIME_SECONDS);
        let from = velocity.len() - (OBSERVED_SECONDS * REGIME_RATE) as usize;
        Self::classify(&velocity[from..], belt.speed)
    }

    /// What a velocity shows, at a speed of the belt [m/s].
    pub fn classify(velocity: &[f64], speed: f64) -> Self {
        let (early, late) = velocity.split_at(velocity.len() / 2);
        let stands = swing(late) < MAX_STEADY_SWING * speed && mean(late).abs() < MAX_STEADY_SWING * speed;
        let caught = velocity.iter().any(|v| *v > (1.0 - CATCH_UP_MARGIN) * speed);
        if stands || (!caught && swing(late) < (1.0 - MAX_RELATIVE_SPREAD) * swing(early)) {
            return Self::Steady;
        }
        let periods = periods(velocity);
        if periods.len() < 2 {
            return Self::Sticking;
        }
        let most = periods.iter().copied().fold(0.0, f64::max);
        let least = periods.iter().copied().fold(f64::INFINITY, f64::min);
        if most - least < MAX_RELATIVE_SPREAD * most { Self::Periodic } else { Self::Irregular }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// From the least value to the most.
fn swing(values: &[f64]) -> f64 {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    most - least
}

/// Times from one rise through the mean to the next \[samples\]. A rise counts if the velocity has been a
/// good part of its swing below: a slip that rings is one slip.
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
