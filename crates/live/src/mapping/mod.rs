//! From what moves to what sounds: any control, through some steps, to any address.
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
//! | what moves                                        | [`Source`], [`SourcePattern`]   |
//! | what is done to its value                         | [`step`]                 |
//! | whom it is said to, along whose scale             | [`OutputScaling`], [`mod@target`]    |
//! | the file, its schema                              | [`mod@file`]                 |
//! | learnt by moving it                               | [`Learner`]                |
//! | without a file: what MIDI means                   | [`mod@standard`]             |
//!
//! A value is *a part of the way*, 0 to 1, after `range`; what is MIDI is so from the beginning, since its
//! range is known. A part of the way is said along the target's own scale, over its whole range or between
//! the two values of `to`; that of a key is said to a gesture without `to` as a
//! [velocity](crate::midi::velocity) is meant. What is no part of a way is said as it is, in the target's own
//! unit.
//!
//! Time is counted in samples. Between letters, what follows slowly is looked at on a grid of [`GRID`]
//! samples and said one step of the grid later, so that the engine always hears it in time: what is said
//! depends on the letters alone, not on when someone looks.

pub mod file;
mod learn;
mod source_pattern;
pub mod standard;
pub mod step;
pub mod target;

pub use learn::{LEARNING, Learner, PATIENCE};
pub use source_pattern::{MAX_NUMBERS, MidiPattern, SourcePattern};
pub use target::OutputScaling;

use crate::address_space::Arg;
use crate::dispatcher::MappingOutput;
use crate::midi::Control;
use step::{Step, StepTime, StepValue};

/// How often what goes on by itself is looked at \[samples\]: 5 ms at 48 kHz.
pub const GRID: u64 = 240;
/// A part of the way that is not worth saying while something goes on by itself \[1\].
const STILL: f64 = 1e-3;

/// Something that moves: a knob, a key, a sensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// An OSC address; `/address#2` for the second number behind it.
    Osc(String),
    /// A control of a MIDI instrument.
    Midi {
        /// 1 to 16.
        channel: u8,
        /// Which.
        control: Control,
    },
    /// A column of a sensor log.
    Sensor(String),
}

/// A control, some steps and an address.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// What moves.
    pub from: SourcePattern,
    /// What is done to its value.
    pub through: Vec<Step>,
    /// The two ends of the target's way, where they are not those of its range.
    pub to: Option<(Arg, Arg)>,
    /// Whom it is said to.
    pub say: String,
    /// `/foley/save` writes it: not where a rule or another file gives it anew.
    saved: bool,
    /// What comes out of the steps is a part of the way, 0 to 1.
    way: bool,
    /// Where the control is.
    value: Option<f64>,
    /// The last sample that was dealt with.
    done: u64,
    /// What was said last.
    said: Option<f64>,
}

/// Why steps cannot follow one another: which of them, and what is wrong.
pub(crate) type StepError = (usize, String);

impl Mapping {
    /// A control, some steps and an address.
    ///
    /// # Errors
    /// If a step needs a part of the way and there is none: the number of the step (that of `to` comes after
    /// the last), and what is missing.
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
            said: None,
        })
    }

    /// It is not saved: a rule or another file gives it anew.
    #[must_use]
    pub fn unsaved(mut self) -> Self {
        self.saved = false;
        self
    }

    /// The range of the source is meant although nobody wrote it.
    fn implied(from: &SourcePattern, through: &[Step]) -> Option<(f64, f64)> {
        let ranged = |step: &Step| matches!(step, Step::Shape(step::Shape::Range(..)));
        from.range().filter(|_| !through.iter().any(ranged))
    }

    fn listens(&self, source: &Source, value: f64) -> bool {
        let aside = |step: &Step| {
            let other = step.listens_to();
            other.is_some_and(|it| it.hears(source, value).is_some())
        };
        self.from.hears(source, value).is_some() || self.through.iter().any(aside)
    }

    /// Whether it listens to an instrument.
    pub fn hears_midi(&self) -> bool {
        let mut all = core::iter::once(&self.from).chain(self.aside());
        all.any(|it| matches!(it, SourcePattern::Midi(..)))
    }

    /// The columns of sensor logs to which it listens.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let all = core::iter::once(&self.from).chain(self.aside());
        all.filter_map(|it| match it {
            SourcePattern::Sensor(column) => Some(column.as_str()),
            _ => None,
        })
    }

    /// What its steps listen to.
    fn aside(&self) -> impl Iterator<Item = &SourcePattern> {
        self.through.iter().filter_map(Step::listens_to)
    }

    fn is_restless(&self) -> bool {
        self.through.iter().any(Step::is_restless)
    }

    /// A look at it at a sample.
    fn look(&mut self, now: StepTime, says: &mut Vec<MappingOutput>) {
        self.done = self.done.max(now.at);
        let Some(raw) = self.value else { return };
        let value = match Self::implied(&self.from, &self.through) {
            Some((low, high)) => (raw - low) / (high - low),
            None => raw,
        };
        // Letting a key go is no deed; nor is time that goes by.
        let deed = now.fresh && !(self.from.is_note() && raw == 0.0);
        let mut it = StepValue { value, deed };
        for step in &mut self.through {
            match step.pass(it, now) {
                Some(passed) => it = passed,
                None => return,
            }
        }
        if !it.value.is_finite() {
            return;
        }
        let step = if self.way { 1.0 } else { it.value.abs() };
        let still = |before: f64| {
            let moved = (it.value - before).abs();
            moved == 0.0 || (moved < STILL * step && self.is_restless())
        };
        if !now.fresh && !it.deed && self.said.is_some_and(still) {
            return;
        }
        self.said = Some(it.value);
        says.push(MappingOutput {
            address: self.say.clone(),
            args: vec![Arg::Number(it.value)],
            along: Some(OutputScaling {
                way: self.way,
                key: self.from.is_note(),
                to: self.to.clone(),
                deed: it.deed,
            }),
            at: if now.fresh { now.at } else { now.at.saturating_add(GRID) },
        });
    }

    /// Looks at the grid up to a sample.
    fn go_on(&mut self, until: u64, rate: f64, says: &mut Vec<MappingOutput>) {
        while self.is_restless() {
            let tick = (self.done / GRID + 1) * GRID;
            if tick >= until {
                return;
            }
            let (at, fresh) = (tick, false);
            self.look(StepTime { at, rate, fresh }, says);
        }
    }
}

