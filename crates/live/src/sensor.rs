//! Sensor logs: a text table of numbers becomes messages, one per cell. The messages are the same offline and
//! in real time.
//!
//! ```text
//! # a hand shakes a box
//! time_ms, accel_x, accel_z
//! 0,       0.1,     9.8
//! 10,      ,        9.9        ← nothing in a cell: no change
//! ```
//!
//! | part        | rule                                                                                                         |
//! |-------------|--------------------------------------------------------------------------------------------------------------|
//! | first row   | the names of the columns, separated by `,`, `;` or tabs, whichever occurs most often                          |
//! | time        | the column `time`, `t` or `timestamp`, in seconds, or in milliseconds if its name ends with `_ms`; it never decreases |
//! | a cell      | a number with a decimal point; an empty cell, or `nan`, means no change; quotes may enclose it                |
//! | `#`         | at the beginning of a line: the line is a comment                                                             |
//!
//! A log whose first time is below 0 or above a minute ([`LATEST`]) has a time of day, a date or an uptime:
//! its first row counts as time 0. A log that begins within the first minute keeps its times.

use crate::dispatcher::{Message, MessageKind};
use crate::mapping::Source;
use foley_params::words::{excerpt, list};
use thiserror::Error;

/// Maximum size of a sensor log \[bytes\].
pub const MAX_FILE_BYTES: usize = 256 << 20;
/// Maximum number of columns of a sensor log.
pub const MAX_COLUMNS: usize = 256;
/// Latest time of the first row for which the log keeps its own times \[s\]. If the first row is later, its
/// time counts as 0.
pub const LATEST: f64 = 60.0;
/// Longest time from the first row of a log to the last \[s\].
const A_DAY: f64 = 86_400.0;
/// Names of a time column, without the suffix `_ms`.
const TIMES: [&str; 3] = ["time", "t", "timestamp"];

/// Why a sensor log cannot be read, and where the error is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The log exceeds a limit.
    #[error("the log has {count} {what}; the maximum is {most}")]
    TooMuch {
        /// The number that exceeds its limit.
        count: usize,
        /// The quantity that exceeds its limit, in words.
        what: &'static str,
        /// The limit of that quantity.
        most: usize,
    },
    /// The log has no header row.
    #[error("the log is empty; its first row must have the names of the columns, such as `time,accel_x`")]
    Empty,
    /// No column is a time.
    #[error(
        "the log has no time column: call it `time`, `t` or `timestamp` (seconds), or `time_ms` (milliseconds); the columns are {}",
        list(known, "and")
    )]
    Timeless {
        /// Names of all columns of the log.
        known: Vec<String>,
    },
    /// A column name is missing or used twice.
    #[error("line {line}: {}; every column needs its own name", column_problem(name))]
    Column {
        /// Line of the header, from 1.
        line: usize,
        /// Name that two columns have; empty if a column has no name.
        name: String,
    },
    /// A cell holds a text that is not a number.
    #[error(
        "line {line}, column `{column}`: `{found}` is not a number: write it with a decimal point, or leave the cell empty for no change"
    )]
    Cell {
        /// Line of the cell, from 1.
        line: usize,
        /// Name of the cell's column.
        column: String,
        /// Text that the cell holds.
        found: String,
    },
    /// A row has another number of cells than the header.
    #[error(
        "line {line}: the number of cells ({found}) must equal the number of columns in the first row ({wanted})"
    )]
    Row {
        /// Line of the row, from 1.
        line: usize,
        /// Number of cells in the row.
        found: usize,
        /// Number of columns in the header.
        wanted: usize,
    },
    /// A row has no time.
    #[error("line {line}: the time is missing; every row needs a time")]
    NoTime {
        /// Line of the row, from 1.
        line: usize,
    },
    /// The time of a row is less than the time of the row before.
    #[error("line {line}: the time is less than in the row before; times must not decrease")]
    Backwards {
        /// Line of the row, from 1.
        line: usize,
    },
    /// The time of a row is more than a day after the first row.
    #[error("line {line}: the time is more than {A_DAY} s after the first row; a log has at most one day")]
    TooLate {
        /// Line of the row, from 1.
        line: usize,
    },
    /// A quote in a row is not closed.
    #[error("line {line}: a quotation mark is not closed in the same line")]
    Quote {
        /// Line of the row, from 1.
        line: usize,
    },
}

fn column_problem(name: &str) -> String {
    if name.is_empty() {
        "a column has no name".to_owned()
    } else {
        format!("two columns are called `{name}`")
    }
}

/// A sensor log, read from its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Names of all columns except the time column.
    pub columns: Vec<String>,
    /// Time \[s\], column index and value of every non-empty cell, in order of time.
    pub cells: Vec<(f64, usize, f64)>,
    /// Time of the last row \[s\].
    pub seconds: f64,
}

