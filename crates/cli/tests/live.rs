//! `foley live` as anyone would use it: with real clients, real servers, and somebody who kills it.
#![cfg(unix)]

#[path = "support/running.rs"]
mod running;
mod support;
#[path = "../../live/tests/support/wav.rs"]
mod wav;

#[path = "../../live/tests/support/jack.rs"]
#[cfg(all(feature = "device", target_os = "linux"))]
mod jack;

use running::Running;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{Folder, foley, number, refused, run};

/// A song: eight notes at 120 to the minute, louder and louder.
fn song() -> Vec<u8> {
    let mut track = Vec::new();
    for n in 0..8_u8 {
        // After a quarter of a beat each: 24 ticks of 96.
        track.extend([if n == 0 { 0 } else { 24 }, 0x90, 60 + n, 40 + 10 * n]);
    }
    track.extend([0, 0xff, 0x2f, 0]);
    let mut file = b"MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk".to_vec();
    file.extend((track.len() as u32).to_be_bytes());
    file.extend(track);
    file
}

const SCENE: &str = r#"{ "format": 1, "title": "two cups",
  "sounds": { "cup": { "preset": "espresso-cup-set-down-on-marble" }, "other": { "model": "impact", "pan": 0.5 } },
  "mappings": [{ "from": "midi:note", "say": "/other/strike" }],
  "score": [{ "at": 0, "say": "/cup/strike 1.2" }, { "at": 0.013, "say": "/other/strike 0.5" }, { "at": 0.03, "say": "/cup/strike 0.3" },
            { "at": 0.7, "say": "/cup/hardness 20" }, { "at": 0.91, "say": "/cup/strike 1" }, { "at": 1.1, "say": "/cup/mixer/gain 0.5" },
            { "at": 1.2, "say": "/cup/strike 2" }] }"#;

fn port(of: &Running) -> String {
    let osc = of.begun["playing"]["osc"].as_str().unwrap();
    osc.rsplit(':').next().unwrap().to_owned()
}

fn send(to: &Running, words: &[&str]) {
    let sent = Command::new("oscsend")
        .args(["localhost", &port(to)])
        .args(words)
        .status()
        .expect("oscsend, of the package liblo-tools");
    assert!(sent.success(), "{words:?}");
}

