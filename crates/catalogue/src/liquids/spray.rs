//! Splatter: the forces of many drops and lumps of water that strike a surface, and the sound of these
//! forces.
//!
//! A drop first touches with a small spot. The wetted spot widens as $`d = \sqrt{3 r v t}`$ and stops the
//! liquid above it, of the momentum $`\tfrac43\rho v d^3`$, so that the force rises as the root of the time.
//! It fades when the drop has spread. Its integral is the momentum of the drop:
//!
//! ```math
//! F(t) = F_1 \sqrt{t/\tau}\,e^{-t/\tau}, \qquad F \to 6\sqrt3\,\rho\,v^{5/2} r^{3/2} t^{1/2} \;(t \to 0), \qquad
//! \int F\,\mathrm dt = m v
//! ```
//!
//! Both conditions together set the time and the spectrum, without a free number:
//!
//! ```math
//! \tau = 0.591\,\frac rv, \qquad |\hat F(\omega)|^2 = \frac{(m v)^2}{(1 + \omega^2\tau^2)^{3/2}}, \qquad
//! p = \eta\,\frac{\dot F}{4\pi R c}, \qquad S_p(\omega) = 2\lambda \left(\frac{\eta\,\omega}{4\pi R c}\right)^2 |\hat F|^2
//! ```
//!
//! The pressure is that of a force on the air. Its spectrum rises by 6 dB per octave up to the corner 1/2πτ
//! and falls by 3 dB per octave above: small fast drops hiss up to the end of hearing. Drops at random times
//! λ per second add by power (shot noise). The water surface yields, so that a share η of the force acts on
//! the air; a solid wall takes the whole force.
//!
//! | symbol | here                | unit | meaning                                                          |
//! |--------|---------------------|------|------------------------------------------------------------------|
//! | r, v, m |  [`WaterDrop`]      | m, m/s, kg | radius, speed and mass of the drop                         |
//! | τ      | [`impact_time`]     | s    | duration of the impact                                           |
//! | F      | [`Splatter::play`]  | N    | sum of all forces                                                |
//! | p, η   | [`ForceDipole`]     | Pa, 1 | pressure at R = 1 m straight above; share that acts on the air  |
//! | λ      |                     | 1/s  | drops per second                                                 |
//!
//! Drops of similar τ share a filter of order 3/2: a pole, and three shelves that fall by 3 dB per octave on
//! average (`pulse_classes.rs`).
//!
//! More than [`MAX_DROPS`] per second cannot be told apart. [`thinned`] replaces them by fewer of the same
//! power in every band: $`\lambda' = \lambda/n`$, $`F' = \sqrt n\,F`$.
//!
//! Source: \[Philippi2016\], the force at first; \[Gordillo2018\], its maximum 3.4 ρ v² r² and its
//! exponential end; \[Franz1959\], impact noise beside bubbles; \[Campbell1909\], shot noise. Facts:
//! `tests/all/spray_facts.rs`.

use super::drop_impact::DECAY;
use super::minnaert::AIR_SOUND_SPEED;
use super::pulse_classes::{PulseClasses, PulseFilter};
use foley_contact::Step;
use foley_dsp::signal::{OnePole, cut};
use foley_sound::BLOCK;
use std::f64::consts::{PI, TAU};

/// Ratio of the impact time τ to r/v \[1\]: (4π/3 / (Γ(3/2) · 6√3))^(2/3).
const TIME_RATIO: f64 = 1.0 / DECAY;
/// Impact time of the shortest class \[s\]; classes are an octave apart.
const SHORTEST: f64 = 4e-6;
/// Number of classes of impact times: up to 8 ms.
const CLASSES: usize = 12;
/// Number of shelves of each class.
const SHELVES: usize = 3;
/// Ratio of the frequencies of successive poles and zeros of the shelves.
const SHELF_RATIO: f64 = 2.449_489_742_783_178;
/// Sum of the forces of a class below which the class rests \[N\].
const SILENT: f64 = 1e-10;
/// Maximum number of drops per second that are played one by one.
pub const MAX_DROPS: f64 = 40_000.0;
/// Maximum number of bubbles per second that are played one by one.
pub const MAX_BUBBLES: f64 = 12_000.0;

/// A drop or lump of water at its impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterDrop {
    /// Radius of a ball of the volume of the water \[m\].
    pub radius: f64,
    /// Speed at the impact [m/s].
    pub speed: f64,
}

impl WaterDrop {
    /// Returns the momentum of the drop, of a liquid of `density` \[kg/m³\], in N·s. Real-time: yes.
    pub fn momentum(&self, density: f64) -> f64 {
        4.0 / 3.0 * PI * density * self.radius * self.radius * self.radius * self.speed
    }
}

/// Returns the duration τ of the impact of a drop \[s\]. Real-time: yes.
pub fn impact_time(drop: &WaterDrop) -> f64 {
    TIME_RATIO * drop.radius / drop.speed
}

