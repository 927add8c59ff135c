//! The one resolver of names: a name has the same meaning on the command line, in scores and presets, over
//! OSC and in the page.
//!
//! | name                 | meaning                                                                      |
//! |----------------------|------------------------------------------------------------------------------|
//! | `strike`             | the gesture; it comes before everything else                                 |
//! | `struck.size`        | the parameter, in SI or with a unit                                          |
//! | `struck.size.handle` | the handle of that parameter, 0 to 100                                       |
//! | `hardness`           | a handle, where no gesture and no second handle of the model has that name   |
//! | `stiffness`          | a parameter, where nothing above and no second part has that name            |
//!
//! `/` may replace a point, as in OSC addresses, and `-` a space in the name of a handle. The value of a
//! handle without a unit is its position from 0 to 100; a value with a unit (`12 cm`) is the quantity itself.
//!
//! ```text
//! name ──resolve──> Target::Gesture(index) ──────────────────────> EventKind::Gesture
//!                   Target::Param { index, form } ──parse_value──> EventKind::Set, or Retarget for the structure
//! ```

use crate::{EventKind, Sound, SoundError, SoundParam, sound_params};
use foley_params::words::{excerpt, nearest};
use foley_params::{Info, ParamError, Unit};
use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};

/// Form in which the value of a parameter is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// A number in SI, or a text with a unit.
    Si,
    /// Position of the handle of the parameter, 0 to 100.
    Handle,
}

/// The meaning of a name of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A gesture, by its index among the gestures of the model.
    Gesture(usize),
    /// A parameter, by its index among [`sound_params`].
    Param {
        /// Index of the parameter among [`sound_params`].
        index: usize,
        /// Form of the value that belongs to this name.
        form: ValueForm,
    },
}

/// All names of a model with their meanings.
#[derive(Debug)]
pub struct Vocabulary {
    params: Vec<SoundParam>,
    /// One name for every gesture, parameter and handle, in the order in which the model declares them.
    listed: Vec<(String, Target)>,
    targets: HashMap<String, Target>,
}

impl Vocabulary {
    /// Returns the vocabulary of the model of a sound, built on first use and cached. Real-time: no.
    pub fn of(sound: &dyn Sound) -> &'static Self {
        static ALL: OnceLock<RwLock<HashMap<usize, &'static Vocabulary>>> = OnceLock::new();
        let all = ALL.get_or_init(RwLock::default);
        // The description of a model is a constant, so its address identifies the model.
        let key = std::ptr::from_ref(sound.info()) as usize;
        if let Ok(all) = all.read()
            && let Some(vocabulary) = all.get(&key)
        {
            return vocabulary;
        }
        let vocabulary: &'static Self = Box::leak(Box::new(Self::new(sound)));
        if let Ok(mut all) = all.write() {
            return all.entry(key).or_insert(vocabulary);
        }
        vocabulary
    }

    fn new(sound: &dyn Sound) -> Self {
        let mut vocabulary =
            Self { params: sound_params(sound), listed: Vec::new(), targets: HashMap::new() };
        for (index, info) in sound.gestures().iter().enumerate() {
            vocabulary.list(info.id.to_owned(), Target::Gesture(index));
        }
        let params = vocabulary.params.clone();
        for (index, param) in params.iter().enumerate() {
            let path = param.path();
            if let Some(short) = handle_name(param) {
                let target = Target::Param { index, form: ValueForm::Handle };
                let long = format!("{path}.handle");
                let unique = params.iter().filter_map(handle_name).filter(|name| *name == short).count() == 1;
                if unique && !vocabulary.targets.contains_key(&short) {
                    vocabulary.targets.insert(long, target);
                    vocabulary.list(short, target);
                } else {
                    vocabulary.list(long, target);
                }
            }
            vocabulary.list(path, Target::Param { index, form: ValueForm::Si });
        }
        for (index, param) in params.iter().enumerate() {
            let unique = params.iter().filter(|other| other.info.id == param.info.id).count() == 1;
            // A handle name shared by two parts is ambiguous; a parameter must not take that name.
            let handle = params.iter().filter_map(handle_name).any(|name| name == param.info.id);
            if unique && !handle {
                let target = Target::Param { index, form: ValueForm::Si };
                vocabulary.targets.entry(param.info.id.to_owned()).or_insert(target);
            }
        }
        vocabulary
    }

    fn list(&mut self, name: String, target: Target) {
        self.targets.insert(name.clone(), target);
        self.listed.push((name, target));
    }

    /// Returns the parameters of the model.
    pub fn params(&self) -> &[SoundParam] {
        &self.params
    }

    /// Returns one name for every gesture, parameter and handle: the shortest name for a handle, the full
    /// name for a parameter.
    pub fn names(&self) -> &[(String, Target)] {
        &self.listed
    }

    /// Returns the meaning of a name; `None` if the name has no meaning or several.
    pub fn get(&self, name: &str) -> Option<Target> {
        match self.targets.get(name) {
            Some(target) => Some(*target),
            None => self.targets.get(&normalised(name)).copied(),
        }
    }

    /// Returns unambiguous names of all items that the ambiguous name `word` may mean.
    pub fn meanings(&self, word: &str) -> Vec<String> {
        let word = normalised(word);
        let of = |param: &SoundParam| {
            if handle_name(param).as_deref() == Some(word.as_str()) {
                return Some(format!("{}.handle", param.path()));
            }
            (param.info.id == word).then(|| param.path())
        };
        self.params.iter().filter_map(of).collect()
    }
}

