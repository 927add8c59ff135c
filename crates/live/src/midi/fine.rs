//! 14-bit controllers: a coarse number as controller n, from 0 to 31, followed by a fine number as controller
//! n + 32,
//!
//! ```math
//! v = 128\,c + f
//! ```
//!
//! | symbol | range      | meaning                                                   |
//! |--------|------------|-----------------------------------------------------------|
//! | v      | 0 to 16383 | position of the knob ([`Control::Fine`](super::Control::Fine)) |
//! | c, f   | 0 to 127   | the coarse and the fine number                            |
//!
//! Many controllers send one number only and use 32 to 63 for other purposes. So a pair counts as one once
//! the fine number has directly followed the coarse one on its channel. Until then the coarse number alone
//! gives the position, v = 129 c, with 127 at the stop. From then on a coarse number moves to the nearest
//! value that it allows, and the fine one continues in the same direction. So the value never moves back in
//! between, and does not stand still where fine numbers are omitted.

/// Highest value of a 14-bit controller; the lowest is 0.
pub const MAX_VALUE: f64 = 16_383.0;
/// Number of coarse controllers; also the difference between the numbers of a fine controller and its coarse
/// one.
const COARSE: u8 = 32;
/// Number of channels of a MIDI instrument.
const CHANNELS: usize = 16;

/// State of the 14-bit controllers of one channel.
#[derive(Clone, Copy, Debug, Default)]
struct Channel {
    /// Last coarse number of each controller, 0 to 127.
    coarse: [u8; COARSE as usize],
    /// Controllers known to send a coarse and a fine number, one bit for each.
    paired: u32,
    /// Number of the controller if the last message of the channel was its coarse number; else `None`.
    before: Option<u8>,
}

/// Combines coarse and fine numbers into the values of the 14-bit controllers of an instrument.
#[derive(Clone, Debug, Default)]
pub struct FinePairs([Channel; CHANNELS]);

/// A new value of a 14-bit controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FineValue {
    /// Number of the controller that sends the coarse number, 0 to 31.
    pub knob: u8,
    /// Value of the 14-bit controller, 0 to 16383.
    pub value: u16,
    /// Whether the controller is known to send a coarse and a fine number.
    pub paired: bool,
}

impl FinePairs {
    /// Takes the `value` of controller `number` on a channel, 1 to 16. Returns the 14-bit value that changes,
    /// or `None`.
    pub fn hear(&mut self, channel: u8, number: u8, value: u8) -> Option<FineValue> {
        let state = self.0.get_mut(usize::from(channel).wrapping_sub(1))?;
        let before = state.before.take();
        let value = value.min(127);
        let knob = number % COARSE;
        let index = usize::from(knob);
        let bit = 1_u32 << knob;
        match number / COARSE {
            0 => {
                let was = core::mem::replace(state.coarse.get_mut(index)?, value);
                state.before = Some(knob);
                let paired = state.paired & bit != 0;
                if paired && value == was {
                    return None;
                }
                let nearest = if value < was { 127 } else { 0 };
                let fine = if paired { nearest } else { value };
                Some(FineValue { knob, value: 128 * u16::from(value) + u16::from(fine), paired })
            }
            1 => {
                if before == Some(knob) {
                    state.paired |= bit;
                }
                let coarse = *state.coarse.get(index)?;
                (state.paired & bit != 0).then_some(FineValue {
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
            moved.map(|moved| (moved.value, moved.paired))
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
        // Another controller moves in between, so that 1 and 33 are not a pair.
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
        assert!(pairs.hear(1, 33, 5).is_some_and(|moved| moved.value == 8197));
    }
}
