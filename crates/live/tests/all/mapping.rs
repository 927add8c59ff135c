//! Mappings: every step follows its formula, at its sample, whenever it is evaluated.

#[cfg(unix)]
use crate::support::folder;
use crate::support::{RATE, dispatcher, heard, random, say, sensor};
use foley_live::dispatcher::MappingOutput;
use foley_live::mapping::{GRID, Mapping, Mappings, Source, file};
use foley_live::{Arg, EntryKind};

fn mappings(through: &str) -> Mappings {
    let text = format!(
        r#"{{ "format": 1, "mappings": [{{ "from": "sensor:x", "through": {through}, "say": "/cup/strike" }}] }}"#
    );
    Mappings::new(file::read(&text).unwrap(), RATE)
}

fn x() -> Source {
    Source::Sensor("x".to_owned())
}

fn numbers(said: &[MappingOutput]) -> Vec<f64> {
    let number = |said: &MappingOutput| match said.args.as_slice() {
        [Arg::Number(value)] => *value,
        other => panic!("{other:?}"),
    };
    said.iter().map(number).collect()
}

#[test]
fn a_smoothed_step_is_at_63_percent_after_its_time_constant() {
    let mut mappings = mappings(r#"[{ "smooth": "20 ms" }]"#);
    mappings.moved(&x(), 0.0, 0);
    mappings.moved(&x(), 1.0, 4800);
    let said = mappings.evaluate_due(48_000);
    for one in &said {
        let elapsed = (one.at - GRID - 4800) as f64 / RATE;
        let wanted = 1.0 - (-elapsed / 0.02).exp();
        let found = numbers(core::slice::from_ref(one))[0];
        // It has arrived when a thousandth is left.
        assert!((found - wanted).abs() < 1.001e-3, "{found}, not {wanted}, after {elapsed} s");
    }
    let after = said.iter().find(|entry| entry.at - GRID == 4800 + 960).unwrap();
    let after = numbers(core::slice::from_ref(after))[0];
    assert!((after - 0.632_12).abs() < 1e-5, "{after} after 20 ms");
    assert_eq!(numbers(&said).last(), Some(&1.0));
    assert!(mappings.at_rest(), "nothing is left to say");
}

#[test]
fn the_derivative_of_a_ramp_is_its_slope_and_stands_when_it_does() {
    let mut mappings = mappings(r#"[{ "derivative": true }]"#);
    let mut said = Vec::new();
    for n in 0..10_u64 {
        // 3 per second, ten milliseconds apart.
        said.extend(mappings.moved(&x(), 0.03 * n as f64, 480 * n));
    }
    for (n, slope) in numbers(&said).into_iter().enumerate().filter(|(n, _)| *n > 0) {
        assert!((slope - 3.0).abs() < 1e-9, "{slope} at {n}");
    }
    let rest = mappings.evaluate_due(100_000);
    assert_eq!(numbers(&rest), [0.0]);
    assert!(rest[0].at <= 9 * 480 + 960 + 2 * GRID, "at {}", rest[0].at);
}

#[test]
fn a_threshold_triggers_once_per_rise_and_not_too_soon() {
    let mut mappings = mappings(r#"[{ "threshold": { "above": 3, "below": 1, "again": "80 ms" } }]"#);
    let course = [
        (0, 5.0, false, "it was above from the beginning"),
        (100, 0.5, false, "low"),
        (200, 4.0, true, "it rises"),
        (300, 2.0, false, "down, but not below 1"),
        (400, 6.0, false, "up again: no rise"),
        (500, 0.0, false, "low"),
        (600, 9.0, false, "it rises 8 ms after the last"),
        (700, 0.0, false, "low"),
        (4200, 3.5, true, "it rises 83 ms after the last"),
    ];
    for (at, value, taps, why) in course {
        let said = mappings.moved(&x(), value, at);
        let wanted = if taps { vec![value] } else { vec![] };
        assert_eq!(numbers(&said), wanted, "{why}");
        assert!(said.iter().all(|entry| entry.at == at), "{why}");
    }
}

#[test]
fn the_strength_of_a_trigger_is_its_peak_with_a_peak_time() {
    let mut mappings = mappings(r#"[{ "threshold": { "above": 3, "peak": "5 ms" } }]"#);
    for (at, value) in [(0, 0.0), (100, 4.0), (148, 9.0), (196, 2.0)] {
        assert_eq!(mappings.moved(&x(), value, at), [], "at {at}");
    }
    let said = mappings.evaluate_due(48_000);
    assert_eq!(numbers(&said), [9.0]);
    assert!(said[0].at <= 100 + 240 + 2 * GRID, "at {}", said[0].at);
}

#[test]
fn a_gate_passes_values_while_the_pedal_is_down() {
    let text = r#"{ "format": 1, "mappings": [{ "from": "osc:/x#2", "say": "/cup/mixer/gain",
        "through": [{ "gate": { "from": "midi:cc 64", "above": 63 } }] }] }"#;
    let mut mappings = Mappings::new(file::read(text).unwrap(), RATE);
    let moves = Source::Osc("/x#2".to_owned());
    let pedal = Source::Midi { channel: 3, control: foley_live::midi::Control::Cc(64) };
    assert!(mappings.knows_address("/x"));
    assert_eq!(mappings.moved(&moves, 0.5, 0), []);
    let opened = mappings.moved(&pedal, 127.0, 10);
    assert_eq!(numbers(&opened), [0.5], "what it is when the foot comes");
    assert_eq!(numbers(&mappings.moved(&moves, 0.6, 20)), [0.6]);
    assert_eq!(mappings.moved(&pedal, 0.0, 30), []);
    assert_eq!(mappings.moved(&moves, 0.7, 40), []);
}

#[test]
fn a_non_finite_value_changes_nothing() {
    let mut mappings = mappings(r#"[{ "smooth": 0.1 }]"#);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(mappings.moved(&x(), value, 0), []);
    }
    assert_eq!(numbers(&mappings.moved(&x(), 1.0, 0)), [1.0]);
}

#[test]
fn extreme_values_come_to_rest() {
    let mut mappings = mappings(r#"[{ "scale": 1e9 }, { "smooth": "1 ms" }, { "derivative": true }]"#);
    for (n, value) in [1e308, -1e308, 1e308, 0.0].into_iter().enumerate() {
        mappings.moved(&x(), value, 4800 * n as u64);
    }
    for said in mappings.evaluate_due(1_000_000) {
        assert!(numbers(&[said])[0].is_finite());
    }
    assert!(mappings.at_rest());
}

fn three() -> Vec<Mapping> {
    let text = r#"{ "format": 1, "mappings": [
        { "from": "sensor:x", "through": [{ "derivative": true }, { "smooth": "20 ms" },
          { "threshold": { "above": 3, "below": 1, "again": "80 ms", "peak": "3 ms" } }, { "range": [3, 20] }, { "curve": 2 }, { "to": [0.2, 3] }],
          "say": "/cup/strike" },
        { "from": "sensor:y", "through": [{ "smooth": 0.3 }, { "derivative": true }, { "absolute": true }], "say": "/cup/hammer/mass" },
        { "from": "sensor:x", "through": [{ "gate": { "from": "sensor:y", "above": 0 } }, { "smooth": 0.05 }], "say": "/cup/hardness" }] }"#;
    file::read(text).unwrap()
}

