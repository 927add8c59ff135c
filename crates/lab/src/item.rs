//! Tables and figures as items: where each was printed, how it is computed, and its result.

use crate::{Cell, Table};

/// Publication that printed a table or figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Paper {
    /// The journal paper on impacts \[Papetti2011\].
    Journal,
    /// Chapter 1 and appendix A of the thesis \[PapettiThesis\].
    Thesis,
    /// The ISMA paper on contact duration \[Chatziioannou2017\].
    Isma2017,
    /// The DAFx-17 paper on the quadratic scheme \[Ducceschi2017\].
    Dafx17,
    /// The DAFx-01 paper on collision sounds \[Avanzini2001\].
    Dafx01,
    /// No publication: a measurement of this project.
    Foley,
}

impl Paper {
    /// Returns the name of the publication for headings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Journal => "The journal paper on impacts",
            Self::Thesis => "The thesis, chapter 1 and appendix A",
            Self::Isma2017 => "The ISMA paper on contact duration",
            Self::Dafx17 => "The DAFx-17 paper on the quadratic scheme",
            Self::Dafx01 => "The DAFx-01 paper on collision sounds",
            Self::Foley => "Beyond the papers",
        }
    }

    /// Returns authors, title and place of publication; one sentence for [`Paper::Foley`].
    pub const fn source(self) -> &'static str {
        match self {
            Self::Journal => {
                "S. Papetti, F. Avanzini and D. Rocchesso, “Numerical methods for a nonlinear impact model: a comparative study \
                 with closed-form corrections”, IEEE Transactions on Audio, Speech, and Language Processing 19, 2011. Numbered as \
                 in the revised manuscript of June 2010."
            }
            Self::Thesis => {
                "S. Papetti, “Sound modeling issues in interactive sonification”, doctoral thesis, Università degli Studi di \
                 Verona, 2010."
            }
            Self::Isma2017 => {
                "V. Chatziioannou and M. van Walstijn, “On the contact duration accuracy of discrete-time collision models”, Proc. \
                 Int. Symposium on Musical Acoustics, Montreal, 2017."
            }
            Self::Dafx17 => {
                "M. Ducceschi, “A numerical scheme for various nonlinear forces, including collisions, which does not require an \
                 iterative root finder”, Proc. Int. Conf. on Digital Audio Effects, Edinburgh, 2017."
            }
            Self::Dafx01 => {
                "F. Avanzini and D. Rocchesso, “Modeling collision sounds: non-linear contact force”, Proc. Int. Conf. on Digital \
                 Audio Effects, Limerick, 2001."
            }
            Self::Foley => "Measurements of this project.",
        }
    }
}

/// One table or figure of the laboratory.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Name of the item on the command line, such as `journal-table-2` or `isma-figure-3`.
    pub id: &'static str,
    /// Publication that printed the item.
    pub paper: Paper,
    /// Label of the item in the paper, such as `Table II`.
    pub label: &'static str,
    /// Title of the item in lists and headings, without a full stop.
    pub title: &'static str,
    /// Description in a few sentences: what the paper says, what this project finds, where the print is
    /// wrong.
    pub text: &'static str,
    /// Computes the tables or figures of the item.
    pub make: fn() -> Product,
}

/// Computed result of an item.
#[derive(Clone, Debug)]
pub enum Product {
    /// One or more tables of cells.
    Tables(Vec<Table>),
    /// One or more drawings, each with its numbers.
    Figures(Vec<Figure>),
}

impl Product {
    /// Returns the cells of all tables or figures.
    pub fn cells(&self) -> Vec<&Cell> {
        match self {
            Self::Tables(tables) => tables.iter().flat_map(|table| &table.cells).collect(),
            Self::Figures(figures) => figures.iter().flat_map(|figure| &figure.cells).collect(),
        }
    }

    /// Returns the number of cells that reproduce their printed value, and the number of cells with a printed
    /// value.
    pub fn score(&self) -> (usize, usize) {
        let verdicts = self.cells().into_iter().filter_map(|cell| cell.reproduces);
        verdicts.fold((0, 0), |(good, all), verdict| (good + usize::from(verdict), all + 1))
    }
}

/// A drawing with its caption and the numbers below it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// File name of the drawing without its extension, such as `journal-figure-8a`.
    pub name: String,
    /// Caption with the parameters of the drawing.
    pub caption: String,
    /// The drawing as a complete SVG document.
    pub svg: String,
    /// Printed and computed numbers that belong to the drawing; may be empty.
    pub cells: Vec<Cell>,
}
