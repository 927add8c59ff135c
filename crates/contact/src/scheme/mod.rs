//! Time-stepping schemes for a mass in contact.
//!
//! The system is a mass under a contact force and an optional constant external force:
//!
//! $$ m\ddot x = -f(x, \dot x) + f_e $$
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

/// A mass, its contact law and the time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem<L> {
    /// Contact law of the wall.
    pub law: L,
    /// Mass \[kg\].
    pub mass: f64,
    /// Time step.
    pub step: Step,
    /// Constant external force into the wall \[N\].
    pub pressing: f64,
    /// Upper limit of the compression \[m\]: the maximum-compression bound of \[Papetti2011\], infinite if
    /// not applied. Verlet and Heun apply it before the new force; AM1, RK4 and textbook Heun after the step.
    /// The energy schemes ignore it.
    pub bound: f64,
}

impl<L: Law> Problem<L> {
    /// Creates a problem with a mass \[kg\] on `law`, without external force.
    pub fn new(mass: f64, law: L, step: Step) -> Self {
        Self { law, mass, step, pressing: 0.0, bound: f64::INFINITY }
    }

    /// Kinetic plus stored energy of a state \[J\], without the work of the external force.
    pub fn energy(&self, at: Motion) -> f64 {
        0.5 * self.mass * at.velocity * at.velocity + self.law.potential(at.displacement)
    }

    /// Acceleration under the contact force `force` \[N\] and the external force \[m/s²\].
    pub fn acceleration(&self, force: f64) -> f64 {
        (self.pressing - force) / self.mass
    }
}

/// Cost and outcome of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Solver iterations, or evaluations of the law where there is no solver.
    pub iterations: u32,
    /// Sub-steps within the step.
    pub substeps: u32,
    /// Whether the step succeeded.
    pub outcome: StepOutcome,
}

impl Advance {
    /// A successful step with `iterations` iterations.
    pub const fn taken(iterations: u32) -> Self {
        Self { iterations, substeps: 1, outcome: StepOutcome::Taken }
    }
}

/// Outcome of a step. A failed step leaves the state unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepOutcome {
    /// The step succeeded.
    Taken,
    /// The quadratic scheme found no real root. The value is its discriminant relative to B² + 4|AC|,
    /// negative.
    ComplexRoot(f64),
    /// The solver ran out of iterations with this relative residual; its best result was used.
    NotConverged(f64),
}

/// A scheme that moves a mass by one step. It owns its state: call `begin`, then `advance` repeatedly.
pub trait Scheme<L: Law> {
    /// Name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Starts from `motion` without a stored force, as after free flight.
    fn begin(&mut self, problem: &Problem<L>, motion: Motion);

    /// Takes one step. Real-time: yes.
    fn advance(&mut self, problem: &Problem<L>) -> Advance;

    /// Present motion of the mass.
    fn motion(&self) -> Motion;

    /// Moves the mass to `motion`, as corrections do. With `refresh` a stored force is evaluated again;
    /// otherwise it stays.
    fn place(&mut self, problem: &Problem<L>, motion: Motion, refresh: bool);

    /// Compression as the contact sees it \[m\]. It differs from the displacement only in schemes with an
    /// offset.
    fn compression(&self) -> f64 {
        self.motion().displacement
    }

    /// Kinetic plus stored energy \[J\], in the scheme's own discrete form where it has one.
    fn energy(&self, problem: &Problem<L>) -> f64 {
        problem.energy(self.motion())
    }

    /// Contact force \[N\]: the law's force at the present state, or the held force of the last step if the
    /// scheme holds one.
    fn contact_force(&self, problem: &Problem<L>) -> f64 {
        problem.law.force(self.motion())
    }

    /// Largest compression of the last step \[m\], sub-steps included.
    fn peak(&self) -> f64 {
        self.compression()
    }

    /// Free steps after release until [`Scheme::motion`] has the velocity of free flight. It is 1 where the
    /// velocity comes from a three-point stencil, which still has one point inside.
    fn lag(&self) -> u32 {
        0
    }

    /// Heat of the last step as computed by the scheme \[J\]; `None` if the scheme does not compute it.
    fn heat(&self) -> Option<f64> {
        None
    }
}
