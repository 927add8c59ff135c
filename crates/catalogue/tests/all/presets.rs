//! Presets and scores in files: reading restores every bit, and errors name their line and column.

use foley_catalogue::preset::{
    self, FORMAT, KINDS, MAX_PRESET_BYTES, Preset, PresetError, PresetErrorKind, PresetLoudness, read_palette,
};
use foley_catalogue::spaces::Place;
use foley_catalogue::{model, models};
use foley_document::DocumentErrorKind;
use foley_dsp::random::Dice;
use foley_sound::{Score, ScoreEventKind, set_text, sound_params};

const CUP: &str = r#"{
  "format": 1,
  "model": "impact",
  "name": "cup on marble",
  "seed": 18446744073709551615,
  "values": {
    "hammer": { "mass": "150 g" },
    "touch": { "stiffness": 1e9, "exponent": 1.5 },
    "struck": { "shape": "disc", "material": "ceramic", "size": "6 cm" }
  },
  "units": { "touch": { "stiffness": "N/m^α" } },
  "score": [
    { "at": 0, "strike": "40 cm/s" },
    { "at": "0.2 s", "set": { "hammer.mass": 0.1, "hardness": 50 }, "over": 0.5 },
    { "curve": { "touch.damping": [[0.5, 0.1], [1, 1]] } },
    { "at": 1, "strike": null }
  ]
}"#;

/// Returns line and column, path and message of the error for a preset text that is rejected.
fn refused(text: &str) -> ((usize, usize), String, String) {
    let error = Preset::read(text).expect_err(text);
    let at = error.at.unwrap_or_else(|| panic!("{error} without a line"));
    (at, error.place.clone(), error.to_string())
}

#[test]
fn a_preset_by_hand_is_read_in_units_and_by_names() {
    let cup = Preset::read(CUP).unwrap();
    let value = |path: &str| {
        let all = sound_params(&*cup.sound);
        let at = all.iter().find(|at| at.path() == path).unwrap();
        (at.get(&*cup.sound), at.info.format(at.get(&*cup.sound)))
    };
    assert_eq!(cup.model(), "impact");
    assert_eq!(cup.seed, u64::MAX);
    assert_eq!(value("hammer.mass").0, 0.15);
    assert_eq!(value("struck.size").0, 0.06);
    assert_eq!(value("struck.material").1, "ceramic");
    assert_eq!(value("struck.thickness").0, 0.015, "as the default has it");
    let events = &cup.score.events;
    assert_eq!(events.len(), 6);
    let gesture = |value| ScoreEventKind::Gesture { name: "strike".into(), value };
    assert_eq!(events[0].kind, gesture(Some(0.4)));
    // The middle of 10⁴ to 10¹¹ N/m^α by equal ratios, under its own name.
    let ScoreEventKind::Set { name, value, over } = &events[2].kind else { panic!("{events:?}") };
    assert_eq!(name, "touch.stiffness");
    assert!((value / 10_f64.powf(7.5) - 1.0).abs() < 1e-12, "{value}");
    assert_eq!(*over, Some(0.5));
    let damped = ScoreEventKind::Set { name: "touch.damping".into(), value: 1.0, over: Some(0.5) };
    assert_eq!((events[4].at, &events[4].kind), (0.5, &damped));
    assert_eq!(events[5].kind, gesture(None));
}

