//! Formats the items and results of `foley lab` as text.

use super::Made;
use crate::text::{aligned, wrapped};
use foley_lab::{Item, Paper, Product, Table};
use std::path::Path;

/// Returns the list of all items, one line each.
pub(super) fn list(items: &[&Item]) -> String {
    let rows: Vec<_> = items.iter().map(|item| vec![item.id, item.label, item.title]).collect();
    format!(
        "{}\n{} items. `foley lab ITEM` computes one item, `foley lab all` computes all.\n\
         `foley lab realism` compares presets with recordings of real sounds, `foley lab sheet` draws \
         spectrograms of all presets.\n",
        aligned(&rows),
        items.len()
    )
}

/// Meaning of the columns of a table.
const COLUMNS: &str = "Columns: printed, the value in the paper; ours, computed with the reading that reproduces the print; \
    plain, computed by the definitions of the paper. A note says where a column has another meaning.";

/// Returns an item as text: its description, its tables and the paths of its figures.
pub(super) fn made(made: &Made, dir: &Path) -> String {
    let (item, product) = made;
    let mut parts = vec![format!("{}: {}", item.label, item.title), wrapped(item.text)];
    match product {
        Product::Tables(tables) => {
            parts.extend(tables.iter().map(|table| table.to_string().trim_end().to_owned()));
        }
        Product::Figures(figures) => {
            for figure in figures {
                let file = dir.join(format!("{}.svg", figure.name));
                parts.push(format!("{}\n{}", file.display(), wrapped(&figure.caption)));
                if !figure.cells.is_empty() {
                    let table = Table::new(figure.name.as_str(), "numbers", "").with(figure.cells.clone());
                    parts.push(table.to_string().trim_end().to_owned());
                }
            }
        }
    }
    let (reproduce, all) = tally(std::slice::from_ref(made));
    if all > 0 {
        parts.push(wrapped(COLUMNS));
        parts.push(format!("{reproduce} of {all} printed values are reproduced."));
    }
    parts.join("\n\n") + "\n"
}

/// Returns the summary of all items and the path of the report.
pub(super) fn summary(all: &[Made], dir: &Path) -> String {
    let (reproduce, cells) = tally(all);
    format!(
        "Computed {} items; {reproduce} of {cells} printed values are reproduced.\nThe report is in {}.\n",
        all.len(),
        dir.join("index.html").display()
    )
}

/// Returns the number of cells that reproduce a printed value, and the number of all cells with a printed
/// value.
pub(super) fn tally(all: &[Made]) -> (usize, usize) {
    all.iter()
        .filter(|(item, _)| item.paper != Paper::Foley)
        .map(|(_, product)| product.score())
        .fold((0, 0), |(good, all), (more, cells)| (good + more, all + cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_lab::{Cell, Figure};

    fn cell(printed: &str) -> Cell {
        Cell::new("Verlet", "44.1 kHz", printed, 0.123456789, f64::NAN, "as printed")
    }

    fn item(make: fn() -> Product) -> Item {
        Item {
            id: "journal-table-0",
            paper: Paper::Journal,
            label: "Table 0",
            title: "An invented table",
            text: "For the test only.",
            make,
        }
    }

    fn table() -> Product {
        Product::Tables(vec![Table {
            label: "Table 0(a)".to_owned(),
            title: "Errors".to_owned(),
            unit: "%".to_owned(),
            cells: vec![cell("0.12"), cell("0.5"), cell("")],
        }])
    }

    fn figure() -> Product {
        Product::Figures(vec![Figure {
            name: "journal-figure-0".to_owned(),
            caption: "Nothing to see.".to_owned(),
            svg: "<svg/>".to_owned(),
            cells: vec![cell("0.12")],
        }])
    }

    #[test]
    fn only_printed_cells_count() {
        let made = [(item(table), table()), (item(figure), figure())];
        assert_eq!(tally(&made), (2, 3));
        assert!(summary(&made, Path::new("out")).contains("2 of 3 printed values are reproduced"));
    }

    #[test]
    fn a_table_shows_printed_and_computed_values_side_by_side() {
        let page = made(&(item(table), table()), Path::new("out"));
        assert!(page.contains("Verlet  44.1 kHz     0.12  0.1234568      –  ✓  as printed"), "{page}");
        assert!(page.contains("Table 0(a): Errors [%]"), "{page}");
        assert!(page.contains("1 of 2 printed values are reproduced."), "{page}");
    }

    #[test]
    fn a_figure_names_its_file() {
        let page = made(&(item(figure), figure()), Path::new("out"));
        assert!(page.contains("journal-figure-0.svg"), "{page}");
        let document = super::super::json::made(&(item(figure), figure()), Path::new("out"));
        assert_eq!(document["figures"][0]["cells"][0]["plain"], serde_json::Value::Null);
        assert_eq!(document["paper"], "journal");
    }

    #[test]
    fn all_files_are_written() {
        let dir = std::env::temp_dir().join(format!("foley-lab-page-{}", std::process::id()));
        let (first, second) = (item(table), item(figure));
        let items = [&first, &second];
        let answer = super::super::everything(&items, &dir, true).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["index.html", "journal-figure-0.svg", "lab.json"]);
        let stored = std::fs::read_to_string(dir.join("lab.json")).unwrap();
        assert_eq!(stored, answer);
        let document: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(document["items"][0]["tables"][0]["cells"][0]["printed"], "0.12");
        assert_eq!((&document["reproduce"], &document["cells"]), (&2.into(), &3.into()));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
