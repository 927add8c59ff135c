//! What can be done to a scene at once, between two samples.

use foley_contact::Motion;

/// Something done at once, bodies and contacts by their index in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SceneEvent {
    /// Puts a body that flies before what it touches, and sends it there.
    Strike {
        /// Which body.
        body: usize,
        /// How fast [m/s].
        velocity: f64,
        /// From how far \[m\].
        distance: f64,
    },
    /// Puts a body that flies elsewhere, with another velocity.
    Place {
        /// Which body.
        body: usize,
        /// Where to, and how fast.
        motion: Motion,
    },
    /// Gives a point mass another mass; it keeps its energy.
    SetMass {
        /// Which body.
        body: usize,
        /// \[kg\]
        mass: f64,
    },
    /// Changes a parameter of a contact's law.
    Set {
        /// Which contact.
        contact: usize,
        /// Which parameter, as its table calls it.
        id: &'static str,
        /// To what.
        value: f64,
    },
}

/// An act and its sample within the block; bodies and contacts by their index in the island.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedEvent {
    pub(crate) at: usize,
    pub(crate) event: SceneEvent,
}

/// Most acts that one block of one island takes from outside.
pub const MAX_EVENTS_PER_BLOCK: usize = 64;
