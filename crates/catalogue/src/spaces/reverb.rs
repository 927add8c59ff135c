//! A room around a sound: the sound itself, its first reflections, and what the room makes of it.
//!
//! What comes first is computed from the places ([`Shoebox::images`]). What comes late runs in sixteen lines
//! as long as the path_delays across the room, which meet in a matrix that keeps all energy; each line takes away
//! what the room would take in the same time:
//!
//! $$ s_i(n) = g_i * \Bigl[\tfrac14 \sum_j A_{ij}\, s_j + b_i x\Bigr](n - d_i), \qquad |g_i(f)| = 10^{-3 d_i T / T_{60}(f)} $$
//!
//! | symbol  | here                 | unit | meaning                                                              |
//! |---------|----------------------|------|----------------------------------------------------------------------|
//! | L, W, H | [`ReverbRoom`]             | m    | the room                                                             |
//! | T₆₀     | [`DecayTimes`]           | s    | time in which sound falls by 60 dB, low and high                      |
//! | d_i     | [`Shoebox::path_delays`]    | 1    | length of a line \[samples\]                                           |
//! | A       |                      | 1    | Hadamard's matrix of ±1, by additions alone                           |
//! | g_i     |                      | 1    | one-pole shelf: the low decay below the crossover, the high one above |
//!
//! How loud the room is against the source follows from its volume alone (per second of decay): small rooms
//! are loud. Each ear hears the lines with other signs, so that what comes late is from everywhere.
//!
//! Source: \[JotChaigne1991\]. Facts: `tests/reverb_facts.rs`.

use super::mesh::SOUND;
use super::reverb_room::{DecayTimes, ReverbMix, ReverbPlaces, ReverbRoom};
use super::shoebox::{IMAGES, PATHS, Shoebox};
use crate::source::{PLAY, Source, SourcePlayer};
use foley_contact::Step;
use foley_dsp::signal::{Delay, OnePole, cut};
use foley_params::Info;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

const LINES: usize = PATHS.len();
/// Most ears that hear something of their own.
const MAX_CHANNELS: usize = 16;

/// A room around a sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reverb {
    /// The room.
    pub hall: ReverbRoom,
    /// How long it rings.
    pub fading: DecayTimes,
    /// Where it sounds and where it is heard.
    pub seats: ReverbPlaces,
    /// How much of each part is heard.
    pub mixed: ReverbMix,
    /// What sounds, if nothing is given.
    pub source: Source,
}

impl Model for Reverb {
    const INFO: ModelInfo = ModelInfo {
        name: "reverb",
        title: "A room around a sound",
        family: Family::Spaces,
        level: Level::Process,
        made_of: &[],
        physics: "First comes the sound itself, then its mirror images behind the six walls, then all that has been thrown to and fro so often that only the size of the room is \
                  left of its way: sixteen lines as long as the path_delays across the room, which meet in a matrix that keeps all energy. Each line fades as the room would in the same time, \
                  high frequencies otherwise than low ones.",
        equation: "s_i(n) = g_i*[¼·Σ A_ij·s_j + b_i·x](n − d_i),  |g_i| = 10^(−3·d_i·T/T₆₀)",
        source: "[JotChaigne1991], [AllenBerkley1979]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        hall: Structure,
        fading: Interaction,
        seats: Motion,
        mixed: Motion,
        source: Motion,
    ];
    const GESTURES: &'static [Info] = &[PLAY];
    // The sum of the sizes of the response of the smallest room with the longest decay is 34,000 at 96 kHz
    // (see the facts) and grows with the root of the rate, so that it is below 60,000 up to 192 kHz; and what
    // is heard is within ±2.
    const OUTPUT: OutputKind = OutputKind::signal(120_000.0);
    const TAKES_INPUT: bool = true;
    type Player = ReverbPlayer;

