//! Schemes: ways to carry a mass through a contact, one step at a time.
//!
//! The system is a mass pressed on by a contact law and perhaps by a constant force:
//!
//! $$ m\ddot x = -f(x, \dot x) + f_e $$
//!
//! | symbol | here               | unit   | meaning                                        |
//! |--------|--------------------|--------|------------------------------------------------|
//! | x, v   | [`Motion`]         | m, m/s | compression (positive inside the wall), rate   |
//! | f      | [`Law`]            | N      | contact force, positive outwards               |
//! | f_e    | `Problem::pressing`| N      | constant external force, positive inwards      |
//! | m      | `Problem::mass`    | kg     | the mass                                       |
//! | h, T   | `Problem::step`    | s      | the step                                       |
//!
//! | file              | stencil              | solves by      | keeps                              |
//! |-------------------|----------------------|----------------|------------------------------------|
//! | [`Am1`]           | step, stored force   | Newton         | –                                  |
//! | [`Verlet`]        | step, stored force   | explicit       | –                                  |
//! | [`Heun`], [`HeunTextbook`] | step        | explicit       | –                                  |
//! | [`Rk4`]           | step                 | explicit       | –                                  |
//! | [`TwoPoint`]      | step                 | bracketed Newton | energy; loses what it says       |
//! | [`ThreePoint`]    | three points         | bracketed Newton | an energy between samples        |
//! | [`Quadratic`]     | three points         | a square root  | an expanded energy between samples |
//! | [`Ieq`]           | three points or step | a division     | an energy with a state of its own  |
//! | [`Classic`], [`CubicBenchmark`] | three points | explicit | their law's own discrete energy    |
//!
//! Each file is one scheme, cites its equations and does nothing else. All stand behind [`Scheme`], so that
//! the laboratory can run any of them on any problem; a scheme owns the state that its stencil needs, and
//! allocates nothing.

mod am1;
mod classic;
mod cubic_benchmark;
mod heun;
mod heun_textbook;
mod ieq;
mod increment;
mod k_method;
mod quadratic;
mod rk4;
mod stencil;
mod stiffness;
mod three_point;
mod two_point;
mod verlet;

pub use am1::Am1;
pub use classic::Classic;
pub use cubic_benchmark::CubicBenchmark;
pub use heun::Heun;
pub use heun_textbook::HeunTextbook;
pub use ieq::{Ieq, IeqForm};
pub use k_method::{DelayFreeLoop, LoopSolution};
pub use quadratic::Quadratic;
pub use rk4::Rk4;
pub use stiffness::StiffnessRule;
pub use three_point::ThreePoint;
pub use two_point::TwoPoint;
pub use verlet::Verlet;

pub mod exact;

pub use exact::{Duration, Exact, Substeps};

use crate::law::Law;
use crate::{Motion, Step};
use stencil::Stencil;

/// A mass, what it meets, and the step it is to be moved by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem<L> {
    /// What it meets.
    pub law: L,
    /// \[kg\]
    pub mass: f64,
    /// The step.
    pub step: Step,
    /// Constant external force into the wall \[N\].
    pub pressing: f64,
    /// Compression that the mass must not exceed \[m\]: the maximum-compression bound of \[Papetti2011\],
    /// infinite when it is not applied. Verlet and Heun apply it before the new force, AM1, RK4 and textbook
    /// Heun after the step; the energy schemes have no use for it.
    pub bound: f64,
}

impl<L: Law> Problem<L> {
    /// A mass \[kg\] against `law`, free of other forces.
    pub fn new(mass: f64, law: L, step: Step) -> Self {
        Self { law, mass, step, pressing: 0.0, bound: f64::INFINITY }
    }

    /// Kinetic and stored energy of a state \[J\]. The work of the external force is not in it.
    pub fn energy(&self, at: Motion) -> f64 {
        0.5 * self.mass * at.velocity * at.velocity + self.law.potential(at.displacement)
    }

    /// Acceleration that `force` \[N\] of contact leaves \[m/s²\].
    pub fn acceleration(&self, force: f64) -> f64 {
        (self.pressing - force) / self.mass
    }
}

/// What one step cost and whether it could be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Evaluations of the law, or solver iterations where there is a solver.
    pub iterations: u32,
    /// Sub-steps taken inside the step.
    pub substeps: u32,
    /// Whether the step was taken.
    pub outcome: StepOutcome,
}

impl Advance {
    /// One step, taken with so many iterations.
    pub const fn taken(iterations: u32) -> Self {
        Self { iterations, substeps: 1, outcome: StepOutcome::Taken }
    }
}

/// Whether a step could be taken. A step that could not leaves the state as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepOutcome {
    /// It was.
    Taken,
    /// The quadratic scheme found no real root: its discriminant relative to B² + 4|AC| was this (negative).
    ComplexRoot(f64),
    /// The solver spent its iterations with this relative residual; its best answer was taken.
    NotConverged(f64),
}

/// One way to move a mass by one step. The scheme owns its state: begin, then advance as often as you like.
pub trait Scheme<L: Law> {
    /// The name used on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Starts from `motion` with no force stored, as after free flight.
    fn begin(&mut self, problem: &Problem<L>, motion: Motion);

    /// One step. Real-time: yes.
    fn advance(&mut self, problem: &Problem<L>) -> Advance;

    /// Where the mass is.
    fn motion(&self) -> Motion;

    /// Puts the mass somewhere else: corrections do this. A stored force is evaluated anew when `refresh` is
    /// set and kept otherwise.
    fn place(&mut self, problem: &Problem<L>, motion: Motion, refresh: bool);

    /// Compression as the contact sees it \[m\]. Differs from the displacement only where a scheme keeps an
    /// offset.
    fn compression(&self) -> f64 {
        self.motion().displacement
    }

    /// The energy that the scheme says it has \[J\]: kinetic plus stored, in its own discrete form where it
    /// has one.
    fn energy(&self, problem: &Problem<L>) -> f64 {
        problem.energy(self.motion())
    }

    /// Contact force \[N\]: the law's at the present state, or the one held over the last step where a scheme
    /// holds one.
    fn contact_force(&self, problem: &Problem<L>) -> f64 {
        problem.law.force(self.motion())
    }

    /// Largest compression of the last step \[m\], sub-steps included.
    fn peak(&self) -> f64 {
        self.compression()
    }

    /// Free steps after release until [`Scheme::motion`] has the velocity of free flight: 1 where the
    /// velocity is read off a stencil of three points, one of which is still inside.
    fn lag(&self) -> u32 {
        0
    }

    /// Heat that the law made in the last step according to the scheme itself \[J\], where the scheme knows.
    fn heat(&self) -> Option<f64> {
        None
    }
}
