//! Error of the ringing after a strike, relative to the reference solution.
//!
//! The motion of the struck point is compared sample by sample, from two samples after the last release until
//! 12 ms after the strike. The error is the rms of the difference over the rms of the reference.

use super::equations::FreeFlight;
use super::{HeldForceStepper, KMethod, ReferenceSolver, RungeKutta, Stepper, Strike};
use crate::experiment::RATE;
use foley_body::modal::Discretisation;
use foley_contact::scheme::Duration;
use foley_contact::{Motion, Step};

/// End of the comparison, after the strike \[s\].
const UNTIL: f64 = 0.012;

/// Method that computes a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrikeMethod {
    /// Exact modes and the exact step of this project.
    Exact,
    /// Exact modes and the plain discrete gradient.
    Gradient,
    /// Bilinear modes and Newton's method.
    KMethod,
    /// Pre-warped bilinear modes and Newton's method.
    KMethodPrewarped,
    /// Fourth-order Runge-Kutta.
    Rk4,
}

impl StrikeMethod {
    /// All methods, in the order of the legend.
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::Gradient, Self::KMethod, Self::KMethodPrewarped, Self::Rk4];

    /// Name in tables and figures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact step",
            Self::Gradient => "discrete gradient",
            Self::KMethod => "K-method",
            Self::KMethodPrewarped => "K-method, pre-warped",
            Self::Rk4 => "RK4",
        }
    }

    /// Creates the stepper, starting `before` seconds before contact.
    pub fn start(self, strike: &Strike, step: Step, before: f64) -> Box<dyn Stepper> {
        let k_method = |modes| Box::new(KMethod::new(strike, step, before, modes));
        match self {
            Self::Exact => Box::new(HeldForceStepper::exact_step(strike, step, before, Duration::Corrected)),
            Self::Gradient => Box::new(HeldForceStepper::gradient(strike, step, before)),
            Self::KMethod => k_method(Discretisation::Bilinear),
            Self::KMethodPrewarped => k_method(Discretisation::BilinearPrewarped),
            Self::Rk4 => Box::new(RungeKutta::new(strike, step, before)),
        }
    }
}

/// Reference solution of the ringing, sampled at one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceRinging {
    /// Time from the first sample to contact \[samples\].
    phase: f64,
    /// First compared sample.
    first: usize,
    /// Motion of the struck point, from sample `first` on.
    motions: Vec<Motion>,
    /// Time of the last release \[s\].
    pub last_release: f64,
    /// Number of touches.
    pub touches: usize,
}

/// Relative rms error of the ringing \[1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingingError {
    /// Error of the velocity of the struck point.
    pub velocity: f64,
    /// Error of the displacement of the struck point.
    pub displacement: f64,
}

impl ReferenceRinging {
    /// Computes the reference. The first sample is `phase` samples before contact.
    pub fn of(strike: &Strike, phase: f64) -> Self {
        let mut solver = ReferenceSolver::new(strike);
        solver.advance_to(UNTIL);
        let last_release = solver.touches().last().map_or(UNTIL, |touch| touch.to);
        let touches = solver.touches().len();
        let mut solver = ReferenceSolver::new(strike);
        let first = (last_release * RATE + phase + 2.0).ceil() as usize;
        let last = (UNTIL * RATE) as usize;
        solver.advance_to((first as f64 - phase) / RATE);
        let sample = FreeFlight::of(strike, 1.0 / RATE);
        let mut state = solver.state().clone();
        let motions = (first..last).map(|_| {
            let motion = state.struck_point(strike);
            state = sample.advance(&state);
            motion
        });
        Self { phase, first, motions: motions.collect(), last_release, touches }
    }

    /// Returns the error of a method with `parts` steps per sample. Exact modes are advanced by whole samples
    /// after the release.
    pub fn error_of(&self, strike: &Strike, method: StrikeMethod, parts: u32) -> RingingError {
        let step = Step::at_rate(RATE).divided_by(parts);
        let mut stepper = method.start(strike, step, self.phase / RATE);
        for _ in 0..self.first * parts as usize {
            stepper.step();
        }
        let released =
            matches!(method, StrikeMethod::Exact | StrikeMethod::Gradient) && stepper.compression() <= 0.0;
        let sample = FreeFlight::of(strike, 1.0 / RATE);
        let mut state = stepper.state().clone();
        let mut next = || {
            let motion = state.struck_point(strike);
            if released {
                state = sample.advance(&state);
            } else {
                for _ in 0..parts {
                    stepper.step();
                }
                state.clone_from(stepper.state());
            }
            motion
        };
        let (mut off, mut all) = (Motion::default(), Motion::default());
        let square = |m: Motion| Motion::new(m.displacement * m.displacement, m.velocity * m.velocity);
        for reference in &self.motions {
            off = off + square(next() - *reference);
            all = all + square(*reference);
        }
        RingingError {
            velocity: (off.velocity / all.velocity).sqrt(),
            displacement: (off.displacement / all.displacement).sqrt(),
        }
    }
}
