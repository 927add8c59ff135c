//! Description of a scene: bodies by name, contacts, gestures and outputs.
//!
//! Plain data in SI units, without a sample rate. Items refer to each other by index, so that no lookup is
//! needed while playing. [`crate::file`] builds a description from names and checks every index.
//!
//! All motion is along the direction of contact. A positive displacement moves the first body of a contact
//! into the second, and moves falling bodies down. The compression of a contact is
//!
//! ```math
//! x = x_\mathrm{one} - x_\mathrm{two} - \text{gap} + \text{offset}(t)
//! ```

use crate::roughness::Roughness;
use crate::{Friction, WaveguideSpec};
use foley_body::{InertialSpec, ModalSpec};
use foley_contact::Motion;
use foley_contact::law::{HuntCrossley, Linear};
use foley_params::Unit;

/// Description of a scene: bodies, contacts, gestures and outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneSpec {
    /// Title of the scene, one line.
    pub title: String,
    /// Default duration of the scene \[s\].
    pub seconds: Option<f64>,
    /// Default sample rate of the scene \[Hz\].
    pub rate: Option<f64>,
    /// Default seed of the random signals of the scene.
    pub seed: u64,
    /// Acceleration that gravity gives to falling bodies [m/s²].
    pub gravity: f64,
    /// Bodies of the scene with their names.
    pub bodies: Vec<Named<BodySpec>>,
    /// Contacts between the bodies, with their names.
    pub contacts: Vec<Named<ContactSpec>>,
    /// Actions over time, in file order.
    pub gestures: Vec<Gesture>,
    /// Output signals with their names.
    pub outputs: Vec<Named<OutputSpec>>,
}

impl Default for SceneSpec {
    /// Returns an empty scene without gravity.
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
    /// Adds a body to the scene and returns the index of the body.
    pub fn add(&mut self, name: &str, body: BodySpec) -> usize {
        named(&mut self.bodies, name, body)
    }

    /// Adds a contact between two ports, with no gap at rest, and returns the index of the contact. A
    /// positive displacement of `one` presses it into `two`.
    pub fn join(&mut self, name: &str, one: Place, law: ContactLaw, two: Place) -> usize {
        let contact = ContactSpec { one, two, law, gap: 0.0, roughness: None };
        named(&mut self.contacts, name, contact)
    }

    /// Adds an output on a channel of its own and returns the index of the output.
    pub fn listen(&mut self, name: &str, of: Source, quantity: Quantity) -> usize {
        let output = OutputSpec { of, quantity, gain: 1.0, channel: self.outputs.len() };
        named(&mut self.outputs, name, output)
    }

    /// Adds a gesture that starts at the time `seconds` \[s\].
    pub fn at(&mut self, seconds: f64, action: Action) {
        self.gestures.push(Gesture { at: seconds, action });
    }
}

fn named<T>(list: &mut Vec<Named<T>>, name: &str, value: T) -> usize {
    list.push(Named { name: name.to_owned(), value });
    list.len() - 1
}

/// A value of a scene with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// Name, unique among items of the same kind. An unnamed contact has its number as its name.
    pub name: String,
    /// The body, contact or output that has the name.
    pub value: T,
}

/// Description of a body of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum BodySpec {
    /// A point mass, free to move.
    Inertial {
        /// Description of the point mass.
        spec: InertialSpec,
        /// Initial displacement and velocity of the point mass.
        motion: Motion,
        /// Whether gravity acts on the point mass.
        falls: bool,
    },
    /// An elastic body described by its modes.
    Modal {
        /// Description of the modal body.
        spec: ModalSpec,
        /// Names of the ports of the body, one per port.
        ports: Vec<String>,
        /// Initial rigid-body motion; at rest at the origin if the body is not free.
        motion: Motion,
        /// Whether gravity acts on the body; false if the body is not free.
        falls: bool,
    },
    /// A string as two travelling waves.
    Waveguide {
        /// Description of the string.
        spec: WaveguideSpec,
        /// Names of the ports of the string, one per port.
        ports: Vec<String>,
    },
    /// A body that never moves.
    Wall,
}

impl BodySpec {
    /// Returns a point mass with an initial motion, without gravity.
    pub fn mass(kilograms: f64, motion: Motion) -> Self {
        Self::Inertial { spec: InertialSpec::kilograms(kilograms), motion, falls: false }
    }

