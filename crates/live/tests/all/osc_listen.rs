//! The WebSocket of OSCQuery reports changes.

use crate::osc_stage::{ANY, RATE, Stage, message, until};
use foley_live::dispatcher::{self, MessageKind};
use foley_live::mapping::{Mappings, Source, file};
use foley_live::query::Server;
use foley_live::query::listen::{MAX_LISTENERS, MAX_PATHS, MAX_SAID_LENGTH};
use foley_live::{Arg, Rack};
use foley_sound::Score;
use rosc::{OscMessage, OscPacket, OscType};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// Longest wait for a message; long, because the machine may be busy.
const PATIENCE: Duration = Duration::from_mins(1);

type Guest = WebSocket<TcpStream>;

fn open(stage: &Stage) -> Server {
    let osc = Some(stage.server.address());
    Server::open(ANY, Arc::clone(&stage.dispatcher), osc, "Foley").unwrap()
}

/// Connects a listener with a host and an origin; or returns status and body of the rejection.
fn enter(server: &Server, host: &str, origin: Option<&str>) -> Result<Guest, (u16, String)> {
    let at = server.address();
    let mut request = format!("ws://{host}/some/path").into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = origin.parse().unwrap();
        request.headers_mut().insert("Origin", origin);
    }
    let stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    match tungstenite::client(request, stream) {
        Ok((guest, _)) => Ok(guest),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            let body = answer.body().clone().unwrap_or_default();
            let status = answer.status().as_u16();
            Err((status, String::from_utf8(body).unwrap()))
        }
        Err(other) => panic!("{other}"),
    }
}

fn guest(server: &Server) -> Guest {
    enter(server, &server.address().to_string(), None).unwrap()
}

fn command(guest: &mut Guest, command: &str, path: &str) {
    let text = json!({ "COMMAND": command, "DATA": path }).to_string();
    guest.send(Message::text(text)).unwrap();
}

/// Waits for the next message to a listener and returns it; pings are skipped.
fn hear(guest: &mut Guest) -> Message {
    loop {
        match guest.read().unwrap() {
            Message::Ping(_) | Message::Pong(_) => {}
            other => return other,
        }
    }
}

/// Waits for the next OSC message to a listener; returns its path and value.
fn value(guest: &mut Guest) -> (String, OscType) {
    let Message::Binary(bytes) = hear(guest) else {
        panic!("no OSC");
    };
    match rosc::decoder::decode_udp(&bytes) {
        Ok(([], OscPacket::Message(OscMessage { addr, mut args }))) if args.len() == 1 => {
            (addr, args.remove(0))
        }
        other => panic!("{other:?}"),
    }
}

/// Waits for the next text message to a listener and returns it as JSON.
fn words(guest: &mut Guest) -> Value {
    match hear(guest) {
        Message::Text(text) => serde_json::from_str(&text).unwrap(),
        other => panic!("{other:?}"),
    }
}

fn mistake(guest: &mut Guest) -> String {
    let words = words(guest);
    let why = words["error"].as_str();
    why.unwrap_or_else(|| panic!("{words}")).to_owned()
}

fn listen(guest: &mut Guest, path: &str) -> OscType {
    command(guest, "LISTEN", path);
    let (address, value) = value(guest);
    assert_eq!(address, path);
    value
}

/// Sends a message to the dispatcher.
fn tell(stage: &Stage, address: &str, args: &[Arg]) {
    post(stage, MessageKind::Address { address: address.to_owned(), args: args.to_vec() });
}

fn post(stage: &Stage, kind: MessageKind) {
    let mut dispatcher = stage.dispatcher.lock().unwrap();
    let message = dispatcher::Message { at: 0, kind, from: None, scored: false };
    dispatcher.queue(message).unwrap();
    for outcome in dispatcher.dispatch_due(0) {
        outcome.result.unwrap();
    }
}

fn text(text: &str) -> Arg {
    Arg::Text(text.to_owned())
}

fn number(number: f64) -> [Arg; 1] {
    [Arg::Number(number)]
}

