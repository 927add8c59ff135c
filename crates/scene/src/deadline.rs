//! Whoever must be done in time lends a clock to a block. A touch is cut into as many steps as it needs
//! ([`crate::TouchEstimate::substeps`]), and the forces of several contacts are searched for until they are right, until
//! the time for the block is up. From there on a touch goes one step a sample, until it is judged again, 64
//! samples later at most, and the forces of several contacts are searched for in one round, twice at most:
//! momentum and energy are as exact as ever, the shape of the pulse is not, and no contact is asked more than
//! twice a sample.

/// Whether the time for a block is up. Asked before each sample that is to be cut, and before each in which
/// several contacts may feel each other.
pub type Deadline<'a> = &'a dyn Fn() -> bool;

/// There is always time, as offline.
pub const NO_DEADLINE: Deadline<'static> = &|| false;