    fn player(&self, seed: u64, step: Step) -> ReverbPlayer {
        let largest = Shoebox { size: ReverbRoom::MAX_SIZE };
        let path_delays = largest.path_delays(step.rate());
        let far = largest.images([0.0; 3], ReverbRoom::MAX_SIZE);
        let far = far.iter().fold(0.0_f64, |most, &it| most.max(it));
        let mut rings = ReverbPlayer {
            source_player: SourcePlayer::new(seed, step),
            lines: path_delays.map(|most| Delay::new(most + 2 * LINES)).to_vec(),
            lengths: [3; LINES],
            losses: [[0.0; 2]; LINES],
            shelves: [OnePole::default(); LINES],
            crossover: 0.0,
            first: Delay::new((far / SOUND * step.rate()) as usize + 16),
            taps: vec![[(2, 0.0); IMAGES]; MAX_CHANNELS],
            late: 0.0,
            begun: false,
            quiet: 0,
            asleep: true,
        };
        rings.tune(self, step);
        rings
    }
}

/// Lets the room ring.
#[derive(Clone, Debug)]
pub struct ReverbPlayer {
    source_player: SourcePlayer,
    lines: Vec<Delay>,
    lengths: [usize; LINES],
    /// Of each line: what high frequencies keep, and what low ones keep beyond that \[1\].
    losses: [[f64; 2]; LINES],
    shelves: [OnePole; LINES],
    crossover: f64,
    /// What was heard, for the images.
    first: Delay,
    /// Of each ear and image: how late \[samples\] and how loud \[1\].
    taps: Vec<[(usize, f64); IMAGES]>,
    /// How loud the lines are heard.
    late: f64,
    begun: bool,
    /// Samples since something was given.
    quiet: usize,
    asleep: bool,
}

/// What is no longer heard \[1\].
const SILENCE: f64 = 1e-12;

impl ReverbPlayer {
    /// Lengths, losses and loudness as the values are now.
    fn tune(&mut self, now: &Reverb, step: Step) -> f64 {
        let room = now.hall.shoebox();
        self.lengths = room.path_delays(step.rate());
        self.crossover = cut(now.fading.crossover, step);
        let mut all = 0.0;
        for (loss, length) in self.losses.iter_mut().zip(self.lengths) {
            let time = length as f64 * step.seconds();
            let kept = |seconds: f64| libm::pow(10.0, -3.0 * time / seconds);
            let (low, high) = (kept(now.fading.low), kept(now.fading.high));
            *loss = [high, low - high];
            all += time;
        }
        // Energy in the lines falls by e in T/13.8 and is spread over all of them: so loud they are as loud
        // as the room.
        (13.8 * all * room.liveness()).sqrt() * now.mixed.late
    }

    /// Where the ears hear the source and its images, at the end of the block.
    fn seat(now: &Reverb, ear: usize, ears: usize, step: Step) -> [(usize, f64); IMAGES] {
        let room = now.hall.shoebox();
        let place = |along: f64, across: f64, aside: f64| {
            let [l, w, h] = room.size;
            [along * l, (across * w + aside).clamp(0.0, w), 0.45 * h]
        };
        let aside = now.seats.ears * (ear as f64 - 0.5 * (ears.max(1) - 1) as f64);
        let source = place(now.seats.source, now.seats.source_across, 0.0);
        let listener = place(now.seats.listener, now.seats.listener_across, aside);
        let reflection = room.reflection(now.fading.low.max(now.fading.high));
        let mut taps = [(2, 0.0); IMAGES];
        let images = room.images(source, listener);
        for (index, (tap, far)) in taps.iter_mut().zip(images).enumerate() {
            let level = if index == 0 { now.mixed.direct } else { now.mixed.early * reflection };
            // Nobody's ear is nearer than half a metre.
            let samples = (far / SOUND * step.rate()) as usize + 1;
            *tap = (samples, level / far.max(0.5));
        }
        taps
    }

