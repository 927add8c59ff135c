//! `bodies`: bodies by name, each with a `kind`.
//!
//! ```json
//! { "kind": "inertial", "mass": "20 g", "position": "-1 mm", "velocity": "1.5 m/s" }
//! { "kind": "modal", "ports": ["middle", "end"],
//!   "modes": [{ "frequency": "440 Hz", "t60": "3 s", "mass": "50 g", "shape": [1, -0.6] }] }
//! { "kind": "modal", "shape": "bar", "material": "steel", "length": "30 cm", "ports": { "middle": 0.5 } }
//! { "kind": "string", "length": "33 cm", "tension": "50 N", "ports": { "bow": 0.13, "bridge": 0.02 } }
//! { "kind": "wall" }
//! ```

use crate::{BodySpec, Named, WaveguideSpec};
use foley_body::modal::{MAX_MODES, MAX_PORTS, ModalError, RigidMotion};
use foley_body::shape::{self, ModeSelection};
use foley_body::{InertialSpec, Material, ModalSpec, Mode, Position, Shape, Support};
use foley_contact::Motion;
use foley_document::{self as document, DocumentErrorKind, Field, Fields, Node, ReadResult, Tree, quantity};
use foley_params::{Info, Parametric, Scale, Unit};
use serde_json::{Value, json};
use std::f64::consts::PI;

/// Maximum number of bodies of a scene.
pub(super) const MAX_BODIES: usize = 4096;
/// Maximum number of coordinates of a port.
const MAX_COORDINATES: usize = 3;

const KINDS: [&str; 4] = [InertialSpec::NAME, "modal", WaveguideSpec::NAME, "wall"];

pub(super) const POSITION: Info = quantity(
    "position",
    Unit::Metre,
    "Initial position of the body; negative before the contact.",
    (-1e3, 1e3),
    0.0,
);
pub(super) const VELOCITY: Info = quantity(
    "velocity",
    Unit::MetrePerSecond,
    "Velocity of the body; positive towards the contact.",
    (-1e3, 1e3),
    0.0,
);
const RIGID_MASS: Info = quantity(
    "rigid-mass",
    Unit::Kilogram,
    "Mass of the whole body, which makes it free to move. Without it the body is held in place.",
    (1e-6, 1e4),
    1.0,
);
const FREQUENCY: Info =
    quantity("frequency", Unit::Hertz, "Frequency of the mode without damping.", (1e-2, 1e6), 440.0);
const MASS: Info = quantity("mass", Unit::Kilogram, "Modal mass of the mode.", (1e-9, 1e6), 0.01);
const DECAY: Info = quantity(
    "decay",
    Unit::Second,
    "Time in which the amplitude falls to 1/e; or `t60`, or `q`.",
    (1e-6, 1e6),
    1.0,
);
const T60: Info = quantity(
    "t60",
    Unit::Second,
    "Time in which the level falls by 60 dB; or `decay`, or `q`.",
    (1e-6, 1e7),
    1.0,
);
const Q: Info = quantity(
    "q",
    Unit::One,
    "Frequency over half-power bandwidth; or `decay`, or `t60`.",
    (1e-2, 1e9),
    100.0,
);
const HEIGHT: Info =
    quantity("shape", Unit::One, "Signed height of the mode shape at each port.", (-1e6, 1e6), 1.0);
const SHARE: Info =
    quantity("ports", Unit::One, "Positions of the ports by name, as shares of the length.", (0.0, 1.0), 0.5);
const COUNT: Info = Info {
    scale: Scale::Integer,
    ..quantity("modes", Unit::One, "Number of modes, from the lowest up.", (1.0, MAX_MODES as f64), 30.0)
};

fn kind(word: &'static str) -> Field {
    Field::word("kind", "Kind of body.", word).required()
}

/// Returns the keys for the initial motion of a free body.
fn flight() -> Vec<Field> {
    vec![
        Field::quantity(&POSITION),
        Field::quantity(&VELOCITY),
        Field::flag("falls", "Whether gravity acts on the body.", true),
    ]
}

fn inertial_form() -> Vec<Field> {
    let kind = vec![kind(InertialSpec::NAME)];
    [kind, document::params::<InertialSpec>(), flight()].concat()
}

