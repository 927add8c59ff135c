//! Table of the ringing error with the steps per sample that the rule of the scenes gives.

use crate::experiment::strike::{ReferenceRinging, Strike, StrikeMethod, modes_of, steps_per_sample};
use crate::experiment::{RATE, ten_grams};
use crate::{Cell, Item, Paper, Product, Table};
use foley_contact::Step;

pub(super) const FOLEY: Item = Item {
    id: "foley-table-steps",
    paper: Paper::Foley,
    label: "Steps per sample",
    title: "Steps per sample for an error of the ringing below 0.1 %",
    text: "A mass of 10 g at 1 m/s on three modes of 50 g, q = 100, 150, 200, with contacts of 0.7 to 40 samples. From the duration of \
        the touch, its loss and the frequencies of the body, the rule gives the steps per sample (note), a power of two. Ours: rms \
        error of the velocity at the struck point after the touch with these steps. Plain: with eight steps per contact, which is \
        enough for a wall. Both are the worst of two phases. A body that is light against a felt hammer can touch it a second time, which amplifies the \
        error of the first release. Such strikes are marked and may exceed the tolerance. So may bodies so stiff that they follow \
        the force and hardly ring.",
    make: || Product::Tables(vec![table()]),
};

/// Frequencies of the lowest, middle and highest partial of each body \[Hz\].
const BODIES: [[f64; 3]; 5] = [
    [150.0, 411.0, 807.0],
    [500.0, 1370.0, 2690.0],
    [1000.0, 2740.0, 5380.0],
    [2000.0, 5480.0, 10_760.0],
    [500.0, 2690.0, 16_000.0],
];
/// Exponent α \[1\] and damping μ \[s/m\] of each contact law.
const LAWS: [(f64, f64); 4] = [(1.5, 0.0), (1.5, 0.1), (1.5, 0.5), (2.8, 0.6)];
/// Contact durations of the strikes \[samples\].
const SAMPLES: [f64; 6] = [0.7, 1.6, 3.6, 8.0, 18.0, 40.0];
const PHASES: [f64; 2] = [0.3, 0.8];
/// Requested relative error of the ringing after a strike \[1\].
const TOLERANCE: f64 = 1e-3;

/// Returns a strike of 10 g on a body. The stiffness gives a contact of `samples` samples for the reduced
/// mass on a wall.
fn strike(body: [f64; 3], (exponent, damping): (f64, f64), samples: f64) -> Strike {
    let qualities = [100.0, 150.0, 200.0];
    let modes = modes_of(0.05, &[0, 1, 2].map(|n| (body[n], qualities[n])));
    let mut strike = Strike::of(ten_grams(1.0, exponent, damping, 1.0), modes);
    let soft = strike.as_impact().duration() * RATE;
    strike.law.stiffness = (soft / samples).powf(exponent + 1.0);
    strike
}

fn table() -> Table {
    let mut table = Table::new(
        "Steps",
        "Error of the ringing with the number of steps that the rule chooses for 0.1 %, at 44.1 kHz",
        "%",
    );
    for body in BODIES {
        for law in LAWS {
            for samples in SAMPLES {
                let strike = strike(body, law, samples);
                let parts = steps_per_sample(&strike, Step::at_rate(RATE), TOLERANCE);
                let wall = ((8.0 / samples).ceil() as u32).clamp(1, 64);
                let (mut ours, mut plain, mut touches) = (0.0f64, 0.0f64, 1);
                for phase in PHASES {
                    let ringing = ReferenceRinging::of(&strike, phase);
                    let off = |parts| 100.0 * ringing.error_of(&strike, StrikeMethod::Exact, parts).velocity;
                    ours = ours.max(off(parts));
                    plain = plain.max(off(wall));
                    touches = ringing.touches;
                }
                let note = match (parts, touches) {
                    (1, 1) => "1 step per sample".to_owned(),
                    (_, 1) => format!("{parts} steps per sample"),
                    (1, _) => format!("1 step per sample; the mass touches {touches} times"),
                    _ => format!("{parts} steps per sample; the mass touches {touches} times"),
                };
                let [low, middle, high] = body;
                table.cells.push(Cell::new(
                    format!("{low}, {middle}, {high} Hz, α = {}, μ = {} s/m", law.0, law.1),
                    format!("{samples} samples"),
                    "",
                    ours,
                    plain,
                    note,
                ));
            }
        }
    }
    table
}
