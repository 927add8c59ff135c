//! Descriptions of addresses for browsers such as OSCQuery: kind, declaration, current value.

use foley_catalogue::spaces::Place;
use foley_engine::ChannelStrip;
use foley_params::{Info, Scale, Unit};

/// What the messages to an address may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// The address makes a gesture. Its only argument, the strength, is optional.
    Gesture,
    /// The address sets or reads a value by its handle, from 0 to 100.
    Handle,
    /// The address sets or reads a value in SI units.
    Value,
    /// The address sets or reads a setting of the mixer.
    Mixer,
    /// The address can only be read.
    Asked,
    /// The address sets or reads a name.
    Named,
    /// The address executes a command that takes this number of names.
    Command(u8),
}

/// Description of an address for browsers such as OSCQuery.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The full address, such as `/cup/strike`.
    pub address: String,
    /// What messages to the address may do.
    pub kind: EntryKind,
    /// Range, unit and description of the value behind the address.
    pub info: Info,
    /// Current value; `None` if the address does not hold a single number.
    pub value: Option<f64>,
}

/// Declares a dimensionless number of the engine, such as a gain, that is not a parameter of a model.
pub(crate) const fn plain(id: &'static str, doc: &'static str, range: [f64; 2], default: f64) -> Info {
    Info {
        id,
        symbol: "",
        unit: Unit::One,
        doc,
        min: range[0],
        max: range[1],
        scale: Scale::Linear,
        default,
        glide: 0.0,
        handle: None,
    }
}

/// Declares a switch: 0 or 1.
const fn switch(id: &'static str, doc: &'static str, default: f64) -> Info {
    Info { scale: Scale::Integer, ..plain(id, doc, [0.0, 1.0], default) }
}

/// Declarations of the settings of a channel strip.
pub(crate) const STRIP: [Info; 4] = [
    plain("gain", "Gain; 1 is the loudness the sound was made with.", [0.0, 100.0], 1.0),
    plain("pan", "Pan, from the first loudspeaker to the last.", [-1.0, 1.0], 0.0),
    switch("mute", "1 mutes the sound.", 0.0),
    switch("solo", "1 makes the sound solo: only solo sounds are audible.", 0.0),
];

/// Declaration of the master gain behind `/foley/gain`.
pub(super) const GAIN: Info = plain("gain", "Master gain; 1 leaves the mix as it is.", [0.0, 1000.0], 1.0);
/// Declaration of the limiter switch behind `/foley/limiter`.
pub(crate) const LIMITER: Info =
    switch("limiter", "1 switches the limiter on: no output above full scale.", 1.0);
/// Declaration of the place of all sounds behind `/foley/place`; a text names it.
pub(super) const PLACE: Info = Info {
    scale: Scale::Choice(Place::NAMES),
    ..plain("place", "Place in which all sounds are heard.", [0.0, (Place::NAMES.len() - 1) as f64], 0.0)
};
/// Declaration of the level meters: `meter` behind a sound or behind `/foley/`.
pub(super) const METER: Info = plain(
    "meter",
    "Answers the peak since the last reading, and the RMS of the last 300 ms.",
    [0.0, f64::MAX],
    0.0,
);
/// Declaration of `hears`: the sounds that a room or an effect processes.
pub(super) const HEARS: Info =
    plain("hears", "Input: all, nothing, or the name of a sound.", [0.0, 0.0], 0.0);

/// Kinds and declarations of the commands behind `/foley/` that take names.
pub(super) const ORDERS: [(EntryKind, Info); 6] = [
    (EntryKind::Asked, plain("list", "Answers the names of all sounds.", [0.0, 0.0], 0.0)),
    (
        EntryKind::Command(2),
        plain(
            "add",
            "Adds a sound: its name, a model or a preset; optionally gain and pan.",
            [0.0, 0.0],
            0.0,
        ),
    ),
    (EntryKind::Command(1), plain("remove", "Fades the sound of that name out.", [0.0, 0.0], 0.0)),
    (
        EntryKind::Command(1),
        plain("play", "Plays the score of that sound's preset, or its model's opening.", [0.0, 0.0], 0.0),
    ),
    (
        EntryKind::Command(2),
        plain(
            "preset",
            "Morphs the sound of that name into a preset; it glides if the model is the same.",
            [0.0, 0.0],
            0.0,
        ),
    ),
    (
        EntryKind::Command(1),
        plain("record", "Starts a recording of that name, if allowed; `off` stops it.", [0.0, 0.0], 0.0),
    ),
];

pub(crate) fn read_strip(strip: &ChannelStrip, id: &str) -> f64 {
    match id {
        "gain" => strip.gain,
        "pan" => strip.pan,
        "mute" => f64::from(u8::from(strip.mute)),
        _ => f64::from(u8::from(strip.solo)),
    }
}

pub(crate) fn write_strip(strip: &mut ChannelStrip, id: &str, value: f64) {
    match id {
        "gain" => strip.gain = value,
        "pan" => strip.pan = value,
        "mute" => strip.mute = value >= 0.5,
        _ => strip.solo = value >= 0.5,
    }
}
