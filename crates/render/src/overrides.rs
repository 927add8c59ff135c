//! Changes to a preset: set values, gestures, a score from a file.
//!
//! Gestures given here replace those of the preset's score; values that its score sets stay. Gestures that
//! only control a running sound (`throttle`, `cork`) leave the preset's gestures in place.

use crate::RenderError;
use foley_catalogue::preset::Preset;
use foley_params::words::{did_you_mean, list, nearest};
use foley_params::{Info, Scale, Unit};
use foley_sound::{Score, ScoreEvent, ScoreEventKind, Sound, set_text};
use std::path::PathBuf;

/// Range and default of the time of a gesture.
const AT: Info = Info {
    id: "seconds",
    symbol: "t",
    unit: Unit::Second,
    doc: "When.",
    min: 0.0,
    max: 3600.0,
    scale: Scale::Linear,
    default: 0.0,
    glide: 0.0,
    handle: None,
};

/// Changes to a preset, as texts that are resolved against its model.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Names and values of parameters, resolved by [`set_text`].
    pub settings: Vec<(String, String)>,
    /// Names of gestures, each with `VALUE@SECONDS`; value and time may be missing.
    pub gestures: Vec<(String, String)>,
    /// File with a JSON score that replaces the score of the preset.
    pub score: Option<PathBuf>,
}

impl Overrides {
    /// Returns the name of the first used option that a scene cannot have; `None` if no such option is used.
    pub fn catalogue_only(&self) -> Option<&'static str> {
        if self.score.is_some() {
            Some("--score")
        } else {
            (!self.gestures.is_empty()).then_some("--gesture")
        }
    }

    /// Applies all changes to a preset.
    ///
    /// # Errors
    /// If a name is unknown, a value is not allowed, or the score cannot be read.
    pub fn apply(&self, preset: &mut Preset) -> Result<(), RenderError> {
        let mut score = std::mem::take(&mut preset.score);
        self.apply_to_all(std::slice::from_mut(preset), &mut score)?;
        preset.score = score;
        Ok(())
    }

    /// Applies all changes to presets of one model that share `score`.
    ///
    /// # Errors
    /// If a name is unknown, a value is not allowed, or the score cannot be read.
    pub fn apply_to_all(&self, presets: &mut [Preset], score: &mut Score) -> Result<(), RenderError> {
        for preset in presets.iter_mut() {
            for (name, value) in &self.settings {
                set_text(&mut *preset.sound, name, value).map_err(|why| RenderError::Setting {
                    name: name.clone(),
                    value: value.clone(),
                    reason: why.to_string(),
                })?;
            }
        }
        let Some(first) = presets.first() else {
            return Ok(());
        };
        if let Some(read) = self.read_score(&*first.sound)? {
            *score = read;
        }
        let gestures = self.gestures(&*first.sound)?;
        if !gestures.is_empty() {
            score.make(&*first.sound, gestures);
        }
        Ok(())
    }

    fn read_score(&self, sound: &dyn Sound) -> Result<Option<Score>, RenderError> {
        let Some(path) = &self.score else {
            return Ok(None);
        };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|why| RenderError::unreadable(&name, why))?;
        let score = foley_catalogue::preset::read_score(&text, sound);
        score.map(Some).map_err(|why| RenderError::Document { name, reason: why.to_string() })
    }

    /// Converts the texts of the gestures to events of a score.
    fn gestures(&self, sound: &dyn Sound) -> Result<Vec<ScoreEvent>, RenderError> {
        let event = |(name, written): &(String, String)| {
            let rejected =
                |reason: String| RenderError::Gesture { name: name.clone(), value: written.clone(), reason };
            let gestures = sound.gestures();
            let Some(info) = gestures.iter().find(|info| info.id == name) else {
                let names: Vec<_> = gestures.iter().map(|info| info.id).collect();
                let near = nearest(name, &names);
                return Err(rejected(format!(
                    "`{}` has no gesture `{name}`{} It has {}.",
                    sound.info().name,
                    did_you_mean(&near),
                    list(&names, "and"),
                )));
            };
            let (value, at) = written.split_once('@').unwrap_or((written, ""));
            let parse = |info: &Info, text: &str| match text.trim() {
                "" => Ok(None),
                text => info.parse(text).map(Some).map_err(|why| rejected(why.to_string())),
            };
            Ok(ScoreEvent {
                at: parse(&AT, at)?.unwrap_or(0.0),
                kind: ScoreEventKind::Gesture { name: name.clone(), value: parse(info, value)? },
            })
        };
        self.gestures.iter().map(event).collect()
    }
}
