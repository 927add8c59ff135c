//! Time-stepping schemes for a mass in contact.
//!
//! The system is a mass under a contact force and an optional constant external force:
//!
//! ```math
//! m\ddot x = -f(x, \dot x) + f_e
//! ```
//!
//! | symbol | here               | unit   | meaning                                        |
//! |--------|--------------------|--------|------------------------------------------------|
//! | x, v   | [`Motion`]         | m, m/s | compression (positive inside the wall), rate   |
//! | f      | [`Law`]            | N      | contact force, positive outwards               |
//! | f_e    | `Problem::pressing`| N      | constant external force, positive inwards      |
//! | m      | `Problem::mass`    | kg     | the mass                                       |
//! | h, T   | `Problem::step`    | s      | time step                                      |
//!
//! | file              | stencil              | solved by      | conserved quantity                 |
//! |-------------------|----------------------|----------------|------------------------------------|
//! | [`Am1`]           | step, stored force   | Newton         | –                                  |
//! | [`Verlet`]        | step, stored force   | explicit       | –                                  |
//! | [`Heun`], [`HeunTextbook`] | step        | explicit       | –                                  |
//! | [`Rk4`]           | step                 | explicit       | –                                  |
//! | [`TwoPoint`]      | step                 | bracketed Newton | energy, but for the law's loss   |
//! | [`ThreePoint`]    | three points         | bracketed Newton | an energy between samples        |
//! | [`Quadratic`]     | three points         | a square root  | an expanded energy between samples |
//! | [`Ieq`]           | three points or step | a division     | an energy with an extra state      |
//! | [`Classic`], [`CubicBenchmark`] | three points | explicit | their law's own discrete energy    |
//!
//! Each file holds one scheme and cites its equations. All implement [`Scheme`], so the laboratory can run
//! any of them on any problem. A scheme owns the state that its stencil needs and allocates nothing.

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

/// Problem that a scheme solves: a mass, its contact law and the time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem<L> {
    /// Contact law between the mass and the wall.
    pub law: L,
    /// Mass of the body that hits the wall \[kg\].
    pub mass: f64,
    /// Time step of the scheme.
    pub step: Step,
    /// Constant external force into the wall \[N\].
    pub pressing: f64,
    /// Upper limit of the compression \[m\]: the maximum-compression bound of \[Papetti2011\], infinite if
    /// not applied. Verlet and Heun apply the bound before the new force; AM1, RK4 and textbook Heun after
    /// the step. The energy schemes ignore the bound.
    pub bound: f64,
}

impl<L: Law> Problem<L> {
    /// Creates a problem with a mass \[kg\] on `law`, without external force.
    pub fn new(mass: f64, law: L, step: Step) -> Self {
        Self { law, mass, step, pressing: 0.0, bound: f64::INFINITY }
    }

    /// Returns the kinetic plus stored energy of the state `at` \[J\], without the work of the external
    /// force.
    pub fn energy(&self, at: Motion) -> f64 {
        0.5 * self.mass * at.velocity * at.velocity + self.law.potential(at.displacement)
    }

    /// Returns the acceleration of the mass under the contact force `force` \[N\] and the external force
    /// \[m/s²\].
    pub fn acceleration(&self, force: f64) -> f64 {
        (self.pressing - force) / self.mass
    }
}

/// Cost and outcome of one step of a scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Number of solver iterations, or of evaluations of the law where there is no solver.
    pub iterations: u32,
    /// Number of sub-steps into which the step was divided.
    pub substeps: u32,
    /// Whether the step succeeded, and if not, why.
    pub outcome: StepOutcome,
}

impl Advance {
    /// Returns the record of a successful step with `iterations` iterations.
    pub const fn taken(iterations: u32) -> Self {
        Self { iterations, substeps: 1, outcome: StepOutcome::Taken }
    }
}

/// Outcome of one step of a scheme. After `ComplexRoot` the state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepOutcome {
    /// The scheme took the step.
    Taken,
    /// The quadratic scheme found no real root. The value is the negative discriminant B² − 4AC, relative to
    /// B² + 4|AC|, where A, B and C are the coefficients of the quadratic equation.
    ComplexRoot(f64),
    /// The solver ran out of iterations with this relative residual; the scheme used the solver's best
    /// result.
    NotConverged(f64),
}

/// A scheme that moves a mass by one step. The scheme owns its state: call `begin`, then `advance`
/// repeatedly.
pub trait Scheme<L: Law> {
    /// Returns the name of the scheme on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Starts the scheme from `motion` without a stored force, as after free flight.
    fn begin(&mut self, problem: &Problem<L>, motion: Motion);

    /// Takes one step and returns the cost and outcome of that step. Real-time: yes.
    fn advance(&mut self, problem: &Problem<L>) -> Advance;

    /// Returns the present motion of the mass.
    fn motion(&self) -> Motion;

    /// Moves the mass to `motion`, as corrections do. With `refresh` the scheme evaluates its stored force
    /// again; otherwise the stored force stays.
    fn place(&mut self, problem: &Problem<L>, motion: Motion, refresh: bool);

    /// Returns the compression on which the contact law acts \[m\]. The compression differs from the
    /// displacement only in schemes with an offset.
    fn compression(&self) -> f64 {
        self.motion().displacement
    }

    /// Returns the kinetic plus stored energy \[J\], in the scheme's own discrete form if the scheme has one.
    fn energy(&self, problem: &Problem<L>) -> f64 {
        problem.energy(self.motion())
    }

    /// Returns the contact force \[N\]. A scheme that holds one force over each step returns the force of the
    /// last step; other schemes return the law's force at the present state.
    fn contact_force(&self, problem: &Problem<L>) -> f64 {
        problem.law.force(self.motion())
    }

    /// Returns the largest compression of the last step \[m\], sub-steps included.
    fn peak(&self) -> f64 {
        self.compression()
    }

    /// Returns the number of free steps after release until [`Scheme::motion`] has the velocity of free
    /// flight. It is 1 for a three-point stencil, which at release still has one point inside the contact.
    fn lag(&self) -> u32 {
        0
    }

    /// Returns the heat of the last step as computed by the scheme \[J\]; `None` if the scheme computes no
    /// heat.
    fn heat(&self) -> Option<f64> {
        None
    }
}
