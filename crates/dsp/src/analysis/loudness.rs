//! Maximum momentary loudness of a sound: the level of its loudest 400 ms, weighted by the ear.
//!
//! ```math
//! L = -0.691 + 10 \log_{10} \max_t \sum_c \frac{1}{T} \int_{t-T}^{t} y_c^2 \,\mathrm{d}\tau
//! ```
//!
//! | symbol | unit | meaning                                                                        |
//! |--------|------|--------------------------------------------------------------------------------|
//! | L      | LUFS | maximum momentary loudness; LUFS are decibels relative to full scale           |
//! | y_c    | 1    | samples of channel c after the K-weighting filter                              |
//! | T      | s    | window, 0.4 s; one window ends every 10 ms                                     |
//!
//! The K-weighting filter is a high shelf of 4 dB above 1.7 kHz (the head) and a high-pass at 38 Hz. The
//! recommendation lists the coefficients at 48 kHz only. Frequency, gain and quality of the two analogue
//! filters follow from these coefficients by the inverse bilinear transform; the bilinear transform then
//! gives the filter at any rate. A test compares the coefficients at 48 kHz with the listed ones.
//!
//! Sounds shorter than the window count as followed by silence. All channels have the weight 1, that of
//! left, right and centre.
//!
//! Sources: ITU-R BS.1770-5, annex 1; EBU Tech 3341, section 2.2 (window and rate of momentary loudness).

use super::{clean, positive};
use core::f64::consts::PI;

/// Window of the momentary loudness \[s\].
const WINDOW: f64 = 0.4;
/// Number of parts of a window. A window ends after every part; EBU Tech 3341 asks for at least 10 per second.
const PARTS: usize = 40;
/// Level that makes a sine of 997 Hz and amplitude 1 measure −3.01 LUFS \[dB\].
const OFFSET: f64 = -0.691;

/// A digital filter of second order with its state.
#[derive(Clone, Debug)]
struct Biquad {
    /// Coefficients of the input and its two predecessors.
    b: [f64; 3],
    /// Coefficients of the two preceding outputs.
    a: [f64; 2],
    state: [f64; 2],
}

impl Biquad {
    /// Makes the high shelf of the K-weighting, which models the effect of the head.
    fn shelf(rate: f64) -> Self {
        const FREQUENCY: f64 = 1681.974450955533;
        const QUALITY: f64 = 0.7071752369554196;
        /// Gain above the shelf \[dB\].
        const GAIN: f64 = 3.999843853973347;
        /// Exponent of the shelf's gain that gives the gain at the corner frequency \[1\]; 0.5 would give
        /// half of the decibels.
        const CORNER: f64 = 0.4996667741545416;
        let k = libm::tan(PI * FREQUENCY / rate);
        let high = libm::pow(10.0, GAIN / 20.0);
        let corner = libm::pow(high, CORNER);
        let a0 = 1.0 + k / QUALITY + k * k;
        Self {
            b: [
                (high + corner * k / QUALITY + k * k) / a0,
                2.0 * (k * k - high) / a0,
                (high - corner * k / QUALITY + k * k) / a0,
            ],
            a: [2.0 * (k * k - 1.0) / a0, (1.0 - k / QUALITY + k * k) / a0],
            state: [0.0; 2],
        }
    }

    /// Makes the high-pass of the K-weighting, at 38 Hz.
    fn high_pass(rate: f64) -> Self {
        const FREQUENCY: f64 = 38.13547087602444;
        const QUALITY: f64 = 0.5003270373238773;
        let k = libm::tan(PI * FREQUENCY / rate);
        let a0 = 1.0 + k / QUALITY + k * k;
        Self {
            b: [1.0, -2.0, 1.0],
            a: [2.0 * (k * k - 1.0) / a0, (1.0 - k / QUALITY + k * k) / a0],
            state: [0.0; 2],
        }
    }

    /// Filters one sample: transposed direct form II.
    fn next(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.state[0];
        self.state = [self.b[1] * x - self.a[0] * y + self.state[1], self.b[2] * x - self.a[1] * y];
        y
    }
}