/// Returns a preset of a random model with random values, with gestures and value changes in its score.
fn any(dice: &mut Dice) -> Preset {
    let all = models();
    let which = (dice.unit() * all.len() as f64) as usize;
    let mut sound = all[which].duplicate();
    let mut score = Score::default();
    for at in sound_params(&*sound) {
        let value = at.info.clamp(at.info.from_normalised(dice.unit()));
        at.set(&mut *sound, value).unwrap();
        if dice.unit() < 0.3 {
            let other = at.info.clamp(at.info.from_normalised(dice.unit()));
            score.set((10.0 * dice.unit()).floor(), &at.path(), other, dice.unit());
        }
    }
    for info in sound.gestures() {
        score.gesture(dice.unit(), info.id, info.from_normalised(dice.unit()));
    }
    Preset {
        sentence: "\"Quoted\" & <bracketed>, ünïcödé 🥁 'it' ]]>.".into(),
        author: "A\\B".into(),
        like: KINDS.get((2.0 * dice.unit() * KINDS.len() as f64) as usize).copied(),
        place: Place::from_index((Place::ALL.len() as f64 * dice.unit()) as usize),
        seed: (dice.unit() * 1e19) as u64,
        loudness: PresetLoudness { target: -70.0 * dice.unit(), gain: 480.0 * dice.unit() - 240.0 },
        score,
        ..Preset::of(sound, "any  name ")
    }
}

