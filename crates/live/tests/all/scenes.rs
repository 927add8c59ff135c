//! Live scene files, sensor playback, learning of controls.

use crate::support::{RATE, dispatcher, heard, left, say};
use core::ops::ControlFlow;
use foley_catalogue::spaces::Place;
use foley_engine::{Capacity, engine};
use foley_live::dispatcher::{Message, MessageKind};
use foley_live::mapping::{LEARNING, Mappings, PATIENCE, Source, file};
use foley_live::midi::Control;
use foley_live::offline::{EndCondition, play};
use foley_live::{AddressSpace, Answer, Arg, Dispatcher, LiveScene, sensor};
use std::path::{Path, PathBuf};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/live")
}

fn example(name: &str) -> String {
    std::fs::read_to_string(examples().join(name)).unwrap()
}

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, x| most.max(x.abs()))
}

fn set_up(text: &str) -> (LiveScene, Dispatcher, foley_engine::Renderer) {
    let scene = LiveScene::read(text).unwrap_or_else(|why| panic!("{why}"));
    let (mut dispatcher, renderer) = dispatcher("");
    scene.set_up(&mut dispatcher).unwrap_or_else(|why| panic!("{why}"));
    (scene, dispatcher, renderer)
}

fn key(at: u64, channel: u8, control: Control, value: f64) -> Message {
    Message {
        scored: false,
        at,
        kind: MessageKind::Control { source: Source::Midi { channel, control }, value },
        from: None,
    }
}

#[test]
fn every_example_loads_and_is_heard() {
    let mut seen = 0;
    for entry in std::fs::read_dir(examples()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let (scene, mut dispatcher, mut renderer) = set_up(&text);
        let mut messages: Vec<Message> = scene.messages(RATE).collect();
        let log = path.with_extension("csv");
        if log.exists() {
            let log = sensor::read(&std::fs::read_to_string(log).unwrap()).unwrap();
            messages.extend(log.messages(RATE));
        }
        messages.push(key(60_000, 1, Control::Note(67), 90.0));
        messages.sort_by_key(|message| message.at);
        let (sound, played) = heard(&mut dispatcher, &mut renderer, messages, 96_000);
        assert_eq!(played.mistakes, 0, "{}: {:?}", path.display(), played.wrong);
        let loud = loudest(&sound);
        assert!((0.01..=1.0).contains(&loud), "{}: {loud}", path.display());
        seen += 1;
    }
    assert_eq!(seen, 3);
}

#[test]
fn the_log_of_the_shaken_box_matches_its_formula() {
    let log = sensor::read(&example("shaken-box.csv")).unwrap();
    assert_eq!(log.columns, ["accel_z", "tilt"]);
    for &(t, column, value) in &log.cells {
        let shake = |k: f64| {
            let s = t - k;
            // Rounding decides about a row at exactly this time.
            if s < 0.0 { 0.0 } else { 22.0 * (std::f64::consts::TAU * 12.0 * s).sin() * (-s / 0.05).exp() }
        };
        let wanted = match column {
            0 => 9.81 + shake(0.3) + shake(0.8) + shake(1.1),
            _ if t >= 1.2 => 0.5 * (std::f64::consts::TAU * 0.4 * (t - 1.2)).sin(),
            _ => 0.0,
        };
        assert!((value - wanted).abs() < 1e-4, "{value}, not {wanted}, at {t} s");
    }
}

#[test]
fn three_shakes_in_the_log_are_strikes_and_the_same_samples_every_time() {
    let run = || {
        let (_, mut dispatcher, mut renderer) = set_up(&example("shaken-box.json"));
        let log = sensor::read(&example("shaken-box.csv")).unwrap();
        heard(&mut dispatcher, &mut renderer, log.messages(RATE), 144_000).0
    };
    let sound = run();
    let mono = left(&sound);
    let before = loudest(&mono[..14_400]);
    assert_eq!(before, 0.0, "before the first shake");
    for shake in [0.3, 0.8, 1.1] {
        let from = (shake * RATE) as usize;
        let loud = loudest(&mono[from..from + 4800]);
        assert!(loud > 0.01, "{loud} after the shake at {shake} s");
    }
    assert_eq!(sound, run());
}

