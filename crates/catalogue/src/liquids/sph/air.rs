//! Grid of air and liquid: finds air pockets enclosed below the surface, and particles that fly.
//!
//! The plane is divided into cells about as wide as a particle. A cell holds air if particles fill less
//! than two fifths of it. Air connected to the top is open; other air forms a *pocket*. Liquid connected to
//! the floor is bulk; other liquid flies.
//!
//! | here              | unit | meaning                                                                                       |
//! |-------------------|------|-----------------------------------------------------------------------------------------------|
//! | [`AirPocket::area`] | m² | area of air that was not enclosed at the previous update; its radius is √(area/π)             |
//! | [`AirPocket::depth`] | m | below the highest liquid straight above                                                       |

use super::{Kernels, Sph};

/// Maximum number of grid cells per row.
pub const MAX_COLUMNS: usize = 96;
/// Number of grid cells per column.
const ROWS: usize = 64;
/// Maximum number of new air pockets per update; further pockets are dropped.
const MAX_POCKETS: usize = 16;
/// Radius of the kernel that fills the cells \[particle spacings\].
const REACH: f64 = 1.6;
/// Minimum filled share of a cell that counts as liquid \[1\].
const MIN_FILL: f64 = 0.4;

/// Air that the liquid has just enclosed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AirPocket {
    /// Area of the pocket in the simulated plane \[m²\].
    pub area: f64,
    /// Depth of the pocket's centre below the surface \[m\].
    pub depth: f64,
    /// Distance of the pocket's centre from the left wall \[m\].
    pub position: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CellKind {
    #[default]
    Air,
    Open,
    Enclosed,
    Liquid,
    Bulk,
}

/// Grid of cells that finds air enclosed by the liquid.
#[derive(Clone, Debug)]
pub struct AirGrid {
    kinds: Vec<CellKind>,
    filled: Vec<f64>,
    /// Whether each cell was enclosed at the previous update.
    enclosed: Vec<bool>,
    stack: Vec<u32>,
    pockets: Vec<AirPocket>,
    columns: usize,
    /// Side of a cell \[m\].
    side: f64,
}

impl Default for AirGrid {
    fn default() -> Self {
        Self::new()
    }
}

impl AirGrid {
    /// Creates an empty grid. Real-time: no.
    pub fn new() -> Self {
        let most = MAX_COLUMNS * ROWS;
        Self {
            kinds: vec![CellKind::Air; most],
            filled: vec![0.0; most],
            enclosed: vec![false; most],
            stack: Vec::with_capacity(most),
            pockets: Vec::with_capacity(MAX_POCKETS),
            columns: 1,
            side: 1.0,
        }
    }

    /// Resets the grid for a vessel of `width` that will fill up to `height` \[m\]. Real-time: yes.
    pub fn clear(&mut self, width: f64, height: f64, spacing: f64) {
        let rows = ROWS as f64 - 4.0;
        let side = spacing.max(width / MAX_COLUMNS as f64);
        let side = side.max(1.6 * height / rows);
        // Walls coincide with cell borders.
        self.columns = ((width / side) as usize).clamp(1, MAX_COLUMNS);
        self.side = width / self.columns as f64;
        self.enclosed.fill(false);
        self.pockets.clear();
    }

    /// Returns the air pockets found by the last update.
    pub fn pockets(&self) -> &[AirPocket] {
        &self.pockets
    }

    fn cell_at(&self, position: &[f64; 2]) -> Option<usize> {
        let (x, y) = (position[0] / self.side, position[1] / self.side);
        let inside = x >= 0.0 && y >= 0.0 && x < self.columns as f64 && y < ROWS as f64;
        inside.then(|| x as usize + self.columns * y as usize)
    }

    /// Finds new air pockets, and marks the particles that fly apart from the liquid. Real-time: yes.
    pub fn update(&mut self, sph: &mut Sph) {
        self.classify(sph);
        let top = (ROWS - 1) * self.columns;
        for column in 0..self.columns {
            self.flood_fill(top + column, CellKind::Air, CellKind::Open);
            self.flood_fill(column, CellKind::Liquid, CellKind::Bulk);
        }
        self.find_pockets();
        for index in 0..sph.positions().len() {
            let kind = sph.positions().get(index).and_then(|position| {
                let cell = self.cell_at(position)?;
                self.kinds.get(cell)
            });
            let near_floor = sph.positions().get(index).is_some_and(|position| position[1] < self.side);
            if !near_floor && matches!(kind, None | Some(CellKind::Open | CellKind::Liquid)) {
                sph.mark_flying(index);
            }
        }
    }

