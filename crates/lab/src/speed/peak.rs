//! Peak rate of multiply-adds on this core: the reference of all floors.
//!
//! Twelve independent chains hide the latency of a multiply-add (four cycles, two units) and fit into sixteen
//! registers. The multiply-add is fused only here, because this measures the processor and not the physics.

use pulp::{Simd, WithSimd};
use std::hint::black_box;

const CHAINS: usize = 12;
const ROUNDS: usize = 256;
/// Number of lanes of the widest vectors that the physics uses.
const LANES: usize = 4;

/// Number of multiply-adds in a repetition; each lane counts as one.
pub(super) const LANES_PER_REPETITION: f64 = (CHAINS * ROUNDS * LANES) as f64;

struct Chains;

impl WithSimd for Chains {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the compiler uses wide vectors only inside the caller")]
    fn with_simd<S: Simd>(self, s: S) {
        // Narrower vectors take more rounds for the same number of multiply-adds.
        let rounds = ROUNDS * LANES / S::F64_LANES;
        let (factor, more) = (s.splat_f64s(black_box(0.5)), s.splat_f64s(black_box(1.0)));
        let mut chains = [s.splat_f64s(black_box(1.0)); CHAINS];
        for _ in 0..rounds {
            for chain in &mut chains {
                *chain = s.mul_add_f64s(*chain, factor, more);
            }
        }
        let mut all = chains[0];
        for chain in &chains[1..] {
            all = s.add_f64s(all, *chain);
        }
        black_box(s.reduce_sum_f64s(all));
    }
}

/// Sets up a repetition of [`LANES_PER_REPETITION`] multiply-adds.
pub(super) fn prepare() -> Box<dyn FnMut()> {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = pulp::x86::V3::try_new() {
        return Box::new(move || Simd::vectorize(wide, Chains));
    }
    let arch = pulp::Arch::new();
    Box::new(move || arch.dispatch(Chains))
}
