//! Progress of many things made at once: a bar for people, a line each for logs.

use crate::output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// How far it has come, on the error stream.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    watched: bool,
}

impl Progress {
    /// Of so many things.
    pub(crate) fn of(count: usize) -> Self {
        let watched = std::io::stderr().is_terminal();
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len}  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar =
            if watched { ProgressBar::new(count as u64).with_style(style) } else { ProgressBar::hidden() };
        Self { bar, watched }
    }

    /// One of them is made.
    pub(crate) fn made(&self, name: &'static str) {
        if !self.watched {
            output::aside(&format!("made {name}"));
        }
        self.bar.set_message(name);
        self.bar.inc(1);
    }

    /// All of them are.
    pub(crate) fn over(&self) {
        self.bar.finish_and_clear();
    }
}
