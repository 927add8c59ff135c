//! Messages over the network become sound at their sample, and what was asked is answered.

mod osc_stage;

use osc_stage::{ANY, Stage, bundle, first_sound, message, tag, until};
use rosc::OscType;
use std::io::{BufRead, BufReader};
use std::net::UdpSocket;
use std::process::{Command, Stdio};

const AT_ONCE: u64 = 1;

fn text(text: &str) -> OscType {
    OscType::String(text.to_owned())
}

/// Sends with liblo, a library that is not ours.
fn oscsend(stage: &Stage, args: &[&str]) {
    let port = stage.server.address().port().to_string();
    let status = Command::new("oscsend")
        .args(["127.0.0.1", &port])
        .args(args)
        .status();
    assert!(
        status.expect("oscsend of liblo-tools").success(),
        "{args:?}"
    );
}

#[test]
fn a_strike_by_oscsend_is_heard() {
    let mut stage = Stage::new(&[("cup", "impact")]);
    assert_eq!(first_sound(&stage.hear(480)), None, "nothing was struck");
    oscsend(&stage, &["/cup/strike", "f", "1.2"]);
    stage.wait_for(1);
    assert_eq!(stage.server.counts().done, 1, "{:?}", stage.server.counts());
    // The clock began with the stage and goes on by itself: what comes now sounds as many samples from its beginning.
    let frames = stage.clock.now() as usize + 9_600;
    let heard = stage.hear(frames);
    assert!(
        first_sound(&heard).is_some(),
        "a strike at 1.2 m/s in {frames} samples"
    );
}

