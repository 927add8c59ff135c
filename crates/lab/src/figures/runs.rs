//! The impacts of the papers, run by any method, and how far a run strays from the closed forms.
//!
//! | measure             | paper            | meaning                                                              |
//! |---------------------|------------------|----------------------------------------------------------------------|
//! | [`Run::off_curve`]  | %dev(x), eq. (28)| greatest \|x − x(v)\| of the samples in contact, in % of x_max       |
//! | [`Run::off_energy`] | %dev(H), eq. (27)| greatest \|H − H(v)\| of the samples in contact, in % of the heat    |
//! | [`Run::off_release`]| %err(v_out)      | release velocity relative to the exact one, in %; positive: too fast |
//! | [`Run::off_left`]   |                  | energy at release minus the exact one, in % of the heat              |

use foley_contact::Step;
use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, Report, Sample, bounce, bounce_corrected};
use foley_contact::correction::{Corrections, Output, StoredForce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Am1, Exact, Heun, Problem, Rk4, Verlet};

/// Sample rate of the journal paper and the thesis \[Hz\].
pub const RATE: f64 = 44_100.0;

/// An impact of a paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// \[kg\]
    pub mass: f64,
    /// What it meets.
    pub law: HuntCrossley,
    /// Speed of approach \[m/s\].
    pub speed: f64,
}

/// The safe one: 1659 samples of contact.
pub const NON_CRITICAL: Case = Case::new(1e3, 1.5, 0.5, 0.5);
/// Low dissipation: case 1.
pub const CASE_1: Case = Case::new(1e7, 1.3, 0.01, 0.5);
/// A hard impact: case 2.
pub const CASE_2: Case = Case::new(1e9, 1.5, 0.5, 1.0);
/// The impact of figure 1.9 of the thesis.
pub const BOUNDED: Case = Case::new(1e7, 1.1, 0.1, 0.3);

/// What the paper corrects by: the closed-form compression while in contact, ṽ_out at release. It does not say what happens
/// to the force that a method has stored, so both readings are kept.
pub const fn corrected(stored: StoredForce) -> Corrections {
    Corrections {
        bound: false,
        hybrid: Some(stored),
        output: Some(Output::Approximate {
            order: 4,
            threshold: 1e-3,
        }),
    }
}

/// The maximum-compression bound alone.
pub const HELD_BACK: Corrections = Corrections {
    bound: true,
    hybrid: None,
    output: None,
};

impl Case {
    /// A mass of ten grams, as in all examples, against a law with this k, α, μ, at this speed.
    pub const fn new(stiffness: f64, exponent: f64, damping: f64, speed: f64) -> Self {
        Self {
            mass: 1e-2,
            law: HuntCrossley {
                stiffness,
                exponent,
                damping,
            },
            speed,
        }
    }

    /// The same at another speed \[m/s\].
    #[must_use]
    pub const fn at_speed(mut self, speed: f64) -> Self {
        self.speed = speed;
        self
    }

    /// What is known of it without stepping.
    pub const fn impact(&self) -> Impact {
        Impact::new(self.mass, self.law, self.speed)
    }

    /// It as a problem for a scheme, at a sample rate \[Hz\].
    pub fn problem(&self, rate: f64) -> Problem<HuntCrossley> {
        Problem::new(self.mass, self.law, Step::at_rate(rate))
    }
}

/// A method of the journal paper, or the exact step of this project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One-step Adams-Moulton.
    Am1,
    /// Velocity Verlet.
    Verlet,
    /// Heun, as printed.
    Heun,
    /// Fourth-order Runge-Kutta.
    Rk4,
    /// The exact-restitution step; it takes no corrections.
    Exact,
}

impl Method {
    /// The four methods of the paper.
    pub const PAPER: [Self; 4] = [Self::Am1, Self::Verlet, Self::Heun, Self::Rk4];