fn modal_form() -> Vec<Field> {
    let modes = || {
        json!({
            "type": "array",
            "maxItems": MAX_MODES,
            "items": document::object("mode", &mode_form()),
        })
    };
    let ports = || {
        json!({ "anyOf": [
        { "type": "array", "minItems": 1, "maxItems": MAX_PORTS, "items": { "type": "string" } },
        { "type": "integer", "minimum": 1, "maximum": MAX_PORTS },
    ] })
    };
    let own = vec![
        kind("modal"),
        Field::new("modes", "Modes of the body, in any order.", modes).required(),
        Field::new("ports", "Names of the ports of the body, or their number. Default: one port.", ports),
        Field::quantity(&RIGID_MASS),
    ];
    [own, flight()].concat()
}

fn mode_form() -> Vec<Field> {
    let shape = || {
        let number = HEIGHT.schema();
        json!({ "anyOf": [
        number,
        { "type": "array", "items": number },
        { "type": "object", "additionalProperties": number },
    ] })
    };
    vec![
        Field::quantity(&FREQUENCY).required(),
        Field::quantity(&DECAY),
        Field::quantity(&T60),
        Field::quantity(&Q),
        Field::quantity(&MASS).required(),
        Field::new("shape", HEIGHT.doc, shape),
    ]
}

fn shaped_form(shape: &Shape) -> Vec<Field> {
    let ports = || {
        let coordinate = json!({ "type": ["number", "string"] });
        json!({ "type": "object", "minProperties": 1, "additionalProperties": { "anyOf": [
            coordinate,
            { "type": "array", "minItems": 1, "maxItems": MAX_COORDINATES, "items": coordinate },
        ] } })
    };
    let held = || json!({ "enum": Support::ALL.map(Support::name) });
    let mut own = vec![
        kind("modal"),
        Field::word("shape", "Name of the shape.", shape.name()).required(),
        Field::text("material", "Name of the material.").required(),
        Field::new("held", "Support of the ends or the edge of the body.", held),
        Field::quantity(&COUNT),
        Field::new("ports", "Positions of the ports by name, in coordinates of the shape.", ports).required(),
        Field::flag("flies", "Whether the whole body is free to move. Requires the support `free`.", false),
    ];
    own.extend(shape.infos().iter().map(Field::quantity));
    [own, flight()].concat()
}

fn string_form() -> Vec<Field> {
    let ports = || json!({ "type": "object", "minProperties": 1, "additionalProperties": SHARE.schema() });
    let kind = vec![kind(WaveguideSpec::NAME)];
    let ports = vec![Field::new("ports", SHARE.doc, ports).required()];
    [kind, document::params::<WaveguideSpec>(), ports].concat()
}

fn wall_form() -> Vec<Field> {
    vec![kind("wall")]
}

pub(super) fn schema() -> Value {
    let mut kinds = vec![
        document::object("a point mass", &inertial_form()),
        document::object("an elastic body by its modes", &modal_form()),
        document::object("a string", &string_form()),
        document::object("a wall that never moves", &wall_form()),
    ];
    for shape in Shape::all() {
        kinds.push(document::object(shape.name(), &shaped_form(&shape)));
    }
    let kinds = json!({ "anyOf": kinds });
    json!({ "type": "object", "maxProperties": MAX_BODIES, "additionalProperties": kinds })
}

