//! Logs of sensors: a table as most programs write it becomes letters, one for every cell. Played offline or
//! in real time, they are the same letters.
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
//! | first row   | the names of the columns; `,`, `;` or tabs between them, whichever there is most of                           |
//! | time        | the column `time`, `t` or `timestamp`, in seconds, or in milliseconds with `_ms` behind its name; never backwards |
//! | a cell      | a number with a decimal point; nothing, or `nan`, is no change; quotes may be around it                       |
//! | `#`         | a comment up to the end of the line, at its beginning                                                         |
//!
//! What begins before 0 or later than a minute ([`LATEST`]) is a time of day, of a calendar or of a device
//! that was switched on long ago: it is counted from the first row. What begins within the first minute waits
//! until then.

use crate::dispatcher::{Message, MessageKind};
use crate::mapping::Source;
use foley_params::words::{excerpt, list};
use thiserror::Error;

/// Longest log that is read \[bytes\].
pub const LONGEST: usize = 256 << 20;
/// Most columns.
pub const MAX_COLUMNS: usize = 256;
/// Latest first row whose time is counted from 0 \[s\]: somebody may have waited so long before he moved
/// anything. What begins later has a zero of its own.
pub const LATEST: f64 = 60.0;
/// Longest time from the first row to the last \[s\].
const A_DAY: f64 = 86_400.0;
/// What a column of time may be called, before `_ms`.
const TIMES: [&str; 3] = ["time", "t", "timestamp"];

/// What is wrong with a log, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogError {
    /// Too much of it.
    #[error("the log has {count} {what}, and at most {most} are read")]
    TooMuch {
        /// How many.
        count: usize,
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// It has no first row.
    #[error("the log is empty; its first row has the names of its columns, as in `time,accel_x`")]
    Empty,
    /// No column says when.
    #[error(
        "the log has no column of time: one must be called `time`, `t` or `timestamp` (seconds), or `time_ms` (milliseconds); there are {}",
        list(known, "and")
    )]
    Timeless {
        /// The columns there are.
        known: Vec<String>,
    },
    /// Two columns of one name, or one without.
    #[error(
        "line {line}: the column `{name}` is there twice, or has no name; every column needs a name of its own"
    )]
    Column {
        /// The row of names.
        line: usize,
        /// Which.
        name: String,
    },
    /// A cell that is no number.
    #[error(
        "line {line}, column `{column}`: `{found}` is no number; write it with a decimal point, or leave the cell empty for no change"
    )]
    Cell {
        /// Which line, from 1.
        line: usize,
        /// Which column.
        column: String,
        /// What stands there.
        found: String,
    },
    /// A row with other columns than the first.
    #[error("line {line}: {found} cells, and the first row has {wanted}")]
    Row {
        /// Which line, from 1.
        line: usize,
        /// How many cells it has.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Time that goes backwards, or is missing.
    #[error(
        "line {line}: the time must be there, and not be less than in the row before, nor more than {A_DAY} s after the first"
    )]
    Backwards {
        /// Which line, from 1.
        line: usize,
    },
    /// A quote that does not end.
    #[error("line {line}: a quote begins here that does not end in the same line")]
    Quote {
        /// Which line, from 1.
        line: usize,
    },
}

/// What sensors said, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// The columns without that of time.
    pub columns: Vec<String>,
    /// Seconds, column and value of every cell, in the order of time.
    pub cells: Vec<(f64, usize, f64)>,
    /// When the last row was \[s\].
    pub seconds: f64,
}

impl Log {
    /// As letters for a desk at a rate \[Hz\], each at the sample nearest to its time.
    pub fn messages(&self, rate: f64) -> impl Iterator<Item = Message> {
        self.cells.iter().map(move |&(seconds, column, value)| {
            let name = self.columns.get(column).cloned();
            Message {
                at: (seconds * rate).round() as u64,
                kind: MessageKind::Control { source: Source::Sensor(name.unwrap_or_default()), value },
                from: None,
            }
        })
    }
}

/// A log from its text.
///
/// # Errors
/// With the first thing that is wrong, its line and its column.
pub fn read(text: &str) -> Result<Log, LogError> {
    if text.len() > LONGEST {
        return Err(LogError::TooMuch { count: text.len(), what: "bytes", most: LONGEST });
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
    /// Of the column of time \[s\].
    unit: f64,
    /// Which time is 0 \[s\].
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
        let seconds = seconds.ok_or(LogError::Backwards { line })?;
        let near = (0.0..=LATEST).contains(&seconds);
        let zero = *self.zero.get_or_insert(if near { 0.0 } else { seconds });
        let seconds = seconds - zero;
        if seconds < self.log.seconds || seconds > A_DAY {
            return Err(LogError::Backwards { line });
        }
        self.log.seconds = seconds;
        for column in 0..self.names.len() {
            if column == self.time {
                continue;
            }
            if let Some(value) = number(column)? {
                // The column of time is not counted.
                let place = column - usize::from(column > self.time);
                self.log.cells.push((seconds, place, value));
            }
        }
        Ok(())
    }
}

