//! Invalid files are rejected with the location and the reason.

use foley_document::{DocumentError, DocumentErrorKind, MAX_TEXT_BYTES, Tree, set};
use foley_scene::file;

/// A valid scene.
const GOOD: &str = r#"{
  "title": "good",
  "seconds": 1,
  "rate": 48000,
  "seed": 3,
  "gravity": 9.81,
  "bodies": {
    "hammer": { "kind": "inertial", "mass": "20 g", "velocity": 1 },
    "floor": { "kind": "wall" },
    "ceiling": { "kind": "wall" },
    "bar": { "kind": "modal", "ports": ["middle", "end"], "modes": [
      { "frequency": 440, "decay": 1, "mass": 0.05, "shape": [1, 0.5] },
      { "frequency": "1.2 kHz", "t60": 1, "mass": 0.05, "shape": { "end": 1, "middle": -1 } }
    ] },
    "string": { "kind": "string", "ports": { "bow": 0.1 } }
  },
  "contacts": [
    { "name": "touch", "between": ["hammer", "bar.middle"], "stiffness": 1e7 },
    { "between": ["hammer", "floor"], "law": "linear", "gap": "1 m" },
    { "name": "rub", "between": ["floor", "string"], "law": "friction", "normal-force": "1 N" },
    { "name": "drag", "between": ["hammer", "bar.end"], "law": "friction", "normal-from": "touch" }
  ],
  "gestures": [
    { "at": 0.5, "strike": "hammer", "velocity": 2 },
    { "push": "bar.end", "force": { "points": [[0, 0], [0.1, "2 N"]] }, "for": 0.3 },
    { "press": "rub", "force": { "sine": { "amplitude": 0.1, "frequency": 3, "offset": 1 } } },
    { "set": "contacts[0].stiffness", "to": 1e8 }
  ],
  "outputs": ["velocity of bar.end", { "force": "touch", "gain": "-20 dB", "channel": 1 }]
}"#;

/// The valid scene with the first occurrence of `old` replaced by `new`.
fn with(old: &str, new: &str) -> String {
    assert!(GOOD.contains(old), "the valid scene has no {old}");
    GOOD.replacen(old, new, 1)
}

fn rejection(text: &str) -> DocumentError {
    match file::read(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error,
    }
}

#[test]
fn the_valid_scene_is_accepted() {
    file::read(GOOD).unwrap();
}

/// Text in the valid scene, its replacement, the location of the error, and part of its message.
type Case = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const TOP_LEVEL: &[Case] = &[
    ("\"title\"", "\"titel\"", "titel", "did you mean `title`?"),
    ("\"good\"", "5", "title", "expected a text, found a number"),
    ("\"seconds\": 1", "\"seconds\": 0", "seconds", "between 1 ms and 3600 s"),
    ("\"seconds\": 1", "\"seconds\": \"NaN s\"", "seconds", "not finite"),
    ("48000", "\"48 khz\"", "rate", "Capitals matter"),
    ("48000", "44100.5", "rate", "whole number"),
    ("48000", "\"48 s\"", "rate", "measures time, not frequency"),
    ("\"seed\": 3", "\"seed\": -1", "seed", "whole number from 0"),
    ("\"seed\": 3", "\"seed\": 1.5", "seed", "whole number from 0"),
    ("9.81", "\"inf m/s^2\"", "gravity", "not finite"),
    ("9.81", "[9.81]", "gravity", "found a list"),
    ("\"bodies\"", "\"bodys\"", "bodys", "did you mean `bodies`?"),
];

