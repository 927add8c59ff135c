//! The engine inside a page, compiled to WebAssembly.
//!
//! ```text
//!   page ──query──▶ queries                            (any instance: catalogue, presets, contacts)
//!    │
//!    └──execute──▶ WorkletEngine ──render──▶ loudspeaker       (the instance in the AudioWorklet)
//!                       └──poll, trace──▶ meters, pictures
//! ```
//!
//! A page creates three instances of the module: one in the AudioWorklet, one on the main thread for quick
//! queries, and one in a worker for slow queries. Requests and answers are JSON in UTF-8; samples and traces
//! are plain numbers. A rejected request is answered with `{"error": "…"}`. No input makes the module panic.
//!
//! | subject                                                    | module                      |
//! |------------------------------------------------------------|-----------------------------|
//! | queries without a running engine                           | [`query`], [`queries`]      |
//! | description of a preset: values, modes, command, addresses | [`describe`]                |
//! | closed-form impact                                         | [`analytic_impact`]         |
//! | the running engine: commands, meters, traces               | [`WorkletEngine`], [`live`] |
//! | functions exported to the page                             | [`exports`]                 |
//! | fields of a request                                        | [`request`]                 |

pub mod analytic_impact;
pub mod describe;
pub mod exports;
pub mod live;
pub mod queries;
pub mod request;

pub use live::WorkletEngine;
pub use queries::{QueryResult, query};
