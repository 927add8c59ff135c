//! Modes of a shape, with their shapes as functions of position.

use super::Position;
use core::fmt;

/// Maximum number of modes that a shape gives.
pub const MAX_SHAPE_MODES: usize = 1024;

/// Selection of the modes of a shape, and whether the body is free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeSelection {
    /// Maximum number of modes; the lowest modes are taken first.
    pub max_count: usize,
    /// Highest frequency of a selected mode \[Hz\]; may be infinite.
    pub max_frequency: f64,
    /// Whether the body has rigid-body motion. Requires [`super::Support::Free`].
    pub free: bool,
}

impl Default for ModeSelection {
    fn default() -> Self {
        Self { max_count: 16, max_frequency: f64::INFINITY, free: false }
    }
}

impl From<usize> for ModeSelection {
    fn from(max_count: usize) -> Self {
        Self { max_count, ..Self::default() }
    }
}

impl ModeSelection {
    /// Selects all modes up to `frequency` \[Hz\], at most [`MAX_SHAPE_MODES`].
    pub fn up_to(frequency: f64) -> Self {
        Self { max_count: MAX_SHAPE_MODES, max_frequency: frequency, free: false }
    }

    /// Returns the selection with rigid-body motion, for a free body.
    #[must_use]
    pub const fn free(self) -> Self {
        Self { free: true, ..self }
    }
}

/// A mode of a shape, with its height at every position.
pub struct NaturalMode {
    /// Mode numbers: first the half waves or nodal diameters, then the half waves across or the nodal
    /// circles.
    pub order: [u32; 2],
    /// Frequency of the mode without damping \[Hz\].
    pub frequency: f64,
    /// Modal mass of the mode \[kg\].
    pub mass: f64,
    height: Box<dyn Fn(Position) -> f64>,
}

impl fmt::Debug for NaturalMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NaturalMode")
            .field("order", &self.order)
            .field("frequency", &self.frequency)
            .field("mass", &self.mass)
            .finish_non_exhaustive()
    }
}

impl NaturalMode {
    /// Makes a mode whose shape is the function `height` of position.
    pub(super) fn new(
        order: [u32; 2],
        frequency: f64,
        mass: f64,
        height: impl Fn(Position) -> f64 + 'static,
    ) -> Self {
        Self { order, frequency, mass, height: Box::new(height) }
    }

    /// Makes a mode of a long body, whose `height` is a function of the share of the length, 0 to 1.
    pub(super) fn along(
        number: u32,
        frequency: f64,
        mass: f64,
        height: impl Fn(f64) -> f64 + 'static,
    ) -> Self {
        Self::new([number, 0], frequency, mass, move |at| match at {
            Position::Along(x) => height(x),
            _ => 0.0,
        })
    }

    /// Returns the modes of a round body: one mode, or two modes rotated by a quarter wave if there are nodal
    /// diameters. `height` is a function of the share of the radius, 0 to 1, with mean square 1 over the disc
    /// before the wave around the disc is applied.
    pub(super) fn round<H>(order: [u32; 2], frequency: f64, mass: f64, height: H) -> Vec<Self>
    where
        H: Fn(f64) -> f64 + Clone + 'static,
    {
        let diameters = order[0];
        let one = move |turned: bool| {
            let height = height.clone();
            Self::new(order, frequency, mass, move |at| match at {
                Position::Polar { radius, angle } => height(radius) * wave(diameters, angle, turned),
                Position::Around(angle) => height(1.0) * wave(diameters, angle, turned),
                _ => 0.0,
            })
        };
        if diameters == 0 { vec![one(false)] } else { vec![one(false), one(true)] }
    }

    /// Returns the signed height of the mode shape at a position \[1\]; 0 if the position is of another kind.
    pub fn height(&self, at: Position) -> f64 {
        (self.height)(at)
    }
}

/// Returns the wave around a round body at an angle: 1 without nodal diameters, else √2 cos mθ or, if
/// `turned`, √2 sin mθ.
fn wave(diameters: u32, angle: f64, turned: bool) -> f64 {
    let m = f64::from(diameters);
    match (diameters, turned) {
        (0, _) => 1.0,
        (_, false) => core::f64::consts::SQRT_2 * libm::cos(m * angle),
        (_, true) => core::f64::consts::SQRT_2 * libm::sin(m * angle),
    }
}

/// Returns the selected modes of a family, which `mode` gives by number from 1 with rising frequencies.
pub(super) fn family(selection: &ModeSelection, mode: impl Fn(u32) -> NaturalMode) -> Vec<NaturalMode> {
    (1..=selection.max_count as u32)
        .map(mode)
        .take_while(|natural| natural.frequency <= selection.max_frequency)
        .collect()
}

/// An eigenvalue of a shape with two mode numbers: both numbers, the eigenvalue and the frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Root {
    pub(super) order: [u32; 2],
    pub(super) value: f64,
    pub(super) frequency: f64,
}

/// Returns the selected eigenvalues of a shape with two mode numbers, the lowest first. `up_to` gives all
/// eigenvalues up to a frequency. The search begins at `first` \[Hz\] and raises that frequency until enough
/// eigenvalues are found.
pub(super) fn lowest(selection: &ModeSelection, first: f64, up_to: impl Fn(f64) -> Vec<Root>) -> Vec<Root> {
    let mut bound = first.min(selection.max_frequency);
    let mut roots = up_to(bound);
    while roots.len() < selection.max_count && bound < selection.max_frequency {
        bound = (1.5 * bound).min(selection.max_frequency);
        roots = up_to(bound);
    }
    roots.sort_by(|one, two| one.frequency.total_cmp(&two.frequency));
    roots.truncate(selection.max_count);
    roots
}

/// Returns the modal mass of a rim of `mass` \[kg\] with m nodal diameters (`diameters`). At the angle θ, the
/// rim moves outwards by cos mθ and, without stretching, along itself by −sin(mθ)/m.
pub(super) fn on_rim(mass: f64, diameters: f64) -> f64 {
    mass * (1.0 + 1.0 / (diameters * diameters))
}

/// Returns a well-mixed number drawn from `index`: one step of the SplitMix64 generator.
pub(super) fn mix_bits(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