#[test]
fn playback_ends_when_the_sound_has_rung_out() {
    let text = r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } },
        "score": [{ "at": 0.5, "say": "/cup/strike 1" }] }"#;
    let (scene, mut dispatcher, mut renderer) = set_up(text);
    let until = EndCondition::Silence { most: 960_000 };
    let mut frames = 0;
    let mut sink = |samples: &[f32]| {
        frames += samples.len() / 2;
        ControlFlow::Continue(())
    };
    let messages: Vec<Message> = scene.messages(RATE).collect();
    let played = play(&mut dispatcher, &mut renderer, messages, until, &mut sink).unwrap();
    assert!(played.asleep, "{played:?}");
    assert!((24_000..900_000).contains(&frames), "{frames} frames");
}

#[test]
fn playback_does_not_end_before_the_score_of_a_preset() {
    // Two drips, at 0 and at 1.3 s, and silence between them.
    let (mut dispatcher, mut renderer) = dispatcher("");
    let text = |word: &str| Arg::Text(word.to_owned());
    let messages = [
        say(0, "/foley/add", &[text("c"), text("cave-drips-into-a-deep-pool")]),
        say(0, "/foley/play", &[text("c")]),
    ];
    let until = EndCondition::Silence { most: 960_000 };
    let mut sound = Vec::new();
    let mut sink = |samples: &[f32]| {
        sound.extend(left(samples));
        ControlFlow::Continue(())
    };
    let played = play(&mut dispatcher, &mut renderer, messages, until, &mut sink).unwrap();
    assert!(played.asleep && played.mistakes == 0, "{played:?}");
    let second = (1.3 * RATE) as usize;
    assert!(sound.len() > second, "{} frames", sound.len());
    let (between, drip) = (loudest(&sound[second - 4800..second]), loudest(&sound[second..]));
    assert!(drip > 100.0 * between.max(1e-4), "{between}, then {drip}");
}

