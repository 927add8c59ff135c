//! Cost of a step of every scheme: subjects for counting instructions.
//!
//! `cargo xtask count` runs the example `count`, which repeats one of these subjects under a simulator that
//! counts every instruction. The mass and the wall are those of case 2 of \[Papetti2011\], exponent 3/2.
//! Subjects that end in `-general` use case 1, whose exponent 1.3 needs the general power function. The cost
//! of a step is the mean over all steps that begin in contact; it includes a copy of the scheme's state.

use crate::experiment::{CASE_1, CASE_2, RATE, problem};
use foley_contact::analytic::{ContactTiming, Impact, PressedImpact};
use foley_contact::law::{HuntCrossley, Linear};
use foley_contact::scheme::{
    Am1, Duration, Exact, Heun, Ieq, IeqForm, Problem, Quadratic, Rk4, Scheme, Substeps, ThreePoint,
    TwoPoint, Verlet,
};
use foley_contact::{Contact, Forecast, LinearImpact, Motion};
use std::hint::black_box;

/// A computation whose instructions are counted.
#[derive(Clone, Copy, Debug)]
pub struct StepSubject {
    /// Name of the subject on the command line.
    pub name: &'static str,
    /// Description of one repetition in a few words.
    pub description: &'static str,
    /// Performs the given number of repetitions of the subject.
    pub perform: fn(u64),
}

const fn subject(name: &'static str, description: &'static str, perform: fn(u64)) -> StepSubject {
    StepSubject { name, description, perform }
}

