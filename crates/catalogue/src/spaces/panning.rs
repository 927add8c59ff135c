//! Where a sound is heard from, by any number of loudspeakers: one ear of the voice each.
//!
//! Between two neighbours a sound is where its direction is the sum of theirs, weighted by how loud they are;
//! all of the power stays the same:
//!
//! $$ g_1 : g_2 = \sin(\varphi_2 - \varphi) : \sin(\varphi - \varphi_1), \qquad \sum g^2 = 1 $$
//!
//! so that in the direction of a loudspeaker that one sounds alone. Where two neighbours are more than 120°
//! apart, angles between them count for less. Beside a pair or a row its nearer end sounds alone, and what is
//! behind is heard as far to the left or right in front. A sound that is not a point comes from several
//! directions at once, by power. Further away it is fainter by 1/r, and later by r/c.
//!
//! | symbol | here                  | unit | meaning                                                        |
//! |--------|-----------------------|------|----------------------------------------------------------------|
//! | φ      | [`PanningPath::azimuth`]   | rad  | direction, from the front to the right                         |
//! | r      | [`PanningPath::distance`]  | m    | how far                                                        |
//! | φ₁, φ₂ | [`Speakers`]          | rad  | directions of the loudspeakers                                 |
//! | c      | 343                   | m/s  | speed of sound                                                 |
//!
//! Source: \[Pulkki1997\]. Facts: `tests/panning_facts.rs`.

use super::mesh::SOUND;
use super::panning_path::{PanningPath, Speakers};
use crate::source::{PLAY, Source, SourcePlayer};
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::signal::Delay;
use foley_params::Info;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Most loudspeakers.
pub const MAX_SPEAKERS: usize = 64;
/// Widest pair that is taken as it is \[rad\].
const MAX_PAIR_ANGLE: f64 = TAU / 3.0;
/// Directions of a sound that is not a point.
const RAYS: usize = 9;
/// Most that the delay changes in a sample \[samples\]: at half of the speed of sound.
const MAX_DELAY_CHANGE: f64 = 0.5;

/// A sound that is somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Panning {
    /// The loudspeakers.
    pub speakers: Speakers,
    /// Where it is, and how it moves.
    pub flight: PanningPath,
    /// What sounds, if nothing is given.
    pub source: Source,
}

/// How loud each of so many loudspeakers is for a sound in a direction \[rad\] that is so wide \[rad\]; the
/// squares add up to 1. Real-time: yes.
pub fn gains(speakers: &Speakers, count: usize, azimuth: f64, spread: f64) -> [f64; MAX_SPEAKERS] {
    let mut power = [0.0; MAX_SPEAKERS];
    let rays = if spread > 0.0 { RAYS } else { 1 };
    for ray in 0..rays {
        let aside = if rays == 1 { 0.0 } else { spread * (ray as f64 / (RAYS - 1) as f64 - 0.5) };
        for (one, share) in pair(speakers, count.min(MAX_SPEAKERS), azimuth + aside) {
            if let Some(place) = power.get_mut(one) {
                *place += share * share / rays as f64;
            }
        }
    }
    power.map(f64::sqrt)
}

/// The two loudspeakers between which a direction is, and how loud they are.
fn pair(speakers: &Speakers, count: usize, azimuth: f64) -> [(usize, f64); 2] {
    if count < 2 {
        return [(0, 1.0), (0, 0.0)];
    }
    let azimuth = speakers.playable_azimuth(wrapped(azimuth), count);
    // Pairs go all round; what a row shows is never between its two ends.
    for one in 0..count {
        let two = (one + 1) % count;
        let from = speakers.azimuth(one, count);
        let wide = positive(speakers.azimuth(two, count) - from);
        let way = positive(azimuth - from);
        if way > wide {
            continue;
        }
        let scale = (MAX_PAIR_ANGLE / wide).min(1.0);
        let (a, b) = (libm::sin(scale * (wide - way)), libm::sin(scale * way));
        let size = (a * a + b * b).sqrt();
        return [(one, a / size), (two, b / size)];
    }
    // Rounding has left a gap between two pairs: whoever is nearest sounds alone.
    let apart = |one: &usize| wrapped(azimuth - speakers.azimuth(*one, count)).abs();
    let nearest = (0..count).min_by(|a, b| apart(a).total_cmp(&apart(b)));
    [(nearest.unwrap_or(0), 1.0), (0, 0.0)]
}

