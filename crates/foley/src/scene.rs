//! Scenes by names: bodies, contacts, gestures and outputs.

use crate::{Error, Value};
use foley_contact::energy::Ledger;
use foley_contact::law::{HuntCrossley, Linear};
use foley_contact::{Friction, Motion, Step};
use foley_document::Tree;
use foley_params::words::{did_you_mean, list, nearest};
use foley_params::{ByName, Info, Parametric};
use foley_scene::{SceneEvent, SceneSpec, file};

/// A scene of bodies in contact, described by names. It holds the same document as a scene file, so that
/// everything in `foley explain scene` can be used, and [`Scene::to_json`] writes it.
///
/// Names are checked when the scene is played: [`Scene::player`], or [`Render::scene`](crate::Render::scene).
///
/// ```
/// use foley::{Body, Scene};
/// use foley::contact::HuntCrossley;
///
/// let law = HuntCrossley { stiffness: 1e8, exponent: 1.5, damping: 0.3 };
/// let scene = Scene::new()
///     .body("hammer", Body::mass("20 g").set("position", "-1 mm").set("velocity", "1 m/s"))
///     .body("bar", Body::shape("bar", "wood").port("struck", 0.3).port("end", 0.98))
///     .contact("tap", "hammer", "bar.struck", law)
///     .output("velocity of bar.end");
/// let mut player = scene.player(48_000.0)?;
/// let mut sound = vec![0.0; 4800];
/// player.render(&mut [&mut sound]);                                   // does not allocate
/// player.strike("hammer", 2.0)?;                                      // again, now
/// player.render(&mut [&mut sound]);
/// assert!(player.ledger().numerical().abs() < 1e-12);                 // the energy balance closes
///
/// let wrong = scene.contact("tip", "hamer", "bar.end", law).player(48_000.0).unwrap_err();
/// assert!(wrong.to_string().contains("there is no body `hamer`; did you mean `hammer`?"));
/// # Ok::<(), foley::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Values of the whole scene, such as its title.
    values: Fields,
    bodies: Fields,
    contacts: Vec<Tree>,
    gestures: Vec<Tree>,
    outputs: Vec<Tree>,
}

/// Keys of a JSON object with their values.
type Fields = Vec<(String, Tree)>;

impl Scene {
    /// Creates an empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a scene from JSON.
    ///
    /// # Errors
    /// If the text is not a valid scene; the error names the place.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let tree = Tree::parse(text)?;
        file::read_tree(&tree)?;
        let mut scene = Self::new();
        // The reader has checked the types of these fields.
        let Tree::Object(fields) = tree else {
            return Ok(scene);
        };
        for (key, value) in fields {
            match (key.as_str(), value) {
                ("bodies", Tree::Object(bodies)) => scene.bodies = bodies,
                ("contacts", Tree::List(contacts)) => scene.contacts = contacts,
                ("gestures", Tree::List(gestures)) => scene.gestures = gestures,
                ("outputs", Tree::List(outputs)) => scene.outputs = outputs,
                (_, value) => scene.values.push((key, value)),
            }
        }
        Ok(scene)
    }

    /// Returns the scene as JSON, the content of a scene file.
    pub fn to_json(&self) -> String {
        foley_document::pretty(&self.tree())
    }

    /// Sets a value of the whole scene: `title`, `gravity`, `seconds`, `rate` or `seed`.
    #[must_use]
    pub fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        put(&mut self.values, key, tree(&value.into()));
        self
    }

    /// Adds a body. A body of the same name is replaced.
    #[must_use]
    pub fn body(mut self, name: &str, body: Body) -> Self {
        put(&mut self.bodies, name, body.tree());
        self
    }

    /// Adds a contact: the port `one` presses into the port `two`. A port is written `bar.struck`, or `hammer`
    /// for a body with one port.
    #[must_use]
    pub fn contact(mut self, name: &str, one: &str, two: &str, law: impl Into<ContactSpec>) -> Self {
        let ContactSpec { fields } = law.into();
        let between = Tree::List(vec![text(one), text(two)]);
        let own = vec![("name".to_owned(), text(name)), ("between".to_owned(), between)];
        self.contacts.push(Tree::Object([own, fields].concat()));
        self
    }

    /// Strikes with a free body at a velocity [m/s], at a time \[s\] after the start.
    #[must_use]
    pub fn strike(mut self, at: f64, body: &str, velocity: f64) -> Self {
        let fields = [("at", number(at)), ("strike", text(body)), ("velocity", number(velocity))];
        self.gestures.push(fields_tree(fields));
        self
    }

    /// Adds an output in words: `velocity of bar.end`, `force of tap`. Quantities are displacement, velocity,
    /// vibration, acceleration and force.
    #[must_use]
    pub fn output(mut self, output: &str) -> Self {
        self.outputs.push(text(output));
        self
    }

    /// Builds the scene at a sample rate \[Hz\].
    ///
    /// # Errors
    /// If a name or value is not allowed; the error names the place.
    pub fn player(&self, rate: f64) -> Result<ScenePlayer, Error> {
        let spec = self.spec()?;
        if !file::RATE.contains(rate) {
            return Err(Error::Value(format!("the rate {rate} Hz is out of range: {}", range(&file::RATE))));
        }
        let scene = foley_scene::Scene::build(&spec, Step::at_rate(rate), spec.seed)?;
        Ok(ScenePlayer { scene, spec })
    }

    pub(crate) fn spec(&self) -> Result<SceneSpec, Error> {
        Ok(file::read_tree(&self.tree())?)
    }

    /// Returns the document of the scene file.
    pub(crate) fn tree(&self) -> Tree {
        let mut fields = self.values.clone();
        put(&mut fields, "bodies", Tree::Object(self.bodies.clone()));
        put(&mut fields, "contacts", Tree::List(self.contacts.clone()));
        put(&mut fields, "gestures", Tree::List(self.gestures.clone()));
        put(&mut fields, "outputs", Tree::List(self.outputs.clone()));
        Tree::Object(fields)
    }
}

