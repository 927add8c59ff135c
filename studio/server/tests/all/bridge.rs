//! OSC messages reach the page, and its answers return to the sender.

use crate::support::{
    connect, get, message, page, receive, reply, send, send_reply, sender, studio, wait_for,
};
use foley_live::osc::Counts;
use foley_studio::bridge::{MAX_PAGES, MAX_QUEUED_MESSAGES};
use foley_studio::{Studio, StudioConfig};
use rosc::{OscBundle, OscPacket, OscTime, OscType};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, SystemTime};
use tungstenite::Message;

fn strike() -> OscPacket {
    message("/cup/strike", vec![OscType::Float(1.5)])
}

#[test]
fn the_first_message_gives_version_osc_port_and_presets() {
    let studio = studio();
    let at = studio.address();
    let (mut page, _) = connect(at, Some(&format!("http://{at}"))).unwrap();
    let hello = receive(&mut page);
    let port = studio.osc().unwrap().port();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(hello, json!({ "hello": { "version": version, "osc": port, "presets": false } }));
}

#[test]
fn a_message_goes_to_the_page_and_its_answer_back_to_the_sender() {
    let studio = studio();
    let mut page = page(&studio);
    let osc = sender();
    send(&osc, &studio, &message("/cup/hardness", vec![]));
    let forwarded = receive(&mut page);
    assert_eq!(forwarded["address"], json!("/cup/hardness"));
    assert_eq!((&forwarded["args"], &forwarded["delay"]), (&json!([]), &json!(0.0)));
    send_reply(&mut page, &json!({ "id": forwarded["id"], "answer": 72 }));
    let answer = reply(&osc);
    assert_eq!((&*answer.addr, answer.args), ("/cup/hardness", vec![OscType::Float(72.0)]));

    send(&osc, &studio, &message("/foley/list", vec![]));
    let forwarded = receive(&mut page);
    send_reply(&mut page, &json!({ "id": forwarded["id"], "answer": ["cup", "rain"] }));
    let names = ["cup", "rain"].map(|name| OscType::String(name.to_owned()));
    assert_eq!(reply(&osc).args, names);

    let values =
        vec![OscType::Int(3), OscType::Double(0.5), OscType::String("12 g".to_owned()), OscType::Bool(true)];
    send(&osc, &studio, &message("/cup/weight", values));
    let forwarded = receive(&mut page);
    assert_eq!(forwarded["args"], json!([3.0, 0.5, "12 g", 1.0]));
    send_reply(&mut page, &json!({ "id": forwarded["id"], "error": "`/cup/weight` takes one number" }));
    let answer = reply(&osc);
    assert_eq!(answer.addr, "/foley/error");
    let words = ["/cup/weight", "`/cup/weight` takes one number"];
    assert_eq!(answer.args, words.map(|word| OscType::String(word.to_owned())));

    // A successful command has no reply: the next packet holds the counters.
    send(&osc, &studio, &strike());
    let forwarded = receive(&mut page);
    send_reply(&mut page, &json!({ "id": forwarded["id"], "answer": "done" }));
    wait_for("a strike", || studio.counts().done == 3);
    send(&osc, &studio, &message("/foley/counts", vec![]));
    assert_eq!(reply(&osc).addr, "/foley/counts");
    let Counts { messages, refused, .. } = studio.counts();
    assert_eq!((messages, refused), (5, 1));
}

