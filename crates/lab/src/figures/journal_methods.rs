//! Figures 6 to 8 of the journal paper: the four methods and the exact step compared with the closed forms.

use super::{MICRO, MILLI, cells, figure, figures, spread};
use crate::experiment::{CASE_1, CASE_2, ImpactRun, Method, NON_CRITICAL};
use crate::plot::{Axis, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::analytic::Impact;

pub(super) const FIGURE_6: Item = Item {
    id: "journal-figure-6",
    paper: Paper::Journal,
    label: "Fig. 6",
    title: "Non-critical impacts: every method is accurate",
    text: "A soft contact of 1659 samples. All four methods and the exact step lie on the closed-form curves; table I has their \
           differences.",
    make: non_critical,
};

pub(super) const FIGURE_7: Item = Item {
    id: "journal-figure-7",
    paper: Paper::Journal,
    label: "Fig. 7",
    title: "Low dissipation: errors of the energy",
    text: "Case 1: the impact loses only 0.7 % of the energy, and the largest errors of AM1, Verlet and Heun are about 60 % of that. \
           The exact step stays on the curve, because the discrete gradient follows that curve. The contact time of 19 samples is \
           the number of steps to the first sample outside; the exact duration is 18.89 samples.",
    make: low_dissipation,
};

pub(super) const FIGURE_8: Item = Item {
    id: "journal-figure-8",
    paper: Paper::Journal,
    label: "Fig. 8",
    title: "A hard impact: six samples of contact",
    text: "Case 2. The print shows a detail of the phase portraits; here they are complete. With six samples of contact the methods \
           scatter about the curve. The exact step, which divides each of these samples into two steps, stays on it. The contact \
           time of 6 samples is again a number of steps; the exact duration is 5.86 samples.",
    make: hard,
};

fn pen_of(method: Method) -> Pen {
    match method {
        Method::Am1 => pens::AM1,
        Method::Verlet => pens::VERLET,
        Method::Heun => pens::HEUN,
        Method::Rk4 => pens::RK4,
        Method::Exact => pens::EXACT,
    }
}

/// Runs a case by all methods without corrections.
fn run_all(case: Impact) -> Vec<(Method, ImpactRun)> {
    let mut methods = Method::PAPER.to_vec();
    methods.push(Method::Exact);
    methods.into_iter().map(|method| (method, method.run(case))).collect()
}

/// Adds the closed-form phase portrait of an impact to a plot \[µm, m/s\].
pub(super) fn with_curve(plot: Plot, impact: Impact) -> Plot {
    let path = impact.hysteresis(600).map(|p| (p.motion.displacement * MICRO, p.motion.velocity));
    plot.with(pens::CLOSED_FORM, "closed form", path)
}

/// Adds the closed-form energy over velocity to a plot, and lines at the energies before and after the
/// impact. All energies are in units of `1/scale` joule.
fn with_energy(plot: Plot, impact: Impact, scale: f64) -> Plot {
    let out = impact.release_velocity();
    plot.with(
        pens::CLOSED_FORM,
        "closed form",
        spread(impact.speed, out, 600).map(|v| (v, impact.energy_at(v) * scale)),
    )
    .with_horizontal(pens::LIMIT, "H_0, H_τ", impact.energy_in() * scale)
    .with_horizontal(pens::LIMIT, "", (impact.energy_in() - impact.energy_lost()) * scale)
}

/// Creates a plot of the closed-form energy of case 1. `by` names the methods in the title.
pub(super) fn energy_of_case_1(by: &str) -> Plot {
    let plot = Plot::new(
        format!("Energy over velocity of a nearly lossless impact by {by}"),
        Axis::linear("compression velocity v [m/s]", 0.52, -0.52),
        Axis::linear("Hamiltonian H [µJ]", 1238.0, 1256.0),
    );
    with_energy(plot, CASE_1, MICRO)
}

/// Creates plots of the closed-form portrait and energy of case 2. `by` names the methods in the titles.
pub(super) fn plots_of_case_2(by: &str) -> [Plot; 2] {
    let portrait = Plot::new(
        format!("Phase portraits of a hard impact by {by}"),
        Axis::linear("compression x [µm]", -10.0, 45.0),
        Axis::linear("velocity v [m/s]", -1.0, 1.2),
    );
    let energy = Plot::new(
        format!("Energy over velocity of a hard impact by {by}"),
        Axis::linear("compression velocity v [m/s]", 1.05, -0.85),
        Axis::linear("Hamiltonian H [mJ]", 2.4, 5.4),
    );
    [with_curve(portrait, CASE_2), with_energy(energy, CASE_2, MILLI)]
}

/// Returns compression and velocity at every sample of a run \[µm, m/s\].
pub(super) fn path(run: &ImpactRun) -> Vec<(f64, f64)> {
    run.samples.iter().map(|s| (s.compression * MICRO, s.motion.velocity)).collect()
}

/// Returns velocity \[m/s\] and energy at every sample of a run, the energy in units of `1/scale` joule.
pub(super) fn energies(run: &ImpactRun, scale: f64) -> Vec<(f64, f64)> {
    run.samples.iter().map(|s| (s.motion.velocity, s.energy * scale)).collect()
}

fn non_critical() -> Product {
    let runs = run_all(NON_CRITICAL);
    let impact = NON_CRITICAL;
    let mut portrait = Plot::new(
        "Phase portraits of a soft impact by four methods",
        Axis::linear("compression x [mm]", 0.0, 7.0),
        Axis::linear("velocity v [m/s]", -0.6, 0.6),
    );
    let mut energy = Plot::new(
        "Energy over velocity of a soft impact by four methods",
        Axis::linear("compression velocity v [m/s]", 0.52, -0.48),
        Axis::linear("Hamiltonian H [mJ]", 0.85, 1.30),
    );
    for (method, run) in &runs {
        let every = if *method == Method::Exact { 90 } else { 1 };
        let pen = if *method == Method::Exact { pens::EXACT } else { pen_of(*method).mark(Mark::None) };
        let samples = || run.samples.iter().filter(|s| s.index % every == 0);
        portrait =
            portrait.with(pen, method.name(), samples().map(|s| (s.compression * MILLI, s.motion.velocity)));
        energy = energy.with(pen, method.name(), samples().map(|s| (s.motion.velocity, s.energy * MILLI)));
    }
    let curve = impact.hysteresis(600).map(|p| (p.motion.displacement * MILLI, p.motion.velocity));
    let thin = pens::CLOSED_FORM.width(10);
    portrait = portrait
        .with(thin, "closed form", curve)
        .with_vertical(pens::LIMIT, "x_max, v_out", impact.max_compression() * MILLI)
        .with_horizontal(pens::LIMIT, "", impact.release_velocity());
    energy = energy
        .with(
            thin,
            "closed form",
            spread(0.5, impact.release_velocity(), 600).map(|v| (v, impact.energy_at(v) * MILLI)),
        )
        .with_horizontal(pens::LIMIT, "H_0, H_τ", impact.energy_in() * MILLI)
        .with_horizontal(pens::LIMIT, "", (impact.energy_in() - impact.energy_lost()) * MILLI);
    let caption = "k = 10^3 N/m^α, μ = 0.5 s/m, α = 1.5, v_in = 0.5 m/s";
    figures([
        figure(
            "journal-figure-6a",
            format!(
                "(a) Phase portraits. {caption}. Dotted: x_max by eq. (4) and v_out, the zero of eq. (6)."
            ),
            &portrait,
            Vec::new(),
        ),
        figure(
            "journal-figure-6b",
            "(b) Energy over velocity. Dotted: the energies before and after.",
            &energy,
            Vec::new(),
        ),
    ])
}

/// Creates the cells of the contact time printed in the caption and computed by every method.
fn contact_times(runs: &[(Method, ImpactRun)], printed: &str) -> Vec<Cell> {
    runs.iter()
        .map(|(method, run)| {
            let exact = run.impact.duration() * run.rate;
            if *method == Method::Exact {
                cells::shown(
                    method.name(),
                    "contact time [samples]",
                    run.duration_in_samples(),
                    format!("from the path of free flight before the contact to the one after it; exact: {exact:.4}"),
                )
            } else {
                cells::stated(
                    method.name(),
                    "contact time [samples]",
                    printed,
                    (f64::from(run.report.samples), exact),
                    "number of steps to the first sample out of contact; plain: τ of eq. (9)",
                )
            }
        })
        .collect()
}

fn low_dissipation() -> Product {
    let runs = run_all(CASE_1);
    let mut plot = energy_of_case_1("four methods and the exact step");
    for (method, run) in &runs {
        plot = plot.with(pen_of(*method), method.name(), energies(run, MICRO));
    }
    figures([figure(
        "journal-figure-7",
        "Energies of case 1: k = 10^7 N/m^α, μ = 0.01 s/m, α = 1.3, v_in = 0.5 m/s.",
        &plot,
        contact_times(&runs, "19"),
    )])
}

fn hard() -> Product {
    let runs = run_all(CASE_2);
    let [mut portrait, mut energy] = plots_of_case_2("four methods and the exact step");
    for (method, run) in &runs {
        portrait = portrait.with(pen_of(*method), method.name(), path(run));
        energy = energy.with(pen_of(*method), method.name(), energies(run, MILLI));
    }
    figures([
        figure(
            "journal-figure-8a",
            "(a) Phase portraits of case 2; parameters as in Fig. 1 with v_in = 1 m/s.",
            &portrait,
            contact_times(&runs, "6"),
        ),
        figure("journal-figure-8b", "(b) Energies of case 2.", &energy, Vec::new()),
    ])
}
