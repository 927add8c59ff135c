//! What one listens to at a port.

/// What one listens to at a port: where it is, how fast, or how suddenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MotionQuantity {
    /// How far it is out \[m\].
    Displacement,
    /// How fast it goes [m/s].
    #[default]
    Velocity,
    /// How fast it goes, but for the flight of the body as a whole: what one hears of something thrown [m/s].
    Vibration,
    /// How suddenly its velocity changes [m/s²].
    Acceleration,
}
