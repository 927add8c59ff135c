//! What an oscillator on a belt comes to do, and how it is recognised.
//!
//! It is let go from rest for [`SECONDS`] and its velocity watched for the last [`WATCHED`] of them. Asked in
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

use super::Belt;

/// How long it is let go, from rest \[s\].
pub const SECONDS: f64 = 0.3;
/// How long of that it is watched, at the end \[s\].
pub const WATCHED: f64 = 0.2;
/// Samples per second \[Hz\]. What the oscillator does hardly depends on it.
pub const COARSE: f64 = 22_050.0;

/// A swing of the velocity below this share of the belt's is none \[1\].
const STILL: f64 = 0.02;
/// It catches up with the belt where its velocity comes so near, as a share of the belt's \[1\].
const NEAR: f64 = 0.1;
/// Periods are alike, and swings of the first and the second half of the time, if they differ by less than
/// this share \[1\].
const ALIKE: f64 = 0.03;

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
    pub fn of(belt: &Belt) -> Self {
        let velocity = belt.velocity(COARSE, SECONDS);
        let from = velocity.len() - (WATCHED * COARSE) as usize;
        Self::seen(&velocity[from..], belt.speed)
    }

    /// What a velocity shows, at a speed of the belt [m/s].
    pub fn seen(velocity: &[f64], speed: f64) -> Self {
        let (early, late) = velocity.split_at(velocity.len() / 2);
        let stands = swing(late) < STILL * speed && mean(late).abs() < STILL * speed;
        let caught = velocity.iter().any(|v| *v > (1.0 - NEAR) * speed);
        if stands || (!caught && swing(late) < (1.0 - ALIKE) * swing(early)) {
            return Self::Steady;
        }
        let periods = periods(velocity);
        if periods.len() < 2 {
            return Self::Sticking;
        }
        let most = periods.iter().copied().fold(0.0, f64::max);
        let least = periods.iter().copied().fold(f64::INFINITY, f64::min);
        if most - least < ALIKE * most { Self::Periodic } else { Self::Irregular }
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
