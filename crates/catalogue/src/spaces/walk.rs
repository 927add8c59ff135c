//! Someone who stands where a parameter says, until told to go elsewhere.

/// Someone who stands or walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Walk {
    at: f64,
    /// What the parameter said last.
    said: f64,
    to: Option<f64>,
    arrived: bool,
}

impl Walk {
    /// Stands there.
    pub(super) fn at(place: f64) -> Self {
        Self { at: place, said: place, to: None, arrived: true }
    }

    /// Is told to go there.
    pub(super) fn go(&mut self, to: f64) {
        self.to = Some(to);
    }

    /// Where it is at the beginning and at the end of a block. It goes no further than the first pace where
    /// it was told to go, and no further than the second in any case.
    pub(super) fn block(&mut self, said: f64, [pace, most]: [f64; 2]) -> [f64; 2] {
        if said != self.said {
            (self.said, self.to) = (said, None);
        }
        let from = self.at;
        let (to, pace) = match self.to {
            Some(to) => (to, pace.min(most)),
            None => (said, most),
        };
        self.at = from + (to - from).clamp(-pace, pace);
        self.arrived = self.at == to;
        [from, self.at]
    }

    /// It is where it should be.
    pub(super) fn arrived(&self) -> bool {
        self.arrived
    }
}
