//! Casting with sump and covers, or another plate, that rings where it is pushed and struck.
//!
//! Each mode is a damped oscillator. The surface moves with the sum of their velocities and radiates like a
//! sphere of the same surface:
//!
//! ```math
//! \ddot q_n + \eta\omega_n \dot q_n + \omega_n^2 q_n = \frac{\phi_n F}{m_n}, \qquad p = \rho c\,\frac{a}{1\,\mathrm m}\,\frac{jka}{1 + jka} \sum_n \dot q_n
//! ```
//!
//! | symbol | here             | unit | meaning                                                          |
//! |--------|------------------|------|------------------------------------------------------------------|
//! | F      | [`Plate::tick`]  | N    | force                                                            |
//! | φ_n    | [`MODES`]        | 1    | relative motion of mode n where the force acts, with its sign; a pair of opposite forces inside excites low modes less |
//! | ω_n    | [`MODES`]        | 1/s  | angular frequency, multiples of the lowest one                   |
//! | m_n    | `mass`           | kg   | a quarter of the mass, that of a plate with free or held edges   |
//! | η      | `loss`           | 1    | loss factor of the assembled parts                               |
//! | a      | `radius`         | m    | radius of a sphere of the same surface                           |
//!
//! The modes become denser with the frequency, as those of a shell with plates. Valid for small motions.
//! Modes above 40 % of the sample rate are left out.
//!
//! Source: \[Norton2003\], modes and radiation of machines.

use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::signal::{DENSITY_OF_AIR, OnePole, SPEED_OF_SOUND, cut};

/// Number of modes.
const COUNT: usize = 16;
/// Frequency of each mode relative to the lowest one, motion between the two points that forces inside push
/// apart, and motion where impacts act.
const MODES: [(f64, f64, f64); COUNT] = [
    (1.0, 0.10, 0.8),
    (1.37, -0.14, 1.0),
    (1.83, 0.19, -0.6),
    (2.29, 0.25, 0.9),
    (2.88, -0.33, 0.5),
    (3.41, 0.40, -1.0),
    (4.12, 0.50, 0.7),
    (4.77, -0.58, 0.9),
    (5.63, 0.68, -0.8),
    (6.42, -0.77, 0.6),
    (7.55, 0.85, 1.0),
    (8.81, 0.92, -0.7),
    (10.3, -1.00, 0.8),
    (12.1, 1.00, 0.6),
    (14.6, -1.00, -0.9),
    (17.9, 1.00, 0.7),
];

/// Coefficients of a plate in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlateCoefficients {
    /// Integrator gain of each mode.
    g: [f64; COUNT],
    /// Factor 1/(1 + g (g + η)) of each mode.
    a: [f64; COUNT],
    /// Pressure per band-passed force of each mode, for steady forces and for impacts \[Pa/N\].
    gains: [[f64; COUNT]; 2],
    /// Integrator gain of the radiation: ka = 1.
    radiation: f64,
}

impl PlateCoefficients {
    /// Returns the coefficients of a plate of a mass \[kg\], the radius of a sphere of the same surface
    /// \[m\], its lowest mode \[Hz\] and its loss factor.
    pub(super) fn new(mass: f64, radius: f64, lowest: f64, loss: f64, step: Step) -> Self {
        let frequencies = MODES.map(|(ratio, ..)| ratio * lowest);
        let g = frequencies.map(|frequency| cut(frequency, step));
        let level = DENSITY_OF_AIR * SPEED_OF_SOUND * radius / (0.25 * mass);
        let gain = |n: usize, place: fn(&(f64, f64, f64)) -> f64| {
            let frequency = frequencies.get(n).copied().unwrap_or(lowest);
            // Fades out towards 45 % of the sample rate.
            let fade = ((0.45 - frequency * step.seconds()) / 0.05).clamp(0.0, 1.0);
            fade * level * MODES.get(n).map_or(0.0, place) / (TAU * frequency)
        };
        Self {
            a: g.map(|g| 1.0 / (1.0 + g * (g + loss))),
            g,
            gains: [
                core::array::from_fn(|n| gain(n, |mode| mode.1)),
                core::array::from_fn(|n| gain(n, |mode| mode.2)),
            ],
            radiation: cut(SPEED_OF_SOUND / (TAU * radius), step),
        }
    }

