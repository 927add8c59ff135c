//! Steps that depend on the value alone.
//!
//! $$ \text{range: } \frac{x - a}{b - a}\Big|_0^1, \qquad \text{curve: } x^p, \qquad \text{exponential: } \frac{e^{k x} - 1}{e^k - 1}, \qquad \text{quantise: }
//! \frac{\lfloor (n-1)\,x + \tfrac12 \rfloor}{n-1} $$
//!
//! | symbol | unit          | meaning                                             |
//! |--------|---------------|-----------------------------------------------------|
//! | x      | the control's | the value; after a range a part of the way, 0 to 1  |
//! | p      | 1             | exponent: 2 begins gently, 0.5 begins steeply       |
//! | k      | 1             | [`STEEP`]: how much an exponential bends            |
//! | n      | 1             | places                                              |

/// How much an exponential bends \[1\]: its end is e⁵ ≈ 148 times as steep as its beginning.
pub const STEEP: f64 = 5.0;

/// A bend of the way from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bend {
    /// A power.
    Power(f64),
    /// Slow, then fast.
    Exponential,
    /// Fast, then slow: what undoes an exponential.
    Logarithmic,
}

impl Bend {
    /// Names that stand for bends.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("linear", Self::Power(1.0)),
        ("square", Self::Power(2.0)),
        ("root", Self::Power(0.5)),
        ("exponential", Self::Exponential),
        ("logarithmic", Self::Logarithmic),
    ];

    /// A part of the way, bent.
    pub fn of(self, way: f64) -> f64 {
        let way = way.clamp(0.0, 1.0);
        match self {
            Self::Power(exponent) => libm::pow(way, exponent),
            Self::Exponential => libm::expm1(STEEP * way) / libm::expm1(STEEP),
            Self::Logarithmic => libm::log1p(way * libm::expm1(STEEP)) / STEEP,
        }
    }
}

/// A step that depends on the value alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// How far it is from one to the other, 0 to 1; the second may be the smaller.
    Range(f64, f64),
    /// Bent.
    Curve(Bend),
    /// The nearest of so many places from 0 to 1.
    Quantise(f64),
    /// 1 − x.
    Invert,
    /// Times so much.
    Scale(f64),
    /// And so much.
    Offset(f64),
    /// Without its sign.
    Absolute,
    /// 0 up to here on both sides, and less by this beyond.
    DeadZone(f64),
}

impl Shape {
    /// What becomes of a value. Real-time: yes.
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

    /// It wants a part of the way, 0 to 1.
    pub fn needs_way(&self) -> bool {
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
            // A power, an exponential and a logarithm: some parts in 10^16.
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
