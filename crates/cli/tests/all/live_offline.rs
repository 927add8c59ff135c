//! `foley live --offline`: scores, songs and logs faster than real time, and the summary.

use crate::support;
use crate::support::{Folder, number, printed, run};

#[test]
fn a_late_note_is_played_and_an_unplayed_score_is_reported() {
    let folder = Folder::new();
    let scene = folder.file("scene.json");
    // A strike at the beginning, and one after a long silence.
    let text = r#"{ "format": 1, "sounds": { "cup": { "model": "impact" } },
        "score": [{ "at": 0.1, "say": "/cup/strike 1" }, { "at": 700, "say": "/cup/strike 1" }] }"#;
    std::fs::write(&scene, text).unwrap();
    let common = ["live", "--scene", &scene, "--offline", "--rate", "8000"];
    let whole = support::json(&[&common[..], &["--json"]].concat());
    let seconds = number(&whole, "/played/seconds");
    assert!((700.1..705.0).contains(&seconds), "{whole}");
    assert_eq!(number(&whole, "/played/letters"), 2.0, "{whole}");
    assert!(whole["played"]["unfinished"].is_null(), "{whole}");
    let cut = printed(&[&common[..], &["--seconds", "2"]].concat());
    assert!(cut.contains("The score was not played to its end"), "{cut}");
    let cut = support::json(&[&common[..], &["--seconds", "2", "--json"]].concat());
    assert_eq!(cut["played"]["unfinished"], "score", "{cut}");
}

#[test]
fn three_hundred_errors_are_counted_in_the_summary() {
    let folder = Folder::new();
    let scene = folder.file("scene.json");
    let words: Vec<String> = (0..300)
        .map(|n| format!(r#"{{ "at": {}, "say": "/foley/record x" }}"#, 1e-4 * f64::from(n)))
        .collect();
    let text = format!(
        r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, "score": [{}] }}"#,
        words.join(", ")
    );
    std::fs::write(&scene, text).unwrap();
    let message = printed(&["live", "--scene", &scene, "--offline"]);
    assert!(message.lines().any(|line| line == "refused: 300"), "{message}");
}

#[test]
fn unused_and_missing_sensor_columns_are_reported() {
    let folder = Folder::new();
    let (scene, maps, log) = (folder.file("scene.json"), folder.file("maps.json"), folder.file("log.csv"));
    let mapped = |from: &str| format!(r#"{{ "from": "{from}", "say": "/cup/hardness" }}"#);
    // A gate also uses the column.
    let gated = r#"{ "from": "sensor:lift", "through": [{ "gate": { "above": 0, "from": "sensor:foot" } }], "say": "/cup/hardness" }"#;
    let hears = |mappings: &[&str]| {
        let text = format!(
            r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, "mappings": [{}] }}"#,
            mappings.join(", ")
        );
        std::fs::write(&scene, text).unwrap();
    };
    let warnings = |more: &[&str]| {
        let common = ["live", "--scene", &scene, "--offline", "--seconds", "0.01"];
        let done = run(&[&common[..], more].concat());
        let message = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.success(), "{message}");
        message
    };
    std::fs::write(&log, "time,lift,foot,tilt\n0,1,1,1\n").unwrap();
    let sensors = ["--sensors", &log];
    hears(&[gated]);
    let message = warnings(&sensors);
    assert!(
        message.starts_with("warning: no mapping uses the column `tilt` of")
            && message.contains("log.csv")
            && message.contains("\"sensor:tilt\"")
            && message.lines().count() == 1,
        "{message}"
    );
    // A mapping file may use it.
    let more = format!(r#"{{ "format": 1, "mappings": [{}] }}"#, mapped("sensor:tilt"));
    std::fs::write(&maps, more).unwrap();
    assert_eq!(warnings(&["--mappings", &maps, "--sensors", &log]), "");
    hears(&[gated, &mapped("sensor:tillt")]);
    let message = warnings(&sensors);
    for words in [
        "warning: the mappings use the column `tillt`, but",
        "has only `lift`, `foot` and `tilt`.",
        "warning: no mapping uses the column `tilt` of",
    ] {
        assert!(message.contains(words), "{words}: {message}");
    }
    let message = warnings(&[]);
    assert!(
        message.contains("use the columns `foot`, `lift` and `tillt` of a sensor log")
            && message.contains("--sensors"),
        "{message}"
    );
    hears(&[]);
    let message = warnings(&sensors);
    assert!(message.contains("the columns `lift`, `foot` and `tilt` of"), "{message}");
    assert_eq!(warnings(&[]), "");
}
