//! An axis of a plot: label with unit, range, scale and ticks.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// A quantity along one side of a drawing. If `to` is below `from`, the axis runs backwards.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    label: String,
    from: f64,
    to: f64,
    logarithmic: bool,
    ticks: Vec<f64>,
    decimals: usize,
}

impl Axis {
    /// Creates a linear axis with at most eight round ticks.
    pub(crate) fn linear(label: impl Into<String>, from: f64, to: f64) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        // The tick distance is the smallest of 1, 2, 5 · 10ⁿ that makes at most seven steps.
        let rough = (high - low) / 7.0;
        let decade = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|m| m * decade)
            .find(|step| *step >= rough * (1.0 - 1e-9))
            .unwrap_or(10.0 * decade);
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        Self {
            label: label.into(),
            from,
            to,
            logarithmic: false,
            ticks: (first..=last).map(|n| n as f64 * step).collect(),
            decimals: (-(step * (1.0 + 1e-9)).log10().floor()).max(0.0) as usize,
        }
    }

    /// Creates a logarithmic axis. Both ends must be positive.
    pub(crate) fn logarithmic(label: impl Into<String>, from: f64, to: f64) -> Self {
        let (low, high) = (from.min(to).log10(), from.max(to).log10());
        let (first, last) = ((low - 1e-9).ceil() as i32, (high + 1e-9).floor() as i32);
        let every = 1 + (last - first) / 8;
        let within = |v: &f64| (low - 1e-9..=high + 1e-9).contains(&v.log10());
        let ticks = if last - first >= 2 {
            (first..=last).filter(|n| n.rem_euclid(every) == 0).map(|n| 10f64.powi(n)).collect()
        } else {
            (first - 1..=last)
                .flat_map(|n| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(n)))
                .filter(within)
                .collect()
        };
        Self { label: label.into(), from, to, logarithmic: true, ticks, decimals: 0 }
    }

    /// Replaces the automatic ticks by ticks at these values.
    #[must_use]
    pub(crate) fn ticks_at(mut self, ticks: impl IntoIterator<Item = f64>) -> Self {
        self.ticks = ticks.into_iter().collect();
        self
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }

    pub(super) fn ends(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    pub(super) fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// Returns the position of a value along the axis, 0 to 1 inside the frame; NaN for a value that a
    /// logarithmic axis cannot show.
    pub(super) fn fraction(&self, value: f64) -> f64 {
        if self.logarithmic {
            if value <= 0.0 {
                return f64::NAN;
            }
            (value / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        }
    }

    /// Formats a tick label: as many decimals as the tick distance needs, or a power of ten.
    pub(super) fn tick_label(&self, value: f64) -> String {
        if !self.logarithmic {
            let value = if value == 0.0 { 0.0 } else { value };
            return format!("{value:.*}", self.decimals).replace('-', "−");
        }
        let exponent = value.log10().round() as i32;
        let power = 10f64.powi(exponent);
        if (value / power - 1.0).abs() > 1e-6 || (-2..=3).contains(&exponent) {
            format!("{}", (value * 1e9).round() / 1e9)
        } else {
            format!("10^{exponent}").replace('-', "−")
        }
    }

    /// Returns the width of the longest tick label in letters; superscripts count half.
    pub(super) fn widest_label(&self) -> f64 {
        self.ticks
            .iter()
            .map(|v| {
                let name = self.tick_label(*v);
                let raised = name.split('^').nth(1).map_or(0, |s| s.chars().count() + 1);
                name.chars().count() as f64 - 0.5 * raised as f64
            })
            .fold(1.0, f64::max)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.fraction(*value) * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Every grid line has a label; there are no minor lines.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.tick_label(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let axis = Axis::linear("x", 0.0, 45.0);
        assert_eq!(axis.ticks(), [0.0, 10.0, 20.0, 30.0, 40.0]);
        let axis = Axis::linear("v", 1.0, -0.8);
        assert!(axis.ticks().len() >= 4 && axis.ticks().len() <= 8);
        assert_eq!(axis.tick_label(-0.5), "−0.5");
        assert_eq!(axis.fraction(1.0), 0.0);
        assert_eq!(axis.fraction(-0.8), 1.0);
    }

    #[test]
    fn decades_are_powers_of_ten() {
        let axis = Axis::logarithmic("e", 1e-13, 1e2);
        assert!(axis.ticks().len() <= 9);
        assert_eq!(axis.tick_label(1e-6), "10^−6");
        assert_eq!(axis.tick_label(0.1), "0.1");
        assert!(axis.fraction(0.0).is_nan());
    }
}
