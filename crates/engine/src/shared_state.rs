//! State that both ends of the engine read at any time, without a lock: each number is its own atomic.

use crate::Capacity;
use crate::message::{Command, Report};
use crate::meter::SharedMeter;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// State shared by both ends.
#[derive(Debug)]
pub(crate) struct SharedState {
    pub(crate) meters: Vec<SharedMeter>,
    pub(crate) master: Vec<SharedMeter>,
    /// First sample of the next block.
    pub(crate) now: AtomicU64,
    /// Commands of each kind that are queued or scheduled.
    voices: AtomicUsize,
    retargets: AtomicUsize,
    others: AtomicUsize,
    /// For every slot the voice that produced a non-finite sample, by its birth; 0 for none. A full report
    /// queue cannot lose it.
    failed: Vec<AtomicU64>,
    pub(crate) deadline_missed: OverloadCount,
    pub(crate) skipped: OverloadCount,
    /// Reports dropped because the queue was full.
    pub(crate) reports_dropped: AtomicU64,
}

/// Sounds affected by lack of time, and the blocks in which they were.
#[derive(Debug, Default)]
pub(crate) struct OverloadCount {
    blocks: AtomicU64,
    sounds: AtomicU64,
}

impl OverloadCount {
    /// Counts `sounds` in one block. Real-time: yes.
    pub(crate) fn note(&self, sounds: u64) {
        if sounds > 0 {
            self.blocks.fetch_add(1, Ordering::Relaxed);
            self.sounds.fetch_add(sounds, Ordering::Relaxed);
        }
    }

    /// Takes the blocks and sounds counted since the last call; none if there were none.
    fn take(&self) -> Option<(u64, u64)> {
        let taken = |counter: &AtomicU64| counter.swap(0, Ordering::Relaxed);
        Some((taken(&self.blocks), taken(&self.sounds))).filter(|(blocks, _)| *blocks > 0)
    }
}

impl SharedState {
    pub(crate) fn new(capacity: Capacity) -> Self {
        let meters = |count: usize| (0..count).map(|_| SharedMeter::default()).collect();
        Self {
            meters: meters(capacity.instances),
            master: meters(capacity.channels.max(1)),
            now: 0.into(),
            voices: 0.into(),
            retargets: 0.into(),
            others: 0.into(),
            failed: (0..capacity.instances).map(|_| 0.into()).collect(),
            deadline_missed: OverloadCount::default(),
            skipped: OverloadCount::default(),
            reports_dropped: 0.into(),
        }
    }

    /// The counter of pending commands of that kind. Real-time: yes.
    pub(crate) fn pending_of_kind(&self, command: &Command) -> &AtomicUsize {
        match command {
            Command::Put { .. } => &self.voices,
            Command::Event { kind: foley_sound::EventKind::Retarget { .. }, .. } => &self.retargets,
            _ => &self.others,
        }
    }

    /// Number of retargets that are queued or scheduled.
    pub(crate) fn pending_retargets(&self) -> usize {
        self.retargets.load(Ordering::Relaxed)
    }

    /// Number of commands that are queued or scheduled.
    pub(crate) fn pending_commands(&self) -> usize {
        let kinds = [&self.voices, &self.retargets, &self.others];
        kinds.iter().map(|pending_of_kind| pending_of_kind.load(Ordering::Relaxed)).sum()
    }

    /// Notes that the voice in a slot produced a non-finite sample. Real-time: yes.
    pub(crate) fn note_failure(&self, slot: usize, birth: u64) {
        if let Some(failed) = self.failed.get(slot) {
            failed.store(birth, Ordering::Release);
        }
    }

    /// Takes the slots with failed voices, and the births of these.
    pub(crate) fn take_failed(&self) -> impl Iterator<Item = (usize, u64)> {
        let taken = |counter: &AtomicU64| counter.swap(0, Ordering::Acquire);
        let all = self.failed.iter().map(taken).enumerate();
        all.filter(|(_, birth)| *birth > 0)
    }

    /// Reports made from counters.
    pub(crate) fn counted_reports(&self) -> impl Iterator<Item = Report> {
        let deadline_missed = self.deadline_missed.take();
        let skipped = self.skipped.take();
        let reports = self.reports_dropped.swap(0, Ordering::Relaxed);
        let deadline_missed =
            deadline_missed.map(|(blocks, sounds)| Report::DeadlineMissed { blocks, sounds });
        let skipped = skipped.map(|(blocks, sounds)| Report::Skipped { blocks, sounds });
        let reports_dropped = (reports > 0).then_some(Report::ReportsDropped { reports });
        [deadline_missed, skipped, reports_dropped].into_iter().flatten()
    }
}