fn path(command: &str, path: &str) -> Value {
    json!({ "COMMAND": command, "DATA": path })
}

fn rack(name: &str, model: &str) -> Rack {
    let sound = foley_catalogue::model(model).unwrap();
    Rack::new(name, &*sound, &Score::default(), 1, 8)
}

#[test]
fn a_value_is_reported_at_once_and_on_every_change() {
    let stage = Stage::new(&[("cup", "impact")]);
    let file = r#"{ "format": 1, "mappings": [{ "from": "sensor:x", "say": "/cup/mixer/gain" }] }"#;
    stage.dispatcher.lock().unwrap().mappings = Mappings::new(file::read(file).unwrap(), RATE);
    let server = open(&stage);
    let mut guest = guest(&server);
    let hardness = "/cup/hardness";
    let before = stage.dispatcher.lock().unwrap().entries_of("cup");
    let before = before.into_iter().find(|entry| entry.address == hardness);
    let before = before.unwrap().value.unwrap() as f32;
    assert_eq!(listen(&mut guest, hardness), OscType::Float(before));
    assert_eq!(listen(&mut guest, "/cup/mixer/gain"), OscType::Float(1.0));
    // Locally, twice the same value, which is reported once; then over the network, and by a sensor.
    tell(&stage, hardness, &number(70.0));
    assert_eq!(value(&mut guest), (hardness.to_owned(), OscType::Float(70.0)));
    tell(&stage, hardness, &number(70.0));
    stage.send(&message("/cup/mixer/gain", vec![OscType::Float(0.5)]));
    let gain = "/cup/mixer/gain".to_owned();
    assert_eq!(value(&mut guest), (gain.clone(), OscType::Float(0.5)));
    post(&stage, MessageKind::Control { source: Source::Sensor("x".to_owned()), value: 0.25 });
    assert_eq!(value(&mut guest), (gain, OscType::Float(0.25)));
    // Gestures change nothing, and unwatched values are not reported.
    tell(&stage, "/cup/strike", &number(1.0));
    tell(&stage, "/cup/mixer/pan", &number(0.5));
    tell(&stage, hardness, &number(20.0));
    assert_eq!(value(&mut guest), (hardness.to_owned(), OscType::Float(20.0)));
}

#[test]
fn a_value_has_the_type_given_in_the_tree() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let mut guest = guest(&server);
    let material = "/cup/struck/material";
    assert!(matches!(listen(&mut guest, material), OscType::String(_)));
    for name in ["glass", "steel"] {
        tell(&stage, material, &[text(name)]);
        let (_, told) = value(&mut guest);
        assert_eq!(told, OscType::String(name.to_owned()));
    }
    assert_eq!(listen(&mut guest, "/cup/mixer/mute"), OscType::Int(0));
    tell(&stage, "/cup/mixer/mute", &number(1.0));
    assert_eq!(value(&mut guest).1, OscType::Int(1));
    assert_eq!(listen(&mut guest, "/foley/gain"), OscType::Float(1.0));
    tell(&stage, "/foley/gain", &number(2.0));
    assert_eq!(value(&mut guest).1, OscType::Float(2.0));
}

#[test]
fn an_ignored_path_is_no_longer_reported() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let (mut one, mut other) = (guest(&server), guest(&server));
    for guest in [&mut one, &mut other] {
        listen(guest, "/cup/hardness");
        listen(guest, "/cup/mixer/pan");
    }
    command(&mut one, "IGNORE", "/cup/hardness");
    command(&mut one, "IGNORE", "/cup/hardness");
    assert!(mistake(&mut one).contains("not listened to"));
    tell(&stage, "/cup/hardness", &number(70.0));
    assert_eq!(value(&mut other).0, "/cup/hardness");
    tell(&stage, "/cup/mixer/pan", &number(0.5));
    for guest in [&mut one, &mut other] {
        assert_eq!(value(guest).0, "/cup/mixer/pan");
    }
}

