//! `contacts`: contacts between two bodies, each with a law.
//!
//! ```json
//! { "name": "touch", "between": ["hammer", "bar.middle"], "stiffness": 1e8, "damping": 0.3, "gap": "1 mm" }
//! { "between": ["hammer", "bar"], "roughness": "20 µm", "asperity-force": "50 mN" }
//! { "between": ["bow", "string.bow"], "law": "friction", "normal-force": "1 N" }
//! { "between": ["foot", "floor"], "law": "friction", "normal-from": "press" }
//! ```
//!
//! The first of the two presses towards + into the second.

use super::names::Names;
use super::port_error::PortError;
use crate::{BodySpec, ContactLaw, ContactSpec, Friction, Named, Place, Roughness};
use foley_contact::law::{HuntCrossley, Linear};
use foley_document::{
    self as document, DocumentErrorKind, Field, Fields, Node, ReadResult, quantity, reference,
};
use foley_params::{Info, Parametric, Unit};
use serde_json::{Value, json};

/// Maximum number of contacts of a scene.
pub(super) const MAX_CONTACTS: usize = 4096;

const LAWS: [&str; 3] = [HuntCrossley::NAME, Linear::NAME, Friction::NAME];

const GAP: Info = quantity(
    "gap",
    Unit::Metre,
    "Gap with both bodies at the origin; negative if they press.",
    (-1e3, 1e3),
    0.0,
);
const ROUGHNESS: Info = quantity(
    "roughness",
    Unit::Metre,
    "Height of the asperities of both surfaces together; 0 for smooth surfaces.",
    (0.0, 1e-2),
    0.0,
);
const ASPERITY_FORCE: Info =
    quantity("asperity-force", Unit::Newton, "Force that one asperity carries.", (1e-9, 1e3), 0.01);
const SLIDING: Info = quantity(
    "sliding",
    Unit::MetrePerSecond,
    "Speed at which one rough surface slides over the other.",
    (0.0, 1e3),
    0.0,
);

fn base_form(law: &'static str) -> Vec<Field> {
    let between = || {
        json!({
            "type": "array", "minItems": 2, "maxItems": 2, "items": reference("place"),
        })
    };
    let law_field = Field::word("law", "Contact law.", law);
    vec![
        Field::text("name", "Name. Default: the number of the contact."),
        Field::new("between", "The two ports in contact; the first presses into the second.", between)
            .required(),
        if law == HuntCrossley::NAME { law_field } else { law_field.required() },
        Field::quantity(&GAP),
    ]
}

fn law_form(law: &'static str) -> Vec<Field> {
    let own = match law {
        Linear::NAME => document::params::<Linear>(),
        Friction::NAME => {
            let doc = "Impact contact at the same point whose force is the normal force, instead of `normal-force`.";
            let from = Field::reference("normal-from", doc, "contact");
            [document::params::<Friction>(), vec![from]].concat()
        }
        _ => {
            let rough = [&ROUGHNESS, &ASPERITY_FORCE, &SLIDING].map(Field::quantity);
            [document::params::<HuntCrossley>(), rough.to_vec()].concat()
        }
    };
    [base_form(law), own].concat()
}

pub(super) fn schema() -> Value {
    let laws: Vec<_> = LAWS.iter().map(|law| document::object(law, &law_form(law))).collect();
    json!({ "type": "array", "maxItems": MAX_CONTACTS, "items": { "anyOf": laws } })
}

/// Reads the names of the contacts. A contact cannot share the name of a body, since outputs refer to both by
/// name.
pub(super) fn names(node: &Node<'_>, bodies: &[Named<BodySpec>]) -> ReadResult<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for (index, node) in node.list("contacts", MAX_CONTACTS)?.enumerate() {
        let Some(node) = node.peek("name") else {
            names.push(index.to_string());
            continue;
        };
        let name = node.text()?;
        node.check_name(name)?;
        let what = if names.iter().any(|other| other == name) {
            "another contact"
        } else if bodies.iter().any(|body| body.name == name) {
            "a body"
        } else {
            names.push(name.to_owned());
            continue;
        };
        return Err(node.error(DocumentErrorKind::NameTaken { what: what.to_owned(), name: name.to_owned() }));
    }
    Ok(names)
}

