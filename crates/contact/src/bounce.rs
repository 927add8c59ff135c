//! Drives any scheme through one impact of a mass on a wall and measures the result.
//!
//! The duration runs from the zero of the incoming flight to the zero of the outgoing flight, that is,
//! between the times at which the extrapolated free flights have zero compression. Only this definition is
//! continuous and the same for every scheme. Counting samples, or interpolating the first sample outside,
//! differs by up to a sample.
//!
//! | quantity      | unit | meaning                                                                          |
//! |---------------|------|----------------------------------------------------------------------------------|
//! | offset        | 1    | start of the run, as a fraction of a sample before first touch                   |
//! | v_out         | m/s  | velocity at the zero of the outgoing flight                                      |
//! | energy gain   | 1    | largest rise of the scheme's energy in one step beyond the work done on it, relative to the initial energy |

use crate::Motion;
use crate::analytic::{Impact, PressedImpact};
use crate::correction::{Corrections, StoredForce};
use crate::energy::Ledger;
use crate::law::{HuntCrossley, Law};
use crate::scheme::{Advance, Problem, Scheme, StepOutcome};

/// Initial conditions and step limit of one simulated impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Velocity of the mass at first touch, v_in \[m/s\].
    pub speed: f64,
    /// Time from the start of the run to first touch, in time steps \[1\]; 0 starts at the wall.
    pub offset: f64,
    /// Number of steps after which a mass still in contact counts as captured.
    pub max_steps: u32,
}

impl Approach {
    /// Creates an approach at `speed` \[m/s\] that starts at the moment of touch, as in \[Papetti2011\].
    pub const fn at_speed(speed: f64) -> Self {
        Self { speed, offset: 0.0, max_steps: 1_000_000 }
    }
}

/// State of a simulated impact after one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BounceSample {
    /// Number of steps since the start of the run.
    pub index: u32,
    /// Time since first touch \[s\]; negative before first touch.
    pub time: f64,
    /// Displacement \[m\] and velocity \[m/s\] of the mass after the corrections of the step.
    pub motion: Motion,
    /// Compression on which the contact law acts \[m\]. It equals the displacement of the mass, except in
    /// schemes whose contact has an offset between gap and compression.
    pub compression: f64,
    /// Contact force \[N\]. A scheme that holds one force over each step gives the force of the last step;
    /// other schemes give the law's force at this state.
    pub force: f64,
    /// Kinetic plus stored energy in the scheme's own discrete form \[J\].
    pub energy: f64,
    /// Heat produced by the law since the start of the run \[J\].
    pub heat: f64,
    /// Cost and outcome of the step that led to this sample.
    pub advance: Advance,
}

/// Reason why a simulated impact ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RunEnd {
    /// The mass left the wall.
    Released,
    /// The mass was still in contact after [`Approach::max_steps`], most likely held by an external force.
    Captured,
    /// The scheme could not take a step; the value gives the reason.
    StepFailed(StepOutcome),
    /// Displacement or velocity became NaN or infinite.
    NotFinite,
}

/// Measurements of one simulated impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BounceReport {
    /// Reason why the run ended.
    pub ended: RunEnd,
    /// Velocity of the mass at release \[m/s\]; the last velocity of a mass that was not released.
    pub release_velocity: f64,
    /// Largest compression of the contact at any step \[m\].
    pub max_compression: f64,
    /// Time that the mass is in contact, from first touch to release \[s\].
    pub duration: f64,
    /// Number of steps from the start to the first sample outside the contact.
    pub samples: u32,
    /// Largest rise of energy in one step beyond the external work, relative to `turnover` \[1\].
    pub max_energy_gain: f64,
    /// Energy scale of the run \[J\]: the initial energy. Under an external force, the largest of the initial
    /// energy, the later total energies, and the work of that force in one step.
    pub turnover: f64,
    /// Largest number of solver iterations (or law evaluations) in one step.
    pub iterations_max: u32,
    /// Number of solver iterations (or law evaluations) of all steps together.
    pub iterations_total: u64,
    /// Largest number of sub-steps in one sample.
    pub substeps_max: u32,
    /// Energy balance of the mass and the contact over the whole run.
    pub ledger: Ledger,
}

