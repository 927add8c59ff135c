//! Scatter of repeated strikes: a hand never meets the same place twice, nor at the same speed.
//!
//! ```math
//! v_n = v\,(1 + \sigma g_n), \qquad x_n = x + \frac{\sigma D}{L}\, h_n
//! ```
//!
//! | symbol | here               | unit | meaning                                                    |
//! |--------|--------------------|------|------------------------------------------------------------|
//! | σ      | [`Aim::variation`] | 1    | relative scatter of the stroke                             |
//! | g, h   | [`Strikes`]        | 1    | normal deviates of the n-th strike, 0 for the first strike |
//! | v      | gesture            | m/s  | speed of the strike                                        |
//! | D      | [`STROKE`]         | m    | length of the stroke                                       |
//! | x, L   | `position`, `size` | 1, m | touched place as a share of the size of the body           |
//!
//! The scatter of the force of a movement is proportional to its force, and the scatter of its end to its
//! length \[Schmidt1979\]; \[Dahl2004\] compares the speeds of drummers. One σ for both is a choice made
//! here. The first strike of a voice is exactly as asked, so that a single strike obeys its closed forms.
//!
//! Each strike hits one of [`PLACES`] places, at the means of the quarters of a normal distribution. The mode
//! amplitudes of each place are known in advance, so that every strike is exact.

use crate::Resonator;
use foley_body::ModalSpec;
use foley_body::radiation::Click;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::params;
use foley_sound::SoundError;

/// Length of the stroke of a hand that strikes again and again \[m\].
pub const STROKE: f64 = 0.1;
/// Deviates of the places beside the first one that strikes meet \[1\]: the means of the four quarters of
/// the normal distribution, scaled to the variance 1.
const DEVIATES: [f64; PLACES] = [-1.3701, -0.35, 0.35, 1.3701];
/// Number of places beside the first one.
pub const PLACES: usize = 4;
/// Number of places that strikes meet.
pub(crate) const TOUCHED: usize = 1 + PLACES;

/// Returns the place `away` from the place `at`, both as shares of the size \[1\]; a place beyond an end is
/// reflected there.
pub fn place(at: f64, away: f64) -> f64 {
    let place = (at + away).abs();
    if place > 1.0 { (2.0 - place).max(0.0) } else { place }
}

/// Returns the touched places of a body that is struck with the relative scatter `variation` \[1\]: first the
/// place that is aimed at, then the [`PLACES`] others, as shares of its size \[1\].
pub(crate) fn places(body: &Resonator, variation: f64) -> [f64; TOUCHED] {
    let away = variation * STROKE / body.size;
    core::array::from_fn(|index| match index.checked_sub(1).and_then(|index| DEVIATES.get(index)) {
        Some(deviate) => place(body.position, away * deviate),
        None => body.position,
    })
}

/// Returns the modes of a body that strikes meet at [`TOUCHED`] places: port 0 is the place that is aimed at,
/// the last ports are one heard port per channel. The `click` of the striking body is the same at every
/// place.
///
/// # Errors
/// If the shape or the material rejects a value.
pub(crate) fn struck_spec(
    body: &Resonator,
    variation: f64,
    click: Click,
    channels: usize,
) -> Result<ModalSpec, SoundError> {
    let spec = body.spec_at(&places(body, variation), channels, 1.0)?;
    let mut spec = spec.with_click(click, 0, TOUCHED..TOUCHED + channels);
    if let Some(heights) = spec.listeners.last_mut().and_then(|click| click.shape.get_mut(..TOUCHED)) {
        let height = heights.first().copied().unwrap_or(0.0);
        heights.fill(height);
    }
    Ok(spec)
}

params! {
    /// Aim of a hand that strikes again and again.
    /// Default: a machine, whose strikes are all alike.
    pub struct Aim("aim") {
        /// Relative scatter of the speed or height and of the place of repeated strikes: acts from the second
        /// one on.
        variation: f64 = 0.0, "σ", One, lin [0.0, 0.5], handle("variation", "machine", "unsteady hand");
    }
}

/// Scatter of the strikes of one voice.
#[derive(Clone, Copy, Debug)]
pub struct Strikes {
    seed: u64,
    strikes: u64,
}

/// Deviations of one strike from the strike that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    /// Normal deviate of the speed \[1\].
    pub(crate) speed: f64,
    /// Port of the place that is met; 0 is the place that is aimed at.
    pub(crate) place: usize,
}

impl Strikes {
    /// Makes the strikes of a voice with this `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed: mix_seed(seed, 0x4a4d), strikes: 0 }
    }

    /// Returns the next strike; the first one is exact. Real-time: yes.
    pub(crate) fn next(&mut self) -> Stroke {
        let number = self.strikes;
        self.strikes += 1;
        if number == 0 {
            return Stroke { speed: 0.0, place: 0 };
        }
        let mut dice = Dice::new(mix_seed(self.seed, number));
        let speed = dice.normal();
        let place = 1 + (dice.unit() * PLACES as f64) as usize;
        Stroke { speed, place: place.min(PLACES) }
    }
}
