//! Figure of the energy balance of a strike.

use super::{MILLI, cells, figure, figures};
use crate::experiment::RATE;
use crate::experiment::strike::{
    FAST_PARTIALS, HeldForceStepper, Stepper, Strike, StrikeMethod, modes_of, three_contacts,
};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::Step;
use foley_contact::scheme::Duration;

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-strike-energy",
    paper: Paper::Foley,
    label: "Energy of a strike",
    title: "Hammer, contact, resonator and heat",
    text: "A felt hammer on three undamped partials, one step per sample. The kinetic energy of the hammer, the energy stored in the \
           contact, the energy of the modes and the heat of the contact law are computed independently; their sum is constant to the \
           last digits. The second drawing has the same sum for a lossless contact of five samples. The held force conserves it, with \
           the plain discrete gradient and with the exact step; the K-method and Runge-Kutta do not.",
    make,
};

/// Returns the strike with undamped partials.
fn lossless(strike: &Strike) -> Strike {
    let partials = FAST_PARTIALS.map(|f| (f, f64::INFINITY));
    Strike { modes: modes_of(strike.modes[0].mass, &partials), ..strike.clone() }
}

fn make() -> Product {
    let [(_, felt), (_, hard), _] = three_contacts();
    let felt = lossless(&felt);
    let mut elastic = lossless(&hard);
    elastic.law.damping = 0.0;
    let (balance, largest) = balance(&felt);
    let mut list = vec![cells::shown(
        "felt, exact step",
        "largest error of the sum [1]",
        largest,
        "relative to the initial energy",
    )];
    let drift = drift(&elastic, &mut list);
    figures([
        figure(
            "foley-figure-strike-energy-a",
            "Felt: k = 1.5·10^11 N/m^α, α = 2.8, μ = 0.6 s/m, 10 g at 2 m/s on 500, 1370, 2690 Hz, 50 g each.",
            &balance,
            list,
        ),
        figure(
            "foley-figure-strike-energy-b",
            "Deviation of the sum: k = 10^9 N/m^α, α = 1.5, no loss, 1 m/s.",
            &drift,
            Vec::new(),
        ),
    ])
}

/// Plots the energies of a strike. Returns the plot and the largest relative error of the energies' sum
/// \[1\].
fn balance(strike: &Strike) -> (Plot, f64) {
    let step = Step::at_rate(RATE);
    let mut stepper = HeldForceStepper::exact_step(strike, step, 0.3 / RATE, Duration::Corrected);
    let initial = strike.energy_in();
    let mut curves: [Vec<(f64, f64)>; 5] = Default::default();
    let mut largest = 0.0f64;
    for n in 0..132 {
        let state = stepper.state();
        let parts =
            [state.hammer_energy(strike), stepper.stored(), state.ringing_energy(strike), stepper.heat()];
        let sum: f64 = parts.iter().sum();
        largest = largest.max((sum / initial - 1.0).abs());
        let t = (f64::from(n) - 0.3) / RATE * MILLI;
        for (curve, value) in curves.iter_mut().zip(parts.into_iter().chain([sum])) {
            curve.push((t, value * MILLI));
        }
        stepper.step();
    }
    let mut plot = Plot::new(
        "Energies of a strike over time",
        Axis::linear("time [ms]", 0.0, 3.0),
        Axis::linear("energy [mJ]", 0.0, 22.0),
    );
    let pens = [
        ("hammer", Pen::of(Ink::Orange).dash(Dash::Long)),
        ("contact", Pen::of(Ink::Green).dash(Dash::Short)),
        ("resonator", Pen::of(Ink::Blue)),
        ("heat", Pen::of(Ink::Vermilion).dash(Dash::Dotted)),
        ("sum", pens::CLOSED_FORM),
    ];
    for ((name, pen), curve) in pens.into_iter().zip(curves) {
        plot = plot.with(pen, name, curve);
    }
    (plot, largest)
}

/// Plots the relative error of the energy of a lossless strike by each method, and adds the cells of the
/// errors to `list`.
fn drift(strike: &Strike, list: &mut Vec<Cell>) -> Plot {
    let initial = strike.energy_in();
    let step = Step::at_rate(RATE);
    let mut plot = Plot::new(
        "Deviation of the energy for four methods",
        Axis::linear("time [ms]", 0.0, 1.0),
        Axis::logarithmic("|deviation| of the energy [1]", 1e-17, 10.0),
    );
    let pens = [
        (StrikeMethod::Exact, Pen::of(Ink::Blue)),
        (StrikeMethod::Gradient, pens::TWO_POINT),
        (StrikeMethod::KMethod, pens::AM1),
        (StrikeMethod::Rk4, pens::RK4),
    ];
    for (method, pen) in pens {
        let mut stepper = method.start(strike, step, 0.3 / RATE);
        let (mut curve, mut end) = (Vec::new(), 0.0);
        for n in 1..44 {
            stepper.step();
            let state = stepper.state();
            let moving = state.hammer_energy(strike) + state.ringing_energy(strike);
            let sum = moving + stepper.stored();
            end = sum / initial - 1.0;
            let t = (f64::from(n) - 0.3) / RATE * MILLI;
            curve.push((t, end.abs().max(2e-17)));
        }
        let row = format!("hard, no loss, {}", method.name());
        list.push(cells::shown(row, "error of the sum after 1 ms [1]", end, ""));
        plot = plot.with(pen, method.name(), curve);
    }
    plot
}
