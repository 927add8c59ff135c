//! The exact step compared with other methods: release, duration and energy in five contacts, easy to very
//! hard.

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
    title: "The exact step compared with other methods",
    text: "A mass of 10 g meets a wall at 44.1 kHz, in the paper's two critical cases and in three more. The contact can begin \
        anywhere within a sample, so the worst of sixteen phases is shown. The release velocity of the exact step is that of \
        the continuous contact to rounding, with one step per sample even where the contact is shorter than a sample. Its \
        energy never grows by more than rounding. With sub-steps (auto) its duration is correct as well. The note counts the \
        phases in which a method overflows or does not release.",
    make: || Product::Tables(tables()),
};

const PHASES: u32 = 16;

/// Maximum length of a simulated contact \[samples\]; the longest contact takes 41.
const MAX_SAMPLES: u32 = 2000;

const CASES: [(&str, Impact); 5] = [
    ("case 1", CASE_1),
    ("case 2", CASE_2),
    ("very hard", ten_grams(1e11, 1.5, 0.5, 1.0)),
    ("felt", Impact { speed: 2.0, ..HAMMER }),
    ("lossy", ten_grams(1e9, 1.5, 3.0, 2.0)),
];

/// Name of a column of the table, and the scheme that computes it.
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

/// Result of one simulated impact.
struct ImpactOutcome {
    /// Release velocity \[m/s\] and contact duration \[s\]; `None` if the mass was not released.
    release: Option<(f64, f64)>,
    /// Largest rise of energy in one step, relative to the energy before contact \[1\].
    gain: f64,
}

fn run(scheme: &mut dyn Scheme<HuntCrossley>, impact: &Impact, offset: f64) -> ImpactOutcome {
    let approach = Approach { speed: impact.speed, offset, max_steps: MAX_SAMPLES };
    let report = bounce(&problem(impact, RATE), scheme, approach, |_| {});
    let release = (report.ended == RunEnd::Released).then_some((report.release_velocity, report.duration));
    ImpactOutcome { release, gain: report.max_energy_gain }
}

/// Largest errors of a scheme over all phases of the first contact.
struct WorstErrors {
    /// Largest error of the release velocity \[%\].
    release: f64,
    /// Largest error of the contact duration \[%\].
    duration: f64,
    /// Largest rise of energy in one step, relative to the energy before contact \[1\].
    gain: f64,
    /// Number of phases in which the mass was not released.
    lost: u32,
}

fn worst(impact: &Impact, scheme: &mut dyn Scheme<HuntCrossley>) -> WorstErrors {
    let (release, duration) = (impact.release_velocity(), impact.duration());
    let mut worst = WorstErrors { release: 0.0, duration: 0.0, gain: 0.0, lost: 0 };
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
    let mut release = Table::new("Release", "Largest error of v_out over 16 phases", "%");
    let mut duration = Table::new("Duration", "Largest error of the contact time over 16 phases", "%");
    let mut gain = Table::new(
        "Energy",
        "Largest rise of the scheme's energy in one step, relative to the energy before contact",
        "1",
    );
    for (name, impact) in &CASES {
        let samples = impact.duration() * RATE;
        for (column, mut scheme) in columns() {
            let worst = worst(impact, &mut *scheme);
            let note = match worst.lost {
                0 => format!("contact of {samples:.2} samples"),
                // A scheme without any release has no value to show.
                PHASES => continue,
                lost => {
                    format!(
                        "contact of {samples:.2} samples; in {lost} of 16 phases the method overflows or does not release"
                    )
                }
            };
            let cell = |value: f64| Cell::new(*name, column, "", value, value, note.clone());
            release.cells.push(cell(worst.release));
            duration.cells.push(cell(worst.duration));
            gain.cells.push(cell(worst.gain));
        }
    }
    vec![release, duration, gain]
}
