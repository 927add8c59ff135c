//! Neighbour search: sorts particles into square cells as wide as the kernels reach, and lists all pairs in
//! reach.
//!
//! The grid is unbounded: cell numbers repeat every `SIDE` cells, and particles of different cells with one
//! number are distinguished by distance. Every pair is listed once. The list holds [`PAIRS_PER_PARTICLE`]
//! pairs per particle, twice the number in a liquid at rest. A pair that does not fit is ignored for both
//! particles, so that forces stay equal and opposite.

/// Maximum number of particles: a power of two, so that [`INDEX_MASK`] bounds an index.
pub const CAPACITY: usize = 1024;
/// Bit mask of a particle index.
pub const INDEX_MASK: usize = CAPACITY - 1;
/// Number of grid cells per row and column, after which cell numbers repeat.
const SIDE: usize = 32;
/// Capacity of the pair list, in pairs per particle.
pub const PAIRS_PER_PARTICLE: usize = 20;
const MAX_PAIRS: usize = CAPACITY * PAIRS_PER_PARTICLE;

/// Two particles nearer to each other than the reach of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// Index of the first particle.
    pub first: u16,
    /// Index of the second particle.
    pub second: u16,
    /// Distance between the two particles \[m\].
    pub distance: f64,
    /// Unit vector from the second particle to the first; zero if the particles coincide.
    pub direction: [f64; 2],
}

impl Pair {
    /// Returns the indices of both particles, each below [`CAPACITY`].
    #[inline]
    pub fn indices(&self) -> [usize; 2] {
        [usize::from(self.first) & INDEX_MASK, usize::from(self.second) & INDEX_MASK]
    }
}

/// Finds and lists all pairs of neighbouring particles.
#[derive(Clone, Debug)]
pub struct NeighbourPairs {
    /// Index in `order` at which every cell starts, and the end of the last cell.
    first: Box<[u16; SIDE * SIDE + 1]>,
    order: Box<[u16; CAPACITY]>,
    cell: Box<[u16; CAPACITY]>,
    /// Positions of the particles \[m\], sorted as in `order`.
    sorted: Box<[[f64; 2]; CAPACITY]>,
    /// Indices in `order` of the neighbours of one particle, with one spare entry.
    near: Box<[u16; CAPACITY + 1]>,
    list: Vec<Pair>,
    tested: usize,
}

impl Default for NeighbourPairs {
    fn default() -> Self {
        Self::new()
    }
}

impl NeighbourPairs {
    /// Creates an empty list and allocates all buffers. Real-time: no.
    pub fn new() -> Self {
        Self {
            first: Box::new([0; SIDE * SIDE + 1]),
            order: Box::new([0; CAPACITY]),
            cell: Box::new([0; CAPACITY]),
            sorted: Box::new([[0.0; 2]; CAPACITY]),
            near: Box::new([0; CAPACITY + 1]),
            list: Vec::with_capacity(MAX_PAIRS),
            tested: 0,
        }
    }

    /// Returns the pairs found by the last search.
    #[inline]
    pub fn list(&self) -> &[Pair] {
        &self.list
    }

    /// Returns the number of distances computed in the last search.
    pub fn tested(&self) -> usize {
        self.tested
    }

    /// Finds all pairs of particles nearer than `reach` \[m\]. Real-time: yes.
    pub fn find(&mut self, positions: &[[f64; 2]], reach: f64) {
        let positions = positions.get(..CAPACITY).unwrap_or(positions);
        self.sort(positions, reach);
        self.list.clear();
        self.tested = 0;
        for k in 0..positions.len() {
            let particle = self.order[k & INDEX_MASK];
            let cell = usize::from(self.cell[usize::from(particle) & INDEX_MASK]) % (SIDE * SIDE);
            let (column, row) = (cell % SIDE, cell / SIDE);
            let up = (row + 1) % SIDE * SIDE;
            // The search covers the rest of the particle's own cell and half of the cells around, so that
            // each pair is found once. Cells of a row are contiguous, except across the wrap.
            let ranges = if column == 0 {
                [
                    [k + 1, self.start(cell + 2)],
                    [self.start(up), self.start(up + 2)],
                    [self.start(up + SIDE - 1), self.start(up + SIDE)],
                ]
            } else if column == SIDE - 1 {
                let from = cell + 1 - SIDE;
                self.collect(k, particle, [k + 1, self.start(cell + 1)], reach);
                [
                    [self.start(from), self.start(from + 1)],
                    [self.start(up + SIDE - 2), self.start(up + SIDE)],
                    [self.start(up), self.start(up + 1)],
                ]
            } else {
                [
                    [k + 1, self.start(cell + 2)],
                    [self.start(up + column - 1), self.start(up + column + 2)],
                    [0, 0],
                ]
            };
            for range in ranges {
                self.collect(k, particle, range, reach);
            }
        }
    }

