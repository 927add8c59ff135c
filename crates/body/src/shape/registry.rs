//! All shapes by name, for files and flags.

use super::{
    AirColumn, Bar, Bell, CircularMembrane, Disc, Geometry, MAX_SHAPE_MODES, ModeSelection, NaturalMode,
    Position, PositionKind, RectangularMembrane, RectangularPlate, Ring, Rod, ShapeError, StiffString,
    Support, Tube, TunedBar,
};
use crate::Material;
use crate::modal::{MAX_PORTS, ModalError, ModalSpec, Mode, RigidMotion};
use crate::radiation::{ModeRadiation, air};
use foley_params::{ByName, Info, ParamError};

/// A shape with its dimensions.
///
/// ```
/// use foley_body::{Material, Position, Shape};
///
/// let mut bar = Shape::by_name("bar")?;
/// bar.set_text("length", "30 cm")?;
/// bar.set_text("thickness", "5 mm")?;
/// let steel = Material::by_name("steel")?;
/// let spec = bar.modal_spec(&steel, 8, &[Position::Along(0.5)])?;
/// // At the middle, every second mode has a node.
/// assert!(spec.modes[1].shape[0].abs() < 1e-9);
/// # Ok::<(), foley_body::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A bending bar of rectangular section.
    Bar(Bar),
    /// A bending bar of round section.
    Rod(Rod),
    /// A bending bar of hollow round section.
    Tube(Tube),
    /// A bar whose partials are tuned by undercutting.
    TunedBar(TunedBar),
    /// A string under tension that resists bending.
    StiffString(StiffString),
    /// A rectangular membrane under tension.
    RectangularMembrane(RectangularMembrane),
    /// A circular membrane under tension.
    CircularMembrane(CircularMembrane),
    /// A rectangular plate with pinned edges.
    RectangularPlate(RectangularPlate),
    /// A round plate that bends.
    Disc(Disc),
    /// A thin ring that bends in its plane.
    Ring(Ring),
    /// A church bell, from measured partials.
    Bell(Bell),
    /// The air in a pipe, which vibrates along the pipe.
    AirColumn(AirColumn),
}

/// Matches any variant of `Shape` and evaluates to the shape inside.
macro_rules! inside {
    ($shape:expr) => {
        match $shape {
            Shape::Bar(inner) => inner,
            Shape::Rod(inner) => inner,
            Shape::Tube(inner) => inner,
            Shape::TunedBar(inner) => inner,
            Shape::StiffString(inner) => inner,
            Shape::RectangularMembrane(inner) => inner,
            Shape::CircularMembrane(inner) => inner,
            Shape::RectangularPlate(inner) => inner,
            Shape::Disc(inner) => inner,
            Shape::Ring(inner) => inner,
            Shape::Bell(inner) => inner,
            Shape::AirColumn(inner) => inner,
        }
    };
}

impl Shape {
    /// Returns all shapes, with default dimensions.
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

    /// Looks up a shape by name and returns the shape with default dimensions.
    ///
    /// # Errors
    /// If the name is unknown; the error lists similar names and all known names.
    pub fn by_name(name: &str) -> Result<Self, ShapeError> {
        let known = Self::all().into_iter().find(|shape| shape.name() == name);
        known.ok_or_else(|| {
            let names = Self::all().iter().map(Self::name).collect();
            ParamError::unknown_name("shape", name, names).into()
        })
    }

    /// Returns the geometry of the shape.
    pub fn geometry(&self) -> &dyn Geometry {
        inside!(self)
    }

    fn geometry_mut(&mut self) -> &mut dyn Geometry {
        inside!(self)
    }

