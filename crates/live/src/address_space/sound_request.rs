//! What an address of a sound means, and whether it can have what follows: the one place that reads both, for
//! what is said now and for a score that is looked through before it is played.

use super::entry::STRIP;
use super::{Arg, MessageError, number, one_number, takes};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{Sound, SoundParam, Target, ValueForm, Vocabulary, check_value, parse_value};

/// What words after the name of a sound stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoundTarget {
    /// How loud it is, for those who ask.
    Meter,
    /// What it hears.
    Hears,
    /// A number of its strip.
    Strip(&'static Info),
    /// Something that is done.
    Gesture(Info),
    /// A value in SI or by its handle: its place among the model's addresses, and which it is.
    Value(usize, &'static SoundParam, ValueForm),
}

/// What words after the name of a sound stand for; none if nothing has them.
pub(crate) fn heard(sound: &dyn Sound, rest: &str) -> Option<SoundTarget> {
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

/// What is to be done with a sound; without a value it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoundRequest<'a> {
    /// How loud it is.
    Meter,
    /// It is to hear somebody: `all`, `nothing` or a name.
    Hears(Option<&'a str>),
    /// A number of its strip.
    Strip(&'static Info, Option<f64>),
    /// A gesture.
    Gesture(Info, Option<f64>),
    /// A value \[SI\].
    Value(usize, &'static SoundParam, ValueForm, Option<f64>),
}

impl SoundTarget {
    /// With what follows the address.
    pub(crate) fn with<'a>(self, address: &str, args: &'a [Arg]) -> Result<SoundRequest<'a>, MessageError> {
        Ok(match (self, args) {
            (Self::Meter, []) => SoundRequest::Meter,
            (Self::Meter, _) => {
                let asked = "nothing, and answers peak and root mean square";
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

/// The one value that may follow an address \[SI\].
fn value(address: &str, at: &SoundParam, said: ValueForm, args: &[Arg]) -> Result<Option<f64>, MessageError> {
    let info = &at.info;
    let takes = || match said {
        ValueForm::Handle => "one number from 0 to 100, or none to ask for it".to_owned(),
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
            return Err(MessageError::Takes { address: excerpt(address), takes: takes() });
        }
    }))
}
