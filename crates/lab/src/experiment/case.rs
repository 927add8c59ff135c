//! The impacts of the papers: a mass of 10 g against soft and hard walls.
//!
//! The columns are the stiffness k of the wall, its exponent α and damping μ, and the speed v_in of the mass
//! at contact.
//!
//! | impact           | k [N/m^α] | α   | μ [s/m] | v_in [m/s] | source                              |
//! |------------------|-----------|-----|---------|------------|-------------------------------------|
//! | [`NON_CRITICAL`] | 10³       | 1.5 | 0.5     | 0.5        | journal, Table I: 1659 samples      |
//! | [`CASE_1`]       | 10⁷       | 1.3 | 0.01    | 0.5        | journal, little loss: 19 samples    |
//! | [`CASE_2`]       | 10⁹       | 1.5 | 0.5     | 1          | journal, a hard impact: 6 samples   |
//! | [`PRESSED`]      | 10⁵       | 1.5 | 0.5     | 0.05       | journal, figure 5, under a force    |
//! | [`BOUNDED`]      | 10⁷       | 1.1 | 0.1     | 0.3        | thesis, figure 1.9                  |
//! | [`HAMMER`]       | 1.5·10¹¹  | 2.8 | 0.6     | 1          | DAFx-01, figure 1: felt             |
//!
//! For another speed write `Impact { speed, ..CASE_2 }`.

use foley_contact::Step;
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Problem;

/// Sample rate of the journal paper, the thesis and the DAFx-01 paper \[Hz\].
pub const RATE: f64 = 44_100.0;

/// A soft contact that lasts 1659 samples; every method computes it accurately.
pub const NON_CRITICAL: Impact = ten_grams(1e3, 1.5, 0.5, 0.5);
/// Case 1 of the journal paper: an impact with little loss, in contact for 19 samples.
pub const CASE_1: Impact = ten_grams(1e7, 1.3, 0.01, 0.5);
/// Case 2 of the journal paper: a hard impact, in contact for 6 samples.
pub const CASE_2: Impact = ten_grams(1e9, 1.5, 0.5, 1.0);
/// The impact of figure 5 of the journal, to which an external force is added.
pub const PRESSED: Impact = ten_grams(1e5, 1.5, 0.5, 0.05);
/// The impact of figure 1.9 of the thesis, where Heun's method exceeds the maximum compression.
pub const BOUNDED: Impact = ten_grams(1e7, 1.1, 0.1, 0.3);
/// The felt hammer of figure 1 of the DAFx-01 paper.
pub const HAMMER: Impact = ten_grams(1.5e11, 2.8, 0.6, 1.0);

/// Creates an impact of 10 g with stiffness k \[N/m^α\], exponent α \[1\], damping μ \[s/m\] and speed
/// \[m/s\].
pub const fn ten_grams(stiffness: f64, exponent: f64, damping: f64, speed: f64) -> Impact {
    let law = HuntCrossley { stiffness, exponent, damping };
    Impact::new(0.01, law, speed)
}

/// Converts an impact to a problem for a scheme, at a sample rate \[Hz\].
pub fn problem(impact: &Impact, rate: f64) -> Problem<HuntCrossley> {
    Problem::new(impact.mass, impact.law, Step::at_rate(rate))
}
