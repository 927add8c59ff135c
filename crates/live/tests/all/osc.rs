//! OSC messages take effect at their sample, and questions are answered.

use crate::osc_stage;
use crate::osc_stage::{ANY, Stage, bundle, first_sound, message, tag, until};
use foley_catalogue::preset::by_name;
use foley_engine::HEADROOM;
use foley_live::dispatcher::{Message, MessageKind};
use foley_live::mapping::{Mappings, file};
use foley_live::{Arg, UserPresets};
use rosc::OscType;
use std::io::{BufRead, BufReader};
use std::net::UdpSocket;
use std::process::{Command, Stdio};

const AT_ONCE: u64 = 1;

fn text(text: &str) -> OscType {
    OscType::String(text.to_owned())
}

/// Sends an OSC message with `oscsend` of liblo, an independent implementation.
fn oscsend(stage: &Stage, args: &[&str]) {
    let port = stage.server.address().port().to_string();
    let status = Command::new("oscsend").args(["127.0.0.1", &port]).args(args).status();
    assert!(status.expect("oscsend of liblo-tools").success(), "{args:?}");
}

#[test]
fn a_strike_by_oscsend_is_heard() {
    let mut stage = Stage::new(&[("cup", "impact")]);
    assert_eq!(first_sound(&stage.hear(480)), None, "nothing was struck");
    oscsend(&stage, &["/cup/strike", "f", "1.2"]);
    stage.wait_for(1);
    assert_eq!(stage.server.counts().done, 1, "{:?}", stage.server.counts());
    // The clock started with the stage and keeps running: a message now takes effect that many samples from
    // the start.
    let frames = stage.clock.now() as usize + 9_600;
    let heard = stage.hear(frames);
    assert!(first_sound(&heard).is_some(), "a strike at 1.2 m/s in {frames} samples");
}

