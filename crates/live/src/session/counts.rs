//! What went on, counted, and how it goes.

use crate::MessageErrorKind;
use crate::dispatcher::Outcome;
use foley_audio::output::LoadStats;
use foley_audio::recorder::RecordingSummary;
use foley_engine::Report;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Most mistakes that are kept with their words.
const MAX_KEPT: usize = 64;

/// What went on, counted.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Scored letters that were told.
    pub scored: u64,
    /// Of these, told after the block had begun in which they should have happened.
    pub late: u64,
    /// What came from MIDI instruments.
    pub midi: u64,
    /// What came over OSC, by its kind.
    pub osc: Vec<(&'static str, u64)>,
    /// Mistakes of all but OSC, by their kind.
    pub wrong: BTreeMap<&'static str, u64>,
    /// What the engine had to say, by its kind.
    pub reports: BTreeMap<&'static str, u64>,
    /// Level of quality now; 0 is the best ([`foley_engine::budget`]).
    pub level: u8,
    /// The lowest quality that there was.
    pub lowest: u8,
    /// The first mistakes in words.
    pub said: Vec<String>,
}

impl Counts {
    /// Writes down what came of letters.
    pub fn note(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            if let Err(why) = &outcome.result {
                // Whoever is answered over the network is counted there.
                if outcome.from.is_some() {
                    continue;
                }
                *self.wrong.entry(called(why.kind())).or_default() += 1;
                if self.said.len() < MAX_KEPT {
                    self.said.push(format!("{}: {why}", outcome.address));
                }
            }
        }
    }

    /// How many messages came, by whatever door.
    pub fn messages(&self) -> u64 {
        self.scored + self.midi + self.osc("messages")
    }

    /// How many of them were wrong.
    pub fn mistakes(&self) -> u64 {
        let osc = ["garbage", "unknown", "refused", "not-a-number", "too-long", "too-deep", "crowded"];
        self.wrong.values().sum::<u64>() + osc.iter().map(|kind| self.osc(kind)).sum::<u64>()
    }

    fn osc(&self, kind: &str) -> u64 {
        let found = self.osc.iter().find(|(name, _)| *name == kind);
        found.map_or(0, |(_, count)| *count)
    }

    pub(super) fn note_reports(&mut self, reports: &[Report]) {
        for report in reports {
            let kind = match report {
                Report::VoiceReset { .. } => "sounds put to rest",
                Report::EventRejected { .. } => "gestures refused by a sound",
                Report::CutOff { .. } => "sounds cut off",
                Report::EventDropped => "commands forgotten",
                Report::QualityChanged { level } => {
                    self.level = *level;
                    self.lowest = self.lowest.max(*level);
                    "changes of quality"
                }
                Report::Paused { .. } => "sounds paused for want of time",
                Report::Resumed { .. } => "sounds that went on",
                Report::DeadlineMissed { .. } => {
                    "blocks in which touches were stepped coarsely for want of time"
                }
                Report::Skipped { .. } => "blocks in which sounds were passed over",
                Report::ReportsDropped { .. } => "reports lost for want of room",
                _ => "other reports",
            };
            let times = match *report {
                Report::DeadlineMissed { blocks, .. } | Report::Skipped { blocks, .. } => blocks,
                Report::ReportsDropped { reports } => reports,
                _ => 1,
            };
            *self.reports.entry(kind).or_default() += times;
        }
    }
}

/// What a kind of mistake is called: as the counters of OSC have it.
fn called(fault: MessageErrorKind) -> &'static str {
    match fault {
        MessageErrorKind::Unknown => "unknown",
        MessageErrorKind::Refused => "refused",
        MessageErrorKind::NotANumber => "not-a-number",
        MessageErrorKind::TooLong => "too-long",
        MessageErrorKind::Crowded => "crowded",
    }
}

/// How it goes.
#[derive(Clone, Debug)]
pub struct Status {
    /// Samples that were handed out.
    pub samples: u64,
    /// The same as time \[s\].
    pub played: f64,
    /// Highest peak of any channel since one last looked \[1\].
    pub peak: f32,
    /// Sounds there are, …
    pub sounds: usize,
    /// … and those of them that are awake.
    pub awake: usize,
    /// How much of its time the audio thread takes.
    pub load: LoadStats,
    /// What went on, counted.
    pub counts: Counts,
    /// Letters that wait for their time.
    pub waiting: usize,
    /// What is being recorded.
    pub recording: Option<PathBuf>,
    /// Why the device has stopped on its own, if it has.
    pub broken: Option<String>,
}

/// What was not played to its end when time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfinishedPart {
    /// The score: a scored letter has a later time.
    Score,
    /// The sound: all was told, and not all has come to rest, though nobody said how long it should be.
    Sound,
}

impl UnfinishedPart {
    /// In a word.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Sound => "sound",
        }
    }
}

/// How it was.
#[derive(Clone, Debug)]
pub struct Summary {
    /// At the end.
    pub status: Status,
    /// Files, lost frames and what went wrong with them.
    pub recorded: RecordingSummary,
    /// What was left when it ended.
    pub unfinished: Option<UnfinishedPart>,
}
