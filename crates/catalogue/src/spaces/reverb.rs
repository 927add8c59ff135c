//! A room around a sound: the direct sound, its first reflections, and the late reverberation.
//!
//! The first reflections follow from the places ([`Shoebox::images`]). The late reverberation runs in
//! sixteen delay lines as long as the paths across the room. A lossless matrix mixes them, and each line
//! attenuates its signal as the room would in the same time:
//!
//! ```math
//! s_i(n) = g_i * \Bigl[\tfrac14 \sum_j A_{ij}\, s_j + b_i x\Bigr](n - d_i), \qquad |g_i(f)| = 10^{-3 d_i T / T_{60}(f)}
//! ```
//!
//! | symbol  | here                     | unit | meaning                                                               |
//! |---------|--------------------------|------|-----------------------------------------------------------------------|
//! | L, W, H | [`ReverbRoom`]           | m    | length, width and height of the room                                  |
//! | T₆₀     | [`DecayTimes`]           | s    | time in which sound falls by 60 dB, low and high                      |
//! | d_i     | [`Shoebox::path_delays`] | 1    | length of a line \[samples\]                                          |
//! | A       |                          | 1    | Hadamard matrix of ±1, applied by additions only                      |
//! | g_i     |                          | 1    | one-pole shelf: the low decay below the crossover, the high one above |
//!
//! The level of the room relative to the source follows from its volume alone, per second of decay: small
//! rooms are loud. Each channel mixes the lines with other signs, so that the late reverberation comes from
//! all directions.
//!
//! Source: \[JotChaigne1991\]. Facts: `tests/all/reverb_facts.rs`.

use super::late_reverb::{LINES, LateReverb, SILENCE, sign};
use super::mesh::SOUND;
use super::reverb_room::{DecayTimes, ReverbMix, ReverbPlaces, ReverbRoom};
use super::shoebox::{IMAGES, Shoebox};
use crate::source::{PLAY, Source, SourcePlayer};
use foley_contact::Step;
use foley_dsp::signal::Delay;
use foley_params::Info;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Maximum number of channels with their own position.
const MAX_CHANNELS: usize = 16;

parts! {
    /// Model of a room around a sound.
    pub struct Reverb {
        /// Length, width and height of the room.
        hall: ReverbRoom, Structure;
        /// Decay times of low and high frequencies.
        fading: DecayTimes, Interaction;
        /// Places of source and listener in the room.
        seats: ReverbPlaces, Motion;
        /// Levels of the direct sound, the first reflections and the late reverberation.
        mixed: ReverbMix, Motion;
        /// Built-in input signal that is played in the room.
        source: Source, Motion;
    }
}

impl Model for Reverb {
    const INFO: ModelInfo = ModelInfo {
        name: "reverb",
        title: "A room around a sound",
        family: Family::Spaces,
        level: Level::Process,
        made_of: &[],
        physics: "First comes the direct sound, then its mirror images behind the six walls, then the late reverberation, which depends \
                  only on the size of the room: sixteen delay lines as long as the paths across the room, mixed by a lossless matrix. \
                  Each line decays as the room would in the same time, separately for low and high frequencies.",
        equation: "s_i(n) = g_i*[¼·Σ A_ij·s_j + b_i·x](n − d_i),  |g_i| = 10^(−3·d_i·T/T₆₀)",
        source: "[JotChaigne1991], [AllenBerkley1979]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[PLAY];
    // The absolute sum of the response of the smallest room with the longest decay is 34,000 at 96 kHz (see
    // the facts). It grows with the root of the rate and is below 60,000 up to 192 kHz. The input is within
    // ±2.
    const OUTPUT: OutputKind = OutputKind::signal(120_000.0);
    const TAKES_INPUT: bool = true;
    type Player = ReverbPlayer;

    fn player(&self, seed: u64, step: Step) -> ReverbPlayer {
        let largest = Shoebox { size: ReverbRoom::MAX_SIZE };
        let far = largest.images([0.0; 3], ReverbRoom::MAX_SIZE);
        let far = far.iter().fold(0.0_f64, |most, &distance| most.max(distance));
        let mut player = ReverbPlayer {
            source_player: SourcePlayer::new(seed, step),
            lines: LateReverb::new(&largest, step),
            first: Delay::new((far / SOUND * step.rate()) as usize + 16),
            taps: vec![[(2, 0.0); IMAGES]; MAX_CHANNELS],
            late: 0.0,
            begun: false,
            quiet: 0,
            asleep: true,
        };
        player.tune(self, step);
        player
    }
}

/// Plays the input in the room: direct sound, first reflections and late reverberation.
#[derive(Clone, Debug)]
pub struct ReverbPlayer {
    source_player: SourcePlayer,
    lines: LateReverb,
    /// Past input samples, from which the direct sound and the first reflections are read.
    first: Delay,
    /// Delay \[samples\] and gain \[1\] of the source and each image, for every channel.
    taps: Vec<[(usize, f64); IMAGES]>,
    /// Gain of the delay lines at the end of the previous block \[1\].
    late: f64,
    begun: bool,
    /// Number of successive silent samples.
    quiet: usize,
    asleep: bool,
}

impl ReverbPlayer {
    /// Sets lengths and losses of the delay lines from the current values. Returns the gain of the delay
    /// lines.
    fn tune(&mut self, now: &Reverb, step: Step) -> f64 {
        let DecayTimes { low, high, crossover } = now.fading;
        self.lines.tune(&now.hall.shoebox(), [low, high], crossover, step) * now.mixed.late
    }