#[test]
fn oscdump_is_answered_at_the_port_it_listens_to() {
    let stage = Stage::new(&[("cup", "impact"), ("hall", "reverb")]);
    // A port that was free a moment ago.
    let port = UdpSocket::bind(ANY).unwrap().local_addr().unwrap().port().to_string();
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
    // It may not listen yet: repeat until it does.
    let mut line = None;
    until("answer", || {
        oscsend(&stage, &["/foley/list"]);
        line = heard.recv_timeout(std::time::Duration::from_millis(200)).ok();
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
fn questions_are_answered_and_errors_explained() {
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
    assert_eq!((reply.addr.as_str(), &reply.args[0]), ("/foley/error", &text("/cup/hardness")));
    let why = reply.args[1].clone().string().unwrap();
    assert!(why.contains("170") && why.contains("from 0 to 100"), "{why}");

    stage.send(&message("/cup/hardness", vec![OscType::Float(f32::NAN)]));
    let why = stage.reply().args[1].clone().string().unwrap();
    assert!(why.contains("not finite") && why.contains("from 0 to 100"), "{why}");

    stage.send(&message("/cup/strike", vec![OscType::Blob(vec![1, 2, 3])]));
    let why = stage.reply().args[1].clone().string().unwrap();
    assert!(why.contains("not a blob (b)"), "{why}");

    stage.send(&message("/foley/counts", vec![]));
    let counts = stage.reply().args;
    let of = |name: &str| {
        let at = counts.iter().position(|item| *item == text(name)).unwrap();
        counts[at + 1].clone().int().unwrap()
    };
    let found = ["packets", "messages", "done", "refused", "not-a-number", "garbage"].map(of);
    // The packet that asks is not counted yet.
    assert_eq!(found, [5, 5, 3, 2, 1, 0], "{counts:?}");
}

#[test]
fn a_mapping_without_a_number_is_reported_to_the_sender() {
    let stage = Stage::new(&[("cup", "impact")]);
    let mapping = r#"{ "format": 1, "mappings": [{ "from": "osc:/stir", "say": "/cup/mixer/gain" }] }"#;
    let mappings = file::read(mapping).unwrap();
    stage.dispatcher.lock().unwrap().mappings = Mappings::new(mappings, 48_000.0);
    stage.send(&message("/stir", vec![OscType::Float(f32::INFINITY)]));
    let reply = stage.reply();
    assert_eq!((reply.addr.as_str(), &reply.args[0]), ("/foley/error", &text("/stir")));
    let why = reply.args[1].clone().string().unwrap();
    assert!(why.contains("not finite"), "{why}");
    assert!(stage.server.counts().named().contains(&("not-a-number", 1)));
}

#[test]
fn a_user_preset_is_added_at_its_own_stored_loudness() {
    let cup = by_name("espresso-cup-set-down-on-marble").unwrap();
    let mut mine = cup.clone();
    mine.name = "mine".to_owned();
    mine.loudness.gain += 20.0;
    let (mut address_space, renderer) = osc_stage::address_space(&[]);
    address_space.user_presets = UserPresets::new([mine]);
    let stage = Stage::of((address_space, renderer));
    stage.send(&message("/foley/add", vec![text("cup"), text("mine")]));
    stage.wait_for(1);
    let dispatcher = stage.dispatcher.lock().unwrap();
    let factor = dispatcher.address_space.controls.instances().next().unwrap().1.factor;
    let ratio = factor / (HEADROOM * cup.loudness.factor());
    // 20 dB are a factor of 10; 1e-12 for the rounding of two powers.
    assert!((ratio - 10.0).abs() < 1e-12, "{ratio}");
}

#[test]
fn scheduled_messages_shift_when_the_device_loses_time_and_scores_do_not() {
    let stage = Stage::new(&[("cup", "impact")]);
    let mut dispatcher = stage.dispatcher.lock().unwrap();
    let message = |from, at| Message {
        scored: false,
        at,
        kind: MessageKind::Address { address: "/cup/strike".to_owned(), args: vec![Arg::Number(1.0)] },
        from,
    };
    for message in [message(Some(ANY), 10_000), message(None, 10_000)] {
        dispatcher.queue(message).unwrap();
    }
    dispatcher.shift_queued(5_000);
    let ahead = dispatcher.ahead();
    let mut done = |now: u64| dispatcher.dispatch_due(now + 1 - ahead).len();
    assert_eq!([9_999, 10_000, 14_999, 15_000].map(&mut done), [0, 1, 0, 1]);
}

#[test]
fn every_numeric_type_is_accepted() {
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
    let dispatcher = stage.dispatcher.lock().unwrap();
    let strip = dispatcher.address_space.controls.instances().next().unwrap().1.strip;
    assert!(strip.mute && strip.pan == -0.5, "{strip:?}");
}

/// Returns the distance of two strikes with time tags 10.5 ms apart \[samples\]. The tags are in one packet
/// or in two.
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
    let mut dispatcher = stage.dispatcher.lock().unwrap();
    let due = stage.clock.now() + 4 * 48_000;
    let mut taps = ["cup", "pan"].map(|name| {
        let slot = dispatcher.address_space.controls.find(name).unwrap();
        dispatcher.address_space.controls.tap(Some(slot), 60.0, 0).unwrap()
    });
    assert_eq!(dispatcher.queued(), 2, "both wait for their time");
    dispatcher.dispatch_due(due);
    drop(dispatcher);
    stage.hear(due as usize);
    let [cup, pan] = taps.each_mut().map(|tap| {
        let samples = std::iter::from_fn(|| tap.samples.pop().ok());
        let first = samples.take_while(|&x| x == 0.0).count();
        assert!(!tap.samples.is_empty(), "a strike");
        i64::try_from(first / tap.channels).unwrap()
    });
    pan - cup
}

/// Checks the distance of 10.5 ms at 48 kHz, which is a whole number of samples.
#[test]
fn strikes_with_tags_10_5_ms_apart_are_exactly_504_samples_apart() {
    assert_eq!(apart(["cup", "pan"], 1), 504);
    assert_eq!(apart(["pan", "cup"], 1), -504);
    assert_eq!(apart(["cup", "pan"], 2), 504);
}

#[test]
fn a_nested_bundle_is_never_before_its_parent_and_a_late_one_plays_at_once() {
    let stage = Stage::new(&[("cup", "impact")]);
    let gain = |value: f32| message("/cup/mixer/gain", vec![OscType::Float(value)]);
    // A minute ahead, with a nested bundle for now.
    stage.send(&bundle(tag(60.0), vec![bundle(AT_ONCE, vec![gain(0.5)]), bundle(tag(1.0), vec![gain(0.6)])]));
    stage.wait_for(1);
    assert_eq!(stage.dispatcher.lock().unwrap().queued(), 2);
    stage.send(&bundle(tag(-60.0), vec![gain(0.25)]));
    stage.send(&message("/cup/mixer/gain", vec![]));
    assert_eq!(stage.reply().args, [OscType::Float(0.25)]);
    stage.send(&bundle(tag(7200.0), vec![gain(0.75)]));
    let why = stage.reply().args[1].clone().string().unwrap();
    assert!(why.contains("3600 s ahead"), "{why}");
    stage.wait_for(4);
    let counts = stage.server.counts();
    assert_eq!((counts.late, counts.refused, counts.bundles), (1, 1, 5), "{counts:?}");
}

#[test]
fn one_bad_message_does_not_affect_the_rest_of_its_bundle() {
    let stage = Stage::new(&[("cup", "impact")]);
    let gain = message("/cup/mixer/gain", vec![OscType::Float(0.5)]);
    let pan = message("/cup/mixer/pan", vec![OscType::Float(-1.0)]);
    let bad = message("/cup/strike", vec![OscType::Float(1.0)]);
    let mut bytes = rosc::encoder::encode(&bundle(AT_ONCE, vec![gain, bad, pan])).unwrap();
    // An unknown type tag.
    let at = bytes.windows(12).position(|item| item == b"/cup/strike\0").unwrap() + 13;
    assert_eq!(bytes[at], b'f');
    bytes[at] = b'x';
    stage.send_bytes(&bytes);
    assert_eq!(stage.reply().args[0], text("/cup/strike"));
    stage.wait_for(1);
    let dispatcher = stage.dispatcher.lock().unwrap();
    let strip = dispatcher.address_space.controls.instances().next().unwrap().1.strip;
    assert_eq!((strip.gain, strip.pan), (0.5, -1.0));
    let counts = stage.server.counts();
    assert_eq!((counts.done, counts.garbage, counts.messages), (2, 1, 2), "{counts:?}");
}

#[test]
fn a_pattern_reaches_all_matching_addresses() {
    let stage = Stage::new(&[("cup-1", "impact"), ("cup-2", "impact"), ("pan", "impact")]);
    stage.send(&message("/cup*/mixer/{gain,pan}", vec![OscType::Float(0.5)]));
    stage.send(&message("/*/mixer/gain", vec![]));
    let mut replies: Vec<_> = (0..3).map(|_| stage.reply()).map(|reply| (reply.addr, reply.args)).collect();
    replies.sort_by(|one, two| one.0.cmp(&two.0));
    let gain = |name: &str, value| (format!("/{name}/mixer/gain"), vec![OscType::Float(value)]);
    assert_eq!(replies, [gain("cup-1", 0.5), gain("cup-2", 0.5), gain("pan", 1.0)]);
    stage.send(&message("/pot?/strike", vec![]));
    assert_eq!(stage.reply().addr, "/foley/error");
    stage.wait_for(3);
    assert_eq!(stage.server.counts().done, 7, "four told, three asked");
}

#[test]
fn a_closed_port_can_be_opened_again() {
    let stage = Stage::new(&[]);
    let address = stage.server.address();
    let Stage { dispatcher, clock, server, .. } = stage;
    assert!(UdpSocket::bind(address).is_err(), "it is taken");
    drop(server);
    let again = foley_live::osc::Server::open(address, dispatcher, clock).unwrap();
    assert_eq!(again.address(), address);
}

#[test]
fn a_message_without_type_tags_reads_the_value() {
    let stage = Stage::new(&[("cup", "impact")]);
    stage.send_bytes(b"/foley/list\0");
    assert_eq!(stage.reply().args, [text("cup")]);
}

#[test]
fn an_error_about_an_error_is_counted_and_not_answered() {
    let stage = Stage::new(&[("cup", "impact")]);
    stage.send(&message("/foley/error", vec![text("/cup/x"), text("no")]));
    stage.send(&message("/foley/list", vec![]));
    assert_eq!(stage.reply().addr, "/foley/list", "else two would go on for ever");
    stage.wait_for(2);
    assert_eq!(stage.server.counts().unknown, 1);
}
