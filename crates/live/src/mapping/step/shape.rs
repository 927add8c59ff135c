//! Steps that are functions of the value alone.
//!
//! ```math
//! \text{range: } \frac{x - a}{b - a}\Big|_0^1, \qquad \text{curve: } x^p, \qquad \text{exponential: } \frac{e^{k x} - 1}{e^k - 1}, \qquad \text{quantise: }
//! \frac{\lfloor (n-1)\,x + \tfrac12 \rfloor}{n-1}
//! ```
//!
//! | symbol | unit          | meaning                                             |
//! |--------|---------------|-----------------------------------------------------|
//! | x      | the control's | the value; after a range a normalised value, 0 to 1 |
//! | p      | 1             | exponent: 2 begins gently, 0.5 begins steeply       |
//! | k      | 1             | [`STEEP`]: steepness of the exponential             |
//! | n      | 1             | number of values of `quantise`                      |

/// Steepness k of the exponential curve (e^(kx) − 1)/(e^k − 1) \[1\]: its end is e⁵ ≈ 148 times as steep as
/// its start.
pub const STEEP: f64 = 5.0;

/// A curve that maps normalised values, 0 to 1, to normalised values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bend {
    /// A power with this exponent.
    Power(f64),
    /// Rises slowly at first, then fast.
    Exponential,
    /// Rises fast at first, then slowly: the inverse of the exponential.
    Logarithmic,
}

impl Bend {
    /// Names of the curves in mapping files.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("linear", Self::Power(1.0)),
        ("square", Self::Power(2.0)),
        ("root", Self::Power(0.5)),
        ("exponential", Self::Exponential),
        ("logarithmic", Self::Logarithmic),
    ];

    /// Returns the curve's value at the normalised value `way`.
    pub fn of(self, way: f64) -> f64 {
        let way = way.clamp(0.0, 1.0);
        match self {
            Self::Power(exponent) => libm::pow(way, exponent),
            Self::Exponential => libm::expm1(STEEP * way) / libm::expm1(STEEP),
            Self::Logarithmic => libm::log1p(way * libm::expm1(STEEP)) / STEEP,
        }
    }
}

/// A function that a step applies to a value x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Returns the position of the input value between two values, normalised to 0 to 1; the second value may be the
    /// smaller.
    Range(f64, f64),
    /// Applies a curve to the input value of the step, which must be from 0 to 1.
    Curve(Bend),
    /// Rounds the input value to the nearest of this many equally spaced values from 0 to 1.
    Quantise(f64),
    /// Mirrors a normalised x: returns 1 − x.
    Invert,
    /// Multiplies x by a factor.
    Scale(f64),
    /// Adds an offset to x.
    Offset(f64),
    /// Returns the absolute value of x.
    Absolute,
    /// Dead zone: returns 0 if x is within this distance of 0, else reduces the magnitude of x by the
    /// distance.
    DeadZone(f64),
}

impl Shape {
    /// Returns the function's value at `x`. Real-time: yes.
    pub fn of(&self, x: f64) -> f64 {
        match *self {
            Self::Range(a, b) => ((x - a) / (b - a)).clamp(0.0, 1.0),
            Self::Curve(bend) => bend.of(x),
            Self::Quantise(places) => {
                let last = places - 1.0;
                (last * x.clamp(0.0, 1.0) + 0.5).floor() / last
            }
            Self::Invert => 1.0 - x,
            Self::Scale(factor) => factor * x,
            Self::Offset(more) => x + more,
            Self::Absolute => x.abs(),
            Self::DeadZone(dead) if x > dead => x - dead,
            Self::DeadZone(dead) if x < -dead => x + dead,
            Self::DeadZone(_) => 0.0,
        }
    }

    /// Whether the function needs a normalised value, 0 to 1.
    pub fn needs_normalised(&self) -> bool {
        matches!(self, Self::Curve(_) | Self::Quantise(_) | Self::Invert)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_its_formula() {
        let near = |shape: Shape, x: f64, wanted: f64| {
            let found = shape.of(x);
            // A power, an exponential and a logarithm agree to some parts in 10^16.
            assert!((found - wanted).abs() < 1e-14, "{shape:?} of {x}: {found}, not {wanted}");
        };
        near(Shape::Range(3.0, 20.0), 3.0, 0.0);
        near(Shape::Range(3.0, 20.0), 11.5, 0.5);
        near(Shape::Range(3.0, 20.0), 99.0, 1.0);
        near(Shape::Range(1.0, 0.0), 0.25, 0.75);
        near(Shape::Curve(Bend::Power(2.0)), 0.5, 0.25);
        near(Shape::Curve(Bend::Power(0.5)), 0.25, 0.5);
        let half = (2.5_f64.exp() - 1.0) / (5.0_f64.exp() - 1.0);
        near(Shape::Curve(Bend::Exponential), 0.5, half);
        near(Shape::Curve(Bend::Logarithmic), half, 0.5);
        near(Shape::Quantise(5.0), 0.3, 0.25);
        near(Shape::Quantise(2.0), 0.5, 1.0);
        near(Shape::Invert, 0.25, 0.75);
        near(Shape::Scale(-3.0), 2.0, -6.0);
        near(Shape::Offset(-3.0), 2.0, -1.0);
        near(Shape::Absolute, -2.0, 2.0);
        near(Shape::DeadZone(0.5), 0.4, 0.0);
        near(Shape::DeadZone(0.5), 2.0, 1.5);
        near(Shape::DeadZone(0.5), -2.0, -1.5);
    }

    #[test]
    fn every_bend_begins_at_0_and_ends_at_1() {
        for (name, bend) in Bend::NAMES {
            assert_eq!(bend.of(0.0), 0.0, "{name}");
            assert_eq!(bend.of(1.0), 1.0, "{name}");
            assert_eq!(bend.of(-1.0), 0.0, "{name}");
        }
    }
}
