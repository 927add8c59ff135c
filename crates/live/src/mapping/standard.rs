//! Default MIDI mappings of a sound, from its declarations alone.
//!
//! | control                         | moves                                                                               |
//! |---------------------------------|-------------------------------------------------------------------------------------|
//! | any note                        | the first gesture, about as hard as the preset makes it ([`velocity`](crate::midi::velocity)) |
//! | controller 1, the mod wheel     | the first handle of the sound                                                       |
//! | controllers 16 to 19            | the next four handles                                                               |
//! | the pitch wheel                 | the pitch parameter ([`pitch`]), two semitones to each side                         |
//! | pressure of the channel         | the force parameter ([`force`]), from its value upwards                             |
//!
//! The pitch parameter is the first of these that the sound has and that may change while it plays:
//!
//! | rule                                                        | higher means       | for example                      |
//! |-------------------------------------------------------------|--------------------|----------------------------------|
//! | a parameter `pitch` that is a factor                        | more               | `struck.pitch`, `rubbed.pitch`   |
//! | `pitch`, `frequency` or `speed` in hertz                    | more               | `drive.speed` of a motor         |
//! | a length that sings as 1/length: of a bubble, a wire, a tube| less               | `birth.radius`, `wire.diameter`, `cavity.length` |
//!
//! The force parameter is the first called `pressure` or `force` in newtons or pascals.

use super::{Mapping, SourcePattern};
use crate::address_space::Arg;
use crate::midi::key::semitones;
use foley_params::{Scale, Unit};
use foley_sound::{Sound, SoundParam, sound_params};

/// Range of the pitch wheel in default mappings, upwards and downwards \[semitones\].
pub const BEND: f64 = 2.0;
/// Numbers of the controllers that move the handles of a sound: the mod wheel, then the general-purpose ones.
const HANDLES: [u8; 5] = [1, 16, 17, 18, 19];

/// Parameters whose frequency is proportional to 1/length: Minnaert's bubble, Strouhal's wire, an air column.
const LENGTHS: [(&str, &str); 3] = [("birth", "radius"), ("wire", "diameter"), ("cavity", "length")];

/// The parameter by which a sound is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pitch {
    /// The parameter that a key or the pitch wheel sets.
    pub address: SoundParam,
    /// Whether smaller values of the parameter sound higher.
    pub inverse: bool,
}

impl Pitch {
    /// Returns the parameter value that shifts the pitch by a frequency ratio \[SI\], limited to the
    /// parameter's range. `value` is the parameter value at ratio 1.
    pub fn tuned(&self, value: f64, ratio: f64) -> f64 {
        let value = if self.inverse { value / ratio } else { value * ratio };
        self.address.info.clamp(value)
    }
}

/// Returns the pitch parameter of a sound; `None` if the sound cannot be tuned.
pub fn pitch(sound: &dyn Sound) -> Option<Pitch> {
    let all = sound_params(sound);
    let moves = |param: &&SoundParam| !param.info.is_counted();
    let first = |is: &dyn Fn(&SoundParam) -> bool, inverse| {
        let found = all.iter().filter(moves).find(|param| is(param));
        found.map(|&address| Pitch { address, inverse })
    };
    let factor = |param: &SoundParam| param.info.id == "pitch" && param.info.unit == Unit::One;
    let hertz = |param: &SoundParam| {
        ["pitch", "frequency", "speed"].contains(&param.info.id) && param.info.unit == Unit::Hertz
    };
    let length = |param: &SoundParam| LENGTHS.contains(&(param.part_name, param.info.id));
    first(&factor, false).or_else(|| first(&hertz, false)).or_else(|| first(&length, true))
}

/// Returns the force parameter of a sound; `None` if no parameter is a force or a pressure.
pub fn force(sound: &dyn Sound) -> Option<SoundParam> {
    let presses = |param: &SoundParam| {
        ["pressure", "force"].contains(&param.info.id)
            && matches!(param.info.unit, Unit::Newton | Unit::Pascal)
            && !matches!(param.info.scale, Scale::Choice(_))
    };
    sound_params(sound).into_iter().find(presses)
}

/// Returns the default mappings of a sound; a `channel` of `None` means every MIDI channel. `/foley/save`
/// does not write default mappings.
pub fn standard(name: &str, sound: &dyn Sound, channel: Option<u8>) -> Vec<Mapping> {
    let mut all = Vec::new();
    let mut add = |midi, to: Option<(f64, f64)>, rest: &str| {
        let to = to.map(|(low, high)| (Arg::Number(low), Arg::Number(high)));
        let from = SourcePattern::Midi(midi, channel);
        // MIDI values are normalised, so every step fits.
        let mapping = Mapping::new(from, Vec::new(), to, &format!("/{name}/{rest}"));
        all.extend(mapping.map(Mapping::unsaved));
    };
    if let Some(gesture) = sound.gestures().first() {
        add(super::MidiPattern::Notes(0, 127), None, gesture.id);
    }
    let path = |address: &SoundParam| address.path().replace('.', "/");
    if let Some(pitch) = pitch(sound) {
        let is = pitch.address.get(sound);
        let ends = (pitch.tuned(is, semitones(-BEND)), pitch.tuned(is, semitones(BEND)));
        add(super::MidiPattern::Bend, Some(ends), &path(&pitch.address));
    }
    if let Some(force) = force(sound) {
        let ends = (force.get(sound), force.info.max);
        add(super::MidiPattern::Pressure, Some(ends), &path(&force));
    }
    all.extend(knobs(name, sound, channel));
    all
}

/// Returns the default mappings of the controllers alone, for a [`Rack`](crate::Rack), which handles notes,
/// pitch wheel and pressure itself.
pub fn knobs(name: &str, sound: &dyn Sound, channel: Option<u8>) -> Vec<Mapping> {
    let one = |(controller, handle): (&u8, String)| {
        let from = SourcePattern::Midi(super::MidiPattern::Cc(*controller), channel);
        let mapping = Mapping::new(from, Vec::new(), None, &format!("/{name}/{handle}"));
        mapping.ok().map(Mapping::unsaved)
    };
    HANDLES.iter().zip(handles(sound)).filter_map(one).collect()
}

/// Returns the handles of a sound in order, as they appear in addresses. If two handles share a name, their
/// paths are returned instead.
fn handles(sound: &dyn Sound) -> Vec<String> {
    let all = sound_params(sound);
    let handles = all.iter().filter_map(|at| Some((at, at.info.handle?.name)));
    let names: Vec<_> = handles.collect();
    let twice = |name: &str| names.iter().filter(|(_, other)| *other == name).count() > 1;
    let values = |name: &str| all.iter().any(|at| at.info.id == name);
    names
        .iter()
        .map(|&(at, name)| {
            if twice(name) || values(name) || name.contains(' ') {
                format!("{}/{}", at.part_name, at.info.id)
            } else {
                name.to_owned()
            }
        })
        .collect()
}
