//! Counters, status and summary of a session.

use crate::MessageErrorKind;
use crate::dispatcher::Outcome;
use foley_audio::output::LoadStats;
use foley_audio::recorder::RecordingSummary;
use foley_engine::Report;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Maximum number of errors whose text a session stores; further errors are only counted.
const MAX_KEPT: usize = 64;

/// Counters of messages, errors and reports of a session.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Scored messages that were dispatched.
    pub scored: u64,
    /// Scored messages that were dispatched after their block had begun.
    pub late: u64,
    /// Messages that came from MIDI inputs.
    pub midi: u64,
    /// Counters of the OSC server, each with its name.
    pub osc: Vec<(&'static str, u64)>,
    /// Number of errors of messages other than OSC, by kind.
    pub wrong: BTreeMap<&'static str, u64>,
    /// Number of reports of the engine, by kind.
    pub reports: BTreeMap<&'static str, u64>,
    /// Current quality level; 0 is the best ([`foley_engine::budget`]).
    pub level: u8,
    /// Highest quality level so far. Level 0 is the best quality, so this is the worst one.
    pub lowest: u8,
    /// Texts of the first errors, at most 64.
    pub errors: Vec<String>,
}

impl Counts {
    /// Counts the errors among `outcomes`.
    pub fn note(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            if let Err(why) = &outcome.result {
                // Errors of network messages are counted by their server.
                if outcome.from.is_some() {
                    continue;
                }
                *self.wrong.entry(called(why.kind())).or_default() += 1;
                if self.errors.len() < MAX_KEPT {
                    self.errors.push(format!("{}: {why}", outcome.address));
                }
            }
        }
    }

    /// Returns the total number of messages.
    pub fn messages(&self) -> u64 {
        self.scored + self.midi + self.osc("messages")
    }

    /// Returns the total number of errors.
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
                Report::VoiceReset { .. } => "voices reset",
                Report::EventRejected { .. } => "events rejected by a sound",
                Report::CutOff { .. } => "sounds cut off",
                Report::EventDropped => "events dropped",
                Report::QualityChanged { level } => {
                    self.level = *level;
                    self.lowest = self.lowest.max(*level);
                    "quality changes"
                }
                Report::Paused { .. } => "sounds paused to save time",
                Report::Resumed { .. } => "sounds resumed",
                Report::DeadlineMissed { .. } => "blocks with missed deadlines",
                Report::Skipped { .. } => "blocks with skipped sounds",
                Report::ReportsDropped { .. } => "reports dropped",
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

/// Returns the name of an error kind, as in the OSC counters.
fn called(fault: MessageErrorKind) -> &'static str {
    match fault {
        MessageErrorKind::Unknown => "unknown",
        MessageErrorKind::Refused => "refused",
        MessageErrorKind::NotANumber => "not-a-number",
        MessageErrorKind::TooLong => "too-long",
        MessageErrorKind::Crowded => "crowded",
    }
}

/// Status of a session at one moment.
#[derive(Clone, Debug)]
pub struct Status {
    /// Number of samples rendered since the start.
    pub samples: u64,
    /// Time rendered since the start \[s\].
    pub played: f64,
    /// Highest peak of any output channel since the last reading \[1\].
    pub peak: f32,
    /// Number of sounds in the engine.
    pub sounds: usize,
    /// Number of sounds that are awake.
    pub awake: usize,
    /// Load of the audio thread since the start.
    pub load: LoadStats,
    /// Counters of messages, errors and reports.
    pub counts: Counts,
    /// Number of messages that wait in the dispatcher's queue.
    pub waiting: usize,
    /// File that is being recorded; `None` if there is no recording.
    pub recording: Option<PathBuf>,
    /// The error with which the device stopped by itself; `None` while it runs.
    pub broken: Option<String>,
}

/// The part of a session that was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfinishedPart {
    /// The score: some of its messages are later than the end of the session.
    Score,
    /// The sound had not decayed within the time limit.
    Sound,
}

impl UnfinishedPart {
    /// Returns the name of the part for use by other programs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Sound => "sound",
        }
    }
}

/// Summary of a session after its end.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Status of the session at its end.
    pub status: Status,
    /// Names of the recorded files, number of lost frames, and errors of the recording.
    pub recorded: RecordingSummary,
    /// The part that was not played to its end; `None` if everything was played.
    pub unfinished: Option<UnfinishedPart>,
}
