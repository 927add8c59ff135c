//! What the sixteen channels are doing, and which of them belong together.
//!
//! MPE gives every finger a channel. A *zone* is a master and the members beside it: the lower one has
//! channel 1 for its master and grows upwards, the upper one channel 16 and grows downwards. What comes on a
//! master is for all of its members,
//!
//! $$ b_c = w_c\,r_c + w_m\,r_m $$
//!
//! | symbol | unit      | meaning                                                                              |
//! |--------|-----------|--------------------------------------------------------------------------------------|
//! | b_c    | semitones | by how much what channel c plays is higher                                           |
//! | w      | 1         | where its wheel is, −1 to 1                                                          |
//! | r      | semitones | how far its wheel goes: 48 for a member, else [`BEND`], or as a player says          |
//! | m      |           | the master, if c is a member                                                         |
//!
//! A player says it with registered parameters: controllers 101 and 100 name one, 6 and 38 give its value.
//!
//! | parameter | is                                                                                                          |
//! |-----------|-------------------------------------------------------------------------------------------------------------|
//! | 0         | how far the wheel goes, in semitones and cents; said to one member it holds for all of its zone             |
//! | 6         | on a master: how many members its zone has, 0 for none. The zone that was said last takes them from the other |
//!
//! After 99 or 98, which name a parameter that no register has, values are nobody's until 101 or 100 come
//! again. Source: \[MPE\].

use crate::mapping::standard::BEND;

/// How far the wheel of a member goes \[semitones\].
pub const MEMBER_BEND: f64 = 48.0;
/// Masters of the lower and the upper zone.
pub const MASTERS: [u8; 2] = [1, 16];
/// Most members of a zone.
pub const MAX_MEMBERS: u8 = 15;
/// Channels.
const CHANNELS: usize = 16;
/// How far a wheel can go at most \[semitones\].
const MAX_BEND: u8 = 96;

/// What a channel is doing.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// Where its wheel is, −1 to 1.
    wheel: f64,
    /// How far the wheel goes \[semitones\].
    range: f64,
    /// The registered parameter that is being set, if it is one.
    registered: Option<(u8, u8)>,
}

const STILL: Channel = Channel { wheel: 0.0, range: BEND, registered: None };

/// The channels of an instrument, 1 to 16.
#[derive(Clone, Copy, Debug)]
pub struct Channels {
    all: [Channel; CHANNELS],
    /// Members of the lower and of the upper zone; 0 where there is none.
    members: [u8; 2],
}

impl Default for Channels {
    fn default() -> Self {
        Self { all: [STILL; CHANNELS], members: [0; 2] }
    }
}

impl Channels {
    /// The zone of a master, 1 or 16, has so many members, 0 for none; the other zone keeps what is left. A
    /// channel that is no master has no zone.
    pub fn set_zone(&mut self, master: u8, members: u8) {
        let Some(zone) = MASTERS.iter().position(|&it| it == master) else {
            return;
        };
        let before = *self;
        let members = members.min(MAX_MEMBERS);
        // Two zones have two masters among the sixteen.
        let left = MAX_MEMBERS.saturating_sub(1).saturating_sub(members);
        let other = &mut self.members[1 - zone];
        *other = if members > 0 { left.min(*other) } else { *other };
        self.members[zone] = members;
        for channel in 1..=CHANNELS as u8 {
            let is = self.zone(channel);
            let touched = is == Some(zone) || is != before.zone(channel) || channel == master;
            if let Some(it) = self.get_mut(channel).filter(|_| touched) {
                it.range = is.map_or(BEND, |_| MEMBER_BEND);
            }
        }
    }

    /// There is a zone.
    pub fn has_zone(&self) -> bool {
        self.members != [0; 2]
    }

    /// Which zone a channel is a member of.
    fn zone(&self, channel: u8) -> Option<usize> {
        let [lower, upper] = self.members;
        let below = (2..=lower + 1).contains(&channel);
        let above = (16 - upper..16).contains(&channel);
        below.then_some(0).or(above.then_some(1))
    }

    /// The master of a member.
    pub fn master(&self, channel: u8) -> Option<u8> {
        self.zone(channel).map(|zone| MASTERS[zone])
    }

