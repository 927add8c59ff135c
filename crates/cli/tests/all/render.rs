//! `foley render`: files with recipes, and errors that write nothing.

use crate::support::{Folder, foley, json, number, printed, rejected};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    folder.join(name).to_str().unwrap().to_owned()
}

/// Returns the content of the chunk `id` of a WAV file; `None` if the file has no such chunk.
fn chunk<'a>(file: &'a [u8], id: &[u8]) -> Option<&'a [u8]> {
    let mut rest = file.get(12..)?;
    while rest.len() >= 8 {
        let long = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        let body = &rest[8..8 + long];
        if &rest[..4] == id {
            return Some(body);
        }
        rest = &rest[8 + long + long % 2..];
    }
    None
}

fn record(file: &[u8]) -> Value {
    serde_json::from_slice(chunk(file, b"foly").expect("a chunk `foly`")).unwrap()
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[test]
fn every_example_renders_with_its_duration_and_channels() {
    let folder = Folder::new();
    for (name, seconds, channels) in
        [("hammer-on-bar", 3, 2), ("ball-on-plate", 3, 1), ("bowed-string", 4, 2), ("squeaking-door", 5, 1)]
    {
        let out = folder.file("x.wav");
        let answer = json(&["render", &example(&format!("{name}.json")), "-o", &out, "--json"]);
        let file = fs::read(&out).unwrap();
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize, file.len() - 8);
        let fmt = chunk(&file, b"fmt ").unwrap();
        assert_eq!((short(fmt, 0), short(fmt, 2), short(fmt, 14)), (1, channels, 24), "{name}");
        let frames = seconds * 48000;
        let long = chunk(&file, b"data").unwrap().len();
        assert_eq!(long, frames * usize::from(channels) * 3, "{name}");
        let info = chunk(&file, b"LIST").unwrap();
        let software = concat!("Foley ", env!("CARGO_PKG_VERSION"));
        assert!(String::from_utf8_lossy(info).contains(software), "{name}");
        assert_eq!(answer["frames"], frames, "{name}");
        assert_eq!(answer["files"][0]["channels"], channels, "{name}");
    }
}

#[test]
fn a_rendered_file_renders_to_the_same_bytes_again() {
    let folder = Folder::new();
    let scene = example("hammer-on-bar.json");
    let long = ["--seconds", "0.2"];
    for flags in [
        &[][..],
        &["--format", "16", "--seed", "18446744073709551615"],
        &["--format", "float", "--rate", "44.1kHz"],
        &["--format", "float", "--normalise"],
        &["--gain", "-6", "--set", "bodies.hammer.mass=35g", "--set", "contacts.touch.stiffness=3.3e8"],
        &["--normalise", "-3", "--seconds", "0.1234567"],
    ] {
        let (first, again) = (folder.file("first.wav"), folder.file("again.wav"));
        let seconds = if flags.contains(&"--seconds") { &[][..] } else { &long };
        printed(&[&["render", &scene, "-o", &first], flags, seconds].concat());
        let answer = json(&["render", &first, "-o", &again, "--json"]);
        assert_eq!(fs::read(&first).unwrap(), fs::read(&again).unwrap(), "{flags:?}");
        assert_eq!(answer["again"]["same"], true, "{flags:?}");
        assert!(printed(&["render", &again, "-o", &again]).contains("same bytes as"), "onto itself");
    }
}

