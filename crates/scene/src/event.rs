//! Instantaneous events that act on a scene between two samples.

use foley_contact::Motion;

/// An instantaneous event. Bodies and contacts are given by their index in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SceneEvent {
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
    /// Changes the mass of a point mass and keeps its kinetic energy.
    SetMass {
        /// Index of the body.
        body: usize,
        /// New mass of the body \[kg\].
        mass: f64,
    },
    /// Changes a parameter of a contact law.
    Set {
        /// Index of the contact.
        contact: usize,
        /// Id of the parameter, as in the parameter table of the law.
        id: &'static str,
        /// New value of the parameter, in SI units.
        value: f64,
    },
}

/// An event and the sample within the block before which it happens. Bodies and contacts are given by their
/// index within the island.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedEvent {
    pub(crate) at: usize,
    pub(crate) event: SceneEvent,
}

/// Maximum number of events that the host may send to one island (a group of bodies that can touch) in one
/// block.
pub const MAX_EVENTS_PER_BLOCK: usize = 64;
