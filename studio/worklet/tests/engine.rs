//! The engine of the page, compiled natively: queries, rendering, change reports, and malformed requests.

use foley_catalogue::describe::{full_preset_json, presets_of};
use foley_worklet::{WorkletEngine, query};
use serde_json::{Value, json};

const RATE: f64 = 48_000.0;

fn answer(request: &Value) -> Value {
    query(request.to_string().as_bytes()).answer
}

fn preset(model: &str) -> Value {
    full_preset_json(presets_of(model)[0])
}

fn execute(engine: &mut WorkletEngine, request: &Value) -> Value {
    engine.execute(request.to_string().as_bytes())
}

/// Returns an engine with one impact sound named `cup`.
fn engine_with_cup() -> WorkletEngine {
    let mut engine = WorkletEngine::new(RATE, 8);
    let add = json!({ "do": "add", "name": "cup", "preset": preset("impact"), "factor": 1 });
    assert_eq!(execute(&mut engine, &add), json!({ "answer": "done" }));
    engine
}

#[test]
fn the_catalogue_has_every_model_with_parameters_gestures_outputs_and_presets() {
    let all = answer(&json!({ "do": "catalogue" }));
    let models = all["models"].as_array().unwrap();
    assert!(models.len() >= 32, "{} models", models.len());
    assert_eq!(all["places"][5]["name"], "hall");
    assert_eq!(all["distance"]["min"], 0.3);
    for model in models {
        for list in ["params", "gestures", "outputs", "presets"] {
            let count = model[list].as_array().map_or(0, Vec::len);
            assert!(count > 0, "{} has no {list}", model["name"]);
        }
        for preset in model["presets"].as_array().unwrap() {
            let described = answer(&json!({ "do": "describe", "preset": preset }));
            assert_eq!(&described["preset"], preset, "{}", preset["name"]);
            assert!(
                described["command"].as_str().unwrap().len() < 200,
                "the command of a built-in preset uses its name: {}",
                described["command"]
            );
        }
    }
}

#[test]
fn a_value_is_converted_there_and_back() {
    let convert = |form: &str, value: &Value| {
        let mut question = json!({ "do": "convert", "model": "impact", "path": "touch.stiffness" });
        question[form] = value.clone();
        answer(&question)
    };
    let half = convert("handle", &50.into());
    let again = convert("value", &half["value"]);
    assert!((again["handle"].as_f64().unwrap() - 50.0).abs() < 1e-9, "{again}");
    assert_eq!(convert("text", &"1e9".into())["value"], 1e9);
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
    assert!(answer(&other)["error"].is_string());
}

#[test]
fn an_edited_mode_is_described_beside_its_original_frequency() {
    let mut knock = preset("impact");
    knock["modes"] = json!({ "struck": [{ "mode": 2, "frequency": 1.5 }, { "mode": 1, "gain": 0 }] });
    let described = answer(&json!({ "do": "describe", "preset": knock }));
    let struck = described["bodies"].as_array().unwrap();
    let struck = struck.iter().find(|body| body["name"] == "struck").unwrap();
    let modes = &struck["modes"];
    let (now, original) = (&modes[1]["frequency"], &modes[1]["original"]["frequency"]);
    let ratio = now.as_f64().unwrap() / original.as_f64().unwrap();
    assert!((ratio - 1.5).abs() < 1e-12, "{ratio}");
    assert_eq!((&modes[0]["muted"], &modes[1]["muted"]), (&true.into(), &false.into()));
    let file = format!("foley render {}.json", described["slug"].as_str().unwrap());
    assert_eq!(described["command"], file);
}

#[test]
fn a_message_reports_the_values_it_changed() {
    let mut engine = engine_with_cup();
    let send = json!({ "do": "send", "address": "/cup/touch/stiffness", "args": [2e8] });
    let answer = execute(&mut engine, &send);
    let wanted = json!([{ "name": "cup", "path": "touch.stiffness", "value": 2e8 }]);
    assert_eq!(answer["changes"], wanted, "{answer}");
    let all = json!({ "do": "send", "address": "/c*/mixer/gain", "args": [0.5] });
    let answer = execute(&mut engine, &all);
    assert_eq!(answer["changes"][0]["path"], "strip.gain", "{answer}");
    let remove = json!({ "do": "send", "address": "/foley/remove", "args": ["cup"] });
    assert_eq!(execute(&mut engine, &remove)["changes"][0]["path"], "removed");
}

