//! What a multiply-add costs at best on this core: the yardstick of all floors.
//!
//! Twelve chains, so that none waits for its own last result (four cycles, two units), and few enough to stay
//! in sixteen registers. The product is fused here and nowhere else: this measures the processor, not our
//! physics.

use pulp::{Simd, WithSimd};
use std::hint::black_box;

const CHAINS: usize = 12;
const ROUNDS: usize = 256;
/// Lanes of the vectors that the physics uses where it finds them.
const LANES: usize = 4;

/// Multiply-adds in a repetition, each lane counted.
pub(super) const LANES_PER_REPETITION: f64 = (CHAINS * ROUNDS * LANES) as f64;

struct Chains;

impl WithSimd for Chains {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only inside the caller may the compiler use the wide vectors")]
    fn with_simd<S: Simd>(self, s: S) {
        // A vector narrower than four lanes does its part in more rounds.
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

/// One repetition is [`LANES_PER_REPETITION`] multiply-adds.
pub(super) fn prepare() -> Box<dyn FnMut()> {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = pulp::x86::V3::try_new() {
        return Box::new(move || Simd::vectorize(wide, Chains));
    }
    let arch = pulp::Arch::new();
    Box::new(move || arch.dispatch(Chains))
}
