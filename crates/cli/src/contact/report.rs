//! The answer for people: three columns, and where the energy went.

use super::request::Request;
use super::run::{ContactResult, ending, finite, leaves, relative_error};
use crate::text::{aligned, ledger, relative, rounded};
use foley_contact::bounce::RunEnd;
use foley_params::Unit;
use std::fmt::Write;

/// Digits that are shown: enough to see two schemes differ, few enough to be read. `--json` has all of them.
const DIGITS: usize = 8;

/// The whole answer.
pub(crate) fn text(request: &Request, result: &ContactResult) -> String {
    let mut page = heading(request, result);
    page.push('\n');
    page.push_str(&columns(request.input.speed, result));
    page.push('\n');
    page.push_str(&course(result));
    page.push_str(&ledger(&result.report.ledger));
    if let Some(chain) = chain(request, result) {
        page.push_str(&chain);
    }
    for note in &request.notes {
        let _ = writeln!(page, "note     {note}");
    }
    page
}

fn heading(request: &Request, result: &ContactResult) -> String {
    let input = &request.input;
    let law = &input.law;
    let pressed = if input.force == 0.0 {
        String::new()
    } else {
        format!(", pressed by {}", Unit::Newton.format(input.force))
    };
    let parts = match result.report.substeps_max {
        1 => "one step per sample".to_owned(),
        parts => format!("{parts} steps per sample while touching"),
    };
    let corrected = match request.correction_names().as_str() {
        "none" => String::new(),
        names => format!(", corrected by {names}"),
    };
    let mut page = format!(
        "{} meets a wall at {}{pressed}\nk = {}, α = {}, μ = {}\n{} by `{}`{corrected}, {parts}\n",
        Unit::Kilogram.format(input.mass),
        Unit::MetrePerSecond.format(input.speed),
        Unit::NewtonPerMetreToTheExponent.format(law.stiffness),
        Unit::One.format(law.exponent),
        Unit::SecondPerMetre.format(law.damping),
        Unit::Hertz.format(input.rate),
        request.scheme.name(),
    );
    if let Some(defaults) = request.defaults_used() {
        let _ = writeln!(page, "({defaults})");
    }
    page
}

/// Exact, simulated, and the difference.
fn columns(speed: f64, result: &ContactResult) -> String {
    let ContactResult { truth, report, .. } = result;
    let left = leaves(report);
    let released = report.ended == RunEnd::Released;
    let rows = [
        ("v_out", Unit::MetrePerSecond, truth.v_out, left),
        ("restitution", Unit::One, truth.restitution, left.map(|v| v.abs() / speed)),
        ("x_max", Unit::Metre, truth.x_max, finite(report.max_compression)),
        ("duration", Unit::Second, truth.duration, finite(report.duration).filter(|_| released)),
        (
            "energy lost",
            Unit::Joule,
            truth.energy_lost,
            finite(report.ledger.initial + report.ledger.work - report.ledger.total()).filter(|_| released),
        ),
    ];
    let none = || "–".to_owned();
    let mut table = vec![vec![String::new(), "exact".to_owned(), "simulated".to_owned(), "error".to_owned()]];
    for (name, unit, exact, ours) in rows {
        let show = |value: Option<f64>| value.map_or_else(none, |v| rounded(unit, v, DIGITS));
        let error = relative_error(ours, exact).map_or_else(none, relative);
        table.push(vec![name.to_owned(), show(exact), show(ours), error]);
    }
    let mut page = aligned(&table);
    if truth.captured {
        page.push_str("exact: the mass is captured and comes to rest in the wall.\n");
    } else if truth.v_out.is_none() {
        page.push_str("exact: not known, the loss is beyond what the reference solution resolves.\n");
    }
    page
}

fn course(result: &ContactResult) -> String {
    let report = &result.report;
    let after = match report.ended {
        RunEnd::Released => format!(" after {} samples", result.samples),
        _ => String::new(),
    };
    format!(
        "ended    {}{after}\nsolver   at most {} iterations per step; largest gain of energy in a step {:.1e} of what there is\n",
        ending(result),
        report.iterations_max,
        report.max_energy_gain,
    )
}

fn chain(request: &Request, result: &ContactResult) -> Option<String> {
    let chain = result.chain.as_ref()?;
    let (asked, done) = (request.input.impacts as usize, chain.v_out.len());
    let joules = |value: Option<f64>| value.map_or("–".to_owned(), |v| rounded(Unit::Joule, v, DIGITS));
    let error = chain.error.map_or("–".to_owned(), relative);
    let short = if done < asked {
        format!(", then the mass did not leave ({asked} were asked for)")
    } else {
        String::new()
    };
    Some(format!(
        "chain    {done} impacts{short}; left {}, exact {}, error {error}\n",
        joules(chain.residual),
        joules(chain.exact_residual),
    ))
}
