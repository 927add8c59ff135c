//! Modes before anyone has touched them, and how many of them are wanted.

use super::Position;
use core::fmt;

/// Most modes that a shape gives.
pub const MOST_SHAPE_MODES: usize = 1024;

/// Which modes are wanted, and whether the body may fly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// No more than so many, the lowest first.
    pub most: usize,
    /// None above this \[Hz\]; may be infinite.
    pub below: f64,
    /// The body as a whole can fly: only what is held free.
    pub flying: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { most: 16, below: f64::INFINITY, flying: false }
    }
}

impl From<usize> for Wanted {
    fn from(most: usize) -> Self {
        Self { most, ..Self::default() }
    }
}

impl Wanted {
    /// All modes up to this frequency \[Hz\], as far as [`MOST_SHAPE_MODES`] go.
    pub fn below(frequency: f64) -> Self {
        Self { most: MOST_SHAPE_MODES, below: frequency, flying: false }
    }

    /// The same, free to fly.
    #[must_use]
    pub const fn flying(self) -> Self {
        Self { flying: true, ..self }
    }
}

/// A mode of a shape: how it moves wherever one looks.
pub struct Natural {
    /// Its place in its family: half waves or nodal diameters first, then what is counted across them.
    pub order: [u32; 2],
    /// Without damping \[Hz\].
    pub frequency: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
    height: Box<dyn Fn(Position) -> f64>,
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Natural")
            .field("order", &self.order)
            .field("frequency", &self.frequency)
            .field("mass", &self.mass)
            .finish_non_exhaustive()
    }
}

impl Natural {
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
pub(super) fn family(wanted: &Wanted, mode: impl Fn(u32) -> Natural) -> Vec<Natural> {
    (1..=wanted.most as u32).map(mode).take_while(|natural| natural.frequency <= wanted.below).collect()
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
pub(super) fn lowest(wanted: &Wanted, first: f64, up_to: impl Fn(f64) -> Vec<Root>) -> Vec<Root> {
    let mut bound = first.min(wanted.below);
    let mut roots = up_to(bound);
    while roots.len() < wanted.most && bound < wanted.below {
        bound = (1.5 * bound).min(wanted.below);
        roots = up_to(bound);
    }
    roots.sort_by(|one, two| one.frequency.total_cmp(&two.frequency));
    roots.truncate(wanted.most);
    roots
}

/// Modal mass of a rim that goes out by cos mθ and, not being stretched, along itself by −sin(mθ)/m.
pub(super) fn on_rim(mass: f64, diameters: f64) -> f64 {
    mass * (1.0 + 1.0 / (diameters * diameters))
}