#[test]
fn a_strike_delayed_by_ten_milliseconds_sounds_ten_milliseconds_later() {
    let mut engine = engine_with_cup();
    engine.render(1024);
    let send = json!({ "do": "send", "address": "/cup/strike", "args": [1], "delay": 0.01 });
    assert_eq!(execute(&mut engine, &send)["answer"], "done");
    let [left, _] = engine.render(4096);
    let first = left.iter().position(|x| x.abs() > 0.0).unwrap();
    // The look-ahead of the limiter and the flight of the hammer add a few samples.
    assert!((480..700).contains(&first), "sample {first}");
}

#[test]
fn a_strike_in_a_hall_rings_longer_than_in_the_free_field() {
    let ring_time = |place: &str| {
        let mut engine = engine_with_cup();
        execute(&mut engine, &json!({ "do": "master", "place": place, "distance": 5 }));
        execute(&mut engine, &json!({ "do": "send", "address": "/cup/strike", "args": [1] }));
        let blocks: Vec<f32> = (0..450)
            .map(|_| engine.render(256).iter().flatten().fold(0.0_f32, |peak, x| peak.max(x.abs())))
            .collect();
        let peak = blocks.iter().copied().fold(0.0, f32::max);
        let last = blocks.iter().rposition(|&block| block > 0.01 * peak).unwrap();
        last as f64 * 256.0 / RATE
    };
    let (free, hall) = (ring_time("free"), ring_time("hall"));
    assert!(hall > free + 0.3, "40 dB down after {free} s in the free field, {hall} s in the hall");
}

#[test]
fn a_distance_that_does_not_fit_the_place_is_lowered() {
    let mut engine = engine_with_cup();
    let read = |engine: &mut WorkletEngine, word: &str| {
        execute(engine, &json!({ "do": "send", "address": format!("/foley/{word}") }))["answer"].clone()
    };
    let far = json!({ "do": "master", "place": "bathroom", "distance": 50 });
    assert_eq!(execute(&mut engine, &far), json!({ "answer": "done" }));
    let bathroom = answer(&json!({ "do": "catalogue" }))["places"][4]["max_distance"].clone();
    assert_eq!(read(&mut engine, "distance"), bathroom);
    let near = json!({ "do": "master", "distance": 0 });
    assert_eq!(execute(&mut engine, &near), json!({ "answer": "done" }));
    assert_eq!((read(&mut engine, "place"), read(&mut engine, "distance")), (4.0.into(), 0.3.into()));
    for wrong in [json!({ "place": "attic" }), json!({ "place": 3 }), json!({ "distance": "far" })] {
        let mut request = wrong;
        request["do"] = "master".into();
        assert!(execute(&mut engine, &request)["error"].is_string(), "{request}");
    }
    assert_eq!(read(&mut engine, "distance"), 0.3);
}

#[test]
fn the_command_and_the_code_of_a_preset_have_the_place_of_the_session() {
    let at = |place: &str, distance: f64| {
        answer(&json!({ "do": "describe", "preset": preset("impact"), "place": place, "distance": distance }))
    };
    let (free, hall) = (at("free", 1.0), at("hall", 2.5));
    let added = format!("{} --place hall --distance 2.5", free["command"].as_str().unwrap());
    assert_eq!(hall["command"], added);
    assert!(hall["rust"].as_str().unwrap().contains(".place(Place::Hall)\n    .distance(2.5)"), "{hall}");
}

#[test]
fn a_strike_is_traced_with_its_force_and_its_heat() {
    let mut engine = engine_with_cup();
    let answer = execute(&mut engine, &json!({ "do": "watch", "name": "cup" }));
    let outputs = answer["outputs"].as_array().unwrap();
    let force = outputs.iter().position(|output| output["name"] == "force").unwrap();
    execute(&mut engine, &json!({ "do": "send", "address": "/cup/strike", "args": [2] }));
    let mut strongest = 0.0_f32;
    let mut heat = 0.0;
    for _ in 0..16 {
        engine.render(1024);
        while let Some(segment) = engine.trace() {
            let word = |at: usize| u32::from_le_bytes(segment[at..at + 4].try_into().unwrap());
            let (frames, rows) = (word(0) as usize, word(4) as usize);
            // The last segment is shorter: the sound ends within it.
            assert!(frames <= 1024 && frames % 64 == 0 && rows == outputs.len(), "{frames}, {rows}");
            assert_eq!(segment.len(), 8 + 4 * frames * rows + 56);
            let from = 8 + 4 * frames * force;
            for sample in segment[from..from + 4 * frames].chunks_exact(4) {
                strongest = strongest.max(f32::from_le_bytes(sample.try_into().unwrap()));
            }
            let at = 8 + 4 * frames * rows + 16;
            heat = f64::from_le_bytes(segment[at..at + 8].try_into().unwrap());
        }
    }
    assert!(strongest > 1.0, "{strongest} N");
    assert!(heat > 0.0, "{heat} J");
    // A new voice of the same name is traced, too.
    let add = json!({ "do": "add", "name": "cup", "preset": preset("impact"), "factor": 1 });
    execute(&mut engine, &add);
    execute(&mut engine, &json!({ "do": "play", "name": "cup" }));
    let traced = (0..16).any(|_| {
        engine.render(1024);
        engine.poll();
        engine.trace().is_some()
    });
    assert!(traced, "the new voice is not traced");
}

