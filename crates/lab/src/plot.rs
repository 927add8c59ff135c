//! Plots in one common style: a thin layer over plotters that draws curves into a small SVG.
//!
//! A figure is one panel, 480 units wide, so that its text is readable on a phone; a desktop shows two side
//! by side. Colours are classes: the style sheet in the drawing gives them values that are distinguishable
//! with any colour vision, on light and on dark. The background is transparent. Dashes and marks repeat the
//! information of the colours.
//!
//! A non-finite point is never drawn: it ends one line and begins the next.
//!
//! | type     | meaning                                         |
//! |----------|-------------------------------------------------|
//! | [`Axis`] | a quantity with its unit, linear or logarithmic |
//! | [`Pen`]  | colour, dash and mark of a curve                |
//! | [`Plot`] | two axes, curves and annotations                |

mod axis;
mod pen;
mod svg;

pub(crate) use axis::Axis;
pub(crate) use pen::{Dash, Ink, Mark, Pen, pens};

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Drawing units per figure unit. Plotters computes in whole numbers, and a tenth of a pixel is fine enough.
const UNITS_PER_PIXEL: f64 = 10.0;
/// Width of a figure \[figure units\].
const WIDTH: f64 = 480.0;
/// Height of the plotting area \[figure units\].
const HEIGHT: f64 = 270.0;
/// Font size of all text in a figure \[figure units\].
const FONT_SIZE: f64 = 15.5;
/// Distance of two rows of the legend \[figure units\].
const LEGEND_ROW: f64 = 21.0;
/// Length of a sample line in the legend \[figure units\].
const LEGEND_LINE: f64 = 28.0;
/// Minimum distance of two points of a curve in each direction; closer points are merged \[figure units\].
const MIN_POINT_DISTANCE: f64 = 0.25;

/// A curve or a cloud of points, with its entry in the legend.
struct Series {
    label: String,
    pen: Pen,
    points: Vec<(f64, f64)>,
    /// Width and height of the tinted tile around every point, as fractions of the axes; `None` for a plain
    /// curve.
    tile: Option<(f64, f64)>,
}

/// A text at a point inside the drawing.
struct Annotation {
    at: (f64, f64),
    text: String,
    ends_at_point: bool,
}

/// A drawing: two axes, the curves between them, and annotations.
pub(crate) struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    notes: Vec<Annotation>,
}

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawResult = Result<(), DrawingAreaErrorKind<std::io::Error>>;