    /// Returns the name of the shape in files and flags.
    pub fn name(&self) -> &'static str {
        self.geometry().name()
    }

    /// Returns the descriptions of the dimensions, in table order.
    pub fn infos(&self) -> Vec<Info> {
        self.geometry().infos()
    }

    /// Returns the value of the dimension `id`, in SI units.
    ///
    /// # Errors
    /// If the shape has no such dimension.
    pub fn get(&self, id: &str) -> Result<f64, ShapeError> {
        Ok(self.geometry().get(id)?)
    }

    /// Sets the value of the dimension `id`, in SI units.
    ///
    /// # Errors
    /// If the shape has no such dimension, or the value is out of range.
    pub fn set(&mut self, id: &str, value: f64) -> Result<(), ShapeError> {
        Ok(self.geometry_mut().set(id, value)?)
    }

    /// Sets the dimension `id` from a text such as `30 cm`.
    ///
    /// # Errors
    /// If the shape has no such dimension, or the text is not a valid value.
    pub fn set_text(&mut self, id: &str, text: &str) -> Result<(), ShapeError> {
        Ok(self.geometry_mut().set_text(id, text)?)
    }

    /// Returns the present support of the shape.
    pub fn support(&self) -> Support {
        self.geometry().support()
    }

    /// Sets the support of the shape.
    ///
    /// # Errors
    /// If the shape has no closed form for this support.
    pub fn set_support(&mut self, support: Support) -> Result<(), ShapeError> {
        let allowed = self.geometry().supports();
        if !allowed.contains(&support) {
            return Err(ShapeError::Support { shape: self.name(), support, allowed });
        }
        self.geometry_mut().set_support(support);
        Ok(())
    }

    /// Returns the kind of coordinates that positions on the shape have.
    pub fn position_kind(&self) -> PositionKind {
        self.geometry().position_kind()
    }

    /// Returns the moving mass of the shape \[kg\].
    pub fn mass(&self, material: &Material) -> f64 {
        self.geometry().mass(material)
    }

    /// Returns the selected modes with their mode shapes, the lowest first.
    ///
    /// # Errors
    /// Describes the first invalid dimension, material constant or selection.
    pub fn natural_modes(
        &self,
        material: &Material,
        selection: impl Into<ModeSelection>,
    ) -> Result<Vec<NaturalMode>, ShapeError> {
        let selection = selection.into();
        self.check(material, &selection)?;
        Ok(self.geometry().natural_modes(material, &selection))
    }

    /// Returns how well a mode of the shape is heard in air, and what the air does to the mode. The mode comes
    /// from [`Self::natural_modes`] of this shape with the same material.
    ///
    /// ```
    /// use foley_body::{Material, Shape};
    ///
    /// let pane = Shape::by_name("rectangular-plate")?;
    /// let glass = Material::by_name("glass")?;
    /// let modes = pane.natural_modes(&glass, 2)?;
    /// let [first, second] = [0, 1].map(|index| pane.radiation(&glass, &modes[index]));
    /// // The halves of the second mode cancel.
    /// assert!(second.radiator.efficiency < first.radiator.efficiency);
    /// # Ok::<(), foley_body::ShapeError>(())
    /// ```
    pub fn radiation(&self, material: &Material, natural: &NaturalMode) -> ModeRadiation {
        self.radiation_at(material, natural, natural.frequency)
    }

    /// Returns the radiation of a mode as [`Self::radiation`] does, for a mode that sounds at `frequency` \[Hz\]
    /// instead of its own frequency.
    pub fn radiation_at(&self, material: &Material, natural: &NaturalMode, frequency: f64) -> ModeRadiation {
        let radiator = self.geometry().radiator(material, natural, air::wavenumber(frequency));
        ModeRadiation::new(radiator, frequency, self.mass(material), natural.mass)
    }

    /// Returns the description of the modal body, with one port at each of the given positions.
    ///
    /// # Errors
    /// Fails as [`Self::natural_modes`] does; if the selection is free but the support is not; or if a
    /// position is not on the shape.
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
            radiated: 0.0,
        };
        let spec = ModalSpec {
            ports: positions.len(),
            modes: natural_modes.iter().map(mode).collect(),
            rigid: selection.free.then(|| RigidMotion { mass: self.mass(material) }),
            listeners: Vec::new(),
        };
        spec.check()?;
        Ok(spec)
    }

    fn check(&self, material: &Material, selection: &ModeSelection) -> Result<(), ShapeError> {
        let possible = |table: &dyn ByName| -> Result<(), ParamError> {
            for info in table.infos() {
                info.check(table.get(info.id)?)?;
            }
            Ok(())
        };
        possible(inside!(self))?;
        self.geometry().fits()?;
        possible(material)?;
        // The public field may hold a support that `set_support` would reject.
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

    pub(super) fn check_ports(&self, positions: &[Position]) -> Result<(), ShapeError> {
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
