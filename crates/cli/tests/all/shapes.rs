//! `foley explain shape`, `foley explain material` and `foley explain mounting`: output and errors.

use crate::support::{json, number, printed, rejected};

#[test]
fn the_modes_of_a_steel_bar_are_listed() {
    let page = printed(&[
        "explain",
        "shape",
        "bar",
        "--material",
        "steel",
        "--length",
        "30cm",
        "--width",
        "3cm",
        "--thickness",
        "5mm",
        "--at",
        "0.3",
        "--modes",
        "3",
    ]);
    for words in [
        "bar of steel, support free, mounting hung: length 0.3 m, width 30 mm and thickness 5 mm; mass",
        "at 0.3",
        "288.248 Hz",
        "2.7565",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn json_has_full_precision() {
    let answer = json(&[
        "explain",
        "shape",
        "disc",
        "--held",
        "clamped",
        "--diameter",
        "2m",
        "--thickness",
        "1cm",
        "--at",
        "0.5,90deg",
        "--at",
        "0,0",
        "--modes",
        "3",
        "--json",
    ]);
    assert_eq!(answer["held"], "clamped");
    assert_eq!(answer["modes"].as_array().unwrap().len(), 3);
    // 10.2158/(2π) √(2e11/(1 − 0.29²)/(12 · 7850)) · 0.01
    let first = number(&answer, "/modes/0/frequency");
    assert!((first / 24.755 - 1.0).abs() < 1e-4, "{first}");
    assert_eq!(number(&answer, "/modes/1/ratio"), number(&answer, "/modes/2/ratio"));
    // One nodal diameter: zero at the centre and along the nodal line.
    assert!(number(&answer, "/modes/1/shape/0").abs() < 1e-9);
    assert!(number(&answer, "/modes/2/shape/0").abs() > 0.5);
    assert_eq!(number(&answer, "/modes/1/shape/1"), 0.0);
    assert!((number(&answer, "/positions/0/1") - core::f64::consts::FRAC_PI_2).abs() < 1e-15);
}

#[test]
fn each_mode_has_its_efficiency_and_its_decay_by_material_support_and_air() {
    let pane = [
        "explain",
        "shape",
        "rectangular-plate",
        "--material",
        "steel",
        "--length",
        "0.4m",
        "--width",
        "0.3m",
        "--thickness",
        "1mm",
        "--modes",
        "2",
    ];
    let page = printed(&pane);
    for words in ["σ", "T60 material", "T60 support", "T60 air", "T60  ", "∞"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let answer = json(&[&pane[..], &["--json"]].concat());
    for mode in 0..2 {
        let at = |key: &str| number(&answer, &format!("/modes/{mode}/{key}"));
        // T60 = 3 ln 10/δ; for a plate of 7.85 kg/m² with air on both sides, δ = ρcσ/7.85.
        let by_air = 3.0 * core::f64::consts::LN_10 * 7.85 / (1.204 * 343.0 * at("radiation/efficiency"));
        assert!((at("t60_air") / by_air - 1.0).abs() < 1e-9, "{} s, expected {by_air} s", at("t60_air"));
        let by_material = 3.0 * core::f64::consts::LN_10 * at("decay");
        assert!((at("t60_material") / by_material - 1.0).abs() < 1e-9, "{} s", at("t60_material"));
        assert!(at("radiation/frequency") < at("frequency"), "mode {mode}");
    }
    // A hung plate loses nothing at its support; in a frame a wave meets the edge U/(πA) times per metre.
    assert!(answer.pointer("/modes/0/t60_support").unwrap().is_null());
    let fixed = json(&[&pane[..], &["--mounting", "fixed", "--json"]].concat());
    assert_eq!((&answer["mounting"], &fixed["mounting"]), (&"hung".into(), &"fixed".into()));
    for (plate, mode) in [(&answer, 0), (&answer, 1), (&fixed, 0), (&fixed, 1)] {
        let rate = |key: &str| {
            let time = plate.pointer(&format!("/modes/{mode}/{key}")).unwrap();
            time.as_f64().map_or(0.0, |time| 3.0 * core::f64::consts::LN_10 / time)
        };
        let sum = rate("t60_material") + rate("t60_support") + rate("t60_air");
        assert!((rate("t60") / sum - 1.0).abs() < 1e-12, "{} 1/s, expected {sum} 1/s", rate("t60"));
    }
    // δ = ½ α n c, c = 2ω/k_s, with k_s² = (π/0.4 m)² + (π/0.3 m)² of the first mode.
    let pi = core::f64::consts::PI;
    let wavenumber = pi * (1.0 / 0.4_f64).hypot(1.0 / 0.3);
    let speed = 4.0 * pi * number(&fixed, "/modes/0/frequency") / wavenumber;
    let rate = 0.5 * 0.15 * 1.4 / (pi * 0.12) * speed;
    let (time, expected) = (number(&fixed, "/modes/0/t60_support"), 3.0 * core::f64::consts::LN_10 / rate);
    assert!((time / expected - 1.0).abs() < 1e-9, "{time} s, expected {expected} s");
    // The two halves of the second mode cancel, so it rings longer in air.
    assert!(number(&answer, "/modes/1/t60_air") > 10.0 * number(&answer, "/modes/0/t60_air"));
}

#[test]
fn the_air_takes_nothing_from_a_closed_pipe() {
    let pipe = ["explain", "shape", "air-column", "--held", "clamped", "--modes", "1"];
    let page = printed(&pipe);
    assert!(page.contains('∞'), "{page}");
    let answer = json(&[&pipe[..], &["--json"]].concat());
    assert!(answer.pointer("/modes/0/t60_air").unwrap().is_null());
}

#[test]
fn every_mounting_is_listed_with_its_loss_and_source() {
    let page = printed(&["explain", "mounting"]);
    for words in ["hung", "none", "R = 4.5 N·s/m", "α = 0.002", "α = 0.3", "α = 0.15", "[EN12354-1, annex C]"]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
    let lying = json(&["explain", "mounting", "lying", "--json"]);
    assert_eq!(lying["mountings"].as_array().unwrap().len(), 1);
    assert_eq!(number(&lying, "/mountings/0/edge_absorption"), 0.3);
}

#[test]
fn every_shape_and_material_is_listed_and_explained() {
    let page = printed(&["explain", "shape"]);
    let list = json(&["explain", "shape", "--json"]);
    let shapes = list["shapes"].as_array().unwrap();
    assert_eq!(shapes.len(), 12);
    for shape in shapes {
        let name = shape["name"].as_str().unwrap();
        assert!(page.contains(name), "{name}");
        assert!(printed(&["explain", "shape", name]).contains("Source: ["), "{name}");
    }
    let page = printed(&["explain", "material"]);
    for words in ["steel", "7850 kg/m^3", "200 GPa", "[Jin2022]", "aluminium"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let glass = json(&["explain", "material", "glass", "--json"]);
    assert_eq!(number(&glass, "/materials/0/values/beta"), 0.0);
    assert!(number(&glass, "/materials/0/values/loss-tangent") > 0.0);
}

#[test]
fn invalid_names_and_values_are_rejected_with_the_allowed_ones() {
    for (arguments, words) in [
        (&["shape", "brr"][..], "'bar'"),
        (&["shape", "bar", "--material", "stel"], "'steel'"),
        (&["shape", "bar", "--lenght", "1"], "'--length'"),
        (&["shape", "bar", "--length", "3kg"], "measures mass"),
        (&["shape", "bar", "--length", "1km"], "It may lie between 1 mm and 10 m."),
        (&["shape", "bar", "--at", "0.3,0.4"], "one coordinate: x, a share of the length, 0 to 1"),
        (&["shape", "bar", "--at", "2"], "`x` cannot be 2."),
        (
            &["shape", "tube", "--wall", "2cm"],
            "`wall` cannot be 20 mm. It may lie between 10 µm and 12.5 mm.",
        ),
        (&["shape", "bar", "--modes", "2000"], "2000 modes are too many: a shape gives at most 1024"),
        (&["shape", "bar", "--below", "-3"], "must be a positive number"),
        (&["shape", "stiff-string", "--held", "free"], "pinned"),
        (&["shape", "bar", "--mounting", "lyin"], "'lying'"),
        (&["material", "glas"], "'glass'"),
        (&["mounting", "hold"], "held"),
    ] {
        let message = rejected(&[&["explain"], arguments].concat());
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}
