//! Figure of the Helmholtz motion of a bowed string.

use super::{MILLI, cells, figure, figures, spread};
use crate::experiment::RATE;
use crate::experiment::rub::{BowTrace, BowedString, find_pitch};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-bow",
    paper: Paper::Foley,
    label: "Bowed string",
    title: "Helmholtz motion of a bowed string",
    text: "A string of 196 Hz, 33 cm, 3 g/m, bowed at β = 0.13 of its length with 0.1 m/s and 1 N, from rest; σ_0 = 10^4 N/m, no \
           viscosity. After half a second it is in Helmholtz motion: the string sticks to the bow, a travelling corner releases it once \
           per period, and it slips back. In the ideal motion, dashed, it moves with the bow for 1 − β of the period and with −V(1−β)/β \
           for the rest. The second drawing has the shape of the string at eight times of one period: two straight lines and a corner, \
           which travels along two parabolas of the height of the ideal motion.",
    make,
};

const POSITION: f64 = 0.13;
const SECONDS: f64 = 1.0;
/// Number of periods that the figure shows.
const PERIODS: f64 = 4.0;

fn make() -> Product {
    let bow = BowedString::violin(POSITION);
    let trace = bow.play(RATE, SECONDS);
    let half = trace.velocity.len() / 2;
    let period = RATE / bow.string.fundamental();
    // The drawings begin a quarter of a period before a slip.
    let slip = bow.slip_onsets(&trace.velocity[half..]).first().copied();
    let from = half + slip.unwrap_or(0) - (0.25 * period) as usize;
    figures([
        figure(
            "foley-figure-bow-a",
            "(a) Velocity of the string under the bow, four periods.",
            &velocity(&bow, &trace, from),
            numbers(&bow, &trace.velocity[half..]),
        ),
        figure(
            "foley-figure-bow-b",
            "(b) Shape of the string at eight times of a period, at eight ports and both ends; parabolas of the ideal motion.",
            &shape(&bow, &trace, from),
            Vec::new(),
        ),
    ])
}

/// Returns the velocity of the string under the bow while slipping, in ideal Helmholtz motion \[m/s\].
fn slip_velocity(bow: &BowedString) -> f64 {
    let beta = bow.position();
    -bow.speed * (1.0 - beta) / beta
}

fn velocity(bow: &BowedString, trace: &BowTrace, from: usize) -> Plot {
    let time = |n: f64| n / RATE * MILLI;
    let period = RATE / bow.string.fundamental();
    let count = (PERIODS * period) as usize;
    let samples = trace.velocity[from..from + count].iter().enumerate();
    Plot::new(
        "Velocity of a string under the bow over time",
        Axis::linear("time [ms]", 0.0, time(PERIODS * period)),
        Axis::linear("velocity [m/s]", -0.9, 0.3),
    )
    .with_horizontal(pens::LIMIT, "bow", bow.speed)
    .with_horizontal(Pen::of(Ink::Orange).dash(Dash::Long).width(14), "−V(1−β)/β", slip_velocity(bow))
    .with(Pen::of(Ink::Blue), "string under the bow", samples.map(|(n, v)| (time(n as f64), *v)))
}

/// Returns the shape of the string at a sample: position of its ends and ports as a fraction of the length
/// \[1\], and displacement \[m\]. The mean over a period is subtracted, because the bow deflects the whole
/// string.
fn string_shape(
    bow: &BowedString,
    trace: &BowTrace,
    (from, period): (usize, usize),
    at: usize,
) -> Vec<(f64, f64)> {
    let swing = |path: &Vec<f64>| {
        let mean = path[from..from + period].iter().sum::<f64>() / period as f64;
        path[at] - mean
    };
    let ports = bow.string.ports.iter().zip(&trace.shape);
    let mut points: Vec<(f64, f64)> = ports.map(|(place, path)| (*place, swing(path))).collect();
    points.extend([(0.0, 0.0), (1.0, 0.0)]);
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn shape(bow: &BowedString, trace: &BowTrace, from: usize) -> Plot {
    let period = RATE / bow.string.fundamental();
    let inks = [Ink::Blue, Ink::Green, Ink::Purple, Ink::Vermilion];
    let height = bow.speed / (8.0 * bow.position() * bow.string.fundamental());
    let parabola = |side: f64| {
        let point = move |x: f64| (x, side * 4.0 * height * x * (1.0 - x) * MILLI);
        spread(0.0, 1.0, 81).map(point)
    };
    let mut plot = Plot::new(
        "Shape of a bowed string at eight times",
        Axis::linear("position x/L", 0.0, 1.0),
        Axis::linear("displacement from its mean [mm]", -0.6, 0.6),
    )
    .with(pens::LIMIT, "± 4 x(1−x) VT/8β", parabola(1.0))
    .with(pens::LIMIT, "", parabola(-1.0));
    for n in 0..8usize {
        let at = from + (period * (n as f64) / 8.0).round() as usize;
        let points = string_shape(bow, trace, (from, period.round() as usize), at);
        let dash = if n < 4 { Dash::Solid } else { Dash::Short };
        let pen = Pen::of(inks[n % 4]).dash(dash);
        let points = points.into_iter().map(|(x, y)| (x, y * MILLI));
        plot = plot.with(pen, format!("{n}/8 T"), points);
    }
    plot
}

fn numbers(bow: &BowedString, velocity: &[f64]) -> Vec<Cell> {
    let fundamental = bow.string.fundamental();
    let periods = velocity.len() as f64 / RATE * fundamental;
    let (share, slipping, sticking) = bow.measure_stick_slip(velocity);
    let found = find_pitch(velocity, RATE, (0.75 * fundamental, 2.25 * fundamental));
    let cell = |row: &str, value, note: String| cells::shown(row, "measured", value, note);
    vec![
        cell("pitch [Hz]", found, format!("string {fundamental:.3}")),
        cell("slips per period [1]", bow.slip_onsets(velocity).len() as f64 / periods, "one".into()),
        cell("share of slipping [1]", share, format!("β = {POSITION}")),
        cell("velocity while it sticks [m/s]", sticking, format!("bow {}", bow.speed)),
        cell(
            "velocity while it slips [m/s]",
            slipping,
            format!("−V(1−β)/β = {:.3}", slip_velocity(bow)).replace("= -", "= −"),
        ),
    ]
}