    /// Whether what comes on a channel is for what another one played.
    pub fn reaches(&self, from: u8, played: u8) -> bool {
        from == played || self.master(played) == Some(from)
    }

    /// By how much what a channel plays is higher \[semitones\].
    pub fn bend(&self, channel: u8) -> f64 {
        let of = |channel: u8| {
            let it = self.all.get(usize::from(channel).wrapping_sub(1));
            it.map_or(0.0, |it| it.wheel * it.range)
        };
        of(channel) + self.master(channel).map_or(0.0, of)
    }

    /// A wheel is somewhere else, −1 to 1.
    pub fn turn(&mut self, channel: u8, wheel: f64) {
        if let Some(it) = self.get_mut(channel) {
            it.wheel = wheel;
        }
    }

    /// A controller has a value: it may be a part of a registered parameter.
    pub fn register(&mut self, channel: u8, number: u8, value: u8) {
        let Some(it) = self.get_mut(channel) else {
            return;
        };
        let (high, low) = it.registered.unwrap_or((127, 127));
        match number {
            101 => it.registered = Some((value, low)),
            100 => it.registered = Some((high, value)),
            99 | 98 => it.registered = None,
            6 if (high, low) == (0, 0) => self.set_range(channel, f64::from(value.min(MAX_BEND))),
            38 if (high, low) == (0, 0) => {
                let semitones = it.range.floor();
                self.set_range(channel, semitones + f64::from(value.min(99)) / 100.0);
            }
            6 if (high, low) == (0, 6) => self.set_zone(channel, value),
            _ => {}
        }
    }

    /// How far a wheel goes, and those of all members of its zone \[semitones\].
    fn set_range(&mut self, channel: u8, range: f64) {
        let zone = self.zone(channel);
        for other in 1..=CHANNELS as u8 {
            let same = other == channel || (zone.is_some() && self.zone(other) == zone);
            if let Some(it) = self.get_mut(other).filter(|_| same) {
                it.range = range;
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

    /// The masters of all channels, 0 for none.
    fn masters(channels: &Channels) -> Vec<u8> {
        (1..=16).map(|it| channels.master(it).unwrap_or(0)).collect()
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
                    let own = (1..=16).filter(|&it| both.master(it) == Some(master));
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
        let mut it = with(&[(1, 3), (16, 2)]);
        for channel in 1..=16 {
            it.turn(channel, 1.0);
        }
        let bends: Vec<f64> = (1..=16).map(|channel| it.bend(channel)).collect();
        let (master, member) = (BEND, MEMBER_BEND + BEND);
        assert_eq!(bends[..5], [master, member, member, member, BEND]);
        assert_eq!(bends[12..], [BEND, member, member, master]);
        // 24 semitones and a half, said to one member: for all of its zone, and no other.
        for (number, value) in [(101, 0), (100, 0), (6, 24), (38, 50)] {
            it.register(15, number, value);
        }
        assert_eq!([it.bend(14), it.bend(15), it.bend(2)], [26.5, 26.5, member]);
        // What follows 99 and 98 is another's.
        for (number, value) in [(99, 0), (98, 0), (6, 7)] {
            it.register(15, number, value);
        }
        assert_eq!(it.bend(15), 26.5);
    }

    #[test]
    fn who_leaves_a_zone_has_a_plain_wheel_again() {
        for zones in [&[(1, 15), (1, 5)][..], &[(1, 15), (1, 0)], &[(1, 15), (16, 5)]] {
            let mut it = with(zones);
            (1..=16).for_each(|channel| it.turn(channel, 1.0));
            for channel in 1..=16 {
                let member = it.master(channel).is_some();
                let wanted = if member { MEMBER_BEND + BEND } else { BEND };
                assert_eq!(it.bend(channel), wanted, "{channel} after {zones:?}");
            }
        }
    }

    #[test]
    fn no_numbers_make_it_stop() {
        let mut it = Channels::default();
        for channel in 0..=255 {
            it.set_zone(channel, channel);
            it.turn(channel, 1.0);
            for number in [6, 38, 98, 99, 100, 101] {
                it.register(channel, number, channel);
            }
            assert!(it.bend(channel).abs() <= 2.0 * f64::from(MAX_BEND) + 2.0);
        }
    }
}