/// Returns the maximum momentary loudness \[LUFS\] of a sound with one slice of samples per channel; `None`
/// for silence.
pub fn max_momentary_loudness(channels: &[Vec<f64>], rate: f64) -> Option<f64> {
    // Below 8 kHz the shelf would lie near or above half the rate, where the bilinear transform fails.
    let rate = positive(rate).max(8000.0);
    let part = ((rate * WINDOW / PARTS as f64).round() as usize).max(1);
    let frames = channels.iter().map(Vec::len).max().unwrap_or(0);
    // Energy of every part, all channels together.
    let mut energies = vec![0.0; frames.div_ceil(part)];
    for channel in channels {
        let (mut shelf, mut high_pass) = (Biquad::shelf(rate), Biquad::high_pass(rate));
        for (samples, energy) in clean(channel).chunks(part).zip(&mut energies) {
            for &sample in samples {
                let y = high_pass.next(shelf.next(sample));
                *energy += y * y;
            }
        }
    }
    let window = |end: usize| energies[end.saturating_sub(PARTS - 1)..=end].iter().sum::<f64>();
    let loudest = (0..energies.len()).map(window).fold(0.0, f64::max);
    let power = loudest / (part * PARTS) as f64;
    (power > 0.0).then(|| OFFSET + 10.0 * libm::log10(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(frequency: f64, level: f64, seconds: f64, rate: f64) -> Vec<f64> {
        let amplitude = libm::pow(10.0, level / 20.0);
        let sample = |n| amplitude * libm::sin(2.0 * PI * frequency * f64::from(n) / rate);
        (0..(seconds * rate) as u32).map(sample).collect()
    }

    fn loudness(channels: &[Vec<f64>], rate: f64) -> f64 {
        max_momentary_loudness(channels, rate).unwrap()
    }

    #[test]
    fn the_filter_at_48_khz_has_the_coefficients_of_the_recommendation() {
        let (shelf, high_pass) = (Biquad::shelf(48_000.0), Biquad::high_pass(48_000.0));
        // ITU-R BS.1770-5, tables 1 and 2. They have 14 decimals; the analogue values have 16 digits.
        let pairs = [
            (shelf.b[0], 1.53512485958697),
            (shelf.b[1], -2.69169618940638),
            (shelf.b[2], 1.19839281085285),
            (shelf.a[0], -1.69065929318241),
            (shelf.a[1], 0.73248077421585),
            (high_pass.a[0], -1.99004745483398),
            (high_pass.a[1], 0.99007225036621),
        ];
        for (made, listed) in pairs {
            assert!((made - listed).abs() < 1e-13, "{made} instead of {listed}");
        }
    }

    #[test]
    fn a_sine_of_997_hz_at_full_scale_has_minus_3_01_lufs() {
        for rate in [44_100.0, 48_000.0, 96_000.0] {
            let level = loudness(&[sine(997.0, 0.0, 2.0, rate)], rate);
            // BS.1770 gives two decimals at 48 kHz; the bilinear transform of another rate moves the shelf
            // slightly. EBU Tech 3341 allows 0.1 LU.
            assert!((level + 3.01).abs() < 0.02, "{level} LUFS at {rate} Hz");
        }
    }

    #[test]
    fn stereo_sines_of_1_khz_have_the_level_of_ebu_tech_3341() {
        // Cases 1 and 2: 1 kHz in both channels at −23 and −33 dBFS; M is −23 and −33, each ±0.1 LU.
        for level in [-23.0, -33.0] {
            let tone = sine(1000.0, level, 20.0, 48_000.0);
            let measured = loudness(&[tone.clone(), tone], 48_000.0);
            assert!((measured - level).abs() < 0.1, "{measured} instead of {level} LUFS");
        }
    }

    #[test]
    fn the_maximum_momentary_loudness_follows_ebu_tech_3341() {
        // Case 13: tones of 1 kHz, −23 dBFS and 0.4 s, each preceded by i·20 ms of silence and followed by 1 s
        // of silence. The maximum is −23 ±0.1 LUFS for every i.
        for i in 0..20 {
            let mut signal = sine(1000.0, -300.0, 0.02 * f64::from(i), 48_000.0);
            signal.extend(sine(1000.0, -23.0, 0.4, 48_000.0));
            signal.extend(vec![0.0; 48_000]);
            let measured = loudness(&[signal.clone(), signal], 48_000.0);
            assert!((measured + 23.0).abs() < 0.1, "{i}: {measured} LUFS");
        }
    }

    #[test]
    fn a_tone_of_half_the_window_measures_3_db_less() {
        let [long, short] =
            [0.4, 0.2].map(|seconds| loudness(&[sine(997.0, 0.0, seconds, 48_000.0)], 48_000.0));
        // 3.01 dB less energy; 0.05 dB for the transient of the filter at the beginning.
        assert!((long - short - 3.01).abs() < 0.05, "{long} and {short} LUFS");
    }

    #[test]
    fn silence_has_no_loudness() {
        assert_eq!(max_momentary_loudness(&[vec![0.0; 100]], 48_000.0), None);
        assert_eq!(max_momentary_loudness(&[], 48_000.0), None);
        assert_eq!(max_momentary_loudness(&[vec![f64::NAN; 100]], f64::NAN), None);
    }
}
