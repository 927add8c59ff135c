//! Who is near whom: particles in square cells as wide as the kernels reach, and from them a list of pairs.
//!
//! The cells go on for ever and are numbered again from the start every [`SIDE`] of them, which needs no bounds: strangers in a cell of the same number are
//! told apart by their distance. Every pair is listed once. The list has room for [`NEIGHBOURS`] pairs for each particle, twice what a liquid at rest has; what does not
//! find room is not felt by either of the two, so that forces stay equal and opposite.

/// Cells in a row and in a column before their numbers begin anew.
const SIDE: usize = 32;
/// Pairs there is room for, by particle.
pub const NEIGHBOURS: usize = 20;

/// Two particles that are near each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// Who.
    pub one: u32,
    /// And who.
    pub two: u32,
    /// How far apart \[m\].
    pub distance: f64,
    /// From the second to the first, of length 1; upwards where they are at one place.
    pub towards: [f64; 2],
}

/// The cells and the list.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// First place of every cell in `order`, and one more.
    first: Vec<u32>,
    order: Vec<u32>,
    cell: Vec<u32>,
    list: Vec<Pair>,
    room: usize,
    tested: usize,
}

impl Pairs {
    /// Room for so many particles. Real-time: no.
    pub fn new(most: usize) -> Self {
        Self {
            first: vec![0; SIDE * SIDE + 1],
            order: vec![0; most],
            cell: vec![0; most],
            list: Vec::with_capacity(most * NEIGHBOURS),
            room: most * NEIGHBOURS,
            tested: 0,
        }
    }

    /// The pairs as they were last found.
    pub fn list(&self) -> &[Pair] {
        &self.list
    }

    /// How many distances were looked at to find them.
    pub fn tested(&self) -> usize {
        self.tested
    }

    /// Finds all that are nearer than this \[m\]. Real-time: yes.
    pub fn find(&mut self, places: &[[f64; 2]], reach: f64) {
        self.sort(places, reach);
        self.list.clear();
        self.tested = 0;
        let count = places.len().min(self.order.len());
        for k in 0..count {
            let Some(&one) = self.order.get(k) else { continue };
            let cell = self.cell.get(one as usize).map_or(0, |&cell| cell as usize);
            let (column, row) = (cell % SIDE, cell / SIDE);
            // The rest of its own cell, and half of the cells around: each pair once.
            let end = self.first.get(cell + 1).map_or(0, |&end| end as usize);
            self.meet(places, one, k + 1..end, reach);
            let (right, left, up) = (
                (column + 1) % SIDE,
                (column + SIDE - 1) % SIDE,
                (row + 1) % SIDE * SIDE,
            );
            for other in [row * SIDE + right, up + left, up + column, up + right] {
                let range = self.range(other);
                self.meet(places, one, range, reach);
            }
        }
    }

    fn range(&self, cell: usize) -> core::ops::Range<usize> {
        let at = |index: usize| self.first.get(index).map_or(0, |&first| first as usize);
        at(cell)..at(cell + 1)
    }

    #[inline]
    fn meet(&mut self, places: &[[f64; 2]], one: u32, range: core::ops::Range<usize>, reach: f64) {
        let Some(&a) = places.get(one as usize) else {
            return;
        };
        let others = self.order.get(range).unwrap_or_default();
        self.tested += others.len();
        for &two in others {
            let Some(&b) = places.get(two as usize) else {
                continue;
            };
            let (x, y) = (a[0] - b[0], a[1] - b[1]);
            let square = x * x + y * y;
            if square < reach * reach && self.list.len() < self.room {
                let distance = square.sqrt();
                let towards = if distance > 0.0 {
                    [x / distance, y / distance]
                } else {
                    [0.0, 1.0]
                };
                self.list.push(Pair {
                    one,
                    two,
                    distance,
                    towards,
                });
            }
        }
    }

    /// Sorts the particles by their cells, by counting.
    fn sort(&mut self, places: &[[f64; 2]], width: f64) {
        let number = |place: f64| ((place / width).floor() as i64).rem_euclid(SIDE as i64) as usize;
        self.first.fill(0);
        for (cell, place) in self.cell.iter_mut().zip(places) {
            let here = number(place[0]) + SIDE * number(place[1]);
            *cell = here as u32;
            if let Some(count) = self.first.get_mut(here) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for count in &mut self.first {
            sum += *count;
            *count = sum;
        }
        // From the last to the first, so that the order within a cell is that of the particles.
        for index in (0..places.len().min(self.cell.len())).rev() {
            let Some(&cell) = self.cell.get(index) else {
                continue;
            };
            if let Some(first) = self.first.get_mut(cell as usize) {
                *first -= 1;
                if let Some(place) = self.order.get_mut(*first as usize) {
                    *place = index as u32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;

    #[test]
    fn every_pair_is_found_once_also_far_outside() {
        let mut dice = Dice::new(4);
        for spread in [0.3, 3.0, 30.0] {
            let mut place = || [dice.between(-spread, spread), dice.between(-0.5, 0.5)];
            let places: Vec<_> = (0..300).map(|_| place()).collect();
            let mut pairs = Pairs::new(300);
            pairs.find(&places, 0.05);
            let mut expected = 0;
            for (index, a) in places.iter().enumerate() {
                for b in &places[..index] {
                    let near = libm::hypot(a[0] - b[0], a[1] - b[1]) < 0.05;
                    expected += usize::from(near);
                }
            }
            let mut found: Vec<_> = pairs.list().iter().map(|it| (it.one.min(it.two), it.one.max(it.two))).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), pairs.list().len(), "spread {spread}: twice");
            assert_eq!(found.len(), expected, "spread {spread}");
        }
    }
}
