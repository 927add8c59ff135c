//! What an address of a sound means, and whether it can have what follows: the one place that reads both, for
//! what is said now and for a score that is looked through before it is played.

use super::entry::STRIP;
use super::words::{Meaning, Words};
use super::{Arg, Wrong, number, one_number, takes};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{Address, Said, Sound, SoundError};

/// What words after the name of a sound stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Heard {
    /// How loud it is, for those who ask.
    Meter,
    /// What it hears.
    Hears,
    /// A number of its strip.
    Strip(&'static Info),
    /// Something that is done.
    Gesture(Info),
    /// A value in SI or by its handle: its place among the model's addresses, and which it is.
    Value(usize, &'static Address, Said),
}

/// What words after the name of a sound stand for; none if nothing has them.
pub(crate) fn heard(sound: &dyn Sound, rest: &str) -> Option<Heard> {
    if let Some(id) = rest.strip_prefix("mixer/") {
        return STRIP.iter().find(|info| info.id == id).map(Heard::Strip);
    }
    let words = Words::of(sound);
    let value = |index, said| Some(Heard::Value(index, words.addresses.get(index)?, said));
    match rest {
        "meter" => Some(Heard::Meter),
        "hears" => sound.listens().then_some(Heard::Hears),
        _ => match words.find(rest)? {
            Meaning::Gesture(index) => sound.gestures().get(index).copied().map(Heard::Gesture),
            Meaning::Value(index) => value(index, Said::Value),
            Meaning::Handle(index) => value(index, Said::Handle),
        },
    }
}

/// What is to be done with a sound; without a value it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed<'a> {
    /// How loud it is.
    Meter,
    /// It is to hear somebody: `all`, `nothing` or a name.
    Hears(Option<&'a str>),
    /// A number of its strip.
    Strip(&'static Info, Option<f64>),
    /// A gesture.
    Gesture(Info, Option<f64>),
    /// A value \[SI\].
    Value(usize, &'static Address, Said, Option<f64>),
}

impl Heard {
    /// With what follows the address.
    pub(crate) fn with<'a>(self, address: &str, args: &'a [Arg]) -> Result<Deed<'a>, Wrong> {
        Ok(match (self, args) {
            (Self::Meter, []) => Deed::Meter,
            (Self::Meter, _) => {
                let asked = "nothing, and answers peak and root mean square";
                return Err(takes(address, asked));
            }
            (Self::Hears, []) => Deed::Hears(None),
            (Self::Hears, [Arg::Text(name)]) => Deed::Hears(Some(name)),
            (Self::Hears, _) => {
                return Err(takes(address, "`all`, `nothing` or the name of a sound"));
            }
            (Self::Strip(info), _) => Deed::Strip(info, number(address, info, args)?),
            (Self::Gesture(info), _) => Deed::Gesture(info, number(address, &info, args)?),
            (Self::Value(index, at, said), _) => {
                Deed::Value(index, at, said, value(address, at, said, args)?)
            }
        })
    }
}

/// The one value that may follow an address \[SI\].
fn value(address: &str, at: &Address, said: Said, args: &[Arg]) -> Result<Option<f64>, Wrong> {
    let info = &at.info;
    let takes = || match said {
        Said::Handle => "one number from 0 to 100, or none to ask for it".to_owned(),
        Said::Value => one_number(info),
    };
    Ok(Some(match (args, said) {
        ([], _) => return Ok(None),
        ([Arg::Number(value)], _) if !value.is_finite() => {
            return Err(Wrong::NotFinite { address: excerpt(address), takes: takes() });
        }
        ([Arg::Number(value)], Said::Value) => info.check(*value).map_err(SoundError::from)?,
        ([Arg::Number(value)], Said::Handle) if (0.0..=100.0).contains(value) => info.from_handle(*value),
        ([Arg::Number(value)], Said::Handle) => foley_sound::read(at, said, &value.to_string())?,
        ([Arg::Text(text)], _) => foley_sound::read(at, said, text)?,
        _ => {
            return Err(Wrong::Takes { address: excerpt(address), takes: takes() });
        }
    }))
}
