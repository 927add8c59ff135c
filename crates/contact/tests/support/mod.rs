//! What the tests share: reference files, a seeded source of numbers, and ways to compare.
#![allow(dead_code, unreachable_pub)]

pub mod belt;
pub mod modal;

use foley_contact::Motion;
use foley_contact::law::Law;
use foley_contact::scheme::{Problem, Scheme, StepOutcome};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

pub fn impact() -> Value {
    serde_json::from_str(include_str!("../reference/impact.json")).expect("impact.json is JSON")
}

pub fn energy_schemes() -> Value {
    serde_json::from_str(include_str!("../reference/energy-schemes.json"))
        .expect("energy-schemes.json is JSON")
}

pub fn modal_contact() -> Value {
    serde_json::from_str(include_str!("../reference/modal-contact.json")).expect("modal-contact.json is JSON")
}

/// A number, whether written as one or as text with more digits.
pub fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a number in quotes"),
        other => other.as_f64().expect("a number"),
    }
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// Seeded uniform numbers.
pub struct Dice(Pcg64Mcg);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::new(u128::from(seed) | 1))
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Equal chances for equal ratios.
    pub fn log_between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.unit())
    }

    /// An exponent of the declared range, its ends and Hertz's more often than chance.
    pub fn exponent(&mut self) -> f64 {
        match (self.unit() * 8.0) as u32 {
            0 => 1.0,
            1 => 1.5,
            2 => 3.5,
            _ => self.between(1.0, 3.5),
        }
    }

    /// A start before first touch, exactly at it more often than chance.
    pub fn offset(&mut self) -> f64 {
        if self.unit() < 0.1 { 0.0 } else { self.unit() }
    }
}

/// |ours/theirs − 1|, or the plain difference where the reference is zero.
pub fn relative(ours: f64, theirs: f64) -> f64 {
    if theirs == 0.0 { ours.abs() } else { (ours / theirs - 1.0).abs() }
}

/// Fails with both numbers when they differ by more than `tolerance`, relative.
#[track_caller]
pub fn agree(what: &str, ours: f64, theirs: f64, tolerance: f64) {
    let off = relative(ours, theirs);
    assert!(off <= tolerance, "{what}: ours {ours:e}, reference {theirs:e}, off by {off:e} > {tolerance:e}");
}

/// Where the mass of this problem is: a scheme serves every law, so it has to be told which.
pub fn motion<L: Law>(scheme: &impl Scheme<L>, _problem: &Problem<L>) -> Motion {
    scheme.motion()
}

/// Steps until the mass is out of the wall; returns all states, the first outside one included.
pub fn through_contact<L: Law, S: Scheme<L>>(
    scheme: &mut S,
    problem: &Problem<L>,
    start: Motion,
) -> Vec<Motion> {
    scheme.begin(problem, start);
    let mut path = vec![start];
    for _ in 0..1_000_000 {
        scheme.advance(problem);
        path.push(scheme.motion());
        if scheme.motion().displacement <= 0.0 {
            return path;
        }
    }
    panic!("still in contact after a million steps");
}

/// One flight into the wall and out again, watched from outside: duration between the straight lines,
/// velocity after it, samples inside, and everywhere the mass was.
pub struct Flight {
    pub duration: f64,
    pub release: f64,
    pub inside: usize,
    pub path: Vec<f64>,
}

/// Flies from `start`, outside, until two samples after release. `None` where the scheme refused a step.
pub fn flight<L: Law, S: Scheme<L>>(
    scheme: &mut S,
    problem: &Problem<L>,
    start: Motion,
    wall: f64,
) -> Option<Flight> {
    let step = problem.step.seconds();
    scheme.begin(problem, start);
    let mut path = vec![start.displacement];
    let (mut inside, mut been_in, mut outside_again) = (0, false, 0);
    for n in 1..1_000_000u32 {
        if let StepOutcome::ComplexRoot(_) = scheme.advance(problem).outcome {
            return None;
        }
        let at = scheme.motion();
        path.push(at.displacement);
        // A graze is not a touch: the sign of a rounding error must not count as a sample.
        if at.displacement - wall > 1e-12 * start.displacement.abs() {
            inside += 1;
            been_in = true;
            outside_again = 0;
        } else if been_in {
            outside_again += 1;
        }
        if outside_again >= 3 && at.velocity < 0.0 {
            let enter = (wall - start.displacement) / start.velocity;
            let leave = f64::from(n) * step + (wall - at.displacement) / at.velocity;
            return Some(Flight { duration: leave - enter, release: at.velocity, inside, path });
        }
    }
    panic!("never came back");
}

/// Fails with both numbers when they differ by more than `tolerance`, relatively.
#[track_caller]
pub fn close(what: &str, value: f64, exact: f64, tolerance: f64) {
    let error = relative(value, exact);
    assert!(error <= tolerance, "{what}: {value:e}, expected {exact:e}, off by {error:e} > {tolerance:e}");
}
