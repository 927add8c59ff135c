//! `foley effect`: every model with an input, on a file.

use crate::support::{Folder, json, number, printed, rejected, run, voice, wav};
use serde_json::Value;
use std::fs;

/// Returns the name and the family of every model with an input.
fn listeners() -> Vec<(String, String)> {
    let models = json(&["list", "--json"]);
    let models = models["models"].as_array().unwrap().iter();
    let listens = |model: &&Value| model["listens"] == true;
    let text = |model: &Value, key: &str| model[key].as_str().unwrap().to_owned();
    models.filter(listens).map(|model| (text(model, "name"), text(model, "family"))).collect()
}

fn given(folder: &Folder) -> String {
    let file = folder.file("in.wav");
    let left = voice(22_050, 200.0, 0.6, &[(0.05, 0.5), (0.3, 0.3)]);
    let right = left.iter().map(|x| -0.5 * x).collect();
    fs::write(&file, wav(22_050, &[left, right])).unwrap();
    file
}

#[test]
fn every_model_with_an_input_renders_to_the_same_bytes_again() {
    let folder = Folder::new();
    let input = given(&folder);
    let before = fs::read(&input).unwrap();
    assert!(!listeners().is_empty(), "nothing listens");
    for (name, family) in listeners() {
        let (out, again) = (folder.file("out.wav"), folder.file("again.wav"));
        let made = json(&["effect", &name, &input, "-o", &out, "--json"]);
        assert_eq!(made["rate"], 22_050.0, "{name}: the rate of the input");
        assert_eq!(made["files"][0]["channels"], 2, "{name} ({family})");
        assert_eq!(made["level"]["gain"], 0.0, "{name}: nothing is normalised");
        assert!(number(&made, "/seconds") >= 0.6, "{name}: at least as long as the input");
        assert!(number(&made, "/outputs/0/peak") > 1e-4, "{name}: something is heard");
        let answer = json(&["effect", &out, &input, "-o", &again, "--json"]);
        assert_eq!(answer["again"]["same"], true, "{name}");
        let why = rejected(&["render", &out, "-o", &again]);
        assert!(why.contains("`in.wav`") && why.contains("foley effect"), "{name}: {why}");
        // Another rate keeps the duration.
        let other = folder.file("other.flac");
        let slow =
            json(&["effect", &name, &input, "-o", &other, "--rate", "32kHz", "--seconds", "0.7", "--json"]);
        assert_eq!(slow["frames"], 22_400, "{name}");
    }
    assert_eq!(fs::read(&input).unwrap(), before, "the input is as it was");
}

#[test]
fn the_input_is_never_overwritten_under_any_name() {
    let folder = Folder::new();
    let input = given(&folder);
    let (name, _) = listeners().swap_remove(0);
    let linked = folder.file("linked.wav");
    fs::hard_link(&input, &linked).unwrap();
    let mut names = vec![input.clone(), linked];
    #[cfg(unix)]
    {
        let pointer = folder.file("pointer.wav");
        std::os::unix::fs::symlink(&input, &pointer).unwrap();
        names.push(pointer);
    }
    let before = fs::read(&input).unwrap();
    for out in names {
        let why = rejected(&["effect", &name, &input, "-o", &out]);
        assert!(why.contains("overwritten"), "{out}: {why}");
        assert_eq!(fs::read(&input).unwrap(), before, "{out}");
    }
}

#[test]
fn another_input_is_reported_and_a_model_without_input_is_rejected() {
    let folder = Folder::new();
    let input = given(&folder);
    let (name, _) = listeners().swap_remove(0);
    let (out, again, other) = (folder.file("out.wav"), folder.file("again.wav"), folder.file("other.wav"));
    printed(&["effect", &name, &input, "-o", &out]);
    fs::write(&other, wav(22_050, &vec![vec![0.1; 2000]; 2])).unwrap();
    let message = run(&["effect", &out, &other, "-o", &again]);
    assert!(message.status.success());
    assert!(String::from_utf8_lossy(&message.stderr).contains("is not the input"));
    let why = rejected(&["effect", "impact", &input, "-o", &again]);
    assert!(why.contains("takes no input") && why.contains(&name), "{why}");
    assert!(rejected(&["effect", "no-such-room", &input]).contains("no-such-room"));
    let missing = folder.file("nothing.wav");
    assert!(rejected(&["effect", &name, &missing, "-o", &again]).contains("nothing.wav"));
}
