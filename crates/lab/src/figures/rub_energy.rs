//! Figure of the energy balance of an oscillator on a belt.

use super::{MILLI, cells, figure, figures};
use crate::experiment::RATE;
use crate::experiment::rub::{BeltOscillator, EnergyAccount, friction_law};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::energy::Ledger;

pub(super) const FIGURE: Item = Item {
    id: "foley-figure-rub-energy",
    paper: Paper::Foley,
    label: "Energy of rubbing",
    title: "Work of the belt, heat, loss of the body and stored energy",
    text: "The oscillator of the table \"Squeak\", σ_0 = 10^6 N/m. Most of the belt's work becomes heat between the surfaces, a little is \
           lost by the damping of the body, and the rest is stored in body and bristles. The heat is computed by the law, not as a \
           remainder, so the sum is a check: it is correct to rounding. The ledger of a scene takes the loss of a body as its input \
           minus its present energy. Here the loss is also computed independently, as m(ω_0/Q) ∫ ẋ² dt along the closed form of the \
           motion between samples; both agree. Without damping the loss is zero.",
    make,
};

/// Oversampling of the simulation, for a finer time resolution: the ledger is read every 64 samples.
const PARTS: f64 = 4.0;
const SECONDS: f64 = 0.06;

/// Returns the energy stored in body and bristles \[J\].
fn stored_energy(ledger: &Ledger) -> f64 {
    ledger.moving + ledger.stored
}

fn make() -> Product {
    let rate = PARTS * RATE;
    let mut list = Vec::new();
    for (name, stiffness) in [("10^4", 1e4), ("10^6", 1e6), ("10^8", 1e8)] {
        let belt = BeltOscillator::new(friction_law(stiffness), 0.1);
        for (damped, quality) in [("Q = 50", belt.quality), ("no damping", f64::INFINITY)] {
            let account = BeltOscillator { quality, ..belt }.account(rate, SECONDS);
            let row = format!("σ_0 = {name} N/m, {damped}");
            list.extend(numbers(&row, &account));
        }
    }
    let account = BeltOscillator::new(friction_law(1e6), 0.1).account(rate, SECONDS);
    figures([
        figure(
            "foley-figure-rub-energy-a",
            "(a) Work of the belt and its parts: 0.1 m/s, 5 N; dotted: sum of heat, loss and stored energy.",
            &sums(&account),
            list,
        ),
        figure(
            "foley-figure-rub-energy-b",
            "(b) Energy of body and bristles: stored while they stick, released in the slip.",
            &store(&account),
            Vec::new(),
        ),
    ])
}

fn path(account: &EnergyAccount, of: fn(&Ledger) -> f64) -> Vec<(f64, f64)> {
    let lines = account.entries.iter();
    let points = lines.map(|(t, ledger)| (t * MILLI, of(ledger) * MILLI));
    core::iter::once((0.0, 0.0)).chain(points).collect()
}

fn sums(account: &EnergyAccount) -> Plot {
    Plot::new(
        "Work of a belt, heat, loss and stored energy over time",
        Axis::linear("time [ms]", 0.0, SECONDS * MILLI),
        Axis::linear("energy [mJ]", 0.0, 12.0),
    )
    .with(pens::CLOSED_FORM, "belt's work", path(account, |l| l.control))
    .with(
        Pen::of(Ink::Orange).dash(Dash::Dotted).width(26),
        "heat + loss + stored",
        path(account, |l| l.heat + l.damped + stored_energy(l)),
    )
    .with(Pen::of(Ink::Vermilion).dash(Dash::Long), "heat", path(account, |l| l.heat))
    .with(Pen::of(Ink::Blue), "stored", path(account, stored_energy))
    .with(Pen::of(Ink::Green).dash(Dash::Short), "loss of the body", path(account, |l| l.damped))
}

fn store(account: &EnergyAccount) -> Plot {
    Plot::new(
        "Energy of body and bristles over time",
        Axis::linear("time [ms]", 0.0, 30.0),
        Axis::linear("energy [mJ]", 0.0, 0.8),
    )
    .with(Pen::of(Ink::Blue), "body", path(account, |l| l.moving))
    .with(Pen::of(Ink::Orange).dash(Dash::Short), "bristles × 10", path(account, |l| 10.0 * l.stored))
}

/// Creates the cells of the energies, as fractions of the belt's final work.
fn numbers(row: &str, account: &EnergyAccount) -> Vec<Cell> {
    let Some((_, last)) = account.entries.last() else {
        return Vec::new();
    };
    let work = last.control;
    let largest = |of: &dyn Fn(&Ledger, f64) -> f64| {
        let pairs = account.entries.iter().zip(&account.damping_loss);
        let all = pairs.map(|((_, ledger), damped)| of(ledger, *damped).abs() / work);
        all.fold(0.0, f64::max)
    };
    let cell = |column: &str, value: f64| cells::shown(row, column, value, "");
    vec![
        cell("belt's work [mJ]", work * MILLI),
        cell("heat [1]", last.heat / work),
        cell("loss of the body [1]", last.damped / work),
        cell("stored [1]", stored_energy(last) / work),
        cell("numerical error, at most [1]", largest(&|l, _| l.numerical())),
        cell("loss minus its integral, at most [1]", largest(&|l, damped| l.damped - damped)),
    ]
}