/// A body of a [`Scene`].
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    fields: Fields,
    ports: Fields,
}

impl Body {
    fn of(kind: &str) -> Self {
        Self { fields: vec![("kind".to_owned(), text(kind))], ports: Vec::new() }
    }

    /// Creates a point mass, `0.02` \[kg\] or `"20 g"`, free to move.
    pub fn mass(mass: impl Into<Value>) -> Self {
        Self::of("inertial").set("mass", mass)
    }

    /// Creates a vibrating body from the names of a shape and a material (`foley explain shape`).
    pub fn shape(shape: &str, material: &str) -> Self {
        Self::of("modal").set("shape", shape).set("material", material)
    }

    /// Creates a vibrating body from single modes: frequency \[Hz\], decay time by 60 dB \[s\] and modal
    /// mass \[kg\].
    pub fn modes(modes: &[(f64, f64, f64)]) -> Self {
        let mode = |&(frequency, t60, mass): &(f64, f64, f64)| {
            fields_tree([("frequency", number(frequency)), ("t60", number(t60)), ("mass", number(mass))])
        };
        let mut body = Self::of("modal");
        put(&mut body.fields, "modes", Tree::List(modes.iter().map(mode).collect()));
        body
    }

    /// Creates a stretched string with default values; [`Body::set`] changes them.
    pub fn string() -> Self {
        Self::of("string")
    }

    /// Creates a body that never moves.
    pub fn wall() -> Self {
        Self::of("wall")
    }

    /// Sets a value of the body, as in a scene file: `velocity`, `length`, `modes`, `tension`.
    #[must_use]
    pub fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        put(&mut self.fields, key, tree(&value.into()));
        self
    }

    /// Adds a port of a shape or string, at a share of its length from 0 to 1.
    #[must_use]
    pub fn port(mut self, name: &str, position: f64) -> Self {
        put(&mut self.ports, name, number(position));
        self
    }

    /// Adds a port of a disc or a rectangle, by two coordinates: shares of the sides, or share of the radius
    /// and angle \[rad\].
    #[must_use]
    pub fn port_at(mut self, name: &str, coordinates: [f64; 2]) -> Self {
        put(&mut self.ports, name, Tree::List(coordinates.map(number).to_vec()));
        self
    }

    fn tree(mut self) -> Tree {
        if !self.ports.is_empty() {
            put(&mut self.fields, "ports", Tree::Object(self.ports));
        }
        Tree::Object(self.fields)
    }
}

/// Law and gap of a contact of a [`Scene`]; [`HuntCrossley`], [`Linear`] and [`Friction`] convert into it.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSpec {
    fields: Fields,
}

impl ContactSpec {
    fn of<L: Parametric + ByName>(law: &L) -> Self {
        let mut fields = vec![("law".to_owned(), text(L::NAME))];
        for info in law.infos() {
            if let Ok(value) = law.get(info.id) {
                fields.push((info.id.to_owned(), number(value)));
            }
        }
        Self { fields }
    }

    /// Sets the gap between the surfaces with both bodies at the origin \[m\].
    #[must_use]
    pub fn gap(mut self, metres: f64) -> Self {
        self.fields.push(("gap".to_owned(), number(metres)));
        self
    }
}

impl From<HuntCrossley> for ContactSpec {
    fn from(law: HuntCrossley) -> Self {
        Self::of(&law)
    }
}

impl From<Linear> for ContactSpec {
    fn from(law: Linear) -> Self {
        Self::of(&law)
    }
}

