//! A position that follows a parameter until a gesture sends it elsewhere.

/// A position in a room that rests or moves to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Walk {
    at: f64,
    /// Last value of the position parameter.
    param: f64,
    to: Option<f64>,
    arrived: bool,
}

impl Walk {
    /// Creates a position that rests at `place`.
    pub(super) fn at(place: f64) -> Self {
        Self { at: place, param: place, to: None, arrived: true }
    }

    /// Starts a walk to `to`.
    pub(super) fn go(&mut self, to: f64) {
        self.to = Some(to);
    }

    /// Advances the position by one block and returns the positions at the start and end of the block. A walk
    /// moves by at most `pace`; a parameter change moves the position by at most `max_pace`.
    pub(super) fn block(&mut self, param: f64, [pace, max_pace]: [f64; 2]) -> [f64; 2] {
        if param != self.param {
            (self.param, self.to) = (param, None);
        }
        let from = self.at;
        let (to, pace) = match self.to {
            Some(to) => (to, pace.min(max_pace)),
            None => (param, max_pace),
        };
        self.at = from + (to - from).clamp(-pace, pace);
        self.arrived = self.at == to;
        [from, self.at]
    }

    /// Whether the position has reached the target of the walk.
    pub(super) fn arrived(&self) -> bool {
        self.arrived
    }
}
