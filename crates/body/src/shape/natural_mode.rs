//! Modes before anyone has touched them, and how many of them are wanted.

use super::Position;
use core::fmt;

/// Most modes that a shape gives.
pub const MAX_SHAPE_MODES: usize = 1024;

/// Which modes are wanted, and whether the body may fly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeSelection {
    /// No more than so many, the lowest first.
    pub max_count: usize,
    /// None above this \[Hz\]; may be infinite.
    pub max_frequency: f64,
    /// The body as a whole can fly: only what is held free.
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
    /// All modes up to this frequency \[Hz\], as far as [`MAX_SHAPE_MODES`] go.
    pub fn up_to(frequency: f64) -> Self {
        Self { max_count: MAX_SHAPE_MODES, max_frequency: frequency, free: false }
    }

    /// The same, free to fly.
    #[must_use]
    pub const fn free(self) -> Self {
        Self { free: true, ..self }
    }
}

/// A mode of a shape: how it moves wherever one looks.
pub struct NaturalMode {
    /// Its place in its family: half waves or nodal diameters first, then what is counted across them.
    pub order: [u32; 2],
    /// Without damping \[Hz\].
    pub frequency: f64,
    /// Modal mass \[kg\].
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
    /// A mode with the height that a function gives to a position.
    pub(super) fn new(
        order: [u32; 2],
        frequency: f64,
        mass: f64,
        height: impl Fn(Position) -> f64 + 'static,
    ) -> Self {
        Self { order, frequency, mass, height: Box::new(height) }
    }

    /// A mode of a long body: its height along the length, 0 to 1.
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

    /// A mode of a round body, and the same turned by a quarter of its wave where it has nodal diameters: its
    /// height along the radius, 0 to 1, with a mean square of 1 over the disc before the wave around it is
    /// put on.
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

    /// Signed height of the mode shape at a position of the shape's own kind \[1\]; 0 at any other.
    pub fn height(&self, at: Position) -> f64 {
        (self.height)(at)
    }
}

/// Around a round body: 1 without diameters, else √2 cos mθ or √2 sin mθ.
fn wave(diameters: u32, angle: f64, turned: bool) -> f64 {
    let m = f64::from(diameters);
    match (diameters, turned) {
        (0, _) => 1.0,
        (_, false) => core::f64::consts::SQRT_2 * libm::cos(m * angle),
        (_, true) => core::f64::consts::SQRT_2 * libm::sin(m * angle),
    }
}

/// The modes of a body with one family: numbers from 1, frequencies that only rise.
pub(super) fn family(selection: &ModeSelection, mode: impl Fn(u32) -> NaturalMode) -> Vec<NaturalMode> {
    (1..=selection.max_count as u32)
        .map(mode)
        .take_while(|natural| natural.frequency <= selection.max_frequency)
        .collect()
}

/// A root of a body with two families: its place in them, what its equation says, and the frequency of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Root {
    pub(super) order: [u32; 2],
    pub(super) value: f64,
    pub(super) frequency: f64,
}

/// The lowest roots of a body with two families, of which `up_to` gives all up to a frequency. The search
/// begins at `first` \[Hz\] and widens until there are enough.
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

/// Modal mass of a rim that goes out by cos mθ and, not being stretched, along itself by −sin(mθ)/m.
pub(super) fn on_rim(mass: f64, diameters: f64) -> f64 {
    mass * (1.0 + 1.0 / (diameters * diameters))
}