impl Log {
    /// Returns the log as messages for a dispatcher at `rate` \[Hz\], each at the nearest sample.
    pub fn messages(&self, rate: f64) -> impl Iterator<Item = Message> {
        self.cells.iter().map(move |&(seconds, column, value)| {
            let name = self.columns.get(column).cloned();
            Message {
                scored: false,
                at: (seconds * rate).round() as u64,
                kind: MessageKind::Control { source: Source::Sensor(name.unwrap_or_default()), value },
                from: None,
            }
        })
    }
}

/// Reads a log from its text.
///
/// # Errors
/// Returns the first error, with its line and its column.
pub fn read(text: &str) -> Result<Log, LogError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(LogError::TooMuch { count: text.len(), what: "bytes", most: MAX_FILE_BYTES });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate();
    let mut rows = lines
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let (line, names) = rows.next().ok_or(LogError::Empty)?;
    let separator = separator(names);
    let names = cells(names, separator, line)?;
    if names.len() > MAX_COLUMNS {
        return Err(LogError::TooMuch { count: names.len(), what: "columns", most: MAX_COLUMNS });
    }
    for (index, name) in names.iter().enumerate() {
        if name.is_empty() || names.iter().take(index).any(|other| other == name) {
            let name = excerpt(name);
            return Err(LogError::Column { line, name });
        }
    }
    let found = names.iter().enumerate();
    let mut found = found.filter_map(|(index, name)| Some((index, unit_of(name)?)));
    let (time, unit) = found.next().ok_or_else(|| LogError::Timeless { known: names.clone() })?;
    let mut reading = Reading { log: Log::default(), names, time, unit, zero: None };
    for (line, row) in rows {
        reading.row(line, &cells(row, separator, line)?)?;
    }
    let Reading { mut log, mut names, .. } = reading;
    names.remove(time);
    log.columns = names;
    Ok(log)
}

struct Reading {
    log: Log,
    names: Vec<String>,
    time: usize,
    /// Duration of one unit of the time column \[s\]: 1 for seconds, 0.001 for milliseconds.
    unit: f64,
    /// Time in the file that counts as 0 \[s\]; `None` before the first row.
    zero: Option<f64>,
}

impl Reading {
    fn row(&mut self, line: usize, row: &[String]) -> Result<(), LogError> {
        if row.len() != self.names.len() {
            return Err(LogError::Row { line, found: row.len(), wanted: self.names.len() });
        }
        let number = |column: usize| -> Result<Option<f64>, LogError> {
            let cell = row.get(column).map_or("", String::as_str);
            if cell.is_empty() || cell.eq_ignore_ascii_case("nan") {
                return Ok(None);
            }
            let value = cell.parse().ok().filter(|value: &f64| value.is_finite());
            value.map(Some).ok_or_else(|| LogError::Cell {
                line,
                column: self.names.get(column).cloned().unwrap_or_default(),
                found: excerpt(cell),
            })
        };
        let seconds = number(self.time)?.map(|time| time * self.unit);
        let seconds = seconds.ok_or(LogError::NoTime { line })?;
        let near = (0.0..=LATEST).contains(&seconds);
        let zero = *self.zero.get_or_insert(if near { 0.0 } else { seconds });
        let seconds = seconds - zero;
        if seconds < self.log.seconds {
            return Err(LogError::Backwards { line });
        }
        if seconds > A_DAY {
            return Err(LogError::TooLate { line });
        }
        self.log.seconds = seconds;
        for column in 0..self.names.len() {
            if column == self.time {
                continue;
            }
            if let Some(value) = number(column)? {
                // The time column is not among the columns of the log.
                let place = column - usize::from(column > self.time);
                self.log.cells.push((seconds, place, value));
            }
        }
        Ok(())
    }
}

/// Returns the duration of one unit \[s\] if `name` is that of a time column, else `None`.
fn unit_of(name: &str) -> Option<f64> {
    let name = name.to_lowercase();
    let (name, unit) = match (name.strip_suffix("_ms"), name.strip_suffix("_s")) {
        (Some(name), _) => (name, 1e-3),
        (_, Some(name)) => (name, 1.0),
        _ => (name.as_str(), 1.0),
    };
    TIMES.contains(&name).then_some(unit)
}

/// Returns the separator of the header row: that which occurs most often.
fn separator(names: &str) -> char {
    let count = |separator: char| names.chars().filter(|character| *character == separator).count();
    let mut best = ',';
    for other in [';', '\t'] {
        if count(other) > count(best) {
            best = other;
        }
    }
    best
}

/// Returns the cells of a row, without surrounding spaces and quotes.
fn cells(row: &str, separator: char, line: usize) -> Result<Vec<String>, LogError> {
    let mut cells = Vec::new();
    let mut rest = row;
    loop {
        let trimmed = rest.trim_start_matches([' ', '\u{a0}']);
        let (cell, after) = if let Some(quoted) = trimmed.strip_prefix('"') {
            let (cell, after) = unquoted(quoted).ok_or(LogError::Quote { line })?;
            // Text between a closing quote and the next separator is ignored.
            (cell, after.split_once(separator).map(|(_, rest)| rest))
        } else {
            match trimmed.split_once(separator) {
                Some((cell, after)) => (cell.trim().to_owned(), Some(after)),
                None => (trimmed.trim().to_owned(), None),
            }
        };
        cells.push(cell);
        // One cell more than the limit is enough to detect the excess.
        match after {
            Some(after) if cells.len() <= MAX_COLUMNS => rest = after,
            _ => return Ok(cells),
        }
    }
}