#[test]
fn a_rack_is_watched_by_its_own_name() {
    let stage = Stage::new(&[]);
    let server = open(&stage);
    let mut guest = guest(&server);
    let add = |model| {
        let mut dispatcher = stage.dispatcher.lock().unwrap();
        dispatcher.add_rack(rack("cup", model), 0).unwrap();
    };
    add("impact");
    assert_eq!(words(&mut guest), path("PATH_ADDED", "/cup"));
    listen(&mut guest, "/cup/hardness");
    // Its voices come with its keys and are not reported.
    tell(&stage, "/cup/strike", &number(1.0));
    tell(&stage, "/cup/hardness", &number(70.0));
    let told = ("/cup/hardness".to_owned(), OscType::Float(70.0));
    assert_eq!(value(&mut guest), told);
    add("friction");
    assert_eq!(words(&mut guest), path("PATH_CHANGED", "/cup"));
}

#[test]
fn added_removed_and_changed_sounds_are_reported() {
    /// Address of a value that the impact model has and the bow model does not.
    const STIFFNESS: &str = "/cup/touch/stiffness";
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let (mut one, mut other) = (guest(&server), guest(&server));
    listen(&mut one, STIFFNESS);
    listen(&mut one, "/cup/mixer/gain");
    let both = |one: &mut Guest, other: &mut Guest, told: &Value| {
        assert_eq!(words(one), *told);
        assert_eq!(words(other), *told);
    };
    tell(&stage, "/foley/add", &[text("pan"), text("impact")]);
    both(&mut one, &mut other, &path("PATH_ADDED", "/pan"));
    // A preset of the same model has the same addresses; another model has others.
    let stiffness = |stage: &Stage| {
        let mut entries = stage.dispatcher.lock().unwrap().entries_of("cup").into_iter();
        let found = entries.find(|entry| entry.address == STIFFNESS);
        found.and_then(|entry| entry.value).unwrap() as f32
    };
    let before = stiffness(&stage);
    let presets = foley_catalogue::preset::palette().iter();
    let impacts = presets.filter(|preset| preset.sound.info().name == "impact");
    for preset in impacts.take(3) {
        let before = stiffness(&stage);
        tell(&stage, "/foley/preset", &[text("cup"), text(&preset.slug())]);
        let after = stiffness(&stage);
        if after != before {
            let told = (STIFFNESS.to_owned(), OscType::Float(after));
            assert_eq!(value(&mut one), told);
        }
    }
    assert_ne!(stiffness(&stage), before, "presets differ");
    tell(&stage, "/foley/preset", &[text("cup"), text("bowed-saw")]);
    both(&mut one, &mut other, &path("PATH_CHANGED", "/cup"));
    let entries = stage.dispatcher.lock().unwrap().entries_of("cup");
    assert!(entries.iter().all(|entry| entry.address != STIFFNESS));
    // Paths that still exist are watched, the rest is not.
    tell(&stage, "/cup/mixer/gain", &number(0.5));
    assert_eq!(value(&mut one).0, "/cup/mixer/gain");
    command(&mut one, "IGNORE", STIFFNESS);
    assert!(mistake(&mut one).contains("not listened to"));
    tell(&stage, "/foley/remove", &[text("cup")]);
    both(&mut one, &mut other, &path("PATH_REMOVED", "/cup"));
    command(&mut one, "IGNORE", "/cup/mixer/gain");
    assert!(mistake(&mut one).contains("not listened to"));
    // A later listener knows the present sounds.
    let mut late = guest(&server);
    tell(&stage, "/foley/remove", &[text("pan")]);
    assert_eq!(words(&mut late), path("PATH_REMOVED", "/pan"));
}

