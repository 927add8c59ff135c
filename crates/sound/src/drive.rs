//! A voice drives a sound: what a [`Follower`] hears moves parameters and makes gestures.
//!
//! A *drive* is written as `CONTROL>TARGET` or `CONTROL>TARGET=LOW..HIGH`:
//!
//! | written                         | means                                                                                       |
//! |---------------------------------|---------------------------------------------------------------------------------------------|
//! | `envelope>motion.speed=0.1..2`  | silence is 0.1 m/s, the loudest 2 m/s, what is between goes along the parameter's own scale |
//! | `envelope>hardness=20..90`      | the same by a handle                                                                         |
//! | `centroid>touch.stiffness`      | over the whole range of the parameter                                                       |
//! | `pitch>struck.pitch`            | a body that sings along, octave for octave or nearly                                        |
//! | `pitch>cavity.frequency`        | where both are frequencies and no range is said, the pitch itself                           |
//! | `brightness>force=10N..1N`      | brighter is less                                                                            |
//! | `onset>strike=0.2..2`           | each onset is a strike, the stronger the faster                                              |
//!
//! How far a control is on its way from LOW to HIGH is its place in its own range and scale
//! ([`Control::info`]). What does not sound has no pitch and no centroid: these stay where they were. Names
//! have nothing between them, and bodies do not grow modes while they ring: choices, and counts of what a
//! sound is made of, cannot be driven. A size or a pitch of a body can, as [`Retarget`](crate::Retarget)s, which are
//! made away from the audio thread.

use crate::{
    Aspect, BLOCK, Score, ScoreEventKind, Sound, SoundError, SoundParam, parse_value, resolve_param,
    sound_params,
};
use foley_dsp::analysis::Followed;
use foley_dsp::analysis::follower::{FLOOR, Follower};
use foley_dsp::analysis::pitch::{HIGHEST, LOWEST};
use foley_params::{Info, ParamError, Scale, Unit, words};

/// A part of the way that is not worth a event.
const STILL: f64 = 1e-3;

/// What of a voice is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// How loud it is.
    Envelope,
    /// How high it is.
    Pitch,
    /// Something begins, with a strength.
    Onset,
    /// How often it changes its sign.
    Crossings,
    /// Its mean frequency.
    Centroid,
    /// How much of it is high.
    Brightness,
}

impl Control {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Envelope, Self::Pitch, Self::Onset, Self::Crossings, Self::Centroid, Self::Brightness];

    /// As drives call it.
    pub const fn name(self) -> &'static str {
        self.info().id
    }

    /// Its unit, its meaning, and the range and scale of its way.
    pub const fn info(self) -> Info {
        let loud = (FLOOR, 1.0, Scale::Logarithmic);
        let (id, symbol, unit, doc, (min, max, scale)) = match self {
            Self::Envelope => ("envelope", "e", Unit::One, "How loud it is; the loudest is 1.", loud),
            Self::Pitch => (
                "pitch",
                "f",
                Unit::Hertz,
                "How high it is, where it has a pitch.",
                (LOWEST, HIGHEST, Scale::Logarithmic),
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

    /// Its value, where there is one \[its unit\]. Real-time: yes.
    pub fn of(self, followed: &Followed) -> Option<f64> {
        let sounding = |value: f64| (value > 0.0).then_some(value);
        match self {
            Self::Envelope => Some(followed.envelope),
            Self::Pitch => followed.pitch.sure(),
            Self::Onset => followed.onset.map(|onset| onset.strength),
            Self::Crossings => sounding(followed.crossings),
            Self::Centroid => sounding(followed.centroid),
            Self::Brightness => sounding(followed.centroid).map(|_| followed.brightness),
        }
    }
}

/// What is driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A parameter.
    Parameter(SoundParam),
    /// A gesture, by its place among the model's.
    Gesture(usize, Info),
}

impl Target {
    fn info(&self) -> &Info {
        match self {
            Self::Parameter(address) => &address.info,
            Self::Gesture(_, info) => info,
        }
    }
}

/// A control that moves something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// What of the voice.
    pub control: Control,
    /// What of the sound.
    pub target: Target,
    /// From where to where \[SI\]; none where the control's own value is meant.
    pub range: Option<(f64, f64)>,
}

