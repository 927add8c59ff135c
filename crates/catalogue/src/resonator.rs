//! A resonating body: a shape of a material, with its size, thickness, touch point and pickup point. Its
//! modes are closed forms ([`foley_body::shape`]).
//!
//! | parameter   | of a bar, rod, tube, string     | of a plate, disc, membrane, ring, bell |
//! |-------------|---------------------------------|----------------------------------------|
//! | `size`      | its length                      | its longer side or diameter            |
//! | `thickness` | its thickness, diameter or wall | its thickness                          |
//! | `position`  | from one end                    | from the middle or from one corner     |
//!
//! What is heard is the pressure at a distance of 1 m \[Pa\], mode by mode ([`foley_body::radiation`]); the
//! air and the mounting take energy from each mode. The lowest modes are resolved one by one; a field of few
//! modes stands for all modes above them ([`foley_body::shape::InAir`]).
//!
//! The other dimensions of a shape follow from these, in the proportions of the shape's default. `pitch`
//! and `ring` multiply all frequencies and all decay times: the thesis's global factors of the struck
//! object. A resonator with 0 modes does not ring.

use foley_body::modal::RigidMotion;
use foley_body::radiation::Click;
use foley_body::shape::InAir;
use foley_body::{Material, ModalSpec, ModeSelection, Mounting, Position, Shape, shape};
use foley_params::{choices, params};
use foley_sound::SoundError;

choices! {
    /// Shape of a resonator; [`foley_body::shape`] has the modes of each.
    pub enum ResonatorShape {
        /// Free bar of rectangular section.
        Bar = "bar",
        /// Free rod of round section.
        Rod = "rod",
        /// Free tube.
        Tube = "tube",
        /// Bar, undercut so that its second partial is a whole multiple of the first.
        TunedBar = "tuned-bar",
        /// Stretched string with bending stiffness.
        StiffString = "stiff-string",
        /// Stretched rectangular skin.
        RectangularMembrane = "rectangular-membrane",
        /// Stretched round skin.
        CircularMembrane = "circular-membrane",
        /// Free rectangular plate.
        RectangularPlate = "rectangular-plate",
        /// Free round plate.
        Disc = "disc",
        /// Free ring.
        Ring = "ring",
        /// Bell; size and thickness set its mass and the frequency of its prime (second partial).
        Bell = "bell",
    }
}

choices! {
    /// Material of a resonator; [`Material`] has the constants of each.
    pub enum ResonatorMaterial {
        /// Aluminium, with the constants of `Material::by_name("aluminium")`.
        Aluminium = "aluminium",
        /// Brass, with the constants of `Material::by_name("brass")`.
        Brass = "brass",
        /// Bronze, with the constants of `Material::by_name("bronze")`.
        Bronze = "bronze",
        /// Ceramic, with the constants of `Material::by_name("ceramic")`.
        Ceramic = "ceramic",
        /// Concrete, with the constants of `Material::by_name("concrete")`.
        Concrete = "concrete",
        /// Glass, with the constants of `Material::by_name("glass")`.
        Glass = "glass",
        /// Iron, with the constants of `Material::by_name("iron")`.
        Iron = "iron",
        /// Paper, with the constants of `Material::by_name("paper")`.
        Paper = "paper",
        /// Plastic, with the constants of `Material::by_name("plastic")`.
        Plastic = "plastic",
        /// Rubber, with the constants of `Material::by_name("rubber")`.
        Rubber = "rubber",
        /// Steel, with the constants of `Material::by_name("steel")`.
        Steel = "steel",
        /// Stone, with the constants of `Material::by_name("stone")`.
        Stone = "stone",
        /// Tin, with the constants of `Material::by_name("tin")`.
        Tin = "tin",
        /// Wood, with the constants of `Material::by_name("wood")`.
        Wood = "wood",
    }
}

choices! {
    /// How a resonator is mounted; [`Mounting`] has the loss of each.
    pub enum ResonatorMounting {
        /// Hung by threads at its nodes, where nothing is lost.
        Hung = "hung",
        /// Held between fingers at its end, corner or middle.
        Held = "held",
        /// Standing on its rim on a hard surface.
        Standing = "standing",
        /// Lying on a table with one face.
        Lying = "lying",
        /// Fixed along its edge in a frame or a wall.
        Fixed = "fixed",
    }
}

