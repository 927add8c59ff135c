//! Friction experiments: surfaces dragged at a given speed, an oscillator on a belt, a bowed string.
//!
//! ```math
//! m(\ddot x + \tfrac{\omega_0}{Q}\dot x + \omega_0^2 x) = f(z, v), \qquad v = V - \dot x
//! ```
//!
//! | symbol   | here                           | unit       | meaning                                     |
//! |----------|--------------------------------|------------|---------------------------------------------|
//! | m, ω₀, Q | `MASS`, `FREQUENCY`, `QUALITY` | kg, 1/s, 1 | mass, frequency and quality of the oscillator |
//! | V        | [`BeltOscillator::speed`]      | m/s        | speed of the belt or of the bow             |
//! | x        |                                | m          | displacement of the oscillator              |
//! | v        |                                | m/s        | velocity of the belt over the oscillator    |
//! | f        | [`Friction`]                   | N          | friction force                              |
//! | z        | [`Friction`]                   | m          | deflection of the bristles                  |
//!
//! | file           | content                                                              |
//! |----------------|----------------------------------------------------------------------|
//! | `drag.rs`      | a contact alone, dragged along a prescribed path                     |
//! | `rub_scene.rs` | the scene of a body rubbed by a sliding wall                         |
//! | `belt.rs`      | the oscillator on a belt, and its energies                           |
//! | `pitch.rs`     | the strongest frequency of a signal                                  |
//! | `regime.rs`    | sticking, stick-slip, steady sliding: how each is recognised         |
//! | `bow.rs`       | a bowed string, and its Helmholtz motion                             |
//!
//! All experiments except `drag.rs` play a [`Scene`](foley_scene::Scene).

mod belt;
mod bow;
mod drag;
mod pitch;
mod regime;
mod rub_scene;

pub use belt::{BeltOscillator, EnergyAccount, FREQUENCY, MASS, QUALITY};
pub use bow::{BowTrace, BowedString};
pub use drag::{drag, triangle_path};
pub use pitch::find_pitch;
pub use regime::{OBSERVED_SECONDS, REGIME_RATE, REGIME_SECONDS, Regime};

use foley_contact::Friction;

/// Returns the friction law of these experiments for a bristle stiffness \[N/m\]. The bristle damping is
/// proportional to the square root of the stiffness, which keeps the damping ratio of the bristles.
pub fn friction_law(stiffness: f64) -> Friction {
    Friction { stiffness, damping: 1e-3 * stiffness.sqrt(), ..Friction::default() }
}
