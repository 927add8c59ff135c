//! SPH kernels in the plane: weight of a particle as a function of the distance from the particle.
//!
//! ```math
//! W_{\text{spiky}} = \frac{10}{\pi h^5}(h - r)^3, \qquad W_{\text{poly6}} = \frac{4}{\pi h^8}(h^2 - r^2)^3, \qquad
//! \nabla^2 W_{\text{viscosity}} = \frac{40}{\pi h^5}(h - r)
//! ```
//!
//! | kernel    | use                                   | why                                                                           |
//! |-----------|---------------------------------------|-------------------------------------------------------------------------------|
//! | spiky     | density *and* pressure force          | its slope does not vanish at r = 0: particles cannot coincide                 |
//! | poly6     | filled area ([`super::air`])          | needs no square root                                                          |
//! | viscosity | friction of neighbours                | its Laplacian is never negative: friction never adds energy                   |
//!
//! Density and force use the *same* kernel: only then is the force the gradient of an energy. The first two
//! kernels integrate to 1 over the plane. The third gives ∇²v for a velocity quadratic in position: ∫ r²
//! ∇²W dA = 4.
//!
//! Source: \[Mueller2003\], in three dimensions.

use core::f64::consts::PI;

/// Smoothing kernels of radius h in two dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernels {
    /// Kernel radius h \[m\].
    pub radius: f64,
    spiky: f64,
    poly6: f64,
    viscosity: f64,
}

impl Kernels {
    /// Creates the kernels of `radius` \[m\].
    pub fn new(radius: f64) -> Self {
        let square = radius * radius;
        let fifth = PI * square * square * radius;
        Self { radius, spiky: 10.0 / fifth, poly6: 4.0 / (fifth * square * radius), viscosity: 40.0 / fifth }
    }

    /// Returns the spiky kernel at a distance of at most the kernel radius \[1/m²\]. Real-time: yes.
    #[inline]
    pub fn spiky(&self, distance: f64) -> f64 {
        let near = self.radius - distance;
        self.spiky * near * near * near
    }

    /// Returns the slope of the spiky kernel at a distance of at most the kernel radius \[1/m³\]; never
    /// positive. Real-time: yes.
    #[inline]
    pub fn spiky_slope(&self, distance: f64) -> f64 {
        let near = self.radius - distance;
        -3.0 * self.spiky * near * near
    }

    /// Returns the poly6 kernel at a squared distance \[1/m²\]; 0 beyond the kernel radius. Real-time: yes.
    #[inline]
    pub fn poly6(&self, square: f64) -> f64 {
        let near = (self.radius * self.radius - square).max(0.0);
        self.poly6 * near * near * near
    }

    /// Returns the Laplacian of the viscosity kernel at a distance of at most the kernel radius \[1/m⁴\].
    /// Real-time: yes.
    #[inline]
    pub fn laplacian(&self, distance: f64) -> f64 {
        self.viscosity * (self.radius - distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_integrals_match_theory() {
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
        // The integrals use the midpoint rule with 20,000 rings: the error is of order 1/20,000².
        for (name, integral, expected) in [
            ("spiky", over(&|r| kernels.spiky(r)), 1.0),
            ("poly6", over(&|r| kernels.poly6(r * r)), 1.0),
            ("viscosity", over(&|r| r * r * kernels.laplacian(r)), 4.0),
            (
                // Integration by parts gives −∫ r W' dA = 2 in the plane.
                "slope",
                over(&|r| -r * kernels.spiky_slope(r)),
                2.0,
            ),
        ] {
            assert!((integral - expected).abs() < 1e-6, "{name}: {integral}");
        }
    }
}
