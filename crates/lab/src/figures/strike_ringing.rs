//! Error of the ringing after a strike over the number of steps per sample.

use super::{cells, figure, figures};
use crate::experiment::RATE;
use crate::experiment::strike::{ReferenceRinging, StrikeMethod, three_contacts};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Figure, Item, Paper, Product};

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-ringing",
    paper: Paper::Foley,
    label: "Ringing",
    title: "Error of the ringing over steps per sample",
    text: "A hammer of 10 g strikes partials of 500, 1370 and 2690 Hz, 50 g each, q = 100, 150, 200. The ringing after the touch is \
           compared with the equations solved to eleven digits. The error is the rms of the velocity of the struck point until 12 ms \
           after the strike, the worst of three phases, with 1 to 32 steps per sample at 44.1 kHz. Notes have the error of the \
           displacement and, for the exact step, that of an early prototype, which used one phase and another duration rule. With exact \
           modes only the contact has an error: second order, from the first step on. The error of the K-method is mostly the changed \
           pitch of its partials; pre-warped, only the error of its contact is left. Runge-Kutta has a higher order and is the best \
           method from a dozen steps per contact on; with one step for the hardest contact its error exceeds the signal.",
    make,
};

const PARTS: [u32; 6] = [1, 2, 4, 8, 16, 32];
const PHASES: [f64; 3] = [0.1, 0.45, 0.8];

/// Errors of the displacement that an early prototype printed, for 1, 2, 4 and 8 steps per sample \[%\]. A
/// row is a contact. The prototype used a single phase of the first contact.
const PROTOTYPE: [[&str; 4]; 3] = [
    ["0.06", "0.015", "0.004", "0.001"],
    ["0.46", "0.12", "0.030", "0.007"],
    ["3.9", "0.25", "0.059", "0.017"],
];

fn pen(method: StrikeMethod) -> Pen {
    match method {
        StrikeMethod::Exact => Pen::of(Ink::Blue).mark(Mark::Ring),
        StrikeMethod::Gradient => pens::TWO_POINT,
        StrikeMethod::KMethod => pens::AM1,
        StrikeMethod::KMethodPrewarped => Pen::of(Ink::Purple).dash(Dash::Short).mark(Mark::Diamond),
        StrikeMethod::Rk4 => pens::RK4,
    }
}

fn make() -> Product {
    let contacts = three_contacts().into_iter().zip(PROTOTYPE).zip(["a", "b", "c"]);
    figures(contacts.map(|(((name, strike), early), letter)| {
        let samples = strike.as_impact().duration() * RATE;
        let references = PHASES.map(|phase| ReferenceRinging::of(&strike, phase));
        let title = format!("{name}, contact of {samples:.2} samples");
        let mut plot = Plot::new(
            format!("Error of the ringing, {title}"),
            Axis::logarithmic("steps per sample", 0.9, 36.0).ticks_at(PARTS.map(f64::from)),
            Axis::logarithmic("rms error of the velocity [%]", 1e-5, 300.0),
        );
        let mut list = Vec::new();
        for method in StrikeMethod::ALL {
            let mut points = Vec::new();
            for (n, parts) in PARTS.into_iter().enumerate() {
                let all = references.iter().map(|ringing| ringing.error_of(&strike, method, parts));
                let (mut velocity, mut displacement) = (0.0f64, 0.0f64);
                for off in all {
                    velocity = velocity.max(100.0 * off.velocity);
                    displacement = displacement.max(100.0 * off.displacement);
                }
                points.push((f64::from(parts), velocity));
                let mut note = format!("error of the displacement {displacement:.4} %");
                if let (StrikeMethod::Exact, Some(early)) = (method, early.get(n)) {
                    note = format!("{note}; with an early prototype {early} %");
                }
                let column = format!("{parts} per sample [%]");
                list.push(cells::shown(format!("{name}, {}", method.name()), column, velocity, note));
            }
            plot = plot.with(pen(method), method.name(), points);
        }
        let caption = format!("({letter}) {title}.");
        Figure { cells: list, ..figure(format!("foley-figure-ringing-{letter}"), caption, &plot, Vec::new()) }
    }))
}
