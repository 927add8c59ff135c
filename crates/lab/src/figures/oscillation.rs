//! Simulations of the DAFx-17 paper by three-point schemes. The first two samples are the initial
//! displacement, and the displacement after one step at the initial velocity.

use foley_contact::Motion;
use foley_contact::law::Law;
use foley_contact::scheme::{Problem, Scheme, StepOutcome};

/// Initial displacement and velocity of a mass \[m, m/s\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Start {
    pub(super) displacement: f64,
    pub(super) velocity: f64,
}

/// Steps the scheme to the sample `steps`; `watch` receives every sample from the second on, with its index.
/// Returns the index of the sample before the first step without a real root; `None` if all steps have one.
pub(super) fn run<L: Law, S: Scheme<L>>(
    scheme: &mut S,
    problem: &Problem<L>,
    start: Start,
    steps: u64,
    mut watch: impl FnMut(u64, &S),
) -> Option<u64> {
    let second = start.displacement + problem.step.seconds() * start.velocity;
    scheme.begin(problem, Motion::new(second, start.velocity));
    watch(1, scheme);
    for n in 1..steps {
        if let StepOutcome::ComplexRoot(_) = scheme.advance(problem).outcome {
            return Some(n);
        }
        watch(n + 1, scheme);
    }
    None
}

/// Measures the frequency of an oscillation about zero, from its first rising zero crossing to its last
/// \[cycles per sample\].
pub(super) fn frequency(signal: &[f64]) -> f64 {
    let (mut crossings, mut first, mut last) = (0u32, 0.0, 0.0);
    for (n, pair) in signal.windows(2).enumerate() {
        if pair[0] < 0.0 && pair[1] >= 0.0 {
            last = n as f64 - pair[0] / (pair[1] - pair[0]);
            if crossings == 0 {
                first = last;
            }
            crossings += 1;
        }
    }
    f64::from(crossings.saturating_sub(1)) / (last - first)
}
