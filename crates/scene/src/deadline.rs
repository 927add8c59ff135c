//! Block deadlines. A caller with a time limit passes a function that returns whether the limit has passed.
//! Until then, touches get as many substeps as they need ([`crate::TouchEstimate::substeps`]), and the forces
//! of several contacts are iterated to convergence. After it, a touch takes one step per sample until it is
//! assessed again, at most 64 samples later. The forces of several contacts get one iteration, twice at most.
//! Momentum and energy stay exact, the pulse shape does not, and each contact is evaluated at most twice per
//! sample.

/// Returns whether the deadline of the block has passed. The scene calls the function before each sample that
/// needs substeps, and before each sample in which several contacts may interact.
pub type Deadline<'a> = &'a dyn Fn() -> bool;

/// A deadline that never passes, for offline rendering.
pub const NO_DEADLINE: Deadline<'static> = &|| false;
