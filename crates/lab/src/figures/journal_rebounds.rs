//! Figure 12 of the journal paper: a ball that bounces a hundred times.

use super::{MICRO, MILLI, cells, figure, figures, spread};
use crate::experiment::{CASE_2, IMPACTS, ImpactChain, Method, exact_chain};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::correction::Corrections;

pub(super) const FIGURE_12: Item = Item {
    id: "journal-figure-12",
    paper: Paper::Journal,
    label: "Fig. 12",
    title: "A hundred rebounds of a hard ball",
    text: "Case 2, gravity in flight only (9.81 m/s²; the paper does not give its value). The print shows a part of the sequence for the \
           two methods that table III calls better; it does not say which part. Here are the first and the last of a hundred \
           rebounds, including Heun. The Heun column of table III, with 946.6 % of accumulated error, comes from passing the \
           predicted velocity of the last step to the next impact instead of the corrected one. With the corrected one Heun ends \
           within 0.25 % of the correct energy, but by errors that cancel: its first rebound is 9 % too low. The corrected simulation \
           has the correct heights but a delay of a millisecond at the end, because its contacts last whole samples; the thesis \
           mentions this in a footnote. The exact step follows the closed form in height and in time.",
    make,
};

const GRAVITY: f64 = 9.81;
const ENERGY: &str = "energy after 100 impacts [%]";

/// Free flight of the ball between two impacts.
struct BallFlight {
    /// Time at which the flight begins \[s\].
    start: f64,
    /// Speed of the ball at the beginning of the flight \[m/s\].
    speed: f64,
}

impl BallFlight {
    fn duration(&self) -> f64 {
        2.0 * self.speed / GRAVITY
    }

    fn height(&self, time: f64) -> f64 {
        let t = time - self.start;
        t * (self.speed - 0.5 * GRAVITY * t)
    }
}

/// Returns the flights between impacts. `impacts` has the duration \[s\] and release velocity \[m/s\] of each
/// impact; the first begins at time zero.
fn flights(impacts: impl Iterator<Item = (f64, f64)>) -> Vec<BallFlight> {
    let mut time = 0.0;
    impacts
        .map(|(duration, velocity)| {
            time += duration;
            let flight = BallFlight { start: time, speed: velocity.abs() };
            time += flight.duration();
            flight
        })
        .collect()
}

/// Returns the flights between the impacts of a chain.
fn chain_flights(chain: &ImpactChain) -> Vec<BallFlight> {
    let reports = chain.runs.iter().map(|run| run.report);
    flights(reports.map(|report| (report.duration, report.release_velocity)))
}

/// Returns the flights between impacts by the closed forms alone.
fn closed_form_flights() -> Vec<BallFlight> {
    flights(exact_chain(CASE_2).map(|impact| (impact.duration(), impact.release_velocity())))
}

/// Returns points of time and height along the flights between two times, in the given units.
fn trajectory(flights: &[BallFlight], (from, to): (f64, f64), units: (f64, f64)) -> Vec<(f64, f64)> {
    flights
        .iter()
        .filter(|f| f.start + f.duration() > from && f.start < to)
        .flat_map(|f| {
            spread(f.start, f.start + f.duration(), 60)
                .map(move |t| (t * units.0, f.height(t).max(0.0) * units.1))
        })
        .collect()
}

/// Returns time and height at the top of every flight, in the given units.
fn tops(flights: &[BallFlight], units: (f64, f64)) -> Vec<(f64, f64)> {
    flights
        .iter()
        .map(|f| {
            let t = f.start + 0.5 * f.duration();
            (t * units.0, f.height(t) * units.1)
        })
        .collect()
}

fn numbers(chains: &[(&'static str, ImpactChain)], reference: &[BallFlight]) -> Vec<Cell> {
    let mut list = Vec::new();
    for (name, chain) in chains {
        list.push(cells::shown(*name, ENERGY, chain.accumulated_error(), "relative to the exact chain"));
        if let (Some(ours), Some(exact)) = (chain_flights(chain).last(), reference.last()) {
            let delay = (ours.start - exact.start) * MILLI;
            list.push(cells::shown(*name, "delay at the last release [ms]", delay, ""));
        }
    }
    list.push(cells::shown(
        "Heun, predicted velocity passed on",
        ENERGY,
        Method::Heun.chain_as_printed(CASE_2).accumulated_error(),
        "printed in table III as 946.600",
    ));
    list
}

fn make() -> Product {
    let corrected = Method::Rk4.chain_corrected(CASE_2, &Corrections::PAPER);
    let chains = [
        ("corrected", corrected),
        ("Verlet", Method::Verlet.chain(CASE_2)),
        ("RK4", Method::Rk4.chain(CASE_2)),
        ("Heun", Method::Heun.chain(CASE_2)),
        ("exact step", Method::Exact.chain(CASE_2)),
    ];
    let reference = closed_form_flights();
    let end = |n: usize| reference[n].start + reference[n].duration();
    let first = (0.0, end(6));
    let last = (reference[IMPACTS - 6].start, end(IMPACTS - 1));
    let pens = [
        Pen::of(Ink::Orange).dash(Dash::Long),
        pens::VERLET.mark(Mark::None),
        pens::RK4.mark(Mark::None),
        Pen::of(Ink::Purple).dash(Dash::Dotted),
        pens::EXACT,
    ];
    let (early, late) = ((1.0, MILLI), (MILLI, MICRO));
    let mut opening = Plot::new(
        "Height over time of the first rebounds",
        Axis::linear("time [s]", 0.0, first.1),
        Axis::linear("height [mm]", 0.0, 32.0),
    )
    .with(pens::CLOSED_FORM, "closed form", trajectory(&reference, first, early));
    let mut closing = Plot::new(
        "Height over time of the last of a hundred rebounds",
        Axis::linear("time [ms]", last.0 * MILLI, last.1 * MILLI),
        Axis::linear("height [µm]", 0.0, 80.0),
    )
    .with(pens::CLOSED_FORM, "closed form", trajectory(&reference, last, late));
    for (pen, (name, chain)) in pens.into_iter().zip(&chains) {
        let flown = chain_flights(chain);
        if pen == pens::EXACT {
            opening = opening.with(pen, "exact step, tops", tops(&flown, early));
            closing = closing.with(pen, "exact step, tops", tops(&flown, late));
        } else {
            opening = opening.with(pen, *name, trajectory(&flown, first, early));
            closing = closing.with(pen, *name, trajectory(&flown, last, late));
        }
    }
    figures([
        figure(
            "journal-figure-12a",
            "The first seven rebounds of case 2 by Verlet, RK4 and Heun, by a corrected simulation (RK4), and the tops by the exact step.",
            &opening,
            Vec::new(),
        ),
        figure(
            "journal-figure-12b",
            "The last six of a hundred rebounds. The methods have lost synchrony; Heun is outside the picture.",
            &closing,
            numbers(&chains, &reference),
        ),
    ])
}
