//! From time tags to samples.
//!
//! A tag counts seconds since 1900, in 2⁻³² s. Which tag belongs to which moment of this machine is looked at
//! when the port is opened, and again whenever the time of day and the time that has gone by are no longer
//! the same by more than [`STEPS`]: it was set, or the machine slept.
//!
//! Tags that are d apart shall land d f_s apart, whenever they come. The clock knows which sample is now, and
//! follows the device, but it is bent for a while by a machine that wakes it late, and what it says of a time
//! far ahead is bent the more. So one tag and its sample are held and all others counted from there at the
//! nominal rate, until the clock has said otherwise of the present by more than [`LOOSE`] for as long as
//! [`STAYS`], or far more for a shorter time: then the device has gone its own way, and what waits for its
//! time goes along ([`Tags::follow`]).

use super::packet::AT_ONCE;
use crate::Clock;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// From 1900 to 1970 \[s\].
const EPOCH: u64 = 2_208_988_800;
/// Parts of a second in a tag.
const PARTS: f64 = 4_294_967_296.0;
/// How far ahead a tag may be \[s\].
pub(super) const FURTHEST: f64 = 3600.0;
/// How far from the clock the held tag may go \[s\].
const LOOSE: f64 = 0.5e-3;
/// How long it must be further away to be let go: the clock forgets jitter sooner.
const STAYS: Duration = Duration::from_secs(1);
/// So far away the clock is not bent, but has seen that the device lost time \[s\]: it need not stay there
/// for so long.
const LOST: f64 = 20e-3;
const STAYS_LOST: Duration = Duration::from_millis(250);

/// How far the time of day may step \[s\].
const STEPS: f64 = 2e-3;
/// The two times are read one after the other; where more than this lies between, the machine was elsewhere,
/// and they do not belong together.
const APART: Duration = Duration::from_micros(100);

/// When something is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// At that sample, which is now or later.
    At(u64),
    /// Its time has gone.
    Late,
    /// Too far ahead.
    Far,
}

/// What tags mean.
#[derive(Debug)]
pub(super) struct Tags {
    clock: Arc<Clock>,
    /// A moment, and its tag.
    known: (Instant, u64),
    held: Option<Held>,
    /// Since when the clock says otherwise.
    off: Option<Instant>,
}

/// A tag and its sample.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    tag: u64,
    sample: u64,
    /// What the output asked for at once: with another gulp the delay is another.
    buffer_frames: u64,
    /// It is the tag of a message, from which others are a whole number of samples away if they are so in
    /// time.
    said: bool,
}

impl Held {
    /// The sample of another tag, counted from this \[samples\].
    fn count(&self, tag: u64, rate: f64) -> f64 {
        self.sample as f64 + (seconds(tag, self.tag) * rate).round()
    }
}

/// The tag of a moment.
pub(super) fn tag_of(then: SystemTime) -> u64 {
    let since = then.duration_since(UNIX_EPOCH).unwrap_or_default();
    let parts = (u64::from(since.subsec_nanos()) << 32) / 1_000_000_000;
    (since.as_secs().wrapping_add(EPOCH) << 32) | parts
}

impl Tags {
    pub(super) fn new(clock: Arc<Clock>) -> Self {
        Self { clock, known: (Instant::now(), tag_of(SystemTime::now())), held: None, off: None }
    }

    /// When a tag is; which sample is now must be said.
    pub(super) fn when(&mut self, tag: u64, now: u64) -> When {
        if tag == AT_ONCE {
            return When::At(now);
        }
        let moment = Instant::now();
        let today = tag_of(SystemTime::now());
        if moment.elapsed() < APART {
            self.look_again(moment, today);
        }
        let (instant, known) = self.known;
        if seconds(tag, known) - instant.elapsed().as_secs_f64() > FURTHEST {
            return When::Far;
        }
        match self.count(tag) {
            sample if sample >= now as f64 => When::At(sample as u64),
            _ => When::Late,
        }
    }

    /// Compares what is held with the clock; to be called before tags are read, and now and then. By how many
    /// samples all tags are later from now on.
    pub(super) fn follow(&mut self) -> i64 {
        let moment = Instant::now();
        let (instant, known) = self.known;
        let gone = moment.saturating_duration_since(instant).as_secs_f64();
        let tag = known.wrapping_add((gone * PARTS) as u64);
        let clock = (self.clock.at(moment), self.clock.buffer_frames());
        self.compare(moment, tag, clock)
    }

