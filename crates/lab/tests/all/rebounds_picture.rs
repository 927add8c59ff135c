//! The picture of the rebounds in `docs/figures.md` equals the drawing of the laboratory.

use foley_lab::{Product, items};

#[test]
fn the_picture_of_the_rebounds_is_up_to_date() {
    let item = items().into_iter().find(|item| item.id == "journal-figure-12").unwrap();
    let Product::Figures(figures) = (item.make)() else {
        panic!("a figure");
    };
    let drawn = figures.iter().find(|figure| figure.name == "journal-figure-12b").unwrap();
    assert_eq!(
        include_str!("../../../../docs/rebounds.svg"),
        drawn.svg,
        "docs/rebounds.svg is out of date: run `foley lab journal-figure-12 --out lab-report` and copy lab-report/journal-figure-12b.svg"
    );
}
