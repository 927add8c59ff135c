//! Mapping files: reader, writer and schema. Each key is declared once, for reader, writer and schema.

mod write;

pub use write::{save, to_json};

use super::step::{Bend, Derivative, Gate, Shape, Smooth, Step, Threshold};
use super::{MAX_MAPPINGS, Mapping, SourcePattern};
use crate::address_space::Arg;
use foley_document::{
    DocumentError, DocumentErrorKind, Field, Node, ReadResult, Tree, object, quantity, reference,
};
use foley_params::{Info, ParamError, Scale, Unit};
use serde_json::{Value, json};

/// Version of the format of mapping files.
pub const FORMAT: u64 = 1;
/// Maximum number of steps of one mapping.
const MAX_STEPS: usize = 32;
/// Maximum length of a target address \[bytes\].
const MAX_ADDRESS_LENGTH: usize = 256;

const SMOOTH: Info = quantity(
    "smooth",
    Unit::Second,
    "Smooths the value: time in which it covers 63 % of a step.",
    (1e-4, 60.0),
    0.02,
);
const SCALE: Info = quantity("scale", Unit::One, "Multiplies the value by this factor.", (-1e9, 1e9), 1.0);
const OFFSET: Info = quantity("offset", Unit::One, "Adds this number to the value.", (-1e9, 1e9), 0.0);
const DEAD: Info = quantity(
    "dead-zone",
    Unit::One,
    "Values up to this on both sides of 0 become 0; larger ones are reduced by it.",
    (0.0, 1e9),
    0.0,
);
const QUANTISE: Info = Info {
    scale: Scale::Integer,
    ..quantity(
        "quantise",
        Unit::One,
        "Rounds the value to the nearest of this many equal steps from 0 to 1.",
        (2.0, 1e6),
        2.0,
    )
};
const POWER: Info =
    quantity("curve", Unit::One, "Raises the value to the power of this exponent.", (0.01, 100.0), 1.0);
const ABOVE: Info = quantity("above", Unit::One, "The gate is open above this value.", (-1e12, 1e12), 0.0);
const BELOW: Info = quantity("below", Unit::One, "The gate is open below this value.", (-1e12, 1e12), 0.0);
const TRIGGER: Info = Info { doc: "The step triggers when the value rises above this.", ..ABOVE };
const REARM: Info = Info { doc: "The value must fall below this before the step triggers again.", ..BELOW };
const AGAIN: Info = quantity("again", Unit::Second, "Shortest time between two triggers.", (0.0, 60.0), 0.0);
const PEAK: Info = quantity(
    "peak",
    Unit::Second,
    "Time in which the highest value is searched; the trigger is delayed by it.",
    (0.0, 1.0),
    0.0,
);
const END: Info = quantity("range", Unit::One, "One end of a range.", (-1e12, 1e12), 0.0);

/// Names of the steps, as mapping files write them.
const WORDS: [&str; 12] = [
    "range",
    "curve",
    "smooth",
    "derivative",
    "absolute",
    "gate",
    "threshold",
    "quantise",
    "invert",
    "scale",
    "offset",
    "dead-zone",
];

fn threshold_form() -> Vec<Field> {
    vec![
        Field::quantity(&TRIGGER).required(),
        Field::quantity(&REARM),
        Field::quantity(&AGAIN),
        Field::quantity(&PEAK),
    ]
}

fn gate_form() -> Vec<Field> {
    vec![
        Field::quantity(&ABOVE),
        Field::quantity(&BELOW),
        Field::text("from", "Another control whose value opens and closes the gate."),
    ]
}

fn mapping_form() -> Vec<Field> {
    vec![
        Field::text("from", "Control to map: `osc:/address`, `midi:cc 74`, `sensor:column`.").required(),
        Field::new(
            "through",
            "Steps that change the value, in this order.",
            || json!({ "type": "array", "maxItems": MAX_STEPS, "items": reference("step") }),
        ),
        Field::text("say", "Address that receives the value: `/cup/strike`.").required(),
    ]
}

fn file_form() -> Vec<Field> {
    vec![
        Field::text("$schema", "The schema of this file, for editors."),
        Field::new("format", "Version of the format of this file.", || json!({ "const": FORMAT })).required(),
        list_field().required(),
    ]
}

