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
    /// One step per sample.
    pub const ONE: Self = Self(0);
    /// 64 substeps per sample.
    pub const MAX: Self = Self(6);
    /// Number of possible values.
    pub const COUNT: usize = Self::MAX.0 as usize + 1;

    /// All values, from 1 to 64 substeps.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::MAX.0).map(Self)
    }

    /// The smallest value with at least `steps` substeps; [`Self::MAX`] if there is none.
    pub fn at_least(steps: f64) -> Self {
        Self::all().find(|substeps| f64::from(substeps.count()) >= steps).unwrap_or(Self::MAX)
    }

    /// Base-2 logarithm of the number of substeps: 0 for one step per sample, 6 for 64.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number of substeps per sample.
    pub const fn count(self) -> u32 {
        1 << self.0
    }

    /// Duration of one substep of a sample.
    #[must_use]
    pub fn of(self, sample: Step) -> Step {
        sample.divided_by(self.count())
    }
}

/// A linear body with numbered ports. Every method is real-time safe.
///
/// Ports are numbered from 0. A port that the body does not have reads as standing still and ignores pushes.
pub trait Body {
    /// Number of ports.
    fn ports(&self) -> usize;

    /// Divides the coming samples into `substeps`. Call it only between samples, with no force pushed.
    fn set_substeps(&mut self, substeps: Substeps);

    /// Forecast of a port one step ahead, including the forces already pushed for this step.
    fn forecast(&self, port: usize) -> Forecast;

    /// Motion at port `here` per newton held over the step at port `there` [m/N], [m/s/N]. Symmetric in its
    /// arguments.
    fn cross_response(&self, here: usize, there: usize) -> Motion;

    /// Adds `force` to the force held at a port over the coming step \[N\].
    fn push(&mut self, port: usize, force: f64);

    /// Moves by one step under the pushed forces, then clears them.
    fn advance(&mut self);

    /// Displacement \[m\] and velocity [m/s] of a port.
    fn motion(&self, port: usize) -> Motion;

    /// Kinetic and elastic energy \[J\].
    fn energy(&self) -> f64;

    /// Sets all motion and all pushed forces to zero.
    fn come_to_rest(&mut self);

    /// Saves the present state. Only one state is kept.
    fn save_state(&mut self);

    /// Restores the state of the last [`Self::save_state`].
    fn restore_state(&mut self);

    /// Whether the energy, and so the state, is finite.
    fn is_finite(&self) -> bool {
        self.energy().is_finite()
    }
}
