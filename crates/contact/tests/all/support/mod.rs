//! Shared test helpers: reference files, seeded random numbers, and comparisons.

pub(crate) mod belt;
pub(crate) mod modal;

use foley_contact::Motion;
use foley_contact::law::Law;
use foley_contact::scheme::{Problem, Scheme, StepOutcome};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

pub(crate) fn impact() -> Value {
    serde_json::from_str(include_str!("../../reference/impact.json")).expect("impact.json is JSON")
}

pub(crate) fn energy_schemes() -> Value {
    serde_json::from_str(include_str!("../../reference/energy-schemes.json"))
        .expect("energy-schemes.json is JSON")
}

pub(crate) fn modal_contact() -> Value {
    serde_json::from_str(include_str!("../../reference/modal-contact.json"))
        .expect("modal-contact.json is JSON")
}

/// Reads a number written as a JSON number or as text with more digits.
pub(crate) fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a number in quotes"),
        other => other.as_f64().expect("a number"),
    }
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// Seeded uniform random numbers.
pub(crate) struct Dice(Pcg64Mcg);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::new(u128::from(seed) | 1))
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number uniform in its logarithm.
    pub(crate) fn log_between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.unit())
    }

    /// An exponent from the declared range; its ends and Hertz's 1.5 are drawn more often.
    pub(crate) fn exponent(&mut self) -> f64 {
        match (self.unit() * 8.0) as u32 {
            0 => 1.0,
            1 => 1.5,
            2 => 3.5,
            _ => self.between(1.0, 3.5),
        }
    }

    /// A start before first touch, as a fraction of a time step; zero is drawn more often.
    pub(crate) fn offset(&mut self) -> f64 {
        if self.unit() < 0.1 { 0.0 } else { self.unit() }
    }
}

/// |ours/theirs − 1|, or the absolute value where the reference is zero.
pub(crate) fn relative(ours: f64, theirs: f64) -> f64 {
    if theirs == 0.0 { ours.abs() } else { (ours / theirs - 1.0).abs() }
}

/// Asserts that both numbers agree within the relative `tolerance`.
#[track_caller]
pub(crate) fn agree(label: &str, ours: f64, theirs: f64, tolerance: f64) {
    let off = relative(ours, theirs);
    assert!(off <= tolerance, "{label}: ours {ours:e}, reference {theirs:e}, off by {off:e} > {tolerance:e}");
}

/// Motion of the mass; `_problem` selects the law, because a scheme implements `Scheme` for every law.
pub(crate) fn motion<L: Law>(scheme: &impl Scheme<L>, _problem: &Problem<L>) -> Motion {
    scheme.motion()
}

/// Steps until the mass is out of the wall. Returns all states, including the first one outside.
pub(crate) fn through_contact<L: Law, S: Scheme<L>>(
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

/// One flight into the wall and out again: duration between the zeros of the extrapolated flights outside,
/// release velocity, number of samples inside, and the path.
pub(crate) struct Flight {
    pub(crate) duration: f64,
    pub(crate) release: f64,
    pub(crate) inside: usize,
    pub(crate) path: Vec<f64>,
}

/// Flies from `start`, outside the wall, until two samples after release. `None` if the scheme failed to take
/// a step.
pub(crate) fn flight<L: Law, S: Scheme<L>>(
    scheme: &mut S,
    problem: &Problem<L>,
    start: Motion,
    wall: f64,
) -> Option<Flight> {
    let step = problem.step.seconds();
    scheme.begin(problem, start);
    let mut path = vec![start.displacement];
    let (mut inside, mut has_touched, mut outside_again) = (0, false, 0);
    for n in 1..1_000_000u32 {
        if let StepOutcome::ComplexRoot(_) = scheme.advance(problem).outcome {
            return None;
        }
        let at = scheme.motion();
        path.push(at.displacement);
        // A graze is not a contact: the sign of a rounding error must not count as a sample.
        if at.displacement - wall > 1e-12 * start.displacement.abs() {
            inside += 1;
            has_touched = true;
            outside_again = 0;
        } else if has_touched {
            outside_again += 1;
        }
        if outside_again >= 3 && at.velocity < 0.0 {
            let enter = (wall - start.displacement) / start.velocity;
            let leave = f64::from(n) * step + (wall - at.displacement) / at.velocity;
            return Some(Flight { duration: leave - enter, release: at.velocity, inside, path });
        }
    }
    panic!("the mass never left the wall");
}

/// Asserts that both numbers agree within the relative `tolerance`.
#[track_caller]
pub(crate) fn close(label: &str, value: f64, exact: f64, tolerance: f64) {
    let error = relative(value, exact);
    assert!(error <= tolerance, "{label}: {value:e}, expected {exact:e}, off by {error:e} > {tolerance:e}");
}
