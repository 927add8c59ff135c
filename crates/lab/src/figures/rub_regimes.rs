//! Regimes of an oscillator on a belt over normal force and speed.

use super::{cells, figure, figures, spread};
use crate::experiment::rub::{BeltOscillator, FREQUENCY, MASS, QUALITY, Regime, friction_law};
use crate::plot::{Axis, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use core::f64::consts::TAU;
use foley_contact::Friction;

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-regimes",
    paper: Paper::Foley,
    label: "Regimes of rubbing",
    title: "Sticking, stick-slip and sliding over normal force and speed",
    text: "The oscillator of the table \"Squeak\", σ_0 = 10^6 N/m, with a normal force of 0.1 to 100 N on a belt at 0.01 to 1 m/s: \
           24 × 24 scenes at 22.05 kHz, each from rest. The velocity is observed for the last 0.2 of 0.3 s. Steady sliding: the velocity \
           swings by less than 2 % of the belt's speed, or its swing decreases and it never comes within 10 % of the belt's speed. \
           Sticking: it slips less than three times. Periodic: the times from slip to slip are equal to 3 %. Irregular: they are not. A \
           slip ends where the velocity rises through its mean after being a fifth of its swing below. The line is the stability limit \
           of linear theory: above it steady sliding is unstable, because the friction decreases with speed faster than σ_2 + mω_0/Q \
           compensates. At high speed stick-slip also occurs somewhat below the line: both motions are stable there, and the start \
           from rest decides. Near their border, periodic and irregular cells can change with the rate; steady sliding does not.",
    make,
};

/// Number of cells along each side of the map of regimes.
const SIDE: usize = 24;
const FORCES: (f64, f64) = (0.1, 100.0);
const SPEEDS: (f64, f64) = (0.01, 1.0);

/// Divides a range into [`SIDE`] intervals of equal ratio and returns their centres.
fn centres((from, to): (f64, f64)) -> impl Iterator<Item = f64> + Clone {
    let half = 0.5 / SIDE as f64;
    spread(half, 1.0 - half, SIDE).map(move |place| from * (to / from).powf(place))
}

fn belt(newtons: f64, speed: f64) -> BeltOscillator {
    let law = Friction { normal_force: newtons, ..friction_law(1e6) };
    BeltOscillator::new(law, speed)
}

/// Returns the normal force above which steady sliding at `speed` is unstable, for stiff bristles \[N\]. At
/// this force the friction falls with speed as fast as viscosity and the oscillator's own damping compensate:
/// −dF/dv = σ₂ + mω₀/Q.
fn stability_limit(law: &Friction, speed: f64) -> f64 {
    let ratio = speed / law.stribeck_velocity;
    let fall = 2.0 * ratio / law.stribeck_velocity * (-ratio * ratio).exp();
    let hold = law.viscosity + MASS * TAU * FREQUENCY / QUALITY;
    hold / ((law.static_friction - law.dynamic_friction) * fall)
}

fn make() -> Product {
    let pairs = centres(FORCES).flat_map(|f| centres(SPEEDS).map(move |v| (v, f)));
    let observed: Vec<((f64, f64), Regime)> = pairs.map(|(v, f)| ((v, f), Regime::of(&belt(f, v)))).collect();
    let mut plot = Plot::new(
        "Regimes of an oscillator on a belt over normal force and speed",
        Axis::logarithmic("speed of the belt V [m/s]", SPEEDS.0, SPEEDS.1),
        Axis::logarithmic("normal force F_N [N]", FORCES.0, FORCES.1),
    );
    let mut list = Vec::new();
    for regime in Regime::ALL {
        let of_regime = observed.iter().filter(|(_, found)| *found == regime);
        let points: Vec<_> = of_regime.map(|(at, _)| *at).collect();
        list.push(count_cell(regime, points.len()));
        plot = plot.with_tiles(pen(regime), regime.name(), points, (SIDE, SIDE));
    }
    let law = friction_law(1e6);
    let curve = spread(-2.0, 0.0, 300).map(|power| {
        let v = 10f64.powf(power);
        (v, stability_limit(&law, v))
    });
    plot = plot.with(pens::CLOSED_FORM.width(22), "linear stability limit", curve);
    figures([figure(
        "foley-figure-regimes",
        "Oscillator 10 g, 200 Hz, Q = 50; σ_0 = 10^6 N/m, σ_1 = 1 kg/s, σ_2 = 0.4 kg/s, μ_s = 0.8, μ_d = 0.3, v_s = 0.1 m/s.",
        &plot,
        list,
    )])
}

fn count_cell(regime: Regime, count: usize) -> Cell {
    let note = format!("of {}", SIDE * SIDE);
    cells::shown(regime.name(), "cells", count as f64, note)
}

fn pen(regime: Regime) -> Pen {
    match regime {
        Regime::Sticking => Pen::of(Ink::Purple).mark(Mark::Square),
        Regime::Periodic => Pen::of(Ink::Blue).mark(Mark::Dot),
        Regime::Irregular => Pen::of(Ink::Vermilion).mark(Mark::Cross),
        Regime::Steady => Pen::of(Ink::Green),
    }
}