/// Reads all bodies, in file order.
pub(super) fn read(node: &Node<'_>) -> ReadResult<Vec<Named<BodySpec>>> {
    let bodies = node.named("bodies", MAX_BODIES)?;
    let one = |(name, node): (&str, Node<'_>)| Ok(Named { name: name.to_owned(), value: body(&node)? });
    bodies.into_iter().map(one).collect()
}

fn body(node: &Node<'_>) -> ReadResult<BodySpec> {
    if !matches!(node.tree, Tree::Object(_)) {
        return Err(node.wrong_type("an object"));
    }
    let missing = || DocumentErrorKind::Missing { key: "kind".into() };
    let kind = node.peek("kind").ok_or_else(|| node.error(missing()))?;
    match kind.choice("kind of body", &KINDS)? {
        "modal" if node.peek("shape").is_some() => by_shape(node),
        "modal" => by_modes(node),
        "wall" => node.object(&wall_form()).map(|_| BodySpec::Wall),
        InertialSpec::NAME => {
            let fields = node.object(&inertial_form())?;
            Ok(BodySpec::Inertial {
                spec: fields.params()?,
                motion: motion(&fields)?,
                falls: fields.flag("falls", true)?,
            })
        }
        _ => string(node),
    }
}

/// Reads the initial position and velocity of a free body.
pub(super) fn motion(fields: &Fields<'_>) -> ReadResult<Motion> {
    Ok(Motion::new(fields.quantity(&POSITION)?, fields.quantity(&VELOCITY)?))
}

fn by_modes(node: &Node<'_>) -> ReadResult<BodySpec> {
    let fields = node.object(&modal_form())?;
    let ports = fields.get("ports").map_or(Ok(numbered(1)), |ports| port_names(&ports))?;
    let modes = fields
        .require("modes")?
        .list("modes", MAX_MODES)?
        .map(|node| mode(&node, &ports))
        .collect::<ReadResult<_>>()?;
    let spec = ModalSpec { ports: ports.len(), modes, ..ModalSpec::default() };
    modal(&fields, spec, ports)
}

fn by_shape(node: &Node<'_>) -> ReadResult<BodySpec> {
    let names = Shape::all().map(|shape| shape.name());
    let shape = node.peek("shape").map(|shape| shape.choice("shape", &names));
    let shape = shape.unwrap_or_else(|| Err(node.wrong_type("an object")))?;
    let mut shape = Shape::by_name(shape).map_err(|why| node.custom_error(format!("{why}.")))?;
    let fields = node.object(&shaped_form(&shape))?;
    for info in shape.infos() {
        if let Some(value) = fields.optional_quantity(&info)? {
            let set = shape.set(info.id, value);
            set.map_err(|why| fields.node.custom_error(format!("{why}.")))?;
        }
    }
    if let Some(held) = fields.get("held") {
        let supports = Support::ALL.map(Support::name);
        let support = Support::by_name(held.choice("support", &supports)?);
        let support = support.map_err(|why| held.custom_error(format!("{why}.")))?;
        shape.set_support(support).map_err(|why| held.custom_error(format!("{why}.")))?;
    }
    let name = fields.require("material")?;
    let material = Material::by_name(name.text()?).map_err(|why| name.custom_error(format!("{why}.")))?;
    let (mut names, mut positions) = (Vec::new(), Vec::new());
    for (name, node) in some_ports(&fields.require("ports")?)? {
        names.push(name.to_owned());
        positions.push(position(&node, shape.position_kind())?);
    }
    let selection = ModeSelection {
        max_count: fields.quantity(&COUNT)? as usize,
        free: fields.flag("flies", false)?,
        ..ModeSelection::default()
    };
    let spec = shape.modal_spec(&material, selection, &positions);
    let spec = spec.map_err(|why| fields.node.custom_error(format!("{why}.")))?;
    modal(&fields, spec, names)
}

/// Reads the position of a port: a number, or a text with a unit, for every coordinate of the shape.
fn position(node: &Node<'_>, kind: shape::PositionKind) -> ReadResult<Position> {
    let one = |node: &Node<'_>| match node.tree {
        Tree::Number(number) => Ok(number.to_string()),
        Tree::Text(text) => Ok(text.clone()),
        _ => Err(node.wrong_type("a number, or a text such as \"90 deg\",")),
    };
    let texts: Vec<String> = match node.tree {
        Tree::List(_) => {
            node.list("coordinates", MAX_COORDINATES)?.map(|node| one(&node)).collect::<ReadResult<_>>()?
        }
        _ => vec![one(node)?],
    };
    let position = kind.parse(&texts.join(","));
    position.map_err(|why| node.custom_error(format!("{why}.")))
}

/// Completes a modal body with the rigid-body motion that the file gives.
fn modal(fields: &Fields<'_>, mut spec: ModalSpec, ports: Vec<String>) -> ReadResult<BodySpec> {
    if let Some(mass) = fields.optional_quantity(&RIGID_MASS)? {
        spec.rigid = Some(RigidMotion { mass });
    }
    let is_free = spec.rigid.is_some();
    for key in ["position", "velocity", "falls"] {
        if let (Some(node), false) = (fields.get(key), is_free) {
            return Err(node.custom_error(format!(
                "`{key}` needs a body that can move freely. Give the body a `{}` (or `flies`, if it has a shape), or remove `{key}`.",
                RIGID_MASS.id
            )));
        }
    }
    spec.check().map_err(|why: ModalError| fields.node.custom_error(format!("{why}.")))?;
    Ok(BodySpec::Modal {
        spec,
        ports,
        motion: motion(fields)?,
        falls: is_free && fields.flag("falls", true)?,
    })
}

