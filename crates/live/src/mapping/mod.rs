//! From what moves to what sounds.

use crate::desk::Said;

/// Something that moves: a knob, a key, a sensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// An OSC address.
    Osc(String),
    /// A control of a MIDI instrument.
    Midi(String),
    /// A column of a sensor log.
    Sensor(String),
}

/// What knobs and sensors mean.
#[derive(Clone, Debug, Default)]
pub struct Mappings {}

impl Mappings {
    /// Whether anything listens to a source.
    pub fn knows(&self, _source: &Source) -> bool {
        false
    }

    /// A source has another value at a sample: what is to be said of it.
    pub fn moved(&mut self, _source: &Source, _value: f64, _at: u64) -> Vec<Said> {
        Vec::new()
    }

    /// What is to be said before a sample though nothing moved: what is smoothed goes on.
    pub fn go_on(&mut self, _until: u64) -> Vec<Said> {
        Vec::new()
    }

    /// Whether nothing would be said if nothing moved.
    pub fn at_rest(&self) -> bool {
        true
    }
}
