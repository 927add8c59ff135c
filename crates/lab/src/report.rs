//! The report: one HTML page with every table and figure, the printed value beside the computed one.
//!
//! The page is self-contained: no script, no font and no picture from another address. It follows the
//! reader's choice of light or dark, fits a phone, and can be printed.

mod cells;
mod text;

use crate::{Cell, Figure, Item, Paper, Product, Table};
use std::fmt::Write as _;
use text::typeset;

use crate::subscript::escape;

/// Returns the HTML page of all items and their results, in the given order.
pub fn render_report(products: &[(Item, Product)]) -> String {
    let mut page = String::from(HEAD);
    page.push_str(include_str!("report/style.css"));
    page.push_str("</style>\n</head>\n<body>\n<a class=\"jump\" href=\"#content\">To the content</a>\n");
    write_header(&mut page, products);
    write_contents(&mut page, products);
    page.push_str("<main id=\"content\">\n");
    for paper in papers(products) {
        write_section(&mut page, paper, products);
    }
    page.push_str("</main>\n");
    page.push_str(FOOT);
    page
}

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <meta name=\"color-scheme\" content=\"light dark\">\n\
    <title>Foley laboratory: the papers reproduced</title>\n<style>\n";

const FOOT: &str = "<footer>\n<p>Made by <code>foley lab all</code>. The same command always gives the same page, bit \
    for bit.</p>\n</footer>\n</body>\n</html>\n";

/// Returns the cells of a product that have a comparable printed value.
fn printed_cells(product: &Product) -> Vec<&Cell> {
    let compared = |cell: &&Cell| cell.reproduces.is_some();
    product.cells().into_iter().filter(compared).collect()
}

/// Returns the papers that occur among the products, in the order of [`Paper`].
fn papers(products: &[(Item, Product)]) -> Vec<Paper> {
    let mut list: Vec<Paper> = products.iter().map(|(item, _)| item.paper).collect();
    list.sort_unstable();
    list.dedup();
    list
}

fn anchor(paper: Paper) -> &'static str {
    match paper {
        Paper::Journal => "journal",
        Paper::Thesis => "thesis",
        Paper::Isma2017 => "isma",
        Paper::Dafx17 => "dafx17",
        Paper::Dafx01 => "dafx01",
        Paper::Foley => "foley",
    }
}

fn write_header(page: &mut String, products: &[(Item, Product)]) {
    // The project's own tables have no printed values to reproduce.
    let all: Vec<&Cell> = products
        .iter()
        .filter(|(item, _)| item.paper != Paper::Foley)
        .flat_map(|(_, product)| printed_cells(product))
        .collect();
    let good = all.iter().filter(|cell| cell.reproduces == Some(true)).count();
    let _ = write!(
        page,
        "<header>\n<h1>The papers reproduced</h1>\n\
         <p class=\"lead\">Foley computes contact sounds from physics. Its equations come from five papers. This page reproduces \
         their tables and figures of a mass against a wall, an oscillator or a resonator: the printed value beside the computed \
         one, the curve of the print beside that of the step which Foley itself uses.</p>\n\
         <p>Every number here was computed by the command <code>foley lab all</code>. <em>Printed</em> is the value in the paper; \
         <em>ours</em> is the computed value under the reading that reproduces the print; <em>plain</em> is the computed value by \
         the definitions as the paper states them, and the one to trust.</p>\n\
         <p class=\"score\"><strong>{good}</strong> of <strong>{}</strong> printed numbers and statements are reproduced.</p>\n",
        all.len()
    );
    page.push_str(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Summary\">\n<table>\n<caption>By paper</caption>\n<thead><tr>\
         <th scope=\"col\">Paper</th><th scope=\"col\" class=\"n\">Items</th><th scope=\"col\" class=\"n\">Printed</th>\
         <th scope=\"col\" class=\"n\">Reproduced</th></tr></thead>\n<tbody>\n",
    );
    for paper in papers(products) {
        let of_paper: Vec<&(Item, Product)> =
            products.iter().filter(|(item, _)| item.paper == paper).collect();
        let printed: Vec<&Cell> = of_paper.iter().flat_map(|(_, product)| printed_cells(product)).collect();
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            anchor(paper),
            escape(paper.name()),
            of_paper.len(),
            printed.len(),
            printed.iter().filter(|cell| cell.reproduces == Some(true)).count()
        );
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
    write_not_reproduced(page, products);
    page.push_str("</header>\n");
}

