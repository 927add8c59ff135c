//! State of the sixteen MIDI channels, and their MPE zones.
//!
//! MPE gives every finger its own channel. A *zone* is a master and its member channels: the lower zone has
//! master 1 and grows upwards, the upper one master 16 and grows downwards. Messages on a master apply to all
//! of its members,
//!
//! ```math
//! b_c = w_c\,r_c + w_m\,r_m
//! ```
//!
//! | symbol | unit      | meaning                                                                              |
//! |--------|-----------|--------------------------------------------------------------------------------------|
//! | b_c    | semitones | bend of the notes of channel c                                                       |
//! | w      | 1         | position of the channel's wheel, −1 to 1                                             |
//! | r      | semitones | range of the channel's wheel: 48 for a member, else [`BEND`], unless a parameter sets it |
//! | m      |           | the master, if c is a member                                                         |
//!
//! An instrument declares zones by registered parameters: controllers 101 and 100 select a parameter, 6 and
//! 38 set its value.
//!
//! | parameter | is                                                                                                          |
//! |-----------|-------------------------------------------------------------------------------------------------------------|
//! | 0         | range of the wheel, in semitones and cents; set on one member it holds for all members of the zone          |
//! | 6         | on a master: number of members of its zone, 0 for none. The zone declared last takes members from the other |
//!
//! After 99 or 98, which select an unregistered parameter, values are ignored until 101 or 100 come again.
//! Source: \[MPE\].

use crate::mapping::standard::BEND;

/// Default range of the pitch wheel of a member channel \[semitones\].
pub const MEMBER_BEND: f64 = 48.0;
/// Master channels of the lower and of the upper zone.
pub const MASTERS: [u8; 2] = [1, 16];
/// Maximum number of member channels of a zone.
pub const MAX_MEMBERS: u8 = 15;
/// Number of channels of a MIDI instrument.
const CHANNELS: usize = 16;
/// Maximum range of a pitch wheel \[semitones\].
const MAX_BEND: u8 = 96;

/// State of one MIDI channel.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// Position of the pitch wheel, −1 to 1.
    wheel: f64,
    /// Range of the pitch wheel to each side \[semitones\].
    range: f64,
    /// The registered parameter that controllers 101 and 100 have selected; `None` if they have selected
    /// none.
    registered: Option<(u8, u8)>,
}

const STILL: Channel = Channel { wheel: 0.0, range: BEND, registered: None };

/// State of the channels 1 to 16 of an instrument, with their MPE zones.
#[derive(Clone, Copy, Debug)]
pub struct Channels {
    all: [Channel; CHANNELS],
    /// Number of member channels of the lower and of the upper zone; 0 means no zone.
    members: [u8; 2],
}

impl Default for Channels {
    fn default() -> Self {
        Self { all: [STILL; CHANNELS], members: [0; 2] }
    }
}

impl Channels {
    /// Sets the number of members of the zone whose master is channel 1 or 16; 0 means no zone. The other
    /// zone keeps the remaining channels. Masters other than 1 and 16 are ignored.
    pub fn set_zone(&mut self, master: u8, members: u8) {
        let Some(zone) = MASTERS.iter().position(|&other| other == master) else {
            return;
        };
        let before = *self;
        let members = members.min(MAX_MEMBERS);
        // Two zones have two masters among the sixteen channels.
        let left = MAX_MEMBERS.saturating_sub(1).saturating_sub(members);
        let other = &mut self.members[1 - zone];
        *other = if members > 0 { left.min(*other) } else { *other };
        self.members[zone] = members;
        for channel in 1..=CHANNELS as u8 {
            let is = self.zone(channel);
            let touched = is == Some(zone) || is != before.zone(channel) || channel == master;
            if let Some(state) = self.get_mut(channel).filter(|_| touched) {
                state.range = is.map_or(BEND, |_| MEMBER_BEND);
            }
        }
    }

    /// Whether the instrument has at least one zone.
    pub fn has_zone(&self) -> bool {
        self.members != [0; 2]
    }

    /// Returns the zone of which a channel is a member: 0 for the lower, 1 for the upper.
    fn zone(&self, channel: u8) -> Option<usize> {
        let [lower, upper] = self.members;
        let below = (2..=lower + 1).contains(&channel);
        let above = (16 - upper..16).contains(&channel);
        below.then_some(0).or(above.then_some(1))
    }

    /// Returns the master of a member channel; `None` if the channel is no member.
    pub fn master(&self, channel: u8) -> Option<u8> {
        self.zone(channel).map(|zone| MASTERS[zone])
    }

    /// Returns whether messages on channel `from` apply to notes of channel `played`: both are the same
    /// channel, or `from` is the master of the zone.
    pub fn reaches(&self, from: u8, played: u8) -> bool {
        from == played || self.master(played) == Some(from)
    }

    /// Returns the total bend of a channel: its own plus that of its master \[semitones\].
    pub fn bend(&self, channel: u8) -> f64 {
        let of = |channel: u8| {
            let state = self.all.get(usize::from(channel).wrapping_sub(1));
            state.map_or(0.0, |state| state.wheel * state.range)
        };
        of(channel) + self.master(channel).map_or(0.0, of)
    }

    /// Sets the position of a channel's pitch wheel, −1 to 1.
    pub fn turn(&mut self, channel: u8, wheel: f64) {
        if let Some(state) = self.get_mut(channel) {
            state.wheel = wheel;
        }
    }

