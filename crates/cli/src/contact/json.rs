//! Formats the answer of `foley contact` as JSON: SI units, full precision, `null` for missing values.

use super::Input;
use super::request::Request;
use super::run::{ContactResult, ending, finite, leaves, relative_error};
use crate::schemes::Scope;
use foley_contact::bounce::RunEnd;
use foley_params::{Parametric, Scale};
use serde_json::{Map, Value, json};

/// Returns the complete answer: inputs, closed forms, simulated values and differences.
pub(crate) fn document(request: &Request, result: &ContactResult) -> Value {
    let ContactResult { truth, report, samples, chain } = result;
    let v_out = leaves(report);
    let duration = finite(report.duration).filter(|_| report.ended == RunEnd::Released);
    let x_max = finite(report.max_compression);
    json!({
        "input": input(request),
        "exact": {
            "v_out": truth.v_out,
            "restitution": truth.restitution,
            "x_max": truth.x_max,
            "duration": truth.duration,
            "energy_lost": truth.energy_lost,
            "captured": truth.captured,
        },
        "simulated": {
            "v_out": v_out,
            "x_max": x_max,
            "duration": duration,
            "samples": samples,
            "max_energy_gain": finite(report.max_energy_gain),
            "iterations_max": report.iterations_max,
            "substeps": report.substeps_max,
            "ended": ending(result),
        },
        "error": {
            "v_out": relative_error(v_out, truth.v_out),
            "duration": relative_error(duration, truth.duration),
            "x_max": relative_error(x_max, truth.x_max),
        },
        "ledger": crate::output::ledger(&report.ledger),
        "chain": chain.as_ref().map(|chain| json!({
            "v_out": chain.v_out,
            "residual_energy": chain.residual,
            "exact_residual_energy": chain.exact_residual,
            "relative_error": chain.error,
        })),
    })
}

/// Returns the values of all inputs of the contact, including defaults.
fn input(request: &Request) -> Value {
    let mut values = Map::new();
    for param in Input::PARAMS {
        let value = (param.get)(&request.input);
        let value = match param.scale {
            Scale::Integer => json!(value as u64),
            _ => json!(value),
        };
        values.insert(param.id.to_owned(), value);
    }
    if request.input.auto_substeps {
        values.insert("substeps".to_owned(), json!("auto"));
    }
    if request.scheme.scope != Scope::Lossless {
        values.insert("expansion".to_owned(), Value::Null);
    }
    values.insert("scheme".to_owned(), json!(request.scheme.name()));
    values.insert("correction".to_owned(), json!(request.correction_names()));
    Value::Object(values)
}
