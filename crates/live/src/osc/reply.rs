//! What goes back: answers and mistakes, to where the message came from.
//!
//! Who asked for another port is answered there alone. Others on his machine are answered there, too, beside
//! where they send from: a program that sends each message from a port of its own cannot be told from its
//! neighbours, and must not take their answers away.
//!
//! Not more than [`MAX_REPLIES`] in a second in all, and each is short: whoever sends garbage in the name of
//! another must not make us shout at that other.

use rosc::{OscMessage, OscPacket, OscType};
use std::collections::VecDeque;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most answers in a second.
pub const MAX_REPLIES: u32 = 200;
/// Most who may have said where they want to be answered; the first makes room.
const MAX_PORTS: usize = 64;
/// Most letters of a text that goes back.
const LONGEST: usize = 400;
/// Where mistakes are told.
pub(super) const ERROR: &str = "/foley/error";

/// Who answers.
#[derive(Debug)]
pub(super) struct Replies {
    socket: Arc<UdpSocket>,
    second: Instant,
    sent: u32,
    /// Who wants to be answered at another port; the newest last.
    ports: VecDeque<(SocketAddr, u16)>,
}

impl Replies {
    pub(super) fn new(socket: Arc<UdpSocket>) -> Self {
        Self { socket, second: Instant::now(), sent: 0, ports: VecDeque::new() }
    }

    /// From now on he is answered at a port, or, without one, where he sends from. Who has none of his own
    /// gives up the one that is used for him.
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

    /// Where somebody is answered: at the port he asked for; else where he sent from, and where his machine
    /// asked last.
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

    /// Sends an answer; says whether it went everywhere.
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

    /// Tells a mistake.
    pub(super) fn mistake(&mut self, to: SocketAddr, address: &str, why: &str) -> bool {
        let short = |text: &str| OscType::String(text.chars().take(LONGEST).collect());
        self.send(to, ERROR, vec![short(address), short(why)])
    }
}