#[test]
fn a_bundle_arrives_with_the_delay_until_its_time_tag() {
    let studio = studio();
    let mut page = page(&studio);
    let osc = sender();
    let tag = |ahead: f64| {
        let then = SystemTime::now() + Duration::from_secs_f64(ahead);
        OscTime::try_from(then).unwrap()
    };
    let bundle = |ahead: f64, content| OscPacket::Bundle(OscBundle { timetag: tag(ahead), content });
    send(&osc, &studio, &bundle(1_000.0, vec![strike(), bundle(1_001.5, vec![strike()])]));
    let (first, second) = (receive(&mut page), receive(&mut page));
    let delay = |message: &Value| message["delay"].as_f64().unwrap();
    let (first, second) = (delay(&first), delay(&second));
    assert!(first > 0.0 && first <= 1_000.0, "{first}");
    // The second tag was made after the first, so they are at least 1.5 s apart.
    assert!(second - first >= 1.5 - 1e-4, "{first} and {second}");
    send(&osc, &studio, &bundle(1e4, vec![strike()]));
    let answer = reply(&osc);
    assert_eq!(answer.addr, "/foley/error", "{answer:?}: more than an hour ahead");
    let past = OscTime { seconds: 3_900_000_000_u32, fractional: 0 };
    send(&osc, &studio, &OscPacket::Bundle(OscBundle { timetag: past, content: vec![strike()] }));
    assert_eq!(receive(&mut page)["delay"], json!(0.0), "a past time tag plays at once");
    assert_eq!(studio.counts().late, 1);
}

#[test]
fn without_a_page_the_sender_gets_an_error() {
    let studio = studio();
    let osc = sender();
    send(&osc, &studio, &strike());
    let answer = reply(&osc);
    assert_eq!(answer.addr, "/foley/error");
    let why = answer.args[1].clone().string().unwrap();
    assert!(why.contains("no page"), "{why}");
    // An error message gets no answer: two programs would otherwise exchange errors forever.
    send(&osc, &studio, &message("/foley/error", vec![]));
    send(&osc, &studio, &message("/foley/counts", vec![]));
    assert_eq!(reply(&osc).addr, "/foley/counts");
    // A closed page does not count.
    let mut page = page(&studio);
    page.close(None).unwrap();
    wait_for("closed page", || studio.pages() == 0);
    send(&osc, &studio, &strike());
    assert_eq!(reply(&osc).addr, "/foley/error");
}

#[test]
fn non_finite_numbers_and_malformed_packets_never_reach_a_page() {
    let studio = studio();
    let mut page = page(&studio);
    let osc = sender();
    for value in [f32::NAN, f32::INFINITY] {
        send(&osc, &studio, &message("/cup/strike", vec![OscType::Float(value)]));
        assert_eq!(reply(&osc).addr, "/foley/error");
    }
    osc.send_to(b"no OSC", studio.osc().unwrap()).unwrap();
    assert_eq!(reply(&osc).addr, "/foley/error");
    send(&osc, &studio, &strike());
    assert_eq!(receive(&mut page)["address"], json!("/cup/strike"));
    let counts = studio.counts();
    assert_eq!((counts.not_a_number, counts.garbage), (2, 1));
}

#[test]
fn unsolicited_and_repeated_replies_are_ignored() {
    let studio = studio();
    let mut page = page(&studio);
    for reply in ["", "garbage", "{}", "[[[[", r#"{"id":1e9,"answer":1}"#, r#"{"id":0,"answer":"done"}"#] {
        page.send(Message::text(reply)).unwrap();
    }
    let osc = sender();
    send(&osc, &studio, &message("/cup/hardness", vec![]));
    let forwarded = receive(&mut page);
    send_reply(&mut page, &json!({ "id": forwarded["id"], "answer": 1 }));
    send_reply(&mut page, &json!({ "id": forwarded["id"], "answer": 2 }));
    assert_eq!(reply(&osc).args, [OscType::Float(1.0)]);
    send(&osc, &studio, &message("/foley/counts", vec![]));
    assert_eq!(reply(&osc).addr, "/foley/counts", "only the first reply counts");
}

