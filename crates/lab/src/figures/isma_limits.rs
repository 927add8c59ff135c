//! Figure 6 of the ISMA paper: shortest contact duration at a sample rate.

use super::isma_impacts::linear;
use super::{MICRO, cells, figure, figures, spread};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use core::f64::consts::PI;
use foley_contact::Step;
use foley_contact::bounce::{Approach, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Exact, Problem, Scheme, StiffnessRule, ThreePoint, TwoPoint};

pub(super) const FIGURE_6: Item = Item {
    id: "isma-figure-6",
    paper: Paper::Isma2017,
    label: "Figure 6",
    title: "The shortest contact, and the error below it",
    text: "For the hard collision of figure 3 (ω_c = 10^5 rad/s, 31.4 µs). Lines: the paper's bounds Δt and 2Δt, and the error that \
           follows from them. Points: simulated durations with β*, averaged over sixteen phases of a sample. The two-point scheme \
           agrees. The three-point scheme is better than its bound, because two samples inside the wall correspond to 1.71 samples \
           of duration; nor is it exact at the bound: −4 µs at 63.7 kHz. The error of the exact step is below 0.002 µs at every rate.",
    make,
};

const OMEGA: f64 = 1e5;
const RATES: [f64; 13] = [10e3, 16e3, 20e3, 25e3, 30e3, 35e3, 40e3, 44.1e3, 48e3, 60e3, 63.7e3, 80e3, 96e3];

/// Returns the error of a scheme's contact duration \[s\]. It is the mean of sixteen runs, whose contacts
/// begin at different fractions of a sample.
fn duration_error<S: Scheme<HuntCrossley>>(rate: f64, mut scheme: impl FnMut() -> S) -> f64 {
    let step = Step::of_seconds(1.0);
    let ratio = OMEGA / rate;
    let problem = Problem::new(1.0, linear(ratio * ratio), step);
    let phases = 16u32;
    let sum: f64 = (0..phases)
        .map(|phase| {
            let approach = Approach {
                speed: 1.0,
                offset: 2.0 + (f64::from(phase) + 0.5) / f64::from(phases),
                max_steps: 100_000,
            };
            bounce(&problem, &mut scheme(), approach, |_| ()).duration
        })
        .sum();
    sum / f64::from(phases) / rate - PI / OMEGA
}

fn simulated() -> [Vec<(f64, f64)>; 3] {
    let rule = StiffnessRule::Exact;
    let over = |error: &dyn Fn(f64) -> f64| RATES.iter().map(|&rate| (rate, error(rate))).collect();
    [
        over(&|rate| duration_error(rate, || TwoPoint::with_stiffness(rule))),
        over(&|rate| duration_error(rate, || ThreePoint::with_stiffness(rule))),
        over(&|rate| duration_error(rate, Exact::default)),
    ]
}

fn numbers(simulated: &[Vec<(f64, f64)>; 3]) -> Vec<Cell> {
    let tau = PI / OMEGA;
    let mut list = Vec::new();
    for (n, rate) in RATES.into_iter().enumerate() {
        let row = format!("{} kHz", rate / 1e3);
        for (column, value, note) in [
            ("two-point, bound [µs]", (1.0 / rate - tau).max(0.0), "max(Δt − τ, 0)"),
            ("two-point, simulated [µs]", simulated[0][n].1, "β_2*, mean over phases"),
            ("three-point, bound [µs]", (2.0 / rate - tau).max(0.0), "max(2Δt − τ, 0)"),
            ("three-point, simulated [µs]", simulated[1][n].1, "β_3*, mean over phases"),
            ("exact step [µs]", simulated[2][n].1, "mean over phases"),
        ] {
            list.push(cells::shown(row.clone(), column, value * MICRO, note));
        }
    }
    list
}

fn make() -> Product {
    let tau = PI / OMEGA;
    let rates = || spread(10e3, 100e3, 400);
    let bound = |samples: f64| rates().map(move |r| (r / 1e3, samples / r * MICRO));
    let error = |samples: f64| rates().map(move |r| (r / 1e3, (samples / r - tau).max(0.0) * MICRO));
    let two = Pen::of(Ink::Green);
    let three = Pen::of(Ink::Vermilion).dash(Dash::Long);
    let shortest = Plot::new(
        "Shortest contact that two schemes can simulate exactly, over sample rate",
        Axis::linear("sample rate [kHz]", 10.0, 100.0).ticks_at([10.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
        Axis::linear("contact duration [µs]", 0.0, 200.0),
    )
    .with(two, "two-point, Δt", bound(1.0))
    .with(three, "three-point, 2Δt", bound(2.0))
    .with_horizontal(pens::LIMIT, "target, 31.4 µs", tau * MICRO);
    let simulated = simulated();
    let points = |n: usize| simulated[n].iter().map(|&(r, e)| (r / 1e3, e * MICRO));
    let errors = Plot::new(
        "Error of the contact duration of two schemes and the exact step, over sample rate",
        Axis::linear("sample rate [kHz]", 10.0, 100.0).ticks_at([10.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
        Axis::linear("error of the duration [µs]", -20.0, 180.0),
    )
    .with(two, "two-point, bound", error(1.0))
    .with(two.points(Mark::Square), "simulated", points(0))
    .with(three, "three-point, bound", error(2.0))
    .with(three.points(Mark::Triangle), "simulated", points(1))
    .with(pens::EXACT, "exact step", points(2));
    figures([
        figure(
            "isma-figure-6a",
            "Top: the shortest contact that each scheme can simulate exactly. Dotted: the duration of the hard collision of figure 3.",
            &shortest,
            Vec::new(),
        ),
        figure(
            "isma-figure-6b",
            "Bottom: the error of the duration where the contact is too short for the sample rate.",
            &errors,
            numbers(&simulated),
        ),
    ])
}
