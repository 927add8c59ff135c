//! Control of a sound by a recorded voice: features from a [`Follower`] move parameters and trigger gestures.
//!
//! A *drive* is written as `CONTROL>TARGET` or `CONTROL>TARGET=LOW..HIGH`:
//!
//! | drive                           | meaning                                                                                     |
//! |---------------------------------|---------------------------------------------------------------------------------------------|
//! | `envelope>motion.speed=0.1..2`  | silence is 0.1 m/s, full level 2 m/s, along the scale of the parameter                      |
//! | `envelope>hardness=20..90`      | the same for a handle                                                                       |
//! | `centroid>touch.stiffness`      | over the whole range of the parameter                                                       |
//! | `pitch>struck.pitch`            | the pitch of the body follows that of the voice                                             |
//! | `pitch>cavity.frequency`        | without a range and with equal units: the frequency itself                                  |
//! | `brightness>force=10N..1N`      | inverted: brighter is less force                                                            |
//! | `onset>strike=0.2..2`           | each onset is a strike whose speed depends on its strength                                  |
//!
//! The position of a control in its own range and scale ([`Control::info`]) gives the position between LOW
//! and HIGH. Silence has no pitch and no centroid; the targets then keep their values. Choices and structural
//! counts cannot be driven. Size and pitch of a body can, through [`Retarget`](crate::Retarget)s, built away
//! from the audio thread.

use crate::{
    Aspect, BLOCK, Score, ScoreEventKind, Sound, SoundError, SoundParam, parse_value, resolve_param,
    sound_params,
};
use foley_dsp::analysis::FollowerState;
use foley_dsp::analysis::follower::{FLOOR, Follower};
use foley_dsp::analysis::pitch::{MAX_PITCH, MIN_PITCH};
use foley_params::{Info, ParamError, Scale, Unit, words};

/// Minimum change of a normalised value that becomes an event \[1\].
const MIN_CHANGE: f64 = 1e-3;

/// Feature of a voice that controls a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Peak envelope of the voice.
    Envelope,
    /// Pitch of the voice, while the voice has a pitch.
    Pitch,
    /// Onset in the voice with its strength, which triggers gestures.
    Onset,
    /// Number of zero crossings of the voice per second.
    Crossings,
    /// Mean frequency of the voice, weighted by power.
    Centroid,
    /// Share of the power of the voice above 1.5 kHz.
    Brightness,
}

impl Control {
    /// All six features of a voice that can control a sound.
    pub const ALL: [Self; 6] =
        [Self::Envelope, Self::Pitch, Self::Onset, Self::Crossings, Self::Centroid, Self::Brightness];

    /// Returns the name of the control, as written in a drive.
    pub const fn name(self) -> &'static str {
        self.info().id
    }

    /// Returns unit, meaning, range and scale of the control.
    pub const fn info(self) -> Info {
        let loud = (FLOOR, 1.0, Scale::Logarithmic);
        let (id, symbol, unit, doc, (min, max, scale)) = match self {
            Self::Envelope => ("envelope", "e", Unit::One, "How loud it is; the loudest is 1.", loud),
            Self::Pitch => (
                "pitch",
                "f",
                Unit::Hertz,
                "How high it is, where it has a pitch.",
                (MIN_PITCH, MAX_PITCH, Scale::Logarithmic),
            ),
            Self::Onset => ("onset", "s", Unit::One, "Something begins: how strongly.", loud),
            Self::Crossings => (
                "crossings",
                "z",
                Unit::PerSecond,
                "Changes of sign per second.",
                (100.0, 20_000.0, Scale::Logarithmic),
            ),
            Self::Centroid => (
                "centroid",
                "c",
                Unit::Hertz,
                "Mean frequency of its power.",
                (50.0, 10_000.0, Scale::Logarithmic),
            ),
            Self::Brightness => {
                ("brightness", "b", Unit::One, "Share of its power above 1.5 kHz.", (0.0, 1.0, Scale::Linear))
            }
        };
        Info { id, symbol, unit, doc, min, max, scale, default: min, glide: 0.0, handle: None }
    }

    /// Returns the value of the control in its unit; `None` if the voice has no such feature at the moment.
    /// Real-time: yes.
    pub fn of(self, state: &FollowerState) -> Option<f64> {
        let sounding = |value: f64| (value > 0.0).then_some(value);
        match self {
            Self::Envelope => Some(state.envelope),
            Self::Pitch => state.pitch.confident(),
            Self::Onset => state.onset.map(|onset| onset.strength),
            Self::Crossings => sounding(state.crossings),
            Self::Centroid => sounding(state.centroid),
            Self::Brightness => sounding(state.centroid).map(|_| state.brightness),
        }
    }
}

