//! Where all that comes in is dealt with, in the order of time: from the network, from keys and knobs, from
//! sensors, from a score.
//!
//! Time is counted in samples of the engine. What is for later waits here and is told to the engine [`AHEAD`]
//! before its time, no sooner, so that an address that a message names need only exist when its time has
//! come. There is room for [`MAX_QUEUED_EVENTS`] letters; more are refused. Nothing here depends on a clock: with
//! the same letters, the engine is told the same, live and offline.
//!
//! Beside what the [`World`] takes, the desk itself is told `/foley/learn` and `/foley/forget` with an
//! address, and `/foley/save`: what controls mean is learnt by moving them, forgotten, and written into the
//! file that was named at the beginning ([`Desk::keep_in`]). A [`Rack`] is spoken to as to one sound.

mod keep;
mod look;
mod teach;

use keep::Keeping;

pub(crate) use look::{check_order, meant};
pub(crate) use teach::taught;

use crate::mapping::{Along, Learn, MOST_NUMBERS, Mappings, Source, target};
use crate::midi::fine::Pairs;
use crate::midi::{Control, Rack};
use crate::world::{Answer, Arg, Deed, Order, World, Wrong, split};
use foley_engine::Due;
use std::collections::BinaryHeap;
use std::net::SocketAddr;

/// How long before its time something is told to the engine \[s\]; and before the gulp begins that it is in.
pub const AHEAD: f64 = 0.05;
/// Most that may wait for its time.
pub const MAX_QUEUED_EVENTS: usize = 65_536;

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

impl Letter {
    /// How much memory it takes while it waits \[bytes\].
    pub fn weight(&self) -> usize {
        let more = match &self.what {
            What::Say { address, args } => {
                let texts = args.iter().map(|arg| match arg {
                    Arg::Text(text) => text.capacity(),
                    Arg::Number(_) => 0,
                });
                address.capacity() + args.capacity() * size_of::<Arg>() + texts.sum::<usize>()
            }
            What::Moved { source, .. } => match source {
                Source::Osc(text) | Source::Sensor(text) => text.capacity(),
                Source::Midi { .. } => 0,
            },
        };
        size_of::<Due<Self>>() + more
    }
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

/// Where all that comes in is dealt with.
pub struct Desk {
    /// The engine, by its addresses.
    pub world: World,
    /// What knobs and sensors mean.
    pub mappings: Mappings,
    /// Things with a key each.
    pub racks: Vec<Rack>,
    /// Knobs that send two numbers.
    pairs: Pairs,
    /// The file into which `/foley/save` writes mappings; without it nothing is written.
    file: Option<Keeping>,
    /// What is being learnt, and who wants to know.
    learn: Option<(Learn, Option<SocketAddr>)>,
    waiting: BinaryHeap<Due<Letter>>,
    taken: u64,
    /// How much memory all that wait take \[bytes\].
    weight: usize,
    ahead: u64,
    /// How often racks were told something, or came.
    told: u64,
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
    pub fn new(world: World, mut mappings: Mappings) -> Self {
        mappings.at_rate(world.controls.rate());
        Self {
            racks: Vec::new(),
            pairs: Pairs::default(),
            file: None,
            learn: None,
            ahead: (AHEAD * world.controls.rate()) as u64,
            world,
            mappings,
            waiting: BinaryHeap::new(),
            taken: 0,
            weight: 0,
            told: 0,
        }
    }

    /// How many samples before its time something is told to the engine.
    pub fn ahead(&self) -> u64 {
        self.ahead
    }

    /// The output asks for so many samples at once: something is told to the engine before it is asked for
    /// the block in which it happens.
    pub fn expect_gulps(&mut self, frames: u64) {
        self.ahead = (AHEAD * self.world.controls.rate()) as u64 + frames;
    }

    /// How many letters wait for their time.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// How much memory the letters take that wait \[bytes\].
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Counts what may have changed something: whatever the engine or a rack was told, sounds and racks that
    /// came, went or became others. Who looks again need not while it stays.
    pub fn changes(&self) -> u64 {
        // Neither ever falls, so their sum stays only if both do.
        self.world.controls.sent().wrapping_add(self.told)
    }

