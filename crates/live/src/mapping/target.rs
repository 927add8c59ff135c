//! Whom a mapping speaks to, and along whose scale: a gesture or a parameter in its own unit, equal steps or
//! equal ratios as its table says; a handle from 0 to 100; a number of the mixer.

use crate::Rack;
use crate::address_space::{AddressSpace, Arg, EntryKind, LIMITER, MessageError, SoundTarget, heard};
use crate::midi::rack::instance;
use crate::midi::velocity;
use foley_params::words::excerpt;
use foley_params::{Info, Scale, Unit};
use foley_sound::{Score, Sound, SoundError, ValueForm};

/// How a value of a mapping is to be said.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputScaling {
    /// It is a part of the way, 0 to 1; else it is in the target's own unit.
    pub way: bool,
    /// It comes from a key.
    pub key: bool,
    /// From where to where, if not over the whole range.
    pub to: Option<(Arg, Arg)>,
    /// It is something that is done; only that makes gestures.
    pub deed: bool,
}

/// An address, and what it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// What it stands for.
    pub kind: EntryKind,
    /// Its range and scale. Of a handle, that of its parameter.
    pub info: Info,
    /// How much a gesture is as the sound itself makes it ([`velocity::own`]); the default of all else.
    pub own: f64,
}

const WHOLE: Info = Info {
    id: "gain",
    symbol: "",
    unit: Unit::One,
    doc: "How loud all of it is.",
    min: 0.0,
    max: 2.0,
    scale: Scale::Linear,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// What an address takes, if there is one.
pub fn target(address_space: &AddressSpace, racks: &[Rack], address: &str) -> Option<Target> {
    let (name, rest) = address.strip_prefix('/')?.split_once('/')?;
    if name == "foley" {
        return whole(rest);
    }
    let rack = racks.iter().find(|rack| rack.name == name);
    if let Some(rack) = rack {
        return of(&*rack.sound, &rack.score, rest);
    }
    let it = instance(address_space, name)?;
    of(&*it.sound, &it.score, rest)
}

/// What an address of the whole takes, if it takes a number that controls may move.
pub(crate) fn whole(rest: &str) -> Option<Target> {
    let info = [WHOLE, LIMITER].into_iter().find(|it| it.id == rest)?;
    Some(Target { kind: EntryKind::Mixer, info, own: info.default })
}

/// What an address behind the name of a sound takes, if it takes a number.
pub(crate) fn of(sound: &dyn Sound, score: &Score, rest: &str) -> Option<Target> {
    let (kind, info) = match heard(sound, rest)? {
        SoundTarget::Gesture(info) => (EntryKind::Gesture, info),
        SoundTarget::Strip(info) => (EntryKind::Mixer, *info),
        SoundTarget::Value(_, at, ValueForm::Si) => (EntryKind::Value, at.info),
        SoundTarget::Value(_, at, ValueForm::Handle) => (EntryKind::Handle, at.info),
        SoundTarget::Meter | SoundTarget::Hears => return None,
    };
    let own = match kind {
        EntryKind::Gesture => velocity::own(sound, score, &info),
        _ => info.default,
    };
    Some(Target { kind, info, own })
}

impl Target {
    /// How far one of the ends of a mapping is on the way through the whole range.
    fn end(&self, address: &str, arg: &Arg) -> Result<f64, MessageError> {
        let takes = || MessageError::WrongArguments {
            address: excerpt(address),
            takes: "positions of its handle, 0 to 100".to_owned(),
        };
        let value = match (self.kind, arg) {
            (EntryKind::Handle, Arg::Number(position)) => {
                let allowed = (0.0..=100.0).contains(position);
                return if allowed { Ok(position / 100.0) } else { Err(takes()) };
            }
            (EntryKind::Handle, Arg::Text(_)) => return Err(takes()),
            (_, Arg::Number(value)) => self.info.check(*value).map_err(SoundError::from)?,
            (_, Arg::Text(text)) => self.info.parse(text).map_err(SoundError::from)?,
        };
        Ok(self.info.normalised(value))
    }

    /// The two ends of a mapping, as parts of the whole way.
    ///
    /// # Errors
    /// If the target cannot have these values.
    pub fn ends(&self, address: &str, to: Option<&(Arg, Arg)>) -> Result<(f64, f64), MessageError> {
        match to {
            None => Ok((0.0, 1.0)),
            Some((low, high)) => Ok((self.end(address, low)?, self.end(address, high)?)),
        }
    }

    /// What is said for a value of a mapping: within the range, and whole where it must be. None if it is a
    /// gesture and nothing was done.
    ///
    /// # Errors
    /// If the ends are none of the target's values.
    pub fn value(
        &self,
        address: &str,
        along: &OutputScaling,
        value: f64,
    ) -> Result<Option<f64>, MessageError> {
        if self.kind == EntryKind::Gesture && !along.deed {
            return Ok(None);
        }
        if !along.way {
            let value =
                if self.kind == EntryKind::Handle { value.clamp(0.0, 100.0) } else { self.info.clamp(value) };
            return Ok(Some(value));
        }
        if along.key && along.to.is_none() && self.kind == EntryKind::Gesture {
            let velocity = value.clamp(0.0, 1.0) * 127.0;
            return Ok(Some(velocity::touched(&self.info, self.own, velocity)));
        }
        let (low, high) = self.ends(address, along.to.as_ref())?;
        let way = low + value.clamp(0.0, 1.0) * (high - low);
        Ok(Some(if self.kind == EntryKind::Handle { 100.0 * way } else { self.info.from_normalised(way) }))
    }
}
