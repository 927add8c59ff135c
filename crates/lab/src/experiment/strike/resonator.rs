//! The resonators and hammers of the experiments.
//!
//! The DAFx-01 paper gives neither frequencies nor masses nor quality of its three partials; these are our
//! own.

use super::{Strike, modes_of};
use crate::experiment::{CASE_2, HAMMER, ten_grams};
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;

/// Partials that are fast against a felt hammer's contact \[Hz\].
pub const FAST_PARTIALS: [f64; 3] = [500.0, 1370.0, 2690.0];
/// The same a decade lower, slow against it \[Hz\].
pub const SLOW_PARTIALS: [f64; 3] = [50.0, 137.0, 269.0];
/// Quality factor of all partials.
pub const QUALITY: f64 = 100.0;

/// The felt hammer of the paper with another stiffness, m_h/k = `ratio` \[kg m^α/N\], on three partials of
/// equal mass \[kg\].
pub fn hammer_on(partials: [f64; 3], mass: f64, ratio: f64) -> Strike {
    let law = HuntCrossley { stiffness: HAMMER.mass / ratio, ..HAMMER.law };
    let hammer = Impact { law, ..HAMMER };
    Strike::of(hammer, modes_of(mass, &partials.map(|f| (f, QUALITY))))
}

/// Three contacts on three partials of 50 g, from felt to hardest: names and strikes.
pub fn three_contacts() -> [(&'static str, Strike); 3] {
    let qualities = [100.0, 150.0, 200.0];
    let partials = [0, 1, 2].map(|n| (FAST_PARTIALS[n], qualities[n]));
    let felt = Impact { speed: 2.0, ..HAMMER };
    [("felt", felt), ("hard", CASE_2), ("very hard", ten_grams(1e11, 1.5, 0.5, 1.0))]
        .map(|(name, hammer)| (name, Strike::of(hammer, modes_of(0.05, &partials))))
}