/// Returns the normal form of a name: `struck/size` becomes `struck.size`, `contact shape` becomes
/// `contact-shape`.
fn normalised(name: &str) -> String {
    name.trim().replace('/', ".").replace(' ', "-")
}

fn handle_name(param: &SoundParam) -> Option<String> {
    Some(param.info.handle?.name.replace(' ', "-"))
}

/// Resolves any name of a sound and returns its meaning.
///
/// # Errors
/// If no gesture, parameter or handle has that name, or several have it.
pub fn resolve(sound: &dyn Sound, name: &str) -> Result<Target, SoundError> {
    let vocabulary = Vocabulary::of(sound);
    if let Some(target) = vocabulary.get(name) {
        return Ok(target);
    }
    let meanings = vocabulary.meanings(name);
    if !meanings.is_empty() {
        return Err(SoundError::Ambiguous { id: excerpt(name), meanings });
    }
    let known: Vec<String> = vocabulary.listed.iter().map(|(name, _)| name.clone()).collect();
    Err(SoundError::NoSuchParameter {
        model: sound.info().name,
        id: excerpt(name),
        nearest: nearest_names(name, &known),
        known,
    })
}

/// Resolves the name of a parameter or of its handle; returns the parameter and the form of its value.
///
/// # Errors
/// Fails as [`resolve`] does, or if the name is that of a gesture.
pub fn resolve_param(sound: &dyn Sound, name: &str) -> Result<(SoundParam, ValueForm), SoundError> {
    let vocabulary = Vocabulary::of(sound);
    match resolve(sound, name)? {
        Target::Param { index, form } => Ok((vocabulary.params[index], form)),
        Target::Gesture(_) => {
            Err(SoundError::IsGesture { id: excerpt(name), meanings: vocabulary.meanings(name) })
        }
    }
}

/// Resolves the name and the value of a parameter or handle; returns the parameter and the value in SI.
///
/// # Errors
/// Fails as [`resolve_param`] does, or if the value is not allowed.
pub fn resolve_value(sound: &dyn Sound, name: &str, value: f64) -> Result<(SoundParam, f64), SoundError> {
    let (param, form) = resolve_param(sound, name)?;
    Ok((param, check_value(&param, form, value)?))
}

/// Resolves a gesture by name. `None` takes the value from the default gestures of the model.
///
/// # Errors
/// If the model has no such gesture, or the value is not allowed.
pub fn resolve_gesture(sound: &dyn Sound, name: &str, value: Option<f64>) -> Result<EventKind, SoundError> {
    let gestures = sound.gestures();
    let Some(gesture) = gestures.iter().position(|info| info.id == name) else {
        let names = gestures.iter().map(|info| info.id).collect();
        return Err(ParamError::unknown_name("gesture", name, names).into());
    };
    let default = || {
        let defaults = sound.default_gestures();
        let same = defaults.iter().find(|&&(_, index, _)| index == gesture);
        same.map_or(gestures[gesture].default, |&(_, _, value)| value)
    };
    let value = check_gesture(sound, &gestures[gesture], value.unwrap_or_else(default))?;
    Ok(EventKind::Gesture { gesture, value })
}

