//! `foley lab sheet`: pictures of spectrograms by family.

use crate::support::{Folder, json, printed, rejected};
use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Returns width, height and pixels of a PNG file; a pixel is a position in the palette.
fn read(path: &Path) -> (usize, usize, Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    (frame.width as usize, frame.height as usize, pixels)
}

#[test]
fn a_sheet_has_a_cell_for_every_named_preset() {
    let folder = Folder::new();
    let out = folder.file("sheets");
    let names = "coin-on-a-table,Knuckle on a wooden door";
    let answer = json(&["lab", "sheet", "--out", &out, "--only", names, "--only", "bubble", "--json"]);
    let files: Vec<_> = answer["sheets"].as_array().unwrap().iter().map(|sheet| &sheet["file"]).collect();
    assert_eq!(files.len(), 2, "{answer:#}");
    // The order is that of the catalogue, not of the command line.
    let [knuckle, coin] =
        ["/sheets/0/presets/0", "/sheets/0/presets/1"].map(|at| answer.pointer(at).unwrap());
    assert_eq!(
        (&knuckle["preset"], &knuckle["like"]),
        (&"knuckle-on-a-wooden-door".into(), &"door_wood_knock".into())
    );
    assert!((1..=11).contains(&knuckle["inside"].as_u64().unwrap()), "{knuckle}");
    assert_eq!((&coin["preset"], &coin["inside"]), (&"coin-on-a-table".into(), &serde_json::Value::Null));

    // One row of two cells, and nine bubbles in two rows: 36 pixels of title and margin, 228 pixels per row.
    for (file, rows) in [("sheet-solids.png", 1), ("sheet-liquids.png", 2)] {
        let (width, height, pixels) = read(&folder.path().join("sheets").join(file));
        assert_eq!((width, height), (1600, 36 + 228 * rows), "{file}");
        // Spectrograms have most of the 64 colours of levels, and text and marks have two more.
        let colours: HashSet<u8> = pixels.iter().copied().collect();
        assert!(colours.len() > 50, "{file}: {} colours", colours.len());
    }
    let text = printed(&["lab", "sheet", "--out", &out, "--only", "coin-on-a-table"]);
    assert!(text.contains("sheet-solids.png") && text.contains("1 preset\n"), "{text}");
}

#[test]
fn unknown_names_are_rejected_with_the_allowed_ones() {
    let folder = Folder::new();
    let out = folder.file("sheets");
    let message = rejected(&["lab", "sheet", "--out", &out, "--only", "impact,coin-on-a-tabel"]);
    for words in ["`coin-on-a-tabel`", "`coin-on-a-table`", "solids, liquids", "foley list presets"] {
        assert!(message.contains(words), "{words}: {message}");
    }
    assert!(!folder.path().join("sheets").exists());
    assert!(rejected(&["lab", "all", "--only", "impact"]).contains("foley lab sheet --only"));
    assert!(rejected(&["lab", "sheet", "--seed", "2"]).contains("foley lab realism --seed"));
}

#[test]
fn the_comparison_with_real_sounds_takes_kinds_models_presets_and_a_seed() {
    let folder = Folder::new();
    let out = folder.file("realism");
    let names = "clock_tick,knuckle-on-a-wooden-door";
    let of = |seed: &str| json(&["lab", "realism", "--out", &out, "--only", names, "--seed", seed, "--json"]);
    let (one, two) = (of("1"), of("2"));
    assert_eq!((&one["seed"], &two["seed"]), (&1.into(), &2.into()));
    let presets = |answer: &serde_json::Value| answer["presets"].as_array().unwrap().clone();
    let kinds: HashSet<String> = presets(&one).iter().map(|preset| preset["kind"].to_string()).collect();
    assert_eq!(kinds, HashSet::from(["\"clock_tick\"".to_owned(), "\"door_wood_knock\"".to_owned()]));
    assert_eq!(presets(&one).iter().filter(|preset| preset["kind"] == "door_wood_knock").count(), 1);
    assert_ne!(presets(&one), presets(&two));
    let message = rejected(&["lab", "realism", "--out", &out, "--only", "clock_tock"]);
    assert!(message.contains("`clock_tock`") && message.contains("`clock_tick`"), "{message}");
}
