//! Figures 1, 2 and 4 of the journal paper: one impact at several speeds, by the closed forms alone.

use super::{MICRO, MILLI, cells, figure, figures, spread};
use crate::experiment::CASE_2;
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Item, Paper, Product};
use foley_contact::analytic::Impact;
use foley_contact::law::Law;

const SPEEDS: [f64; 4] = [1.0, 2.0, 3.0, 4.0];

pub(super) const FIGURE_1: Item = Item {
    id: "journal-figure-1",
    paper: Paper::Journal,
    label: "Fig. 1",
    title: "Phase portraits at four impact speeds",
    text: "Every velocity belongs to one compression, eq. (3). The higher the impact speed, the larger the fraction of it that is \
           lost. No release is faster than v_lim = −1/μ, a line that no trajectory crosses.",
    make: portraits,
};

pub(super) const FIGURE_2: Item = Item {
    id: "journal-figure-2",
    paper: Paper::Journal,
    label: "Fig. 2",
    title: "Compression and force at four impact speeds",
    text: "The loss opens the curve k x^α into a loop; the area inside is the heat of the impact, eq. (18).",
    make: loops,
};

pub(super) const FIGURE_4: Item = Item {
    id: "journal-figure-4",
    paper: Paper::Journal,
    label: "Fig. 4",
    title: "Energy as a function of velocity",
    text: "Kinetic plus stored energy along an impact, eq. (20), for v_in = 1 m/s. The velocity axis is reversed, so that time runs \
           from left to right. The curve is flat at zero velocity, where there is no loss.",
    make: energy,
};

fn impact(speed: f64) -> Impact {
    Impact { speed, ..CASE_2 }
}

/// Adds the phase portraits of impacts to a plot, with the free flights before and after. Figure 1 of the
/// DAFx-01 paper uses this function, too.
pub(super) fn portrait(plot: Plot, impacts: &[Impact], before: f64) -> Plot {
    let flight = Pen::of(Ink::Soft).dash(Dash::Short);
    let mut plot = plot;
    for (n, impact) in impacts.iter().enumerate() {
        let first = |label: &'static str| if n == 0 { label } else { "" };
        let out = impact.release_velocity();
        let path = impact.hysteresis(400).map(|p| (p.motion.displacement * MICRO, p.motion.velocity));
        plot = plot
            .with(Pen::of(Ink::Blue), first("in contact"), path)
            .with(flight, first("free flight"), [(before, impact.speed), (0.0, impact.speed)])
            .with(flight, "", [(0.0, out), (before, out)])
            .with_note_before(0.03 * before, impact.speed - 0.3, format!("{} m/s", impact.speed));
    }
    plot
}

/// Adds the loops of force over compression to a plot \[µm, kN\].
pub(super) fn hysteresis(plot: Plot, impacts: &[Impact]) -> Plot {
    let mut plot = plot;
    let deepest = impacts.iter().map(Impact::max_compression).fold(0.0, f64::max);
    let law = impacts[0].law;
    let highest =
        impacts.iter().flat_map(|impact| impact.hysteresis(400)).map(|p| p.force / 1e3).fold(0.0, f64::max);
    for (n, impact) in impacts.iter().enumerate() {
        let label = if n == 0 { "with loss, eqs. (1), (3)" } else { "" };
        let path: Vec<_> = impact.hysteresis(400).collect();
        let top = path.iter().fold(path[0], |top, p| if p.force > top.force { *p } else { top });
        plot = plot
            .with(
                Pen::of(Ink::Blue),
                label,
                path.iter().map(|p| (p.motion.displacement * MICRO, p.force / 1e3)),
            )
            .with_note_before(
                top.motion.displacement * MICRO,
                top.force / 1e3 + 0.05 * highest,
                format!("{} m/s", impact.speed),
            );
    }
    plot.with(
        Pen::of(Ink::Text).dash(Dash::Long),
        "without loss, k x^α",
        spread(0.0, deepest, 200).map(|x| (x * MICRO, law.elastic(x) / 1e3)),
    )
}

fn portraits() -> Product {
    let impacts = SPEEDS.map(impact);
    let plot = Plot::new(
        "Phase portraits of impacts at 1, 2, 3 and 4 m/s with the limit velocity",
        Axis::linear("compression x [µm]", -40.0, 120.0),
        Axis::linear("velocity v [m/s]", -2.5, 4.5),
    );
    let limit = -1.0 / CASE_2.law.damping;
    let plot = portrait(plot, &impacts, -40.0).with_horizontal(pens::LIMIT, "v_lim = −1/μ", limit);
    let cells = impacts
        .iter()
        .flat_map(|impact| {
            let row = format!("v_in = {} m/s", impact.speed);
            [
                cells::shown(row.clone(), "x_max [µm]", impact.max_compression() * MICRO, "eq. (4)"),
                cells::shown(row, "v_out [m/s]", impact.release_velocity(), "zero of eq. (6)"),
            ]
        })
        .collect();
    figures([figure(
        "journal-figure-1",
        "Phase portraits for v_in = 1 … 4 m/s. m = 10^−2 kg, k = 10^9 N/m^α, μ = 0.5 s/m, α = 1.5. Solid: in contact. Dashed: free \
         motion.",
        &plot,
        cells,
    )])
}

fn loops() -> Product {
    let impacts = SPEEDS.map(impact);
    let plot = Plot::new(
        "Compression–force characteristics of impacts at 1, 2, 3 and 4 m/s",
        Axis::linear("compression x [µm]", 0.0, 120.0),
        Axis::linear("force f [kN]", 0.0, 2.0),
    );
    let cells = impacts
        .iter()
        .map(|impact| {
            let row = format!("v_in = {} m/s", impact.speed);
            cells::shown(row, "area [mJ]", impact.energy_lost() * MILLI, "heat of the impact, eq. (18)")
        })
        .collect();
    figures([figure(
        "journal-figure-2",
        "Compression–force characteristics for v_in = 1 … 4 m/s; parameters as in Fig. 1. Dashed: without loss.",
        &hysteresis(plot, &impacts),
        cells,
    )])
}

fn energy() -> Product {
    let impact = impact(1.0);
    let (out, lost) = (impact.release_velocity(), impact.energy_lost());
    let initial = impact.energy_in();
    let plot = Plot::new(
        "Energy over velocity during an impact at 1 m/s",
        Axis::linear("compression velocity v [m/s]", 1.05, -0.85),
        Axis::linear("Hamiltonian H [mJ]", 2.5, 5.25),
    )
    .with_horizontal(pens::LIMIT, "H_0 and H_τ", initial * MILLI)
    .with_horizontal(pens::LIMIT, "", (initial - lost) * MILLI)
    .with(
        Pen::of(Ink::Blue),
        "H(v), eq. (20)",
        spread(1.0, out, 400).map(|v| (v, impact.energy_at(v) * MILLI)),
    );
    figures([figure(
        "journal-figure-4",
        "Energy over velocity for v_in = 1 m/s, other parameters as in Fig. 1. The horizontal lines are the energies before and \
         after.",
        &plot,
        vec![
            cells::shown("H_0", "[mJ]", initial * MILLI, "eq. (17)"),
            cells::shown("H_τ", "[mJ]", (initial - lost) * MILLI, "with v_out the zero of eq. (6)"),
        ],
    )])
}
