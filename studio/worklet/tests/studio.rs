//! The engine of the page, on this machine: it answers, sounds, says what has changed, and nothing that is
//! said to it stops it.

use foley_catalogue::describe::{presets_of, whole_preset_json};
use foley_worklet::{Studio, ask};
use serde_json::{Value, json};

const RATE: f64 = 48_000.0;

fn answer(question: &Value) -> Value {
    ask(question.to_string().as_bytes()).answer
}

fn preset(model: &str) -> Value {
    whole_preset_json(presets_of(model)[0])
}

fn tell(studio: &mut Studio, request: &Value) -> Value {
    studio.tell(request.to_string().as_bytes())
}

/// A studio in which a knock is called `cup`.
fn with_a_cup() -> Studio {
    let mut studio = Studio::new(RATE, 8);
    let add = json!({ "do": "add", "name": "cup", "preset": preset("impact"), "factor": 1 });
    assert_eq!(tell(&mut studio, &add), json!({ "answer": "done" }));
    studio
}

#[test]
fn the_catalogue_has_every_model_with_parameters_gestures_outputs_and_presets() {
    let all = answer(&json!({ "do": "catalogue" }));
    let models = all["models"].as_array().unwrap();
    assert!(models.len() >= 32, "{} models", models.len());
    for model in models {
        for list in ["params", "gestures", "outputs", "presets"] {
            let count = model[list].as_array().map_or(0, Vec::len);
            assert!(count > 0, "{} has no {list}", model["name"]);
        }
        for preset in model["presets"].as_array().unwrap() {
            let again = answer(&json!({ "do": "describe", "preset": preset }));
            assert_eq!(&again["preset"], preset, "{}", preset["name"]);
            assert!(
                again["command"].as_str().unwrap().len() < 200,
                "a preset that Foley comes with goes by its name: {}",
                again["command"]
            );
        }
    }
}

#[test]
fn a_value_is_converted_there_and_back() {
    let ask_for = |what: &str, value: &Value| {
        let mut question = json!({ "do": "convert", "model": "impact", "path": "touch.stiffness" });
        question[what] = value.clone();
        answer(&question)
    };
    let half = ask_for("handle", &50.into());
    let again = ask_for("value", &half["value"]);
    assert!((again["handle"].as_f64().unwrap() - 50.0).abs() < 1e-9, "{again}");
    assert_eq!(ask_for("text", &"1e9".into())["value"], 1e9);
    let strike = json!({ "do": "convert", "model": "impact", "path": "gesture.strike", "text": "150 cm/s" });
    assert_eq!(answer(&strike)["value"], 1.5);
}

#[test]
fn a_preset_in_the_middle_of_two_has_the_geometric_mean_of_their_stiffness() {
    let (mut soft, mut hard) = (preset("impact"), preset("impact"));
    soft["values"]["touch"]["stiffness"] = 1e6.into();
    hard["values"]["touch"]["stiffness"] = 1e8.into();
    let question = json!({ "do": "morph", "presets": [soft, hard], "weights": [1, 1] });
    let between = answer(&question);
    let stiffness = between["preset"]["values"]["touch"]["stiffness"].as_f64().unwrap();
    assert!((stiffness / 1e7 - 1.0).abs() < 1e-12, "{stiffness} N/m^α");
    let other = json!({ "do": "morph", "presets": [soft, preset("rolling")], "weights": [1, 1] });
    assert!(answer(&other)["wrong"].is_string());
}

#[test]
fn a_mode_that_is_raised_by_a_fifth_is_shown_a_fifth_higher_beside_its_own_pitch() {
    let mut knock = preset("impact");
    knock["modes"] = json!({ "struck": [{ "mode": 2, "frequency": 1.5 }, { "mode": 1, "gain": 0 }] });
    let seen = answer(&json!({ "do": "describe", "preset": knock }));
    let struck = seen["bodies"].as_array().unwrap();
    let struck = struck.iter().find(|body| body["name"] == "struck").unwrap();
    let modes = &struck["modes"];
    let (now, own) = (&modes[1]["frequency"], &modes[1]["own"]["frequency"]);
    let ratio = now.as_f64().unwrap() / own.as_f64().unwrap();
    assert!((ratio - 1.5).abs() < 1e-12, "{ratio}");
    assert_eq!((&modes[0]["muted"], &modes[1]["muted"]), (&true.into(), &false.into()));
    let file = format!("foley render {}.json", seen["slug"].as_str().unwrap());
    assert_eq!(seen["command"], file);
}

#[test]
fn what_is_said_to_an_address_is_told_back_as_a_change() {
    let mut studio = with_a_cup();
    let say = json!({ "do": "say", "address": "/cup/touch/stiffness", "args": [2e8] });
    let said = tell(&mut studio, &say);
    let wanted = json!([{ "name": "cup", "path": "touch.stiffness", "value": 2e8 }]);
    assert_eq!(said["changed"], wanted, "{said}");
    let all = json!({ "do": "say", "address": "/c*/mixer/gain", "args": [0.5] });
    let said = tell(&mut studio, &all);
    assert_eq!(said["changed"][0]["path"], "strip.gain", "{said}");
    let gone = json!({ "do": "say", "address": "/foley/remove", "args": ["cup"] });
    assert_eq!(tell(&mut studio, &gone)["changed"][0]["path"], "gone");
}

#[test]
fn a_blow_that_is_told_for_ten_milliseconds_later_sounds_then() {
    let mut studio = with_a_cup();
    studio.render(1024);
    let say = json!({ "do": "say", "address": "/cup/strike", "args": [1], "in": 0.01 });
    assert_eq!(tell(&mut studio, &say)["answer"], "done");
    let [left, _] = studio.render(4096);
    let first = left.iter().position(|x| x.abs() > 0.0).unwrap();
    // The limiter looks ahead, and the hammer is on its way for a sample or two.
    assert!((480..700).contains(&first), "sample {first}");
}

