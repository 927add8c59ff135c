//! Signals that can be read at a port.

/// Signal read at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MotionQuantity {
    /// Displacement \[m\].
    Displacement,
    /// Velocity, including rigid-body motion [m/s].
    #[default]
    Velocity,
    /// Velocity without rigid-body motion: the audible part of a body in flight [m/s].
    Vibration,
    /// Acceleration [m/s²].
    Acceleration,
}
