//! Maps OSC time tags to samples.
//!
//! A tag counts seconds since 1900 in units of 2⁻³² s. The relation between tags and this machine's monotonic
//! time is read when the port is opened. It is renewed whenever wall-clock time and monotonic time drift
//! apart by more than [`STEPS`]: then the wall clock was set, or the machine slept.
//!
//! Tags that are d apart must belong to samples that are d f_s apart, whenever the tags arrive; f_s is the
//! sample rate. The clock follows the device, but a thread that is woken late makes it deviate for a while,
//! the more for times far ahead. So one tag and its sample are held as an anchor, and the samples of all
//! other tags are counted from the anchor at the nominal rate. The anchor is renewed when the clock differs
//! from it by more than [`LOOSE`] for [`STAYS`], or by far more for a shorter time: then the device has lost
//! time, and scheduled messages are shifted along ([`TagClock::follow`]).

use super::packet::AT_ONCE;
use crate::Clock;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Time from the start of 1900 to the start of 1970 \[s\].
const EPOCH: u64 = 2_208_988_800;
/// Number of units of a time tag per second.
const PARTS: f64 = 4_294_967_296.0;
/// Longest time that a tag may lie in the future \[s\].
pub(super) const MAX_AHEAD: f64 = 3600.0;
/// Largest difference between the sample by the anchor and the sample by the clock that is ignored \[s\].
const LOOSE: f64 = 0.5e-3;
/// Time for which a difference above `LOOSE` must last before the anchor is renewed. Jitter ends sooner.
const STAYS: Duration = Duration::from_secs(1);
/// Difference between anchor and clock from which the device is taken to have had a gap \[s\]. Such a
/// difference must last only `STAYS_LOST` before the anchor is renewed.
const LOST: f64 = 20e-3;
const STAYS_LOST: Duration = Duration::from_millis(250);

/// Largest step of the wall clock against monotonic time that is ignored \[s\].
const STEPS: f64 = 2e-3;
/// Longest time between reading the wall clock and the monotonic clock. After a longer time the two readings
/// are discarded.
const APART: Duration = Duration::from_micros(100);

/// The time of a tag, relative to now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagTime {
    /// The tag belongs to this sample, now or later.
    At(u64),
    /// The tag is in the past.
    Late,
    /// The tag is too far in the future.
    Far,
}

/// Maps OSC time tags to samples.
#[derive(Debug)]
pub(super) struct TagClock {
    clock: Arc<Clock>,
    /// A moment of monotonic time, and the tag of that moment.
    known: (Instant, u64),
    anchor: Option<Anchor>,
    /// Moment since which the clock has differed from the anchor; `None` while they agree.
    off: Option<Instant>,
}

/// A tag and its sample, from which the samples of other tags are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Anchor {
    tag: u64,
    sample: u64,
    /// Length of the host buffer when the anchor was set \[frames\]. If it changes, the delay changes and the
    /// anchor is renewed.
    buffer_frames: u64,
    /// Whether the tag of the anchor comes from a message. If so, tags of messages that are a whole number of
    /// samples apart get samples that are exactly as far apart.
    from_message: bool,
}

impl Anchor {
    /// Returns the sample of another tag, counted from the anchor at `rate` \[Hz\].
    fn count(&self, tag: u64, rate: f64) -> f64 {
        self.sample as f64 + (seconds(tag, self.tag) * rate).round()
    }
}

/// Returns the tag of a wall-clock time.
pub(super) fn tag_of(then: SystemTime) -> u64 {
    let since = then.duration_since(UNIX_EPOCH).unwrap_or_default();
    let parts = (u64::from(since.subsec_nanos()) << 32) / 1_000_000_000;
    (since.as_secs().wrapping_add(EPOCH) << 32) | parts
}

impl TagClock {
    pub(super) fn new(clock: Arc<Clock>) -> Self {
        Self { clock, known: (Instant::now(), tag_of(SystemTime::now())), anchor: None, off: None }
    }

    /// Returns the time of a tag, relative to the current sample `now`.
    pub(super) fn tag_time(&mut self, tag: u64, now: u64) -> TagTime {
        if tag == AT_ONCE {
            return TagTime::At(now);
        }
        let moment = Instant::now();
        let today = tag_of(SystemTime::now());
        if moment.elapsed() < APART {
            self.renew_relation(moment, today);
        }
        let (instant, known) = self.known;
        if seconds(tag, known) - instant.elapsed().as_secs_f64() > MAX_AHEAD {
            return TagTime::Far;
        }
        match self.count(tag) {
            sample if sample >= now as f64 => TagTime::At(sample as u64),
            _ => TagTime::Late,
        }
    }

