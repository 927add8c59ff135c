//! A scheduled item, ordered so that `BinaryHeap` pops the earliest item first; of two items for the same
//! sample, it pops the one sent first.

/// An item with the sample at which it takes effect.
#[derive(Clone, Debug)]
pub struct Scheduled<T> {
    /// Sample at which the item takes effect; a past sample means as soon as possible.
    pub at: u64,
    /// Sequence number of the item; of two items for the same sample, the smaller number comes first.
    pub number: u64,
    /// The command or message that is scheduled.
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
    fn the_earliest_item_comes_first_and_ties_keep_their_order() {
        let due = |(at, number)| Scheduled { at, number, item: () };
        let mut heap: BinaryHeap<_> = [(5, 1), (3, 2), (5, 0), (9, 3)].map(due).into();
        let order: Vec<_> = std::iter::from_fn(|| heap.pop().map(|item| item.key())).collect();
        assert_eq!(order, [(3, 2), (5, 0), (5, 1), (9, 3)]);
    }
}
