//! A drop hits a liquid: the tick before the bubble.
//!
//! What the drop gives up while it goes in is a force of about $\rho v^2 \pi r^2$, within the time r/v. A
//! force on the surface is heard as $\dot F \cos\theta / 4\pi R c$:
//!
//! $$ p = \frac{\rho v^3 r}{4 R c}, \qquad f = \frac{v}{r}, \qquad d = \pi f $$
//!
//! a single swing. By nature it is much fainter than that, since a drop is no piston; the part that is heard
//! is up to the model.
//!
//! | symbol | here               | unit | meaning                                                  |
//! |--------|--------------------|------|----------------------------------------------------------|
//! | r, v   | `radius`, `speed`  | m, m/s | of the drop                                            |
//! | p      |                    | Pa   | pressure at R = 1 m, straight above                      |
//! | f, d   |                    | Hz, 1/s | pitch and decay of the tick; no higher than 12 kHz    |
//!
//! Source: \[Franz1959\], that impact and bubble are heard apart; the rest is a matter of orders of
//! magnitude.

use super::bank::DampedTone;
use super::minnaert::AIR_SOUND_SPEED;
use std::f64::consts::PI;

/// The tick of a drop of this radius \[m\], so fast [m/s], of a liquid of this density \[kg/m³\], of which a
/// part is heard. Real-time: yes.
pub fn tick(density: f64, radius: f64, speed: f64, level: f64) -> DampedTone {
    let frequency = (speed / radius).min(12_000.0);
    DampedTone {
        frequency,
        decay: PI * frequency,
        rise: 0.0,
        amplitude: level * density * speed * speed * speed * radius / (4.0 * AIR_SOUND_SPEED),
        swell: 0.0,
    }
}