/// Returns the declaration of the key `mappings`, for mapping files and live scenes.
pub(crate) fn list_field() -> Field {
    Field::new(
        "mappings",
        "Mappings from controls to addresses.",
        || json!({ "type": "array", "maxItems": MAX_MAPPINGS, "items": reference("mapping") }),
    )
}

/// Returns the definitions that the schemas of mapping files and live scenes share.
pub(crate) fn definitions() -> Value {
    let flag = || json!({ "const": true });
    let two = |items: Value| json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": items });
    let names: Vec<_> = Bend::NAMES.iter().map(|(name, _)| *name).collect();
    let of = |word: &'static str| match word {
        "range" => two(json!({ "type": "number" })),
        "curve" => json!({ "oneOf": [POWER.schema(), { "enum": names.clone() }] }),
        "smooth" => SMOOTH.schema(),
        "gate" => object("gate", &gate_form()),
        "threshold" => object("threshold", &threshold_form()),
        "quantise" => QUANTISE.schema(),
        "scale" => SCALE.schema(),
        "offset" => OFFSET.schema(),
        "dead-zone" => DEAD.schema(),
        "to" => two(json!({ "type": ["number", "string"] })),
        _ => flag(),
    };
    let step = |word: &'static str| json!({ "type": "object", "additionalProperties": false, "required": [word], "properties": { word: of(word) } });
    let steps: Vec<Value> = WORDS.iter().chain(&["to"]).map(|word| step(word)).collect();
    json!({
        "mapping": object("mapping", &mapping_form()),
        "step": { "oneOf": steps },
    })
}

/// Returns the JSON Schema (draft 2020-12) of a mapping file. Only [`read`] checks the sequence of steps and
/// the sources.
pub fn schema() -> Value {
    let mut schema = object("mapping", &file_form());
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["$defs"] = definitions();
    schema
}

/// Reads mappings from the text of a file.
///
/// # Errors
/// Returns the first error with its path, such as `mappings[3].through[1].smooth`, and its line and column.
pub fn read(text: &str) -> Result<Vec<Mapping>, DocumentError> {
    read_tree(&Tree::parse(text)?).map_err(|error| error.located_in(text))
}

fn read_tree(tree: &Tree) -> ReadResult<Vec<Mapping>> {
    let root = Node::root(tree).object(&file_form())?;
    check_format(&root.require("format")?)?;
    read_list(&root.require("mappings")?)
}

pub(crate) fn check_format(node: &Node<'_>) -> ReadResult<()> {
    if node.index() == Some(FORMAT as usize) {
        return Ok(());
    }
    Err(node
        .custom_error(format!("this program reads formats up to {FORMAT}: write `\"format\": {FORMAT}`.")))
}

pub(crate) fn read_list(node: &Node<'_>) -> ReadResult<Vec<Mapping>> {
    node.list("mappings", MAX_MAPPINGS)?.map(|item| mapping(&item)).collect()
}

fn mapping(node: &Node<'_>) -> ReadResult<Mapping> {
    let fields = node.object(&mapping_form())?;
    let from = source(&fields.require("from")?)?;
    let say = fields.require("say")?;
    let address = say.text()?;
    if !address.starts_with('/')
        || address.len() > MAX_ADDRESS_LENGTH
        || address.contains(char::is_whitespace)
    {
        return Err(say.custom_error("an address begins with `/` and has no spaces: `/cup/strike`."));
    }
    let mut through = Vec::new();
    let mut to = None;
    let mut places = Vec::new();
    if let Some(steps) = fields.get("through") {
        for item in steps.list("steps", MAX_STEPS)? {
            if to.is_some() {
                return Err(item.custom_error("`to` is the last step; nothing comes after it."));
            }
            if item.peek("to").is_some() {
                to = Some(ends(&item)?);
            } else {
                through.push(step(&item)?);
            }
            places.push(item);
        }
    }
    Mapping::new(from, through, to, address).map_err(|(index, why)| {
        places
            .get(index)
            .map_or_else(|| node.custom_error(why.clone()), |place| place.custom_error(why.clone()))
    })
}

pub(crate) fn source(node: &Node<'_>) -> ReadResult<SourcePattern> {
    SourcePattern::parse(node.text()?).map_err(|why| node.custom_error(why))
}

