//! What an oscillator on a belt does, over normal force and speed.

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
    text: "The oscillator of the squeak, σ_0 = 10^6 N/m, pressed with 0.1 to 100 N on a belt at 0.01 to 1 m/s: 24 × 24 scenes at 22.05 kHz, each from rest. The \
           velocity is watched for the last 0.2 of 0.3 s. Steady sliding: it no longer swings, by 2 % of the belt's speed, or swings less and less and never comes within 10 % of the belt's speed. \
           Sticking: it slips less than three times. Periodic: the times from slip to slip are alike to 3 %. Irregular: they are not. A slip ends where the \
           velocity rises through its mean after having been a fifth of its swing below. The line is the border by linear theory: above it steady sliding is not stable, because the friction falls \
           faster with speed than σ_2 + mω_0/Q makes up for. At high speed the oscillator also sticks and slips some way below it: there both can be, and the start from rest decides. Whether a cell \
           is periodic or irregular may change with the rate where both are near; where it slides steadily does not.",
    make,
};

/// Cells along each side.
const SIDE: usize = 24;
const FORCES: (f64, f64) = (0.1, 100.0);
const SPEEDS: (f64, f64) = (0.01, 1.0);

/// Middles of equal parts of a range, in equal ratios.
fn middles((from, to): (f64, f64)) -> impl Iterator<Item = f64> + Clone {
    let half = 0.5 / SIDE as f64;
    spread(half, 1.0 - half, SIDE).map(move |place| from * (to / from).powf(place))
}

fn belt(newtons: f64, speed: f64) -> BeltOscillator {
    let law = Friction { normal_force: newtons, ..friction_law(1e6) };
    BeltOscillator::new(law, speed)
}

/// The normal force above which steady sliding at a speed is not stable, for stiff bristles \[N\]: −dF/dv =
/// σ₂ + mω₀/Q.
fn border(law: &Friction, speed: f64) -> f64 {
    let ratio = speed / law.stribeck_velocity;
    let fall = 2.0 * ratio / law.stribeck_velocity * (-ratio * ratio).exp();
    let hold = law.viscosity + MASS * TAU * FREQUENCY / QUALITY;
    hold / ((law.static_friction - law.dynamic_friction) * fall)
}

fn make() -> Product {
    let pairs = middles(FORCES).flat_map(|f| middles(SPEEDS).map(move |v| (v, f)));
    let seen: Vec<((f64, f64), Regime)> = pairs.map(|(v, f)| ((v, f), Regime::of(&belt(f, v)))).collect();
    let mut plot = Plot::new(
        "Regimes of an oscillator on a belt over normal force and speed",
        Axis::logarithmic("speed of the belt V [m/s]", SPEEDS.0, SPEEDS.1),
        Axis::logarithmic("normal force F_N [N]", FORCES.0, FORCES.1),
    );
    let mut list = Vec::new();
    for regime in Regime::ALL {
        let of_it = seen.iter().filter(|(_, found)| *found == regime);
        let points: Vec<_> = of_it.map(|(at, _)| *at).collect();
        list.push(share(regime, points.len()));
        plot = plot.with_tiles(pen(regime), regime.name(), points, (SIDE, SIDE));
    }
    let law = friction_law(1e6);
    let curve = spread(-2.0, 0.0, 300).map(|power| {
        let v = 10f64.powf(power);
        (v, border(&law, v))
    });
    plot = plot.with(pens::CLOSED_FORM.width(22), "linear border of steady sliding", curve);
    figures([figure(
        "foley-figure-regimes",
        "Oscillator 10 g, 200 Hz, Q = 50; σ_0 = 10^6 N/m, σ_1 = 1 kg/s, σ_2 = 0.4 kg/s, μ_s = 0.8, μ_d = 0.3, v_s = 0.1 m/s.",
        &plot,
        list,
    )])
}

fn share(regime: Regime, count: usize) -> Cell {
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