impl Drive {
    /// Reads `envelope>motion.speed=0.1..2` for a sound.
    ///
    /// # Errors
    /// If a name or a value is not there, with those that are spelt alike; or if the target cannot be driven.
    pub fn parse(text: &str, sound: &dyn Sound) -> Result<Self, SoundError> {
        let refused = |why: String| SoundError::Drive { text: words::excerpt(text), why };
        let Some((control, rest)) = text.split_once('>') else {
            let why = "write a control, `>` and what it drives: envelope>motion.speed=0.1..2, onset>strike";
            return Err(refused(why.to_owned()));
        };
        let (name, written) = match rest.split_once('=') {
            Some((name, range)) => (name.trim(), Some(range)),
            None => (rest.trim(), None),
        };
        let names = Control::ALL.map(Control::name);
        let place = names.iter().position(|it| *it == control.trim());
        let Some(control) = place.and_then(|place| Control::ALL.get(place)).copied() else {
            let unknown = ParamError::unknown_name("control", control.trim(), names.to_vec());
            return Err(refused(unknown.to_string()));
        };
        let (target, ends) = if control == Control::Onset {
            Self::gesture(sound, name, written)
        } else {
            Self::parameter(sound, name, written)
        }
        .map_err(refused)?;
        let info = target.info();
        let itself = ends.is_none() && info.unit == control.info().unit && !info.unit.is_one();
        let range = (!itself).then(|| ends.unwrap_or((info.min, info.max)));
        Ok(Self { control, target, range })
    }

    fn gesture(sound: &dyn Sound, name: &str, written: Option<&str>) -> Result<Found, String> {
        let gestures = sound.gestures();
        let Some(place) = gestures.iter().position(|info| info.id == name) else {
            let names: Vec<_> = gestures.iter().map(|info| info.id).collect();
            return Err(format!(
                "`onset` makes gestures, and `{}` has no gesture `{}`{} It has {}.",
                sound.info().name,
                words::excerpt(name),
                words::did_you_mean(&words::nearest(name, &names)),
                words::list(&names, "and"),
            ));
        };
        let info = gestures[place];
        let ends = written.map(|written| ends(written, |text| Ok(info.parse(text)?)));
        Ok((Target::Gesture(place, info), ends.transpose()?))
    }

    fn parameter(sound: &dyn Sound, name: &str, written: Option<&str>) -> Result<Found, String> {
        if sound.gestures().iter().any(|info| info.id == name) {
            return Err(format!("`{name}` is a gesture, and gestures are made at onsets: `onset>{name}`."));
        }
        let (address, said) = resolve_param(sound, name).map_err(|why| why.to_string())?;
        if !can_move(&address) {
            let movable = sound_params(sound).into_iter().filter(can_move);
            let movable: Vec<_> = movable.map(|it| it.path()).collect();
            return Err(format!(
                "`{}` is {}, which cannot follow a voice. What can: {}.",
                address.path(),
                if matches!(address.info.scale, Scale::Choice(_)) {
                    "a choice among names"
                } else {
                    "a count of what the sound is made of"
                },
                words::list(&movable, "and"),
            ));
        }
        let ends = written.map(|written| ends(written, |text| parse_value(&address, said, text)));
        Ok((Target::Parameter(address), ends.transpose()?))
    }

    /// What the target is to be, where the control has a value \[SI\]. Real-time: yes.
    pub fn value(&self, followed: &Followed) -> Option<f64> {
        let is = self.control.of(followed)?;
        let info = self.target.info();
        let Some((low, high)) = self.range else {
            return Some(info.clamp(is));
        };
        let way = self.control.info().normalised(is);
        let (from, to) = (info.normalised(low), info.normalised(high));
        Some(info.from_normalised(from + way * (to - from)))
    }
}

type Found = (Target, Option<(f64, f64)>);