    #[inline]
    fn start(&self, cell: usize) -> usize {
        usize::from(self.first[cell.min(SIDE * SIDE)])
    }

    /// Adds the pairs of one particle with the particles in a range of `order`.
    #[inline]
    fn collect(&mut self, k: usize, particle: u16, [from, to]: [usize; 2], reach: f64) {
        let to = to.min(CAPACITY);
        if from >= to {
            return;
        }
        let a = self.sorted[k & INDEX_MASK];
        self.tested += to - from;
        // Every candidate is written, but counted only if near: this avoids a mispredicted branch.
        let mut count = 0;
        let others = self.sorted.get(from..to).unwrap_or_default();
        for (index, b) in others.iter().enumerate() {
            let (x, y) = (a[0] - b[0], a[1] - b[1]);
            self.near[count & INDEX_MASK] = (from + index) as u16;
            count += usize::from(x * x + y * y < reach * reach);
        }
        let free = MAX_PAIRS - self.list.len();
        for &index in self.near.iter().take(count.min(free)) {
            let index = usize::from(index) & INDEX_MASK;
            let b = self.sorted[index];
            let (x, y) = (a[0] - b[0], a[1] - b[1]);
            let distance = (x * x + y * y).sqrt();
            // Coinciding particles have no direction and no force.
            let by = 1.0 / distance.max(1e-300);
            self.list.push(Pair {
                first: particle,
                second: self.order[index],
                distance,
                direction: [x * by, y * by],
            });
        }
    }

    /// Sorts the particles by cell (counting sort).
    fn sort(&mut self, positions: &[[f64; 2]], width: f64) {
        let cells_per_metre = 1.0 / width;
        let number = |position: f64| (position * cells_per_metre).floor() as i64 as usize % SIDE;
        self.first.fill(0);
        for (cell, position) in self.cell.iter_mut().zip(positions) {
            let here = number(position[0]) + SIDE * number(position[1]);
            *cell = here as u16;
            self.first[here % (SIDE * SIDE)] += 1;
        }
        let mut sum = 0;
        for count in self.first.iter_mut() {
            sum += *count;
            *count = sum;
        }
        // The loop runs backwards, so that particles of a cell keep their order.
        for (index, position) in positions.iter().enumerate().rev() {
            let first = &mut self.first[usize::from(self.cell[index & INDEX_MASK]) % (SIDE * SIDE)];
            *first -= 1;
            self.order[usize::from(*first) & INDEX_MASK] = index as u16;
            self.sorted[usize::from(*first) & INDEX_MASK] = *position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_dsp::random::Dice;

    #[test]
    fn every_pair_is_found_once_at_any_distance_from_the_origin() {
        let mut dice = Dice::new(4);
        for spread in [0.3, 3.0, 30.0] {
            let mut position = || [dice.between(-spread, spread), dice.between(-0.5, 0.5)];
            let positions: Vec<_> = (0..300).map(|_| position()).collect();
            let mut pairs = NeighbourPairs::new();
            pairs.find(&positions, 0.05);
            let mut expected = 0;
            for (index, a) in positions.iter().enumerate() {
                for b in &positions[..index] {
                    let near = libm::hypot(a[0] - b[0], a[1] - b[1]) < 0.05;
                    expected += usize::from(near);
                }
            }
            let mut found: Vec<_> = pairs
                .list()
                .iter()
                .map(|pair| (pair.first.min(pair.second), pair.first.max(pair.second)))
                .collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), pairs.list().len(), "spread {spread}: twice");
            assert_eq!(found.len(), expected, "spread {spread}");
        }
    }
}