#[test]
fn the_result_depends_on_the_messages_alone_and_not_on_the_evaluation_times() {
    let mut any = random(1);
    let mut at = 0;
    let messages: Vec<(Source, f64, u64)> = (0..400)
        .map(|_| {
            at += any() % 3000;
            let name = if any().is_multiple_of(2) { "x" } else { "y" };
            let value = (any() % 2001) as f64 / 1000.0 - 1.0;
            (Source::Sensor(name.to_owned()), value, at)
        })
        .collect();
    let run = |seed: u64| {
        let mut any = random(seed);
        let mut mappings = Mappings::new(three(), RATE);
        let mut said = Vec::new();
        let mut now = 0;
        for (source, value, at) in &messages {
            while seed > 0 && !any().is_multiple_of(4) && now < *at {
                now += any() % (*at - now + 1);
                said.extend(mappings.evaluate_due(now));
            }
            said.extend(mappings.moved(source, *value, *at));
        }
        said.extend(mappings.evaluate_due(at + 10_000_000));
        // Messages of one address are in order; the engine orders the rest by time.
        said.sort_by(|a: &MappingOutput, b| (a.at, &a.address).cmp(&(b.at, &b.address)));
        said
    };
    let once = run(0);
    assert!(once.len() > 1000, "{} things are said", once.len());
    assert!(once.iter().any(|entry| entry.address == "/cup/strike"));
    for seed in 1..20 {
        assert_eq!(run(seed), once, "seed {seed}");
    }
}

