//! Ten grams against walls soft and hard: the impacts that the papers work out.
//!
//! | impact           | k [N/m^α] | α   | μ [s/m] | v_in [m/s] | where                               |
//! |------------------|-----------|-----|---------|------------|-------------------------------------|
//! | [`NON_CRITICAL`] | 10³       | 1.5 | 0.5     | 0.5        | journal, Table I: 1659 samples      |
//! | [`CASE_1`]       | 10⁷       | 1.3 | 0.01    | 0.5        | journal, little loss: 19 samples    |
//! | [`CASE_2`]       | 10⁹       | 1.5 | 0.5     | 1          | journal, a hard impact: 6 samples   |
//! | [`PRESSED`]      | 10⁵       | 1.5 | 0.5     | 0.05       | journal, figure 5, under a force    |
//! | [`BOUNDED`]      | 10⁷       | 1.1 | 0.1     | 0.3        | thesis, figure 1.9                  |
//! | [`HAMMER`]       | 1.5·10¹¹  | 2.8 | 0.6     | 1          | DAFx-01, figure 1: felt             |
//!
//! The same at another speed is `Impact { speed, ..CASE_2 }`.

use foley_contact::Step;
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Problem;

/// Sample rate of the journal paper, the thesis and the DAFx-01 paper \[Hz\].
pub const RATE: f64 = 44_100.0;

/// Where nothing is difficult.
pub const NON_CRITICAL: Impact = ten_grams(1e3, 1.5, 0.5, 0.5);
/// Low dissipation: case 1.
pub const CASE_1: Impact = ten_grams(1e7, 1.3, 0.01, 0.5);
/// A hard impact: case 2.
pub const CASE_2: Impact = ten_grams(1e9, 1.5, 0.5, 1.0);
/// What an external force is added to.
pub const PRESSED: Impact = ten_grams(1e5, 1.5, 0.5, 0.05);
/// Where the maximum-compression bound is needed.
pub const BOUNDED: Impact = ten_grams(1e7, 1.1, 0.1, 0.3);
/// A piano hammer.
pub const HAMMER: Impact = ten_grams(1.5e11, 2.8, 0.6, 1.0);

/// The mass of all examples against a law with this k \[N/m^α\], α \[1\] and μ \[s/m\], at this speed
/// \[m/s\].
pub const fn ten_grams(stiffness: f64, exponent: f64, damping: f64, speed: f64) -> Impact {
    let law = HuntCrossley { stiffness, exponent, damping };
    Impact::new(0.01, law, speed)
}

/// An impact as a problem for a scheme, at a sample rate \[Hz\].
pub fn problem(impact: &Impact, rate: f64) -> Problem<HuntCrossley> {
    Problem::new(impact.mass, impact.law, Step::at_rate(rate))
}