fn mode(node: &Node<'_>, ports: &[String]) -> ReadResult<Mode> {
    let fields = node.object(&mode_form())?;
    let frequency = fields.quantity(&FREQUENCY)?;
    let decay = match (
        fields.optional_quantity(&DECAY)?,
        fields.optional_quantity(&T60)?,
        fields.optional_quantity(&Q)?,
    ) {
        (Some(decay), None, None) => decay,
        // A decay by 60 dB is a factor of 1000 in amplitude.
        (None, Some(t60), None) => t60 / libm::log(1000.0),
        // Q = ω/g and decay = 2/g, so decay = Q/(π frequency).
        (None, None, Some(q)) => q / (PI * frequency),
        (None, None, None) => {
            return Err(node.error(DocumentErrorKind::Missing { key: DECAY.id.to_owned() }));
        }
        _ => return Err(node.custom_error("`decay`, `t60` and `q` exclude each other: give one of them.")),
    };
    Ok(Mode {
        frequency,
        decay,
        mass: fields.quantity(&MASS)?,
        shape: heights(&fields, ports)?,
        radiated: 0.0,
    })
}

/// Reads the values of a mode shape at the ports: in order, by name, or a single number for a single port.
fn heights(fields: &Fields<'_>, ports: &[String]) -> ReadResult<Vec<f64>> {
    let Some(node) = fields.get("shape") else {
        return match ports.len() {
            1 => Ok(vec![1.0]),
            _ => fields.require("shape").map(|_| Vec::new()),
        };
    };
    let message =
        |has| format!("the number of values ({has}) must equal the number of ports ({}).", ports.len());
    match node.tree {
        Tree::List(_) => {
            let heights = node.quantities("heights", MAX_PORTS, &HEIGHT)?;
            if heights.len() == ports.len() {
                Ok(heights)
            } else {
                Err(node.custom_error(message(heights.len())))
            }
        }
        Tree::Object(given) => {
            for (name, node) in node.named("heights", MAX_PORTS)? {
                if !ports.iter().any(|port| port == name) {
                    return Err(node.unknown("port", name, ports.iter().map(String::as_str)));
                }
            }
            if given.len() != ports.len() {
                return Err(node.custom_error(message(given.len())));
            }
            let height = |port: &String| {
                let missing = || node.error(DocumentErrorKind::Missing { key: port.clone() });
                node.peek(port).ok_or_else(missing)?.quantity(&HEIGHT)
            };
            ports.iter().map(height).collect()
        }
        _ if ports.len() == 1 => Ok(vec![node.quantity(&HEIGHT)?]),
        Tree::Number(_) | Tree::Text(_) => Err(node.custom_error(message(1))),
        _ => Err(node.wrong_type("a list of numbers or an object with one per port")),
    }
}

fn string(node: &Node<'_>) -> ReadResult<BodySpec> {
    let fields = node.object(&string_form())?;
    let mut spec: WaveguideSpec = fields.params()?;
    let mut names = Vec::new();
    spec.ports.clear();
    for (name, node) in some_ports(&fields.require("ports")?)? {
        names.push(name.to_owned());
        spec.ports.push(node.quantity(&SHARE)?);
    }
    Ok(BodySpec::Waveguide { spec, ports: names })
}

/// Reads ports by name, at least one port.
fn some_ports<'a>(node: &Node<'a>) -> ReadResult<Vec<(&'a str, Node<'a>)>> {
    let ports = node.named("ports", MAX_PORTS)?;
    if ports.is_empty() {
        return Err(node.custom_error("a body has at least one port."));
    }
    Ok(ports)
}

/// Reads the names of the ports, or the number of ports.
fn port_names(node: &Node<'_>) -> ReadResult<Vec<String>> {
    if matches!(node.tree, Tree::Number(_)) {
        return match node.index() {
            Some(count @ 1..=MAX_PORTS) => Ok(numbered(count)),
            _ => Err(node.custom_error(format!("a body has 1 to {MAX_PORTS} ports."))),
        };
    }
    let mut names: Vec<String> = Vec::new();
    for node in node.list("ports", MAX_PORTS)? {
        let name = node.text()?;
        node.check_name(name)?;
        if names.iter().any(|other| other == name) {
            return Err(node.error(DocumentErrorKind::NameTaken {
                what: "a port of this body".to_owned(),
                name: name.to_owned(),
            }));
        }
        names.push(name.to_owned());
    }
    if names.is_empty() {
        return Err(node.custom_error("a body has at least one port."));
    }
    Ok(names)
}

fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|port| port.to_string()).collect()
}