/// Whether a parameter may follow a voice.
fn can_move(address: &SoundParam) -> bool {
    match address.info.scale {
        Scale::Choice(_) => false,
        Scale::Integer => address.aspect != Aspect::Structure,
        _ => true,
    }
}

/// Whether a parameter may be set to what it is without anything being made anew.
fn can_rest(address: &SoundParam) -> bool {
    address.aspect != Aspect::Structure && can_move(address)
}

/// `0.1..2`
fn ends(written: &str, value: impl Fn(&str) -> Result<f64, SoundError>) -> Result<(f64, f64), String> {
    let Some((low, high)) = written.split_once("..") else {
        return Err(format!(
            "`{}` is no range; write two values with `..` between them: 0.1..2",
            words::excerpt(written)
        ));
    };
    let value = |text: &str| value(text.trim()).map_err(|why| why.to_string());
    Ok((value(low)?, value(high)?))
}

/// What a sound is doing over time: after every hop of about 10 ms its end \[s\], and what is followed;
/// onsets wherever they are.
pub fn followed(voice: &[f64], rate: f64) -> Vec<(f64, Followed)> {
    let mut follower = Follower::new(rate);
    let loudest = voice.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let scale = if loudest > 0.0 { 1.0 / loudest } else { 0.0 };
    // Some silence at the end, so that what begins there is told.
    let tail = (0.02 * rate) as usize;
    let mut course = Vec::new();
    for (index, from) in (0..voice.len() + tail).step_by(BLOCK).enumerate() {
        let at = |n: usize| voice.get(from + n).map_or(0.0, |x| scale * x);
        let now = follower.follow(&core::array::from_fn(at));
        if now.fresh || now.onset.is_some() {
            course.push((((index + 1) * BLOCK) as f64 / rate, now));
        }
    }
    course
}

/// Adds to a score what a voice at a rate \[Hz\] makes a sound do; its loudest sample counts as 1. Gestures
/// of the score give way to driven ones, and what it sets to what is driven. The score ends no earlier than
/// the voice.
pub fn play_along(score: &mut Score, sound: &dyn Sound, drives: &[Drive], voice: &[f64], rate: f64) {
    let end = voice.len() as f64 / rate;
    let course = followed(voice, rate);
    score.events.retain(|event| match &event.kind {
        ScoreEventKind::Gesture { .. } => !drives.iter().any(|it| it.control == Control::Onset),
        ScoreEventKind::Set { name, .. } => {
            !drives.iter().any(|it| match (&it.target, resolve_param(sound, name)) {
                (Target::Parameter(address), Ok((set, _))) => address.path() == set.path(),
                _ => false,
            })
        }
    });
    for drive in drives {
        match &drive.target {
            Target::Gesture(_, info) => {
                for (_, now) in &course {
                    if let (Some(onset), Some(value)) = (now.onset, drive.value(now)) {
                        score.gesture(onset.at as f64 / rate, info.id, value);
                    }
                }
            }
            Target::Parameter(address) => {
                let fresh = course.iter().filter(|(at, now)| now.fresh && *at <= end);
                let points = fresh.filter_map(|(at, now)| Some((*at, drive.value(now)?)));
                let points = kept(&address.info, points.collect());
                score.curve(&address.path(), &points);
            }
        }
    }
    // Something is done at the end of the voice, though it changes nothing: the sound is not over before.
    if score.end() < end
        && let Some(address) = sound_params(sound).into_iter().find(can_rest)
    {
        let driven = |it: &&Drive| matches!(it.target, Target::Parameter(at) if at == address);
        if !drives.iter().any(|it| driven(&it)) {
            score.set(end, &address.path(), address.get(sound), 0.0);
        }
    }
}

/// Only the points at which something moves, and those before and after.
fn kept(info: &Info, points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    let count = points.len();
    for (index, (at, value)) in points.into_iter().enumerate() {
        let moved =
            kept.last().is_none_or(|last| (info.normalised(value) - info.normalised(last.1)).abs() > STILL);
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
