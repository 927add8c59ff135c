//! Writes the HTML tables of the report.

use super::text::{number, typeset};
use crate::Cell;
use std::fmt::Write as _;

const BOX: &str = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"";

fn open(page: &mut String, caption: &str) {
    let _ = write!(
        page,
        "{BOX}{}\">\n<table>\n<caption>{}</caption>\n",
        crate::subscript::escape(caption),
        typeset(caption)
    );
}

fn close(page: &mut String) {
    page.push_str("</tbody>\n</table>\n</div>\n");
}

/// Writes printed and computed values side by side, with a verdict in colour and in words.
pub(super) fn write_comparison(page: &mut String, caption: &str, cells: &[&Cell]) {
    open(page, caption);
    page.push_str(
        "<thead><tr><th scope=\"col\">Row</th><th scope=\"col\">Column</th><th scope=\"col\" class=\"n\">Printed</th>\
         <th scope=\"col\" class=\"n\">Ours</th><th scope=\"col\" class=\"n\">Plain</th><th scope=\"col\">Verdict</th>\
         <th scope=\"col\">Note</th></tr></thead>\n<tbody>\n",
    );
    let mut from = 0;
    while from < cells.len() {
        let row = &cells[from].row;
        let same = cells[from..].iter().take_while(|cell| cell.row == *row).count();
        for (n, cell) in cells[from..from + same].iter().enumerate() {
            page.push_str("<tr>");
            if n == 0 {
                let _ = write!(page, "<th scope=\"rowgroup\" rowspan=\"{same}\">{}</th>", typeset(row));
            }
            let (class, verdict) = verdict(cell);
            let _ = writeln!(
                page,
                "<td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
                 <td class=\"{class}\">{verdict}</td><td class=\"note\">{}</td></tr>",
                typeset(&cell.column),
                typeset(&cell.printed.replace('-', "−")),
                number(cell.ours),
                number(cell.plain),
                typeset(&cell.note)
            );
        }
        from += same;
    }
    close(page);
}

fn verdict(cell: &Cell) -> (&'static str, &'static str) {
    match cell.reproduces {
        None => ("open", "– nothing to compare"),
        Some(true) => ("yes", "✓ reproduced"),
        Some(false) => ("no", "✗ not reproduced"),
    }
}

/// Writes the computed values alone, as a grid of rows and columns.
pub(super) fn write_grid(page: &mut String, caption: &str, cells: &[&Cell]) {
    let mut rows: Vec<&str> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for cell in cells {
        if !rows.contains(&cell.row.as_str()) {
            rows.push(&cell.row);
        }
        if !columns.contains(&cell.column.as_str()) {
            columns.push(&cell.column);
        }
    }
    open(page, caption);
    page.push_str("<thead><tr><td></td>");
    for column in &columns {
        let _ = write!(page, "<th scope=\"col\" class=\"n\">{}</th>", typeset(column));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", typeset(row));
        for column in &columns {
            page.push_str("<td class=\"n\">");
            if let Some(cell) = cells.iter().find(|c| c.row == row && c.column == *column) {
                page.push_str(&number(cell.ours));
                if !cell.note.is_empty() {
                    let _ = write!(page, "<br><small>{}</small>", typeset(&cell.note));
                }
            }
            page.push_str("</td>");
        }
        page.push_str("</tr>\n");
    }
    close(page);
}
