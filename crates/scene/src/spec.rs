//! Description of a scene: bodies by name, contacts, gestures and outputs.
//!
//! Plain data in SI units, without a sample rate. Items refer to each other by index, so that no lookup is
//! needed while playing. [`crate::file`] builds a description from names and checks every index.
//!
//! All motion is along the direction of contact: a body moves towards + into what it touches, and + is down
//! for falling bodies. The compression of a contact is
//!
//! $$ x = x_\mathrm{one} - x_\mathrm{two} - \text{gap} + \text{offset}(t) $$

use crate::{Friction, WaveguideSpec};
use foley_body::{InertialSpec, ModalSpec};
use foley_contact::Motion;
use foley_contact::law::{HuntCrossley, Linear};
use foley_params::Unit;

/// Description of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneSpec {
    /// Title, one line.
    pub title: String,
    /// Default duration \[s\].
    pub seconds: Option<f64>,
    /// Default sample rate \[Hz\].
    pub rate: Option<f64>,
    /// Default seed of random signals.
    pub seed: u64,
    /// Acceleration of falling bodies [m/s²].
    pub gravity: f64,
    /// Bodies by name.
    pub bodies: Vec<Named<BodySpec>>,
    /// Contacts by name.
    pub contacts: Vec<Named<ContactSpec>>,
    /// Gestures, in file order.
    pub gestures: Vec<Gesture>,
    /// Outputs by name.
    pub outputs: Vec<Named<OutputSpec>>,
}

impl Default for SceneSpec {
    /// An empty scene without gravity.
    fn default() -> Self {
        Self {
            title: String::new(),
            seconds: None,
            rate: None,
            seed: 0,
            gravity: 0.0,
            bodies: Vec::new(),
            contacts: Vec::new(),
            gestures: Vec::new(),
            outputs: Vec::new(),
        }
    }
}

impl SceneSpec {
    /// Adds a body and returns its index.
    pub fn add(&mut self, name: &str, body: BodySpec) -> usize {
        named(&mut self.bodies, name, body)
    }

    /// Adds a contact between two ports, with no gap at rest; `one` presses towards + into `two`. Returns its
    /// index.
    pub fn join(&mut self, name: &str, one: Place, law: ContactLaw, two: Place) -> usize {
        let contact = ContactSpec { one, two, law, gap: 0.0 };
        named(&mut self.contacts, name, contact)
    }

    /// Adds an output on a channel of its own and returns its index.
    pub fn listen(&mut self, name: &str, of: Source, quantity: Quantity) -> usize {
        let output = OutputSpec { of, quantity, gain: 1.0, channel: self.outputs.len() };
        named(&mut self.outputs, name, output)
    }

    /// Adds a gesture that starts at `seconds`.
    pub fn at(&mut self, seconds: f64, action: Action) {
        self.gestures.push(Gesture { at: seconds, action });
    }
}

fn named<T>(list: &mut Vec<Named<T>>, name: &str, value: T) -> usize {
    list.push(Named { name: name.to_owned(), value });
    list.len() - 1
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// Unique name among items of its kind. An unnamed contact has its number as its name.
    pub name: String,
    /// The named value.
    pub value: T,
}

/// Description of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum BodySpec {
    /// A point mass.
    Inertial {
        /// Description of the point mass.
        spec: InertialSpec,
        /// Initial displacement and velocity.
        motion: Motion,
        /// Whether gravity acts on it.
        falls: bool,
    },
    /// An elastic body described by its modes.
    Modal {
        /// Description of the modal body.
        spec: ModalSpec,
        /// Names of the ports, one per port.
        ports: Vec<String>,
        /// Initial rigid-body motion; at rest at the origin if the body is not free.
        motion: Motion,
        /// Whether gravity acts on it; false if the body is not free.
        falls: bool,
    },
    /// A string.
    Waveguide {
        /// Description of the string.
        spec: WaveguideSpec,
        /// Names of the ports, one per port.
        ports: Vec<String>,
    },
    /// A body that never moves.
    Wall,
}

