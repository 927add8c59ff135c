//! Open Sound Control 1.0 over UDP. Source: \[OSC2002\].
//!
//! ```text
//! packet ─▶ messages with samples ─▶ Dispatcher (a MessageSink) ─▶ AddressSpace
//!                sender ◀── answers, errors ◀──┘
//! ```
//!
//! | item                                          | here                                                        |
//! |-----------------------------------------------|-------------------------------------------------------------|
//! | an open port and its thread                   | [`Server`]                                                  |
//! | receiver of messages                          | [`MessageSink`]: the dispatcher, or a forwarder             |
//! | splitting bundles, decoding messages          | `packet`                                                    |
//! | time tags become samples                      | `time`                                                      |
//! | answers, rate-limited                         | `reply`                                                     |
//! | counters by kind                              | [`Counts`]                                                  |
//!
//! Arguments are numbers (i, f, d, h), T, F and text (s). A message that reads a value, such as
//! `/cup/hardness` without an argument, is answered by a message to the same address with the value. An error
//! is answered by `/foley/error` with the address and a sentence. Successful commands are not answered. Two
//! addresses belong to the server itself:
//!
//! | address         | arguments     | effect                                                                            |
//! |-----------------|---------------|-----------------------------------------------------------------------------------|
//! | `/foley/counts` |               | answers the names and values of all counters                                      |
//! | `/foley/reply`  | port, or none | sends further answers for this sender to that port; without a port, to the port it sends from |
//!
//! Other senders on the same machine are answered at that port and at the port they send from, because many
//! programs send each message from a new port.
//!
//! A bundle takes effect at the sample of its time tag. A bundle with a tag in the past takes effect at once
//! and is counted as late; a bundle with a tag more than an hour ahead is rejected. Memory is bounded:
//! scheduled messages may take half of the dispatcher's queue and [`MAX_QUEUED_BYTES`], and a packet creates
//! at most eight sounds.

mod counts;
mod packet;
mod reply;
mod sink;
mod time;

pub use counts::Counts;
pub use reply::MAX_REPLIES;
pub use sink::{MAX_QUEUED_BYTES, MessageSink};

use crate::Clock;
use crate::address_space::{Answer, Arg, Entry, EntryKind, MessageError, plain};
use crate::dispatcher::{Message, MessageKind, Outcome};
use counts::{CounterSet, count};
use packet::{PacketError, PacketParts};
use reply::{ERROR, Replies};
use rosc::OscType;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use time::{TagClock, TagTime};

/// Interval at which the server thread checks whether to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum length of a UDP packet \[bytes\].
const MAX_PACKET_LENGTH: usize = 65_536;

/// An OSC server. When it is dropped its thread ends and the port is closed.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    port: Arc<Port>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Port {
    dispatcher: Arc<Mutex<dyn MessageSink>>,
    clock: Arc<Clock>,
    tally: CounterSet,
    replies: Mutex<Replies>,
    ends: AtomicBool,
}

