//! The figures of the papers, recomputed: curves by the closed forms, simulations by the schemes, with the
//! parameters of the captions. The exact step of this project is added where it is informative.
//!
//! [`ITEMS`] lists the figures in the order of the papers. [`experiment`](crate::experiment) and [`roots`]
//! compute the underlying numbers and are public, so that tests can check them.

mod cells;
mod dafx01_collision;
mod dafx01_duration;
mod dafx01_resonator;
mod dafx17_barrier;
mod dafx17_energy;
mod dafx17_laws;
mod dafx17_oscillators;
mod isma_impacts;
mod isma_limits;
mod journal_approximation;
mod journal_closed_forms;
mod journal_corrections;
mod journal_methods;
mod journal_pressed;
mod journal_rebounds;
mod journal_trend;
mod oscillation;
pub mod roots;
mod rub_bow;
mod rub_energy;
mod rub_presliding;
mod rub_regimes;
mod rub_stribeck;
mod spectrum;
mod strike_energy;
mod strike_position;
mod strike_ringing;
mod thesis_bound;
mod thesis_modes;

use crate::plot::Plot;
use crate::{Cell, Figure, Item, Product};

/// Every figure, in the order of the papers.
pub const ITEMS: &[Item] = &[
    journal_closed_forms::FIGURE_1,
    journal_closed_forms::FIGURE_2,
    journal_approximation::FIGURE_3,
    journal_closed_forms::FIGURE_4,
    journal_pressed::FIGURE_5,
    journal_methods::FIGURE_6,
    journal_methods::FIGURE_7,
    journal_methods::FIGURE_8,
    journal_corrections::FIGURE_9,
    journal_corrections::FIGURE_10,
    journal_trend::FIGURE_11,
    journal_rebounds::FIGURE_12,
    thesis_bound::FIGURE_1_9,
    thesis_modes::FIGURE_A_1,
    thesis_modes::FIGURE_A_2,
    isma_impacts::FIGURE_3,
    isma_impacts::FIGURE_4,
    isma_impacts::FIGURE_5,
    isma_limits::FIGURE_6,
    dafx17_laws::FIGURE_1,
    roots::FIGURE_2,
    dafx17_oscillators::FIGURE_3,
    dafx17_barrier::FIGURE_4,
    dafx17_energy::FIGURE_5,
    dafx17_oscillators::FIGURE_6,
    dafx01_collision::FIGURE_1,
    dafx01_resonator::FIGURE_2,
    dafx01_collision::FIGURE_3,
    dafx01_duration::FIGURE_4,
    dafx01_resonator::FIGURE_5,
    strike_position::FIGURE,
    strike_energy::FIGURE,
    strike_ringing::FIGURE,
    rub_stribeck::FIGURE,
    rub_presliding::FIGURE,
    rub_regimes::FIGURE,
    rub_energy::FIGURE,
    rub_bow::FIGURE,
];

/// Factor from metres to micrometres and from seconds to microseconds.
const MICRO: f64 = 1e6;
/// Factor from joules to millijoules and from seconds to milliseconds.
const MILLI: f64 = 1e3;

fn figure(name: impl Into<String>, caption: impl Into<String>, plot: &Plot, cells: Vec<Cell>) -> Figure {
    Figure { name: name.into(), caption: caption.into(), svg: plot.draw(), cells }
}

fn figures(list: impl IntoIterator<Item = Figure>) -> Product {
    Product::Figures(list.into_iter().collect())
}

/// Returns `count` equally spaced numbers from `from` to `to`, both ends included.
fn spread(from: f64, to: f64, count: usize) -> impl Iterator<Item = f64> + Clone {
    let last = (count - 1) as f64;
    (0..count).map(move |n| from + (to - from) * n as f64 / last)
}
