//! A string as two waves that travel in opposite directions, reflect inverted at the ends, and lose a little.
//!
//! ```math
//! \mu\ddot y = \mathcal T y'' + f, \qquad v = v_\rightarrow + v_\leftarrow + \frac{F}{2Z}, \qquad
//! Z = \sqrt{\mathcal T\mu}, \quad c = \sqrt{\mathcal T/\mu}, \quad f_1 = \frac{c}{2L}
//! ```
//!
//! | symbol     | here                              | unit  | meaning                                                |
//! |------------|-----------------------------------|-------|--------------------------------------------------------|
//! | L          | [`WaveguideSpec::length`]          | m     | between the rigid ends                                 |
//! | 𝒯          | [`WaveguideSpec::tension`]         | N     |                                                        |
//! | μ          | [`WaveguideSpec::mass_per_length`] | kg/m  |                                                        |
//! | Z, c       |                                   | kg/s, m/s | wave impedance and wave speed                      |
//! | v→, v←     | the loop                          | m/s   | velocity waves that arrive at a point now              |
//! | F, v       | [`Body`](crate::Body)             | N, m/s | force at a port, and its velocity                     |
//! | T          | `Step`                            | s     | a sample                                               |
//!
//! A force meets two halves of the string, Z each, so both outgoing waves get F/2Z. A wave moves one cell, cT
//! long, per sample; junction j lies j + ½ cells from the left end. A port is put on the nearest junction, at
//! most half a cell away. Near the right end, where the filters replace the last cells, it is put on the last
//! junction. Two ports on the same junction are one; any others do not interact within a sample.
//!
//! # The loop
//!
//! With the left-going wave stored inverted, the reflections disappear and the string becomes one loop u of N
//! cells. It runs out along the right-going rail and back along the other, with all losses and the fraction
//! of a sample between the rails (`filter.rs`). v = u→ − u←, and the displacement is the sum of the slopes
//! from the left end:
//!
//! ```math
//! y_j = -T\Big(\sum_{i=0}^{j} u_i + \sum_{i=N-j}^{N-1} u_i\Big)
//! ```
//!
//! In a step this changes by −T times the leaving wave plus T times the arriving one, which is T v:
//! integrating v and summing slopes agree. Every filter passes a constant unchanged (a string at rest under a
//! steady force has no loss). So Σu, weighted with the filters' delays at 0 Hz, is the distance between the
//! ends: it is 0, a push adds F/2Z − F/2Z to it, and it stays 0.
//!
//! # Why it is passive
//!
//! ```math
//! E = ZT\Big(\sum_i u_i^2 + \text{states of the filters}\Big)
//! ```
//!
//! *A push* changes the two waves at its junction from (u→, u←) to (u→ + φ, u← − φ), φ = F/2Z, and E by ZT
//! (2φ(u→ − u←) + 2φ²) = F · T (v_in + F/2Z) = F Δx: exactly the work. *Moving* the cells changes nothing.
//! *The filters* lose energy as derived in `filter.rs`, and never gain any. So E₁ − E₀ = Σ F Δx − losses.
//!
//! *Substeps.* The rails move once per sample. Within it the arriving waves are held, and each of n substeps
//! may have its own force. Δx adds up to T (v_in + f̄/2Z), and the outgoing waves carry the mean f̄. The work
//! was T (f̄ v_in + mean(f²)/2Z), so T/(2Z) · var(f) ≥ 0 is lost. Until the sample ends, the energy counts
//! the work itself.
//!
//! # Tuning
//!
//! The fraction of a sample and the drag are solved so that exp((−1/τ + 2πi f₁) T) *is* a pole of the loop
//! (`tuning.rs`): pitch and decay of the fundamental are exact. Overtones decay as
//!
//! ```math
//! \frac1{\tau(f)} = \frac1\tau\,\frac{1 + (f/f_b)^2}{1 + (f_1/f_b)^2}
//! ```
//!
//! (f_b: [`WaveguideSpec::brightness`]), within 4 % as long as f is well below the sample rate.
//! [`Waveguide::partial`] gives their actual frequency and decay.
//!
//! Source: the digital waveguide, \[Smith1992\]; the filters' energies are derived in `filter.rs`.

mod complex;
mod filter;
mod ring;
mod spec;
mod string;
mod tuning;

pub use spec::{MAX_LOOP_SAMPLES, MAX_PORTS, MIN_LOOP_SAMPLES, WaveguideError, WaveguideSpec};
pub use string::Waveguide;
pub use tuning::Partial;
