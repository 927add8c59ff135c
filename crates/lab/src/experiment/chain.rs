//! A ball that rebounds a hundred times: each impact begins at the wall with the speed that the last one left
//! with, and errors add up.

use super::case::RATE;
use super::run::ImpactRun;
use foley_contact::analytic::Impact;
use foley_contact::bounce;
use foley_contact::correction::Corrections;
use foley_contact::scheme::Rk4;
use std::iter::successors;

/// Impacts in a chain.
pub const IMPACTS: usize = 100;

/// A hundred impacts in a row.
#[derive(Clone, Debug)]
pub struct ImpactChain {
    /// All of them.
    pub runs: Vec<ImpactRun>,
    /// Release velocity of the last \[m/s\].
    pub final_velocity: f64,
    /// Release velocity of the last by the closed forms \[m/s\].
    exact: f64,
}

impl ImpactChain {
    /// `strike` makes one impact.
    pub fn of(first: Impact, mut strike: impl FnMut(Impact) -> ImpactRun) -> Self {
        Self::with_entry_velocity(first, |impact| {
            let run = strike(impact);
            let velocity = run.report.release_velocity;
            (run, velocity)
        })
    }

    /// `strike` makes one impact and says with what velocity the next one is entered \[m/s\].
    pub fn with_entry_velocity(first: Impact, mut strike: impl FnMut(Impact) -> (ImpactRun, f64)) -> Self {
        let mut chain = Self { runs: Vec::with_capacity(IMPACTS), final_velocity: 0.0, exact: 0.0 };
        let mut impact = first;
        for exact in exact_chain(first) {
            let (run, velocity) = strike(impact);
            impact = after(&impact, velocity);
            chain.final_velocity = run.report.release_velocity;
            chain.exact = exact.release_velocity();
            chain.runs.push(run);
        }
        chain
    }

    /// Residual energy after the last impact against the exact chain \[%\].
    pub fn accumulated_error(&self) -> f64 {
        self.accumulated_error_against(self.exact)
    }

    /// Residual energy after the last impact against one with this release velocity \[%\].
    pub fn accumulated_error_against(&self, velocity: f64) -> f64 {
        let chain = bounce::ImpactChain { speed: self.final_velocity.abs(), exact: velocity.abs() };
        100.0 * chain.error()
    }
}

/// The impact that follows one which left with this velocity \[m/s\].
fn after(impact: &Impact, velocity: f64) -> Impact {
    Impact { speed: velocity.abs(), ..*impact }
}

/// The hundred impacts by the closed forms alone.
pub fn exact_chain(first: Impact) -> impl Iterator<Item = Impact> {
    let next = |last: &Impact| Some(after(last, last.release_velocity()));
    successors(Some(first), next).take(IMPACTS)
}

/// The chain that the papers take for the truth: RK4 with a sixteenth of the step.
pub fn oversampled_chain(first: Impact) -> ImpactChain {
    ImpactChain::of(first, |impact| ImpactRun::of(&mut Rk4::new(), impact, 16.0 * RATE, &Corrections::NONE))
}