    /// Takes a letter. It is dealt with by the next [`Desk::go_on`], or when its time has come.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn take(&mut self, letter: Letter) -> Result<(), Wrong> {
        if self.waiting.len() >= MAX_QUEUED_EVENTS {
            return Err(Wrong::Crowded { most: MAX_QUEUED_EVENTS });
        }
        let number = self.taken;
        self.taken += 1;
        self.weight += letter.weight();
        self.waiting.push(Due { at: letter.at, number, what: letter });
        Ok(())
    }

    /// What somebody is to be answered for and that still waits happens so many samples later, or sooner. A
    /// score keeps its samples.
    pub fn put_off(&mut self, later: i64) {
        let moved = self.waiting.drain().map(|mut due| {
            if due.what.from.is_some() {
                due.at = due.at.saturating_add_signed(later);
                due.what.at = due.at;
            }
            due
        });
        self.waiting = moved.collect::<Vec<_>>().into();
    }

    /// Deals with all that is due: whatever its time, if it is earlier than `now` and what is told ahead.
    pub fn go_on(&mut self, now: u64) -> Vec<Outcome> {
        let until = now.saturating_add(self.ahead);
        let mut outcomes = Vec::new();
        while self.waiting.peek().is_some_and(|first| first.at < until) {
            if let Some(Due { what: letter, .. }) = self.waiting.pop() {
                self.weight = self.weight.saturating_sub(letter.weight());
                self.open(letter, &mut outcomes);
            }
        }
        self.learn(now, &mut outcomes);
        // What goes on by itself is said ahead of its time by the mappings; letters for now may still come.
        for said in self.mappings.go_on(now) {
            self.pass_on(said, None, &mut outcomes);
        }
        outcomes
    }

    fn open(&mut self, letter: Letter, outcomes: &mut Vec<Outcome>) {
        let Letter { at, what, from } = letter;
        match what {
            What::Moved { source, value } => self.moved(&source, value, at, from, outcomes),
            What::Say { address, args } => {
                let unheard = self.learn.is_some()
                    && !address.starts_with("/foley/")
                    && target::target(&self.world, &self.racks, &address).is_none();
                let numbers = args.iter().any(|arg| matches!(arg, Arg::Number(_)));
                let mapped = self.mappings.knows_address(&address) || unheard;
                if mapped && (numbers || args.is_empty()) {
                    self.numbers(&address, &args, at, from, outcomes);
                    return;
                }
                let result = match address.strip_prefix("/foley/") {
                    Some(rest @ ("learn" | "forget" | "save")) => {
                        let before = self.learn.clone();
                        let result = self.teach(rest, &args, from, at);
                        if rest == "learn" && result.is_ok() {
                            Self::interrupted(before, outcomes);
                        }
                        result
                    }
                    _ if crate::world::is_pattern(&address) => {
                        self.say_to_all(&address, &args, at, from, outcomes);
                        return;
                    }
                    _ => self.say(&address, &args, at),
                };
                outcomes.push(Outcome { address, from, result });
            }
        }
    }

    /// Says it once for every address that is meant.
    fn say_to_all(
        &mut self,
        pattern: &str,
        args: &[Arg],
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        match meant(pattern, self.world.names(), &self.racks) {
            Err(why) => outcomes.push(Outcome { address: pattern.to_owned(), from, result: Err(why) }),
            Ok(meant) => {
                for address in meant {
                    let result = self.say(&address, args, at);
                    outcomes.push(Outcome { address, from, result });
                }
            }
        }
    }

    /// Every number behind an address is a control of its own; nothing behind it is 1.
    fn numbers(
        &mut self,
        address: &str,
        args: &[Arg],
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        let one = [Arg::Number(1.0)];
        let args = if args.is_empty() { &one } else { args };
        for (index, arg) in args.iter().take(MOST_NUMBERS).enumerate() {
            if let Arg::Number(value) = arg {
                let source = match index {
                    0 => Source::Osc(address.to_owned()),
                    _ => Source::Osc(format!("{address}#{}", index + 1)),
                };
                self.moved(&source, *value, at, from, outcomes);
            }
        }
    }

