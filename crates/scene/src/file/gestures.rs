//! `gestures`: actions over time. The verb is the key of the body, contact or parameter it acts on.
//!
//! ```json
//! { "at": "0.5 s", "strike": "hammer", "velocity": "2 m/s", "distance": "1 mm" }
//! { "at": 1, "place": "hammer", "position": "-10 cm" }
//! { "push": "door", "force": { "points": [[0, 0], [0.2, "3 N"]] }, "for": "1 s" }
//! { "offset": "press", "by": { "points": [[0, "-1 mm"], [1, "0.1 mm"]] } }
//! { "slide": "bowing", "velocity": "20 cm/s" }
//! { "press": "bowing", "force": "0.8 N" }
//! { "at": 2, "set": "contacts.touch.stiffness", "to": 1e7 }
//! ```

use super::bodies::{POSITION, VELOCITY, motion};
use super::names::Names;
use super::signals;
use crate::{Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, ParameterOwner};
use foley_document::{self as document, Field, Fields, Node, ReadResult, path_steps, quantity};
use foley_params::{ByName, Info, ParamError, Unit};
use serde_json::{Value, json};

/// Maximum number of gestures of a scene.
const MAX_GESTURES: usize = 65536;

const VERBS: [&str; 7] = ["strike", "place", "push", "offset", "slide", "press", "set"];

const AT: Info = quantity("at", Unit::Second, "Start time of the gesture.", (0.0, 1e5), 0.0);
const FOR: Info = quantity(
    "for",
    Unit::Second,
    "Duration of the gesture. Default: to the end of the scene.",
    (0.0, 1e5),
    1.0,
);
const DISTANCE: Info =
    quantity("distance", Unit::Metre, "Distance of the body from the contact at the start.", (0.0, 1e2), 0.0);
const FORCE: Info = quantity("force", Unit::Newton, "Force on the port.", (-1e6, 1e6), 0.0);
const BY: Info = quantity(
    "by",
    Unit::Metre,
    "Offset of the surfaces towards each other; negative apart.",
    (-1e3, 1e3),
    0.0,
);

fn form(verb: &str) -> Vec<Field> {
    let body = |key, doc| Field::text(key, doc).required();
    let place = |key, doc| Field::reference(key, doc, "place").required();
    let contact = |key, doc| Field::reference(key, doc, "contact").required();
    let signal = |info: Info| Field::reference(info.id, info.doc, "signal").required();
    let own = match verb {
        "strike" => vec![
            body("strike", "Body to place before its contact and send towards it."),
            Field::quantity(&VELOCITY).required(),
            Field::quantity(&DISTANCE),
        ],
        "place" => {
            vec![body("place", "Body to place."), Field::quantity(&POSITION), Field::quantity(&VELOCITY)]
        }
        "push" => vec![place("push", "Port to push."), signal(FORCE), Field::quantity(&FOR)],
        "offset" => vec![
            contact("offset", "Contact whose surfaces are moved closer."),
            signal(BY),
            Field::quantity(&FOR),
        ],
        "slide" => vec![
            contact("slide", "Contact in which one surface slides over the other."),
            signal(VELOCITY),
            Field::quantity(&FOR),
        ],
        "press" => vec![
            contact("press", "Friction contact whose normal force changes."),
            signal(FORCE),
            Field::quantity(&FOR),
        ],
        _ => vec![
            body("set", "Parameter: `bodies.NAME.mass`, `contacts.NAME.stiffness`."),
            Field::new("to", "New value of the quantity.", || json!({ "type": ["number", "string"] }))
                .required(),
        ],
    };
    [vec![Field::quantity(&AT)], own].concat()
}

pub(super) fn schema() -> Value {
    let verbs: Vec<_> = VERBS.iter().map(|verb| document::object(verb, &form(verb))).collect();
    json!({ "type": "array", "maxItems": MAX_GESTURES, "items": { "anyOf": verbs } })
}

/// Reads all gestures, in file order.
pub(super) fn read(
    node: &Node<'_>,
    names: Names<'_>,
    contacts: &[Named<ContactSpec>],
) -> ReadResult<Vec<Gesture>> {
    let gestures = node.list("gestures", MAX_GESTURES)?;
    gestures.map(|node| gesture(&node, names, contacts)).collect()
}