    /// Returns the radius of a sphere of a surface [m²].
    pub(super) fn radius(surface: f64) -> f64 {
        (surface / (4.0 * PI)).sqrt()
    }
}

/// Motion of the modes of a plate, each as the state of a band-pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plate {
    one: [f64; COUNT],
    two: [f64; COUNT],
    radiation: OnePole,
}

impl Plate {
    pub(super) fn at_rest() -> Self {
        Self { one: [0.0; COUNT], two: [0.0; COUNT], radiation: OnePole::default() }
    }

    /// Advances the plate by one sample with a steady force and an impact force \[N\]. Returns the pressure
    /// at 1 m \[Pa\]. Real-time: yes.
    #[inline]
    pub(super) fn tick(&mut self, now: &PlateCoefficients, force: f64, impact: f64) -> f64 {
        let mut sum = 0.0;
        for n in 0..COUNT {
            let input = now.gains[0][n] * force + now.gains[1][n] * impact;
            let band = now.a[n] * (self.one[n] + now.g[n] * (input - self.two[n]));
            let low = self.two[n] + now.g[n] * band;
            self.one[n] = 2.0 * band - self.one[n];
            self.two[n] = 2.0 * low - self.two[n];
            sum += band;
        }
        self.radiation.high(sum, now.radiation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impulse_sets_each_mode_in_motion_with_its_momentum() {
        // Directly after an impulse J the velocity of mode n is φJ/m_n, for all modes together.
        let step = Step::at_rate(192_000.0);
        let (mass, radius) = (80.0, 0.25);
        let now = PlateCoefficients::new(mass, radius, 300.0, 0.05, step);
        let mut plate = Plate::at_rest();
        let mut radiated = 0.0;
        let impulse = 0.1;
        let mut first = 0.0;
        for n in 0..4 {
            let sound = plate.tick(&now, 0.0, if n == 0 { impulse / step.seconds() } else { 0.0 });
            radiated += sound;
            first = if n == 1 { sound } else { first };
        }
        let motions: f64 = MODES.iter().map(|mode| mode.2).sum();
        let expected = DENSITY_OF_AIR * SPEED_OF_SOUND * radius * motions * impulse / (0.25 * mass);
        println!("{first} Pa for {expected} Pa, {radiated}");
        // The highest mode turns by 3 % of a cycle within the sample.
        assert!((first / expected - 1.0).abs() < 0.1, "{first} Pa for {expected} Pa");
    }

    #[test]
    fn the_lowest_mode_decays_by_its_loss_factor() {
        let rate = 48_000.0;
        let step = Step::at_rate(rate);
        let (lowest, loss) = (200.0, 0.02);
        let now = PlateCoefficients::new(1.0, 0.1, lowest, loss, step);
        let mut plate = Plate::at_rest();
        let sound: Vec<f64> =
            (0..96_000).map(|n| plate.tick(&now, 0.0, if n == 0 { 1.0 } else { 0.0 })).collect();
        // The second mode decays 1.37 times as fast: after 1 s its energy is below a thousandth of that of
        // the lowest one. Amplitude e^{−ηωt/2}.
        let energy = |from: f64| {
            let from = (from * rate) as usize;
            sound[from..from + 9600].iter().map(|p| p * p).sum::<f64>()
        };
        let decay = libm::log(energy(1.0) / energy(1.5)) / 0.5;
        let expected = loss * TAU * lowest;
        println!("energy decays by {decay:.2}/s for {expected:.2}/s");
        assert!((decay / expected - 1.0).abs() < 0.005, "{decay} for {expected}");
    }
}
