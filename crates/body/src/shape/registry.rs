//! Every shape by its name, for files and flags.

use super::{
    AirColumn, Bar, Bell, CircularMembrane, Disc, Geometry, MAX_SHAPE_MODES, ModeSelection, NaturalMode,
    Position, PositionKind, RectangularMembrane, RectangularPlate, Ring, Rod, ShapeError, StiffString,
    Support, Tube, TunedBar,
};
use crate::Material;
use crate::modal::{MAX_PORTS, ModalError, ModalSpec, Mode, RigidMotion};
use foley_params::{ByName, Info, ParamError};

/// A body by its shape.
///
/// ```
/// use foley_body::{Material, Position, Shape};
///
/// let mut bar = Shape::by_name("bar")?;
/// bar.set_text("length", "30 cm")?;
/// bar.set_text("thickness", "5 mm")?;
/// let steel = Material::by_name("steel")?;
/// let spec = bar.modal_spec(&steel, 8, &[Position::Along(0.5)])?;
/// // Struck in the middle, every second mode is silent.
/// assert!(spec.modes[1].shape[0].abs() < 1e-9);
/// # Ok::<(), foley_body::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// Rectangular section, bending.
    Bar(Bar),
    /// Round section, bending.
    Rod(Rod),
    /// Hollow section, bending.
    Tube(Tube),
    /// Partials as a maker tunes them.
    TunedBar(TunedBar),
    /// Tension and bending.
    StiffString(StiffString),
    /// A rectangular skin.
    RectangularMembrane(RectangularMembrane),
    /// A round skin.
    CircularMembrane(CircularMembrane),
    /// A hinged rectangular plate.
    RectangularPlate(RectangularPlate),
    /// A round plate.
    Disc(Disc),
    /// A rim that bends in its plane.
    Ring(Ring),
    /// A church bell.
    Bell(Bell),
    /// The air in a pipe.
    AirColumn(AirColumn),
}

/// The shape itself, whichever it is.
macro_rules! inside {
    ($shape:expr) => {
        match $shape {
            Shape::Bar(it) => it,
            Shape::Rod(it) => it,
            Shape::Tube(it) => it,
            Shape::TunedBar(it) => it,
            Shape::StiffString(it) => it,
            Shape::RectangularMembrane(it) => it,
            Shape::CircularMembrane(it) => it,
            Shape::RectangularPlate(it) => it,
            Shape::Disc(it) => it,
            Shape::Ring(it) => it,
            Shape::Bell(it) => it,
            Shape::AirColumn(it) => it,
        }
    };
}

impl Shape {
    /// Every shape, with its default dimensions.
    pub fn all() -> [Self; 12] {
        [
            Self::Bar(Bar::default()),
            Self::Rod(Rod::default()),
            Self::Tube(Tube::default()),
            Self::TunedBar(TunedBar::default()),
            Self::StiffString(StiffString::default()),
            Self::RectangularMembrane(RectangularMembrane::default()),
            Self::CircularMembrane(CircularMembrane::default()),
            Self::RectangularPlate(RectangularPlate::default()),
            Self::Disc(Disc::default()),
            Self::Ring(Ring::default()),
            Self::Bell(Bell::default()),
            Self::AirColumn(AirColumn::default()),
        ]
    }

    /// The shape of that name, with its default dimensions.
    ///
    /// # Errors
    /// If there is none, with those that are spelt alike and all there are.
    pub fn by_name(name: &str) -> Result<Self, ShapeError> {
        let known = Self::all().into_iter().find(|shape| shape.name() == name);
        known.ok_or_else(|| {
            let names = Self::all().iter().map(Self::name).collect();
            ParamError::unknown_name("shape", name, names).into()
        })
    }

    /// What it knows of itself.
    pub fn geometry(&self) -> &dyn Geometry {
        inside!(self)
    }

    fn geometry_mut(&mut self) -> &mut dyn Geometry {
        inside!(self)
    }

