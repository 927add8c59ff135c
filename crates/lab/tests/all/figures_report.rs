//! The HTML report: complete, escaped and self-contained.

use foley_lab::{Cell, Figure, Item, Paper, Product, Table, items, render_report};

fn page() -> String {
    let products: Vec<(Item, Product)> = items().into_iter().map(|item| (*item, (item.make)())).collect();
    render_report(&products)
}

/// Checks that every opened tag is closed in order; returns the number of tags.
fn check_balanced(page: &str) -> usize {
    const VOID: [&str; 3] = ["meta", "br", "!DOCTYPE"];
    let mut open: Vec<&str> = Vec::new();
    let mut count = 0;
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let tail = &rest[at + 1..];
        let end = tail.find('>').expect("a tag that ends");
        let tag = &tail[..end];
        rest = &tail[end + 1..];
        count += 1;
        assert!(!tag.contains('<'), "a tag inside a tag: {tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "after {count} tags");
        } else if !tag.ends_with('/') {
            let name = tag.split(|c: char| c.is_whitespace()).next().expect("a name");
            if !VOID.contains(&name) {
                open.push(name);
            }
            if name == "style" {
                rest = &rest[rest.find("</style").expect("the end of the style")..];
            }
        }
    }
    assert!(open.is_empty(), "still open: {open:?}");
    count
}

#[test]
fn the_page_is_complete_and_self_contained() {
    let page = page();
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    assert!(check_balanced(&page) > 5_000);
    for item in items() {
        assert!(page.contains(&format!("<article id=\"{}\">", item.id)), "{}", item.id);
        assert!(page.contains(&format!("href=\"#{}\"", item.id)), "{}", item.id);
    }
    for foreign in ["src=", "<script", "<link", "@import", "url(", "https://"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // The only address is the name of the SVG namespace.
    assert_eq!(page.matches("http://").count(), page.matches("http://www.w3.org/2000/svg").count());
    assert!(!page.contains("NaN"));
    assert!(page.contains("<code>foley lab all</code>"));
}

#[test]
fn identifiers_are_unique_and_every_link_has_a_target() {
    let page = page();
    let after = |mark: &'static str| {
        let mut parts = page.split(mark);
        parts.next();
        parts.map(|part| part.split('"').next().expect("a value").to_owned()).collect::<Vec<_>>()
    };
    let mut ids = after(" id=\"");
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an identifier twice");
    for link in after("href=\"#") {
        assert!(ids.contains(&link), "{link} has no target");
    }
}

#[test]
fn heading_levels_are_not_skipped() {
    let page = page();
    let mut last = 0;
    let mut parts = page.split("<h");
    parts.next();
    for part in parts {
        let Some(level) = part.chars().next().and_then(|c| c.to_digit(10)) else {
            continue;
        };
        assert!(level <= last + 1, "from h{last} to h{level}");
        last = level;
    }
}

fn sample(printed: &str, reproduces: bool) -> Cell {
    Cell {
        row: "a <b> & \"c\"".into(),
        column: "v_in".into(),
        printed: printed.into(),
        ours: 1.25,
        plain: f64::NAN,
        reproduces: (!printed.is_empty()).then_some(reproduces),
        note: "<script>alert('x')</script>".into(),
    }
}

fn item(id: &'static str) -> Item {
    Item {
        id,
        paper: Paper::Journal,
        label: "Table <1>",
        title: "Less < more & so on",
        text: "It's \"quoted\".",
        make: || Product::Tables(Vec::new()),
    }
}

#[test]
fn text_is_escaped_and_verdicts_are_in_words() {
    let table = Table {
        label: "Table II(b)".into(),
        title: "x < y".into(),
        unit: "%".into(),
        cells: vec![sample("1.2", true), sample("1.3", false), sample("", true)],
    };
    let figure = Figure {
        name: "own".into(),
        caption: "a < b".into(),
        svg: "<svg></svg>\n".into(),
        cells: vec![sample("2", false), sample("", true)],
    };
    let page = render_report(&[
        (item("one"), Product::Tables(vec![table])),
        (item("two"), Product::Figures(vec![figure])),
    ]);
    check_balanced(&page);
    assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"), "{page}");
    assert!(page.contains("a &lt;b&gt; &amp; &quot;c&quot;"));
    assert!(
        page.contains("✓ reproduced")
            && page.contains("✗ not reproduced")
            && page.contains("– nothing to compare")
    );
    assert!(page.contains("v<sub>in</sub>"));
    // Cells without a print are not counted.
    assert!(page.contains("<strong>1</strong> of <strong>3</strong>"), "{page}");
}

#[test]
fn rendering_twice_gives_the_same_page() {
    assert_eq!(page(), page());
}