/// Parameter or gesture that a drive controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ControlTarget {
    /// A parameter of the sound.
    Parameter(SoundParam),
    /// A gesture: its index among the gestures of the model, and its declaration.
    Gesture(usize, Info),
}

impl ControlTarget {
    fn info(&self) -> &Info {
        match self {
            Self::Parameter(param) => &param.info,
            Self::Gesture(_, info) => info,
        }
    }
}

/// A control of a voice with the target that it drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// Feature of the voice that controls the target.
    pub control: Control,
    /// Parameter or gesture that the control moves or triggers.
    pub target: ControlTarget,
    /// Values of the target at the two ends of the control's range \[SI\]; `None` if the target takes the
    /// value of the control itself.
    pub range: Option<(f64, f64)>,
}

impl Drive {
    /// Parses a drive of a sound, such as `envelope>motion.speed=0.1..2`.
    ///
    /// # Errors
    /// If a name is unknown, with similar names; if a value is not allowed; or if the target cannot be
    /// driven.
    pub fn parse(text: &str, sound: &dyn Sound) -> Result<Self, SoundError> {
        let error = |why: String| SoundError::Drive { text: words::excerpt(text), why };
        let Some((control, rest)) = text.split_once('>') else {
            let why = "write a control, `>` and its target: envelope>motion.speed=0.1..2, onset>strike";
            return Err(error(why.to_owned()));
        };
        let (name, written) = match rest.split_once('=') {
            Some((name, range)) => (name.trim(), Some(range)),
            None => (rest.trim(), None),
        };
        let names = Control::ALL.map(Control::name);
        let index = names.iter().position(|name| *name == control.trim());
        let Some(control) = index.and_then(|index| Control::ALL.get(index)).copied() else {
            let unknown = ParamError::unknown_name("control", control.trim(), names.to_vec());
            return Err(error(unknown.to_string()));
        };
        let (target, ends) = if control == Control::Onset {
            Self::gesture(sound, name, written)
        } else {
            Self::parameter(sound, name, written)
        }
        .map_err(error)?;
        let info = target.info();
        let itself = ends.is_none() && info.unit == control.info().unit && !info.unit.is_one();
        let range = (!itself).then(|| ends.unwrap_or((info.min, info.max)));
        Ok(Self { control, target, range })
    }

    fn gesture(sound: &dyn Sound, name: &str, written: Option<&str>) -> Result<TargetAndRange, String> {
        let gestures = sound.gestures();
        let Some(index) = gestures.iter().position(|info| info.id == name) else {
            let names: Vec<_> = gestures.iter().map(|info| info.id).collect();
            return Err(format!(
                "`onset` triggers gestures, but `{}` has no gesture `{}`{} It has {}.",
                sound.info().name,
                words::excerpt(name),
                words::did_you_mean(&words::nearest(name, &names)),
                words::list(&names, "and"),
            ));
        };
        let info = gestures[index];
        let ends = written.map(|written| ends(written, |text| Ok(info.parse(text)?)));
        Ok((ControlTarget::Gesture(index, info), ends.transpose()?))
    }

    fn parameter(sound: &dyn Sound, name: &str, written: Option<&str>) -> Result<TargetAndRange, String> {
        if sound.gestures().iter().any(|info| info.id == name) {
            return Err(format!("`{name}` is a gesture, and only onsets trigger gestures: `onset>{name}`."));
        }
        let (param, form) = resolve_param(sound, name).map_err(|why| why.to_string())?;
        if !can_move(&param) {
            let movable = sound_params(sound).into_iter().filter(can_move);
            let movable: Vec<_> = movable.map(|other| other.path()).collect();
            return Err(format!(
                "`{}` is {}, which a voice cannot drive. It can drive {}.",
                param.path(),
                if matches!(param.info.scale, Scale::Choice(_)) {
                    "a choice among names"
                } else {
                    "a structural count"
                },
                words::list(&movable, "and"),
            ));
        }
        let ends = written.map(|written| ends(written, |text| parse_value(&param, form, text)));
        Ok((ControlTarget::Parameter(param), ends.transpose()?))
    }

    /// Returns the value for the target \[SI\]; `None` if the control has no value at the moment. Real-time:
    /// yes.
    pub fn value(&self, state: &FollowerState) -> Option<f64> {
        let value = self.control.of(state)?;
        let info = self.target.info();
        let Some((low, high)) = self.range else {
            return Some(info.clamp(value));
        };
        let position = self.control.info().normalised(value);
        let (from, to) = (info.normalised(low), info.normalised(high));
        Some(info.from_normalised(from + position * (to - from)))
    }
}

/// Target of a drive, and the range if the drive has one.
type TargetAndRange = (ControlTarget, Option<(f64, f64)>);

