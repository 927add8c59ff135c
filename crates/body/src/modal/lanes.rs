//! SIMD arithmetic on four lanes, with a scalar equivalent.
//!
//! A kernel is written once against [`Lanes`]. [`Vectors::run`] runs it with 256-bit vectors where the
//! processor has AVX2, and with scalar arithmetic on four numbers elsewhere. Only additions, subtractions and
//! multiplications are used, in a fixed order and never fused. So both give the same bits, on every machine
//! and in the browser.

pub(super) use pulp::f64x4 as Four;
use pulp::{Scalar256b, Simd};

/// Arithmetic on the four lanes of a vector.
pub(super) trait Lanes: Simd<f64s = Four> {
    #[inline(always)]
    fn splat(self, a: f64) -> Four {
        self.splat_f64s(a)
    }
    #[inline(always)]
    fn add(self, a: Four, b: Four) -> Four {
        self.add_f64s(a, b)
    }
    #[inline(always)]
    fn sub(self, a: Four, b: Four) -> Four {
        self.sub_f64s(a, b)
    }
    #[inline(always)]
    fn mul(self, a: Four, b: Four) -> Four {
        self.mul_f64s(a, b)
    }
}

impl<S: Simd<f64s = Four>> Lanes for S {}

/// A vector of four zeros.
pub(super) const ZERO: Four = Four(0.0, 0.0, 0.0, 0.0);

/// Returns the sum of the four lanes, added in a fixed order.
#[inline(always)]
pub(super) fn sum(a: Four) -> f64 {
    (a.0 + a.1) + (a.2 + a.3)
}

/// Returns the value of lane `index`, counted from 0.
#[inline(always)]
pub(super) fn lane(a: Four, index: usize) -> f64 {
    match index {
        0 => a.0,
        1 => a.1,
        2 => a.2,
        _ => a.3,
    }
}

/// Returns a mutable reference to lane `index`, counted from 0.
#[inline(always)]
pub(super) fn lane_mut(a: &mut Four, index: usize) -> &mut f64 {
    match index {
        0 => &mut a.0,
        1 => &mut a.1,
        2 => &mut a.2,
        _ => &mut a.3,
    }
}

/// A computation on vectors of four lanes, independent of the instruction set.
pub(super) trait Kernel {
    type Output;
    fn with<S: Lanes>(self, lanes: S) -> Self::Output;
}

/// Instruction set with which kernels run, detected once when a body is built.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vectors {
    #[cfg(target_arch = "x86_64")]
    Wide(pulp::x86::V3),
    Plain,
}

/// Carries a kernel into a function that is compiled for AVX2.
#[cfg(target_arch = "x86_64")]
struct Carried<K>(pulp::x86::V3, K);

#[cfg(target_arch = "x86_64")]
impl<K: Kernel> pulp::NullaryFnOnce for Carried<K> {
    type Output = K::Output;
    #[inline(always)]
    fn call(self) -> K::Output {
        self.1.with(self.0)
    }
}

impl Vectors {
    /// Returns the widest instruction set of this processor.
    pub(super) fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = pulp::x86::V3::try_new() {
            return Self::Wide(wide);
        }
        Self::Plain
    }

    /// Runs a kernel with this instruction set and returns the kernel's output.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Wide(wide) => wide.vectorize(Carried(wide, kernel)),
            Self::Plain => kernel.with(Scalar256b),
        }
    }
}
