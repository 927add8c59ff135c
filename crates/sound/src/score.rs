//! Scores: events of a sound with their times, by name.

use crate::{Sound, SoundError};

/// Action of an event in a score.
#[derive(Clone, Debug, PartialEq)]
pub enum ScoreEventKind {
    /// A gesture that the model accepts, such as a strike.
    Gesture {
        /// Name of the gesture.
        name: String,
        /// Value of the gesture, in the unit that it declares; `None` uses the default of the model.
        value: Option<f64>,
    },
    /// A new value of a parameter.
    Set {
        /// Name of the parameter or handle, as in [`crate::resolve_param`].
        name: String,
        /// New value of the parameter \[SI\], or position of the handle.
        value: f64,
        /// Duration of the glide to the new value \[s\]; `None` uses the time that the parameter declares.
        over: Option<f64>,
    },
}

/// An event of a score: an action and its time.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreEvent {
    /// Time of the event, counted from the start of the score \[s\].
    pub at: f64,
    /// Action that happens at the time `at`.
    pub kind: ScoreEventKind,
}

/// Events with their times; an empty score means the default gestures of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Events of the score, in any order.
    pub events: Vec<ScoreEvent>,
}

/// Returns a predicate on gesture names: whether an existing gesture stays when the gestures `made` are
/// added. The gesture stays if all of `made` only modify a sounding voice and have other names.
pub(crate) fn stays_beside<'a>(sound: &dyn Sound, made: &'a [ScoreEvent]) -> impl Fn(&str) -> bool + use<'a> {
    let names: Vec<&str> = made
        .iter()
        .filter_map(|event| match &event.kind {
            ScoreEventKind::Gesture { name, .. } => Some(name.as_str()),
            ScoreEventKind::Set { .. } => None,
        })
        .collect();
    let modifying = sound.modifying_gestures();
    let all_modify = names.iter().all(|name| modifying.contains(name));
    move |name| all_modify && !names.contains(&name)
}

impl Score {
    /// Replaces the gestures of the score by `made`. If all of `made` only modify a sounding voice
    /// ([`Sound::modifying_gestures`]), gestures of other names stay.
    pub fn make(&mut self, sound: &dyn Sound, made: Vec<ScoreEvent>) {
        let stays = stays_beside(sound, &made);
        self.events.retain(|event| match &event.kind {
            ScoreEventKind::Gesture { name, .. } => stays(name),
            ScoreEventKind::Set { .. } => true,
        });
        drop(stays);
        self.events.extend(made);
    }

    /// Adds a gesture at the time `at` \[s\].
    pub fn gesture(&mut self, at: f64, name: &str, value: f64) {
        let kind = ScoreEventKind::Gesture { name: name.to_owned(), value: Some(value) };
        self.events.push(ScoreEvent { at, kind });
    }

    /// Adds a new value \[SI\] of a parameter at the time `at` \[s\], with a glide over the time `over`
    /// \[s\].
    pub fn set(&mut self, at: f64, name: &str, value: f64, over: f64) {
        let kind = ScoreEventKind::Set { name: name.to_owned(), value, over: Some(over) };
        self.events.push(ScoreEvent { at, kind });
    }

    /// Adds glides of a parameter through points of time \[s\] and value \[SI\], linear in the scale of the
    /// parameter.
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

    /// Returns the end of the last event, glides included \[s\].
    pub fn end(&self) -> f64 {
        let ends = self.events.iter().map(|event| match event.kind {
            ScoreEventKind::Gesture { .. } => event.at,
            ScoreEventKind::Set { over, .. } => event.at + over.unwrap_or(0.0),
        });
        ends.fold(0.0, f64::max)
    }

    /// Checks that the times of all events are valid.
    ///
    /// # Errors
    /// If a time is negative or not finite.
    pub fn check(&self) -> Result<(), SoundError> {
        for event in &self.events {
            if !(event.at.is_finite() && event.at >= 0.0) {
                return Err(SoundError::Value {
                    what: "the time of an event [s]",
                    value: event.at,
                    allowed: "it must be 0 or more",
                });
            }
        }
        Ok(())
    }
}