fn gesture(node: &Node<'_>, names: Names<'_>, contacts: &[Named<ContactSpec>]) -> ReadResult<Gesture> {
    let verb = node.variant_key("verb", &VERBS)?;
    let fields = node.object(&form(verb))?;
    let object = fields.require(verb)?;
    let action = match verb {
        "strike" => Action::Strike {
            body: free_body(&object, names)?,
            velocity: fields.quantity(&VELOCITY)?,
            distance: fields.quantity(&DISTANCE)?,
        },
        "place" => Action::Place { body: free_body(&object, names)?, motion: motion(&fields)? },
        "push" => Action::Force {
            place: names.place(&object)?,
            newtons: signals::read(&fields.require("force")?, &FORCE)?,
            lasting: fields.optional_quantity(&FOR)?,
        },
        "offset" => Action::Offset {
            contact: names.contact(&object)?,
            metres: signals::read(&fields.require("by")?, &BY)?,
            lasting: fields.optional_quantity(&FOR)?,
        },
        "slide" => Action::Slide {
            contact: names.contact(&object)?,
            velocity: signals::read(&fields.require("velocity")?, &VELOCITY)?,
            lasting: fields.optional_quantity(&FOR)?,
        },
        "press" => press(&fields, names, contacts)?,
        _ => change(&object, &fields.require("to")?, names, contacts)?,
    };
    Ok(Gesture { at: fields.quantity(&AT)?, action })
}

/// Resolves the name of a free body and returns the index of the body.
fn free_body(node: &Node<'_>, names: Names<'_>) -> ReadResult<usize> {
    let body = names.body(node)?;
    let is_free = match &names.bodies[body].value {
        BodySpec::Inertial { .. } => true,
        BodySpec::Modal { spec, .. } => spec.rigid.is_some(),
        BodySpec::Waveguide { .. } | BodySpec::Wall => false,
    };
    if is_free {
        Ok(body)
    } else {
        Err(node.custom_error(format!(
            "`{}` is held in place. Only a free body can be placed: a point mass, or a modal body with a `rigid-mass`.",
            names.bodies[body].name
        )))
    }
}

fn press(fields: &Fields<'_>, names: Names<'_>, contacts: &[Named<ContactSpec>]) -> ReadResult<Action> {
    let node = fields.require("press")?;
    let contact = names.contact(&node)?;
    let ContactLaw::Friction { law, normal_from: None } = contacts[contact].value.law else {
        return Err(node.custom_error(format!(
            "`{}` has no normal force of its own: only a contact with the law `friction` and without `normal-from` can be pressed.",
            contacts[contact].name
        )));
    };
    // A pressing force has the range of the law's normal force.
    let normal = law.info("normal-force").map_err(|why| node.error(why))?;
    let force = Info { min: normal.min, max: normal.max, ..FORCE };
    Ok(Action::Press {
        contact,
        newtons: signals::read(&fields.require("force")?, &force)?,
        lasting: fields.optional_quantity(&FOR)?,
    })
}

/// Reads the path of a parameter and the parameter's new value.
fn change(
    path: &Node<'_>,
    to: &Node<'_>,
    names: Names<'_>,
    contacts: &[Named<ContactSpec>],
) -> ReadResult<Action> {
    let steps = path_steps(path.text()?).map_err(|why| path.custom_error(why))?;
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let (target, info) = match steps.as_slice() {
        ["bodies", name, id] => {
            let body = names.body_named(path, name)?;
            let info = match &names.bodies[body].value {
                BodySpec::Inertial { spec, .. } => spec.info(id),
                _ => {
                    return Err(path.custom_error(format!(
                        "`{name}` has no parameter that can change while playing; among bodies only point masses have one."
                    )));
                }
            };
            (ParameterOwner::Body(body), info)
        }
        ["contacts", name, id] => {
            let contact = names.contact_named(path, name)?;
            let info = match contacts[contact].value.law {
                ContactLaw::Impact(law) => law.info(id),
                ContactLaw::LinearImpact(law) => law.info(id),
                ContactLaw::Friction { law, .. } => law.info(id),
            };
            (ParameterOwner::Contact(contact), info)
        }
        _ => {
            return Err(path.custom_error(
                "write a parameter as `bodies.NAME.PARAMETER` or `contacts.NAME.PARAMETER`; the number of a contact may replace its NAME.",
            ));
        }
    };
    let info = info.map_err(|why: ParamError| path.error(why))?;
    Ok(Action::Set { target, id: info.id, value: to.quantity(&info)? })
}
