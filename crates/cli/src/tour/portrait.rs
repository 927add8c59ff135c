//! Plots of the contact force: over time, and against displacement or velocity.
//!
//! A single impact is plotted completely. Of a continuous contact, or one of a few samples, the plot shows a
//! short window around the largest force, or where the force changes most.

use crate::text::rounded;
use foley_params::Unit;
use foley_render::OutputSamples;
use std::fmt::Write;

/// Width and height of a plot in the units of its SVG.
pub(super) const SIDE: (f64, f64) = (240.0, 120.0);
/// Maximum duration that a plot shows \[s\].
const MAX_SECONDS: f64 = 0.016;
/// Minimum length of a contact that is plotted alone; a shorter contact is plotted with its neighbours
/// \[samples\].
const SHORT: usize = 8;
/// Maximum number of points in a plotted line.
const MAX_POINTS: usize = 400;
/// Forces below this fraction of the largest force do not count as contact \[1\].
const FAINT: f64 = 1e-4;

/// The plots of the contact force of one sound.
#[derive(Clone, Debug)]
pub(super) struct Portrait {
    pub(super) trace: Drawing,
    pub(super) phase: Option<Drawing>,
}

/// One plot: a line and the labels of its axes.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub(super) path: String,
    pub(super) title: String,
    /// Label of the horizontal axis.
    pub(super) right: String,
    /// Label of the vertical axis.
    pub(super) up: String,
}

/// Plots the contact force of a sound; `None` if the sound measures no force.
pub(super) fn of(rows: &[OutputSamples], rate: f64) -> Option<Portrait> {
    let measured = |quantity| {
        let rows = rows.iter().filter(|row| !row.audible);
        rows.filter(move |row| row.quantity == quantity)
            .max_by(|one, two| strongest(&one.samples).1.total_cmp(&strongest(&two.samples).1))
    };
    let force = measured("force")?;
    let (at, most) = strongest(&force.samples);
    if most <= 0.0 {
        return None;
    }
    let (from, to) = window(&force.samples, at, most, rate);
    let cut = |row: &OutputSamples| row.samples.get(from..to).unwrap_or_default().to_vec();
    let times: Vec<f64> = (from..to).map(|index| (index - from) as f64 / rate).collect();
    let up = Axis::of(&force.name, Unit::Newton, &cut(force));
    let beside = |quantity| {
        let row = measured(quantity).filter(|row| strongest(&row.samples).1 > 0.0)?;
        Some(Axis::of(&row.name, row.unit, &cut(row)))
    };
    let along = ["displacement", "velocity", "vibration"].into_iter().find_map(beside);
    Some(Portrait {
        trace: drawing("Force over time", &Axis::of("time", Unit::Second, &times), &up),
        phase: along.map(|along| drawing(&format!("Force against {}", along.name), &along, &up)),
    })
}

fn strongest(samples: &[f64]) -> (usize, f64) {
    let each = samples.iter().map(|sample| sample.abs()).enumerate();
    each.fold((0, 0.0), |largest, next| if next.1 > largest.1 { next } else { largest })
}

/// Returns the first and last sample of the contact around the largest force, with a margin.
fn window(force: &[f64], at: usize, most: f64, rate: f64) -> (usize, usize) {
    let touches = |index: usize| force.get(index).is_some_and(|force| force.abs() > FAINT * most);
    let half = (0.5 * MAX_SECONDS * rate) as usize;
    let mut from = at;
    while from > 0 && at - from < half && touches(from - 1) {
        from -= 1;
    }
    let mut to = at;
    while to < force.len() && to - at < half && touches(to) {
        to += 1;
    }
    if to - from < SHORT {
        return (at.saturating_sub(half), (at + half).min(force.len()));
    }
    if to - from >= 2 * half {
        return strongest_window(force, 2 * half);
    }
    let margin = ((to - from) / 6).max(2);
    (from.saturating_sub(margin), (to + margin).min(force.len()))
}

/// Returns the window of `length` samples in which the force changes most.
fn strongest_window(force: &[f64], length: usize) -> (usize, usize) {
    let change = |from: usize| {
        let part = force.get(from..from + length).unwrap_or_default();
        let mean = part.iter().sum::<f64>() / part.len().max(1) as f64;
        part.iter().map(|force| (force - mean) * (force - mean)).sum::<f64>()
    };
    let starts = (0..force.len().saturating_sub(length)).step_by(length.max(2) / 2);
    let best = starts.max_by(|&one, &two| change(one).total_cmp(&change(two)));
    let from = best.unwrap_or(0);
    (from, (from + length).min(force.len()))
}

/// The values along one axis of a plot, with their range.
struct Axis {
    name: String,
    unit: Unit,
    values: Vec<f64>,
    low: f64,
    high: f64,
}

impl Axis {
    fn of(name: &str, unit: Unit, values: &[f64]) -> Self {
        let low = values.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let high = values.iter().copied().reduce(f64::max).unwrap_or(0.0);
        Self { name: name.replace('-', " "), unit, values: values.to_vec(), low, high }
    }

    fn position(&self, index: usize) -> f64 {
        let value = self.values.get(index).copied().unwrap_or(0.0);
        let span = self.high - self.low;
        if span > 0.0 { (value - self.low) / span } else { 0.5 }
    }

    fn label(&self) -> String {
        format!("{}: {} to {}", self.name, rounded(self.unit, self.low, 3), rounded(self.unit, self.high, 3))
    }
}

fn drawing(title: &str, right: &Axis, up: &Axis) -> Drawing {
    let (width, height) = SIDE;
    let count = right.values.len().min(up.values.len());
    let every = count.div_ceil(MAX_POINTS).max(1);
    let mut path = String::new();
    for index in (0..count).step_by(every) {
        let (x, y) = (right.position(index), up.position(index));
        let pen = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{pen}{:.1} {:.1}", 2.0 + x * (width - 4.0), height - 2.0 - y * (height - 4.0));
    }
    Drawing { path, title: title.to_owned(), right: right.label(), up: up.label() }
}
