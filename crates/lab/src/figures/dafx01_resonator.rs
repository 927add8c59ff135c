//! Figures 2 and 5 of the DAFx-01 paper: a hammer strikes a resonator.

use super::{MICRO, MILLI, cells, figure, figures, spread};
use crate::experiment::strike::{
    FAST_PARTIALS, ReferenceSolver, SLOW_PARTIALS, Stepper, Strike, StrikeMethod, TouchInterval,
    find_touches, hammer_on,
};
use crate::experiment::{HAMMER, RATE};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::Step;

pub(super) const FIGURE_2: Item = Item {
    id: "dafx01-figure-2",
    paper: Paper::Dafx01,
    label: "Figure 2",
    title: "A hammer strikes three partials",
    text: "The paper gives no parameters; here the hammer of figure 1 at 1 m/s meets partials of 500, 1370 and 2690 Hz, 50 g each, q = 100. Lines: \
           the equations solved to eleven digits; triangles: the K-method at 44.1 kHz; rings: exact modes and the exact step at the \
           same rate.",
    make: attack,
};

pub(super) const FIGURE_5: Item = Item {
    id: "dafx01-figure-5",
    paper: Paper::Dafx01,
    label: "Figure 5",
    title: "Contact time on a resonator over mass and stiffness",
    text: "Contact times tend to that of a wall for heavy partials, and the dependence on m_h/k is the same, as the paper says. For light \
           partials the increase depends on their frequencies, which the paper does not state: partials of 500, 1370 and 2690 Hz hardly \
           move while a felt hammer is in contact, partials a decade lower do. The paper's claim that t_0 is always longer than on a \
           wall is not confirmed: where the contact is short against the periods only the reduced mass counts, and the hammer of figure \
           1 leaves slow partials of 20 g after 0.83 of the wall's time, then touches three more times. Nor does t_0 increase \
           monotonically towards light partials. All times are of the first release; K-method, 44.1 kHz, 50 ms, v_in = 1 m/s.",
    make: duration,
};

fn step() -> Step {
    Step::at_rate(RATE)
}

/// Returns the ratio m_h/k of the hammer of figure 1 \[kg m^α/N\].
fn own_ratio() -> f64 {
    HAMMER.mass / HAMMER.law.stiffness
}

fn attack() -> Product {
    let strike = hammer_on(FAST_PARTIALS, 0.05, own_ratio());
    let mut solver = ReferenceSolver::new(&strike);
    let (mut hammer, mut point, mut force) = (Vec::new(), Vec::new(), Vec::new());
    for t in spread(0.0, 3e-3, 601) {
        solver.advance_to(t);
        let at = solver.state();
        hammer.push((t * MILLI, at.hammer.displacement * MICRO));
        point.push((t * MILLI, at.struck_point(&strike).displacement * MICRO));
        force.push((t * MILLI, solver.force()));
    }
    let solid = pens::CLOSED_FORM;
    let mut places = Plot::new(
        "Displacement of hammer and resonator during and after the touch",
        Axis::linear("time [ms]", 0.0, 3.0),
        Axis::linear("displacement [µm]", -800.0, 500.0),
    )
    .with(solid, "hammer", hammer)
    .with(solid.dash(Dash::Short), "resonator", point);
    let mut pushes =
        Plot::new("Contact force", Axis::linear("time [ms]", 0.0, 1.6), Axis::linear("force [N]", 0.0, 40.0))
            .with(solid, "solved", force);
    for (method, pen) in
        [(StrikeMethod::KMethod, pens::AM1.dash(Dash::None)), (StrikeMethod::Exact, pens::EXACT)]
    {
        let mut stepper = method.start(&strike, step(), 0.0);
        let (mut hammer, mut point, mut force) = (Vec::new(), Vec::new(), Vec::new());
        for n in 1..132 {
            stepper.step();
            let t = f64::from(n) / RATE * MILLI;
            let at = stepper.state();
            if n % 4 == 0 {
                hammer.push((t, at.hammer.displacement * MICRO));
                point.push((t, at.struck_point(&strike).displacement * MICRO));
            }
            // A force held over a step is drawn at the middle of the step.
            let lag = if method == StrikeMethod::Exact { 0.5 } else { 0.0 };
            force.push((t - lag / RATE * MILLI, stepper.force()));
        }
        places = places.with(pen, method.name(), hammer).with(pen, "", point);
        pushes = pushes.with(pen, method.name(), force);
    }
    figures([
        figure(
            "dafx01-figure-2a",
            "(a) Hammer and resonator. m_h = 10 g, k = 1.5·10^11 N/m^α, α = 2.8, μ = 0.6 s/m, v_in = 1 m/s.",
            &places,
            attack_cells(&strike),
        ),
        figure("dafx01-figure-2b", "(b) Contact force.", &pushes, Vec::new()),
    ])
}

fn attack_cells(strike: &Strike) -> Vec<Cell> {
    let mut solver = ReferenceSolver::new(strike);
    let mut largest = 0.0f64;
    for t in spread(0.0, 3e-3, 3001) {
        solver.advance_to(t);
        largest = largest.max(solver.force());
    }
    let exact = solver.touches()[0].to;
    let mut list = vec![
        cells::shown("solved", "t_0 [ms]", exact * MILLI, ""),
        cells::shown("solved", "largest force [N]", largest, ""),
    ];
    for method in [StrikeMethod::KMethod, StrikeMethod::Exact] {
        let mut stepper = method.start(strike, step(), 0.0);
        let t = first_touch(&mut *stepper).to;
        let late = cells::lateness(t, exact);
        list.push(cells::shown(method.name(), "t_0 [ms]", t * MILLI, late));
    }
    list
}

