//! The timer thread: dispatches scored messages ahead of their time and collects reports of the engine.

use super::{Counts, Messages, SessionState, lock};
use crate::dispatcher::Outcome;
use crate::{Clock, Dispatcher};
use foley_audio::recorder::Recorder;
use std::iter::Peekable;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Interval at which the timer thread dispatches messages.
const EVERY: Duration = Duration::from_millis(2);
/// Number of timer intervals between two collections of the engine's reports.
const COLLECTED: u64 = 10;

/// Queues scored messages that are due soon, dispatches all messages that are due and returns their outcomes.
pub(super) fn feed(
    dispatcher: &mut Dispatcher,
    messages: &mut Peekable<Messages>,
    now: u64,
    counts: &mut Counts,
) -> Vec<Outcome> {
    let soon = now.saturating_add(dispatcher.ahead());
    let rendered = dispatcher.address_space.controls.now();
    let mut refused = Vec::new();
    while let Some(message) = messages.next_if(|message| message.at < soon) {
        counts.scored += 1;
        counts.late += u64::from(message.at < rendered);
        if let Err(why) = dispatcher.queue(message) {
            refused.push(Outcome { address: String::new(), from: None, result: Err(why) });
        }
    }
    let mut outcomes = dispatcher.dispatch_due(now);
    outcomes.append(&mut refused);
    counts.note(&outcomes);
    outcomes
}

/// Runs the timer thread until the session stops.
pub(super) fn run_timer(
    dispatcher: &Mutex<Dispatcher>,
    clock: &Clock,
    shared: &SessionState,
    recorder: &Recorder,
    osc: Option<&Arc<crate::osc::Server>>,
    mut messages: Peekable<Messages>,
) {
    let mut turn = 0_u64;
    while !shared.stop.load(Ordering::Relaxed) {
        let mut counts = lock(&shared.counts);
        let mut dispatcher = lock(dispatcher);
        // A device that does not keep time may be ahead of its clock.
        let now = clock.now().max(dispatcher.address_space.controls.now());
        let outcomes = feed(&mut dispatcher, &mut messages, now, &mut counts);
        if messages.peek().is_none() {
            shared.coming.store(0, Ordering::Relaxed);
        }
        if turn.is_multiple_of(COLLECTED) {
            counts.note_reports(&dispatcher.address_space.controls.collect());
        }
        let taps = dispatcher.address_space.controls.new_taps();
        drop(dispatcher);
        drop(counts);
        recorder.adopt(taps);
        if let Some(osc) = osc {
            osc.answer(&outcomes);
        }
        turn += 1;
        std::thread::park_timeout(EVERY);
    }
}
