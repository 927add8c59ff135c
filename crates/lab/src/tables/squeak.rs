//! Table of the pitch of stick-slip over the sample rate.

use crate::experiment::RATE;
use crate::experiment::rub::{BeltOscillator, find_pitch, friction_law};
use crate::{Cell, Item, Paper, Product, Table};

pub(super) const FOLEY: Item = Item {
    id: "foley-table-squeak",
    paper: Paper::Foley,
    label: "Squeak",
    title: "Pitch of stick-slip over the sample rate",
    text: "An oscillator of 10 g, 200 Hz, Q = 50 on a belt at 0.1 m/s: F_N = 5 N, μ_s = 0.8, μ_d = 0.3, v_s = 0.1 m/s, k_ba = 0.7, \
        σ_1 = 0.001 √σ_0, σ_2 = 0.4 kg/s. It is a scene with one mode and a sliding wall, at 1 to 32 times 44.1 kHz. The pitch is the \
        strongest frequency of the last two thirds of 0.35 s. Printed: values of an independent prototype, which solves the same law by \
        the midpoint rule and bisection; at σ_0 = 10^7 N/m its highest rate is 8×. The verdict is independent of the print: it is \
        whether the pitch is within 1 % of the value at 32× (plain). It is at every rate, even where one step slides over \
        many bristle lengths.",
    make: || Product::Tables(vec![table()]),
};

const PARTS: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// Bristle stiffness σ₀ \[N/m\], its name, and the pitches of the prototype at this stiffness \[Hz\].
const STIFFNESSES: [(f64, &str, [&str; 6]); 4] = [
    (1e4, "10^4", ["197.13", "", "", "", "", "197.05"]),
    (1e6, "10^6", ["142.76", "", "", "", "", "142.65"]),
    (1e7, "10^7", ["139.42", "", "", "139.19", "", ""]),
    (1e8, "10^8", ["", "", "", "", "", ""]),
];

/// Maximum relative difference of a pitch from that at the highest sample rate, for which the pitch counts as
/// independent of the rate \[1\].
const TOLERANCE: f64 = 0.01;

/// Returns the pitch of stick-slip at `parts` times the sample rate \[Hz\].
fn measure_pitch(stiffness: f64, parts: u32) -> f64 {
    let belt = BeltOscillator::new(friction_law(stiffness), 0.1);
    let velocity = belt.oversampled_velocity(RATE, parts, 0.35);
    find_pitch(&velocity[velocity.len() / 3..], RATE, (100.0, 260.0))
}

fn table() -> Table {
    let mut table = Table::new("Squeak", "Pitch of an oscillator on a belt, at 1 to 32 times 44.1 kHz", "Hz");
    for (stiffness, name, prototype) in STIFFNESSES {
        let ours = PARTS.map(|parts| measure_pitch(stiffness, parts));
        let [.., fine] = ours;
        for ((parts, ours), printed) in PARTS.into_iter().zip(ours).zip(prototype) {
            let off = ours / fine - 1.0;
            let printed = if printed.is_empty() { "within 1 %" } else { printed };
            table.cells.push(Cell {
                reproduces: Some(off.abs() < TOLERANCE),
                ..Cell::new(
                    format!("σ_0 = {name} N/m"),
                    format!("{parts}×"),
                    printed,
                    ours,
                    fine,
                    format!("{:+.3} % from the pitch at 32×", 100.0 * off).replace('-', "−"),
                )
            });
        }
    }
    table
}
