//! Signals that can be read at a port.

/// Kind of signal to read at a port of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MotionQuantity {
    /// Displacement of the port \[m\].
    Displacement,
    /// Velocity of the port, including rigid-body motion [m/s].
    #[default]
    Velocity,
    /// Velocity of the port without rigid-body motion: the audible part when the body flies [m/s].
    Vibration,
    /// Acceleration of the port [m/s²].
    Acceleration,
}
