//! `foley render --voice`: a recording controls a sound.

use crate::support::{Folder, json, number, printed, rejected, voice, wav};

const BURSTS: [(f64, f64); 3] = [(0.15, 0.3), (0.5, 0.9), (1.0, 0.5)];

fn recorded(folder: &Folder) -> String {
    let file = folder.file("me.wav");
    let me = voice(22_050, 130.0, 1.5, &BURSTS);
    std::fs::write(&file, wav(22_050, &[me.clone(), me])).unwrap();
    file
}

#[test]
fn three_bursts_of_a_voice_are_three_strikes_in_the_file() {
    let folder = Folder::new();
    let (me, out) = (recorded(&folder), folder.file("x.wav"));
    let made =
        json(&["render", "impact", "-o", &out, "--voice", &me, "--drive", "onset>strike=0.2..2", "--json"]);
    assert!((number(&made, "/voice/seconds") - 1.5).abs() < 1e-3);
    assert!(number(&made, "/seconds") >= 1.5, "as long as the voice, and its tail");
    let heard = json(&["analyse", &out, "--json"]);
    let heard: Vec<f64> =
        heard["onsets"].as_array().unwrap().iter().map(|onset| onset["at"].as_f64().unwrap()).collect();
    for (at, _) in BURSTS {
        assert!(heard.iter().any(|is| (is - at).abs() < 0.015), "{at} s: {heard:?}");
    }
    // The file stores the score, so it renders again without the voice.
    std::fs::remove_file(&me).unwrap();
    let again = folder.file("again.wav");
    let answer = json(&["render", &out, "-o", &again, "--json"]);
    assert_eq!(answer["again"]["same"], true);
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&again).unwrap());
}

#[test]
fn louder_rubs_faster_and_the_same_voice_gives_the_same_bytes() {
    let folder = Folder::new();
    let me = recorded(&folder);
    let make = |name: &str| {
        let out = folder.file(name);
        printed(&[
            "render",
            "friction",
            "-o",
            &out,
            "--voice",
            &me,
            "--drive",
            "envelope>stroke.speed=0.001..1",
            "--drive",
            "pitch>rubbed.pitch=0.5..2",
            "--drive",
            "brightness>hardness=40..60",
            "--format",
            "float",
        ]);
        out
    };
    let (one, two) = (make("1.wav"), make("2.wav"));
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&two).unwrap());
    // The friction is louder where the voice is.
    let level = |file: &str, from: &str, to: &str| {
        let it = json(&["analyse", file, "--from", from, "--to", to, "--json"]);
        number(&it, "/overall/rms/value")
    };
    let (loud, soft) = (level(&one, "0.5", "0.6"), level(&one, "0.9", "0.99"));
    assert!(loud > 2.0 * soft, "{loud} while it is loud, {soft} before the next burst");
}

#[test]
fn an_invalid_drive_is_rejected_and_nothing_is_written() {
    let folder = Folder::new();
    let (me, out) = (recorded(&folder), folder.file("x.wav"));
    for (drive, words) in [
        ("envelope", "write a control"),
        ("loudness>hardness", "envelope"),
        ("envelope>struck.material", "choice"),
        ("envelope>hardnes", "`hardness`"),
        ("envelope>strike", "onset>strike"),
        ("onset>hit", "It has strike"),
        ("onset>strike=2", "not a range"),
        ("envelope>hardness=0..101", "0 to 100"),
    ] {
        let why = rejected(&["render", "impact", "-o", &out, "--voice", &me, "--drive", drive]);
        assert!(why.contains(words), "{drive}: {why}");
    }
    rejected(&["render", "impact", "-o", &out, "--drive", "onset>strike"]);
    rejected(&["render", "impact", "-o", &out, "--voice", &me]);
    let onto = rejected(&["render", "impact", "-o", &me, "--voice", &me, "--drive", "onset>strike"]);
    assert!(onto.contains("overwritten"), "{onto}");
    assert_eq!(folder.names(), ["me.wav"]);
}
