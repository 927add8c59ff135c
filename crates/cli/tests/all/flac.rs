//! `foley render -o x.flac`, checked with an independent decoder.

use crate::judge::Flac;
use crate::support::{Folder, json, printed, rejected};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    folder.join(name).to_str().unwrap().to_owned()
}

fn decoded(path: &str) -> Flac {
    Flac::decode(&fs::read(path).unwrap())
}

/// Returns the content of the chunk `data` of a WAV file.
fn data(path: &str) -> Vec<u8> {
    let file = fs::read(path).unwrap();
    let mut rest = &file[12..];
    while &rest[..4] != b"data" {
        let long = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        rest = &rest[8 + long + long % 2..];
    }
    let long = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
    rest[8..8 + long].to_vec()
}

#[test]
fn the_samples_are_those_of_the_wav_file() {
    let folder = Folder::new();
    let (wav, flac) = (folder.file("x.wav"), folder.file("x.flac"));
    for name in ["hammer-on-bar", "ball-on-plate", "squeaking-door"] {
        for format in ["16", "24"] {
            let scene = example(&format!("{name}.json"));
            let flags = ["--format", format, "--seconds", "0.7"];
            printed(&[&["render", &scene, "-o", &wav], &flags[..]].concat());
            printed(&[&["render", &scene, "-o", &flac], &flags[..]].concat());
            let bytes = if format == "16" { 2 } else { 3 };
            let steps: Vec<u8> =
                decoded(&flac).samples.iter().flat_map(|step| step.to_le_bytes()[..bytes].to_vec()).collect();
            assert!(steps == data(&wav), "{name}, {format} bits");
            let long = |path: &str| fs::metadata(path).unwrap().len();
            assert!(
                long(&flac) < long(&wav),
                "{name}, {format} bits: {} bytes, {} in WAV",
                long(&flac),
                long(&wav)
            );
        }
    }
}