    /// Returns a modal body at rest, without gravity. Each port is named by its number.
    pub fn modal(spec: ModalSpec) -> Self {
        let ports = (0..spec.ports).map(|port| port.to_string()).collect();
        Self::Modal { spec, ports, motion: Motion::default(), falls: false }
    }

    /// Returns a string at rest. Each port is named by its number.
    pub fn string(spec: WaveguideSpec) -> Self {
        let ports = (0..spec.ports.len()).map(|port| port.to_string()).collect();
        Self::Waveguide { spec, ports }
    }

    /// Returns the body with gravity, if the body is of a kind that can fall.
    #[must_use]
    pub fn falling(mut self) -> Self {
        if let Self::Inertial { falls, .. } | Self::Modal { falls, .. } = &mut self {
            *falls = true;
        }
        self
    }

    /// Returns the number of ports of the body.
    pub fn ports(&self) -> usize {
        match self {
            Self::Inertial { .. } | Self::Wall => 1,
            Self::Modal { ports, .. } | Self::Waveguide { ports, .. } => ports.len(),
        }
    }

    /// Returns the name of a port; `None` if the port has no name.
    pub fn port_name(&self, port: usize) -> Option<&str> {
        match self {
            Self::Inertial { .. } | Self::Wall => None,
            Self::Modal { ports, .. } | Self::Waveguide { ports, .. } => ports.get(port).map(String::as_str),
        }
    }
}

/// A port of a body, given by the index of the body and of the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index of the body in the scene.
    pub body: usize,
    /// Index of the port on the body.
    pub port: usize,
}

impl Place {
    /// Makes the place of a port from the index of the body and of the port.
    pub const fn new(body: usize, port: usize) -> Self {
        Self { body, port }
    }
}

/// Description of a contact between two ports.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSpec {
    /// Port of the first surface. A positive displacement of this port presses it into `two`.
    pub one: Place,
    /// Port of the second surface, into which `one` presses.
    pub two: Place,
    /// Law of the contact force.
    pub law: ContactLaw,
    /// Gap between the surfaces with both bodies at the origin \[m\]; negative if the surfaces press on each
    /// other.
    pub gap: f64,
    /// Roughness of the surfaces; `None` for smooth ones. Only a Hunt–Crossley impact can be rough: friction
    /// has a noise of its own, and a linear impact ignores it.
    pub roughness: Option<Roughness>,
}

/// Law of the force between two surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactLaw {
    /// Impact with a Hunt–Crossley law: stiffness × compression^exponent × (1 + damping × velocity).
    Impact(HuntCrossley),
    /// Impact with a spring and a dashpot: stiffness × compression + damping × velocity, never below zero.
    LinearImpact(Linear),
    /// Friction between two surfaces that slide.
    Friction {
        /// Friction law, including its own normal force.
        law: Friction,
        /// Index of the impact contact at the same point whose force replaces the normal force of `law`;
        /// `None` keeps the normal force of `law`.
        normal_from: Option<usize>,
    },
}

impl ContactLaw {
    /// Whether the surfaces can be rough: the noise of asperities takes its energy from the heat of the law.
    /// A linear impact accounts for its heat only when the touch ends, so it stays smooth.
    pub(crate) fn can_be_rough(&self) -> bool {
        matches!(self, Self::Impact(_))
    }
}

/// An action on the scene that starts at a given time.
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    /// Start of the action \[s\].
    pub at: f64,
    /// Action that the gesture performs.
    pub action: Action,
}