#[test]
fn the_recipe_contains_all_options() {
    let folder = Folder::new();
    let out = folder.file("x.wav");
    let scene = example("hammer-on-bar.json");
    printed(&[
        "render",
        &scene,
        "-o",
        &out,
        "--seed",
        "7",
        "--seconds",
        "50ms",
        "--rate",
        "96kHz",
        "--set",
        "bodies.hammer.mass=35g",
    ]);
    let made = record(&fs::read(&out).unwrap());
    assert_eq!(made["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(made["seed"], 7);
    assert_eq!(made["rate"], 96000.0);
    assert_eq!(made["seconds"], 0.05);
    assert_eq!(made["format"], "24");
    assert_eq!(made["level"]["normalise"], -1.0);
    assert_eq!(made["scene"]["bodies"]["hammer"]["mass"], "35g");
    // A flag takes precedence over the recipe.
    let other = folder.file("y.wav");
    let answer = json(&["render", &out, "-o", &other, "--seed", "8", "--format", "float", "--json"]);
    assert_eq!(answer["seed"], 8);
    assert_eq!(answer["rate"], 96000.0);
    let made = record(&fs::read(&other).unwrap());
    assert_eq!(made["level"]["gain"], 0.0, "float files carry physical units");
    assert_eq!(made["scene"]["bodies"]["hammer"]["mass"], "35g");
}

#[test]
fn stems_are_one_file_per_output_and_can_be_rendered_again_alone() {
    let folder = Folder::new();
    let (scene, out) = (example("hammer-on-bar.json"), folder.file("x.wav"));
    let answer = json(&["render", &scene, "-o", &out, "--stems", "--seconds", "0.1", "--json"]);
    assert_eq!(folder.names(), ["x-tap.wav", "x-velocity-bar-end.wav"]);
    assert_eq!(answer["files"][1]["stem"], "tap");
    let (tap, again) = (folder.file("x-tap.wav"), folder.file("again.wav"));
    printed(&["render", &tap, "-o", &again]);
    let tap = fs::read(&tap).unwrap();
    assert_eq!(short(chunk(&tap, b"fmt ").unwrap(), 2), 1, "mono");
    assert_eq!(tap, fs::read(&again).unwrap());
}

#[test]
fn float_files_are_float_and_six_channels_are_extensible() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("scene.json"), folder.file("x.wav"));
    let outputs =
        ["\"velocity of a\"", "{ \"name\": \"b\", \"displacement\": \"a\", \"channel\": 5 }"].join(",");
    let text = format!(
        r#"{{ "bodies": {{ "a": {{ "kind": "inertial" }}, "w": {{ "kind": "wall" }} }}, "contacts": [{{ "between": ["a", "w"] }}],
             "outputs": [{outputs}] }}"#
    );
    fs::write(&scene, text).unwrap();
    printed(&["render", &scene, "-o", &out, "--format", "float", "--seconds", "0.01"]);
    let file = fs::read(&out).unwrap();
    let fmt = chunk(&file, b"fmt ").unwrap();
    assert_eq!((fmt.len(), short(fmt, 0), short(fmt, 2), short(fmt, 14)), (40, 0xfffe, 6, 32));
    assert_eq!(short(fmt, 24), 3, "the format within");
    let fact = chunk(&file, b"fact").unwrap();
    assert_eq!(fact, 480_u32.to_le_bytes());
    assert_eq!(chunk(&file, b"data").unwrap().len(), 480 * 6 * 4);
}

#[test]
fn a_scene_may_come_through_a_pipe() {
    let folder = Folder::new();
    let out = folder.file("x.wav");
    let mut child = foley()
        .args(["render", "-", "-o", &out, "--seconds", "0.01"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let scene = fs::read(example("ball-on-plate.json")).unwrap();
    child.stdin.take().unwrap().write_all(&scene).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(record(&fs::read(&out).unwrap())["seconds"], 0.01);
}

#[test]
fn an_error_in_a_scene_names_its_place_and_writes_nothing() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("scene.json"), folder.file("x.wav"));
    let good = fs::read_to_string(example("hammer-on-bar.json")).unwrap();
    for (old, new, words) in [
        (
            "\"hammer\", \"bar.middle\"",
            "\"hamer\", \"bar.middle\"",
            "at `contacts[0].between[0]` (line 21, column 36): there is no body `hamer`; did you mean `hammer`?",
        ),
        ("\"440 Hz\"", "\"440 Hx\"", "at `bodies.bar.modes[0].frequency` (line 12, column 24): "),
        ("\"20 g\"", "1e999", "at `bodies.hammer.mass` (line 7, column"),
        ("\"seconds\": 3,", "\"seconds\": 3", "line 5, column"),
    ] {
        assert!(good.contains(old), "{old}");
        fs::write(&scene, good.replacen(old, new, 1)).unwrap();
        let message = rejected(&["render", &scene, "-o", &out]);
        assert!(message.contains(words), "{message}");
        assert!(message.contains("scene.json"), "{message}");
        assert_eq!(folder.names(), ["scene.json"], "{new}");
    }
    fs::write(&scene, &good[..good.len() / 2]).unwrap();
    assert!(rejected(&["render", &scene, "-o", &out]).contains("EOF"));
    fs::write(&scene, b"\xff\xfe{}").unwrap();
    assert!(rejected(&["render", &scene, "-o", &out]).contains("byte 0 is not UTF-8"));
    assert_eq!(folder.names(), ["scene.json"]);
}

