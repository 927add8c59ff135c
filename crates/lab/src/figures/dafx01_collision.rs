//! Figures 1 and 3 of the DAFx-01 paper: a hammer meets a rigid surface.

use super::journal_closed_forms::{hysteresis, portrait};
use super::{MICRO, MILLI, cells, figure, figures, spread};
use crate::experiment::HAMMER;
use crate::plot::{Axis, Ink, Mark, Pen, Plot, pens};
use crate::{Item, Paper, Product};
use foley_contact::analytic::Impact;

pub(super) const FIGURE_1: Item = Item {
    id: "dafx01-figure-1",
    paper: Paper::Dafx01,
    label: "Figure 1",
    title: "Collision of a hammer with a massive surface",
    text: "The same closed forms as in the journal paper, with the exponent of piano felt. The paper gives no numbers; the table below has the depths, \
           release velocities and contact times of the curves.",
    make: collision,
};

pub(super) const FIGURE_3: Item = Item {
    id: "dafx01-figure-3",
    paper: Paper::Dafx01,
    label: "Figure 3",
    title: "Graphic study of the release velocity",
    text: "Eq. (7): the release velocity is the intersection of the exponential with a straight line whose slope depends only on \
           μ v_in. The other intersection is v_in itself. Points: v_out in closed form.",
    make: release,
};

const SPEEDS: [f64; 4] = [1.0, 2.0, 3.0, 4.0];

fn impacts() -> [Impact; 4] {
    SPEEDS.map(|speed| Impact { speed, ..HAMMER })
}

fn collision() -> Product {
    let impacts = impacts();
    let phases = Plot::new(
        "Phase portraits of a hammer at 1, 2, 3 and 4 m/s",
        Axis::linear("penetration x_h [µm]", -250.0, 700.0),
        Axis::linear("velocity v [m/s]", -2.5, 4.5),
    );
    let limit = -1.0 / HAMMER.law.damping;
    let phases = portrait(phases, &impacts, -250.0).with_horizontal(pens::LIMIT, "v_lim = −1/μ", limit);
    let forces = Plot::new(
        "Penetration–force characteristics of a hammer at 1, 2, 3 and 4 m/s",
        Axis::linear("penetration x_h [µm]", 0.0, 700.0),
        Axis::linear("force |f| [kN]", 0.0, 0.32),
    );
    let mut cells = Vec::new();
    for impact in &impacts {
        let row = format!("v_in = {} m/s", impact.speed);
        cells.push(cells::shown(row.clone(), "x_max [µm]", impact.max_compression() * MICRO, ""));
        cells.push(cells::shown(row.clone(), "v_out [m/s]", impact.release_velocity(), ""));
        cells.push(cells::shown(
            row,
            "t_0 [ms]",
            impact.duration() * MILLI,
            "eq. (9) with the factor that the print lacks",
        ));
    }
    figures([
        figure(
            "dafx01-figure-1a",
            "(a) Phase portrait. m_h = 10^−2 kg, k = 1.5·10^11 N/m^α, μ = 0.6 s/m, α = 2.8, v_in = 1 … 4 m/s.",
            &phases,
            cells,
        ),
        figure("dafx01-figure-1b", "(b) Penetration and force.", &hysteresis(forces, &impacts), Vec::new()),
    ])
}

fn release() -> Product {
    let mu = HAMMER.law.damping;
    let mut plot = Plot::new(
        "An exponential and four straight lines that intersect it at the release velocities",
        Axis::linear("velocity [m/s]", -2.0, 4.5),
        Axis::linear("both sides of eq. (7)", -2.0, 14.0),
    )
    .with(Pen::of(Ink::Blue).width(24), "e^μv", spread(-2.0, 4.5, 400).map(|v| (v, (mu * v).exp())));
    for (n, impact) in impacts().iter().enumerate() {
        let u = impact.loss();
        let slope = u.exp() / (1.0 + u);
        let line = |v: f64| (v, slope * (1.0 + mu * v));
        let first = |label: &'static str| if n == 0 { label } else { "" };
        plot = plot
            .with(
                Pen::of(Ink::Orange).width(12),
                first("a (1 + μv), v_in = 1 … 4 m/s"),
                [line(-2.0), line(4.5)],
            )
            .with(Pen::of(Ink::Text).points(Mark::Dot), first("v_out"), [line(impact.release_velocity())])
            .with(Pen::of(Ink::Text).points(Mark::Ring), first("v_in"), [line(impact.speed)]);
    }
    let cells = impacts()
        .iter()
        .map(|i| {
            cells::shown(
                format!("v_in = {} m/s", i.speed),
                "v_out [m/s]",
                i.release_velocity(),
                "root of eq. (7)",
            )
        })
        .collect();
    figures([figure(
        "dafx01-figure-3",
        "The two sides of eq. (7) for v_in = 1 … 4 m/s; parameters as in figure 1.",
        &plot,
        cells,
    )])
}
