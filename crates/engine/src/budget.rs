//! There is only so much time for the samples that a device asks for at once, its *gulp*. When it runs short,
//! quality falls before anything is torn:
//!
//! | level | what is given up                                                                  |
//! |-------|-----------------------------------------------------------------------------------|
//! | 0     | nothing: as offline                                                               |
//! | 1     | touches are stepped more coarsely: ringing right to 0.5 % instead of 0.05 %       |
//! | 2     | to 5 %                                                                            |
//! | 3     | half of the modes, the highest                                                    |
//! | 4     | three quarters of the modes                                                       |
//! | 5     | sounds, the faintest first: they pause until there is time again or a gesture is made on them; a new value waits |
//!
//! The level rises when the mean of what gulps take comes near the ceiling, long before it reaches it,
//! because a glass that breaks takes ten times what it takes when it rings; and at once, as far as the second
//! level, when two gulps in a quarter of a second have gone beyond. It falls again when there has been time
//! to spare for two seconds. While something is given up the loudest play first, and within a gulp that has
//! used all of its ceiling the sounds that are left, the faintest, are passed over: that is heard, but only
//! there, and the device still gets its samples in time. A machine that looked away for longer than a gulp is
//! not helped by that.
//!
//! A level is for what goes on for long. One sound alone can take ten times the time of a block within that
//! block, when something hard and heavy is pressed on something light; so at every level *each sound has a
//! time by which it must be done*: the end of the block's share of the ceiling, less what those that come
//! after it usually take. From then on its touches are stepped once a sample ([`foley_sound::Deadline`]).
//!
//! The engine knows no clock. Whoever has one lends it ([`crate::Renderer::clock`]); without, as offline,
//! there is always time, and the samples are always the same.

use foley_sound::Quality;

/// Share of the ceiling that the mean must pass for the level to rise from there \[1\].
const RAISE_AT: [f64; 5] = [0.45, 0.65, 0.8, 0.9, 0.97];
/// Of that, how far it must fall for the level to fall back, from the level after it \[1\]: below, since it
/// will take more again, but one sound that goes on takes little.
const LOWER_AT: [f64; 5] = [0.75, 0.75, 0.75, 0.8, 0.9];
/// Time constant of the mean \[s\].
const MEAN_TIME: f64 = 0.1;
/// For so long there must be time to spare \[s\].
const SPARE_TIME: f64 = 2.0;
/// After one sound that goes on the next does, if there is still time to spare \[s\].
const RESUME_INTERVAL: f64 = 0.2;
/// Between two changes of the level \[s\]: it takes a while until a change is felt.
const MIN_CHANGE_INTERVAL: f64 = 0.03;

/// Two gulps that take too long within this time are no accident \[s\].
const OVERRUN_WINDOW: f64 = 0.25;
/// The level to which gulps that take too long can lead at once.
const OVERRUN_LEVEL: u8 = 2;

/// The level at which sounds pause.
pub const PAUSE_LEVEL: u8 = 5;

/// What sounds give up at a level.
pub(crate) fn quality_at(level: u8) -> Quality {
    let own = Quality::default();
    let (error, modes) = match level {
        0 => (own.error, 1.0),
        1 => (0.005, 1.0),
        2 => (0.05, 1.0),
        3 => (0.05, 0.5),
        _ => (0.05, 0.25),
    };
    Quality { error, modes }
}

/// A clock that was lent: seconds since any time.
pub(crate) type TimeSource = Box<dyn Fn() -> f64 + Send>;

/// What is to be done after a gulp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BudgetAction {
    None,
    /// Another level from now on.
    Level(u8),
    /// One more sound is to pause.
    Pause,
    /// One sound may go on.
    Resume,
}

/// How much time gulps take, and what follows from it.
pub(crate) struct Budget {
    clock: TimeSource,
    rate: f64,
    /// Time of the present gulp \[s\].
    buffer: f64,
    /// Share of it that may be used \[1\].
    ceiling: f64,
    /// Share that is used, in the mean \[1\].
    mean: f64,
    level: u8,
    /// The level below which it never falls.
    best: u8,
    /// Time since the last change, and with time to spare \[s\].
    since: f64,
    spare: f64,
    began: f64,
    /// Blocks of the gulp, and those of them that have begun.
    blocks: u32,
    begun: u32,
    /// Time since a gulp took too long \[s\].
    beyond: f64,
}

impl Budget {
    pub(crate) fn new(clock: TimeSource, rate: f64, ceiling: f64) -> Self {
        Self {
            clock,
            rate,
            buffer: 1.0,
            ceiling: ceiling.clamp(0.05, 1.0),
            mean: 0.0,
            level: 0,
            best: 0,
            since: 0.0,
            spare: 0.0,
            began: 0.0,
            blocks: 1,
            begun: 0,
            beyond: f64::INFINITY,
        }
    }

    /// It begins at a level and never falls below.
    pub(crate) fn set_best_level(&mut self, best: u8) {
        (self.level, self.best) = (best, best);
    }

    /// A gulp of so many samples begins, for which so many blocks are to be played. Real-time: yes, if the
    /// clock is.
    pub(crate) fn begin(&mut self, frames: usize, blocks: u32) {
        self.buffer = frames.max(1) as f64 / self.rate;
        self.began = (self.clock)();
        (self.blocks, self.begun) = (blocks.max(1), 0);
    }

    /// The next block of the gulp begins. Real-time: yes.
    pub(crate) fn begin_block(&mut self) {
        self.begun = (self.begun + 1).min(self.blocks);
    }

    /// When the present block must be done: its share of the ceiling, and what earlier ones have left of
    /// theirs \[s\]. Real-time: yes.
    pub(crate) fn deadline(&self) -> f64 {
        self.began + self.ceiling * self.buffer * f64::from(self.begun) / f64::from(self.blocks)
    }