#[test]
fn malformed_frames_disconnect_only_their_page() {
    let studio = studio();
    let mut good = page(&studio);
    for garbage in [
        // No mask; reserved bits set; invalid UTF-8; a length of 2^63 bytes; binary.
        &b"\x81\x02hi"[..],
        b"\xff\x80\0\0\0\0",
        b"\x81\x82\0\0\0\0\xff\xff",
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
        b"\x82\x81\0\0\0\0x",
        // A text of 70,000 bytes exceeds the limit.
        b"\x81\xff\0\0\0\0\0\x01\x11\x70\0\0\0\0",
    ] {
        let mut bad = page(&studio);
        bad.get_mut().write_all(garbage).unwrap();
        let mut rest = Vec::new();
        // The server closes the connection, possibly after a closing frame.
        let _ = bad.get_mut().read_to_end(&mut rest);
        wait_for("disconnection", || studio.pages() == 1);
    }
    let osc = sender();
    send(&osc, &studio, &strike());
    assert_eq!(receive(&mut good)["address"], json!("/cup/strike"));
    assert_eq!(get(studio.address(), "/").status, 200);
}

#[test]
fn a_slow_page_gets_the_number_of_lost_messages_and_a_quick_one_loses_none() {
    let studio = studio();
    let mut slow = page(&studio);
    let mut quick = page(&studio);
    let osc = sender();
    // Long texts also fill the system's socket buffers of the slow page.
    let text = OscType::String("x".repeat(1_000));
    let heavy = message("/cup/strike", vec![text; 50]);
    let mut sent = 0;
    while sent < 1_000 {
        send(&osc, &studio, &heavy);
        let forwarded = receive(&mut quick);
        assert_eq!(forwarded["address"], json!("/cup/strike"), "{forwarded:.200}");
        sent += 1;
    }
    let (mut received, mut lost) = (0, 0);
    while received + lost < sent {
        let next = receive(&mut slow);
        match next["lost"].as_u64() {
            Some(more) => lost += more,
            None => received += 1,
        }
    }
    println!("{sent} messages of 50 kB: {received} received, {lost} reported as lost");
    assert_eq!(received + lost, sent);
    assert!(lost > 0 && received >= MAX_QUEUED_MESSAGES as u64, "{received} received, {lost} lost");
}

#[test]
fn a_page_that_answers_no_pings_is_disconnected() {
    let config = StudioConfig { ping_interval: Duration::from_millis(20), ..StudioConfig::default() };
    let studio = Studio::open(config).unwrap();
    let dead = page(&studio);
    // Reading answers pings automatically.
    let mut alive = page(&studio);
    alive.get_mut().set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    wait_for("end of the dead page", || {
        let _ = alive.read();
        studio.pages() == 1
    });
    for _ in 0..50 {
        let _ = alive.read();
    }
    assert_eq!(studio.pages(), 1, "a page that answers stays connected");
    drop(dead);
}

#[test]
fn sixteen_pages_can_connect_and_the_next_is_rejected_with_a_reason() {
    let studio = studio();
    let at = studio.address();
    let mut pages: Vec<_> = (0..MAX_PAGES).map(|_| page(&studio)).collect();
    let (mut more, _) = connect(at, Some(&format!("http://{at}"))).unwrap();
    let Message::Close(Some(why)) = more.read().unwrap() else {
        panic!("a page too many was accepted");
    };
    assert!(why.reason.contains("too many pages"), "{why}");
    pages.pop().unwrap().close(None).unwrap();
    wait_for("room", || studio.pages() < MAX_PAGES);
    pages.push(page(&studio));
    let osc = sender();
    send(&osc, &studio, &strike());
    for page in &mut pages {
        assert_eq!(receive(page)["address"], json!("/cup/strike"));
    }
}

#[test]
fn pages_get_a_closing_frame_and_can_reconnect_at_the_same_port() {
    let studio = studio();
    let port = studio.address().port();
    let mut before = page(&studio);
    // A client that neither reads nor closes must not keep the server open.
    let _stuck = page(&studio);
    let _silent = TcpStream::connect(studio.address()).unwrap();
    let closing = std::thread::spawn(move || match before.read() {
        Ok(Message::Close(Some(why))) => u16::from(why.code),
        other => panic!("{other:?}"),
    });
    drop(studio);
    assert_eq!(closing.join().unwrap(), 1001);
    let config = StudioConfig { port, ..StudioConfig::default() };
    let studio = Studio::open(config).unwrap();
    page(&studio);
}