/// Returns the first touch of the hammer within 50 ms.
fn first_touch(stepper: &mut dyn Stepper) -> TouchInterval {
    find_touches(stepper, step(), (0.05 * RATE) as usize)[0]
}

const RATIOS: [f64; 5] = [6e-12, 50e-12, 100e-12, 200e-12, 300e-12];
const MASSES: [f64; 6] = [10.0, 1.0, 0.1, 0.05, 0.02, 0.01];
const PENS: [Pen; 6] = [
    Pen::of(Ink::Text).points(Mark::Dot),
    Pen::of(Ink::Blue).points(Mark::Ring),
    Pen::of(Ink::Green).points(Mark::Square),
    Pen::of(Ink::Purple).points(Mark::Diamond),
    Pen::of(Ink::Orange).points(Mark::Triangle),
    Pen::of(Ink::Vermilion).points(Mark::Cross),
];

/// Returns all touches of the K-method within 50 ms.
fn k_method_touches(strike: &Strike) -> Vec<TouchInterval> {
    let mut stepper = StrikeMethod::KMethod.start(strike, step(), 0.0);
    find_touches(&mut *stepper, step(), (0.05 * RATE) as usize)
}

fn duration() -> Product {
    let mut list = claims();
    let drawn = [("a", FAST_PARTIALS, 14.0), ("b", SLOW_PARTIALS, 24.0)].map(|(letter, partials, top)| {
        let name = format!("{}, {}, {} Hz", partials[0], partials[1], partials[2]);
        let wall = |ratio: f64| hammer_on(partials, 1.0, ratio).against_wall().duration();
        let mut plot = Plot::new(
            format!("Contact time on partials of {name}"),
            Axis::linear("m_h/k [10^−12 kg m^α/N]", 0.0, 310.0),
            Axis::linear("contact time t_0 [ms]", 0.0, top),
        )
        .with(
            pens::CLOSED_FORM,
            "wall",
            spread(6e-12, 300e-12, 200).map(|r| (r * 1e12, wall(r) * MILLI)),
        );
        let mut numbers = Vec::new();
        for (mass, pen) in MASSES.into_iter().zip(PENS) {
            let mut points = Vec::new();
            for ratio in RATIOS {
                let strike = hammer_on(partials, mass, ratio);
                let all = k_method_touches(&strike);
                points.push((ratio * 1e12, all[0].to * MILLI));
                let row = format!("{name}, m_h/k = {:.0}·10^−12", ratio * 1e12);
                let times = if all.len() == 1 {
                    cells::lateness(all[0].to, wall(ratio)).replace(" %", " % relative to a wall")
                } else {
                    let last = all[all.len() - 1].to * MILLI;
                    format!("{} touches; the last ends at {last:.3} ms", all.len())
                };
                numbers.push(cells::shown(row, format!("m_o = {mass} kg [ms]"), all[0].to * MILLI, times));
            }
            plot = plot.with(pen, format!("{mass} kg"), points);
        }
        let caption = format!(
            "({letter}) Partials of {name}, masses m_o as marked; line: eq. (9) with the factor that the print lacks."
        );
        let mut figure = figure(format!("dafx01-figure-5{letter}"), caption, &plot, Vec::new());
        if letter == "a" {
            figure.cells.append(&mut list);
        }
        figure.cells.append(&mut numbers);
        figure
    });
    figures(drawn)
}

fn claims() -> Vec<Cell> {
    let relative = |partials, mass, ratio| {
        let strike = hammer_on(partials, mass, ratio);
        let mut solver = ReferenceSolver::new(&strike);
        solver.advance_to(0.02);
        let wall = strike.against_wall().duration();
        (k_method_touches(&strike)[0].to / wall, solver.touches()[0].to / wall)
    };
    let short = relative(SLOW_PARTIALS, 0.02, own_ratio());
    let heavy = relative(FAST_PARTIALS, 10.0, 6e-12);
    let (light, lighter) = (relative(SLOW_PARTIALS, 0.02, 6e-12), relative(SLOW_PARTIALS, 0.01, 6e-12));
    vec![
        cells::claimed(
            "any parameters",
            "t_0 relative to a wall",
            "> 1",
            short,
            false,
            "hammer of figure 1 on 50, 137, 269 Hz, 20 g each; plain: reference solution",
        ),
        cells::claimed(
            "heavy resonator",
            "t_0 relative to a wall",
            "→ 1",
            heavy,
            (heavy.0 - 1.0).abs() < 1e-3,
            "500, 1370, 2690 Hz, 10 kg each; plain: reference solution",
        ),
        cells::claimed(
            "light resonator",
            "t_0 of 10 g relative to 20 g",
            "> 1",
            (lighter.0 / light.0, lighter.1 / light.1),
            false,
            "m_h/k = 6·10^−12, 50, 137, 269 Hz; plain: reference solution",
        ),
    ]
}
