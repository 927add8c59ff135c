//! Learning mappings: name an address, then move a control; from then on the control moves the address.
//!
//! A movement of more than [`A_LITTLE`] of a control's range starts a comparison of half a second. The
//! control that moved most in this time is learnt. A sensor or an OSC address has no known range; the largest
//! magnitude of its values so far is used. A 14-bit controller counts as one control
//! ([`fine`](crate::midi::fine)), although its fine number moves most.

use super::step::{Shape, Step};
use super::{Mapping, Source, SourcePattern};
use crate::midi::Control;

/// Time after the first movement during which further movements are compared \[s\].
pub const LEARNING: f64 = 0.5;
/// Longest wait for the first movement of a control \[s\].
pub const PATIENCE: f64 = 60.0;
/// Fraction of its range that a control must move through to count as moved on purpose \[1\].
const A_LITTLE: f64 = 0.05;
/// Maximum number of sources whose movements one learner compares.
const MAX_WATCHED: usize = 256;

/// Learns a mapping: waits until the user moves the control that is to be mapped to an address.
#[derive(Clone, Debug)]
pub struct Learner {
    /// The address to which the learnt control will be mapped.
    pub target: String,
    rate: f64,
    seen: Vec<Seen>,
    /// Sample at which learning started.
    begun: u64,
    /// Sample of the first movement of any control; `None` before a control has moved.
    since: Option<u64>,
}

#[derive(Clone, Debug)]
struct Seen {
    source: Source,
    low: f64,
    high: f64,
}

impl Seen {
    /// Returns the fraction of its range that the source has moved through \[1\].
    fn moved(&self) -> f64 {
        let (low, high) = match &self.source {
            Source::Midi { control, .. } => control.range(),
            // For sources without a known range, the largest magnitude so far stands for the range.
            _ => (0.0, self.low.abs().max(self.high.abs())),
        };
        let span = high - low;
        if span > 0.0 { (self.high - self.low) / span } else { 0.0 }
    }
}

impl Learner {
    /// Starts to wait for a control at sample `begun`, at `rate` \[Hz\]; `target` is the address to learn.
    pub fn new(target: &str, begun: u64, rate: f64) -> Self {
        Self { target: target.to_owned(), rate, begun, seen: Vec::new(), since: None }
    }

    /// Records a new value of a source at the sample `at`.
    pub fn hear(&mut self, source: &Source, value: f64, at: u64) {
        if !value.is_finite() {
            return;
        }
        let room = self.seen.len() < MAX_WATCHED;
        match self.seen.iter_mut().find(|seen| seen.source == *source) {
            Some(seen) => {
                seen.low = seen.low.min(value);
                seen.high = seen.high.max(value);
            }
            None if room => {
                // A key that was not seen before has moved from 0.
                let key = matches!(source, Source::Midi { control: Control::Note(_), .. });
                self.seen.push(Seen {
                    source: source.clone(),
                    low: if key { 0.0 } else { value },
                    high: value,
                });
            }
            None => {}
        }
        let moved = self.seen.iter().any(|seen| seen.moved() > A_LITTLE);
        if moved && self.since.is_none() {
            self.since = Some(at);
        }
    }

    /// Returns whether [`PATIENCE`] is over and no control has moved.
    pub fn is_over(&self, now: u64) -> bool {
        let waited = now.saturating_sub(self.begun) as f64;
        self.since.is_none() && waited > PATIENCE * self.rate
    }

    /// Returns the learnt mapping once the listening time is over; `None` before.
    pub fn learnt(&self, now: u64) -> Option<Mapping> {
        let since = self.since?;
        if (now.saturating_sub(since) as f64) < LEARNING * self.rate {
            return None;
        }
        let whole = self.seen.iter().filter(|seen| !self.is_half(&seen.source));
        let most = whole.reduce(|most, seen| if seen.moved() > most.moved() { seen } else { most })?;
        let from = SourcePattern::of(&most.source);
        let through = match from.range() {
            Some(_) => Vec::new(),
            None => vec![Step::Shape(Shape::Range(most.low, most.high))],
        };
        Mapping::new(from, through, None, &self.target).ok()
    }

    /// Returns whether `source` is the coarse or the fine half of a 14-bit controller that is already
    /// recorded as one control.
    fn is_half(&self, source: &Source) -> bool {
        let Source::Midi { channel, control: Control::Cc(number @ 0..64) } = *source else {
            return false;
        };
        let control = Control::Fine(number % 32);
        let whole = Source::Midi { channel, control };
        self.seen.iter().any(|seen| seen.source == whole)
    }
}
