//! What happens at its time: scored letters are told ahead of it, and what the engine has spent is collected.

use super::{Counts, Letters, Shared, lock};
use crate::desk::Outcome;
use crate::recorder::Recorder;
use crate::{Clock, Desk};
use std::iter::Peekable;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often the timer looks.
const EVERY: Duration = Duration::from_millis(2);
/// How often it collects what the engine has spent, in looks.
const COLLECTED: u64 = 10;

/// Lays scored letters on the desk whose time comes soon, and deals with what is due.
pub(super) fn feed(
    desk: &mut Desk,
    letters: &mut Peekable<Letters>,
    now: u64,
    counts: &mut Counts,
) -> Vec<Outcome> {
    let soon = now.saturating_add(desk.ahead());
    let rendered = desk.world.controls.now();
    let mut refused = Vec::new();
    while let Some(letter) = letters.next_if(|letter| letter.at < soon) {
        counts.letters += 1;
        counts.late += u64::from(letter.at < rendered);
        if let Err(why) = desk.take(letter) {
            refused.push(Outcome { address: String::new(), from: None, result: Err(why) });
        }
    }
    let mut outcomes = desk.go_on(now);
    outcomes.append(&mut refused);
    counts.note(&outcomes);
    outcomes
}

/// What the timer does until it is stopped.
pub(super) fn look_after(
    desk: &Mutex<Desk>,
    clock: &Clock,
    shared: &Shared,
    recorder: &Recorder,
    osc: Option<&Arc<crate::osc::Server>>,
    mut letters: Peekable<Letters>,
) {
    let mut turn = 0_u64;
    while !shared.stop.load(Ordering::Relaxed) {
        let mut counts = lock(&shared.counts);
        let mut desk = lock(desk);
        // A device that does not keep time may be ahead of its clock.
        let now = clock.now().max(desk.world.controls.now());
        let outcomes = feed(&mut desk, &mut letters, now, &mut counts);
        if letters.peek().is_none() {
            shared.coming.store(0, Ordering::Relaxed);
        }
        if turn.is_multiple_of(COLLECTED) {
            counts.note_reports(&desk.world.controls.collect());
        }
        let taps = desk.world.controls.new_taps();
        drop(desk);
        drop(counts);
        recorder.adopt(taps);
        if let Some(osc) = osc {
            osc.answer(&outcomes);
        }
        turn += 1;
        std::thread::park_timeout(EVERY);
    }
}
