//! Experiments: a mass meets a wall, once or a hundred times in a row. A method computes its motion sample by
//! sample, and the deviation from the closed forms is measured.
//!
//! An impact begins at the wall with no force stored and ends with the first sample outside, whose velocity
//! is the release velocity.
//!
//! | file          | content                                                           |
//! |---------------|-------------------------------------------------------------------|
//! | `case.rs`     | the impacts of the papers                                         |
//! | `method.rs`   | the four methods of the journal paper, and the exact step         |
//! | `run.rs`      | one impact by a method, and its deviations                        |
//! | `chain.rs`    | a hundred impacts in a row, and their accumulated error           |
//! | `readings.rs` | the readings that reproduce the printed numbers                   |
//! | `strike`      | a hammer on modes: reference solver, K-method, held-force steps   |
//! | `rub`         | dragged surfaces, an oscillator on a belt, a bowed string         |
//!
//! Source: \[Papetti2011, sec. III-B, IV-B\].

mod case;
mod chain;
mod method;
pub(crate) mod readings;
pub mod rub;
mod run;
pub mod strike;

pub use case::{BOUNDED, CASE_1, CASE_2, HAMMER, NON_CRITICAL, PRESSED, RATE, problem, ten_grams};
pub use chain::{IMPACTS, ImpactChain, exact_chain, oversampled_chain};
pub use method::{BOUND_ONLY, Method, paper_corrections};
pub use run::ImpactRun;