/// All counted subjects, in the order of the printed table.
pub const SUBJECTS: &[StepSubject] = &[
    subject("copy", "the loop and a copy of a small state, for reference", |n| {
        let states = contact_states(Verlet::new(), &CASE_2);
        cycle(n, &states, |state| {
            black_box(&state);
        });
    }),
    subject("am1", "one step in contact", |n| {
        steps(Am1::new(), &CASE_2, n);
    }),
    subject("am1-fewest", "a step with few iterations, at ten times the rate", |n| {
        repeat_am1_step(n, 10.0, Extreme::Min);
    }),
    subject("am1-most", "a step with many iterations", |n| {
        repeat_am1_step(n, 1.0, Extreme::Max);
    }),
    subject("verlet", "one step in contact", |n| {
        steps(Verlet::new(), &CASE_2, n);
    }),
    subject("heun", "one step in contact", |n| {
        steps(Heun::new(), &CASE_2, n);
    }),
    subject("rk4", "one step in contact", |n| {
        steps(Rk4::new(), &CASE_2, n);
    }),
    subject("two-point", "one step in contact", |n| {
        steps(TwoPoint::new(), &CASE_2, n);
    }),
    subject("three-point", "one step in contact", |n| {
        steps(ThreePoint::new(), &CASE_2, n);
    }),
    subject("quadratic", "one step in contact, loss ignored", |n| {
        steps(Quadratic::default(), &CASE_2, n);
    }),
    subject("ieq", "one step in contact", |n| {
        steps(Ieq::new(IeqForm::Plain), &CASE_2, n);
    }),
    subject("exact", "one step in contact, one per sample", |n| {
        steps(exact(), &CASE_2, n);
    }),
    subject("exact-entry", "the first step in contact, with the duration rule", |n| {
        let problem = problem(&CASE_2, RATE);
        let states = [before_touch(exact(), &CASE_2)];
        cycle(n, &states, |state| advance(state, &problem));
    }),
    subject("contact", "decide and settle of the exact step alone, in contact", |n| decisions(&CASE_2, n)),
    subject("contact-general", "decide and settle of the exact step alone, in contact", |n| {
        decisions(&CASE_1, n);
    }),
    subject("linear-impact", "decide and settle of the spring and dashpot, in contact", |n| {
        let problem = problem(&CASE_2, RATE);
        let law = Linear { stiffness: 1e7, damping: 10.0 };
        let at = Motion::new(1e-5, 1.0);
        let gap = Forecast::of_mass(problem.mass, at, 0.0, problem.step);
        cycle(n, &[LinearImpact::new(law, 1e-5)], |mut contact| {
            let decision = contact.decide(black_box(&gap), problem.step);
            black_box(contact.settle(&decision, decision.moved()));
            black_box(&contact);
        });
    }),
    subject("am1-general", "one step in contact", |n| {
        steps(Am1::new(), &CASE_1, n);
    }),
    subject("verlet-general", "one step in contact", |n| {
        steps(Verlet::new(), &CASE_1, n);
    }),
    subject("heun-general", "one step in contact", |n| {
        steps(Heun::new(), &CASE_1, n);
    }),
    subject("rk4-general", "one step in contact", |n| {
        steps(Rk4::new(), &CASE_1, n);
    }),
    subject("two-point-general", "one step in contact", |n| {
        steps(TwoPoint::new(), &CASE_1, n);
    }),
    subject("exact-general", "one step in contact, one per sample", |n| steps(exact(), &CASE_1, n)),
    subject("hybrid", "x(v) by eq. (3), in contact", |n| {
        let states = contact_states(Rk4::new(), &CASE_2);
        let velocities: Vec<f64> = states.iter().map(velocity).collect();
        cycle(n, &velocities, |v| {
            black_box(black_box(&CASE_2).compression_at(black_box(v)));
        });
    }),
    subject("output", "the approximate release velocity ṽ_out, eq. (7)", |n| {
        cycle(n, &[CASE_2], |impact| {
            black_box(black_box(impact).release_velocity_approximation(4));
        });
    }),
    subject("release", "the exact release velocity, eq. (6)", |n| {
        cycle(n, &[CASE_2], |impact| {
            black_box(black_box(impact).release_velocity());
        });
    }),
    subject("release-bisection", "eq. (6) by 20 bisections", |n| {
        cycle(n, &[CASE_2], |impact| {
            black_box(bisected_release(&black_box(impact)));
        });
    }),
    subject("release-pressed", "the release velocity under a constant force", |n| {
        cycle(n, &[PressedImpact::new(CASE_2, 1.0)], |pressed| {
            black_box(black_box(pressed).release_velocity());
        });
    }),
    subject("clock-fast", "contact time and duration error, by the series", |n| {
        cycle(n, &[(1.5, 0.5)], |at| {
            let (alpha, u) = black_box(at);
            black_box(ContactTiming::fast(alpha, u));
        });
    }),
    subject("clock-accurate", "contact time and duration error, to 1e-13", |n| {
        cycle(n, &[(1.5, 0.5)], |at| {
            let (alpha, u) = black_box(at);
            black_box(ContactTiming::accurate(alpha, u));
        });
    }),
];

/// Returns the Newton iterations of the subjects `am1-fewest` and `am1-most`.
pub fn am1_iterations() -> (u32, u32) {
    (am1_step(10.0, Extreme::Min).2, am1_step(1.0, Extreme::Max).2)
}

/// Selects a step of a contact by its number of Newton iterations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Min,
    Max,
}

/// Returns the one-step Adams-Moulton (AM1) step with the fewest or the most Newton iterations in the contact
/// of case 2, and the number of these iterations. The sample rate is `oversampling` times [`RATE`].
fn am1_step(oversampling: f64, extreme: Extreme) -> (Problem<HuntCrossley>, Am1, u32) {
    let problem = problem(&CASE_2, oversampling * RATE);
    let mut state = Am1::new();
    state.begin(&problem, Motion::new(0.0, CASE_2.speed));
    state.advance(&problem);
    let mut chosen = None;
    loop {
        let before = state;
        let iterations = state.advance(&problem).iterations;
        if Scheme::<HuntCrossley>::compression(&state) <= 0.0 {
            break;
        }
        let wants_more = extreme == Extreme::Max;
        if chosen.is_none_or(|(_, best)| iterations != best && (iterations > best) == wants_more) {
            chosen = Some((before, iterations));
        }
    }
    let (state, iterations) = chosen.expect("the contact of case 2 lasts six samples");
    (problem, state, iterations)
}

