//! Limits of a sender: names, answers, memory, time.

use crate::osc_stage::{ANY, Stage, bundle, message, tag};
use rosc::OscType;
use std::net::UdpSocket;

const AT_ONCE: u64 = 1;

fn text(text: &str) -> OscType {
    OscType::String(text.to_owned())
}

#[test]
fn an_address_with_only_a_name_gets_suggestions() {
    let stage = Stage::new(&[("cup", "impact")]);
    for address in ["/cup", "/cup/", "/cu/strike", "/cu"] {
        stage.send(&message(address, vec![]));
        let why = stage.reply().args[1].clone().string().unwrap();
        assert!(why.contains("`/cup/strike`"), "{address}: {why}");
        let (_, meant) = why.split_once("did you mean").unwrap();
        assert!(!meant.contains("`/cup/`"), "{address}: {why}");
    }
}

#[test]
fn reserved_names_are_rejected() {
    let stage = Stage::new(&[]);
    for name in ["all", "nothing", "foley"] {
        stage.send(&message("/foley/add", vec![text(name), text("impact")]));
        let why = stage.reply().args[1].clone().string().unwrap();
        assert!(why.contains("`foley`, `all` and `nothing` are reserved"), "{name}: {why}");
    }
    stage.wait_for(3);
    assert_eq!(stage.server.counts().refused, 3);
}

/// A sender with its own port, and the answers it gets.
struct Other(UdpSocket);

impl Other {
    fn new() -> Self {
        let socket = UdpSocket::bind(ANY).unwrap();
        let wait = std::time::Duration::from_secs(30);
        socket.set_read_timeout(Some(wait)).unwrap();
        Self(socket)
    }

    fn port(&self) -> OscType {
        OscType::Int(self.0.local_addr().unwrap().port().into())
    }

    fn send(&self, stage: &Stage, address: &str, args: Vec<OscType>) {
        let bytes = rosc::encoder::encode(&message(address, args)).unwrap();
        self.0.send_to(&bytes, stage.server.address()).unwrap();
    }

    /// Waits for the next answer and returns its address.
    fn hears(&self) -> String {
        let mut buffer = vec![0; 65_536];
        let (length, _) = self.0.recv_from(&mut buffer).expect("an answer");
        match rosc::decoder::decode_udp(&buffer[..length]) {
            Ok((_, rosc::OscPacket::Message(message))) => message.addr,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_reply_port_takes_no_answers_from_other_senders() {
    let stage = Stage::new(&[("cup", "impact")]);
    let (one, at_port, two) = (Other::new(), Other::new(), Other::new());
    one.send(&stage, "/foley/reply", vec![at_port.port()]);
    // The requesting sender is answered there alone.
    one.send(&stage, "/cup/hardness", vec![]);
    assert_eq!(at_port.hears(), "/cup/hardness");
    // Another sender of the same machine is answered at its own port and at that one.
    two.send(&stage, "/foley/list", vec![]);
    assert_eq!((two.hears(), at_port.hears()), ("/foley/list".to_owned(), "/foley/list".to_owned()));
    // The first got nothing until it gave up the port.
    one.send(&stage, "/foley/reply", vec![]);
    one.send(&stage, "/cup/mixer/pan", vec![]);
    assert_eq!(one.hears(), "/cup/mixer/pan");
    // Two senders with reply ports do not get each other's answers.
    one.send(&stage, "/foley/reply", vec![at_port.port()]);
    let other_port = Other::new();
    two.send(&stage, "/foley/reply", vec![other_port.port()]);
    one.send(&stage, "/cup/mixer/gain", vec![]);
    two.send(&stage, "/cup/mixer/mute", vec![]);
    assert_eq!(at_port.hears(), "/cup/mixer/gain");
    assert_eq!(other_port.hears(), "/cup/mixer/mute");
}

/// Sends many questions; each answer goes to two ports, and both copies count.
#[test]
fn at_most_two_hundred_answers_are_sent_per_second() {
    let stage = Stage::new(&[("cup", "impact")]);
    let (one, at_port) = (Other::new(), Other::new());
    one.send(&stage, "/foley/reply", vec![at_port.port()]);
    let began = std::time::Instant::now();
    let asked = 900;
    for _ in 0..9 {
        let all = vec![message("/cup/hardness", vec![]); 100];
        stage.send(&bundle(AT_ONCE, all));
    }
    stage.wait_for(10);
    let seconds = began.elapsed().as_secs() + 2;
    let mut sent = 0;
    for socket in [&stage.client, &at_port.0] {
        socket.set_nonblocking(true).unwrap();
        let mut buffer = [0; 1024];
        while socket.recv_from(&mut buffer).is_ok() {
            sent += 1;
        }
    }
    let most = u64::from(foley_live::osc::MAX_REPLIES) * seconds;
    assert!(sent <= most && sent >= 2, "{sent} answers in {seconds} s to {asked} questions");
    let counts = stage.server.counts();
    assert!(counts.unanswered >= asked - most.min(asked) / 2, "{counts:?}");
}

/// Schedules messages of 64 arguments with a text of a kilobyte each: some 64 kB per message.
#[test]
fn scheduled_messages_take_at_most_eight_megabytes() {
    use foley_live::osc::MAX_QUEUED_BYTES;
    let stage = Stage::new(&[("cup", "impact")]);
    let heavy = message("/cup/strike", vec![text(&"x".repeat(990)); 64]);
    for _ in 0..200 {
        let before = stage.server.counts().packets;
        stage.send(&bundle(tag(600.0), vec![heavy.clone()]));
        // One at a time: the system drops packets that are not read.
        stage.wait_for(before + 1);
    }
    let dispatcher = stage.dispatcher.lock().unwrap();
    let (waiting, weight) = (dispatcher.queued(), dispatcher.queued_bytes());
    assert!(weight <= MAX_QUEUED_BYTES, "{weight} bytes");
    assert!((100..=132).contains(&waiting), "{waiting} messages of 64 kB");
    drop(dispatcher);
    let crowded = stage.server.counts().crowded;
    assert_eq!(crowded + waiting as u64, 200, "each is kept or counted");
    // Dispatched messages take no memory.
    let mut dispatcher = stage.dispatcher.lock().unwrap();
    dispatcher.dispatch_due(u64::MAX);
    assert_eq!((dispatcher.queued(), dispatcher.queued_bytes()), (0, 0));
}

#[test]
fn a_packet_creates_at_most_eight_sounds_and_the_rest_takes_effect() {
    let stage = Stage::new(&[("cup", "impact")]);
    let mut all: Vec<_> =
        (0..12).map(|n| message("/foley/add", vec![text(&format!("z{n}")), text("impact")])).collect();
    all.push(message("/foley/{add,preset}", vec![text("cup"), text("impact")]));
    all.push(message("/cup/mixer/gain", vec![OscType::Float(0.5)]));
    stage.send(&bundle(AT_ONCE, all));
    stage.wait_for(1);
    let dispatcher = stage.dispatcher.lock().unwrap();
    assert_eq!(dispatcher.address_space.controls.instances().count(), 9, "the cup and eight more");
    assert_eq!(dispatcher.address_space.controls.instances().next().unwrap().1.strip.gain, 0.5);
    let counts = stage.server.counts();
    assert_eq!((counts.too_long, counts.done), (5, 9), "{counts:?}");
}
