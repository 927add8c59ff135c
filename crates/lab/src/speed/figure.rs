//! The drawing of `foley bench --plot`: cost over the number of modes and of voices. Both should be linear.

use super::Subject;
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};

/// Draws the cost of a sample over the number of modes and of voices, as SVG.
///
/// `measured` has subjects and their nanoseconds per unit. Subjects other than `ring-*`, `voices-*` and
/// [`PEAK`](super::PEAK) are left out.
pub fn draw_cost_plot(measured: &[(Subject, f64)]) -> String {
    let series = |prefix: &str| -> Vec<(f64, f64)> {
        let points = measured.iter().filter_map(|(subject, ns)| {
            let count: f64 = subject.name.strip_prefix(prefix)?.parse().ok()?;
            Some((count, ns * count))
        });
        points.collect()
    };
    let (modes, voices) = (series("ring-"), series("voices-"));
    let values = modes.iter().chain(&voices).map(|&(_, ns)| ns);
    let (low, high) = values.fold((1.0f64, 10.0f64), |(low, high), ns| (low.min(ns), high.max(ns)));
    let mut plot = Plot::new(
        "Cost of a sample over the number of modes and of voices",
        Axis::logarithmic("modes of one body, or voices of 16 modes", 0.9, 2500.0),
        Axis::logarithmic("cost of a sample [ns]", 0.8 * low, 1.5 * high),
    );
    let along = |points: &[(f64, f64)]| {
        // The line is proportional to the count and passes through the point with the largest count.
        let &(count, ns) = points.last()?;
        Some([(1.0, ns / count), (count, ns)])
    };
    for (points, pen, label) in [
        (&modes, Pen::of(Ink::Blue).mark(Mark::Dot), "ringing, over modes"),
        (&voices, Pen::of(Ink::Vermilion).dash(Dash::Long).mark(Mark::Square), "a scene, over voices"),
    ] {
        if let Some(line) = along(points) {
            plot = plot.with(pens::LIMIT, "", line);
        }
        plot = plot.with(pen, label, points.clone());
    }
    if let Some(&(_, peak)) = measured.iter().find(|(subject, _)| subject.name == super::PEAK) {
        let floor = [1.0, 1024.0].map(|count| (count, 2.0 * peak * count));
        plot = plot.with(Pen::of(Ink::Text).dash(Dash::Short), "two multiply-adds per mode", floor);
    }
    plot.draw()
}

#[cfg(test)]
mod tests {
    use super::super::SUBJECTS;
    use super::*;

    #[test]
    fn a_drawing_has_both_lines_and_is_valid_without_measurements() {
        let measured: Vec<_> = SUBJECTS.iter().map(|&subject| (subject, 0.2)).collect();
        let drawing = draw_cost_plot(&measured);
        assert!(drawing.contains("over modes") && drawing.contains("over voices"));
        assert!(draw_cost_plot(&[]).starts_with("<svg"));
    }
}
