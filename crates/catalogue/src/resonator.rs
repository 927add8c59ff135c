//! What rings: a shape of a material, so large and so thick, touched here and heard there. Its modes are
//! closed forms ([`foley_body::shape`]).
//!
//! | parameter   | of a bar, rod, tube, string        | of a plate, disc, membrane, ring, bell |
//! |-------------|------------------------------------|----------------------------------------|
//! | `size`      | its length                         | its longer side, or its diameter       |
//! | `thickness` | its thickness, diameter or wall    | its thickness                          |
//! | `position`  | from one end                       | from the middle, or from one corner    |
//!
//! What else a shape has follows from these in the proportions of its default. `pitch` and `ring` multiply
//! all frequencies and all decay times: the thesis's global factors of the struck object. With 0 modes it is
//! a body that does not ring.

use foley_body::modal::RigidMotion;
use foley_body::{Material, ModalSpec, ModeSelection, Position, Shape, shape};
use foley_params::{Handle, Param, Parametric, Scale, Unit};
use foley_sound::SoundError;

/// The shapes that a resonator may have.
pub const SHAPES: &[&str] = &[
    "bar",
    "rod",
    "tube",
    "tuned-bar",
    "stiff-string",
    "rectangular-membrane",
    "circular-membrane",
    "rectangular-plate",
    "disc",
    "ring",
    "bell",
];

/// The materials that it may be of.
pub const MATERIALS: &[&str] = &[
    "aluminium",
    "brass",
    "ceramic",
    "concrete",
    "glass",
    "iron",
    "paper",
    "plastic",
    "rubber",
    "steel",
    "stone",
    "tin",
    "wood",
];

/// Most modes that a resonator may have.
pub const MAX_MODES: usize = 64;

/// Something that rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resonator {
    /// One of [`SHAPES`], by its number.
    pub shape: f64,
    /// One of [`MATERIALS`], by its number.
    pub material: f64,
    /// Length, longer side or diameter \[m\].
    pub size: f64,
    /// Of the plate, the rod or the wall \[m\].
    pub thickness: f64,
    /// Where it is touched \[1\].
    pub position: f64,
    /// Where it is heard \[1\].
    pub pickup: f64,
    /// How many modes ring \[1\].
    pub modes: f64,
    /// Factor on all frequencies \[1\].
    pub pitch: f64,
    /// Factor on all decay times \[1\].
    pub ring: f64,
}

/// The number of a name among some.
///
/// # Panics
/// If it is none of them; where they are constants the compiler finds out.
pub const fn numbered(names: &[&str], name: &str) -> f64 {
    let mut index = 0;
    while index < names.len() {
        if same(names[index].as_bytes(), name.as_bytes()) {
            return index as f64;
        }
        index += 1;
    }
    panic!("no such name")
}

