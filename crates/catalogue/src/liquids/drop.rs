//! Impact of a drop on a liquid: the tick before the bubble.
//!
//! The drop loses its momentum within the time r/v, with a force of about $`\rho v^2 \pi r^2`$. A force on
//! the surface radiates $`\dot F \cos\theta / 4\pi R c`$:
//!
//! ```math
//! p = \frac{\rho v^3 r}{4 R c}, \qquad f = \frac{v}{r}, \qquad d = \pi f
//! ```
//!
//! This is a single cycle. A real tick is much fainter, because a drop is not a piston; each model sets the
//! share that is heard.
//!
//! | symbol | here               | unit | meaning                                                  |
//! |--------|--------------------|------|----------------------------------------------------------|
//! | r, v   | `radius`, `speed`  | m, m/s | radius and speed of the drop                           |
//! | p      |                    | Pa   | pressure at R = 1 m, straight above                      |
//! | f, d   |                    | Hz, 1/s | pitch and decay of the tick; at most 12 kHz           |
//!
//! Source: \[Franz1959\], separate sounds of impact and bubble; the amplitudes are order-of-magnitude
//! estimates.

use super::bank::DampedTone;
use super::minnaert::AIR_SOUND_SPEED;
use std::f64::consts::PI;

/// Returns the tick of a drop of `radius` \[m\] that lands at `speed` [m/s] in a liquid of `density`
/// \[kg/m³\]. `level` is the audible share of the tick \[1\]. Real-time: yes.
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