/// Reads all contacts, in file order.
pub(super) fn read(node: &Node<'_>, names: Names<'_>) -> ReadResult<Vec<Named<ContactSpec>>> {
    let laws =
        node.list("contacts", MAX_CONTACTS)?.map(|node| law_name(&node)).collect::<ReadResult<Vec<_>>>()?;
    let mut contacts = Vec::new();
    for (index, node) in node.list("contacts", MAX_CONTACTS)?.enumerate() {
        contacts.push(Named { name: names.contacts[index].clone(), value: contact(&node, names, &laws)? });
    }
    Ok(contacts)
}

fn law_name(node: &Node<'_>) -> ReadResult<&'static str> {
    let law = node.peek("law");
    law.map_or(Ok(HuntCrossley::NAME), |law| law.choice("law", &LAWS))
}

fn contact(node: &Node<'_>, names: Names<'_>, laws: &[&str]) -> ReadResult<ContactSpec> {
    let name = law_name(node)?;
    let fields = node.object(&law_form(name))?;
    let (one, two) = between(&fields.require("between")?, names)?;
    let law = match name {
        Linear::NAME => ContactLaw::LinearImpact(fields.params()?),
        Friction::NAME => {
            ContactLaw::Friction { law: fields.params()?, normal_from: normal_from(&fields, names, laws)? }
        }
        _ => ContactLaw::Impact(fields.params()?),
    };
    let roughness = if name == HuntCrossley::NAME { roughness(&fields)? } else { None };
    Ok(ContactSpec { one, two, law, gap: fields.quantity(&GAP)?, roughness })
}

/// Reads the roughness of an impact; `None` for smooth surfaces.
fn roughness(fields: &Fields<'_>) -> ReadResult<Option<Roughness>> {
    let roughness = Roughness {
        height: fields.quantity(&ROUGHNESS)?,
        force: fields.quantity(&ASPERITY_FORCE)?,
        sliding: fields.quantity(&SLIDING)?,
    };
    if roughness.height > 0.0 {
        return Ok(Some(roughness));
    }
    for key in [ASPERITY_FORCE.id, SLIDING.id] {
        if let Some(node) = fields.get(key) {
            return Err(node.custom_error(format!("`{key}` needs a `roughness` above 0.")));
        }
    }
    Ok(None)
}

fn between(node: &Node<'_>, names: Names<'_>) -> ReadResult<(Place, Place)> {
    let ends: Vec<_> = node.list("ends of a contact", 2)?.collect();
    let [one, two] = ends.as_slice() else {
        return Err(node.custom_error(format!(
            "a contact is between two bodies, not {}: write for example [\"hammer\", \"bar.middle\"].",
            ends.len()
        )));
    };
    let ends = (names.place(one)?, names.place(two)?);
    if ends.0 == ends.1 {
        return Err(PortError::SelfContact { place: two.text()?.to_owned() }.at(node));
    }
    let still = |place: Place| matches!(names.bodies[place.body].value, BodySpec::Wall);
    if still(ends.0) && still(ends.1) {
        return Err(node.custom_error("both are walls, which never move: a contact needs a moving body."));
    }
    Ok(ends)
}

fn normal_from(fields: &Fields<'_>, names: Names<'_>, laws: &[&str]) -> ReadResult<Option<usize>> {
    let Some(node) = fields.get("normal-from") else {
        return Ok(None);
    };
    if fields.get("normal-force").is_some() {
        return Err(
            node.custom_error("`normal-from` and `normal-force` exclude each other: give one of them.")
        );
    }
    let index = names.contact(&node)?;
    if laws[index] == Friction::NAME {
        return Err(node.custom_error(format!(
            "`{}` is a friction contact; `normal-from` needs an impact: {} or {}.",
            names.contacts[index],
            HuntCrossley::NAME,
            Linear::NAME
        )));
    }
    Ok(Some(index))
}