#[rustfmt::skip]
const BODIES: &[Case] = &[
    ("\"20 g\"", "-0.02", "bodies.hammer.mass", "`mass` cannot be -20 g"),
    ("\"20 g\"", "\"NaN g\"", "bodies.hammer.mass", "not finite"),
    ("\"20 g\"", "null", "bodies.hammer.mass", "found null"),
    ("\"20 g\"", "\"20 mm\"", "bodies.hammer.mass", "measures length"),
    ("\"mass\": \"20 g\"", "\"mas\": 1", "bodies.hammer.mas", "did you mean `mass`?"),
    ("\"inertial\"", "\"inertia\"", "bodies.hammer.kind", "did you mean `inertial`?"),
    ("\"kind\": \"inertial\", ", "", "bodies.hammer", "`kind` is missing"),
    ("{ \"kind\": \"wall\" }", "5", "bodies.floor", "expected an object"),
    ("\"hammer\":", "\"ham.mer\":", "bodies.ham.mer", "is not a valid name"),
    ("\"hammer\":", "\"\":", "bodies.", "is not a valid name"),
    ("440", "-440", "bodies.bar.modes[0].frequency", "cannot be -440 Hz"),
    ("440", "true", "bodies.bar.modes[0].frequency", "found true or false"),
    ("\"decay\": 1, ", "", "bodies.bar.modes[0]", "`decay` is missing"),
    ("\"decay\": 1", "\"decay\": 0", "bodies.bar.modes[0].decay", "cannot be 0 s"),
    ("\"decay\": 1", "\"decay\": 1, \"q\": 3", "bodies.bar.modes[0]", "give one of them"),
    ("\"t60\": 1, \"mass\": 0.05", "\"t60\": 1, \"mass\": 0", "bodies.bar.modes[1].mass", "cannot be 0 kg"),
    ("[1, 0.5]", "[1]", "bodies.bar.modes[0].shape", "the number of values (1) must equal the number of ports (2)"),
    ("[1, 0.5]", "[1, \"inf\"]", "bodies.bar.modes[0].shape[1]", "not finite"),
    ("\"end\": 1, \"middle\": -1", "\"ends\": 1, \"middle\": -1", "bodies.bar.modes[1].shape.ends", "did you mean `end`?"),
    ("[\"middle\", \"end\"]", "[\"middle\", \"middle\"]", "bodies.bar.ports[1]", "already called `middle`"),
    ("[\"middle\", \"end\"]", "1000000000", "bodies.bar.ports", "1 to 256 ports"),
    ("[\"middle\", \"end\"]", "[]", "bodies.bar.ports", "at least one port"),
    ("\"ports\": [\"middle\", \"end\"]", "\"ports\": [\"middle\", \"end\"], \"velocity\": 1", "bodies.bar.velocity", "`rigid-mass`"),
    ("\"bow\": 0.1", "\"bow\": 1.5", "bodies.string.ports.bow", "between 0 and 1"),
    ("{ \"kind\": \"wall\" }", "{ \"kind\": \"modal\", \"shape\": \"bar\", \"material\": \"steel\", \"ports\": { \"a\": 0.5 }, \"modes\": 1000000000 }", "bodies.floor.modes", "whole number between 1 and 4096|between 1 and 4096"),
];