#[test]
fn an_invalid_request_is_answered_with_the_valid_ones() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let mut guest = guest(&server);
    let listen_to = |path: &str| json!({ "COMMAND": "LISTEN", "DATA": path }).to_string();
    let osc = format!("port {}", stage.server.address().port());
    for (said, says) in [
        (Message::text("hello"), "not JSON"),
        (Message::text("[".repeat(2_000)), "not JSON"),
        (Message::text("null"), "no COMMAND"),
        (Message::text(r#"{"COMMAND": 1}"#), "no COMMAND"),
        (Message::text(r#"{"COMMAND": "SING"}"#), "no command `SING`"),
        (Message::text(r#"{"COMMAND": "SING"}"#), "IGNORE"),
        (Message::text(r#"{"COMMAND": "LISTEN"}"#), "a path in DATA"),
        (Message::text(r#"{"COMMAND": "IGNORE", "DATA": ["/cup"]}"#), "a path in DATA"),
        (Message::text(listen_to("/cup/hardnes")), "did you mean `/cup/hardness`"),
        (Message::text(listen_to("/cip/hardness")), "`/cup`"),
        (Message::text(listen_to("/cup/strike")), "no VALUE"),
        (Message::text(listen_to("/foley/counts")), "/foley/counts"),
        (Message::text(listen_to("/cup")), "listen to one in it"),
        (Message::text(listen_to("/")), "there is no address"),
        (Message::text(listen_to("")), "there is no address"),
        (Message::text(listen_to(&"/x".repeat(1_000))), "there is no address"),
        (Message::binary(b"/cup/strike\0".as_slice()), &osc),
    ] {
        guest.send(said.clone()).unwrap();
        let why = mistake(&mut guest);
        assert!(why.contains(says), "{why}, not {says}, to {said:?}");
        assert!(why.len() < 400, "{why}");
    }
    // The connection continues, and the others are unaffected.
    listen(&mut guest, "/cup/hardness");
}

#[test]
fn listeners_and_paths_are_limited() {
    let names: Vec<String> = (0..20).map(|n| format!("cup{n}")).collect();
    let sounds: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "impact")).collect();
    let stage = Stage::new(&sounds);
    let server = open(&stage);
    let mut guests = vec![guest(&server)];
    let one = &mut guests[0];
    let entries = stage.dispatcher.lock().unwrap().entries();
    let valued = entries.iter().filter(|entry| entry.value.is_some());
    let paths: Vec<&str> = valued.map(|entry| entry.address.as_str()).collect();
    for path in &paths[..MAX_PATHS] {
        listen(one, path);
    }
    command(one, "LISTEN", paths[MAX_PATHS]);
    let why = mistake(one);
    assert!(why.contains(&MAX_PATHS.to_string()), "{why}");
    listen(one, paths[7]);
    command(one, "IGNORE", paths[7]);
    listen(one, paths[MAX_PATHS]);
    while guests.len() < MAX_LISTENERS {
        guests.push(guest(&server));
    }
    assert_eq!(server.listeners(), MAX_LISTENERS);
    let here = server.address().to_string();
    let (status, why) = enter(&server, &here, None).unwrap_err();
    let why: Value = serde_json::from_str(&why).unwrap();
    let why = why["error"].as_str().unwrap();
    assert!(status == 503 && why.contains(&MAX_LISTENERS.to_string()), "{status}: {why}");
    // A disconnected listener frees its place.
    drop(guests.pop());
    until("room", || server.listeners() < MAX_LISTENERS);
    guest(&server);
}

#[test]
fn a_message_that_is_too_long_closes_only_its_own_connection() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let (mut other, mut one) = (guest(&server), guest(&server));
    one.send(Message::text("x".repeat(MAX_SAID_LENGTH + 1))).unwrap();
    let why = mistake(&mut one);
    assert!(why.contains(&MAX_SAID_LENGTH.to_string()), "{why}");
    assert!(matches!(one.read(), Ok(Message::Close(Some(_)))));
    // Far too long: the connection is cut.
    let mut one = guest(&server);
    let _ = one.send(Message::text("x".repeat(16 << 20)));
    let end = std::iter::from_fn(|| one.read().ok());
    assert!(end.count() < 10, "it ends");
    until("close_socket", || server.listeners() == 1);
    listen(&mut other, "/cup/hardness");
}

#[test]
fn a_foreign_page_cannot_listen() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let port = server.address().port();
    let here = format!("127.0.0.1:{port}");
    for (host, origin, status) in [
        (here.clone(), None, 101),
        (format!("localhost:{port}"), None, 101),
        (here.clone(), Some(format!("http://localhost:{port}")), 101),
        (here.clone(), Some("http://evil.example".to_owned()), 403),
        (here.clone(), Some("null".to_owned()), 403),
        (format!("evil.example:{port}"), None, 403),
    ] {
        let found = enter(&server, &host, origin.as_deref());
        let found = found.map_or_else(|(status, _)| status, |_| 101);
        assert_eq!(found, status, "{host} {origin:?}");
    }
    // An incomplete handshake is answered with what is missing.
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let half = format!(
        "GET / HTTP/1.1\r\nHost: {here}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(half.as_bytes()).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains(r#"{"error":"#), "{answer}");
}

#[test]
fn a_listener_that_does_not_read_is_disconnected() {
    let stage = Stage::new(&[("cup", "impact")]);
    let asks = Duration::from_secs(1);
    let dispatcher = Arc::clone(&stage.dispatcher);
    let server = Server::open_with_ping_interval(ANY, dispatcher, None, "Foley", asks).unwrap();
    let mut other = guest(&server);
    listen(&mut other, "/cup/hardness");
    // One listener no longer answers pings.
    let mut silent = guest(&server);
    listen(&mut silent, "/cup/hardness");
    // One listener sends without end and reads nothing: its answers are not kept.
    let mut deaf = guest(&server);
    let speaking = std::thread::spawn(move || {
        let said = Message::text("x".repeat(100));
        let mut told = 0_u64;
        while deaf.send(said.clone()).is_ok() {
            told += 1;
        }
        told
    });
    let mut turn = 0_u8;
    until("close_socket", || {
        turn = (turn + 1) % 100;
        tell(&stage, "/cup/hardness", &number(turn.into()));
        assert_eq!(value(&mut other).1, OscType::Float(turn.into()));
        server.listeners() == 1
    });
    let told = speaking.join().unwrap();
    assert!(told > 0, "it spoke {told} times");
}

#[test]
fn listeners_are_notified_of_the_end() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let address = server.address();
    let (mut one, mut other) = (guest(&server), guest(&server));
    listen(&mut one, "/cup/hardness");
    let reading = std::thread::spawn(move || {
        let end = other.read().unwrap();
        assert!(matches!(&end, Message::Close(Some(frame)) if frame.code == CloseCode::Away), "{end:?}");
    });
    // The slow reader finds the closing message later.
    drop(server);
    reading.join().unwrap();
    assert!(matches!(one.read(), Ok(Message::Close(_))));
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn the_dispatcher_counts_possible_changes_and_nothing_else() {
    let stage = Stage::new(&[("pan", "impact")]);
    let mut last = stage.dispatcher.lock().unwrap().changes();
    let mut moved = |what: &str, wanted: bool| {
        let now = stage.dispatcher.lock().unwrap().changes();
        assert_eq!(now != last, wanted, "{what}: {last} and then {now}");
        last = now;
    };
    let mut dispatcher = stage.dispatcher.lock().unwrap();
    dispatcher.add_rack(rack("cup", "impact"), 0).unwrap();
    drop(dispatcher);
    moved("a rack comes", true);
    for (address, args, wanted) in [
        ("/pan/hardness", vec![], false),
        ("/cup/hardness", vec![], false),
        ("/foley/list", vec![], false),
        ("/foley/gain", vec![], false),
        ("/pan/meter", vec![], false),
        ("/pan/hardness", number(3.0).to_vec(), true),
        ("/cup/hardness", number(3.0).to_vec(), true),
        ("/cup/mixer/gain", number(0.5).to_vec(), true),
        ("/foley/gain", number(0.5).to_vec(), true),
        ("/foley/remove", vec![text("pan")], true),
    ] {
        tell(&stage, address, &args);
        moved(address, wanted);
    }
}
