//! Where a bar is struck: the question that the DAFx-01 paper leaves open.

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
    title: "Partials of a bar over the place where it is struck",
    text: "The DAFx-01 paper leaves position-dependent interaction open: how much energy should each oscillator get? A port answers it: what pushes mode n with \
           the height w_n of its shape also hears it with w_n, and the contact force, the same for all modes, is found with all of them moving. For a bar on pins \
           w_n = sin(nπx/L), modal mass M/2. Lines: the closed form |w_n F(ω_n)|/m_n with the force F of a hammer of the reduced mass on a wall, right for a touch that is short \
           against the periods; points: the bar struck at 44.1 kHz by the exact step in sixteen steps per sample, every mode read off after the touch.",
    make,
};

/// Partials of the bar.
const PARTIALS: u32 = 10;
/// Its lowest \[Hz\].
const LOWEST: f64 = 60.0;
/// Half of the bar's mass \[kg\].
const MODAL_MASS: f64 = 1.0;

/// A hard light hammer at a place x/L.
fn strike(place: f64) -> Strike {
    let mode = |n: u32| Mode {
        frequency: LOWEST * f64::from(n * n),
        decay: 1.0,
        mass: MODAL_MASS,
        shape: vec![(PI * f64::from(n) * place).sin()],
    };
    Strike {
        mass: 0.005,
        law: HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.2 },
        speed: 1.0,
        modes: (1..=PARTIALS).map(mode).collect(),
    }
}

/// |w_n F(ω_n)|/m_n for every mode [m/s]: F by Simpson's rule from the force on a wall of a hammer with the reduced mass.
fn closed_form(place: f64) -> Vec<f64> {
    const PARTS: usize = 200;
    let strike = strike(place);
    let impact = strike.as_impact();
    let wall = Strike::of(impact, Vec::new());
    let mut judge = ReferenceSolver::new(&wall);
    let forces: Vec<(f64, f64)> = spread(0.0, impact.duration(), PARTS + 1)
        .map(|t| {
            judge.advance_to(t);
            (t, judge.force())
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

/// Velocity amplitude of every mode after the touch, taken back to the strike [m/s].
fn simulated(place: f64) -> Vec<f64> {
    const PARTS: u32 = 16;
    let strike = strike(place);
    let step = Step::at_rate(RATE).divided_by(PARTS);
    let mut play = HeldForceStepper::exact_step(&strike, step, 0.0, Duration::Corrected);
    let samples = (2.0 * strike.against_wall().duration() * RATE).ceil() as u32;
    for _ in 0..samples * PARTS {
        play.step();
    }
    let t = f64::from(samples) / RATE;
    let state = play.state();
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
    let heard = table(&places, simulated);
    let fine: Vec<f64> = spread(0.002, 0.5, 167).collect();
    let curves = table(&fine, closed_form);
    let of_partial = |places: &[f64], levels: &[Vec<f64>], n: u32| -> Vec<(f64, f64)> {
        let pairs = places.iter().zip(levels);
        pairs.map(|(place, levels)| (*place, levels[n as usize - 1])).collect()
    };
    let mut over_place = Plot::new(
        "Levels of four partials over the place of the strike",
        Axis::linear("place x/L", 0.0, 0.5),
        Axis::linear("velocity of the mode [dB re 1 m/s]", -80.0, -35.0),
    );
    for ((n, pen), mark) in PENS.into_iter().zip(MARKS) {
        over_place = over_place.with(pen, format!("n = {n}"), of_partial(&fine, &curves, n)).with(
            pen.points(mark),
            "",
            of_partial(&places, &heard, n),
        );
    }
    let mut over_partial = Plot::new(
        "Levels of ten partials for three places of the strike",
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
            "Bar on pins, 2 kg, lowest partial 60 Hz; hammer 5 g, k = 10^9 N/m^α, α = 1.5, μ = 0.2 s/m, 1 m/s.",
            &over_place,
            numbers(&places, &heard),
        ),
        figure(
            "foley-figure-position-b",
            "Struck in the middle only every other partial sounds; near the end the low ones fade.",
            &over_partial,
            Vec::new(),
        ),
    ])
}

/// How far formula and simulation are apart where the partial is not near a node.
fn numbers(places: &[f64], heard: &[Vec<f64>]) -> Vec<Cell> {
    let mut most = vec![0.0f64; PARTIALS as usize];
    for (place, heard) in places.iter().zip(heard) {
        let levels = closed_form(*place).into_iter().map(decibels);
        for (n, (level, heard)) in levels.zip(heard).enumerate() {
            let height = (PI * (n + 1) as f64 * place).sin();
            if height.abs() > 0.2 && (heard - level).abs() > most[n].abs() {
                most[n] = heard - level;
            }
        }
    }
    let cell = |(n, apart): (u32, f64)| {
        cells::shown(
            format!("n = {n}, {} Hz", LOWEST * f64::from(n * n)),
            "simulated over closed form, at most [dB]",
            apart,
            "where |w_n| > 0.2",
        )
    };
    (1..).zip(most).map(cell).collect()
}
