//! Parses the address and the arguments of a message to a sound. Used for messages to the engine and for
//! checking a score before playback.

use super::entry::STRIP;
use super::{Arg, MessageError, number, one_number, takes};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{Sound, SoundParam, Target, ValueForm, Vocabulary, check_value, parse_value};

/// What the words behind a sound's name refer to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoundTarget {
    /// Level meter.
    Meter,
    /// Input of a room or an effect.
    Hears,
    /// A setting of its channel strip.
    Strip(&'static Info),
    /// A gesture.
    Gesture(Info),
    /// A parameter, by its index and declaration, in SI units or as a handle.
    Value(usize, &'static SoundParam, ValueForm),
}

/// Resolves the words behind a sound's name; `None` if they are unknown.
pub(crate) fn sound_target(sound: &dyn Sound, rest: &str) -> Option<SoundTarget> {
    if let Some(id) = rest.strip_prefix("mixer/") {
        return STRIP.iter().find(|info| info.id == id).map(SoundTarget::Strip);
    }
    let vocabulary = Vocabulary::of(sound);
    match rest {
        "meter" => Some(SoundTarget::Meter),
        "hears" => sound.takes_input().then_some(SoundTarget::Hears),
        _ => match vocabulary.get(rest)? {
            Target::Gesture(index) => sound.gestures().get(index).copied().map(SoundTarget::Gesture),
            Target::Param { index, form } => {
                Some(SoundTarget::Value(index, vocabulary.params().get(index)?, form))
            }
        },
    }
}

/// A parsed request to a sound. A value that is `None` is read, not set.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoundRequest<'a> {
    /// Read the meter.
    Meter,
    /// Set or read the input: `all`, `nothing` or a name.
    Hears(Option<&'a str>),
    /// A setting of its channel strip.
    Strip(&'static Info, Option<f64>),
    /// Make a gesture.
    Gesture(Info, Option<f64>),
    /// Set or read a parameter \[SI\].
    Value(usize, &'static SoundParam, ValueForm, Option<f64>),
}

impl SoundTarget {
    /// Adds the arguments, and checks them.
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
            (Self::Gesture(info), _) => SoundRequest::Gesture(info, number(address, &info, args)?),
            (Self::Value(index, at, said), _) => {
                SoundRequest::Value(index, at, said, value(address, at, said, args)?)
            }
        })
    }
}

/// Reads the only, optional value of a message \[SI\].
fn value(address: &str, at: &SoundParam, said: ValueForm, args: &[Arg]) -> Result<Option<f64>, MessageError> {
    let info = &at.info;
    let takes = || match said {
        ValueForm::Handle => "one number from 0 to 100, or none to read it".to_owned(),
        ValueForm::Si => one_number(info),
    };
    Ok(Some(match (args, said) {
        ([], _) => return Ok(None),
        ([Arg::Number(value)], _) if !value.is_finite() => {
            return Err(MessageError::NotFinite { address: excerpt(address), takes: takes() });
        }
        ([Arg::Number(value)], _) => check_value(at, said, *value)?,
        ([Arg::Text(text)], _) => parse_value(at, said, text)?,
        _ => {
            return Err(MessageError::WrongArguments { address: excerpt(address), takes: takes() });
        }
    }))
}
