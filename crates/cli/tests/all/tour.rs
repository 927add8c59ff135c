//! `foley tour`: one self-contained page with every model once.

use crate::support::{Folder, foley, json, rejected, run};
use std::collections::HashSet;

/// Returns the number of occurrences of `words` in a text.
fn count(page: &str, words: &str) -> usize {
    page.matches(words).count()
}

/// Returns the values of an HTML attribute in the page, in order.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let parts = page.split(&begin);
    let after = parts.enumerate().filter(|(index, _)| *index > 0);
    after.filter_map(|(_, part)| part.split('"').next()).collect()
}

#[test]
fn the_page_has_a_player_for_every_model_and_loads_nothing() {
    let folder = Folder::new();
    let out = folder.file("tour");
    let answer = json(&["tour", "--out", &out, "--json"]);
    let models = json(&["list", "--json"]);
    let models = models["models"].as_array().unwrap();
    let sounds = answer["sounds"].as_array().unwrap();
    assert_eq!(sounds.len(), models.len());
    let page = std::fs::read_to_string(folder.path().join("tour/index.html")).unwrap();
    assert_eq!(page.len() as u64, answer["bytes"].as_u64().unwrap());
    assert!(page.len() < 15_000_000, "{} bytes", page.len());

    // One of each element per model.
    for words in [
        "<article ",
        "<audio controls",
        "<img alt=\"Spectrogram",
        "aria-label=\"Waveform",
        "<details>",
        "foley render ",
    ] {
        let more = usize::from(words == "foley render ");
        assert_eq!(count(&page, words), models.len() + more, "{words}");
    }
    for model in models {
        let name = model["name"].as_str().unwrap();
        assert_eq!(count(&page, &format!("<article id=\"{name}\"")), 1, "{name}");
        assert_eq!(count(&page, &format!("href=\"#{name}\"")), 1, "{name}");
    }

    // Nothing is loaded from the network.
    for words in ["http:", "https:", "//", "url(", "@import", "<link", "<iframe"] {
        let outside: String =
            page.split("base64,").map(|part| part.split_once('"').map_or(part, |rest| rest.1)).collect();
        assert_eq!(count(&outside, words), 0, "{words}");
    }
    for source in values(&page, "src") {
        assert!(source.starts_with("data:"), "{}", &source[..40.min(source.len())]);
    }

    // Well-formed: tags are closed, ids are unique, links have a target.
    for tag in [
        "html",
        "head",
        "body",
        "main",
        "nav",
        "header",
        "footer",
        "section",
        "article",
        "figure",
        "figcaption",
        "table",
        "details",
        "svg",
        "audio",
        "ul",
        "dl",
        "h2",
        "h3",
        "h4",
        "pre",
    ] {
        let opened = count(&page, &format!("<{tag}>")) + count(&page, &format!("<{tag} "));
        assert_eq!(opened, count(&page, &format!("</{tag}>")), "{tag}");
    }
    let ids = values(&page, "id");
    let different: HashSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
    for way in values(&page, "href") {
        assert!(different.contains(&way.trim_start_matches('#')), "{way}");
    }
    for id in values(&page, "aria-labelledby") {
        assert!(different.contains(&id), "{id}");
    }
    assert!(page.contains("<html lang=\"en\">") && page.contains("prefers-color-scheme: dark"));

    // The WAV files equal those of `foley render`.
    let first = &sounds[0];
    let (again, file) = (folder.file("again.wav"), first["file"].as_str().unwrap());
    let preset = first["preset"].as_str().unwrap();
    assert!(run(&["render", preset, "-o", &again]).status.success());
    assert_eq!(std::fs::read(file).unwrap(), std::fs::read(&again).unwrap(), "{preset}");
}

#[test]
fn an_unwritable_folder_fails_and_writes_nothing() {
    let folder = Folder::new();
    let file = folder.file("tour");
    std::fs::write(&file, "mine").unwrap();
    assert!(rejected(&["tour", "--out", &file]).contains("not a folder"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    // An unwritable page fails before the render.
    let page = folder.path().join("dir/index.html");
    std::fs::create_dir_all(&page).unwrap();
    let output = foley().args(["tour", "--out", &folder.file("dir")]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path().join("dir")).unwrap().count(), 1);
}
