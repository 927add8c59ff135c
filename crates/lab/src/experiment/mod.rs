//! A mass meets a wall, once or a hundred times in a row, and a method says where it is at every sample. How
//! far does it stray from the closed forms?
//!
//! An impact begins at the wall with no force stored and ends with the first sample outside, whose velocity
//! is the release velocity.
//!
//! | file          | what                                                              |
//! |---------------|-------------------------------------------------------------------|
//! | `case.rs`     | the impacts of the papers                                         |
//! | `method.rs`   | the four methods of the journal paper, and the exact step         |
//! | `run.rs`      | one impact by a method, and its deviations                        |
//! | `chain.rs`    | a hundred in a row, and what their errors add up to               |
//! | `readings.rs` | what has to be done otherwise for the printed numbers to come out |
//! | `strike`      | a hammer on modes: the judge, the K-method, held-force steps      |
//! | `rub`         | surfaces drag, an oscillator on a belt, a string under a bow   |
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
