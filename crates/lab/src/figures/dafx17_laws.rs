//! Figure 1 of the DAFx-17 paper: three force laws.

use super::{figure, figures, spread};
use crate::plot::{Axis, Dash, Ink, Pen, Plot};
use crate::{Figure, Item, Paper, Product};
use foley_contact::law::{CentreLimited, Law, OneSided, Power};

pub(super) const FIGURE_1: Item = Item {
    id: "dafx17-figure-1",
    paper: Paper::Dafx17,
    label: "Figure 1",
    title: "Three nonlinear forces",
    text: "A hardening spring, a barrier on one side, and a barrier on either side: the potentials (3a), (3b), (3c), on which all other \
           figures of the paper are based.",
    make,
};

const PENS: [Pen; 3] =
    [Pen::of(Ink::Blue), Pen::of(Ink::Green).dash(Dash::Long), Pen::of(Ink::Vermilion).dash(Dash::Short)];

fn panel<L: Law>(
    (letter, name): (char, &str),
    laws: [(L, String); 3],
    (low, high): (f64, f64),
    caption: &str,
) -> Figure {
    let mut plot = Plot::new(
        format!("Force over displacement of {name}"),
        Axis::linear("displacement u [m]", -1.0, 1.0),
        Axis::linear("force φ'(u) [N]", low, high),
    );
    for ((law, label), pen) in laws.into_iter().zip(PENS) {
        plot = plot.with(pen, label, spread(-1.0, 1.0, 401).map(|u| (u, law.elastic(u))));
    }
    figure(format!("dafx17-figure-1{letter}"), caption, &plot, Vec::new())
}

fn make() -> Product {
    let springs = [1, 3, 5].map(|exponent| {
        let law = Power { stiffness: 1.0, exponent };
        (law, format!("α = {exponent}"))
    });
    let barriers = [1.0, 1.7, 2.8].map(|exponent| {
        let law = OneSided { stiffness: 1.0, exponent, barrier: 0.2 };
        (law, format!("α = {exponent}"))
    });
    let rattles = [1.0, 1.7, 2.8].map(|exponent| {
        let law = CentreLimited { stiffness: 1.0, exponent, clearance: 0.3 };
        (law, format!("α = {exponent}"))
    });
    figures([
        panel(('a', "a two-sided power law"), springs, (-1.0, 1.0), "(a) Nonlinear power law (3a), K = 1."),
        panel(
            ('b', "a one-sided power law"),
            barriers,
            (-0.2, 1.0),
            "(b) One-sided power law (3b), K = 1, h = 0.2 m.",
        ),
        panel(
            ('c', "a centre-limited power law"),
            rattles,
            (-0.8, 0.8),
            "(c) Centre-limited power law (3c), K = 1, h = 0.3 m.",
        ),
    ])
}
