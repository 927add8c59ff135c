//! Where the energy goes while something is rubbed.

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
    title: "The belt's work, heat, loss of the body, and what is stored",
    text: "The oscillator of the squeak, σ_0 = 10^6 N/m. The belt does work; most of it becomes heat between the surfaces, a little is lost by the damping of the \
           body, and the rest is what body and bristles hold at the moment. The heat is what the law makes, not what is missing, so that the sum can be \
           wrong: it is right to rounding. The ledger of a scene takes the loss of a body as what was put in less what it still has; here it is also found without the ledger, as \
           m(ω_0/Q) ∫ ẋ² dt along the closed form of the motion between samples, and it is the same. Without damping it must be nothing, and is.",
    make,
};

/// Times 44.1 kHz: the ledger is asked every 64 samples.
const PARTS: f64 = 4.0;
const SECONDS: f64 = 0.06;

/// Energy in body and bristles \[J\].
fn held(ledger: &Ledger) -> f64 {
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
            "(a) Where the work of the belt went: 0.1 m/s, 5 N; sum of heat, loss and store, dotted over the work.",
            &sums(&account),
            list,
        ),
        figure(
            "foley-figure-rub-energy-b",
            "(b) What body and bristles hold: loaded while they stick, spent in the slip.",
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
        "Work of a belt and where it went, over time",
        Axis::linear("time [ms]", 0.0, SECONDS * MILLI),
        Axis::linear("energy [mJ]", 0.0, 12.0),
    )
    .with(pens::CLOSED_FORM, "belt's work", path(account, |l| l.control))
    .with(
        Pen::of(Ink::Orange).dash(Dash::Dotted).width(26),
        "heat + loss + stored",
        path(account, |l| l.heat + l.damped + held(l)),
    )
    .with(Pen::of(Ink::Vermilion).dash(Dash::Long), "heat", path(account, |l| l.heat))
    .with(Pen::of(Ink::Blue), "stored", path(account, held))
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

/// All as shares of the belt's work in the end.
fn numbers(row: &str, account: &EnergyAccount) -> Vec<Cell> {
    let Some((_, last)) = account.entries.last() else {
        return Vec::new();
    };
    let whole = last.control;
    let most = |of: &dyn Fn(&Ledger, f64) -> f64| {
        let pairs = account.entries.iter().zip(&account.damping_loss);
        let all = pairs.map(|((_, ledger), damped)| of(ledger, *damped).abs() / whole);
        all.fold(0.0, f64::max)
    };
    let cell = |column: &str, value: f64| cells::shown(row, column, value, "");
    vec![
        cell("belt's work [mJ]", whole * MILLI),
        cell("heat [1]", last.heat / whole),
        cell("loss of the body [1]", last.damped / whole),
        cell("stored [1]", held(last) / whole),
        cell("numerical, at most [1]", most(&|l, _| l.numerical())),
        cell("loss against its integral, at most [1]", most(&|l, damped| l.damped - damped)),
    ]
}