#[rustfmt::skip]
const CONTACTS: &[Case] = &[
    ("[\"hammer\", \"bar.middle\"]", "[\"hamer\", \"bar.middle\"]", "contacts[0].between[0]", "did you mean `hammer`?"),
    ("[\"hammer\", \"bar.middle\"]", "[\"hammer\", \"bar.2\"]", "contacts[0].between[1]", "It has 2 ports, `middle` and `end`"),
    ("[\"hammer\", \"bar.middle\"]", "[\"hammer\", \"bar.midle\"]", "contacts[0].between[1]", "did you mean `middle`?"),
    ("[\"hammer\", \"bar.middle\"]", "[\"hammer\", \"bar\"]", "contacts[0].between[1]", "which port of `bar`?"),
    ("[\"hammer\", \"bar.middle\"]", "[\"hammer.1\", \"bar.end\"]", "contacts[0].between[0]", "one port, which needs no name"),
    ("[\"hammer\", \"bar.middle\"]", "[\"bar.middle\", \"bar.0\"]", "contacts[0].between", "cannot touch itself"),
    ("[\"hammer\", \"bar.middle\"]", "[\"hammer\"]", "contacts[0].between", "between two bodies, not 1"),
    ("[\"hammer\", \"bar.middle\"]", "[\"hammer\", 3]", "contacts[0].between[1]", "expected a text, found a number"),
    ("[\"hammer\", \"floor\"]", "[\"ceiling\", \"floor\"]", "contacts[1].between", "both are walls"),
    ("1e7", "0", "contacts[0].stiffness", "between 1000 N/m^α and 1e12 N/m^α"),
    ("\"stiffness\": 1e7", "\"stifness\": 1e7", "contacts[0].stifness", "did you mean `stiffness`?"),
    ("\"linear\"", "\"lineal\"", "contacts[1].law", "did you mean `linear`?"),
    ("\"name\": \"rub\"", "\"name\": \"touch\"", "contacts[2].name", "another contact is already called `touch`"),
    ("\"name\": \"rub\"", "\"name\": \"bar\"", "contacts[2].name", "a body is already called `bar`"),
    ("\"normal-force\": \"1 N\"", "\"normal-force\": 1, \"normal-from\": 0", "contacts[2].normal-from", "give one of them"),
    ("\"normal-force\": \"1 N\"", "\"normal-force\": \"-1 N\"", "contacts[2].normal-force", "cannot be -1 N"),
    ("\"normal-from\": \"touch\"", "\"normal-from\": \"rub\"", "contacts[3].normal-from", "`normal-from` needs an impact"),
    ("\"normal-from\": \"touch\"", "\"normal-from\": 9", "contacts[3].normal-from", "there is no contact `9`"),
];

#[rustfmt::skip]
const REST: &[Case] = &[
    ("\"strike\"", "\"strick\"", "gestures[0].strick", "did you mean `strike`?"),
    ("\"strike\": \"hammer\"", "\"strike\": \"floor\"", "gestures[0].strike", "held in place"),
    (", \"velocity\": 2", "", "gestures[0]", "`velocity` is missing"),
    ("\"at\": 0.5", "\"at\": -0.5", "gestures[0].at", "cannot be -0.5 s|cannot be -500 ms"),
    ("\"at\": 0.5, \"strike\": \"hammer\", \"velocity\": 2", "\"at\": 1", "gestures[0]", "the verb is missing"),
    ("\"push\": \"bar.end\"", "\"push\": \"bar.end\", \"offset\": 0", "gestures[1]", "exclude each other in one entry"),
    ("[0.1, \"2 N\"]", "[0.1, \"2 kg\"]", "gestures[1].force.points[1][1]", "measures mass"),
    ("[0, 0], [0.1, \"2 N\"]", "[0.2, 0], [0.1, 2]", "gestures[1].force.points[1][0]", "times must ascend"),
    ("[0, 0], [0.1, \"2 N\"]", "[0]", "gestures[1].force.points[0]", "a time and a value"),
    ("\"points\"", "\"point\"", "gestures[1].force.point", "did you mean `points`?"),
    ("\"press\": \"rub\"", "\"press\": \"drag\"", "gestures[2].press", "no normal force of its own"),
    ("\"frequency\": 3", "\"frequency\": \"3 m\"", "gestures[2].force.sine.frequency", "measures length"),
    ("contacts[0].stiffness", "contacts[0].stifness", "gestures[3].set", "did you mean `stiffness`?"),
    ("contacts[0].stiffness", "contacts[0]", "gestures[3].set", "write a parameter as"),
    ("\"to\": 1e8", "\"to\": 1", "gestures[3].to", "`stiffness` cannot be"),
    ("velocity of bar.end", "velocity of bell", "outputs[0]", "there is no body `bell`"),
    ("velocity of bar.end", "speed of bar.end", "outputs[0]", "there is no quantity `speed`"),
    ("velocity of bar.end", "bar.end", "outputs[0]", "\"velocity of bar\""),
    ("{ \"force\": \"touch\"", "{ \"force\": \"bar\"", "outputs[1].force", "only contacts have a force"),
    ("\"-20 dB\"", "\"NaN dB\"", "outputs[1].gain", "not finite"),
    ("\"channel\": 1", "\"channel\": 1e9", "outputs[1].channel", "between 0 and 63"),
    ("{ \"force\": \"touch\", \"gain\": \"-20 dB\", \"channel\": 1 }", "\"velocity of bar.end\"", "outputs[1]", "another output is already called"),
];