/// Seconds of one unit, if this is the name of a column of time.
fn unit_of(name: &str) -> Option<f64> {
    let name = name.to_lowercase();
    let (name, unit) = match (name.strip_suffix("_ms"), name.strip_suffix("_s")) {
        (Some(name), _) => (name, 1e-3),
        (_, Some(name)) => (name, 1.0),
        _ => (name.as_str(), 1.0),
    };
    TIMES.contains(&name).then_some(unit)
}

/// What is between the cells: whichever there is most of.
fn separator(names: &str) -> char {
    let count = |separator: char| names.chars().filter(|it| *it == separator).count();
    let mut best = ',';
    for other in [';', '\t'] {
        if count(other) > count(best) {
            best = other;
        }
    }
    best
}

/// The cells of a row, without spaces and quotes around them.
fn cells(row: &str, separator: char, line: usize) -> Result<Vec<String>, LogError> {
    let mut cells = Vec::new();
    let mut rest = row;
    loop {
        let trimmed = rest.trim_start_matches([' ', '\u{a0}']);
        let (cell, after) = if let Some(quoted) = trimmed.strip_prefix('"') {
            let (cell, after) = unquoted(quoted).ok_or(LogError::Quote { line })?;
            // Whatever stands between a quote and the next separator belongs to nobody.
            (cell, after.split_once(separator).map(|(_, rest)| rest))
        } else {
            match trimmed.split_once(separator) {
                Some((cell, after)) => (cell.trim().to_owned(), Some(after)),
                None => (trimmed.trim().to_owned(), None),
            }
        };
        cells.push(cell);
        // One more than there may be is enough to know.
        match after {
            Some(after) if cells.len() <= MAX_COLUMNS => rest = after,
            _ => return Ok(cells),
        }
    }
}

/// What stands up to the closing quote, and what comes after it; two quotes are one.
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
    fn what_begins_before_zero_or_after_a_minute_is_counted_from_its_first_row() {
        let times = |first: &str, second: &str| {
            let log = read(&format!("time,x\n{first},1\n{second},2\n"));
            let log = log.unwrap_or_else(|why| panic!("{first}, {second}: {why}"));
            let times: Vec<f64> = log.cells.iter().map(|(time, ..)| *time).collect();
            (times, log.seconds)
        };
        for (first, second, wanted) in [
            // Half past twelve, before the trigger, an uptime, a calendar before 1970.
            ("45000", "45000.5", [0.0, 0.5]),
            ("-0.5", "0.25", [0.0, 0.75]),
            ("-0.5", "-0.25", [0.0, 0.25]),
            ("60.5", "61", [0.0, 0.5]),
            ("-1700000000", "-1699999999", [0.0, 1.0]),
            // These have waited.
            ("60", "61", [60.0, 61.0]),
            ("-0.0", "1", [0.0, 1.0]),
            ("3", "100", [3.0, 100.0]),
        ] {
            let (all, seconds) = times(first, second);
            assert_eq!(all, wanted, "{first}, {second}");
            assert_eq!(seconds, wanted[1], "{first}, {second}");
        }
        // Milliseconds are seconds by then.
        let log = read("time_ms,x\n45000000,1\n45000010,2\n").unwrap();
        assert_eq!(log.messages(48_000.0).last().unwrap().at, 480);
        let log = read("time_ms,x\n45000,1\n").unwrap();
        assert_eq!(log.cells, [(45.0, 0, 1.0)]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_column() {
        for (text, says) in [
            ("", "first row"),
            ("# only a comment", "first row"),
            ("x,y\n1,2", "no column of time"),
            ("time,x,x\n", "twice"),
            ("time,x\n0,1\n1,abc\n", "line 3, column `x`: `abc`"),
            ("time,x\n0,1\n1,inf\n", "line 3, column `x`"),
            ("time,x\n1,1\n0.5,1\n", "line 3: the time"),
            ("time,x\n,1\n", "line 2: the time"),
            ("time,x\n-1,1\n-2,1\n", "line 3: the time"),
            ("time,x\n0,1,2\n", "line 2: 3 cells"),
            ("time,x\n0,\"1\n", "line 2: a quote"),
            ("time,x\n0,1\n1e9,2\n", "line 3: the time"),
        ] {
            let refused = read(text).unwrap_err().to_string();
            assert!(refused.contains(says), "{text:?}: {refused}");
        }
    }

    #[test]
    fn random_tables_are_read_or_refused() {
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
