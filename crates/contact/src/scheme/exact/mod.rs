//! exact

mod duration;
mod solve;

pub use duration::Duration;
pub(crate) use solve::Situation;

use super::{Advance, Problem, Scheme};
use crate::contact::Contact;
use crate::law::{HuntCrossley, Law};
use crate::{Forecast, Motion};

/// How many steps a sample is cut into while something touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Substeps {
    /// As many as the closed-form contact time asks for.
    #[default]
    Auto,
    /// So many, at least 1.
    Count(u32),
}

/// A mass against a wall by the exact step.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    substeps: Substeps,
    duration: Duration,
    contact: Contact,
    motion: Motion,
    heat: f64,
    parts: u32,
}

impl Exact {
    /// new
    pub fn new(substeps: Substeps, duration: Duration) -> Self {
        Self {
            substeps,
            duration,
            contact: Contact::new(HuntCrossley::default(), 0.0),
            motion: Motion::default(),
            heat: 0.0,
            parts: 1,
        }
    }
}

impl Scheme<HuntCrossley> for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn begin(&mut self, problem: &Problem<HuntCrossley>, motion: Motion) {
        self.contact = Contact::new(problem.law, motion.displacement).with_duration(self.duration);
        self.motion = motion;
        self.heat = 0.0;
    }

    fn advance(&mut self, problem: &Problem<HuntCrossley>) -> Advance {
        let parts = match self.substeps {
            Substeps::Count(n) => n,
            Substeps::Auto => 1,
        };
        let step = problem.step.divided_by(parts);
        let mut iterations = 0;
        self.heat = 0.0;
        for _ in 0..parts {
            let mass =
                Forecast::of_mass(problem.mass, self.motion, problem.acceleration(0.0), step);
            let gap = mass.against(&Forecast::WALL);
            let decision = self.contact.decide(&gap, step);
            self.contact.settle(&decision, step);
            self.motion = Motion::new(
                mass.free.displacement - mass.per_newton.displacement * decision.force,
                mass.free.velocity - mass.per_newton.velocity * decision.force,
            );
            self.heat += decision.heat;
            iterations = iterations.max(decision.evaluations);
        }
        Advance {
            iterations,
            substeps: parts,
            ..Advance::taken(iterations)
        }
    }

    fn motion(&self) -> Motion {
        self.motion
    }
    fn place(&mut self, _p: &Problem<HuntCrossley>, motion: Motion, _refresh: bool) {
        self.motion = motion;
        self.contact.come_to_rest(motion.displacement);
    }
    fn compression(&self) -> f64 {
        self.contact.compression()
    }
    fn energy(&self, problem: &Problem<HuntCrossley>) -> f64 {
        0.5 * problem.mass * self.motion.velocity * self.motion.velocity + self.contact.stored()
    }
    fn heat(&self) -> Option<f64> {
        Some(self.heat)
    }
}
