//! `foley bench`: its answers, without the measured times.

use crate::support::{Folder, json, printed, rejected};

#[test]
fn every_subject_is_measured_against_the_same_reference() {
    let answer = json(&["bench", "--json", "--seconds", "0", "ring-16", "touch-16"]);
    let subjects = answer["subjects"].as_array().unwrap();
    let names: Vec<_> = subjects.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["peak", "ring-16", "touch-16"]);
    for subject in subjects {
        let ns = subject["nanoseconds"].as_f64().unwrap();
        assert!(ns.is_finite() && ns > 0.0, "{subject}");
        assert!(subject["times_floor"].as_f64().unwrap() > 0.0, "{subject}");
    }
    assert_eq!(subjects[0]["times_floor"], 1.0);
    assert!(subjects[1]["voices_per_core"].as_f64().unwrap() > 0.0);
}

#[test]
fn table_and_plot_show_the_requested_subjects() {
    let folder = Folder::new();
    let file = folder.file("cost.svg");
    let page = printed(&["bench", "--seconds", "0", "ring-4", "--plot", &file]);
    assert!(page.contains("ring-4") && page.contains("mode-sample"), "{page}");
    assert!(!page.contains("rub-16"), "{page}");
    let drawing = std::fs::read_to_string(&file).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.contains("over modes"));
    assert_eq!(folder.names(), ["cost.svg"]);
}

#[test]
fn subjects_are_listed_and_a_misspelt_one_gives_a_suggestion() {
    let help = printed(&["bench", "--help"]);
    for name in ["ring-64", "touch-16", "hard-block", "voices-2000", "asleep-1000"] {
        assert!(help.contains(name), "{name}: {help}");
    }
    let why = rejected(&["bench", "--seconds", "0", "tuch-16"]);
    assert!(why.contains("tuch-16") && why.contains("touch-16"), "{why}");
    let why = rejected(&["bench", "--seconds", "soon"]);
    assert!(why.contains("soon"), "{why}");
}
