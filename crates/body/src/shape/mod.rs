//! Modal bodies from a shape, its dimensions in metres, and a material. Their modes are closed forms.
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
//! ```math
//! m_i = \int \varphi_i^2 \,\mathrm dm
//! ```
//!
//! is the mass of the body, for every mode and for rigid-body motion, whose φ is 1 everywhere. The effect of
//! a blow on a mode depends on its height alone: a mode struck where its φ is 0 stays silent. (Rings and
//! bells also move along their rim, which changes their modal mass.)
//!
//! **Pairs.** On a round body, a mode with nodal diameters occurs twice, rotated by a quarter of its wave.
//! Both are given, the one with its crest at angle 0 first.
//!
//! **Air.** The modes are those in a vacuum. [`Shape::radiation`] says how a mode is heard in air, and what
//! the air takes from it.
//!
//! | shape | radiates as | approximation |
//! |---|---|---|
//! | rod, stiff string | bending cylinder | the cylinder continues beyond the ends |
//! | tube | bending cylinder, closed | the same; the air inside is left out |
//! | bar, tuned bar | bending cylinder that moves as much air | an ellipse for the rectangle: up to 3 dB too little for a square |
//! | rectangular plate and membrane | plate in a wall, on both sides | none in a wall; the cavity of a drum is left out |
//! | circular membrane, pinned or clamped disc | disc in a wall, on both sides | the same |
//! | free disc | disc with open edges | exact for a rigid disc and long waves |
//! | ring | wall or ring of dipoles, the smaller | between narrow and wide |
//! | bell | wall of a cylinder | size estimated from the mass |
//! | air column | open ends | long waves, as the decay |
//!
//! **Limits.** Bending follows Euler and Bernoulli for beams and Kirchhoff for plates: valid while the waves
//! are much longer than the body is thick. Modes whose half wave is shorter than the thickness are still
//! given; their frequency is too high.

pub mod air_column;
pub mod bar;
mod beam;
pub mod bell;
mod bessel;
mod decay_rates;
pub mod disc;
mod error;
mod in_air;
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
pub use decay_rates::DecayRates;
pub use disc::Disc;
pub use error::ShapeError;
pub use in_air::InAir;
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
use crate::radiation::Radiator;
use foley_params::{ByName, ParamError};

/// Checks that the dimension `id` is at most `largest`, a limit set by another dimension.
fn at_most(shape: &dyn ByName, id: &str, largest: f64) -> Result<(), ParamError> {
    let info = shape.info(id)?;
    let max = info.max.min(largest);
    foley_params::Info { max, ..info }.check(shape.get(id)?)?;
    Ok(())
}

/// Geometry of a shape: supports, mass and modes. The [`foley_params::Parametric`] table of the shape holds
/// its dimensions.
pub trait Geometry: ByName {
    /// Returns the kind of coordinates that positions on the shape have.
    fn position_kind(&self) -> PositionKind;

    /// Returns the supports that the shape allows, the usual support first.
    fn supports(&self) -> &'static [Support];

    /// Returns the present support of the shape.
    fn support(&self) -> Support;

    /// Sets the support, if the shape allows several. The caller has checked that `support` is one of
    /// [`Self::supports`].
    fn set_support(&mut self, support: Support);

    /// Checks that the dimensions do not contradict each other.
    ///
    /// # Errors
    /// Names the impossible parameter and the range that the other dimensions leave to it.
    fn fits(&self) -> Result<(), ParamError> {
        Ok(())
    }

    /// Returns the moving mass of the shape \[kg\].
    fn mass(&self, material: &Material) -> f64;

    /// Returns the selected modes, the lowest first. The caller has checked the dimensions.
    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode>;

    /// Returns one of the modes of the shape as a source of sound in air. The caller has checked the
    /// dimensions and got the mode from [`Self::natural_modes`] with the same material. k is the wavenumber
    /// in air at the frequency at which the mode sounds \[1/m\].
    fn radiator(&self, material: &Material, natural: &NaturalMode, k: f64) -> Radiator;

    /// Returns how often a wave meets the edge or the ends of the shape per metre of its path \[1/m\]: 1/L
    /// for a length L between two ends, U/(πA) for an area A with an edge of length U, half of it for waves
    /// that are not dispersive, 0 for a shape that has no mounting.
    fn edge_encounters(&self) -> f64;

    /// Returns the decay rate of a mode at `frequency` \[Hz\] by the viscosity of the air \[1/s\]. It is
    /// negligible except for strings.
    fn viscous_decay_rate(&self, _material: &Material, _frequency: f64) -> f64 {
        0.0
    }

    /// Returns the time in which the amplitude of a mode at `frequency` \[Hz\] falls to 1/e \[s\].
    fn decay(&self, material: &Material, frequency: f64) -> f64 {
        material.decay(frequency)
    }
}