#[test]
fn any_preset_comes_back_from_its_text_to_the_bit_and_its_text_is_always_the_same() {
    let mut dice = Dice::new(11);
    for _ in 0..200 {
        let one = any(&mut dice);
        let text = one.to_json();
        let again = Preset::read(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert!(again == one, "{text}");
        assert_eq!(again.to_json(), text);
        let xml = Preset::from_xml(&one.to_xml());
        let xml = xml.unwrap_or_else(|why| panic!("{why}\n{}", one.to_xml()));
        assert_eq!(xml.to_json(), text);
        let score = foley_catalogue::preset::score_to_json(&one.score, &*one.sound);
        assert_eq!(foley_catalogue::preset::read_score(&score, &*one.sound).unwrap(), one.score);
    }
    let cup = Preset::read(CUP).unwrap();
    assert_eq!(Preset::read(&cup.to_json()).unwrap(), cup);
    let several = vec![cup, any(&mut dice)];
    let text = preset::palette_to_json(&several);
    assert_eq!(read_palette(&text).unwrap(), several);
    let xml = preset::palette_to_xml(&several);
    assert_eq!(preset::palette_from_xml(&xml).unwrap(), several);
    for text in [text, xml] {
        assert_eq!(preset::read_from(text.as_bytes()).unwrap(), several);
    }
}

#[test]
fn errors_have_line_column_path_and_the_allowed_values() {
    let wrong = |from: &str, to: &str| {
        assert!(CUP.contains(from), "{from}");
        refused(&CUP.replacen(from, to, 1))
    };
    #[rustfmt::skip]
    let facts = [
        ("\"stiffness\": 1e9", "\"stifness\": 1e9", (8, 16), "values.touch.stifness", "did you mean `stiffness`?"),
        ("\"touch\": { \"stiffness\": 1", "\"tuch\": { \"stiffness\": 1", (8, 5), "values.tuch", "there is no part `tuch`; did you mean `touch`?"),
        ("1e9", "1e99", (8, 29), "values.touch.stiffness", "It may lie between"),
        ("150 g", "150 mm", (7, 25), "values.hammer.mass", "measures length, not mass"),
        ("\"ceramic\"", "\"ceramics\"", (9, 46), "values.struck.material", "did you mean `ceramic`?"),
        ("\"ceramic\"", "true", (9, 46), "values.struck.material", "found true or false"),
        ("\"seed\"", "\"sead\"", (5, 3), "sead", "did you mean `seed`?"),
        ("18446744073709551615", "-1", (5, 11), "seed", "whole number from 0 to"),
        ("\"impact\"", "\"impakt\"", (3, 12), "model", "did you mean `impact`?"),
        ("\"N/m^α\"", "\"kN\"", (11, 38), "units.touch.stiffness", "not `kN`"),
        ("\"strike\": \"40", "\"stroke\": \"40", (13, 16), "score[0].stroke", "did you mean `strike`?"),
        ("40 cm/s", "40 km/s", (13, 26), "score[0].strike", "cannot be"),
        ("hammer.mass\": 0.1", "hammer.mas\": 0.1", (14, 31), "score[1].set.hammer.mas", "did you mean `hammer.mass`?"),
        ("\"hardness\": 50", "\"hardness\": 101", (14, 63), "score[1].set.hardness", "a handle goes from 0 to 100"),
        ("[1, 1]]", "[0.1, 1]]", (15, 49), "score[2].curve.touch.damping[1][0]", "must not decrease"),
        ("\"at\": 1, ", "", (16, 5), "score[3]", "`at` is missing"),
        ("\"at\": 1,", "\"at\": -1,", (16, 13), "score[3].at", "cannot be -1 s"),
        ("\"over\": 0.5", "\"ower\": 0.5", (14, 69), "score[1].ower", "there is no gesture `ower`"),
        ("cup on marble", "cup\\non marble", (4, 11), "name", "one line"),
        ("  \"name\": \"cup on marble\",\n", "", (1, 1), "", "`name` is missing"),
        ("\"format\": 1", "\"format\": \"one\"", (2, 13), "format", "whole number"),
    ];
    for (from, to, at, place, says) in facts {
        let (got, found, message) = wrong(from, to);
        assert_eq!((got, found.as_str()), (at, place), "{message}");
        assert!(message.contains(says), "{message}");
        let begins = format!("line {}, column {}: ", at.0, at.1);
        assert!(message.starts_with(&begins), "{message}");
    }
    // The text itself is broken: the parser knows the line.
    let (at, _, message) = wrong("\"seed\":", "\"seed\"");
    assert_eq!(at.0, 5, "{message}");
    let (at, place, message) = wrong("\"exponent\": 1.5", "\"stiffness\": 1.5");
    assert_eq!((at.0, place.as_str()), (8, "values.touch.stiffness"));
    assert!(message.contains("twice"), "{message}");
    // In a palette the number of the preset comes first.
    let list = format!("[{CUP},\n{}]", CUP.replacen("ceramic", "cheese", 1));
    let error = read_palette(&list).unwrap_err();
    assert_eq!(error.at, Some((27, 46)), "{error}");
    assert_eq!(error.place, "[1].values.struck.material");
}

#[test]
fn a_flat_file_of_format_0_is_read_and_its_mistakes_have_their_line() {
    let flat = "{ \"model\": \"impact\",\n \"values\": { \"touch.stiffness\": 1e9,\n  \"hammer.mass\": \"80 g\",\n  \"touch.exponent\": 2 } }";
    let preset = Preset::read(flat).unwrap();
    // A file without a seed has seed 0.
    let mut same = Preset { seed: 0, ..Preset::of(model("impact").unwrap(), "impact") };
    for (name, text) in [("touch.stiffness", "1e9"), ("hammer.mass", "80 g"), ("exponent", "2")] {
        set_text(&mut *same.sound, name, text).unwrap();
    }
    assert_eq!(preset, same);
    let (at, place, message) = refused(&flat.replace("80 g", "80 kg"));
    assert_eq!((at, place.as_str()), ((3, 18), "values.hammer.mass"), "{message}");
    let (at, _, message) = refused(&flat.replace("touch.exp", "tuch.exp"));
    assert_eq!(at, (4, 3), "{message}");
}

#[test]
fn an_unknown_kind_is_rejected_with_the_known_ones() {
    let named = |kind: &str| CUP.replace("\"seed\":", &format!("\"like\": {kind}, \"seed\":"));
    let preset = Preset::read(&named("\"church_bells\"")).unwrap();
    assert_eq!(preset.like, Some("church_bells"));
    assert!(preset.to_xml().contains(" like=\"church_bells\""), "{}", preset.to_xml());
    assert_eq!(Preset::read(CUP).unwrap().like, None);
    let (_, place, message) = refused(&named("\"church_bell\""));
    assert_eq!(place, "like", "{message}");
    assert!(message.contains("`church_bells`?"), "{message}");
    let (_, _, message) = refused(&named("\"thing\""));
    for kind in KINDS {
        assert!(message.contains(kind), "{message}");
    }
    refused(&named("7"));
    let xml = preset.to_xml().replace("church_bells", "bells");
    assert!(Preset::from_xml(&xml).is_err(), "{xml}");
}

#[test]
fn an_unknown_place_is_rejected_with_the_known_ones() {
    let named = |place: &str| CUP.replace("\"seed\":", &format!("\"place\": {place}, \"seed\":"));
    let preset = Preset::read(&named("\"kitchen\"")).unwrap();
    assert_eq!(preset.place, Place::Kitchen);
    assert!(preset.to_xml().contains(" place=\"kitchen\""), "{}", preset.to_xml());
    // The default is not written, so that files without a place stay as they are.
    let free = Preset::read(CUP).unwrap();
    assert_eq!(free.place, Place::Free);
    assert_eq!(free, Preset::read(&named("\"free\"")).unwrap());
    assert!(!free.to_json().contains("\"place\""), "{}", free.to_json());
    let (_, place, message) = refused(&named("\"kitchn\""));
    assert_eq!(place, "place", "{message}");
    assert!(message.contains("did you mean `kitchen`?"), "{message}");
    for name in Place::NAMES {
        assert!(message.contains(name), "{message}");
    }
    refused(&named("7"));
}

#[test]
fn a_file_of_a_newer_format_is_rejected() {
    let (at, _, message) = refused(&CUP.replace("\"format\": 1", "\"format\": 7"));
    assert_eq!(at, (2, 13));
    assert!(message.contains("format 7"), "{message}");
    assert!(message.contains("newer version"), "{message}");
    assert_eq!(FORMAT, 1, "a new format needs a migration, and its own test");
}

#[test]
fn a_text_longer_than_four_megabytes_is_rejected() {
    let long = " ".repeat(MAX_PRESET_BYTES + 1);
    let refused = Preset::read(&long).unwrap_err();
    assert!(
        is_document_error(&refused, |kind| matches!(kind, DocumentErrorKind::TooLong { .. })),
        "{refused}"
    );
}

fn is_document_error(error: &PresetError, check: impl Fn(&DocumentErrorKind) -> bool) -> bool {
    matches!(&*error.kind, PresetErrorKind::Document(kind) if check(kind))
}

/// Returns the text with random damage.
fn hurt(text: &str, dice: &mut Dice) -> String {
    const PIECES: [&str; 26] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "1e999",
        "-0",
        "null",
        "NaN",
        "\\u0000",
        "\\ud800",
        "strike",
        "touch",
        "\u{feff}",
        "🥁",
        "0.1",
        "\"set\":",
        "\"curve\":",
        "[[]]",
        "{}",
        "1e-400",
        "18446744073709551616",
        "<",
        "&amp;",
    ];
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=(4.0 * dice.unit()) as usize {
        let at = (dice.unit() * text.len() as f64) as usize;
        let piece = PIECES[(dice.unit() * PIECES.len() as f64) as usize];
        let end = (at + (8.0 * dice.unit()) as usize).min(text.len());
        match (3.0 * dice.unit()) as usize {
            0 => drop(text.splice(at..at, piece.chars())),
            1 => drop(text.drain(at..end)),
            _ => drop(text.splice(at..end, piece.chars())),
        }
    }
    text.into_iter().collect()
}

