//! Figure 5 of the journal paper: impacts under a constant external force.

use super::{MICRO, MILLI, cells, figure, figures};
use crate::experiment::{PRESSED, RATE, problem};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::analytic::{PressedImpact, PressedOutcome};
use foley_contact::bounce::{Approach, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Exact, Rk4, Scheme};

pub(super) const FIGURE_5: Item = Item {
    id: "journal-figure-5",
    paper: Paper::Journal,
    label: "Fig. 5",
    title: "Phase portraits under a constant force",
    text: "No closed form is known here, so the paper simulates, and its corrections do not apply. Eqs. (21) and (22) with a positive f_e \
           push the mass out of the wall; the figure and its text describe a force into the wall, m a = −f + |f_e|, which is drawn \
           here. Lines: RK4 at 64 times the sample rate; numbers: an adaptive solver with twelve digits; rings: the exact step at \
           44.1 kHz, which needs no closed form and follows the curves.",
    make,
};

/// External forces into the wall, per mass \[N/kg\].
const FORCES: [f64; 4] = [0.0, 1.0, 2.0, 3.0];

fn numbers() -> Vec<Cell> {
    let mut list = Vec::new();
    for f in FORCES {
        let PressedOutcome::Released(release) = PressedImpact::new(PRESSED, f * PRESSED.mass).solve() else {
            continue;
        };
        let row = if f == 0.0 { "f_e = 0".to_owned() } else { format!("f_e = {f}·m N") };
        let deeper = release.max_compression > PRESSED.max_compression();
        let slower = release.velocity > PRESSED.release_velocity();
        let claim = |word: &'static str| if f == 0.0 { "" } else { word };
        for (column, printed, value, holds) in [
            ("x_max [µm]", claim("greater"), release.max_compression * MICRO, deeper),
            ("v_out [m/s]", claim("lower"), release.velocity, slower),
            ("peak v [m/s]", claim("exceeds v_in"), release.peak_speed, release.peak_speed > PRESSED.speed),
        ] {
            list.push(cells::claimed(row.clone(), column, printed, (value, value), f == 0.0 || holds, ""));
        }
        list.push(cells::shown(row, "τ [ms]", release.duration * MILLI, ""));
    }
    list
}

/// Runs a scheme and returns compression and velocity of every `every`-th sample \[µm, m/s\]. `force` is per
/// mass \[N/kg\].
fn path(scheme: &mut dyn Scheme<HuntCrossley>, rate: f64, force: f64, every: u32) -> Vec<(f64, f64)> {
    let mut problem = problem(&PRESSED, rate);
    problem.pressing = force * PRESSED.mass;
    let mut path = Vec::new();
    bounce(&problem, scheme, Approach::at_speed(PRESSED.speed), |s| {
        if s.index % every == 0 {
            path.push((s.compression * MICRO, s.motion.velocity));
        }
    });
    path
}

fn make() -> Product {
    let mut plot = Plot::new(
        "Phase portraits of impacts with four external forces into the wall",
        Axis::linear("compression x [µm]", 0.0, 200.0),
        Axis::linear("velocity v [m/s]", -0.06, 0.06),
    );
    let dashes = [Dash::Solid, Dash::Long, Dash::Short, Dash::Dotted];
    let inks = [Ink::Text, Ink::Green, Ink::Orange, Ink::Purple];
    for ((f, dash), ink) in FORCES.into_iter().zip(dashes).zip(inks) {
        let path = path(&mut Rk4::new(), 64.0 * RATE, f, 1);
        let width = if f == 0.0 { 30 } else { 18 };
        let label = if f == 0.0 { "f_e = 0".to_owned() } else { format!("{f}·m N") };
        plot = plot.with(Pen::of(ink).dash(dash).width(width), label, path);
    }
    for f in FORCES {
        let label = if f == 0.0 { "exact step, every 16th sample" } else { "" };
        let path = path(&mut Exact::default(), RATE, f, 16);
        plot = plot.with(pens::EXACT, label, path);
    }
    figures([figure(
        "journal-figure-5",
        "Phase portraits with a constant force into the wall of m·(1, 2, 3) N and none. k = 10^5 N/m^α, v_in = 0.05 m/s, other \
         parameters as in Fig. 1.",
        &plot,
        numbers(),
    )])
}
