//! `foley morph`: transitions between sounds.

use crate::support::{Folder, json, printed, rejected};

/// Returns the names of two presets of the same model: the first model that has two.
fn two() -> (String, String) {
    let all = json(&["list", "presets", "--model", "impact", "--json"]);
    let slug = |index: usize| all["presets"][index]["slug"].as_str().unwrap().to_owned();
    (slug(0), slug(1))
}

#[test]
fn a_morph_renders_to_the_same_bytes_again() {
    let folder = Folder::new();
    let (one, two) = two();
    let (wav, again) = (folder.file("x.wav"), folder.file("y.wav"));
    let answer = json(&["morph", &one, &two, "-o", &wav, "--over", "1s", "--json"]);
    assert!(answer["seconds"].as_f64().unwrap() > 1.0, "{answer}");
    let answer = json(&["render", &wav, "-o", &again, "--json"]);
    assert_eq!(answer["again"]["same"], true);
    assert_eq!(std::fs::read(&wav).unwrap(), std::fs::read(&again).unwrap());
}

#[test]
fn the_ends_of_a_morph_are_the_sounds_themselves() {
    let folder = Folder::new();
    let (one, two) = two();
    let samples = |path: &str| {
        let bytes = std::fs::read(path).unwrap();
        let data = bytes.windows(4).position(|window| window == b"data").unwrap();
        let long = u32::from_le_bytes(bytes[data + 4..data + 8].try_into().unwrap()) as usize;
        bytes[data + 8..data + 8 + long].to_vec()
    };
    let flags = ["--strike", "1@0", "--seconds", "0.3", "--seed", "1", "--format", "16", "--normalise"];
    for (name, at) in [(&one, "0"), (&two, "1")] {
        let (alone, end) = (folder.file("alone.wav"), folder.file("end.wav"));
        printed(&[&["render", name, "-o", &alone], &flags[..]].concat());
        printed(&[&["morph", &one, &two, "--at", at, "-o", &end], &flags[..]].concat());
        let (alone, end) = (samples(&alone), samples(&end));
        assert_eq!(alone.len(), end.len());
        // A weighted mean with weight 1 goes through a logarithm and back: one step of 16 bits, rarely two.
        let value = |bytes: &[u8]| f64::from(i16::from_le_bytes([bytes[0], bytes[1]]));
        let apart = alone
            .chunks_exact(2)
            .zip(end.chunks_exact(2))
            .map(|(a, b)| (value(a) - value(b)).abs())
            .fold(0.0, f64::max);
        assert!(apart <= 2.0, "{name} at {at}: {apart} steps of 16 bits");
    }
}

#[test]
fn four_sounds_have_a_pad() {
    let folder = Folder::new();
    let (one, two) = two();
    let wav = folder.file("x.wav");
    for what in ["all", "structure", "interaction"] {
        let flags = ["--pad", "0.2,0.9", "--what", what, "--seconds", "0.2", "--json"];
        let answer = json(&[&["morph", &one, &two, &two, &one, "-o", &wav], &flags[..]].concat());
        assert_eq!(answer["model"], "impact", "{what}");
    }
}

#[test]
fn an_invalid_morph_is_rejected_and_nothing_is_written() {
    let folder = Folder::new();
    let out = folder.file("x.wav");
    let (one, two) = two();
    let models = json(&["list", "--json"]);
    let other = models["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .find(|name| *name != "impact");
    let (one, two) = (one.as_str(), two.as_str());
    let mut cases = vec![
        (vec![one], "ends"),
        (vec![one, "no-such-sound"], "no-such-sound"),
        (vec![one, two, "--at", "1.5"], "1.5"),
        (vec![one, two, "--at", "0.5", "--over", "2s"], "cannot be used with"),
        (vec![one, two, "--pad", "0.5,0.5"], "four"),
        (vec![one, two, two, one, "--pad", "0.5"], "0.2,0.9"),
        (vec![one, two, "--over", "0"], "50 ms"),
        (vec![one, two, "--what", "colour"], "colour"),
        (vec![one, two, "--strick", "1"], "--strick"),
        (vec![one, two, "--gesture", "strick=1"], "`strike`"),
    ];
    cases.extend(other.map(|other| (vec![one, other], "different models")));
    for (arguments, words) in cases {
        let words = if words == "ends" { "NAME|FILE" } else { words };
        let why = rejected(&[&["morph", "-o", &out], &arguments[..]].concat());
        assert!(why.contains(words), "{arguments:?}: {why}");
        assert!(folder.names().is_empty(), "{arguments:?} left something");
    }
}
