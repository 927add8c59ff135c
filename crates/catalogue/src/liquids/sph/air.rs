//! Where the air is: open above the surface, or shut in below it; and which liquid hangs together with the
//! floor, and which flies.
//!
//! The plane is cut into squares about as wide as a particle. Where the particles fill less than two fifths
//! of a square there is air. From the top air spreads over all the air it reaches; what it does not reach is
//! a *cavity*. From the floor liquid spreads likewise; what it does not reach flies.
//!
//! | here              | unit | meaning                                                                                       |
//! |-------------------|------|-----------------------------------------------------------------------------------------------|
//! | [`Cavity::area`]  | m²   | of air that was not shut in at the look before; it has the radius √(area/π)                   |
//! | [`Cavity::depth`] | m    | below the highest liquid straight above                                                       |

use super::{Kernels, Sph};

/// Most squares in a row, and in a column.
pub const COLUMNS: usize = 96;
const ROWS: usize = 64;
/// Most cavities that are told at a look.
const MOST: usize = 16;
/// Reach of the particles, in spacings.
const REACH: f64 = 1.6;
/// There is liquid where more than this part of the square is filled.
const FILLED: f64 = 0.4;

/// Air that has just been shut in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cavity {
    /// \[m²\]
    pub area: f64,
    /// Of its middle \[m\].
    pub depth: f64,
    /// Its middle from the left wall \[m\].
    pub place: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Air,
    Open,
    Shut,
    Liquid,
    Bulk,
}

/// The squares.
#[derive(Clone, Debug)]
pub struct Air {
    kinds: Vec<Kind>,
    filled: Vec<f64>,
    /// Was shut in at the look before.
    before: Vec<bool>,
    stack: Vec<u32>,
    cavities: Vec<Cavity>,
    columns: usize,
    /// Side of a square \[m\].
    side: f64,
}

impl Default for Air {
    fn default() -> Self {
        Self::new()
    }
}

impl Air {
    /// Nothing has been looked at. Real-time: no.
    pub fn new() -> Self {
        let most = COLUMNS * ROWS;
        Self {
            kinds: vec![Kind::Air; most],
            filled: vec![0.0; most],
            before: vec![false; most],
            stack: Vec::with_capacity(most),
            cavities: Vec::with_capacity(MOST),
            columns: 1,
            side: 1.0,
        }
    }

    /// Something else is poured, and will fill the vessel up to this height \[m\]: no air is shut in.
    /// Real-time: yes.
    pub fn clear(&mut self, width: f64, height: f64, spacing: f64) {
        let rows = ROWS as f64 - 4.0;
        let side = spacing.max(width / COLUMNS as f64);
        let side = side.max(1.6 * height / rows);
        // No square is cut in two by a wall.
        self.columns = ((width / side) as usize).clamp(1, COLUMNS);
        self.side = width / self.columns as f64;
        self.before.fill(false);
        self.cavities.clear();
    }

    /// The cavities found at the last look.
    pub fn cavities(&self) -> &[Cavity] {
        &self.cavities
    }

    fn square(&self, place: &[f64; 2]) -> Option<usize> {
        let (x, y) = (place[0] / self.side, place[1] / self.side);
        let inside = x >= 0.0 && y >= 0.0 && x < self.columns as f64 && y < ROWS as f64;
        inside.then(|| x as usize + self.columns * y as usize)
    }

    /// Looks where the air is. What flies among the particles is told so. Real-time: yes.
    pub fn look(&mut self, sph: &mut Sph) {
        self.settle(sph);
        let top = (ROWS - 1) * self.columns;
        for column in 0..self.columns {
            self.spread(top + column, Kind::Air, Kind::Open);
            self.spread(column, Kind::Liquid, Kind::Bulk);
        }
        self.find();
        for index in 0..sph.places().len() {
            let kind = sph.places().get(index).and_then(|place| {
                let square = self.square(place)?;
                self.kinds.get(square)
            });
            let near_floor = sph.places().get(index).is_some_and(|it| it[1] < self.side);
            if !near_floor && matches!(kind, None | Some(Kind::Open | Kind::Liquid)) {
                sph.let_fly(index);
            }
        }
    }

