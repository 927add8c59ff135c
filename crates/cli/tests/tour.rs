//! The page of the tour: whole, of one file, with every model once.

mod support;

use std::collections::HashSet;
use support::{Folder, foley, json, refused, run};

/// How often something stands in a text.
fn count(page: &str, words: &str) -> usize {
    page.matches(words).count()
}

/// The values of an attribute.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let parts = page.split(&begin);
    let after = parts.enumerate().filter(|(index, _)| *index > 0);
    after.filter_map(|(_, part)| part.split('"').next()).collect()
}

#[test]
fn the_page_has_a_player_for_every_model_and_asks_nobody_for_anything() {
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

    // One of everything for each.
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

    // Nothing from anywhere.
    for words in ["http:", "https:", "//", "url(", "@import", "<link", "<iframe"] {
        let outside: String =
            page.split("base64,").map(|part| part.split_once('"').map_or(part, |it| it.1)).collect();
        assert_eq!(count(&outside, words), 0, "{words}");
    }
    for source in values(&page, "src") {
        assert!(source.starts_with("data:"), "{}", &source[..40.min(source.len())]);
    }

    // It holds together: what is opened is closed, no name is there twice, every way leads somewhere.
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

    // The files beside it are what `foley render` makes.
    let first = &sounds[0];
    let (again, file) = (folder.file("again.wav"), first["file"].as_str().unwrap());
    let preset = first["preset"].as_str().unwrap();
    assert!(run(&["render", preset, "-o", &again]).status.success());
    assert_eq!(std::fs::read(file).unwrap(), std::fs::read(&again).unwrap(), "{preset}");
}

#[test]
fn where_nothing_can_be_written_nothing_is() {
    let folder = Folder::new();
    let file = folder.file("tour");
    std::fs::write(&file, "mine").unwrap();
    assert!(refused(&["tour", "--out", &file]).contains("not a folder"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    // A page that cannot be replaced is found out before the work.
    let page = folder.path().join("dir/index.html");
    std::fs::create_dir_all(&page).unwrap();
    let output = foley().args(["tour", "--out", &folder.file("dir")]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path().join("dir")).unwrap().count(), 1);
}
