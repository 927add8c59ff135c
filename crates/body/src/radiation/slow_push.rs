//! Sound of a slow push: a body that is bent slowly sends out only the volume that it displaces.
//!
//! The pressure gain of a mode is that at its own frequency. A force that changes slowly, compared with the
//! lowest mode, bends the body without exciting a mode. Then the gains are too large: below its frequency ωᵢ
//! a mode radiates less, by the factor ω/ωᵢ or more, because its pressure follows the acceleration of the
//! displaced volume. For a force F at one port the modes give the first pressure; the second one is right,
//! with s = iω:
//!
//! ```math
//! p_\text{modes} = G s F, \quad G = \sum_i \frac{g_i \varphi_i}{m_i \omega_i^2}, \qquad
//! p = V s^2 F, \quad V = \sum_i \frac{g_i \varphi_i}{m_i \omega_i^3}
//! ```
//!
//! The difference is the velocity of one more resonator, a listener ([`crate::ModalSpec::listeners`]) with
//! the frequency ω₁ of the lowest mode. Its gain is −ω₁² G and its decay rate δ = ½ ω₁² V/G, so that the sum
//! of modes and listener is V s² F up to the third order in s:
//!
//! ```math
//! \frac{-\omega_1^2 G s}{s^2 + 2\delta s + \omega_1^2} = -G s + V s^2 + O(s^3)
//! ```
//!
//! | symbol | unit    | meaning                                                          |
//! |--------|---------|------------------------------------------------------------------|
//! | g      | Pa s/m  | pressure at 1 m per velocity of a mode, [`Mode::shape`] of a heard port |
//! | φ      | 1       | height of the mode where the force acts                          |
//! | m, ω   | kg, 1/s | modal mass and angular frequency                                 |
//! | G, V   | Pa s/N, Pa s²/N | pressure per rate of force, per second derivative of force |
//!
//! If one mode dominates, δ = ω₁/2: the listener decays within one period. δ is that of the first heard
//! port, and is kept between 0.25 and 1 times ω₁; outside these limits V is not exact.
//!
//! Source: the pressure of a slowly bent surface is ρ/2πr times the acceleration of its volume
//! \[Rayleigh1894\], \[FahyGardonio2007, section 2.4\]; the listener is original.

use super::click::LISTENER_MASS;
use crate::modal::{ModalSpec, Mode};
use core::f64::consts::TAU;

/// Limits of the decay rate of the listener, in units of its angular frequency \[1\].
const DAMPING: [f64; 2] = [0.25, 1.0];

/// Returns one listener for each of the first `touched` ports of a body, which corrects the sound of a slow
/// push at that port. The other ports of the modes are heard.
pub(crate) fn listeners(modes: &[Mode], touched: usize) -> Vec<Mode> {
    let lowest = modes.iter().map(|mode| mode.frequency).fold(f64::INFINITY, f64::min);
    if !lowest.is_finite() {
        return Vec::new();
    }
    (0..touched).map(|port| listener(modes, port, touched, TAU * lowest)).collect()
}

impl ModalSpec {
    /// Returns the body with one listener for each of the first `touched` ports, which corrects the sound of
    /// a slow push at that port. The other ports are heard.
    #[must_use]
    pub fn with_slow_push(mut self, touched: usize) -> Self {
        self.listeners.extend(listeners(&self.modes, touched));
        self
    }
}

fn listener(modes: &[Mode], port: usize, touched: usize, omega: f64) -> Mode {
    let ports = modes.first().map_or(0, |mode| mode.shape.len());
    // The sum over all modes of g φ/(m ω^power), for a heard port.
    let sum = |heard: usize, power: i32| -> f64 {
        let part = |mode: &Mode| {
            let angular = TAU * mode.frequency;
            let [gain, height] = [heard, port].map(|port| mode.shape.get(port).copied().unwrap_or(0.0));
            gain * height
                / (mode.mass * if power == 2 { angular * angular } else { angular * angular * angular })
        };
        modes.iter().map(part).sum()
    };
    let (by_rate, by_acceleration) = (sum(touched, 2), sum(touched, 3));
    let ratio = if by_rate == 0.0 { 0.5 } else { 0.5 * omega * by_acceleration / by_rate };
    let [low, high] = DAMPING;
    let height = |at: usize| match at {
        _ if at == port => 1.0,
        _ if at >= touched => -omega * omega * sum(at, 2) * LISTENER_MASS,
        _ => 0.0,
    };
    Mode {
        frequency: omega / TAU,
        decay: 1.0 / (omega * ratio.clamp(low, high)),
        mass: LISTENER_MASS,
        shape: (0..ports).map(height).collect(),
        radiated: 0.0,
    }
}
