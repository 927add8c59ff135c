//! User presets: from the page into the folder of `foley save` and back.

use crate::support::{Folder, get, request, studio, with_presets};
use foley_catalogue::preset::{Preset, PresetFolder, by_name};
use serde_json::json;

fn preset(name: &str) -> Preset {
    let mut preset = by_name("espresso-cup-set-down-on-marble").unwrap().clone();
    name.clone_into(&mut preset.name);
    preset
}

#[test]
fn a_saved_preset_is_read_back_unchanged() {
    let folder = Folder::new();
    let studio = with_presets(&folder);
    let at = studio.address();
    assert_eq!(get(at, "/presets").json(), json!({ "presets": [], "errors": [] }));
    let mine = preset("Türe, die knarrt");
    let path = "/presets/t%C3%BCre-die-knarrt.json";
    let put = request(at, "PUT", path, "", mine.to_json().as_bytes());
    assert_eq!(put.status, 201, "{}", put.text());
    assert_eq!(folder.names(), ["türe-die-knarrt.json"]);
    let read = PresetFolder::at(folder.path()).read("Türe, die knarrt").unwrap();
    assert_eq!(read, mine, "as `foley` reads it");
    let back = get(at, path);
    assert_eq!((back.status, back.text()), (200, mine.to_json()));
    let put = request(at, "PUT", path, "", mine.to_json().as_bytes());
    assert_eq!(put.status, 200, "an existing preset is replaced: {}", put.text());
    let known = json!([{ "slug": "türe-die-knarrt", "name": mine.name, "model": mine.model() }]);
    assert_eq!(get(at, "/presets").json()["presets"], known);
    // XML is accepted and stored as JSON.
    let other = preset("other");
    let put = request(at, "PUT", "/presets/other.json", "", other.to_xml().as_bytes());
    assert_eq!(put.status, 201, "{}", put.text());
    assert_eq!(get(at, "/presets/other.json").text(), other.to_json());
    assert_eq!(request(at, "DELETE", path, "", b"").status, 200);
    assert_eq!(request(at, "DELETE", path, "", b"").status, 404);
    assert_eq!(get(at, path).status, 404);
    assert_eq!(folder.names(), ["other.json"]);
}

#[test]
fn a_malformed_preset_is_rejected_with_a_message_and_not_written() {
    let folder = Folder::new();
    let studio = with_presets(&folder);
    let at = studio.address();
    let good = preset("mine").to_json();
    let two = format!("[{good}, {good}]");
    let deep = "[".repeat(100_000);
    let hostile: [(&str, &[u8], u16); 9] = [
        ("mine", b"", 422),
        ("mine", b"{}", 422),
        ("mine", b"{\"model\": \"impact\"", 422),
        ("mine", b"\xff\xfe\0\0", 422),
        ("mine", b"<preset", 422),
        ("mine", deep.as_bytes(), 422),
        ("mine", two.as_bytes(), 422),
        ("other", good.as_bytes(), 422),
        ("impact", &preset("Impact").to_json().into_bytes(), 422),
    ];
    for (slug, body, status) in hostile {
        let answer = request(at, "PUT", &format!("/presets/{slug}.json"), "", body);
        let text = answer.text();
        assert_eq!(answer.status, status, "{text}");
        assert!(text.len() > 20 && text.len() < 1_000, "a sentence: {text}");
    }
    // 1 MiB is accepted, one byte more is not.
    let spaces = |length: usize| [good.as_bytes(), &vec![b' '; length - good.len()]].concat();
    let long = request(at, "PUT", "/presets/mine.json", "", &spaces((1 << 20) + 1));
    assert_eq!(long.status, 413, "{}", long.head);
    assert_eq!(folder.names(), [""; 0]);
    let long = request(at, "PUT", "/presets/mine.json", "", &spaces(1 << 20));
    assert_eq!(long.status, 201, "{}", long.text());
    assert_eq!(folder.names(), ["mine.json"]);
}

#[test]
fn no_name_leads_outside_the_folder() {
    let folder = Folder::new();
    let inside = folder.path().join("presets");
    std::fs::create_dir(&inside).unwrap();
    let secret = preset("secret").to_json();
    std::fs::write(folder.path().join("secret.json"), &secret).unwrap();
    let presets = Some(PresetFolder::at(&inside));
    let config = foley_studio::StudioConfig { presets, ..foley_studio::StudioConfig::default() };
    let studio = foley_studio::Studio::open(config).unwrap();
    for name in [
        "../secret.json",
        "%2e%2e%2fsecret.json",
        "..%2fsecret.json",
        "..%5csecret.json",
        "..\\secret.json",
        "secret.json%00",
        "%00secret.json",
        "%252e%252e%252fsecret.json",
        "/secret.json",
        "..%c0%afsecret.json",
        ".secret.json",
        "secret",
        "",
    ] {
        for (method, body) in [("GET", ""), ("PUT", &*secret), ("DELETE", "")] {
            let answer = request(studio.address(), method, &format!("/presets/{name}"), "", body.as_bytes());
            assert!(
                matches!(answer.status, 400 | 404 | 405),
                "{method} {name}: {} {}",
                answer.head,
                answer.text()
            );
        }
    }
    assert_eq!(folder.names(), ["presets", "secret.json"]);
    assert_eq!(std::fs::read_dir(inside).unwrap().count(), 0);
    assert_eq!(std::fs::read_to_string(folder.path().join("secret.json")).unwrap(), secret);
}

#[test]
fn files_of_several_presets_are_read_but_not_deleted() {
    let folder = Folder::new();
    let both = foley_catalogue::preset::palette_to_json(&[preset("one"), preset("two")]);
    std::fs::write(folder.path().join("palette.json"), both).unwrap();
    std::fs::write(folder.path().join("broken.json"), "{").unwrap();
    let studio = with_presets(&folder);
    let at = studio.address();
    let listed = get(at, "/presets").json();
    assert_eq!(listed["presets"].as_array().unwrap().len(), 2, "{listed}");
    assert_eq!(listed["errors"][0]["file"], json!("broken.json"));
    assert_eq!(get(at, "/presets/two.json").status, 200);
    let rejected = request(at, "DELETE", "/presets/two.json", "", b"");
    assert_eq!(rejected.status, 409, "{}", rejected.text());
    assert_eq!(folder.names(), ["broken.json", "palette.json"]);
}

#[test]
fn without_a_folder_the_answer_names_the_option() {
    let studio = studio();
    let answer = get(studio.address(), "/presets");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("--presets"), "{}", answer.text());
}

#[test]
fn concurrent_saves_of_one_preset_leave_one_complete_file() {
    let folder = Folder::new();
    let studio = with_presets(&folder);
    let at = studio.address();
    let text = preset("mine").to_json();
    let saves: Vec<_> = (0..20)
        .map(|_| {
            let text = text.clone();
            std::thread::spawn(move || request(at, "PUT", "/presets/mine.json", "", text.as_bytes()).status)
        })
        .collect();
    for save in saves {
        assert!(matches!(save.join().unwrap(), 200 | 201));
    }
    assert_eq!(folder.names(), ["mine.json"]);
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.json")).unwrap(), text);
}
