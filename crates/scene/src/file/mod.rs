//! Scene files: reads JSON into a [`SceneSpec`] with every number and reference checked, or reports the first
//! fault and its location.
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
//! let error = foley_scene::file::read(&text.replace("hammer\", \"bar", "hamer\", \"bar")).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "at `contacts[0].between[0]` (line 10, column 30): there is no body `hamer`; did you mean `hammer`? There are `hammer` and `bar`.",
//! );
//! # Ok::<(), foley_document::DocumentError>(())
//! ```
//!
//! | key        | is                                              | read in       |
//! |------------|-------------------------------------------------|---------------|
//! | `title`    | title, one line                                 |               |
//! | `seconds`, `rate`, `seed`, `gravity` | defaults for playing  |               |
//! | `bodies`   | bodies by name                                  | `bodies.rs`   |
//! | `contacts` | contacts between bodies                         | `contacts.rs` |
//! | `gestures` | actions over time                               | `gestures.rs`, `signals.rs` |
//! | `outputs`  | output signals                                  | `outputs.rs`  |
//!
//! Every quantity is a number in SI units or a text with its unit, `"35 g"`. An unknown key is rejected with
//! the nearest known one. Each key is declared once, for the reader and for the [`schema`].

mod bodies;
mod contacts;
mod gestures;
mod names;
mod outputs;
mod port_error;
mod signals;

use crate::SceneSpec;
use foley_document::{self as document, DocumentError, Field, Node, Tree, quantity};
use foley_params::{Info, Scale, Unit};
use names::Names;
use serde_json::{Value, json};

/// Duration of a scene \[s\], a key of the scene file.
pub const SECONDS: Info =
    quantity("seconds", Unit::Second, "Duration of the rendered sound.", (1e-3, 3600.0), 2.0);

/// Sample rate of a scene \[Hz\], a key of the scene file.
pub const RATE: Info = Info {
    scale: Scale::Integer,
    ..quantity("rate", Unit::Hertz, "Sample rate of the rendered sound.", (1e3, 1e6), 48000.0)
};

const GRAVITY: Info = quantity(
    "gravity",
    Unit::MetrePerSecondSquared,
    "Acceleration of falling bodies; positive towards the contact.",
    (-1e4, 1e4),
    0.0,
);

fn scene_form() -> Vec<Field> {
    let seed = || json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 0 });
    vec![
        Field::text("$schema", "The schema of this file, for editors."),
        Field::text("title", "Title, one line."),
        Field::quantity(&SECONDS),
        Field::quantity(&RATE),
        Field::new("seed", "Seed of all random signals.", seed),
        Field::quantity(&GRAVITY),
        Field::new("bodies", "Bodies of the scene by name.", bodies::schema).required(),
        Field::new("contacts", "Contacts between bodies.", contacts::schema),
        Field::new("gestures", "Gestures: what happens to bodies and contacts over time.", gestures::schema),
        Field::new("outputs", "Output signals: where and what they read.", outputs::schema).required(),
    ]
}

/// Returns the JSON Schema (draft 2020-12) of a scene file. Only [`read`] checks references between items.
pub fn schema() -> Value {
    let mut schema = document::object("scene", &scene_form());
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["$defs"] = json!({
        "place": { "type": "string", "description": "A body, or a port of it by name or number: `bar.middle`." },
        "contact": { "type": ["string", "integer"], "description": "A contact by its name or its number." },
        "source": { "type": ["string", "integer"], "description": "A place, or a contact for its compression." },
        "signal": signals::schema(),
    });
    schema
}

/// Reads a scene from the text of a scene file.
///
/// # Errors
/// Describes the first fault, with its path, line and column.
pub fn read(text: &str) -> Result<SceneSpec, DocumentError> {
    read_tree(&Tree::parse(text)?).map_err(|error| error.located_in(text))
}

/// Reads a scene from the parsed JSON of a scene file.
///
/// # Errors
/// Describes the first fault and its path; [`DocumentError::located_in`] adds line and column.
pub fn read_tree(tree: &Tree) -> Result<SceneSpec, DocumentError> {
    let empty = Tree::List(Vec::new());
    let scene = Node::root(tree).object(&scene_form())?;
    let list = |key| scene.get(key).unwrap_or(Node { tree: &empty, place: key.to_owned() });
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
