//! The published schemas are what the tables say.

mod support;

use std::path::Path;
use support::printed;

#[test]
fn every_published_schema_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        let name = file.strip_suffix(".schema.json").expect("NAME.schema.json");
        let answer = printed(&["explain", name, "--schema"]);
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            answer,
            "make it again: foley explain {name} --schema > schemas/{file}"
        );
        seen += 1;
    }
    assert_eq!(
        seen, 22,
        "one for each of 7 laws, the string, 12 shapes, the material, and one for scenes"
    );
}