/// Whether steps may follow one another, and whether a part of the way comes out of them.
fn fit(from: &SourcePattern, through: &[Step], to: bool) -> Result<bool, StepError> {
    let mut way = Mapping::implied(from, through).is_some();
    let missing = "this needs a part of the way, 0 to 1: put `range` before it.";
    for (index, step) in through.iter().enumerate() {
        match step {
            Step::Shape(step::Shape::Range(..)) => way = true,
            Step::Shape(shape) if shape.needs_way() && !way => {
                return Err((index, missing.to_owned()));
            }
            // A slope is no part of a way.
            Step::Derivative(_) => way = false,
            _ => {}
        }
    }
    if to && !way {
        return Err((through.len(), missing.to_owned()));
    }
    Ok(way)
}

/// What knobs and sensors mean.
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

/// Most mappings that are kept.
pub const MAX_MAPPINGS: usize = 1024;

impl Mappings {
    /// Mappings at a sample rate \[Hz\]; at most [`MAX_MAPPINGS`] of them.
    pub fn new(mut all: Vec<Mapping>, rate: f64) -> Self {
        all.truncate(MAX_MAPPINGS);
        let rate = if rate > 0.0 { rate } else { 48_000.0 };
        Self { all, rate }
    }

    /// All of them, in their order.
    pub fn all(&self) -> &[Mapping] {
        &self.all
    }

    /// Those that `/foley/save` writes.
    pub fn saved(&self) -> impl Iterator<Item = &Mapping> {
        self.all.iter().filter(|mapping| mapping.saved)
    }

    /// One more, in the place of one from the same control to the same address. Whether there was room.
    pub fn add(&mut self, mapping: Mapping) -> bool {
        let same = |it: &Mapping| it.from == mapping.from && it.say == mapping.say;
        self.all.retain(|it| !same(it));
        let room = self.all.len() < MAX_MAPPINGS;
        if room {
            self.all.push(mapping);
        }
        room
    }

    /// Nothing is said to an address any more. How many mappings are gone.
    pub fn forget(&mut self, address: &str) -> usize {
        let before = self.all.len();
        self.all.retain(|mapping| mapping.say != address);
        before - self.all.len()
    }

    /// They are in a world of another rate \[Hz\].
    pub fn at_rate(&mut self, rate: f64) {
        if rate > 0.0 {
            self.rate = rate;
        }
    }

    /// Whether anything listens to a source.
    pub fn knows(&self, source: &Source) -> bool {
        let any = 1.0;
        self.all.iter().any(|mapping| mapping.listens(source, any))
    }

    /// Whether anything listens to messages to an address, whichever number of them.
    pub fn knows_address(&self, address: &str) -> bool {
        self.all.iter().any(|mapping| {
            core::iter::once(&mapping.from).chain(mapping.aside()).any(|it| it.is_behind(address))
        })
    }

    /// A source has another value at a sample: what is to be said of it. What is no number is dropped.
    pub fn moved(&mut self, source: &Source, value: f64, at: u64) -> Vec<MappingOutput> {
        let mut says = Vec::new();
        if !value.is_finite() {
            return says;
        }
        for mapping in &mut self.all {
            if !mapping.listens(source, value) {
                continue;
            }
            // Those that are late happen when the last look was.
            let at = at.max(mapping.done);
            mapping.go_on(at.saturating_add(1), self.rate, &mut says);
            for step in &mut mapping.through {
                step.overhears(source, value);
            }
            let heard = mapping.from.hears(source, value);
            mapping.value = heard.or(mapping.value);
            let now = StepTime { at, rate: self.rate, fresh: heard.is_some() };
            mapping.look(now, &mut says);
        }
        says
    }

    /// What is to be said before a sample though nothing moved: what is smoothed goes on. No letter for an
    /// earlier sample may come after this.
    pub fn go_on(&mut self, until: u64) -> Vec<MappingOutput> {
        let mut says = Vec::new();
        for mapping in &mut self.all {
            mapping.go_on(until, self.rate, &mut says);
        }
        says
    }

    /// Whether nothing would be said if nothing moved.
    pub fn at_rest(&self) -> bool {
        !self.all.iter().any(Mapping::is_restless)
    }
}
