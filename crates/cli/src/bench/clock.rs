//! Round after round over all subjects, the least of each kept.
//!
//! A machine that does other things as well only ever adds time, and adds it for a while: subjects measured
//! one after the other would not be comparable. Turn by turn, each of them meets the quiet moments.

use super::Timed;
use foley_lab::speed::Subject;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How long one measurement of a subject should take: far longer than the clock's step, far shorter than the
/// machine's other business.
const TURN: Duration = Duration::from_micros(500);

/// Most repetitions in a turn, should the clock stand still.
const MOST: u32 = 1 << 20;

/// A subject that is set up.
struct Running {
    repeat: Box<dyn FnMut()>,
    /// In a turn.
    repetitions: u32,
    /// Least time of a repetition \[ns\].
    best: f64,
}

impl Running {
    fn new(subject: &Subject) -> Self {
        let mut running = Self { repeat: (subject.prepare)(), repetitions: 1, best: f64::INFINITY };
        // Warm, and long enough to be measured.
        while running.turn() < TURN && running.repetitions < MOST {
            running.repetitions *= 2;
        }
        running.best = f64::INFINITY;
        running
    }

    fn turn(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repetitions {
            (self.repeat)();
        }
        let time = start.elapsed();
        let each = 1e9 * time.as_secs_f64() / f64::from(self.repetitions);
        self.best = self.best.min(each);
        time
    }
}

/// Measures all of them for some time, at least one round.
pub(super) fn measure(subjects: &[Subject], time: Duration) -> Vec<Timed> {
    let bar = bar(subjects.len() as u64);
    let mut running = Vec::new();
    for subject in subjects {
        bar.set_message(format!("setting up {}", subject.name));
        running.push(Running::new(subject));
        bar.inc(1);
    }
    let whole = time.as_millis().max(1) as u64;
    bar.set_length(whole);
    bar.set_message("measuring");
    let start = Instant::now();
    loop {
        for one in &mut running {
            one.turn();
        }
        let spent = start.elapsed();
        bar.set_position(whole.min(spent.as_millis() as u64));
        if spent >= time {
            break;
        }
    }
    bar.finish_and_clear();
    let best = running.iter().map(|one| one.best);
    subjects.iter().copied().zip(best).collect()
}

fn bar(length: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:32}  {msg}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
