//! Into how many steps a sample must be cut while a hammer touches a modal body, for the ringing to be right.
//!
//! Held forces on exact modes err in the second order of the step h = T/n. Short touches excite every mode, and the held force
//! weakens the highest by its share of (ωh)²/26; loss moves the pulse by 0.18 u h²/τ, a phase ω times that; long touches do not
//! excite what is faster than p/τ. Together
//!
//! $$ \epsilon = \frac{(\omega_e h)^2}{26} + 0.18\,u\,\omega_e h\,\frac h\tau, \qquad
//!    \omega_e = \min\bigl(\omega_{max}, \max(p/\tau, \omega_{min})\bigr), \quad p = 4.5 + 2.4(\alpha - \tfrac32) $$
//!
//! and at least four steps per touch.
//!
//! | symbol   | unit | meaning                                                                      |
//! |----------|------|------------------------------------------------------------------------------|
//! | ε        | 1    | rms error of the velocity where it was struck, after the touch               |
//! | τ        | s    | closed-form duration of the touch, both bodies as one reduced mass           |
//! | u        | 1    | μ v_in                                                                       |
//! | ω_e      | 1/s  | highest frequency that rings noticeably                                      |
//!
//! The numbers are fitted to 454 strikes with one touch: bodies of three modes up to 0.8 … 16 kHz, α = 1.5 and 2.8, u = 0 … 0.6,
//! τ = 0.7 … 40 samples, worst of four phases. `foley lab foley-table-steps` has a part of them. Off these strikes
//! (one to twelve modes, hammers and modes of grams to a kilogram, α = 1 … 3.5, u up to 2; `tests/strike_facts.rs`) it is kept but for a
//! few that a heavy hammer presses for long, or that follow the force and hardly ring.

use super::{Strike, height};
use foley_contact::Step;

/// Most steps that a sample is cut into.
const MOST: u32 = 64;

/// Steps per sample, a power of two, for the ringing to be right to half of `tolerance` \[1\].
pub fn steps_per_sample(strike: &Strike, sample: Step, tolerance: f64) -> u32 {
    let t = sample.seconds();
    let impact = strike.as_impact();
    let samples = impact.duration() / t;
    let heard = strike.modes.iter().filter(|mode| height(mode) != 0.0);
    let (low, high) = heard.fold((f64::INFINITY, 0.0f64), |(low, high), mode| {
        (low.min(mode.angular()), high.max(mode.angular()))
    });
    let reach = (4.5 + 2.4 * (strike.law.exponent - 1.5)) / samples;
    let turn = reach.max(low * t).min(high * t);
    let error = turn * turn / 26.0 + 0.18 * impact.loss() * turn / samples;
    let wanted = (error / (0.5 * tolerance)).sqrt().max(4.0 / samples);
    let mut parts = 1;
    while f64::from(parts) < wanted && parts < MOST {
        parts *= 2;
    }
    parts
}
