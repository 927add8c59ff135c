//! Casing of a motor: a rigid body on its mount, and walls with many modes that radiate.
//!
//! The rigid body radiates as a dipole. The walls bend as simply supported plates; a mode with an odd number
//! of half waves on both sides displaces air, the others push it to and fro between neighbouring fields:
//!
//! ```math
//! f_{mn} = f_c\,\frac{m^2 + r^2 n^2}{1 + r^2}, \qquad \varphi_{mn} = 2 \sin(m \pi x_0) \sin(n \pi y_0), \qquad p = \frac{\rho S}{4 \pi r_0} \sum_{mn} \varphi_{mn}\, s_{mn}\, h_{mn} * \ddot x
//! ```
//!
//! ```math
//! s_{mn} = \frac{8}{\pi^2 m n} \prod_{\text{even}} \min\!\left(1, \frac{k_{mn} a}{\sqrt{12}}\right)
//! ```
//!
//! | symbol | here                          | unit | meaning                                                  |
//! |--------|-------------------------------|------|----------------------------------------------------------|
//! | f_c    | [`super::MotorCasing::resonance`] | Hz | lowest mode                                            |
//! | r      | [`super::MotorCasing::aspect`] | 1   | longer side of a wall by its shorter                      |
//! | m, n   | 1…`LONG`, 1…`SHORT`       | 1    | half waves along both sides                               |
//! | h      |                               |      | acceleration of a mode per acceleration by its force      |
//! | k, a   |                               | 1/m, m | wavenumber in air at the mode, size of the casing       |
//! | S, r₀  |                               | m², m | surface 6a², distance of 1 m                             |
//!
//! Above ka ≈ 1 the pressure of a wall grows no more with its acceleration: it is that of a pulsating sphere
//! of the same surface, a low-pass of the first order at ω = c √(4π/S).
//!
//! Sources: \[FahyGardonio2007\], modes and radiation of plates; \[MorseIngard1968\], the sphere. Facts:
//! `tests/all/motor_facts.rs`.

use super::parts::MotorCasing;
use super::{SOUND_SPEED, tones};
use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::signal::{OnePole, Section, cut};

/// Half waves along the longer and the shorter side of a wall.
const LONG: usize = 6;
const SHORT: usize = 4;
/// Number of modes of the walls.
pub(super) const MODES: usize = LONG * SHORT;
/// Place at which the forces act on a wall, relative to its sides \[1\].
const PLACE: [f64; 2] = [0.37, 0.29];

/// Returns the frequency \[Hz\] of a mode of the walls with `m` and `n` half waves.
pub fn wall_frequency(casing: &MotorCasing, m: u32, n: u32) -> f64 {
    let r = casing.aspect * casing.aspect;
    casing.resonance * (f64::from(m * m) + r * f64::from(n * n)) / (1.0 + r)
}

/// Coefficients of one mode of the walls.
#[derive(Clone, Copy, Debug, Default)]
struct Mode {
    g: f64,
    a: f64,
    k: f64,
    gain: f64,
}

/// Body and walls of a casing.
#[derive(Clone, Debug)]
pub(super) struct Walls {
    casing: Option<MotorCasing>,
    modes: [Mode; MODES],
    states: [[f64; 2]; MODES],
    body: Section,
    /// Cut-off gains of the rigid body, its dipole and the sphere \[1\].
    cuts: [f64; 3],
    dipole: OnePole,
    sphere: OnePole,
}

impl Walls {
    pub(super) fn new() -> Self {
        Self {
            casing: None,
            modes: [Mode::default(); MODES],
            states: [[0.0; 2]; MODES],
            body: Section::REST,
            cuts: [0.0; 3],
            dipole: OnePole::default(),
            sphere: OnePole::default(),
        }
    }

    /// Takes the parameters of the coming block. Real-time: yes.
    pub(super) fn aim(&mut self, casing: &MotorCasing, step: Step) {
        if self.casing == Some(*casing) {
            return;
        }
        self.casing = Some(*casing);
        let size = casing.size;
        self.cuts = [
            cut(casing.resonance, step),
            cut(SOUND_SPEED / (PI * size), step),
            cut(SOUND_SPEED * (4.0 * PI / 6.0).sqrt() / (2.0 * PI * size), step),
        ];
        for (index, mode) in self.modes.iter_mut().enumerate() {
            let (m, n) = ((index % LONG + 1) as u32, (index / LONG + 1) as u32);
            let frequency = wall_frequency(casing, m, n);
            let g = cut(frequency, step);
            // Single modes of sheet and plastic lose less than the body on its mount.
            let k = 0.5 * casing.loss;
            let drive =
                2.0 * libm::sin(f64::from(m) * PI * PLACE[0]) * libm::sin(f64::from(n) * PI * PLACE[1]);
            let air = (2.0 * PI * frequency * size / SOUND_SPEED / 12.0_f64.sqrt()).min(1.0);
            let odd = |count: u32| if count % 2 == 1 { 1.0 } else { air };
            let radiates = 8.0 / (PI * PI * f64::from(m * n)) * odd(m) * odd(n);
            let gain = drive * radiates * tones::band_gain(frequency, step);
            *mode = Mode { g, a: 1.0 / (1.0 + g * (g + k)), k, gain };
        }
    }

    /// Returns the pressure \[Pa\] for the acceleration that the forces give the casing, times air density ·
    /// surface / 4π. Real-time: yes.
    #[inline]
    pub(super) fn pass(&mut self, push: f64, casing: &MotorCasing) -> f64 {
        let mut walls = 0.0;
        for (mode, [one, two]) in self.modes.iter().zip(&mut self.states) {
            // A section ([`Section::pass`]) with fixed coefficients; its high-pass is the acceleration.
            let rest = push - *two;
            let band = mode.a * (*one + mode.g * rest);
            let low = *two + mode.g * band;
            *one = 2.0 * band - *one;
            *two = 2.0 * low - *two;
            walls += mode.gain * (push - mode.k * band - low);
        }
        let [body, dipole, sphere] = self.cuts;
        let [_, _, rigid] = self.body.pass(push, body, casing.loss);
        let rigid = self.dipole.high(rigid, dipole);
        let walls = self.sphere.low(walls, sphere);
        rigid + casing.walls * (walls - rigid)
    }

    /// Sets body and walls to rest. Real-time: yes.
    pub(super) fn rest(&mut self) {
        self.states = [[0.0; 2]; MODES];
        self.body = Section::REST;
        self.dipole = OnePole::default();
        self.sphere = OnePole::default();
    }
}