    /// As files and flags call it.
    pub fn name(&self) -> &'static str {
        self.geometry().name()
    }

    /// Its dimensions, in the order of its table.
    pub fn infos(&self) -> Vec<Info> {
        self.geometry().infos()
    }

    /// A dimension, in SI.
    ///
    /// # Errors
    /// If it has no such dimension.
    pub fn get(&self, id: &str) -> Result<f64, ShapeError> {
        Ok(self.geometry().get(id)?)
    }

    /// Sets a dimension, in SI.
    ///
    /// # Errors
    /// If it has no such dimension, or the value is not allowed.
    pub fn set(&mut self, id: &str, value: f64) -> Result<(), ShapeError> {
        Ok(self.geometry_mut().set(id, value)?)
    }

    /// Sets a dimension from a text such as `30 cm`.
    ///
    /// # Errors
    /// If it has no such dimension, or the text is not a value that is allowed.
    pub fn set_text(&mut self, id: &str, text: &str) -> Result<(), ShapeError> {
        Ok(self.geometry_mut().set_text(id, text)?)
    }

    /// How it is held.
    pub fn support(&self) -> Support {
        self.geometry().support()
    }

    /// Holds it so.
    ///
    /// # Errors
    /// If there is no closed form for it held so.
    pub fn set_support(&mut self, support: Support) -> Result<(), ShapeError> {
        let allowed = self.geometry().supports();
        if !allowed.contains(&support) {
            return Err(ShapeError::Support { shape: self.name(), support, allowed });
        }
        self.geometry_mut().hold(support);
        Ok(())
    }

    /// What a position on it is.
    pub fn position_kind(&self) -> PositionKind {
        self.geometry().position_kind()
    }

    /// Mass of what moves \[kg\].
    pub fn mass(&self, material: &Material) -> f64 {
        self.geometry().mass(material)
    }

    /// Its modes wherever one looks, the lowest first.
    ///
    /// # Errors
    /// With the first dimension, number of the material or wish that is not possible.
    pub fn natural_modes(
        &self,
        material: &Material,
        selection: impl Into<ModeSelection>,
    ) -> Result<Vec<NaturalMode>, ShapeError> {
        let selection = selection.into();
        self.check(material, &selection)?;
        Ok(self.geometry().natural_modes(material, &selection))
    }

    /// The modal body that it is, with one port for every position.
    ///
    /// # Errors
    /// As [`Self::natural_modes`]; if it should fly and is held; or if a position is not on it.
    pub fn modal_spec(
        &self,
        material: &Material,
        selection: impl Into<ModeSelection>,
        positions: &[Position],
    ) -> Result<ModalSpec, ShapeError> {
        let selection = selection.into();
        let natural_modes = self.natural_modes(material, selection)?;
        self.check_ports(positions)?;
        if selection.free && self.support() != Support::Free {
            return Err(ShapeError::Held { shape: self.name(), support: self.support() });
        }
        let mode = |natural: &NaturalMode| Mode {
            frequency: natural.frequency,
            decay: self.geometry().decay(material, natural.frequency),
            mass: natural.mass,
            shape: positions.iter().map(|&at| natural.height(at)).collect(),
        };
        let spec = ModalSpec {
            ports: positions.len(),
            modes: natural_modes.iter().map(mode).collect(),
            rigid: selection.free.then(|| RigidMotion { mass: self.mass(material) }),
        };
        spec.check()?;
        Ok(spec)
    }

    fn check(&self, material: &Material, selection: &ModeSelection) -> Result<(), ShapeError> {
        let possible = |thing: &dyn ByName| -> Result<(), ParamError> {
            for info in thing.infos() {
                info.check(thing.get(info.id)?)?;
            }
            Ok(())
        };
        possible(inside!(self))?;
        self.geometry().fits()?;
        possible(material)?;
        // A field may have been written past `hold`.
        let mut same = *self;
        same.set_support(self.support())?;
        if selection.max_count > MAX_SHAPE_MODES {
            return Err(ShapeError::Modes { count: selection.max_count });
        }
        if selection.max_frequency.is_nan() || selection.max_frequency <= 0.0 {
            return Err(ShapeError::Below { below: selection.max_frequency });
        }
        Ok(())
    }

    fn check_ports(&self, positions: &[Position]) -> Result<(), ShapeError> {
        let count = positions.len();
        if count == 0 || count > MAX_PORTS {
            return Err(ModalError::Ports { count }.into());
        }
        for (port, position) in positions.iter().enumerate() {
            if position.kind() != self.position_kind() {
                return Err(ShapeError::Port { port, shape: self.name(), kind: self.position_kind() });
            }
            self.position_kind().position(&position.values())?;
        }
        Ok(())
    }
}
