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
    text: "Both schemes conserve the energy and have the correct release speed, but their contacts are too long: by 3 and 27 % for the \
           two-point scheme, by 8 and 62 % for the three-point scheme. The exact step, which divides a short contact into sub-steps and \
           corrects its stiffness, is too long by less than 0.01 %. Durations are measured between the straight flights before and \
           after, not read from a plot. The mass reaches the wall exactly at the fifth sample; the sign of its displacement there is \
           rounding.",
    make: soft_and_hard,
};

pub(super) const FIGURE_4: Item = Item {
    id: "isma-figure-4",
    paper: Paper::Isma2017,
    label: "Figure 4",
    title: "A very hard collision: one sample or two",
    text: "A contact of half a sample. The two-point scheme has one sample inside, the three-point scheme two, as the paper proves. As a \
           duration between runs the limit of the two-point scheme is one sample; that of the three-point scheme is 1.59 to 1.97 \
           samples, 1.71 on average; two is a number of samples. The exact step divides the sample and has neither limit.",
    make: very_hard,
};

pub(super) const FIGURE_5: Item = Item {
    id: "isma-figure-5",
    paper: Paper::Isma2017,
    label: "Figure 5",
    title: "The corrected duration",
    text: "With β* in place of β the frequency inside the wall is exact. The first and last step of the contact leave an error of the \
           duration: here +0.014 and −0.038 %, and up to ±0.4 and ±0.55 % when the contact begins elsewhere within a sample.",
    make: corrected,
};

/// Sample rate of the figures \[Hz\].
pub(super) const RATE: f64 = 50_000.0;
/// Speed of the mass of 1 kg \[m/s\].
const SPEED: f64 = 1.0;
/// Time between the start and the contact, from an initial distance of 0.1 mm \[samples\].
const LEAD: f64 = 5.0;

/// Returns a lossless contact law with exponent α = 1 and this stiffness \[N/m\].
pub(super) fn linear(stiffness: f64) -> HuntCrossley {
    HuntCrossley { stiffness, exponent: 1.0, damping: 0.0 }
}

/// Motion of a mass into the wall and out again.
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

    /// Returns the number of samples inside the wall; a compression below 1e-15 m is rounding.
    fn samples_inside(&self) -> f64 {
        self.samples.iter().filter(|s| s.compression > 1e-15).count() as f64
    }

    /// Returns time since the start \[µs\] and displacement \[µm\], continued in free flight to `until`
    /// \[µs\].
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

/// Returns points of the exact solution, eq. (14): time and displacement \[µs, µm\].
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

/// Returns table cells with the duration of a collision by each of the two schemes and by the exact step
/// \[µs\].
fn durations(row: &str, stiffness: f64, runs: &[(&str, &CollisionRun)]) -> Vec<Cell> {
    let tau = PI / stiffness.sqrt();
    let mut list = vec![cells::shown(row, "exact duration [µs]", tau * MICRO, "π/ω_c")];
    for (name, run) in runs {
        list.push(cells::shown(
            row,
            format!("{name} [µs]"),
            run.report.duration * MICRO,
            cells::lateness(run.report.duration, tau),
        ));
    }
    list
}

fn collision(
    stiffness: f64,
    (from, until): (f64, f64),
    (low, high): (f64, f64),
) -> (Plot, [CollisionRun; 3]) {
    let runs = [
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
    .with(pens::TWO_POINT, "two-point", runs[0].path(until))
    .with(pens::THREE_POINT, "three-point", runs[1].path(until))
    .with(pens::EXACT, "exact step", runs[2].path(until))
    .with_horizontal(pens::LIMIT, "wall", 0.0);
    (plot, runs)
}

fn named(runs: &[CollisionRun; 3]) -> [(&'static str, &CollisionRun); 3] {
    [("two-point", &runs[0]), ("three-point", &runs[1]), ("exact step", &runs[2])]
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
    let (plot, runs) = collision(1e11, (60.0, 170.0), (-40.0, 20.0));
    let mut cells = durations("k_c = 10^11", 1e11, &named(&runs));
    for (n, printed) in [(0, "1"), (1, "2")] {
        let inside = runs[n].samples_inside();
        let name = named(&runs)[n].0;
        cells.push(cells::stated(
            "samples inside",
            name,
            printed,
            (inside, inside),
            "the minimum of the scheme",
        ));
    }
    figures([figure(
        "isma-figure-4",
        "Detail of a very hard collision: α = 1, k_c = 10^11 N/m, else as in figure 3.",
        &plot,
        cells,
    )])
}

/// Angular frequency ω_c of the contact in figure 5 \[rad/s\].
const OMEGA: f64 = 44_700.0;

fn corrected() -> Product {
    let stiffness = OMEGA * OMEGA;
    let tau = PI / OMEGA;
    let until = 240.0;
    let runs = [
        CollisionRun::of(TwoPoint::with_stiffness(StiffnessRule::Exact), stiffness),
        CollisionRun::of(ThreePoint::with_stiffness(StiffnessRule::Exact), stiffness),
        CollisionRun::of(Exact::default(), stiffness),
    ];
    let plot = Plot::new(
        "Displacement of a mass over time with the stiffness corrected for the duration",
        Axis::linear("time [µs]", 60.0, until),
        Axis::linear("displacement y [µm]", -40.0, 30.0),
    )
    .with(pens::CLOSED_FORM, "exact, eq. (14)", solution(stiffness, until))
    .with(pens::TWO_POINT, "two-point, β_2*", runs[0].path(until))
    .with(pens::THREE_POINT.mark(Mark::Diamond), "three-point, β_3*", runs[1].path(until))
    .with(pens::EXACT, "exact step", runs[2].path(until))
    .with_horizontal(pens::LIMIT, "wall", 0.0);
    let mut list = durations("ω_c = 44700 rad/s", stiffness, &named(&runs));
    for (n, name) in [(0, "two-point, β_2*"), (1, "three-point, β_3*")] {
        let error = 100.0 * (runs[n].report.duration / tau - 1.0);
        list.push(cells::claimed(
            name,
            "error of the duration [%]",
            "exact",
            (error, error),
            false,
            "exact frequency inside; error of the first and last step",
        ));
    }
    figures([figure(
        "isma-figure-5",
        "Detail of the collision with the corrected β_2* and β_3*, ω_c = 44700 rad/s.",
        &plot,
        list,
    )])
}