    /// As the paper calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Am1 => "AM1",
            Self::Verlet => "Verlet",
            Self::Heun => "Heun",
            Self::Rk4 => "RK4",
            Self::Exact => "exact step",
        }
    }

    /// One impact, sample by sample, at a sample rate \[Hz\].
    pub fn run(self, case: Case, rate: f64, corrections: &Corrections) -> Run {
        let problem = case.problem(rate);
        let approach = Approach::at_speed(case.speed);
        let mut samples = Vec::new();
        let mut predicted = f64::NAN;
        let report = {
            let watch = |sample: &Sample| samples.push(*sample);
            match self {
                Self::Am1 => {
                    bounce_corrected(&problem, &mut Am1::new(), approach, corrections, watch)
                }
                Self::Verlet => {
                    bounce_corrected(&problem, &mut Verlet::new(), approach, corrections, watch)
                }
                Self::Heun => {
                    let mut heun = Heun::new();
                    let report =
                        bounce_corrected(&problem, &mut heun, approach, corrections, watch);
                    predicted = heun.predicted_velocity();
                    report
                }
                Self::Rk4 => {
                    bounce_corrected(&problem, &mut Rk4::new(), approach, corrections, watch)
                }
                Self::Exact => bounce(&problem, &mut Exact::default(), approach, watch),
            }
        };
        Run {
            case,
            rate,
            samples,
            report,
            predicted_velocity: predicted,
        }
    }

    /// A hundred impacts or so, each entered with the speed that the last one left with: all of them.
    pub fn chain(self, case: Case, impacts: usize, corrections: &Corrections) -> Vec<Run> {
        self.chain_handing_on(case, impacts, corrections, |run| {
            run.report.release_velocity
        })
    }

    /// The same, where the next impact is entered with what `hand_on` takes from the last one \[m/s\].
    pub fn chain_handing_on(
        self,
        mut case: Case,
        impacts: usize,
        corrections: &Corrections,
        hand_on: impl Fn(&Run) -> f64,
    ) -> Vec<Run> {
        (0..impacts)
            .map(|_| {
                let run = self.run(case, RATE, corrections);
                case.speed = hand_on(&run).abs();
                run
            })
            .collect()
    }
}

/// One impact as a method stepped it.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was run.
    pub case: Case,
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// From touch to the first sample outside.
    pub samples: Vec<Sample>,
    /// What it came to.
    pub report: Report,
    /// Heun's guess of the release velocity before its correction; not a number for the others \[m/s\].
    pub predicted_velocity: f64,
}

impl Run {
    /// The samples inside.
    pub fn in_contact(&self) -> impl Iterator<Item = &Sample> {
        self.samples
            .iter()
            .filter(|sample| sample.compression > 0.0)
    }

    /// Greatest distance from the closed-form x(v), in % of x_max.
    pub fn off_curve(&self) -> f64 {
        let impact = self.case.impact();
        let worst = self
            .in_contact()
            .map(|s| (s.compression - impact.compression_at(s.motion.velocity)).abs())
            .fold(0.0, f64::max);
        100.0 * worst / impact.max_compression()
    }

    /// Greatest distance from the closed-form H(v), in % of the heat of the impact.
    pub fn off_energy(&self) -> f64 {
        let impact = self.case.impact();
        let worst = self
            .in_contact()
            .map(|s| (s.energy - impact.energy_at(s.motion.velocity)).abs())
            .fold(0.0, f64::max);
        100.0 * worst / impact.energy_lost()
    }

    /// Release velocity against the exact one, in %.
    pub fn off_release(&self) -> f64 {
        100.0 * (self.report.release_velocity / self.case.impact().release_velocity() - 1.0)
    }

    /// Energy at release against the exact one, in % of the heat of the impact; signed.
    pub fn off_left(&self) -> f64 {
        let impact = self.case.impact();
        let (v, exact) = (self.report.release_velocity, impact.release_velocity());
        100.0 * 0.5 * self.case.mass * (v - exact) * (v + exact) / impact.energy_lost()
    }

    /// Duration in samples.
    pub fn duration_in_samples(&self) -> f64 {
        self.report.duration * self.rate
    }
}
