//! One mode over one step by the discretisations of the thesis, for comparison with the exact one.
//!
//! ```math
//! \ddot x + g\dot x + \omega^2 x = \frac fm \qquad \text{(A.1)}
//! ```
//!
//! **Bilinear**: s = 2F_s (1 − z⁻¹)/(1 + z⁻¹) (A.5), which turns a mode into
//!
//! ```math
//! \binom xv_n = \frac1\Delta \begin{pmatrix} \Delta - \omega^2/2 & F_s \\ -F_s\omega^2 & 2F_s^2 - \Delta \end{pmatrix}
//! \binom xv_{n-1} + \begin{pmatrix} 1/4m\Delta \\ F_s/2m\Delta \end{pmatrix} (f_n + f_{n-1}), \qquad
//! \Delta = F_s^2 + \tfrac12 gF_s + \tfrac14\omega^2 \qquad \text{(A.7)}
//! ```
//!
//! A [`StateTransition`] takes the mean ½(f_n + f_{n−1}), or a held force. It neither aliases nor becomes
//! unstable, but it warps every frequency,
//!
//! ```math
//! \omega_{BT} = 2F_s \arctan\frac{\omega}{2F_s} \qquad \text{(A.9)}
//! ```
//!
//! and with it decay and amplitude, both by cos²(ω_BT T/2). At a rate of 44.1 kHz, a mode at 12 kHz sounds at
//! 9.93 kHz, decays 1.73 times as slowly and starts 1.73 times as weakly.
//!
//! **Bilinear, pre-warped**: the bilinear transform of a mode at 2F_s tan(ω/2F_s). The thesis says "according
//! to (A.9)"; it is the inverse of (A.9). This corrects the pitch. Decay and amplitude also need the factor
//! 1/cos²(ωT/2), which is applied to g and 1/m here. The velocity is then right and the displacement too
//! small by (ωT/2)/tan(ωT/2): one mass cannot correct both.
//!
//! **Impulse-invariant**: the impulse response is that of the mode, sampled,
//!
//! ```math
//! h(n) = T\,h(nT) = \frac{T}{m\bar\omega} e^{-nT/\tau} \sin(\bar\omega nT) \qquad \text{(A.20)}
//! ```
//!
//! ```math
//! x(n) = 2\Re p\; x(n{-}1) - |p|^2 x(n{-}2) + b_1 f(n{-}1), \quad p = e^{-T/\tau + j\bar\omega T}, \quad
//! b_1 = \frac{T}{m\bar\omega}\Im p \qquad \text{(A.23), (A.24)}
//! ```
//!
//! The printed (A.20) has a spurious τ inside the sine, and the printed (A.18) has the transfer function
//! inverted. In the state (x, v) the scheme is an impulse fT/m followed by the exact free motion. x(n) then
//! obeys (A.24); unlike (A.24) it has a velocity and covers over-damped modes. Frequencies and decays are
//! exact, but the work is not: the energy taken in is not f Δx.
//!
//! | symbol | here                | unit | meaning                                    |
//! |--------|---------------------|------|--------------------------------------------|
//! | F_s, T | [`Step`]            | Hz, s| sample rate and step                       |
//! | ω      | [`Mode::angular`]   | 1/s  | without damping                            |
//! | g      | [`Mode::damping`]   | 1/s  | 2/τ                                        |
//! | ω̄      |                     | 1/s  | √(ω² − g²/4)                               |
//! | m      | [`Mode::mass`]      | kg   | modal mass                                 |
//!
//! Source: \[PapettiThesis, appendix A\].

use super::{Mode, StateTransition};
use foley_contact::Step;

/// Method by which a mode is discretised in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discretisation {
    /// The exact solution of the mode under a force held over the step.
    #[default]
    Exact,
    /// The bilinear transform of the mode, equation (A.7) of \[PapettiThesis\].
    Bilinear,
    /// The bilinear transform of a mode whose frequency, damping and mass are pre-warped.
    BilinearPrewarped,
    /// The sampled impulse response of the mode, equation (A.24) of \[PapettiThesis\].
    ImpulseInvariant,
}

impl Discretisation {
    /// All four discretisation methods.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Bilinear, Self::BilinearPrewarped, Self::ImpulseInvariant];

    /// Returns the name of the method for tables and plots.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bilinear => "bilinear",
            Self::BilinearPrewarped => "bilinear, pre-warped",
            Self::ImpulseInvariant => "impulse-invariant",
        }
    }

    /// Returns the state transition of a mode over one step by this method.
    ///
    /// Pre-warping needs a frequency below half the rate: a higher one is replaced by 0.999 of half the rate.
    pub fn map(self, mode: &Mode, step: Step) -> StateTransition {
        let (omega, g, t) = (mode.angular(), mode.damping(), step.seconds());
        match self {
            Self::Exact => StateTransition::exact(mode, step),
            Self::Bilinear => bilinear(omega, g, mode.mass, t),
            Self::BilinearPrewarped => {
                let half = (0.5 * omega * t).min(MAX_HALF_TURN);
                let (tan, cos) = (libm::tan(half), libm::cos(half));
                let bend = 1.0 / (cos * cos);
                bilinear(2.0 / t * tan, g * bend, mode.mass / bend, t)
            }
            Self::ImpulseInvariant => {
                let free = StateTransition::exact(mode, step);
                let kick = t / mode.mass;
                StateTransition { xf: free.xv * kick, vf: free.vv * kick, ..free }
            }
        }
    }
}

/// Frequency and damping of a discretised mode, computed from the poles of the discretised mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pole {
    /// Frequency of the damped oscillation; 0 for a purely decaying mode \[Hz\].
    pub frequency: f64,
    /// Damping rate g: after the time t the amplitude has fallen to e^{−gt/2} \[1/s\].
    pub damping: f64,
}

impl StateTransition {
    /// Returns frequency and damping of the free motion for a step of this length.
    pub fn pole(&self, step: Step) -> Pole {
        let t = step.seconds();
        let (mean, half) = (0.5 * (self.xx + self.vv), 0.5 * (self.xx - self.vv));
        // |p|² sin² of the pole p, without the cancellation of 1 − cos².
        let square = -self.xv * self.vx - half * half;
        let turn = libm::atan2(square.max(0.0).sqrt(), mean);
        Pole {
            frequency: turn / (core::f64::consts::TAU * t),
            damping: -libm::log(self.xx * self.vv - self.xv * self.vx) / t,
        }
    }
}

/// Largest phase per half sample that is pre-warped \[rad\]: 0.999 of a quarter turn, the phase of a mode at
/// half the sample rate.
const MAX_HALF_TURN: f64 = 0.999 * core::f64::consts::FRAC_PI_2;

/// Returns the state transition by the bilinear transform, equation (A.7) of \[PapettiThesis\]. `omega` is
/// the angular frequency \[1/s\], `g` the damping \[1/s\], `t` the step \[s\]. Every term is divided by the
/// squared sample rate, which keeps precision where the phase per step is small.
fn bilinear(omega: f64, g: f64, mass: f64, t: f64) -> StateTransition {
    let turn = omega * omega * t;
    let delta = 1.0 + 0.5 * g * t + 0.25 * turn * t;
    StateTransition {
        xx: 1.0 - 0.5 * turn * t / delta,
        xv: t / delta,
        vx: -turn / delta,
        vv: 2.0 / delta - 1.0,
        xf: 0.5 * t * t / (mass * delta),
        vf: t / (mass * delta),
    }
}
