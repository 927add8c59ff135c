//! A wet wall drains: an emptied vessel drips, quickly at first and ever more slowly.
//!
//! The film on a wall of height z runs down under its weight. Its thickness falls as $`t^{-1/2}`$, and the
//! flow over a lower edge of length b as
//!
//! ```math
//! h = \sqrt{\frac{\nu z}{g t}}, \qquad Q = \frac{b\,g\,h^3}{3\nu} = \frac b3 \sqrt{\frac{\nu z^3}{g}}\; t^{-3/2}, \qquad
//! \lambda = \frac{Q}{\tfrac43\pi r^3}
//! ```
//!
//! | symbol | here                  | unit | meaning                                                  |
//! |--------|-----------------------|------|----------------------------------------------------------|
//! | b      | [`Drainage::edge`]    | m    | length of the edge over which the film runs off          |
//! | r      | [`Drainage::radius`]  | m    | radius of the drops that fall from the edge              |
//! | z, ν, g | [`Drainage::drop_rate`]        | m, m²/s, m/s² | height of the wall, viscosity, gravity          |
//! | λ      | [`Drainage::drop_rate`]         | 1/s  | drops per second; they fall at random times              |
//!
//! The film starts to drain at t = 0. Drops are counted from [`START`] on, when the stream has broken up, and
//! until fewer than three fall in two seconds ([`MIN_RATE`]).
//!
//! Source: \[Jeffreys1930\]. Facts: `tests/all/particles_facts.rs`.

use foley_params::params;
use std::f64::consts::PI;

/// Time after the start of the fall from which on drops fall one by one \[s\].
pub const START: f64 = 0.4;
/// Rate of drops below which the dripping ends \[1/s\].
pub const MIN_RATE: f64 = 1.5;

params! {
    /// Film on the wall of the emptied vessel, which runs together into drops.
    pub struct Drainage("drainage") {
        /// Length of the edge from which the film drips; 0 leaves nothing to drip.
        edge: f64 = 0.05, "b", Metre, lin [0.0, 2.0], handle("dripping", "none", "whole rim");
        /// Radius of the drops that fall from the edge. Heard where `edge` is above 0.
        radius: f64 = 0.0024, "r", Metre, log [5e-4, 0.004];
    }
}

impl Drainage {
    /// Returns the number of drops that fall per second, `time` \[s\] after the wall of `height` \[m\] fell
    /// dry. `viscosity` is that of the liquid \[m²/s\], `gravity` in m/s². Real-time: yes.
    pub fn drop_rate(&self, height: f64, viscosity: f64, gravity: f64, time: f64) -> f64 {
        let film = (viscosity * height * height * height / gravity).sqrt();
        let flow = self.edge / 3.0 * film / (time * time.sqrt());
        flow / (4.0 / 3.0 * PI * self.radius * self.radius * self.radius)
    }
}
