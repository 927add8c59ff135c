//! Formats the answer of `foley contact` as text: exact and simulated values, and the energy balance.

use super::request::Request;
use super::run::{ContactResult, ending, finite, leaves, relative_error};
use crate::text::{aligned, counted, ledger, relative, rounded};
use foley_contact::bounce::RunEnd;
use foley_params::Unit;
use std::fmt::Write;

/// Number of significant digits of printed values, enough to distinguish two schemes. `--json` prints all
/// digits.
const DIGITS: usize = 8;

/// Returns the complete answer as text.
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
    let law = input.law();
    let pressed = if input.force == 0.0 {
        String::new()
    } else {
        format!(", pressed by {}", Unit::Newton.format(input.force))
    };
    let parts = match result.report.substeps_max {
        1 => "1 step per sample".to_owned(),
        parts => format!("{parts} steps per sample in contact"),
    };
    let corrected = match request.correction_names().as_str() {
        "none" => String::new(),
        names => format!(", corrected by {names}"),
    };
    let mut page = format!(
        "A mass of {} meets a wall at {}{pressed}\nk = {}, α = {}, μ = {}\n{}, scheme `{}`{corrected}, {parts}\n",
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

/// Returns a table of exact values, simulated values and their differences.
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
    for (name, unit, exact, simulated) in rows {
        let show = |value: Option<f64>| value.map_or_else(none, |v| rounded(unit, v, DIGITS));
        let error = relative_error(simulated, exact).map_or_else(none, relative);
        table.push(vec![name.to_owned(), show(exact), show(simulated), error]);
    }
    let mut page = aligned(&table);
    if truth.captured {
        page.push_str("exact: the mass is captured and comes to rest in the wall.\n");
    } else if truth.v_out.is_none() {
        page.push_str("exact: unknown; the loss exceeds the range of the reference solution.\n");
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
        "ended    {}{after}\nsolver   at most {} iterations per step; largest energy gain in a step {:.1e} of the total\n",
        ending(result),
        report.iterations_max,
        report.max_energy_gain,
    )
}

fn chain(request: &Request, result: &ContactResult) -> Option<String> {
    let chain = result.chain.as_ref()?;
    let (requested, done) = (request.input.impacts as usize, chain.v_out.len());
    let joules = |value: Option<f64>| value.map_or("–".to_owned(), |v| rounded(Unit::Joule, v, DIGITS));
    let error = chain.error.map_or("–".to_owned(), relative);
    let short = if done < requested {
        format!(", after which the mass did not leave the wall ({requested} were requested)")
    } else {
        String::new()
    };
    Some(format!(
        "chain    {}{short}; remaining energy {}, exact {}, error {error}\n",
        counted(done, "impact"),
        joules(chain.residual),
        joules(chain.exact_residual),
    ))
}