    /// Compares the anchor with the clock and returns the number of samples by which all tags have shifted.
    /// Call it before reading tags, and regularly.
    pub(super) fn follow(&mut self) -> i64 {
        let moment = Instant::now();
        let (instant, known) = self.known;
        let gone = moment.saturating_duration_since(instant).as_secs_f64();
        let tag = known.wrapping_add((gone * PARTS) as u64);
        let clock = (self.clock.at(moment), self.clock.buffer_frames());
        self.compare(moment, tag, clock)
    }

    /// Compares the anchor with a reading of the clock, which gives `sample` and the host buffer for `moment`
    /// with the tag `tag`. Returns the number of samples by which all tags have shifted.
    fn compare(&mut self, moment: Instant, tag: u64, (sample, buffer_frames): (u64, u64)) -> i64 {
        let rate = self.clock.rate();
        let later = |anchor: &Anchor| sample as f64 - anchor.count(tag, rate);
        let later = self.anchor.as_ref().map_or(0.0, later);
        let apart = later.abs() / rate;
        let same = self.anchor.is_some_and(|anchor| anchor.buffer_frames == buffer_frames);
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
        let from_message = false;
        self.anchor = Some(Anchor { tag, sample, buffer_frames, from_message });
        later as i64
    }

    /// Returns the sample of a tag, counted from the anchor.
    fn count(&mut self, tag: u64) -> f64 {
        let rate = self.clock.rate();
        let Some(anchor) = &mut self.anchor else {
            return 0.0;
        };
        let sample = anchor.count(tag, rate);
        if !anchor.from_message && sample >= 0.0 {
            (anchor.tag, anchor.sample, anchor.from_message) = (tag, sample as u64, true);
        }
        sample
    }

    /// Renews the relation between tags and monotonic time if the wall clock gives another tag for `moment`.
    fn renew_relation(&mut self, moment: Instant, today: u64) {
        let (instant, known) = self.known;
        let gone = moment.saturating_duration_since(instant).as_secs_f64();
        if (seconds(today, known) - gone).abs() > STEPS {
            self.known = (moment, today);
        }
    }
}

/// Returns the time from tag `since` to `tag` \[s\], across the overflow of tags in 2036.
fn seconds(tag: u64, since: u64) -> f64 {
    tag.wrapping_sub(since).cast_signed() as f64 / PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_land_as_far_apart_as_they_are_in_samples() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = TagClock::new(clock);
        tags.follow();
        let first = tag_of(SystemTime::now()) + (1 << 32);
        let TagTime::At(zero) = tags.tag_time(first, 0) else {
            panic!("a second ahead");
        };
        for n in 1..100_u64 {
            // 10.5 ms are 504 samples.
            let tag = first + (n as f64 * 10.5e-3 * PARTS) as u64;
            assert_eq!(tags.tag_time(tag, 0), TagTime::At(zero + n * 504), "{n} times 10.5 ms");
        }
    }

    #[test]
    fn past_tags_are_late_and_tags_in_two_hours_are_too_far() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = TagClock::new(clock);
        tags.follow();
        let now = tag_of(SystemTime::now());
        assert_eq!(tags.tag_time(AT_ONCE, 17), TagTime::At(17));
        assert_eq!(tags.tag_time(now - (5 << 32), 17), TagTime::Late);
        // Tags overflow in 2036: a tag of 1900 is one of 2036.
        assert_eq!(tags.tag_time(2, 17), TagTime::Far);
        assert_eq!(tags.tag_time(now + (7200 << 32), 17), TagTime::Far);
        assert!(matches!(tags.tag_time(now + (3590 << 32), 17), TagTime::At(_)));
    }

    #[test]
    fn a_time_of_day_that_is_set_an_hour_ahead_takes_its_tags_along() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = TagClock::new(clock);
        let (moment, known) = tags.known;
        let (later, second) = (moment + Duration::from_secs(10), 1_u64 << 32);
        // A millisecond is ignored.
        tags.renew_relation(later, known + 10 * second + second / 1000);
        assert_eq!(tags.known, (moment, known));
        tags.renew_relation(later, known + 3610 * second);
        assert_eq!(tags.known, (later, known + 3610 * second));
        tags.renew_relation(later, known);
        assert_eq!(tags.known, (later, known), "and back again");
    }

    #[test]
    fn a_short_clock_error_moves_no_tag_and_a_lasting_one_moves_all() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = TagClock::new(clock);
        let (begun, known) = tags.known;
        let far = known + (100 << 32);
        // A clock that is `more` samples ahead at a moment in milliseconds.
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
        assert_eq!(says(5001, 1524, 1024), (4_801_524.0, 768), "another host buffer");
        assert_eq!(says(6000, 0, 1024), (4_801_524.0, 0), "time is lost");
        assert_eq!(says(6250, 0, 1024), (4_800_000.0, -1524));
    }
}
