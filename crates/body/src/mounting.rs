//! How a body is mounted, and what its vibration loses there.
//!
//! A wave that meets the edge of a body loses the share α of its energy to whatever holds the edge. A wave
//! of group speed c_g meets the edge n c_g times a second, where n counts the encounters per metre of path
//! ([`crate::shape::Geometry::edge_encounters`]). Fingers hold the body at one point, and take energy as a
//! dashpot would:
//!
//! ```math
//! \delta_\text{edge} = \tfrac12\,\alpha\,n\,c_g, \qquad c_g = \frac{2\omega}{k_s}, \qquad
//! \delta_\text{point} = \frac{R\,\varphi^2}{2m}
//! ```
//!
//! | symbol | unit  | meaning                                                                           |
//! |--------|-------|-----------------------------------------------------------------------------------|
//! | δ      | 1/s   | decay rate of the amplitude of a mode                                             |
//! | α      | 1     | share of the energy that a wave loses at the edge                                 |
//! | n      | 1/m   | 1/L between two ends, U/(πA) on an area A with an edge of length U                |
//! | c_g, k_s | m/s, 1/m | group speed and wavenumber of bending waves                                  |
//! | R      | N s/m | mechanical resistance of the fingers                                              |
//! | φ, m   | 1, kg | height of the mode shape where the fingers hold, modal mass                       |
//!
//! | mounting   | loss          | source                                                                        |
//! |------------|---------------|-------------------------------------------------------------------------------|
//! | `hung`     | none          | threads at the nodes                                                          |
//! | `held`     | R = 4.5 N s/m | three fingertips of 1.5 N s/m each \[WiertlewskiHayward2012\]                 |
//! | `standing` | α = 0.002     | estimate: a cup whose foot touches a hard surface at a few points keeps half of its ring |
//! | `lying`    | α = 0.3       | estimate: a face on a table loses more than an edge in a wall                 |
//! | `fixed`    | α = 0.15      | the edge of a plate built into a wall \[EN12354-1, annex C\]                  |
//!
//! Strings and air columns have no mounting: their ends are part of the shape. Waves of a membrane are not
//! dispersive, c_g = ω/k_s, so that n is half as large there.
//!
//! The loss at an edge is that of a diffuse field: it is right on average over neighbouring modes.
//! Source: \[CremerHeckl1988, chapter 4\].

use core::f64::consts::TAU;

/// How a body is mounted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mounting {
    /// Hung by threads at its nodes: no loss.
    #[default]
    Hung,
    /// Held between fingers at position 0 of the shape.
    Held,
    /// Standing on its rim.
    Standing,
    /// Lying on a table with one face.
    Lying,
    /// Fixed in a frame or a wall along its edge.
    Fixed,
}

/// Mechanical resistance of three fingertips \[N s/m\].
const FINGERS: f64 = 4.5;

impl Mounting {
    /// All mountings.
    pub const ALL: [Self; 5] = [Self::Hung, Self::Held, Self::Standing, Self::Lying, Self::Fixed];

    /// Returns the name of the mounting in files and flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hung => "hung",
            Self::Held => "held",
            Self::Standing => "standing",
            Self::Lying => "lying",
            Self::Fixed => "fixed",
        }
    }

    /// Returns how the body is mounted, in a few words.
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Hung => "hung by threads at its nodes",
            Self::Held => "held between fingers at position 0 of the shape",
            Self::Standing => "standing on its rim",
            Self::Lying => "lying on a table with one face",
            Self::Fixed => "fixed in a frame or a wall along its edge",
        }
    }

    /// Returns the source of the loss; empty if there is no loss.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Hung => "",
            Self::Held => "three fingertips of 1.5 N·s/m each [WiertlewskiHayward2012]",
            Self::Standing => {
                "estimate: a cup whose foot touches a hard surface at a few points keeps half of its ring"
            }
            Self::Lying => "estimate: a face on a table loses more than an edge in a wall",
            Self::Fixed => "the edge of a plate built into a wall [EN12354-1, annex C]",
        }
    }

    /// Returns the share α of its energy that a wave loses at the edge \[1\].
    pub const fn edge_absorption(self) -> f64 {
        match self {
            Self::Hung | Self::Held => 0.0,
            Self::Standing => 0.002,
            Self::Lying => 0.3,
            Self::Fixed => 0.15,
        }
    }

    /// Returns the mechanical resistance R of the fingers that hold the body \[N s/m\].
    pub const fn point_resistance(self) -> f64 {
        match self {
            Self::Held => FINGERS,
            _ => 0.0,
        }
    }

    /// Returns the decay rate δ \[1/s\] that the mounting adds to a mode.
    pub fn decay_rate(self, mode: &MountedMode) -> f64 {
        if mode.edge_encounters == 0.0 {
            return 0.0;
        }
        let group_speed = 2.0 * TAU * mode.frequency / mode.structural_wavenumber;
        let edge = 0.5 * self.edge_absorption() * mode.edge_encounters * group_speed;
        edge + self.point_resistance() * mode.height * mode.height / (2.0 * mode.mass)
    }
}

/// Quantities of a mode that decide its loss at a mounting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MountedMode {
    /// Frequency at which the mode sounds \[Hz\].
    pub frequency: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
    /// Wavenumber k_s of the mode on the body \[1/m\].
    pub structural_wavenumber: f64,
    /// Encounters of a wave with the edge per metre of its path \[1/m\].
    pub edge_encounters: f64,
    /// Height of the mode shape where fingers hold the body \[1\].
    pub height: f64,
}
