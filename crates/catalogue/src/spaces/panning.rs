//! Direction and distance of a sound on any number of loudspeakers, one per channel.
//!
//! Two neighbouring loudspeakers share a sound so that the sum of their direction vectors, weighted by
//! their gains, points towards it; the total power is constant:
//!
//! ```math
//! g_1 : g_2 = \sin(\varphi_2 - \varphi) : \sin(\varphi - \varphi_1), \qquad \sum g^2 = 1
//! ```
//!
//! so that a sound in the direction of a loudspeaker plays on that loudspeaker alone. Where two neighbours
//! are more than 120° apart, angles between them are compressed. Beside a pair or a row only its nearer end
//! plays, and a sound from behind is mirrored to the front. An extended sound comes from several directions
//! at once, summed by power. Distance attenuates a sound by 1/r and delays it by r/c.
//!
//! | symbol | here                      | unit | meaning                             |
//! |--------|---------------------------|------|-------------------------------------|
//! | φ      | [`PanningPath::azimuth`]  | rad  | direction, clockwise from the front |
//! | r      | [`PanningPath::distance`] | m    | distance                            |
//! | φ₁, φ₂ | [`Speakers`]              | rad  | directions of the loudspeakers      |
//! | c      | 343                       | m/s  | speed of sound                      |
//!
//! Source: \[Pulkki1997\]. Facts: `tests/all/panning_facts.rs`.

use super::mesh::SOUND;
use super::panning_path::{PanningPath, Speakers};
use crate::source::{PLAY, Source, SourcePlayer};
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::signal::Delay;
use foley_params::Info;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Maximum number of loudspeakers.
pub const MAX_SPEAKERS: usize = 64;
/// Largest angle between two neighbouring loudspeakers without compression of the angles \[rad\].
const MAX_PAIR_ANGLE: f64 = TAU / 3.0;
/// Number of directions that together form a sound with a spread.
const RAYS: usize = 9;
/// Maximum change of the delay per sample \[samples\]: the sound moves at half the speed of sound.
const MAX_DELAY_CHANGE: f64 = 0.5;

parts! {
    /// Model of a sound with a direction and a distance, played on loudspeakers.
    pub struct Panning {
        /// Layout of the loudspeakers around the listener.
        speakers: Speakers, Structure;
        /// Position and motion of the sound.
        flight: PanningPath, Motion;
        /// Built-in input signal that is panned.
        source: Source, Motion;
    }
}

/// Returns the gains of `count` loudspeakers for a sound of a direction and a width \[rad\]; their squares
/// sum to 1. Real-time: yes.
pub fn gains(speakers: &Speakers, count: usize, azimuth: f64, spread: f64) -> [f64; MAX_SPEAKERS] {
    let mut power = [0.0; MAX_SPEAKERS];
    let rays = if spread > 0.0 { RAYS } else { 1 };
    for ray in 0..rays {
        let offset = if rays == 1 { 0.0 } else { spread * (ray as f64 / (RAYS - 1) as f64 - 0.5) };
        for (speaker, gain) in pair(speakers, count.min(MAX_SPEAKERS), azimuth + offset) {
            if let Some(place) = power.get_mut(speaker) {
                *place += gain * gain / rays as f64;
            }
        }
    }
    power.map(f64::sqrt)
}

/// Returns the indices and gains of the two loudspeakers next to a direction \[rad\].
fn pair(speakers: &Speakers, count: usize, azimuth: f64) -> [(usize, f64); 2] {
    if count < 2 {
        return [(0, 1.0), (0, 0.0)];
    }
    let azimuth = speakers.playable_azimuth(wrapped(azimuth), count);
    // Pairs of loudspeakers cover the full circle. A playable direction of a row is never between its two
    // ends.
    for left in 0..count {
        let right = (left + 1) % count;
        let from = speakers.azimuth(left, count);
        let width = positive(speakers.azimuth(right, count) - from);
        let offset = positive(azimuth - from);
        if offset > width {
            continue;
        }
        let scale = (MAX_PAIR_ANGLE / width).min(1.0);
        let (a, b) = (libm::sin(scale * (width - offset)), libm::sin(scale * offset));
        let size = (a * a + b * b).sqrt();
        return [(left, a / size), (right, b / size)];
    }
    // Rounding has left a gap between two pairs: the nearest loudspeaker plays alone.
    let apart = |speaker: &usize| wrapped(azimuth - speakers.azimuth(*speaker, count)).abs();
    let nearest = (0..count).min_by(|a, b| apart(a).total_cmp(&apart(b)));
    [(nearest.unwrap_or(0), 1.0), (0, 0.0)]
}