#[test]
fn an_error_in_a_scene_names_its_place() {
    let sounds = |inner: &str| format!(r#"{{ "format": 1, "sounds": {{ {inner} }} }}"#);
    for (text, says) in [
        (sounds(r#""cup": { "modell": "impact" }"#), "did you mean `model`"),
        (sounds(r#""cup": {}"#), "at `sounds.cup` (line 1, column 35): `preset` or `model` is missing"),
        (sounds(r#""cup": { "model": "impakt" }"#), "at `sounds.cup.model`"),
        (sounds(r#""cup": { "preset": "espreso-cup-set-down-on-marble" }"#), "espresso-cup"),
        (sounds(r#""cup": { "model": "impact", "set": { "hardnes": 3 } }"#), "at `sounds.cup.set.hardnes`"),
        (sounds(r#""cup": { "model": "impact", "gain": -1 }"#), "at `sounds.cup.gain`"),
        (sounds(r#""cup": { "model": "impact", "keys": "rak" }"#), "did you mean `rack`"),
        (
            sounds(r#""cup": { "model": "impact", "keys": { "mpe": true, "channel": 2 } }"#),
            "at `sounds.cup.keys.channel` (line 1, column 90): with `mpe` the channel is the master of a zone: write 1 or 16",
        ),
        (
            sounds(
                r#""a": { "model": "impact", "keys": { "mpe": true, "members": 8 } },
                   "b": { "model": "impact", "keys": { "mpe": true, "channel": 16, "members": 7 } }"#,
            ),
            "at `sounds` (line 1, column 26): the two MPE zones may have at most 14 member channels together",
        ),
        (
            sounds(r#""cup": { "model": "impact", "keys": { "members": 5 } }"#),
            "at `sounds.cup.keys.members` (line 1, column 77): member channels need",
        ),
        (sounds(r#""cup": { "model": "impact", "hears": "all" }"#), "only rooms"),
        (sounds(r#""foley": { "model": "impact" }"#), "`foley`, `all` and `nothing` are reserved"),
        (sounds(r#""nothing": { "model": "impact" }"#), "`foley`, `all` and `nothing` are reserved"),
        (String::new(), "the file is empty"),
        (" \n".to_owned(), "the file is empty"),
        (r#"{ "format": 2 }"#.to_owned(), "at `format`"),
        (sounds(r#""a b": { "model": "impact" }"#), "is not a valid name"),
        (r#"{ "format": 1 }"#.to_owned(), "`sounds` is missing"),
        (r#"{ "format": 1, "sounds": {}, "scor": [] }"#.to_owned(), "did you mean `score`"),
        (
            r#"{ "format": 1, "sounds": {}, "score": [{ "at": -1, "say": "/a/b" }] }"#.to_owned(),
            "at `score[0].at`",
        ),
        (
            r#"{ "format": 1, "sounds": {}, "mappings": [{ "from": "x", "say": "/a/b" }] }"#.to_owned(),
            "at `mappings[0].from`",
        ),
    ] {
        let refused = LiveScene::read(&text).unwrap_err().to_string();
        assert!(refused.contains(says), "{says}: {refused}");
    }
    let nobody = |more: &str| {
        let text = format!(r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, {more} }}"#);
        let (mut dispatcher, _) = dispatcher("");
        let scene = LiveScene::read(&text).unwrap();
        scene.set_up(&mut dispatcher).unwrap_err().to_string()
    };
    let refused = nobody(r#""mappings": [{ "from": "sensor:x", "say": "/cup/strik" }]"#);
    assert!(refused.contains("at `mappings[0].say`") && refused.contains("/cup/strike"), "{refused}");
    let refused = nobody(r#""score": [{ "at": 0, "say": "/mug/strike 1" }]"#);
    assert!(refused.contains("at `score[0].say`"), "{refused}");
    let refused = nobody(
        r#""mappings": [{ "from": "midi:cc 1", "through": [{ "to": [0, 900] }], "say": "/cup/strike" }]"#,
    );
    assert!(refused.contains("at `mappings[0]`") && refused.contains("20 m/s"), "{refused}");
}

#[test]
fn a_preset_of_a_scene_plays_as_it_does_when_it_is_added() {
    let preset = "knuckle-on-a-wooden-door";
    let door = r#"{ "format": 1, "sounds": { "door": { "preset": "knuckle-on-a-wooden-door" } } }"#;
    let name = || [Arg::Text("door".to_owned())];
    let (_, mut scene, mut of_scene) = set_up(door);
    let (mut added, mut of_added) = dispatcher("");
    added.address_space.add("door", preset, 0).unwrap();
    let (_, instance) = scene.address_space.controls.instances().next().unwrap();
    assert_eq!(instance.score.events.len(), 3, "three knocks");
    let played = || [say(0, "/foley/play", &name())];
    let (one, _) = heard(&mut scene, &mut of_scene, played(), 72_000);
    let (other, _) = heard(&mut added, &mut of_added, played(), 72_000);
    assert!(loudest(&one) > 0.1);
    assert!(one == other, "other samples than by /foley/add");
}

#[test]
fn master_settings_of_a_scene_can_be_read() {
    let whole =
        r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } }, "master": 0.5, "limiter": false }"#;
    let (_, mut dispatcher, _) = set_up(whole);
    let mut asked = |address: &str| dispatcher.address_space.send(address, &[], 0).unwrap();
    assert_eq!(asked("/foley/gain"), Answer::Value(0.5));
    assert_eq!(asked("/foley/limiter"), Answer::Value(0.0));
}

#[test]
fn a_scene_sets_the_place_of_all_sounds() {
    let scene = |place: &str| {
        format!(r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, {place} }}"#)
    };
    let (_, mut dispatcher, _) = set_up(&scene(r#""place": "hall", "distance": "12 m""#));
    assert_eq!(dispatcher.address_space.controls.place(), (Place::Hall, 12.0));
    let mut asked = |address: &str| dispatcher.address_space.send(address, &[], 0).unwrap();
    assert_eq!(asked("/foley/place"), Answer::Value(5.0));
    assert_eq!(asked("/foley/distance"), Answer::Value(12.0));
    for (wrong, place, message) in [
        (r#""place": "hal""#, "place", "did you mean `hall`?"),
        (r#""place": "kitchen", "distance": 12"#, "distance", "2.97 m"),
        (r#""distance": 0"#, "distance", "0.3 m"),
    ] {
        let error = LiveScene::read(&scene(wrong)).unwrap_err().to_string();
        assert!(error.contains(&format!("at `{place}`")) && error.contains(message), "{error}");
    }
}

#[test]
fn a_place_is_heard_after_the_sounds_and_playback_waits_for_it() {
    let heard_in = |place: &str| {
        let scene = format!(
            r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, {place} "limiter": false }}"#
        );
        let (_, mut dispatcher, mut renderer) = set_up(&scene);
        let mut samples: Vec<f32> = Vec::new();
        let mut sink = |block: &[f32]| {
            samples.extend(block);
            ControlFlow::Continue(())
        };
        let messages = [say(0, "/cup/strike", &[Arg::Number(1.0)])].into_iter();
        let until = EndCondition::Silence { most: 480_000 };
        let played = play(&mut dispatcher, &mut renderer, messages, until, &mut sink).unwrap();
        assert!(played.asleep, "{played:?}");
        samples
    };
    let (free, hall) = (heard_in(""), heard_in(r#""place": "hall","#));
    println!("{} samples free, {} in the hall", free.len(), hall.len());
    assert!(hall.len() > free.len() + 48_000, "the reverberation takes more than half a second");
}

#[test]
fn the_control_that_moves_most_is_learnt_and_saved_in_the_scene() {
    let folder = std::env::temp_dir().join(format!("foley-learn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("scene.json");
    std::fs::write(&path, example("cups.json")).unwrap();
    let (scene, mut dispatcher, mut renderer) = set_up(&example("cups.json"));
    dispatcher.set_save_file(path.clone(), Some(&scene));
    let text = |text: &str| Arg::Text(text.to_owned());
    let late = (LEARNING * RATE) as u64 + 10_000;
    let mut messages = vec![
        say(0, "/foley/learn", &[text("/cup/hammer/mass")]),
        key(100, 1, Control::Cc(20), 60.0),
        key(100, 1, Control::Cc(21), 10.0),
        key(200, 1, Control::Cc(20), 70.0),
        key(300, 1, Control::Cc(21), 110.0),
        say(late + 10_000, "/foley/forget", &[text("/cup/hardness")]),
        say(late + 20_000, "/foley/save", &[]),
    ];
    messages.sort_by_key(|message| message.at);
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, late + 30_000);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let learnt = dispatcher.mappings.all().last().unwrap();
    assert_eq!(learnt.from.to_string(), "midi:cc 21 ch 1");
    assert_eq!(learnt.say, "/cup/hammer/mass");
    // The saved file is a complete scene: the same sounds, other mappings.
    let saved = LiveScene::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let said: Vec<&str> = saved.mappings.iter().map(|mapping| mapping.say.as_str()).collect();
    assert_eq!(said, ["/foley/gain", "/cup/hammer/mass"]);
    assert_eq!(saved.sounds.len(), scene.sounds.len());
    assert_eq!(saved.score, scene.score);
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, 1, "nothing is left beside it");
    // And as a mapping file of its own.
    let alone = folder.join("mappings.json");
    file::save(&alone, dispatcher.mappings.all(), |_| Ok(())).unwrap();
    let again = file::read(&std::fs::read_to_string(&alone).unwrap()).unwrap();
    assert_eq!(file::to_json(&again), file::to_json(dispatcher.mappings.all()));
    std::fs::remove_dir_all(&folder).unwrap();
    // It moves its learnt target.
    let at = renderer.now();
    heard(&mut dispatcher, &mut renderer, [key(at, 1, Control::Cc(21), 127.0)], 640);
    let most = dispatcher.address_space.send("/cup-60/hammer/mass", &[], 0).unwrap();
    let entries = dispatcher.address_space.entries();
    let info = entries.iter().find(|entry| entry.address == "/cup-60/hammer/mass").unwrap().info;
    assert_eq!(most, Answer::Value(info.max));
}

#[test]
fn a_14_bit_controller_is_learnt_as_one() {
    let (_, mut dispatcher, mut renderer) =
        set_up(r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } } }"#);
    let path = "/cup/hammer/mass";
    let knob = |at, value: u16| {
        let (coarse, fine) = (f64::from(value >> 7), f64::from(value & 127));
        let pair = [(20, coarse), (52, fine)];
        pair.map(|(cc, value)| key(at, 3, Control::Cc(cc), value))
    };
    let mut messages = vec![say(0, "/foley/learn", &[Arg::Text(path.to_owned())])];
    messages.extend((0..100).flat_map(|n| knob(100 + n, 4000 + 40 * n as u16)));
    let late = (LEARNING * RATE) as u64 + 10_000;
    heard(&mut dispatcher, &mut renderer, messages, late);
    let learnt = dispatcher.mappings.all().last().unwrap();
    assert_eq!(learnt.from.to_string(), "midi:fine 20 ch 3");
    // Two values that differ by less than a coarse step, and no other value in between.
    let entries = dispatcher.address_space.entries();
    let info = entries.iter().find(|entry| entry.address == path).unwrap().info;
    for value in [8191_u16, 8192, 8193, 16_383, 0] {
        let at = renderer.now() + 1;
        let (_, played) = heard(&mut dispatcher, &mut renderer, knob(at, value), 640);
        assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
        let wanted = info.from_normalised(f64::from(value) / 16_383.0);
        let is = dispatcher.address_space.send(path, &[], 0).unwrap();
        assert!(
            matches!(is, Answer::Value(is) if (is / wanted - 1.0).abs() < 1e-12),
            "{is:?}, not {wanted} at {value}"
        );
    }
}

#[test]
fn two_racks_with_a_zone_each_share_the_channels_and_no_key_plays_both() {
    let both = |lower: &str, upper: &str| {
        format!(
            r#"{{ "format": 1, "sounds": {{ "a": {{ "model": "impact", "keys": {{ "mpe": true{lower} }} }},
            "b": {{ "model": "impact", "keys": {{ "mpe": true, "channel": 16{upper} }} }} }} }}"#
        )
    };
    for (lower, upper, highest) in [
        ("", "", 8_u8),
        (r#", "members": 3"#, "", 4),
        ("", r#", "members": 3"#, 12),
        (r#", "members": 3"#, r#", "members": 11"#, 4),
    ] {
        let (_, mut dispatcher, mut renderer) = set_up(&both(lower, upper));
        let struck = (1..=16).map(|channel| {
            let note = Control::Note(60 + channel);
            key(u64::from(channel), channel, note, 100.0)
        });
        let (_, played) = heard(&mut dispatcher, &mut renderer, struck, 640);
        assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
        for channel in 1..=16 {
            let plays = |rack: &str| {
                let name = format!("{rack}-{}", 60 + channel);
                dispatcher.address_space.controls.find(&name).is_ok()
            };
            let lower = channel <= highest;
            assert_eq!((plays("a"), plays("b")), (lower, !lower), "channel {channel}");
        }
    }
}

#[test]
fn a_rack_cannot_be_the_only_input_of_a_room() {
    let (mut dispatcher, _) = dispatcher("");
    let scene = r#"{ "format": 1, "sounds": { "c": { "model": "impact", "keys": "rack" },
        "room": { "model": "reverb", "hears": "c" } } }"#;
    let refused = LiveScene::read(scene).unwrap().set_up(&mut dispatcher);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("sounds.room.hears"), "{refused}");
    assert!(refused.contains("only with `\"hears\": \"all\"`"), "{refused}");
}

#[test]
fn learning_twice_gives_one_mapping_and_an_interrupted_sender_is_notified() {
    let (_, mut dispatcher, mut renderer) =
        set_up(r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } } }"#);
    let learn = |at, address: &str| say(at, "/foley/learn", &[Arg::Text(address.to_owned())]);
    let late = (LEARNING * RATE) as u64 + 10_000;
    let mut messages = vec![learn(0, "/cup/hardness")];
    for begun in [0, late] {
        messages.push(learn(begun + 10, "/cup/strike"));
        messages.push(key(begun + 20, 1, Control::Cc(20), 0.0));
        messages.push(key(begun + 30, 1, Control::Cc(20), 99.0));
    }
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 2 * late + 10_000);
    assert_eq!(played.mistakes, 1, "{:?}", played.wrong);
    let said = played.wrong[0].result.as_ref().unwrap_err().to_string();
    assert!(said.contains("was sent again before a control moved for"), "{said}");
    let all = dispatcher.mappings.all().iter();
    let learnt =
        all.filter(|entry| entry.say == "/cup/strike" && entry.from.to_string() == "midi:cc 20 ch 1");
    assert_eq!(learnt.count(), 1);
}

#[test]
fn learning_ends_when_nothing_moves_for_a_minute() {
    let (_, mut dispatcher, mut renderer) =
        set_up(r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } } }"#);
    let minute = (PATIENCE * RATE) as u64;
    let messages = [
        say(0, "/foley/learn", &[Arg::Text("/cup/hardness".to_owned())]),
        // An address that may be a control.
        say(100, "/nosuch/strike", &[Arg::Number(1.0)]),
        say(minute + 10_000, "/nosuch/strike", &[Arg::Number(1.0)]),
    ];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, minute + 20_000);
    let said: Vec<String> = (played.wrong.iter())
        .map(|entry| format!("{}: {}", entry.address, entry.result.as_ref().unwrap_err()))
        .collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("/foley/learn: the control cannot be learnt: no control moved within 60 s"));
    assert!(said[1].contains("/nosuch/strike: there is no address"), "{said:?}");
}

#[test]
fn failed_learning_and_saving_give_a_reason() {
    let (mut dispatcher, mut renderer) = dispatcher("");
    dispatcher.address_space.add("cup", "impact", 0).unwrap();
    let text = |text: &str| Arg::Text(text.to_owned());
    let messages = [
        say(0, "/foley/learn", &[text("/cup/strik")]),
        say(0, "/foley/learn", &[]),
        say(0, "/foley/save", &[]),
        say(0, "/foley/save", &[text("/etc/passwd")]),
    ];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 64);
    let told: Vec<String> =
        played.wrong.iter().map(|outcome| outcome.result.as_ref().unwrap_err().to_string()).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    for (told, says) in
        told.iter().zip(["/cup/strike", "move a control", "no file was given", "takes no argument"])
    {
        assert!(told.contains(says), "{says}: {told}");
    }
}

#[test]
fn messages_out_of_order_are_rejected() {
    let (controls, mut renderer) = engine(RATE, Capacity::default());
    let mut dispatcher = Dispatcher::new(AddressSpace::new(controls), Mappings::default());
    let messages =
        [say(100, "/foley/gain", &[Arg::Number(1.0)]), say(50, "/foley/gain", &[Arg::Number(1.0)])];
    let mut sink = |_: &[f32]| ControlFlow::Continue(());
    let refused =
        play(&mut dispatcher, &mut renderer, messages, EndCondition::Frames(640), &mut sink).unwrap_err();
    assert!(refused.to_string().contains("order of time"), "{refused}");
}