/// Simulates one impact with the corrections of \[Papetti2011\] and returns the measurements. Calls `watch`
/// with the initial state and with the state after every step.
pub fn bounce_corrected<S: Scheme<HuntCrossley> + ?Sized>(
    problem: &Problem<HuntCrossley>,
    scheme: &mut S,
    approach: Approach,
    corrections: &Corrections,
    watch: impl FnMut(&BounceSample),
) -> BounceReport {
    let impact = Impact::new(problem.mass, problem.law, approach.speed);
    let pressed = PressedImpact::new(impact, problem.pressing);
    let mut problem = *problem;
    if corrections.bound {
        problem.bound = impact.max_compression();
    }
    let hybrid = |uncorrected: Motion| {
        corrections.hybrid.map(|stored| {
            let x = impact.compression_at(uncorrected.velocity);
            (Motion::new(x, uncorrected.velocity), stored == StoredForce::Refreshed)
        })
    };
    let output = || corrections.release_velocity(&pressed);
    drive(&problem, scheme, approach, hybrid, output, watch)
}

/// Simulates one impact with any scheme and any law, without corrections, and returns the measurements. Calls
/// `watch` with the initial state and with the state after every step.
pub fn bounce<L: Law, S: Scheme<L> + ?Sized>(
    problem: &Problem<L>,
    scheme: &mut S,
    approach: Approach,
    watch: impl FnMut(&BounceSample),
) -> BounceReport {
    drive(problem, scheme, approach, |_| None, || None, watch)
}

/// Runs the loop shared by `bounce` and `bounce_corrected`. `hybrid` returns the corrected state in contact
/// and whether to evaluate the stored force again. `output` returns the release velocity to set, if any.
fn drive<L: Law, S: Scheme<L> + ?Sized>(
    problem: &Problem<L>,
    scheme: &mut S,
    approach: Approach,
    hybrid: impl Fn(Motion) -> Option<(Motion, bool)>,
    output: impl Fn() -> Option<f64>,
    mut watch: impl FnMut(&BounceSample),
) -> BounceReport {
    let mut run = Run::begin(problem, scheme, approach);
    watch(&run.sample);
    let mut outside = 0;
    while run.sample.index < approach.max_steps {
        let Some(reached) = run.step(problem, scheme) else {
            break;
        };
        let mut corrected = reached;
        let mut left = scheme.compression() <= 0.0;
        if !left {
            if let Some((moved, refresh)) = hybrid(reached) {
                if moved.displacement > 0.0 {
                    scheme.place(problem, moved, refresh);
                    corrected = moved;
                } else {
                    left = true;
                }
            } else if reached.displacement > problem.bound {
                corrected.displacement = problem.bound;
                scheme.place(problem, corrected, true);
            }
        }
        // A contact may begin and end between two samples, so the mass may be outside again and moving away.
        let released = left && (run.inside || reached.velocity < 0.0);
        if released && outside == 0 {
            run.report.samples = run.sample.index;
            if let Some(velocity) = output() {
                corrected = Motion::new(0.0, velocity);
                scheme.place(problem, corrected, true);
            }
        }
        run.settle(problem, scheme, corrected);
        watch(&run.sample);
        if released {
            if outside >= scheme.lag() {
                run.report.ended = RunEnd::Released;
                break;
            }
            outside += 1;
        }
    }
    run.finish(problem)
}

/// Current sample of a simulated impact and the measurements so far.
struct Run {
    sample: BounceSample,
    report: BounceReport,
    /// Time from the start of the run to first touch \[s\].
    lead: f64,
    inside: bool,
}

impl Run {
    fn begin<L: Law, S: Scheme<L> + ?Sized>(
        problem: &Problem<L>,
        scheme: &mut S,
        approach: Approach,
    ) -> Self {
        let g = problem.acceleration(0.0);
        let lead = approach.offset * problem.step.seconds();
        let start = Motion::new(lead * (0.5 * g * lead - approach.speed), approach.speed - g * lead);
        scheme.begin(problem, start);
        let initial = scheme.energy(problem);
        Self {
            sample: BounceSample {
                index: 0,
                time: -lead,
                motion: start,
                compression: scheme.compression(),
                force: scheme.contact_force(problem),
                energy: initial,
                heat: 0.0,
                advance: Advance::taken(0),
            },
            report: BounceReport {
                ended: RunEnd::Captured,
                release_velocity: start.velocity,
                max_compression: 0.0,
                duration: 0.0,
                samples: 0,
                max_energy_gain: 0.0,
                turnover: initial,
                iterations_max: 0,
                iterations_total: 0,
                substeps_max: 0,
                ledger: Ledger::open(initial, 0.0),
            },
            lead,
            inside: false,
        }
    }

