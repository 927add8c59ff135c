//! Sounds of the catalogue: listed, explained, rendered, saved, and rejected.

use crate::support::{Folder, foley, json, number, printed, rejected};
use serde_json::Value;
use std::path::Path;

/// Runs `foley render` with these arguments and returns the JSON answer.
fn rendered(arguments: &[&str]) -> Value {
    json(&[&["render", "--json"], arguments].concat())
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn first_preset() -> String {
    let presets = json(&["list", "presets", "--model", "impact", "--json"]);
    presets["presets"][0]["slug"].as_str().unwrap().to_owned()
}

#[test]
fn every_model_is_listed_by_family_and_explained() {
    let page = printed(&["list"]);
    let models = json(&["list", "--json"]);
    let models = models["models"].as_array().unwrap();
    assert!(!models.is_empty());
    assert!(page.starts_with("solids:\n"), "{page}");
    for model in models {
        let name = model["name"].as_str().unwrap();
        assert!(page.contains(&format!("  {name} ")), "{name}: {page}");
        let explained = json(&["explain", name, "--json"]);
        for key in ["text", "equation", "source"] {
            assert!(!explained[key].as_str().unwrap().is_empty(), "{name}: {key}");
        }
        assert!(!explained["params"].as_array().unwrap().is_empty(), "{name}");
        assert!(!explained["gestures"].as_array().unwrap().is_empty(), "{name}");
        let schema = json(&["explain", name, "--schema"]);
        assert_eq!(schema["properties"]["model"]["const"], name);
    }
}

#[test]
fn a_model_is_explained_with_physics_gestures_parameters_and_handles() {
    let page = printed(&["explain", "impact"]);
    for words in [
        "impact: Something strikes something (solids, event)",
        "f = k·x^α·(1 + μ·ẋ)",
        "strike",
        "touch (interaction)",
        "touch.stiffness",
        "10000 N/m^α to 1e11 N/m^α",
        "hardness: felt … steel",
        "struck.material: aluminium, brass,",
        "Presets",
        "Source: [Papetti2010",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn every_kind_is_listed_as_text_and_as_json() {
    for what in ["models", "presets", "params", "gestures", "shapes", "materials"] {
        assert!(!printed(&["list", what]).is_empty(), "{what}");
        let all = json(&["list", what, "--json"]);
        assert!(!all[what].as_array().unwrap().is_empty(), "{what}");
    }
    let params = json(&["list", "params", "--model", "impact", "--json"]);
    let stiffness =
        params["params"].as_array().unwrap().iter().find(|param| param["path"] == "touch.stiffness").unwrap();
    assert_eq!(stiffness["unit"], "N/m^α");
    assert_eq!(stiffness["handle"]["name"], "hardness");
    assert!(rejected(&["list", "params", "--model", "impakt"]).contains("`impact`"));
    assert!(rejected(&["list", "shapes", "--model", "impact"]).contains("--model"));
}

#[test]
fn a_law_with_the_name_of_a_model_is_explained() {
    assert!(printed(&["explain", "law", "friction"]).starts_with("friction: Surfaces that rub"));
    assert!(rejected(&["explain", "law", "impact"]).contains("impact"));
}

#[test]
fn a_file_renders_to_the_same_bytes_again() {
    let folder = Folder::new();
    let preset = first_preset();
    for (index, flags) in [
        &[][..],
        &["--set", "hardness=70", "--set", "struck.size=12cm", "--set", "struck.material=glass"],
        &["--strike", "1.2@0.05", "--gesture", "strike=50cm/s@0.2", "--seed", "7"],
        &["--channels", "2", "--rate", "44.1kHz", "--format", "16"],
        &["--seconds", "0.25", "--format", "float", "--gain", "6"],
    ]
    .iter()
    .enumerate()
    {
        let wav = folder.file(&format!("{index}.wav"));
        let again = folder.file(&format!("{index}-again.wav"));
        rendered(&[&[preset.as_str(), "-o", &wav], &flags[..]].concat());
        let answer = rendered(&[&wav, "-o", &again]);
        assert_eq!(answer["again"]["same"], true, "{flags:?}");
        assert_eq!(bytes(&wav), bytes(&again), "{flags:?}");
    }
    // The same samples as FLAC, rendered again, too.
    let (flac, again) = (folder.file("x.flac"), folder.file("y.flac"));
    rendered(&[&preset, "-o", &flac]);
    rendered(&[&flac, "-o", &again]);
    assert_eq!(bytes(&flac), bytes(&again));
}

#[test]
fn a_handle_and_its_value_give_the_same_sound() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one.wav"), folder.file("two.wav"));
    // The geometric mean of 1e4 and 1e11 N/m^α.
    let value = format!("touch.stiffness={}", 10_f64.powf(7.5));
    let by_handle = rendered(&["impact", "-o", &one, "--set", "hardness=50"]);
    let by_value = rendered(&["impact", "-o", &two, "--set", &value]);
    for output in ["/outputs/0/peak", "/outputs/1/peak", "/outputs/2/peak"] {
        let (one, two) = (number(&by_handle, output), number(&by_value, output));
        // Powers and logarithms have relative errors near 1e-15, which the contact amplifies.
        assert!((one / two - 1.0).abs() < 1e-9, "{output}: {one} and {two}");
    }
}

#[test]
fn a_gesture_replaces_the_default_gestures_at_its_time() {
    let folder = Folder::new();
    let wav = folder.file("x.wav");
    let rate = 48_000.0;
    let answer = rendered(&["impact", "-o", &wav, "--format", "float", "--strike", "1@0.5"]);
    let bytes = bytes(&wav);
    let data = bytes.windows(4).position(|window| window == b"data").unwrap() + 8;
    let samples: Vec<f32> = bytes[data..]
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .take(answer["frames"].as_u64().unwrap() as usize)
        .collect();
    let first = samples.iter().position(|sample| *sample != 0.0).unwrap() as f64;
    assert!((first - 0.5 * rate).abs() <= 2.0, "first sound at sample {first}");
}

#[test]
fn the_default_file_name_is_the_slug_and_never_overwrites() {
    let folder = Folder::new();
    let run = || {
        foley().args(["render", "impact", "--seconds", "0.1"]).current_dir(folder.path()).output().unwrap()
    };
    assert!(run().status.success());
    assert_eq!(folder.names(), ["impact.wav"]);
    let before = bytes(&folder.file("impact.wav"));
    let second = run();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("exists"));
    assert_eq!(bytes(&folder.file("impact.wav")), before);
}

#[test]
fn stems_include_measurements() {
    let folder = Folder::new();
    let wav = folder.file("x.wav");
    rendered(&["impact", "-o", &wav, "--stems"]);
    let names = folder.names();
    for stem in ["x-sound.wav", "x-force.wav", "x-compression.wav"] {
        assert!(names.iter().any(|name| name == stem), "{stem}: {names:?}");
    }
    let (force, again) = (folder.file("x-force.wav"), folder.file("again.wav"));
    rendered(&[&force, "-o", &again]);
    assert_eq!(bytes(&force), bytes(&again));
}

#[test]
fn a_saved_preset_renders_to_the_same_bytes() {
    let folder = Folder::new();
    let change = ["--set", "hardness=70", "--set", "hammer.mass=80g", "--strike", "0.7@0.1"];
    let direct = folder.file("direct.wav");
    rendered(&[&["impact", "-o", &direct], &change[..]].concat());
    for ending in ["json", "xml"] {
        let file = folder.file(&format!("mine.{ending}"));
        let wav = folder.file(&format!("{ending}.wav"));
        printed(&[&["save", "impact", "--as", &file], &change[..]].concat());
        rendered(&[&file, "-o", &wav]);
        assert_eq!(bytes(&direct), bytes(&wav), "{ending}");
        let before = bytes(&file);
        let why = rejected(&["save", "impact", "--as", &file]);
        assert!(why.contains("--replace"), "{why}");
        assert_eq!(bytes(&file), before, "{ending}");
        printed(&["save", "impact", "--as", &file, "--replace"]);
        assert_ne!(bytes(&file), before, "{ending}");
    }
    // Also from the sound file itself.
    let (from, wav) = (folder.file("from.json"), folder.file("from.wav"));
    printed(&["save", &direct, "--as", &from]);
    rendered(&[&from, "-o", &wav]);
    assert_eq!(bytes(&direct), bytes(&wav));
}

#[test]
fn a_score_is_read_from_a_file() {
    let folder = Folder::new();
    let (score, wav) = (folder.file("score.json"), folder.file("x.wav"));
    std::fs::write(
        &score,
        r#"[{ "at": 0, "strike": 1 }, { "at": 0.2, "set": { "hammer.mass": "80 g" }, "over": 0.1 }, { "at": 0.4, "strike": null }]"#,
    )
    .unwrap();
    let answer = rendered(&["impact", "-o", &wav, "--score", &score]);
    assert!(answer["seconds"].as_f64().unwrap() > 0.4);
}

/// Checks that each message names the error or the allowed values.
#[test]
#[allow(clippy::too_many_lines, reason = "a list")]
fn invalid_arguments_are_rejected_and_nothing_is_written() {
    let folder = Folder::new();
    let out = folder.file("x.wav");
    let file = |name: &str, text: &str| {
        let path = folder.file(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let preset =
        |values: &str| format!("{{\n \"model\": \"impact\", \"name\": \"x\", \"format\": 1,\n {values} }}");
    let misspelt = file("misspelt.json", &preset(r#""values": { "touch": { "stifness": 1 } }"#));
    let beyond = file("beyond.json", &preset(r#""values": { "touch": { "stiffness": 1e30 } }"#));
    let other = file("other.json", &preset("").replace("impact", "impakt").replace("1,\n", "1\n"));
    let newer = file("newer.json", &preset(r#""values": {}"#).replace("\"format\": 1", "\"format\": 99"));
    let broken = file("broken.json", "{ \"model\": ");
    let xml = file("broken.xml", "<preset model=\"impact\"");
    let score = file("score.json", r#"[{ "at": 0, "strick": 1 }]"#);
    let early = file("early.json", r#"[{ "at": -1, "strike": 1 }]"#);
    let scene =
        file("scene.json", r#"{ "bodies": { "a": { "kind": "inertial" } }, "outputs": ["velocity of a"] }"#);
    let missing = folder.file("missing.json");
    let before = folder.names();
    for (arguments, words) in [
        (&["impakt"][..], &["impakt", "did you mean `impact`"][..]),
        (&["no such thing at all"], &["foley list presets"]),
        (&[&missing], &["cannot read", "missing.json"]),
        (&[&misspelt], &["misspelt.json", "line 3", "stifness", "`stiffness`"]),
        (&[&beyond], &["line 3", "1e30", "1e11"]),
        (&[&other], &["line 2", "impakt"]),
        (&[&newer], &["99"]),
        (&[&broken], &["broken.json", "line 1"]),
        (&[&xml], &["broken.xml"]),
        (&["impact", "--set", "hardness"], &["hardness"]),
        (&["impact", "--set", "hardnes=1"], &["hardnes", "`hardness`"]),
        (&["impact", "--set", "hardness=101"], &["0 to 100", "touch.stiffness"]),
        (&["impact", "--set", "hardness=NaN"], &["0 to 100"]),
        (&["impact", "--set", "size=1m"], &["struck.size", "striker.size"]),
        (&["impact", "--set", "struck.size=3kg"], &["measures mass"]),
        (&["impact", "--set", "struck.material=cheese"], &["cheese", "glass"]),
        (&["impact", "--gesture", "strick=1"], &["strick", "`strike`"]),
        (&["impact", "--strike", "1e9"], &["strike", "20 m/s"]),
        (&["impact", "--strike", "1@-1"], &["@-1", "0 s"]),
        (&["impact", "--strike", "1@soon"], &["soon"]),
        (&["impact", "--score", &score], &["score.json", "strick", "`strike`"]),
        (&["impact", "--score", &early], &["early.json", "-1"]),
        (&["impact", "--score", &missing], &["missing.json"]),
        (&["impact", "--seconds", "forever"], &["auto"]),
        (&["impact", "--seconds", "1e9"], &["3600 s"]),
        (&["impact", "--channels", "17"], &["1 to 16"]),
        (&["impact", "--channels", "0"], &["1 to 16"]),
        (&["impact", "--seed", "-1"], &["-1"]),
        (&["impact", "--rate", "0"], &["1 kHz"]),
        (&["impact", "--gain", "0", "--normalise", "-1"], &["cannot be used with"]),
        (&[&scene, "--strike", "1"], &["scene"]),
        (&[&scene, "--channels", "2"], &["scene"]),
        (&[&scene, "--seconds", "auto"], &["scene"]),
    ] {
        let why = rejected(&[&["render", "-o", &out], arguments].concat());
        let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in words {
            assert!(why.contains(words), "{arguments:?}: no {words:?} in: {why}");
        }
        assert_eq!(folder.names(), before, "{arguments:?} left something");
    }
    for arguments in [
        &["render", "impact", "-o", "x.mp3"][..],
        &["render", "impact", "-o", "/no/such/folder/x.wav"],
        &["save", "impact", "--as", "x.txt"],
        &["save", "impakt", "--as", "x.json"],
        &["save", &scene, "--as", "x.json"],
        &["explain", "impakt"],
        &["list", "everything"],
        &["completions", "tcsh"],
    ] {
        rejected(arguments);
    }
    assert!(!Path::new("x.json").exists());
}

#[test]
fn every_gesture_of_every_model_is_a_flag() {
    let help = printed(&["render", "--help"]);
    let all = json(&["list", "gestures", "--json"]);
    for model in all["gestures"].as_array().unwrap() {
        for gesture in model["gestures"].as_array().unwrap() {
            let id = gesture["id"].as_str().unwrap();
            assert!(help.contains(&format!("--{id} <VALUE@SECONDS>")), "{id}");
        }
    }
}

#[test]
fn shells_complete_commands_and_names() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in ["render", "tour", "morph", "normalise", "strike"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_help_lists_the_exit_codes() {
    let help = printed(&["--help"]);
    for words in ["Exit codes:", "0  success", "1  internal error", "2  invalid request"] {
        assert!(help.contains(words), "{words}");
    }
}

#[test]
fn user_presets_are_found_by_name_and_not_overwritten() {
    let folder = Folder::new();
    let own = folder.file("own");
    let call = |arguments: &[&str]| {
        let output = foley().env("FOLEY_PRESETS", &own).args(arguments).output();
        let output = output.expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let save = ["save", "impact", "--set", "hardness=90", "--name", "hard knock"];
    assert_eq!(call(&save).0, Some(0));
    let (code, _, why) = call(&save);
    assert_eq!(code, Some(2), "saved twice");
    assert!(why.contains("--replace"), "{why}");
    assert_eq!(call(&["save", "impact"]).0, Some(2), "the name of a model");
    std::fs::write(std::path::Path::new(&own).join("bad.json"), "{").unwrap();
    let (code, listed, aside) = call(&["list", "presets", "--model", "impact"]);
    assert_eq!(code, Some(0), "{aside}");
    assert!(listed.contains("hard-knock"), "{listed}");
    assert!(aside.contains("bad.json"), "{aside}");
    let sound = folder.file("x.wav");
    let (code, _, why) = call(&["render", "hard-knock", "-o", &sound]);
    assert_eq!(code, Some(0), "{why}");
    assert!(std::path::Path::new(&sound).exists());
}

#[test]
fn the_level_of_a_preset_is_its_stored_loudness_and_a_harder_strike_is_louder() {
    let folder = Folder::new();
    let wav = folder.file("x.wav");
    let render = |more: &[&str]| -> serde_json::Value {
        let flags = ["render", "espresso-cup-set-down-on-marble", "-o", &wav, "--json"];
        serde_json::from_str(&printed(&[&flags[..], more].concat())).unwrap()
    };
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let stored = foley_catalogue::preset::by_name("espresso-cup-set-down-on-marble").unwrap().loudness;
    let own = render(&[]);
    assert_eq!(number(&own["level"]["factor"]), stored.factor());
    assert_eq!(own["level"]["loudness"], 0.0);
    let softer = render(&["--strike", "0.1@0"]);
    assert_eq!(softer["level"]["factor"], own["level"]["factor"]);
    assert!(number(&softer["files"][0]["peak_dbfs"]) < number(&own["files"][0]["peak_dbfs"]) - 3.0);
    // Far too hard for full scale: the file is lowered to a peak of −1 dBFS and says so.
    let hard = render(&["--strike", "10@0"]);
    assert!((number(&hard["files"][0]["peak_dbfs"]) + 1.0).abs() < 1e-9, "{hard}");
    assert!(number(&hard["files"][0]["lowered_db"]) > 1.0, "{hard}");
    assert_eq!(own["files"][0]["lowered_db"], serde_json::Value::Null);
    let again = folder.file("again.wav");
    printed(&["render", &wav, "-o", &again]);
    assert_eq!(bytes(&wav), bytes(&again), "a recipe with a loudness gives the same bytes");
    let physical = render(&["--level", "physical"]);
    assert_eq!(number(&physical["level"]["factor"]), 1.0);
    let peak = render(&["--level", "normalise"]);
    assert!((number(&peak["files"][0]["peak_dbfs"]) + 1.0).abs() < 1e-9);
    rejected(&["render", "impact", "-o", &again, "--level", "physical", "--gain", "3"]);
    let why = rejected(&["render", "../../examples/scenes/NO.json", "-o", &again, "--level", "loud"]);
    assert!(why.contains("physical"), "{why}");
}

#[test]
fn a_saved_preset_gets_the_loudness_that_it_asks_for() {
    let folder = Folder::new();
    let file = folder.file("soft.json");
    let change = ["--set", "struck.size=20cm", "--loudness", "-30"];
    printed(&[&["save", "impact", "--as", &file], &change[..]].concat());
    let saved = &foley_catalogue::preset::read_file(file.as_ref()).unwrap()[0];
    assert_eq!(saved.loudness.target, -30.0);
    assert_eq!(saved.measure_loudness().unwrap(), saved.loudness);
    // Without a value: the loudness that the source asks for.
    printed(&["save", &file, "--as", &file, "--replace", "--set", "struck.size=40cm", "--loudness"]);
    let again = &foley_catalogue::preset::read_file(file.as_ref()).unwrap()[0];
    assert_eq!(again.loudness.target, -30.0);
    assert_ne!(again.loudness.gain, saved.loudness.gain);
}
