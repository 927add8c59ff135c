//! The exact step beside the others: release, duration and energy in five contacts, easy to hopeless.

use crate::experiment::{CASE_1, CASE_2, RATE};
use crate::{Cell, Item, Paper, Product, Table};
use foley_contact::Step;
use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, Ended, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{
    Am1, Duration, Exact, Heun, Problem, Rk4, Scheme, Substeps, TwoPoint, Verlet,
};

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

const fn impact(stiffness: f64, exponent: f64, damping: f64, speed: f64) -> Impact {
    let law = HuntCrossley {
        stiffness,
        exponent,
        damping,
    };
    Impact::new(0.01, law, speed)
}

const CASES: [(&str, Impact); 5] = [
    ("case 1", CASE_1),
    ("case 2", CASE_2),
    ("very hard", impact(1e11, 1.5, 0.5, 1.0)),
    ("felt", impact(1.5e11, 2.8, 0.6, 2.0)),
    ("lossy", impact(1e9, 1.5, 3.0, 2.0)),
];

/// Name of a column, and what it does with an impact in a phase.
type Column = (&'static str, fn(&Impact, f64) -> Outcome);

const COLUMNS: [Column; 7] = [
    ("AM1", |i, at| run(&mut Am1::new(), i, at)),
    ("Verlet", |i, at| run(&mut Verlet::new(), i, at)),
    ("Heun", |i, at| run(&mut Heun::new(), i, at)),
    ("RK4", |i, at| run(&mut Rk4::new(), i, at)),
    ("two-point", |i, at| run(&mut TwoPoint::new(), i, at)),
    ("exact, 1 step", |i, at| {
        run(&mut exact(Substeps::Count(1)), i, at)
    }),
    ("exact, auto", |i, at| {
        run(&mut exact(Substeps::Auto), i, at)
    }),
];

fn exact(substeps: Substeps) -> Exact {
    Exact::new(substeps, Duration::Corrected)
}

/// Velocity \[m/s\] and duration \[s\] of a release, if there was one, and the largest rise of energy.
struct Outcome {
    release: Option<(f64, f64)>,
    gain: f64,
}

fn run<S: Scheme<HuntCrossley>>(scheme: &mut S, impact: &Impact, offset: f64) -> Outcome {
    let problem = Problem::new(impact.mass, impact.law, Step::at_rate(RATE));
    let approach = Approach {
        speed: impact.speed,
        offset,
        patience: PATIENCE,
    };
    let report = bounce(&problem, scheme, approach, |_| {});
    let release =
        (report.ended == Ended::Released).then_some((report.release_velocity, report.duration));
    Outcome {
        release,
        gain: report.max_energy_gain,
    }
}

/// The worst over all phases \[%, %, 1\], and how many phases ended without a release.
struct Worst {
    release: f64,
    duration: f64,
    gain: f64,
    lost: u32,
}

fn worst(impact: &Impact, run: fn(&Impact, f64) -> Outcome) -> Worst {
    let (release, duration) = (impact.release_velocity(), impact.duration());
    let mut worst = Worst {
        release: 0.0,
        duration: 0.0,
        gain: 0.0,
        lost: 0,
    };
    for phase in 0..PHASES {
        let outcome = run(impact, (f64::from(phase) + 0.5) / f64::from(PHASES));
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
    let mut duration = Table::new(
        "Duration",
        "Worst error of the contact time over 16 phases",
        "%",
    );
    let mut gain = Table::new(
        "Energy",
        "Largest rise of the scheme's own energy in one step, of the energy on arrival",
        "1",
    );
    for (name, impact) in &CASES {
        let samples = impact.duration() * RATE;
        for (column, run) in COLUMNS {
            let worst = worst(impact, run);
            let note = match worst.lost {
                0 => format!("{samples:.2} samples of contact"),
                // Nothing came back that could be shown.
                PHASES => continue,
                lost => format!(
                    "{samples:.2} samples of contact; {lost} of 16 phases overflow or stick"
                ),
            };
            let cell = |value: f64| Cell::new(*name, column, "", value, value, note.clone());
            release.cells.push(cell(worst.release));
            duration.cells.push(cell(worst.duration));
            gain.cells.push(cell(worst.gain));
        }
    }
    vec![release, duration, gain]
}
