//! A hundred impacts in a row. Each impact begins at the wall with the release speed of the previous impact,
//! so errors accumulate.

use super::case::RATE;
use super::run::ImpactRun;
use foley_contact::analytic::Impact;
use foley_contact::bounce;
use foley_contact::correction::Corrections;
use foley_contact::scheme::Rk4;
use std::iter::successors;

/// Number of impacts in a chain.
pub const IMPACTS: usize = 100;

/// A hundred simulated impacts in a row, each at the release speed of the previous impact.
#[derive(Clone, Debug)]
pub struct ImpactChain {
    /// The simulated impacts in order.
    pub runs: Vec<ImpactRun>,
    /// Simulated release velocity of the last impact \[m/s\].
    pub final_velocity: f64,
    /// Release velocity of the last impact by the closed forms \[m/s\].
    exact_final_velocity: f64,
}

impl ImpactChain {
    /// Runs a chain of impacts. `strike` runs one impact; its release speed is the speed of the next impact.
    pub fn of(first: Impact, mut strike: impl FnMut(Impact) -> ImpactRun) -> Self {
        Self::with_entry_velocity(first, |impact| {
            let run = strike(impact);
            let velocity = run.report.release_velocity;
            (run, velocity)
        })
    }

    /// Runs a chain of impacts. `strike` runs one impact and returns it with the velocity of the next impact
    /// \[m/s\].
    pub fn with_entry_velocity(first: Impact, mut strike: impl FnMut(Impact) -> (ImpactRun, f64)) -> Self {
        let mut chain =
            Self { runs: Vec::with_capacity(IMPACTS), final_velocity: 0.0, exact_final_velocity: 0.0 };
        let mut impact = first;
        for exact in exact_chain(first) {
            let (run, velocity) = strike(impact);
            impact = next_impact(&impact, velocity);
            chain.final_velocity = run.report.release_velocity;
            chain.exact_final_velocity = exact.release_velocity();
            chain.runs.push(run);
        }
        chain
    }

    /// Returns the error of the residual energy after the last impact, relative to the chain by the closed
    /// forms \[%\].
    pub fn accumulated_error(&self) -> f64 {
        self.accumulated_error_against(self.exact_final_velocity)
    }

    /// Returns the error of the residual energy after the last impact, relative to the energy at `velocity`
    /// \[%\].
    pub fn accumulated_error_against(&self, velocity: f64) -> f64 {
        let chain = bounce::ImpactChain { speed: self.final_velocity.abs(), exact: velocity.abs() };
        100.0 * chain.error()
    }
}

/// Returns the impact that follows a release at `velocity` \[m/s\].
fn next_impact(impact: &Impact, velocity: f64) -> Impact {
    Impact { speed: velocity.abs(), ..*impact }
}

/// Returns the hundred impacts of a chain by the closed forms alone.
pub fn exact_chain(first: Impact) -> impl Iterator<Item = Impact> {
    let next = |last: &Impact| Some(next_impact(last, last.release_velocity()));
    successors(Some(first), next).take(IMPACTS)
}

/// Runs the reference chain of the papers: RK4 at 16 times the sample rate.
pub fn oversampled_chain(first: Impact) -> ImpactChain {
    ImpactChain::of(first, |impact| ImpactRun::of(&mut Rk4::new(), impact, 16.0 * RATE, &Corrections::NONE))
}
