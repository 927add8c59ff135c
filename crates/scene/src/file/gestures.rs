//! `gestures`: what is done when. The verb says what, and to what.
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
use super::form::{self, Field, quantity};
use super::names::Names;
use super::node::{Fields, Node, ReadResult};
use super::{set, signals};
use crate::{Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, ParameterOwner};
use foley_params::{ByName, Info, ParamError, Unit};
use serde_json::{Value, json};

/// Most gestures that a scene may have.
const MOST_GESTURES: usize = 65536;

const VERBS: [&str; 7] = ["strike", "place", "push", "offset", "slide", "press", "set"];

const AT: Info = quantity("at", Unit::Second, "When it begins.", (0.0, 1e5), 0.0);
const FOR: Info = quantity("for", Unit::Second, "For how long; to the end if nobody says.", (0.0, 1e5), 1.0);
const DISTANCE: Info = quantity("distance", Unit::Metre, "From how far.", (0.0, 1e2), 0.0);
const FORCE: Info = quantity("force", Unit::Newton, "How hard.", (-1e6, 1e6), 0.0);
const BY: Info = quantity("by", Unit::Metre, "How much closer; negative away.", (-1e3, 1e3), 0.0);

fn form(verb: &str) -> Vec<Field> {
    let body = |key, doc| Field::text(key, doc).required();
    let place = |key, doc| Field::reference(key, doc, "place").required();
    let contact = |key, doc| Field::reference(key, doc, "contact").required();
    let signal = |info: Info| Field::reference(info.id, info.doc, "signal").required();
    let own = match verb {
        "strike" => vec![
            body("strike", "Which body is put before what it touches, and sent there."),
            Field::quantity(&VELOCITY).required(),
            Field::quantity(&DISTANCE),
        ],
        "place" => {
            vec![
                body("place", "Which body is put elsewhere."),
                Field::quantity(&POSITION),
                Field::quantity(&VELOCITY),
            ]
        }
        "push" => vec![place("push", "What is pushed."), signal(FORCE), Field::quantity(&FOR)],
        "offset" => vec![
            contact("offset", "Which contact has its surfaces held closer."),
            signal(BY),
            Field::quantity(&FOR),
        ],
        "slide" => vec![
            contact("slide", "Which contact has one surface slide over the other."),
            signal(VELOCITY),
            Field::quantity(&FOR),
        ],
        "press" => vec![
            contact("press", "Which rubbing contact is pressed harder or less hard."),
            signal(FORCE),
            Field::quantity(&FOR),
        ],
        _ => vec![
            body("set", "Which parameter: `bodies.NAME.mass`, `contacts.NAME.stiffness`."),
            Field::new("to", "Its new value.", || json!({ "type": ["number", "string"] })).required(),
        ],
    };
    [vec![Field::quantity(&AT)], own].concat()
}

pub(super) fn schema() -> Value {
    let verbs: Vec<_> = VERBS.iter().map(|verb| form::object(verb, &form(verb))).collect();
    json!({ "type": "array", "maxItems": MOST_GESTURES, "items": { "anyOf": verbs } })
}

/// All gestures.
pub(super) fn read(
    node: &Node<'_>,
    names: Names<'_>,
    contacts: &[Named<ContactSpec>],
) -> ReadResult<Vec<Gesture>> {
    let gestures = node.list("gestures", MOST_GESTURES)?;
    gestures.map(|node| gesture(&node, names, contacts)).collect()
}

fn gesture(node: &Node<'_>, names: Names<'_>, contacts: &[Named<ContactSpec>]) -> ReadResult<Gesture> {
    let verb = node.variant_key("verb", &VERBS)?;
    let fields = node.object(&form(verb))?;
    let object = fields.require(verb)?;
    let action = match verb {
        "strike" => Action::Strike {
            body: flying(&object, names)?,
            velocity: fields.quantity(&VELOCITY)?,
            distance: fields.quantity(&DISTANCE)?,
        },
        "place" => Action::Place { body: flying(&object, names)?, motion: motion(&fields)? },
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

/// A body that can be put elsewhere.
fn flying(node: &Node<'_>, names: Names<'_>) -> ReadResult<usize> {
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
            "`{}` has no normal force of its own: only a contact by the law `friction` without `normal-from` can be pressed.",
            contacts[contact].name
        )));
    };
    // As hard as the law allows.
    let normal = law.info("normal-force").map_err(|why| node.error(why))?;
    let force = Info { min: normal.min, max: normal.max, ..FORCE };
    Ok(Action::Press {
        contact,
        newtons: signals::read(&fields.require("force")?, &force)?,
        lasting: fields.optional_quantity(&FOR)?,
    })
}

/// A parameter by its path, and its new value.
fn change(
    path: &Node<'_>,
    to: &Node<'_>,
    names: Names<'_>,
    contacts: &[Named<ContactSpec>],
) -> ReadResult<Action> {
    let steps = set::steps(path.text()?).map_err(|why| path.custom_error(why))?;
    let steps: Vec<_> = steps.iter().map(String::as_str).collect();
    let (target, info) = match steps.as_slice() {
        ["bodies", name, id] => {
            let body = names.body_called(path, name)?;
            let info = match &names.bodies[body].value {
                BodySpec::Inertial { spec, .. } => spec.info(id),
                _ => {
                    return Err(path.custom_error(format!(
                        "`{name}` has no parameter that changes while it sounds; only point masses have."
                    )));
                }
            };
            (ParameterOwner::Body(body), info)
        }
        ["contacts", name, id] => {
            let contact = names.contact_called(path, name)?;
            let info = match contacts[contact].value.law {
                ContactLaw::Impact(law) => law.info(id),
                ContactLaw::LinearImpact(law) => law.info(id),
                ContactLaw::Friction { law, .. } => law.info(id),
            };
            (ParameterOwner::Contact(contact), info)
        }
        _ => {
            return Err(path.custom_error(
                "a parameter is `bodies.NAME.PARAMETER` or `contacts.NAME.PARAMETER`, or a contact by its number.",
            ));
        }
    };
    let info = info.map_err(|why: ParamError| path.error(why))?;
    Ok(Action::Set { target, id: info.id, value: to.quantity(&info)? })
}
