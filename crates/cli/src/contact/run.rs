//! Runs the closed forms, the scheme and the chain of impacts.

use super::Input;
use super::request::Request;
use super::trace::Trace;
use crate::failure::Failure;
use foley_contact::analytic::{ContactTiming, PressedOutcome};
use foley_contact::bounce::{Approach, BounceReport, BounceSample, RunEnd, bounce_corrected};
use foley_params::Unit;

/// Maximum expected duration of one impact: some seconds of computing \[samples\].
const MAX_SAMPLES: f64 = 2e7;

/// Maximum simulated time beyond the expected duration of an impact \[samples\].
const MAX_EXTRA_SAMPLES: f64 = 2e5;

/// Maximum simulated time of a mass that stays captured at the wall \[samples\].
const MAX_CAPTURED_SAMPLES: f64 = 2e4;

/// Results of the closed forms of one impact; `None` where no closed form exists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Truth {
    pub(crate) captured: bool,
    /// Exact release velocity of the mass \[m/s\].
    pub(crate) v_out: Option<f64>,
    /// Exact ratio of release speed to impact speed \[1\].
    pub(crate) restitution: Option<f64>,
    /// Exact maximum compression \[m\].
    pub(crate) x_max: Option<f64>,
    /// Exact duration of the contact \[s\].
    pub(crate) duration: Option<f64>,
    /// Exact energy lost in the contact \[J\].
    pub(crate) energy_lost: Option<f64>,
}

/// Results of the closed forms, the scheme and the chain of impacts.
#[derive(Clone, Debug)]
pub(crate) struct ContactResult {
    pub(crate) truth: Truth,
    /// Simulated results of the first impact.
    pub(crate) report: BounceReport,
    /// Simulated steps of the first impact, whether or not the mass left the wall.
    pub(crate) samples: u32,
    pub(crate) chain: Option<Chain>,
}

/// Results of several impacts in a row.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// Release velocity of every impact after which the mass left the wall \[m/s\].
    pub(crate) v_out: Vec<f64>,
    /// Simulated kinetic energy after the last impact \[J\].
    pub(crate) residual: Option<f64>,
    /// Exact kinetic energy after the last impact, by the closed forms \[J\].
    pub(crate) exact_residual: Option<f64>,
    /// Relative difference between the simulated and the exact kinetic energy \[1\].
    pub(crate) error: Option<f64>,
}

/// Runs the closed forms, the scheme and the chain of impacts of a request.
pub(crate) fn run(request: &Request) -> Result<ContactResult, Failure> {
    let input = &request.input;
    let truth = truth(input, input.speed);
    let max_steps = max_steps(input, &truth, input.speed)?;
    let mut trace = request.trace.as_deref().map(Trace::create).transpose()?;
    let (mut samples, mut velocity) = (0, input.speed);
    let mut report = step(request, input.speed, max_steps, |sample| {
        (samples, velocity) = (sample.index, sample.motion.velocity);
        if let Some(trace) = &mut trace {
            trace.add(sample);
        }
    });
    if report.ended == RunEnd::Released {
        samples = report.samples;
    } else {
        // The report gives kinetic and stored energy as one number; a mass still in contact stores a part of
        // that energy.
        let moving = 0.5 * input.mass * velocity * velocity;
        let all = report.ledger.total();
        report.ledger.moving = moving.min(all);
        report.ledger.stored = all - report.ledger.moving;
    }
    let chain = request.chain.then(|| chain_impacts(request, &truth, &report)).transpose()?;
    if let Some(trace) = trace {
        trace.finish()?;
    }
    Ok(ContactResult { truth, report, samples, chain })
}

/// Solves one impact at `speed` \[m/s\] by the closed forms.
pub(crate) fn truth(input: &Input, speed: f64) -> Truth {
    if input.force == 0.0 {
        let impact = input.impact(speed);
        return Truth {
            captured: false,
            v_out: Some(impact.release_velocity()),
            restitution: Some(impact.restitution()),
            x_max: Some(impact.max_compression()),
            duration: Some(impact.duration()),
            energy_lost: Some(impact.energy_lost()),
        };
    }
    match input.pressed(speed).solve() {
        PressedOutcome::Released(release) => Truth {
            captured: false,
            v_out: Some(release.velocity),
            restitution: Some(release.velocity.abs() / speed),
            x_max: Some(release.max_compression),
            duration: Some(release.duration),
            energy_lost: Some(release.heat),
        },
        PressedOutcome::Captured { max_compression, .. } => {
            Truth { captured: true, x_max: Some(max_compression), ..Truth::default() }
        }
        _ => Truth::default(),
    }
}

