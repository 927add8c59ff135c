//! What every body can do, whatever it is made of.
//!
//! A body is linear: over one step, under forces held constant, each of its ports moves to
//! `free + Σ answer · force`. It says so beforehand ([`Body::forecast`]), is then pushed as often as one
//! likes, and moves once ([`Body::advance`]). The nonlinearity lives in the contact, which never learns what
//! it touches.
//!
//! A sample may be cut into 1, 2, 4 … 64 equal steps while something touches ([`Substeps`]); the coefficients of
//! every cut are made beforehand.

use foley_contact::{Forecast, Motion, Step};

/// Into how many steps a sample is cut: a power of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substeps(u8);

impl Substeps {
    /// The sample in one step.
    pub const ONE: Self = Self(0);
    /// 64 steps to a sample.
    pub const MAX: Self = Self(6);
    /// How many cuts there are.
    pub const COUNT: usize = Self::MAX.0 as usize + 1;

    /// All of them, from the whole sample to the finest.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::MAX.0).map(Self)
    }

    /// The coarsest cut of at least so many steps; the finest if there is none.
    pub fn at_least(steps: f64) -> Self {
        Self::all().find(|substeps| f64::from(substeps.count()) >= steps).unwrap_or(Self::MAX)
    }

    /// Its place among all cuts, from 0 for the whole sample.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Steps to a sample.
    pub const fn count(self) -> u32 {
        1 << self.0
    }

    /// The step that this cut makes of a sample's.
    #[must_use]
    pub fn of(self, sample: Step) -> Step {
        sample.divided_by(self.count())
    }
}

/// Anything that moves when pushed. All of it is real-time safe.
///
/// Ports are numbered from 0; a port that a body does not have reads as standing still and cannot be pushed.
pub trait Body {
    /// How many ports it has.
    fn ports(&self) -> usize;

    /// Cuts the coming samples into so many steps. Only between samples, with nothing pushed.
    fn set_substeps(&mut self, substeps: Substeps);

    /// A port one step from now, what was pushed for this step included.
    fn forecast(&self, port: usize) -> Forecast;

    /// What one newton at port `there`, held over the step, moves at port `here` [m/N], [m/s/N]. The same the
    /// other way round.
    fn cross_response(&self, here: usize, there: usize) -> Motion;

    /// Adds a force to those held over the coming step \[N\].
    fn push(&mut self, port: usize, force: f64);

    /// Moves by one step; the pushes are spent.
    fn advance(&mut self);

    /// Where a port is, and how fast.
    fn motion(&self, port: usize) -> Motion;

    /// Kinetic and elastic energy \[J\].
    fn energy(&self) -> f64;

    /// Takes all motion and all pushes away.
    fn come_to_rest(&mut self);

    /// Keeps a copy of its present motion.
    fn save_state(&mut self);

    /// Goes back to the motion it kept.
    fn restore_state(&mut self);

    /// All its numbers are finite.
    fn is_finite(&self) -> bool {
        self.energy().is_finite()
    }
}
