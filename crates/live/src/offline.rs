//! Playing without a device, as fast as it goes: letters in, samples out. The engine is told the same as it
//! is live, so the samples are the same.
//!
//! Letters come from any list that is in the order of time: a song, a sensor log, the score of a scene. They
//! are laid on the desk shortly before their time, so that a song of any length needs no more room than there
//! is.

use crate::Dispatcher;
use crate::address_space::MessageError;
use crate::dispatcher::{Message, Outcome};
use core::ops::ControlFlow;
use foley_engine::{Renderer, Report};

/// Frames that are rendered at once: a block of the engine.
pub const GULP: usize = foley_sound::BLOCK;
/// Most mistakes that are kept; more are only counted.
pub const MAX_KEPT: usize = 64;

/// When it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// After so many frames.
    Frames(u64),
    /// When the last letter is read, all that the engine was told is done and everything sleeps. What never
    /// comes to rest ends so many frames after the time of the last letter, however late that is; without
    /// letters, after the beginning.
    Silence {
        /// At the latest.
        most: u64,
    },
}

impl EndCondition {
    /// Before which sample it ends at the latest, if it began at `begun`. `last` is the time of the last
    /// letter; none while there are more to come.
    pub fn end(self, begun: u64, last: Option<u64>) -> u64 {
        match (self, last) {
            (Self::Frames(frames), _) => begun.saturating_add(frames),
            (Self::Silence { most }, Some(last)) => begun.max(last).saturating_add(most),
            (Self::Silence { .. }, None) => u64::MAX,
        }
    }
}

/// What came of it.
#[derive(Debug, Default)]
pub struct PlaybackSummary {
    /// Frames that were handed out.
    pub frames: u64,
    /// Letters that were read.
    pub messages: u64,
    /// What went wrong, the first [`MAX_KEPT`].
    pub wrong: Vec<Outcome>,
    /// How much went wrong.
    pub mistakes: u64,
    /// What the engine had to say, the first [`MAX_KEPT`].
    pub reports: Vec<Report>,
    /// Everything had come to rest.
    pub asleep: bool,
}

/// Plays letters, which are in the order of time, and hands out what is heard: [`GULP`] frames at a time
/// (fewer at the end), the channels of a frame one after another. The sink may end it early.
///
/// # Errors
/// If a letter is older than the one before it.
pub fn play(
    dispatcher: &mut Dispatcher,
    renderer: &mut Renderer,
    messages: impl IntoIterator<Item = Message>,
    until: EndCondition,
    sink: &mut dyn FnMut(&[f32]) -> ControlFlow<()>,
) -> Result<PlaybackSummary, MessageError> {
    let (mut wrong, mut mistakes, mut reports) = (Vec::new(), 0, Vec::new());
    let mut note = |outcomes: Vec<Outcome>, said: Vec<Report>| {
        for outcome in outcomes.into_iter().filter(|it| it.result.is_err()) {
            mistakes += 1;
            if wrong.len() < MAX_KEPT {
                wrong.push(outcome);
            }
        }
        let free = MAX_KEPT.saturating_sub(reports.len());
        reports.extend(said.into_iter().take(free));
    };
    let played = play_noted(dispatcher, renderer, messages, until, sink, &mut note)?;
    Ok(PlaybackSummary { wrong, mistakes, reports, ..played })
}

/// The same, but what came of letters and what the engine had to say is handed out, too, all of it: nothing
/// of that is in what is given back.
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
    let mut room = vec![0.0; GULP * channels];
    let begun = renderer.now();
    loop {
        let now = renderer.now();
        if now >= until.end(begun, messages.peek().is_none().then_some(last)) {
            break;
        }
        let soon = now.saturating_add(dispatcher.ahead());
        while let Some(message) = messages.next_if(|message| message.at < soon) {
            if message.at < last {
                return Err(MessageError::Unordered { at: message.at, after: last });
            }
            last = message.at;
            played.messages += 1;
            dispatcher.queue(message)?;
        }
        let outcomes = dispatcher.dispatch_due(now);
        // The last of them may have just been read.
        let end = until.end(begun, messages.peek().is_none().then_some(last));
        let frames = end.saturating_sub(now).min(GULP as u64) as usize;
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

/// Whether nothing sounds and nothing is on its way.
fn all_sleep(dispatcher: &Dispatcher) -> bool {
    let controls = &dispatcher.address_space.controls;
    dispatcher.mappings.at_rest()
        && controls.pending_commands() == 0
        && controls.instances().all(|(slot, _)| controls.asleep(slot))
}
