//! Three decibels less in each octave: a row of first-order shelves at equal ratios.
//!
//! Source: \[Kasdin1995\], power laws by rows of poles and zeros.

use foley_contact::Step;

/// Shelves of a row.
const SHELVES: usize = 10;
/// Lowest pole \[Hz\], and the ratio from pole to pole.
const LOWEST: f64 = 10.0;
const RATIO: f64 = 2.2;

/// Falls by 3 dB in each octave from 20 Hz on, and leaves 1 kHz as it is.
#[derive(Clone, Debug)]
pub struct Tilt {
    /// Of each shelf: pole, zero, and what is stored.
    shelves: [[f64; 3]; SHELVES],
    gain: f64,
}

impl Tilt {
    /// At rest, for a sample rate. Real-time: yes.
    pub fn new(step: Step) -> Self {
        let mut shelves = [[0.0; 3]; SHELVES];
        let mut gain = 1.0;
        for (n, shelf) in shelves.iter_mut().enumerate() {
            // A pole, and half a ratio higher a zero: down 3 dB in each octave on the mean.
            let pole = LOWEST * libm::pow(RATIO, n as f64);
            let zero = pole * RATIO.sqrt();
            let at = |frequency: f64| {
                let way = (frequency * step.seconds()).min(0.499);
                let w = libm::tan(core::f64::consts::PI * way);
                (1.0 - w) / (1.0 + w)
            };
            let (p, z) = (at(pole), at(zero));
            *shelf = [p, z, 0.0];
            let w = core::f64::consts::TAU * (1000.0 * step.seconds()).min(0.499);
            let size = |c: f64| (1.0 - 2.0 * c * libm::cos(w) + c * c).sqrt();
            gain *= size(p) / size(z);
        }
        Self { shelves, gain }
    }

    /// The next sample. Real-time: yes.
    #[inline]
    pub fn pass(&mut self, sample: f64) -> f64 {
        let mut value = self.gain * sample;
        for [pole, zero, stored] in &mut self.shelves {
            let next = value + *pole * *stored;
            value = next - *zero * *stored;
            *stored = next;
        }
        value
    }

    /// At rest. Real-time: yes.
    pub fn clear(&mut self) {
        for [_, _, stored] in &mut self.shelves {
            *stored = 0.0;
        }
    }
}
