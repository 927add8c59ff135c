//! The part of the spectrum that a mesh carries: what goes in and what comes out are both held to it.
//!
//! Near [`super::lattice::standing_frequency`] waves stand still on a mesh and whistle; above it all is mirrored. Below
//! 30 Hz a closed room only changes its pressure, which is not heard but would stay: a sound that has no
//! frequency 0 adds no air to the room. Between them is a low-pass whose zeros are finite, so that it is
//! steep,
//!
//! $$ H(s) = \prod_{i=1}^{4} \frac{1 + s^2/z_i^2}{1 + 2 s \sigma_i / r_i^2 + s^2/r_i^2}, \qquad r_i^2 = \sigma_i^2 + \omega_i^2, $$
//!
//! and a high-pass of second order. What passes is even within 0.2 dB; what should not is 70 dB down from
//! 1.245 times the edge on.
//!
//! | symbol | unit | meaning                                                          |
//! |--------|------|------------------------------------------------------------------|
//! | s      | 1    | frequency over the edge of what passes, by the bilinear transform |
//! | z_i    | 1    | where nothing passes                                             |
//! | σ_i, ω_i | 1  | the poles                                                        |
//!
//! The poles and zeros are those of the elliptic filter of eighth order. Source: \[Zavalishin2012\] for the
//! sections.

use super::lattice::standing_frequency;
use foley_contact::Step;
use foley_dsp::signal::{Section, cut};

/// σ, ω and z of the prototype: ripple 0.2 dB, 70 dB down.
const PROTOTYPE: [[f64; 3]; 4] = [
    [0.348_142_45, 0.271_903_70, 5.062_502_39],
    [0.229_360_60, 0.698_689_54, 1.909_514_92],
    [0.109_885_09, 0.924_908_72, 1.399_183_25],
    [0.030_833_08, 1.012_241_90, 1.259_332_07],
];
/// Where it is 70 dB down, over the edge of what passes.
const STOPBAND_RATIO: f64 = 1.245;
/// The same as a part of the frequency at which waves stand still.
const STOPBAND_EDGE: f64 = 0.97;
/// Lowest that is heard \[Hz\]: in and out together, 20 Hz is 16 dB down.
const HIGH_PASS_CUT: f64 = 30.0;

/// How it filters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// g, k and what passes far above, section by section.
    sections: [[f64; 3]; 4],
    high_pass: f64,
}

impl Shape {
    /// For a mesh of these λ² that runs at this rate. Real-time: yes.
    pub(super) fn new(courant: [f64; 2], step: Step) -> Self {
        let edge = libm::tan(0.5 * STOPBAND_EDGE * standing_frequency(courant)) / STOPBAND_RATIO;
        let sections = PROTOTYPE.map(|[real, imaginary, zero]| {
            let r = libm::hypot(real, imaginary);
            [edge * r, 2.0 * real / r, (r / zero) * (r / zero)]
        });
        Self { sections, high_pass: cut(HIGH_PASS_CUT, step) }
    }
}

/// One such filter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Band {
    sections: [Section; 4],
    high: Section,
}

impl Band {
    /// The next sample. Real-time: yes.
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