#[test]
fn a_normalised_value_follows_the_scale_of_its_target() {
    let text = r#"{ "format": 1, "mappings": [
        { "from": "sensor:mass", "through": [{ "range": [0, 1] }, { "to": ["1 g", 0.1] }], "say": "/cup/hammer/mass" },
        { "from": "sensor:hardness", "through": [{ "range": [0, 10] }, { "to": [20, 80] }], "say": "/cup/hardness" },
        { "from": "sensor:pan", "through": [{ "range": [0, 1] }], "say": "/cup/mixer/pan" },
        { "from": "sensor:raw", "say": "/cup/hammer/speed" }] }"#;
    let (mut dispatcher, mut renderer) = dispatcher(text);
    dispatcher.address_space.add("cup", "impact", 0).unwrap();
    let messages =
        [sensor(0, "mass", 0.5), sensor(0, "hardness", 5.0), sensor(0, "pan", 0.25), sensor(0, "raw", 99.0)];
    let (_, played) = heard(&mut dispatcher, &mut renderer, messages, 6400);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let entries = dispatcher.address_space.entries();
    let is = |address: &str| {
        let entry = entries.iter().find(|entry| entry.address == address).unwrap();
        entry.value.unwrap()
    };
    // Half way from 1 g to 100 g on a logarithmic scale.
    assert!((is("/cup/hammer/mass") - 0.01).abs() < 1e-12, "{}", is("/cup/hammer/mass"));
    assert!((is("/cup/hardness") - 50.0).abs() < 1e-9, "{}", is("/cup/hardness"));
    assert!((is("/cup/mixer/pan") + 0.5).abs() < 1e-12);
    assert_eq!(is("/cup/hammer/speed"), 20.0, "the most there may be");
    assert!(entries.iter().any(|entry| entry.kind == EntryKind::Handle));
}

#[test]
fn a_shake_strikes_at_the_sample_at_which_it_rises() {
    let text = r#"{ "format": 1, "mappings": [{ "from": "sensor:a", "say": "/cup/strike",
        "through": [{ "threshold": { "above": 3 } }, { "range": [3, 20] }, { "to": [0.2, 3] }] }] }"#;
    let (mut dispatcher, mut renderer) = dispatcher(text);
    dispatcher.address_space.add("cup", "impact", 0).unwrap();
    let messages = [sensor(0, "a", 0.0), sensor(5000, "a", 11.5)];
    let (sound, played) = heard(&mut dispatcher, &mut renderer, messages, 9600);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let first = sound.iter().position(|x| *x != 0.0).unwrap() / 2;
    // The limiter delays by its look-ahead; without it the contact starts within some samples.
    let late = first as f64 - 5000.0;
    assert!((0.0..=200.0).contains(&late), "heard {late} samples after it rose");
}

#[test]
fn a_mapped_osc_address_moves_its_target() {
    let text = r#"{ "format": 1, "mappings": [{ "from": "osc:/wii/accel#3", "through": [{ "range": [-1, 1] }], "say": "/cup/hardness" }] }"#;
    let (mut dispatcher, mut renderer) = dispatcher(text);
    dispatcher.address_space.add("cup", "impact", 0).unwrap();
    let args = [9.0, 9.0, 0.5].map(Arg::Number);
    let (_, played) = heard(&mut dispatcher, &mut renderer, [say(10, "/wii/accel", &args)], 640);
    assert_eq!(played.mistakes, 0, "{:?}", played.wrong);
    let told = dispatcher.address_space.send("/cup/hardness", &[], 0).unwrap();
    let foley_live::Answer::Value(value) = told else { panic!("{told:?}") };
    assert!((value - 75.0).abs() < 1e-9, "{value}");
}

