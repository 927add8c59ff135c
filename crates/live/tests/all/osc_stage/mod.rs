//! An engine with an open OSC port, rendered on demand.

use foley_engine::{Capacity, Renderer, engine};
use foley_live::mapping::Mappings;
use foley_live::osc::Server;
use foley_live::{AddressSpace, Clock, ClockMarker, Dispatcher};
use rosc::{OscBundle, OscMessage, OscPacket, OscTime, OscType};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub(crate) const RATE: f64 = 48_000.0;

/// Loopback address with port 0, for which the system chooses a free port.
pub(crate) const ANY: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

pub(crate) struct Stage {
    pub(crate) dispatcher: Arc<Mutex<Dispatcher>>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) marker: ClockMarker,
    pub(crate) renderer: Renderer,
    pub(crate) server: Server,
    pub(crate) client: UdpSocket,
}

/// Makes an address space with these sounds, given as pairs of a name and a model or preset.
pub(crate) fn address_space(sounds: &[(&str, &str)]) -> (AddressSpace, Renderer) {
    let (mut controls, renderer) = engine(RATE, Capacity::default());
    controls.limit(false, 0).unwrap();
    let mut address_space = AddressSpace::new(controls);
    for (name, sound) in sounds {
        address_space.add(name, sound, 0).unwrap();
    }
    (address_space, renderer)
}

impl Stage {
    pub(crate) fn new(sounds: &[(&str, &str)]) -> Self {
        Self::of(address_space(sounds))
    }

    pub(crate) fn of((address_space, renderer): (AddressSpace, Renderer)) -> Self {
        let dispatcher = Arc::new(Mutex::new(Dispatcher::new(address_space, Mappings::default())));
        let (clock, marker) = Clock::new(RATE);
        let server = Server::open(ANY, Arc::clone(&dispatcher), Arc::clone(&clock)).unwrap();
        let client = UdpSocket::bind(ANY).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Self { dispatcher, clock, marker, renderer, server, client }
    }

    pub(crate) fn send(&self, packet: &OscPacket) {
        self.send_bytes(&rosc::encoder::encode(packet).unwrap());
    }

    pub(crate) fn send_bytes(&self, bytes: &[u8]) {
        self.client.send_to(bytes, self.server.address()).unwrap();
    }

    /// Waits for the next answer of the server and returns it.
    pub(crate) fn reply(&self) -> OscMessage {
        let mut buffer = vec![0; 65_536];
        let (length, _) = self.client.recv_from(&mut buffer).expect("an answer");
        match rosc::decoder::decode_udp(&buffer[..length]) {
            Ok((_, OscPacket::Message(message))) => message,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until a number of packets has been processed.
    pub(crate) fn wait_for(&self, packets: u64) {
        until("packets", || self.server.counts().packets >= packets);
    }

    /// Renders the next samples; returns the first channel.
    pub(crate) fn hear(&mut self, frames: usize) -> Vec<f32> {
        let mut out = vec![0.0; 2 * frames];
        self.renderer.render_interleaved(&mut out);
        out.chunks_exact(2).map(|both| both[0]).collect()
    }
}

/// Waits until the condition `is` holds, however busy the machine is. `what` names it in the failure.
pub(crate) fn until(what: &str, mut is: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_mins(1), "no {what} in a minute");
        if began.elapsed() < Duration::from_millis(2) {
            std::thread::yield_now();
        } else {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

pub(crate) fn message(address: &str, args: Vec<OscType>) -> OscPacket {
    OscPacket::Message(OscMessage { addr: address.to_owned(), args })
}

pub(crate) fn bundle(tag: u64, content: Vec<OscPacket>) -> OscPacket {
    let timetag = OscTime { seconds: (tag >> 32) as u32, fractional: tag as u32 };
    OscPacket::Bundle(OscBundle { timetag, content })
}

/// Returns the OSC time tag for the time `ahead` seconds from now.
pub(crate) fn tag(ahead: f64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seconds = now.as_secs() + 2_208_988_800;
    let now = (seconds << 32) + (u64::from(now.subsec_nanos()) << 32) / 1_000_000_000;
    now.wrapping_add_signed((ahead * 4_294_967_296.0) as i64)
}

pub(crate) fn first_sound(samples: &[f32]) -> Option<usize> {
    samples.iter().position(|&x| x != 0.0)
}
