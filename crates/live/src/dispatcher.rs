//! Where all that comes in is dealt with, in the order of time: from the network, from keys and knobs, from
//! sensors, from a score.
//!
//! Time is counted in samples of the engine. What is for later waits here and is told to the engine [`AHEAD`]
//! before its time, no sooner, so that an address that a message names need only exist when its time has
//! come. There is room for [`MAX_QUEUED_MESSAGES`] letters; more are refused. Nothing here depends on a clock: with
//! the same letters, the engine is told the same, live and offline.
//!
//! Beside what the [`AddressSpace`] takes, the desk itself is told `/foley/learn` and `/foley/forget` with an
//! address, and `/foley/save`: what controls mean is learnt by moving them, forgotten, and written into the
//! file that was named at the beginning ([`Dispatcher::keep_in`]). A [`Rack`] is spoken to as to one sound.

mod entries;
mod learning;
mod mapping_file;

use mapping_file::MappingFile;

pub(crate) use entries::{check_order, matching};
pub(crate) use learning::taught;

use crate::address_space::{AddressSpace, Answer, Arg, EngineRequest, MessageError, SoundRequest, split};
use crate::mapping::{Learner, MAX_NUMBERS, Mappings, OutputScaling, Source, target};
use crate::midi::fine::FinePairs;
use crate::midi::{Control, Rack};
use foley_engine::Scheduled;
use std::collections::BinaryHeap;
use std::net::SocketAddr;

/// How long before its time something is told to the engine \[s\]; and before the gulp begins that it is in.
pub const AHEAD: f64 = 0.05;
/// Most that may wait for its time.
pub const MAX_QUEUED_MESSAGES: usize = 65_536;

/// Something that came in.
#[derive(Clone, Debug, PartialEq)]
pub enum MessageKind {
    /// Something is said to an address of the engine, or of a mapping.
    Address {
        /// To whom.
        address: String,
        /// What.
        args: Vec<Arg>,
    },
    /// A key, a knob or a sensor has a value; only mappings know what it means.
    Control {
        /// Which.
        source: Source,
        /// Where it is now, in its own unit.
        value: f64,
    },
}

/// Something that came in, when it is to happen, and who wants to know what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// At which sample.
    pub at: u64,
    /// What.
    pub kind: MessageKind,
    /// Whom to answer.
    pub from: Option<SocketAddr>,
}

impl Message {
    /// How much memory it takes while it waits \[bytes\].
    pub fn size(&self) -> usize {
        let more = match &self.kind {
            MessageKind::Address { address, args } => {
                let texts = args.iter().map(|arg| match arg {
                    Arg::Text(text) => text.capacity(),
                    Arg::Number(_) => 0,
                });
                address.capacity() + args.capacity() * size_of::<Arg>() + texts.sum::<usize>()
            }
            MessageKind::Control { source, .. } => match source {
                Source::Osc(text) | Source::Sensor(text) => text.capacity(),
                Source::Midi { .. } => 0,
            },
        };
        size_of::<Scheduled<Self>>() + more
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
    pub result: Result<Answer, MessageError>,
}

/// Where all that comes in is dealt with.
pub struct Dispatcher {
    /// The engine, by its addresses.
    pub address_space: AddressSpace,
    /// What knobs and sensors mean.
    pub mappings: Mappings,
    /// Things with a key each.
    pub racks: Vec<Rack>,
    /// Knobs that send two numbers.
    pairs: FinePairs,
    /// The file into which `/foley/save` writes mappings; without it nothing is written.
    file: Option<MappingFile>,
    /// What is being learnt, and who wants to know.
    learn: Option<(Learner, Option<SocketAddr>)>,
    waiting: BinaryHeap<Scheduled<Message>>,
    taken: u64,
    /// How much memory all that wait take \[bytes\].
    weight: usize,
    ahead: u64,
    /// How often racks were told something, or came.
    told: u64,
}

impl core::fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Desk")
            .field("world", &self.address_space)
            .field("waiting", &self.waiting.len())
            .finish_non_exhaustive()
    }
}

