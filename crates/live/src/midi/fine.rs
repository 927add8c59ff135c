//! Knobs that are finer than 128 steps send two numbers: the coarse one as controller n, from 0 to 31, and
//! behind it the fine one as controller n + 32,
//!
//! $$ v = 128\,c + f $$
//!
//! | symbol | range      | meaning                                                   |
//! |--------|------------|-----------------------------------------------------------|
//! | v      | 0 to 16383 | where the knob is ([`Control::Fine`](super::Control::Fine)) |
//! | c, f   | 0 to 127   | the coarse and the fine number                            |
//!
//! Many knobs send one number only, and use controllers 32 to 63 for others of their kind. So a pair is
//! believed once the fine number has come directly behind the coarse one of its channel; until then the
//! coarse number alone tells where the knob is, c = 127 being its stop: v = 129 c. From then on a coarse
//! number brings it to the nearest place that it allows, and the fine one behind it further in the same
//! direction: so it never goes back in between, and does not stand still where the fine one is left out.

/// Where a fine knob stops.
pub const MAX_VALUE: f64 = 16_383.0;
/// Controllers that can be coarse; so much further is the fine one.
const COARSE: u8 = 32;
/// Channels.
const CHANNELS: usize = 16;

/// What the knobs of a channel have sent.
#[derive(Clone, Copy, Debug, Default)]
struct Channel {
    /// The coarse numbers that came last.
    coarse: [u8; COARSE as usize],
    /// Knobs that have sent a pair, a bit each.
    paired: u32,
    /// The coarse number that came directly before.
    before: Option<u8>,
}

/// The knobs of an instrument, by their pairs.
#[derive(Clone, Debug, Default)]
pub struct FinePairs([Channel; CHANNELS]);

/// A knob is somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FineValue {
    /// Its coarse controller.
    pub knob: u8,
    /// Where it is, 0 to 16383.
    pub value: u16,
    /// It is known to send pairs.
    pub paired: bool,
}

impl FinePairs {
    /// A controller of a channel, 1 to 16, has a value: which knob that moves, if one.
    pub fn hear(&mut self, channel: u8, number: u8, value: u8) -> Option<FineValue> {
        let it = self.0.get_mut(usize::from(channel).wrapping_sub(1))?;
        let before = it.before.take();
        let value = value.min(127);
        let knob = number % COARSE;
        let index = usize::from(knob);
        let bit = 1_u32 << knob;
        match number / COARSE {
            0 => {
                let was = core::mem::replace(it.coarse.get_mut(index)?, value);
                it.before = Some(knob);
                let paired = it.paired & bit != 0;
                if paired && value == was {
                    return None;
                }
                let nearest = if value < was { 127 } else { 0 };
                let fine = if paired { nearest } else { value };
                Some(FineValue { knob, value: 128 * u16::from(value) + u16::from(fine), paired })
            }
            1 => {
                if before == Some(knob) {
                    it.paired |= bit;
                }
                let coarse = *it.coarse.get(index)?;
                (it.paired & bit != 0).then_some(FineValue {
                    knob,
                    value: 128 * u16::from(coarse) + u16::from(value),
                    paired: true,
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(heard: &[(u8, u8)]) -> Vec<Option<(u16, bool)>> {
        let mut pairs = FinePairs::default();
        let hear = |&(number, value)| {
            let moved = pairs.hear(1, number, value);
            moved.map(|it| (it.value, it.paired))
        };
        heard.iter().map(hear).collect()
    }

    #[test]
    fn a_pair_is_one_number_and_the_next_never_goes_back() {
        assert_eq!(
            values(&[(1, 64), (33, 9), (1, 63), (33, 100), (33, 90), (1, 63), (1, 70)]),
            [
                Some((8256, false)),
                Some((8201, true)),
                Some((8191, true)),
                Some((8164, true)),
                Some((8154, true)),
                None,
                Some((8960, true))
            ]
        );
    }

    #[test]
    fn a_knob_that_sends_one_number_reaches_both_stops() {
        assert_eq!(values(&[(7, 0), (7, 127)]), [Some((0, false)), Some((16_383, false))]);
    }

    #[test]
    fn a_knob_with_the_number_of_a_fine_one_is_a_knob_of_its_own() {
        // Between the two another knob moves: they are not one.
        assert_eq!(values(&[(1, 10), (2, 20), (33, 99)])[2], None);
        assert_eq!(values(&[(33, 99)]), [None]);
        assert_eq!(values(&[(64, 127), (127, 0)]), [None, None]);
    }

    #[test]
    fn channels_have_their_own_knobs() {
        let mut pairs = FinePairs::default();
        pairs.hear(1, 1, 64);
        assert_eq!(pairs.hear(2, 33, 5), None);
        assert_eq!(pairs.hear(0, 1, 64), None);
        assert_eq!(pairs.hear(17, 1, 64), None);
        assert!(pairs.hear(1, 33, 5).is_some_and(|it| it.value == 8197));
    }
}