#[test]
fn every_invalid_file_is_rejected_at_its_location() {
    let tables = [TOP_LEVEL, BODIES, CONTACTS, REST];
    for (old, new, place, words) in tables.into_iter().flatten() {
        let error = rejection(&with(old, new));
        let message = error.to_string();
        assert_eq!(error.place, *place, "{old} -> {new}: {message}");
        assert!(words.split('|').any(|words| message.contains(words)), "{old} -> {new}: {message}");
        let (line, column) = error.at.unwrap_or_else(|| panic!("{old} -> {new}: {message}"));
        assert!(message.starts_with(&format!("at `{place}` (line {line}, column {column}): ")), "{message}");
        assert!(message.len() < 600, "{message}");
    }
}

#[test]
fn invalid_json_is_rejected_with_line_and_column() {
    let broken: &[(&str, &str, &str, (usize, usize))] = &[
        // Number out of range, two commas, duplicate key, duplicate body, comment, truncated number.
        ("9.81", "1e999", "gravity", (6, 18)),
        ("\"seed\": 3,", "\"seed\": 3,,", "", (5, 13)),
        ("\"seed\": 3,", "\"seed\": 3, \"seed\": 4,", "seed", (5, 19)),
        (
            "\"floor\": { \"kind\": \"wall\" },",
            "\"hammer\": { \"kind\": \"wall\" },",
            "bodies.hammer",
            (9, 12),
        ),
        ("\"gravity\"", "// down\n\"gravity\"", "", (6, 3)),
        ("440", "NaN", "bodies.bar.modes[0].frequency", (12, 22)),
        ("440", "Infinity", "bodies.bar.modes[0].frequency", (12, 22)),
        ("440", "0x1b8", "bodies.bar.modes[0]", (12, 23)),
    ];
    for (old, new, place, at) in broken {
        let error = rejection(&with(old, new));
        assert_eq!(error.place, *place, "{new}: {error}");
        assert_eq!(error.at, Some(*at), "{new}: {error}");
        let message = error.to_string();
        assert!(message.contains(&format!("line {}, column {}", at.0, at.1)), "{message}");
        assert_eq!(message.matches("line").count(), 1, "{message}");
    }
    let duplicate = rejection(&with("\"seed\": 3,", "\"seed\": 3, \"seed\": 4,"));
    assert_eq!(*duplicate.kind, DocumentErrorKind::DuplicateKey);
}

#[test]
fn a_truncated_file_is_rejected_without_panic() {
    // Every prefix lacks the last brace.
    for (end, _) in GOOD.char_indices() {
        let error = rejection(&GOOD[..end]);
        assert!(error.at.is_some(), "cut at {end}: {error}");
    }
    assert!(file::read(&format!("{GOOD}\n")).is_ok());
    assert!(file::read(&format!("\u{feff}{GOOD}")).is_ok(), "a byte order mark is ignored");
    assert!(rejection(&format!("{GOOD}}}")).to_string().contains("trailing characters"));
}

