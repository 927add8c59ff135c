//! A knuckle knocks on a door: a short blow that bends the panel in many modes.
//!
//! The panel is held at its edges. A blow at (x₀, y₀) drives each mode by its shape there, and the mode
//! radiates by its Fourier transform in the direction of the listener:
//!
//! ```math
//! f_{mn} = \frac{\pi}{2}\sqrt{\frac{D}{\mu}}\Bigl(\frac{m^2}{a^2} + \frac{n^2}{b^2}\Bigr), \qquad
//! p \propto \sum_{mn} \sin\frac{m\pi x_0}{a}\,\sin\frac{n\pi y_0}{b}\;\Phi_m\Phi_n\,\ddot q_{mn}, \qquad
//! \Phi_m = \frac{2 m\pi}{m\pi + \kappa a}\,\frac{\sin\frac12(m\pi - \kappa a)}{m\pi - \kappa a}
//! ```
//!
//! | symbol | here              | unit | meaning                                                        |
//! |--------|-------------------|------|----------------------------------------------------------------|
//! | a, b   | [`SIDES`]         | m    | height and width of the panel                                  |
//! | D/μ    | [`STIFFNESS`]²    | m⁴/s² | bending stiffness over mass per area                          |
//! | η      | [`LOSS`]          | 1    | loss factor of the panel in its frame                          |
//! | x₀, y₀ | [`PLACE`]         | 1    | place of the blow, relative to the sides                       |
//! | κ      |                   | 1/m  | wavenumber in the air along a side: 2πf/c times the cosine to it |
//! | τ      | [`CONTACT`]       | s    | time of contact of the knuckle, whose force is half a sine     |
//!
//! Two skins of hardboard (4 GPa, 900 kg/m³) of 3 mm, 34 mm apart on a core of paper, have D = 6.9 kN m and
//! μ = 7 kg/m².
//!
//! Source: \[Wallace1972\], radiation of a rectangular panel; \[FahyGardonio2007\], bending of a panel.

use core::f64::consts::{FRAC_PI_2, PI, TAU};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_dsp::signal::{SPEED_OF_SOUND, cut};

/// Height and width of the panel \[m\].
pub(crate) const SIDES: [f64; 2] = [1.98, 0.83];
/// Root of the bending stiffness over the mass per area [m²/s].
pub(crate) const STIFFNESS: f64 = 31.4;
/// Loss factor of the panel in its frame \[1\].
pub(crate) const LOSS: f64 = 0.06;
/// Place of the knuckle, relative to the sides \[1\]: at the height of a shoulder, near the handle.
pub(crate) const PLACE: [f64; 2] = [0.31, 0.36];
/// Mean time of contact \[s\].
pub(crate) const CONTACT: f64 = 0.0009;
/// Cosines of the direction of the listener to the sides \[1\].
const DIRECTION: [f64; 2] = [0.25, 0.35];
/// Number of half waves along each side.
const HALF_WAVES: [usize; 2] = [14, 6];
/// Number of modes of the panel.
const MODES: usize = HALF_WAVES[0] * HALF_WAVES[1];

/// Returns the frequency of the mode of these half waves \[Hz\].
pub(crate) fn mode_frequency(half_waves: [usize; 2]) -> f64 {
    let waves = [0, 1].map(|n| half_waves[n] as f64 / SIDES[n]);
    FRAC_PI_2 * STIFFNESS * (waves[0] * waves[0] + waves[1] * waves[1])
}

/// Coefficients and state of a mode: a band-pass of second order.
#[derive(Clone, Copy, Debug)]
struct Mode {
    level: f64,
    /// Coefficients of the last output and of the one before.
    feedback: [f64; 2],
    last: [f64; 2],
}

impl Mode {
    const REST: Self = Self { level: 0.0, feedback: [0.0; 2], last: [0.0; 2] };

    /// Returns a mode of a frequency \[Hz\] and level at rest. Its output is the acceleration over 2πf, which
    /// the band-pass of the bilinear transform gives.
    fn new(frequency: f64, level: f64, step: Step) -> Self {
        let g = cut(frequency, step);
        let scale = 1.0 / (1.0 + g * (g + LOSS));
        let feedback = [2.0 * (1.0 - g * g) * scale, -(1.0 - g * LOSS + g * g) * scale];
        Self { level: level * g * scale, feedback, last: [0.0; 2] }
    }
}

