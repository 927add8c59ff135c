//! Exact phase of a rotation, and sums of its harmonics.
//!
//! A phase is an integer multiple of 2⁻⁶⁴ turns, and integer addition wraps at a full turn: no rounding error
//! accumulates. The n-th harmonic has n times the integer, wrapped, so teeth, coils and cylinders never drift
//! against their shaft.
//!
//! ```math
//! \sum_{k=1}^{K} g_k \sin k\theta = b_1 \sin\theta, \qquad b_k = g_k + 2\cos\theta\, b_{k+1} - b_{k+2}
//! ```
//!
//! Source: \[Clenshaw1955\], recurrence for sums of sines.

use core::f64::consts::TAU;
use foley_contact::Step;

/// Number of phase units in a full turn, 2⁶⁴.
const FULL_TURN: f64 = 18_446_744_073_709_551_616.0;

/// Phase of a rotation, modulo one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phase(u64);

impl Phase {
    /// Makes a phase from a fraction of a turn in \[0, 1). Real-time: yes.
    #[inline]
    pub fn part(way: f64) -> Self {
        // The cast saturates, and NaN gives 0.
        Self((way * FULL_TURN) as u64)
    }

    /// Returns the phase increment per sample at a frequency \[Hz\], at most half a turn. Real-time: yes.
    #[inline]
    pub fn per_step(frequency: f64, step: Step) -> Self {
        Self::part((frequency * step.seconds()).clamp(0.0, 0.5))
    }

    /// Advances the phase by `by`; returns whether the phase passed 0. Real-time: yes.
    #[inline]
    pub fn advance(&mut self, by: Self) -> bool {
        let (next, through) = self.0.overflowing_add(by.0);
        self.0 = next;
        through
    }

    /// Returns the phase plus `by`, modulo one turn. Real-time: yes.
    #[inline]
    #[must_use]
    pub fn ahead(self, by: Self) -> Self {
        Self(self.0.wrapping_add(by.0))
    }

    /// Returns the phase of the harmonic `count`: `count` times the phase, modulo one turn. Real-time: yes.
    #[inline]
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self(self.0.wrapping_mul(count))
    }

    /// Returns the phase as a fraction of a turn in \[0, 1). Real-time: yes.
    #[inline]
    pub fn way(self) -> f64 {
        // The upper 53 bits, so that the result never rounds up to 1.
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Divides the turn into `parts` equal sectors; returns the index of the present sector and the fraction
    /// of that sector that has passed. Real-time: yes.
    #[inline]
    pub fn of(self, parts: u64) -> (usize, f64) {
        let product = u128::from(self.0) * u128::from(parts);
        ((product >> 64) as usize, Self(product as u64).way())
    }

    /// Returns sine and cosine of the phase, with an error below 3·10⁻⁸. Real-time: yes.
    #[inline]
    pub fn sine(self) -> [f64; 2] {
        // The phase is the nearest quarter turn plus an offset of at most an eighth of a turn.
        const EIGHTH: u64 = 1 << 61;
        let quarter = self.0.wrapping_add(EIGHTH) >> 62;
        let beside = self.0.wrapping_sub(quarter << 62).cast_signed();
        let x = beside as f64 * (TAU / FULL_TURN);
        let y = x * x;
        // Taylor series: for |x| < π/4 the truncation errors are below 2e-9 and 3e-8.
        let s =
            x * (1.0 + y * (-1.0 / 6.0 + y * (1.0 / 120.0 + y * (-1.0 / 5040.0 + y * (1.0 / 362_880.0)))));
        let c = 1.0 + y * (-0.5 + y * (1.0 / 24.0 + y * (-1.0 / 720.0 + y * (1.0 / 40_320.0))));
        match quarter {
            0 => [s, c],
            1 => [c, -s],
            2 => [-s, -c],
            _ => [-c, s],
        }
    }
}

/// Returns the sum of the sines of the multiples 1, 2, … of an angle, weighted by `gains`, from the sine
/// and cosine of the angle. Real-time: yes.
#[inline]
pub fn overtones([sine, cosine]: [f64; 2], gains: &[f64]) -> f64 {
    let twice = 2.0 * cosine;
    let (mut one, mut two) = (0.0, 0.0);
    for gain in gains.iter().rev() {
        (one, two) = (gain + twice * one - two, one);
    }
    one * sine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_is_accurate_and_harmonics_never_drift() {
        let mut turn = Phase::part(0.0);
        let by = Phase::part(0.012_345_678_9);
        // After a day at 48 kHz, which is 4.1e9 steps, one product gives the same bits as single steps.
        let day = Phase(by.0.wrapping_mul(48_000 * 86_400));
        for n in 0..10_000_u64 {
            let angle = TAU * turn.way();
            let [s, c] = turn.sine();
            assert!((s - libm::sin(angle)).abs() < 3e-8, "sine of {angle}: {s}");
            assert!((c - libm::cos(angle)).abs() < 3e-8, "cosine of {angle}: {c}");
            let tooth = day.ahead(turn).times(17);
            assert_eq!(tooth, Phase(by.0.wrapping_mul(17 * (48_000 * 86_400 + n))));
            turn.advance(by);
        }
    }

    #[test]
    fn overtones_equal_the_sum_of_their_sines() {
        let gains = [1.0, -0.5, 0.25, 0.1];
        for n in 0..100 {
            let turn = Phase::part(f64::from(n) / 100.0);
            let wave = |k: usize| libm::sin(TAU * turn.way() * (k + 1) as f64);
            let sum: f64 = gains.iter().enumerate().map(|(k, g)| g * wave(k)).sum();
            let found = overtones(turn.sine(), &gains);
            assert!((found - sum).abs() < 1e-6, "{found} for {sum}");
        }
    }

    #[test]
    fn a_turn_passes_through_its_seven_sectors_in_order() {
        for n in 0..70 {
            let (part, way) = Phase::part((f64::from(n) + 0.5) / 70.0).of(7);
            assert_eq!(part, n as usize / 10);
            let expected = (f64::from(n % 10) + 0.5) / 10.0;
            assert!((way - expected).abs() < 1e-12, "{way} for {expected}");
        }
    }
}