const fn same(one: &[u8], two: &[u8]) -> bool {
    if one.len() != two.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != two[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl Default for Resonator {
    /// A bar of wood.
    fn default() -> Self {
        Self::of("bar", "wood", 0.3, 0.015)
    }
}

const SIZE: Param<Resonator> = Param {
    id: "size",
    symbol: "L",
    unit: Unit::Metre,
    doc: "Length, longer side or diameter.",
    min: 0.005,
    max: 5.0,
    scale: Scale::Logarithmic,
    default: 0.3,
    glide: 0.05,
    handle: Some(Handle { name: "size", low: "coin", high: "door" }),
    get: |it| it.size,
    set: |it, value| it.size = value,
};

const POSITION: Param<Resonator> = Param {
    id: "position",
    symbol: "x/L",
    unit: Unit::One,
    doc: "Where it is touched, as a part of its size: from one end, or from the middle of what is round.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.3,
    handle: Some(Handle { name: "position", low: "end or middle", high: "other end or rim" }),
    get: |it| it.position,
    set: |it, value| it.position = value,
    ..SIZE
};

impl Parametric for Resonator {
    const NAME: &'static str = "resonator";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "shape",
            symbol: "shape",
            unit: Unit::One,
            doc: "What form it has.",
            min: 0.0,
            max: (SHAPES.len() - 1) as f64,
            scale: Scale::Choice(SHAPES),
            default: numbered(SHAPES, "bar"),
            handle: None,
            get: |it| it.shape,
            set: |it, value| it.shape = value,
            ..SIZE
        },
        Param {
            id: "material",
            symbol: "stuff",
            unit: Unit::One,
            doc: "What it is made of: weight, stiffness and loss.",
            min: 0.0,
            max: (MATERIALS.len() - 1) as f64,
            scale: Scale::Choice(MATERIALS),
            default: numbered(MATERIALS, "wood"),
            handle: None,
            get: |it| it.material,
            set: |it, value| it.material = value,
            ..SIZE
        },
        SIZE,
        Param {
            id: "thickness",
            symbol: "h",
            doc: "Of the plate, the rod or the wall; at most a fifth of the size counts.",
            min: 1e-4,
            max: 0.2,
            default: 0.015,
            handle: Some(Handle { name: "thickness", low: "foil", high: "slab" }),
            get: |it| it.thickness,
            set: |it, value| it.thickness = value,
            ..SIZE
        },
        POSITION,
        Param {
            id: "pickup",
            symbol: "y/L",
            doc: "Where it is heard, as a part of its size.",
            default: 0.9,
            handle: None,
            get: |it| it.pickup,
            set: |it, value| it.pickup = value,
            ..POSITION
        },
        Param {
            id: "modes",
            symbol: "N",
            doc: "How many of its modes ring, the lowest first.",
            min: 0.0,
            max: MAX_MODES as f64,
            scale: Scale::Integer,
            default: 24.0,
            handle: None,
            get: |it| it.modes,
            set: |it, value| it.modes = value,
            ..POSITION
        },
        Param {
            id: "pitch",
            symbol: "φ",
            doc: "Factor on all frequencies.",
            min: 0.125,
            max: 8.0,
            scale: Scale::Logarithmic,
            default: 1.0,
            handle: Some(Handle { name: "pitch", low: "three octaves down", high: "three octaves up" }),
            get: |it| it.pitch,
            set: |it, value| it.pitch = value,
            ..POSITION
        },
        Param {
            id: "ring",
            symbol: "ρ",
            doc: "Factor on all decay times: a hand on it, or hung on a thread.",
            min: 0.01,
            max: 10.0,
            scale: Scale::Logarithmic,
            default: 1.0,
            handle: Some(Handle { name: "liveliness", low: "damped by a hand", high: "hung on a thread" }),
            get: |it| it.ring,
            set: |it, value| it.ring = value,
            ..POSITION
        },
    ];
}

impl Resonator {
    /// A shape of a material, by name, so large and so thick \[m\].
    ///
    /// # Panics
    /// If there is no such shape or material; where they are constants the compiler finds out.
    pub const fn of(shape: &str, material: &str, size: f64, thickness: f64) -> Self {
        Self {
            shape: numbered(SHAPES, shape),
            material: numbered(MATERIALS, material),
            size,
            thickness,
            position: 0.3,
            pickup: 0.9,
            modes: 24.0,
            pitch: 1.0,
            ring: 1.0,
        }
    }

    /// Its stuff.
    ///
    /// # Errors
    /// If the number is none of [`MATERIALS`].
    pub fn stuff(&self) -> Result<Material, SoundError> {
        let name = MATERIALS.get(self.material as usize).unwrap_or(&"");
        Ok(Material::by_name(name)?)
    }

