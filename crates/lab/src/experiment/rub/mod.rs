//! Surfaces that rub: dragged at a given speed, an oscillator on a belt, a string under a bow.
//!
//! $$ m(\ddot x + \tfrac{\omega_0}{Q}\dot x + \omega_0^2 x) = f(z, v), \qquad v = V - \dot x $$
//!
//! | symbol | here                     | unit | meaning                                               |
//! |--------|--------------------------|------|-------------------------------------------------------|
//! | m, ω₀, Q | `MASS`, `FREQUENCY`, `QUALITY` | kg, 1/s, 1 | the oscillator that the belt carries along |
//! | V      | [`BeltOscillator::speed`]          | m/s  | of the belt; of the bow                               |
//! | x, v   |                          | m, m/s | of the oscillator; of the belt over it              |
//! | f, z   | [`Friction`]             | N, m | friction, and how far its bristles are bent           |
//!
//! | file        | what                                                                    |
//! |-------------|-------------------------------------------------------------------------|
//! | `drag.rs`   | a contact alone, dragged along a given way                              |
//! | `rub_scene.rs`  | the scene of a body that a sliding wall rubs                            |
//! | `belt.rs`   | the oscillator on a belt, and where its energy goes                     |
//! | `pitch.rs`  | the strongest frequency of a signal                                     |
//! | `regime.rs` | sticking, stick-slip, steady sliding: how each is recognised            |
//! | `bow.rs`    | a string under a bow, and the motion that Helmholtz saw                 |
//!
//! Everything but `drag.rs` plays a real [`Scene`](foley_scene::Scene).

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

/// The surfaces of these experiments at a bristle stiffness σ₀ [N/m]: σ₁ grows with its root, so that the
/// bristles stay as damped as they are.
pub fn friction_law(stiffness: f64) -> Friction {
    Friction { stiffness, damping: 1e-3 * stiffness.sqrt(), ..Friction::default() }
}
