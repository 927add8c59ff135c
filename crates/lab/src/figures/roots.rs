//! Figure 2 of the DAFx-17 paper: range in which the quadratic scheme has real roots.
//!
//! Each of 168 oscillators takes 2000 steps. Its force is K u^α, with the stiffness K, displacement u and
//! exponent α. A point of the figure is the minimum discriminant of one oscillator; a missing point means a
//! step without a real root.

use super::oscillation::{Start, run};
use super::{cells, figure, figures};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot};
use crate::{Cell, Figure, Item, Paper, Product};
use foley_contact::Step;
use foley_contact::law::Power;
use foley_contact::scheme::{Problem, Quadratic};

pub(super) const FIGURE_2: Item = Item {
    id: "dafx17-figure-2",
    paper: Paper::Dafx17,
    label: "Figure 2",
    title: "Range in which the quadratic scheme has real roots",
    text: "As the paper says, the roots are always real for s = 3, at 1 m/s for s = 1, and with α = 1 for s = 1/2. One statement is \
           not confirmed: at 20 m/s, s = 1, the paper has real roots for α = 1, 3 and k_1, k_2, k_3, but for α = 3, k_3 the root is \
           complex at the first step. There, with u ≈ 0 and the displacement d = k v of one step, the discriminant is \
           d²(2.5·10⁵ + 2.5·10⁶ d² − 2·10⁶ d⁴), which is negative at d = 1.265.",
    make,
};

/// One oscillator of the figure and the result of its 2000 steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Weight s of the quadratic scheme's expansion \[1\].
    pub s: f64,
    /// Initial velocity of the oscillator \[m/s\].
    pub speed: f64,
    /// Exponent α of the force \[1\].
    pub exponent: u32,
    /// Time step of the scheme, one of k₁ … k₄ \[s\].
    pub step: f64,
    /// Index of the sample before the first step without a real root; `None` if all 2000 steps are real.
    pub failed_sample: Option<u64>,
    /// Minimum discriminant of all steps taken \[N²\].
    pub min_discriminant: f64,
}

const WEIGHTS: [f64; 3] = [0.5, 1.0, 3.0];
const SPEEDS: [f64; 2] = [1.0, 20.0];
const EXPONENTS: [u32; 7] = [1, 3, 5, 7, 9, 11, 13];
const STIFFNESS: f64 = 1e3;
const STEPS: u64 = 2_000;

/// Returns the four time steps k₁ … k₄ = √(M/4K), √(M/K), √(4M/K), √(16M/K) \[s\], with the mass M = 1 kg and
/// the stiffness K.
fn time_steps() -> [f64; 4] {
    [0.25, 1.0, 4.0, 16.0].map(|factor: f64| (factor / STIFFNESS).sqrt())
}

fn trial(s: f64, speed: f64, exponent: u32, step: f64) -> Trial {
    let spring = Power { stiffness: STIFFNESS, exponent };
    let problem = Problem::new(1.0, spring, Step::of_seconds(step));
    let start = Start { displacement: -1e-3, velocity: speed };
    let mut min_discriminant = f64::INFINITY;
    let failed_sample = run(&mut Quadratic::new(s), &problem, start, STEPS, |n, scheme| {
        // The first sample is an initial value, not the result of a step.
        if n > 1 {
            min_discriminant = min_discriminant.min(scheme.discriminant());
        }
    });
    Trial { s, speed, exponent, step, failed_sample, min_discriminant }
}

/// Runs all trials, ordered by weight, speed, exponent and time step.
pub fn trials() -> Vec<Trial> {
    let mut list = Vec::new();
    for s in WEIGHTS {
        for speed in SPEEDS {
            for exponent in EXPONENTS {
                for step in time_steps() {
                    list.push(trial(s, speed, exponent, step));
                }
            }
        }
    }
    list
}

fn name(s: f64) -> &'static str {
    if s == 0.5 {
        "1/2"
    } else if s == 1.0 {
        "1"
    } else {
        "3"
    }
}

