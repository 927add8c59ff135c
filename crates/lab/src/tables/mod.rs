//! The tables of the papers and our own, one item per printed table.
//!
//! | file              | items                                   |
//! |-------------------|-----------------------------------------|
//! | `non_critical.rs` | Table I, Table 1.2                      |
//! | `single.rs`       | Table II, Table 1.3                     |
//! | `chains.rs`       | Table III                               |
//! | `chain_set.rs`    | what Table III and Table 1.4 share      |
//! | `operations.rs`   | Table IV, Table 1.5, measured costs     |
//! | `validity.rs`     | Table 1.1                               |
//! | `thesis_chains.rs`| Table 1.4                               |
//! | `restitution.rs`  | the exact step beside the others        |
//! | `clock.rs`        | the duration error of the exact step    |
//! | `pressed.rs`      | release under a constant force          |
//! | `newton.rs`       | Newton steps of the K-method            |
//! | `discretisation.rs`| a mode by four discretisations         |
//! | `steps.rs`        | steps per sample that a touch needs     |
//! | `squeak.rs`       | pitch of stick and slip over the rate   |
//!
//! Every number is computed by running the schemes. A cell has two: `plain` follows the definitions as the
//! paper states them, `ours` the reading under which the print comes out, and its note says which that is.

mod chain_set;
mod chains;
mod clock;
mod discretisation;
mod newton;
mod non_critical;
mod operations;
mod pressed;
mod restitution;
mod single;
mod squeak;
mod steps;
mod thesis_chains;
mod validity;

use crate::Item;

/// What [`CASE_1`](crate::experiment::CASE_1) is, in words.
const TITLE_1: &str = "Case 1: k = 10⁷ N/m^α, μ = 0.01 s/m, α = 1.3, v_in = 0.5 m/s";
/// What [`CASE_2`](crate::experiment::CASE_2) is, in words.
const TITLE_2: &str = "Case 2: k = 10⁹ N/m^α, μ = 0.5 s/m, α = 1.5, v_in = 1 m/s";

/// All of them, in the order of the papers.
pub const ITEMS: &[Item] = &[
    non_critical::JOURNAL,
    single::JOURNAL,
    chains::JOURNAL,
    operations::JOURNAL,
    validity::THESIS,
    non_critical::THESIS,
    single::THESIS,
    thesis_chains::THESIS,
    operations::THESIS,
    newton::DAFX01,
    restitution::FOLEY,
    clock::FOLEY,
    pressed::FOLEY,
    discretisation::FOLEY,
    steps::FOLEY,
    squeak::FOLEY,
];