/// Splits a text at its closing quote into the quoted part and the rest; two quotes in a row stand for one.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut cell = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        cell.push_str(before);
        match after.strip_prefix('"') {
            Some(after) => {
                cell.push('"');
                rest = after;
            }
            None => return Some((cell.trim().to_owned(), after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_becomes_its_cells_at_their_times() {
        let log =
            read("# shaken\ntime_ms, x, \"z, up\"\n0, 1, 9.8\n\n10,,\"9.9\"\n 20 , nan, -1e-3\n").unwrap();
        assert_eq!(log.columns, ["x", "z, up"]);
        assert_eq!(log.cells, [(0.0, 0, 1.0), (0.0, 1, 9.8), (0.01, 1, 9.9), (0.02, 1, -1e-3)]);
        assert_eq!(log.messages(48_000.0).last().unwrap().at, 960);
    }

    #[test]
    fn semicolons_tabs_and_calendars_are_understood() {
        let log = read("x;timestamp\r\n1;1700000000.5\r\n2;1700000001\r\n").unwrap();
        assert_eq!(log.cells, [(0.0, 0, 1.0), (0.5, 0, 2.0)]);
        let log = read("T\tx\n1\t2\n").unwrap();
        assert_eq!(log.cells, [(1.0, 0, 2.0)]);
    }

    #[test]
    fn a_log_before_zero_or_after_a_minute_counts_from_its_first_row() {
        let times = |first: &str, second: &str| {
            let log = read(&format!("time,x\n{first},1\n{second},2\n"));
            let log = log.unwrap_or_else(|why| panic!("{first}, {second}: {why}"));
            let times: Vec<f64> = log.cells.iter().map(|(time, ..)| *time).collect();
            (times, log.seconds)
        };
        for (first, second, wanted) in [
            // Half past twelve, before the trigger, an uptime, a date before 1970.
            ("45000", "45000.5", [0.0, 0.5]),
            ("-0.5", "0.25", [0.0, 0.75]),
            ("-0.5", "-0.25", [0.0, 0.25]),
            ("60.5", "61", [0.0, 0.5]),
            ("-1700000000", "-1699999999", [0.0, 1.0]),
            // These logs begin after a wait and keep their times.
            ("60", "61", [60.0, 61.0]),
            ("-0.0", "1", [0.0, 1.0]),
            ("3", "100", [3.0, 100.0]),
        ] {
            let (all, seconds) = times(first, second);
            assert_eq!(all, wanted, "{first}, {second}");
            assert_eq!(seconds, wanted[1], "{first}, {second}");
        }
        // Milliseconds have become seconds.
        let log = read("time_ms,x\n45000000,1\n45000010,2\n").unwrap();
        assert_eq!(log.messages(48_000.0).last().unwrap().at, 480);
        let log = read("time_ms,x\n45000,1\n").unwrap();
        assert_eq!(log.cells, [(45.0, 0, 1.0)]);
    }

    #[test]
    fn errors_name_their_line_and_column() {
        for (text, says) in [
            ("", "first row"),
            ("# only a comment", "first row"),
            ("x,y\n1,2", "no time column"),
            ("time,x,x\n", "line 1: two columns are called `x`"),
            ("time,,x\n", "line 1: a column has no name"),
            ("time,x\n0,1\n1,abc\n", "line 3, column `x`: `abc`"),
            ("time,x\n0,1\n1,inf\n", "line 3, column `x`"),
            ("time,x\n1,1\n0.5,1\n", "line 3: the time is less"),
            ("time,x\n,1\n", "line 2: the time is missing"),
            ("time,x\n-1,1\n-2,1\n", "line 3: the time is less"),
            ("time,x\n0,1,2\n", "line 2: the number of cells (3)"),
            ("time,x\n0,\"1\n", "line 2: a quotation mark"),
            ("time,x\n0,1\n1e9,2\n", "line 3: the time is more than 86400 s"),
        ] {
            let refused = read(text).unwrap_err().to_string();
            assert!(refused.contains(says), "{text:?}: {refused}");
        }
    }

    #[test]
    fn random_tables_are_read_or_rejected() {
        let messages: Vec<char> = "time,x;\t\"\n#0123456789.-eé\u{feff}nan ".chars().collect();
        let mut state = 7_u64;
        let mut read_well = 0;
        for _ in 0..20_000 {
            let mut text = "time,x\n".to_owned();
            for _ in 0..3 + state % 8 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                text.push(messages[(state >> 33) as usize % messages.len()]);
            }
            match read(&text) {
                Ok(log) => read_well += log.cells.len(),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
        }
        assert!(read_well > 10, "{read_well} cells");
    }
}
