//! A channel strip of the mixer: gain, pan, mute, solo.
//!
//! Every change is a ramp over one block, so that nothing clicks:
//!
//! ```math
//! y_c = g\,a_c\,x, \qquad \textstyle\sum_c a_c^2 = 1
//! ```
//!
//! | symbol | unit | meaning                                                  |
//! |--------|------|----------------------------------------------------------|
//! | g      | 1    | gain of the strip; 0 if muted, or if only other strips are solo |
//! | a      | 1    | gain of an output channel c, by panning at constant power |

/// Settings of the channel strip of one sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChannelStrip {
    /// Gain of the sound \[1\].
    pub gain: f64,
    /// Position between the loudspeakers \[1\]: −1 is the first loudspeaker, 1 the last.
    pub pan: f64,
    /// Whether the sound is silenced.
    pub mute: bool,
    /// Whether the sound is solo: if any strip is solo, only solo strips are audible.
    pub solo: bool,
}

impl Default for ChannelStrip {
    /// Returns a strip with gain 1, panned to the middle.
    fn default() -> Self {
        Self { gain: 1.0, pan: 0.0, mute: false, solo: false }
    }
}

impl ChannelStrip {
    /// Returns the gain of one output channel \[1\]. Loudspeakers stand in a row, with constant power between
    /// neighbours. A voice with two channels has its own width: panning only attenuates the far side.
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
    fn panning_keeps_the_power() {
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
