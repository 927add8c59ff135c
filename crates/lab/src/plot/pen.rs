//! Style of a curve: colour, dash and mark. Each of the three alone distinguishes a curve from its
//! neighbours.

use super::{Canvas, DrawResult};
use plotters::prelude::*;

/// A colour of the palette of Okabe and Ito, which is distinguishable with any colour vision. The colours are
/// darkened for a light background and lightened for a dark one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Ink {
    /// Colour of text and of closed forms.
    Text,
    /// Colour of grid lines.
    Faint,
    /// Colour of frames and limits.
    Soft,
    Blue,
    Vermilion,
    Green,
    Purple,
    Orange,
}

/// Dash pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Dash {
    /// No line between the points, only marks.
    None,
    Solid,
    Long,
    Short,
    Dotted,
}

/// Shape drawn at every point of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    None,
    Dot,
    Ring,
    Square,
    Triangle,
    Diamond,
    Cross,
}

/// Colour, dash and mark of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(super) ink: Ink,
    pub(super) dash: Dash,
    pub(super) mark: Mark,
    /// Width of the line in tenths of a figure unit.
    width: u32,
}

/// Blue component of the key colours, which stand for a pen in the output of plotters.
pub(super) const KEY: u8 = 0x7F;

pub(super) const GRID: Pen = Pen::of(Ink::Faint).width(8);
pub(super) const FRAME: Pen = Pen::of(Ink::Soft).width(10);
pub(super) const TEXT: Pen = Pen::of(Ink::Text);

impl Pen {
    /// Creates a pen of this colour that draws a solid line without marks.
    pub(crate) const fn of(ink: Ink) -> Self {
        Self { ink, dash: Dash::Solid, mark: Mark::None, width: 18 }
    }

    /// Sets the dash pattern of the line.
    #[must_use]
    pub(crate) const fn dash(mut self, dash: Dash) -> Self {
        self.dash = dash;
        self
    }

    /// Sets the mark at every point.
    #[must_use]
    pub(crate) const fn mark(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }

    /// Removes the line and sets the mark at every point.
    #[must_use]
    pub(crate) const fn points(self, mark: Mark) -> Self {
        self.dash(Dash::None).mark(mark)
    }

    /// Sets the line width in tenths of a figure unit.
    #[must_use]
    pub(crate) const fn width(mut self, tenths: u32) -> Self {
        self.width = tenths;
        self
    }

    /// Returns the key colour, which encodes ink and dash until the SVG is post-processed.
    pub(super) fn colour(self) -> RGBColor {
        RGBColor(self.ink as u8, self.dash as u8, KEY)
    }

    pub(super) fn stroke(self) -> ShapeStyle {
        self.colour().stroke_width(self.width)
    }

    /// Returns the fill style of a tile: the ink at 30 % opacity.
    pub(super) fn tint(self) -> ShapeStyle {
        let colour = self.dash(Dash::Solid).colour();
        colour.mix(0.3).filled()
    }

    pub(super) fn draw_mark(self, root: &Canvas<'_>, (x, y): (i32, i32), scale: f64) -> DrawResult {
        let r = |size: f64| (size * scale).round() as i32;
        let filled = self.dash(Dash::Solid).colour().filled();
        let line = self.dash(Dash::Solid).colour().stroke_width(16);
        match self.mark {
            Mark::None => Ok(()),
            Mark::Dot => root.draw(&Circle::new((x, y), r(3.2), filled)),
            Mark::Ring => root.draw(&Circle::new((x, y), r(4.0), line)),
            Mark::Square => {
                let h = r(3.0);
                root.draw(&Rectangle::new([(x - h, y - h), (x + h, y + h)], filled))
            }
            Mark::Triangle => {
                let (w, h) = (r(4.2), r(3.8));
                let corners = vec![(x, y - h), (x + w, y + h), (x - w, y + h)];
                root.draw(&Polygon::new(corners, filled))
            }
            Mark::Diamond => {
                let h = r(4.4);
                let corners = vec![(x, y - h), (x + h, y), (x, y + h), (x - h, y)];
                root.draw(&Polygon::new(corners, filled))
            }
            Mark::Cross => {
                let h = r(3.4);
                root.draw(&PathElement::new(vec![(x - h, y - h), (x + h, y + h)], line))?;
                root.draw(&PathElement::new(vec![(x - h, y + h), (x + h, y - h)], line))
            }
        }
    }
}

/// Pens of the methods and schemes; a method has the same pen in every figure.
pub(crate) mod pens {
    use super::{Dash, Ink, Mark, Pen};

    pub(crate) const CLOSED_FORM: Pen = Pen::of(Ink::Text).width(16);
    pub(crate) const LIMIT: Pen = Pen::of(Ink::Soft).dash(Dash::Dotted).width(14);
    pub(crate) const AM1: Pen = Pen::of(Ink::Orange).dash(Dash::Long).mark(Mark::Triangle);
    pub(crate) const VERLET: Pen = Pen::of(Ink::Green).dash(Dash::Short).mark(Mark::Square);
    pub(crate) const HEUN: Pen = Pen::of(Ink::Purple).dash(Dash::Dotted).mark(Mark::Diamond);
    pub(crate) const RK4: Pen = Pen::of(Ink::Vermilion).mark(Mark::Cross);
    pub(crate) const EXACT: Pen = Pen::of(Ink::Blue).points(Mark::Ring);
    pub(crate) const TWO_POINT: Pen = Pen::of(Ink::Green).mark(Mark::Square);
    pub(crate) const THREE_POINT: Pen = Pen::of(Ink::Vermilion).dash(Dash::Long).mark(Mark::Triangle);
}
