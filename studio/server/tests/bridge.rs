//! OSC reaches the page, and its answers come back.

mod support;

use foley_live::osc::Counts;
use foley_studio::bridge::{MAX_QUEUED_EVENTS, MOST_PAGES};
use foley_studio::{Setup, Studio};
use rosc::{OscBundle, OscPacket, OscTime, OscType};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, SystemTime};
use support::{connect, get, hear, message, page, reply, say, send, sender, studio, until};
use tungstenite::Message;

fn strike() -> OscPacket {
    message("/cup/strike", vec![OscType::Float(1.5)])
}

#[test]
fn the_first_that_a_page_hears_is_where_it_is() {
    let studio = studio();
    let at = studio.address();
    let (mut page, _) = connect(at, Some(&format!("http://{at}"))).unwrap();
    let hello = hear(&mut page);
    let port = studio.osc().unwrap().port();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(hello, json!({ "hello": { "version": version, "osc": port, "presets": false } }));
}

#[test]
fn a_message_goes_to_the_page_and_its_answer_back_to_who_sent_it() {
    let studio = studio();
    let mut page = page(&studio);
    let osc = sender();
    send(&osc, &studio, &message("/cup/hardness", vec![]));
    let asked = hear(&mut page);
    assert_eq!(asked["address"], json!("/cup/hardness"));
    assert_eq!((&asked["args"], &asked["in"]), (&json!([]), &json!(0.0)));
    say(&mut page, &json!({ "id": asked["id"], "answer": 72 }));
    let told = reply(&osc);
    assert_eq!((&*told.addr, told.args), ("/cup/hardness", vec![OscType::Float(72.0)]));

    send(&osc, &studio, &message("/foley/list", vec![]));
    let asked = hear(&mut page);
    say(&mut page, &json!({ "id": asked["id"], "answer": ["cup", "rain"] }));
    let names = ["cup", "rain"].map(|name| OscType::String(name.to_owned()));
    assert_eq!(reply(&osc).args, names);

    let values =
        vec![OscType::Int(3), OscType::Double(0.5), OscType::String("12 g".to_owned()), OscType::Bool(true)];
    send(&osc, &studio, &message("/cup/weight", values));
    let asked = hear(&mut page);
    assert_eq!(asked["args"], json!([3.0, 0.5, "12 g", 1.0]));
    say(&mut page, &json!({ "id": asked["id"], "wrong": "`/cup/weight` takes one number" }));
    let told = reply(&osc);
    assert_eq!(told.addr, "/foley/error");
    let words = ["/cup/weight", "`/cup/weight` takes one number"];
    assert_eq!(told.args, words.map(|it| OscType::String(it.to_owned())));

    // What is done is done in silence: the next that is heard is the counters.
    send(&osc, &studio, &strike());
    let asked = hear(&mut page);
    say(&mut page, &json!({ "id": asked["id"], "answer": "done" }));
    until("a strike", || studio.counts().done == 3);
    send(&osc, &studio, &message("/foley/counts", vec![]));
    assert_eq!(reply(&osc).addr, "/foley/counts");
    let Counts { messages, refused, .. } = studio.counts();
    assert_eq!((messages, refused), (5, 1));
}

#[test]
fn a_bundle_comes_with_the_seconds_until_its_time() {
    let studio = studio();
    let mut page = page(&studio);
    let osc = sender();
    let tag = |ahead: f64| {
        let then = SystemTime::now() + Duration::from_secs_f64(ahead);
        OscTime::try_from(then).unwrap()
    };
    let bundle = |ahead: f64, content| OscPacket::Bundle(OscBundle { timetag: tag(ahead), content });
    send(&osc, &studio, &bundle(1_000.0, vec![strike(), bundle(1_001.5, vec![strike()])]));
    let (first, second) = (hear(&mut page), hear(&mut page));
    let seconds = |it: &Value| it["in"].as_f64().unwrap();
    let (first, second) = (seconds(&first), seconds(&second));
    assert!(first > 0.0 && first <= 1_000.0, "{first}");
    // Both tags were made one after the other, however slowly: they are at least so far apart.
    assert!(second - first >= 1.5 - 1e-4, "{first} and {second}");
    send(&osc, &studio, &bundle(1e4, vec![strike()]));
    let told = reply(&osc);
    assert_eq!(told.addr, "/foley/error", "{told:?}: in more than an hour");
    let past = OscTime { seconds: 3_900_000_000_u32, fractional: 0 };
    send(&osc, &studio, &OscPacket::Bundle(OscBundle { timetag: past, content: vec![strike()] }));
    assert_eq!(hear(&mut page)["in"], json!(0.0), "what has gone is played at once");
    assert_eq!(studio.counts().late, 1);
}

#[test]
fn without_a_page_the_sender_is_told() {
    let studio = studio();
    let osc = sender();
    send(&osc, &studio, &strike());
    let told = reply(&osc);
    assert_eq!(told.addr, "/foley/error");
    let why = told.args[1].clone().string().unwrap();
    assert!(why.contains("no page"), "{why}");
    // Two programs that tell each other so would never end.
    send(&osc, &studio, &message("/foley/error", vec![]));
    send(&osc, &studio, &message("/foley/counts", vec![]));
    assert_eq!(reply(&osc).addr, "/foley/counts");
    // A page that has gone is no page.
    let mut page = page(&studio);
    page.close(None).unwrap();
    until("farewell", || studio.pages() == 0);
    send(&osc, &studio, &strike());
    assert_eq!(reply(&osc).addr, "/foley/error");
}