impl ResonatorMounting {
    /// Returns the mounting as the body knows it.
    pub const fn mounting(self) -> Mounting {
        match self {
            Self::Hung => Mounting::Hung,
            Self::Held => Mounting::Held,
            Self::Standing => Mounting::Standing,
            Self::Lying => Mounting::Lying,
            Self::Fixed => Mounting::Fixed,
        }
    }
}

/// Maximum number of modes of a resonator.
pub const MAX_MODES: usize = 1024;
/// Maximum number of modes that stand for those above the resolved ones.
pub(crate) const MAX_FIELD: usize = 256;

params! {
    /// A resonating body.
    /// Default: a bar of wood.
    pub struct Resonator("resonator") {
        /// Shape of the resonating body, which sets the ratios of its modes.
        shape: ResonatorShape = ResonatorShape::Bar, "shape", choice, glide 0.05;
        /// Material of the resonating body: density, stiffness and loss. Without modes only the density
        /// counts: it sets the click, which is audible if the body is large enough.
        material: ResonatorMaterial = ResonatorMaterial::Wood, "stuff", choice, glide 0.05;
        /// Length, longer side or diameter of the body; larger bodies sound lower.
        size: f64 = 0.3, "L", Metre, log [0.005, 5.0], glide 0.05, handle("size", "coin", "door");
        /// Thickness of the bar, plate, rod or wall; limited to a fifth of the size.
        thickness: f64 = 0.015, "h", Metre, log [1e-4, 0.2], glide 0.05, handle("thickness", "foil", "slab");
        /// Point of touch as a fraction of the size: from one end, or from the middle of a round body. Modes
        /// with a node there do not sound.
        position: f64 = 0.3, "x/L", One, lin [0.0, 1.0], glide 0.05,
            handle("position", "end or middle", "other end or rim");
        /// Point that faces the listener, as a fraction of the size; it matters if a mode is audible.
        pickup: f64 = 0.9, "y/L", One, lin [0.0, 1.0], glide 0.05;
        /// Number of modes that are resolved one by one, the lowest first. With 0 a hammer, tool or rolling
        /// body does not ring, and other bodies leave all modes to `field`.
        modes: u32 = 24, "N", One, count [0, MAX_MODES], glide 0.05;
        /// Number of modes that stand for all modes above the lowest `modes`, up to the end of hearing; acts
        /// if there are such modes.
        field: u32 = 0, "F", One, count [0, MAX_FIELD], glide 0.05;
        /// How the body is mounted: what its support takes from every mode; the ends of a string are part of
        /// its shape.
        mounting: ResonatorMounting = ResonatorMounting::Hung, "mounting", choice, glide 0.05;
        /// Factor on the frequencies of all modes.
        pitch: f64 = 1.0, "φ", One, log [0.125, 8.0], glide 0.05,
            handle("pitch", "three octaves down", "three octaves up");
        /// Factor on the decay times by material and mounting: below 1 damped by a hand, above 1 livelier.
        ring: f64 = 1.0, "ρ", One, log [0.01, 10.0], glide 0.05,
            handle("liveliness", "damped by a hand", "hung on a thread");
    }
}

impl Resonator {
    /// Creates a resonator from a shape, a material, a size and a thickness \[m\]. All other values are
    /// defaults.
    pub const fn of(shape: ResonatorShape, material: ResonatorMaterial, size: f64, thickness: f64) -> Self {
        Self {
            shape,
            material,
            size,
            thickness,
            position: 0.3,
            pickup: 0.9,
            modes: 24,
            field: 0,
            mounting: ResonatorMounting::Hung,
            pitch: 1.0,
            ring: 1.0,
        }
    }

    /// Returns the constants of the resonator's material.
    ///
    /// # Errors
    /// If the material is not in [`foley_body::material`].
    pub fn body_material(&self) -> Result<Material, SoundError> {
        Ok(Material::by_name(self.material.name())?)
    }

