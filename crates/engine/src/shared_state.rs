//! What both ends see at any time, without a lock: each number is an atomic of its own.

use crate::Capacity;
use crate::message::{Command, Report};
use crate::meter::SharedMeter;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What both ends see.
#[derive(Debug)]
pub(crate) struct SharedState {
    pub(crate) meters: Vec<SharedMeter>,
    pub(crate) master: Vec<SharedMeter>,
    /// Samples rendered.
    pub(crate) now: AtomicU64,
    /// Commands of a kind that are on their way or wait for their time.
    voices: AtomicUsize,
    retargets: AtomicUsize,
    others: AtomicUsize,
    /// For every place the voice in it that lost its numbers, by its birth; 0 for none. No queue that is full
    /// can lose that.
    failed: Vec<AtomicU64>,
    pub(crate) deadline_missed: OverloadCount,
    pub(crate) skipped: OverloadCount,
    /// Reports for which there was no room.
    pub(crate) reports_dropped: AtomicU64,
}

/// Sounds that had to suffer for want of time, and the blocks in which they did.
#[derive(Debug, Default)]
pub(crate) struct OverloadCount {
    blocks: AtomicU64,
    sounds: AtomicU64,
}

impl OverloadCount {
    /// So many sounds in a block. Real-time: yes.
    pub(crate) fn note(&self, sounds: u64) {
        if sounds > 0 {
            self.blocks.fetch_add(1, Ordering::Relaxed);
            self.sounds.fetch_add(sounds, Ordering::Relaxed);
        }
    }

    /// Blocks and sounds since one last asked, if there were any.
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

    /// How many commands of its kind are on their way or wait for their time. Real-time: yes.
    pub(crate) fn pending_of_kind(&self, command: &Command) -> &AtomicUsize {
        match command {
            Command::Put { .. } => &self.voices,
            Command::Event { kind: foley_sound::EventKind::Retarget { .. }, .. } => &self.retargets,
            _ => &self.others,
        }
    }

    /// How many bodies that sounds are to become.
    pub(crate) fn pending_retargets(&self) -> usize {
        self.retargets.load(Ordering::Relaxed)
    }

    /// How many commands of any kind.
    pub(crate) fn pending_commands(&self) -> usize {
        let kinds = [&self.voices, &self.retargets, &self.others];
        kinds.iter().map(|pending_of_kind| pending_of_kind.load(Ordering::Relaxed)).sum()
    }

    /// The voice in a place lost its numbers. Real-time: yes.
    pub(crate) fn note_failure(&self, slot: usize, birth: u64) {
        if let Some(failed) = self.failed.get(slot) {
            failed.store(birth, Ordering::Release);
        }
    }

    /// Places whose voices lost their numbers since one last asked, with the births of these.
    pub(crate) fn take_failed(&self) -> impl Iterator<Item = (usize, u64)> {
        let taken = |counter: &AtomicU64| counter.swap(0, Ordering::Acquire);
        let all = self.failed.iter().map(taken).enumerate();
        all.filter(|(_, birth)| *birth > 0)
    }

    /// What else there is to say that was only counted.
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
