//! `foley contact`: accepted input, answers and errors.

use crate::support::{Folder, contact, number, printed, rejected};
use serde_json::Value;

const SCHEMES: [&str; 11] = [
    "exact",
    "am1",
    "verlet",
    "heun",
    "heun-textbook",
    "rk4",
    "two-point",
    "three-point",
    "ieq",
    "ieq-corrected",
    "ieq-one-step",
];

fn names(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_answer_has_all_keys() {
    let answer = contact(&["--impacts", "2"]);
    let sections: [(&str, &[&str]); 6] = [
        (
            "input",
            &[
                "correction",
                "damping",
                "expansion",
                "exponent",
                "force",
                "impacts",
                "mass",
                "offset",
                "rate",
                "scheme",
                "speed",
                "stiffness",
                "substeps",
            ],
        ),
        ("exact", &["captured", "duration", "energy_lost", "restitution", "v_out", "x_max"]),
        (
            "simulated",
            &[
                "duration",
                "ended",
                "iterations_max",
                "max_energy_gain",
                "samples",
                "substeps",
                "v_out",
                "x_max",
            ],
        ),
        ("error", &["duration", "v_out", "x_max"]),
        (
            "ledger",
            &[
                "clicked",
                "control",
                "damped",
                "heat",
                "initial",
                "moving",
                "numerical",
                "radiated",
                "stored",
                "work",
            ],
        ),
        ("chain", &["exact_residual_energy", "relative_error", "residual_energy", "v_out"]),
    ];
    for (section, wanted) in sections {
        assert_eq!(names(&answer[section]), wanted, "{section}");
    }
    assert_eq!(names(&answer).len(), sections.len());
    assert_eq!(answer["simulated"]["ended"], "released");
}

#[test]
fn the_defaults_are_case_2_of_the_journal_paper() {
    let input = &contact(&[])["input"];
    for (name, value) in
        [("mass", 0.01), ("stiffness", 1e9), ("exponent", 1.5), ("damping", 0.5), ("speed", 1.0)]
    {
        assert_eq!(input[name], value, "{name}");
    }
    assert_eq!(input["rate"], 44_100.0);
    assert_eq!((&input["scheme"], &input["substeps"]), (&"exact".into(), &"auto".into()));
    assert!(printed(&["contact"]).contains("by default: mass 10 g"));
    assert!(!printed(&["contact", "--mass", "1kg"]).contains("mass 1 kg,"));
}

#[test]
fn values_may_have_units() {
    let input = &contact(&[
        "--mass", "10 g", "--speed", "50cm/s", "--rate", "48kHz", "--force", "-5 mN", "--offset", "25%",
    ])["input"];
    for (name, value) in
        [("mass", 0.01), ("speed", 0.5), ("rate", 48_000.0), ("force", -0.005), ("offset", 0.25)]
    {
        assert_eq!(input[name], value, "{name}");
    }
}

#[test]
fn every_scheme_answers() {
    for scheme in SCHEMES {
        let answer = contact(&["--scheme", scheme, "--rate", "1MHz"]);
        assert_eq!(answer["input"]["scheme"], scheme);
        assert_eq!(answer["simulated"]["ended"], "released", "{scheme}");
        // Over a hundred samples of contact, the coarsest scheme is within a few per cent.
        assert!(number(&answer, "/error/v_out").abs() < 0.05, "{scheme}");
    }
    let answer =
        contact(&["--scheme", "quadratic", "--damping", "0", "--rate", "1MHz", "--expansion", "0.5"]);
    assert_eq!(answer["input"]["expansion"], 0.5);
}

#[test]
fn corrections_are_applied() {
    let error = |correction: &str| {
        let answer = contact(&["--scheme", "verlet", "--correction", correction]);
        number(&answer, "/error/v_out").abs()
    };
    assert!(error("none") > 1e-3);
    assert!(error("paper") < 1e-3);
    assert!(error("bound,hybrid,output-exact") < 1e-15);
    let answer = contact(&["--scheme", "am1", "--correction", "paper"]);
    assert_eq!(answer["input"]["correction"], "hybrid,output");
}

#[test]
fn a_pressed_mass_may_be_captured() {
    let setting = ["--force", "100N", "--speed", "1mm/s"];
    let answer = contact(&setting);
    assert_eq!(answer["exact"]["captured"], true);
    for name in ["v_out", "restitution", "duration", "energy_lost"] {
        assert_eq!(answer["exact"][name], Value::Null, "{name}");
    }
    assert_eq!(answer["simulated"]["v_out"], Value::Null);
    assert_eq!(answer["error"]["v_out"], Value::Null);
    assert!(answer["simulated"]["ended"].as_str().unwrap().starts_with("captured"));
    let page = printed(&[&["contact"], &setting[..]].concat());
    assert!(page.contains("comes to rest in the wall"), "{page}");
    let chain = contact(&["--force", "100N", "--speed", "1mm/s", "--impacts", "3"]);
    assert_eq!(chain["chain"]["v_out"].as_array().unwrap().len(), 0);
    assert_eq!(chain["chain"]["relative_error"], Value::Null);
}

#[test]
fn a_pressed_mass_that_leaves_is_compared_with_the_reference() {
    let answer = contact(&["--force", "2N", "--rate", "1MHz"]);
    assert_eq!(answer["exact"]["captured"], false);
    assert!(number(&answer, "/error/v_out").abs() < 1e-4);
    assert!(number(&answer, "/ledger/work") != 0.0);
}

#[test]
fn a_missing_real_root_is_reported() {
    let answer = contact(&["--scheme", "quadratic", "--damping", "0", "--expansion", "0.5"]);
    let ended = answer["simulated"]["ended"].as_str().unwrap();
    assert!(ended.starts_with("stopped") && ended.contains("no real root"), "{ended}");
    assert_eq!(answer["simulated"]["v_out"], Value::Null);
}

#[test]
fn invalid_input_is_rejected_and_writes_nothing() {
    let folder = Folder::new();
    let trace = folder.file("trace.csv");
    let cases: [(&[&str], &str); 22] = [
        (&["--mass", "-1"], "between 1 mg and 1000 kg"),
        (&["--mass", "nan"], "not finite"),
        (&["--mass", "inf"], "not finite"),
        (&["--mass", "3 mm"], "measures length"),
        (&["--mass", ""], "no number"),
        (&["--mass", "1,5"], "comma"),
        (&["--exponent", "0.9"], "between 1 and 3.5"),
        (&["--damping", "-0.1"], "between 0 s/m"),
        (&["--speed", "0"], "between 1 µm/s"),
        (&["--rate", "0"], "between 1 kHz and 10 MHz"),
        (&["--offset", "1.1"], "between 0 and 1"),
        (&["--impacts", "0"], "between 1 and 1e6"),
        (&["--impacts", "1.5"], "whole number"),
        (&["--substeps", "65"], "`auto` is also allowed"),
        (&["--frobnicate", "1"], "--frobnicate"),
        (&["--scheme", "rk5"], "rk4"),
        (&["--scheme", "rk4", "--substeps", "8"], "one step per sample"),
        (&["--scheme", "quadratic"], "--damping 0"),
        (&["--scheme", "rk4", "--expansion", "1"], "quadratic"),
        (&["--correction", "hybrid"], "takes no corrections"),
        (&["--offset", "1", "--force", "1e6", "--mass", "1e-6"], "inside the wall"),
        (&["--speed", "1e-6", "--stiffness", "1e3", "--mass", "1e3", "--exponent", "3.5"], "samples"),
    ];
    for (arguments, expected) in cases {
        let message = rejected(&[&["contact", "--json", "--trace", &trace], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(folder.names().is_empty(), "{arguments:?} left {:?}", folder.names());
    }
}

#[test]
fn a_trace_has_a_line_per_sample() {
    let folder = Folder::new();
    let trace = folder.file("trace.csv");
    std::fs::write(&trace, "old").unwrap();
    let answer = contact(&["--trace", &trace]);
    assert_eq!(folder.names(), ["trace.csv"]);
    let text = std::fs::read_to_string(&trace).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "time_s,displacement_m,velocity_m_per_s,compression_m,force_N,energy_J,heat_J,substeps,iterations"
        )
    );
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 9));
    assert_eq!(rows.len() as f64, number(&answer, "/simulated/samples") + 1.0);
    assert_eq!(rows[0][..3], [0.0, 0.0, 1.0]);
    assert_eq!(rows[rows.len() - 1][2], number(&answer, "/simulated/v_out"));
    assert_eq!(rows[1][0], 1.0 / 44_100.0);
}

#[test]
fn a_trace_is_written_to_regular_files_only() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("inner")).unwrap();
    for name in ["inner", "missing/trace.csv"] {
        let message = rejected(&["contact", "--trace", &folder.file(name)]);
        assert!(message.contains("cannot write"), "{message}");
        assert!(message.contains(name), "{message}");
    }
    assert_eq!(folder.names(), ["inner"]);
    assert!(std::fs::read_dir(folder.path().join("inner")).unwrap().next().is_none());
}

#[cfg(unix)]
#[test]
fn a_device_is_not_replaced_by_a_trace() {
    assert!(rejected(&["contact", "--trace", "/dev/null"]).contains("not a regular file"));
}
