//! Dispatches incoming messages in time order: from the network, from MIDI, from sensors, from a score.
//!
//! Time is counted in engine samples. A message for later waits here and reaches the engine [`AHEAD`] before
//! its time, no earlier, so that the sound it addresses need only exist by then. The queue holds
//! [`MAX_QUEUED_MESSAGES`]; further messages are rejected. Nothing here depends on a clock: the same messages
//! give the same engine commands, live and offline.
//!
//! Besides the addresses of the [`AddressSpace`], the dispatcher takes `/foley/learn` and `/foley/forget`
//! with an address, and `/foley/save`. Mappings are learnt by moving a control, forgotten, and saved into the
//! file of [`Dispatcher::set_save_file`]. A [`Rack`] takes messages like a single sound.

mod entries;
mod learning;
mod mapping_file;

use mapping_file::MappingFile;

pub(crate) use entries::{check_order, matching};
pub(crate) use learning::address_to_learn;

use crate::address_space::{AddressSpace, Answer, Arg, EngineRequest, MessageError, SoundRequest, split};
use crate::mapping::{Learner, MAX_NUMBERS, Mappings, OutputScaling, Source, target};
use crate::midi::fine::FinePairs;
use crate::midi::{Control, Rack};
use foley_engine::Scheduled;
use std::collections::BinaryHeap;
use std::net::SocketAddr;

/// Time between sending a message to the engine and its effect \[s\]; the length of one host buffer is added.
pub const AHEAD: f64 = 0.05;
/// Maximum number of queued messages.
pub const MAX_QUEUED_MESSAGES: usize = 65_536;

/// Content of a message: an address with arguments, or the value of a control.
#[derive(Clone, Debug, PartialEq)]
pub enum MessageKind {
    /// A message to an address. The address belongs to the engine, or is the source of a mapping.
    Address {
        /// Address that the message goes to.
        address: String,
        /// Arguments of the message.
        args: Vec<Arg>,
    },
    /// A new value of a key, a knob or a sensor; mappings interpret it.
    Control {
        /// The key, knob or sensor that has a new value.
        source: Source,
        /// New value of the control, in the unit of that control.
        value: f64,
    },
}

/// A parsed OSC, MIDI, sensor or score message, with its time and its sender.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Sample at which the message takes effect.
    pub at: u64,
    /// Content of the message: an address with arguments, or the value of a control.
    pub kind: MessageKind,
    /// Network address of the sender, who gets the answer; `None` if no sender waits for an answer.
    pub from: Option<SocketAddr>,
    /// Whether the message is part of a score. Its gestures last as long as in a rendering; other lasting
    /// gestures go on until told.
    pub scored: bool,
}

impl Message {
    /// Returns the memory that the queued message takes \[bytes\].
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

/// The result of a dispatched message.
#[derive(Debug)]
pub struct Outcome {
    /// Address of the message.
    pub address: String,
    /// Network address of the sender, who gets the answer; `None` if no sender waits for an answer.
    pub from: Option<SocketAddr>,
    /// The answer to an accepted message, or the error of a rejected one.
    pub result: Result<Answer, MessageError>,
}

/// Takes messages and dispatches them in time order.
pub struct Dispatcher {
    /// The address space of the engine, which receives the messages.
    pub address_space: AddressSpace,
    /// Mappings from controls to addresses.
    pub mappings: Mappings,
    /// Racks, each with one voice per key.
    pub racks: Vec<Rack>,
    /// State of the 14-bit controllers, which send each value as two numbers.
    pairs: FinePairs,
    /// File that `/foley/save` writes; with `None` the mappings cannot be saved.
    file: Option<MappingFile>,
    /// The address that is being learnt, and the sender who gets the answer.
    learn: Option<(Learner, Option<SocketAddr>)>,
    waiting: BinaryHeap<Scheduled<Message>>,
    taken: u64,
    /// Total memory of all queued messages \[bytes\].
    weight: usize,
    ahead: u64,
    /// Number of changes to racks so far.
    rack_changes: u64,
}

impl core::fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Dispatcher")
            .field("world", &self.address_space)
            .field("waiting", &self.waiting.len())
            .finish_non_exhaustive()
    }
}