    /// Returns the resonator's shape with all dimensions set.
    ///
    /// # Errors
    /// If the shape is unknown or rejects a dimension.
    pub fn body_shape(&self) -> Result<Shape, SoundError> {
        let (size, material) = (self.size, self.body_material()?);
        let thickness = self.thickness.min(0.2 * size);
        // Fundamental of a free bar of these dimensions \[Hz\]: the starting point of a tuned bar.
        let bar = 1.028 * thickness / (size * size) * (material.young / material.density).sqrt();
        let mut shape = Shape::by_name(self.shape.name())?;
        let dimensions: &[(&str, f64)] = match self.shape {
            ResonatorShape::Bar => &[("length", size), ("width", 0.15 * size), ("thickness", thickness)],
            ResonatorShape::TunedBar => {
                &[("pitch", bar), ("length", size), ("width", 0.15 * size), ("thickness", thickness)]
            }
            ResonatorShape::Rod => &[("length", size), ("diameter", thickness)],
            ResonatorShape::Tube => {
                &[("length", size), ("diameter", (0.06 * size).max(2.5 * thickness)), ("wall", thickness)]
            }
            // Typical string stress: 0.3 GPa.
            ResonatorShape::StiffString => {
                &[("length", size), ("diameter", thickness), ("tension", 3e8 * 0.785 * thickness * thickness)]
            }
            ResonatorShape::RectangularMembrane | ResonatorShape::RectangularPlate => {
                &[("length", size), ("width", 0.7 * size), ("thickness", thickness)]
            }
            ResonatorShape::Ring => &[("diameter", size), ("width", 0.1 * size), ("thickness", thickness)],
            // Reference: a bronze bell with a diameter of 1 m and a wall of 7 cm sounds at about 430 Hz and
            // weighs about 580 kg.
            ResonatorShape::Bell => &[
                ("prime", 430.0 * (thickness / 0.07) / (size * size)),
                ("mass", 580.0 * size * size * (thickness / 0.07)),
            ],
            _ => &[("diameter", size), ("thickness", thickness)],
        };
        for &(id, value) in dimensions {
            let info = shape.infos().into_iter().find(|info| info.id == id);
            if let Some(info) = info {
                shape.set(id, info.clamp(value))?;
            }
        }
        Ok(shape)
    }

    /// Returns the mass of the resonator \[kg\].
    ///
    /// # Errors
    /// If the shape or the material rejects a value.
    pub fn mass(&self) -> Result<f64, SoundError> {
        Ok(self.body_shape()?.mass(&self.body_material()?))
    }

    /// Returns the modes of the resonator in air. Port 0 is the touch point, followed by one port per
    /// channel, which is only heard: its velocity is the pressure at 1 m \[Pa\]. Modes above 18 kHz are left
    /// out.
    ///
    /// # Errors
    /// If the shape or the material rejects a value.
    pub fn spec(&self, channels: usize) -> Result<ModalSpec, SoundError> {
        self.spec_at(&[self.position], channels, 1.0)
    }

    /// Returns the modes of the resonator in air with one port at each of `places`, given as fractions of the
    /// size \[1\], followed by one heard port per channel. `mass` is a factor on the mass of the body \[1\].
    ///
    /// # Errors
    /// If the shape or the material rejects a value.
    pub fn spec_at(&self, places: &[f64], channels: usize, mass: f64) -> Result<ModalSpec, SoundError> {
        /// Upper limit of hearing \[Hz\].
        const MAX_AUDIBLE: f64 = 18_000.0;
        let (shape, material) = (self.body_shape()?, self.body_material()?);
        let positions =
            |places: &[f64]| -> Vec<_> { places.iter().map(|&place| position(&shape, place)).collect() };
        let heard = InAir {
            selection: ModeSelection {
                max_count: self.modes as usize,
                max_frequency: MAX_AUDIBLE / self.pitch,
                free: false,
            },
            field: self.field as usize,
            mounting: self.mounting.mounting(),
            pitch: self.pitch,
            ring: self.ring,
            mass,
        };
        let (touched, listeners) = (positions(places), positions(&self.pickups(channels)));
        Ok(shape.modal_spec_in_air(&material, &heard, &touched, &listeners)?)
    }

    /// Returns the click of a solid body of `mass` kilograms of the resonator's material.
    ///
    /// # Errors
    /// If the material is not in [`foley_body::material`].
    pub fn click(&self, mass: f64) -> Result<Click, SoundError> {
        Ok(Click::of_mass(mass, self.body_material()?.density))
    }

