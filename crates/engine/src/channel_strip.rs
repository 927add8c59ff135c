//! A strip of the mixer: how loud a sound is, where it is, and whether it is heard at all.
//!
//! Every change is a ramp over a block, so that nothing clicks:
//!
//! $$ y_c = g\,a_c\,x, \qquad \textstyle\sum_c a_c^2 = 1 $$
//!
//! | symbol | unit | meaning                                                  |
//! |--------|------|----------------------------------------------------------|
//! | g      | 1    | gain, 0 where it is muted or another is solo             |
//! | a      | 1    | share of a channel: pan, of constant power               |

/// What is set of a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChannelStrip {
    /// Factor from SI units to full scale \[1\].
    pub gain: f64,
    /// From −1, the first loudspeaker, to 1, the last \[1\].
    pub pan: f64,
    /// It is not heard.
    pub mute: bool,
    /// Only those that are solo are heard, if any is.
    pub solo: bool,
}

impl Default for ChannelStrip {
    /// In the middle.
    fn default() -> Self {
        Self { gain: 1.0, pan: 0.0, mute: false, solo: false }
    }
}

impl ChannelStrip {
    /// The factor of a channel among so many: loudspeakers in a row, constant power between neighbours. What
    /// two ears hear has its own width: only the side from which it moves away grows fainter.
    pub(crate) fn share(&self, channel: usize, channels: usize, inputs: usize) -> f64 {
        if channels < 2 {
            return 1.0;
        }
        if inputs > 1 {
            let side = if 2 * channel < channels { -1.0 } else { 1.0 };
            return (1.0 + side * self.pan).clamp(0.0, 1.0);
        }
        let position = 0.5 * (self.pan.clamp(-1.0, 1.0) + 1.0) * (channels - 1) as f64;
        let away = (position - channel as f64).abs();
        if away >= 1.0 { 0.0 } else { libm::cos(core::f64::consts::FRAC_PI_2 * away) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wherever_it_is_its_power_is_the_same() {
        for channels in 1..=8 {
            for n in 0..=100 {
                let strip = ChannelStrip { pan: f64::from(n) / 50.0 - 1.0, ..ChannelStrip::default() };
                let power: f64 = (0..channels)
                    .map(|channel| strip.share(channel, channels, 1))
                    .map(|share| share * share)
                    .sum();
                assert!((power - 1.0).abs() < 1e-12, "{power} at {strip:?}");
            }
        }
    }
}
