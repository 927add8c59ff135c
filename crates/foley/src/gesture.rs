//! Gestures with their time, for [`Render`](crate::Render) and [`Engine`](crate::Engine).

use crate::Error;
use foley_sound::{Sound, resolve_gesture};

/// Something that a hand or a motion does to a sound, such as a strike at 1.2 m/s, at a given time.
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    pub(crate) name: String,
    pub(crate) value: Option<f64>,
    pub(crate) time: Time,
}

/// Time of a gesture: from the start of a rendering, or of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Time {
    Now,
    Sample(u64),
    Seconds(f64),
}

/// Makes a gesture by its name, with its value in SI units; `None` takes the value of the preset. Each model
/// lists its gestures ([`Sound::gestures`], `foley explain MODEL`).
pub fn gesture(name: &str, value: impl Into<Option<f64>>) -> Gesture {
    Gesture { name: name.to_owned(), value: value.into(), time: Time::Now }
}

/// Makes a strike at a speed [m/s].
pub fn strike(speed: f64) -> Gesture {
    gesture("strike", speed)
}

impl Gesture {
    /// Sets the sample of the gesture, counted from the start of the rendering or of the engine. An engine
    /// makes a gesture whose sample has passed at once.
    #[must_use]
    pub fn at(mut self, sample: u64) -> Self {
        self.time = Time::Sample(sample);
        self
    }

    /// Sets the time of the gesture \[s\], counted as in [`Gesture::at`].
    #[must_use]
    pub fn at_seconds(mut self, seconds: f64) -> Self {
        self.time = Time::Seconds(seconds);
        self
    }

    /// Returns the value within the range of the sound's gesture, and a note if the value was outside.
    pub(crate) fn clamp(&self, sound: &dyn Sound) -> Result<(Option<f64>, Option<Clamped>), Error> {
        let Some(info) = sound.gestures().iter().find(|info| info.id == self.name) else {
            // The resolver has the error with the names that the model knows.
            return Err(resolve_gesture(sound, &self.name, None)
                .err()
                .map_or_else(|| Error::Internal(self.name.clone()), Error::from));
        };
        let Some(asked) = self.value else {
            return Ok((None, None));
        };
        if asked.is_nan() {
            return Err(Error::Value(format!("gesture `{}`: the value is not a number", self.name)));
        }
        // The value 0 ends a lasting gesture, also where its range begins above 0.
        let ends = asked == 0.0 && sound.lasting_gestures().contains(&info.id);
        let used = if ends { 0.0 } else { info.clamp(asked) };
        let note = Clamped { name: self.name.clone(), asked, used, min: info.min, max: info.max };
        Ok((Some(used), (used != asked).then_some(note)))
    }
}

/// A value outside its range, of a gesture or of a collision. The nearest allowed value was used.
#[derive(Clone, Debug, PartialEq)]
pub struct Clamped {
    /// Name of the gesture or parameter.
    pub name: String,
    /// Value that the caller asked for, in SI units.
    pub asked: f64,
    /// Value that was used, in SI units.
    pub used: f64,
    /// Smallest allowed value, in SI units.
    pub min: f64,
    /// Largest allowed value, in SI units.
    pub max: f64,
}
