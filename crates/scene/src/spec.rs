//! A scene as one describes it: bodies by name, where they touch, what is done to them when, and what is
//! listened to.
//!
//! Plain data, SI, without a sample rate. Everything that refers to something else does so by its index, so
//! that nothing has to be looked up while it sounds; [`crate::file`] makes it from names and checks that
//! every index is there.
//!
//! One direction counts, that of the contact: a body moves towards + into what it touches, and + is down
//! where things fall. The compression of a contact is
//!
//! $$ x = x_\mathrm{one} - x_\mathrm{two} - \text{gap} + \text{offset}(t) $$

use crate::{Friction, WaveguideSpec};
use foley_body::{InertialSpec, ModalSpec};
use foley_contact::Motion;
use foley_contact::law::{HuntCrossley, Linear};
use foley_params::Unit;

/// All that there is to a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneSpec {
    /// What it is, in a line.
    pub title: String,
    /// How long it plays unless someone says otherwise \[s\].
    pub seconds: Option<f64>,
    /// Its sample rate unless someone says otherwise \[Hz\].
    pub rate: Option<f64>,
    /// What its randomness begins with unless someone says otherwise.
    pub seed: u64,
    /// Acceleration of whatever falls [m/s²].
    pub gravity: f64,
    /// What there is.
    pub bodies: Vec<Named<BodySpec>>,
    /// Where it touches.
    pub contacts: Vec<Named<ContactSpec>>,
    /// What is done to it, in the order of the file.
    pub gestures: Vec<Gesture>,
    /// What is listened to.
    pub outputs: Vec<Named<OutputSpec>>,
}

impl Default for SceneSpec {
    /// Nothing, at rest, without gravity.
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
    /// Adds a body, and tells its index.
    pub fn add(&mut self, name: &str, body: BodySpec) -> usize {
        named(&mut self.bodies, name, body)
    }

    /// Lets two ports touch, `one` towards + into `two`, both at rest just in touch; tells the contact's
    /// index.
    pub fn join(&mut self, name: &str, one: Place, law: ContactLaw, two: Place) -> usize {
        let contact = ContactSpec { one, two, law, gap: 0.0 };
        named(&mut self.contacts, name, contact)
    }

    /// Listens to something, and tells the output's index. Each has a channel of its own.
    pub fn listen(&mut self, name: &str, of: Source, quantity: Quantity) -> usize {
        let output = OutputSpec { of, quantity, gain: 1.0, channel: self.outputs.len() };
        named(&mut self.outputs, name, output)
    }

    /// Does something at a time \[s\].
    pub fn at(&mut self, seconds: f64, action: Action) {
        self.gestures.push(Gesture { at: seconds, action });
    }
}

fn named<T>(list: &mut Vec<Named<T>>, name: &str, value: T) -> usize {
    list.push(Named { name: name.to_owned(), value });
    list.len() - 1
}

/// A thing and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// What it is called; unique among its kind. A contact nobody named is called by its number.
    pub name: String,
    /// What it is.
    pub value: T,
}

/// A body.
#[derive(Clone, Debug, PartialEq)]
pub enum BodySpec {
    /// A point mass.
    Inertial {
        /// What it is.
        spec: InertialSpec,
        /// Where it begins, and how fast.
        motion: Motion,
        /// Gravity acts on it.
        falls: bool,
    },
    /// An elastic body by its modes.
    Modal {
        /// What it is.
        spec: ModalSpec,
        /// What its ports are called; as many as it has.
        ports: Vec<String>,
        /// Where it begins as a whole, and how fast; at rest in the origin where it cannot fly.
        motion: Motion,
        /// Gravity acts on it. Never where it cannot fly.
        falls: bool,
    },
    /// A string.
    Waveguide {
        /// What it is.
        spec: WaveguideSpec,
        /// What its ports are called; as many as it has.
        ports: Vec<String>,
    },
    /// What never moves.
    Wall,
}

impl BodySpec {
    /// A point mass \[kg\] at a place, moving, not falling.
    pub fn mass(kilograms: f64, motion: Motion) -> Self {
        Self::Inertial { spec: InertialSpec::kilograms(kilograms), motion, falls: false }
    }

    /// A modal body at rest, its ports called by their numbers, not falling.
    pub fn modal(spec: ModalSpec) -> Self {
        let ports = (0..spec.ports).map(|port| port.to_string()).collect();
        Self::Modal { spec, ports, motion: Motion::default(), falls: false }
    }

    /// A string at rest, its ports called by their numbers.
    pub fn string(spec: WaveguideSpec) -> Self {
        let ports = (0..spec.ports.len()).map(|port| port.to_string()).collect();
        Self::Waveguide { spec, ports }
    }

    /// The same, falling if it can.
    #[must_use]
    pub fn falling(mut self) -> Self {
        if let Self::Inertial { falls, .. } | Self::Modal { falls, .. } = &mut self {
            *falls = true;
        }
        self
    }

    /// How many ports it has.
    pub fn ports(&self) -> usize {
        match self {
            Self::Inertial { .. } | Self::Wall => 1,
            Self::Modal { ports, .. } | Self::Waveguide { ports, .. } => ports.len(),
        }
    }

    /// What a port is called, where it has a name.
    pub fn port_name(&self, port: usize) -> Option<&str> {
        match self {
            Self::Inertial { .. } | Self::Wall => None,
            Self::Modal { ports, .. } | Self::Waveguide { ports, .. } => ports.get(port).map(String::as_str),
        }
    }
}

/// A port of a body, both by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which body.
    pub body: usize,
    /// Which of its ports.
    pub port: usize,
}