#[test]
fn oscdump_is_answered_at_the_port_it_listens_to() {
    let stage = Stage::new(&[("cup", "impact"), ("hall", "reverb")]);
    // A port that was free a moment ago.
    let port = UdpSocket::bind(ANY)
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
        .to_string();
    let mut dump = Command::new("oscdump")
        .args(["-L", &port])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("oscdump of liblo-tools");
    let mut lines = BufReader::new(dump.stdout.take().unwrap()).lines();
    let (said, heard) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        while let Some(Ok(line)) = lines.next() {
            let _ = said.send(line);
        }
    });
    oscsend(&stage, &["/foley/reply", "i", &port]);
    // It may not listen yet: ask until it does.
    let mut line = None;
    until("answer", || {
        oscsend(&stage, &["/foley/list"]);
        line = heard
            .recv_timeout(std::time::Duration::from_millis(200))
            .ok();
        line.is_some()
    });
    oscsend(&stage, &["/cup/hardnes", "f", "70"]);
    let mistake = heard.iter().find(|line| !line.contains("/foley/list"));
    dump.kill().unwrap();
    dump.wait().unwrap();
    reader.join().unwrap();
    let line = line.unwrap();
    assert!(line.contains(r#"/foley/list ss "cup" "hall""#), "{line}");
    let mistake = mistake.unwrap();
    assert!(
        mistake.contains("/foley/error ss \"/cup/hardnes\"")
            && mistake.contains("did you mean `/cup/hardness`?"),
        "{mistake}"
    );
}

#[test]
fn what_is_asked_is_answered_and_what_is_wrong_is_explained() {
    let stage = Stage::new(&[("cup", "impact")]);
    stage.send(&message("/cup/hardness", vec![OscType::Float(70.0)]));
    stage.send(&message("/cup/hardness", vec![]));
    let reply = stage.reply();
    assert_eq!(reply.addr, "/cup/hardness");
    let [OscType::Float(value)] = reply.args[..] else {
        panic!("{reply:?}");
    };
    assert!((value - 70.0).abs() < 1e-4, "{value}");

    stage.send(&message("/cup/hardness", vec![OscType::Float(170.0)]));
    let reply = stage.reply();
    assert_eq!(
        (reply.addr.as_str(), &reply.args[0]),
        ("/foley/error", &text("/cup/hardness"))
    );
    let why = reply.args[1].clone().string().unwrap();
    assert!(
        why.contains("170") && why.contains("from 0 to 100"),
        "{why}"
    );

    stage.send(&message("/cup/hardness", vec![OscType::Float(f32::NAN)]));
    let why = stage.reply().args[1].clone().string().unwrap();
    assert!(
        why.contains("not finite") && why.contains("from 0 to 100"),
        "{why}"
    );

    stage.send(&message("/cup/strike", vec![OscType::Blob(vec![1, 2, 3])]));
    let why = stage.reply().args[1].clone().string().unwrap();
    assert!(why.contains("not a blob (b)"), "{why}");

    stage.send(&message("/foley/counts", vec![]));
    let counts = stage.reply().args;
    let of = |name: &str| {
        let at = counts.iter().position(|it| *it == text(name)).unwrap();
        counts[at + 1].clone().int().unwrap()
    };
    let found = [
        "packets",
        "messages",
        "done",
        "refused",
        "not-a-number",
        "garbage",
    ]
    .map(of);
    // The packet that asks is not dealt with yet.
    assert_eq!(found, [5, 5, 3, 2, 1, 0], "{counts:?}");
}

#[test]
fn every_type_that_can_be_a_value_is_one() {
    let stage = Stage::new(&[("cup", "impact")]);
    for (sent, value) in [
        (OscType::Int(1), 1.0),
        (OscType::Float(0.5), 0.5),
        (OscType::Double(0.25), 0.25),
        (OscType::Long(3), 3.0),
        (OscType::Bool(true), 1.0),
        (OscType::Bool(false), 0.0),
        (text("0.75"), 0.75),
    ] {
        stage.send(&message("/cup/mixer/gain", vec![sent.clone()]));
        stage.send(&message("/cup/mixer/gain", vec![]));
        assert_eq!(stage.reply().args, [OscType::Float(value)], "{sent:?}");
    }
    oscsend(&stage, &["/cup/mixer/mute", "T"]);
    oscsend(&stage, &["/cup/mixer/pan", "d", "-0.5"]);
    stage.wait_for(16);
    let desk = stage.desk.lock().unwrap();
    let strip = desk.world.controls.instances().next().unwrap().1.strip;
    assert!(strip.mute && strip.pan == -0.5, "{strip:?}");
}

/// By which sample two strikes are apart whose tags are 10.5 ms apart: in one packet, or in two.
fn apart(names: [&str; 2], packets: u64) -> i64 {
    let mut stage = Stage::new(&[("cup", "impact"), ("pan", "impact")]);
    let base = tag(3.0);
    let later = base + (10.5e-3 * 4_294_967_296.0) as u64;
    let strike = |name: &str| message(&format!("/{name}/strike"), vec![OscType::Float(1.0)]);
    let [one, two] = names.map(strike);
    let (one, two) = (bundle(base, vec![one]), bundle(later, vec![two]));
    if packets == 1 {
        stage.send(&bundle(AT_ONCE, vec![one, two]));
    } else {
        stage.send(&one);
        stage.send(&two);
    }
    stage.wait_for(packets);
    let mut desk = stage.desk.lock().unwrap();
    let due = stage.clock.now() + 4 * 48_000;
    let mut taps = ["cup", "pan"].map(|name| {
        let place = desk.world.controls.place(name).unwrap();
        desk.world.controls.tap(Some(place), 60.0, 0).unwrap()
    });
    assert_eq!(desk.waiting(), 2, "both wait for their time");
    desk.go_on(due);
    drop(desk);
    stage.hear(due as usize);
    let [cup, pan] = taps.each_mut().map(|tap| {
        let samples = std::iter::from_fn(|| tap.samples.pop().ok());
        let first = samples.take_while(|&x| x == 0.0).count();
        assert!(!tap.samples.is_empty(), "a strike");
        i64::try_from(first / tap.channels).unwrap()
    });
    pan - cup
}

/// 10.5 ms at 48 kHz.
#[test]
fn strikes_with_tags_10_5_ms_apart_are_exactly_504_samples_apart() {
    assert_eq!(apart(["cup", "pan"], 1), 504);
    assert_eq!(apart(["pan", "cup"], 1), -504);
    assert_eq!(apart(["cup", "pan"], 2), 504);
}

#[test]
fn a_bundle_in_a_bundle_is_never_before_its_parent_and_what_is_late_is_played_at_once() {
    let stage = Stage::new(&[("cup", "impact")]);
    let gain = |value: f32| message("/cup/mixer/gain", vec![OscType::Float(value)]);
    // A minute ahead, with a child that says at once.
    stage.send(&bundle(
        tag(60.0),
        vec![
            bundle(AT_ONCE, vec![gain(0.5)]),
            bundle(tag(1.0), vec![gain(0.6)]),
        ],
    ));
    stage.wait_for(1);
    assert_eq!(stage.desk.lock().unwrap().waiting(), 2);
    stage.send(&bundle(tag(-60.0), vec![gain(0.25)]));
    stage.send(&message("/cup/mixer/gain", vec![]));
    assert_eq!(stage.reply().args, [OscType::Float(0.25)]);
    stage.send(&bundle(tag(7200.0), vec![gain(0.75)]));
    let why = stage.reply().args[1].clone().string().unwrap();
    assert!(why.contains("3600 s ahead"), "{why}");
    let counts = stage.server.counts();
    assert_eq!(
        (counts.late, counts.refused, counts.bundles),
        (1, 1, 5),
        "{counts:?}"
    );
}

#[test]
fn one_bad_message_does_not_take_its_bundle_with_it() {
    let stage = Stage::new(&[("cup", "impact")]);
    let gain = message("/cup/mixer/gain", vec![OscType::Float(0.5)]);
    let pan = message("/cup/mixer/pan", vec![OscType::Float(-1.0)]);
    let bad = message("/cup/strike", vec![OscType::Float(1.0)]);
    let mut bytes = rosc::encoder::encode(&bundle(AT_ONCE, vec![gain, bad, pan])).unwrap();
    // A type that nobody knows.
    let at = bytes
        .windows(12)
        .position(|it| it == b"/cup/strike\0")
        .unwrap()
        + 13;
    assert_eq!(bytes[at], b'f');
    bytes[at] = b'x';
    stage.send_bytes(&bytes);
    assert_eq!(stage.reply().args[0], text("/cup/strike"));
    let desk = stage.desk.lock().unwrap();
    let strip = desk.world.controls.instances().next().unwrap().1.strip;
    assert_eq!((strip.gain, strip.pan), (0.5, -1.0));
    let counts = stage.server.counts();
    assert_eq!(
        (counts.done, counts.garbage, counts.messages),
        (2, 1, 2),
        "{counts:?}"
    );
}

#[test]
fn a_pattern_speaks_to_all_that_it_stands_for() {
    let stage = Stage::new(&[("cup-1", "impact"), ("cup-2", "impact"), ("pan", "impact")]);
    stage.send(&message(
        "/cup*/mixer/{gain,pan}",
        vec![OscType::Float(0.5)],
    ));
    stage.send(&message("/*/mixer/gain", vec![]));
    let mut replies: Vec<_> = (0..3)
        .map(|_| stage.reply())
        .map(|it| (it.addr, it.args))
        .collect();
    replies.sort_by(|one, two| one.0.cmp(&two.0));
    let gain = |name: &str, value| (format!("/{name}/mixer/gain"), vec![OscType::Float(value)]);
    assert_eq!(
        replies,
        [gain("cup-1", 0.5), gain("cup-2", 0.5), gain("pan", 1.0)]
    );
    stage.send(&message("/pot?/strike", vec![]));
    assert_eq!(stage.reply().addr, "/foley/error");
    assert_eq!(stage.server.counts().done, 7, "four told, three asked");
}

#[test]
fn a_port_that_was_let_go_can_be_opened_again() {
    let stage = Stage::new(&[]);
    let address = stage.server.address();
    let Stage {
        desk,
        clock,
        server,
        ..
    } = stage;
    assert!(UdpSocket::bind(address).is_err(), "it is taken");
    drop(server);
    let again = foley_live::osc::Server::open(address, desk, clock).unwrap();
    assert_eq!(again.address(), address);
}

#[test]
fn a_message_without_types_asks() {
    let stage = Stage::new(&[("cup", "impact")]);
    stage.send_bytes(b"/foley/list\0");
    assert_eq!(stage.reply().args, [text("cup")]);
}

#[test]
fn a_mistake_about_a_mistake_is_counted_and_not_answered() {
    let stage = Stage::new(&[("cup", "impact")]);
    stage.send(&message("/foley/error", vec![text("/cup/x"), text("no")]));
    stage.send(&message("/foley/list", vec![]));
    assert_eq!(
        stage.reply().addr,
        "/foley/list",
        "else two would go on for ever"
    );
    assert_eq!(stage.server.counts().unknown, 1);
}

#[test]
fn who_names_only_a_sound_is_told_what_can_be_said_to_it() {
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
fn no_sound_can_have_a_name_that_a_room_understands_otherwise() {
    let stage = Stage::new(&[]);
    for name in ["all", "nothing", "foley"] {
        stage.send(&message("/foley/add", vec![text(name), text("impact")]));
        let why = stage.reply().args[1].clone().string().unwrap();
        assert!(
            why.contains("other than `foley`, `all` and `nothing`"),
            "{name}: {why}"
        );
    }
    assert_eq!(stage.server.counts().refused, 3);
}

/// A port of one's own: what comes back to it.
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

    /// The address of the next answer.
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
fn who_asks_for_another_port_takes_nobodys_answers_away() {
    let stage = Stage::new(&[("cup", "impact")]);
    let (one, at_port, two) = (Other::new(), Other::new(), Other::new());
    one.send(&stage, "/foley/reply", vec![at_port.port()]);
    // Who asked is answered there alone.
    one.send(&stage, "/cup/hardness", vec![]);
    assert_eq!(at_port.hears(), "/cup/hardness");
    // Another of the same machine is answered where he sends from; whether it is the first again nobody knows: there, too.
    two.send(&stage, "/foley/list", vec![]);
    assert_eq!(
        (two.hears(), at_port.hears()),
        ("/foley/list".to_owned(), "/foley/list".to_owned())
    );
    // The first has heard nothing until he gives the port up.
    one.send(&stage, "/foley/reply", vec![]);
    one.send(&stage, "/cup/mixer/pan", vec![]);
    assert_eq!(one.hears(), "/cup/mixer/pan");
    // Two with ports of their own do not hear one another.
    one.send(&stage, "/foley/reply", vec![at_port.port()]);
    let other_port = Other::new();
    two.send(&stage, "/foley/reply", vec![other_port.port()]);
    one.send(&stage, "/cup/mixer/gain", vec![]);
    two.send(&stage, "/cup/mixer/mute", vec![]);
    assert_eq!(at_port.hears(), "/cup/mixer/gain");
    assert_eq!(other_port.hears(), "/cup/mixer/mute");
}

/// Each answer goes to two ports, and each of both counts.
#[test]
fn two_hundred_answers_in_a_second_are_the_most_wherever_they_go() {
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
    let most = u64::from(foley_live::osc::MOST_REPLIES) * seconds;
    assert!(
        sent <= most && sent >= 2,
        "{sent} answers in {seconds} s to {asked} questions"
    );
    let counts = stage.server.counts();
    assert!(
        counts.unanswered >= asked - most.min(asked) / 2,
        "{counts:?}"
    );
}

/// A text of a kilobyte in each of 64 values: some 64 kB a letter.
#[test]
fn what_waits_takes_no_more_than_eight_megabytes() {
    use foley_live::osc::HEAVIEST_LATER;
    let stage = Stage::new(&[("cup", "impact")]);
    let heavy = message("/cup/strike", vec![text(&"x".repeat(990)); 64]);
    for _ in 0..200 {
        let before = stage.server.counts().packets;
        stage.send(&bundle(tag(600.0), vec![heavy.clone()]));
        // One at a time: the system throws packets away that nobody fetches.
        stage.wait_for(before + 1);
    }
    let desk = stage.desk.lock().unwrap();
    let (waiting, weight) = (desk.waiting(), desk.weight());
    assert!(weight <= HEAVIEST_LATER, "{weight} bytes");
    assert!((100..=132).contains(&waiting), "{waiting} letters of 64 kB");
    drop(desk);
    let crowded = stage.server.counts().crowded;
    assert_eq!(crowded + waiting as u64, 200, "each is kept or counted");
    // What has been dealt with weighs nothing.
    let mut desk = stage.desk.lock().unwrap();
    desk.go_on(u64::MAX);
    assert_eq!((desk.waiting(), desk.weight()), (0, 0));
}

#[test]
fn a_packet_makes_at_most_eight_sounds_and_all_else_in_it_happens() {
    let stage = Stage::new(&[("cup", "impact")]);
    let mut all: Vec<_> = (0..12)
        .map(|n| message("/foley/add", vec![text(&format!("z{n}")), text("impact")]))
        .collect();
    all.push(message(
        "/foley/{add,preset}",
        vec![text("cup"), text("impact")],
    ));
    all.push(message("/cup/mixer/gain", vec![OscType::Float(0.5)]));
    stage.send(&bundle(AT_ONCE, all));
    stage.wait_for(1);
    let desk = stage.desk.lock().unwrap();
    assert_eq!(
        desk.world.controls.instances().count(),
        9,
        "the cup and eight more"
    );
    assert_eq!(
        desk.world.controls.instances().next().unwrap().1.strip.gain,
        0.5
    );
    let counts = stage.server.counts();
    assert_eq!((counts.too_long, counts.done), (5, 9), "{counts:?}");
}
