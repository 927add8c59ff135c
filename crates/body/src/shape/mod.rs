//! Bodies by what they are: a shape, its dimensions in metres, a material. Their modes are closed forms.
//!
//! | shape | held | equation of its modes | file |
//! |---|---|---|---|
//! | bar, rod, tube | five ways | bending beam | [`mod@bar`], [`rod`], [`tube`] on `beam` |
//! | tuned bar | free | partials as a maker tunes them | [`tuned_bar`] |
//! | stiff string | pinned | tension and bending | [`stiff_string`] |
//! | rectangular and circular membrane | pinned | tension | [`membrane`] |
//! | rectangular plate | pinned | bending plate | [`plate`] |
//! | disc | free, pinned, clamped | bending plate | [`disc`] |
//! | ring | free | bending ring | [`ring`] |
//! | bell | free | partials as they are measured | [`bell`] |
//! | air column | open or closed ends | waves in a pipe | [`air_column`] |
//!
//! **Heights.** Every mode shape φ has the mean square 1 over the body, so that the modal mass
//!
//! $$ m_i = \int \varphi_i^2 \,\mathrm dm $$
//!
//! is the mass of the body, for every mode and for the flight of the whole, whose φ is 1 everywhere. What a
//! blow does to a mode is in its height alone: a mode that is struck where its φ is 0 stays silent. (Rings
//! and bells move along their rim as well; their modal mass says how.)
//!
//! **Pairs.** On anything round, a mode with nodal diameters comes twice, turned by a quarter of its wave:
//! both are given, first the one with its crest at the angle 0.
//!
//! **Where it ends.** Bending is that of Euler and Bernoulli for beams and of Kirchhoff for plates: right
//! while the waves are much longer than the body is thick. Modes whose half wave is shorter than the
//! thickness are still given, and too high.

pub mod air_column;
pub mod bar;
mod beam;
pub mod bell;
mod bessel;
pub mod disc;
mod error;
pub mod membrane;
mod natural_mode;
pub mod plate;
mod position;
mod registry;
pub mod ring;
pub mod rod;
pub mod stiff_string;
mod support;
pub mod tube;
pub mod tuned_bar;

pub use air_column::AirColumn;
pub use bar::Bar;
pub use bell::Bell;
pub use disc::Disc;
pub use error::ShapeError;
pub use membrane::{CircularMembrane, RectangularMembrane};
pub use natural_mode::{MAX_SHAPE_MODES, ModeSelection, NaturalMode};
pub use plate::RectangularPlate;
pub use position::{Position, PositionKind};
pub use registry::Shape;
pub use ring::Ring;
pub use rod::Rod;
pub use stiff_string::StiffString;
pub use support::Support;
pub use tube::Tube;
pub use tuned_bar::TunedBar;

use crate::Material;
use foley_params::{ByName, ParamError};

/// Refuses a dimension that another does not leave room for.
fn at_most(shape: &dyn ByName, id: &str, largest: f64) -> Result<(), ParamError> {
    let info = shape.info(id)?;
    let max = info.max.min(largest);
    foley_params::Info { max, ..info }.check(shape.get(id)?)?;
    Ok(())
}

/// What a shape must know of itself. Its dimensions are its [`foley_params::Parametric`] table.
pub trait Geometry: ByName {
    /// What a position on it is.
    fn position_kind(&self) -> PositionKind;

    /// The ways in which it can be held, the usual one first.
    fn supports(&self) -> &'static [Support];

    /// How it is held.
    fn support(&self) -> Support;

    /// Holds it so, where there is a choice; the caller has checked that it is one of [`Self::supports`].
    fn hold(&mut self, support: Support);

    /// What takes two dimensions to be impossible.
    ///
    /// # Errors
    /// With the parameter that is impossible and what it may be beside the others.
    fn fits(&self) -> Result<(), ParamError> {
        Ok(())
    }

    /// Mass of what moves \[kg\].
    fn mass(&self, material: &Material) -> f64;

    /// Its modes, the lowest first. The dimensions have been checked.
    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode>;

    /// Time in which a mode at this frequency \[Hz\] falls to 1/e \[s\].
    fn decay(&self, material: &Material, frequency: f64) -> f64 {
        material.decay(frequency)
    }
}
