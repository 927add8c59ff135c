//! Learning by doing: one names an address and moves a knob; from then on the knob moves the address.
//!
//! What moves by more than [`A_LITTLE`] of its range opens the ears for half a second; who has then moved
//! most is taken. A sensor or an OSC address has no range that is known: what it has moved through so far is
//! taken for it. A knob that sends two numbers is one knob ([`fine`](crate::midi::fine)), though its second
//! number moves most.

use super::step::{Shape, Step};
use super::{Mapping, Source, SourcePattern};
use crate::midi::Control;

/// How long it listens after the first has moved \[s\].
pub const LEARNING: f64 = 0.5;
/// How long it waits for anything to move \[s\].
pub const PATIENCE: f64 = 60.0;
/// Part of the range that a hand does not move by chance \[1\].
const A_LITTLE: f64 = 0.05;
/// Most sources that are watched at once.
const MAX_WATCHED: usize = 256;

/// An address that waits for a control.
#[derive(Clone, Debug)]
pub struct Learner {
    /// Which address.
    pub target: String,
    rate: f64,
    seen: Vec<Seen>,
    /// When it began to wait, and when something moved.
    begun: u64,
    since: Option<u64>,
}

#[derive(Clone, Debug)]
struct Seen {
    source: Source,
    low: f64,
    high: f64,
}

impl Seen {
    /// How much of its range it has moved through.
    fn moved(&self) -> f64 {
        let (low, high) = match &self.source {
            Source::Midi { control, .. } => control.range(),
            // Of what has no range, what it has been at.
            _ => (0.0, self.low.abs().max(self.high.abs())),
        };
        let span = high - low;
        if span > 0.0 { (self.high - self.low) / span } else { 0.0 }
    }
}

impl Learner {
    /// Waits for a control of this address from a sample on, at a sample rate \[Hz\].
    pub fn new(target: &str, begun: u64, rate: f64) -> Self {
        Self { target: target.to_owned(), rate, begun, seen: Vec::new(), since: None }
    }

    /// Something moved.
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
                // A key comes from rest.
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

    /// Nothing moved for so long that nobody will.
    pub fn is_over(&self, now: u64) -> bool {
        let waited = now.saturating_sub(self.begun) as f64;
        self.since.is_none() && waited > PATIENCE * self.rate
    }

    /// What was learnt, if it has listened long enough.
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

    /// It is one of the two numbers of a knob that was seen whole.
    fn is_half(&self, source: &Source) -> bool {
        let Source::Midi { channel, control: Control::Cc(number @ 0..64) } = *source else {
            return false;
        };
        let control = Control::Fine(number % 32);
        let whole = Source::Midi { channel, control };
        self.seen.iter().any(|seen| seen.source == whole)
    }
}