/// The same angle between −π and π.
fn wrapped(angle: f64) -> f64 {
    positive(angle + PI) - PI
}

/// The same angle from 0 up to 2π.
fn positive(angle: f64) -> f64 {
    // What is nothing but for rounding is nothing.
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
        physics: "Every channel is a loudspeaker, in a pair, a ring or a row. The two neighbours of a direction share a sound so that their loudness, taken as vectors, points there, and \
                  the power stays the same. Further away it is fainter and comes later, so that its pitch rises as it comes near and falls as it goes.",
        equation: "g₁ : g₂ = sin(φ₂ − φ) : sin(φ − φ₁),  Σg² = 1,  p ~ 1/r",
        source: "[Pulkki1997]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        speakers: Structure,
        flight: Motion,
        source: Motion,
    ];
    const GESTURES: &'static [Info] = &[PLAY];
    // What is heard is within ±2, at 0.3 m it is 3.4 times as loud, and the cubic between samples goes beyond
    // them by a quarter.
    const OUTPUT: OutputKind = OutputKind::signal(8.5);
    const TAKES_INPUT: bool = true;
    type Player = PanningPlayer;

    fn player(&self, seed: u64, step: Step) -> PanningPlayer {
        let most = PanningPath::MAX_DISTANCE / SOUND * step.rate();
        PanningPlayer {
            source_player: SourcePlayer::new(seed, step),
            line: Delay::new(most as usize + 8),
            gains: None,
            delay: 0.0,
            turned: 0.0,
            quiet: 0,
            asleep: true,
        }
    }
}

/// Lets it fly.
#[derive(Clone, Debug)]
pub struct PanningPlayer {
    source_player: SourcePlayer,
    line: Delay,
    /// How loud each loudspeaker was at the end of the block before.
    gains: Option<[f64; MAX_SPEAKERS]>,
    /// How late it is \[samples\].
    delay: f64,
    /// How far it has turned of itself \[rad\].
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
        let far = 1.0 / now.flight.distance;
        let after = gains(&now.speakers, count, azimuth, now.flight.spread).map(|it| far * it);
        let before = self.gains.unwrap_or(after);
        let wanted = now.flight.doppler * now.flight.distance / SOUND * step.rate();
        let most = MAX_DELAY_CHANGE * BLOCK as f64;
        let from = if self.gains.is_none() || self.asleep { wanted } else { self.delay };
        let to = from + (wanted - from).clamp(-most, most);
        self.gains = Some(after);
        self.delay = to;
        let silent = heard.iter().all(|&it| it == 0.0);
        self.asleep &= silent;
        if self.asleep {
            return;
        }
        let mut moved = [0.0; BLOCK];
        for (index, (place, &sample)) in moved.iter_mut().zip(&heard).enumerate() {
            let way = (index + 1) as f64 / BLOCK as f64;
            self.line.write(sample);
            *place = self.line.read(1.0 + from + way * (to - from));
        }
        for ((row, low), high) in block.channels().iter_mut().zip(before).zip(after) {
            let slope = (high - low) / BLOCK as f64;
            for (index, (sum, &heard)) in row.iter_mut().zip(&moved).enumerate() {
                *sum += (low + slope * (index + 1) as f64) * heard;
            }
        }
        self.quiet = if silent { self.quiet + BLOCK } else { 0 };
        self.asleep = self.quiet as f64 > self.line.longest();
    }

    fn done(&self) -> bool {
        self.source_player.silent()
    }

    fn silent(&self) -> bool {
        self.asleep
    }
}
