//! How far something has turned: exact after any number of turns, with the sines of what goes round with it.
//!
//! A turn is a whole number of 2⁻⁶⁴ turns, and adding wraps round by itself: nothing is rounded, however long
//! it runs. What turns n times as fast has n times the number, wrapped, so that teeth, coils and cylinders
//! never drift against their shaft.
//!
//! $$ \sum_{k=1}^{K} g_k \sin k\theta = b_1 \sin\theta, \qquad b_k = g_k + 2\cos\theta\, b_{k+1} - b_{k+2} $$
//!
//! Source: \[Clenshaw1955\], sums of sines by one sine.

use core::f64::consts::TAU;
use foley_contact::Step;

/// 2⁶⁴, a whole turn.
const WHOLE: f64 = 18_446_744_073_709_551_616.0;

/// How far something has turned, without the whole turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn(u64);

impl Turn {
    /// A part of a turn, from 0 up to 1. Real-time: yes.
    #[inline]
    pub fn part(way: f64) -> Self {
        // What is too large for the number is held at its end, and no number is 0.
        Self((way * WHOLE) as u64)
    }

    /// As far as it turns in one step at so many turns per second \[Hz\], half a turn at most. Real-time:
    /// yes.
    #[inline]
    pub fn per_step(frequency: f64, step: Step) -> Self {
        Self::part((frequency * step.seconds()).clamp(0.0, 0.5))
    }

    /// Further by this; whether it went through 0. Real-time: yes.
    #[inline]
    pub fn advance(&mut self, by: Self) -> bool {
        let (next, through) = self.0.overflowing_add(by.0);
        self.0 = next;
        through
    }

    /// Ahead by this. Real-time: yes.
    #[inline]
    #[must_use]
    pub fn ahead(self, by: Self) -> Self {
        Self(self.0.wrapping_add(by.0))
    }

    /// What turns so many times as fast. Real-time: yes.
    #[inline]
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self(self.0.wrapping_mul(count))
    }

    /// From 0 up to 1. Real-time: yes.
    #[inline]
    pub fn way(self) -> f64 {
        // The upper 53 bits: never rounded up to a whole turn.
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Which of so many equal parts of the turn it is in, and how far through it. Real-time: yes.
    #[inline]
    pub fn of(self, parts: u64) -> (usize, f64) {
        let product = u128::from(self.0) * u128::from(parts);
        ((product >> 64) as usize, Self(product as u64).way())
    }

    /// Sine and cosine, to a part in 10⁸. Real-time: yes.
    #[inline]
    pub fn sine(self) -> [f64; 2] {
        // The nearest quarter, and at most an eighth beside it.
        const EIGHTH: u64 = 1 << 61;
        let quarter = self.0.wrapping_add(EIGHTH) >> 62;
        let beside = self.0.wrapping_sub(quarter << 62).cast_signed();
        let x = beside as f64 * (TAU / WHOLE);
        let y = x * x;
        // Taylor's series: for |x| < π/4 what is left out is below 2e-9 and 3e-8.
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

/// Σ gₖ sin kθ of the multiples k = 1, 2, … of an angle by its sine and cosine. Real-time: yes.
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
    fn its_sine_is_the_sine_and_what_turns_faster_keeps_step_for_ever() {
        let mut turn = Turn::part(0.0);
        let by = Turn::part(0.012_345_678_9);
        // After a day at 48 kHz: 4.1e9 steps, one product, the same bits as step by step.
        let day = Turn(by.0.wrapping_mul(48_000 * 86_400));
        for n in 0..10_000_u64 {
            let angle = TAU * turn.way();
            let [s, c] = turn.sine();
            assert!((s - libm::sin(angle)).abs() < 3e-8, "sine of {angle}: {s}");
            assert!((c - libm::cos(angle)).abs() < 3e-8, "cosine of {angle}: {c}");
            let tooth = day.ahead(turn).times(17);
            assert_eq!(tooth, Turn(by.0.wrapping_mul(17 * (48_000 * 86_400 + n))));
            turn.advance(by);
        }
    }

    #[test]
    fn overtones_add_up_to_the_sum_of_their_sines() {
        let gains = [1.0, -0.5, 0.25, 0.1];
        for n in 0..100 {
            let turn = Turn::part(f64::from(n) / 100.0);
            let wave = |k: usize| libm::sin(TAU * turn.way() * (k + 1) as f64);
            let sum: f64 = gains.iter().enumerate().map(|(k, g)| g * wave(k)).sum();
            let found = overtones(turn.sine(), &gains);
            assert!((found - sum).abs() < 1e-6, "{found} for {sum}");
        }
    }

    #[test]
    fn a_turn_of_seven_parts_is_in_each_of_them_in_its_order() {
        for n in 0..70 {
            let (part, way) = Turn::part((f64::from(n) + 0.5) / 70.0).of(7);
            assert_eq!(part, n as usize / 10);
            let expected = (f64::from(n % 10) + 0.5) / 10.0;
            assert!((way - expected).abs() < 1e-12, "{way} for {expected}");
        }
    }
}