#[test]
fn infinite_numbers_and_garbage_never_reach_a_page() {
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
    assert_eq!(hear(&mut page)["address"], json!("/cup/strike"));
    let counts = studio.counts();
    assert_eq!((counts.not_a_number, counts.garbage), (2, 1));
}

#[test]
fn a_page_cannot_answer_what_nobody_asked() {
    let studio = studio();
    let mut page = page(&studio);
    for said in ["", "garbage", "{}", "[[[[", r#"{"id":1e9,"answer":1}"#, r#"{"id":0,"answer":"done"}"#] {
        page.send(Message::text(said)).unwrap();
    }
    let osc = sender();
    send(&osc, &studio, &message("/cup/hardness", vec![]));
    let asked = hear(&mut page);
    say(&mut page, &json!({ "id": asked["id"], "answer": 1 }));
    say(&mut page, &json!({ "id": asked["id"], "answer": 2 }));
    assert_eq!(reply(&osc).args, [OscType::Float(1.0)]);
    send(&osc, &studio, &message("/foley/counts", vec![]));
    assert_eq!(reply(&osc).addr, "/foley/counts", "one question, one answer");
}

#[test]
fn garbage_frames_end_that_page_alone() {
    let studio = studio();
    let mut good = page(&studio);
    for garbage in [
        // Without a mask; with bits that mean nothing; a text that is none; of 2^63 bytes; binary.
        &b"\x81\x02hi"[..],
        b"\xff\x80\0\0\0\0",
        b"\x81\x82\0\0\0\0\xff\xff",
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
        b"\x82\x81\0\0\0\0x",
        // A text of 70,000 bytes, which is more than is taken.
        b"\x81\xff\0\0\0\0\0\x01\x11\x70\0\0\0\0",
    ] {
        let mut bad = page(&studio);
        bad.get_mut().write_all(garbage).unwrap();
        let mut rest = Vec::new();
        // It is closed from the other side, whatever is said before.
        let _ = bad.get_mut().read_to_end(&mut rest);
        until("end of that page", || studio.pages() == 1);
    }
    let osc = sender();
    send(&osc, &studio, &strike());
    assert_eq!(hear(&mut good)["address"], json!("/cup/strike"));
    assert_eq!(get(studio.address(), "/").status, 200);
}

#[test]
fn a_slow_page_is_told_what_it_lost_and_the_quick_one_loses_nothing() {
    let studio = studio();
    let mut slow = page(&studio);
    let mut quick = page(&studio);
    let osc = sender();
    // Long texts, so that what the system keeps for the slow page is full, too.
    let text = OscType::String("x".repeat(1_000));
    let heavy = message("/cup/strike", vec![text; 50]);
    let mut sent = 0;
    while sent < 1_000 {
        send(&osc, &studio, &heavy);
        let heard = hear(&mut quick);
        assert_eq!(heard["address"], json!("/cup/strike"), "{heard:.200}");
        sent += 1;
    }
    let (mut heard, mut lost) = (0, 0);
    while heard + lost < sent {
        let next = hear(&mut slow);
        match next["lost"].as_u64() {
            Some(more) => lost += more,
            None => heard += 1,
        }
    }
    println!("{sent} messages of 50 kB: {heard} heard, {lost} lost and told");
    assert_eq!(heard + lost, sent);
    assert!(lost > 0 && heard >= MAX_QUEUED_EVENTS as u64, "{heard} heard, {lost} lost");
}

#[test]
fn a_page_that_says_nothing_any_more_is_let_go() {
    let setup = Setup { asks: Duration::from_millis(20), ..Setup::default() };
    let studio = Studio::open(setup).unwrap();
    let dead = page(&studio);
    // A page that reads answers each question by itself.
    let mut alive = page(&studio);
    alive.get_mut().set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    until("end of the dead page", || {
        let _ = alive.read();
        studio.pages() == 1
    });
    for _ in 0..50 {
        let _ = alive.read();
    }
    assert_eq!(studio.pages(), 1, "who answers stays");
    drop(dead);
}

#[test]
fn there_is_room_for_sixteen_pages_and_the_next_is_told() {
    let studio = studio();
    let at = studio.address();
    let mut pages: Vec<_> = (0..MOST_PAGES).map(|_| page(&studio)).collect();
    let (mut more, _) = connect(at, Some(&format!("http://{at}"))).unwrap();
    let Message::Close(Some(why)) = more.read().unwrap() else {
        panic!("it was let in");
    };
    assert!(why.reason.contains("too many pages"), "{why}");
    pages.pop().unwrap().close(None).unwrap();
    until("room", || studio.pages() < MOST_PAGES);
    pages.push(page(&studio));
    let osc = sender();
    send(&osc, &studio, &strike());
    for page in &mut pages {
        assert_eq!(hear(page)["address"], json!("/cup/strike"));
    }
}

#[test]
fn pages_are_told_that_it_ends_and_can_come_back_at_the_same_port() {
    let studio = studio();
    let port = studio.address().port();
    let mut before = page(&studio);
    // Somebody who neither reads nor goes must not keep it open.
    let _stuck = page(&studio);
    let _silent = TcpStream::connect(studio.address()).unwrap();
    let listens = std::thread::spawn(move || match before.read() {
        Ok(Message::Close(Some(why))) => u16::from(why.code),
        other => panic!("{other:?}"),
    });
    drop(studio);
    assert_eq!(listens.join().unwrap(), 1001);
    let setup = Setup { port, ..Setup::default() };
    let studio = Studio::open(setup).unwrap();
    page(&studio);
}
