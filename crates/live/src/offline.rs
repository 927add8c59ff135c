//! Playing without a device, as fast as it goes: letters in, samples out. The engine is told the same as it
//! is live, so the samples are the same.
//!
//! Letters come from any list that is in the order of time: a song, a sensor log, the score of a scene. They
//! are laid on the desk shortly before their time, so that a song of any length needs no more room than there
//! is.

use crate::Desk;
use crate::desk::{Letter, Outcome};
use crate::world::Wrong;
use core::ops::ControlFlow;
use foley_engine::{Renderer, Report};

/// Frames that are rendered at once: a block of the engine.
pub const GULP: usize = foley_sound::BLOCK;
/// Most mistakes that are kept; more are only counted.
pub const MOST_KEPT: usize = 64;

/// When it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
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

impl Until {
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
pub struct Played {
    /// Frames that were handed out.
    pub frames: u64,
    /// Letters that were read.
    pub letters: u64,
    /// What went wrong, the first [`MOST_KEPT`].
    pub wrong: Vec<Outcome>,
    /// How much went wrong.
    pub mistakes: u64,
    /// What the engine had to say, the first [`MOST_KEPT`].
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
    desk: &mut Desk,
    renderer: &mut Renderer,
    letters: impl IntoIterator<Item = Letter>,
    until: Until,
    sink: &mut dyn FnMut(&[f32]) -> ControlFlow<()>,
) -> Result<Played, Wrong> {
    let (mut wrong, mut mistakes, mut reports) = (Vec::new(), 0, Vec::new());
    let mut note = |outcomes: Vec<Outcome>, said: Vec<Report>| {
        for outcome in outcomes.into_iter().filter(|it| it.result.is_err()) {
            mistakes += 1;
            if wrong.len() < MOST_KEPT {
                wrong.push(outcome);
            }
        }
        let free = MOST_KEPT.saturating_sub(reports.len());
        reports.extend(said.into_iter().take(free));
    };
    let played = play_noted(desk, renderer, letters, until, sink, &mut note)?;
    Ok(Played { wrong, mistakes, reports, ..played })
}

/// The same, but what came of letters and what the engine had to say is handed out, too, all of it: nothing
/// of that is in what is given back.
pub(crate) fn play_noted(
    desk: &mut Desk,
    renderer: &mut Renderer,
    letters: impl IntoIterator<Item = Letter>,
    until: Until,
    sink: &mut dyn FnMut(&[f32]) -> ControlFlow<()>,
    note: &mut dyn FnMut(Vec<Outcome>, Vec<Report>),
) -> Result<Played, Wrong> {
    let mut letters = letters.into_iter().peekable();
    let mut played = Played::default();
    let mut last = 0;
    let channels = renderer.channels();
    let mut room = vec![0.0; GULP * channels];
    let begun = renderer.now();
    loop {
        let now = renderer.now();
        if now >= until.end(begun, letters.peek().is_none().then_some(last)) {
            break;
        }
        let soon = now.saturating_add(desk.ahead());
        while let Some(letter) = letters.next_if(|letter| letter.at < soon) {
            if letter.at < last {
                return Err(Wrong::Unordered { at: letter.at, after: last });
            }
            last = letter.at;
            played.letters += 1;
            desk.take(letter)?;
        }
        let outcomes = desk.go_on(now);
        // The last of them may have just been read.
        let end = until.end(begun, letters.peek().is_none().then_some(last));
        let frames = end.saturating_sub(now).min(GULP as u64) as usize;
        let out = &mut room[..frames * channels];
        renderer.render_interleaved(out);
        played.frames += frames as u64;
        let flow = sink(out);
        note(outcomes, desk.world.controls.collect());
        let over = letters.peek().is_none() && desk.waiting() == 0 && last < renderer.now();
        played.asleep = over && all_sleep(desk);
        let silent = matches!(until, Until::Silence { .. }) && played.asleep;
        if flow.is_break() || silent {
            break;
        }
    }
    Ok(played)
}

/// Whether nothing sounds and nothing is on its way.
fn all_sleep(desk: &Desk) -> bool {
    let controls = &desk.world.controls;
    desk.mappings.at_rest()
        && controls.on_their_way() == 0
        && controls.instances().all(|(place, _)| controls.asleep(place))
}