    /// Takes a controller value, which may belong to a registered parameter.
    pub fn register(&mut self, channel: u8, number: u8, value: u8) {
        let Some(state) = self.get_mut(channel) else {
            return;
        };
        let (high, low) = state.registered.unwrap_or((127, 127));
        match number {
            101 => state.registered = Some((value, low)),
            100 => state.registered = Some((high, value)),
            99 | 98 => state.registered = None,
            6 if (high, low) == (0, 0) => self.set_range(channel, f64::from(value.min(MAX_BEND))),
            38 if (high, low) == (0, 0) => {
                let semitones = state.range.floor();
                self.set_range(channel, semitones + f64::from(value.min(99)) / 100.0);
            }
            6 if (high, low) == (0, 6) => self.set_zone(channel, value),
            _ => {}
        }
    }

    /// Sets the range of a channel's pitch wheel \[semitones\]; for a member, that of all members of the
    /// zone.
    fn set_range(&mut self, channel: u8, range: f64) {
        let zone = self.zone(channel);
        for other in 1..=CHANNELS as u8 {
            let same = other == channel || (zone.is_some() && self.zone(other) == zone);
            if let Some(state) = self.get_mut(other).filter(|_| same) {
                state.range = range;
            }
        }
    }

    fn get_mut(&mut self, channel: u8) -> Option<&mut Channel> {
        self.all.get_mut(usize::from(channel).wrapping_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(zones: &[(u8, u8)]) -> Channels {
        let mut channels = Channels::default();
        for &(master, members) in zones {
            for (number, value) in [(101, 0), (100, 6), (6, members)] {
                channels.register(master, number, value);
            }
        }
        channels
    }

    /// Returns the master of every channel; 0 means that the channel is no member.
    fn masters(channels: &Channels) -> Vec<u8> {
        (1..=16).map(|channel| channels.master(channel).unwrap_or(0)).collect()
    }

    #[test]
    fn a_zone_grows_from_its_end() {
        let one = with(&[(1, 3)]);
        assert_eq!(masters(&one)[..5], [0, 1, 1, 1, 0]);
        let other = with(&[(16, 2)]);
        assert_eq!(masters(&other)[12..], [0, 16, 16, 0]);
        assert!(one.has_zone() && other.has_zone() && !with(&[(1, 0)]).has_zone());
        assert!(!with(&[(5, 3)]).has_zone(), "5 is no master");
        assert_eq!(masters(&with(&[(1, 127)])), [vec![0], vec![1; 15]].concat());
    }

    #[test]
    fn the_zone_that_was_said_last_takes_members_from_the_other() {
        for lower in 0..=15 {
            for upper in 0..=15 {
                let both = with(&[(1, lower), (16, upper)]);
                let of = |master| {
                    let own = (1..=16).filter(|&channel| both.master(channel) == Some(master));
                    own.count() as u8
                };
                assert_eq!(of(16), upper, "{lower} and {upper}");
                let left = if upper > 0 { 14_u8.saturating_sub(upper) } else { 15 };
                assert_eq!(of(1), lower.min(left), "{lower} and {upper}");
                assert!(upper == 0 || both.master(16).is_none(), "a master is no member");
            }
        }
    }

    #[test]
    fn wheels_go_as_far_as_the_standard_says_until_a_player_says_otherwise() {
        let mut state = with(&[(1, 3), (16, 2)]);
        for channel in 1..=16 {
            state.turn(channel, 1.0);
        }
        let bends: Vec<f64> = (1..=16).map(|channel| state.bend(channel)).collect();
        let (master, member) = (BEND, MEMBER_BEND + BEND);
        assert_eq!(bends[..5], [master, member, member, member, BEND]);
        assert_eq!(bends[12..], [BEND, member, member, master]);
        // 24.5 semitones, set on one member: valid for all of its zone, and no other.
        for (number, value) in [(101, 0), (100, 0), (6, 24), (38, 50)] {
            state.register(15, number, value);
        }
        assert_eq!([state.bend(14), state.bend(15), state.bend(2)], [26.5, 26.5, member]);
        // Values after 99 and 98 belong to another parameter.
        for (number, value) in [(99, 0), (98, 0), (6, 7)] {
            state.register(15, number, value);
        }
        assert_eq!(state.bend(15), 26.5);
    }

    #[test]
    fn a_channel_that_leaves_a_zone_has_the_plain_bend_range() {
        for zones in [&[(1, 15), (1, 5)][..], &[(1, 15), (1, 0)], &[(1, 15), (16, 5)]] {
            let mut state = with(zones);
            (1..=16).for_each(|channel| state.turn(channel, 1.0));
            for channel in 1..=16 {
                let member = state.master(channel).is_some();
                let wanted = if member { MEMBER_BEND + BEND } else { BEND };
                assert_eq!(state.bend(channel), wanted, "{channel} after {zones:?}");
            }
        }
    }

    #[test]
    fn no_controller_values_cause_a_panic() {
        let mut state = Channels::default();
        for channel in 0..=255 {
            state.set_zone(channel, channel);
            state.turn(channel, 1.0);
            for number in [6, 38, 98, 99, 100, 101] {
                state.register(channel, number, channel);
            }
            assert!(state.bend(channel).abs() <= 2.0 * f64::from(MAX_BEND) + 2.0);
        }
    }
}