    /// Its shape, with dimensions.
    ///
    /// # Errors
    /// If the number is none of [`SHAPES`].
    pub fn form(&self) -> Result<Shape, SoundError> {
        let name = SHAPES.get(self.shape as usize).unwrap_or(&"");
        let (size, stuff) = (self.size, self.stuff()?);
        let thickness = self.thickness.min(0.2 * size);
        // The fundamental of a free bar, which a maker begins with.
        let bar = 1.028 * thickness / (size * size) * (stuff.young / stuff.density).sqrt();
        let mut shape = Shape::by_name(name)?;
        let dimensions: &[(&str, f64)] = match *name {
            "bar" => &[("length", size), ("width", 0.15 * size), ("thickness", thickness)],
            "tuned-bar" => {
                &[("pitch", bar), ("length", size), ("width", 0.15 * size), ("thickness", thickness)]
            }
            "rod" => &[("length", size), ("diameter", thickness)],
            "tube" => {
                &[("length", size), ("diameter", (0.06 * size).max(2.5 * thickness)), ("wall", thickness)]
            }
            // Pulled to a third of a gigapascal, as strings are.
            "stiff-string" => {
                &[("length", size), ("diameter", thickness), ("tension", 3e8 * 0.785 * thickness * thickness)]
            }
            "rectangular-membrane" | "rectangular-plate" => {
                &[("length", size), ("width", 0.7 * size), ("thickness", thickness)]
            }
            "ring" => &[("diameter", size), ("width", 0.1 * size), ("thickness", thickness)],
            // A bell of bronze, a metre across and 7 cm at its bow, sounds about 430 Hz and weighs about 580
            // kg.
            "bell" => &[
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

    /// Its mass \[kg\].
    ///
    /// # Errors
    /// If there is no such body.
    pub fn mass(&self) -> Result<f64, SoundError> {
        Ok(self.form()?.mass(&self.stuff()?))
    }

    /// The modal body that it is: port 0 where it is touched, then one for each ear. Modes above 20 kHz are
    /// left out.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn spec(&self, channels: usize) -> Result<ModalSpec, SoundError> {
        let mut places = vec![self.position];
        places.extend(self.pickups(channels));
        self.spec_at(&places)
    }

    /// The same with ports at any places \[1\].
    ///
    /// # Errors
    /// If there is no such body.
    pub fn spec_at(&self, places: &[f64]) -> Result<ModalSpec, SoundError> {
        /// Beyond this nobody hears a mode \[Hz\].
        const MAX_AUDIBLE: f64 = 20_000.0;
        let (shape, stuff) = (self.form()?, self.stuff()?);
        let positions: Vec<_> = places.iter().map(|&at| position(&shape, at)).collect();
        let wanted = ModeSelection {
            max_count: self.modes as usize,
            max_frequency: MAX_AUDIBLE / self.pitch,
            free: false,
        };
        let spec = shape.modal_spec(&stuff, wanted, &positions)?;
        Ok(spec.scaled(self.pitch, self.ring, 1.0))
    }

    /// The same as heavy as this \[kg\], and free to fly.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn flying(&self, channels: usize, mass: f64) -> Result<ModalSpec, SoundError> {
        let mut spec = self.spec(channels)?.scaled(1.0, 1.0, mass / self.mass()?);
        spec.rigid = Some(RigidMotion { mass });
        Ok(spec)
    }

    /// Where each ear hears it: about the pickup, two channels a quarter of the size apart.
    pub fn pickups(&self, channels: usize) -> Vec<f64> {
        const APART: f64 = 0.25;
        let middle = 0.5 * (channels.max(1) - 1) as f64;
        let spread = APART / (channels.max(2) - 1) as f64;
        let ear = |ear: usize| self.pickup + (ear as f64 - middle) * spread;
        (0..channels).map(|n| folded(ear(n))).collect()
    }
}

/// Back into 0 to 1, as if the ends were mirrors.
fn folded(place: f64) -> f64 {
    let place = place.abs();
    if place > 1.0 { (2.0 - place).max(0.0) } else { place }
}

/// The point of a shape that a number between 0 and 1 means. Off the lines of symmetry where there is a
/// choice.
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
    fn a_resonator_holds_to_its_table() {
        foley_params::defaults_hold::<Resonator>().unwrap();
    }

    #[test]
    fn every_shape_and_every_material_has_its_name_here() {
        let materials: Vec<_> = foley_body::material::ALL.iter().map(|it| it.name).collect();
        assert_eq!(MATERIALS, materials);
        let shapes: Vec<_> = Shape::all().iter().map(Shape::name).collect();
        assert_eq!(SHAPES, &shapes[..SHAPES.len()]);
        assert_eq!(shapes[SHAPES.len()..], ["air-column"]);
    }

    #[test]
    fn a_free_bar_twice_as_long_sounds_two_octaves_lower() {
        let pitch = |size| {
            let bar = Resonator::of("bar", "steel", size, 0.005);
            bar.spec(1).unwrap().modes[0].frequency
        };
        let ratio = pitch(0.2) / pitch(0.4);
        assert!((ratio - 4.0).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn every_shape_of_every_material_and_size_is_a_body() {
        for shape in SHAPES {
            for material in MATERIALS {
                for (size, thickness) in [(0.005, 0.2), (0.005, 1e-4), (5.0, 0.2), (5.0, 1e-4), (0.3, 0.01)] {
                    let body = Resonator::of(shape, material, size, thickness);
                    let spec = body.spec(2).unwrap_or_else(|why| {
                        panic!("{shape} of {material}, {size} m by {thickness} m: {why}")
                    });
                    assert_eq!(spec.ports, 3);
                }
            }
        }
    }
}
