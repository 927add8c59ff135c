//! How a curve looks: colour, dash and mark, each of which alone tells it from its neighbours.

use super::{Canvas, Drawn};
use plotters::prelude::*;

/// A colour of the palette (Okabe and Ito's, which can be told apart with any colour vision), made darker for
/// light paper and lighter for dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Ink {
    /// That of the text.
    Text,
    /// Grid lines: a faint version of the text.
    Faint,
    /// A clearer one, for frames and limits.
    Soft,
    Blue,
    Vermilion,
    Green,
    Purple,
    Orange,
}

/// How a line is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Dash {
    /// Not drawn at all: points only.
    None,
    Solid,
    Long,
    Short,
    Dotted,
}

/// What is drawn at every point.
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
    /// In tenths of a unit.
    width: u32,
}

/// Blue component of the colours that stand for a pen in what plotters writes.
pub(super) const KEY: u8 = 0x7F;

pub(super) const GRID: Pen = Pen::of(Ink::Faint).width(8);
pub(super) const FRAME: Pen = Pen::of(Ink::Soft).width(10);
pub(super) const TEXT: Pen = Pen::of(Ink::Text);

impl Pen {
    /// A solid line.
    pub(crate) const fn of(ink: Ink) -> Self {
        Self { ink, dash: Dash::Solid, mark: Mark::None, width: 18 }
    }

    /// The same, broken.
    #[must_use]
    pub(crate) const fn dash(mut self, dash: Dash) -> Self {
        self.dash = dash;
        self
    }

    /// The same, with marks.
    #[must_use]
    pub(crate) const fn mark(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }

    /// The marks alone.
    #[must_use]
    pub(crate) const fn points(self, mark: Mark) -> Self {
        self.dash(Dash::None).mark(mark)
    }

    /// The same, so many tenths of a unit wide.
    #[must_use]
    pub(crate) const fn width(mut self, tenths: u32) -> Self {
        self.width = tenths;
        self
    }

    /// The colour that stands for this pen until the drawing is finished.
    pub(super) fn colour(self) -> RGBColor {
        RGBColor(self.ink as u8, self.dash as u8, KEY)
    }

    pub(super) fn stroke(self) -> ShapeStyle {
        self.colour().stroke_width(self.width)
    }

    /// A surface in a faint version of its colour.
    pub(super) fn tint(self) -> ShapeStyle {
        let colour = self.dash(Dash::Solid).colour();
        colour.mix(0.3).filled()
    }

    pub(super) fn draw_mark(self, root: &Canvas<'_>, (x, y): (i32, i32), fine: f64) -> Drawn {
        let r = |size: f64| (size * fine).round() as i32;
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

/// Who has which pen, the same in every figure.
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
