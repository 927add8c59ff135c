//! Mappings: from a control, through steps, to an address.
//!
//! ```json
//! { "format": 1, "mappings": [
//!   { "from": "sensor:accel_z",
//!     "through": [{ "derivative": true }, { "smooth": "20 ms" }, { "threshold": { "above": 3, "below": 1, "again": "80 ms" } },
//!                 { "range": [3, 20] }, { "curve": 2 }, { "to": [0.2, 3] }],
//!     "say": "/cup/strike" },
//!   { "from": "midi:cc 1", "say": "/cup/hardness" } ] }
//! ```
//!
//! | idea                                              | here                     |
//! |---------------------------------------------------|--------------------------|
//! | the control that moves                            | [`Source`], [`SourcePattern`]   |
//! | the steps applied to its value                    | [`step`]                 |
//! | the target address and its scale                  | [`OutputScaling`], [`mod@target`]    |
//! | mapping files and their schema                    | [`mod@file`]                 |
//! | learning a mapping by moving a control            | [`Learner`]                |
//! | default mappings of MIDI controls                 | [`mod@standard`]             |
//!
//! After `range` a value is *normalised*, 0 to 1; MIDI values are normalised from the start, since their
//! range is known. A normalised value is scaled to the target's own scale, over its whole range or between
//! the two values of `to`. The normalised value of a key without `to` sets the strength of a gesture as a
//! [velocity](crate::midi::velocity) does. Other values are sent as they are, in the target's own unit.
//!
//! Time is counted in samples. Between messages, steps that change with time alone are evaluated on a grid of
//! [`GRID`] samples and the results are sent one grid step later, so that the engine gets them in time. The
//! result depends on the messages alone, not on when it is evaluated.

pub mod file;
mod learn;
mod source_pattern;
pub mod standard;
pub mod step;
pub mod target;

pub use learn::{LEARNING, Learner, PATIENCE};
pub use source_pattern::{MAX_NUMBERS, MidiPattern, SourcePattern};
pub use target::{OutputScaling, Trigger};

use crate::address_space::Arg;
use crate::dispatcher::MappingOutput;
use crate::midi::Control;
use step::{Step, StepTime, StepValue};

/// Interval at which steps that change with time alone are evaluated \[samples\]: 5 ms at 48 kHz.
pub const GRID: u64 = 240;
/// Smallest relative change of a mapping's result that is sent while no control moves \[1\].
const STILL: f64 = 1e-3;

/// The source of a value: a knob, a key, a sensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// An OSC address, whose first number is the value; `/address#2` stands for the second number.
    Osc(String),
    /// A control of a MIDI instrument.
    Midi {
        /// MIDI channel, 1 to 16.
        channel: u8,
        /// The key, controller or wheel of the instrument.
        control: Control,
    },
    /// A column of a sensor log, by its name.
    Sensor(String),
}

/// A mapping from a source through steps to an address.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// The sources whose values the mapping takes.
    pub from: SourcePattern,
    /// Steps applied to the value of the source, in order.
    pub through: Vec<Step>,
    /// Target values for the normalised values 0 and 1; `None` means the whole range of the target.
    pub to: Option<(Arg, Arg)>,
    /// Target address, to which the mapping sends.
    pub say: String,
    /// Whether `/foley/save` writes the mapping. False if a default rule or another file provides the
    /// mapping.
    saved: bool,
    /// Whether the result of the steps is normalised to 0 to 1. Otherwise it is in the unit of the target.
    way: bool,
    /// Last value of the source; `None` before the first message.
    value: Option<f64>,
    /// Last sample at which the steps were evaluated.
    done: u64,
    /// Last value that the mapping sent; `None` before the first message.
    last_sent: Option<f64>,
    /// Key that was pressed last and not released; `None` if the sources are no keys.
    key: Option<Source>,
}

/// Error of a sequence of steps: index of the step and reason.
pub(crate) type StepError = (usize, String);

impl Mapping {
    /// Makes a mapping from a source through steps to an address; `to` gives the ends of the target's range.
    ///
    /// # Errors
    /// If a step needs a normalised value and gets another one. The error is the index of the step (`to`
    /// comes after the last step) and the reason.
    pub fn new(
        from: SourcePattern,
        through: Vec<Step>,
        to: Option<(Arg, Arg)>,
        say: &str,
    ) -> Result<Self, (usize, String)> {
        let way = fit(&from, &through, to.is_some())?;
        Ok(Self {
            from,
            through,
            to,
            say: say.to_owned(),
            saved: true,
            way,
            value: None,
            done: 0,
            last_sent: None,
            key: None,
        })
    }

