//! Band-pass filter for the input and the output of a mesh, limited to the frequencies that the mesh
//! carries.
//!
//! Near [`super::lattice::standing_frequency`] waves stand still on a mesh and whistle; above it the
//! response is mirrored. Below 30 Hz a closed room only changes its static pressure, which is inaudible but
//! would persist: an input without a component at 0 Hz adds no air to the room. Between these limits the
//! filter is a steep low-pass with finite zeros,
//!
//! ```math
//! H(s) = \prod_{i=1}^{4} \frac{1 + s^2/z_i^2}{1 + 2 s \sigma_i / r_i^2 + s^2/r_i^2}, \qquad r_i^2 = \sigma_i^2 + \omega_i^2,
//! ```
//!
//! and a high-pass of second order. The passband ripple is 0.2 dB; the stopband is 70 dB down from 1.245
//! times the passband edge on.
//!
//! | symbol   | unit | meaning                                                            |
//! |----------|------|--------------------------------------------------------------------|
//! | s        | 1    | frequency relative to the passband edge, by the bilinear transform |
//! | z_i      | 1    | the zeros                                                          |
//! | σ_i, ω_i | 1    | the poles                                                          |
//!
//! The poles and zeros are those of an elliptic filter of eighth order. Source: \[Zavalishin2012\] for the
//! sections.

use super::lattice::standing_frequency;
use foley_contact::Step;
use foley_dsp::signal::{Section, cut};

/// Real and imaginary part of the pole, and the zero, of each of the four sections of the prototype
/// low-pass, which has 0.2 dB ripple and 70 dB attenuation.
const PROTOTYPE: [[f64; 3]; 4] = [
    [0.348_142_45, 0.271_903_70, 5.062_502_39],
    [0.229_360_60, 0.698_689_54, 1.909_514_92],
    [0.109_885_09, 0.924_908_72, 1.399_183_25],
    [0.030_833_08, 1.012_241_90, 1.259_332_07],
];
/// Ratio of stopband edge to passband edge \[1\].
const STOPBAND_RATIO: f64 = 1.245;
/// Stopband edge of the filter relative to the frequency at which waves stand still on the mesh \[1\].
const STOPBAND_EDGE: f64 = 0.97;
/// Cut-off frequency of the high-pass \[Hz\]. The filters of input and output together attenuate 20 Hz by
/// 16 dB.
const HIGH_PASS_CUT: f64 = 30.0;

/// Coefficients of the band-pass filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// Prewarped frequency, damping, and gain at high frequencies of each section \[1\].
    sections: [[f64; 3]; 4],
    high_pass: f64,
}

impl Shape {
    /// Computes the coefficients for a mesh with the squared Courant numbers `courant` (along, across), at
    /// the rate of `step`. Real-time: yes.
    pub(super) fn new(courant: [f64; 2], step: Step) -> Self {
        let edge = libm::tan(0.5 * STOPBAND_EDGE * standing_frequency(courant)) / STOPBAND_RATIO;
        let sections = PROTOTYPE.map(|[real, imaginary, zero]| {
            let r = libm::hypot(real, imaginary);
            [edge * r, 2.0 * real / r, (r / zero) * (r / zero)]
        });
        Self { sections, high_pass: cut(HIGH_PASS_CUT, step) }
    }
}

/// State of one band-pass filter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Band {
    sections: [Section; 4],
    high: Section,
}

impl Band {
    /// Filters one sample with the coefficients `shape` and returns the result. Real-time: yes.
    #[inline]
    pub(super) fn pass(&mut self, sample: f64, shape: &Shape) -> f64 {
        let [_, _, mut value] = self.high.pass(sample, shape.high_pass, core::f64::consts::SQRT_2);
        for (section, &[g, k, far]) in self.sections.iter_mut().zip(&shape.sections) {
            let [low, _, high] = section.pass(value, g, k);
            value = low + far * high;
        }
        value
    }
}
