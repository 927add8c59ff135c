//! Something and its time. The earliest is the greatest, as a heap wants it; of two for the same sample, the
//! one that came first.

/// Something that is to happen at a sample.
#[derive(Clone, Debug)]
pub struct Scheduled<T> {
    /// At which sample, or as soon as it can be.
    pub at: u64,
    /// Which it was, counted since the beginning.
    pub number: u64,
    /// What.
    pub item: T,
}

impl<T> Scheduled<T> {
    fn key(&self) -> (u64, u64) {
        (self.at, self.number)
    }
}

impl<T> Ord for Scheduled<T> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        other.key().cmp(&self.key())
    }
}

impl<T> PartialOrd for Scheduled<T> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Eq for Scheduled<T> {}

impl<T> PartialEq for Scheduled<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

#[cfg(test)]
mod tests {
    use super::Scheduled;
    use std::collections::BinaryHeap;

    #[test]
    fn the_earliest_comes_first_and_of_two_the_one_that_was_sent_first() {
        let due = |(at, number)| Scheduled { at, number, item: () };
        let mut heap: BinaryHeap<_> = [(5, 1), (3, 2), (5, 0), (9, 3)].map(due).into();
        let order: Vec<_> = std::iter::from_fn(|| heap.pop().map(|item| item.key())).collect();
        assert_eq!(order, [(3, 2), (5, 0), (5, 1), (9, 3)]);
    }
}