fn exact() -> Exact {
    Exact::new(Substeps::Count(1), Duration::Corrected)
}

fn velocity<S: Scheme<HuntCrossley>>(state: &S) -> f64 {
    state.motion().velocity
}

/// Starts the scheme half a sample before the mass reaches the wall, and returns the scheme.
fn before_touch<S: Scheme<HuntCrossley>>(mut scheme: S, impact: &Impact) -> S {
    let problem = problem(impact, RATE);
    let x = -0.5 * problem.step.seconds() * impact.speed;
    scheme.begin(&problem, Motion::new(x, impact.speed));
    scheme
}

/// Returns the states of the scheme at the samples of one impact that are in contact.
fn contact_states<S: Scheme<HuntCrossley> + Copy>(scheme: S, impact: &Impact) -> Vec<S> {
    let problem = problem(impact, RATE);
    let mut state = before_touch(scheme, impact);
    let mut states = Vec::new();
    while states.is_empty() || state.compression() > 0.0 {
        state.advance(&problem);
        if state.compression() > 0.0 {
            states.push(state);
        }
    }
    states
}

fn advance<S: Scheme<HuntCrossley>>(mut state: S, problem: &Problem<HuntCrossley>) {
    black_box(state.advance(black_box(problem)));
    black_box(&state);
}

/// Calls `perform` `n` times; the inputs are used in turn and repeated from the first.
fn cycle<T: Copy>(n: u64, inputs: &[T], mut perform: impl FnMut(T)) {
    let mut index = 0;
    for _ in 0..n {
        perform(inputs[index]);
        index += 1;
        if index == inputs.len() {
            index = 0;
        }
    }
}

fn steps<S: Scheme<HuntCrossley> + Copy>(scheme: S, impact: &Impact, n: u64) {
    let problem = problem(impact, RATE);
    cycle(n, &contact_states(scheme, impact), |state| {
        advance(state, &problem);
    });
}

/// Repeats the contact part of the exact step `n` times: the choice of the force and the update of the
/// contact. The inputs are the states of one impact that are in contact, in turn.
fn decisions(impact: &Impact, n: u64) {
    let problem = problem(impact, RATE);
    let states: Vec<(Contact, Forecast)> = contact_states(exact(), impact)
        .iter()
        .map(|state| {
            let at = Scheme::<HuntCrossley>::motion(state);
            let mass = Forecast::of_mass(problem.mass, at, 0.0, problem.step);
            (*state.contact(), mass)
        })
        .collect();
    cycle(n, &states, |(mut contact, gap)| {
        let decision = contact.decide(black_box(&gap), problem.step);
        black_box(contact.settle(&decision, decision.moved()));
        black_box(&contact);
    });
}

fn repeat_am1_step(n: u64, oversampling: f64, extreme: Extreme) {
    let (problem, state, _) = am1_step(oversampling, extreme);
    cycle(n, &[state], |state| advance(state, &problem));
}

/// Finds the release velocity by 20 bisections \[m/s\]. The search starts between −1/μ, with the damping μ of
/// the contact, and 0. The paper considers this method in its remark on cost.
fn bisected_release(impact: &Impact) -> f64 {
    let mu = impact.law.damping;
    let loss = |v: f64| mu * v - (mu * v).ln_1p();
    let level = loss(impact.speed);
    let (mut low, mut high) = (-1.0 / mu, 0.0);
    for _ in 0..20 {
        let middle = 0.5 * (low + high);
        if loss(middle) > level {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_runs() {
        for subject in SUBJECTS {
            (subject.perform)(3);
        }
    }

    #[test]
    fn bisection_finds_the_release_velocity() {
        let off = bisected_release(&CASE_2) / CASE_2.release_velocity() - 1.0;
        assert!(off.abs() < 3e-6, "{off:e}");
    }

    #[test]
    fn the_number_of_newton_iterations_differs_between_steps() {
        let (fewest, most) = am1_iterations();
        assert!(fewest >= 2 && fewest < most, "{fewest} to {most}");
    }
}