#[test]
fn an_error_in_a_file_names_its_place_and_the_allowed_values() {
    let one = |inner: &str| {
        let text =
            format!(r#"{{ "format": 1, "mappings": [{{ "from": "sensor:x", "say": "/a/b" }}, {inner}] }}"#);
        file::read(&text).unwrap_err().to_string()
    };
    let steps =
        |steps: &str| one(&format!(r#"{{ "from": "sensor:x", "through": {steps}, "say": "/cup/strike" }}"#));
    for (refused, says) in [
        (steps(r#"[{ "smooth": "3 kg" }]"#), "at `mappings[1].through[0].smooth`"),
        (steps(r#"[{ "smooth": 99 }]"#), "60 s"),
        (steps(r#"[{ "smoth": 1 }]"#), "did you mean `smooth`"),
        (steps(r#"[{ "smooth": 1, "scale": 2 }]"#), "exclude each other in one entry"),
        (steps(r#"[{ "smooth": 1, "hue": 2 }]"#), "at `mappings[1].through[0].hue`"),
        (steps(r#"[{ "range": [1, 1] }]"#), "must be different"),
        (steps(r#"[{ "range": [1] }]"#), "two values"),
        (steps(r#"[{ "range": [1, 2, 3] }]"#), "at `mappings[1].through[0].range`"),
        (steps(r#"[{ "curve": "sqare" }]"#), "did you mean `square`"),
        (steps(r#"[{ "curve": 2 }]"#), "put `range` before it"),
        (
            steps(r#"[{ "range": [0, 1] }, { "derivative": true }, { "to": [1, 2] }]"#),
            "at `mappings[1].through[2]`",
        ),
        (steps(r#"[{ "range": [0, 1] }, { "to": [1, 2] }, { "scale": 2 }]"#), "`to` is the last"),
        (steps(r#"[{ "derivative": false }]"#), "or remove the step"),
        (steps(r#"[{ "threshold": { "above": 1, "below": 2 } }]"#), "threshold.below"),
        (steps(r#"[{ "threshold": { "abve": 1 } }]"#), "did you mean `above`"),
        (steps(r#"[{ "gate": { "from": "midi:cc 1" } }]"#), "`above` is missing"),
        (steps(r#"[{ "gate": { "from": "midi:c 1", "above": 1 } }]"#), "through[0].gate.from"),
        (one(r#"{ "from": "sensor:x" }"#), "`say` is missing"),
        (one(r#"{ "from": "sensor:x", "say": "cup" }"#), "at `mappings[1].say`"),
        (one(r#"{ "form": "sensor:x", "say": "/cup" }"#), "did you mean `from`"),
        (file::read(r#"{ "format": 2, "mappings": [] }"#).unwrap_err().to_string(), "formats up to 1"),
        (file::read("[").unwrap_err().to_string(), "not valid JSON"),
    ] {
        assert!(refused.contains(says), "{says}: {refused}");
    }
}

#[test]
fn a_file_that_is_written_reads_back_as_the_same_mappings() {
    let text = file::to_json(&three());
    assert_eq!(file::read(&text).unwrap(), three(), "{text}");
    assert_eq!(file::to_json(&file::read(&text).unwrap()), text);
}

#[test]
fn a_randomly_damaged_file_is_rejected_or_read() {
    let text = file::to_json(&three());
    let mut any = random(3);
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=any() % 3 {
            let place = any() as usize % bytes.len();
            bytes[place] = (any() % 128) as u8;
        }
        let text = String::from_utf8(bytes).unwrap();
        match file::read(&text) {
            Ok(all) => {
                let mut all = Mappings::new(all, RATE);
                all.moved(&x(), 1e300, 0);
                all.moved(&x(), -1e300, 100);
                for said in all.evaluate_due(4800) {
                    assert!(numbers(&[said])[0].is_finite(), "{text}");
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 10_000, "{refused} refused");
}

#[cfg(unix)]
#[test]
fn saving_through_a_link_writes_its_target_and_keeps_the_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder::Folder::new();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("kept")).unwrap();
    let (link, kept) = (at("maps.json"), at("kept/maps.json"));
    // A link to a link, both relative.
    symlink("kept/maps.json", at("other.json")).unwrap();
    symlink("other.json", &link).unwrap();
    std::fs::write(&kept, r#"{ "format": 1, "mappings": [] }"#).unwrap();
    let saved = || {
        let mappings = mappings("[]");
        file::save(&link, mappings.all(), |_| Ok(())).unwrap();
        let read = file::read(&std::fs::read_to_string(&kept).unwrap()).unwrap();
        assert_eq!(read, mappings.all());
        assert!(link.is_symlink() && at("other.json").is_symlink());
        std::fs::metadata(&kept).unwrap().permissions().mode() & 0o777
    };
    for mode in [0o600, 0o664, 0o755] {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&kept, permissions).unwrap();
        let now = saved();
        assert_eq!(now, mode, "{now:o}, not {mode:o}");
    }
    // No temporary files are left.
    assert_eq!(folder.names(), ["kept", "maps.json", "other.json"]);
    assert_eq!(std::fs::read_dir(at("kept")).unwrap().count(), 1);
    // A link to a missing file is followed, too.
    std::fs::remove_file(&kept).unwrap();
    std::fs::remove_file(&link).unwrap();
    symlink("kept/maps.json", &link).unwrap();
    saved();
}