#[test]
fn a_text_that_was_hurt_anywhere_is_refused_with_a_line_or_read_and_never_more() {
    let mut dice = Dice::new(5);
    let some = (0..4).map(|_| any(&mut dice).to_json());
    let sources: Vec<String> = some.chain([CUP.to_owned()]).collect();
    let xml = |text: &String| Preset::read(text).unwrap().to_xml();
    let in_xml: Vec<String> = sources.iter().map(xml).collect();
    let (mut read, mut read_xml) = (0, 0);
    for n in 0..5000 {
        let text = hurt(&sources[n % sources.len()], &mut dice);
        match Preset::read(&text) {
            Ok(preset) => {
                read += 1;
                assert_eq!(Preset::read(&preset.to_json()).unwrap(), preset);
            }
            Err(error) => assert!(error.at.is_some(), "{error}"),
        }
        let _ = read_palette(&text);
        let xml = hurt(&in_xml[n % in_xml.len()], &mut dice);
        match Preset::from_xml(&xml) {
            Ok(preset) => {
                read_xml += 1;
                assert_eq!(Preset::from_xml(&preset.to_xml()).unwrap(), preset);
            }
            Err(error) => assert!(error.at.is_some(), "{error}\n{xml}"),
        }
        let _ = foley_catalogue::preset::read_score(&text, &*models()[0]);
    }
    // Some wounds only touch white space or a sentence.
    assert!(read > 10 && read_xml > 10, "{read} and {read_xml}");
}

