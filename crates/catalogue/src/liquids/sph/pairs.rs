//! Who is near whom: particles in square cells as wide as the kernels reach, and from them a list of pairs.
//!
//! The cells go on for ever and are numbered again from the start every `SIDE` of them, which needs no
//! bounds: strangers in a cell of the same number are told apart by their distance. Every pair is listed
//! once. The list has room for [`NEIGHBOURS`] pairs for each particle, twice what a liquid at rest has; what
//! does not find room is not felt by either of the two, so that forces stay equal and opposite.

/// Room for particles: a power of two, so that a number of a particle is one by its bits alone.
pub const ROOM: usize = 1024;
/// Its bits.
pub const BITS: usize = ROOM - 1;
/// Cells in a row and in a column before their numbers begin anew.
const SIDE: usize = 32;
/// Pairs there is room for, by particle.
pub const NEIGHBOURS: usize = 20;
const MOST: usize = ROOM * NEIGHBOURS;

/// Two particles that are near each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// Who.
    pub one: u16,
    /// And who.
    pub two: u16,
    /// How far apart \[m\].
    pub distance: f64,
    /// From the second to the first, of length 1; nowhere where they are at one place.
    pub towards: [f64; 2],
}

impl Pair {
    /// Both, as numbers below [`ROOM`].
    #[inline]
    pub fn both(&self) -> [usize; 2] {
        [usize::from(self.one) & BITS, usize::from(self.two) & BITS]
    }
}

/// The cells and the list.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// First place of every cell in `order`, and one more.
    first: Box<[u16; SIDE * SIDE + 1]>,
    order: Box<[u16; ROOM]>,
    cell: Box<[u16; ROOM]>,
    /// Where they are, in that order \[m\].
    sorted: Box<[[f64; 2]; ROOM]>,
    /// The numbers of those near to one, and one place more.
    near: Box<[u16; ROOM + 1]>,
    list: Vec<Pair>,
    tested: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self::new()
    }
}

impl Pairs {
    /// Room for all. Real-time: no.
    pub fn new() -> Self {
        Self {
            first: Box::new([0; SIDE * SIDE + 1]),
            order: Box::new([0; ROOM]),
            cell: Box::new([0; ROOM]),
            sorted: Box::new([[0.0; 2]; ROOM]),
            near: Box::new([0; ROOM + 1]),
            list: Vec::with_capacity(MOST),
            tested: 0,
        }
    }

    /// The pairs as they were last found.
    #[inline]
    pub fn list(&self) -> &[Pair] {
        &self.list
    }

    /// How many distances were looked at to find them.
    pub fn tested(&self) -> usize {
        self.tested
    }

    /// Finds all that are nearer than this \[m\]. Real-time: yes.
    pub fn find(&mut self, places: &[[f64; 2]], reach: f64) {
        let places = places.get(..ROOM).unwrap_or(places);
        self.sort(places, reach);
        self.list.clear();
        self.tested = 0;
        for k in 0..places.len() {
            let one = self.order[k & BITS];
            let cell = usize::from(self.cell[usize::from(one) & BITS]) % (SIDE * SIDE);
            let (column, row) = (cell % SIDE, cell / SIDE);
            let up = (row + 1) % SIDE * SIDE;
            // The rest of its own cell, and half of the cells around: each pair once. Cells of a row follow
            // one another, but for the last and the first.
            let ranges = if column == 0 {
                [
                    [k + 1, self.start(cell + 2)],
                    [self.start(up), self.start(up + 2)],
                    [self.start(up + SIDE - 1), self.start(up + SIDE)],
                ]
            } else if column == SIDE - 1 {
                let from = cell + 1 - SIDE;
                self.meet(k, one, [k + 1, self.start(cell + 1)], reach);
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
                self.meet(k, one, range, reach);
            }
        }
    }

    #[inline]
    fn start(&self, cell: usize) -> usize {
        usize::from(self.first[cell.min(SIDE * SIDE)])
    }

    /// Lists those of a range of the order that are near.
    #[inline]
    fn meet(&mut self, k: usize, one: u16, [from, to]: [usize; 2], reach: f64) {
        let to = to.min(ROOM);
        if from >= to {
            return;
        }
        let a = self.sorted[k & BITS];
        self.tested += to - from;
        // Who is near is written down whatever the answer, and counted if it is yes: no branch to be guessed
        // wrong.
        let mut count = 0;
        let others = self.sorted.get(from..to).unwrap_or_default();
        for (index, b) in others.iter().enumerate() {
            let (x, y) = (a[0] - b[0], a[1] - b[1]);
            self.near[count & BITS] = (from + index) as u16;
            count += usize::from(x * x + y * y < reach * reach);
        }
        let free = MOST - self.list.len();
        for &index in self.near.iter().take(count.min(free)) {
            let index = usize::from(index) & BITS;
            let b = self.sorted[index];
            let (x, y) = (a[0] - b[0], a[1] - b[1]);
            let distance = (x * x + y * y).sqrt();
            // At one place they have no direction, and no force.
            let by = 1.0 / distance.max(1e-300);
            self.list.push(Pair { one, two: self.order[index], distance, towards: [x * by, y * by] });
        }
    }

    /// Sorts the particles by their cells, by counting.
    fn sort(&mut self, places: &[[f64; 2]], width: f64) {
        let per_width = 1.0 / width;
        let number = |place: f64| (place * per_width).floor() as i64 as usize % SIDE;
        self.first.fill(0);
        for (cell, place) in self.cell.iter_mut().zip(places) {
            let here = number(place[0]) + SIDE * number(place[1]);
            *cell = here as u16;
            self.first[here % (SIDE * SIDE)] += 1;
        }
        let mut sum = 0;
        for count in self.first.iter_mut() {
            sum += *count;
            *count = sum;
        }
        // From the last to the first, so that the order within a cell is that of the particles.
        for (index, place) in places.iter().enumerate().rev() {
            let first = &mut self.first[usize::from(self.cell[index & BITS]) % (SIDE * SIDE)];
            *first -= 1;
            self.order[usize::from(*first) & BITS] = index as u16;
            self.sorted[usize::from(*first) & BITS] = *place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_dsp::random::Dice;

    #[test]
    fn every_pair_is_found_once_also_far_outside() {
        let mut dice = Dice::new(4);
        for spread in [0.3, 3.0, 30.0] {
            let mut place = || [dice.between(-spread, spread), dice.between(-0.5, 0.5)];
            let places: Vec<_> = (0..300).map(|_| place()).collect();
            let mut pairs = Pairs::new();
            pairs.find(&places, 0.05);
            let mut expected = 0;
            for (index, a) in places.iter().enumerate() {
                for b in &places[..index] {
                    let near = libm::hypot(a[0] - b[0], a[1] - b[1]) < 0.05;
                    expected += usize::from(near);
                }
            }
            let mut found: Vec<_> =
                pairs.list().iter().map(|it| (it.one.min(it.two), it.one.max(it.two))).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), pairs.list().len(), "spread {spread}: twice");
            assert_eq!(found.len(), expected, "spread {spread}");
        }
    }
}