/// Actions on a scene. The signal of an action starts with the gesture, and ends after the duration `lasting`
/// \[s\], if given.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Places a free body at a distance before its contact and gives the body a velocity towards the contact.
    Strike {
        /// Index of the body.
        body: usize,
        /// Velocity of the body towards the contact [m/s].
        velocity: f64,
        /// Distance of the body from the contact at the start \[m\].
        distance: f64,
    },
    /// Sets displacement and velocity of a free body.
    Place {
        /// Index of the body.
        body: usize,
        /// New displacement and velocity of the body.
        motion: Motion,
    },
    /// Pushes a body at a port.
    Force {
        /// Port that the force pushes.
        place: Place,
        /// Force over time \[N\].
        newtons: Signal,
        /// Duration of the push \[s\]; `None` means unlimited.
        lasting: Option<f64>,
    },
    /// Moves the surfaces of a contact closer than the positions of the bodies imply.
    Offset {
        /// Index of the contact.
        contact: usize,
        /// Offset over time \[m\].
        metres: Signal,
        /// Duration of the offset \[s\]; `None` means unlimited.
        lasting: Option<f64>,
    },
    /// Slides one surface of a contact over the other, as a bow does: the offset grows with `velocity`.
    Slide {
        /// Index of the contact.
        contact: usize,
        /// Sliding velocity over time [m/s].
        velocity: Signal,
        /// Duration of the sliding \[s\]; `None` means unlimited.
        lasting: Option<f64>,
    },
    /// Adds to the normal force of a friction contact whose normal force does not come from an impact.
    Press {
        /// Index of the contact.
        contact: usize,
        /// Additional normal force over time \[N\].
        newtons: Signal,
        /// Duration of the pressing \[s\]; `None` means unlimited.
        lasting: Option<f64>,
    },
    /// Changes a parameter gradually, over the glide time in its parameter table.
    Set {
        /// Body or contact that owns the parameter.
        target: ParameterOwner,
        /// Id of the parameter, as in the owner's parameter table.
        id: &'static str,
        /// New value of the parameter in SI units, already checked.
        value: f64,
    },
}

/// Owner of a parameter that can change while the scene plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterOwner {
    /// A body, by its index in the scene.
    Body(usize),
    /// The law of a contact, by the index of the contact in the scene.
    Contact(usize),
}

/// A value over time, counted from the start of its gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// A value that does not change.
    Constant(f64),
    /// Linear interpolation between points of time \[s\] and value, with ascending times; constant before the
    /// first point and after the last.
    Points(Vec<(f64, f64)>),
    /// A sine wave: offset + amplitude · sin(2π frequency t + phase).
    Sine {
        /// Amplitude of the sine about `offset`.
        amplitude: f64,
        /// Frequency of the sine \[Hz\].
        frequency: f64,
        /// Phase of the sine at the start \[rad\].
        phase: f64,
        /// Mean value of the signal.
        offset: f64,
    },
    /// Random values, uniform between −amplitude and amplitude.
    Noise {
        /// Largest magnitude of the noise.
        amplitude: f64,
        /// Number of random values per second, linearly interpolated \[Hz\]; `None` means one per sample.
        rate: Option<f64>,
        /// Seed of the noise; `None` derives it from the scene's seed and the gesture's index.
        seed: Option<u64>,
    },
    /// Values given one by one; 0 after the last value.
    Samples {
        /// Values in order of time.
        values: Vec<f64>,
        /// Number of values per second, linearly interpolated \[Hz\]; `None` means one per sample.
        rate: Option<f64>,
    },
    /// Sum of signals, none of which is itself a sum.
    Sum(Vec<Signal>),
    /// Live values, set while the scene plays ([`crate::Scene::feed`]): 0 until the first block is set. A
    /// block without values holds the last value. Not available in scene files or sums.
    Live,
}

/// An output signal of a scene: source, quantity, gain and channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputSpec {
    /// Port or contact that the output reads.
    pub of: Source,
    /// Quantity that the output reads from its source.
    pub quantity: Quantity,
    /// Gain, by which the SI value is multiplied \[1\].
    pub gain: f64,
    /// Channel of the output in a file, from 0. Outputs on one channel are added.
    pub channel: usize,
}

/// Source that an output signal is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A port of a body.
    Place(Place),
    /// A contact, by its index in the scene.
    Contact(usize),
}

/// Physical quantity of an output signal.
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
    /// All five quantities that an output can have.
    pub const ALL: [Self; 5] =
        [Self::Displacement, Self::Velocity, Self::Vibration, Self::Acceleration, Self::Force];

    /// Returns the name of the quantity in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Displacement => "displacement",
            Self::Velocity => "velocity",
            Self::Vibration => "vibration",
            Self::Acceleration => "acceleration",
            Self::Force => "force",
        }
    }

    /// Returns the SI unit of the quantity.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Displacement => Unit::Metre,
            Self::Velocity | Self::Vibration => Unit::MetrePerSecond,
            Self::Acceleration => Unit::MetrePerSecondSquared,
            Self::Force => Unit::Newton,
        }
    }
}
