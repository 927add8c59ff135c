//! One mode over one step under a held force, exactly: the matrix exponential in closed form.
//!
//! ```math
//! \binom{x}{v}_1 = E \binom{x}{v}_0 + \Gamma F, \qquad E = e^{AT} = e^{-aT}
//! \begin{pmatrix} C + aS & S \\ -\omega^2 S & C - aS \end{pmatrix}
//! ```
//!
//! with a = g/2, C = cos(θT), S = sin(θT)/θ, θ² = ω² − a² (cosh and sinh where a mode is over-damped), and
//!
//! ```math
//! \Gamma_x = \frac{1 - E_{11}}{m\omega^2} \ge 0, \qquad \Gamma_v = \frac{E_{12}}{m}
//! ```
//!
//! Frequency and decay are exact, and the held force does exactly the work F Δx. 1 − E₁₁ loses precision when
//! ωT is small, so it is computed as −expm1(−aT) + e^{−aT}(2 sin²(θT/2) − aS).

use super::Mode;
use foley_contact::{Motion, Step};

/// State transition of a mode over one step: the 2×2 matrix, and the response to one newton.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StateTransition {
    /// Factor from the old displacement to the new displacement \[1\].
    pub xx: f64,
    /// Factor from the old velocity to the new displacement \[s\].
    pub xv: f64,
    /// Factor from the old displacement to the new velocity \[1/s\].
    pub vx: f64,
    /// Factor from the old velocity to the new velocity \[1\].
    pub vv: f64,
    /// Factor from the held force to the new displacement [m/N].
    pub xf: f64,
    /// Factor from the held force to the new velocity [m/s/N].
    pub vf: f64,
}

impl StateTransition {
    /// Returns the exact transition of a mode over a step with a held force.
    pub fn exact(mode: &Mode, step: Step) -> Self {
        let (omega, a, t) = (mode.angular(), 0.5 * mode.damping(), step.seconds());
        let square = omega * omega - a * a;
        let q = square * t * t;
        // Computes 1 − E₁₁, e^{−aT} S and E₂₂ in each damping regime.
        let (rest, s, vv) = if q < -1e-6 {
            // An over-damped mode has two decays, e^{−(a−θ)T} and e^{−(a+θ)T}; neither can overflow.
            let theta = libm::sqrt(-square);
            let (slow, fast) = (omega * omega / (a + theta), a + theta);
            let (one_slow, one_fast) = (-libm::expm1(-slow * t), -libm::expm1(-fast * t));
            let lean = 0.5 * a / theta;
            let s = 0.5 * (one_fast - one_slow) / theta;
            let rest = one_slow * (0.5 + lean) + one_fast * (0.5 - lean);
            (rest, s, 1.0 - rest - 2.0 * a * s)
        } else {
            let (versed, s) = if q > 1e-6 {
                let theta = libm::sqrt(square);
                let half = libm::sin(0.5 * theta * t);
                (2.0 * half * half, libm::sin(theta * t) / theta)
            } else {
                (0.5 * q * (1.0 - q / 12.0 * (1.0 - q / 30.0)), t * (1.0 - q / 6.0 * (1.0 - q / 20.0)))
            };
            let fade = libm::exp(-a * t);
            let rest = -libm::expm1(-a * t) + fade * (versed - a * s);
            (rest, fade * s, fade * (1.0 - versed - a * s))
        };
        Self {
            xx: 1.0 - rest,
            xv: s,
            vx: -omega * omega * s,
            vv,
            xf: rest.max(0.0) / (mode.mass * omega * omega),
            vf: s / mode.mass,
        }
    }

    /// Returns the motion of a mode one step after the motion `at`, under a `force` held over the step \[N\].
    #[must_use]
    pub fn apply(&self, at: Motion, force: f64) -> Motion {
        Motion::new(
            self.xx * at.displacement + self.xv * at.velocity + self.xf * force,
            self.vx * at.displacement + self.vv * at.velocity + self.vf * force,
        )
    }
}
