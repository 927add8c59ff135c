//! What is done to a sound when.

use crate::{Sound, SoundError};

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum ScoreEventKind {
    /// A gesture of the model, by name, with its value; the model's own if there is none.
    Gesture {
        /// Which.
        name: String,
        /// How much, in its unit.
        value: Option<f64>,
    },
    /// Another value for a parameter, in the way [`crate::find`] takes names.
    Set {
        /// Which.
        name: String,
        /// To what \[SI\], or as a position of its handle.
        value: f64,
        /// In which time \[s\]; as its declaration says if there is none.
        over: Option<f64>,
    },
}

/// Something done at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreEvent {
    /// When \[s\].
    pub at: f64,
    /// What.
    pub kind: ScoreEventKind,
}

/// What is done when; nothing means the model's own opening.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// In any order.
    pub events: Vec<ScoreEvent>,
}

/// Whether a gesture is made although others are: none are, or they only change what sounds already and have
/// other names.
pub(crate) fn stays_beside<'a>(sound: &dyn Sound, made: &'a [ScoreEvent]) -> impl Fn(&str) -> bool + use<'a> {
    let names: Vec<&str> = made
        .iter()
        .filter_map(|event| match &event.kind {
            ScoreEventKind::Gesture { name, .. } => Some(name.as_str()),
            ScoreEventKind::Set { .. } => None,
        })
        .collect();
    let changes = sound.modifying_gestures();
    let all_change = names.iter().all(|name| changes.contains(name));
    move |name| all_change && !names.contains(&name)
}

impl Score {
    /// Makes these gestures instead of those that it has; where they only change what sounds already
    /// ([`Sound::changes`]), those of other names stay.
    pub fn make(&mut self, sound: &dyn Sound, made: Vec<ScoreEvent>) {
        let stays = stays_beside(sound, &made);
        self.events.retain(|event| match &event.kind {
            ScoreEventKind::Gesture { name, .. } => stays(name),
            ScoreEventKind::Set { .. } => true,
        });
        drop(stays);
        self.events.extend(made);
    }

    /// A gesture at a time \[s\], with its value.
    pub fn gesture(&mut self, at: f64, name: &str, value: f64) {
        let kind = ScoreEventKind::Gesture { name: name.to_owned(), value: Some(value) };
        self.events.push(ScoreEvent { at, kind });
    }

    /// Another value \[SI\] for a parameter at a time \[s\], in which time \[s\].
    pub fn set(&mut self, at: f64, name: &str, value: f64, over: f64) {
        let kind = ScoreEventKind::Set { name: name.to_owned(), value, over: Some(over) };
        self.events.push(ScoreEvent { at, kind });
    }

    /// A parameter follows straight lines (in its own scale) between points of time \[s\] and value \[SI\].
    pub fn curve(&mut self, name: &str, points: &[(f64, f64)]) {
        if let Some(&(at, value)) = points.first() {
            self.set(at, name, value, 0.0);
        }
        for pair in points.windows(2) {
            if let [(from, _), (to, value)] = *pair {
                self.set(from, name, value, to - from);
            }
        }
    }

    /// The last time at which something is done, and done with \[s\].
    pub fn end(&self) -> f64 {
        let ends = self.events.iter().map(|event| match event.kind {
            ScoreEventKind::Gesture { .. } => event.at,
            ScoreEventKind::Set { over, .. } => event.at + over.unwrap_or(0.0),
        });
        ends.fold(0.0, f64::max)
    }

    /// Whether every time is one.
    ///
    /// # Errors
    /// With the first that is not.
    pub fn check(&self) -> Result<(), SoundError> {
        for event in &self.events {
            if !(event.at.is_finite() && event.at >= 0.0) {
                return Err(SoundError::Value {
                    what: "the time of a gesture [s]",
                    value: event.at,
                    allowed: "it must be 0 or more",
                });
            }
        }
        Ok(())
    }
}
