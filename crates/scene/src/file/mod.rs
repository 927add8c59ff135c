//! Scenes as files: JSON that people write, read into a [`SceneSpec`] that is right in every number and every
//! reference, or refused with the place of what is wrong.
//!
//! ```
//! let text = r#"{
//!   "title": "A hammer strikes a bar",
//!   "bodies": {
//!     "hammer": { "kind": "inertial", "mass": "20 g", "velocity": "1.5 m/s" },
//!     "bar": { "kind": "modal", "modes": [
//!       { "frequency": "440 Hz", "t60": "2 s", "mass": "50 g" },
//!       { "frequency": "1.21 kHz", "t60": "1 s", "mass": "50 g" }
//!     ] }
//!   },
//!   "contacts": [{ "between": ["hammer", "bar"], "stiffness": 1e7 }],
//!   "outputs": ["velocity of bar"]
//! }"#;
//! let scene = foley_scene::file::read(text)?;
//! assert_eq!(scene.bodies[0].name, "hammer");
//!
//! let refused = foley_scene::file::read(&text.replace("hammer\", \"bar", "hamer\", \"bar")).unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "at `contacts[0].between[0]`: there is no body `hamer`; did you mean `hammer`? There are `hammer` and `bar`.",
//! );
//! # Ok::<(), foley_scene::file::DocumentError>(())
//! ```
//!
//! | key        | is                                              | read in       |
//! |------------|-------------------------------------------------|---------------|
//! | `title`    | what it is, in a line                           |               |
//! | `seconds`, `rate`, `seed`, `gravity` | unless someone says otherwise |       |
//! | `bodies`   | what there is, by name                          | `bodies.rs`   |
//! | `contacts` | where it touches                                | `contacts.rs` |
//! | `gestures` | what is done when                               | `gestures.rs`, `signals.rs` |
//! | `outputs`  | what is listened to                             | `outputs.rs`  |
//!
//! Every quantity is a number in SI or a text with its unit, `"35 g"`. An unknown key is refused with the
//! nearest that is known. Each key is declared once, for the reader and for the [`schema`].

mod bodies;
mod contacts;
mod error;
mod form;
mod gestures;
mod names;
mod node;
mod outputs;
mod set;
mod signals;
mod tree;

pub use error::{DocumentError, DocumentErrorKind};
/// For other files that are read as scenes are: declared keys, values with their places, one schema.
pub use form::{Field, object, quantity, reference};
pub use node::{Fields, Node, ReadResult};
pub use set::set;
pub use tree::{MAX_TEXT_BYTES, Tree};

use crate::SceneSpec;
use foley_params::{Info, Scale, Unit};
use names::Names;
use serde_json::{Value, json};

/// How long a scene may play.
pub const SECONDS: Info = quantity("seconds", Unit::Second, "How long it plays.", (1e-3, 3600.0), 2.0);

/// At which sample rates.
pub const RATE: Info =
    Info { scale: Scale::Integer, ..quantity("rate", Unit::Hertz, "Sample rate.", (1e3, 1e6), 48000.0) };

const GRAVITY: Info = quantity(
    "gravity",
    Unit::MetrePerSecondSquared,
    "Acceleration of what falls; + is towards what it will touch.",
    (-1e4, 1e4),
    0.0,
);

fn scene_form() -> Vec<Field> {
    let seed = || json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 0 });
    vec![
        Field::text("$schema", "The schema of this file, for editors."),
        Field::text("title", "What it is, in a line."),
        Field::quantity(&SECONDS),
        Field::quantity(&RATE),
        Field::new("seed", "What its randomness begins with.", seed),
        Field::quantity(&GRAVITY),
        Field::new("bodies", "What there is, by name.", bodies::schema).required(),
        Field::new("contacts", "Where it touches.", contacts::schema),
        Field::new("gestures", "What is done when.", gestures::schema),
        Field::new("outputs", "What is listened to.", outputs::schema).required(),
    ]
}

/// The JSON Schema (draft 2020-12) of a scene file. What refers to something else only [`read`] can judge.
pub fn schema() -> Value {
    let mut schema = form::object("scene", &scene_form());
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["$defs"] = json!({
        "place": { "type": "string", "description": "A body, or a port of it by name or number: `bar.middle`." },
        "contact": { "type": ["string", "integer"], "description": "A contact by its name or its number." },
        "source": { "type": ["string", "integer"], "description": "A place, or a contact for its compression." },
        "signal": signals::schema(),
    });
    schema
}

/// A scene from the text of a file.
///
/// # Errors
/// With the first thing that is wrong, and where.
pub fn read(text: &str) -> Result<SceneSpec, DocumentError> {
    read_tree(&Tree::parse(text)?)
}

/// A scene from a file that is JSON already.
///
/// # Errors
/// With the first thing that is wrong, and where.
pub fn read_tree(tree: &Tree) -> Result<SceneSpec, DocumentError> {
    let nothing = Tree::List(Vec::new());
    let scene = Node::root(tree).object(&scene_form())?;
    let list = |key| scene.get(key).unwrap_or(Node { tree: &nothing, place: key.to_owned() });
    if let Some(schema) = scene.get("$schema") {
        schema.text()?;
    }
    let title = scene.get("title").map_or(Ok(""), |title| title.text())?;
    let bodies = bodies::read(&scene.require("bodies")?)?;
    let contact_names = contacts::names(&list("contacts"), &bodies)?;
    let names = Names { bodies: &bodies, contacts: &contact_names };
    let contacts = contacts::read(&list("contacts"), names)?;
    Ok(SceneSpec {
        title: title.to_owned(),
        seconds: scene.optional_quantity(&SECONDS)?,
        rate: scene.optional_quantity(&RATE)?,
        seed: scene.get("seed").map_or(Ok(0), |seed| seed.seed())?,
        gravity: scene.quantity(&GRAVITY)?,
        gestures: gestures::read(&list("gestures"), names, &contacts)?,
        outputs: outputs::read(&scene.require("outputs")?, names)?,
        contacts,
        bodies,
    })
}
