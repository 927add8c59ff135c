//! Targets of mappings and their scales: a gesture or a parameter in its own unit, linear or logarithmic as
//! declared; a handle from 0 to 100; a mixer setting.

use crate::Rack;
use crate::address_space::{AddressSpace, Arg, EntryKind, LIMITER, MessageError, SoundTarget, sound_target};
use crate::midi::rack::instance;
use crate::midi::velocity;
use foley_params::words::excerpt;
use foley_params::{Info, Scale, Unit};
use foley_sound::{Score, Sound, SoundError, ValueForm, tells_duration};

/// Rule by which the result of a mapping is scaled to the target.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputScaling {
    /// Whether the result is normalised, 0 to 1; otherwise the result is in the target's own unit.
    pub way: bool,
    /// Whether the source of the mapping is a key, whose velocity sets the strength of gestures.
    pub key: bool,
    /// Target values for the normalised values 0 and 1; `None` means the whole range of the target.
    pub to: Option<(Arg, Arg)>,
    /// Effect of the result if the target is a gesture.
    pub trigger: Trigger,
}

/// Effect of a result on a gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// The gesture is not made.
    None,
    /// The gesture is made.
    Make,
    /// The key that was pressed last is released. A lasting gesture ends.
    End,
}

/// The target of a mapping: what its address accepts, and in which range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Kind of the address: gesture, handle, value or mixer setting.
    pub kind: EntryKind,
    /// Range and scale of the target; for a handle, those of the parameter behind the handle.
    pub info: Info,
    /// Strength of the gesture in the sound's own score ([`velocity::own`]). If the target is no gesture, the
    /// default value of the parameter or setting.
    pub own: f64,
    /// Whether the target is a gesture whose sound goes on until told.
    pub lasting: bool,
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

/// Returns the target behind an address; `None` if no mapping can move the address.
pub fn target(address_space: &AddressSpace, racks: &[Rack], address: &str) -> Option<Target> {
    let (name, rest) = address.strip_prefix('/')?.split_once('/')?;
    if name == "foley" {
        return whole(rest);
    }
    let rack = racks.iter().find(|rack| rack.name == name);
    if let Some(rack) = rack {
        return of(&*rack.sound, &rack.score, rest);
    }
    let instance = instance(address_space, name)?;
    of(&*instance.sound, &instance.score, rest)
}

/// Returns the target for the address `/foley/` followed by `rest`; `None` if a mapping cannot move it.
pub(crate) fn whole(rest: &str) -> Option<Target> {
    let info = [WHOLE, LIMITER].into_iter().find(|info| info.id == rest)?;
    Some(Target { kind: EntryKind::Mixer, info, own: info.default, lasting: false })
}

/// Returns the target for the words `rest` after the name of a sound; `None` if this address takes no number.
pub(crate) fn of(sound: &dyn Sound, score: &Score, rest: &str) -> Option<Target> {
    let (kind, info) = match sound_target(sound, rest)? {
        SoundTarget::Gesture(info, _) => (EntryKind::Gesture, info),
        SoundTarget::Strip(info) => (EntryKind::Mixer, *info),
        SoundTarget::Value(_, at, ValueForm::Si) => (EntryKind::Value, at.info),
        SoundTarget::Value(_, at, ValueForm::Handle) => (EntryKind::Handle, at.info),
        SoundTarget::Meter | SoundTarget::Hears => return None,
    };
    let own = match kind {
        EntryKind::Gesture => velocity::own(sound, score, &info),
        _ => info.default,
    };
    let lasting = kind == EntryKind::Gesture && sound.lasting_gestures().contains(&info.id);
    Some(Target { kind, info, own, lasting })
}

impl Target {
    /// Returns the normalised position of `arg`, one end of a mapping's `to`, in the target's range.
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

    /// Returns the normalised positions of the two ends of `to` in the target's range. Without `to` they are
    /// 0 and 1.
    ///
    /// # Errors
    /// If the target does not accept the values of `to`.
    pub fn ends(&self, address: &str, to: Option<&(Arg, Arg)>) -> Result<(f64, f64), MessageError> {
        match to {
            None => Ok((0.0, 1.0)),
            Some((low, high)) => Ok((self.end(address, low)?, self.end(address, high)?)),
        }
    }

    /// Whether a pressed key starts a sound that goes on until the key is released, although the value of the
    /// gesture is a duration: the gesture is then sent without a value.
    pub fn goes_on_until_released(&self, along: &OutputScaling) -> bool {
        let pressed = along.key && along.way && along.trigger == Trigger::Make && along.to.is_none();
        pressed && self.lasting && tells_duration(&self.info)
    }

    /// Returns the value to send: within the target's range, and rounded for integers. `None` means a gesture
    /// that is not triggered.
    ///
    /// # Errors
    /// If the target does not accept the ends in `along`.
    pub fn value(
        &self,
        address: &str,
        along: &OutputScaling,
        value: f64,
    ) -> Result<Option<f64>, MessageError> {
        if self.kind == EntryKind::Gesture && along.trigger != Trigger::Make {
            return Ok((self.lasting && along.trigger == Trigger::End).then_some(0.0));
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
