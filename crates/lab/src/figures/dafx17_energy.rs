//! Figure 5 of the DAFx-17 paper: kinetic, potential and total energy while a particle meets a barrier.

use super::dafx17_barrier::{BarrierRun, RATES, Variant};
use super::{MICRO, cells, figure, figures};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot};
use crate::{Figure, Item, Paper, Product};

pub(super) const FIGURE_5: Item = Item {
    id: "dafx17-figure-5",
    paper: Paper::Dafx17,
    label: "Figure 5",
    title: "Energy of a fast particle at a stiff barrier",
    text: "The total of 200 J is constant to rounding in every run. For s = 3 the potential energy falls to −0.66 of the total at 44.1 kHz, and \
           the kinetic energy rises to 1.66 of it: for one sample the particle is faster than before contact. At ten times the \
           rate the minimum is −0.012: bounded, and tending to zero with the step, as the paper says.",
    make,
};

/// Kinetic energy of the particle before contact \[J\].
const INITIAL_ENERGY: f64 = 200.0;

fn panel(letter: char, variant: Variant, rate: f64) -> Figure {
    let run = BarrierRun::of(variant, rate);
    let marks = |mark: Mark| if rate == RATES[0] { mark } else { Mark::None };
    let path = |energy: fn(f64, f64) -> f64| -> Vec<(f64, f64)> {
        run.samples.iter().map(|m| (m.time * MICRO, energy(m.total, m.kinetic))).collect()
    };
    let plot = Plot::new(
        format!("Energies over time by {} at {} kHz", variant.name(), rate / 1e3),
        Axis::linear("time since contact [µs]", -50.0, 200.0),
        Axis::linear("energy [J]", -150.0, 350.0),
    )
    .with(Pen::of(Ink::Vermilion), "total", path(|total, _| total))
    .with(
        Pen::of(Ink::Green).dash(Dash::Long).mark(marks(Mark::Square)),
        "kinetic",
        path(|_, kinetic| kinetic),
    )
    .with(
        Pen::of(Ink::Blue).dash(Dash::Short).mark(marks(Mark::Dot)),
        "potential",
        path(|total, kinetic| total - kinetic),
    );
    let minimum =
        run.samples.iter().map(|m| (m.total - m.kinetic) / INITIAL_ENERGY).fold(f64::INFINITY, f64::min);
    let row = format!("{}, {} kHz", variant.name(), rate / 1e3);
    let column = "minimum potential/total";
    // The difference of two energies of 200 J has a relative rounding error of about 1e-13.
    let cell = match variant {
        Variant::Weighted(3.0) => {
            cells::claimed(row, column, "negative", (minimum, minimum), minimum < -1e-9, "bounded from below")
        }
        _ => cells::claimed(row, column, "non-negative", (minimum, minimum), minimum > -1e-12, "to rounding"),
    };
    figure(
        format!("dafx17-figure-5{letter}"),
        format!("({letter}) {}, {} kHz.", variant.name(), rate / 1e3),
        &plot,
        vec![cell],
    )
}

fn make() -> Product {
    let variants = [Variant::Benchmark, Variant::Weighted(1.0), Variant::Weighted(3.0)];
    let panels = RATES.into_iter().flat_map(|rate| variants.map(|v| (v, rate)));
    figures("abcdef".chars().zip(panels).map(|(letter, (variant, rate))| panel(letter, variant, rate)))
}
