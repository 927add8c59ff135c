//! OSCQuery over HTTP gives the tree of all declared addresses.

use crate::osc_stage;
use crate::osc_stage::{ANY, Stage, message};
use foley_live::query::Server;
use foley_live::{EntryKind, Rack};
use foley_sound::Score;
use rosc::OscType;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::sync::Arc;

fn open(stage: &Stage) -> Server {
    let osc = Some(stage.server.address());
    Server::open(ANY, Arc::clone(&stage.dispatcher), osc, "Foley").unwrap()
}

/// Sends a request; returns the whole answer.
fn talk(to: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    let limit = std::time::Duration::from_mins(1);
    stream.set_read_timeout(Some(limit)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

/// Sends a request with this method, path and host; returns the status and the body of the answer.
fn ask(server: &Server, method: &str, path: &str, host: &str) -> (u16, String) {
    let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let answer = talk(server.address(), &request);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok());
    assert!(!head.to_lowercase().contains("access-control"), "{head}");
    (status.unwrap_or(0), body.to_owned())
}

fn get(server: &Server, path: &str) -> (u16, Value) {
    let host = format!("127.0.0.1:{}", server.address().port());
    let (status, body) = ask(server, "GET", path, &host);
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

#[test]
fn the_tree_has_every_address() {
    let stage =
        Stage::new(&[("cup", "impact"), ("hall", "reverb"), ("wire", "karman"), ("engine", "engine")]);
    let server = open(&stage);
    let (status, tree) = get(&server, "/");
    assert_eq!(status, 200);
    let entries = stage.dispatcher.lock().unwrap().entries();
    assert!(entries.len() > 150, "{}", entries.len());
    for entry in &entries {
        let words = entry.address.split('/').filter(|text| !text.is_empty());
        let node = words.into_iter().try_fold(&tree, |node, word| node.get("CONTENTS")?.get(word));
        let node = node.unwrap_or_else(|| panic!("{} is not in the tree", entry.address));
        assert_eq!(node["FULL_PATH"], json!(entry.address));
        assert_eq!(node["DESCRIPTION"].as_str().map(|text| text.starts_with(entry.info.doc)), Some(true));
        let access = match entry.kind {
            EntryKind::Gesture | EntryKind::Command(_) => 2,
            EntryKind::Asked => 1,
            _ => 3,
        };
        assert_eq!(node["ACCESS"], json!(access), "{}", entry.address);
        let (types, values) = (node["TYPE"].as_str(), node["VALUE"].as_array());
        assert_eq!(values.map(Vec::len), entry.value.map(|_| 1), "{}", entry.address);
        assert_eq!(
            types.is_none(),
            matches!(entry.kind, EntryKind::Asked | EntryKind::Command(0)),
            "{}",
            entry.address
        );
        // Each node by itself is the same.
        if entry.address.starts_with("/wire") {
            assert_eq!(get(&server, &entry.address), (200, node.clone()), "{}", entry.address);
        }
    }
}

#[test]
fn a_rack_is_found_by_its_own_name_and_not_by_those_of_its_voices() {
    let mut stage = Stage::new(&[("pan", "impact")]);
    let sound = foley_catalogue::model("impact").unwrap();
    let rack = Rack::new("cup", &*sound, &Score::default(), 1, 8);
    stage.dispatcher.lock().unwrap().add_rack(rack, 0).unwrap();
    let server = open(&stage);
    let (_, tree) = get(&server, "/");
    let names: Vec<&String> = tree["CONTENTS"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["cup", "foley", "pan"]);
    let (status, cup) = get(&server, "/cup");
    assert_eq!(status, 200);
    assert_eq!(cup["CONTENTS"]["strike"]["ACCESS"], json!(2));
    assert_eq!(cup["CONTENTS"]["meter"], Value::Null, "a rack has none");
    for word in ["learn", "forget", "save"] {
        assert_eq!(get(&server, &format!("/foley/{word}")).0, 200, "{word}");
    }
    // The tree shows the value that OSC answers.
    let values = || {
        let (_, node) = get(&server, "/cup/hardness");
        node["VALUE"][0].as_f64().unwrap()
    };
    let text = |text: &str| OscType::String(text.to_owned());
    stage.send(&message("/cup/hardness", vec![OscType::Float(70.0)]));
    stage.wait_for(1);
    assert!((values() - 70.0).abs() < 1e-9, "{}", values());
    stage.send(&message("/foley/list", vec![]));
    assert_eq!(stage.reply().args, [text("cup"), text("pan")]);
    // Requests that a rack rejects are answered with the allowed ones.
    for (address, args, says) in [
        ("/foley/play", vec![text("cup")], "/cup/strike"),
        ("/foley/remove", vec![text("cup")], "/cup/strike"),
        ("/foley/remove", vec![text("cup-60")], "is one of its voices"),
        ("/foley/preset", vec![text("cup"), text("bowed-saw")], "/cup/strike"),
        ("/foley/add", vec![text("cup"), text("friction")], "no other sound can have its name"),
        ("/foley/add", vec![text("cup-61"), text("friction")], "is one of its voices"),
    ] {
        stage.send(&message(address, args));
        let told = stage.reply();
        let Some(OscType::String(why)) = told.args.last() else {
            panic!("{told:?}");
        };
        assert!(why.contains("`cup` is a rack") && why.contains(says), "{why}");
    }
    // A pattern that matches nothing of the rack is an error; one that matches the rack reaches it once.
    stage.send(&message("/c*/meter", vec![]));
    assert_eq!(stage.reply().addr, "/foley/error");
    let (_, played) = (stage.hear(64), stage.dispatcher.lock().unwrap().entries());
    assert!(played.iter().all(|entry| !entry.address.starts_with("/cup-")));
    stage.send(&message("/c*/hardness", vec![OscType::Float(20.0)]));
    stage.send(&message("/c*/hardness", vec![]));
    let told = stage.reply();
    assert_eq!(told.addr, "/cup/hardness");
    stage.send(&message("/foley/list", vec![]));
    assert_eq!(stage.reply().addr, "/foley/list", "one answer to one question");
}

#[test]
fn a_node_has_its_range_unit_and_value() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let (status, node) = get(&server, "/cup/touch/stiffness");
    assert_eq!((status, &node["TYPE"], &node["UNIT"]), (200, &json!("f"), &json!(["N/m^α"])));
    let range = &node["RANGE"][0];
    let value = node["VALUE"][0].as_f64().unwrap();
    let (min, max) = (range["MIN"].as_f64().unwrap(), range["MAX"].as_f64().unwrap());
    assert!(min <= value && value <= max, "{min} {value} {max}");
    let (_, handle) = get(&server, "/cup/hardness");
    assert_eq!(handle["RANGE"], json!([{ "MIN": 0.0, "MAX": 100.0 }]));
    let (_, choice) = get(&server, "/cup/struck/material");
    let names = choice["RANGE"][0]["VALS"].as_array().unwrap();
    assert!(choice["TYPE"] == json!("s") && names.contains(&choice["VALUE"][0]), "{choice}");
    // A changed value is reported.
    stage.send(&osc_stage::message("/cup/mixer/gain", vec![rosc::OscType::Float(0.5)]));
    stage.wait_for(1);
    assert_eq!(get(&server, "/cup/mixer/gain?VALUE"), (200, json!({ "VALUE": [0.5] })));
}

#[test]
fn an_unknown_path_is_not_found() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    for (path, status) in [
        ("/nobody", 404),
        ("/cup/nothing", 404),
        ("/cup/%73trike", 404),
        ("/cup/hardness?UNIT", 204),
        ("/cup/strike?VALUE", 204),
        ("/cup?VALUE", 204),
        ("/cup?CONTENTS", 200),
        ("/cup/", 200),
        ("/cup/hardness?TAGS", 400),
        ("/cup/hardness?value", 400),
        ("/nobody?HOST_INFO", 200),
    ] {
        assert_eq!(get(&server, path).0, status, "{path}");
    }
    let (_, info) = get(&server, "/?HOST_INFO");
    assert_eq!(info["NAME"], json!("Foley"));
    assert_eq!(info["OSC_IP"], json!("127.0.0.1"));
    assert_eq!(info["OSC_PORT"], json!(stage.server.address().port()));
    assert_eq!(info["OSC_TRANSPORT"], json!("UDP"));
    assert_eq!(info["EXTENSIONS"]["VALUE"], json!(true));
    for (what, done) in [
        ("LISTEN", true),
        ("PATH_ADDED", true),
        ("PATH_REMOVED", true),
        ("PATH_CHANGED", true),
        ("PATH_RENAMED", false),
    ] {
        assert_eq!(info["EXTENSIONS"][what], json!(done), "{what}");
    }
    assert_eq!(info["WS_IP"], json!("127.0.0.1"));
    assert_eq!(info["WS_PORT"], json!(server.address().port()));
}