impl Plot {
    /// Creates an empty plot. `title` is the SVG title, which screen readers speak.
    pub(crate) fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self { title: title.into(), x, y, series: Vec::new(), notes: Vec::new() }
    }

    /// Adds a curve to the plot. An empty label stays out of the legend; a non-finite point interrupts the
    /// curve.
    #[must_use]
    pub(crate) fn with(
        mut self,
        pen: Pen,
        label: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        self.series.push(Series {
            label: label.into(),
            pen,
            points: points.into_iter().collect(),
            tile: None,
        });
        self
    }

    /// Adds a tile and a mark at each point to the plot. `columns` times `rows` tiles fill the plotting area.
    #[must_use]
    pub(crate) fn with_tiles(
        mut self,
        pen: Pen,
        label: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
        (columns, rows): (usize, usize),
    ) -> Self {
        self.series.push(Series {
            label: label.into(),
            pen: pen.points(pen.mark),
            points: points.into_iter().collect(),
            tile: Some((1.0 / columns as f64, 1.0 / rows as f64)),
        });
        self
    }

    /// Adds a horizontal line at `y` to the plot.
    #[must_use]
    pub(crate) fn with_horizontal(self, pen: Pen, label: impl Into<String>, y: f64) -> Self {
        let (from, to) = self.x.ends();
        self.with(pen, label, [(from, y), (to, y)])
    }

    /// Adds a vertical line at `x` to the plot.
    #[must_use]
    pub(crate) fn with_vertical(self, pen: Pen, label: impl Into<String>, x: f64) -> Self {
        let (from, to) = self.y.ends();
        self.with(pen, label, [(x, from), (x, to)])
    }

    /// Adds text that begins at the point (`x`, `y`).
    #[must_use]
    pub(crate) fn with_note(mut self, x: f64, y: f64, text: impl Into<String>) -> Self {
        self.notes.push(Annotation { at: (x, y), text: text.into(), ends_at_point: false });
        self
    }

    /// Adds text that ends at the point (`x`, `y`).
    #[must_use]
    pub(crate) fn with_note_before(mut self, x: f64, y: f64, text: impl Into<String>) -> Self {
        self.notes.push(Annotation { at: (x, y), text: text.into(), ends_at_point: true });
        self
    }

    /// Draws the plot and returns a complete SVG document.
    ///
    /// # Panics
    /// Never: the backend writes into memory.
    pub(crate) fn draw(&self) -> String {
        let rows = self.legend_rows();
        let head = 8.0 + rows.len() as f64 * LEGEND_ROW + 34.0;
        let foot = 50.0;
        let height = head + HEIGHT + foot;
        let size = (to_units(WIDTH) as u32, to_units(height) as u32);
        let mut raw = String::new();
        {
            let root = SVGBackend::with_string(&mut raw, size).into_drawing_area();
            self.draw_on(&root, &rows, head, foot)
                .and_then(|()| root.present())
                .expect("drawing into memory does not fail");
        }
        svg::finish(&raw, &self.title, (WIDTH, height))
    }

    fn draw_on(&self, root: &Canvas<'_>, rows: &[Vec<usize>], head: f64, foot: f64) -> DrawResult {
        self.draw_legend(root, rows)?;
        let left = 14.0 + self.y.widest_label() * FONT_SIZE * 0.58;
        let right = 16.0;
        let title = text_style(HPos::Left, VPos::Center);
        root.draw(&Text::new(self.y.label().to_owned(), (to_units(6.0), to_units(head - 18.0)), title))?;
        root.draw(&Text::new(
            self.x.label().to_owned(),
            (to_units(WIDTH - right), to_units(head + HEIGHT + foot - 12.0)),
            text_style(HPos::Right, VPos::Center),
        ))?;

        let mut chart = ChartBuilder::on(root)
            .margin_top(to_units(head))
            .margin_right(to_units(right))
            .margin_bottom(to_units(foot - 24.0))
            .x_label_area_size(to_units(24.0))
            .y_label_area_size(to_units(left))
            .build_cartesian_2d(self.x.clone(), self.y.clone())?;
        chart
            .configure_mesh()
            .x_labels(self.x.ticks().len() + 1)
            .y_labels(self.y.ticks().len() + 1)
            .max_light_lines(0)
            .bold_line_style(pen::GRID.stroke())
            .axis_style(pen::FRAME.stroke())
            .set_all_tick_mark_size(to_units(4.0))
            .x_label_style(text_style(HPos::Center, VPos::Top))
            .y_label_style(text_style(HPos::Right, VPos::Center))
            .x_label_formatter(&|v| self.x.tick_label(*v))
            .y_label_formatter(&|v| self.y.tick_label(*v))
            .draw()?;

        let (across, down) = chart.plotting_area().get_pixel_range();
        let place = |(fx, fy): (f64, f64)| {
            (
                across.start + (fx * f64::from(across.end - across.start)).round() as i32,
                down.end - (fy * f64::from(down.end - down.start)).round() as i32,
            )
        };
        for series in &self.series {
            if let Some((wide, high)) = series.tile {
                for (x, y) in series.points.iter().filter_map(|&p| self.fraction_inside(p)) {
                    let corner = |side: f64| place((x + 0.5 * side * wide, y + 0.5 * side * high));
                    let corners = [corner(-1.0), corner(1.0)];
                    root.draw(&Rectangle::new(corners, series.pen.tint()))?;
                }
            }
            if series.pen.dash != Dash::None {
                for piece in self.visible_pieces(&series.points) {
                    let path: Vec<_> = thin_out(piece.into_iter().map(place));
                    root.draw(&PathElement::new(path, series.pen.stroke()))?;
                }
            }
            if series.pen.mark != Mark::None {
                for at in series.points.iter().filter_map(|&p| self.fraction_inside(p)) {
                    series.pen.draw_mark(root, place(at), UNITS_PER_PIXEL)?;
                }
            }
        }
        for note in &self.notes {
            let at = (self.x.fraction(note.at.0), self.y.fraction(note.at.1));
            let side = if note.ends_at_point { HPos::Right } else { HPos::Left };
            root.draw(&Text::new(note.text.clone(), place(at), text_style(side, VPos::Center)))?;
        }
        Ok(())
    }

    /// Returns a point as fractions of both axes; `None` if the point is non-finite or outside the frame.
    fn fraction_inside(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let at = (self.x.fraction(x), self.y.fraction(y));
        let within = |f: f64| (-1e-9..=1.0 + 1e-9).contains(&f);
        (within(at.0) && within(at.1)).then_some(at)
    }

    /// Returns the visible pieces of a curve as fractions of both axes. Non-finite points and the frame cut
    /// the curve.
    fn visible_pieces(&self, points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
        let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
        let mut last: Option<(f64, f64)> = None;
        for &(x, y) in points {
            let here = (self.x.fraction(x), self.y.fraction(y));
            if !(here.0.is_finite() && here.1.is_finite()) {
                last = None;
                continue;
            }
            if let Some(before) = last
                && let Some((a, b)) = clip(before, here)
            {
                match pieces.last_mut() {
                    Some(piece) if piece.last() == Some(&a) => piece.push(b),
                    _ => pieces.push(vec![a, b]),
                }
            }
            last = Some(here);
        }
        pieces
    }

    /// Distributes the series over the rows of the legend and returns the indices of the series in each row.
    fn legend_rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut used = WIDTH;
        for (n, series) in self.series.iter().enumerate() {
            if series.label.is_empty() {
                continue;
            }
            let width = legend_entry_width(&series.label);
            if used + width > WIDTH - 8.0 {
                rows.push(Vec::new());
                used = 8.0;
            }
            used += width;
            if let Some(row) = rows.last_mut() {
                row.push(n);
            }
        }
        rows
    }

    fn draw_legend(&self, root: &Canvas<'_>, rows: &[Vec<usize>]) -> DrawResult {
        for (r, row) in rows.iter().enumerate() {
            let y = 8.0 + (r as f64 + 0.5) * LEGEND_ROW;
            let mut x = 8.0;
            for series in row.iter().map(|&n| &self.series[n]) {
                let middle = (to_units(x + 0.5 * LEGEND_LINE), to_units(y));
                if series.tile.is_some() {
                    let (far, half) = (x + LEGEND_LINE, 0.35 * LEGEND_ROW);
                    let corners = [(to_units(x), to_units(y - half)), (to_units(far), to_units(y + half))];
                    root.draw(&Rectangle::new(corners, series.pen.tint()))?;
                }
                if series.pen.dash != Dash::None {
                    let ends = vec![(to_units(x), to_units(y)), (to_units(x + LEGEND_LINE), to_units(y))];
                    root.draw(&PathElement::new(ends, series.pen.stroke()))?;
                }
                if series.pen.mark != Mark::None {
                    series.pen.draw_mark(root, middle, UNITS_PER_PIXEL)?;
                }
                root.draw(&Text::new(
                    series.label.clone(),
                    (to_units(x + LEGEND_LINE + 6.0), to_units(y)),
                    text_style(HPos::Left, VPos::Center),
                ))?;
                x += legend_entry_width(&series.label);
            }
        }
        Ok(())
    }
}

