//! Every figure of the papers can be drawn, with the same bits each time.

use crate::figures_support::drawings;
use foley_lab::figures::ITEMS;
use std::collections::HashSet;

#[test]
fn every_figure_of_the_papers_is_listed() {
    let mut expected: Vec<String> = (1..=12).map(|n| format!("journal-figure-{n}")).collect();
    expected.extend(["1.9", "A.1", "A.2"].map(|n| format!("thesis-figure-{n}")));
    expected.extend((3..=6).map(|n| format!("isma-figure-{n}")));
    expected.extend((1..=6).map(|n| format!("dafx17-figure-{n}")));
    expected.extend((1..=5).map(|n| format!("dafx01-figure-{n}")));
    let ours =
        ["position", "strike-energy", "ringing", "stribeck", "presliding", "regimes", "rub-energy", "bow"];
    expected.extend(ours.map(|name| format!("foley-figure-{name}")));
    let ids: Vec<&str> = ITEMS.iter().map(|item| item.id).collect();
    assert_eq!(ids, expected);
    for item in ITEMS {
        assert!(!item.title.is_empty() && !item.label.is_empty(), "{}", item.id);
        assert!(item.text.len() > 60, "{}: {}", item.id, item.text);
        assert!(!item.text.contains("  "), "{}: a broken line in the text", item.id);
    }
    assert!(ITEMS.is_sorted_by_key(|item| item.paper));
}

#[test]
fn every_drawing_is_a_valid_document_of_finite_numbers() {
    let mut names = HashSet::new();
    for (id, figure) in drawings() {
        let name = &figure.name;
        assert!(name.starts_with(id), "{name} of {id}");
        assert!(names.insert(name.clone()), "{name} twice");
        assert!(!figure.caption.is_empty() && !figure.caption.contains("  "), "{name}");
        let svg = figure.svg.trim_end();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"), "{name}");
        assert!(svg.contains("role=\"img\"") && svg.contains("<title>"), "{name}");
        for word in ["NaN", "inf", "Infinity", "#000000", "http://www.w3.org/1999"] {
            assert!(!svg.contains(word), "{name} contains {word}");
        }
        let shapes = svg.matches("<polyline").count() + svg.matches("<circle").count();
        assert!(shapes >= 2, "{name} has {shapes} shapes");
        assert!(svg.len() < 400_000, "{name}: {} bytes", svg.len());
        for cell in &figure.cells {
            assert!(cell.ours.is_finite() && cell.plain.is_finite(), "{name}: {cell:?}");
            assert!(!cell.printed.is_empty() || cell.reproduces.is_none(), "{name}: {cell:?}");
        }
    }
    assert!(names.len() > 50, "{} drawings", names.len());
}

#[test]
fn drawing_twice_gives_the_same_bits() {
    let (first, second) = (drawings(), drawings());
    for ((_, a), (_, b)) in first.iter().zip(&second) {
        assert_eq!(a.svg, b.svg, "{}", a.name);
        assert_eq!(a.cells, b.cells, "{}", a.name);
    }
}

#[test]
fn nothing_is_drawn_outside_the_frame() {
    for (_, figure) in drawings() {
        let size = figure.svg.split("viewBox=\"0 0 ").nth(1).expect("a viewBox");
        let size: Vec<f64> = size
            .split('"')
            .next()
            .expect("a size")
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect();
        for points in figure.svg.split(" points=\"").collect::<Vec<_>>().split_first().expect("text").1 {
            for pair in points.split('"').next().expect("points").split(' ') {
                let (x, y) = pair.split_once(',').expect("a pair");
                let (x, y): (f64, f64) = (x.parse().expect("a number"), y.parse().expect("a number"));
                assert!((-50.0..=size[0] + 50.0).contains(&x), "{}: x = {x}", figure.name);
                assert!((-50.0..=size[1] + 50.0).contains(&y), "{}: y = {y}", figure.name);
            }
        }
    }
}
