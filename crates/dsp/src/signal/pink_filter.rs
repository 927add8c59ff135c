//! Filter of −3 dB per octave: a cascade of first-order shelves at equal frequency ratios.
//!
//! Source: \[Kasdin1995\], power laws from cascaded poles and zeros.

use foley_contact::Step;

/// Number of shelves in the cascade.
const SHELVES: usize = 10;
/// Frequency of the lowest pole \[Hz\].
const MIN_POLE: f64 = 10.0;
/// Frequency ratio of successive poles.
const RATIO: f64 = 2.2;

/// Filter of −3 dB per octave from 20 Hz upwards, with gain 1 at 1 kHz.
#[derive(Clone, Debug)]
pub struct PinkFilter {
    /// Pole, zero and state of each shelf.
    shelves: [[f64; 3]; SHELVES],
    gain: f64,
}

impl PinkFilter {
    /// Makes a filter with zero state for a sample step. Real-time: yes.
    pub fn new(step: Step) -> Self {
        let mut shelves = [[0.0; 3]; SHELVES];
        let mut gain = 1.0;
        for (n, shelf) in shelves.iter_mut().enumerate() {
            // Each zero lies half a ratio above its pole, which gives −3 dB per octave on average.
            let pole = MIN_POLE * libm::pow(RATIO, n as f64);
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

    /// Filters one sample and returns the result. Real-time: yes.
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

    /// Sets the state of the filter to zero. Real-time: yes.
    pub fn clear(&mut self) {
        for [_, _, stored] in &mut self.shelves {
            *stored = 0.0;
        }
    }
}
