//! What both ends see at any time, without a lock: each number is an atomic of its own.

use crate::Capacity;
use crate::message::{Command, Report};
use crate::meter::Shared;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What both ends see.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) meters: Vec<Shared>,
    pub(crate) master: Vec<Shared>,
    /// Samples rendered.
    pub(crate) now: AtomicU64,
    /// Commands of a kind that are on their way or wait for their time.
    voices: AtomicUsize,
    aims: AtomicUsize,
    others: AtomicUsize,
    /// For every place the voice in it that lost its numbers, by its birth; 0 for none. No queue that is full
    /// can lose that.
    broken: Vec<AtomicU64>,
    pub(crate) hurried: Strain,
    pub(crate) passed_over: Strain,
    /// Reports for which there was no room.
    pub(crate) unsaid: AtomicU64,
}

/// Sounds that had to suffer for want of time, and the blocks in which they did.
#[derive(Debug, Default)]
pub(crate) struct Strain {
    blocks: AtomicU64,
    sounds: AtomicU64,
}

impl Strain {
    /// So many sounds in a block. Real-time: yes.
    pub(crate) fn note(&self, sounds: u64) {
        if sounds > 0 {
            self.blocks.fetch_add(1, Ordering::Relaxed);
            self.sounds.fetch_add(sounds, Ordering::Relaxed);
        }
    }

    /// Blocks and sounds since one last asked, if there were any.
    fn take(&self) -> Option<(u64, u64)> {
        let taken = |it: &AtomicU64| it.swap(0, Ordering::Relaxed);
        Some((taken(&self.blocks), taken(&self.sounds))).filter(|(blocks, _)| *blocks > 0)
    }
}

impl Board {
    pub(crate) fn new(capacity: Capacity) -> Self {
        let meters = |count: usize| (0..count).map(|_| Shared::default()).collect();
        Self {
            meters: meters(capacity.instances),
            master: meters(capacity.channels.max(1)),
            now: 0.into(),
            voices: 0.into(),
            aims: 0.into(),
            others: 0.into(),
            broken: (0..capacity.instances).map(|_| 0.into()).collect(),
            hurried: Strain::default(),
            passed_over: Strain::default(),
            unsaid: 0.into(),
        }
    }

    /// How many commands of its kind are on their way or wait for their time. Real-time: yes.
    pub(crate) fn kind(&self, command: &Command) -> &AtomicUsize {
        match command {
            Command::Put { .. } => &self.voices,
            Command::Event { kind: foley_sound::EventKind::Retarget { .. }, .. } => &self.aims,
            _ => &self.others,
        }
    }

    /// How many bodies that sounds are to become.
    pub(crate) fn aims(&self) -> usize {
        self.aims.load(Ordering::Relaxed)
    }

    /// How many commands of any kind.
    pub(crate) fn on_their_way(&self) -> usize {
        let kinds = [&self.voices, &self.aims, &self.others];
        kinds.iter().map(|kind| kind.load(Ordering::Relaxed)).sum()
    }

    /// The voice in a place lost its numbers. Real-time: yes.
    pub(crate) fn breaks(&self, place: usize, birth: u64) {
        if let Some(broken) = self.broken.get(place) {
            broken.store(birth, Ordering::Release);
        }
    }

    /// Places whose voices lost their numbers since one last asked, with the births of these.
    pub(crate) fn broken(&self) -> impl Iterator<Item = (usize, u64)> {
        let taken = |it: &AtomicU64| it.swap(0, Ordering::Acquire);
        let all = self.broken.iter().map(taken).enumerate();
        all.filter(|(_, birth)| *birth > 0)
    }

    /// What else there is to say that was only counted.
    pub(crate) fn counted(&self) -> impl Iterator<Item = Report> {
        let hurried = self.hurried.take();
        let passed_over = self.passed_over.take();
        let reports = self.unsaid.swap(0, Ordering::Relaxed);
        let hurried = hurried.map(|(blocks, sounds)| Report::Hurried { blocks, sounds });
        let passed_over = passed_over.map(|(blocks, sounds)| Report::PassedOver { blocks, sounds });
        let unsaid = (reports > 0).then_some(Report::Unsaid { reports });
        [hurried, passed_over, unsaid].into_iter().flatten()
    }
}