    /// Excludes the mapping from `/foley/save`, because a default rule or another file provides the mapping.
    #[must_use]
    pub fn unsaved(mut self) -> Self {
        self.saved = false;
        self
    }

    /// Returns the known range of the source's values. `None` if the range is unknown or a `range` step sets
    /// another.
    fn implied(from: &SourcePattern, through: &[Step]) -> Option<(f64, f64)> {
        let ranged = |step: &Step| matches!(step, Step::Shape(step::Shape::Range(..)));
        from.range().filter(|_| !through.iter().any(ranged))
    }

    fn listens(&self, source: &Source, value: f64) -> bool {
        let aside = |step: &Step| {
            let other = step.listens_to();
            other.is_some_and(|pattern| pattern.hears(source, value).is_some())
        };
        self.from.hears(source, value).is_some() || self.through.iter().any(aside)
    }

    /// Whether the mapping or one of its steps listens to MIDI.
    pub fn hears_midi(&self) -> bool {
        let mut all = core::iter::once(&self.from).chain(self.aside());
        all.any(|pattern| matches!(pattern, SourcePattern::Midi(..)))
    }

    /// Returns the names of the sensor log columns that the mapping listens to.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let all = core::iter::once(&self.from).chain(self.aside());
        all.filter_map(|pattern| match pattern {
            SourcePattern::Sensor(column) => Some(column.as_str()),
            _ => None,
        })
    }

    /// Returns the sources that single steps use besides the source of the mapping, such as the pedal of a
    /// gate.
    fn aside(&self) -> impl Iterator<Item = &SourcePattern> {
        self.through.iter().filter_map(Step::listens_to)
    }

    fn is_restless(&self) -> bool {
        self.through.iter().any(Step::is_restless)
    }

    /// Evaluates the steps at a sample; adds the message to send, if any, to `outputs`.
    fn evaluate(&mut self, now: StepTime, released: bool, outputs: &mut Vec<MappingOutput>) {
        self.done = self.done.max(now.at);
        let Some(raw) = self.value else { return };
        let value = match Self::implied(&self.from, &self.through) {
            Some((low, high)) => (raw - low) / (high - low),
            None => raw,
        };
        // Releasing a key triggers nothing, but ends a lasting gesture; nor does passing time.
        let triggers = now.fresh && !(self.from.is_note() && raw == 0.0);
        let mut current = StepValue { value, triggers };
        for step in &mut self.through {
            match step.pass(current, now) {
                Some(passed) => current = passed,
                None => return,
            }
        }
        if !current.value.is_finite() {
            return;
        }
        let step = if self.way { 1.0 } else { current.value.abs() };
        let still = |before: f64| {
            let moved = (current.value - before).abs();
            moved == 0.0 || (moved < STILL * step && self.is_restless())
        };
        if !now.fresh && !current.triggers && self.last_sent.is_some_and(still) {
            return;
        }
        self.last_sent = Some(current.value);
        outputs.push(MappingOutput {
            address: self.say.clone(),
            args: vec![Arg::Number(current.value)],
            along: Some(OutputScaling {
                way: self.way,
                key: self.from.is_note(),
                to: self.to.clone(),
                trigger: match (current.triggers, released) {
                    (true, _) => Trigger::Make,
                    (false, true) => Trigger::End,
                    (false, false) => Trigger::None,
                },
            }),
            at: if now.fresh { now.at } else { now.at.saturating_add(GRID) },
        });
    }

    /// Keeps the key that was pressed last; returns whether this key is released now.
    fn note_key(&mut self, source: &Source, value: f64) -> bool {
        if !self.from.is_note() {
            return false;
        }
        let released = value == 0.0 && self.key.as_ref() == Some(source);
        if released {
            self.key = None;
        } else if value > 0.0 {
            self.key = Some(source.clone());
        }
        released
    }

    /// Evaluates the steps at every grid point before the sample `until`; adds the messages to `outputs`.
    fn evaluate_due(&mut self, until: u64, rate: f64, outputs: &mut Vec<MappingOutput>) {
        while self.is_restless() {
            let tick = (self.done / GRID + 1) * GRID;
            if tick >= until {
                return;
            }
            let (at, fresh) = (tick, false);
            self.evaluate(StepTime { at, rate, fresh }, false, outputs);
        }
    }
}

