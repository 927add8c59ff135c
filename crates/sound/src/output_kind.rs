//! What an ear hears of a sound, or an instrument measures beside it: which quantity, in which unit.
//!
//! | heard of                          | quantity | unit | who                                                   |
//! |-----------------------------------|----------|------|-------------------------------------------------------|
//! | things that ring                  | velocity | m/s  | solids: the stage ([`crate::Model::scene_spec`]) is heard  |
//! | liquids, air, machines            | pressure | Pa   | players that add to [`crate::Block::channels`]            |
//! | a sound that is given, changed    | signal   | 1    | models that listen ([`crate::Model::TAKES_INPUT`])        |

use foley_params::Unit;
use foley_scene::Quantity;

/// Something that can be heard or measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputKind {
    /// What it is called where it is one of several: `force`, `exhaust`.
    pub name: &'static str,
    /// What it is: `velocity`, `pressure`.
    pub quantity: &'static str,
    /// In which unit it is counted.
    pub unit: Unit,
    /// No sample is ever larger, whatever the values and whatever is done; infinite where the energy is the
    /// bound.
    pub most: f64,
}

impl OutputKind {
    /// The velocity of a surface [m/s]; what it can be follows from the energy.
    pub const VELOCITY: Self = Self {
        name: "sound",
        quantity: Quantity::Velocity.name(),
        unit: Quantity::Velocity.unit(),
        most: f64::INFINITY,
    };

    /// The pressure of the air at the ear, beyond that of the weather \[Pa\], and the most that it can be
    /// \[Pa\].
    pub const fn pressure(most: f64) -> Self {
        Self { name: "sound", quantity: "pressure", unit: Unit::Pascal, most }
    }

    /// A sound that was given, after something was done to it \[1\]; for an input within ±1 it is within
    /// ±`most`.
    pub const fn signal(most: f64) -> Self {
        Self { name: "sound", quantity: "signal", unit: Unit::One, most }
    }

    /// The same under a name of its own, as a measurement.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }
}
