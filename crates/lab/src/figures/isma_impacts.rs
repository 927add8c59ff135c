//! Figures 3 to 5 of the ISMA paper: a mass meets a linear wall within a few samples.

use super::{MICRO, cells, figure, figures, spread};
use crate::plot::{Axis, Mark, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use core::f64::consts::PI;
use foley_contact::Step;
use foley_contact::bounce::{Approach, BounceReport, BounceSample, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Exact, Problem, Scheme, StiffnessRule, ThreePoint, TwoPoint};

pub(super) const FIGURE_3: Item = Item {
    id: "isma-figure-3",
    paper: Paper::Isma2017,
    label: "Figure 3",
    title: "A soft and a hard collision",
    text: "Both schemes keep the energy and leave with the right speed, but late: the two-point scheme by 3 and 27 %, the three-point \
           scheme by 8 and 62 %. The exact step, which cuts a short contact into parts and mends its stiffness, is late by less than a \
           hundredth of a percent. Durations are measured between the straight flights before and after, which needs no reading from a plot. The mass \
           reaches the wall exactly at the fifth sample; the sign of its place there is rounding.",
    make: soft_and_hard,
};

pub(super) const FIGURE_4: Item = Item {
    id: "isma-figure-4",
    paper: Paper::Isma2017,
    label: "Figure 4",
    title: "A very hard collision: one sample or two",
    text: "A contact of half a sample. The two-point scheme has one sample inside, the three-point scheme two, as the paper proves. As a \
           duration between flights the limit of the two-point scheme is one sample; that of the three-point scheme is 1.59 to 1.97 \
           samples, 1.71 on average: two is a count of samples. The exact step cuts the sample and is not bound by either.",
    make: very_hard,
};

pub(super) const FIGURE_5: Item = Item {
    id: "isma-figure-5",
    paper: Paper::Isma2017,
    label: "Figure 5",
    title: "The duration repaired",
    text: "With β* in place of β the frequency inside the wall is exact. The duration is exact only up to the steps in and out: here \
           +0.014 and −0.038 %, and up to ±0.4 and ±0.55 % when the mass meets the wall elsewhere within a sample.",
    make: repaired,
};

/// One kilogram at 1 m/s from 0.1 mm before the wall, at 50 kHz: five samples.
pub(super) const RATE: f64 = 50_000.0;
const SPEED: f64 = 1.0;
const LEAD: f64 = 5.0;

/// α = 1, no loss.
pub(super) fn linear(stiffness: f64) -> HuntCrossley {
    HuntCrossley { stiffness, exponent: 1.0, damping: 0.0 }
}

/// A flight into the wall and out again.
struct CollisionRun {
    samples: Vec<BounceSample>,
    report: BounceReport,
}

impl CollisionRun {
    fn of<S: Scheme<HuntCrossley>>(mut scheme: S, stiffness: f64) -> Self {
        let problem = Problem::new(1.0, linear(stiffness), Step::at_rate(RATE));
        let approach = Approach { speed: SPEED, offset: LEAD, max_steps: 1_000 };
        let mut samples = Vec::new();
        let report = bounce(&problem, &mut scheme, approach, |sample| {
            samples.push(*sample);
        });
        Self { samples, report }
    }

    /// Samples inside the wall; a graze is not a touch.
    fn inside(&self) -> f64 {
        self.samples.iter().filter(|s| s.compression > 1e-15).count() as f64
    }

    /// Place over time since the start, both in millionths, going on in free flight to `until` \[µs\].
    fn path(&self, until: f64) -> Vec<(f64, f64)> {
        let start = LEAD / RATE;
        let mut path: Vec<(f64, f64)> =
            self.samples.iter().map(|s| ((s.time + start) * MICRO, s.compression * MICRO)).collect();
        if let (Some(last), Some(&(t, y))) = (self.samples.last(), path.last()) {
            let mut n = 1.0;
            while t + n * MICRO / RATE <= until {
                let later = n * MICRO / RATE;
                path.push((t + later, y + last.motion.velocity * later));
                n += 1.0;
            }
        }
        path
    }
}

/// The exact solution, eq. (14).
fn solution(stiffness: f64, until: f64) -> impl Iterator<Item = (f64, f64)> {
    let omega = stiffness.sqrt();
    let (enter, tau) = (LEAD / RATE, PI / omega);
    spread(0.0, until / MICRO, 1200).map(move |t| {
        let since = t - enter;
        let y = if since < 0.0 {
            SPEED * since
        } else if since < tau {
            SPEED / omega * (omega * since).sin()
        } else {
            -SPEED * (since - tau)
        };
        (t * MICRO, y * MICRO)
    })
}

/// Durations of a collision by the two schemes and the exact step \[µs\].
fn durations(row: &str, stiffness: f64, flights: &[(&str, &CollisionRun)]) -> Vec<Cell> {
    let tau = PI / stiffness.sqrt();
    let mut list = vec![cells::shown(row, "exact duration [µs]", tau * MICRO, "π/ω_c")];
    for (name, flight) in flights {
        list.push(cells::shown(
            row,
            format!("{name} [µs]"),
            flight.report.duration * MICRO,
            cells::lateness(flight.report.duration, tau),
        ));
    }
    list
}

fn collision(
    stiffness: f64,
    (from, until): (f64, f64),
    (low, high): (f64, f64),
) -> (Plot, [CollisionRun; 3]) {
    let flights = [
        CollisionRun::of(TwoPoint::new(), stiffness),
        CollisionRun::of(ThreePoint::new(), stiffness),
        CollisionRun::of(Exact::default(), stiffness),
    ];
    let plot = Plot::new(
        "Displacement of a mass over time while it meets a wall, by two schemes, exactly, and by the exact step",
        Axis::linear("time [µs]", from, until),
        Axis::linear("displacement y [µm]", low, high),
    )
    .with(pens::CLOSED_FORM, "exact, eq. (14)", solution(stiffness, until))
    .with(pens::TWO_POINT, "two-point", flights[0].path(until))
    .with(pens::THREE_POINT, "three-point", flights[1].path(until))
    .with(pens::EXACT, "exact step", flights[2].path(until))
    .with_horizontal(pens::LIMIT, "wall", 0.0);
    (plot, flights)
}

fn named(flights: &[CollisionRun; 3]) -> [(&'static str, &CollisionRun); 3] {
    [("two-point", &flights[0]), ("three-point", &flights[1]), ("exact step", &flights[2])]
}

fn soft_and_hard() -> Product {
    let (soft, at_soft) = collision(1e9, (0.0, 280.0), (-100.0, 40.0));
    let (hard, at_hard) = collision(1e10, (0.0, 220.0), (-100.0, 40.0));
    figures([
        figure(
            "isma-figure-3a",
            "Soft: α = 1, k_c = 10^9 N/m. A mass of 1 kg comes at 1 m/s from 0.1 mm before the wall; 50 kHz.",
            &soft,
            durations("k_c = 10^9", 1e9, &named(&at_soft)),
        ),
        figure(
            "isma-figure-3b",
            "Hard: the same with k_c = 10^10 N/m.",
            &hard,
            durations("k_c = 10^10", 1e10, &named(&at_hard)),
        ),
    ])
}

fn very_hard() -> Product {
    let (plot, flights) = collision(1e11, (60.0, 170.0), (-40.0, 20.0));
    let mut cells = durations("k_c = 10^11", 1e11, &named(&flights));
    for (n, printed) in [(0, "1"), (1, "2")] {
        let inside = flights[n].inside();
        let name = named(&flights)[n].0;
        cells.push(cells::stated(
            "samples inside",
            name,
            printed,
            (inside, inside),
            "the fewest the scheme can have",
        ));
    }
    figures([figure(
        "isma-figure-4",
        "Detail of a very hard collision: α = 1, k_c = 10^11 N/m, else as in figure 3.",
        &plot,
        cells,
    )])
}

/// ω_c of figure 5 \[rad/s\].
const OMEGA: f64 = 44_700.0;

fn repaired() -> Product {
    let stiffness = OMEGA * OMEGA;
    let tau = PI / OMEGA;
    let until = 240.0;
    let flights = [
        CollisionRun::of(TwoPoint::with_stiffness(StiffnessRule::Exact), stiffness),
        CollisionRun::of(ThreePoint::with_stiffness(StiffnessRule::Exact), stiffness),
        CollisionRun::of(Exact::default(), stiffness),
    ];
    let plot = Plot::new(
        "Displacement of a mass over time with the stiffness repaired for the duration",
        Axis::linear("time [µs]", 60.0, until),
        Axis::linear("displacement y [µm]", -40.0, 30.0),
    )
    .with(pens::CLOSED_FORM, "exact, eq. (14)", solution(stiffness, until))
    .with(pens::TWO_POINT, "two-point, β_2*", flights[0].path(until))
    .with(pens::THREE_POINT.mark(Mark::Diamond), "three-point, β_3*", flights[1].path(until))
    .with(pens::EXACT, "exact step", flights[2].path(until))
    .with_horizontal(pens::LIMIT, "wall", 0.0);
    let mut list = durations("ω_c = 44700 rad/s", stiffness, &named(&flights));
    for (n, name) in [(0, "two-point, β_2*"), (1, "three-point, β_3*")] {
        let error = 100.0 * (flights[n].report.duration / tau - 1.0);
        list.push(cells::claimed(
            name,
            "error of the duration [%]",
            "exact",
            (error, error),
            false,
            "exact frequency inside; the steps in and out leave this",
        ));
    }
    figures([figure(
        "isma-figure-5",
        "Detail of the collision with the corrected β_2* and β_3*, ω_c = 44700 rad/s.",
        &plot,
        list,
    )])
}
