//! Table of the Newton iterations of the K-method: the claim of the DAFx-01 paper, and its limits.

use crate::experiment::strike::{
    FAST_PARTIALS, KMethod, QUALITY, SLOW_PARTIALS, Stepper, Strike, hammer_on, modes_of,
};
use crate::experiment::{HAMMER, RATE};
use crate::{Cell, Item, Paper, Product, Table};
use foley_body::modal::Discretisation;
use foley_contact::Step;
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;

pub(super) const DAFX01: Item = Item {
    id: "dafx01-table-newton",
    paper: Paper::Dafx01,
    label: "Section 4.2",
    title: "Newton iterations of the K-method",
    text: "The paper finds at most four iterations, even with tolerances of 10⁻¹³, for a large range of hammers and resonators. \
        This is confirmed over the range of its figure 5, with the tolerance relative to the force and the last force as the \
        initial value. Harder contacts take more: the fewer samples a contact has, the farther the last force is from the next. \
        A tolerance of 10⁻¹³ N, another reading of the text, cannot always be met, because rounding of the force is larger.",
    make: || Product::Tables(vec![table()]),
};

/// Newton iterations of all samples that end in contact: maximum, sum and number of samples.
#[derive(Default)]
struct IterationCount {
    max: u32,
    sum: u32,
    samples: u32,
}

impl IterationCount {
    fn add(&mut self, strike: &Strike, seconds: f64) {
        let step = Step::at_rate(RATE);
        let mut stepper = KMethod::new(strike, step, 0.0, Discretisation::Bilinear);
        for _ in 0..(seconds * RATE) as usize {
            stepper.step();
            if stepper.compression() > 0.0 {
                self.max = self.max.max(stepper.iterations());
                self.sum += stepper.iterations();
                self.samples += 1;
            }
        }
    }

    fn mean(&self) -> f64 {
        f64::from(self.sum) / f64::from(self.samples)
    }
}

/// Returns the `n`-th strike of a set that is evenly spread over the ranges (Kronecker's sequence).
fn spread_out(n: u32) -> Strike {
    let at = |root: f64, low: f64, high: f64| {
        let place = (f64::from(n) * root.sqrt()).fract();
        low * (high / low).powf(place)
    };
    let mass = at(2.0, 1e-3, 1e-1);
    let law =
        HuntCrossley { stiffness: mass / at(3.0, 6e-12, 300e-12), damping: at(5.0, 0.01, 1.0), ..HAMMER.law };
    let lowest = at(7.0, 40.0, 2000.0);
    let partials = [1.0, 2.74, 5.38].map(|ratio| (lowest * ratio, QUALITY));
    Strike::of(Impact::new(mass, law, at(11.0, 0.5, 4.0)), modes_of(at(13.0, 0.01, 10.0), &partials))
}

/// Number of strikes in the set that is spread over the ranges.
const SPREAD: u32 = 120;

fn table() -> Table {
    let mut table = Table::new(
        "Newton",
        "Iterations per sample in contact at 44.1 kHz; relative tolerance 10⁻¹³, first guess the force of the last sample",
        "1",
    );
    let mut push = |row: String, printed: &str, count: &IterationCount, note: &str| {
        let maximum = f64::from(count.max);
        table.cells.push(Cell {
            reproduces: (!printed.is_empty()).then_some(count.max <= 4),
            ..Cell::new(row.clone(), "maximum", printed, maximum, maximum, note)
        });
        let mean = count.mean();
        table.cells.push(Cell::new(row, "mean", "", mean, mean, note));
    };
    for (name, partials) in [("500, 1370, 2690 Hz", FAST_PARTIALS), ("50, 137, 269 Hz", SLOW_PARTIALS)] {
        let mut count = IterationCount::default();
        for ratio in [6e-12, 50e-12, 100e-12, 200e-12, 300e-12] {
            for mass in [10.0, 1.0, 0.1, 0.05, 0.02, 0.01] {
                count.add(&hammer_on(partials, mass, ratio), 0.05);
            }
        }
        push(format!("figure 5, {name}"), "≤ 4", &count, "30 strikes");
    }
    let mut count = IterationCount::default();
    for n in 1..=SPREAD {
        count.add(&spread_out(n), 0.03);
    }
    let note = "120 strikes: m_h 1 … 100 g, m_h/k 6 … 300·10⁻¹², μ 0.01 … 1 s/m, v_in 0.5 … 4 m/s, m_o 10 g … 10 kg, f₁ 40 … 2000 Hz";
    push("spread over the ranges".into(), "≤ 4", &count, note);
    for exponent in [12, 13, 14, 15, 16, 17] {
        let ratio = HAMMER.mass / 10f64.powi(exponent);
        let strike = hammer_on(FAST_PARTIALS, 0.05, ratio);
        let mut count = IterationCount::default();
        count.add(&strike, 0.01);
        let samples = strike.as_impact().duration() * RATE;
        let note = format!("contact of {samples:.1} samples: the hammer is far harder than in the paper");
        push(format!("k = 10^{exponent} N/m^α, 50 g"), "", &count, &note);
    }
    table
}
