//! Steam bubbles that collapse in water below its boiling point: the noise of a kettle before it boils.
//!
//! The steam condenses, and the water falls in upon itself. It leaves no bubble that could ring: the sound is
//! one pulse, broad up to the end of hearing. The vapour pressure of water that is Θ below its boiling point
//! falls short of that of the atmosphere by Δp:
//!
//! ```math
//! \Delta p = p_0\left(1 - e^{-\frac{L}{R_v}\left(\frac{1}{T_b - \Theta} - \frac1{T_b}\right)}\right), \qquad
//! t_c = 0.915\,r\sqrt{\rho/\Delta p} + \frac{\pi r^2}{4\,\mathrm{Ja}^2\kappa}, \qquad
//! V(t) = V_0\left(1 - \frac{t^2}{t_c^2}\right)^{6/5}, \qquad p = \frac{\rho_a \ddot V}{2\pi R}
//! ```
//!
//! ```math
//! |\hat{\ddot V}| \to \omega V_0 \;(\omega t_c \ll 1), \qquad
//! |\hat{\ddot V}| \to 2.53\,\frac{V_0}{t_c}\,(\omega t_c)^{-1/5} \;(\omega t_c \gg 1)
//! ```
//!
//! The pressure rises by 6 dB per octave up to $`\omega t_c`$ of about 3 and falls by 1.2 dB per octave from
//! 7 on. A high-pass at 3.15 and a shelf from 5.1 to 14 are within 2 dB of the transform of V up to $`\omega
//! t_c = 60`$. The first term of t_c is the inertia of the water, the second the time in which the heat of
//! the steam flows into it. Their sum is the slower one where they differ; between them it is an estimate,
//! and a slow collapse has the pulse of a fast one, only longer. Large bubbles in hot water are hardly heard.
//!
//! The surface passes it on as that of any bubble, $`e^{-kh\sin\theta}`$. With depths
//! uniform between 0 and h the power falls by 3 dB per octave above $`kh\sin\theta = 1`$: shallow
//! collapses alone remain.
//!
//! | symbol | here                      | unit | meaning                                                         |
//! |--------|---------------------------|------|-----------------------------------------------------------------|
//! | Θ      | [`Collapse::subcooling`]  | K    | how far the water is below its boiling point                    |
//! | L/R_v, T_b | 4950 K, 373 K         | K    | latent heat over gas constant of steam; boiling point           |
//! | r, V₀  |                           | m, m³ | radius and volume of the bubble before it collapses            |
//! | t_c    | [`collapse_time`]         | s    | time of the collapse                                            |
//! | Ja, κ  | 2.99 K⁻¹ Θ, 1.68 × 10⁻⁷   | 1, m²/s | Jakob number ρ c Θ/ρ_v L at 100 °C; diffusivity of heat in water |
//! | h      | [`Collapses::play`]       | m    | largest depth of a collapse                                     |
//! | ρₐ, R, θ | [`super::minnaert`]     |      | density of air; listener at 1 m and 45°                         |
//!
//! Source: \[Rayleigh1917\], the collapse and its time; \[Fitzpatrick1956\], the spectrum of a collapse;
//! \[Florschuetz1965\], the flow of heat. Facts: `tests/all/collapse_facts.rs`.

use super::minnaert::{AIR_DENSITY, AIR_SOUND_SPEED, ATMOSPHERIC_PRESSURE};
use super::pulse_classes::{PulseClasses, PulseFilter};
use foley_contact::Step;
use foley_dsp::signal::{OnePole, cut};
use foley_params::params;
use foley_sound::BLOCK;
use std::f64::consts::{FRAC_1_SQRT_2, PI, TAU};

/// Latent heat of water over the gas constant of steam \[K\].
const LATENT_HEAT: f64 = 4950.0;
/// Boiling point of water \[K\].
const BOILING_POINT: f64 = 373.15;
/// Jakob number per temperature below the boiling point \[1/K\]: heat capacity of water over latent heat of
/// steam, by volume.
const JAKOB: f64 = 2.99;
/// Thermal diffusivity of water at 100 °C [m²/s].
const DIFFUSIVITY: f64 = 1.68e-7;
/// Corner of the high-pass, ωt_c \[1\].
const CORNER: f64 = 3.15;
/// Collapse time of the shortest class \[s\]; classes are an octave apart.
const SHORTEST: f64 = 16e-6;
/// Number of classes of collapse times: up to 8 ms.
const CLASSES: usize = 10;
/// Number of shelves that fall by 3 dB per octave with the depth.
const DEPTH_SHELVES: usize = 4;
/// Ratio of the frequencies of successive poles and zeros of these shelves.
const SHELF_RATIO: f64 = 2.0;
/// First pole of these shelves, kh sin θ \[1\]: within 0.6 dB of the mean over the depths up to kh sin θ =
/// 40.
const FIRST_POLE: f64 = 0.645;
/// Pole and zero of the shelf of a class in corners \[1\].
const CLASS_SHELF: [f64; 2] = [1.63, 4.484];
/// Pressure below which a class rests \[Pa\].
const SILENT: f64 = 1e-9;

params! {
    /// Steam bubbles that collapse in water below its boiling point.
    /// Default: none; every bubble holds air.
    pub struct Collapse("collapse") {
        /// Share of the bubbles that are steam and collapse. Acts where nothing falls.
        share: f64 = 0.0, "s_c", One, lin [0.0, 1.0], glide 0.02, handle("singing", "air bubbles", "steam");
        /// How far the liquid is below its boiling point: the colder, the harder a bubble collapses. Heard
        /// where `share` is above 0.
        subcooling: f64 = 20.0, "Θ", Other("K"), log [5.0, 80.0], glide 0.02;
    }
}

