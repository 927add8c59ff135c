//! What is heard after the touch: how far a method is from the judge.
//!
//! The velocity of the struck point is compared sample by sample, from two steps after the last release until
//! 12 milliseconds after the strike; the error is rms over rms.

use super::equations::FreeFlight;
use super::{HeldForceStepper, KMethod, ReferenceSolver, RungeKutta, Stepper, Strike};
use crate::experiment::RATE;
use foley_body::modal::Discretisation;
use foley_contact::scheme::Duration;
use foley_contact::{Motion, Step};

/// How long is listened \[s\].
const UNTIL: f64 = 0.012;

/// Who carries the strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrikeMethod {
    /// Exact modes and the contact of this project.
    Exact,
    /// Exact modes and the plain discrete gradient.
    Gradient,
    /// Bilinear modes and Newton.
    KMethod,
    /// Bilinear modes with their frequencies repaired, and Newton.
    KMethodPrewarped,
    /// Runge-Kutta of the fourth order.
    Rk4,
}

impl StrikeMethod {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::Gradient, Self::KMethod, Self::KMethodPrewarped, Self::Rk4];

    /// As the tables call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact step",
            Self::Gradient => "discrete gradient",
            Self::KMethod => "K-method",
            Self::KMethodPrewarped => "K-method, pre-warped",
            Self::Rk4 => "RK4",
        }
    }

    /// It at a step, so many seconds before the surfaces meet.
    pub fn start(self, strike: &Strike, step: Step, before: f64) -> Box<dyn Stepper> {
        let k_method = |modes| Box::new(KMethod::new(strike, step, before, modes));
        match self {
            Self::Exact => Box::new(HeldForceStepper::ours(strike, step, before, Duration::Corrected)),
            Self::Gradient => Box::new(HeldForceStepper::gradient(strike, step, before)),
            Self::KMethod => k_method(Discretisation::Bilinear),
            Self::KMethodPrewarped => k_method(Discretisation::BilinearPrewarped),
            Self::Rk4 => Box::new(RungeKutta::new(strike, step, before)),
        }
    }
}

/// The judge's ringing at the samples of one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceRinging {
    /// Start, in samples before the surfaces meet.
    phase: f64,
    /// First sample that is compared.
    first: usize,
    /// Motion of the struck point, from that sample on.
    heard: Vec<Motion>,
    /// When the surfaces parted for good \[s\].
    pub parted: f64,
    /// How often they touched.
    pub touches: usize,
}

/// Error of a method, relative \[1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingingError {
    /// Of the velocity.
    pub velocity: f64,
    /// Of the displacement.
    pub displacement: f64,
}

impl ReferenceRinging {
    /// The judge's, at samples that begin so many samples before the surfaces meet.
    pub fn of(strike: &Strike, phase: f64) -> Self {
        let mut judge = ReferenceSolver::new(strike);
        judge.advance_to(UNTIL);
        let parted = judge.touches().last().map_or(UNTIL, |touch| touch.to);
        let touches = judge.touches().len();
        let mut judge = ReferenceSolver::new(strike);
        let first = (parted * RATE + phase + 2.0).ceil() as usize;
        let last = (UNTIL * RATE) as usize;
        judge.advance_to((first as f64 - phase) / RATE);
        let sample = FreeFlight::of(strike, 1.0 / RATE);
        let mut state = judge.state().clone();
        let heard = (first..last).map(|_| {
            let heard = state.struck_point(strike);
            state = sample.after(&state);
            heard
        });
        Self { phase, first, heard: heard.collect(), parted, touches }
    }

    /// How far a method is from it that cuts every sample into so many steps. Exact modes are left alone once
    /// the surfaces have parted: nothing is cut there.
    pub fn error_of(&self, strike: &Strike, player: StrikeMethod, parts: u32) -> RingingError {
        let step = Step::at_rate(RATE).divided_by(parts);
        let mut play = player.start(strike, step, self.phase / RATE);
        for _ in 0..self.first * parts as usize {
            play.step();
        }
        let alone =
            matches!(player, StrikeMethod::Exact | StrikeMethod::Gradient) && play.compression() <= 0.0;
        let sample = FreeFlight::of(strike, 1.0 / RATE);
        let mut state = play.state().clone();
        let mut next = || {
            let heard = state.struck_point(strike);
            if alone {
                state = sample.after(&state);
            } else {
                for _ in 0..parts {
                    play.step();
                }
                state.clone_from(play.state());
            }
            heard
        };
        let (mut off, mut all) = (Motion::default(), Motion::default());
        let square = |m: Motion| Motion::new(m.displacement * m.displacement, m.velocity * m.velocity);
        for heard in &self.heard {
            off = off + square(next() - *heard);
            all = all + square(*heard);
        }
        RingingError {
            velocity: (off.velocity / all.velocity).sqrt(),
            displacement: (off.displacement / all.displacement).sqrt(),
        }
    }
}