impl BodySpec {
    /// A point mass with an initial motion, without gravity.
    pub fn mass(kilograms: f64, motion: Motion) -> Self {
        Self::Inertial { spec: InertialSpec::kilograms(kilograms), motion, falls: false }
    }

    /// A modal body at rest, without gravity; its ports are named by their numbers.
    pub fn modal(spec: ModalSpec) -> Self {
        let ports = (0..spec.ports).map(|port| port.to_string()).collect();
        Self::Modal { spec, ports, motion: Motion::default(), falls: false }
    }

    /// A string at rest; its ports are named by their numbers.
    pub fn string(spec: WaveguideSpec) -> Self {
        let ports = (0..spec.ports.len()).map(|port| port.to_string()).collect();
        Self::Waveguide { spec, ports }
    }

    /// Returns the body with gravity, if it is a kind that can fall.
    #[must_use]
    pub fn falling(mut self) -> Self {
        if let Self::Inertial { falls, .. } | Self::Modal { falls, .. } = &mut self {
            *falls = true;
        }
        self
    }

    /// Number of ports.
    pub fn ports(&self) -> usize {
        match self {
            Self::Inertial { .. } | Self::Wall => 1,
            Self::Modal { ports, .. } | Self::Waveguide { ports, .. } => ports.len(),
        }
    }

    /// Name of a port, if it has one.
    pub fn port_name(&self, port: usize) -> Option<&str> {
        match self {
            Self::Inertial { .. } | Self::Wall => None,
            Self::Modal { ports, .. } | Self::Waveguide { ports, .. } => ports.get(port).map(String::as_str),
        }
    }
}

/// A port of a body, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index of the body.
    pub body: usize,
    /// Index of the port.
    pub port: usize,
}

impl Place {
    /// A port of a body, by their indices.
    pub const fn new(body: usize, port: usize) -> Self {
        Self { body, port }
    }
}

/// Description of a contact between two ports.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSpec {
    /// Port that presses towards +.
    pub one: Place,
    /// Port that it presses into.
    pub two: Place,
    /// Contact law.
    pub law: ContactLaw,
    /// Gap with both bodies at the origin \[m\]; negative if they press.
    pub gap: f64,
}

/// Law of the contact force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactLaw {
    /// Hunt–Crossley impact: `f = k x^α (1 + μ v)`.
    Impact(HuntCrossley),
    /// Linear impact: `f = k x + λ v` while it pushes.
    LinearImpact(Linear),
    /// Friction.
    Friction {
        /// Friction law, with its normal force.
        law: Friction,
        /// Index of the impact contact at the same point whose force is the normal force instead.
        normal_from: Option<usize>,
    },
}

/// An action on the scene at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    /// Start \[s\].
    pub at: f64,
    /// The action.
    pub action: Action,
}

/// Actions on a scene. Signals start at their time 0 with the gesture, and end after `lasting` \[s\], if
/// given.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Places a free body at a distance before its contact and sends it towards it.
    Strike {
        /// Index of the body.
        body: usize,
        /// Velocity towards the contact [m/s].
        velocity: f64,
        /// Distance from the contact at the start \[m\].
        distance: f64,
    },
    /// Sets displacement and velocity of a free body.
    Place {
        /// Index of the body.
        body: usize,
        /// New displacement and velocity.
        motion: Motion,
    },
    /// Pushes a body at a port.
    Force {
        /// Port that is pushed.
        place: Place,
        /// Force \[N\].
        newtons: Signal,
        /// Duration \[s\]; unlimited if none.
        lasting: Option<f64>,
    },
    /// Moves the surfaces of a contact closer than the bodies are.
    Offset {
        /// Index of the contact.
        contact: usize,
        /// Offset \[m\].
        metres: Signal,
        /// Duration \[s\]; unlimited if none.
        lasting: Option<f64>,
    },
    /// Slides one surface of a contact over the other, as a bow does: the offset grows with this velocity.
    Slide {
        /// Index of the contact.
        contact: usize,
        /// Sliding velocity [m/s].
        velocity: Signal,
        /// Duration \[s\]; unlimited if none.
        lasting: Option<f64>,
    },
    /// Adds to the normal force of a friction contact that does not take it from an impact.
    Press {
        /// Index of the contact.
        contact: usize,
        /// Force \[N\].
        newtons: Signal,
        /// Duration \[s\]; unlimited if none.
        lasting: Option<f64>,
    },
    /// Changes a parameter, gliding as its declaration specifies.
    Set {
        /// Owner of the parameter.
        target: ParameterOwner,
        /// Parameter id, as in its table.
        id: &'static str,
        /// New value, already checked.
        value: f64,
    },
}