#[test]
fn a_file_carries_its_title_and_its_recipe() {
    let folder = Folder::new();
    let out = folder.file("x.flac");
    let scene = example("hammer-on-bar.json");
    let flags = ["--seed", "7", "--seconds", "50ms", "--rate", "96kHz"];
    let set = ["--set", "bodies.hammer.mass=35g"];
    printed(&[&["render", &scene, "-o", &out], &flags[..], &set[..]].concat());
    let file = decoded(&out);
    assert_eq!((file.rate, file.channels, file.bits), (96000, 2, 24));
    assert_eq!(file.samples.len(), 2 * 4800);
    let made: Value = serde_json::from_slice(&file.foly.clone().expect("a block `foly`")).unwrap();
    assert_eq!(made["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(made["seed"], 7);
    assert_eq!(made["rate"], 96000.0);
    assert_eq!(made["format"], "24");
    assert_eq!(made["scene"]["bodies"]["hammer"]["mass"], "35g");
    assert!(made["scene"]["title"].is_string());
    assert_eq!(file.tag("TITLE"), made["scene"]["title"].as_str());
    assert_eq!(file.tag("SOFTWARE"), Some(concat!("Foley ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn the_checksum_of_all_samples_is_right() {
    // MD5 sum of two 16-bit samples of 0, that is of four zero bytes
    // (`head -c 4 /dev/zero | md5sum`).
    let folder = Folder::new();
    let (scene, out) = (folder.file("scene.json"), folder.file("x.flac"));
    let still =
        r#"{ "bodies": { "a": { "kind": "inertial" } }, "outputs": ["velocity of a"], "rate": 2000 }"#;
    fs::write(&scene, still).unwrap();
    let flags = ["--format", "16", "--seconds", "1ms"];
    printed(&[&["render", &scene, "-o", &out], &flags[..]].concat());
    assert_eq!(decoded(&out).samples, [0, 0]);
    // The last 16 bytes of the first block, which follows the four letters and its header of four bytes.
    let md5 = &fs::read(&out).unwrap()[8 + 18..8 + 34];
    let md5 = u128::from_be_bytes(md5.try_into().unwrap());
    assert_eq!(md5, 0xf1d3ff8443297732862df21dc4e57262);
}

#[test]
fn a_recipe_gives_the_same_bytes_in_wav_and_flac() {
    let folder = Folder::new();
    let scene = example("hammer-on-bar.json");
    let [flac, wav] = ["x.flac", "x.wav"].map(|name| folder.file(name));
    let [from_flac, from_wav] = ["y.wav", "y.flac"].map(|name| folder.file(name));
    let again = folder.file("again.flac");
    for flags in [&["--seconds", "0.2"][..], &["--seconds", "0.1", "--format", "16", "--gain", "-6"]] {
        printed(&[&["render", &scene, "-o", &flac], flags].concat());
        printed(&[&["render", &scene, "-o", &wav], flags].concat());
        let same = json(&["render", &flac, "-o", &again, "--json"]);
        assert_eq!(same["again"]["same"], true, "{flags:?}");
        assert_eq!(fs::read(&flac).unwrap(), fs::read(&again).unwrap());
        let other = json(&["render", &flac, "-o", &from_flac, "--json"]);
        assert_eq!(other["again"]["difference"], 0.0, "{flags:?}");
        assert_eq!(fs::read(&wav).unwrap(), fs::read(&from_flac).unwrap());
        printed(&["render", &wav, "-o", &from_wav]);
        assert_eq!(fs::read(&flac).unwrap(), fs::read(&from_wav).unwrap());
    }
}

#[test]
fn the_first_bytes_and_not_the_name_select_the_reader() {
    let folder = Folder::new();
    let (flac, named) = (folder.file("x.flac"), folder.file("x.json"));
    let scene = example("ball-on-plate.json");
    printed(&["render", &scene, "-o", &flac, "--seconds", "0.01"]);
    fs::rename(&flac, &named).unwrap();
    printed(&["render", &named, "-o", &flac]);
    assert_eq!(fs::read(&flac).unwrap(), fs::read(&named).unwrap());
}

#[test]
fn stems_and_six_channels() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("scene.json"), folder.file("x.flac"));
    let with = |channel: u32| {
        format!(
            r#"{{ "bodies": {{ "a": {{ "kind": "inertial" }} }},
                 "outputs": ["velocity of a", {{ "name": "b", "displacement": "a", "channel": {channel} }}] }}"#
        )
    };
    fs::write(&scene, with(5)).unwrap();
    printed(&["render", &scene, "-o", &out, "--seconds", "0.01"]);
    let file = decoded(&out);
    assert_eq!(file.channels, 6);
    let mask = file.tag("WAVEFORMATEXTENSIBLE_CHANNEL_MASK");
    assert_eq!(mask, Some("0x0000"), "no loudspeaker is meant");
    fs::remove_file(&out).unwrap();
    fs::write(&scene, with(8)).unwrap();
    let message = rejected(&["render", &scene, "-o", &out]);
    assert!(message.contains("9 channels exceed the 8"), "{message}");
    printed(&["render", &scene, "-o", &out, "--stems", "--seconds", "0.01"]);
    assert_eq!(folder.names(), ["scene.json", "x-b.flac", "x-velocity-a.flac"]);
}

#[test]
fn float_in_flac_is_rejected_before_the_render() {
    let folder = Folder::new();
    let (wav, flac) = (folder.file("x.wav"), folder.file("x.flac"));
    let scene = example("ball-on-plate.json");
    let message = rejected(&["render", &scene, "-o", &flac, "--format", "float"]);
    assert!(message.contains("FLAC holds integers"), "{message}");
    assert!(message.contains("--format 24"), "{message}");
    // The recipe of a float file does not fit FLAC either; a flag overrides it.
    let flags = ["--format", "float", "--seconds", "0.01"];
    printed(&[&["render", &scene, "-o", &wav], &flags[..]].concat());
    assert!(rejected(&["render", &wav, "-o", &flac]).contains("integers"));
    assert_eq!(folder.names(), ["x.wav"]);
    printed(&["render", &wav, "-o", &flac, "--format", "24"]);
}

#[test]
fn a_damaged_file_and_one_without_a_recipe_are_rejected() {
    let folder = Folder::new();
    let (made, out) = (folder.file("made.flac"), folder.file("x.wav"));
    let scene = example("ball-on-plate.json");
    printed(&["render", &scene, "-o", &made, "--seconds", "0.01"]);
    let good = fs::read(&made).unwrap();
    let at = good.windows(4).position(|id| id == b"foly").unwrap();
    let end = good.len();
    for (file, words) in [
        (good[..end - 1].to_vec(), "damaged or cut short"),
        (good[..at + 40].to_vec(), "it ends too early"),
        (b"fLaC".to_vec(), "damaged or cut short"),
        ([&good[..at], b"alfa", &good[at + 4..]].concat(), "no block `foly`"),
        ([&good[..at + 4], b"!", &good[at + 5..]].concat(), "its block `foly`"),
        ([&good[..end - 9], &[!good[end - 9]], &good[end - 8..]].concat(), "damaged or cut short"),
    ] {
        fs::write(&made, file).unwrap();
        let message = rejected(&["render", &made, "-o", &out]);
        assert!(message.contains(words), "{words}: {message}");
    }
    assert_eq!(folder.names(), ["made.flac"]);
}