#[test]
fn a_value_of_any_type_in_any_location_does_not_panic() {
    // Every value is replaced by every type of value: accepted or rejected, never a panic.
    let tree = Tree::parse(GOOD).unwrap();
    let values = ["null", "true", "-1", "1e308", "\"\"", "\"x\"", "[]", "{}", "[[]]", "{\"a\":{}}"];
    let values = values.map(|text| Tree::parse(text).unwrap());
    let (mut tried, mut accepted) = (0, 0);
    for spot in 0..spots(&tree) {
        for value in &values {
            let mut changed = tree.clone();
            replace(&mut changed, &mut spot.clone(), value);
            tried += 1;
            match file::read_tree(&changed) {
                Ok(_) => accepted += 1,
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    // Titles and names may be any text, numbers any number: some replacements are valid.
    assert!(tried > 900 && accepted < tried / 5, "{accepted} of {tried} accepted");
}

/// Number of values in a tree.
fn spots(tree: &Tree) -> usize {
    1 + match tree {
        Tree::List(items) => items.iter().map(spots).sum(),
        Tree::Object(fields) => fields.iter().map(|(_, value)| spots(value)).sum::<usize>(),
        _ => 0,
    }
}

/// Replaces the value at position `spot` in depth-first order.
fn replace(tree: &mut Tree, spot: &mut usize, value: &Tree) -> bool {
    if *spot == 0 {
        *tree = value.clone();
        return true;
    }
    *spot -= 1;
    match tree {
        Tree::List(items) => items.iter_mut().any(|item| replace(item, spot, value)),
        Tree::Object(fields) => fields.iter_mut().any(|(_, item)| replace(item, spot, value)),
        _ => false,
    }
}

#[test]
fn more_items_than_allowed_are_rejected_before_allocation() {
    let many = |count: usize, item: &str| vec![item; count].join(",");
    let mode = r#"{ "frequency": 1, "decay": 1, "mass": 1 }"#;
    let body = format!(r#""modes": [{}]"#, many(4097, mode));
    let text = with(r#"{ "kind": "wall" }"#, &format!(r#"{{ "kind": "modal", {body} }}"#));
    let error = rejection(&text);
    assert_eq!(error.place, "bodies.floor.modes");
    assert!(error.to_string().contains("4097 modes are too many; at most 4096 are allowed"), "{error}");

    let text =
        with("\"channel\": 1 }", &format!("\"channel\": 1 }}, {}", many(63, "\"velocity of bar.end\"")));
    let error = rejection(&text);
    assert_eq!(error.place, "outputs");
    assert!(error.to_string().contains("65 outputs"), "{error}");

    let error = rejection(&" ".repeat(MAX_TEXT_BYTES + 1));
    assert!(matches!(*error.kind, DocumentErrorKind::TooLong { .. }), "{error}");

    // Nested more deeply than a stack can hold.
    let error = rejection(&format!(r#"{{ "bodies": {}"#, "[".repeat(1_000_000)));
    assert!(error.to_string().contains("recursion limit"), "{error}");
    assert!(error.place.len() < 1000, "{} characters", error.place.len());
}

#[test]
fn only_an_existing_single_value_can_be_set() {
    let tree = Tree::parse(GOOD).unwrap();
    for (path, value, place) in [
        ("bodies.hammer.mass", "35g", None),
        ("bodies.bar.modes[1].frequency", "2kHz", None),
        ("contacts[0].stiffness", "1e9", None),
        ("contacts.touch.stiffness", "1e9", None),
        ("contacts.0.stiffness", "1e9", None),
        ("gestures[1].force.points[1][1]", "3 N", None),
        ("title", "7", None),
        ("bodies.hammer", "1", Some("bodies.hammer")),
        ("contacts[0].between", "1", Some("contacts[0].between")),
        ("bodies.hamer.mass", "1", Some("bodies")),
        ("bodies.hammer.mass.x", "1", Some("bodies.hammer.mass")),
        ("contacts[4].stiffness", "1", Some("contacts")),
        ("contacts[0].damping", "1", Some("contacts[0]")),
        ("", "1", Some("")),
        ("contacts[0", "1", Some("")),
        ("contacts[-1].gap", "1", Some("")),
        ("contacts[].gap", "1", Some("")),
        ("bodies..mass", "1", Some("")),
    ] {
        let mut changed = tree.clone();
        let result = set(&mut changed, path, value);
        match (result, place) {
            (Ok(()), None) => {
                assert_ne!(changed, tree, "{path}");
                file::read_tree(&changed).unwrap_or_else(|why| panic!("{path}: {why}"));
            }
            (Err(error), Some(place)) => {
                assert_eq!(error.place, place, "{path}: {error}");
                assert_eq!(changed, tree, "{path}: a rejected change has no effect");
            }
            (result, _) => panic!("{path}: {result:?}"),
        }
    }
}
