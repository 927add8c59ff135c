//! Parses the address and the arguments of a message to a sound. Used for messages to the engine and for
//! checking a score before playback.

use super::entry::STRIP;
use super::{Arg, MessageError, number, one_number, takes};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{Sound, SoundParam, Target, ValueForm, Vocabulary, check_value, parse_value};

/// The part of a sound to which the words behind the sound's name refer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoundTarget {
    /// The level meter of the sound.
    Meter,
    /// The input of a room or an effect.
    Hears,
    /// A setting of the sound's channel strip.
    Strip(&'static Info),
    /// A gesture of the sound, and whether its sound goes on until told ([`Sound::lasting_gestures`]).
    Gesture(Info, bool),
    /// A parameter of the sound: its index, its declaration, and whether the number is in SI units or a
    /// handle.
    Value(usize, &'static SoundParam, ValueForm),
}

/// Resolves the words behind a sound's name; returns `None` if the words are unknown.
pub(crate) fn sound_target(sound: &dyn Sound, rest: &str) -> Option<SoundTarget> {
    if let Some(id) = rest.strip_prefix("mixer/") {
        return STRIP.iter().find(|info| info.id == id).map(SoundTarget::Strip);
    }
    let vocabulary = Vocabulary::of(sound);
    match rest {
        "meter" => Some(SoundTarget::Meter),
        "hears" => sound.takes_input().then_some(SoundTarget::Hears),
        _ => match vocabulary.get(rest)? {
            Target::Gesture(index) => {
                let info = *sound.gestures().get(index)?;
                Some(SoundTarget::Gesture(info, sound.lasting_gestures().contains(&info.id)))
            }
            Target::Param { index, form } => {
                Some(SoundTarget::Value(index, vocabulary.params().get(index)?, form))
            }
        },
    }
}

/// A parsed request to a sound. A value that is `None` is read, not set.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoundRequest<'a> {
    /// Read the level meter of the sound.
    Meter,
    /// Set or read the input of the sound: `all`, `nothing` or the name of a sound.
    Hears(Option<&'a str>),
    /// Set or read a setting of the sound's channel strip.
    Strip(&'static Info, Option<f64>),
    /// Make a gesture with an optional strength.
    Gesture(Info, Option<f64>),
    /// Set or read a parameter of the sound \[SI\].
    Value(usize, &'static SoundParam, ValueForm, Option<f64>),
}

impl SoundTarget {
    /// Checks the arguments of a message to this target and returns the complete request.
    pub(crate) fn with_args<'a>(
        self,
        address: &str,
        args: &'a [Arg],
    ) -> Result<SoundRequest<'a>, MessageError> {
        Ok(match (self, args) {
            (Self::Meter, []) => SoundRequest::Meter,
            (Self::Meter, _) => {
                let asked = "no argument; it answers peak and RMS";
                return Err(takes(address, asked));
            }
            (Self::Hears, []) => SoundRequest::Hears(None),
            (Self::Hears, [Arg::Text(name)]) => SoundRequest::Hears(Some(name)),
            (Self::Hears, _) => {
                return Err(takes(address, "`all`, `nothing` or the name of a sound"));
            }
            (Self::Strip(info), _) => SoundRequest::Strip(info, number(address, info, args)?),
            // The value 0 ends a lasting gesture, also where its range begins above 0.
            (Self::Gesture(info, true), [Arg::Number(0.0)]) => SoundRequest::Gesture(info, Some(0.0)),
            (Self::Gesture(info, _), _) => SoundRequest::Gesture(info, number(address, &info, args)?),
            (Self::Value(index, at, form), _) => {
                SoundRequest::Value(index, at, form, value(address, at, form, args)?)
            }
        })
    }
}

/// Returns the value of a message with at most one argument \[SI\]; `None` if there is no argument.
fn value(address: &str, at: &SoundParam, form: ValueForm, args: &[Arg]) -> Result<Option<f64>, MessageError> {
    let info = &at.info;
    let takes = || match form {
        ValueForm::Handle => "one number from 0 to 100, or none to read it".to_owned(),
        ValueForm::Si => one_number(info),
    };
    Ok(Some(match (args, form) {
        ([], _) => return Ok(None),
        ([Arg::Number(value)], _) if !value.is_finite() => {
            return Err(MessageError::NotFinite { address: excerpt(address), takes: takes() });
        }
        ([Arg::Number(value)], _) => check_value(at, form, *value)?,
        ([Arg::Text(text)], _) => parse_value(at, form, text)?,
        _ => {
            return Err(MessageError::WrongArguments { address: excerpt(address), takes: takes() });
        }
    }))
}
