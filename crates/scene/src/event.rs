//! Instantaneous events that act on a scene between two samples.

use foley_contact::Motion;

/// An instantaneous event. Bodies and contacts are given by their index in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SceneEvent {
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
    /// Changes the mass of a point mass, which keeps its kinetic energy.
    SetMass {
        /// Index of the body.
        body: usize,
        /// New mass \[kg\].
        mass: f64,
    },
    /// Changes a parameter of a contact law.
    Set {
        /// Index of the contact.
        contact: usize,
        /// Parameter id, as in the parameter table of the law.
        id: &'static str,
        /// New value, in SI units.
        value: f64,
    },
}

/// An event and its sample within the block. Bodies and contacts are given by their index in the island.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedEvent {
    pub(crate) at: usize,
    pub(crate) event: SceneEvent,
}

/// Maximum events from outside per island and block.
pub const MAX_EVENTS_PER_BLOCK: usize = 64;