impl Server {
    /// Opens a UDP port for OSC; port 0 takes a free one.
    ///
    /// # Errors
    /// If the port cannot be opened, or the thread cannot be started.
    pub fn open<T: MessageSink + 'static>(
        address: SocketAddr,
        dispatcher: Arc<Mutex<T>>,
        clock: Arc<Clock>,
    ) -> io::Result<Self> {
        let socket = Arc::new(UdpSocket::bind(address)?);
        socket.set_read_timeout(Some(POLL_INTERVAL))?;
        let address = socket.local_addr()?;
        let tags = TagClock::new(Arc::clone(&clock));
        let port = Arc::new(Port {
            dispatcher,
            clock,
            tally: CounterSet::default(),
            replies: Mutex::new(Replies::new(Arc::clone(&socket))),
            ends: false.into(),
        });
        let listening = Arc::clone(&port);
        let thread = std::thread::Builder::new()
            .name("foley-osc".to_owned())
            .spawn(move || listening.listen(&socket, tags))?;
        Ok(Self { address, port, thread: Some(thread) })
    }

    /// Returns the address of the server's port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the values of the counters so far.
    pub fn counts(&self) -> Counts {
        self.port.tally.read()
    }

    /// Answers the senders of `outcomes` and counts the errors. For outcomes that another thread got from the
    /// dispatcher.
    pub fn answer(&self, outcomes: &[Outcome]) {
        self.port.answer(outcomes);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.port.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Port {
    fn listen(&self, socket: &UdpSocket, mut tags: TagClock) {
        let mut buffer = vec![0; MAX_PACKET_LENGTH];
        while !self.ends.load(Ordering::Relaxed) {
            self.follow(&mut tags);
            match socket.recv_from(&mut buffer) {
                Ok((length, from)) => {
                    let packet = buffer.get(..length).unwrap_or_default();
                    self.take(packet, from, &mut tags);
                    count(&self.tally.packets);
                }
                Err(why) => match why.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {}
                    // Possibly an answer could not be delivered: wait a moment instead of spinning.
                    _ => std::thread::sleep(Duration::from_millis(1)),
                },
            }
        }
    }

    /// Shifts scheduled messages after gaps of the device, so that they still play at their time.
    fn follow(&self, tags: &mut TagClock) {
        let later = tags.follow();
        if later != 0 {
            lock(&self.dispatcher).shift_queued(later);
        }
    }

    fn take(&self, packet: &[u8], from: SocketAddr, tags: &mut TagClock) {
        let parts = match PacketParts::of(packet) {
            Ok(parts) => parts,
            Err(bad) => return self.refuse(from, "", &bad),
        };
        self.follow(tags);
        let now = self.clock.now();
        let times: Vec<Option<u64>> = parts
            .tags
            .iter()
            .enumerate()
            .map(|(bundle, &tag)| self.time_of(bundle, tag, now, from, tags))
            .collect();
        for bytes in parts.excess {
            let most = packet::MAX_MADE;
            self.refuse(from, &packet::address(bytes), &MessageError::TooManySounds { most }.into());
        }
        // One lock for the whole packet: its messages take effect together.
        let mut dispatcher = lock(&self.dispatcher);
        for (bundle, bytes) in parts.messages {
            if let Some(&Some(at)) = times.get(bundle) {
                self.post(&mut *dispatcher, bytes, (at, now), from);
            }
        }
        let outcomes = dispatcher.dispatch_due(self.clock.now());
        drop(dispatcher);
        self.answer(&outcomes);
    }

    /// Returns the sample at which a bundle takes effect; `None` if the bundle is rejected. Index 0 means the
    /// packet itself instead of a bundle.
    fn time_of(
        &self,
        bundle: usize,
        tag: u64,
        now: u64,
        from: SocketAddr,
        tags: &mut TagClock,
    ) -> Option<u64> {
        if bundle > 0 {
            count(&self.tally.bundles);
        }
        match tags.tag_time(tag, now) {
            TagTime::At(at) => Some(at),
            TagTime::Late => {
                count(&self.tally.late);
                Some(now)
            }
            TagTime::Far => {
                let why = PacketError::from(MessageError::WrongArguments {
                    address: "#bundle".to_owned(),
                    takes: format!("a time tag up to {} s ahead", time::MAX_AHEAD),
                });
                self.refuse(from, "#bundle", &why);
                None
            }
        }
    }

    fn post(&self, dispatcher: &mut dyn MessageSink, bytes: &[u8], (at, now): (u64, u64), from: SocketAddr) {
        let (address, args) = match packet::message(bytes) {
            Ok(read) => read,
            Err((address, bad)) => return self.refuse(from, &address, &bad),
        };
        count(&self.tally.messages);
        let taken = match address.as_str() {
            "/foley/counts" => self.answer_counts(from, &args),
            "/foley/reply" => self.handle_answer_port(from, &args),
            _ => {
                let kind = MessageKind::Address { address: address.clone(), args };
                let from = Some(from);
                dispatcher.queue(Message { at, kind, from, scored: false }, now)
            }
        };
        match taken {
            Ok(()) => {}
            // An error about an error would go back and forth for ever.
            Err(why) if address == ERROR => self.tally.fault(why.kind()),
            Err(why) => self.refuse(from, &address, &why.into()),
        }
    }

    fn answer_counts(&self, from: SocketAddr, args: &[Arg]) -> Result<(), MessageError> {
        if !args.is_empty() {
            return Err(MessageError::WrongArguments {
                address: "/foley/counts".to_owned(),
                takes: "no argument; it sends an answer".to_owned(),
            });
        }
        count(&self.tally.done);
        let counts = self.tally.read().named().into_iter();
        let named = counts.flat_map(|(name, count)| {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            [OscType::String(name.to_owned()), OscType::Int(count)]
        });
        self.sent(lock(&self.replies).send(from, "/foley/counts", named.collect()));
        Ok(())
    }

    fn handle_answer_port(&self, from: SocketAddr, args: &[Arg]) -> Result<(), MessageError> {
        let port = match args {
            [] => None,
            [Arg::Number(port)] if (1.0..=65_535.0).contains(port) => Some(*port as u16),
            _ => {
                return Err(MessageError::WrongArguments {
                    address: "/foley/reply".to_owned(),
                    takes: "the number of a port from 1 to 65535, or none".to_owned(),
                });
            }
        };
        count(&self.tally.done);
        lock(&self.replies).answer_at(from, port);
        Ok(())
    }

    fn refuse(&self, from: SocketAddr, address: &str, bad: &PacketError) {
        let why = match bad {
            PacketError::Garbage(why) => {
                count(&self.tally.garbage);
                why.clone()
            }
            PacketError::TooDeep => {
                count(&self.tally.too_deep);
                let most = packet::MAX_DEEP;
                format!("bundles are nested more than {most} deep")
            }
            PacketError::Rejected(why) => {
                self.tally.fault(why.kind());
                why.to_string()
            }
        };
        self.sent(lock(&self.replies).mistake(from, address, &why));
    }

    fn answer(&self, outcomes: &[Outcome]) {
        for Outcome { address, from, result } in outcomes {
            let Some(to) = *from else { continue };
            match result {
                Ok(answer) => {
                    count(&self.tally.done);
                    if let Some(args) = values(answer) {
                        self.sent(lock(&self.replies).send(to, address, args));
                    }
                }
                Err(why) if address == ERROR => self.tally.fault(why.kind()),
                Err(why) => self.refuse(to, address, &why.clone().into()),
            }
        }
    }

    fn sent(&self, sent: bool) {
        if !sent {
            count(&self.tally.unanswered);
        }
    }
}

/// Returns the arguments of the OSC message that answers; `None` for a command, which has no answer.
fn values(answer: &Answer) -> Option<Vec<OscType>> {
    let number = |&value: &f64| OscType::Float(value as f32);
    match answer {
        Answer::Done => None,
        Answer::Value(value) => Some(vec![number(value)]),
        Answer::Values(values) => Some(values.iter().map(number).collect()),
        Answer::Names(names) => Some(names.iter().cloned().map(OscType::String).collect()),
    }
}

/// Returns the descriptions of the server's own addresses, `/foley/counts` and `/foley/reply`.
pub(crate) fn entries() -> [Entry; 2] {
    let entry = |kind, info: foley_params::Info| Entry {
        address: format!("/foley/{}", info.id),
        kind,
        info,
        value: None,
    };
    let counts = "Answers the OSC counters: name, number, name, number …";
    let reply = "Sends answers for this machine to that port.";
    [
        entry(EntryKind::Asked, plain("counts", counts, [0.0, 0.0], 0.0)),
        entry(EntryKind::Gesture, plain("reply", reply, [1.0, 65_535.0], 9001.0)),
    ]
}

/// Locks a mutex, even after a panic of a thread that held it.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
