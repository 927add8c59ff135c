//! Presliding of the bristles under reversal: elastic below break-away, a hysteresis loop above.

use super::{MILLI, cells, figure, figures};
use crate::experiment::rub::{drag, friction_law, triangle_path};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::{Friction, Step};

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-presliding",
    paper: Paper::Foley,
    label: "Presliding",
    title: "Force over displacement under slow reversal",
    text: "One surface is dragged back and forth over the other at 1 mm/s, so slowly that the speed has hardly any influence. Below \
           break-away, z_ba = k_ba F_c/σ_0, the bristles only bend: an elastic spring of stiffness σ_0. Beyond it some of them slip, \
           and the return path differs: a loop whose area is the heat. At large displacements all of them slip, and the force is the \
           static friction F_s. The loop closes: the last two of twelve rounds are identical.",
    make,
};

/// Speed of the dragged surface \[m/s\].
const SPEED: f64 = 1e-3;
/// Number of steps in a quarter of a round.
const QUARTER: usize = 400;
const ROUNDS: usize = 12;

/// Recorded friction of a surface that is dragged back and forth.
struct Reversal {
    /// Displacement in the middle of every step \[m\], and friction force of the step \[N\].
    path: Vec<(f64, f64)>,
    /// Heat of the friction in the last round \[J\].
    heat: f64,
    /// Work of the drag in the last round \[J\].
    work: f64,
}

impl Reversal {
    fn of(law: Friction, amplitude: f64) -> Self {
        let step = Step::of_seconds(amplitude / QUARTER as f64 / SPEED);
        let steps: Vec<f64> = triangle_path(amplitude, QUARTER, ROUNDS).collect();
        let (mut at, mut path) = (0.0, Vec::new());
        let (mut heat, mut work) = (0.0, 0.0);
        let last_round = 4 * QUARTER * (ROUNDS - 1);
        drag(law, step, steps.iter().copied(), |_, decision| {
            let slid = decision.slid();
            if path.len() >= last_round {
                heat += decision.heat;
                work += decision.force * slid;
            }
            path.push((at + 0.5 * slid, decision.force));
            at += slid;
        });
        Self { path, heat, work }
    }

    /// Returns the slope of force over displacement in the first ten steps from rest, below break-away
    /// \[N/m\].
    fn slope(&self) -> f64 {
        let ((x0, f0), (x1, f1)) = (self.path[0], self.path[10]);
        (f1 - f0) / (x1 - x0)
    }

    /// Returns the largest difference of the friction force between the last two rounds \[N\].
    fn loop_gap(&self) -> f64 {
        let (_, last_two) = self.path.split_at(4 * QUARTER * (ROUNDS - 2));
        let (second, third) = last_two.split_at(4 * QUARTER);
        let pairs = second.iter().zip(third);
        pairs.map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max)
    }
}

fn make() -> Product {
    let law = friction_law(1e4);
    let limit = law.elastic_limit() / law.stiffness;
    let longest = law.steady_force(0.0) / law.stiffness;
    let runs = [
        ("0.9 z_ba", 0.9 * limit, Pen::of(Ink::Vermilion).width(26)),
        ("F_s/σ_0", longest, Pen::of(Ink::Green).dash(Dash::Long)),
        ("3 F_s/σ_0", 3.0 * longest, Pen::of(Ink::Blue)),
    ];
    let mut plot = Plot::new(
        "Force over displacement under slow reversal",
        Axis::linear("displacement [mm]", -1.3, 1.3),
        Axis::linear("force [N]", -5.0, 5.0),
    )
    .with_horizontal(pens::LIMIT, "± F_s", law.steady_force(0.0))
    .with_horizontal(pens::LIMIT, "", -law.steady_force(0.0))
    .with(
        pens::CLOSED_FORM.dash(Dash::Short),
        "slope σ_0",
        [-5.0, 5.0].map(|f: f64| (f / law.stiffness * MILLI, f)),
    );
    let mut list = Vec::new();
    // The largest loop is drawn first, so that it does not cover the others.
    for (name, amplitude, pen) in runs.into_iter().rev() {
        let run = Reversal::of(law, amplitude);
        list.extend(numbers(name, &law, &run));
        let (first, last) = (&run.path[..4 * QUARTER], &run.path[4 * QUARTER * (ROUNDS - 1)..]);
        let gap = [(f64::NAN, f64::NAN)];
        let path = first.iter().chain(&gap).chain(last).map(|(x, f)| (x * MILLI, *f));
        plot = plot.with(pen, format!("to ± {name}"), path);
    }
    figures([figure(
        "foley-figure-presliding",
        "σ_0 = 10^4 N/m, F_s = 4 N, F_c = 1.5 N, k_ba = 0.7, so that z_ba = 0.105 mm; 1 mm/s; the first of twelve rounds from rest, and the last.",
        &plot,
        list,
    )])
}

fn numbers(name: &str, law: &Friction, run: &Reversal) -> [Cell; 4] {
    let row = format!("to ± {name}");
    let cell = |column, value, note| cells::shown(row.clone(), column, value, note);
    [
        cell("slope at the origin over σ_0 [1]", run.slope() / law.stiffness, ""),
        cell(
            "gap of the loop [F_s]",
            run.loop_gap() / law.steady_force(0.0),
            "difference of the last two of twelve rounds",
        ),
        cell("heat of a round [µJ]", 1e6 * run.heat, ""),
        cell("work of a round [µJ]", 1e6 * run.work, ""),
    ]
}
