//! `outputs`: output signals, as a sentence or as an object with more options.
//!
//! ```json
//! "velocity of bar.pickup"
//! { "name": "tap", "force": "touch", "gain": "-12 dB", "channel": 1 }
//! ```
//!
//! By default each output has its own channel; outputs on one channel are added.

use super::names::Names;
use crate::{Named, OutputSpec, Quantity, Source};
use foley_document::{self as document, DocumentErrorKind, Field, Fields, Node, ReadResult, Tree, quantity};
use foley_params::{Info, Scale, Unit};
use serde_json::{Value, json};

/// Maximum number of outputs of a scene, and of channels.
const MAX_OUTPUTS: usize = 64;

const GAIN: Info = quantity("gain", Unit::Decibel, "Gain of the output.", (-200.0, 200.0), 0.0);
const CHANNEL: Info = Info {
    scale: Scale::Integer,
    ..quantity(
        "channel",
        Unit::One,
        "Channel of the file, from 0. Default: the number of the output.",
        (0.0, MAX_OUTPUTS as f64 - 1.0),
        0.0,
    )
};

fn form(quantity: Quantity) -> Vec<Field> {
    let name = if quantity == Quantity::Force { "contact" } else { "source" };
    vec![
        Field::reference(quantity.name(), "Port or contact to read.", name).required(),
        Field::text("name", "Name; stems use it as their file name."),
        Field::quantity(&GAIN),
        Field::quantity(&CHANNEL),
    ]
}

pub(super) fn schema() -> Value {
    let words: Vec<_> = Quantity::ALL.iter().map(|quantity| quantity.name()).collect();
    let sentence = json!({ "type": "string", "pattern": format!("^({}) of ", words.join("|")) });
    let objects = Quantity::ALL.iter().map(|&quantity| document::object(quantity.name(), &form(quantity)));
    let forms: Vec<_> = [sentence].into_iter().chain(objects).collect();
    json!({ "type": "array", "minItems": 1, "maxItems": MAX_OUTPUTS, "items": { "anyOf": forms } })
}

/// Reads all outputs, at least one output.
pub(super) fn read(node: &Node<'_>, names: Names<'_>) -> ReadResult<Vec<Named<OutputSpec>>> {
    let mut outputs: Vec<Named<OutputSpec>> = Vec::new();
    for (index, node) in node.list("outputs", MAX_OUTPUTS)?.enumerate() {
        let output = match node.tree {
            Tree::Text(text) => sentence(&node, text, index, names)?,
            Tree::Object(_) => entry(&node, index, names)?,
            _ => return Err(node.wrong_type("a text such as \"velocity of bar\", or an object,")),
        };
        if outputs.iter().any(|other| other.name == output.name) {
            let node = node.peek("name").unwrap_or(node);
            return Err(node.error(DocumentErrorKind::NameTaken {
                what: "another output".to_owned(),
                name: output.name,
            }));
        }
        outputs.push(output);
    }
    if outputs.is_empty() {
        return Err(node.custom_error("there must be at least one output: [\"velocity of bar\"]."));
    }
    Ok(outputs)
}

fn sentence(node: &Node<'_>, text: &str, index: usize, names: Names<'_>) -> ReadResult<Named<OutputSpec>> {
    let words = Quantity::ALL.map(Quantity::name);
    let Some((word, source)) = text.split_once(" of ") else {
        return Err(node.custom_error(format!(
            "write an output as a quantity, `of` and a body or a contact, such as \"velocity of bar\"; the quantities are {}.",
            words.join(", ")
        )));
    };
    let quantity = Quantity::ALL.into_iter().find(|quantity| quantity.name() == word.trim());
    let quantity = quantity.ok_or_else(|| node.unknown("quantity", word.trim(), words))?;
    let source = source.trim();
    Ok(Named {
        name: name_of(quantity, source),
        value: OutputSpec {
            of: source_of(node, quantity, source, names)?,
            quantity,
            gain: 1.0,
            channel: index,
        },
    })
}

fn entry(node: &Node<'_>, index: usize, names: Names<'_>) -> ReadResult<Named<OutputSpec>> {
    let words = Quantity::ALL.map(Quantity::name);
    let word = node.variant_key("quantity", &words)?;
    let quantity = Quantity::ALL.into_iter().find(|quantity| quantity.name() == word);
    let quantity = quantity.unwrap_or(Quantity::Velocity);
    let fields = node.object(&form(quantity))?;
    let source = fields.require(word)?;
    let text = match source.index() {
        Some(number) => number.to_string(),
        None => source.text()?.to_owned(),
    };
    let channel = fields.optional_quantity(&CHANNEL)?.map_or(index, |channel| channel as usize);
    Ok(Named {
        name: optional_name(&fields)?.unwrap_or_else(|| name_of(quantity, &text)),
        value: OutputSpec {
            of: source_of(&source, quantity, &text, names)?,
            quantity,
            gain: factor(fields.quantity(&GAIN)?),
            channel,
        },
    })
}

fn optional_name(fields: &Fields<'_>) -> ReadResult<Option<String>> {
    let Some(node) = fields.get("name") else {
        return Ok(None);
    };
    node.check_name(node.text()?)?;
    Ok(Some(node.text()?.to_owned()))
}

/// Returns the default name of an output, usable as a file name: `velocity-bar-pickup`.
fn name_of(quantity: Quantity, source: &str) -> String {
    format!("{}-{}", quantity.name(), source.replace('.', "-"))
}

fn factor(decibels: f64) -> f64 {
    libm::pow(10.0, decibels / 20.0)
}

/// Resolves the source of an output: a port or a contact. A force is always read from a contact, an
/// acceleration always from a port.
fn source_of(node: &Node<'_>, quantity: Quantity, text: &str, names: Names<'_>) -> ReadResult<Source> {
    let is_contact = quantity == Quantity::Force
        || (!matches!(quantity, Quantity::Acceleration | Quantity::Vibration)
            && names.contacts.iter().any(|name| name == text));
    let is_body = |text: &str| {
        let name = text.split('.').next().unwrap_or(text);
        names.bodies.iter().any(|body| body.name == name)
    };
    if quantity == Quantity::Force && is_body(text) {
        return Err(node.custom_error(format!(
            "only contacts have a force, and `{text}` is a body: write the name of a contact; a contact gets its name by the key `name`."
        )));
    }
    if is_contact {
        Ok(Source::Contact(names.contact_named(node, text)?))
    } else {
        Ok(Source::Place(names.place_named(node, text)?))
    }
}
