//! A sound at another pitch and in the same time: a child's voice, a giant's, a bell out of tune.
//!
//! $$ f \to r f, \qquad r = 2^{n/12} $$
//!
//! | symbol | here                   | unit      | meaning                                                                          |
//! |--------|------------------------|-----------|----------------------------------------------------------------------------------|
//! | n      | [`Shift::semitones`]   | semitones | how far it is shifted                                                            |
//! | k      | [`Shift::formants`]    | 1         | how much of the spectrum's envelope stays where it was: the throat is not shifted |
//! | m      | [`Shift::mix`]         | 1         | how much of what is heard is shifted                                             |
//! | w, f_w | [`Shift::wobble`], [`Shift::pace`] | semitones, Hz | how far and how often the shift sways, as of a worn tape             |
//!
//! How it is done is told in `vocoder.rs`. It is late by half a frame and half a frame over r, N/2 (1 + 1/r):
//! 43 ms at the same pitch, 32 ms an octave up, 64 ms an octave down; the sound that is not shifted is held
//! back by one frame, 43 ms, to be with it. Facts: `tests/pitch_shift_facts.rs`.
//!
//! Sources: \[Puckette1995\], \[LarocheDolson1999\].

mod vocoder;

use self::vocoder::{MAX_FORMANT_GAIN, Vocoder, frame};
use crate::source::{PLAY, Source, SourceKind, SourcePlayer};
use foley_contact::Step;
use foley_dsp::signal::{Delay, Turn};
use foley_params::{Info, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

params! {
    /// How it is shifted.
    /// Default: a fifth up, the throat as it was.
    pub struct Shift("pitch-shift") {
        /// How far the pitch is shifted; 12 are an octave up, twice the frequency.
        semitones: f64 = 7.0, "n", Other("semitone"), lin [-24.0, 24.0], glide 0.05,
            handle("pitch", "giant", "chipmunk");
        /// How much of the spectrum's envelope stays where it was, as the throat of a singer does.
        formants: f64 = 0.0, "k", One, lin [0.0, 1.0], glide 0.05,
            handle("throat", "shifted too", "the same throat");
        /// How much of what is heard is shifted; the rest is the sound itself.
        mix: f64 = 1.0, "m", One, lin [0.0, 1.0], glide 0.05, handle("blend", "as it was", "shifted only");
        /// How far the shift sways to either side.
        wobble: f64 = 0.0, "w", Other("semitone"), lin [0.0, 6.0], glide 0.05;
        /// How often the shift sways.
        pace: f64 = 3.0, "f_w", Hertz, log [0.05, 20.0], glide 0.05;
    }
}

/// What a shift is counted in.

/// A sound at another pitch and in the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PitchShift {
    /// How it is shifted.
    pub shift: Shift,
    /// What is heard when nothing is given.
    pub source: Source,
}

impl Default for PitchShift {
    /// Someone sings, a fifth too high.
    fn default() -> Self {
        Self { shift: Shift::default(), source: Source { kind: SourceKind::Voice, ..Source::default() } }
    }
}

/// Least and greatest ratio, with the sway held between them.
const MIN_RATIO: f64 = 0.25;
const MAX_RATIO: f64 = 4.0;

impl Model for PitchShift {
    const INFO: ModelInfo = ModelInfo {
        name: "pitch-shift",
        title: "A sound at another pitch, in the same time",
        family: Family::Effects,
        level: Level::Process,
        made_of: &[],
        physics: "Short frames of the sound are taken apart into sines and synthesised down again closer together or further apart, every peak of the spectrum with the phase that \
                  lets it go on from where it was, so that the sound is drawn out without another pitch; played faster or slower by as much it has its time again, and \
                  another pitch. The envelope of the spectrum can be left where it was, as if the same throat sang higher.",
        equation: "f → f·2^(n/12);  Y = X·z/|z|, z = Y_before·X'*",
        source: "[Puckette1995], [LarocheDolson1999]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![shift: Interaction, source: Motion];
    const GESTURES: &'static [Info] = &[PLAY];
    // All the power of a frame may meet in one sample, √(3N/8) times what came in: 78 for frames of 16384
    // samples at 384 kHz; four frames overlap with windows that add up to 4/3 of a whole; the sinc adds 2 at
    // most, formants are raised by no more than 8, what comes in is at most 2.
    const OUTPUT: OutputKind = OutputKind::signal(78.0 * 4.0 / 3.0 * 2.0 * MAX_FORMANT_GAIN * 2.0 + 2.0);
    const TAKES_INPUT: bool = true;
    type Player = PitchShiftPlayer;

    fn player(&self, seed: u64, step: Step) -> PitchShiftPlayer {
        let frame_length = frame(step);
        PitchShiftPlayer {
            source_player: SourcePlayer::new(seed, step),
            vocoder: Vocoder::new(step),
            direct: Delay::new(frame_length + 4),
            frame_length,
            sway: Turn::default(),
            ratio: None,
            mix: self.shift.mix,
            quiet: usize::MAX,
        }
    }
}

/// Shifts what it hears.
#[derive(Debug)]
pub struct PitchShiftPlayer {
    source_player: SourcePlayer,
    vocoder: Vocoder,
    direct: Delay,
    frame_length: usize,
    sway: Turn,
    /// r and m at the end of the block before.
    ratio: Option<f64>,
    mix: f64,
    /// For so many samples nothing has come in.
    quiet: usize,
}

impl PitchShiftPlayer {
    /// After so many samples of silence nothing is left in it: frames hear a frame and a quarter, and at a
    /// quarter of the pitch they are synthesised down a frame apart, four for a whole.
    fn over(&self) -> bool {
        self.quiet >= 8 * self.frame_length
    }
}

impl Player<PitchShift> for PitchShiftPlayer {
    fn play(&mut self, now: &PitchShift, block: &mut Block<'_>) {
        let step = block.step();
        let heard = self.source_player.mix_input(&now.source, block, 0);
        let silent = heard.iter().all(|sample| *sample == 0.0);
        let was = self.over();
        self.quiet = if silent { self.quiet.saturating_add(BLOCK) } else { 0 };
        if was && silent {
            return;
        }
        self.sway.advance(Turn::per_step(now.shift.pace * BLOCK as f64, step));
        let semitones = now.shift.semitones + now.shift.wobble * self.sway.sine()[0];
        let ratio = libm::exp2(semitones / 12.0).clamp(MIN_RATIO, MAX_RATIO);
        let from = self.ratio.replace(ratio).unwrap_or(ratio);
        let mix = core::mem::replace(&mut self.mix, now.shift.mix);
        let mut out = [0.0; BLOCK];
        for (n, (out, &input)) in out.iter_mut().zip(&heard).enumerate() {
            let way = (n + 1) as f64 / BLOCK as f64;
            let ratio = from + way * (ratio - from);
            let mix = mix + way * (now.shift.mix - mix);
            let shifted = self.vocoder.tick(input, ratio, now.shift.formants);
            self.direct.write(input);
            *out = mix * shifted + (1.0 - mix) * self.direct.at(self.frame_length);
        }
        block.add(&out);
        if self.over() {
            self.vocoder.rest();
            self.direct.clear();
            self.ratio = None;
        }
    }

    fn done(&self) -> bool {
        self.source_player.silent() && self.over()
    }

    fn silent(&self) -> bool {
        self.over()
    }
}
