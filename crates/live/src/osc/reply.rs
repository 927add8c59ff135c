//! What goes back: answers and mistakes, to where the message came from.
//!
//! Not more than [`MOST_REPLIES`] in a second in all, and each is short: whoever sends garbage in the name of another must not make us shout at that other.

use rosc::{OscMessage, OscPacket, OscType};
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most answers in a second.
pub const MOST_REPLIES: u32 = 200;
/// Most machines that may have said where they want to be answered; the first makes room.
const MOST_PORTS: usize = 64;
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
    /// Where machines want to be answered, if not where they sent from.
    ports: VecDeque<(IpAddr, u16)>,
}

impl Replies {
    pub(super) fn new(socket: Arc<UdpSocket>) -> Self {
        Self {
            socket,
            second: Instant::now(),
            sent: 0,
            ports: VecDeque::new(),
        }
    }

    /// From now on that machine is answered at a port, or, without one, where it sends from.
    pub(super) fn answer_at(&mut self, who: IpAddr, port: Option<u16>) {
        self.ports.retain(|&(known, _)| known != who);
        if let Some(port) = port {
            if self.ports.len() >= MOST_PORTS {
                self.ports.pop_front();
            }
            self.ports.push_back((who, port));
        }
    }

    /// Sends an answer; says whether it did.
    pub(super) fn send(&mut self, mut to: SocketAddr, address: &str, args: Vec<OscType>) -> bool {
        if self.second.elapsed() >= Duration::from_secs(1) {
            (self.second, self.sent) = (Instant::now(), 0);
        }
        if self.sent >= MOST_REPLIES {
            return false;
        }
        self.sent += 1;
        if let Some(&(_, port)) = self.ports.iter().find(|&&(known, _)| known == to.ip()) {
            to.set_port(port);
        }
        let packet = OscPacket::Message(OscMessage {
            addr: address.to_owned(),
            args,
        });
        let bytes = rosc::encoder::encode(&packet).unwrap_or_default();
        !bytes.is_empty() && self.socket.send_to(&bytes, to).is_ok()
    }

    /// Tells a mistake.
    pub(super) fn mistake(&mut self, to: SocketAddr, address: &str, why: &str) -> bool {
        let short = |text: &str| OscType::String(text.chars().take(LONGEST).collect());
        self.send(to, ERROR, vec![short(address), short(why)])
    }
}
