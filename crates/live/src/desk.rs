//! Where all that comes in is dealt with, in the order of time: from the network, from keys and knobs, from sensors, from a score.
//!
//! Time is counted in samples of the engine. What is for later waits here and is told to the engine [`AHEAD`] before its time, no sooner, so that an
//! address that a message names need only exist when its time has come. There is room for [`MOST_WAITING`] letters; more are refused. Nothing here depends on
//! a clock: with the same letters, the engine is told the same, live and offline.

use crate::mapping::{Mappings, Source};
use crate::world::{Answer, Arg, World, Wrong};
use std::collections::BinaryHeap;
use std::net::SocketAddr;

/// How long before its time something is told to the engine \[s\].
pub const AHEAD: f64 = 0.05;
/// Most that may wait for its time.
pub const MOST_WAITING: usize = 65_536;

/// Something that came in.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Something is said to an address of the engine, or of a mapping.
    Say {
        /// To whom.
        address: String,
        /// What.
        args: Vec<Arg>,
    },
    /// A key, a knob or a sensor has a value; only mappings know what it means.
    Moved {
        /// Which.
        source: Source,
        /// Where it is now, in its own unit.
        value: f64,
    },
}

/// Something that came in, when it is to happen, and who wants to know what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// At which sample.
    pub at: u64,
    /// What.
    pub what: What,
    /// Whom to answer.
    pub from: Option<SocketAddr>,
}

/// What came of a letter.
#[derive(Debug)]
pub struct Outcome {
    /// What was said to whom.
    pub address: String,
    /// Whom to answer.
    pub from: Option<SocketAddr>,
    /// What came of it.
    pub result: Result<Answer, Wrong>,
}

struct Waiting {
    number: u64,
    letter: Letter,
}

impl Waiting {
    fn key(&self) -> (u64, u64) {
        (self.letter.at, self.number)
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        other.key().cmp(&self.key())
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Waiting {}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

/// Where all that comes in is dealt with.
pub struct Desk {
    /// The engine, by its addresses.
    pub world: World,
    /// What knobs and sensors mean.
    pub mappings: Mappings,
    waiting: BinaryHeap<Waiting>,
    taken: u64,
    ahead: u64,
}

impl core::fmt::Debug for Desk {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Desk")
            .field("world", &self.world)
            .field("waiting", &self.waiting.len())
            .finish_non_exhaustive()
    }
}

impl Desk {
    /// A desk before an engine.
    pub fn new(world: World, mappings: Mappings) -> Self {
        Self {
            ahead: (AHEAD * world.controls.rate()) as u64,
            world,
            mappings,
            waiting: BinaryHeap::new(),
            taken: 0,
        }
    }

    /// How many samples before its time something is told to the engine.
    pub fn ahead(&self) -> u64 {
        self.ahead
    }

    /// How many letters wait for their time.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Takes a letter. It is dealt with by the next [`Desk::go_on`], or when its time has come.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn take(&mut self, letter: Letter) -> Result<(), Wrong> {
        if self.waiting.len() >= MOST_WAITING {
            return Err(Wrong::Crowded { most: MOST_WAITING });
        }
        let number = self.taken;
        self.taken += 1;
        self.waiting.push(Waiting { number, letter });
        Ok(())
    }

    /// Deals with all that is due: whatever its time, if it is earlier than `now` and what is told ahead.
    pub fn go_on(&mut self, now: u64) -> Vec<Outcome> {
        let until = now.saturating_add(self.ahead);
        let mut outcomes = Vec::new();
        while self
            .waiting
            .peek()
            .is_some_and(|first| first.letter.at < until)
        {
            if let Some(Waiting { letter, .. }) = self.waiting.pop() {
                self.open(letter, &mut outcomes);
            }
        }
        for said in self.mappings.go_on(until) {
            self.pass_on(said, None, &mut outcomes);
        }
        outcomes
    }

    fn open(&mut self, letter: Letter, outcomes: &mut Vec<Outcome>) {
        let Letter { at, what, from } = letter;
        match what {
            What::Moved { source, value } => {
                for said in self.mappings.moved(&source, value, at) {
                    self.pass_on(said, from, outcomes);
                }
            }
            What::Say { address, args } => {
                let source = Source::Osc(address);
                let value = match args.as_slice() {
                    [] => Some(1.0),
                    [Arg::Number(value), ..] => Some(*value),
                    [Arg::Text(_), ..] => None,
                };
                let mapped = value.filter(|_| self.mappings.knows(&source));
                let Source::Osc(address) = &source else {
                    return;
                };
                match mapped {
                    Some(value) => {
                        for said in self.mappings.moved(&source, value, at) {
                            self.pass_on(said, from, outcomes);
                        }
                    }
                    None => outcomes.push(Outcome {
                        result: self.world.tell(address, &args, at),
                        address: address.clone(),
                        from,
                    }),
                }
            }
        }
    }

    fn pass_on(&mut self, said: Said, from: Option<SocketAddr>, outcomes: &mut Vec<Outcome>) {
        let Said { address, args, at } = said;
        outcomes.push(Outcome {
            result: self.world.tell(&address, &args, at),
            address,
            from,
        });
    }
}

/// Something that is said to an address at a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// To whom.
    pub address: String,
    /// What.
    pub args: Vec<Arg>,
    /// At which sample.
    pub at: u64,
}
