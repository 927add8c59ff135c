//! The program: overview, help, explanations, the laboratory, and a closed pipe.

use crate::support::{Folder, foley, json, printed, rejected};
use serde_json::Value;
use std::io::Read;
use std::process::Stdio;

#[test]
fn without_arguments_the_program_prints_an_overview() {
    let page = printed(&[]);
    assert!(page.starts_with("Foley computes the sounds of things touching"));
    for command in ["foley tour", "foley list", "foley render", "foley explain", "foley contact", "foley lab"]
    {
        assert!(page.contains(command), "{command}");
    }
    assert_eq!(printed(&["--version"]), concat!("foley ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn help_shows_every_flag_with_its_range() {
    let page = printed(&["contact", "--help"]);
    // Lines are wrapped between words.
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "--mass <kg>",
        "[1 mg to 1000 kg; default: 10 g]",
        "--stiffness <N/m^α>",
        "[1000 N/m^α to 1e12 N/m^α; default: 1e9 N/m^α]",
        "--exponent",
        "[1 to 3.5; default: 1.5]",
        "--damping <s/m>",
        "[0 s/m to 100000 s/m; default: 0.5 s/m]",
        "--speed <m/s>",
        "--force <N>",
        "[-1 MN to 1 MN; default: 0 N]",
        "--rate <Hz>",
        "[1 kHz to 10 MHz; default: 44.1 kHz]",
        "--offset",
        "--impacts",
        "[auto, or 1 to 64; default: auto]",
        "--expansion",
        "--scheme",
        "heun-textbook",
        "--correction",
        "--trace",
        "--json",
        "Examples:",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn every_topic_is_explained() {
    let list = json(&["explain", "--json"]);
    let topics = list["topics"].as_array().unwrap();
    let page = printed(&["explain"]);
    for topic in topics {
        let name = topic["name"].as_str().unwrap();
        assert!(page.contains(name), "{name}");
        let explained = json(&["explain", name, "--json"]);
        assert!(!explained["text"].as_str().unwrap().is_empty(), "{name}");
    }
    let page = printed(&["explain", "hunt-crossley"]);
    for words in ["k x^α (1 + μ v)", "stiffness", "1000 N/m^α to 1e12 N/m^α", "[HuntCrossley1975]"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let input = json(&["explain", "contact", "--json"]);
    assert_eq!(input["params"][0]["id"], "mass");
}

#[test]
fn an_unknown_name_finds_the_nearest() {
    assert!(rejected(&["explain", "hunt-crosley"]).contains("'hunt-crossley'"));
    assert!(rejected(&["contakt"]).contains("contact"));
    assert!(rejected(&["lab", "no-such-item"]).contains("no-such-item"));
}

#[test]
fn the_laboratory_lists_its_items() {
    let list = json(&["lab", "--json"]);
    let page = printed(&["lab"]);
    for item in list["items"].as_array().unwrap() {
        for name in ["id", "label", "title"] {
            let text = item[name].as_str().unwrap();
            assert!(page.contains(text), "{text}");
        }
    }
}

#[test]
fn the_laboratory_writes_only_into_a_folder() {
    let folder = Folder::new();
    let file = folder.file("report");
    std::fs::write(&file, "mine").unwrap();
    assert!(rejected(&["lab", "all", "--out", &file]).contains("not a folder"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert!(rejected(&["lab", "--open"]).contains("foley lab all --open"));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    // More than a pipe holds, so that the program still writes when the reader has closed it.
    let mut child = foley()
        .args(["contact", "--json", "--impacts", "20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    for arguments in [&["lab"][..], &["explain"], &["--help"], &["contact", "--help"]] {
        let mut child =
            foley().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn missing_numbers_are_null() {
    // JSON has neither NaN nor infinity: a missing value is null.
    let answer = json(&[
        "contact",
        "--json",
        "--scheme",
        "rk4",
        "--stiffness",
        "1e12",
        "--rate",
        "1kHz",
        "--exponent",
        "1",
    ]);
    assert!(answer["simulated"]["ended"].is_string());
    assert_ne!(answer["exact"]["v_out"], Value::Null);
}