/// What it said last, and its exit code.
fn end(of: Running) -> (Value, Option<i32>) {
    let (out, aside, code) = of.end();
    let last = out.lines().last().unwrap_or("null");
    let last = serde_json::from_str(last);
    (
        last.unwrap_or_else(|why| panic!("{why}: {out}{aside}")),
        code,
    )
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_score_and_a_song_give_the_same_samples_live_and_offline() {
    let folder = Folder::new();
    let (scene, midi) = (folder.file("scene.json"), folder.file("song.mid"));
    let (a, b) = (folder.file("a.wav"), folder.file("b.wav"));
    std::fs::write(&scene, SCENE).unwrap();
    std::fs::write(&midi, song()).unwrap();
    let common = [
        "live",
        "--scene",
        &scene,
        "--midi-file",
        &midi,
        "--seconds",
        "1.6",
        "--json",
    ];
    let done = run(&[&common[..], &["--offline", "--record", &a]].concat());
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let summary: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(number(&summary, "/played/letters"), 15.0, "{summary}");
    assert_eq!(
        summary["played"]["wrong"],
        serde_json::json!({}),
        "{summary}"
    );
    let (rate, channels, offline) = wav::read(&a);
    assert_eq!((rate, channels, offline.len()), (48_000, 2, 2 * 76_800));
    assert!(offline.iter().any(|x| x.abs() > 0.05));
    // A machine that does not wake us for 50 ms makes a letter late; that is counted, and another try is made.
    for attempt in 1..=5 {
        let done = run(&[
            &common[..],
            &[
                "--null",
                "--ceiling",
                "off",
                "--osc",
                "0",
                "--block",
                "200",
                "--record",
                &b,
            ],
        ]
        .concat());
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        let last = String::from_utf8(done.stdout).unwrap();
        let summary: Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
        let late = number(&summary, "/played/late");
        let lost = number(&summary, "/played/lost");
        println!("try {attempt}: {late} late, {lost} frames lost");
        if late == 0.0 && lost == 0.0 {
            let (.., live) = wav::read(&b);
            let both = live.len().min(offline.len());
            assert!(both >= 2 * 76_700, "{both}");
            assert!(
                live[..both] == offline[..both],
                "other samples than offline"
            );
            return;
        }
    }
    panic!("in five tries a letter was late each time: the machine is too busy for this test");
}

#[test]
fn a_polite_kill_closes_the_files_and_tells_how_it_was() {
    let folder = Folder::new();
    let file = folder.file("take.wav");
    for signal in ["-TERM", "-INT"] {
        let command = &mut foley();
        command.args([
            "live",
            "cup=impact",
            "--null",
            "--osc",
            "0",
            "--record",
            &file,
            "--stems",
        ]);
        let playing = Running::start(command);
        send(&playing, &["/cup/strike", "f", "1.2"]);
        send(&playing, &["/cup/strik", "f", "1.2"]);
        wait_until("a second of sound", || {
            wav::read(&file).2.len() > 2 * 48_000
        });
        playing.signal(signal);
        let (summary, code) = end(playing);
        assert_eq!(code, Some(0), "{signal}");
        assert_eq!(number(&summary, "/played/osc/messages"), 2.0, "{summary}");
        assert_eq!(number(&summary, "/played/osc/unknown"), 1.0, "{summary}");
        let frames = number(&summary, "/played/recorded/0/frames");
        assert_eq!(wav::read(&file).2.len() as f64, 2.0 * frames);
        assert!(
            wav::read(folder.file("take-cup.wav"))
                .2
                .iter()
                .any(|x| *x != 0.0)
        );
    }
}

#[test]
fn what_a_killed_program_has_recorded_is_valid_up_to_the_last_second() {
    let folder = Folder::new();
    let file = folder.file("take.wav");
    let command = &mut foley();
    command.args([
        "live",
        "cup=impact",
        "--null",
        "--osc",
        "0",
        "--record",
        &file,
    ]);
    let mut playing = Running::start(command);
    wait_until("two seconds of sound", || {
        send(&playing, &["/cup/strike", "f", "1"]);
        wav::read(&file).2.len() > 4 * 48_000
    });
    let before = wav::read(&file).2.len();
    playing.program.kill().unwrap();
    playing.program.wait().unwrap();
    let (rate, channels, after) = wav::read(&file);
    assert_eq!((rate, channels), (48_000, 2));
    assert!(after.len() >= before && after.iter().any(|x| x.abs() > 0.01));
    // Our own reader takes it, and somebody else's where there is one.
    let analysed = support::json(&["analyse", &file, "--json"]);
    assert_eq!(number(&analysed, "/file/frames") as usize, after.len() / 2);
    let python = "import soundfile, sys; print(soundfile.info(sys.argv[1]).frames)";
    let read = Command::new("python3").args(["-c", python, &file]).output();
    match read {
        Ok(read) if read.status.success() => {
            let frames = String::from_utf8(read.stdout).unwrap();
            assert_eq!(frames.trim(), (after.len() / 2).to_string());
        }
        _ => println!("no soundfile for Python here"),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_polite_kill_ends_what_is_rendered_and_what_is_measured_too() {
    let folder = Folder::new();
    let file = folder.file("take.wav");
    let rendered = "live motor --offline --seconds 3600 --json --record";
    let mut render = foley();
    render.args(rendered.split(' ')).arg(&file);
    let mut measure = foley();
    measure.args("live --measure=10000 --null --osc 0 --json".split(' '));
    for mut command in [render, measure] {
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        // From when on it has a mind of its own about being killed, the system knows: bit 14 is for 15, the polite one.
        let status = format!("/proc/{}/status", program.id());
        wait_until("it listens", || {
            let status = std::fs::read_to_string(&status).unwrap_or_default();
            let mut lines = status.lines();
            let caught = lines.find_map(|it| it.strip_prefix("SigCgt:"));
            let caught = u64::from_str_radix(caught.unwrap_or("0").trim(), 16);
            caught.is_ok_and(|caught| caught & (1 << 14) != 0)
        });
        std::thread::sleep(Duration::from_millis(500));
        let id = program.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        wait_until("it ends", || program.try_wait().unwrap().is_some());
        let done = program.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{command:?}");
        let said = String::from_utf8(done.stdout).unwrap();
        serde_json::from_str::<Value>(&said).unwrap_or_else(|why| panic!("{why}: {said}"));
    }
    let (_, _, samples) = wav::read(&file);
    assert!(samples.len() < 2 * 48_000 * 3600, "{}", samples.len());
}

#[test]
fn a_disk_that_fills_up_ends_the_recording_and_not_the_sound() {
    let folder = Folder::new();
    let file = folder.file("take.wav");
    // A file of no more than 256 KiB: two thirds of a second of stereo.
    let limited = "trap '' XFSZ; ulimit -f 256; exec \"$@\"";
    let mut command = Command::new("bash");
    command.args(["-c", limited, "bash", env!("CARGO_BIN_EXE_foley")]);
    command.args([
        "live",
        "cup=impact",
        "--null",
        "--osc",
        "0",
        "--seconds",
        "1.5",
        "--record",
        &file,
    ]);
    let (summary, code) = end(Running::start(&mut command));
    assert_eq!(code, Some(0));
    assert!(number(&summary, "/played/seconds") >= 1.5, "{summary}");
    let said = summary["played"]["messages"][0]
        .as_str()
        .unwrap_or_default();
    assert!(
        said.contains("take.wav") && said.contains("no longer written"),
        "{summary}"
    );
    assert!(wav::read(&file).2.len() > 1_000);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = refused(&["live", "impact", "--null", "--osc", &port]);
    assert!(
        said.contains(&port) && said.contains("another program") && said.contains("--osc 0"),
        "{said}"
    );
}

#[test]
fn a_recording_from_the_network_lands_in_its_folder() {
    let folder = Folder::new();
    let takes = folder.path().display().to_string();
    let command = &mut foley();
    command.args([
        "live",
        "impact",
        "--null",
        "--osc",
        "0",
        "--record-folder",
        &takes,
    ]);
    let playing = Running::start(command);
    send(&playing, &["/foley/record", "s", "../../escaped"]);
    send(&playing, &["/foley/record", "s", "take"]);
    let file = folder.file("take.wav");
    wait_until("a recording", || {
        std::fs::metadata(&file).is_ok_and(|it| it.len() > 100_000)
    });
    send(&playing, &["/foley/record", "s", "off"]);
    playing.signal("-TERM");
    let (summary, code) = end(playing);
    assert_eq!(code, Some(0));
    assert_eq!(number(&summary, "/played/osc/refused"), 1.0, "{summary}");
    assert_eq!(folder.names(), ["take.wav"]);
    assert!(wav::read(&file).2.len() > 2 * 4_800);
}

#[test]
fn a_measurement_hears_its_messages_and_says_what_it_measured() {
    let arguments = ["live", "--measure=40", "--null", "--block", "128", "--json"];
    let measured = support::json(&arguments);
    for way in ["engine", "socket"] {
        let of = |name: &str| number(&measured, &format!("/delay/{way}/{name}"));
        println!(
            "{way}: median {:.3} ms, jitter {:.3} ms, {} unheard",
            1e3 * of("median"),
            1e3 * of("jitter"),
            of("unheard")
        );
        assert_eq!(
            (of("messages"), of("block"), of("rate")),
            (40.0, 128.0, 48_000.0)
        );
        assert!(of("unheard") <= 4.0, "{measured}");
        // Half of the messages at least are in time, however busy the machine is: a block and a millisecond.
        assert!(of("median") <= 128.0 / 48_000.0 + 1e-3, "{measured}");
    }
}

/// A text as OSC has it: with zeros up to a multiple of four bytes.
fn padded(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((text.len() / 4 + 1) * 4, 0);
    bytes
}

/// Says something with texts behind it on a socket of one's own, and waits for the answer: its address, its types and its texts.
fn asked(of: &Running, address: &str, texts: &[&str]) -> Vec<String> {
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let patience = Some(Duration::from_secs(60));
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
    words
        .map(|word| String::from_utf8_lossy(word).into_owned())
        .collect()
}

/// Has an address learn a control over OSC: what is answered.
fn learnt(of: &Running, address: &str, control: &str) -> Vec<String> {
    std::thread::scope(|scope| {
        let answer = scope.spawn(|| asked(of, "/foley/learn", &[address]));
        let mut high = false;
        while !answer.is_finished() {
            send(of, &[control, "f", if high { "0.9" } else { "0.1" }]);
            high = !high;
            std::thread::sleep(Duration::from_millis(20));
        }
        answer.join().unwrap()
    })
}

#[test]
fn a_scene_that_was_saved_loads_again() {
    let folder = Folder::new();
    let (scene, midi) = (folder.file("desk.json"), folder.file("song.mid"));
    let text = r#"{ "format": 1, "sounds": { "pan": { "model": "impact" } }, "mappings": [{ "from": "osc:/x", "say": "/pan/strike" }] }"#;
    std::fs::write(&scene, text).unwrap();
    std::fs::write(&midi, song()).unwrap();
    let saved = || std::fs::read_to_string(&scene).unwrap();
    // Its keys give knobs to the cup.
    let arguments = [
        "live",
        "--scene",
        &scene,
        "cup=impact",
        "--midi-file",
        &midi,
    ];
    let loads = |arguments: &[&str]| {
        let done = run(&[arguments, &["--offline", "--seconds", "0.1"]].concat());
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{said}\n{}", saved());
    };
    let playing = Running::start(foley().args(arguments).args(["--null", "--osc", "0"]));
    let shown = &playing.begun["playing"]["sounds"];
    let cup = serde_json::json!({ "name": "cup", "model": "impact", "keys": true });
    let pan = serde_json::json!({ "name": "pan", "model": "impact", "keys": false });
    assert_eq!(*shown, serde_json::json!([cup, pan]), "by names that last");
    send(&playing, &["/foley/save"]);
    wait_until("a file", || saved() != text);
    assert!(!saved().contains("/cup/"), "knobs of the rule: {}", saved());
    loads(&arguments);
    loads(&arguments[..3]);
    // A sound that came later will not be there.
    send(&playing, &["/foley/add", "ss", "late", "impact"]);
    let answer = learnt(&playing, "/late/strike", "/fader");
    assert!(answer.contains(&"osc:/fader".to_owned()), "{answer:?}");
    let before = saved();
    let answer = asked(&playing, "/foley/save", &[]);
    let why = answer.last().unwrap();
    assert!(
        why.contains("mappings[1].say")
            && why.contains("/late/strike")
            && why.contains("/foley/forget"),
        "{answer:?}"
    );
    assert_eq!(saved(), before, "the file stays as it was");
    asked(&playing, "/foley/forget", &["/late/strike"]);
    // Nor can a file name every control.
    let answer = learnt(&playing, "/pan/hardness", "/my fader");
    assert!(
        answer.last().unwrap().contains("cannot be learnt"),
        "{answer:?}"
    );
    // What is on the command line is there again with the same command line.
    learnt(&playing, "/cup/hardness", "/fader");
    send(&playing, &["/foley/save"]);
    wait_until("another file", || saved().contains("/cup/hardness"));
    loads(&arguments);
    let said = refused(&[&arguments[..3], &["--offline"]].concat());
    assert!(said.contains("mappings[1].say"), "{said}");
    playing.signal("-TERM");
    assert_eq!(end(playing).1, Some(0));
    assert_eq!(folder.names(), ["desk.json", "song.mid"]);
}

#[test]
fn mappings_are_a_file_of_their_own_learnt_saved_and_used() {
    let folder = Folder::new();
    let maps = folder.file("maps.json");
    let arguments = ["live", "cup=impact", "--mappings", &maps];
    let said = refused(&[&arguments[..], &["--offline"]].concat());
    assert!(said.contains("maps.json"), "nobody saves offline: {said}");
    let playing = Running::start(foley().args(arguments).args(["--null", "--osc", "0"]));
    learnt(&playing, "/cup/strike", "/fader");
    send(&playing, &["/foley/save"]);
    wait_until("a file", || std::path::Path::new(&maps).exists());
    playing.signal("-TERM");
    end(playing);
    let text = std::fs::read_to_string(&maps).unwrap();
    assert!(
        text.contains("osc:/fader") && text.contains("/cup/strike"),
        "{text}"
    );
    // It is used where it is named, beside a scene and its score, too.
    let (scene, wav) = (folder.file("scene.json"), folder.file("a.wav"));
    let scored = r#"{ "format": 1, "sounds": { "pan": { "model": "impact" } }, "score": [{ "at": 0.1, "say": "/fader 0.9" }] }"#;
    std::fs::write(&scene, scored).unwrap();
    let offline = |more: &[&str]| {
        let common = ["--offline", "--seconds", "0.3", "--record", &wav, "--json"];
        let summary = support::json(&[&arguments[..], &common, more].concat());
        assert_eq!(
            summary["played"]["wrong"],
            serde_json::json!({}),
            "{summary}"
        );
        let (.., samples) = wav::read(&wav);
        samples.iter().position(|x| *x != 0.0).map(|at| at / 2)
    };
    assert_eq!(offline(&[]), None, "nothing moves");
    let struck = offline(&["--scene", &scene]);
    assert!(
        struck.is_some_and(|at| (4800..4900).contains(&at)),
        "{struck:?}"
    );
    // And by a sensor.
    let log = folder.file("log.csv");
    std::fs::write(&log, "time,lift\n0.0,0\n0.2,5\n").unwrap();
    let by_sensor = r#"{ "format": 1, "mappings": [{ "from": "sensor:lift", "through": [{ "threshold": { "above": 1 } }, { "range": [0, 10] }], "say": "/cup/strike" }] }"#;
    std::fs::write(&maps, by_sensor).unwrap();
    let struck = offline(&["--sensors", &log]);
    assert!(
        struck.is_some_and(|at| (9600..9700).contains(&at)),
        "{struck:?}"
    );
    // Who is not there is told with the place.
    std::fs::write(&maps, by_sensor.replace("/cup/", "/kup/")).unwrap();
    let said = refused(&[&arguments[..], &["--offline"]].concat());
    assert!(
        said.contains("maps.json")
            && said.contains("mappings[0].say")
            && said.contains("/cup/strike"),
        "{said}"
    );
}

#[test]
fn presets_of_ones_own_are_found_by_scenes_and_over_the_network() {
    let folder = Folder::new();
    let (own, scene, wav) = (
        folder.path().join("own"),
        folder.file("scene.json"),
        folder.file("a.wav"),
    );
    std::fs::create_dir(&own).unwrap();
    let mine = r#"{ "format": 1, "model": "impact", "name": "my own knock", "score": [{ "at": 0, "strike": 1 }, { "at": 0.2, "strike": 1 }] }"#;
    std::fs::write(own.join("mine.json"), mine).unwrap();
    let text = r#"{ "format": 1, "sounds": { "door": { "preset": "my-own-knock" } },
        "score": [{ "at": 0, "say": "/foley/add other my-own-knock" }, { "at": 0.1, "say": "/foley/play door" }] }"#;
    std::fs::write(&scene, text).unwrap();
    let arguments = [
        "live",
        "--scene",
        &scene,
        "--offline",
        "--seconds",
        "0.6",
        "--record",
        &wav,
        "--json",
    ];
    let said = run(&arguments);
    assert!(!said.status.success(), "without the folder there is none");
    let done = foley()
        .env("FOLEY_PRESETS", &own)
        .args(arguments)
        .output()
        .unwrap();
    let aside = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{aside}");
    let summary: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        summary["played"]["wrong"],
        serde_json::json!({}),
        "{summary}"
    );
    assert_eq!(number(&summary, "/played/sounds"), 2.0, "{summary}");
    // Two knocks, at 0.1 s and at 0.3 s.
    let (.., samples) = wav::read(&wav);
    let power = |from: f64| {
        let at = 2 * (from * 48_000.0) as usize;
        samples[at..at + 960].iter().map(|x| x * x).sum::<f32>()
    };
    assert!(power(0.1) > 10.0 * power(0.28) && power(0.3) > 10.0 * power(0.28));
}

#[test]
fn without_anything_to_play_it_says_what_to_do() {
    assert!(refused(&["live", "--null"]).contains("--scene"));
    assert!(refused(&["live", "kup", "--null"]).contains("kup"));
    assert!(refused(&["live", "a=impact", "a=friction", "--null"]).contains("both"));
    let folder = Folder::new();
    let scene = folder.file("scene.json");
    std::fs::write(&scene, SCENE).unwrap();
    let said = refused(&["live", "--scene", &scene, "cup=impact", "--null"]);
    assert!(said.contains("the scene has one"), "{said}");
    assert!(refused(&["live", "/=impact", "--null"]).contains("address"));
    for taken in ["all=impact", "nothing=impact", "foley=impact"] {
        let said = refused(&["live", taken, "--null"]);
        assert!(said.contains("`all`"), "{taken}: {said}");
    }
    assert!(refused(&["live", "impact", "--null", "--stems"]).contains("--record"));
}

#[cfg(not(feature = "device"))]
#[test]
fn a_program_without_devices_says_so_and_what_it_can_do_instead() {
    let said = refused(&["live", "impact"]);
    for word in ["--null", "--offline", "--record", "--features device"] {
        assert!(said.contains(word), "{said}");
    }
}

#[cfg(all(feature = "device", target_os = "linux"))]
mod on_devices {
    use super::*;
    use jack::Jack;

    /// ALSA with nothing in it but what stands here.
    fn alsa(folder: &Folder, lines: &str) -> String {
        let file = folder.file("asound.conf");
        std::fs::write(&file, lines).unwrap();
        file
    }

    #[test]
    fn without_a_device_it_says_so_and_what_it_can_do_instead() {
        let folder = Folder::new();
        let config = alsa(&folder, "pcm.nothing { type null }\n");
        let output = foley()
            .args(["live", "impact", "--osc", "0"])
            .env("ALSA_CONFIG_PATH", config)
            .env("JACK_DEFAULT_SERVER", "nobody")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        for word in ["no sound device", "--null", "--offline", "--record"] {
            assert!(said.contains(word), "{said}");
        }
        let jack = foley()
            .args(["live", "impact", "--device", "jack"])
            .env("JACK_DEFAULT_SERVER", "nobody")
            .output()
            .unwrap();
        assert!(String::from_utf8_lossy(&jack.stderr).contains("no server answers"));
    }

    #[test]
    fn alsa_gets_the_samples_of_the_offline_render() {
        let folder = Folder::new();
        let raw = folder.file("out.raw");
        let lines = format!(
            "</usr/share/alsa/alsa.conf>\npcm.!default {{ type plug slave.pcm \"tofile\" }}\n\
             pcm.tofile {{ type file slave.pcm \"null\" file \"{raw}\" format \"raw\" }}\n"
        );
        let (config, scene) = (alsa(&folder, &lines), folder.file("scene.json"));
        let offline = folder.file("offline.wav");
        // Only what is told before the first sample: this device keeps no time.
        let early = SCENE.split(", \n").next().unwrap();
        let early = match early.find("{ \"at\": 0.7") {
            Some(end) => format!("{} ] }}", early[..end].trim_end().trim_end_matches(',')),
            None => early.to_owned(),
        };
        std::fs::write(&scene, early).unwrap();
        let done = run(&[
            "live",
            "--scene",
            &scene,
            "--offline",
            "--seconds",
            "0.5",
            "--record",
            &offline,
        ]);
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        let played = foley()
            .args(["live", "--scene", &scene, "--osc", "0", "--seconds", "0.5"])
            .env("ALSA_CONFIG_PATH", config)
            .env("JACK_DEFAULT_SERVER", "nobody")
            .output()
            .unwrap();
        assert!(
            played.status.success(),
            "{}",
            String::from_utf8_lossy(&played.stderr)
        );
        let offline = wav::read(&offline).2;
        let raw = std::fs::read(raw).unwrap();
        let heard: Vec<f32> = raw
            .chunks_exact(4)
            .map(|x| f32::from_le_bytes(x.try_into().unwrap()))
            .collect();
        let both = heard.len().min(offline.len());
        assert!(both >= 2 * 20_000, "{both}");
        assert!(offline.iter().any(|x| x.abs() > 0.05));
        assert!(
            heard[..both] == offline[..both],
            "other samples than offline"
        );
    }

    #[test]
    fn alsas_null_is_played_on_by_its_name() {
        let command = &mut foley();
        command.args([
            "live",
            "impact",
            "--device",
            "null",
            "--osc",
            "0",
            "--seconds",
            "0.3",
        ]);
        let playing = Running::start(command);
        assert_eq!(playing.begun["playing"]["device"], "null");
        let (summary, code) = end(playing);
        assert_eq!(code, Some(0));
        assert!(number(&summary, "/played/seconds") >= 0.3);
    }

    #[test]
    fn on_jack_a_message_from_oscsend_is_heard_and_recorded() {
        let folder = Folder::new();
        let file = folder.file("take.wav");
        let server = Jack::start(128);
        let command = &mut foley();
        command.args(["live", "cup=impact", "--osc", "0", "--record", &file]);
        let playing = Running::start(command.env("JACK_DEFAULT_SERVER", &server.name));
        let about = &playing.begun["playing"];
        assert_eq!(
            (&about["device"], &about["block"]),
            (&"jack".into(), &128.into())
        );
        wait_until("the strike in the recording", || {
            send(&playing, &["/cup/strike", "f", "1"]);
            wav::read(&file).2.iter().any(|x| x.abs() > 0.01)
        });
        playing.signal("-TERM");
        let (summary, code) = end(playing);
        assert_eq!(code, Some(0));
        let xruns = &summary["played"]["load"]["xruns"];
        println!(
            "gaps: {xruns}, worst block {}",
            summary["played"]["load"]["worst"]
        );
        drop(server);
    }
}

/// The peak of what is recorded offline with these arguments, and what was said beside it.
fn offline(folder: &Folder, more: &[&str]) -> (f32, Vec<f32>, String) {
    let file = folder.file("x.wav");
    let common = ["live", "--offline", "--record", &file, "--seconds", "1"];
    let done = run(&[&common[..], more].concat());
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{more:?}: {said}");
    let (.., heard) = wav::read(&file);
    let peak = heard.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    (peak, heard, said)
}

#[test]
fn keys_play_the_sounds_of_the_command_line_the_nth_on_channel_n() {
    let folder = Folder::new();
    let midi = folder.file("song.mid");
    std::fs::write(&midi, song()).unwrap();
    let cup = "cup=espresso-cup-set-down-on-marble";
    let (peak, alone, said) = offline(&folder, &[cup, "--midi-file", &midi]);
    assert!((0.02..1.0).contains(&peak), "a peak of {peak}");
    assert_eq!(said, "");
    // The song is on channel 1: a second sound says nothing, and a first one takes it over.
    let (_, first, _) = offline(&folder, &[cup, "church-bell", "--midi-file", &midi]);
    assert!(first == alone, "the second sound was heard on channel 1");
    let (peak, second, _) = offline(&folder, &["church-bell", cup, "--midi-file", &midi]);
    assert!(peak > 0.02 && second != alone, "a peak of {peak}");
}

#[test]
fn a_scene_that_does_not_listen_to_midi_and_a_song_without_notes_are_told() {
    let folder = Folder::new();
    let (midi, scene) = (folder.file("song.mid"), folder.file("scene.json"));
    std::fs::write(&midi, song()).unwrap();
    let deaf = r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } } }"#;
    std::fs::write(&scene, deaf).unwrap();
    let arguments = ["--scene", &scene, "--midi-file", &midi];
    let (peak, _, said) = offline(&folder, &arguments);
    assert_eq!(peak, 0.0);
    assert!(said.contains("no mapping listens to MIDI"), "{said}");
    std::fs::write(&scene, SCENE).unwrap();
    let (_, _, said) = offline(&folder, &arguments);
    assert_eq!(said, "");
    // All of the song's velocities become 0.
    let mut silent = song();
    for place in (22..22 + 4 * 8).step_by(4) {
        silent[place + 3] = 0;
    }
    std::fs::write(&midi, silent).unwrap();
    let (_, _, said) = offline(&folder, &["impact", "--midi-file", &midi]);
    assert!(said.contains("has no note"), "{said}");
}
