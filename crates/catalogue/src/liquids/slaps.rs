//! Impact noise on water: short noise bursts whose level follows the impact energy.
//!
//! ```math
//! p = \sqrt{P(t)}\;n(t), \qquad P(t) = \sum_k \frac{I_k}{\tau}\, e^{-(t - t_k)/\tau}, \qquad I_k = \int p_k^2\,dt
//! ```
//!
//! | symbol | here              | unit   | meaning                                                                     |
//! |--------|-------------------|--------|-----------------------------------------------------------------------------|
//! | n      |                   | 1      | noise of mean square 1, band-limited by two first-order filters             |
//! | I      | [`Slaps::add`]    | Pa²·s  | sound exposure of one slap                                                  |
//! | τ      | [`Slaps::tune`]   | s      | duration of one slap                                                        |
//!
//! Independent slaps add by power, so one noise under one summed envelope represents all of them.

use foley_contact::Step;
use foley_dsp::signal::{OnePole, WhiteNoise, cut};
use foley_sound::BLOCK;

/// Lower cut-off frequency of the slap noise \[Hz\].
const LOW_CUT: f64 = 60.0;
/// Power below which the slaps count as silent \[Pa²\]: 20 dB below the reference pressure of 20 µPa.
const SILENT_POWER: f64 = 4e-12;
/// Attack time of a slap as a share of its duration τ \[1\]; the attack avoids a click.
const ATTACK: f64 = 0.1;

/// Plays the sum of many slaps as one noise of varying power.
#[derive(Clone, Debug)]
pub struct Slaps {
    step: Step,
    white: WhiteNoise,
    low: OnePole,
    high: OnePole,
    /// Filter coefficients of the lower and upper cut-off.
    cuts: [f64; 2],
    /// Factor that gives the filtered noise a mean square of 1.
    gain: f64,
    /// Decay time τ of a slap \[s\].
    duration: f64,
    /// Factors per sample on the current power and on the pending power \[1\].
    kept: [f64; 2],
    tuned: [f64; 2],
    /// Power of started slaps that is still in the attack \[Pa²\].
    pending: f64,
    /// Current power P of the noise \[Pa²\].
    power: f64,
    /// Power of the slaps that start at each sample of the block \[Pa²\].
    added: [f64; BLOCK],
    queued: bool,
    ringing: bool,
}

impl Slaps {
    /// Creates a silent player of slaps. Real-time: no.
    pub fn new(seed: u64, step: Step) -> Self {
        let mut slaps = Self {
            step,
            white: WhiteNoise::new(seed),
            low: OnePole::default(),
            high: OnePole::default(),
            cuts: [0.0; 2],
            gain: 0.0,
            duration: 0.0,
            kept: [0.0; 2],
            tuned: [0.0; 2],
            pending: 0.0,
            power: 0.0,
            added: [0.0; BLOCK],
            queued: false,
            ringing: false,
        };
        slaps.tune(2500.0, 0.005);
        slaps
    }

    /// Sets the upper cut-off frequency \[Hz\] and the duration τ of a slap \[s\], which is at least four
    /// samples. Real-time: yes.
    pub fn tune(&mut self, brightness: f64, duration: f64) {
        if self.tuned == [brightness, duration] {
            return;
        }
        self.tuned = [brightness, duration];
        let step = self.step;
        self.duration = duration.max(4.0 * step.seconds());
        let kept = |time: f64| libm::exp(-step.seconds() / time);
        self.kept = [kept(self.duration), kept(ATTACK * self.duration)];
        let [low, high] = [LOW_CUT, brightness].map(|cut_at| cut(cut_at, step));
        self.cuts = [low, high];
        // White noise keeps b²/((a + b)(1 + a)(1 + b)) of its mean square, with the tangents a of the lower
        // and b of the upper cut-off.
        self.gain = ((low + high) * (1.0 + low) * (1.0 + high)).sqrt() / high;
    }

    /// Starts a slap with sound exposure `exposure` \[Pa²·s\] at sample `at` of the next block. Real-time:
    /// yes.
    pub fn add(&mut self, at: usize, exposure: f64) {
        if exposure > 0.0 && exposure.is_finite() {
            self.added[at.min(BLOCK - 1)] += exposure;
            self.queued = true;
        }
    }

    /// Whether no slap sounds, so that the next block is exactly zero. Real-time: yes.
    pub fn silent(&self) -> bool {
        !self.queued && !self.ringing
    }

    /// Adds the next block of all slaps to `sound` \[Pa\]. Real-time: yes.
    pub fn play(&mut self, sound: &mut [f64; BLOCK]) {
        if self.silent() {
            return;
        }
        let [low, high] = self.cuts;
        // Pending power moves into the current power at the rate of its own decay.
        let transfer = 1.0 - self.kept[1];
        for (sum, added) in sound.iter_mut().zip(&mut self.added) {
            self.pending += core::mem::take(added) / self.duration;
            self.power = self.power * self.kept[0] + self.pending * transfer;
            self.pending *= self.kept[1];
            let noise = self.gain * self.power.sqrt() * self.white.draw();
            *sum += self.low.low(self.high.high(noise, low), high);
        }
        self.queued = false;
        self.ringing = true;
        // The filters now hold only noise that was this faint for several blocks. That noise is discarded
        // together with the power.
        if self.power + self.pending < SILENT_POWER {
            self.power = 0.0;
            self.pending = 0.0;
            self.low = OnePole::default();
            self.high = OnePole::default();
            self.ringing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slap_has_its_sound_exposure_at_any_rate() {
        for rate in [44_100.0, 96_000.0] {
            let step = Step::at_rate(rate);
            let mut slaps = Slaps::new(3, step);
            slaps.tune(3000.0, 0.005);
            let mut energy = 0.0;
            let count = 400;
            for _ in 0..count {
                slaps.add(17, 1e-3);
                for _ in 0..(0.1 * rate) as usize / BLOCK {
                    let mut sound = [0.0; BLOCK];
                    slaps.play(&mut sound);
                    energy += sound.iter().map(|p| p * p).sum::<f64>() * step.seconds();
                }
            }
            let each = energy / f64::from(count);
            // A slap of 5 ms and 3 kHz has about 30 independent samples, so 400 slaps give 1 ± 0.013. The
            // filters keep slightly less of a short slap than of a long noise.
            assert!((each / 1e-3 - 1.0).abs() < 0.06, "{each} Pa²·s at {rate} Hz, not 1e-3");
        }
    }

    #[test]
    fn a_slap_ends_in_exact_silence() {
        let mut slaps = Slaps::new(3, Step::at_rate(48_000.0));
        slaps.add(0, 1e-3);
        let mut blocks = 0;
        while !slaps.silent() {
            slaps.play(&mut [0.0; BLOCK]);
            blocks += 1;
        }
        // The expected time is ln(0.2 Pa²/4e-12 Pa²) = 25 times 5 ms, which are 92 blocks.
        assert!((80..110).contains(&blocks), "{blocks} blocks");
        let mut sound = [0.0; BLOCK];
        slaps.play(&mut sound);
        assert_eq!(sound, [0.0; BLOCK]);
    }
}