    /// What the clock says \[s\]. Real-time: yes, if the clock is.
    pub(crate) fn now(&self) -> f64 {
        (self.clock)()
    }

    /// All the time that there is has been used. Real-time: yes, if the clock is.
    pub(crate) fn is_exhausted(&self) -> bool {
        let used_share = self.used_share();
        used_share > self.ceiling && used_share < 1.0 + self.ceiling
    }

    /// Something has been given up already. Real-time: yes.
    pub(crate) fn is_short(&self) -> bool {
        self.level > self.best
    }

    /// Share of the gulp's time that has gone.
    fn used_share(&self) -> f64 {
        let used_share = ((self.clock)() - self.began) / self.buffer;
        if used_share.is_finite() { used_share } else { 0.0 }
    }

    /// A gulp has been played: what is to be done. Real-time: yes, if the clock is.
    pub(crate) fn end(&mut self) -> BudgetAction {
        let share = self.used_share();
        self.decide(share)
    }

    fn decide(&mut self, share: f64) -> BudgetAction {
        // A machine that looked away for long must not count for long.
        let counted = share.min(2.0 * self.ceiling);
        let keep = libm::exp(-self.buffer / MEAN_TIME);
        self.mean = keep * self.mean + (1.0 - keep) * counted;
        self.since += self.buffer;
        let part = self.mean / self.ceiling;
        let here = RAISE_AT.get(usize::from(self.level)).copied();
        let below = usize::from(self.level).checked_sub(1);
        let falls = below.and_then(|below| Some(LOWER_AT.get(below)? * RAISE_AT.get(below)?));
        self.spare = if part < falls.unwrap_or(0.0) { self.spare + self.buffer } else { 0.0 };
        if self.since < MIN_CHANGE_INTERVAL {
            return BudgetAction::None;
        }
        let twice = share > self.ceiling && self.beyond < OVERRUN_WINDOW;
        self.beyond = if share > self.ceiling { 0.0 } else { self.beyond + self.buffer };
        let beyond = twice && self.level < OVERRUN_LEVEL;
        let short = beyond || part > here.unwrap_or(RAISE_AT[RAISE_AT.len() - 1]);
        if short {
            self.since = 0.0;
            if self.level >= PAUSE_LEVEL {
                return BudgetAction::Pause;
            }
            self.level += 1;
            return BudgetAction::Level(self.level);
        }
        if self.level > self.best && self.spare >= SPARE_TIME {
            (self.since, self.spare) = (0.0, 0.0);
            if self.level >= PAUSE_LEVEL {
                // Once none pauses any more, the level falls.
                self.spare = SPARE_TIME - RESUME_INTERVAL;
                return BudgetAction::Resume;
            }
            self.level -= 1;
            return BudgetAction::Level(self.level);
        }
        BudgetAction::None
    }

    /// None pauses any more.
    pub(crate) fn end_pausing(&mut self) -> u8 {
        self.level = self.level.min(PAUSE_LEVEL - 1);
        self.level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Budget {
        let mut budget = Budget::new(Box::new(|| 0.0), 48_000.0, 0.8);
        budget.begin(64, 1);
        budget
    }

    /// Gulps with a share of their time used; the levels at the end, and sounds that had to pause.
    fn run_buffers(budget: &mut Budget, share: f64, seconds: f64) -> (u8, usize) {
        let mut paused = 0;
        for _ in 0..(seconds * 750.0) as usize {
            paused += usize::from(budget.decide(share) == BudgetAction::Pause);
        }
        (budget.level, paused)
    }

    #[test]
    fn with_a_third_of_the_time_used_nothing_is_given_up() {
        assert_eq!(run_buffers(&mut budget(), 0.34, 10.0), (0, 0));
    }

    #[test]
    fn quality_falls_step_by_step_and_comes_back() {
        let mut budget = budget();
        assert_eq!(run_buffers(&mut budget, 0.45, 5.0), (1, 0));
        assert_eq!(run_buffers(&mut budget, 0.6, 5.0), (2, 0));
        assert_eq!(run_buffers(&mut budget, 0.7, 5.0), (3, 0));
        assert_eq!(run_buffers(&mut budget, 0.2, 1.0), (3, 0));
        assert_eq!(run_buffers(&mut budget, 0.2, 10.0), (0, 0));
    }

    #[test]
    fn two_gulps_beyond_the_ceiling_count_at_once_and_one_is_an_accident() {
        let mut budget = budget();
        for _ in 0..5 {
            run_buffers(&mut budget, 0.1, 1.0);
            assert_eq!(budget.decide(0.85), BudgetAction::None);
        }
        assert_eq!(budget.decide(0.85), BudgetAction::Level(1));
    }

    #[test]
    fn those_that_paused_in_a_short_strait_all_go_on_soon_after() {
        let mut budget = budget();
        let (_, paused) = run_buffers(&mut budget, 0.95, 1.0);
        assert!(paused > 10, "{paused}");
        // A tenth below where they would pause again.
        let mut resumed = 0;
        for _ in 0..(8.0 * 750.0) as usize {
            resumed += usize::from(budget.decide(0.67) == BudgetAction::Resume);
        }
        assert!(resumed > paused, "{resumed} of {paused} in 8 s");
        assert_eq!(budget.end_pausing(), PAUSE_LEVEL - 1);
    }

    #[test]
    fn when_nothing_else_is_left_sounds_pause() {
        let mut budget = budget();
        let (level, paused) = run_buffers(&mut budget, 0.95, 2.0);
        assert_eq!(level, PAUSE_LEVEL);
        assert!(paused > 10, "{paused}");
    }
}