    /// Computes the filled share of each cell and marks the cell as liquid or air.
    fn classify(&mut self, sph: &Sph) {
        let spacing = sph.fluid().spacing;
        let kernels = Kernels::new(REACH * spacing.max(self.side));
        let share = spacing * spacing;
        let over = (kernels.radius / self.side).ceil();
        let around = |position: f64, most: usize| {
            let at = (position / self.side).floor();
            (at - over).max(0.0) as usize..((at + over + 1.0).max(0.0) as usize).min(most)
        };
        self.filled.fill(0.0);
        for position in sph.positions() {
            for row in around(position[1], ROWS) {
                for column in around(position[0], self.columns) {
                    let middle = [column, row].map(|n| (n as f64 + 0.5) * self.side);
                    let away = [middle[0] - position[0], middle[1] - position[1]];
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
            // At a wall or the floor part of the kernel lies outside, in a corner most of it.
            let walls = usize::from(column == 0) + usize::from(column == last);
            let enough = MIN_FILL * [1.0, 0.6, 0.3][(walls + usize::from(row == 0)).min(2)];
            *kind = if *filled > enough { CellKind::Liquid } else { CellKind::Air };
        }
    }

    /// Turns all cells of `kind` connected to the cell `from` into the kind `becomes`. Returns the number of
    /// these cells and the sums of their column and row indices.
    fn flood_fill(&mut self, from: usize, kind: CellKind, becomes: CellKind) -> [usize; 3] {
        let mut sums = [0; 3];
        let room = self.columns * ROWS;
        self.stack.clear();
        self.push_cell(from, kind, becomes);
        while let Some(cell) = self.stack.pop() {
            let cell = cell as usize;
            let (column, row) = (cell % self.columns, cell / self.columns);
            sums = [sums[0] + 1, sums[1] + column, sums[2] + row];
            if column > 0 {
                self.push_cell(cell - 1, kind, becomes);
            }
            if column + 1 < self.columns {
                self.push_cell(cell + 1, kind, becomes);
            }
            if row > 0 {
                self.push_cell(cell - self.columns, kind, becomes);
            }
            if cell + self.columns < room {
                self.push_cell(cell + self.columns, kind, becomes);
            }
        }
        sums
    }

    /// Pushes a cell of `kind` onto the stack and turns it into `becomes`, so that a cell is pushed at most
    /// once.
    fn push_cell(&mut self, cell: usize, kind: CellKind, becomes: CellKind) {
        if let Some(here) = self.kinds.get_mut(cell)
            && *here == kind
        {
            *here = becomes;
            self.stack.push(cell as u32);
        }
    }

    /// Finds enclosed air, and records size and depth of each new pocket.
    fn find_pockets(&mut self) {
        self.pockets.clear();
        for cell in 0..self.columns * ROWS {
            if self.kinds.get(cell) != Some(&CellKind::Air) {
                continue;
            }
            let known = self.was_enclosed(cell);
            let [count, columns, rows] = self.flood_fill(cell, CellKind::Air, CellKind::Enclosed);
            let middle = [columns, rows].map(|sum| sum as f64 / count as f64);
            // A single air cell at a wall is only the gap that particles keep to the wall.
            let at_wall = columns == 0 || columns + 1 >= self.columns || rows == 0;
            if known || (count == 1 && at_wall) || self.pockets.len() >= MAX_POCKETS {
                continue;
            }
            self.pockets.push(AirPocket {
                area: count as f64 * self.side * self.side,
                depth: self.side * self.cells_to_surface(middle),
                position: self.side * (middle[0] + 0.5),
            });
        }
        for (enclosed, kind) in self.enclosed.iter_mut().zip(&self.kinds) {
            *enclosed = *kind == CellKind::Enclosed;
        }
    }

    /// Whether the pocket that starts at `cell` was enclosed at the previous update. Checks the cells around
    /// `cell`.
    fn was_enclosed(&self, cell: usize) -> bool {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let mut found = false;
        for y in row.saturating_sub(1)..=(row + 2).min(ROWS - 1) {
            for x in column.saturating_sub(2)..=(column + 2).min(self.columns - 1) {
                found |= self.enclosed.get(x + self.columns * y) == Some(&true);
            }
        }
        found
    }

    /// Returns the number of cells from the point `middle` up to the highest liquid above it.
    fn cells_to_surface(&self, middle: [f64; 2]) -> f64 {
        let column = middle[0] as usize;
        let from = middle[1] as usize;
        let liquid = |row: &usize| {
            let kind = self.kinds.get(column + self.columns * row);
            matches!(kind, Some(CellKind::Bulk | CellKind::Liquid))
        };
        let mut top = from;
        for row in from..ROWS {
            if liquid(&row) {
                top = row;
            } else if self.kinds.get(column + self.columns * row) == Some(&CellKind::Open) {
                break;
            }
        }
        (top as f64 + 1.0 - middle[1]).max(0.5)
    }
}