/// Owner of a parameter that can change while playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterOwner {
    /// A body, by index.
    Body(usize),
    /// The law of a contact, by index.
    Contact(usize),
}

/// A value over time, from the start of its gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// A constant.
    Constant(f64),
    /// Linear interpolation between points of time \[s\] and value, with ascending times; constant before the
    /// first and after the last.
    Points(Vec<(f64, f64)>),
    /// offset + amplitude · sin(2π frequency t + phase).
    Sine {
        /// Amplitude about `offset`.
        amplitude: f64,
        /// Frequency \[Hz\].
        frequency: f64,
        /// Phase at the start \[rad\].
        phase: f64,
        /// Mean value.
        offset: f64,
    },
    /// Noise, uniform between −amplitude and amplitude.
    Noise {
        /// Largest value.
        amplitude: f64,
        /// Random values per second, linearly interpolated \[Hz\]; one per sample if none.
        rate: Option<f64>,
        /// Seed; by default derived from the scene's seed and the gesture's index.
        seed: Option<u64>,
    },
    /// Given values, 0 after the last.
    Samples {
        /// The values.
        values: Vec<f64>,
        /// Values per second, linearly interpolated \[Hz\]; one per sample if none.
        rate: Option<f64>,
    },
    /// Sum of signals, none of which is itself a sum.
    Sum(Vec<Signal>),
    /// Live values, set while the scene plays ([`crate::Scene::feed`]): 0 until the first block is set; a
    /// block without values holds the last value. Not available in scene files or sums.
    Live,
}

/// An output of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputSpec {
    /// Source of the signal.
    pub of: Source,
    /// Quantity of the source.
    pub quantity: Quantity,
    /// Gain, applied to the SI value \[1\].
    pub gain: f64,
    /// Channel of the file, from 0; outputs on one channel are added.
    pub channel: usize,
}

/// Source of an output signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A port of a body.
    Place(Place),
    /// A contact, by index.
    Contact(usize),
}

/// Quantity of an output signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Displacement of a port, or compression of a contact \[m\].
    Displacement,
    /// Velocity of a port, or rate of compression of a contact [m/s].
    Velocity,
    /// Velocity of a port without rigid-body motion [m/s]. Ports only.
    Vibration,
    /// Acceleration of a port [m/s²]. Ports only.
    Acceleration,
    /// Force of a contact \[N\]. Contacts only.
    Force,
}

impl Quantity {
    /// All quantities.
    pub const ALL: [Self; 5] =
        [Self::Displacement, Self::Velocity, Self::Vibration, Self::Acceleration, Self::Force];

    /// Name in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Displacement => "displacement",
            Self::Velocity => "velocity",
            Self::Vibration => "vibration",
            Self::Acceleration => "acceleration",
            Self::Force => "force",
        }
    }

    /// SI unit.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Displacement => Unit::Metre,
            Self::Velocity | Self::Vibration => Unit::MetrePerSecond,
            Self::Acceleration => Unit::MetrePerSecondSquared,
            Self::Force => Unit::Newton,
        }
    }
}
