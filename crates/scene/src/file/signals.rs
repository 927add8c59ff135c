//! A value over time: a number, or one of these forms.
//!
//! ```json
//! { "points": [[0, 0], ["50 ms", "2 N"], [1, "2 N"], [1.2, 0]] }
//! { "sine": { "amplitude": "0.1 N", "frequency": "5 Hz", "offset": "1 N" } }
//! { "noise": { "amplitude": "10 mN", "rate": "2 kHz", "seed": 7 } }
//! { "samples": [0, 0.1, 0.3, 0.1, 0], "rate": "1 kHz" }
//! { "sum": ["1 N", { "noise": { "amplitude": "10 mN" } }] }
//! ```

use crate::Signal;
use foley_document::{self as document, Field, Node, ReadResult, Tree, quantity, reference};
use foley_params::{Info, Unit};
use serde_json::{Value, json};

/// Maximum number of points or samples of a signal.
const MAX_VALUES: usize = 4 << 20;
/// Maximum number of signals in a sum.
const MAX_TERMS: usize = 16;

const FORMS: [&str; 5] = ["points", "sine", "noise", "samples", "sum"];

const TIME: Info = quantity("time", Unit::Second, "Time from the start of the gesture.", (0.0, 1e5), 0.0);
const FREQUENCY: Info = quantity("frequency", Unit::Hertz, "Frequency of the sine.", (0.0, 1e6), 1.0);
const PHASE: Info =
    quantity("phase", Unit::Radian, "Phase of the sine at the start of the gesture.", (-1e3, 1e3), 0.0);
const RATE: Info = quantity(
    "rate",
    Unit::Hertz,
    "Values per second, linearly interpolated. Default: one per sample.",
    (1e-3, 1e7),
    1000.0,
);

fn value(info: &Info, id: &'static str, doc: &'static str) -> Info {
    Info { id, symbol: id, doc, ..*info }
}

fn amplitude(info: &Info) -> Info {
    let most = info.max.abs().max(info.min.abs());
    Info { min: 0.0, max: most, default: 0.0, ..value(info, "amplitude", "Amplitude of the signal.") }
}

fn offset(info: &Info) -> Info {
    Info { default: 0.0, ..value(info, "offset", "Mean value of the signal.") }
}

fn sine_form(info: &Info) -> Vec<Field> {
    vec![
        Field::quantity(&amplitude(info)).required(),
        Field::quantity(&FREQUENCY).required(),
        Field::quantity(&PHASE),
        Field::quantity(&offset(info)),
    ]
}

fn noise_form(info: &Info) -> Vec<Field> {
    let seed = || json!({ "type": "integer", "minimum": 0 });
    vec![
        Field::quantity(&amplitude(info)).required(),
        Field::quantity(&RATE),
        Field::new("seed", "Seed of the noise. Default: derived from the scene's seed.", seed),
    ]
}

fn form(word: &'static str, info: &Info) -> Vec<Field> {
    let info = *info;
    let schema = move || match word {
        "points" => json!({
            "type": "array", "minItems": 1, "maxItems": MAX_VALUES, "items": {
                "type": "array", "prefixItems": [TIME.schema(), info.schema()], "minItems": 2, "maxItems": 2,
            },
        }),
        "sine" => document::object("a sine", &sine_form(&info)),
        "noise" => document::object("noise", &noise_form(&info)),
        "sum" => {
            json!({ "type": "array", "maxItems": MAX_TERMS, "items": reference("signal") })
        }
        _ => json!({ "type": "array", "maxItems": MAX_VALUES, "items": info.schema() }),
    };
    let mut form = vec![
        Field::new(word, "Value over time: pairs of time and value, linearly interpolated.", schema)
            .required(),
    ];
    if word == "samples" {
        form.push(Field::quantity(&RATE));
    }
    form
}

/// Returns the schema of a signal of any unit. Only the reader checks unit and range.
pub(super) fn schema() -> Value {
    let any = json!({ "type": ["number", "string"] });
    let anything =
        quantity("value", Unit::One, "Value in the unit of the driven quantity.", (-1e9, 1e9), 0.0);
    let forms = FORMS.iter().map(|word| document::object(word, &form(word, &anything)));
    let forms: Vec<_> = [any].into_iter().chain(forms).collect();
    let mut schema = json!({ "anyOf": forms });
    without_unit(&mut schema);
    schema
}

/// Removes range and unit from a schema, for values whose unit the schema cannot know.
fn without_unit(schema: &mut Value) {
    if schema["x-unit"] == "1"
        && let Some(fields) = schema.as_object_mut()
    {
        for key in ["minimum", "maximum", "pattern", "x-unit", "default"] {
            fields.remove(key);
        }
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(without_unit),
        Value::Array(items) => items.iter_mut().for_each(without_unit),
        _ => {}
    }
}

/// Reads a signal whose values are of the quantity `info`.
pub(super) fn read(node: &Node<'_>, info: &Info) -> ReadResult<Signal> {
    let Tree::Object(fields) = node.tree else {
        return Ok(Signal::Constant(node.quantity(info)?));
    };
    let word = fields.iter().find_map(|(key, _)| FORMS.iter().find(|word| *word == key));
    let Some(&word) = word else {
        let first = fields.first().map_or("", |(key, _)| key.as_str());
        let node = node.peek(first).unwrap_or_else(|| node.clone());
        return Err(node.unknown("kind of signal", first, FORMS));
    };
    let fields = node.object(&form(word, info))?;
    let node = fields.require(word)?;
    match word {
        "points" => points(&node, info),
        "sine" => {
            let sine = node.object(&sine_form(info))?;
            Ok(Signal::Sine {
                amplitude: sine.quantity(&amplitude(info))?,
                frequency: sine.quantity(&FREQUENCY)?,
                phase: sine.quantity(&PHASE)?,
                offset: sine.quantity(&offset(info))?,
            })
        }
        "noise" => {
            let noise = node.object(&noise_form(info))?;
            Ok(Signal::Noise {
                amplitude: noise.quantity(&amplitude(info))?,
                rate: noise.optional_quantity(&RATE)?,
                seed: noise.get("seed").map(|seed| seed.seed()).transpose()?,
            })
        }
        "samples" => Ok(Signal::Samples {
            values: node.quantities("samples", MAX_VALUES, info)?,
            rate: fields.optional_quantity(&RATE)?,
        }),
        _ => {
            let term = |node: Node<'_>| match read(&node, info)? {
                Signal::Sum(_) => {
                    Err(node.custom_error("a sum cannot contain a sum: list all terms in one."))
                }
                term => Ok(term),
            };
            let terms = node.list("signals in a sum", MAX_TERMS)?;
            Ok(Signal::Sum(terms.map(term).collect::<ReadResult<_>>()?))
        }
    }
}

fn points(node: &Node<'_>, info: &Info) -> ReadResult<Signal> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for node in node.list("points", MAX_VALUES)? {
        let pair: Vec<_> = node.list("numbers in a point", 2)?.collect();
        let [time, value] = pair.as_slice() else {
            return Err(node.custom_error("a point is a time and a value: [\"50 ms\", 2]."));
        };
        let point = (time.quantity(&TIME)?, value.quantity(info)?);
        if points.last().is_some_and(|last| point.0 < last.0) {
            return Err(time.custom_error("this time is before that of the last point; times must ascend."));
        }
        points.push(point);
    }
    if points.is_empty() {
        return Err(node.custom_error("the signal has no points; it needs at least one."));
    }
    Ok(Signal::Points(points))
}