    /// Takes one step of the scheme and records the energies of that step before any correction. Returns
    /// `None` if the step failed.
    fn step<L: Law, S: Scheme<L> + ?Sized>(
        &mut self,
        problem: &Problem<L>,
        scheme: &mut S,
    ) -> Option<Motion> {
        let Self { sample, report, lead, .. } = self;
        let before = sample.motion;
        let advance = scheme.advance(problem);
        sample.advance = advance;
        sample.index += 1;
        sample.time = f64::from(sample.index) * problem.step.seconds() - *lead;
        report.iterations_max = report.iterations_max.max(advance.iterations);
        report.iterations_total += u64::from(advance.iterations);
        report.substeps_max = report.substeps_max.max(advance.substeps);
        if let StepOutcome::ComplexRoot(_) = advance.outcome {
            report.ended = RunEnd::StepFailed(advance.outcome);
            return None;
        }
        let reached = scheme.motion();
        if !reached.is_finite() {
            report.ended = RunEnd::NotFinite;
            return None;
        }
        let work = problem.pressing * (reached.displacement - before.displacement);
        let heat = scheme.heat().unwrap_or_else(|| problem.law.heat(before, reached, problem.step));
        let energy = scheme.energy(problem);
        if problem.pressing != 0.0 {
            report.turnover = report.turnover.max(energy).max(work.abs());
        }
        let gain = (energy - sample.energy - work) / report.turnover;
        report.max_energy_gain = report.max_energy_gain.max(gain);
        report.max_compression = report.max_compression.max(scheme.peak());
        report.ledger.work += work;
        report.ledger.heat += heat;
        sample.heat += heat;
        sample.energy = energy;
        self.inside |= scheme.peak() > 0.0;
        Some(reached)
    }

    /// Stores the corrected state and adds the energy change of the correction to the ledger as `control`.
    fn settle<L: Law, S: Scheme<L> + ?Sized>(&mut self, problem: &Problem<L>, scheme: &S, corrected: Motion) {
        let energy = scheme.energy(problem);
        self.report.ledger.control += energy - self.sample.energy;
        self.sample.motion = corrected;
        self.sample.compression = scheme.compression();
        self.sample.force = scheme.contact_force(problem);
        self.sample.energy = energy;
    }

    /// Finds release velocity and duration by tracing the flight after release back to zero compression, and
    /// returns the report. Zero compression may differ from zero displacement by the contact's offset.
    fn finish<L: Law>(self, problem: &Problem<L>) -> BounceReport {
        let Self { sample, mut report, .. } = self;
        let (v, g) = (sample.motion.velocity, problem.acceleration(0.0));
        if report.ended == RunEnd::Released {
            let (out, since) = flight_since_zero(sample.compression, v, g);
            report.release_velocity = out;
            report.duration = sample.time - since;
        } else {
            report.release_velocity = v;
            report.duration = sample.time;
        }
        report.ledger.stored = problem.law.potential(sample.compression);
        report.ledger.moving = sample.energy - report.ledger.stored;
        report
    }
}

/// Returns the velocity with which a mass in free flight left displacement zero \[m/s\], and the time since
/// then \[s\]. `x` ≤ 0 is the present displacement \[m\], `v` the velocity \[m/s\], `g` the acceleration
/// \[m/s²\]. With `g` > 0 the mass may already be coming back.
fn flight_since_zero(x: f64, v: f64, g: f64) -> (f64, f64) {
    let out = -libm::sqrt((v * v - 2.0 * g * x).max(0.0));
    let since = if v > 0.0 {
        (v - out) / g
    } else if v + out == 0.0 {
        0.0
    } else {
        2.0 * x / (v + out)
    };
    (out, since)
}

/// A sequence of impacts, each starting at the wall with the release speed of the previous impact. Used for
/// table III of \[Papetti2011\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactChain {
    /// Approach speed of the next simulated impact \[m/s\].
    pub speed: f64,
    /// Approach speed of the next impact if every impact so far had the exact restitution \[m/s\].
    pub exact: f64,
}

impl ImpactChain {
    /// Creates a chain whose simulated and exact impacts start with the same speed \[m/s\].
    pub const fn from_speed(speed: f64) -> Self {
        Self { speed, exact: speed }
    }

    /// Adds one impact to both chains: the simulated one with its release `velocity` \[m/s\], the exact one with
    /// the release velocity of the closed-form solution for `law` and `mass` \[kg\].
    pub fn advance(&mut self, law: HuntCrossley, mass: f64, velocity: f64) {
        self.speed = velocity.abs();
        self.exact = Impact::new(mass, law, self.exact).release_velocity().abs();
    }

    /// Returns the relative error of the kinetic energy left in the simulated chain against the exact chain
    /// \[1\].
    pub fn error(&self) -> f64 {
        (self.speed / self.exact - 1.0) * (self.speed / self.exact + 1.0)
    }
}
