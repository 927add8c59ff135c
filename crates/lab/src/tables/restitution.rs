//! The exact step beside the others: release, duration and energy in five contacts, easy to hopeless.

use crate::experiment::{CASE_1, CASE_2, HAMMER, Method, RATE, problem, ten_grams};
use crate::{Cell, Item, Paper, Product, Table};
use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, RunEnd, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Duration, Exact, Scheme, Substeps, TwoPoint};

pub(super) const FOLEY: Item = Item {
    id: "foley-table-restitution",
    paper: Paper::Foley,
    label: "Exact restitution",
    title: "The exact step beside the others",
    text: "A mass of 10 g meets a wall at 44.1 kHz, in the paper's two critical cases and in three more. Where inside a sample it \
        touches is not ours to choose, so the worst of sixteen phases is shown. The exact step leaves with the release velocity of \
        the continuous contact to rounding, at one step per sample even where the contact lasts less than a sample, and \
        its own energy never grows by more than rounding; with sub-steps (auto) its duration is right as well. A method \
        that overflowed or did not leave in some phases says so.",
    make: || Product::Tables(tables()),
};

const PHASES: u32 = 16;

/// Samples after which a mass that still touches is given up; the longest contact takes 41.
const PATIENCE: u32 = 2000;

const CASES: [(&str, Impact); 5] = [
    ("case 1", CASE_1),
    ("case 2", CASE_2),
    ("very hard", ten_grams(1e11, 1.5, 0.5, 1.0)),
    ("felt", Impact { speed: 2.0, ..HAMMER }),
    ("lossy", ten_grams(1e9, 1.5, 3.0, 2.0)),
];

/// A name and a scheme.
type Column = (&'static str, Box<dyn Scheme<HuntCrossley>>);

fn columns() -> Vec<Column> {
    let mut columns: Vec<Column> = Method::PAPER.map(|method| (method.name(), method.scheme())).into();
    columns.push(("two-point", Box::new(TwoPoint::new())));
    columns.push(("exact, 1 step", Box::new(exact(Substeps::Count(1)))));
    columns.push(("exact, auto", Box::new(exact(Substeps::Auto))));
    columns
}

fn exact(substeps: Substeps) -> Exact {
    Exact::new(substeps, Duration::Corrected)
}

/// Velocity \[m/s\] and duration \[s\] of a release, if there was one, and the largest rise of energy.
struct Outcome {
    release: Option<(f64, f64)>,
    gain: f64,
}

fn run(scheme: &mut dyn Scheme<HuntCrossley>, impact: &Impact, offset: f64) -> Outcome {
    let approach = Approach { speed: impact.speed, offset, max_steps: PATIENCE };
    let report = bounce(&problem(impact, RATE), scheme, approach, |_| {});
    let release = (report.ended == RunEnd::Released).then_some((report.release_velocity, report.duration));
    Outcome { release, gain: report.max_energy_gain }
}

/// The worst over all phases \[%, %, 1\], and how many phases ended without a release.
struct Worst {
    release: f64,
    duration: f64,
    gain: f64,
    lost: u32,
}

fn worst(impact: &Impact, scheme: &mut dyn Scheme<HuntCrossley>) -> Worst {
    let (release, duration) = (impact.release_velocity(), impact.duration());
    let mut worst = Worst { release: 0.0, duration: 0.0, gain: 0.0, lost: 0 };
    for phase in 0..PHASES {
        let offset = (f64::from(phase) + 0.5) / f64::from(PHASES);
        let outcome = run(scheme, impact, offset);
        let Some((velocity, time)) = outcome.release else {
            worst.lost += 1;
            continue;
        };
        let off = |value: f64, exact: f64| 100.0 * (value / exact - 1.0).abs();
        worst.release = worst.release.max(off(velocity, release));
        worst.duration = worst.duration.max(off(time, duration));
        worst.gain = worst.gain.max(outcome.gain);
    }
    worst
}

fn tables() -> Vec<Table> {
    let mut release = Table::new("Release", "Worst error of v_out over 16 phases", "%");
    let mut duration = Table::new("Duration", "Worst error of the contact time over 16 phases", "%");
    let mut gain = Table::new(
        "Energy",
        "Largest rise of the scheme's own energy in one step, of the energy on arrival",
        "1",
    );
    for (name, impact) in &CASES {
        let samples = impact.duration() * RATE;
        for (column, mut scheme) in columns() {
            let worst = worst(impact, &mut *scheme);
            let note = match worst.lost {
                0 => format!("{samples:.2} samples of contact"),
                // Nothing came back that could be shown.
                PHASES => continue,
                lost => format!("{samples:.2} samples of contact; {lost} of 16 phases overflow or stick"),
            };
            let cell = |value: f64| Cell::new(*name, column, "", value, value, note.clone());
            release.cells.push(cell(worst.release));
            duration.cells.push(cell(worst.duration));
            gain.cells.push(cell(worst.gain));
        }
    }
    vec![release, duration, gain]
}
