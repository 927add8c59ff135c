//! Helpers shared by the tests: shapes by name, and random bodies.

use foley_body::shape::NaturalMode;
use foley_body::{Material, ModalSpec, Mode, Position, Shape, Support};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A seeded random generator.
pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// Uniform between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        low + unit * (high - low)
    }

    /// Log-uniform between `low` and `high`.
    pub(crate) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.between(libm::log(low), libm::log(high)))
    }

    /// A random body with `modes` modes and `ports` ports of signed heights.
    pub(crate) fn modal(&mut self, modes: usize, ports: usize) -> ModalSpec {
        ModalSpec {
            ports,
            modes: (0..modes)
                .map(|_| Mode {
                    frequency: self.magnitude(20.0, 20e3),
                    decay: self.magnitude(1e-3, 10.0),
                    mass: self.magnitude(1e-3, 1.0),
                    shape: (0..ports).map(|_| self.between(-1.0, 1.0)).collect(),
                    radiated: 0.0,
                })
                .collect(),
            ..ModalSpec::default()
        }
    }
}

/// The shape called `name`, with this support and these dimensions in SI units.
pub(crate) fn shape(name: &str, support: Option<Support>, dimensions: &[(&str, f64)]) -> Shape {
    let mut shape = Shape::by_name(name).unwrap();
    if let Some(support) = support {
        shape.set_support(support).unwrap();
    }
    for &(id, value) in dimensions {
        shape.set(id, value).unwrap();
    }
    shape
}

/// The first modes of a shape.
pub(crate) fn natural_modes(shape: &Shape, material: &Material, count: usize) -> Vec<NaturalMode> {
    let natural_modes = shape.natural_modes(material, count).unwrap();
    assert_eq!(natural_modes.len(), count, "{}", shape.name());
    natural_modes
}

/// The first frequencies of a shape \[Hz\].
pub(crate) fn frequencies(shape: &Shape, material: &Material, count: usize) -> Vec<f64> {
    let natural_modes = natural_modes(shape, material, count);
    natural_modes.iter().map(|natural| natural.frequency).collect()
}

/// Mean over 0 to 1 by the five-point Gauss rule in each of `parts` intervals. Its error is below 1e-9 for up
/// to half a wave per interval.
pub(crate) fn mean(parts: u32, of: impl Fn(f64) -> f64) -> f64 {
    const GAUSS: [(f64, f64); 5] = [
        (-0.906179845938664, 0.236926885056189),
        (-0.538469310105683, 0.478628670499366),
        (0.0, 0.568888888888889),
        (0.538469310105683, 0.478628670499366),
        (0.906179845938664, 0.236926885056189),
    ];
    let width = 1.0 / f64::from(parts);
    let part = |index| {
        let middle = (f64::from(index) + 0.5) * width;
        let points = GAUSS.map(|(at, weight)| weight * of(middle + 0.5 * width * at));
        points.iter().sum::<f64>()
    };
    0.5 * width * (0..parts).map(part).sum::<f64>()
}

/// Mean of the product of two modes over a shape with one coordinate.
pub(crate) fn overlap_along(one: &NaturalMode, two: &NaturalMode) -> f64 {
    mean(128, |x| one.height(Position::Along(x)) * two.height(Position::Along(x)))
}

/// Position of a sign change between two points.
pub(crate) fn node(of: impl Fn(f64) -> f64, mut from: f64, mut to: f64) -> f64 {
    assert!(of(from) * of(to) < 0.0, "no node between {from} and {to}");
    for _ in 0..60 {
        let middle = 0.5 * (from + to);
        if of(from) * of(middle) <= 0.0 {
            to = middle;
        } else {
            from = middle;
        }
    }
    0.5 * (from + to)
}

/// Panics unless two numbers agree to the relative tolerance `part`.
pub(crate) fn assert_close(ours: f64, expected: f64, part: f64, what: &str) {
    assert!(
        (ours - expected).abs() <= part * expected.abs(),
        "{what}: {ours}, where {expected} is expected to a part {part:e}"
    );
}