    /// One sample of the lines: what comes out of each, after it has gone back in with what is given.
    #[inline]
    fn circulate(&mut self, given: f64, before: &[usize; LINES], way: f64) -> [f64; LINES] {
        let mut out = [0.0; LINES];
        for index in 0..LINES {
            let line = &self.lines[index];
            let new = line.at(self.lengths[index]);
            let value = if before[index] == self.lengths[index] {
                new
            } else {
                let old = line.at(before[index]);
                old + way * (new - old)
            };
            let [high, low] = self.losses[index];
            out[index] = high * value + low * self.shelves[index].low(value, self.crossover);
        }
        let mut back = out;
        hadamard(&mut back);
        for (index, (line, back)) in self.lines.iter_mut().zip(back).enumerate() {
            let sign = if index % 3 == 1 { -0.25 } else { 0.25 };
            line.write(0.25 * back + sign * given);
        }
        out
    }
}

/// Hadamard's matrix times a vector, by additions.
#[inline]
fn hadamard(values: &mut [f64; LINES]) {
    let mut half = 1;
    while half < LINES {
        for pair in values.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// Sign of a line for an ear: a row of the matrix.
fn sign(ear: usize, line: usize) -> f64 {
    let ones = (((ear + 5) % LINES) & line).count_ones();
    if ones.is_multiple_of(2) { 0.25 } else { -0.25 }
}

impl Player<Reverb> for ReverbPlayer {
    fn play(&mut self, now: &Reverb, block: &mut Block<'_>) {
        let heard = self.source_player.mix_input(&now.source, block, 0);
        let step = block.step();
        let (before, was) = (self.lengths, self.late);
        if block.changed() || !self.begun {
            self.late = self.tune(now, step);
        }
        let silent = heard.iter().all(|&it| it == 0.0);
        self.asleep &= silent;
        let ears = block.channels().len().min(MAX_CHANNELS);
        let mut seats = [[(2, 0.0); IMAGES]; MAX_CHANNELS];
        for (ear, taps) in seats.iter_mut().take(ears).enumerate() {
            *taps = if block.changed() || !self.begun {
                Self::seat(now, ear, ears, step)
            } else {
                self.taps[ear]
            };
        }
        if !self.begun {
            self.taps.copy_from_slice(&seats);
        }
        let (before, was) = if self.begun { (before, was) } else { (self.lengths, self.late) };
        self.begun = true;
        if self.asleep {
            self.taps.copy_from_slice(&seats);
            return;
        }
        let mut loudest = 0.0_f64;
        let signs: [[f64; LINES]; MAX_CHANNELS] =
            core::array::from_fn(|ear| core::array::from_fn(|line| sign(ear, line)));
        for (index, &given) in heard.iter().enumerate() {
            let way = (index + 1) as f64 / BLOCK as f64;
            let out = self.circulate(given, &before, way);
            self.first.write(given);
            let late = was + way * (self.late - was);
            for (ear, row) in block.channels().iter_mut().take(ears).enumerate() {
                let mut sum = 0.0;
                for (a, b) in signs[ear].iter().zip(&out) {
                    sum += a * b;
                }
                sum *= late;
                for (&(from, low), &(to, high)) in self.taps[ear].iter().zip(&seats[ear]) {
                    let new = high * self.first.at(to);
                    sum += if (from, low) == (to, high) {
                        new
                    } else {
                        let old = low * self.first.at(from);
                        old + way * (new - old)
                    };
                }
                row[index] += sum;
            }
            loudest = out.iter().fold(loudest, |most, it| most.max(it.abs()));
        }
        self.taps.copy_from_slice(&seats);
        // What is still on its way in the longest line may come yet.
        let faint = silent && loudest < SILENCE;
        self.quiet = if faint { self.quiet + BLOCK } else { 0 };
        let longest = self.lines.iter().fold(self.first.longest(), |most, line| most.max(line.longest()));
        self.asleep = self.quiet as f64 > longest;
    }

    fn done(&self) -> bool {
        self.source_player.silent()
    }

    fn silent(&self) -> bool {
        self.asleep
    }
}
