//! The tables of the papers and of this project, one item per printed table.
//!
//! | file                | items                                           |
//! |---------------------|-------------------------------------------------|
//! | `non_critical.rs`   | Table I, Table 1.2                              |
//! | `single.rs`         | Table II, Table 1.3                             |
//! | `chains.rs`         | Table III                                       |
//! | `chain_set.rs`      | chains of impacts for Table III and Table 1.4   |
//! | `operations.rs`     | Table IV, Table 1.5, measured costs             |
//! | `validity.rs`       | Table 1.1                                       |
//! | `thesis_chains.rs`  | Table 1.4                                       |
//! | `restitution.rs`    | the exact step compared with other methods      |
//! | `clock.rs`          | the duration error of the exact step            |
//! | `pressed.rs`        | release under a constant force                  |
//! | `newton.rs`         | Newton iterations of the K-method               |
//! | `discretisation.rs` | a mode by four discretisations                  |
//! | `steps.rs`          | steps per sample for a touch                    |
//! | `squeak.rs`         | pitch of stick-slip over the sample rate        |
//!
//! Every number is computed by running the schemes. A cell has two values: `plain` follows the definitions as
//! the paper states them, `ours` the reading that reproduces the print. The note names that reading.

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

/// Parameters of [`CASE_1`](crate::experiment::CASE_1) as a title.
const TITLE_1: &str = "Case 1: k = 10⁷ N/m^α, μ = 0.01 s/m, α = 1.3, v_in = 0.5 m/s";
/// Parameters of [`CASE_2`](crate::experiment::CASE_2) as a title.
const TITLE_2: &str = "Case 2: k = 10⁹ N/m^α, μ = 0.5 s/m, α = 1.5, v_in = 1 m/s";

/// All tables, in the order of the papers.
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