#[test]
fn host_info_gives_the_osc_port() {
    let stage = Stage::new(&[("cup", "impact")]);
    for (heard, told) in [
        ("192.0.2.7:9000", json!("192.0.2.7")),
        ("0.0.0.0:9000", json!("127.0.0.1")),
        ("[::]:9000", json!("::1")),
    ] {
        let osc = Some(heard.parse().unwrap());
        let server = Server::open(ANY, Arc::clone(&stage.dispatcher), osc, "Foley").unwrap();
        let (_, info) = get(&server, "/?HOST_INFO");
        assert_eq!((&info["OSC_IP"], &info["OSC_PORT"]), (&told, &json!(9000)));
    }
    let server = Server::open(ANY, Arc::clone(&stage.dispatcher), None, "Foley").unwrap();
    assert_eq!(get(&server, "/?HOST_INFO").1["OSC_PORT"], Value::Null);
}

#[test]
fn only_requests_for_localhost_are_answered() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let port = server.address().port();
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("LOCALHOST:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        ("localhost".to_owned(), 403),
        (format!("localhost:{}", port ^ 1), 403),
        (String::new(), 403),
    ] {
        assert_eq!(ask(&server, "GET", "/", &host).0, status, "{host}");
    }
    let host = format!("localhost:{port}");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        assert_eq!(ask(&server, method, "/", &host).0, 405, "{method}");
    }
    assert_eq!(ask(&server, "HEAD", "/", &host), (200, String::new()));
    let many = "X: y\r\n".repeat(100);
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n");
    assert!(talk(server.address(), &head).starts_with("HTTP/1.1 431"), "100 lines");
    let long = "y".repeat(100_000);
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n");
    assert!(!talk(server.address(), &head).starts_with("HTTP/1.1 200"), "100 kB in one line");
    assert_eq!(ask(&server, "GET", "/cup", &host).0, 200, "it goes on");
    let everywhere = SocketAddr::from(([0, 0, 0, 0], 0));
    let refused = Server::open(everywhere, Arc::clone(&stage.dispatcher), None, "Foley").unwrap_err();
    assert!(refused.to_string().contains("127.0.0.1"), "{refused}");
}

#[test]
fn curl_reads_it() {
    let stage = Stage::new(&[("cup", "impact")]);
    let server = open(&stage);
    let url = format!("http://localhost:{}/cup/strike?TYPE", server.address().port());
    let out = Command::new("curl").args(["-4", "-s", "--noproxy", "*", &url]).output().expect("curl");
    assert_eq!(String::from_utf8_lossy(&out.stdout), r#"{"TYPE":"f"}"#);
}

#[test]
fn a_dropped_server_closes_its_port() {
    let stage = Stage::new(&[]);
    let server = open(&stage);
    let address = server.address();
    // An idle connection must not keep the port open.
    let _guest = TcpStream::connect(address).unwrap();
    drop(server);
    assert!(TcpStream::connect(address).is_err());
}
