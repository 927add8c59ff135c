//! The time budget. A host buffer must be rendered before the device needs it. When time runs short, the
//! engine reduces quality before samples are lost:
//!
//! | level | reduction                                                                         |
//! |-------|-----------------------------------------------------------------------------------|
//! | 0     | none: as offline                                                                  |
//! | 1     | coarser contact steps: ringing accurate to 0.5 % instead of 0.05 %                |
//! | 2     | contact steps accurate to 5 %                                                     |
//! | 3     | the highest half of the modes is off                                              |
//! | 4     | the highest three quarters of the modes are off                                   |
//! | 5     | sounds pause, the faintest first, until there is time or a gesture; values wait   |
//!
//! The level rises when the mean time of a host buffer comes near the ceiling, well before it reaches the
//! ceiling: breaking glass takes ten times what ringing glass takes. The level rises at once, up to level 2,
//! when two host buffers within a quarter of a second exceed the ceiling. The level falls again after two
//! seconds with time to spare. While quality is reduced the loudest sounds play first. Once a host buffer has
//! used its whole ceiling, the remaining, faintest sounds are skipped: that is audible, but the device gets
//! its samples in time. This does not help when the machine suspends the thread for longer than a host
//! buffer.
//!
//! Levels are for lasting load. One sound alone can take ten times a block's time within that block, for
//! example when a hard and heavy object presses on a light one. So at every level *each sound has a
//! deadline*: the end of the block's share of the ceiling, less the usual cost of the sounds after it. After
//! its deadline, the contacts of the sound are stepped once per sample ([`foley_sound::Deadline`]).
//!
//! The engine has no clock of its own; [`crate::Renderer::set_time_budget`] sets one. Without a clock, as
//! offline, time is unlimited and the samples are always the same.

use foley_sound::Quality;

/// Mean used share of the ceiling at which each level rises to the next \[1\].
const RAISE_AT: [f64; 5] = [0.45, 0.65, 0.8, 0.9, 0.97];
/// Part of the threshold in `RAISE_AT` below which the level falls back \[1\]. Levels below 5 need more
/// margin, because load rises again with quality; resuming one sound costs little.
const LOWER_AT: [f64; 5] = [0.75, 0.75, 0.75, 0.8, 0.9];
/// Time constant of the mean used share \[s\].
const MEAN_TIME: f64 = 0.1;
/// Time with low load after which the level falls \[s\].
const SPARE_TIME: f64 = 2.0;
/// Interval between the resumptions of two paused sounds \[s\].
const RESUME_INTERVAL: f64 = 0.2;
/// Minimum time between two changes of the level \[s\]; a change needs a while to take effect.
const MIN_CHANGE_INTERVAL: f64 = 0.03;

/// Maximum time between two host buffers beyond the ceiling for which the level rises at once \[s\].
const OVERRUN_WINDOW: f64 = 0.25;
/// Highest level that two overruns within `OVERRUN_WINDOW` reach at once.
const OVERRUN_LEVEL: u8 = 2;

/// Quality level at which the faintest sounds are paused.
pub const PAUSE_LEVEL: u8 = 5;

/// Returns the voice quality that belongs to a level.
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

/// A clock that returns the seconds since an arbitrary origin.
pub(crate) type TimeSource = Box<dyn Fn() -> f64 + Send>;

/// Action of the renderer after a host buffer, which keeps the next ones within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BudgetAction {
    None,
    /// Change to this quality level.
    Level(u8),
    /// Pause one more sound to save time.
    Pause,
    /// Resume one of the paused sounds.
    Resume,
}

/// Measures the time that host buffers take and decides on quality.
pub(crate) struct Budget {
    clock: TimeSource,
    rate: f64,
    /// Duration of the current host buffer \[s\].
    buffer: f64,
    /// Share of a host buffer's time that rendering may use \[1\].
    ceiling: f64,
    /// Mean share of a host buffer's time that rendering used \[1\].
    mean: f64,
    level: u8,
    /// Lowest level allowed, which is the best quality.
    best: u8,
    /// Time since the last change of the level \[s\].
    since: f64,
    /// Time for which the load has been low enough to lower the level \[s\].
    spare: f64,
    began: f64,
    /// Number of blocks of the current host buffer.
    blocks: u32,
    /// Number of blocks of the current host buffer that have begun.
    begun: u32,
    /// Time since a host buffer last exceeded the ceiling \[s\].
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