    /// Returns the click of the resonator itself where a blow moves it as a whole. A flat body, which moves
    /// across its face, pushes as much air as a sphere of 0.75 times the radius of a disc of its area: the
    /// added mass 8ρa³/3 of a disc beside the 2πρa³ of a sphere \[Lamb1932, art. 102\].
    ///
    /// # Errors
    /// If the shape or the material rejects a value.
    pub fn own_click(&self) -> Result<Click, SoundError> {
        /// Radius of the sphere with the dipole of a disc of radius 1, the cube root of 4/3π.
        const OF_DISC: f64 = 0.751_5;
        let mass = self.mass()?;
        let radius = match self.shape {
            ResonatorShape::RectangularPlate | ResonatorShape::RectangularMembrane => {
                (0.7 / core::f64::consts::PI).sqrt() * self.size
            }
            ResonatorShape::Disc | ResonatorShape::CircularMembrane => 0.5 * self.size,
            _ => return self.click(mass),
        };
        Ok(Click { mass, radius: OF_DISC * radius })
    }

    /// Returns the modes of the resonator as a freely moving body, scaled to a total `mass` \[kg\].
    ///
    /// # Errors
    /// If the shape or the material rejects a value.
    pub fn free_spec(&self, channels: usize, mass: f64) -> Result<ModalSpec, SoundError> {
        let mut spec = self.spec_at(&[self.position], channels, mass / self.mass()?)?;
        spec.rigid = Some(RigidMotion { mass });
        Ok(spec)
    }

    /// Returns the points that face the listeners of all channels, spread around the pickup position, as
    /// fractions of the size \[1\]. Two channels are a quarter of the size apart.
    pub fn pickups(&self, channels: usize) -> Vec<f64> {
        const APART: f64 = 0.25;
        let middle = 0.5 * (channels.max(1) - 1) as f64;
        let spread = APART / (channels.max(2) - 1) as f64;
        let pickup = |channel: usize| self.pickup + (channel as f64 - middle) * spread;
        (0..channels).map(|channel| reflect_into_range(pickup(channel))).collect()
    }
}

/// Returns a position reflected into the range 0 to 1, as between two mirrors at 0 and 1.
fn reflect_into_range(place: f64) -> f64 {
    let place = place.abs();
    if place > 1.0 { (2.0 - place).max(0.0) } else { place }
}

/// Returns the point of the shape for a position `at` from 0 to 1. The point avoids the lines of symmetry
/// where possible.
fn position(shape: &Shape, at: f64) -> Position {
    match shape.position_kind() {
        shape::PositionKind::Line => Position::Along(at),
        shape::PositionKind::Rectangle => Position::Across { x: at, y: 0.37 },
        shape::PositionKind::Disc => Position::Polar { radius: at, angle: 0.0 },
        shape::PositionKind::Rim => Position::Around(core::f64::consts::PI * at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choices_match_the_shapes_and_materials_of_foley_body() {
        let materials: Vec<_> = foley_body::material::ALL.iter().map(|material| material.name).collect();
        assert_eq!(ResonatorMaterial::NAMES, materials);
        let shapes: Vec<_> = Shape::all().iter().map(Shape::name).collect();
        let (own, others) = shapes.split_at(ResonatorShape::NAMES.len());
        assert_eq!((ResonatorShape::NAMES, others), (own, &["air-column"][..]));
    }

    #[test]
    fn a_free_bar_twice_as_long_sounds_two_octaves_lower() {
        let pitch = |size| {
            let bar = Resonator::of(ResonatorShape::Bar, ResonatorMaterial::Steel, size, 0.005);
            bar.spec(1).unwrap().modes[0].frequency
        };
        let ratio = pitch(0.2) / pitch(0.4);
        // The mass of the air around it lowers the pitch of the longer bar by 0.04 % more.
        assert!((4.0..4.004).contains(&ratio), "{ratio}");
    }

    #[test]
    fn every_shape_material_and_size_gives_a_valid_body() {
        for &shape in ResonatorShape::ALL {
            for &material in ResonatorMaterial::ALL {
                for (size, thickness) in [(0.005, 0.2), (0.005, 1e-4), (5.0, 0.2), (5.0, 1e-4), (0.3, 0.01)] {
                    let body = Resonator::of(shape, material, size, thickness);
                    let spec = body.spec(2).unwrap_or_else(|error| {
                        panic!("{shape:?} of {material:?}, {size} m by {thickness} m: {error}")
                    });
                    assert_eq!(spec.ports, 3);
                }
            }
        }
    }
}
