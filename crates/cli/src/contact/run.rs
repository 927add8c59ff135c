//! Runs the closed forms, the scheme and the chain of impacts.

use super::Input;
use super::request::Request;
use super::trace::Trace;
use crate::failure::Failure;
use foley_contact::analytic::{ContactTiming, PressedOutcome};
use foley_contact::bounce::{Approach, BounceReport, BounceSample, RunEnd, bounce_corrected};
use foley_params::Unit;

/// Maximum samples of one impact: some seconds of work.
const MAX_SAMPLES: f64 = 2e7;

/// Maximum samples beyond the expected duration.
const MAX_EXTRA_SAMPLES: f64 = 2e5;

/// Maximum samples of a captured mass.
const MAX_CAPTURED_SAMPLES: f64 = 2e4;

/// Results of the closed forms; none where there is no closed form.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Truth {
    pub(crate) captured: bool,
    /// \[m/s\]
    pub(crate) v_out: Option<f64>,
    /// \[1\]
    pub(crate) restitution: Option<f64>,
    /// \[m\]
    pub(crate) x_max: Option<f64>,
    /// \[s\]
    pub(crate) duration: Option<f64>,
    /// \[J\]
    pub(crate) energy_lost: Option<f64>,
}

/// Results of a run.
#[derive(Clone, Debug)]
pub(crate) struct ContactResult {
    pub(crate) truth: Truth,
    /// Report of the first impact.
    pub(crate) report: BounceReport,
    /// Steps of the first impact, whether or not the mass left.
    pub(crate) samples: u32,
    pub(crate) chain: Option<Chain>,
}

/// Impacts in a row.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// Release velocity of each impact until the mass did not leave \[m/s\].
    pub(crate) v_out: Vec<f64>,
    /// Kinetic energy after the last one \[J\].
    pub(crate) residual: Option<f64>,
    /// The same by the closed forms \[J\].
    pub(crate) exact_residual: Option<f64>,
    /// Relative difference of the two \[1\].
    pub(crate) error: Option<f64>,
}

/// Runs the request.
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
        // The report has one number for both; a mass still in contact stores a part of it.
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

/// The closed forms of one impact.
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

/// Samples after which a mass that has not left is given up: several times the expected duration, within
/// limits. A captured mass is observed for some dozens of free impacts.
fn max_steps(input: &Input, truth: &Truth, speed: f64) -> Result<u32, Failure> {
    let impact = input.impact(speed);
    let clock = ContactTiming::fast(input.law.exponent, impact.loss());
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

/// Steps one impact.
fn step(request: &Request, speed: f64, max_steps: u32, watch: impl FnMut(&BounceSample)) -> BounceReport {
    let input = &request.input;
    let approach = Approach { speed, offset: input.offset, max_steps };
    let mut scheme = (request.scheme.make)(input);
    bounce_corrected(&input.problem(), scheme.as_mut(), approach, &request.corrections, watch)
}

/// The impacts after the first, until a mass does not leave.
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

/// The release of [`truth`] without the duration, which would need an integral.
fn release(input: &Input, speed: f64) -> Truth {
    if input.force == 0.0 {
        Truth { v_out: Some(input.impact(speed).release_velocity()), ..Truth::default() }
    } else {
        truth(input, speed)
    }
}

/// Release velocity \[m/s\]; none if the mass did not leave.
pub(crate) fn leaves(report: &BounceReport) -> Option<f64> {
    (report.ended == RunEnd::Released).then_some(report.release_velocity).and_then(finite)
}

/// The value, if it is finite.
pub(crate) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Relative error of a simulated value.
pub(crate) fn relative_error(simulated: Option<f64>, exact: Option<f64>) -> Option<f64> {
    let (simulated, exact) = simulated.zip(exact)?;
    finite((simulated - exact) / exact)
}

/// The end of a run as text.
pub(crate) fn ending(result: &ContactResult) -> String {
    use foley_contact::scheme::StepOutcome::ComplexRoot;
    match result.report.ended {
        RunEnd::Released => "released".to_owned(),
        RunEnd::Captured => {
            format!("captured: still in contact after {} samples", result.samples)
        }
        RunEnd::StepFailed(ComplexRoot(discriminant)) => format!(
            "refused: the quadratic equation of the step has no real root (relative discriminant {discriminant:.3e})"
        ),
        RunEnd::NotFinite => "stopped: the state was no longer finite".to_owned(),
        _ => "stopped: the scheme could not take a step".to_owned(),
    }
}
