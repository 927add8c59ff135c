//! Offline playback: messages in, samples out, as fast as possible. The engine receives the same commands as
//! live, so the samples are the same.
//!
//! Messages come in order of time from a song, a sensor log or a score. They are queued shortly before their
//! time, so that the length of a song is not limited.

use crate::Dispatcher;
use crate::address_space::MessageError;
use crate::dispatcher::{Message, Outcome};
use core::ops::ControlFlow;
use foley_engine::{Renderer, Report};

/// Frames rendered per step of offline playback: one block of the engine.
pub const BLOCK_FRAMES: usize = foley_sound::BLOCK;
/// Maximum number of errors, and of reports, that a summary keeps; further ones are only counted.
pub const MAX_KEPT: usize = 64;

/// When offline playback ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// Playback ends after this number of frames.
    Frames(u64),
    /// Playback ends when the last message is dispatched, no command is pending, every sound sleeps and its place is
    /// silent. If a
    /// sound never sleeps, playback ends `most` frames after the last message, or after the start if there
    /// are no messages.
    Silence {
        /// Maximum number of frames after the last message.
        most: u64,
    },
}

impl EndCondition {
    /// Returns the latest possible end \[samples\] of a playback that began at sample `begun`. `last` is the
    /// sample of the last message; `None` while more messages are to come.
    pub fn end(self, begun: u64, last: Option<u64>) -> u64 {
        match (self, last) {
            (Self::Frames(frames), _) => begun.saturating_add(frames),
            (Self::Silence { most }, Some(last)) => begun.max(last).saturating_add(most),
            (Self::Silence { .. }, None) => u64::MAX,
        }
    }
}

/// Result of offline playback.
#[derive(Debug, Default)]
pub struct PlaybackSummary {
    /// Number of rendered frames.
    pub frames: u64,
    /// Number of dispatched messages.
    pub messages: u64,
    /// The first [`MAX_KEPT`] messages that were rejected, with their errors.
    pub wrong: Vec<Outcome>,
    /// Number of messages that were rejected.
    pub mistakes: u64,
    /// The first [`MAX_KEPT`] reports of the engine.
    pub reports: Vec<Report>,
    /// Whether every sound was asleep at the end.
    pub asleep: bool,
}

/// Plays messages, which are in order of time, and passes the samples to `sink`: interleaved, at most
/// [`BLOCK_FRAMES`] frames at a time. The sink may end playback early. Returns a summary.
///
/// # Errors
/// If the messages are not in order of time.
pub fn play(
    dispatcher: &mut Dispatcher,
    renderer: &mut Renderer,
    messages: impl IntoIterator<Item = Message>,
    until: EndCondition,
    sink: &mut dyn FnMut(&[f32]) -> ControlFlow<()>,
) -> Result<PlaybackSummary, MessageError> {
    let (mut wrong, mut mistakes, mut reports) = (Vec::new(), 0, Vec::new());
    let mut note = |outcomes: Vec<Outcome>, new_reports: Vec<Report>| {
        for outcome in outcomes.into_iter().filter(|outcome| outcome.result.is_err()) {
            mistakes += 1;
            if wrong.len() < MAX_KEPT {
                wrong.push(outcome);
            }
        }
        let free = MAX_KEPT.saturating_sub(reports.len());
        reports.extend(new_reports.into_iter().take(free));
    };
    let played = play_noted(dispatcher, renderer, messages, until, sink, &mut note)?;
    Ok(PlaybackSummary { wrong, mistakes, reports, ..played })
}

/// Plays like [`play`], but passes all outcomes and reports to `note`; the summary contains no outcomes and
/// no reports.
pub(crate) fn play_noted(
    dispatcher: &mut Dispatcher,
    renderer: &mut Renderer,
    messages: impl IntoIterator<Item = Message>,
    until: EndCondition,
    sink: &mut dyn FnMut(&[f32]) -> ControlFlow<()>,
    note: &mut dyn FnMut(Vec<Outcome>, Vec<Report>),
) -> Result<PlaybackSummary, MessageError> {
    let mut messages = messages.into_iter().peekable();
    let mut played = PlaybackSummary::default();
    let mut last = 0;
    let channels = renderer.channels();
    let mut room = vec![0.0; BLOCK_FRAMES * channels];
    let begun = renderer.now();
    loop {
        let now = renderer.now();
        if now >= until.end(begun, messages.peek().is_none().then_some(last)) {
            break;
        }
        let soon = now.saturating_add(dispatcher.ahead());
        while let Some(message) = messages.next_if(|message| message.at < soon) {
            if message.at < last {
                return Err(MessageError::OutOfOrder { at: message.at, after: last });
            }
            last = message.at;
            played.messages += 1;
            dispatcher.queue(message)?;
        }
        let outcomes = dispatcher.dispatch_due(now);
        // The step above may have dispatched the last message.
        let end = until.end(begun, messages.peek().is_none().then_some(last));
        let frames = end.saturating_sub(now).min(BLOCK_FRAMES as u64) as usize;
        let out = &mut room[..frames * channels];
        renderer.render_interleaved(out);
        played.frames += frames as u64;
        let flow = sink(out);
        note(outcomes, dispatcher.address_space.controls.collect());
        let over = messages.peek().is_none() && dispatcher.queued() == 0 && last < renderer.now();
        played.asleep = over && all_sleep(dispatcher);
        let silent = matches!(until, EndCondition::Silence { .. }) && played.asleep;
        if flow.is_break() || silent {
            break;
        }
    }
    Ok(played)
}

/// Whether every sound sleeps, the place is silent, and no message or command is pending.
fn all_sleep(dispatcher: &Dispatcher) -> bool {
    let controls = &dispatcher.address_space.controls;
    dispatcher.mappings.at_rest()
        && controls.pending_commands() == 0
        && controls.place_silent()
        && controls.instances().all(|(id, _)| controls.asleep(id))
}
