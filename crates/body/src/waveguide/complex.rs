//! Complex arithmetic for tuning the loop.

use core::ops::{Add, Div, Mul, Sub};

/// A complex number: re + i im.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Complex {
    pub(super) re: f64,
    pub(super) im: f64,
}

impl Complex {
    pub(super) const fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    pub(super) const fn real(re: f64) -> Self {
        Self::new(re, 0.0)
    }

    pub(super) fn exp(self) -> Self {
        let size = libm::exp(self.re);
        Self::new(size * libm::cos(self.im), size * libm::sin(self.im))
    }

    /// Returns the principal logarithm of the number.
    pub(super) fn ln(self) -> Self {
        Self::new(libm::log(libm::hypot(self.re, self.im)), libm::atan2(self.im, self.re))
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self::new(factor * self.re, factor * self.im)
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

impl Div for Complex {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let size = other.re * other.re + other.im * other.im;
        let top = self * Self::new(other.re, -other.im);
        Self::new(top.re / size, top.im / size)
    }
}
