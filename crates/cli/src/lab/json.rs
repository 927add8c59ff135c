//! Formats the items and results of `foley lab` as JSON.

use super::Made;
use foley_lab::{Cell, Figure, Item, Product, Table};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Returns the list of all items as JSON.
pub(super) fn list(items: &[&Item]) -> Value {
    let items: Vec<_> = items.iter().map(|one| item(one)).collect();
    json!({ "items": items })
}

/// Returns an item and its result as JSON. `dir` is the folder of its figures.
pub(super) fn made((made, product): &Made, dir: &Path) -> Value {
    let mut document = item(made);
    match product {
        Product::Tables(tables) => {
            document["tables"] = tables.iter().map(Table::to_json).collect();
        }
        Product::Figures(figures) => {
            document["figures"] = figures.iter().map(|drawn| figure(drawn, dir)).collect();
        }
    }
    document
}

/// Returns all results as JSON, with the number of cells that reproduce the printed values.
pub(super) fn everything(all: &[Made], dir: &Path) -> Value {
    let items: Vec<_> = all.iter().map(|one| made(one, dir)).collect();
    let (reproduce, cells) = super::page::tally(all);
    json!({
        "items": items,
        "cells": cells,
        "reproduce": reproduce,
        "report": dir.join("index.html").to_string_lossy(),
    })
}

fn item(item: &Item) -> Value {
    let fields = [
        ("id", item.id.to_owned()),
        ("paper", format!("{:?}", item.paper).to_lowercase()),
        ("label", item.label.to_owned()),
        ("title", item.title.to_owned()),
        ("text", item.text.to_owned()),
    ];
    let fields = fields.map(|(name, text)| (name.to_owned(), Value::String(text)));
    Value::Object(Map::from_iter(fields))
}

fn figure(figure: &Figure, dir: &Path) -> Value {
    let file = dir.join(format!("{}.svg", figure.name));
    json!({
        "name": figure.name,
        "caption": figure.caption,
        "file": file.to_string_lossy(),
        "cells": figure.cells.iter().map(Cell::to_json).collect::<Vec<_>>(),
    })
}
