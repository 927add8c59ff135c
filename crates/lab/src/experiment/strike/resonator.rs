//! The resonators and hammers of the experiments.
//!
//! The DAFx-01 paper does not state frequencies, masses and quality of its three partials. The values here
//! are this project's choice.

use super::{Strike, modes_of};
use crate::experiment::{CASE_2, HAMMER, ten_grams};
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;

/// Frequencies of partials with periods short against the contact of a felt hammer \[Hz\].
pub const FAST_PARTIALS: [f64; 3] = [500.0, 1370.0, 2690.0];
/// Frequencies of partials a decade lower, with periods long against the contact of a felt hammer \[Hz\].
pub const SLOW_PARTIALS: [f64; 3] = [50.0, 137.0, 269.0];
/// Quality factor of all partials \[1\].
pub const QUALITY: f64 = 100.0;

/// Creates a strike of the paper's felt hammer on three partials \[Hz\] of equal mass \[kg\]. `ratio` is the
/// mass of the hammer divided by the contact stiffness \[kg m^α/N\]; it sets the stiffness.
pub fn hammer_on(partials: [f64; 3], mass: f64, ratio: f64) -> Strike {
    let law = HuntCrossley { stiffness: HAMMER.mass / ratio, ..HAMMER.law };
    let hammer = Impact { law, ..HAMMER };
    Strike::of(hammer, modes_of(mass, &partials.map(|f| (f, QUALITY))))
}

/// Returns names and strikes of three contacts on three partials of 50 g, from soft to very hard.
pub fn three_contacts() -> [(&'static str, Strike); 3] {
    let qualities = [100.0, 150.0, 200.0];
    let partials = [0, 1, 2].map(|n| (FAST_PARTIALS[n], qualities[n]));
    let felt = Impact { speed: 2.0, ..HAMMER };
    [("felt", felt), ("hard", CASE_2), ("very hard", ten_grams(1e11, 1.5, 0.5, 1.0))]
        .map(|(name, hammer)| (name, Strike::of(hammer, modes_of(0.05, &partials))))
}