/// Writes the list of printed values that are not reproduced, with links to their items.
fn write_not_reproduced(page: &mut String, products: &[(Item, Product)]) {
    let mut list = String::new();
    let mut count = 0;
    for (item, product) in products {
        for cell in printed_cells(product).into_iter().filter(|cell| cell.reproduces == Some(false)) {
            count += 1;
            let _ = writeln!(
                list,
                "<li><a href=\"#{}\">{}, {}</a>: {}, {}: printed {}, ours {}</li>",
                escape(item.id),
                escape(short_name(item.paper)),
                escape(item.label),
                typeset(&cell.row),
                typeset(&cell.column),
                typeset(&cell.printed),
                text::number(cell.ours)
            );
        }
    }
    if count > 0 {
        let _ = write!(
            page,
            "<details>\n<summary>The {count} not reproduced</summary>\n<ul>\n{list}</ul>\n</details>\n"
        );
    }
}

fn short_name(paper: Paper) -> &'static str {
    match paper {
        Paper::Journal => "Journal",
        Paper::Thesis => "Thesis",
        Paper::Isma2017 => "ISMA",
        Paper::Dafx17 => "DAFx-17",
        Paper::Dafx01 => "DAFx-01",
        Paper::Foley => "Foley",
    }
}

fn write_contents(page: &mut String, products: &[(Item, Product)]) {
    page.push_str("<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n");
    for paper in papers(products) {
        let _ = writeln!(page, "<h3><a href=\"#{}\">{}</a></h3>\n<ul>", anchor(paper), escape(paper.name()));
        for (item, _) in products.iter().filter(|(item, _)| item.paper == paper) {
            let _ = writeln!(
                page,
                "<li><a href=\"#{}\"><span class=\"label\">{}</span> {}</a></li>",
                escape(item.id),
                escape(item.label),
                typeset(item.title)
            );
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</nav>\n");
}

fn write_section(page: &mut String, paper: Paper, products: &[(Item, Product)]) {
    let _ = write!(
        page,
        "<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"source\">{}</p>\n",
        anchor(paper),
        escape(paper.name()),
        escape(paper.source())
    );
    for (item, product) in products.iter().filter(|(item, _)| item.paper == paper) {
        let _ = write!(
            page,
            "<article id=\"{}\">\n<h3><span class=\"label\">{}</span> {}</h3>\n<p>{}</p>\n",
            escape(item.id),
            escape(item.label),
            typeset(item.title),
            typeset(item.text)
        );
        match product {
            Product::Tables(tables) => tables.iter().for_each(|t| write_table(page, t)),
            Product::Figures(list) => write_figures(page, list),
        }
        page.push_str("</article>\n");
    }
    page.push_str("</section>\n");
}

fn write_table(page: &mut String, table: &Table) {
    let unit = if table.unit.is_empty() { String::new() } else { format!(" [{}]", table.unit) };
    let caption = format!("{}. {}{unit}", table.label, table.title);
    cells::write_comparison(page, &caption, &table.cells.iter().collect::<Vec<_>>());
}

fn write_figures(page: &mut String, list: &[Figure]) {
    page.push_str("<div class=\"figures\">\n");
    for figure in list {
        let _ = write!(
            page,
            "<figure id=\"figure-{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
            escape(&figure.name),
            figure.svg,
            typeset(&figure.caption)
        );
    }
    page.push_str("</div>\n");
    let all = || list.iter().flat_map(|figure| &figure.cells);
    let printed: Vec<&Cell> = all().filter(|cell| cell.reproduces.is_some()).collect();
    let shown: Vec<&Cell> = all().filter(|cell| cell.printed.is_empty()).collect();
    if !printed.is_empty() {
        cells::write_comparison(page, "Statements of the paper", &printed);
    }
    if !shown.is_empty() {
        page.push_str("<details>\n<summary>Numbers behind the curves</summary>\n");
        cells::write_grid(page, "Numbers shown in the figure but not printed in the paper", &shown);
        page.push_str("</details>\n");
    }
}