/// Creates the cells of the paper's statements about the panel of weight `s` and initial `speed`: numbers of
/// trials with real roots.
fn statements(trials: &[Trial], s: f64, speed: f64) -> Vec<Cell> {
    let count = |keep: &dyn Fn(&Trial) -> bool| {
        let of_panel = trials.iter().filter(|t| t.s == s && t.speed == speed && keep(t));
        of_panel.filter(|t| t.failed_sample.is_none()).count() as f64
    };
    let row = format!("s = {}, v = {speed} m/s", name(s));
    let all = count(&|_| true);
    if s == 0.5 {
        let linear = count(&|t| t.exponent == 1);
        return vec![
            cells::stated(row.clone(), "real of 4, α = 1", "4", (linear, linear), ""),
            cells::shown(row, "real of 28", all, "\"quite poorly behaved for higher values of α\""),
        ];
    }
    if s == 3.0 || speed == 1.0 {
        return vec![cells::stated(row, "real of 28", "28", (all, all), "")];
    }
    let third = time_steps()[2];
    let stated = count(&|t| t.exponent <= 3 && t.step <= third);
    let cell = trials.iter().find(|t| t.s == s && t.speed == speed && t.exponent == 3 && t.step == third);
    let failed = cell.and_then(|t| t.failed_sample).map_or(f64::NAN, |n| n as f64);
    vec![
        cells::claimed(
            row.clone(),
            "real of 6: α = 1, 3 and k_1, k_2, k_3",
            "6",
            (stated, stated),
            stated == 6.0,
            "the cell α = 3, k_3 is complex",
        ),
        cells::claimed(
            row.clone(),
            "α = 3, k_3: complex after sample",
            "never",
            (failed, failed),
            failed.is_nan(),
            "not reproduced",
        ),
        cells::shown(row, "real of 28", all, ""),
    ]
}

fn panel(trials: &[Trial], letter: char, s: f64, speed: f64) -> Figure {
    let of_panel: Vec<&Trial> = trials.iter().filter(|t| t.s == s && t.speed == speed).collect();
    let real = || of_panel.iter().filter(|t| t.failed_sample.is_none()).map(|t| t.min_discriminant);
    let low = real().fold(f64::INFINITY, f64::min).log10().floor();
    let high = real().fold(0.0, f64::max).log10().ceil();
    let mut plot = Plot::new(
        format!(
            "Minimum discriminant over the exponent for s = {} and an initial velocity of {speed} m/s; points with complex roots are omitted",
            name(s)
        ),
        Axis::linear("exponent α", 0.0, 14.0).ticks_at(EXPONENTS.map(f64::from)),
        Axis::logarithmic("minimum Δ [N^2]", 10f64.powf(low - 0.3), 10f64.powf(high + 0.3)),
    );
    let pens = [
        Pen::of(Ink::Blue).mark(Mark::Dot),
        Pen::of(Ink::Green).dash(Dash::Long).mark(Mark::Square),
        Pen::of(Ink::Vermilion).dash(Dash::Short).mark(Mark::Triangle),
        Pen::of(Ink::Purple).dash(Dash::Dotted).mark(Mark::Diamond),
    ];
    for (n, (step, pen)) in time_steps().into_iter().zip(pens).enumerate() {
        let points = of_panel.iter().filter(|t| t.step == step).map(|t| {
            let minimum = if t.failed_sample.is_some() { f64::NAN } else { t.min_discriminant };
            (f64::from(t.exponent), minimum)
        });
        plot = plot.with(pen, format!("k_{}", n + 1), points);
    }
    figure(
        format!("dafx17-figure-2{letter}"),
        format!(
            "s = {}, v_0 = {speed} m/s, u_0 = −1 mm. M = 1 kg, K = 10^3; k_1 … k_4 = √(M/4K), √(M/K), √(4M/K), √(16M/K).",
            name(s)
        ),
        &plot,
        statements(trials, s, speed),
    )
}

fn make() -> Product {
    let trials = trials();
    let letters = "abcdef".chars();
    let panels = SPEEDS.into_iter().flat_map(|speed| WEIGHTS.map(|s| (s, speed)));
    figures(letters.zip(panels).map(|(letter, (s, speed))| panel(&trials, letter, s, speed)))
}