fn ends(item: &Node<'_>) -> ReadResult<(Arg, Arg)> {
    let field = Field::new("to", "", || Value::Null);
    let node = item.object(&[field])?.require("to")?;
    let mut both = node.list("ends", 2)?;
    let end = |node: Option<Node<'_>>| match node.as_ref().map(|node| (node, node.tree)) {
        Some((_, Tree::Number(value))) => Ok(Arg::Number(value.as_f64().unwrap_or(0.0))),
        Some((_, Tree::Text(text))) => Ok(Arg::Text(text.clone())),
        Some((node, _)) => Err(node.wrong_type("a number, or a text such as \"35 g\",")),
        None => Err(node_pair(item)),
    };
    Ok((end(both.next())?, end(both.next())?))
}

fn node_pair(node: &Node<'_>) -> DocumentError {
    node.custom_error("two values are needed, as in `[0.2, 3]`.")
}

fn step(item: &Node<'_>) -> ReadResult<Step> {
    let word = item.variant_key("step", &WORDS)?;
    let field = Field::new(word, "", || Value::Null);
    let node = item.object(&[field])?.require(word)?;
    let shape = |shape| Ok(Step::Shape(shape));
    match word {
        "range" => {
            let ends = node.quantities("ends", 2, &END)?;
            let &[low, high] = ends.as_slice() else {
                return Err(node_pair(&node));
            };
            if low == high {
                return Err(node.custom_error("the two ends of a range must be different."));
            }
            shape(Shape::Range(low, high))
        }
        "curve" => shape(Shape::Curve(curve(&node)?)),
        "quantise" => shape(Shape::Quantise(node.quantity(&QUANTISE)?)),
        "scale" => shape(Shape::Scale(node.quantity(&SCALE)?)),
        "offset" => shape(Shape::Offset(node.quantity(&OFFSET)?)),
        "dead-zone" => shape(Shape::DeadZone(node.quantity(&DEAD)?)),
        "smooth" => Ok(Step::Smooth(Smooth::new(node.quantity(&SMOOTH)?))),
        "gate" => gate(&node),
        "threshold" => threshold(&node),
        other => {
            if !node.flag()? {
                return Err(node.custom_error(format!(
                    "`{other}` must be true: write `\"{other}\": true`, or remove the step."
                )));
            }
            match other {
                "derivative" => Ok(Step::Derivative(Derivative::default())),
                "absolute" => shape(Shape::Absolute),
                _ => shape(Shape::Invert),
            }
        }
    }
}

fn curve(node: &Node<'_>) -> ReadResult<Bend> {
    if let Tree::Text(text) = node.tree {
        let found = Bend::NAMES.iter().find(|(name, _)| name == text);
        let names = Bend::NAMES.iter().map(|(name, _)| *name).collect();
        return found.map(|(_, bend)| *bend).ok_or_else(|| {
            let unknown = ParamError::unknown_name("curve", text, names);
            node.error(unknown)
        });
    }
    Ok(Bend::Power(node.quantity(&POWER)?))
}

fn gate(node: &Node<'_>) -> ReadResult<Step> {
    let fields = node.object(&gate_form())?;
    let (above, below) = (fields.optional_quantity(&ABOVE)?, fields.optional_quantity(&BELOW)?);
    if above.is_none() && below.is_none() {
        return Err(node.error(DocumentErrorKind::Missing { key: "above".to_owned() }));
    }
    let from = fields.get("from").map(|node| source(&node)).transpose()?;
    Ok(Step::Gate(Gate::new(above.unwrap_or(f64::NEG_INFINITY), below.unwrap_or(f64::INFINITY), from)))
}

fn threshold(node: &Node<'_>) -> ReadResult<Step> {
    let fields = node.object(&threshold_form())?;
    let above = fields.quantity(&ABOVE)?;
    let below = fields.optional_quantity(&BELOW)?.unwrap_or(above);
    if below > above {
        let place = fields.require("below")?;
        return Err(place.custom_error("`below` is where it may begin anew, and is not more than `above`."));
    }
    let (again, peak) = (fields.quantity(&AGAIN)?, fields.quantity(&PEAK)?);
    Ok(Step::Threshold(Threshold::new(above, below, again, peak)))
}