/// Returns the number of samples after which a run ends although the mass is still in contact: several times
/// the expected duration, within limits. For a mass that stays captured, it is 32 times the duration of an
/// impact without the external force.
fn max_steps(input: &Input, truth: &Truth, speed: f64) -> Result<u32, Failure> {
    let impact = input.impact(speed);
    let clock = ContactTiming::fast(input.exponent, impact.loss());
    let free = clock.duration_ratio * impact.scale() / speed;
    let lasts = truth.duration.unwrap_or(free).max(free) * input.rate;
    if lasts > MAX_SAMPLES {
        return Err(Failure::input(format!(
            "at {} this contact lasts {lasts:.1e} samples, and the limit is {MAX_SAMPLES:.0e}. Choose a lower \
             `--rate`, a stiffer contact or a higher `--speed`.",
            Unit::Hertz.format(input.rate),
        )));
    }
    let more = if truth.captured {
        (32.0 * lasts).min(MAX_CAPTURED_SAMPLES)
    } else {
        lasts + (3.0 * lasts).min(MAX_EXTRA_SAMPLES)
    };
    Ok(more as u32 + 1000)
}

/// Steps one impact with the scheme of the request; `watch` receives every sample.
fn step(request: &Request, speed: f64, max_steps: u32, watch: impl FnMut(&BounceSample)) -> BounceReport {
    let input = &request.input;
    let approach = Approach { speed, offset: input.offset, max_steps };
    let mut scheme = (request.scheme.make)(input);
    bounce_corrected(&input.problem(), scheme.as_mut(), approach, &request.corrections, watch)
}

/// Runs the impacts after the first, until the mass does not leave the wall.
fn chain_impacts(request: &Request, first: &Truth, report: &BounceReport) -> Result<Chain, Failure> {
    let input = &request.input;
    let mut v_out = Vec::new();
    let mut left = leaves(report);
    let mut exact = first.v_out;
    while let Some(velocity) = left {
        v_out.push(velocity);
        let speed = velocity.abs();
        if v_out.len() >= input.impacts as usize || speed == 0.0 {
            break;
        }
        let next = exact.map(|exact| release(input, exact.abs()));
        exact = next.and_then(|next| next.v_out);
        let max_steps = max_steps(input, &next.unwrap_or_default(), speed)?;
        left = leaves(&step(request, speed, max_steps, |_| {}));
    }
    let complete = v_out.len() == input.impacts as usize;
    let last = v_out.last().copied().filter(|_| complete);
    let exact = exact.filter(|_| complete);
    let energy = |velocity: Option<f64>| velocity.map(|v| 0.5 * input.mass * v * v);
    let ratio = last.zip(exact).map(|(simulated, exact)| simulated / exact);
    Ok(Chain {
        residual: energy(last),
        exact_residual: energy(exact),
        error: ratio.and_then(|ratio| finite((ratio - 1.0) * (ratio + 1.0))),
        v_out,
    })
}

/// Finds the release velocity of [`truth`] without the duration, which would need an integral.
fn release(input: &Input, speed: f64) -> Truth {
    if input.force == 0.0 {
        Truth { v_out: Some(input.impact(speed).release_velocity()), ..Truth::default() }
    } else {
        truth(input, speed)
    }
}

/// Returns the release velocity of the mass \[m/s\]; `None` if the mass did not leave the wall.
pub(crate) fn leaves(report: &BounceReport) -> Option<f64> {
    (report.ended == RunEnd::Released).then_some(report.release_velocity).and_then(finite)
}

/// Returns the value; `None` if the value is not finite.
pub(crate) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Returns the relative error of a simulated value \[1\]; `None` if one of the values is missing.
pub(crate) fn relative_error(simulated: Option<f64>, exact: Option<f64>) -> Option<f64> {
    let (simulated, exact) = simulated.zip(exact)?;
    finite((simulated - exact) / exact)
}

/// Describes in words how a run ended.
pub(crate) fn ending(result: &ContactResult) -> String {
    use foley_contact::scheme::StepOutcome::ComplexRoot;
    match result.report.ended {
        RunEnd::Released => "released".to_owned(),
        RunEnd::Captured => {
            format!("captured: still in contact after {} samples", result.samples)
        }
        RunEnd::StepFailed(ComplexRoot(discriminant)) => format!(
            "stopped: the quadratic equation of the step has no real root (relative discriminant {discriminant:.3e})"
        ),
        RunEnd::NotFinite => "stopped: the state was no longer finite".to_owned(),
        _ => "stopped: the scheme could not take a step".to_owned(),
    }
}
