//! Figure of the Stribeck curve: closed form and simulation.

use super::{cells, figure, figures, spread};
use crate::experiment::rub::{drag, friction_law};
use crate::plot::{Axis, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::{Friction, Step};

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-stribeck",
    paper: Paper::Foley,
    label: "Stribeck curve",
    title: "Force of steady sliding over speed",
    text: "Line: the closed form F_c + (F_s − F_c) exp(−v²/v_s²) + σ_2 v. Points: the contact itself, dragged from rest at constant \
           speed over forty bristle lengths and fifty steps, at three bristle stiffnesses and three rates. Steady sliding is the fixed \
           point of the step at any stiffness and rate: the points lie on the line to the last digits, even where one step slides over \
           a thousand bristle lengths. The numbers are the largest deviations over 25 speeds.",
    make,
};

/// Bristle stiffness σ₀ \[N/m\] of each curve, with its name, pen and mark.
const STIFFNESSES: [(f64, &str, Pen, Mark); 3] = [
    (1e4, "10^4", Pen::of(Ink::Blue), Mark::Ring),
    (1e6, "10^6", Pen::of(Ink::Green), Mark::Square),
    (1e8, "10^8", Pen::of(Ink::Vermilion), Mark::Cross),
];
const RATES: [f64; 3] = [8_000.0, 44_100.0, 96_000.0];
const SPEEDS: usize = 25;

/// Returns `count` speeds from 1 cm/s to 3 m/s in equal ratios \[m/s\].
fn speeds(count: usize) -> impl Iterator<Item = f64> {
    spread(0.0, 1.0, count).map(|place| 0.01 * 300f64.powf(place))
}

/// Drags the contact until sliding is steady and returns the friction force \[N\].
fn steady_force(law: Friction, speed: f64, rate: f64) -> f64 {
    let lengths = 40.0 * law.steady_force(0.0) / law.stiffness;
    let steps = 50 + (lengths * rate / speed) as usize;
    let mut force = 0.0;
    let path = core::iter::repeat_n(speed / rate, steps);
    drag(law, Step::at_rate(rate), path, |_, decision| {
        force = decision.force;
    });
    force
}

fn make() -> Product {
    let law = friction_law(1e4);
    let curve = speeds(200).map(|v| (v, law.steady_force(v)));
    let mut plot = Plot::new(
        "Force of steady sliding over speed",
        Axis::logarithmic("sliding speed v [m/s]", 0.01, 3.0),
        Axis::linear("force [N]", 0.0, 5.0),
    )
    .with(pens::CLOSED_FORM, "closed form", curve);
    let mut list = Vec::new();
    for (n, (stiffness, name, pen, mark)) in STIFFNESSES.into_iter().enumerate() {
        let law = friction_law(stiffness);
        for rate in RATES {
            list.push(deviation(law, name, rate));
        }
        // Each stiffness has its own speeds, so that no point hides another.
        let own = speeds(3 * 9).enumerate().filter(|(i, _)| i % 3 == n);
        let points: Vec<_> = own.map(|(_, v)| (v, steady_force(law, v, RATES[1]))).collect();
        let label = format!("simulated, σ_0 = {name} N/m");
        plot = plot.with(pen.points(mark), label, points);
    }
    figures([figure(
        "foley-figure-stribeck",
        "F_N = 5 N, μ_s = 0.8, μ_d = 0.3, v_s = 0.1 m/s, σ_2 = 0.4 kg/s; points at 44.1 kHz.",
        &plot,
        list,
    )])
}

/// Creates the cell of the largest relative deviation of the simulated force over the speeds.
fn deviation(law: Friction, name: &str, rate: f64) -> Cell {
    let off = |v: f64| (steady_force(law, v, rate) / law.steady_force(v) - 1.0).abs();
    cells::shown(
        format!("σ_0 = {name} N/m"),
        format!("largest deviation at {} kHz [1]", rate / 1e3),
        speeds(SPEEDS).map(off).fold(0.0, f64::max),
        "",
    )
}