const CUP_XML: &str = r#"<?xml version="1.0"?>
<!-- as another program may write it -->
<preset format="1" model="impact" name="cup &amp; saucer" seed="7">
  <values>
    <touch>
      <stiffness unit="N/m^α">1e9</stiffness>
    </touch>
    <struck><material>ceramic</material><size><![CDATA[6 cm]]></size></struck>
  </values>
  <score>
    <gesture at="0" name="strike">40 cm/s</gesture>
    <gesture at="1" name="strike"/>
    <set at="0.2 s" over="0.5"><value of="hardness">50</value></set>
    <curve of="touch.damping"><point at="0.5">0.1</point><point at="1">1</point></curve>
  </score>
</preset>"#;

#[test]
fn xml_by_hand_means_the_same_as_json() {
    let json = r#"{ "format": 1, "model": "impact", "name": "cup & saucer", "seed": 7,
      "values": { "touch": { "stiffness": 1e9 }, "struck": { "material": "ceramic", "size": 0.06 } },
      "score": [ { "at": 0, "strike": 0.4 }, { "at": 1, "strike": null },
        { "at": 0.2, "set": { "hardness": 50 }, "over": 0.5 },
        { "curve": { "damping": [[0.5, 0.1], [1, 1]] } } ] }"#;
    assert_eq!(Preset::from_xml(CUP_XML).unwrap(), Preset::read(json).unwrap());
}

#[test]
fn errors_in_xml_have_line_and_column() {
    #[rustfmt::skip]
    let facts = [
        ("<stiffness unit=\"N/m^α\">1e9", "<stiffness unit=\"kN\">1e9", (6, 24), "not `kN`"),
        ("1e9", "1e99", (6, 31), "It may lie between"),
        ("<material>ceramic</material>", "<material>cheese</material>", (8, 23), "there is no material `cheese`"),
        ("<material>ceramic</material>", "<materiel>ceramic</materiel>", (8, 13), "did you mean `material`?"),
        ("name=\"strike\">40", "name=\"stroke\">40", (11, 5), "did you mean `strike`?"),
        ("<gesture at=\"1\"", "<gesture", (12, 5), "`at` is missing"),
        ("over=\"0.5\"", "ower=\"0.5\"", (13, 21), "there is no attribute `ower`; did you mean `over`?"),
        ("</touch>", "", (9, 3), "expected `</touch>`"),
        ("<touch>", "<touch>soft", (5, 12), "text is not allowed in `touch`"),
        ("&amp;", "&lol;", (3, 41), "lol"),
        ("</preset>", "</preset><preset/>", (16, 10), "follows the end"),
        ("1e9", "&#x31;<b/>", (6, 37), "elements are not allowed in `stiffness`"),
        ("seed=\"7\"", "seed=\"7\" seed=\"8\"", (3, 1), "duplicate"),
        ("<preset format=\"1\"", "<preset format=\"2\"", (3, 17), "newer version"),
    ];
    for (from, to, at, says) in facts {
        assert!(CUP_XML.contains(from), "{from}");
        let error = Preset::from_xml(&CUP_XML.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.at, Some(at), "{error}");
        let message = error.to_string();
        assert!(message.contains(says), "{message}");
    }
}

