//! Shows progress on the error stream: bars on a terminal, lines in a log.

use crate::output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// Shortest render for which a progress bar is shown \[frames\].
const MIN_FRAMES: usize = 48_000;

/// Progress of a task with several items.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    terminal: bool,
}

impl Progress {
    /// Starts a progress bar for `count` items.
    pub(crate) fn new(count: usize) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len}  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar =
            if terminal { ProgressBar::new(count as u64).with_style(style) } else { ProgressBar::hidden() };
        Self { bar, terminal }
    }

    /// Counts a finished item and shows its name.
    pub(crate) fn done(&self, name: &'static str) {
        if !self.terminal {
            output::aside(&format!("finished {name}"));
        }
        self.bar.set_message(name);
        self.bar.inc(1);
    }

    /// Removes the progress bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a progress bar over frames, hidden for short renders, unknown durations and logs.
pub(crate) fn frame_bar(frames: Option<usize>) -> ProgressBar {
    let Some(frames) = frames.filter(|&frames| frames >= MIN_FRAMES) else {
        return ProgressBar::hidden();
    };
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:32} {percent} %  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(frames as u64).with_style(style)
}
