//! Resonance of the air above the liquid in a vessel. The air column is a pipe closed by the liquid and open
//! at the mouth. The column shortens as the vessel fills, and its rising pitch tells the listener how full
//! the glass is.
//!
//! The transfer from the bottom of the column to its mouth is $`1/\cos(\omega L'/c)`$, a sum of resonances at
//! the odd multiples of the lowest:
//!
//! ```math
//! H = \sum_n \frac{(-1)^n\,4}{(2n+1)\,\pi}\; \frac{\omega_n^2}{\omega_n^2 - \omega^2 + i\omega\omega_n/Q_n}, \qquad
//! f_n = (2n+1)\,\frac{c}{4 L'}, \qquad L' = H_v - l + 0.61\,a
//! ```
//!
//! ```math
//! \frac1{Q_n} = \frac{c\,(k_n a)^2}{2 L' \omega_n} + \frac{2 \alpha_n c}{\omega_n}, \qquad \alpha_n = 2.9\cdot10^{-5}\,\frac{\sqrt{f_n}}{a}
//! ```
//!
//! | symbol | here                               | unit | meaning                                                        |
//! |--------|------------------------------------|------|----------------------------------------------------------------|
//! | H_v, a | [`Vessel::height`], [`Vessel::radius`] | m | height and radius of the vessel                               |
//! | l      | `level`                            | m    | height of the liquid; 0.61 a is the end correction of the mouth |
//! | c      | 343 m/s                            | m/s  | speed of sound                                                 |
//! | Q      |                                    | 1    | quality factor, from radiation at the mouth and friction at the wall; at most [`MAX_Q`], because the disturbed surface adds losses |
//!
//! The first [`MODES`] resonances are computed. Sound above them leaves the mouth, which is then wide against
//! the wavelength, without reflection: it passes as it is.
//!
//! Source: \[FletcherRossing1998\], pipes, end corrections and losses.

use super::minnaert::AIR_SOUND_SPEED;
use foley_contact::Step;
use foley_dsp::signal::{Section, cut};
use foley_params::params;
use foley_sound::BLOCK;
use std::f64::consts::{PI, SQRT_2, TAU};

/// Number of computed resonances of the air column.
pub const MODES: usize = 5;
/// Maximum quality factor Q of a resonance \[1\].
pub const MAX_Q: f64 = 40.0;
/// Maximum gain of the air column \[1\]: the sum over the modes n of 4/((2n+1)π), times 4/π, times the
/// maximum quality factor, and at most 2 for the sound above the resonances.
pub const MAX_GAIN: f64 = 1.28 * 1.79 * 1.28 * MAX_Q + 2.0;

params! {
    /// Vessel being filled.
    /// Default: no vessel; the dimensions are those of a drinking glass.
    pub struct Vessel("vessel") {
        /// Share of the sound that passes through the air in the vessel. With 0 there is no vessel and
        /// nothing fills up.
        resonance: f64 = 0.0, "m", One, lin [0.0, 1.0], glide 0.02,
            handle("hollowness", "open water", "in a jug");
        /// Height of the vessel.
        height: f64 = 0.14, "H", Metre, log [0.02, 1.5], glide 0.02;
        /// Radius of the vessel and of its mouth.
        radius: f64 = 0.033, "a", Metre, log [0.008, 0.4], glide 0.02;
        /// Share of the height of the vessel that is filled at the start.
        filled: f64 = 0.05, "l₀", One, lin [0.0, 0.95], glide 0.02;
        /// Inflow into the vessel in volume per second; 1e-4 m^3/s is a decilitre per second. Unused while
        /// something falls, which then fills the vessel.
        filling: f64 = 1e-4, "q", Other("m^3/s"), log [1e-8, 1e-2], glide 0.02;
    }
}

impl Vessel {
    /// Returns the speed at which the level of the liquid rises [m/s]. Real-time: yes.
    pub fn rise_speed(&self) -> f64 {
        self.rise_speed_at(self.filling)
    }

    /// Returns the speed at which the level of the liquid rises by an inflow of `flow` \[m³/s\], in m/s.
    /// Real-time: yes.
    pub fn rise_speed_at(&self, flow: f64) -> f64 {
        flow / (PI * self.radius * self.radius)
    }

    /// Returns the effective length L' of the air column \[m\] above a liquid of height `level` \[m\].
    /// Real-time: yes.
    pub fn effective_length(&self, level: f64) -> f64 {
        (self.height - level).max(0.0) + 0.61 * self.radius
    }

    /// Returns the lowest resonance of the air above a liquid of height `level` \[m\], in hertz. Real-time:
    /// yes.
    pub fn pitch(&self, level: f64) -> f64 {
        AIR_SOUND_SPEED / (4.0 * self.effective_length(level))
    }