/// Returns by how much the vapour pressure of water falls short of that of the atmosphere \[Pa\] at
/// `subcooling` \[K\] below its boiling point. Real-time: yes.
pub fn deficit(subcooling: f64) -> f64 {
    let inverse = 1.0 / (BOILING_POINT - subcooling) - 1.0 / BOILING_POINT;
    -ATMOSPHERIC_PRESSURE * libm::expm1(-LATENT_HEAT * inverse)
}

/// Returns the time t_c \[s\] in which a bubble of `radius` \[m\] collapses in a liquid of `density`
/// \[kg/m³\] that is `subcooling` \[K\] below its boiling point. Real-time: yes.
pub fn collapse_time(radius: f64, density: f64, subcooling: f64) -> f64 {
    inertial_time(radius, density, subcooling) + condensation_time(radius, subcooling)
}

/// Returns the time \[s\] in which the water would fall in if the steam condensed at once; see
/// [`collapse_time`]. Real-time: yes.
pub fn inertial_time(radius: f64, density: f64, subcooling: f64) -> f64 {
    0.915 * radius * (density / deficit(subcooling)).sqrt()
}

/// Returns the time \[s\] in which the heat of the steam would flow into the water if the water had no
/// inertia; see [`collapse_time`]. Real-time: yes.
pub fn condensation_time(radius: f64, subcooling: f64) -> f64 {
    let jakob = JAKOB * subcooling;
    0.25 * PI * radius * radius / (jakob * jakob * DIFFUSIVITY)
}

/// Filter of the pulses of one class of collapse times.
#[derive(Clone, Copy, Debug, Default)]
struct CollapseFilter {
    high: OnePole,
    shelf: OnePole,
    /// Cutoff gain of the high-pass, and cutoff and high-frequency gain of the shelf.
    cut: f64,
    shelf_cut: [f64; 2],
}

impl PulseFilter for CollapseFilter {
    fn new(time: f64, step: Step) -> Self {
        let corner = CORNER / (TAU * time);
        let [pole, zero] = CLASS_SHELF.map(|ratio| cut(ratio * corner, step));
        Self { cut: cut(corner, step), shelf_cut: [pole, pole / zero], ..Self::default() }
    }

    #[inline]
    fn pass(&mut self, impulse: f64) -> f64 {
        let pulse = self.high.high(impulse, self.cut);
        shelve(&mut self.shelf, self.shelf_cut, pulse)
    }

    fn rest(&mut self) {
        [self.high, self.shelf] = [OnePole::default(); 2];
    }
}

/// Returns a sample through a shelf with a cutoff gain and a gain of high frequencies.
#[inline]
fn shelve(shelf: &mut OnePole, [cut, gain]: [f64; 2], sample: f64) -> f64 {
    let low = shelf.low(sample, cut);
    low + gain * (sample - low)
}

/// Plays the sum of the pulses of many collapses.
#[derive(Clone, Debug)]
pub struct Collapses {
    step: Step,
    classes: PulseClasses<CollapseFilter, CLASSES>,
    depth: [OnePole; DEPTH_SHELVES],
    /// Last sample \[Pa\].
    last: f64,
}

impl Collapses {
    /// Creates a silent player of collapses. Real-time: no.
    pub fn new(seed: u64, step: Step) -> Self {
        Self {
            step,
            classes: PulseClasses::new(seed, SHORTEST, SILENT, step),
            depth: [OnePole::default(); DEPTH_SHELVES],
            last: 0.0,
        }
    }

    /// Lets a bubble of `radius` \[m\] collapse within the time `time` \[s\], at sample `at` of the next
    /// block. Real-time: yes.
    pub fn begin(&mut self, at: usize, radius: f64, time: f64) {
        self.classes.add(at, strength(radius, time), time);
    }

    /// Adds the next block of all pulses, at depths between 0 and `depth` \[m\], to `sound` \[Pa\].
    /// Real-time: yes.
    pub fn play(&mut self, depth: f64, sound: &mut [f64; BLOCK]) {
        let mut sum = [0.0; BLOCK];
        self.classes.play(&mut sum);
        let mut at = FIRST_POLE * AIR_SOUND_SPEED / (TAU * depth * FRAC_1_SQRT_2);
        let shelves: [[f64; 2]; DEPTH_SHELVES] = core::array::from_fn(|_| {
            let [pole, zero] = [at, at * SHELF_RATIO].map(|at| cut(at, self.step));
            at *= SHELF_RATIO * SHELF_RATIO;
            [pole, pole / zero]
        });
        for (sound, sum) in sound.iter_mut().zip(sum) {
            self.last = sum;
            for (shelf, cuts) in self.depth.iter_mut().zip(shelves) {
                self.last = shelve(shelf, cuts, self.last);
            }
            *sound += self.last;
        }
        if self.silent() {
            self.depth = [OnePole::default(); DEPTH_SHELVES];
        }
    }

    /// Whether no pulse sounds, so that the next block is exactly zero. Real-time: yes.
    pub fn silent(&self) -> bool {
        self.classes.silent() && self.last.abs() <= SILENT
    }
}

/// Returns the time integral of the pressure pulse at 1 m above the corner and below the shelf, in Pa·s.
/// Real-time: yes.
fn strength(radius: f64, time: f64) -> f64 {
    let volume = 4.0 / 3.0 * PI * radius * radius * radius;
    AIR_DENSITY / TAU * CORNER * volume / time
}