#[test]
fn sounds_beyond_the_capacity_are_rejected() {
    let mut engine = WorkletEngine::new(RATE, 8);
    let mut rejected = 0;
    for index in 0..200 {
        let name = format!("cup-{index}");
        let add = json!({ "do": "add", "name": name, "preset": preset("bubble"), "factor": 1 });
        let answer = execute(&mut engine, &add);
        rejected += usize::from(answer["error"].is_string());
    }
    assert_eq!(rejected, 192);
    engine.render(1024);
    assert_eq!(engine.poll()["sounds"].as_array().unwrap().len(), 8);
}

#[test]
fn a_text_of_ten_megabytes_is_rejected_with_its_size() {
    let long = "x".repeat(10 << 20);
    for question in
        [json!({ "do": "parse", "text": long }), json!({ "do": "parse", "text": long[..=1 << 20] })]
    {
        let error = answer(&question)["error"].as_str().unwrap().to_owned();
        assert!(error.contains("bytes"), "{error}");
    }
}

/// Advances a xorshift generator and returns its next number.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn random_json(state: &mut u64, depth: usize) -> Value {
    match random(state) % if depth == 0 { 8 } else { 10 } {
        0 => Value::Null,
        1 => true.into(),
        2 => json!(-1e308),
        3 => json!(1e308),
        4 => json!(random(state)),
        5 => json!(-0.0),
        6 => "/cup/strike".into(),
        7 => "\u{0}é\u{ffff}/*?[{".into(),
        8 => (0..3).map(|_| random_json(state, depth - 1)).collect(),
        _ => json!({ "model": random_json(state, depth - 1), "values": random_json(state, depth - 1) }),
    }
}

#[test]
fn random_requests_never_stop_the_engine() {
    let mut state = 0x2545_f491_4f6c_dd1d;
    let mut engine = engine_with_cup();
    let actions = [
        "catalogue_",
        "convert",
        "describe",
        "parse",
        "morph",
        "analytic-impact",
        "send",
        "add",
        "retarget",
        "remove_",
        "play",
        "strip",
        "input",
        "master",
        "watch",
    ];
    let fields = [
        "name", "preset", "factor", "gain", "pan", "mute", "solo", "delay", "glide", "address", "args",
        "source", "limiter", "model", "path", "handle", "value", "text", "presets", "weights", "speed",
        "place", "distance",
    ];
    for round in 0..4000 {
        let mut request = json!({ "do": actions[random(&mut state) as usize % actions.len()] });
        if round % 2 == 0 {
            request["name"] = "cup".into();
            request["preset"] = preset("impact");
            request["model"] = "impact".into();
            request["path"] = "touch.stiffness".into();
            request["address"] = "/cup/touch/stiffness".into();
        }
        for _ in 0..4 {
            let field = fields[random(&mut state) as usize % fields.len()];
            request[field] = random_json(&mut state, 3);
        }
        let mut text = request.to_string().into_bytes();
        if round % 5 == 0 {
            let at = random(&mut state) as usize % text.len();
            text[at] = (random(&mut state) & 0xff) as u8;
            text.truncate(text.len() - round % 3);
        }
        for answer in [query(&text).answer, engine.execute(&text)] {
            assert!(answer.is_object(), "{answer}");
        }
        engine.render(128);
        if round % 50 == 0 {
            engine.poll();
        }
        while engine.trace().is_some() {}
    }
    let [left, right] = engine.render(4096);
    assert!(left.iter().chain(right).all(|x| x.abs() <= 1.0));
}
