//! The published schemas and the catalogue of the manual match the tables.

use crate::support::printed;
use std::path::Path;

const LAWS: [&str; 7] =
    ["hunt-crossley", "linear", "power", "one-sided", "centre-limited", "stulov", "friction"];

#[test]
fn every_published_schema_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        let name = file.strip_suffix(".schema.json").expect("NAME.schema.json");
        // For a shared name this folder has the law; the schema of presets has all models.
        let law = ["law", name];
        let way = if LAWS.contains(&name) { &law[..] } else { &law[1..] };
        let answer = printed(&[&["explain"], way, &["--schema"]].concat());
        assert!(
            std::fs::read_to_string(&path).unwrap() == answer,
            "make it again: foley explain {} --schema > schemas/{file}",
            way.join(" ")
        );
        seen += 1;
    }
    assert_eq!(
        seen, 25,
        "one for each of 7 laws, the string, 12 shapes, the material, and one each for scenes, live scenes, mappings and presets"
    );
}

#[test]
fn the_catalogue_of_the_manual_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/catalogue.md");
    assert!(
        std::fs::read_to_string(path).unwrap() == printed(&["explain", "--markdown"]),
        "make it again: foley explain --markdown > docs/catalogue.md"
    );
}
