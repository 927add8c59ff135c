//! Influence of the strike position on a bar, a question that the DAFx-01 paper leaves open.

use super::{cells, figure, figures, spread};
use crate::experiment::RATE;
use crate::experiment::strike::{HeldForceStepper, ReferenceSolver, Stepper, Strike};
use crate::plot::{Axis, Ink, Mark, Pen, Plot};
use crate::{Cell, Item, Paper, Product};
use core::f64::consts::PI;
use foley_body::Mode;
use foley_contact::Step;
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Duration;

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-position",
    paper: Paper::Foley,
    label: "Strike position",
    title: "Partials of a bar over the strike position",
    text: "The DAFx-01 paper leaves position-dependent interaction open: how much energy should each oscillator get? A port is the \
           answer: the contact force pushes mode n with the value w_n of its shape, the displacement of the mode counts with the same \
           w_n, and the force, common to all modes, is computed with all of them in motion. For a pinned bar w_n = sin(nπx/L), modal \
           mass M/2. Lines: the closed form |w_n F(ω_n)|/m_n with the force F of a hammer of the reduced mass on a wall, valid for a \
           touch that is short against the periods. Points: the bar simulated at 44.1 kHz by the exact step with sixteen steps per \
           sample, the modes evaluated after the touch.",
    make,
};

/// Number of partials of the struck bar.
const PARTIALS: u32 = 10;
/// Frequency of the lowest partial of the bar \[Hz\].
const LOWEST: f64 = 60.0;
/// Modal mass of every partial: half of the bar's mass \[kg\].
const MODAL_MASS: f64 = 1.0;

/// Returns a strike of a hard, light hammer on the bar. `place` is the struck position as a fraction of the
/// length \[1\].
fn strike(place: f64) -> Strike {
    let mode = |n: u32| Mode {
        frequency: LOWEST * f64::from(n * n),
        decay: 1.0,
        mass: MODAL_MASS,
        shape: vec![(PI * f64::from(n) * place).sin()],
        radiated: 0.0,
    };
    Strike {
        mass: 0.005,
        law: HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.2 },
        speed: 1.0,
        modes: (1..=PARTIALS).map(mode).collect(),
    }
}

/// Returns the velocity amplitude of every mode by the closed form |w F(ω)|/m \[m/s\]: shape w at the struck
/// point, spectrum F of the force at the mode's angular frequency ω, modal mass m. The force is that of a
/// hammer with the reduced mass on a wall, transformed by Simpson's rule.
fn closed_form(place: f64) -> Vec<f64> {
    const PARTS: usize = 200;
    let strike = strike(place);
    let impact = strike.as_impact();
    let wall = Strike::of(impact, Vec::new());
    let mut solver = ReferenceSolver::new(&wall);
    let forces: Vec<(f64, f64)> = spread(0.0, impact.duration(), PARTS + 1)
        .map(|t| {
            solver.advance_to(t);
            (t, solver.force())
        })
        .collect();
    let weight = |n: usize| match n {
        0 | PARTS => 1.0,
        n if n % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let level = |mode: &Mode| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, (t, f)) in forces.iter().enumerate() {
            let (sin, cos) = (mode.angular() * t).sin_cos();
            re += weight(n) * f * cos;
            im += weight(n) * f * sin;
        }
        let spectrum = impact.duration() / (3.0 * PARTS as f64) * re.hypot(im);
        (mode.shape[0] * spectrum).abs() / mode.mass
    };
    strike.modes.iter().map(level).collect()
}

/// Simulates the strike and returns the velocity amplitude of every mode, extrapolated back to the strike
/// \[m/s\].
fn simulated(place: f64) -> Vec<f64> {
    const PARTS: u32 = 16;
    let strike = strike(place);
    let step = Step::at_rate(RATE).divided_by(PARTS);
    let mut stepper = HeldForceStepper::exact_step(&strike, step, 0.0, Duration::Corrected);
    let samples = (2.0 * strike.against_wall().duration() * RATE).ceil() as u32;
    for _ in 0..samples * PARTS {
        stepper.step();
    }
    let t = f64::from(samples) / RATE;
    let state = stepper.state();
    let swing = strike.modes.iter().zip(&state.modes).map(|(mode, at)| {
        let a = 0.5 * mode.damping();
        let turn = (mode.angular() * mode.angular() - a * a).sqrt();
        let lead = (mode.angular() * mode.angular() * at.displacement + a * at.velocity) / turn;
        at.velocity.hypot(lead) * (a * t).exp()
    });
    swing.collect()
}