impl Dispatcher {
    /// A desk before an engine.
    pub fn new(address_space: AddressSpace, mut mappings: Mappings) -> Self {
        mappings.at_rate(address_space.controls.rate());
        Self {
            racks: Vec::new(),
            pairs: FinePairs::default(),
            file: None,
            learn: None,
            ahead: (AHEAD * address_space.controls.rate()) as u64,
            address_space,
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
    pub fn set_buffer_size(&mut self, frames: u64) {
        self.ahead = (AHEAD * self.address_space.controls.rate()) as u64 + frames;
    }

    /// How many letters wait for their time.
    pub fn queued(&self) -> usize {
        self.waiting.len()
    }

    /// How much memory the letters take that wait \[bytes\].
    pub fn queued_bytes(&self) -> usize {
        self.weight
    }

    /// Counts what may have changed something: whatever the engine or a rack was told, sounds and racks that
    /// came, went or became others. Who looks again need not while it stays.
    pub fn changes(&self) -> u64 {
        // Neither ever falls, so their sum stays only if both do.
        self.address_space.controls.commands_sent().wrapping_add(self.told)
    }

    /// Takes a letter. It is dealt with by the next [`Dispatcher::go_on`], or when its time has come.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn queue(&mut self, message: Message) -> Result<(), MessageError> {
        if self.waiting.len() >= MAX_QUEUED_MESSAGES {
            return Err(MessageError::Crowded { most: MAX_QUEUED_MESSAGES });
        }
        let number = self.taken;
        self.taken += 1;
        self.weight += message.size();
        self.waiting.push(Scheduled { at: message.at, number, item: message });
        Ok(())
    }

    /// What somebody is to be answered for and that still waits happens so many samples later, or sooner. A
    /// score keeps its samples.
    pub fn shift_queued(&mut self, later: i64) {
        let moved = self.waiting.drain().map(|mut scheduled| {
            if scheduled.item.from.is_some() {
                scheduled.at = scheduled.at.saturating_add_signed(later);
                scheduled.item.at = scheduled.at;
            }
            scheduled
        });
        self.waiting = moved.collect::<Vec<_>>().into();
    }

    /// Deals with all that is due: whatever its time, if it is earlier than `now` and what is told ahead.
    pub fn dispatch_due(&mut self, now: u64) -> Vec<Outcome> {
        let until = now.saturating_add(self.ahead);
        let mut outcomes = Vec::new();
        while self.waiting.peek().is_some_and(|first| first.at < until) {
            if let Some(Scheduled { item: message, .. }) = self.waiting.pop() {
                self.weight = self.weight.saturating_sub(message.size());
                self.open(message, &mut outcomes);
            }
        }
        self.learn(now, &mut outcomes);
        // What goes on by itself is said ahead of its time by the mappings; letters for now may still come.
        for said in self.mappings.go_on(now) {
            self.pass_on(said, None, &mut outcomes);
        }
        outcomes
    }

    fn open(&mut self, message: Message, outcomes: &mut Vec<Outcome>) {
        let Message { at, kind, from } = message;
        match kind {
            MessageKind::Control { source, value } => self.moved(&source, value, at, from, outcomes),
            MessageKind::Address { address, args } => {
                let unheard = self.learn.is_some()
                    && !address.starts_with("/foley/")
                    && target::target(&self.address_space, &self.racks, &address).is_none();
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
                    _ if crate::address_space::is_pattern(&address) => {
                        self.send_to_all(&address, &args, at, from, outcomes);
                        return;
                    }
                    _ => self.send(&address, &args, at),
                };
                outcomes.push(Outcome { address, from, result });
            }
        }
    }

    /// Says it once for every address that is meant.
    fn send_to_all(
        &mut self,
        pattern: &str,
        args: &[Arg],
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        match matching(pattern, self.address_space.names(), &self.racks) {
            Err(why) => outcomes.push(Outcome { address: pattern.to_owned(), from, result: Err(why) }),
            Ok(meant) => {
                for address in meant {
                    let result = self.send(&address, args, at);
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
        for (index, arg) in args.iter().take(MAX_NUMBERS).enumerate() {
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
                    result: Err(MessageError::NotFinite { address: address.clone(), takes }),
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
                outcomes.extend(rack.hear(channel, control, value, at, &mut self.address_space));
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
    fn send(&mut self, address: &str, args: &[Arg], at: u64) -> Result<Answer, MessageError> {
        let Some((name, rest)) = split(address) else {
            return self.address_space.send(address, args, at);
        };
        if name == "foley"
            && !self.racks.is_empty()
            && let Some(order) = EngineRequest::read(address, rest, args)?
        {
            check_order(&self.racks, &order)?;
            if let EngineRequest::List = order {
                let names = self.names().map(|(name, _)| name.to_owned());
                return Ok(Answer::Names(names.collect()));
            }
        }
        let Some(rack) = self.racks.iter_mut().find(|rack| rack.name == name) else {
            return self.address_space.send(address, args, at);
        };
        // A rack takes values in SI by their paths; what the words mean, the world knows.
        let Some(heard) = rack.heard(rest) else {
            return Err(rack.nobody(rest));
        };
        // A rack without things changes, too, and so may one that then refuses.
        self.told += u64::from(!args.is_empty());
        let SoundRequest::Value(_, found, said, value) = heard.with(address, args)? else {
            return rack.send(rest, args, at, &mut self.address_space);
        };
        let path = found.path().replace('.', "/");
        let args: Vec<Arg> = value.map(Arg::Number).into_iter().collect();
        match (rack.send(&path, &args, at, &mut self.address_space)?, said) {
            (Answer::Value(value), foley_sound::ValueForm::Handle) => {
                Ok(Answer::Value(found.info.to_handle(value)))
            }
            (answer, _) => Ok(answer),
        }
    }

    fn pass_on(&mut self, said: MappingOutput, from: Option<SocketAddr>, outcomes: &mut Vec<Outcome>) {
        let MappingOutput { address, mut args, at, along } = said;
        let found = target::target(&self.address_space, &self.racks, &address);
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
        outcomes.push(Outcome { result: self.send(&address, &args, at), address, from });
    }
}

/// Something that is said to an address at a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct MappingOutput {
    /// To whom.
    pub address: String,
    /// What.
    pub args: Vec<Arg>,
    /// At which sample.
    pub at: u64,
    /// Along which scale the number is meant, where a mapping says it.
    pub along: Option<OutputScaling>,
}
