//! `foley live --offline`: all that there is to play, as fast as it goes, and the truth about it at the end.

mod support;

use support::{Folder, number, printed};

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
        .map(|n| {
            format!(
                r#"{{ "at": {}, "say": "/foley/record x" }}"#,
                1e-4 * f64::from(n)
            )
        })
        .collect();
    let text = format!(
        r#"{{ "format": 1, "sounds": {{ "cup": {{ "model": "impact" }} }}, "score": [{}] }}"#,
        words.join(", ")
    );
    std::fs::write(&scene, text).unwrap();
    let said = printed(&["live", "--scene", &scene, "--offline"]);
    assert!(said.lines().any(|line| line == "300 refused"), "{said}");
}
