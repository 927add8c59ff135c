//! Measures all subjects in rounds and keeps the shortest time of each.
//!
//! Other load on the machine only adds time, for a while. Subjects measured one after the other would not be
//! comparable; in rounds, every subject also runs while the machine is quiet.

use super::Timed;
use foley_lab::speed::Subject;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Target duration of one measurement: far longer than the clock's resolution, far shorter than bursts of
/// other load.
const TURN: Duration = Duration::from_micros(500);

/// Maximum number of repetitions in one measurement, in case the clock does not advance.
const MOST: u32 = 1 << 20;

/// A subject that is ready to be measured, with the shortest time so far.
struct Running {
    repeat: Box<dyn FnMut()>,
    /// Repetitions of the subject in one measurement.
    repetitions: u32,
    /// Shortest time of one repetition so far \[ns\].
    best: f64,
}

impl Running {
    fn new(subject: &Subject) -> Self {
        let mut running = Self { repeat: (subject.prepare)(), repetitions: 1, best: f64::INFINITY };
        // Warms up and doubles the repetitions until one measurement is long enough.
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

/// Measures all subjects in rounds for `time`, at least one round, and returns their shortest times.
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