fn decibels(value: f64) -> f64 {
    20.0 * value.log10()
}

const PENS: [(u32, Pen); 4] = [
    (1, Pen::of(Ink::Text)),
    (2, Pen::of(Ink::Blue)),
    (3, Pen::of(Ink::Vermilion)),
    (5, Pen::of(Ink::Green)),
];
const MARKS: [Mark; 4] = [Mark::Dot, Mark::Ring, Mark::Cross, Mark::Square];

fn make() -> Product {
    let levels =
        |place: f64, of: fn(f64) -> Vec<f64>| -> Vec<f64> { of(place).into_iter().map(decibels).collect() };
    let table = |places: &[f64], of: fn(f64) -> Vec<f64>| -> Vec<Vec<f64>> {
        places.iter().map(|place| levels(*place, of)).collect()
    };
    let places: Vec<f64> = spread(0.02, 0.5, 25).collect();
    let measured = table(&places, simulated);
    let fine: Vec<f64> = spread(0.002, 0.5, 167).collect();
    let curves = table(&fine, closed_form);
    let of_partial = |places: &[f64], levels: &[Vec<f64>], n: u32| -> Vec<(f64, f64)> {
        let pairs = places.iter().zip(levels);
        pairs.map(|(place, levels)| (*place, levels[n as usize - 1])).collect()
    };
    let mut over_place = Plot::new(
        "Levels of four partials over the strike position",
        Axis::linear("position x/L", 0.0, 0.5),
        Axis::linear("velocity of the mode [dB re 1 m/s]", -80.0, -35.0),
    );
    for ((n, pen), mark) in PENS.into_iter().zip(MARKS) {
        over_place = over_place.with(pen, format!("n = {n}"), of_partial(&fine, &curves, n)).with(
            pen.points(mark),
            "",
            of_partial(&places, &measured, n),
        );
    }
    let mut over_partial = Plot::new(
        "Levels of ten partials for three strike positions",
        Axis::linear("partial n", 0.0, 11.0),
        Axis::linear("velocity of the mode [dB re 1 m/s]", -80.0, -35.0),
    );
    for ((name, place), ((_, pen), mark)) in
        [("x/L = 0.5", 0.5), ("0.3", 0.3), ("0.06", 0.06)].into_iter().zip(PENS.into_iter().zip(MARKS))
    {
        let numbered = |of: fn(f64) -> Vec<f64>| {
            let levels = levels(place, of).into_iter().enumerate();
            levels.map(|(n, level)| (n as f64 + 1.0, level.max(-120.0)))
        };
        over_partial = over_partial.with(pen, name, numbered(closed_form)).with(
            pen.points(mark),
            "",
            numbered(simulated),
        );
    }
    figures([
        figure(
            "foley-figure-position-a",
            "Pinned bar, 2 kg, lowest partial 60 Hz; hammer 5 g, k = 10^9 N/m^α, α = 1.5, μ = 0.2 s/m, 1 m/s.",
            &over_place,
            numbers(&places, &measured),
        ),
        figure(
            "foley-figure-position-b",
            "Struck in the middle, only every other partial sounds; near the end, the low partials are weak.",
            &over_partial,
            Vec::new(),
        ),
    ])
}

/// Creates the cells of the largest difference between simulation and closed form, away from nodes.
fn numbers(places: &[f64], measured: &[Vec<f64>]) -> Vec<Cell> {
    let mut largest = vec![0.0f64; PARTIALS as usize];
    for (place, measured) in places.iter().zip(measured) {
        let levels = closed_form(*place).into_iter().map(decibels);
        for (n, (level, measured)) in levels.zip(measured).enumerate() {
            let height = (PI * (n + 1) as f64 * place).sin();
            if height.abs() > 0.2 && (measured - level).abs() > largest[n].abs() {
                largest[n] = measured - level;
            }
        }
    }
    let cell = |(n, difference): (u32, f64)| {
        cells::shown(
            format!("n = {n}, {} Hz", LOWEST * f64::from(n * n)),
            "largest level difference, simulated − closed form [dB]",
            difference,
            "where |w_n| > 0.2",
        )
    };
    (1..).zip(largest).map(cell).collect()
}