/// Returns the speed of a drop of `radius` \[m\] after a fall of `height` \[m\] from rest in air [m/s]. The
/// drag is that of its final speed, $`v_t = 9.65 - 10.3\,e^{-1200 r}`$ m/s \[Atlas1973\], and grows with the
/// square of the speed. Real-time: yes.
pub fn fall_speed(radius: f64, height: f64) -> f64 {
    /// Final speed of the smallest drops [m/s], where the fit would be negative.
    const SLOWEST: f64 = 0.3;
    let last = (9.65 - 10.3 * libm::exp(-1200.0 * radius)).max(SLOWEST);
    last * (-libm::expm1(-2.0 * 9.81 * height / (last * last))).sqrt()
}

/// Returns the rate of events that are played for `rate` events per second, at most `most`, and the factor on
/// the amplitude of each that keeps the power. Real-time: yes.
pub fn thinned(rate: f64, most: f64) -> (f64, f64) {
    if rate <= most { (rate, 1.0) } else { (most, (rate / most).sqrt()) }
}

/// Filter of the forces of one class of impact times.
#[derive(Clone, Copy, Debug, Default)]
struct ForceFilter {
    pole: OnePole,
    shelves: [OnePole; SHELVES],
    /// Cutoff gains of the pole, and of pole and high-frequency gain of each shelf.
    cut: f64,
    shelf_cuts: [[f64; 2]; SHELVES],
}

impl PulseFilter for ForceFilter {
    fn new(time: f64, step: Step) -> Self {
        let corner = 1.0 / (TAU * time);
        let mut at = corner * SHELF_RATIO.sqrt();
        let shelf_cuts = core::array::from_fn(|_| {
            let pole = cut(at, step);
            let zero = cut(at * SHELF_RATIO, step);
            at *= SHELF_RATIO * SHELF_RATIO;
            [pole, pole / zero]
        });
        Self { cut: cut(corner, step), shelf_cuts, ..Self::default() }
    }

    #[inline]
    fn pass(&mut self, impulse: f64) -> f64 {
        let mut force = self.pole.low(impulse, self.cut);
        for (shelf, [pole, high]) in self.shelves.iter_mut().zip(self.shelf_cuts) {
            let low = shelf.low(force, pole);
            force = low + high * (force - low);
        }
        force
    }

    fn rest(&mut self) {
        self.pole = OnePole::default();
        self.shelves = [OnePole::default(); SHELVES];
    }
}

/// Plays the sum of the forces of many drops.
#[derive(Clone, Debug)]
pub struct Splatter {
    classes: PulseClasses<ForceFilter, CLASSES>,
}

impl Splatter {
    /// Creates a silent player of splatter. Real-time: no.
    pub fn new(seed: u64, step: Step) -> Self {
        Self { classes: PulseClasses::new(seed, SHORTEST, SILENT, step) }
    }

    /// Lets water of `momentum` \[N·s\] strike within the impact time `time` \[s\], from sample `at` of the
    /// next block on. Real-time: yes.
    pub fn add(&mut self, at: usize, momentum: f64, time: f64) {
        self.classes.add(at, momentum, time);
    }

    /// Lets a drop of a liquid of `density` \[kg/m³\] strike at sample `at` of the next block, with a
    /// `factor` on its force \[1\]. Real-time: yes.
    pub fn strike(&mut self, at: usize, density: f64, drop: &WaterDrop, factor: f64) {
        self.add(at, factor * drop.momentum(density), impact_time(drop));
    }

    /// Adds the next block of all forces to `force` \[N\]. Real-time: yes.
    pub fn play(&mut self, force: &mut [f64; BLOCK]) {
        self.classes.play(force);
    }

    /// Whether no force acts, so that the next block is exactly zero. Real-time: yes.
    pub fn silent(&self) -> bool {
        self.classes.silent()
    }
}

/// Pressure of a force on the air above a surface: p = η Ḟ/4πRc.
#[derive(Clone, Copy, Debug, Default)]
pub struct ForceDipole {
    /// Force at the previous sample \[N\].
    last: f64,
    /// Share η at the end of the previous block \[1\].
    share: f64,
}

impl ForceDipole {
    /// Adds the pressure \[Pa\] of the share `share` of `force` \[N\] to `sound`, at 1 m straight above. The
    /// share glides to its new value within the block. Real-time: yes.
    pub fn add(&mut self, force: &[f64; BLOCK], share: f64, step: Step, sound: &mut [f64; BLOCK]) {
        let factor = step.rate() / (4.0 * PI * AIR_SOUND_SPEED);
        let slope = (share - self.share) / BLOCK as f64;
        for (sum, &force) in sound.iter_mut().zip(force) {
            self.share += slope;
            *sum += self.share * factor * (force - self.last);
            self.last = force;
        }
        self.share = share;
    }
}
