//! `foley live --offline`: all that there is to play, as fast as it goes, and the truth about it at the end.

mod support;

use support::{Folder, number, printed, run};

#[test]
fn a_note_after_eleven_minutes_is_played_and_one_that_is_not_is_told() {
    let folder = Folder::new();
    let scene = folder.file("scene.json");
    // A stroke at the beginning, and one when everything has slept for long.
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
    assert!(cut.contains("Not all of the score was played"), "{cut}");
    let cut = support::json(&[&common[..], &["--seconds", "2", "--json"]].concat());
    assert_eq!(cut["played"]["unfinished"], "score", "{cut}");
}

#[test]
fn three_hundred_mistakes_in_a_moment_are_three_hundred_in_the_summary() {
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
    let said = printed(&["live", "--scene", &scene, "--offline"]);
    assert!(said.lines().any(|line| line == "300 refused"), "{said}");
}

#[test]
fn columns_that_nobody_hears_and_such_as_are_not_there_are_told() {
    let folder = Folder::new();
    let (scene, maps, log) = (folder.file("scene.json"), folder.file("maps.json"), folder.file("log.csv"));
    let mapped = |from: &str| format!(r#"{{ "from": "{from}", "say": "/cup/hardness" }}"#);
    // A gate listens, too.
    let gated = r#"{ "from": "sensor:lift", "through": [{ "gate": { "above": 0, "from": "sensor:foot" } }], "say": "/cup/hardness" }"#;
    let hears = |mappings: &[&str]| {
        let text = format!(
            r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, "mappings": [{}] }}"#,
            mappings.join(", ")
        );
        std::fs::write(&scene, text).unwrap();
    };
    let said = |more: &[&str]| {
        let common = ["live", "--scene", &scene, "--offline", "--seconds", "0.01"];
        let done = run(&[&common[..], more].concat());
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.success(), "{said}");
        said
    };
    std::fs::write(&log, "time,lift,foot,tilt\n0,1,1,1\n").unwrap();
    let sensors = ["--sensors", &log];
    hears(&[gated]);
    let told = said(&sensors);
    assert!(
        told.starts_with("warning: no mapping listens to the column `tilt` of")
            && told.contains("log.csv")
            && told.contains("\"sensor:tilt\"")
            && told.lines().count() == 1,
        "{told}"
    );
    // A file of mappings may hear it.
    let more = format!(r#"{{ "format": 1, "mappings": [{}] }}"#, mapped("sensor:tilt"));
    std::fs::write(&maps, more).unwrap();
    assert_eq!(said(&["--mappings", &maps, "--sensors", &log]), "");
    hears(&[gated, &mapped("sensor:tillt")]);
    let told = said(&sensors);
    for words in [
        "warning: mappings listen to the column `tillt`, and",
        "there are `lift`, `foot` and `tilt`.",
        "warning: no mapping listens to the column `tilt` of",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let told = said(&[]);
    assert!(
        told.contains("to the columns `foot`, `lift` and `tillt` of a sensor log")
            && told.contains("--sensors"),
        "{told}"
    );
    hears(&[]);
    let told = said(&sensors);
    assert!(told.contains("the columns `lift`, `foot` and `tilt` of"), "{told}");
    assert_eq!(said(&[]), "");
}