/// Panel of a door with the knuckle that knocks on it.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    modes: [Mode; MODES],
    /// Last two samples of the force \[1\].
    blows: [f64; 2],
    /// Peak force of the knock in progress \[1\], its time of contact \[s\], and its age \[s\].
    force: f64,
    contact: f64,
    age: f64,
}

impl Door {
    /// A door at rest.
    pub(crate) const REST: Self = Self {
        modes: [Mode::REST; MODES],
        blows: [0.0; 2],
        force: 0.0,
        contact: CONTACT,
        age: f64::INFINITY,
    };

    /// Tunes the modes for a sample rate and brings them to rest. Real-time: yes.
    pub(crate) fn tune(&mut self, step: Step) {
        *self = Self::REST;
        let shape = |n: usize, half_waves: usize, frequency: f64| {
            let wave = PI * half_waves as f64;
            let phase = TAU * frequency / SPEED_OF_SOUND * DIRECTION[n] * SIDES[n];
            let half = 0.5 * (wave - phase);
            let lobe = if half == 0.0 { 1.0 } else { libm::sin(half) / half };
            libm::sin(wave * PLACE[n]) * wave * lobe / (wave + phase)
        };
        for (index, mode) in self.modes.iter_mut().enumerate() {
            let [m, n] = [1 + index / HALF_WAVES[1], 1 + index % HALF_WAVES[1]];
            let frequency = mode_frequency([m, n]);
            *mode = Mode::new(frequency, shape(0, m, frequency) * shape(1, n, frequency), step);
        }
    }

    /// Knocks with a relative force \[1\]. Real-time: yes.
    pub(crate) fn knock(&mut self, force: f64, dice: &mut Dice) {
        (self.force, self.contact, self.age) = (force, CONTACT * dice.between(0.8, 1.25), 0.0);
    }

    /// Returns the next sample. Real-time: yes.
    #[inline]
    pub(crate) fn next(&mut self, step: Step) -> f64 {
        let touching = self.age < self.contact;
        let blow = if touching { self.force * libm::sin(PI * self.age / self.contact) } else { 0.0 };
        self.age += step.seconds();
        let change = blow - self.blows[1];
        self.blows = [blow, self.blows[0]];
        let mut sum = 0.0;
        for mode in &mut self.modes {
            let [one, two] = mode.last;
            let value = mode.level * change + mode.feedback[0] * one + mode.feedback[1] * two;
            mode.last = [value, one];
            sum += value;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_dsp::analysis::Spectrum;

    #[test]
    fn a_knock_rings_with_the_modes_of_a_panel_held_at_its_edges() {
        let rate = 48_000.0;
        let step = Step::at_rate(rate);
        let mut door = Door::REST;
        door.tune(step);
        door.knock(1.0, &mut Dice::new(1));
        let sound: Vec<f64> = (0..48_000).map(|_| door.next(step)).collect();
        let spectrum = Spectrum::of(&sound, rate);
        // f₁₁ = π/2 · 31.4 · (1/1.98² + 1/0.83²) = 84.2 Hz; neighbouring modes overlap, the lowest stands
        // alone.
        let strongest = (0..spectrum.power().len())
            .filter(|bin| (60.0..92.0).contains(&spectrum.frequency(*bin)))
            .max_by(|a, b| spectrum.power()[*a].total_cmp(&spectrum.power()[*b]))
            .map(|bin| spectrum.frequency(bin))
            .unwrap();
        println!("lowest mode at {strongest:.1} Hz");
        assert!((mode_frequency([1, 1]) - 84.2).abs() < 0.1, "{} Hz", mode_frequency([1, 1]));
        // Half of the bandwidth of a loss factor of 6 %.
        assert!((strongest - 84.2).abs() < 2.5, "{strongest} Hz");
        // The lowest mode falls by 27.3 η f dB per second and is the last to be heard.
        let level = |at: f64| {
            let piece = &sound[(at * rate) as usize..][..4800];
            10.0 * libm::log10(piece.iter().map(|x| x * x).sum::<f64>())
        };
        let fall = (level(0.5) - level(0.8)) / 0.3;
        let expected = 20.0 * LOSS * PI * 84.2 / libm::log(10.0);
        println!("decay of {fall:.1} dB/s, {expected:.1} dB/s by the loss factor");
        assert!((fall / expected - 1.0).abs() < 0.1, "{fall} dB/s for {expected} dB/s");
    }
}
