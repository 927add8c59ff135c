//! A shape as it is heard: its modes in air and on its mounting, and the pressure that each of them causes.
//!
//! Each mode gets the losses of material, mounting and air, the frequency that the air leaves it, and one
//! further height per listener: the pressure at 1 m per modal velocity, with the sign of the mode where it
//! faces the listener ([`crate::radiation`]).
//!
//! The lowest modes are *resolved*: each is a mode of its own, unless it is 60 dB below the loudest one.
//! Above the last of them, a *field* of few modes stands for all others up to the end of hearing. The
//! remaining modes are divided into bands of equal width in octaves. From each band one mode is drawn, with
//! its frequency, loss and radiation; it has the root of the summed squares of all heights in its band, so
//! that the band is as easy to move as the modes that it replaces:
//!
//! ```math
//! \varphi = \pm\sqrt{\textstyle\sum_{i \in \text{band}} \varphi_i^2}
//! ```
//!
//! This is right for the mean response; single modes within a band are not told apart.
//!
//! Source: mean response of dense modes: \[Skudrzyk1980\]; \[CremerHeckl1988, chapter 4\].

use super::natural_mode::mix_bits;
use super::{MAX_SHAPE_MODES, ModeSelection, NaturalMode, Position, Shape, ShapeError};
use crate::modal::{ModalSpec, Mode, RigidMotion};
use crate::radiation::slow_push;
use crate::{Material, Mounting, Support};

/// Sound of a mode relative to the loudest mode \[1\] below which the mode is left out: −60 dB.
const INAUDIBLE: f64 = 1e-3;

/// How a shape is heard: number of its modes, mounting, changes of pitch and ringing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InAir {
    /// Resolved modes, the lowest first, and whether the body moves freely.
    pub selection: ModeSelection,
    /// Number of modes that stand for all modes above the resolved ones; 0 leaves these out.
    pub field: usize,
    /// How the body is mounted.
    pub mounting: Mounting,
    /// Factor on the frequencies of all modes \[1\].
    pub pitch: f64,
    /// Factor on the decay times by material and mounting \[1\].
    pub ring: f64,
    /// Factor on the mass of the body \[1\].
    pub mass: f64,
}

impl Default for InAir {
    fn default() -> Self {
        Self {
            selection: ModeSelection::default(),
            field: 0,
            mounting: Mounting::Hung,
            pitch: 1.0,
            ring: 1.0,
            mass: 1.0,
        }
    }
}

impl Shape {
    /// Returns the body in air, with one port at each of `positions`, followed by one port for each of
    /// `listeners`, which is only heard: its velocity is the pressure at 1 m \[Pa\]. A listener's position is
    /// that of the surface which faces it.
    ///
    /// # Errors
    /// Fails as [`Self::modal_spec`] does.
    pub fn modal_spec_in_air(
        &self,
        material: &Material,
        heard: &InAir,
        positions: &[Position],
        listeners: &[Position],
    ) -> Result<ModalSpec, ShapeError> {
        let InAir { selection, field, .. } = *heard;
        let max_count = if field > 0 { MAX_SHAPE_MODES } else { selection.max_count };
        let all = self.natural_modes(material, ModeSelection { max_count, ..selection })?;
        self.check_ports(positions)?;
        self.check_ports(listeners)?;
        if selection.free && self.support() != Support::Free {
            return Err(ShapeError::Held { shape: self.name(), support: self.support() });
        }
        let (resolved, rest) = all.split_at(selection.max_count.min(all.len()));
        let body = ShapeInAir { shape: self, material, heard, positions, listeners };
        let mut modes: Vec<Mode> = resolved.iter().map(|natural| body.mode(natural)).collect();
        let ports = positions.len() + listeners.len();
        drop_inaudible(&mut modes, positions.len());
        modes.extend(bands(rest, field).enumerate().map(|(index, band)| body.band_mode(index, band)));
        let rigid = selection.free.then(|| RigidMotion { mass: heard.mass * self.mass(material) });
        let listeners = slow_push::listeners(&modes, positions.len());
        let spec = ModalSpec { ports, modes, rigid, listeners };
        spec.check()?;
        Ok(spec)
    }
}

/// A shape with all that decides how its modes are heard.
struct ShapeInAir<'a> {
    shape: &'a Shape,
    material: &'a Material,
    heard: &'a InAir,
    positions: &'a [Position],
    listeners: &'a [Position],
}

impl ShapeInAir<'_> {
    fn mode(&self, natural: &NaturalMode) -> Mode {
        let InAir { pitch, ring, mass, .. } = *self.heard;
        let radiation = self.shape.radiation_at(self.material, natural, pitch * natural.frequency);
        let rates = self.shape.decay_rates_of(self.material, natural, self.heard, &radiation);
        let rate = rates.total(ring);
        let facing = |&at: &Position| if natural.height(at) < 0.0 { -1.0 } else { 1.0 };
        let heights = self.positions.iter().map(|&at| natural.height(at));
        let gains = self.listeners.iter().map(|at| facing(at) * radiation.pressure_gain);
        Mode {
            frequency: radiation.loaded_frequency,
            decay: 1.0 / rate,
            mass: mass * natural.mass,
            shape: heights.chain(gains).collect(),
            radiated: (rates.radiation() / rate).min(1.0),
        }
    }

    /// Returns one mode for all modes of a band; the mode is drawn by the number of the band.
    fn band_mode(&self, index: usize, band: &[NaturalMode]) -> Mode {
        let drawn = mix_bits(index as u64) % band.len().max(1) as u64;
        let mut mode = self.mode(&band[drawn as usize]);
        for (height, &at) in mode.shape.iter_mut().zip(self.positions) {
            let squares: f64 = band.iter().map(|natural| natural.height(at).powi(2)).sum();
            *height = squares.sqrt().copysign(*height);
        }
        mode
    }
}

/// Removes modes that are 60 dB below the loudest one, when the body is struck at that of its first
/// `positions` ports where they are highest and heard at the next port. The measure is height × pressure ×
/// decay time / mass.
fn drop_inaudible(modes: &mut Vec<Mode>, positions: usize) {
    let loudness = |mode: &Mode| {
        let struck = mode.shape.iter().take(positions).fold(0.0_f64, |most, height| most.max(height.abs()));
        struck * mode.shape.get(positions).unwrap_or(&0.0).abs() * mode.decay / mode.mass
    };
    let loudest = modes.iter().map(loudness).fold(0.0, f64::max);
    modes.retain(|mode| loudness(mode) >= INAUDIBLE * loudest);
}

/// Divides `modes`, sorted by frequency, into at most `count` bands of equal width in octaves; empty bands
/// are left out.
fn bands(modes: &[NaturalMode], count: usize) -> impl Iterator<Item = &[NaturalMode]> {
    let ends = modes.first().zip(modes.last());
    let [low, high] = ends.map_or([1.0; 2], |(low, high)| [low.frequency, high.frequency]);
    let mut rest = modes;
    (1..=count).filter_map(move |index| {
        let top = low * libm::pow(high / low, index as f64 / count as f64);
        let inside = |natural: &NaturalMode| natural.frequency <= top || index == count;
        let (band, above) = rest.split_at(rest.partition_point(inside));
        rest = above;
        (!band.is_empty()).then_some(band)
    })
}