    /// How much of each square the particles fill.
    fn settle(&mut self, sph: &Sph) {
        let spacing = sph.matter().spacing;
        let kernels = Kernels::new(REACH * spacing.max(self.side));
        let share = spacing * spacing;
        let over = (kernels.radius / self.side).ceil();
        let around = |place: f64, most: usize| {
            let at = (place / self.side).floor();
            (at - over).max(0.0) as usize..((at + over + 1.0).max(0.0) as usize).min(most)
        };
        self.filled.fill(0.0);
        for place in sph.places() {
            for row in around(place[1], ROWS) {
                for column in around(place[0], self.columns) {
                    let middle = [column, row].map(|n| (n as f64 + 0.5) * self.side);
                    let away = [middle[0] - place[0], middle[1] - place[1]];
                    let weight = kernels.poly6(away[0] * away[0] + away[1] * away[1]);
                    let index = column + self.columns * row;
                    if let Some(filled) = self.filled.get_mut(index) {
                        *filled += share * weight;
                    }
                }
            }
        }
        let last = self.columns.saturating_sub(1);
        for (index, (kind, filled)) in self.kinds.iter_mut().zip(&self.filled).enumerate() {
            let (column, row) = (index % self.columns, index / self.columns);
            // At a wall and on the floor a part of the kernel is beyond, in a corner most of it.
            let walls = usize::from(column == 0) + usize::from(column == last);
            let enough = FILLED * [1.0, 0.6, 0.3][(walls + usize::from(row == 0)).min(2)];
            *kind = if *filled > enough { Kind::Liquid } else { Kind::Air };
        }
    }

    /// All of one kind that hangs together with a square becomes another; how many squares, and the sums of
    /// their columns and rows.
    fn spread(&mut self, from: usize, kind: Kind, becomes: Kind) -> [usize; 3] {
        let mut sums = [0; 3];
        let room = self.columns * ROWS;
        self.stack.clear();
        self.enter(from, kind, becomes);
        while let Some(square) = self.stack.pop() {
            let square = square as usize;
            let (column, row) = (square % self.columns, square / self.columns);
            sums = [sums[0] + 1, sums[1] + column, sums[2] + row];
            if column > 0 {
                self.enter(square - 1, kind, becomes);
            }
            if column + 1 < self.columns {
                self.enter(square + 1, kind, becomes);
            }
            if row > 0 {
                self.enter(square - self.columns, kind, becomes);
            }
            if square + self.columns < room {
                self.enter(square + self.columns, kind, becomes);
            }
        }
        sums
    }

    /// Marked when put on the stack, a square is there once at most.
    fn enter(&mut self, square: usize, kind: Kind, becomes: Kind) {
        if let Some(here) = self.kinds.get_mut(square)
            && *here == kind
        {
            *here = becomes;
            self.stack.push(square as u32);
        }
    }

    /// The air that is left is shut in; of each cavity that none was before, the size and depth.
    fn find(&mut self) {
        self.cavities.clear();
        for square in 0..self.columns * ROWS {
            if self.kinds.get(square) != Some(&Kind::Air) {
                continue;
            }
            let old = self.known(square);
            let [count, columns, rows] = self.spread(square, Kind::Air, Kind::Shut);
            let middle = [columns, rows].map(|sum| sum as f64 / count as f64);
            // One square at a wall is the gap that particles keep to it.
            let at_wall = columns == 0 || columns + 1 >= self.columns || rows == 0;
            if old || (count == 1 && at_wall) || self.cavities.len() >= MOST {
                continue;
            }
            self.cavities.push(Cavity {
                area: count as f64 * self.side * self.side,
                depth: self.side * self.above(middle),
                place: self.side * (middle[0] + 0.5),
            });
        }
        for (before, kind) in self.before.iter_mut().zip(&self.kinds) {
            *before = *kind == Kind::Shut;
        }
    }

    /// Whether a cavity was there before: any square of it, or next to its first.
    fn known(&self, square: usize) -> bool {
        let (column, row) = (square % self.columns, square / self.columns);
        let mut known = false;
        for y in row.saturating_sub(1)..=(row + 2).min(ROWS - 1) {
            for x in column.saturating_sub(2)..=(column + 2).min(self.columns - 1) {
                known |= self.before.get(x + self.columns * y) == Some(&true);
            }
        }
        known
    }

    /// How many squares there are from a place to the highest liquid of the bulk above it.
    fn above(&self, middle: [f64; 2]) -> f64 {
        let column = middle[0] as usize;
        let from = middle[1] as usize;
        let liquid = |row: &usize| {
            let kind = self.kinds.get(column + self.columns * row);
            matches!(kind, Some(Kind::Bulk | Kind::Liquid))
        };
        let mut top = from;
        for row in from..ROWS {
            if liquid(&row) {
                top = row;
            } else if self.kinds.get(column + self.columns * row) == Some(&Kind::Open) {
                break;
            }
        }
        (top as f64 + 1.0 - middle[1]).max(0.5)
    }
}