/// Whether a voice can drive a parameter.
fn can_move(param: &SoundParam) -> bool {
    match param.info.scale {
        Scale::Choice(_) => false,
        Scale::Integer => param.aspect != Aspect::Structure,
        _ => true,
    }
}

/// Whether a `set` event of a parameter is enough, without a retarget.
fn can_set(param: &SoundParam) -> bool {
    param.aspect != Aspect::Structure && can_move(param)
}

/// Parses a range such as `0.1..2` and returns both ends.
fn ends(written: &str, value: impl Fn(&str) -> Result<f64, SoundError>) -> Result<(f64, f64), String> {
    let Some((low, high)) = written.split_once("..") else {
        return Err(format!(
            "`{}` is not a range: write two values with `..` between them, 0.1..2",
            words::excerpt(written)
        ));
    };
    let value = |text: &str| value(text.trim()).map_err(|why| why.to_string());
    Ok((value(low)?, value(high)?))
}

/// Measures the features of a voice over time. Returns the end of each updated block \[s\] with its features,
/// about every 10 ms, and in addition every block with an onset. Levels are relative to the loudest sample,
/// which counts as 1.
pub fn follow(voice: &[f64], rate: f64) -> Vec<(f64, FollowerState)> {
    let mut follower = Follower::new(rate);
    let loudest = voice.iter().fold(0.0_f64, |max, x| max.max(x.abs()));
    let scale = if loudest > 0.0 { 1.0 / loudest } else { 0.0 };
    // Silence appended to the voice completes the last onset.
    let tail = (0.02 * rate) as usize;
    let mut states = Vec::new();
    for (index, from) in (0..voice.len() + tail).step_by(BLOCK).enumerate() {
        let at = |n: usize| voice.get(from + n).map_or(0.0, |x| scale * x);
        let now = follower.follow(&core::array::from_fn(at));
        if now.updated || now.onset.is_some() {
            states.push((((index + 1) * BLOCK) as f64 / rate, now));
        }
    }
    states
}

/// Adds the events to a score that a recorded voice at a rate \[Hz\] drives. Driven gestures replace all
/// gestures of the score; the values of a driven parameter replace all `set` events of that parameter. The
/// score ends no earlier than the voice.
pub fn play_along(score: &mut Score, sound: &dyn Sound, drives: &[Drive], voice: &[f64], rate: f64) {
    let end = voice.len() as f64 / rate;
    let states = follow(voice, rate);
    score.events.retain(|event| match &event.kind {
        ScoreEventKind::Gesture { .. } => !drives.iter().any(|drive| drive.control == Control::Onset),
        ScoreEventKind::Set { name, .. } => {
            !drives.iter().any(|drive| match (&drive.target, resolve_param(sound, name)) {
                (ControlTarget::Parameter(param), Ok((set, _))) => param.path() == set.path(),
                _ => false,
            })
        }
    });
    for drive in drives {
        match &drive.target {
            ControlTarget::Gesture(_, info) => {
                for (_, now) in &states {
                    if let (Some(onset), Some(value)) = (now.onset, drive.value(now)) {
                        score.gesture(onset.at as f64 / rate, info.id, value);
                    }
                }
            }
            ControlTarget::Parameter(param) => {
                let updated = states.iter().filter(|(at, now)| now.updated && *at <= end);
                let points = updated.filter_map(|(at, now)| Some((*at, drive.value(now)?)));
                let points = without_redundant(&param.info, points.collect());
                score.curve(&param.path(), &points);
            }
        }
    }
    // An event at the end of the voice keeps the sound from ending earlier and changes no value.
    if score.end() < end
        && let Some(param) = sound_params(sound).into_iter().find(can_set)
    {
        let drives_it =
            |drive: &Drive| matches!(drive.target, ControlTarget::Parameter(other) if other == param);
        if !drives.iter().any(drives_it) {
            score.set(end, &param.path(), param.get(sound), 0.0);
        }
    }
}

/// Returns the points without those inside stretches where the value does not change.
fn without_redundant(info: &Info, points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    let count = points.len();
    for (index, (at, value)) in points.into_iter().enumerate() {
        let moved = kept
            .last()
            .is_none_or(|last| (info.normalised(value) - info.normalised(last.1)).abs() > MIN_CHANGE);
        if moved || index + 1 == count {
            let held = before.filter(|before| kept.last().is_some_and(|last| before.0 > last.0));
            if let (Some((then, _)), Some(&(_, last))) = (held, kept.last()) {
                kept.push((then, last));
            }
            let value = if moved { value } else { kept.last().map_or(value, |last| last.1) };
            kept.push((at, value));
        }
        before = Some((at, value));
    }
    kept
}