impl Place {
    /// A port of a body, both by index.
    pub const fn new(body: usize, port: usize) -> Self {
        Self { body, port }
    }
}

/// Where two bodies touch.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSpec {
    /// The one that presses towards +.
    pub one: Place,
    /// The one that it presses into.
    pub two: Place,
    /// What force they make.
    pub law: ContactLaw,
    /// How far apart they are when both are in the origin \[m\]; negative if they press.
    pub gap: f64,
}

/// What force two surfaces make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactLaw {
    /// They strike: `f = k x^α (1 + μ v)`.
    Impact(HuntCrossley),
    /// They strike: `f = k x + λ v` while it pushes.
    LinearImpact(Linear),
    /// They rub.
    Friction {
        /// How, and how hard they are pressed together.
        law: Friction,
        /// The impact at the same point whose force presses them together instead, by the index of its
        /// contact.
        normal_from: Option<usize>,
    },
}

/// Something done to the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    /// When it begins \[s\].
    pub at: f64,
    /// What is done.
    pub action: Action,
}

/// What can be done. Signals begin at zero when the gesture does, and no longer act after `lasting` \[s\], if
/// it is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A body that flies is put before what it touches, and sent there.
    Strike {
        /// Which body.
        body: usize,
        /// How fast [m/s].
        velocity: f64,
        /// From how far \[m\].
        distance: f64,
    },
    /// A body that flies is put elsewhere, with another velocity.
    Place {
        /// Which body.
        body: usize,
        /// Where to, and how fast.
        motion: Motion,
    },
    /// A body is pushed.
    Force {
        /// Where.
        place: Place,
        /// How hard \[N\].
        newtons: Signal,
        /// For how long \[s\].
        lasting: Option<f64>,
    },
    /// The surfaces of a contact are held closer together than the bodies put them.
    Offset {
        /// Which contact.
        contact: usize,
        /// By how much \[m\].
        metres: Signal,
        /// For how long \[s\].
        lasting: Option<f64>,
    },
    /// One surface of a contact slides over the other, as a bow does: the offset grows with this velocity.
    Slide {
        /// Which contact.
        contact: usize,
        /// How fast [m/s].
        velocity: Signal,
        /// For how long \[s\].
        lasting: Option<f64>,
    },
    /// Another normal force for a contact that rubs and takes it from no other.
    Press {
        /// Which contact.
        contact: usize,
        /// How hard \[N\].
        newtons: Signal,
        /// For how long \[s\].
        lasting: Option<f64>,
    },
    /// A parameter changes, gliding as its declaration says.
    Set {
        /// Of what.
        target: ParameterOwner,
        /// Which, as its table calls it.
        id: &'static str,
        /// To what, checked.
        value: f64,
    },
}

/// What has parameters that change while it sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterOwner {
    /// A body, by index.
    Body(usize),
    /// The law of a contact, by index.
    Contact(usize),
}

/// A value over time, from the beginning of its gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// Always the same.
    Constant(f64),
    /// Straight lines between points of time \[s\] and value, times ascending; before the first and after the
    /// last held.
    Points(Vec<(f64, f64)>),
    /// offset + amplitude · sin(2π frequency t + phase).
    Sine {
        /// Largest distance from `offset`.
        amplitude: f64,
        /// \[Hz\]
        frequency: f64,
        /// At the beginning \[rad\].
        phase: f64,
        /// What it swings about.
        offset: f64,
    },
    /// Evenly distributed between −amplitude and amplitude.
    Noise {
        /// Largest value.
        amplitude: f64,
        /// New values per second, joined by straight lines \[Hz\]; one for every sample if there is none.
        rate: Option<f64>,
        /// A seed of its own; if there is none, one made of the scene's and the gesture's index.
        seed: Option<u64>,
    },
    /// Written out, nothing after the last.
    Samples {
        /// The values.
        values: Vec<f64>,
        /// How many per second, joined by straight lines \[Hz\]; one for every sample if there is none.
        rate: Option<f64>,
    },
    /// All of these together, none of which is itself a sum.
    Sum(Vec<Signal>),
    /// Fed from outside while the scene plays ([`crate::Scene::feed`]): 0 until the first block that is fed;
    /// a block that is not fed holds the last value. Scene files do not have it, nor does a sum.
    Live,
}

/// Something to listen to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputSpec {
    /// Where.
    pub of: Source,
    /// What of it.
    pub quantity: Quantity,
    /// Factor on its SI value \[1\].
    pub gain: f64,
    /// Channel of the file, from 0; those of one channel are added.
    pub channel: usize,
}

/// What can be listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A port of a body.
    Place(Place),
    /// A contact, by index.
    Contact(usize),
}

/// What of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Of a port; of a contact its compression \[m\].
    Displacement,
    /// Of a port; of a contact the rate of its compression [m/s].
    Velocity,
    /// Of a port only: its velocity but for the flight of the whole body [m/s].
    Vibration,
    /// Of a port only [m/s²].
    Acceleration,
    /// Of a contact only \[N\].
    Force,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Displacement, Self::Velocity, Self::Vibration, Self::Acceleration, Self::Force];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Displacement => "displacement",
            Self::Velocity => "velocity",
            Self::Vibration => "vibration",
            Self::Acceleration => "acceleration",
            Self::Force => "force",
        }
    }

    /// Its unit.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Displacement => Unit::Metre,
            Self::Velocity | Self::Vibration => Unit::MetrePerSecond,
            Self::Acceleration => Unit::MetrePerSecondSquared,
            Self::Force => Unit::Newton,
        }
    }
}