    /// Returns the inverse quality factor of the air resonance at `frequency` \[Hz\] above a liquid of
    /// height `level` \[m\].
    fn damping(&self, level: f64, frequency: f64) -> f64 {
        let w = TAU * frequency;
        let ka = w / AIR_SOUND_SPEED * self.radius;
        let mouth = AIR_SOUND_SPEED * ka * ka / (2.0 * self.effective_length(level) * w);
        let wall = 2.0 * 2.9e-5 * frequency.sqrt() / self.radius * AIR_SOUND_SPEED / w;
        // A mouth as wide as half a wavelength no longer reflects.
        (mouth + wall).clamp(1.0 / MAX_Q, 2.0)
    }
}

/// State of the air resonances of a vessel.
#[derive(Clone, Debug, Default)]
pub struct AirColumn {
    modes: [ColumnMode; MODES],
    /// Passes the sound above the resonances, and its cutoff gain at the end of the previous block \[1\].
    above: Section,
    above_cut: f64,
    mix: f64,
    ringing: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct ColumnMode {
    section: Section,
    /// Prewarped frequency, inverse quality factor and gain of this resonance at the end of the previous
    /// block \[1\].
    at: [f64; 3],
}

impl AirColumn {
    /// Filters one block: replaces the sound at the bottom of the air column in `sound` by the sound at its
    /// mouth. Real-time: yes.
    pub fn pass(&mut self, vessel: &Vessel, level: f64, step: Step, sound: &mut [f64; BLOCK]) {
        if vessel.resonance <= 0.0 && self.mix <= 0.0 {
            *self = Self::default();
            return;
        }
        if !self.ringing && sound.iter().all(|&sample| sample == 0.0) {
            return;
        }
        let pitch = vessel.pitch(level);
        let mut through = [0.0; BLOCK];
        let mut sign = 1.0;
        for (n, mode) in self.modes.iter_mut().enumerate() {
            let odd = (2 * n + 1) as f64;
            let frequency = odd * pitch;
            // The resonance fades out near the upper limit of the band.
            let fade = ((0.4 - frequency * step.seconds()) / 0.05).clamp(0.0, 1.0);
            let gain = fade * sign * 4.0 / (odd * PI);
            let to = [cut(frequency, step), vessel.damping(level, frequency), gain];
            if !self.ringing {
                mode.at = to;
            }
            sign = -sign;
            let slope: [f64; 3] = core::array::from_fn(|index| (to[index] - mode.at[index]) / BLOCK as f64);
            let mut at = mode.at;
            for (out, &input) in through.iter_mut().zip(sound.iter()) {
                for (value, slope) in at.iter_mut().zip(slope) {
                    *value += slope;
                }
                *out += at[2] * mode.section.pass(input, at[0], at[1])[0];
            }
            mode.at = to;
        }
        // Half-way between the last computed resonance and the next.
        let to = cut((2 * MODES) as f64 * pitch, step);
        if !self.ringing {
            self.above_cut = to;
        }
        let slope = (to - self.above_cut) / BLOCK as f64;
        for (out, &input) in through.iter_mut().zip(sound.iter()) {
            self.above_cut += slope;
            *out += self.above.pass(input, self.above_cut, SQRT_2)[2];
        }
        self.above_cut = to;
        let slope = (vessel.resonance - self.mix) / BLOCK as f64;
        for (sample, &through) in sound.iter_mut().zip(&through) {
            self.mix += slope;
            *sample += self.mix * (through - *sample);
        }
        self.mix = vessel.resonance;
        self.ringing = through.iter().any(|sample| sample.abs() > 1e-9);
        if !self.ringing {
            for mode in &mut self.modes {
                mode.section = Section::REST;
            }
            self.above = Section::REST;
        }
    }

    /// Whether no resonance of the air column is ringing. Real-time: yes.
    pub fn silent(&self) -> bool {
        !self.ringing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_sounds_a_quarter_wave_and_its_odd_multiples() {
        let step = Step::at_rate(48_000.0);
        let vessel = Vessel { resonance: 1.0, height: 0.3, radius: 0.02, ..Vessel::default() };
        let mut column = AirColumn::default();
        let mut output = Vec::new();
        for block in 0..1000 {
            let mut sound = [0.0; BLOCK];
            if block == 0 {
                sound[0] = 1.0;
            }
            column.pass(&vessel, 0.1, step, &mut sound);
            output.extend(sound);
        }
        assert!(column.silent());
        let spectrum = foley_dsp::analysis::Spectrum::of(&output[..16_000], 48_000.0);
        let mut partials = spectrum.partials(3, 60.0);
        partials.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        // The expected pitch is c / 4(0.2 m + 0.0122 m).
        let expected = 343.0 / (4.0 * 0.2122);
        for (n, partial) in partials.iter().enumerate() {
            let ratio = partial.frequency / (expected * (2 * n + 1) as f64);
            assert!((ratio - 1.0).abs() < 0.01, "{partial:?}, mode {n} of {expected} Hz");
        }
        assert_eq!(partials.len(), 3);
    }
}