#[test]
fn xml_that_would_grow_or_reach_outside_is_refused() {
    let laughs =
        "<!DOCTYPE p [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n<preset name=\"&b;\"/>";
    let outside = "<!DOCTYPE p [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><preset name=\"&x;\"/>";
    for text in [laughs, outside] {
        let error = Preset::from_xml(text).unwrap_err();
        assert_eq!(error.at, Some((1, 1)), "{error}");
        assert!(error.to_string().contains("document type"), "{error}");
    }
    for text in ["<preset name=\"&x;\"/>", "<preset>&x;</preset>"] {
        assert!(Preset::from_xml(text).is_err());
    }
    let deep = "<a>".repeat(100_000);
    let error = Preset::from_xml(&deep).unwrap_err();
    assert!(is_document_error(&error, |kind| matches!(kind, DocumentErrorKind::TooDeep { .. })), "{error}");
    let many = format!("<preset>{}</preset>", "<a/>".repeat(300_000));
    let error = Preset::from_xml(&many).unwrap_err();
    assert!(
        is_document_error(&error, |kind| matches!(kind, DocumentErrorKind::TooManyValues { .. })),
        "{error}"
    );
}

#[test]
fn a_name_of_a_model_part_or_parameter_is_a_name_in_xml() {
    let good = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    for sound in models() {
        for at in sound_params(&*sound) {
            assert!(good(at.part_name) && good(at.info.id), "{}", at.path());
        }
    }
}

/// Endless reader that fails the test if much more than the allowed length is read.
struct Endless {
    given: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        into.fill(b' ');
        self.given += into.len();
        assert!(self.given < 4 * MAX_PRESET_BYTES, "{} bytes were read", self.given);
        Ok(into.len())
    }
}

#[test]
fn reading_stops_after_four_megabytes() {
    let error = preset::read_from(Endless { given: 0 }).unwrap_err();
    assert!(is_document_error(&error, |kind| matches!(kind, DocumentErrorKind::TooLong { .. })), "{error}");
    let error = preset::read_from(&b"{ \"name\": \"\xff\" }"[..]).unwrap_err();
    assert!(is_document_error(&error, |kind| *kind == DocumentErrorKind::NotUtf8), "{error}");
}

#[test]
fn a_folder_lists_readable_presets_and_the_errors_of_the_others() {
    let path = std::env::temp_dir().join(format!("foley-presets-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    let folder = preset::PresetFolder::at(&path);
    assert_eq!(folder.list().unwrap(), []);
    let mut cup = Preset::read(CUP).unwrap();
    let file = folder.save(&cup, false).unwrap();
    assert_eq!(file.file_name().unwrap(), "cup-on-marble.json");
    let refused = folder.save(&cup, false).unwrap_err();
    assert!(matches!(*refused.kind, PresetErrorKind::Exists { .. }), "{refused}");
    assert!(refused.to_string().contains("cup-on-marble.json"), "{refused}");
    cup.seed = 2;
    assert_eq!(folder.read("Cup on MARBLE").unwrap().seed, u64::MAX);
    folder.save(&cup, true).unwrap();
    assert_eq!(folder.read("cup-on-marble").unwrap(), cup);
    std::fs::write(path.join("bad.json"), "{\n\"model\": 3 }").unwrap();
    std::fs::write(path.join("other.xml"), CUP_XML).unwrap();
    std::fs::write(path.join("events.txt"), "no preset").unwrap();
    let list = folder.list().unwrap();
    let names: Vec<_> = list.iter().map(|found| found.file.file_name().unwrap()).collect();
    assert_eq!(names, ["bad.json", "cup-on-marble.json", "other.xml"]);
    assert_eq!(list[0].presets.as_ref().unwrap_err().at, Some((2, 10)));
    assert_eq!(list[2].presets.as_ref().unwrap()[0].name, "cup & saucer");
    let refused = folder.read("cup on marbel").unwrap_err().to_string();
    assert!(refused.contains("did you mean `cup-on-marble`?"), "{refused}");
    std::fs::remove_dir_all(&path).unwrap();
}