impl From<Friction> for ContactSpec {
    fn from(law: Friction) -> Self {
        Self::of(&law)
    }
}

/// A scene that plays. Rendering allocates nothing; names are looked up in a short list.
#[derive(Debug)]
pub struct ScenePlayer {
    scene: foley_scene::Scene,
    spec: SceneSpec,
}

impl ScenePlayer {
    /// Renders the next samples into one slice per output, in the SI unit of the output; all slices have the
    /// same length, and slices beyond the outputs are left as they are. Real-time: yes.
    pub fn render(&mut self, out: &mut [&mut [f64]]) {
        self.scene.render(out);
    }

    /// Returns the names of the outputs.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.spec.outputs.iter().map(|output| output.name.as_str())
    }

    /// Strikes with a free body at a velocity [m/s], from just before its contact, at the next sample.
    ///
    /// # Errors
    /// If no body has that name, it cannot move, or the velocity is out of range.
    pub fn strike(&mut self, body: &str, velocity: f64) -> Result<(), Error> {
        let body = self.find_moving_body(body)?;
        Ok(self.scene.apply(SceneEvent::Strike { body, velocity, distance: 0.0 })?)
    }

    /// Sets position \[m\] and velocity [m/s] of a free body at the next sample.
    ///
    /// # Errors
    /// If no body has that name, it cannot move, or a number is out of range.
    pub fn place(&mut self, body: &str, position: f64, velocity: f64) -> Result<(), Error> {
        let body = self.find_moving_body(body)?;
        Ok(self.scene.apply(SceneEvent::Place { body, motion: Motion::new(position, velocity) })?)
    }

    /// Sets a parameter of a contact's law at the next sample, in SI units.
    ///
    /// # Errors
    /// If there is no such contact or parameter, or the value is out of range.
    pub fn set(&mut self, contact: &str, parameter: &str, value: f64) -> Result<(), Error> {
        let names = self.spec.contacts.iter().map(|contact| contact.name.as_str());
        let index = find("contact", contact, names)?;
        let infos = match &self.spec.contacts[index].value.law {
            foley_scene::ContactLaw::Impact(law) => law.infos(),
            foley_scene::ContactLaw::LinearImpact(law) => law.infos(),
            foley_scene::ContactLaw::Friction { law, .. } => law.infos(),
        };
        let info = infos[find("parameter", parameter, infos.iter().map(|info| info.id))?];
        if !info.contains(value) {
            return Err(Error::Value(format!("`{parameter}` = {value} is out of range: {}", range(&info))));
        }
        Ok(self.scene.apply(SceneEvent::Set { contact: index, id: info.id, value })?)
    }

    /// Returns the energy balance so far.
    pub fn ledger(&self) -> Ledger {
        self.scene.ledger()
    }

    /// Whether every body is at rest.
    pub fn asleep(&self) -> bool {
        self.scene.asleep()
    }

    fn find_moving_body(&self, name: &str) -> Result<usize, Error> {
        let index = find("body", name, self.spec.bodies.iter().map(|body| body.name.as_str()))?;
        if self.scene.motion(index).is_none() {
            return Err(Error::Value(format!(
                "`{name}` is held in place: only a free body can strike or be placed"
            )));
        }
        Ok(index)
    }
}

/// Returns the index of a name, or the error with the names that exist.
fn find<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> Result<usize, Error> {
    let names: Vec<&str> = names.collect();
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let near = did_you_mean(&nearest(name, &names));
        Error::Value(format!("there is no {what} `{name}`{near} There are {}.", list(&names, "and")))
    })
}

fn range(info: &Info) -> String {
    format!("{} to {}", info.format(info.min), info.format(info.max))
}

fn text(text: &str) -> Tree {
    Tree::Text(text.to_owned())
}

/// Returns a number as a value of the document. A number that is not finite becomes a text, which the
/// reader rejects with its place.
fn number(number: f64) -> Tree {
    serde_json::Number::from_f64(number).map_or_else(|| text(&number.to_string()), Tree::Number)
}

fn tree(value: &Value) -> Tree {
    match value {
        Value::Number(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
            Tree::Number((*value as i64).into())
        }
        Value::Number(value) => number(*value),
        Value::Text(value) => text(value),
    }
}

fn fields_tree<const N: usize>(fields: [(&str, Tree); N]) -> Tree {
    Tree::Object(fields.map(|(key, value)| (key.to_owned(), value)).to_vec())
}

/// Sets a field of an object; an existing field of that name is replaced.
fn put(fields: &mut Fields, key: &str, value: Tree) {
    match fields.iter_mut().find(|(known, _)| known == key) {
        Some((_, field)) => *field = value,
        None => fields.push((key.to_owned(), value)),
    }
}