    /// Sets the best allowed quality level and makes it the current level. The level never falls below it
    /// later.
    pub(crate) fn set_best_level(&mut self, best: u8) {
        (self.level, self.best) = (best, best);
    }

    /// Starts a host buffer of `frames`, for which `blocks` blocks are to be rendered. Real-time: yes, if the
    /// clock is.
    pub(crate) fn begin(&mut self, frames: usize, blocks: u32) {
        self.buffer = frames.max(1) as f64 / self.rate;
        self.began = (self.clock)();
        (self.blocks, self.begun) = (blocks.max(1), 0);
    }

    /// Starts the next block of the host buffer. Real-time: yes.
    pub(crate) fn begin_block(&mut self) {
        self.begun = (self.begun + 1).min(self.blocks);
    }

    /// Returns the deadline of the current block on the clock \[s\]: its share of the ceiling plus the time
    /// that earlier blocks left unused. Real-time: yes.
    pub(crate) fn deadline(&self) -> f64 {
        self.began + self.ceiling * self.buffer * f64::from(self.begun) / f64::from(self.blocks)
    }

    /// Returns the time on the clock \[s\]. Real-time: yes, if the clock is.
    pub(crate) fn now(&self) -> f64 {
        (self.clock)()
    }

    /// Whether the ceiling of the host buffer is used up. Real-time: yes, if the clock is.
    pub(crate) fn is_exhausted(&self) -> bool {
        let used_share = self.used_share();
        used_share > self.ceiling && used_share < 1.0 + self.ceiling
    }

    /// Whether quality is reduced. Real-time: yes.
    pub(crate) fn is_short(&self) -> bool {
        self.level > self.best
    }

    /// Returns the share of the host buffer's time that has passed \[1\].
    fn used_share(&self) -> f64 {
        let used_share = ((self.clock)() - self.began) / self.buffer;
        if used_share.is_finite() { used_share } else { 0.0 }
    }

    /// Ends a host buffer and returns what the renderer must do. Real-time: yes, if the clock is.
    pub(crate) fn end(&mut self) -> BudgetAction {
        let share = self.used_share();
        self.decide(share)
    }

    fn decide(&mut self, share: f64) -> BudgetAction {
        // The time of a suspended thread must not count for long.
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
                // Once no sound is paused any more, the level falls.
                self.spare = SPARE_TIME - RESUME_INTERVAL;
                return BudgetAction::Resume;
            }
            self.level -= 1;
            return BudgetAction::Level(self.level);
        }
        BudgetAction::None
    }

    /// Leaves the level at which sounds pause, since no sound is paused; returns the new level.
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

    /// Simulates host buffers that use `share` of their time; returns the level at the end and the number of
    /// paused sounds.
    fn run_buffers(budget: &mut Budget, share: f64, seconds: f64) -> (u8, usize) {
        let mut paused = 0;
        for _ in 0..(seconds * 750.0) as usize {
            paused += usize::from(budget.decide(share) == BudgetAction::Pause);
        }
        (budget.level, paused)
    }

    #[test]
    fn a_third_of_the_time_costs_no_quality() {
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
    fn two_overruns_lower_quality_at_once_and_one_does_not() {
        let mut budget = budget();
        for _ in 0..5 {
            run_buffers(&mut budget, 0.1, 1.0);
            assert_eq!(budget.decide(0.85), BudgetAction::None);
        }
        assert_eq!(budget.decide(0.85), BudgetAction::Level(1));
    }

    #[test]
    fn paused_sounds_resume_soon_after_a_short_overload() {
        let mut budget = budget();
        let (_, paused) = run_buffers(&mut budget, 0.95, 1.0);
        assert!(paused > 10, "{paused}");
        // The load is a tenth below that at which sounds would pause again.
        let mut resumed = 0;
        for _ in 0..(8.0 * 750.0) as usize {
            resumed += usize::from(budget.decide(0.67) == BudgetAction::Resume);
        }
        assert!(resumed > paused, "{resumed} of {paused} in 8 s");
        assert_eq!(budget.end_pausing(), PAUSE_LEVEL - 1);
    }

    #[test]
    fn sounds_pause_at_the_last_level() {
        let mut budget = budget();
        let (level, paused) = run_buffers(&mut budget, 0.95, 2.0);
        assert_eq!(level, PAUSE_LEVEL);
        assert!(paused > 10, "{paused}");
    }
}
