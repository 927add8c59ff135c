//! The interface that all bodies share.
//!
//! A body is linear: over one step, under constant forces, each of its ports moves to `free + Σ response ·
//! force`. [`Body::forecast`] gives both terms, [`Body::push`] adds forces any number of times, and
//! [`Body::advance`] moves once. The nonlinearity lives in the contact, which does not know what it touches.
//!
//! During contact a sample is divided into 1, 2, 4 … 64 equal substeps ([`Substeps`]). The coefficients of
//! every division are computed in advance.

use foley_contact::{Forecast, Motion, Step};

/// Number of substeps per sample: a power of two from 1 to 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substeps(u8);

impl Substeps {
    /// One step per sample, without division.
    pub const ONE: Self = Self(0);
    /// The finest division: 64 substeps per sample.
    pub const MAX: Self = Self(6);
    /// Number of possible values: seven, from 1 to 64 substeps.
    pub const COUNT: usize = Self::MAX.0 as usize + 1;

    /// Iterates over all values, from 1 to 64 substeps.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::MAX.0).map(Self)
    }

    /// Returns the smallest value with at least `steps` substeps; [`Self::MAX`] if `steps` exceeds 64.
    pub fn at_least(steps: f64) -> Self {
        Self::all().find(|substeps| f64::from(substeps.count()) >= steps).unwrap_or(Self::MAX)
    }

    /// Returns the base-2 logarithm of the number of substeps: 0 for one step per sample, 6 for 64.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of substeps per sample, 1 to 64.
    pub const fn count(self) -> u32 {
        1 << self.0
    }

    /// Returns the duration of one substep of a `sample`.
    #[must_use]
    pub fn of(self, sample: Step) -> Step {
        sample.divided_by(self.count())
    }
}

/// A linear body with numbered ports. Every method is real-time safe.
///
/// Ports are numbered from 0. A port that the body does not have reads as standing still and ignores pushes.
pub trait Body {
    /// Returns the number of ports of the body.
    fn ports(&self) -> usize;

    /// Divides each coming sample into `substeps`. Call this method only between samples, with no force
    /// pushed.
    fn set_substeps(&mut self, substeps: Substeps);

    /// Forecasts the motion of a port one step ahead, including the forces already pushed for this step.
    fn forecast(&self, port: usize) -> Forecast;

    /// Returns the motion at port `here` per newton held over the step at port `there` [m/N], [m/s/N].
    /// Swapping the two ports gives an equal result.
    fn cross_response(&self, here: usize, there: usize) -> Motion;

    /// Adds `force` to the force held at a port over the coming step \[N\].
    fn push(&mut self, port: usize, force: f64);

    /// Moves the body by one step under the pushed forces, then clears these forces.
    fn advance(&mut self);

    /// Returns the displacement \[m\] and velocity [m/s] of a port.
    fn motion(&self, port: usize) -> Motion;

    /// Returns the sum of the body's kinetic and elastic energy \[J\].
    fn energy(&self) -> f64;

    /// Sets all motion of the body and all pushed forces to zero.
    fn come_to_rest(&mut self);

    /// Saves the present state of the body. A second call overwrites the saved state.
    fn save_state(&mut self);

    /// Restores the state that the last [`Self::save_state`] saved.
    fn restore_state(&mut self);

    /// Whether the energy of the body is finite, which implies that all state is finite.
    fn is_finite(&self) -> bool {
        self.energy().is_finite()
    }
}