    fn moved(
        &mut self,
        source: &Source,
        value: f64,
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        if !value.is_finite() {
            if self.mappings.knows(source) {
                let address = match source {
                    Source::Osc(name) | Source::Sensor(name) => name.clone(),
                    Source::Midi { .. } => "midi".to_owned(),
                };
                let takes = "a finite number".to_owned();
                outcomes.push(Outcome {
                    result: Err(Wrong::NotFinite { address: address.clone(), takes }),
                    address,
                    from,
                });
            }
            return;
        }
        if let Some((learn, _)) = &mut self.learn {
            learn.hear(source, value, at);
        }
        self.mean(source, value, at, from, outcomes);
        if let Source::Midi { channel, control } = *source {
            for rack in &mut self.racks {
                outcomes.extend(rack.hear(channel, control, value, at, &mut self.world));
            }
            self.pair(channel, control, value, at, from, outcomes);
        }
    }

    /// What something that moved means to mappings.
    fn mean(
        &mut self,
        source: &Source,
        value: f64,
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        for said in self.mappings.moved(source, value, at) {
            self.pass_on(said, from, outcomes);
        }
    }

    /// Of two numbers of a knob, what they are together.
    fn pair(
        &mut self,
        channel: u8,
        control: Control,
        value: f64,
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        let Control::Cc(number) = control else { return };
        let Some(moved) = self.pairs.hear(channel, number, value as u8) else {
            return;
        };
        let control = Control::Fine(moved.knob);
        let source = Source::Midi { channel, control };
        let value = f64::from(moved.value);
        if let Some((learn, _)) = self.learn.as_mut().filter(|_| moved.paired) {
            learn.hear(&source, value, at);
        }
        self.mean(&source, value, at, from, outcomes);
    }

    /// Says something to a rack, or to the engine.
    fn say(&mut self, address: &str, args: &[Arg], at: u64) -> Result<Answer, Wrong> {
        let Some((name, rest)) = split(address) else {
            return self.world.tell(address, args, at);
        };
        if name == "foley"
            && !self.racks.is_empty()
            && let Some(order) = Order::read(address, rest, args)?
        {
            check_order(&self.racks, &order)?;
            if let Order::List = order {
                let names = self.names().map(|(name, _)| name.to_owned());
                return Ok(Answer::Names(names.collect()));
            }
        }
        let Some(rack) = self.racks.iter_mut().find(|rack| rack.name == name) else {
            return self.world.tell(address, args, at);
        };
        // A rack takes values in SI by their paths; what the words mean, the world knows.
        let Some(heard) = rack.heard(rest) else {
            return Err(rack.nobody(rest));
        };
        // A rack without things changes, too, and so may one that then refuses.
        self.told += u64::from(!args.is_empty());
        let Deed::Value(_, found, said, value) = heard.with(address, args)? else {
            return rack.tell(rest, args, at, &mut self.world);
        };
        let path = found.path().replace('.', "/");
        let args: Vec<Arg> = value.map(Arg::Number).into_iter().collect();
        match (rack.tell(&path, &args, at, &mut self.world)?, said) {
            (Answer::Value(value), foley_sound::ValueForm::Handle) => {
                Ok(Answer::Value(found.info.to_handle(value)))
            }
            (answer, _) => Ok(answer),
        }
    }

    fn pass_on(&mut self, said: Said, from: Option<SocketAddr>, outcomes: &mut Vec<Outcome>) {
        let Said { address, mut args, at, along } = said;
        let found = target::target(&self.world, &self.racks, &address);
        if let (Some(along), Some(target), [Arg::Number(value)]) = (along, found, args.as_slice()) {
            match target.value(&address, &along, *value) {
                Ok(Some(value)) => args = vec![Arg::Number(value)],
                Ok(None) => return,
                Err(why) => {
                    outcomes.push(Outcome { address, from, result: Err(why) });
                    return;
                }
            }
        }
        outcomes.push(Outcome { result: self.say(&address, &args, at), address, from });
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
    /// Along which scale the number is meant, where a mapping says it.
    pub along: Option<Along>,
}
