//! State that both ends of the engine read at any time, without a lock: each number is its own atomic.

use crate::message::{Command, Report};
use crate::meter::SharedMeter;
use crate::{Capacity, SoundId};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// State that the control end and the audio end share.
#[derive(Debug)]
pub(crate) struct SharedState {
    pub(crate) meters: Vec<SharedMeter>,
    pub(crate) master: Vec<SharedMeter>,
    /// First sample of the next block to be rendered.
    pub(crate) now: AtomicU64,
    /// Number of commands with a new voice that are queued or scheduled.
    voices: AtomicUsize,
    /// Number of commands with a retarget that are queued or scheduled.
    retargets: AtomicUsize,
    /// Number of commands with a place that are queued or scheduled.
    places: AtomicUsize,
    /// Whether the place of the mix sounds on by itself.
    pub(crate) place_sounds: AtomicBool,
    /// Number of other commands that are queued or scheduled.
    others: AtomicUsize,
    /// Failure of the voice in every slot. Kept here so that a full report queue cannot lose it.
    failed: Vec<Failure>,
    pub(crate) deadline_missed: OverloadCount,
    pub(crate) skipped: OverloadCount,
    /// Number of reports that were dropped because the report queue was full.
    pub(crate) reports_dropped: AtomicU64,
}

/// A voice that produced a non-finite sample.
#[derive(Debug, Default)]
struct Failure {
    /// Number of the voice; 0 if no voice has failed.
    birth: AtomicU64,
    /// Number of the voice's sound.
    number: AtomicU64,
}

/// Counts sounds affected by lack of time, and the blocks in which they were affected.
#[derive(Debug, Default)]
pub(crate) struct OverloadCount {
    blocks: AtomicU64,
    sounds: AtomicU64,
}

impl OverloadCount {
    /// Counts `sounds` affected sounds in one block. Real-time: yes.
    pub(crate) fn note(&self, sounds: u64) {
        if sounds > 0 {
            self.blocks.fetch_add(1, Ordering::Relaxed);
            self.sounds.fetch_add(sounds, Ordering::Relaxed);
        }
    }

    /// Takes the numbers of blocks and sounds counted since the last call; `None` if no sound was affected.
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
            places: 0.into(),
            place_sounds: false.into(),
            others: 0.into(),
            failed: (0..capacity.instances).map(|_| Failure::default()).collect(),
            deadline_missed: OverloadCount::default(),
            skipped: OverloadCount::default(),
            reports_dropped: 0.into(),
        }
    }

    /// Returns the counter of pending commands of the same kind as `command`. Real-time: yes.
    pub(crate) fn pending_of_kind(&self, command: &Command) -> &AtomicUsize {
        match command {
            Command::Put { .. } => &self.voices,
            Command::Event { kind: foley_sound::EventKind::Retarget { .. }, .. } => &self.retargets,
            Command::Place { .. } => &self.places,
            _ => &self.others,
        }
    }

    /// Returns the number of retargets that are queued or scheduled.
    pub(crate) fn pending_retargets(&self) -> usize {
        self.retargets.load(Ordering::Relaxed)
    }

    /// Returns the number of places that are queued or scheduled.
    pub(crate) fn pending_places(&self) -> usize {
        self.places.load(Ordering::Relaxed)
    }

    /// Returns the number of commands that are queued or scheduled.
    pub(crate) fn pending_commands(&self) -> usize {
        let kinds = [&self.voices, &self.retargets, &self.places, &self.others];
        kinds.iter().map(|pending_of_kind| pending_of_kind.load(Ordering::Relaxed)).sum()
    }

    /// Notes that the voice of a sound, numbered `birth`, produced a non-finite sample. Real-time: yes.
    pub(crate) fn note_failure(&self, sound: SoundId, birth: u64) {
        if let Some(failed) = self.failed.get(sound.slot) {
            failed.number.store(sound.number, Ordering::Relaxed);
            failed.birth.store(birth, Ordering::Release);
        }
    }

    /// Takes the sounds whose voices have failed, each with the number (`birth`) of its voice.
    pub(crate) fn take_failed(&self) -> impl Iterator<Item = (SoundId, u64)> {
        let taken = |(slot, failed): (usize, &Failure)| {
            let birth = failed.birth.swap(0, Ordering::Acquire);
            (SoundId { slot, number: failed.number.load(Ordering::Relaxed) }, birth)
        };
        self.failed.iter().enumerate().map(taken).filter(|(_, birth)| *birth > 0)
    }

    /// Returns the reports that are made from counters, and resets these counters.
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