    /// Returns the delays and gains of the source and its images for one channel at the end of the block.
    fn seat(now: &Reverb, channel: usize, channels: usize, step: Step) -> [(usize, f64); IMAGES] {
        let room = now.hall.shoebox();
        let place = |along: f64, across: f64, aside: f64| {
            let [l, w, h] = room.size;
            [along * l, (across * w + aside).clamp(0.0, w), 0.45 * h]
        };
        let aside = now.seats.ears * (channel as f64 - 0.5 * (channels.max(1) - 1) as f64);
        let source = place(now.seats.source, now.seats.source_across, 0.0);
        let listener = place(now.seats.listener, now.seats.listener_across, aside);
        let reflection = room.reflection(now.fading.low.max(now.fading.high));
        let mut taps = [(2, 0.0); IMAGES];
        let images = room.images(source, listener);
        for (index, (tap, far)) in taps.iter_mut().zip(images).enumerate() {
            let level = if index == 0 { now.mixed.direct } else { now.mixed.early * reflection };
            // A listener nearer than half a metre is treated as at half a metre.
            let samples = (far / SOUND * step.rate()) as usize + 1;
            *tap = (samples, level / far.max(0.5));
        }
        taps
    }
}

impl Player<Reverb> for ReverbPlayer {
    fn play(&mut self, now: &Reverb, block: &mut Block<'_>) {
        let input = self.source_player.mix_input(&now.source, block, 0);
        let step = block.step();
        let (before, was) = (self.lines.lengths, self.late);
        if block.changed() || !self.begun {
            self.late = self.tune(now, step);
        }
        let silent = input.iter().all(|&sample| sample == 0.0);
        self.asleep &= silent;
        let channels = block.channels().len().min(MAX_CHANNELS);
        let mut seats = [[(2, 0.0); IMAGES]; MAX_CHANNELS];
        for (channel, taps) in seats.iter_mut().take(channels).enumerate() {
            *taps = if block.changed() || !self.begun {
                Self::seat(now, channel, channels, step)
            } else {
                self.taps[channel]
            };
        }
        if !self.begun {
            self.taps.copy_from_slice(&seats);
        }
        let (before, was) = if self.begun { (before, was) } else { (self.lines.lengths, self.late) };
        self.begun = true;
        if self.asleep {
            self.taps.copy_from_slice(&seats);
            return;
        }
        let mut loudest = 0.0_f64;
        let signs: [[f64; LINES]; MAX_CHANNELS] =
            core::array::from_fn(|channel| core::array::from_fn(|line| sign(channel, line)));
        for (index, &given) in input.iter().enumerate() {
            let progress = (index + 1) as f64 / BLOCK as f64;
            let out = self.lines.circulate(given, &before, progress);
            self.first.write(given);
            let late = was + progress * (self.late - was);
            for (channel, row) in block.channels().iter_mut().take(channels).enumerate() {
                let mut sum = 0.0;
                for (a, b) in signs[channel].iter().zip(&out) {
                    sum += a * b;
                }
                sum *= late;
                for (&(from, low), &(to, high)) in self.taps[channel].iter().zip(&seats[channel]) {
                    let new = high * self.first.at(to);
                    sum += if (from, low) == (to, high) {
                        new
                    } else {
                        let old = low * self.first.at(from);
                        old + progress * (new - old)
                    };
                }
                row[index] += sum;
            }
            loudest = out.iter().fold(loudest, |most, sample| most.max(sample.abs()));
        }
        self.taps.copy_from_slice(&seats);
        // The longest line may still hold a signal.
        let faint = silent && loudest < SILENCE;
        self.quiet = if faint { self.quiet + BLOCK } else { 0 };
        let longest = self.first.max_samples().max(self.lines.max_samples());
        self.asleep = self.quiet as f64 > longest;
    }

    fn done(&self) -> bool {
        self.source_player.silent()
    }

    fn silent(&self) -> bool {
        self.asleep
    }
}
