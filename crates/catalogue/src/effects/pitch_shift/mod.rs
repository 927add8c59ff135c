//! A change of pitch at the same speed: a child's voice, a giant's, a bell out of tune.
//!
//! ```math
//! f \to r f, \qquad r = 2^{n/12}
//! ```
//!
//! | symbol | here                               | unit          | meaning                                                   |
//! |--------|------------------------------------|---------------|-----------------------------------------------------------|
//! | n      | [`Shift::semitones`]               | semitones     | change of pitch                                           |
//! | k      | [`Shift::formants`]                | 1             | preserved fraction of the spectral envelope               |
//! | m      | [`Shift::mix`]                     | 1             | share of the shifted signal                               |
//! | w, f_w | [`Shift::wobble`], [`Shift::pace`] | semitones, Hz | depth and rate of a periodic variation, as of a worn tape |
//!
//! The method is in `vocoder.rs`. The latency is half a frame plus half a frame over r, N/2 (1 + 1/r): 43
//! ms at unchanged pitch, 32 ms an octave up, 64 ms an octave down. The unshifted signal is delayed by one
//! frame, 43 ms, to match. Facts: `tests/all/pitch_shift_facts.rs`.
//!
//! Sources: \[Puckette1995\], \[LarocheDolson1999\].

mod vocoder;

use self::vocoder::{MAX_FORMANT_GAIN, Vocoder, frame};
use crate::source::{PLAY, Source, SourceKind, SourcePlayer};
use foley_contact::Step;
use foley_dsp::signal::{Delay, Phase};
use foley_params::{Info, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

params! {
    /// Pitch shift.
    /// Default: a fifth up; the formants move with the pitch.
    pub struct Shift("pitch-shift") {
        /// Change of pitch; 12 semitones are an octave up, twice the frequency.
        semitones: f64 = 7.0, "n", Other("semitone"), lin [-24.0, 24.0], glide 0.05,
            handle("pitch", "giant", "chipmunk");
        /// Preserved fraction of the spectral envelope, as of the throat of a singer.
        formants: f64 = 0.0, "k", One, lin [0.0, 1.0], glide 0.05,
            handle("throat", "shifted too", "the same throat");
        /// Share of the shifted signal in the output; the rest is the input.
        mix: f64 = 1.0, "m", One, lin [0.0, 1.0], glide 0.05, handle("blend", "as it was", "shifted only");
        /// Depth of a periodic variation of the shift, to both sides.
        wobble: f64 = 0.0, "w", Other("semitone"), lin [0.0, 6.0], glide 0.05;
        /// Rate of the periodic variation of the shift.
        pace: f64 = 3.0, "f_w", Hertz, log [0.05, 20.0], glide 0.05;
    }
}

parts! {
    /// Model of a change of pitch that keeps the speed of the input.
    /// Default: a singing voice, a fifth too high.
    pub struct PitchShift {
        /// Amount of the pitch shift and its variation, and share of kept formants.
        shift: Shift, Interaction;
        /// Built-in input signal whose pitch is shifted.
        source: Source = Source { kind: SourceKind::Voice, ..Source::default() }, Motion;
    }
}

/// Minimum of the frequency ratio, including the periodic variation \[1\].
const MIN_RATIO: f64 = 0.25;
/// Maximum of the frequency ratio, including the periodic variation \[1\].
const MAX_RATIO: f64 = 4.0;

impl Model for PitchShift {
    const INFO: ModelInfo = ModelInfo {
        name: "pitch-shift",
        title: "A sound at another pitch, in the same time",
        family: Family::Effects,
        level: Level::Process,
        made_of: &[],
        physics: "Short frames of the input are analysed into sines and synthesised closer together or further apart. Every peak of the \
                  spectrum continues its phase, so that the duration changes but not the pitch. Playback at another speed then restores the \
                  duration and changes the pitch. The envelope of the spectrum can stay in place, as if the same throat sang higher.",
        equation: "f → f·2^(n/12);  Y = X·z/|z|, z = Y_before·X'*",
        source: "[Puckette1995], [LarocheDolson1999]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[PLAY];
    // All the power of a frame may meet in one sample, √(3N/8) times the input: 78 for frames of 16384
    // samples at 384 kHz. Four frames overlap with windows that sum to 4/3. The sinc adds a factor of at
    // most 2, formants are raised by at most 8, and the input is within ±2.
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
            sway: Phase::default(),
            ratio: None,
            mix: self.shift.mix,
            quiet: usize::MAX,
        }
    }
}

/// Shifts the pitch of the input, and mixes the result with the unshifted input.
#[derive(Debug)]
pub struct PitchShiftPlayer {
    source_player: SourcePlayer,
    vocoder: Vocoder,
    direct: Delay,
    frame_length: usize,
    sway: Phase,
    /// Frequency ratio r at the end of the previous block \[1\]; `None` before the first block.
    ratio: Option<f64>,
    /// Mix m of shifted and unshifted sound at the end of the previous block \[1\].
    mix: f64,
    /// Number of successive silent input samples.
    quiet: usize,
}

impl PitchShiftPlayer {
    /// Whether the output is silent, which is certain after eight frame lengths of silent input. A frame is
    /// computed from one and a quarter frame lengths of input. At the lowest frequency ratio, a quarter,
    /// frames are one frame length apart, and four frames overlap.
    fn over(&self) -> bool {
        self.quiet >= 8 * self.frame_length
    }
}

impl Player<PitchShift> for PitchShiftPlayer {
    fn play(&mut self, now: &PitchShift, block: &mut Block<'_>) {
        let step = block.step();
        let input = self.source_player.mix_input(&now.source, block, 0);
        let silent = input.iter().all(|sample| *sample == 0.0);
        let was_over = self.over();
        self.quiet = if silent { self.quiet.saturating_add(BLOCK) } else { 0 };
        if was_over && silent {
            return;
        }
        self.sway.advance(Phase::per_step(now.shift.pace * BLOCK as f64, step));
        let semitones = now.shift.semitones + now.shift.wobble * self.sway.sine()[0];
        let ratio = libm::exp2(semitones / 12.0).clamp(MIN_RATIO, MAX_RATIO);
        let from = self.ratio.replace(ratio).unwrap_or(ratio);
        let mix = core::mem::replace(&mut self.mix, now.shift.mix);
        let mut out = [0.0; BLOCK];
        for (n, (out, &sample)) in out.iter_mut().zip(&input).enumerate() {
            let progress = (n + 1) as f64 / BLOCK as f64;
            let ratio = from + progress * (ratio - from);
            let mix = mix + progress * (now.shift.mix - mix);
            let shifted = self.vocoder.tick(sample, ratio, now.shift.formants);
            self.direct.write(sample);
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