/// Checks that a sequence of steps is allowed; returns whether the result of the steps is normalised.
fn fit(from: &SourcePattern, through: &[Step], to: bool) -> Result<bool, StepError> {
    let mut way = Mapping::implied(from, through).is_some();
    let missing = "this step needs a value from 0 to 1: put `range` before it.";
    for (index, step) in through.iter().enumerate() {
        match step {
            Step::Shape(step::Shape::Range(..)) => way = true,
            Step::Shape(shape) if shape.needs_normalised() && !way => {
                return Err((index, missing.to_owned()));
            }
            // A slope is not normalised.
            Step::Derivative(_) => way = false,
            _ => {}
        }
    }
    if to && !way {
        return Err((through.len(), missing.to_owned()));
    }
    Ok(way)
}

/// The mappings that a dispatcher applies, at most [`MAX_MAPPINGS`].
#[derive(Clone, Debug)]
pub struct Mappings {
    all: Vec<Mapping>,
    rate: f64,
}

impl Default for Mappings {
    fn default() -> Self {
        Self::new(Vec::new(), 48_000.0)
    }
}

/// Maximum number of mappings of a dispatcher.
pub const MAX_MAPPINGS: usize = 1024;

impl Mappings {
    /// Makes a list of mappings for `rate` \[Hz\]; mappings beyond [`MAX_MAPPINGS`] are dropped.
    pub fn new(mut all: Vec<Mapping>, rate: f64) -> Self {
        all.truncate(MAX_MAPPINGS);
        let rate = if rate > 0.0 { rate } else { 48_000.0 };
        Self { all, rate }
    }

    /// Returns all mappings in the order in which they were added, including those that are not saved.
    pub fn all(&self) -> &[Mapping] {
        &self.all
    }

    /// Returns the mappings that `/foley/save` writes.
    pub fn saved(&self) -> impl Iterator<Item = &Mapping> {
        self.all.iter().filter(|mapping| mapping.saved)
    }

    /// Adds a mapping and replaces one with the same source and address. Returns false, without adding it, if
    /// there are already [`MAX_MAPPINGS`] others.
    pub fn add(&mut self, mapping: Mapping) -> bool {
        let same = |other: &Mapping| other.from == mapping.from && other.say == mapping.say;
        self.all.retain(|other| !same(other));
        let room = self.all.len() < MAX_MAPPINGS;
        if room {
            self.all.push(mapping);
        }
        room
    }

    /// Removes all mappings to an address; returns their number.
    pub fn forget(&mut self, address: &str) -> usize {
        let before = self.all.len();
        self.all.retain(|mapping| mapping.say != address);
        before - self.all.len()
    }

    /// Sets the sample rate of the engine \[Hz\].
    pub fn at_rate(&mut self, rate: f64) {
        if rate > 0.0 {
            self.rate = rate;
        }
    }

    /// Whether any mapping listens to a source.
    pub fn knows(&self, source: &Source) -> bool {
        let any = 1.0;
        self.all.iter().any(|mapping| mapping.listens(source, any))
    }

    /// Whether any mapping listens to any of the numbers in messages to this OSC address.
    pub fn knows_address(&self, address: &str) -> bool {
        self.all.iter().any(|mapping| {
            core::iter::once(&mapping.from).chain(mapping.aside()).any(|pattern| pattern.is_behind(address))
        })
    }

    /// Passes a new value of a source to the mappings, at the sample `at`; returns the messages to send.
    /// Non-finite values are ignored.
    pub fn moved(&mut self, source: &Source, value: f64, at: u64) -> Vec<MappingOutput> {
        let mut outputs = Vec::new();
        if !value.is_finite() {
            return outputs;
        }
        for mapping in &mut self.all {
            if !mapping.listens(source, value) {
                continue;
            }
            // A value that comes late takes effect at the last evaluated sample.
            let at = at.max(mapping.done);
            mapping.evaluate_due(at.saturating_add(1), self.rate, &mut outputs);
            for step in &mut mapping.through {
                step.update_other(source, value);
            }
            let heard = mapping.from.hears(source, value);
            mapping.value = heard.or(mapping.value);
            let now = StepTime { at, rate: self.rate, fresh: heard.is_some() };
            let released = heard.is_some() && mapping.note_key(source, value);
            mapping.evaluate(now, released, &mut outputs);
        }
        outputs
    }

    /// Evaluates the steps that change with time alone up to the sample `until`; returns the messages to
    /// send. Later calls must not have earlier samples.
    pub fn evaluate_due(&mut self, until: u64) -> Vec<MappingOutput> {
        let mut outputs = Vec::new();
        for mapping in &mut self.all {
            mapping.evaluate_due(until, self.rate, &mut outputs);
        }
        outputs
    }

    /// Returns whether the results of all mappings stay constant until a control moves.
    pub fn at_rest(&self) -> bool {
        !self.all.iter().any(Mapping::is_restless)
    }
}
