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

/// Time after the strike at which the comparison with the reference ends \[s\].
const UNTIL: f64 = 0.012;

/// Method that computes a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrikeMethod {
    /// Exact modes, with the contact force of this project's exact step.
    Exact,
    /// Exact modes, with the contact force of the plain discrete gradient.
    Gradient,
    /// Bilinear modes, with the contact force by Newton's method.
    KMethod,
    /// Pre-warped bilinear modes, with the contact force by Newton's method.
    KMethodPrewarped,
    /// Fourth-order Runge-Kutta method for hammer and modes.
    Rk4,
}

impl StrikeMethod {
    /// All methods, in the order of the figure's legend.
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::Gradient, Self::KMethod, Self::KMethodPrewarped, Self::Rk4];

    /// Returns the name of the method in tables and figures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact step",
            Self::Gradient => "discrete gradient",
            Self::KMethod => "K-method",
            Self::KMethodPrewarped => "K-method, pre-warped",
            Self::Rk4 => "RK4",
        }
    }

    /// Creates the stepper of the method, starting `before` seconds before contact.
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

/// Reference solution of the ringing at the samples of one run. The first contact may lie between two
/// samples.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceRinging {
    /// Time from the first sample to the first contact \[samples\].
    phase: f64,
    /// Index of the first sample that is compared.
    first: usize,
    /// Motion of the struck point at every sample from `first` on.
    motions: Vec<Motion>,
    /// Time at which the last touch ends \[s\].
    pub last_release: f64,
    /// Number of touches of the strike.
    pub touches: usize,
}

/// Error of the ringing: rms of the difference from the reference, relative to the rms of the reference
/// \[1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingingError {
    /// Relative error of the velocity of the struck point \[1\].
    pub velocity: f64,
    /// Relative error of the displacement of the struck point \[1\].
    pub displacement: f64,
}

impl ReferenceRinging {
    /// Computes the reference solution of a strike. The first sample is `phase` samples before contact.
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

    /// Returns the ringing error of a method with `parts` steps per sample. Exact modes are advanced by whole
    /// samples after the release.
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