#[test]
fn contradicting_flags_are_rejected() {
    let folder = Folder::new();
    let (scene, out) = (example("hammer-on-bar.json"), folder.file("x.wav"));
    for (flags, words) in [
        (&["--set", "bodies.hamer.mass=1"][..], "did you mean `hammer`?"),
        (&["--set", "bodies.hammer=1"], "only a single value can be set"),
        (&["--set", "bodies.hammer.mass"], "expected a name"),
        (&["--set", "bodies.hammer.mass=-1g"], "at `bodies.hammer.mass`"),
        (&["--rate", "NaN"], "not finite"),
        (&["--rate", "10"], "between 1 kHz and 1 MHz"),
        (&["--rate", "44100.5"], "whole number"),
        (&["--seconds", "0"], "between 1 ms and 3600 s"),
        (&["--seconds", "3600", "--rate", "1MHz"], "Choose a shorter duration"),
        (&["--seed", "-1"], "invalid value '-1' for '--seed"),
        (&["--format", "8"], "possible values: 16, 24, float"),
        (&["--normalise", "3"], "between -120 dB and 0 dB"),
        (&["--normalise", "-1", "--gain", "0"], "cannot be used with"),
        (&["--gain", "inf"], "not finite"),
    ] {
        let message = rejected(&[&["render", &scene, "-o", &out], flags].concat());
        assert!(message.contains(words), "{flags:?}: {message}");
    }
    assert!(
        rejected(&["render", &scene, "-o", &folder.file("x.mp3")]).contains("does not end in .wav or .flac")
    );
    assert!(rejected(&["render", &scene, "-o", &folder.file("no/x.wav")]).contains("cannot write"));
    assert!(rejected(&["render", &folder.file("no.json"), "-o", &out]).contains("cannot read"));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_wav_file_without_a_valid_recipe_is_rejected() {
    let folder = Folder::new();
    let (made, out) = (folder.file("made.wav"), folder.file("x.wav"));
    printed(&["render", &example("ball-on-plate.json"), "-o", &made, "--seconds", "0.01"]);
    let good = fs::read(&made).unwrap();
    let at = good.windows(4).position(|id| id == b"foly").unwrap();
    for (file, words) in [
        (good[..at].to_vec(), "no chunk `foly`"),
        (good[..at + 40].to_vec(), "of its chunk `foly` are missing"),
        (good[..40].to_vec(), "it has no chunk `data`|of its chunk `data` are missing"),
        (b"RIFF".to_vec(), "not a WAV file"),
        ([&good[..at + 8], b"!", &good[at + 9..]].concat(), "its chunk `foly`"),
    ] {
        fs::write(&made, file).unwrap();
        let message = rejected(&["render", &made, "-o", &out]);
        assert!(words.split('|').any(|words| message.contains(words)), "{words}: {message}");
    }
    assert_eq!(folder.names(), ["made.wav"]);
}

#[test]
fn the_report_has_the_energy_balance_and_the_level() {
    let folder = Folder::new();
    let (scene, out) = (example("hammer-on-bar.json"), folder.file("x.wav"));
    let page = printed(&["render", &scene, "-o", &out, "--seconds", "0.1"]);
    for words in [
        "A small hammer",
        "output",
        "velocity-bar-end",
        "file",
        "24-bit",
        "bodies 2, contacts 1, gestures 2",
        "level",
        "ledger   initial",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let answer = json(&["render", &scene, "-o", &out, "--seconds", "0.1", "--json"]);
    assert_eq!(answer["outputs"][1]["unit"], "N");
    assert_eq!(answer["contacts"], 1);
    assert_eq!(answer["files"][0]["clipped"], 0);
    for key in ["initial", "moving", "stored", "heat", "work", "control", "numerical"] {
        number(&answer, &format!("/ledger/{key}"));
    }
}

fn read(path: &str) -> Vec<u8> {
    fs::read(path).unwrap()
}

/// Returns the root mean square of the difference of two files of 24 bits, relative to that of the first one;
/// the shorter file ends in silence.
fn relative_change(one: &[u8], other: &[u8]) -> f64 {
    let samples = |file: &[u8]| -> Vec<f64> {
        let data = chunk(file, b"data").expect("a chunk `data`");
        data.chunks_exact(3).map(|b| f64::from(i32::from_le_bytes([0, b[0], b[1], b[2]]))).collect()
    };
    let (one, other) = (samples(one), samples(other));
    let square = |n: usize| (one[n] - other.get(n).copied().unwrap_or(0.0)).powi(2);
    let difference: f64 = (0..one.len()).map(square).sum();
    (difference / one.iter().map(|sample| sample * sample).sum::<f64>()).sqrt()
}

/// Returns the bytes of the take with a number, from 1.
fn take_bytes(folder: &Folder, number: usize) -> Vec<u8> {
    read(&folder.file(&format!("x-{number}.wav")))
}

#[test]
fn takes_differ_and_each_is_rendered_again_from_its_file() {
    for (sound, seconds) in
        [("church-bell", "0.4"), ("two-stones", "0.3"), ("rubber-soles-on-concrete", "0.8")]
    {
        let folder = Folder::new();
        let out = folder.file("x.wav");
        let arguments =
            ["render", sound, "-o", &out, "--takes", "4", "--seconds", seconds, "--seed", "7", "--json"];
        let answer = json(&arguments);
        assert_eq!(folder.names().len(), 4, "{:?}", folder.names());
        let reports = answer["takes"].as_array().unwrap();
        for (index, report) in reports.iter().enumerate() {
            let path = folder.file(&format!("x-{}.wav", index + 1));
            assert_eq!(report["files"][0]["path"], path.as_str());
            assert_eq!(report["seed"], 7 + index as u64);
        }
        let takes: Vec<Vec<u8>> = (1..=4).map(|number| take_bytes(&folder, number)).collect();
        let again = folder.file("again.wav");
        for (index, one) in takes.iter().enumerate() {
            let path = folder.file(&format!("x-{}.wav", index + 1));
            assert_eq!(json(&["render", &path, "-o", &again, "--json"])["again"]["same"], true, "{path}");
            assert_eq!(read(&again), *one, "{path}");
            for other in &takes[..index] {
                let change = relative_change(one, other);
                assert!(change > 0.01, "{sound}: {change}");
            }
        }
        // The first take is the sound itself, and the same command gives the same bytes.
        let plain = folder.file("plain.wav");
        printed(&["render", sound, "-o", &plain, "--seconds", seconds, "--seed", "7"]);
        assert_eq!(read(&plain), takes[0], "{sound}");
        printed(&arguments[..10]);
        for (index, one) in takes.iter().enumerate() {
            assert_eq!(take_bytes(&folder, index + 1), *one, "{sound}");
        }
    }
}

#[test]
fn takes_have_default_names_that_never_overwrite() {
    let folder = Folder::new();
    let run = |count: &str| {
        let arguments = ["render", "impact", "--seconds", "0.1", "--takes", count];
        foley().args(arguments).current_dir(folder.path()).output().unwrap()
    };
    assert!(run("2").status.success());
    assert_eq!(folder.names(), ["impact-1.wav", "impact-2.wav"]);
    let before = read(&folder.file("impact-2.wav"));
    std::fs::remove_file(folder.file("impact-1.wav")).unwrap();
    let again = run("2");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("impact-2.wav"));
    // No take is written if one of them cannot be.
    assert_eq!(folder.names(), ["impact-2.wav"]);
    assert_eq!(read(&folder.file("impact-2.wav")), before);
}

#[test]
fn a_wrong_number_of_takes_is_rejected() {
    for count in ["0", "101", "-1", "two"] {
        let why = rejected(&["render", "impact", "--takes", count]);
        assert!(why.contains("1 to 100"), "{count}: {why}");
    }
    let folder = Folder::new();
    let scene = example("ball-on-plate.json");
    let out = folder.file("x.wav");
    let why = rejected(&["render", &scene, "-o", &out, "--takes", "2"]);
    assert!(why.contains("--takes"), "{why}");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
