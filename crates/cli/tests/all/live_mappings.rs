//! `foley live`: learnt mappings, saved scenes, user presets.
#![cfg(unix)]

use crate::support;
use crate::support::running::{Running, wait_until};
use crate::support::{Folder, foley, number, rejected, run, song};
use crate::wav;
use serde_json::Value;
use std::time::Duration;

/// Returns an OSC string: the text, padded with zeros to a multiple of four bytes.
fn padded(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((text.len() / 4 + 1) * 4, 0);
    bytes
}

/// Sends a message with string arguments and returns address, types and strings of the answer.
fn asked(of: &Running, address: &str, texts: &[&str]) -> Vec<String> {
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let patience = Some(Duration::from_mins(1));
    socket.set_read_timeout(patience).unwrap();
    let types = format!(",{}", "s".repeat(texts.len()));
    let words = [address, &types].into_iter().chain(texts.iter().copied());
    let bytes: Vec<u8> = words.flat_map(padded).collect();
    let to = of.begun["playing"]["osc"].as_str().unwrap();
    socket.send_to(&bytes, to).unwrap();
    let mut buffer = vec![0; 65_536];
    let (length, _) = socket.recv_from(&mut buffer).expect("an answer");
    let words = buffer[..length].split(|byte| *byte == 0);
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// Learns a mapping over OSC and returns the answer.
fn learnt(of: &Running, address: &str, control: &str) -> Vec<String> {
    std::thread::scope(|scope| {
        let answer = scope.spawn(|| asked(of, "/foley/learn", &[address]));
        let mut high = false;
        while !answer.is_finished() {
            of.send(&[control, "f", if high { "0.9" } else { "0.1" }]);
            high = !high;
            std::thread::sleep(Duration::from_millis(20));
        }
        answer.join().unwrap()
    })
}

#[test]
fn a_saved_scene_loads_again() {
    let folder = Folder::new();
    let (scene, midi) = (folder.file("desk.json"), folder.file("song.mid"));
    let text = r#"{ "format": 1, "sounds": { "pan": { "model": "impact" } }, "mappings": [{ "from": "osc:/x", "say": "/pan/strike" }] }"#;
    std::fs::write(&scene, text).unwrap();
    std::fs::write(&midi, song()).unwrap();
    let saved = || std::fs::read_to_string(&scene).unwrap();
    // Its keys add the standard controllers to the cup.
    let arguments = ["live", "--scene", &scene, "cup=impact", "--midi-file", &midi];
    let loads = |arguments: &[&str]| {
        let done = run(&[arguments, &["--offline", "--seconds", "0.1"]].concat());
        let message = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{message}\n{}", saved());
    };
    let playing = Running::start(foley().args(arguments).args(["--null", "--osc", "0"]));
    let shown = &playing.begun["playing"]["sounds"];
    let cup = serde_json::json!({ "name": "cup", "model": "impact", "keys": true });
    let pan = serde_json::json!({ "name": "pan", "model": "impact", "keys": false });
    assert_eq!(*shown, serde_json::json!([cup, pan]), "by names that last");
    playing.send(&["/foley/save"]);
    wait_until("a file", || saved() != text);
    assert!(!saved().contains("/cup/"), "knobs of the rule: {}", saved());
    loads(&arguments);
    loads(&arguments[..3]);
    // A sound that was added later is not in the scene.
    playing.send(&["/foley/add", "ss", "late", "impact"]);
    let answer = learnt(&playing, "/late/strike", "/fader");
    assert!(answer.contains(&"osc:/fader".to_owned()), "{answer:?}");
    let before = saved();
    let answer = asked(&playing, "/foley/save", &[]);
    let why = answer.last().unwrap();
    assert!(
        why.contains("mappings[1].say") && why.contains("/late/strike") && why.contains("/foley/forget"),
        "{answer:?}"
    );
    assert_eq!(saved(), before, "the file stays as it was");
    asked(&playing, "/foley/forget", &["/late/strike"]);
    // A file cannot name every control.
    let answer = learnt(&playing, "/pan/hardness", "/my fader");
    assert!(answer.last().unwrap().contains("cannot be learnt"), "{answer:?}");
    // Sounds of the command line exist again with the same command line.
    learnt(&playing, "/cup/hardness", "/fader");
    playing.send(&["/foley/save"]);
    wait_until("another file", || saved().contains("/cup/hardness"));
    loads(&arguments);
    let message = rejected(&[&arguments[..3], &["--offline"]].concat());
    assert!(message.contains("mappings[1].say"), "{message}");
    playing.signal("-TERM");
    assert_eq!(playing.end_json().1, Some(0));
    assert_eq!(folder.names(), ["desk.json", "song.mid"]);
}

#[test]
fn mappings_are_learnt_saved_and_used_from_a_file() {
    let folder = Folder::new();
    let maps = folder.file("maps.json");
    let arguments = ["live", "cup=impact", "--mappings", &maps];
    let message = rejected(&[&arguments[..], &["--offline"]].concat());
    assert!(message.contains("maps.json"), "nobody saves offline: {message}");
    let playing = Running::start(foley().args(arguments).args(["--null", "--osc", "0"]));
    learnt(&playing, "/cup/strike", "/fader");
    playing.send(&["/foley/save"]);
    wait_until("a file", || std::path::Path::new(&maps).exists());
    playing.signal("-TERM");
    playing.end_json();
    let text = std::fs::read_to_string(&maps).unwrap();
    assert!(text.contains("osc:/fader") && text.contains("/cup/strike"), "{text}");
    // The file is used beside a scene and its score, too.
    let (scene, wav) = (folder.file("scene.json"), folder.file("a.wav"));
    let scored = r#"{ "format": 1, "sounds": { "pan": { "model": "impact" } }, "score": [{ "at": 0.1, "say": "/fader 0.9" }] }"#;
    std::fs::write(&scene, scored).unwrap();
    let offline = |more: &[&str]| {
        let common = ["--offline", "--seconds", "0.3", "--record", &wav, "--json"];
        let summary = support::json(&[&arguments[..], &common, more].concat());
        assert_eq!(summary["played"]["wrong"], serde_json::json!({}), "{summary}");
        let (.., samples) = wav::read(&wav);
        samples.iter().position(|x| *x != 0.0).map(|at| at / 2)
    };
    assert_eq!(offline(&[]), None, "nothing moves");
    let struck = offline(&["--scene", &scene]);
    assert!(struck.is_some_and(|at| (4800..4900).contains(&at)), "{struck:?}");
    // Also with a sensor.
    let log = folder.file("log.csv");
    std::fs::write(&log, "time,lift\n0.0,0\n0.2,5\n").unwrap();
    let by_sensor = r#"{ "format": 1, "mappings": [{ "from": "sensor:lift", "through": [{ "threshold": { "above": 1 } }, { "range": [0, 10] }], "say": "/cup/strike" }] }"#;
    std::fs::write(&maps, by_sensor).unwrap();
    let struck = offline(&["--sensors", &log]);
    assert!(struck.is_some_and(|at| (9600..9700).contains(&at)), "{struck:?}");
    // An unknown sound is reported with its place.
    std::fs::write(&maps, by_sensor.replace("/cup/", "/kup/")).unwrap();
    let message = rejected(&[&arguments[..], &["--offline"]].concat());
    assert!(
        message.contains("maps.json")
            && message.contains("mappings[0].say")
            && message.contains("/cup/strike"),
        "{message}"
    );
}

#[test]
fn user_presets_are_found_by_scenes_and_over_osc() {
    let folder = Folder::new();
    let (own, scene, wav) = (folder.path().join("own"), folder.file("scene.json"), folder.file("a.wav"));
    std::fs::create_dir(&own).unwrap();
    let mine = r#"{ "format": 1, "model": "impact", "name": "my own knock", "score": [{ "at": 0, "strike": 1 }, { "at": 0.2, "strike": 1 }] }"#;
    std::fs::write(own.join("mine.json"), mine).unwrap();
    let text = r#"{ "format": 1, "sounds": { "door": { "preset": "my-own-knock" } },
        "score": [{ "at": 0, "say": "/foley/add other my-own-knock" }, { "at": 0.1, "say": "/foley/play door" }] }"#;
    std::fs::write(&scene, text).unwrap();
    let arguments = ["live", "--scene", &scene, "--offline", "--seconds", "0.6", "--record", &wav, "--json"];
    let message = run(&arguments);
    assert!(!message.status.success(), "without the folder there is none");
    let done = foley().env("FOLEY_PRESETS", &own).args(arguments).output().unwrap();
    let aside = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{aside}");
    let summary: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(summary["played"]["wrong"], serde_json::json!({}), "{summary}");
    assert_eq!(number(&summary, "/played/sounds"), 2.0, "{summary}");
    // Two knocks, at 0.1 s and at 0.3 s.
    let (.., samples) = wav::read(&wav);
    let power = |from: f64| {
        let at = 2 * (from * 48_000.0) as usize;
        samples[at..at + 960].iter().map(|x| x * x).sum::<f32>()
    };
    assert!(power(0.1) > 10.0 * power(0.28) && power(0.3) > 10.0 * power(0.28));
}
