//! Turbulent combustion: a wrinkled flame burns unevenly, and the gas of the chamber sloshes.
//!
//! Eddies wrinkle the flame, so that the heat is released in bursts around the mean burn rate. The uneven
//! part raises the pressure in one half of the chamber first and excites the first transverse mode of the hot
//! gas:
//!
//! ```math
//! \ddot p_s + 2\alpha\,\dot p_s + \omega^2 p_s = \ddot{\tilde p}, \qquad \frac{\omega}{2\pi} = \frac{1.84\,c}{\pi B}, \qquad f_w = \frac{u' + S}{\ell}
//! ```
//!
//! | symbol | here              | unit | meaning                                                                 |
//! |--------|-------------------|------|-------------------------------------------------------------------------|
//! | p_s    | [`Chamber::tick`] | p₀   | pressure of the sloshing gas at the wall, in atmospheres                |
//! | p̃      | `burnt`           | p₀   | pressure rise by the uneven part of the combustion                      |
//! | c, B   | [`SOUND_SPEED`], `bore` | m/s, m | speed of sound in gas of 2200 K; bore                               |
//! | f_w    | [`wrinkle_rate`]  | Hz   | rate of the bursts: eddies and flame (u′ + S) over the size ℓ of wrinkles |
//! | u′     | half of the mean piston speed | m/s | speed of the eddies                                          |
//!
//! The mode rings in the time of the next expansion; it is the tone of knock, weakly excited. Valid while a
//! chamber burns alone, so that all cylinders share one mode.
//!
//! Sources: \[Draper1935\], frequency; \[Heywood1988, 8 and 9\], eddies and flames.

use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::signal::{Section, cut};

/// Speed of sound in burning gas of 2200 K [m/s].
const SOUND_SPEED: f64 = 930.0;
/// First zero of the derivative of the Bessel function J₁.
const SLOSHING: f64 = 1.8412;
/// Damping of the mode, 1/Q.
const LOSS: f64 = 0.06;
/// Size of the wrinkles of the flame over the bore \[1\].
const WRINKLE: f64 = 0.02;
/// Speed of a smooth flame [m/s].
const FLAME_SPEED: f64 = 1.0;

/// Returns the frequency of the first transverse mode \[Hz\] of a chamber of a bore \[m\].
pub(super) fn mode_frequency(bore: f64) -> f64 {
    SLOSHING * SOUND_SPEED / (PI * bore)
}

/// Returns the rate of the bursts of the flame \[Hz\]. The mean speed of a piston whose stroke equals its
/// bore \[m\] is 2 B f at a speed f of the crank \[Hz\].
pub(super) fn wrinkle_rate(bore: f64, speed: f64) -> f64 {
    (bore * speed + FLAME_SPEED) / (WRINKLE * bore)
}

/// Returns the integrator gain of the mode; 0 near and above half of the sample rate, where it is left out.
pub(super) fn mode_gain(bore: f64, step: Step) -> f64 {
    let frequency = mode_frequency(bore);
    if frequency < 0.4 * step.rate() { cut(frequency, step) } else { 0.0 }
}

/// Sloshing gas in the burning chamber.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chamber(Section);

impl Chamber {
    pub(super) const REST: Self = Self(Section::REST);

    /// Returns the pressure of the sloshing gas \[atmospheres\] for the pressure rise by the uneven part of
    /// the combustion in this sample \[atmospheres\] and the gain of the mode. Real-time: yes.
    #[inline]
    pub(super) fn tick(&mut self, g: f64, burnt: f64) -> f64 {
        if g == 0.0 {
            return 0.0;
        }
        // A step of the pressure excites a mode of the same amplitude.
        let [_, band, _] = self.0.pass(burnt / (2.0 * g), g, LOSS);
        band
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sudden_burst_rings_at_the_frequency_of_draper_with_its_own_pressure() {
        let rate = 192_000.0;
        let step = Step::at_rate(rate);
        for bore in [0.06, 0.086, 0.12] {
            let g = mode_gain(bore, step);
            let mut chamber = Chamber::REST;
            let sound: Vec<f64> =
                (0..4000).map(|n| chamber.tick(g, if n == 0 { 2.0 } else { 0.0 })).collect();
            let crossings: Vec<usize> =
                (1..4000).filter(|&n| sound[n - 1] < 0.0 && sound[n] >= 0.0).collect();
            let (first, last) = (crossings[0], crossings[10]);
            let found = 10.0 * rate / (last - first) as f64;
            let expected = 1.8412 * 930.0 / (PI * bore);
            let peak = sound.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
            println!("bore {bore} m: {found:.0} Hz for {expected:.0} Hz, {peak:.3} for 2 atmospheres");
            // Ten periods are counted in whole samples.
            assert!((found / expected - 1.0).abs() < 0.01, "{found} Hz for {expected} Hz");
            // The trapezoidal filter spreads the step over two samples.
            assert!((peak / 2.0 - 1.0).abs() < 0.1, "{peak} atmospheres for 2");
        }
    }
}