#[test]
fn a_touch_is_traced_with_its_force_and_the_energy_that_it_brought() {
    let mut studio = with_a_cup();
    let watching = tell(&mut studio, &json!({ "do": "watch", "name": "cup" }));
    let outputs = watching["outputs"].as_array().unwrap();
    let force = outputs.iter().position(|it| it["name"] == "force").unwrap();
    tell(&mut studio, &json!({ "do": "say", "address": "/cup/strike", "args": [2] }));
    let mut strongest = 0.0_f32;
    let mut heat = 0.0;
    for _ in 0..16 {
        studio.render(1024);
        while let Some(piece) = studio.trace() {
            let word = |at: usize| u32::from_le_bytes(piece[at..at + 4].try_into().unwrap());
            let (frames, rows) = (word(0) as usize, word(4) as usize);
            assert_eq!((frames, rows), (1024, outputs.len()));
            assert_eq!(piece.len(), 8 + 4 * frames * rows + 48);
            let from = 8 + 4 * frames * force;
            for sample in piece[from..from + 4 * frames].chunks_exact(4) {
                strongest = strongest.max(f32::from_le_bytes(sample.try_into().unwrap()));
            }
            let at = 8 + 4 * frames * rows + 16;
            heat = f64::from_le_bytes(piece[at..at + 8].try_into().unwrap());
        }
    }
    assert!(strongest > 1.0, "{strongest} N");
    assert!(heat > 0.0, "{heat} J");
    // Another voice in its place is watched, too.
    let add = json!({ "do": "add", "name": "cup", "preset": preset("impact"), "factor": 1 });
    tell(&mut studio, &add);
    tell(&mut studio, &json!({ "do": "play", "name": "cup" }));
    let seen = (0..16).any(|_| {
        studio.render(1024);
        studio.look();
        studio.trace().is_some()
    });
    assert!(seen, "the new voice is not traced");
}

#[test]
fn two_hundred_sounds_at_once_are_as_many_as_there_is_room_for() {
    let mut studio = Studio::new(RATE, 8);
    let mut refused = 0;
    for index in 0..200 {
        let name = format!("cup-{index}");
        let add = json!({ "do": "add", "name": name, "preset": preset("bubble"), "factor": 1 });
        let answer = tell(&mut studio, &add);
        refused += usize::from(answer["wrong"].is_string());
    }
    assert_eq!(refused, 192);
    studio.render(1024);
    assert_eq!(studio.look()["sounds"].as_array().unwrap().len(), 8);
}

#[test]
fn a_text_of_ten_megabytes_is_refused_in_a_sentence() {
    let long = "x".repeat(10 << 20);
    for question in
        [json!({ "do": "parse", "text": long }), json!({ "do": "parse", "text": long[..=1 << 20] })]
    {
        let wrong = answer(&question)["wrong"].as_str().unwrap().to_owned();
        assert!(wrong.contains("bytes"), "{wrong}");
    }
}

/// A number out of a few bits of chance: plain, huge, tiny, odd.
fn chance(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn anything(state: &mut u64, depth: usize) -> Value {
    match chance(state) % if depth == 0 { 8 } else { 10 } {
        0 => Value::Null,
        1 => true.into(),
        2 => json!(-1e308),
        3 => json!(1e308),
        4 => json!(chance(state)),
        5 => json!(-0.0),
        6 => "/cup/strike".into(),
        7 => "\u{0}é\u{ffff}/*?[{".into(),
        8 => (0..3).map(|_| anything(state, depth - 1)).collect(),
        _ => json!({ "model": anything(state, depth - 1), "values": anything(state, depth - 1) }),
    }
}

#[test]
fn nothing_that_is_asked_or_told_stops_it() {
    let mut state = 0x2545_f491_4f6c_dd1d;
    let mut studio = with_a_cup();
    let does = [
        "catalogue_",
        "convert",
        "describe",
        "parse",
        "morph",
        "portrait",
        "say",
        "add",
        "become",
        "remove_",
        "play",
        "strip",
        "hears",
        "master",
        "watch",
    ];
    let fields = [
        "name", "preset", "factor", "gain", "pan", "mute", "solo", "in", "over", "address", "args", "whom",
        "limiter", "model", "path", "handle", "value", "text", "presets", "weights", "speed",
    ];
    for round in 0..4000 {
        let mut request = json!({ "do": does[chance(&mut state) as usize % does.len()] });
        if round % 2 == 0 {
            request["name"] = "cup".into();
            request["preset"] = preset("impact");
            request["model"] = "impact".into();
            request["path"] = "touch.stiffness".into();
            request["address"] = "/cup/touch/stiffness".into();
        }
        for _ in 0..4 {
            let field = fields[chance(&mut state) as usize % fields.len()];
            request[field] = anything(&mut state, 3);
        }
        let mut text = request.to_string().into_bytes();
        if round % 5 == 0 {
            let at = chance(&mut state) as usize % text.len();
            text[at] = (chance(&mut state) & 0xff) as u8;
            text.truncate(text.len() - round % 3);
        }
        for answer in [ask(&text).answer, studio.tell(&text)] {
            assert!(answer.is_object(), "{answer}");
        }
        studio.render(128);
        if round % 50 == 0 {
            studio.look();
        }
        while studio.trace().is_some() {}
    }
    let [left, right] = studio.render(4096);
    assert!(left.iter().chain(right).all(|x| x.abs() <= 1.0));
}