/// Wraps an angle to the range −π to π.
fn wrapped(angle: f64) -> f64 {
    positive(angle + PI) - PI
}

/// Wraps an angle to the range 0 to 2π.
fn positive(angle: f64) -> f64 {
    // Rounding errors around 0 count as 0.
    let turned = angle - TAU * (angle / TAU + 1e-12).floor();
    turned.max(0.0)
}

impl Model for Panning {
    const INFO: ModelInfo = ModelInfo {
        name: "panning",
        title: "A sound that is somewhere, for any number of loudspeakers",
        family: Family::Spaces,
        level: Level::Process,
        made_of: &[],
        physics: "Every channel is a loudspeaker, in a pair, a ring or a row. The two loudspeakers next to a direction share a sound so that \
                  their weighted direction vectors point towards it, at constant power. Distance makes the sound fainter and later, so that \
                  its pitch rises as it approaches and falls as it recedes.",
        equation: "g₁ : g₂ = sin(φ₂ − φ) : sin(φ − φ₁),  Σg² = 1,  p ~ 1/r",
        source: "[Pulkki1997]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[PLAY];
    // The input is within ±2. At 0.3 m it is amplified by 3.4, and cubic interpolation overshoots by a
    // quarter.
    const OUTPUT: OutputKind = OutputKind::signal(8.5);
    const TAKES_INPUT: bool = true;
    type Player = PanningPlayer;

    fn player(&self, seed: u64, step: Step) -> PanningPlayer {
        let max_delay = PanningPath::MAX_DISTANCE / SOUND * step.rate();
        PanningPlayer {
            source_player: SourcePlayer::new(seed, step),
            line: Delay::new(max_delay as usize + 8),
            gains: None,
            delay: 0.0,
            turned: 0.0,
            quiet: 0,
            asleep: true,
        }
    }
}

/// Delays the sound and distributes it to the loudspeakers.
#[derive(Clone, Debug)]
pub struct PanningPlayer {
    source_player: SourcePlayer,
    line: Delay,
    /// Gains of the loudspeakers at the end of the previous block \[1\]; `None` before the first block.
    gains: Option<[f64; MAX_SPEAKERS]>,
    /// Present delay of the sound by its distance \[samples\].
    delay: f64,
    /// Accumulated angle of the spin \[rad\].
    turned: f64,
    quiet: usize,
    asleep: bool,
}

impl Player<Panning> for PanningPlayer {
    fn play(&mut self, now: &Panning, block: &mut Block<'_>) {
        let heard = self.source_player.mix_input(&now.source, block, 0);
        let step = block.step();
        let count = block.channels().len().min(MAX_SPEAKERS);
        self.turned = wrapped(self.turned + TAU * now.flight.spin * BLOCK as f64 * step.seconds());
        let azimuth = now.flight.azimuth + self.turned;
        let attenuation = 1.0 / now.flight.distance;
        let after = gains(&now.speakers, count, azimuth, now.flight.spread).map(|gain| attenuation * gain);
        let before = self.gains.unwrap_or(after);
        let target = now.flight.doppler * now.flight.distance / SOUND * step.rate();
        let max_change = MAX_DELAY_CHANGE * BLOCK as f64;
        let from = if self.gains.is_none() || self.asleep { target } else { self.delay };
        let to = from + (target - from).clamp(-max_change, max_change);
        self.gains = Some(after);
        self.delay = to;
        let silent = heard.iter().all(|&sample| sample == 0.0);
        self.asleep &= silent;
        if self.asleep {
            return;
        }
        let mut moved = [0.0; BLOCK];
        for (index, (place, &sample)) in moved.iter_mut().zip(&heard).enumerate() {
            let progress = (index + 1) as f64 / BLOCK as f64;
            self.line.write(sample);
            *place = self.line.read(1.0 + from + progress * (to - from));
        }
        for ((row, low), high) in block.channels().iter_mut().zip(before).zip(after) {
            let slope = (high - low) / BLOCK as f64;
            for (index, (sum, &heard)) in row.iter_mut().zip(&moved).enumerate() {
                *sum += (low + slope * (index + 1) as f64) * heard;
            }
        }
        self.quiet = if silent { self.quiet + BLOCK } else { 0 };
        self.asleep = self.quiet as f64 > self.line.max_samples();
    }

    fn done(&self) -> bool {
        self.source_player.silent()
    }

    fn silent(&self) -> bool {
        self.asleep
    }
}
