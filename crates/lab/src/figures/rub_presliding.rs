//! Bristles bent to and fro: a spring within break-away, a loop beyond.

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
    text: "One surface is pulled to and fro over the other at 1 mm/s, so slowly that speed hardly matters. Within break-away, z_ba = k_ba F_c/σ_0, bristles only bend: a spring \
           of stiffness σ_0 that gives everything back. Beyond it some slip, and the way back is another: a loop, whose area is the heat. \
           Pulled far enough they all slip, and the force is the static friction F_s. The loop closes: after a dozen rounds the last two are the same.",
    make,
};

/// Speed [m/s].
const SPEED: f64 = 1e-3;
/// Steps from the middle to an end.
const QUARTER: usize = 400;
const ROUNDS: usize = 12;

/// A reversal: amplitude \[m\], every step's displacement \[m\] in its middle and force \[N\], heat and work
/// of the last round \[J\].
struct Reversal {
    path: Vec<(f64, f64)>,
    heat: f64,
    work: f64,
}

impl Reversal {
    fn of(law: Friction, amplitude: f64) -> Self {
        let step = Step::of_seconds(amplitude / QUARTER as f64 / SPEED);
        let way: Vec<f64> = triangle_path(amplitude, QUARTER, ROUNDS).collect();
        let (mut at, mut path) = (0.0, Vec::new());
        let (mut heat, mut work) = (0.0, 0.0);
        let last_round = 4 * QUARTER * (ROUNDS - 1);
        drag(law, step, way.iter().copied(), |_, decision| {
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

    /// Of the first few steps from rest, all within break-away [N/m].
    fn slope(&self) -> f64 {
        let ((x0, f0), (x1, f1)) = (self.path[0], self.path[10]);
        (f1 - f0) / (x1 - x0)
    }

    /// How far the last two rounds are apart \[N\].
    fn open(&self) -> f64 {
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
    .with_horizontal(pens::LIMIT, "± F_s", law.steady(0.0))
    .with_horizontal(pens::LIMIT, "", -law.steady(0.0))
    .with(
        pens::CLOSED_FORM.dash(Dash::Short),
        "slope σ_0",
        [-5.0, 5.0].map(|f: f64| (f / law.stiffness * MILLI, f)),
    );
    let mut list = Vec::new();
    // The largest first, so that the others lie on it.
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
        cell("loop open by [F_s]", run.open() / law.steady_force(0.0), "the last two of twelve rounds"),
        cell("heat of a round [µJ]", 1e6 * run.heat, ""),
        cell("work of a round [µJ]", 1e6 * run.work, ""),
    ]
}