/// Resolves a gesture that is made live, where a lasting sound goes on until the gesture has the value 0.
/// Gestures whose value is itself a time or a number of repetitions go on until told only if `value` is
/// `None`.
///
/// # Errors
/// Fails as [`resolve_gesture`] does.
pub fn resolve_live_gesture(
    sound: &dyn Sound,
    name: &str,
    value: Option<f64>,
) -> Result<EventKind, SoundError> {
    let kind = resolve_gesture(sound, name, value)?;
    let ends_itself = |info: &Info| value.is_some() && tells_duration(info);
    match kind {
        EventKind::Gesture { gesture, value }
            if sound.lasting_gestures().contains(&name)
                && !sound.gestures().get(gesture).is_some_and(ends_itself) =>
        {
            Ok(EventKind::Hold { gesture, value })
        }
        other => Ok(other),
    }
}

/// Whether the value of a gesture says how long its sound lasts: a time, or a number of repetitions.
pub fn tells_duration(gesture: &Info) -> bool {
    gesture.unit == Unit::Second || gesture.is_counted()
}

/// Returns `value` if a gesture of the sound allows it: within the declared range, or 0 for a lasting
/// gesture, which ends its sound.
///
/// # Errors
/// If the value is not allowed.
pub fn check_gesture(sound: &dyn Sound, gesture: &Info, value: f64) -> Result<f64, SoundError> {
    if value == 0.0 && sound.lasting_gestures().contains(&gesture.id) {
        return Ok(0.0);
    }
    Ok(gesture.check(value)?)
}

/// Sets a parameter from text: `stiffness` and `1e9`, `struck.size` and `12 cm`, `hardness` and `70`.
///
/// # Errors
/// Fails as [`resolve_param`] does, or if the value is not allowed. The sound is then unchanged.
pub fn set_text(sound: &mut dyn Sound, name: &str, text: &str) -> Result<(), SoundError> {
    let (param, form) = resolve_param(sound, name)?;
    let value = parse_value(&param, form, text)?;
    Ok(param.set(sound, value)?)
}

/// Converts a number, given in SI or as the position of a handle, to a checked value in SI.
///
/// # Errors
/// If the parameter or its handle does not allow the number.
pub fn check_value(param: &SoundParam, form: ValueForm, value: f64) -> Result<f64, SoundError> {
    match form {
        ValueForm::Si => Ok(param.info.check(value)?),
        ValueForm::Handle if (0.0..=100.0).contains(&value) => Ok(param.info.from_handle(value)),
        ValueForm::Handle => Err(handle_error(param, &value.to_string())),
    }
}

/// Parses the text of a value and returns the value in SI.
///
/// # Errors
/// If the text is not a number with a fitting unit, or the value is not allowed.
pub fn parse_value(param: &SoundParam, form: ValueForm, text: &str) -> Result<f64, SoundError> {
    match (form, text.trim().parse::<f64>()) {
        (ValueForm::Handle, Ok(position)) => check_value(param, form, position),
        (ValueForm::Handle, Err(_)) => param.info.parse(text).map_err(|_| handle_error(param, text)),
        (ValueForm::Si, _) => Ok(param.info.parse(text)?),
    }
}

fn handle_error(param: &SoundParam, text: &str) -> SoundError {
    SoundError::Handle {
        handle: param.info.handle.map_or("", |handle| handle.name),
        text: excerpt(text),
        id: param.path(),
    }
}

/// Returns up to three known names similar to `text`, compared with and without their part.
fn nearest_names(text: &str, known: &[String]) -> Vec<String> {
    let full: Vec<&str> = known.iter().map(String::as_str).collect();
    let found = nearest(text, &full);
    if !found.is_empty() {
        return found.into_iter().map(str::to_owned).collect();
    }
    let last = |name: &str| -> String { name.rsplit('.').next().unwrap_or(name).to_owned() };
    let short: Vec<String> = known.iter().map(|name| last(name)).collect();
    let short: Vec<&str> = short.iter().map(String::as_str).collect();
    let found = nearest(&last(text), &short);
    known.iter().filter(|name| found.contains(&last(name).as_str())).take(3).cloned().collect()
}
