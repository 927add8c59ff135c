//! From time tags to samples.
//!
//! A tag counts seconds since 1900, in 2⁻³² s. Which tag belongs to which moment of this machine is looked at when the port is opened, and again whenever the time of day and the time
//! that has gone by are no longer the same by more than [`STEPS`]: it was set, or the machine slept. The clock knows which sample belongs to a moment. The clock follows the device, and so moves by a few samples from time to time, but tags that are d apart shall land d f_s
//! apart: so one tag and its sample are held, others are counted from there, until the clock says otherwise by more than [`LOOSE`].

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

/// How far the time of day may step \[s\].
const STEPS: f64 = 2e-3;
/// The two times are read one after the other; where more than this lies between, the machine was elsewhere, and they do not belong together.
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
    held: Option<(u64, u64)>,
}

/// The tag of a moment.
pub(super) fn tag_of(then: SystemTime) -> u64 {
    let since = then.duration_since(UNIX_EPOCH).unwrap_or_default();
    let parts = (u64::from(since.subsec_nanos()) << 32) / 1_000_000_000;
    (since.as_secs().wrapping_add(EPOCH) << 32) | parts
}

impl Tags {
    pub(super) fn new(clock: Arc<Clock>) -> Self {
        Self {
            clock,
            known: (Instant::now(), tag_of(SystemTime::now())),
            held: None,
        }
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
        let after = seconds(tag, known);
        if after - instant.elapsed().as_secs_f64() > FURTHEST {
            return When::Far;
        }
        let moment = if after < 0.0 {
            instant.checked_sub(Duration::from_secs_f64(-after))
        } else {
            instant.checked_add(Duration::from_secs_f64(after))
        };
        let Some(moment) = moment else {
            return When::Late;
        };
        let by_clock = self.clock.at(moment);
        if after < 0.0 && by_clock < now {
            return When::Late;
        }
        let sample = self.hold(tag, by_clock);
        if sample < now {
            When::Late
        } else {
            When::At(sample)
        }
    }

    /// A moment has this tag by the time of day.
    fn look_again(&mut self, moment: Instant, today: u64) {
        let (instant, known) = self.known;
        let gone = moment.saturating_duration_since(instant).as_secs_f64();
        if (seconds(today, known) - gone).abs() > STEPS {
            self.known = (moment, today);
        }
    }

    /// The sample of a tag, counted from the one that is held; the clock says which it would be.
    fn hold(&mut self, tag: u64, by_clock: u64) -> u64 {
        let rate = self.clock.rate();
        if let Some((held, sample)) = self.held {
            let counted = sample as f64 + (seconds(tag, held) * rate).round();
            if (counted - by_clock as f64).abs() <= LOOSE * rate {
                return counted as u64;
            }
        }
        self.held = Some((tag, by_clock));
        by_clock
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
        let first = tag_of(SystemTime::now()) + (1 << 32);
        let When::At(zero) = tags.when(first, 0) else {
            panic!("a second ahead");
        };
        for n in 1..100_u64 {
            // 10.5 ms are 504 samples.
            let tag = first + (n as f64 * 10.5e-3 * PARTS) as u64;
            assert_eq!(
                tags.when(tag, 0),
                When::At(zero + n * 504),
                "{n} times 10.5 ms"
            );
        }
    }

    #[test]
    fn what_has_gone_is_late_and_what_is_in_two_hours_is_far() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = Tags::new(clock);
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
    fn a_clock_that_moves_by_ten_samples_moves_no_tag_and_by_a_hundred_all() {
        let (clock, _marker) = Clock::new(48_000.0);
        let mut tags = Tags::new(clock);
        assert_eq!(tags.hold(1 << 32, 48_000), 48_000);
        assert_eq!(tags.hold(2 << 32, 96_010), 96_000);
        assert_eq!(tags.hold(3 << 32, 144_100), 144_100);
        assert_eq!(tags.hold(4 << 32, 192_100), 192_100);
    }
}
