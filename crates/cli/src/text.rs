//! Lays out text: wrapped paragraphs, aligned tables, numbers with units.

use foley_contact::energy::Ledger;
use foley_params::Unit;

/// Maximum width of a paragraph \[characters\].
const WIDTH: usize = 96;

/// Breaks a paragraph into lines of at most `WIDTH` characters.
pub(crate) fn wrapped(paragraph: &str) -> String {
    let mut page = String::new();
    let mut line = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if line > 0 && line + 1 + length > WIDTH {
            page.push('\n');
            line = 0;
        } else if line > 0 {
            page.push(' ');
            line += 1;
        }
        page.push_str(word);
        line += length;
    }
    page
}

/// Indents every line by four spaces.
pub(crate) fn indented(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// Aligns the columns of a table, two spaces apart; each row ends with a newline.
pub(crate) fn aligned<C: AsRef<str>>(rows: &[Vec<C>]) -> String {
    let length = |cell: &C| cell.as_ref().chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(length).max().unwrap_or(0)
        })
        .collect();
    let mut page = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<_> = cells.map(|(cell, &width)| format!("{:width$}", cell.as_ref())).collect();
        page.push_str(line.join("  ").trim_end());
        page.push('\n');
    }
    page
}

/// Formats a value with its unit, rounded to `digits` digits.
pub(crate) fn rounded(unit: Unit, value: f64, digits: usize) -> String {
    unit.format_rounded(value, digits)
}

/// Formats a relative error in per cent, or as a power of ten below 1e-5.
pub(crate) fn relative(error: f64) -> String {
    if error == 0.0 {
        "0".to_owned()
    } else if error.abs() < 1e-5 {
        format!("{error:+.1e}")
    } else {
        format!("{:+.4} %", 100.0 * error)
    }
}

/// Formats the energy balance in one line, and the sound in another line if a body radiates.
pub(crate) fn ledger(ledger: &Ledger) -> String {
    let joules = |value| rounded(Unit::Joule, value, 5);
    let sound = if ledger.radiated > 0.0 || ledger.clicked > 0.0 {
        format!(
            "sound    {} of the damped energy radiated, {} clicked\n",
            joules(ledger.radiated),
            joules(ledger.clicked)
        )
    } else {
        String::new()
    };
    format!(
        "ledger   initial {} + work {} + control {} = moving {} + stored {} + heat {} + damped {} + numerical {:.1e} J\n{sound}",
        joules(ledger.initial),
        joules(ledger.work),
        joules(ledger.control),
        joules(ledger.moving),
        joules(ledger.stored),
        joules(ledger.heat),
        joules(ledger.damped),
        ledger.numerical(),
    )
}

/// Formats a number with its noun: `1 channel`, `2 channels`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Joins names to a phrase: `a, b and c`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_broken_between_words() {
        let text = "word ".repeat(50);
        assert!(wrapped(&text).lines().all(|line| line.len() <= WIDTH));
        assert_eq!(wrapped(&text).split_whitespace().count(), 50);
        assert_eq!(wrapped("one two"), "one two");
    }

    #[test]
    fn columns_are_aligned_in_any_alphabet() {
        let page = aligned(&[vec!["µm", "1"], vec!["longer", "2"], vec!["short"]]);
        assert_eq!(page, "µm      1\nlonger  2\nshort\n");
    }

    #[test]
    fn a_value_is_rounded_before_its_unit_is_chosen() {
        assert_eq!(rounded(Unit::Metre, 2.345678e-5, 4), "23.46 µm");
        assert_eq!(rounded(Unit::Joule, 0.0, 4), "0 J");
        assert_eq!(rounded(Unit::MetrePerSecond, -0.99999999, 3), "-1 m/s");
    }

    #[test]
    fn a_relative_error_is_readable_at_every_size() {
        assert_eq!(relative(0.0), "0");
        assert_eq!(relative(-1.234e-13), "-1.2e-13");
        assert_eq!(relative(0.0213), "+2.1300 %");
    }
}