    /// At this moment, which has this tag, the clock says that sample and asks for so many at once.
    fn compare(&mut self, moment: Instant, tag: u64, (sample, buffer_frames): (u64, u64)) -> i64 {
        let rate = self.clock.rate();
        let later = |held: &Held| sample as f64 - held.count(tag, rate);
        let later = self.held.as_ref().map_or(0.0, later);
        let apart = later.abs() / rate;
        let same = self.held.is_some_and(|held| held.buffer_frames == buffer_frames);
        if same && apart <= LOOSE {
            self.off = None;
            return 0;
        }
        let since = *self.off.get_or_insert(moment);
        let stays = if apart > LOST { STAYS_LOST } else { STAYS };
        if same && moment.saturating_duration_since(since) < stays {
            return 0;
        }
        self.off = None;
        let said = false;
        self.held = Some(Held { tag, sample, buffer_frames, said });
        later as i64
    }

    /// The sample of a tag, counted from the one that is held.
    fn count(&mut self, tag: u64) -> f64 {
        let rate = self.clock.rate();
        let Some(held) = &mut self.held else {
            return 0.0;
        };
        let sample = held.count(tag, rate);
        if !held.said && sample >= 0.0 {
            (held.tag, held.sample, held.said) = (tag, sample as u64, true);
        }
        sample
    }

    /// A moment has this tag by the time of day.
    fn look_again(&mut self, moment: Instant, today: u64) {
        let (instant, known) = self.known;
        let gone = moment.saturating_duration_since(instant).as_secs_f64();
        if (seconds(today, known) - gone).abs() > STEPS {
            self.known = (moment, today);
        }
    }
}

/// Seconds from one tag to another \[s\]; across the end of their count in 2036.
fn seconds(tag: u64, since: u64) -> f64 {
    tag.wrapping_sub(since).cast_signed() as f64 / PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_land_as_far_apart_as_they_are_in_samples() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = Tags::new(clock);
        tags.follow();
        let first = tag_of(SystemTime::now()) + (1 << 32);
        let When::At(zero) = tags.when(first, 0) else {
            panic!("a second ahead");
        };
        for n in 1..100_u64 {
            // 10.5 ms are 504 samples.
            let tag = first + (n as f64 * 10.5e-3 * PARTS) as u64;
            assert_eq!(tags.when(tag, 0), When::At(zero + n * 504), "{n} times 10.5 ms");
        }
    }

    #[test]
    fn what_has_gone_is_late_and_what_is_in_two_hours_is_far() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = Tags::new(clock);
        tags.follow();
        let now = tag_of(SystemTime::now());
        assert_eq!(tags.when(AT_ONCE, 17), When::At(17));
        assert_eq!(tags.when(now - (5 << 32), 17), When::Late);
        // The count ends in 2036: a tag of 1900 is one of 2036.
        assert_eq!(tags.when(2, 17), When::Far);
        assert_eq!(tags.when(now + (7200 << 32), 17), When::Far);
        assert!(matches!(tags.when(now + (3590 << 32), 17), When::At(_)));
    }

    #[test]
    fn a_time_of_day_that_is_set_an_hour_ahead_takes_its_tags_along() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = Tags::new(clock);
        let (moment, known) = tags.known;
        let (later, second) = (moment + Duration::from_secs(10), 1_u64 << 32);
        // By a millisecond it is still the same time.
        tags.look_again(later, known + 10 * second + second / 1000);
        assert_eq!(tags.known, (moment, known));
        tags.look_again(later, known + 3610 * second);
        assert_eq!(tags.known, (later, known + 3610 * second));
        tags.look_again(later, known);
        assert_eq!(tags.known, (later, known), "and back again");
    }

    #[test]
    fn a_clock_that_is_bent_for_a_while_moves_no_tag_and_one_that_stays_so_all() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = Tags::new(clock);
        let (begun, known) = tags.known;
        let far = known + (100 << 32);
        // Of a moment, counted in milliseconds, the clock says so many samples more than there should be.
        let mut says = |millis: u64, more: u64, buffer_frames: u64| {
            let tag = known + ((millis << 32) as f64 / 1000.0) as u64;
            let moment = begun + Duration::from_millis(millis);
            let later = tags.compare(moment, tag, (48 * millis + more, buffer_frames));
            (tags.count(far), later)
        };
        assert_eq!(says(0, 256, 256), (4_800_256.0, 0));
        assert_eq!(says(1000, 266, 256), (4_800_256.0, 0), "ten samples");
        assert_eq!(says(2000, 756, 256), (4_800_256.0, 0), "for a moment");
        assert_eq!(says(2500, 756, 256), (4_800_256.0, 0), "half a second");
        assert_eq!(says(2900, 256, 256), (4_800_256.0, 0), "and back");
        assert_eq!(says(4000, 756, 256), (4_800_256.0, 0));
        assert_eq!(says(5000, 756, 256), (4_800_756.0, 500), "it stays so");
        assert_eq!(says(5001, 1524, 1024), (4_801_524.0, 768), "another gulp");
        assert_eq!(says(6000, 0, 1024), (4_801_524.0, 0), "time is lost");
        assert_eq!(says(6250, 0, 1024), (4_800_000.0, -1524));
    }
}
