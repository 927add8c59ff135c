//! Four numbers side by side, and the processor's widest way to work on them.
//!
//! A kernel is written once against [`Lanes`]. [`run`] gives it 256-bit vectors where the processor has them
//! (AVX2) and plain arithmetic on four numbers elsewhere: the scalar twin, which is also the judge. Only
//! additions, subtractions and multiplications are used, never a fused multiply-add, and always in the same
//! order: so both give the same bits, on every machine and in a page.

pub(super) use pulp::f64x4 as Four;
use pulp::{Scalar256b, Simd};

/// Arithmetic on four lanes.
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

/// Nothing, four times.
pub(super) const ZERO: Four = Four(0.0, 0.0, 0.0, 0.0);

/// The sum of the four, always in the same order.
#[inline(always)]
pub(super) fn sum(a: Four) -> f64 {
    (a.0 + a.1) + (a.2 + a.3)
}

/// One of the four, from 0.
#[inline(always)]
pub(super) fn lane(a: Four, index: usize) -> f64 {
    match index {
        0 => a.0,
        1 => a.1,
        2 => a.2,
        _ => a.3,
    }
}

/// Changes one of the four, from 0.
#[inline(always)]
pub(super) fn lane_mut(a: &mut Four, index: usize) -> &mut f64 {
    match index {
        0 => &mut a.0,
        1 => &mut a.1,
        2 => &mut a.2,
        _ => &mut a.3,
    }
}

/// Something to be computed with lanes.
pub(super) trait Kernel {
    type Output;
    fn with<S: Lanes>(self, lanes: S) -> Self::Output;
}

/// Which vectors to use: found out once, when a body is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vectors {
    #[cfg(target_arch = "x86_64")]
    Wide(pulp::x86::V3),
    Plain,
}

/// A kernel on its way into a function that may use the wide vectors.
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
    /// The widest that this processor has.
    pub(super) fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = pulp::x86::V3::try_new() {
            return Self::Wide(wide);
        }
        Self::Plain
    }

    /// Computes a kernel.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Wide(wide) => wide.vectorize(Carried(wide, kernel)),
            Self::Plain => kernel.with(Scalar256b),
        }
    }
}
