//! How much one particle counts at a distance from it: three weights in the plane, each for what it is good
//! at.
//!
//! $$ W_{\text{spiky}} = \frac{10}{\pi h^5}(h - r)^3, \qquad W_{\text{poly6}} = \frac{4}{\pi h^8}(h^2 - r^2)^3, \qquad
//!    \nabla^2 W_{\text{viscosity}} = \frac{40}{\pi h^5}(h - r) $$
//!
//! | kernel    | it is used for                        | why                                                                           |
//! |-----------|---------------------------------------|-------------------------------------------------------------------------------|
//! | spiky     | density *and* force of the pressure   | its slope does not vanish at r = 0: particles cannot sit on each other        |
//! | poly6     | where there is liquid ([`super::air`])| needs no root                                                                 |
//! | viscosity | friction of neighbours                | its Laplacian is nowhere negative: friction never pushes                      |
//!
//! Density and force have the *same* kernel: only then is the force the slope of an energy, and the energy
//! kept. The integral of each of the first two over the plane is 1; the third gives ∇²v for a velocity that
//! is a square of the place: ∫ r² ∇²W dA = 4.
//!
//! Source: \[Mueller2003\], there in space.

use core::f64::consts::PI;

/// The weights of a radius h.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernels {
    /// h \[m\]
    pub radius: f64,
    spiky: f64,
    poly6: f64,
    viscosity: f64,
}

impl Kernels {
    /// Of this radius \[m\].
    pub fn new(radius: f64) -> Self {
        let square = radius * radius;
        let fifth = PI * square * square * radius;
        Self { radius, spiky: 10.0 / fifth, poly6: 4.0 / (fifth * square * radius), viscosity: 40.0 / fifth }
    }

    /// The spiky weight at a distance within h, per square metre. Real-time: yes.
    #[inline]
    pub fn spiky(&self, distance: f64) -> f64 {
        let near = self.radius - distance;
        self.spiky * near * near * near
    }

    /// Its slope, per cubic metre: negative. Real-time: yes.
    #[inline]
    pub fn spiky_slope(&self, distance: f64) -> f64 {
        let near = self.radius - distance;
        -3.0 * self.spiky * near * near
    }

    /// The smooth weight at the square of a distance, per square metre; 0 beyond h. Real-time: yes.
    #[inline]
    pub fn poly6(&self, square: f64) -> f64 {
        let near = (self.radius * self.radius - square).max(0.0);
        self.poly6 * near * near * near
    }

    /// The Laplacian of the weight of viscosity at a distance within h \[1/m⁴\]. Real-time: yes.
    #[inline]
    pub fn laplacian(&self, distance: f64) -> f64 {
        self.viscosity * (self.radius - distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_have_their_integrals() {
        let kernels = Kernels::new(0.03);
        let over = |weight: &dyn Fn(f64) -> f64| {
            let count = 20_000;
            let width = kernels.radius / f64::from(count);
            let ring = |n| {
                let r = (f64::from(n) + 0.5) * width;
                weight(r) * 2.0 * PI * r * width
            };
            (0..count).map(ring).sum::<f64>()
        };
        // The middles of 20,000 rings: the rest is of the order of 1/20,000².
        for (name, integral, expected) in [
            ("spiky", over(&|r| kernels.spiky(r)), 1.0),
            ("poly6", over(&|r| kernels.poly6(r * r)), 1.0),
            ("viscosity", over(&|r| r * r * kernels.laplacian(r)), 4.0),
            (
                // By parts: −∫ r W' dA = 2 in the plane.
                "slope",
                over(&|r| -r * kernels.spiky_slope(r)),
                2.0,
            ),
        ] {
            assert!((integral - expected).abs() < 1e-6, "{name}: {integral}");
        }
    }
}
