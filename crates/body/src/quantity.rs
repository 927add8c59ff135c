//! What one may listen to at a port.

/// What one may listen to at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Quantity {
    /// \[m\]
    Displacement,
    /// [m/s]
    #[default]
    Velocity,
    /// Change of velocity over the sample [m/s²].
    Acceleration,
}
