//! Physical quantity and unit of the channels and measurements of a model.
//!
//! | source                            | quantity | unit | computed by                                           |
//! |-----------------------------------|----------|------|-------------------------------------------------------|
//! | solids                            | pressure | Pa   | the scene ([`crate::Model::scene_spec`])              |
//! | liquids, air, machines            | pressure | Pa   | players that add to [`crate::Block::channels`]        |
//! | processed input                   | signal   | 1    | models with [`crate::Model::TAKES_INPUT`]             |

use foley_params::Unit;

/// Kind of an output of a voice: a channel of the sound or a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputKind {
    /// Name of a measurement, such as `force` or `exhaust`.
    pub name: &'static str,
    /// Physical quantity of the samples, such as `velocity` or `pressure`.
    pub quantity: &'static str,
    /// Unit of the samples of the output.
    pub unit: Unit,
    /// Bound on the magnitude of a sample for all values and gestures; infinite if only the energy bounds it.
    pub max: f64,
}

impl OutputKind {
    /// Output kind for the pressure of vibrating bodies at a distance of 1 m \[Pa\], bounded only by the energy.
    pub const RADIATED: Self = Self::pressure(f64::INFINITY);

    /// Returns the output kind for the sound pressure at the ear \[Pa\], whose magnitude is at most `max`
    /// \[Pa\].
    pub const fn pressure(max: f64) -> Self {
        Self { name: "sound", quantity: "pressure", unit: Unit::Pascal, max }
    }

    /// Returns the output kind for processed input \[1\]: an input within ±1 gives an output within ±`max`.
    pub const fn signal(max: f64) -> Self {
        Self { name: "sound", quantity: "signal", unit: Unit::One, max }
    }

    /// Returns the kind as a measurement with the name `name`.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }
}
