//! Sends answers and errors back to the senders of messages.
//!
//! A sender that asked for another port is answered at that port alone. Other senders of the same machine are
//! answered at that port and at the port they send from: programs that send each message from a new port
//! cannot be distinguished, and must not take each other's answers.
//!
//! The server sends at most [`MAX_REPLIES`] answers per second in all, each of limited length: forged sender
//! addresses must not turn the server into an amplifier.

use rosc::{OscMessage, OscPacket, OscType};
use std::collections::VecDeque;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum number of answers per second, to all senders together.
pub const MAX_REPLIES: u32 = 200;
/// Maximum number of senders with a reply port of their own; beyond it the oldest entry is dropped.
const MAX_PORTS: usize = 64;
/// Maximum length of a text in an answer \[characters\].
const MAX_TEXT_LENGTH: usize = 400;
/// Address of the messages that report errors to senders.
pub(super) const ERROR: &str = "/foley/error";

/// Sends answers to the senders of messages, within the rate limit.
#[derive(Debug)]
pub(super) struct Replies {
    socket: Arc<UdpSocket>,
    second: Instant,
    sent: u32,
    /// Reply port that each sender asked for, the newest last.
    ports: VecDeque<(SocketAddr, u16)>,
}

impl Replies {
    pub(super) fn new(socket: Arc<UdpSocket>) -> Self {
        Self { socket, second: Instant::now(), sent: 0, ports: VecDeque::new() }
    }

    /// Sets the reply port of the sender `who`, or removes it if `port` is `None`. If that sender has no
    /// reply port to remove, the newest reply port of its machine is removed.
    pub(super) fn answer_at(&mut self, who: SocketAddr, port: Option<u16>) {
        let own = |&(known, _): &(SocketAddr, u16)| known == who;
        let used = self.ports.iter().rposition(own).or_else(|| {
            let near = |&(known, _): &(SocketAddr, u16)| known.ip() == who.ip();
            let given_up = port.is_none();
            self.ports.iter().rposition(near).filter(|_| given_up)
        });
        if let Some(used) = used {
            self.ports.remove(used);
        }
        if let Some(port) = port {
            if self.ports.len() >= MAX_PORTS {
                self.ports.pop_front();
            }
            self.ports.push_back((who, port));
        }
    }

    /// Returns the addresses to which answers for the sender `to` go. A sender with a reply port is answered
    /// at that port alone. Otherwise it is answered at the port it sends from, and at the newest reply port
    /// of its machine.
    fn places(&self, to: SocketAddr) -> (SocketAddr, Option<SocketAddr>) {
        let at = |port| SocketAddr::new(to.ip(), port);
        let mut newest = self.ports.iter().rev();
        if let Some(&(_, port)) = newest.clone().find(|(known, _)| *known == to) {
            return (at(port), None);
        }
        let near = newest.find(|(known, _)| known.ip() == to.ip());
        let near = near.map(|&(_, port)| at(port));
        (to, near.filter(|near| *near != to))
    }

    /// Sends an answer to the sender `to`; returns whether all copies were sent.
    pub(super) fn send(&mut self, to: SocketAddr, address: &str, args: Vec<OscType>) -> bool {
        let packet = OscPacket::Message(OscMessage { addr: address.to_owned(), args });
        let bytes = rosc::encoder::encode(&packet).unwrap_or_default();
        let (first, second) = self.places(to);
        let first = self.send_one(first, &bytes);
        first & second.is_none_or(|second| self.send_one(second, &bytes))
    }

    fn send_one(&mut self, to: SocketAddr, bytes: &[u8]) -> bool {
        if self.second.elapsed() >= Duration::from_secs(1) {
            (self.second, self.sent) = (Instant::now(), 0);
        }
        if self.sent >= MAX_REPLIES {
            return false;
        }
        self.sent += 1;
        !bytes.is_empty() && self.socket.send_to(bytes, to).is_ok()
    }

    /// Sends the error `why` of a message to its sender; returns whether all copies were sent.
    pub(super) fn mistake(&mut self, to: SocketAddr, address: &str, why: &str) -> bool {
        let short = |text: &str| OscType::String(text.chars().take(MAX_TEXT_LENGTH).collect());
        self.send(to, ERROR, vec![short(address), short(why)])
    }
}