impl Dispatcher {
    /// Makes a dispatcher for an address space.
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
            rack_changes: 0,
        }
    }

    /// Returns the number of samples by which messages reach the engine before they take effect.
    pub fn ahead(&self) -> u64 {
        self.ahead
    }

    /// Sets the length of the host buffer \[frames\]. Messages are sent to the engine earlier by this length,
    /// so that each arrives before the buffer in which it takes effect is rendered.
    pub fn set_buffer_size(&mut self, frames: u64) {
        self.ahead = (AHEAD * self.address_space.controls.rate()) as u64 + frames;
    }

    /// Returns the number of queued messages.
    pub fn queued(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the memory that all queued messages take \[bytes\].
    pub fn queued_bytes(&self) -> usize {
        self.weight
    }

    /// Returns the number of commands to the engine plus the number of changes to racks, since the start.
    /// While the result stays equal, no address and no value has changed.
    pub fn changes(&self) -> u64 {
        // Neither count ever falls, so the sum stays the same only if both counts do.
        self.address_space.controls.commands_sent().wrapping_add(self.rack_changes)
    }

    /// Queues a message. [`Dispatcher::dispatch_due`] dispatches it when its time has come.
    ///
    /// # Errors
    /// If the queue is full.
    pub fn queue(&mut self, message: Message) -> Result<(), MessageError> {
        if self.waiting.len() >= MAX_QUEUED_MESSAGES {
            return Err(MessageError::QueueFull { most: MAX_QUEUED_MESSAGES });
        }
        let number = self.taken;
        self.taken += 1;
        self.weight += message.size();
        self.waiting.push(Scheduled { at: message.at, number, item: message });
        Ok(())
    }

    /// Shifts queued messages from the network by `later` samples. Messages without a sender, such as scored
    /// ones, keep their samples.
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

    /// Dispatches all messages that are due before `now` plus the lead time; returns their outcomes.
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
        // Mappings whose steps change with time are evaluated ahead of time; messages for now may still come.
        for output in self.mappings.evaluate_due(now) {
            self.send_output(output, None, &mut outcomes);
        }
        outcomes
    }

    fn open(&mut self, message: Message, outcomes: &mut Vec<Outcome>) {
        let Message { at, kind, from, scored } = message;
        self.address_space.scored = scored;
        self.open_kind(kind, at, from, outcomes);
        self.address_space.scored = false;
    }

    fn open_kind(
        &mut self,
        kind: MessageKind,
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
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
                        let result = self.handle_learning(rest, &args, from, at);
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

    /// Sends a message to every address that matches the pattern.
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
            Ok(addresses) => {
                for address in addresses {
                    let result = self.send(&address, args, at);
                    outcomes.push(Outcome { address, from, result });
                }
            }
        }
    }

    /// Passes every number of an OSC message to the mappings as the value of a separate control. A message
    /// without arguments counts as the number 1.
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

    /// Passes a new value of a control to the mappings and sends the messages that result.
    fn mean(
        &mut self,
        source: &Source,
        value: f64,
        at: u64,
        from: Option<SocketAddr>,
        outcomes: &mut Vec<Outcome>,
    ) {
        for output in self.mappings.moved(source, value, at) {
            self.send_output(output, from, outcomes);
        }
    }

    /// Combines the coarse and the fine number of a 14-bit controller into one value.
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

    /// Sends a message to a rack, or to the engine.
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
        // A rack takes values in SI units by path; the address space resolves the words.
        let Some(target) = rack.sound_target(rest) else {
            return Err(rack.unknown_address(rest));
        };
        // Counts as a change even if the rack has no voices, or reports an error afterwards.
        self.rack_changes += u64::from(!args.is_empty());
        let SoundRequest::Value(_, found, form, value) = target.with_args(address, args)? else {
            return rack.send(rest, args, at, &mut self.address_space);
        };
        let path = found.path().replace('.', "/");
        let args: Vec<Arg> = value.map(Arg::Number).into_iter().collect();
        match (rack.send(&path, &args, at, &mut self.address_space)?, form) {
            (Answer::Value(value), foley_sound::ValueForm::Handle) => {
                Ok(Answer::Value(found.info.to_handle(value)))
            }
            (answer, _) => Ok(answer),
        }
    }

    fn send_output(&mut self, output: MappingOutput, from: Option<SocketAddr>, outcomes: &mut Vec<Outcome>) {
        let MappingOutput { address, mut args, at, along } = output;
        let found = target::target(&self.address_space, &self.racks, &address);
        if let (Some(along), Some(target), [Arg::Number(value)]) = (along, found, args.as_slice()) {
            if target.goes_on_until_released(&along) {
                let result = self.send(&address, &[], at);
                outcomes.push(Outcome { address, from, result });
                return;
            }
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

/// A message that results from a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct MappingOutput {
    /// Address that the message goes to.
    pub address: String,
    /// Arguments of the message.
    pub args: Vec<Arg>,
    /// Sample at which the message takes effect.
    pub at: u64,
    /// Rule by which the number is scaled to the target; `None` if the arguments are sent as they are.
    pub along: Option<OutputScaling>,
}