/// Converts figure units to drawing units.
fn to_units(length: f64) -> i32 {
    (length * UNITS_PER_PIXEL).round() as i32
}

/// Estimates the width of a legend entry \[figure units\]. Letters are about half as wide as high; the signs
/// that mark a subscript or superscript have no width.
fn legend_entry_width(label: &str) -> f64 {
    let letters: f64 = label
        .chars()
        .map(|c| match c {
            '_' | '^' => 0.0,
            c if c.is_uppercase() => 0.68,
            _ => 0.53,
        })
        .sum();
    LEGEND_LINE + 6.0 + FONT_SIZE * letters + 16.0
}

fn text_style(h: HPos, v: VPos) -> TextStyle<'static> {
    // Plotters divides the font size by 1.24 in its output.
    ("sans-serif", FONT_SIZE * UNITS_PER_PIXEL * 1.24)
        .into_font()
        .color(&pen::TEXT.colour())
        .pos(Pos::new(h, v))
}

/// Clips a straight line to the unit square (Liang and Barsky); `None` if the line is outside.
fn clip(a: (f64, f64), b: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (step, room) in [(-dx, a.0), (dx, 1.0 - a.0), (-dy, a.1), (dy, 1.0 - a.1)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    let at = |t: f64| match t {
        0.0 => a,
        1.0 => b,
        t => (a.0 + t * dx, a.1 + t * dy),
    };
    (enter <= leave).then(|| (at(enter), at(leave)))
}

/// Removes points that are indistinguishable from the previous point; the last point is kept.
fn thin_out(path: impl Iterator<Item = (i32, i32)>) -> Vec<(i32, i32)> {
    let near = (MIN_POINT_DISTANCE * UNITS_PER_PIXEL) as i32;
    let mut kept: Vec<(i32, i32)> = Vec::new();
    let mut left_out = None;
    for at in path {
        match kept.last() {
            Some(last) if (at.0 - last.0).abs() <= near && (at.1 - last.1).abs() <= near => {
                left_out = Some(at);
            }
            _ => {
                kept.push(at);
                left_out = None;
            }
        }
    }
    kept.extend(left_out);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Plot {
        Plot::new("A square", Axis::linear("x [m]", 0.0, 1.0), Axis::linear("y [m]", 0.0, 1.0))
    }

    #[test]
    fn a_line_is_clipped_at_the_frame() {
        assert_eq!(clip((-1.0, 0.5), (2.0, 0.5)), Some(((0.0, 0.5), (1.0, 0.5))));
        assert_eq!(clip((-1.0, 2.0), (2.0, 2.0)), None);
        assert_eq!(clip((0.25, 0.5), (0.5, 0.75)), Some(((0.25, 0.5), (0.5, 0.75))));
    }

    #[test]
    fn a_non_finite_point_ends_the_line_and_is_not_drawn() {
        let plot = square().with(
            pens::CLOSED_FORM,
            "with a hole",
            [(0.0, 0.1), (0.2, 0.1), (0.3, f64::NAN), (0.4, 0.1), (0.6, 0.1), (0.7, f64::INFINITY)],
        );
        assert_eq!(plot.visible_pieces(&plot.series[0].points).len(), 2);
        let svg = plot.draw();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn tiles_fill_the_drawing_and_appear_in_the_legend() {
        let points = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        let svg = square().with_tiles(Pen::of(Ink::Green), "land", points, (2, 2)).draw();
        let tiles: Vec<&str> = svg
            .lines()
            .filter(|line| line.starts_with("<rect") && line.contains("opacity=\"0.3\""))
            .collect();
        assert_eq!(tiles.len(), 5, "four tiles and one in the legend: {svg}");
        assert!(tiles.iter().all(|tile| tile.contains("class=\"f5\"")));
        assert!(svg.contains("land"));
    }

    #[test]
    fn a_drawing_is_one_document_with_a_title() {
        let svg = square().with(pens::EXACT, "a < b & v_in", [(0.1, 0.1)]).draw();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("<title>A square</title>"));
        assert!(svg.contains("a &lt; b &amp; v"), "{svg}");
        assert_eq!(svg, square().with(pens::EXACT, "a < b & v_in", [(0.1, 0.1)]).draw());
    }
}
